"""AlexNet (Krizhevsky et al., 2012)."""

import paddle
import paddle.nn.functional as F
from paddle import nn

from ._utils import load_pretrained

model_urls = {
    "alexnet": (
        "https://paddle-imagenet-models-name.bj.bcebos.com/dygraph/AlexNet_pretrained.pdparams",
        "7f0f9f737132e02732d75a1459d98a43",
    )
}


def _uniform(fan_in):
    bound = fan_in**-0.5
    attr = paddle.ParamAttr(initializer=nn.initializer.Uniform(-bound, bound))
    return {"weight_attr": attr, "bias_attr": attr}


class ConvPoolLayer(nn.Layer):
    def __init__(self, input_channels, output_channels, filter_size, stride, padding, fan_in):
        super().__init__()
        self.relu = nn.ReLU()
        self._conv = nn.Conv2D(
            input_channels, output_channels, filter_size, stride, padding, **_uniform(fan_in)
        )
        self._pool = nn.MaxPool2D(kernel_size=3, stride=2, padding=0)

    def forward(self, inputs):
        return self._pool(self.relu(self._conv(inputs)))


class AlexNet(nn.Layer):
    """AlexNet, for images [n, 3, 224, 224].

    Args:
        num_classes (int): how many outputs; 0 leaves the linear layers out.

    Examples:
        >>> import paddle
        >>> paddle.vision.models.AlexNet(num_classes=0)(paddle.ones([1, 3, 224, 224])).shape
        paddle.Size([1, 256, 6, 6])
    """

    def __init__(self, num_classes=1000):
        super().__init__()
        self.num_classes = num_classes
        self._conv1 = ConvPoolLayer(3, 64, 11, 4, 2, 3 * 11 * 11)
        self._conv2 = ConvPoolLayer(64, 192, 5, 1, 2, 64 * 5 * 5)
        self._conv3 = nn.Conv2D(192, 384, 3, stride=1, padding=1, **_uniform(192 * 3 * 3))
        self._conv4 = nn.Conv2D(384, 256, 3, stride=1, padding=1, **_uniform(384 * 3 * 3))
        self._conv5 = ConvPoolLayer(256, 256, 3, 1, 1, 256 * 3 * 3)
        if num_classes > 0:
            around = _uniform(256 * 6 * 6)
            self._drop1 = nn.Dropout(p=0.5, mode="downscale_in_infer")
            self._fc6 = nn.Linear(256 * 6 * 6, 4096, **around)
            self._drop2 = nn.Dropout(p=0.5, mode="downscale_in_infer")
            self._fc7 = nn.Linear(4096, 4096, **around)
            self._fc8 = nn.Linear(4096, num_classes, **around)

    def forward(self, inputs):
        x = self._conv2(self._conv1(inputs))
        x = F.relu(self._conv3(x))
        x = F.relu(self._conv4(x))
        x = self._conv5(x)
        if self.num_classes > 0:
            x = self._drop1(paddle.flatten(x, 1))
            x = self._drop2(F.relu(self._fc6(x)))
            x = self._fc8(F.relu(self._fc7(x)))
        return x


def alexnet(pretrained=False, **kwargs):
    """AlexNet (Krizhevsky et al., 2012).

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded.
        **kwargs (any): of ``AlexNet``.

    Returns:
        AlexNet

    Examples:
        >>> import paddle
        >>> type(paddle.vision.models.alexnet(num_classes=0)).__name__
        'AlexNet'
    """
    model = AlexNet(**kwargs)
    return load_pretrained(model, "alexnet", model_urls) if pretrained else model
