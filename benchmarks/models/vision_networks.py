"""ResNet18, ViT-tiny and UNet, written once for paddle and torch (see capture/networks.py)."""

RESNET18_STAGES = ((64, 1), (128, 2), (256, 2), (512, 2))


def resnet18(api, classes):
    class Block(api.Module):
        def __init__(self, inputs, width, stride):
            super().__init__()
            self.conv1 = api.conv(inputs, width, 3, stride=stride, padding=1)
            self.conv2 = api.conv(width, width, 3, padding=1)
            self.bn1, self.bn2 = api.batch_norm(width), api.batch_norm(width)
            self.short = None
            if stride != 1 or inputs != width:
                self.short = api.nn.Sequential(
                    api.conv(inputs, width, 1, stride=stride), api.batch_norm(width)
                )

        def forward(self, x):
            y = api.F.relu(self.bn1(self.conv1(x)))
            y = self.bn2(self.conv2(y))
            return api.F.relu(y + (x if self.short is None else self.short(x)))

    class ResNet(api.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.bn = api.conv(3, 64, 7, stride=2, padding=3), api.batch_norm(64)
            self.pool = api.max_pool(3, 2, 1)
            blocks, inputs = [], 64
            for width, stride in RESNET18_STAGES:
                blocks += [Block(inputs, width, stride), Block(width, width, 1)]
                inputs = width
            self.blocks = api.nn.Sequential(*blocks)
            self.head = api.nn.Linear(inputs, classes)

        def forward(self, x):
            x = self.blocks(self.pool(api.F.relu(self.bn(self.conv(x)))))
            return self.head(x.mean([2, 3]))

    return ResNet()


VIT = {"image": 64, "patch": 8, "width": 192, "heads": 3, "layers": 12}


def vit_tiny(api, classes):
    width, heads = VIT["width"], VIT["heads"]
    size, length = width // heads, (VIT["image"] // VIT["patch"]) ** 2
    Linear = api.nn.Linear

    class Block(api.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = api.nn.LayerNorm(width), api.nn.LayerNorm(width)
            self.qkv, self.out = Linear(width, 3 * width), Linear(width, width)
            self.up, self.down = Linear(width, 4 * width), Linear(4 * width, width)

        def attention(self, x):
            qkv = self.qkv(x).reshape([x.shape[0], length, 3, heads, size])
            q, k, v = api.permute(qkv, 2, 0, 3, 1, 4).unbind(0)
            scores = api.lib.matmul(q, api.permute(k, 0, 1, 3, 2)) * size**-0.5
            y = api.lib.matmul(api.F.softmax(scores, -1), v)
            return self.out(api.permute(y, 0, 2, 1, 3).reshape([x.shape[0], length, width]))

        def forward(self, x):
            x = x + self.attention(self.norm1(x))
            return x + self.down(api.F.gelu(self.up(self.norm2(x))))

    class ViT(api.Module):
        def __init__(self):
            super().__init__()
            self.patches = api.conv(3, width, VIT["patch"], stride=VIT["patch"])
            self.places = api.parameter([length, width])
            self.blocks = api.nn.Sequential(*[Block() for _ in range(VIT["layers"])])
            self.norm, self.head = api.nn.LayerNorm(width), Linear(width, classes)

        def forward(self, x):
            x = self.patches(x).reshape([x.shape[0], width, length])
            x = self.blocks(api.permute(x, 0, 2, 1) + self.places)
            return self.head(self.norm(x).mean([1]))

    return ViT()


UNET_WIDTHS = (32, 64, 128)


def unet(api, classes):
    """Logits for each pixel, [images x rows x columns, classes]."""

    def double(inputs, width):
        layers = []
        for i in (inputs, width):
            layers += [api.conv(i, width, 3, padding=1), api.batch_norm(width), api.nn.ReLU()]
        return api.nn.Sequential(*layers)

    class UNet(api.Module):
        def __init__(self):
            super().__init__()
            self.pool = api.max_pool(2)
            self.down, self.up, self.merge = api.list([]), api.list([]), api.list([])
            inputs = 3
            for width in UNET_WIDTHS:
                self.down.append(double(inputs, width))
                inputs = width
            self.middle = double(inputs, 2 * inputs)
            for width in reversed(UNET_WIDTHS):
                self.up.append(api.conv_transpose(2 * width, width, 2, stride=2))
                self.merge.append(double(2 * width, width))
            self.head = api.conv(UNET_WIDTHS[0], classes, 1)

        def forward(self, x):
            kept = []
            for block in self.down:
                kept.append(block(x))
                x = self.pool(kept[-1])
            x = self.middle(x)
            for up, merge, wide in zip(self.up, self.merge, reversed(kept), strict=True):
                x = merge(api.lib.concat([up(x), wide], 1))
            return api.permute(self.head(x), 0, 2, 3, 1).reshape([-1, classes])

    return UNet()
