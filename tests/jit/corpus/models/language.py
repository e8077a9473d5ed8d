"""Networks of sequences."""

import math

import numpy as np
import paddle
from paddle import nn
from paddle.nn import functional as F

from ..case import floats, tensor
from ..model import model

WORDS = 11


def tokens(length, classes=None):
    def batch(seed, size):
        rng = np.random.default_rng(seed)
        words = rng.integers(1, WORDS, (size, length))
        labels = words if classes is None else rng.integers(0, classes, size)
        return tensor(words), tensor(labels)

    return batch


def next_word(layer, words, labels):
    logits = layer(words)[:, :-1]
    return F.cross_entropy(logits.reshape([-1, WORDS]), words[:, 1:].reshape([-1]))


def classify(layer, words, label):
    return F.cross_entropy(layer(words), label)


class LSTMText(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, 6)
        self.lstm = nn.LSTM(6, 5, direction="bidirect")
        self.head = nn.Linear(10, 3)

    def forward(self, words, label=None):
        lengths = (words != 1).astype("int64").sum(1).clip(1)
        y, (h, c) = self.lstm(self.words(words), sequence_length=lengths)
        return self.head(paddle.concat([h[0], h[1]], axis=-1) + y.max(1))


class BERT(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, 8), nn.Embedding(16, 8)
        self.norm = nn.LayerNorm(8)
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, activation="gelu")
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.pool, self.head = nn.Linear(8, 8), nn.Linear(8, 3)

    def forward(self, words, label=None):
        mask = (words == 1).astype("float32").unsqueeze([1, 2]) * -1e4
        places = paddle.arange(words.shape[1]).unsqueeze(0)
        x = self.norm(self.words(words) + self.places(places))
        return self.head(paddle.tanh(self.pool(self.encoder(x, mask)[:, 0])))


class GPTBlock(nn.Layer):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        b, t, w = x.shape
        qkv = self.qkv(self.norm1(x)).reshape([b, t, 3, self.heads, w // self.heads])
        q, k, v = qkv.transpose([2, 0, 3, 1, 4]).unbind(0)
        scores = paddle.matmul(q, k, transpose_y=True) / math.sqrt(w // self.heads)
        future = paddle.triu(paddle.full([t, t], -1e9), 1)
        y = paddle.matmul(F.softmax(scores + future), v)
        x = x + self.out(y.transpose([0, 2, 1, 3]).reshape([b, t, w]))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class GPT(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, 8), nn.Embedding(16, 8)
        self.blocks = nn.LayerList([GPTBlock(8, 2) for _ in range(2)])
        self.norm = nn.LayerNorm(8)

    def forward(self, words, label=None):
        x = self.words(words) + self.places(paddle.arange(words.shape[1]))
        for block in self.blocks:
            x = block(x)
        return paddle.matmul(self.norm(x), self.words.weight, transpose_y=True)


class RMSNorm(nn.Layer):
    def __init__(self, width):
        super().__init__()
        self.weight = self.create_parameter(
            [width], default_initializer=nn.initializer.Constant(1.0)
        )

    def forward(self, x):
        return x * paddle.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * self.weight


def rotate(x, start):
    """Rotary positions of [batch, time, heads, width]."""
    t, w = x.shape[1], x.shape[3]
    rate = 10000 ** (-paddle.arange(0, w, 2, dtype="float32") / w)
    angle = paddle.arange(start, start + t, dtype="float32").unsqueeze(1) * rate
    cos, sin = angle.cos().unsqueeze(1), angle.sin().unsqueeze(1)
    a, b = x[..., ::2], x[..., 1::2]
    return paddle.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).flatten(-2)


class LlamaBlock(nn.Layer):
    """Grouped queries: four heads read two heads of keys and values."""

    def __init__(self, width):
        super().__init__()
        self.norm1, self.norm2 = RMSNorm(width), RMSNorm(width)
        self.q = nn.Linear(width, width, bias_attr=False)
        self.kv = nn.Linear(width, width, bias_attr=False)
        self.out = nn.Linear(width, width, bias_attr=False)
        self.gate = nn.Linear(width, 2 * width, bias_attr=False)
        self.up = nn.Linear(width, 2 * width, bias_attr=False)
        self.down = nn.Linear(2 * width, width, bias_attr=False)

    def forward(self, x, cache=None):
        b, t, w = x.shape
        start = 0 if cache is None else cache[0].shape[1]
        y = self.norm1(x)
        q = rotate(self.q(y).reshape([b, t, 4, w // 4]), start)
        k, v = self.kv(y).reshape([b, t, 4, w // 4]).split(2, axis=2)
        k = rotate(k, start)
        if cache is not None:
            k, v = paddle.concat([cache[0], k], 1), paddle.concat([cache[1], v], 1)
        keys, values = (s.repeat_interleave(2, axis=2).transpose([0, 2, 1, 3]) for s in (k, v))
        scores = paddle.matmul(q.transpose([0, 2, 1, 3]), keys, transpose_y=True) / (w // 4) ** 0.5
        if t > 1:
            scores = scores + paddle.triu(paddle.full([t, t + start], -1e9), start + 1)
        y = paddle.matmul(F.softmax(scores), values).transpose([0, 2, 1, 3]).reshape([b, t, w])
        x = x + self.out(y)
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), (k, v)


class Llama(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, 16)
        self.blocks = nn.LayerList([LlamaBlock(16) for _ in range(2)])
        self.norm, self.head = RMSNorm(16), nn.Linear(16, WORDS, bias_attr=False)

    def forward(self, words, label=None, caches=None):
        x = self.words(words)
        new = []
        for i, block in enumerate(self.blocks):
            x, cache = block(x, None if caches is None else caches[i])
            new.append(cache)
        return self.head(self.norm(x)) if caches is None else (self.head(self.norm(x)), new)


class LlamaGenerate(Llama):
    """Three words more, with a cache of keys and values."""

    def forward(self, words, label=None):
        empty = [(paddle.zeros([words.shape[0], 0, 2, 4]),) * 2 for _ in self.blocks]
        logits, caches = super().forward(words, None, empty)
        out = [words]
        for _ in range(3):
            word = logits[:, -1:].argmax(-1)
            out.append(word)
            logits, caches = super().forward(word, None, caches)
        return paddle.concat(out, axis=1)


class Seq2Seq(nn.Layer):
    """Decodes in a loop over tensors until every sequence has ended."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, 6)
        self.encoder, self.cell = nn.GRU(6, 6), nn.GRUCell(6, 6)
        self.head = nn.Linear(6, WORDS)

    def teach(self, words):
        _, h = self.encoder(self.words(words))
        state, logits = h[0], []
        for t in range(words.shape[1] - 1):
            y, state = self.cell(self.words(words[:, t]), state)
            logits.append(self.head(y))
        return paddle.stack(logits, axis=1)

    def forward(self, words, label=None):
        _, h = self.encoder(self.words(words))
        state, word = h[0], words[:, 0]
        done = paddle.zeros([words.shape[0]], dtype="bool")
        out = word.unsqueeze(1)
        step = paddle.zeros([], dtype="int64")
        while paddle.logical_not(done).any() and step < 6:
            y, state = self.cell(self.words(word), state)
            word = self.head(y).argmax(-1)
            done = paddle.logical_or(done, word == 0)
            out = paddle.concat([out, word.unsqueeze(1)], axis=1)
            step = step + 1
        return out


def taught(layer, words, labels):
    logits = layer.teach(words)
    return F.cross_entropy(logits.reshape([-1, WORDS]), words[:, 1:].reshape([-1]))


class BeamSearch(Seq2Seq):
    """Keeps the three best beginnings of each sequence."""

    def forward(self, words, label=None):
        beams, n = 3, words.shape[0]
        _, h = self.encoder(self.words(words))
        state = h[0].unsqueeze(1).expand([n, beams, 6]).reshape([n * beams, 6])
        word = words[:, :1].expand([n, beams]).reshape([-1])
        score = paddle.to_tensor([0.0, -1e9, -1e9]).unsqueeze(0).expand([n, beams])
        path = word.reshape([n, beams, 1])
        step = paddle.zeros([], dtype="int64")
        while step < 4:
            y, state = self.cell(self.words(word), state)
            all_scores = F.log_softmax(self.head(y), axis=-1).reshape([n, beams, WORDS])
            total = (score.unsqueeze(-1) + all_scores).reshape([n, -1])
            score, best = paddle.topk(total, beams, axis=-1)
            source, new = best // WORDS, best % WORDS
            flat = (paddle.arange(n).unsqueeze(1) * beams + source).reshape([-1])
            state, word = state[flat], new.reshape([-1])
            path = paddle.concat([path.reshape([n * beams, -1])[flat], word.unsqueeze(1)], axis=1)
            path = path.reshape([n, beams, -1])
            step = step + 1
        return path, score


class Translator(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, 8)
        self.transformer = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0)
        self.head = nn.Linear(8, WORDS)

    def forward(self, words, label=None):
        t = words.shape[1]
        mask = paddle.triu(paddle.full([t, t], -1e9), 1)
        x = self.words(words)
        return self.head(self.transformer(x, x * 0.5, tgt_mask=mask))


class Word2Vec(nn.Layer):
    def __init__(self):
        super().__init__()
        self.inner, self.outer = nn.Embedding(WORDS, 5), nn.Embedding(WORDS, 5)

    def forward(self, words, label=None):
        return self.inner(words[:, 0])


def negative_sampling(layer, words, labels):
    center = layer(words)
    near = (center * layer.outer(words[:, 1])).sum(-1)
    drawn = paddle.randint(1, WORDS, [words.shape[0], 3])
    far = (center.unsqueeze(1) * layer.outer(drawn)).sum(-1)
    return -(F.log_sigmoid(near).mean() + F.log_sigmoid(-far).mean())


class Speech(nn.Layer):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1D(4, 6, 3, padding=1)
        self.lstm, self.head = nn.LSTM(6, 5), nn.Linear(5, 4)

    def forward(self, sound, labels=None):
        x = F.relu(self.conv(sound)).transpose([0, 2, 1])
        return self.head(self.lstm(x)[0])


def sounds(seed, size):
    labels = np.random.default_rng(seed).integers(1, 4, (size, 2))
    return floats(size, 4, 9, seed=seed), tensor(labels.astype("int32"), "int32")


def ctc(layer, sound, labels):
    logits = layer(sound).transpose([1, 0, 2])
    n = sound.shape[0]
    lengths = paddle.full([n], logits.shape[0], "int64")
    return F.ctc_loss(logits, labels, lengths, paddle.full([n], 2, "int64"))


model(LSTMText, tokens(6, 3), classify)
model(BERT, tokens(6, 3), classify)
for kind in (GPT, Llama, Translator):
    model(kind, tokens(6), next_word)
model(LlamaGenerate, tokens(4))
for kind in (Seq2Seq, BeamSearch):
    model(kind, tokens(5), taught)
model(Word2Vec, tokens(2), negative_sampling)
model(Speech, sounds, ctc)
