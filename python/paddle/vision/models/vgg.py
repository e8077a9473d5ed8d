"""VGG (Simonyan and Zisserman, 2014)."""

import paddle
from paddle import nn

from ...framework.docs import args_of
from ._utils import load_pretrained

_HOME = "https://paddle-hapi.bj.bcebos.com/models/"
model_urls = {
    "vgg16": (_HOME + "vgg16.pdparams", "89bbffc0f87d260be9b8cdc169c991c4"),
    "vgg19": (_HOME + "vgg19.pdparams", "23b18bb13d8894f60f54e642be79a0dd"),
}
_REPEATS = {11: (1, 1, 2, 2, 2), 13: (2, 2, 2, 2, 2), 16: (2, 2, 3, 3, 3), 19: (2, 2, 4, 4, 4)}


class VGG(nn.Layer):
    """VGG on top of the convolutions that it is given.

    Args:
        features (Layer): the convolutions, with 512 channels at their end.
        num_classes (int): how many outputs; 0 leaves the linear layers out.
        with_pool (bool): whether the features are averaged to 7x7 first.

    Examples:
        >>> import paddle
        >>> features = paddle.nn.Conv2D(3, 512, 3, stride=16)
        >>> model = paddle.vision.models.VGG(features, num_classes=0)
        >>> model(paddle.ones([1, 3, 224, 224])).shape
        paddle.Size([1, 512, 7, 7])
    """

    def __init__(self, features, num_classes=1000, with_pool=True):
        super().__init__()
        self.features = features
        self.num_classes = num_classes
        self.with_pool = with_pool
        if with_pool:
            self.avgpool = nn.AdaptiveAvgPool2D((7, 7))
        if num_classes > 0:
            self.classifier = nn.Sequential(
                nn.Linear(512 * 7 * 7, 4096),
                nn.ReLU(),
                nn.Dropout(),
                nn.Linear(4096, 4096),
                nn.ReLU(),
                nn.Dropout(),
                nn.Linear(4096, num_classes),
            )

    def forward(self, x):
        x = self.features(x)
        if self.with_pool:
            x = self.avgpool(x)
        return self.classifier(paddle.flatten(x, 1)) if self.num_classes > 0 else x


def _features(repeats, batch_norm):
    layers, channels = [], 3
    for repeat, width in zip(repeats, (64, 128, 256, 512, 512), strict=True):
        for _ in range(repeat):
            layers.append(nn.Conv2D(channels, width, kernel_size=3, padding=1))
            layers += [nn.BatchNorm2D(width)] if batch_norm else []
            layers.append(nn.ReLU())
            channels = width
        layers.append(nn.MaxPool2D(kernel_size=2, stride=2))
    return nn.Sequential(*layers)


def _vgg(depth, batch_norm, pretrained, **kwargs):
    model = VGG(_features(_REPEATS[depth], batch_norm), **kwargs)
    arch = f"vgg{depth}_bn" if batch_norm else f"vgg{depth}"
    return load_pretrained(model, arch, model_urls) if pretrained else model


def vgg11(pretrained=False, batch_norm=False, **kwargs):
    """VGG of 11 layers.

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded (16 and 19 layers).
        batch_norm (bool): whether a batch norm follows each convolution.
        **kwargs (any): ``num_classes`` and ``with_pool`` of ``VGG``.

    Returns:
        VGG

    Examples:
        >>> import paddle
        >>> paddle.vision.models.vgg11(num_classes=0)(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 512, 7, 7])
    """
    return _vgg(11, batch_norm, pretrained, **kwargs)


@args_of(vgg11)
def vgg13(pretrained=False, batch_norm=False, **kwargs):
    """VGG of 13 layers.

    Returns:
        VGG

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.vgg13(batch_norm=True, num_classes=0)
        >>> len(model.features)
        35
    """
    return _vgg(13, batch_norm, pretrained, **kwargs)


@args_of(vgg11)
def vgg16(pretrained=False, batch_norm=False, **kwargs):
    """VGG of 16 layers.

    Returns:
        VGG

    Examples:
        >>> import paddle
        >>> len(paddle.vision.models.vgg16(num_classes=0).features)
        31
    """
    return _vgg(16, batch_norm, pretrained, **kwargs)


@args_of(vgg11)
def vgg19(pretrained=False, batch_norm=False, **kwargs):
    """VGG of 19 layers.

    Returns:
        VGG

    Examples:
        >>> import paddle
        >>> len(paddle.vision.models.vgg19(num_classes=0).features)
        37
    """
    return _vgg(19, batch_norm, pretrained, **kwargs)
