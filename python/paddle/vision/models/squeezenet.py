"""SqueezeNet (Iandola et al., 2016)."""

import paddle
import paddle.nn.functional as F
from paddle import nn

from ...framework.docs import args_of
from ._utils import load_pretrained

_HOME = "https://paddle-imagenet-models-name.bj.bcebos.com/dygraph/"
model_urls = {
    "squeezenet1_0": (
        _HOME + "SqueezeNet1_0_pretrained.pdparams",
        "30b95af60a2178f03cf9b66cd77e1db1",
    ),
    "squeezenet1_1": (
        _HOME + "SqueezeNet1_1_pretrained.pdparams",
        "a11250d3a1f91d7131fd095ebbf09eee",
    ),
}
# The modules before which the image is halved.
_POOLS = {"1.0": (1, 4, 8), "1.1": (1, 3, 5)}
# Channels squeezed to, and expanded to by each of two paths.
_FIRES = ((16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256))


class MakeFireConv(nn.Layer):
    def __init__(self, input_channels, output_channels, filter_size, padding=0):
        super().__init__()
        self._conv = nn.Conv2D(input_channels, output_channels, filter_size, padding=padding)

    def forward(self, x):
        return F.relu(self._conv(x))


class MakeFire(nn.Layer):
    def __init__(self, input_channels, squeeze_channels, expand_channels):
        super().__init__()
        self._conv = MakeFireConv(input_channels, squeeze_channels, 1)
        self._conv_path1 = MakeFireConv(squeeze_channels, expand_channels, 1)
        self._conv_path2 = MakeFireConv(squeeze_channels, expand_channels, 3, padding=1)

    def forward(self, x):
        x = self._conv(x)
        return paddle.concat([self._conv_path1(x), self._conv_path2(x)], axis=1)


class SqueezeNet(nn.Layer):
    """SqueezeNet, for images [n, 3, h, w].

    Args:
        version (str): 1.0 or 1.1.
        num_classes (int): how many outputs; 0 leaves the last convolution out.
        with_pool (bool): whether the result is averaged over the image.

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.SqueezeNet("1.1", num_classes=5)
        >>> model(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, version, num_classes=1000, with_pool=True):
        super().__init__()
        if version not in _POOLS:
            raise ValueError(
                "(InvalidArgument) SqueezeNet: argument `version` is wrong.\n"
                f"  Expected: 1.0 or 1.1\n  Received: {version}"
            )
        self.version = version
        self.num_classes = num_classes
        self.with_pool = with_pool
        if version == "1.0":
            channels = 96
            self._conv = nn.Conv2D(3, channels, 7, stride=2)
        else:
            channels = 64
            self._conv = nn.Conv2D(3, channels, 3, stride=2, padding=1)
        self._pool = nn.MaxPool2D(kernel_size=3, stride=2, padding=0)
        for i, (squeeze, expand) in enumerate(_FIRES, start=1):
            setattr(self, f"_conv{i}", MakeFire(channels, squeeze, expand))
            channels = 2 * expand
        if num_classes > 0:
            self._drop = nn.Dropout(p=0.5, mode="downscale_in_infer")
            self._conv9 = nn.Conv2D(512, num_classes, 1)
        self._avg_pool = nn.AdaptiveAvgPool2D(1)

    def forward(self, inputs):
        x = F.relu(self._conv(inputs))
        for i in range(1, len(_FIRES) + 1):
            if i in _POOLS[self.version]:
                x = self._pool(x)
            x = getattr(self, f"_conv{i}")(x)
        if self.num_classes > 0:
            x = self._conv9(self._drop(x))
        if self.with_pool:
            x = paddle.squeeze(self._avg_pool(F.relu(x)), axis=[2, 3])
        return x


def _squeezenet(version, pretrained, **kwargs):
    model = SqueezeNet(version, **kwargs)
    arch = "squeezenet" + version.replace(".", "_")
    return load_pretrained(model, arch, model_urls) if pretrained else model


def squeezenet1_0(pretrained=False, **kwargs):
    """SqueezeNet 1.0.

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded.
        **kwargs (any): ``num_classes`` and ``with_pool`` of ``SqueezeNet``.

    Returns:
        SqueezeNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.squeezenet1_0()._conv.weight.shape
        paddle.Size([96, 3, 7, 7])
    """
    return _squeezenet("1.0", pretrained, **kwargs)


@args_of(squeezenet1_0)
def squeezenet1_1(pretrained=False, **kwargs):
    """SqueezeNet 1.1.

    Returns:
        SqueezeNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.squeezenet1_1()._conv.weight.shape
        paddle.Size([64, 3, 3, 3])
    """
    return _squeezenet("1.1", pretrained, **kwargs)
