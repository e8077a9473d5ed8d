"""MobileNet V2 (Sandler et al., 2018)."""

import paddle
from paddle import nn

from ..layers import ConvNormActivation
from ._utils import _make_divisible, load_pretrained

model_urls = {
    "mobilenetv2_1.0": (
        "https://paddle-hapi.bj.bcebos.com/models/mobilenet_v2_x1.0.pdparams",
        "0340af0a901346c8d46f4529882fb63d",
    )
}
# Expansion, channels, repeats, first stride.
_STAGES = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)


class InvertedResidual(nn.Layer):
    def __init__(self, inp, oup, stride, expand_ratio, norm_layer=nn.BatchNorm2D):
        super().__init__()
        self.stride = stride
        hidden = int(round(inp * expand_ratio))
        self.use_res_connect = stride == 1 and inp == oup
        around = {"norm_layer": norm_layer, "activation_layer": nn.ReLU6}
        expand = []
        if expand_ratio != 1:
            expand = [ConvNormActivation(inp, hidden, kernel_size=1, **around)]
        self.conv = nn.Sequential(
            *expand,
            ConvNormActivation(hidden, hidden, stride=stride, groups=hidden, **around),
            nn.Conv2D(hidden, oup, 1, 1, 0, bias_attr=False),
            norm_layer(oup),
        )

    def forward(self, x):
        return x + self.conv(x) if self.use_res_connect else self.conv(x)


class MobileNetV2(nn.Layer):
    """MobileNet V2, for images [n, 3, h, w].

    Args:
        scale (float): times the channels of each layer.
        num_classes (int): how many outputs; 0 leaves the linear layer out.
        with_pool (bool): whether the features are averaged over the image.

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.MobileNetV2(scale=0.25, num_classes=5)
        >>> model(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, scale=1.0, num_classes=1000, with_pool=True):
        super().__init__()
        self.num_classes = num_classes
        self.with_pool = with_pool
        channels = _make_divisible(32 * scale)
        self.last_channel = _make_divisible(1280 * max(1.0, scale))
        features = [ConvNormActivation(3, channels, stride=2, activation_layer=nn.ReLU6)]
        for expansion, width, repeats, first_stride in _STAGES:
            out = _make_divisible(width * scale)
            for i in range(repeats):
                stride = first_stride if i == 0 else 1
                features.append(InvertedResidual(channels, out, stride, expansion))
                channels = out
        features.append(
            ConvNormActivation(
                channels, self.last_channel, kernel_size=1, activation_layer=nn.ReLU6
            )
        )
        self.features = nn.Sequential(*features)
        if with_pool:
            self.pool2d_avg = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self.classifier = nn.Sequential(
                nn.Dropout(0.2), nn.Linear(self.last_channel, num_classes)
            )

    def forward(self, x):
        x = self.features(x)
        if self.with_pool:
            x = self.pool2d_avg(x)
        return self.classifier(paddle.flatten(x, 1)) if self.num_classes > 0 else x


def mobilenet_v2(pretrained=False, scale=1.0, **kwargs):
    """MobileNet V2 (Sandler et al., 2018).

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded (for a scale of 1).
        scale (float): times the channels of each layer.
        **kwargs (any): ``num_classes`` and ``with_pool`` of ``MobileNetV2``.

    Returns:
        MobileNetV2

    Examples:
        >>> import paddle
        >>> len(paddle.vision.models.mobilenet_v2(scale=0.5).features)
        19
    """
    model = MobileNetV2(scale=scale, **kwargs)
    return load_pretrained(model, f"mobilenetv2_{scale}", model_urls) if pretrained else model
