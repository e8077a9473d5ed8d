"""The networks, written once for paddle and torch, which name most layers alike."""

import math


class Paddle:
    """What a network needs, as paddle spells it."""

    def __init__(self):
        import paddle

        self.lib, self.nn, self.F = paddle, paddle.nn, paddle.nn.functional
        self.Module = paddle.nn.Layer
        self.conv = lambda i, o, k, **more: paddle.nn.Conv2D(i, o, k, bias_attr=False, **more)
        self.conv_transpose = paddle.nn.Conv2DTranspose
        self.batch_norm = paddle.nn.BatchNorm2D
        self.max_pool = paddle.nn.MaxPool2D
        self.linear = lambda i, o: paddle.nn.Linear(i, o, bias_attr=False)
        self.list = paddle.nn.LayerList

    def tensor(self, array):
        return self.lib.to_tensor(array)

    def parameter(self, shape):
        ones = self.nn.initializer.Constant(1.0)
        return self.lib.create_parameter(shape, "float32", default_initializer=ones)

    def recurrent(self, kind, inputs, hidden):
        return getattr(self.nn, kind)(inputs, hidden)

    def permute(self, x, *axes):
        return self.lib.transpose(x, axes)

    def concat(self, parts):
        return self.lib.concat(parts, axis=-1)

    def mixed(self):
        if not hasattr(self.lib.jit, "report"):
            raise TypeError("PaddlePaddle's auto_cast has no effect on a CPU")
        return self.lib.amp.auto_cast(dtype="bfloat16")


class Torch:
    """The same as torch spells it."""

    def __init__(self):
        import torch

        self.lib, self.nn, self.F = torch, torch.nn, torch.nn.functional
        self.Module = torch.nn.Module
        self.conv = lambda i, o, k, **more: torch.nn.Conv2d(i, o, k, bias=False, **more)
        self.conv_transpose = torch.nn.ConvTranspose2d
        self.batch_norm = torch.nn.BatchNorm2d
        self.max_pool = torch.nn.MaxPool2d
        self.linear = lambda i, o: torch.nn.Linear(i, o, bias=False)
        self.list = torch.nn.ModuleList

    def tensor(self, array):
        return self.lib.from_numpy(array)

    def parameter(self, shape):
        return self.nn.Parameter(self.lib.ones(shape))

    def recurrent(self, kind, inputs, hidden):
        return getattr(self.nn, kind)(inputs, hidden, batch_first=True)

    def permute(self, x, *axes):
        return x.permute(*axes)

    def concat(self, parts):
        return self.lib.cat(parts, dim=-1)

    def mixed(self):
        return self.lib.autocast("cpu", dtype=self.lib.bfloat16)


# ---- LSTM, GRU ----
LSTM_STEPS, LSTM_INPUTS, LSTM_HIDDEN = 32, 64, 128


def recurrent(api, kind, classes):
    class Classifier(api.Module):
        def __init__(self):
            super().__init__()
            self.layer = api.recurrent(kind, LSTM_INPUTS, LSTM_HIDDEN)
            self.head = api.nn.Linear(LSTM_HIDDEN, classes)

        def forward(self, x):
            return self.head(self.layer(x)[0][:, -1])

    return Classifier()


# ---- a small Llama ----
LLAMA = {"layers": 4, "width": 256, "heads": 4, "inner": 688, "words": 1000, "length": 128}


def rotary(length, size):
    """cos and sin, [length, size / 2], as nested lists."""
    half = size // 2
    angles = [[t * 10000 ** (-i / half) for i in range(half)] for t in range(length)]
    return (
        [[math.cos(a) for a in row] for row in angles],
        [[math.sin(a) for a in row] for row in angles],
    )


def llama(api, layers=LLAMA["layers"]):
    width, heads, length = LLAMA["width"], LLAMA["heads"], LLAMA["length"]
    size = width // heads
    cos, sin = (
        api.lib.to_tensor(t) if hasattr(api.lib, "to_tensor") else api.lib.tensor(t)
        for t in rotary(length, size)
    )
    linear = api.linear

    class RMSNorm(api.Module):
        def __init__(self):
            super().__init__()
            self.weight = api.parameter([width])

        def forward(self, x):
            return x * api.lib.rsqrt((x * x).mean(-1, True) + 1e-6) * self.weight

    def turn(x):
        a, b = x[..., : size // 2], x[..., size // 2 :]
        return api.concat([a * cos - b * sin, a * sin + b * cos])

    class Block(api.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = RMSNorm(), RMSNorm()
            self.q, self.k, self.v, self.o = (linear(width, width) for _ in range(4))
            self.gate, self.up = linear(width, LLAMA["inner"]), linear(width, LLAMA["inner"])
            self.down = linear(LLAMA["inner"], width)

        def attention(self, x):
            shape = [x.shape[0], length, heads, size]
            q, k, v = (
                api.permute(f(x).reshape(shape), 0, 2, 1, 3) for f in (self.q, self.k, self.v)
            )
            q, k = turn(q), turn(k)
            scores = api.lib.matmul(q, api.permute(k, 0, 1, 3, 2)) * size**-0.5 + mask
            out = api.lib.matmul(api.F.softmax(scores, -1), v)
            return self.o(api.permute(out, 0, 2, 1, 3).reshape([x.shape[0], length, width]))

        def forward(self, x):
            x = x + self.attention(self.norm1(x))
            y = self.norm2(x)
            return x + self.down(api.F.silu(self.gate(y)) * self.up(y))

    class Model(api.Module):
        def __init__(self):
            super().__init__()
            self.embedding = api.nn.Embedding(LLAMA["words"], width)
            self.blocks = api.list([Block() for _ in range(layers)])
            self.norm = RMSNorm()
            self.head = linear(width, LLAMA["words"])

        def forward(self, words):
            x = self.embedding(words)
            for block in self.blocks:
                x = block(x)
            return self.head(self.norm(x)).reshape([-1, LLAMA["words"]])

    mask = api.lib.triu(api.lib.full([length, length], -1e9), 1)
    return Model()


# ---- ResNet50 ----
RESNET_STAGES = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))


def resnet50(api):
    class Bottleneck(api.Module):
        def __init__(self, inputs, width, stride):
            super().__init__()
            self.conv1, self.bn1 = api.conv(inputs, width, 1), api.batch_norm(width)
            self.conv2 = api.conv(width, width, 3, stride=stride, padding=1)
            self.bn2 = api.batch_norm(width)
            self.conv3, self.bn3 = api.conv(width, 4 * width, 1), api.batch_norm(4 * width)
            self.short = None
            if stride != 1 or inputs != 4 * width:
                self.short = api.nn.Sequential(
                    api.conv(inputs, 4 * width, 1, stride=stride), api.batch_norm(4 * width)
                )

        def forward(self, x):
            y = api.F.relu(self.bn1(self.conv1(x)))
            y = api.F.relu(self.bn2(self.conv2(y)))
            y = self.bn3(self.conv3(y))
            return api.F.relu(y + (x if self.short is None else self.short(x)))

    blocks, inputs = [], 64
    for width, count, stride in RESNET_STAGES:
        for i in range(count):
            blocks.append(Bottleneck(inputs, width, stride if i == 0 else 1))
            inputs = 4 * width

    class ResNet(api.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.bn = api.conv(3, 64, 7, stride=2, padding=3), api.batch_norm(64)
            self.pool = api.max_pool(3, 2, 1)
            self.blocks = api.nn.Sequential(*blocks)
            self.head = api.nn.Linear(inputs, 1000)

        def forward(self, x):
            x = self.blocks(self.pool(api.F.relu(self.bn(self.conv(x)))))
            return self.head(x.mean([2, 3]))

    return ResNet()


# ---- an encoder like BERT base ----
BERT = {"layers": 12, "width": 768, "heads": 12, "words": 30522, "length": 128}


def bert(api, layers=BERT["layers"]):
    width, heads, length = BERT["width"], BERT["heads"], BERT["length"]
    size = width // heads
    Linear = api.nn.Linear

    class Block(api.Module):
        def __init__(self):
            super().__init__()
            self.q, self.k, self.v, self.o = (Linear(width, width) for _ in range(4))
            self.up, self.down = Linear(width, 4 * width), Linear(4 * width, width)
            self.norm1, self.norm2 = api.nn.LayerNorm(width), api.nn.LayerNorm(width)

        def attention(self, x):
            shape = [x.shape[0], length, heads, size]
            q, k, v = (
                api.permute(f(x).reshape(shape), 0, 2, 1, 3) for f in (self.q, self.k, self.v)
            )
            scores = api.lib.matmul(q, api.permute(k, 0, 1, 3, 2)) * size**-0.5
            out = api.lib.matmul(api.F.softmax(scores, -1), v)
            return self.o(api.permute(out, 0, 2, 1, 3).reshape([x.shape[0], length, width]))

        def forward(self, x):
            x = self.norm1(x + self.attention(x))
            return self.norm2(x + self.down(api.F.gelu(self.up(x))))

    class Encoder(api.Module):
        def __init__(self):
            super().__init__()
            self.words = api.nn.Embedding(BERT["words"], width)
            self.places = api.nn.Embedding(length, width)
            self.norm = api.nn.LayerNorm(width)
            self.blocks = api.list([Block() for _ in range(layers)])

        def forward(self, words, places):
            x = self.norm(self.words(words) + self.places(places))
            for block in self.blocks:
                x = block(x)
            return x

    return Encoder()
