"""MobileNet V1 (Howard et al., 2017)."""

import paddle
from paddle import nn

from ..layers import ConvNormActivation
from ._utils import load_pretrained

model_urls = {
    "mobilenetv1_1.0": (
        "https://paddle-hapi.bj.bcebos.com/models/mobilenetv1_1.0.pdparams",
        "3033ab1975b1670bef51545feb65fc45",
    )
}
# Name, channels in, channels out, stride of each block.
_BLOCKS = (
    ("conv2_1", 32, 64, 1),
    ("conv2_2", 64, 128, 2),
    ("conv3_1", 128, 128, 1),
    ("conv3_2", 128, 256, 2),
    ("conv4_1", 256, 256, 1),
    ("conv4_2", 256, 512, 2),
    *((f"conv5_{i}", 512, 512, 1) for i in range(1, 6)),
    ("conv5_6", 512, 1024, 2),
    ("conv6", 1024, 1024, 1),
)


class DepthwiseSeparable(nn.Layer):
    def __init__(self, in_channels, out_channels, stride):
        super().__init__()
        self._depthwise_conv = ConvNormActivation(
            in_channels, in_channels, kernel_size=3, stride=stride, padding=1, groups=in_channels
        )
        self._pointwise_conv = ConvNormActivation(
            in_channels, out_channels, kernel_size=1, stride=1, padding=0
        )

    def forward(self, x):
        return self._pointwise_conv(self._depthwise_conv(x))


class MobileNetV1(nn.Layer):
    """MobileNet V1, for images [n, 3, h, w].

    Args:
        scale (float): times the channels of each layer.
        num_classes (int): how many outputs; 0 leaves the linear layer out.
        with_pool (bool): whether the features are averaged over the image.

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.MobileNetV1(scale=0.25, num_classes=5)
        >>> model(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, scale=1.0, num_classes=1000, with_pool=True):
        super().__init__()
        self.scale = scale
        self.num_classes = num_classes
        self.with_pool = with_pool
        self.conv1 = ConvNormActivation(3, int(32 * scale), kernel_size=3, stride=2, padding=1)
        self.dwsl = [
            self.add_sublayer(
                name, DepthwiseSeparable(int(fan_in * scale), int(out * scale), stride)
            )
            for name, fan_in, out, stride in _BLOCKS
        ]
        if with_pool:
            self.pool2d_avg = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self.fc = nn.Linear(int(1024 * scale), num_classes)

    def forward(self, x):
        x = self.conv1(x)
        for block in self.dwsl:
            x = block(x)
        if self.with_pool:
            x = self.pool2d_avg(x)
        return self.fc(paddle.flatten(x, 1)) if self.num_classes > 0 else x


def mobilenet_v1(pretrained=False, scale=1.0, **kwargs):
    """MobileNet V1 (Howard et al., 2017).

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded (for a scale of 1).
        scale (float): times the channels of each layer.
        **kwargs (any): ``num_classes`` and ``with_pool`` of ``MobileNetV1``.

    Returns:
        MobileNetV1

    Examples:
        >>> import paddle
        >>> paddle.vision.models.mobilenet_v1(scale=0.5).fc.weight.shape
        paddle.Size([512, 1000])
    """
    model = MobileNetV1(scale=scale, **kwargs)
    return load_pretrained(model, f"mobilenetv1_{scale}", model_urls) if pretrained else model
