"""GoogLeNet (Szegedy et al., 2014)."""

import paddle
import paddle.nn.functional as F
from paddle import nn

from ._utils import load_pretrained

model_urls = {
    "googlenet": (
        "https://paddle-imagenet-models-name.bj.bcebos.com/dygraph/GoogLeNet_pretrained.pdparams",
        "80c06f038e905c53ab32c40eca6e26ae",
    )
}
# Channels in, of the 1x1 path, before and in the 3x3 path, before and in the 5x5 path, behind the pool.
_INCEPTIONS = {
    "_ince3a": (192, 64, 96, 128, 16, 32, 32),
    "_ince3b": (256, 128, 128, 192, 32, 96, 64),
    "_ince4a": (480, 192, 96, 208, 16, 48, 64),
    "_ince4b": (512, 160, 112, 224, 24, 64, 64),
    "_ince4c": (512, 128, 128, 256, 24, 64, 64),
    "_ince4d": (512, 112, 144, 288, 32, 64, 64),
    "_ince4e": (528, 256, 160, 320, 32, 128, 128),
    "_ince5a": (832, 256, 160, 320, 32, 128, 128),
    "_ince5b": (832, 384, 192, 384, 48, 128, 128),
}


def _linear(fan_in, out, channels):
    bound = (3.0 / channels) ** 0.5
    attr = paddle.ParamAttr(initializer=nn.initializer.Uniform(-bound, bound))
    return nn.Linear(fan_in, out, weight_attr=attr)


class ConvLayer(nn.Layer):
    def __init__(self, num_channels, num_filters, filter_size, stride=1):
        super().__init__()
        self._conv = nn.Conv2D(
            num_channels,
            num_filters,
            filter_size,
            stride,
            padding=(filter_size - 1) // 2,
            bias_attr=False,
        )

    def forward(self, x):
        return self._conv(x)


class Inception(nn.Layer):
    def __init__(self, channels, filter1, filter3_r, filter3, filter5_r, filter5, proj):
        super().__init__()
        self._conv1 = ConvLayer(channels, filter1, 1)
        self._conv3r = ConvLayer(channels, filter3_r, 1)
        self._conv3 = ConvLayer(filter3_r, filter3, 3)
        self._conv5r = ConvLayer(channels, filter5_r, 1)
        self._conv5 = ConvLayer(filter5_r, filter5, 5)
        self._pool = nn.MaxPool2D(kernel_size=3, stride=1, padding=1)
        self._convprj = ConvLayer(channels, proj, 1)

    def forward(self, x):
        paths = [
            self._conv1(x),
            self._conv3(self._conv3r(x)),
            self._conv5(self._conv5r(x)),
            self._convprj(self._pool(x)),
        ]
        return F.relu(paddle.concat(paths, axis=1))


class GoogLeNet(nn.Layer):
    """GoogLeNet, for images [n, 3, 224, 224].

    It gives three results: the last one, and those of two classifiers in the middle, for training.

    Args:
        num_classes (int): how many outputs; 0 leaves the linear layers out.
        with_pool (bool): whether the features are averaged.

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.GoogLeNet(num_classes=0)
        >>> [y.shape[1] for y in model(paddle.ones([1, 3, 96, 96]))]
        [1024, 512, 528]
    """

    def __init__(self, num_classes=1000, with_pool=True):
        super().__init__()
        self.num_classes = num_classes
        self.with_pool = with_pool
        self._conv = ConvLayer(3, 64, 7, 2)
        self._pool = nn.MaxPool2D(kernel_size=3, stride=2)
        self._conv_1 = ConvLayer(64, 64, 1)
        self._conv_2 = ConvLayer(64, 192, 3)
        for name, channels in _INCEPTIONS.items():
            setattr(self, name, Inception(*channels))
        if with_pool:
            self._pool_5 = nn.AdaptiveAvgPool2D(1)
            self._pool_o1 = nn.AvgPool2D(kernel_size=5, stride=3)
            self._pool_o2 = nn.AvgPool2D(kernel_size=5, stride=3)
        if num_classes > 0:
            self._drop = nn.Dropout(p=0.4, mode="downscale_in_infer")
            self._fc_out = _linear(1024, num_classes, 1024)
            self._conv_o1 = ConvLayer(512, 128, 1)
            self._fc_o1 = _linear(1152, 1024, 2048)
            self._drop_o1 = nn.Dropout(p=0.7, mode="downscale_in_infer")
            self._out1 = _linear(1024, num_classes, 1024)
            self._conv_o2 = ConvLayer(528, 128, 1)
            self._fc_o2 = _linear(1152, 1024, 2048)
            self._drop_o2 = nn.Dropout(p=0.7, mode="downscale_in_infer")
            self._out2 = _linear(1024, num_classes, 1024)

    def forward(self, inputs):
        x = self._pool(self._conv(inputs))
        x = self._pool(self._conv_2(self._conv_1(x)))
        x = self._pool(self._ince3b(self._ince3a(x)))
        out1 = self._ince4a(x)
        out2 = self._ince4d(self._ince4c(self._ince4b(out1)))
        x = self._pool(self._ince4e(out2))
        out = self._ince5b(self._ince5a(x))
        if self.with_pool:
            out, out1, out2 = self._pool_5(out), self._pool_o1(out1), self._pool_o2(out2)
        if self.num_classes > 0:
            out = self._fc_out(paddle.squeeze(self._drop(out), axis=[2, 3]))
            out1 = self._fc_o1(paddle.flatten(self._conv_o1(out1), 1))
            out1 = self._out1(self._drop_o1(F.relu(out1)))
            out2 = self._fc_o2(paddle.flatten(self._conv_o2(out2), 1))
            out2 = self._out2(self._drop_o2(out2))  # PaddlePaddle's has no relu here either
        return out, out1, out2


def googlenet(pretrained=False, **kwargs):
    """GoogLeNet (Szegedy et al., 2014).

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded.
        **kwargs (any): ``num_classes`` and ``with_pool`` of ``GoogLeNet``.

    Returns:
        GoogLeNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.googlenet(num_classes=2)._fc_out.weight.shape
        paddle.Size([1024, 2])
    """
    model = GoogLeNet(**kwargs)
    return load_pretrained(model, "googlenet", model_urls) if pretrained else model
