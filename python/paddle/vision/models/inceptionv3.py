"""Inception V3 (Szegedy et al., 2015)."""

import paddle
from paddle import nn

from ..layers import ConvNormActivation
from ._utils import load_pretrained

model_urls = {
    "inception_v3": (
        "https://paddle-hapi.bj.bcebos.com/models/inception_v3.pdparams",
        "649a4547c3243e8b59c656f41fe330b8",
    )
}


def _conv(fan_in, out, kernel, padding=0, stride=1):
    return ConvNormActivation(fan_in, out, kernel, stride, padding)


def _mean_pool():
    return nn.AvgPool2D(kernel_size=3, stride=1, padding=1, exclusive=False)


class InceptionStem(nn.Layer):
    def __init__(self):
        super().__init__()
        self.conv_1a_3x3 = _conv(3, 32, 3, stride=2)
        self.conv_2a_3x3 = _conv(32, 32, 3)
        self.conv_2b_3x3 = _conv(32, 64, 3, padding=1)
        self.max_pool = nn.MaxPool2D(kernel_size=3, stride=2, padding=0)
        self.conv_3b_1x1 = _conv(64, 80, 1)
        self.conv_4a_3x3 = _conv(80, 192, 3)

    def forward(self, x):
        x = self.conv_2b_3x3(self.conv_2a_3x3(self.conv_1a_3x3(x)))
        x = self.conv_4a_3x3(self.conv_3b_1x1(self.max_pool(x)))
        return self.max_pool(x)


class InceptionA(nn.Layer):
    def __init__(self, num_channels, pool_features):
        super().__init__()
        self.branch1x1 = _conv(num_channels, 64, 1)
        self.branch5x5_1 = _conv(num_channels, 48, 1)
        self.branch5x5_2 = _conv(48, 64, 5, padding=2)
        self.branch3x3dbl_1 = _conv(num_channels, 64, 1)
        self.branch3x3dbl_2 = _conv(64, 96, 3, padding=1)
        self.branch3x3dbl_3 = _conv(96, 96, 3, padding=1)
        self.branch_pool = _mean_pool()
        self.branch_pool_conv = _conv(num_channels, pool_features, 1)

    def forward(self, x):
        branches = [
            self.branch1x1(x),
            self.branch5x5_2(self.branch5x5_1(x)),
            self.branch3x3dbl_3(self.branch3x3dbl_2(self.branch3x3dbl_1(x))),
            self.branch_pool_conv(self.branch_pool(x)),
        ]
        return paddle.concat(branches, axis=1)


class InceptionB(nn.Layer):
    def __init__(self, num_channels):
        super().__init__()
        self.branch3x3 = _conv(num_channels, 384, 3, stride=2)
        self.branch3x3dbl_1 = _conv(num_channels, 64, 1)
        self.branch3x3dbl_2 = _conv(64, 96, 3, padding=1)
        self.branch3x3dbl_3 = _conv(96, 96, 3, stride=2)
        self.branch_pool = nn.MaxPool2D(kernel_size=3, stride=2)

    def forward(self, x):
        branches = [
            self.branch3x3(x),
            self.branch3x3dbl_3(self.branch3x3dbl_2(self.branch3x3dbl_1(x))),
            self.branch_pool(x),
        ]
        return paddle.concat(branches, axis=1)


class InceptionC(nn.Layer):
    def __init__(self, num_channels, channels_7x7):
        super().__init__()
        width = channels_7x7
        self.branch1x1 = _conv(num_channels, 192, 1)
        self.branch7x7_1 = _conv(num_channels, width, 1)
        self.branch7x7_2 = _conv(width, width, (1, 7), padding=(0, 3))
        self.branch7x7_3 = _conv(width, 192, (7, 1), padding=(3, 0))
        self.branch7x7dbl_1 = _conv(num_channels, width, 1)
        self.branch7x7dbl_2 = _conv(width, width, (7, 1), padding=(3, 0))
        self.branch7x7dbl_3 = _conv(width, width, (1, 7), padding=(0, 3))
        self.branch7x7dbl_4 = _conv(width, width, (7, 1), padding=(3, 0))
        self.branch7x7dbl_5 = _conv(width, 192, (1, 7), padding=(0, 3))
        self.branch_pool = _mean_pool()
        self.branch_pool_conv = _conv(num_channels, 192, 1)

    def forward(self, x):
        twice = self.branch7x7dbl_3(self.branch7x7dbl_2(self.branch7x7dbl_1(x)))
        branches = [
            self.branch1x1(x),
            self.branch7x7_3(self.branch7x7_2(self.branch7x7_1(x))),
            self.branch7x7dbl_5(self.branch7x7dbl_4(twice)),
            self.branch_pool_conv(self.branch_pool(x)),
        ]
        return paddle.concat(branches, axis=1)


class InceptionD(nn.Layer):
    def __init__(self, num_channels):
        super().__init__()
        self.branch3x3_1 = _conv(num_channels, 192, 1)
        self.branch3x3_2 = _conv(192, 320, 3, stride=2)
        self.branch7x7x3_1 = _conv(num_channels, 192, 1)
        self.branch7x7x3_2 = _conv(192, 192, (1, 7), padding=(0, 3))
        self.branch7x7x3_3 = _conv(192, 192, (7, 1), padding=(3, 0))
        self.branch7x7x3_4 = _conv(192, 192, 3, stride=2)
        self.branch_pool = nn.MaxPool2D(kernel_size=3, stride=2)

    def forward(self, x):
        deep = self.branch7x7x3_2(self.branch7x7x3_1(x))
        branches = [
            self.branch3x3_2(self.branch3x3_1(x)),
            self.branch7x7x3_4(self.branch7x7x3_3(deep)),
            self.branch_pool(x),
        ]
        return paddle.concat(branches, axis=1)


class InceptionE(nn.Layer):
    def __init__(self, num_channels):
        super().__init__()
        self.branch1x1 = _conv(num_channels, 320, 1)
        self.branch3x3_1 = _conv(num_channels, 384, 1)
        self.branch3x3_2a = _conv(384, 384, (1, 3), padding=(0, 1))
        self.branch3x3_2b = _conv(384, 384, (3, 1), padding=(1, 0))
        self.branch3x3dbl_1 = _conv(num_channels, 448, 1)
        self.branch3x3dbl_2 = _conv(448, 384, 3, padding=1)
        self.branch3x3dbl_3a = _conv(384, 384, (1, 3), padding=(0, 1))
        self.branch3x3dbl_3b = _conv(384, 384, (3, 1), padding=(1, 0))
        self.branch_pool = _mean_pool()
        self.branch_pool_conv = _conv(num_channels, 192, 1)

    def forward(self, x):
        once = self.branch3x3_1(x)
        twice = self.branch3x3dbl_2(self.branch3x3dbl_1(x))
        branches = [
            self.branch1x1(x),
            self.branch3x3_2a(once),
            self.branch3x3_2b(once),
            self.branch3x3dbl_3a(twice),
            self.branch3x3dbl_3b(twice),
            self.branch_pool_conv(self.branch_pool(x)),
        ]
        return paddle.concat(branches, axis=1)


class InceptionV3(nn.Layer):
    """Inception V3, for images [n, 3, 299, 299].

    Args:
        num_classes (int): how many outputs; 0 leaves the linear layer out.
        with_pool (bool): whether the features are averaged over the image.

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.InceptionV3(num_classes=5)
        >>> model(paddle.ones([1, 3, 96, 96])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, num_classes=1000, with_pool=True):
        super().__init__()
        self.num_classes = num_classes
        self.with_pool = with_pool
        self.inception_stem = InceptionStem()
        self.inception_block_list = nn.LayerList(
            [
                InceptionA(192, 32),
                InceptionA(256, 64),
                InceptionA(288, 64),
                InceptionB(288),
                InceptionC(768, 128),
                InceptionC(768, 160),
                InceptionC(768, 160),
                InceptionC(768, 192),
                InceptionD(768),
                InceptionE(1280),
                InceptionE(2048),
            ]
        )
        if with_pool:
            self.avg_pool = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self.dropout = nn.Dropout(p=0.2, mode="downscale_in_infer")
            bound = 2048**-0.5
            attr = paddle.ParamAttr(initializer=nn.initializer.Uniform(-bound, bound))
            self.fc = nn.Linear(2048, num_classes, weight_attr=attr)

    def forward(self, x):
        x = self.inception_stem(x)
        for block in self.inception_block_list:
            x = block(x)
        if self.with_pool:
            x = self.avg_pool(x)
        if self.num_classes > 0:
            x = self.fc(self.dropout(paddle.reshape(x, [-1, 2048])))
        return x


def inception_v3(pretrained=False, **kwargs):
    """Inception V3 (Szegedy et al., 2015).

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded.
        **kwargs (any): ``num_classes`` and ``with_pool`` of ``InceptionV3``.

    Returns:
        InceptionV3

    Examples:
        >>> import paddle
        >>> len(paddle.vision.models.inception_v3(num_classes=2).inception_block_list)
        11
    """
    model = InceptionV3(**kwargs)
    return load_pretrained(model, "inception_v3", model_urls) if pretrained else model
