"""MobileNet V3 (Howard et al., 2019)."""

from functools import partial

import paddle
from paddle import nn

from ...framework.docs import args_of
from ..layers import ConvNormActivation
from ._utils import _make_divisible, load_pretrained

_HOME = "https://paddle-hapi.bj.bcebos.com/models/"
model_urls = {
    "mobilenet_v3_small_x1.0": (
        _HOME + "mobilenet_v3_small_x1.0.pdparams",
        "34fe0e7c1f8b00b2b056ad6788d0590c",
    ),
    "mobilenet_v3_large_x1.0": (
        _HOME + "mobilenet_v3_large_x1.0.pdparams",
        "118db5792b4e183b925d8e8e334db3df",
    ),
}
# Channels in, kernel, expanded channels, channels out, squeeze and excitation, activation, stride.
_SMALL = (
    (16, 3, 16, 16, True, "relu", 2),
    (16, 3, 72, 24, False, "relu", 2),
    (24, 3, 88, 24, False, "relu", 1),
    (24, 5, 96, 40, True, "hardswish", 2),
    (40, 5, 240, 40, True, "hardswish", 1),
    (40, 5, 240, 40, True, "hardswish", 1),
    (40, 5, 120, 48, True, "hardswish", 1),
    (48, 5, 144, 48, True, "hardswish", 1),
    (48, 5, 288, 96, True, "hardswish", 2),
    (96, 5, 576, 96, True, "hardswish", 1),
    (96, 5, 576, 96, True, "hardswish", 1),
)
_LARGE = (
    (16, 3, 16, 16, False, "relu", 1),
    (16, 3, 64, 24, False, "relu", 2),
    (24, 3, 72, 24, False, "relu", 1),
    (24, 5, 72, 40, True, "relu", 2),
    (40, 5, 120, 40, True, "relu", 1),
    (40, 5, 120, 40, True, "relu", 1),
    (40, 3, 240, 80, False, "hardswish", 2),
    (80, 3, 200, 80, False, "hardswish", 1),
    (80, 3, 184, 80, False, "hardswish", 1),
    (80, 3, 184, 80, False, "hardswish", 1),
    (80, 3, 480, 112, True, "hardswish", 1),
    (112, 3, 672, 112, True, "hardswish", 1),
    (112, 5, 672, 160, True, "hardswish", 2),
    (160, 5, 960, 160, True, "hardswish", 1),
    (160, 5, 960, 160, True, "hardswish", 1),
)
_ACTIVATIONS = {"relu": nn.ReLU, "hardswish": nn.Hardswish}


class SqueezeExcitation(nn.Layer):
    def __init__(
        self, input_channels, squeeze_channels, activation=nn.ReLU, scale_activation=nn.Sigmoid
    ):
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2D(1)
        self.fc1 = nn.Conv2D(input_channels, squeeze_channels, 1)
        self.fc2 = nn.Conv2D(squeeze_channels, input_channels, 1)
        self.activation = activation()
        self.scale_activation = scale_activation()

    def forward(self, x):
        scale = self.fc2(self.activation(self.fc1(self.avgpool(x))))
        return self.scale_activation(scale) * x


class InvertedResidualConfig:
    """The sizes of a block, its channels times `scale`."""

    def __init__(
        self,
        in_channels,
        kernel,
        expanded_channels,
        out_channels,
        use_se,
        activation,
        stride,
        scale=1.0,
    ):
        self.in_channels = self.adjust_channels(in_channels, scale)
        self.kernel = kernel
        self.expanded_channels = self.adjust_channels(expanded_channels, scale)
        self.out_channels = self.adjust_channels(out_channels, scale)
        self.use_se = use_se
        if activation is not None and activation not in _ACTIVATIONS:
            raise RuntimeError(
                f"(InvalidArgument) InvertedResidualConfig: unknown activation {activation}"
            )
        self.activation_layer = _ACTIVATIONS.get(activation)
        self.stride = stride

    @staticmethod
    def adjust_channels(channels, scale=1.0):
        return _make_divisible(channels * scale, 8)


class InvertedResidual(nn.Layer):
    def __init__(
        self,
        in_channels,
        expanded_channels,
        out_channels,
        filter_size,
        stride,
        use_se,
        activation_layer,
        norm_layer,
    ):
        super().__init__()
        self.use_res_connect = stride == 1 and in_channels == out_channels
        self.use_se = use_se
        self.expand = in_channels != expanded_channels
        around = {"norm_layer": norm_layer, "activation_layer": activation_layer}
        if self.expand:
            self.expand_conv = ConvNormActivation(in_channels, expanded_channels, 1, 1, 0, **around)
        self.bottleneck_conv = ConvNormActivation(
            expanded_channels,
            expanded_channels,
            filter_size,
            stride,
            (filter_size - 1) // 2,
            groups=expanded_channels,
            **around,
        )
        if use_se:
            self.mid_se = SqueezeExcitation(
                expanded_channels,
                _make_divisible(expanded_channels // 4),
                scale_activation=nn.Hardsigmoid,
            )
        self.linear_conv = ConvNormActivation(
            expanded_channels, out_channels, 1, 1, 0, norm_layer=norm_layer, activation_layer=None
        )

    def forward(self, x):
        out = self.expand_conv(x) if self.expand else x
        out = self.bottleneck_conv(out)
        if self.use_se:
            out = self.mid_se(out)
        out = self.linear_conv(out)
        return x + out if self.use_res_connect else out


class MobileNetV3(nn.Layer):
    def __init__(self, config, last_channel, scale=1.0, num_classes=1000, with_pool=True):
        super().__init__()
        self.config = config
        self.scale = scale
        self.last_channel = last_channel
        self.num_classes = num_classes
        self.with_pool = with_pool
        self.firstconv_in_channels = config[0].in_channels
        self.lastconv_in_channels = config[-1].in_channels
        self.lastconv_out_channels = self.lastconv_in_channels * 6
        norm_layer = partial(nn.BatchNorm2D, epsilon=0.001, momentum=0.99)
        around = {"norm_layer": norm_layer, "activation_layer": nn.Hardswish}
        self.conv = ConvNormActivation(3, self.firstconv_in_channels, 3, 2, 1, **around)
        self.blocks = nn.Sequential(
            *(
                InvertedResidual(
                    c.in_channels,
                    c.expanded_channels,
                    c.out_channels,
                    c.kernel,
                    c.stride,
                    c.use_se,
                    c.activation_layer,
                    norm_layer,
                )
                for c in config
            )
        )
        self.lastconv = ConvNormActivation(
            self.lastconv_in_channels, self.lastconv_out_channels, 1, 1, 0, **around
        )
        if with_pool:
            self.avgpool = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self.classifier = nn.Sequential(
                nn.Linear(self.lastconv_out_channels, last_channel),
                nn.Hardswish(),
                nn.Dropout(p=0.2),
                nn.Linear(last_channel, num_classes),
            )

    def forward(self, x):
        x = self.lastconv(self.blocks(self.conv(x)))
        if self.with_pool:
            x = self.avgpool(x)
        return self.classifier(paddle.flatten(x, 1)) if self.num_classes > 0 else x


class MobileNetV3Small(MobileNetV3):
    """MobileNet V3, the small one, for images [n, 3, h, w].

    Args:
        scale (float): times the channels of each layer.
        num_classes (int): how many outputs; 0 leaves the linear layers out.
        with_pool (bool): whether the features are averaged over the image.

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.MobileNetV3Small(scale=0.5, num_classes=5)
        >>> model(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, scale=1.0, num_classes=1000, with_pool=True):
        config = [InvertedResidualConfig(*block, scale) for block in _SMALL]
        super().__init__(config, _make_divisible(1024 * scale), scale, num_classes, with_pool)


@args_of(MobileNetV3Small)
class MobileNetV3Large(MobileNetV3):
    """MobileNet V3, the large one, for images [n, 3, h, w].

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.MobileNetV3Large(scale=0.5, num_classes=5)
        >>> model(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, scale=1.0, num_classes=1000, with_pool=True):
        config = [InvertedResidualConfig(*block, scale) for block in _LARGE]
        super().__init__(config, _make_divisible(1280 * scale), scale, num_classes, with_pool)


def mobilenet_v3_small(pretrained=False, scale=1.0, **kwargs):
    """MobileNet V3, the small one (Howard et al., 2019).

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded (for a scale of 1).
        scale (float): times the channels of each layer.
        **kwargs (any): ``num_classes`` and ``with_pool`` of the model.

    Returns:
        MobileNetV3Small

    Examples:
        >>> import paddle
        >>> len(paddle.vision.models.mobilenet_v3_small(scale=0.5).blocks)
        11
    """
    model = MobileNetV3Small(scale=scale, **kwargs)
    arch = f"mobilenet_v3_small_x{scale}"
    return load_pretrained(model, arch, model_urls) if pretrained else model


@args_of(mobilenet_v3_small)
def mobilenet_v3_large(pretrained=False, scale=1.0, **kwargs):
    """MobileNet V3, the large one (Howard et al., 2019).

    Returns:
        MobileNetV3Large

    Examples:
        >>> import paddle
        >>> len(paddle.vision.models.mobilenet_v3_large(scale=0.5).blocks)
        15
    """
    model = MobileNetV3Large(scale=scale, **kwargs)
    arch = f"mobilenet_v3_large_x{scale}"
    return load_pretrained(model, arch, model_urls) if pretrained else model
