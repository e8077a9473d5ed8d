"""ShuffleNet V2 (Ma et al., 2018)."""

import paddle
from paddle import nn

from ...framework.docs import args_of
from ..layers import ConvNormActivation
from ._utils import load_pretrained

_HOME = "https://paddle-hapi.bj.bcebos.com/models/"
_MD5 = {
    "x0_25": "1e509b4c140eeb096bb16e214796d03b",
    "x0_33": "3d7b3ab0eaa5c0927ff1026d31b729bd",
    "x0_5": "5e5cee182a7793c4e4c73949b1a71bd4",
    "x1_0": "122d42478b9e81eb49f8a9ede327b1a4",
    "x1_5": "faced5827380d73531d0ee027c67826d",
    "x2_0": "cd3dddcd8305e7bcd8ad14d1c69a5784",
    "swish": "adde0aa3b023e5b0c94a68be1c394b84",
}
model_urls = {
    f"shufflenet_v2_{name}": (f"{_HOME}shufflenet_v2_{name}.pdparams", md5)
    for name, md5 in _MD5.items()
}
# By scale: channels behind the first convolution, each stage and the last convolution.
_CHANNELS = {
    0.25: (24, 24, 48, 96, 512),
    0.33: (24, 32, 64, 128, 512),
    0.5: (24, 48, 96, 192, 1024),
    1.0: (24, 116, 232, 464, 1024),
    1.5: (24, 176, 352, 704, 1024),
    2.0: (24, 224, 488, 976, 2048),
}
_REPEATS = (4, 8, 4)
_ACTIVATIONS = {"relu": nn.ReLU, "swish": nn.Swish, None: None}


def channel_shuffle(x, groups):
    """Takes channels from each of the groups in turn."""
    n, channels, height, width = x.shape
    x = paddle.reshape(x, [n, groups, channels // groups, height, width])
    return paddle.reshape(paddle.transpose(x, [0, 2, 1, 3, 4]), [n, channels, height, width])


def _pointwise(fan_in, out, activation_layer):
    return ConvNormActivation(fan_in, out, 1, 1, 0, activation_layer=activation_layer)


def _depthwise(channels, stride):
    return ConvNormActivation(
        channels, channels, 3, stride, 1, groups=channels, activation_layer=None
    )


class InvertedResidual(nn.Layer):
    def __init__(self, in_channels, out_channels, stride, activation_layer=nn.ReLU):
        super().__init__()
        half = out_channels // 2
        self._conv_pw = _pointwise(in_channels // 2, half, activation_layer)
        self._conv_dw = _depthwise(half, stride)
        self._conv_linear = _pointwise(half, half, activation_layer)

    def forward(self, x):
        stays, changes = paddle.split(x, 2, axis=1)
        changes = self._conv_linear(self._conv_dw(self._conv_pw(changes)))
        return channel_shuffle(paddle.concat([stays, changes], axis=1), 2)


class InvertedResidualDS(nn.Layer):
    """The block that halves the size."""

    def __init__(self, in_channels, out_channels, stride, activation_layer=nn.ReLU):
        super().__init__()
        half = out_channels // 2
        self._conv_dw_1 = _depthwise(in_channels, stride)
        self._conv_linear_1 = _pointwise(in_channels, half, activation_layer)
        self._conv_pw_2 = _pointwise(in_channels, half, activation_layer)
        self._conv_dw_2 = _depthwise(half, stride)
        self._conv_linear_2 = _pointwise(half, half, activation_layer)

    def forward(self, x):
        one = self._conv_linear_1(self._conv_dw_1(x))
        two = self._conv_linear_2(self._conv_dw_2(self._conv_pw_2(x)))
        return channel_shuffle(paddle.concat([one, two], axis=1), 2)


class ShuffleNetV2(nn.Layer):
    """ShuffleNet V2, for images [n, 3, h, w].

    Args:
        scale (float): 0.25, 0.33, 0.5, 1.0, 1.5 or 2.0: how wide it is.
        act (str): relu or swish.
        num_classes (int): how many outputs; 0 leaves the linear layer out.
        with_pool (bool): whether the features are averaged over the image.

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.ShuffleNetV2(scale=0.25, num_classes=5)
        >>> model(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, scale=1.0, act="relu", num_classes=1000, with_pool=True):
        super().__init__()
        if scale not in _CHANNELS:
            raise NotImplementedError(
                "(Unimplemented) ShuffleNetV2: argument `scale` is wrong.\n"
                f"  Expected: one of {list(_CHANNELS)}\n  Received: {scale}"
            )
        if act not in _ACTIVATIONS:
            raise RuntimeError(
                "(InvalidArgument) ShuffleNetV2: argument `act` is wrong.\n"
                f"  Expected: relu or swish\n  Received: {act}"
            )
        self.scale = scale
        self.num_classes = num_classes
        self.with_pool = with_pool
        activation = _ACTIVATIONS[act]
        first, *stages, last = _CHANNELS[scale]
        self._conv1 = ConvNormActivation(3, first, 3, 2, 1, activation_layer=activation)
        self._max_pool = nn.MaxPool2D(kernel_size=3, stride=2, padding=1)
        self._block_list = []
        channels = first
        for stage, (width, repeats) in enumerate(zip(stages, _REPEATS, strict=True), start=2):
            for i in range(repeats):
                kind, stride = (InvertedResidual, 1) if i else (InvertedResidualDS, 2)
                block = kind(channels, width, stride, activation)
                self._block_list.append(self.add_sublayer(f"{stage}_{i + 1}", block))
                channels = width
        self._last_conv = _pointwise(channels, last, activation)
        if with_pool:
            self._pool2d_avg = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self._out_c = last
            self._fc = nn.Linear(last, num_classes)

    def forward(self, inputs):
        x = self._max_pool(self._conv1(inputs))
        for block in self._block_list:
            x = block(x)
        x = self._last_conv(x)
        if self.with_pool:
            x = self._pool2d_avg(x)
        return self._fc(paddle.flatten(x, 1)) if self.num_classes > 0 else x


def _shufflenet(name, pretrained, **kwargs):
    model = ShuffleNetV2(**kwargs)
    return load_pretrained(model, f"shufflenet_v2_{name}", model_urls) if pretrained else model


def shufflenet_v2_x0_25(pretrained=False, **kwargs):
    """ShuffleNet V2 of scale 0.25.

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded.
        **kwargs (any): of ``ShuffleNetV2``, such as ``num_classes``.

    Returns:
        ShuffleNetV2

    Examples:
        >>> import paddle
        >>> paddle.vision.models.shufflenet_v2_x0_25(num_classes=2)._fc.weight.shape
        paddle.Size([512, 2])
    """
    return _shufflenet("x0_25", pretrained, scale=0.25, **kwargs)


@args_of(shufflenet_v2_x0_25)
def shufflenet_v2_x0_33(pretrained=False, **kwargs):
    """ShuffleNet V2 of scale 0.33.

    Returns:
        ShuffleNetV2

    Examples:
        >>> import paddle
        >>> paddle.vision.models.shufflenet_v2_x0_33(num_classes=2)._fc.weight.shape
        paddle.Size([512, 2])
    """
    return _shufflenet("x0_33", pretrained, scale=0.33, **kwargs)


@args_of(shufflenet_v2_x0_25)
def shufflenet_v2_x0_5(pretrained=False, **kwargs):
    """ShuffleNet V2 of scale 0.5.

    Returns:
        ShuffleNetV2

    Examples:
        >>> import paddle
        >>> paddle.vision.models.shufflenet_v2_x0_5(num_classes=2)._fc.weight.shape
        paddle.Size([1024, 2])
    """
    return _shufflenet("x0_5", pretrained, scale=0.5, **kwargs)


@args_of(shufflenet_v2_x0_25)
def shufflenet_v2_x1_0(pretrained=False, **kwargs):
    """ShuffleNet V2 of scale 1.0.

    Returns:
        ShuffleNetV2

    Examples:
        >>> import paddle
        >>> paddle.vision.models.shufflenet_v2_x1_0(num_classes=2)._fc.weight.shape
        paddle.Size([1024, 2])
    """
    return _shufflenet("x1_0", pretrained, scale=1.0, **kwargs)


@args_of(shufflenet_v2_x0_25)
def shufflenet_v2_x1_5(pretrained=False, **kwargs):
    """ShuffleNet V2 of scale 1.5.

    Returns:
        ShuffleNetV2

    Examples:
        >>> import paddle
        >>> paddle.vision.models.shufflenet_v2_x1_5(num_classes=2)._fc.weight.shape
        paddle.Size([1024, 2])
    """
    return _shufflenet("x1_5", pretrained, scale=1.5, **kwargs)


@args_of(shufflenet_v2_x0_25)
def shufflenet_v2_x2_0(pretrained=False, **kwargs):
    """ShuffleNet V2 of scale 2.0.

    Returns:
        ShuffleNetV2

    Examples:
        >>> import paddle
        >>> paddle.vision.models.shufflenet_v2_x2_0(num_classes=2)._fc.weight.shape
        paddle.Size([2048, 2])
    """
    return _shufflenet("x2_0", pretrained, scale=2.0, **kwargs)


@args_of(shufflenet_v2_x0_25)
def shufflenet_v2_swish(pretrained=False, **kwargs):
    """ShuffleNet V2 of scale 1.0, with swish as activation.

    Returns:
        ShuffleNetV2

    Examples:
        >>> import paddle
        >>> paddle.vision.models.shufflenet_v2_swish(num_classes=2)._fc.weight.shape
        paddle.Size([1024, 2])
    """
    return _shufflenet("swish", pretrained, scale=1.0, act="swish", **kwargs)
