"""ResNet (He et al., 2015), ResNeXt (Xie et al., 2017) and Wide ResNet (Zagoruyko and Komodakis, 2016)."""

import paddle
from paddle import nn

from ...framework.docs import args_of
from ._utils import load_pretrained

_HOME = "https://paddle-hapi.bj.bcebos.com/models/"
_MD5 = {
    "resnet18": "cf548f46534aa3560945be4b95cd11c4",
    "resnet34": "8d2275cf8706028345f78ac0e1d31969",
    "resnet50": "ca6f485ee1ab0492d38f323885b0ad80",
    "resnet101": "02f35f034ca3858e1e54d4036443c92d",
    "resnet152": "7ad16a2f1e7333859ff986138630fd7a",
    "resnext50_32x4d": "dc47483169be7d6f018fcbb7baf8775d",
    "resnext50_64x4d": "063d4b483e12b06388529450ad7576db",
    "resnext101_32x4d": "967b090039f9de2c8d06fe994fb9095f",
    "resnext101_64x4d": "98e04e7ca616a066699230d769d03008",
    "resnext152_32x4d": "18ff0beee21f2efc99c4b31786107121",
    "resnext152_64x4d": "77c4af00ca42c405fa7f841841959379",
    "wide_resnet50_2": "0282f804d73debdab289bd9fea3fa6dc",
    "wide_resnet101_2": "d4360a2d23657f059216f5d5a1a9ac93",
}
model_urls = {arch: (f"{_HOME}{arch}.pdparams", md5) for arch, md5 in _MD5.items()}
_REPEATS = {
    18: (2, 2, 2, 2),
    34: (3, 4, 6, 3),
    50: (3, 4, 6, 3),
    101: (3, 4, 23, 3),
    152: (3, 8, 36, 3),
}


class BasicBlock(nn.Layer):
    """Two convolutions of 3x3 beside a shortcut.

    Args:
        inplanes (int): channels in.
        planes (int): channels out.
        stride (int): of the first convolution.
        downsample (Layer, optional): brings the shortcut to the shape of the result.
        groups, base_width, dilation (int): accepted; 1, 64 and 1.
        norm_layer (callable, optional): makes a norm of some channels, default ``BatchNorm2D``.

    Examples:
        >>> import paddle
        >>> from paddle.vision.models.resnet import BasicBlock
        >>> BasicBlock(4, 4)(paddle.ones([1, 4, 8, 8])).shape
        paddle.Size([1, 4, 8, 8])
    """

    expansion = 1

    def __init__(
        self,
        inplanes,
        planes,
        stride=1,
        downsample=None,
        groups=1,
        base_width=64,
        dilation=1,
        norm_layer=None,
    ):
        super().__init__()
        if dilation > 1:
            raise NotImplementedError(
                f"(Unimplemented) BasicBlock: argument `dilation` is {dilation}.\n  Expected: 1"
            )
        norm_layer = norm_layer or nn.BatchNorm2D
        self.conv1 = nn.Conv2D(inplanes, planes, 3, padding=1, stride=stride, bias_attr=False)
        self.bn1 = norm_layer(planes)
        self.relu = nn.ReLU()
        self.conv2 = nn.Conv2D(planes, planes, 3, padding=1, bias_attr=False)
        self.bn2 = norm_layer(planes)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return self.relu(out + (x if self.downsample is None else self.downsample(x)))


@args_of(BasicBlock)
class BottleneckBlock(nn.Layer):
    """Convolutions of 1x1, 3x3 and 1x1 beside a shortcut; the result has 4 times `planes` channels.

    Args:
        planes (int): a quarter of the channels out.
        stride (int): of the 3x3 convolution.
        groups (int): of the 3x3 convolution.
        base_width (int): channels of each group for 64 `planes`.
        dilation (int): of the 3x3 convolution.

    Examples:
        >>> import paddle
        >>> from paddle.vision.models.resnet import BottleneckBlock
        >>> BottleneckBlock(8, 2)(paddle.ones([1, 8, 8, 8])).shape
        paddle.Size([1, 8, 8, 8])
    """

    expansion = 4

    def __init__(
        self,
        inplanes,
        planes,
        stride=1,
        downsample=None,
        groups=1,
        base_width=64,
        dilation=1,
        norm_layer=None,
    ):
        super().__init__()
        norm_layer = norm_layer or nn.BatchNorm2D
        width = int(planes * (base_width / 64.0)) * groups
        self.conv1 = nn.Conv2D(inplanes, width, 1, bias_attr=False)
        self.bn1 = norm_layer(width)
        self.conv2 = nn.Conv2D(
            width,
            width,
            3,
            padding=dilation,
            stride=stride,
            groups=groups,
            dilation=dilation,
            bias_attr=False,
        )
        self.bn2 = norm_layer(width)
        self.conv3 = nn.Conv2D(width, planes * self.expansion, 1, bias_attr=False)
        self.bn3 = norm_layer(planes * self.expansion)
        self.relu = nn.ReLU()
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        return self.relu(out + (x if self.downsample is None else self.downsample(x)))


class ResNet(nn.Layer):
    """ResNet and its kin, for images [n, 3, h, w].

    Args:
        block (type): ``BasicBlock`` or ``BottleneckBlock`` of ``paddle.vision.models.resnet``.
        depth (int): 18, 34, 50, 101 or 152 layers.
        width (int): channels of each group in the bottlenecks for 64 planes.
        num_classes (int): how many outputs; 0 leaves the linear layer out.
        with_pool (bool): whether the features are averaged over the image.
        groups (int): of the 3x3 convolutions in the bottlenecks.

    Examples:
        >>> import paddle
        >>> from paddle.vision.models.resnet import BasicBlock
        >>> model = paddle.vision.models.ResNet(BasicBlock, 18, num_classes=5)
        >>> model(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, block, depth=50, width=64, num_classes=1000, with_pool=True, groups=1):
        super().__init__()
        if depth not in _REPEATS:
            raise ValueError(
                "(InvalidArgument) ResNet: argument `depth` is wrong.\n"
                f"  Expected: one of {list(_REPEATS)}\n  Received: {depth}"
            )
        repeats = _REPEATS[depth]
        self.groups = groups
        self.base_width = width
        self.num_classes = num_classes
        self.with_pool = with_pool
        self._norm_layer = nn.BatchNorm2D
        self.inplanes = 64
        self.dilation = 1
        self.conv1 = nn.Conv2D(3, 64, kernel_size=7, stride=2, padding=3, bias_attr=False)
        self.bn1 = self._norm_layer(64)
        self.relu = nn.ReLU()
        self.maxpool = nn.MaxPool2D(kernel_size=3, stride=2, padding=1)
        self.layer1 = self._make_layer(block, 64, repeats[0])
        self.layer2 = self._make_layer(block, 128, repeats[1], stride=2)
        self.layer3 = self._make_layer(block, 256, repeats[2], stride=2)
        self.layer4 = self._make_layer(block, 512, repeats[3], stride=2)
        if with_pool:
            self.avgpool = nn.AdaptiveAvgPool2D((1, 1))
        if num_classes > 0:
            self.fc = nn.Linear(512 * block.expansion, num_classes)

    def _make_layer(self, block, planes, blocks, stride=1, dilate=False):
        norm_layer, downsample, dilation = self._norm_layer, None, self.dilation
        if dilate:
            self.dilation *= stride
            stride = 1
        out = planes * block.expansion
        if stride != 1 or self.inplanes != out:
            downsample = nn.Sequential(
                nn.Conv2D(self.inplanes, out, 1, stride=stride, bias_attr=False), norm_layer(out)
            )
        first = block(
            self.inplanes,
            planes,
            stride,
            downsample,
            self.groups,
            self.base_width,
            dilation,
            norm_layer,
        )
        self.inplanes = out
        more = [
            block(
                out, planes, groups=self.groups, base_width=self.base_width, norm_layer=norm_layer
            )
            for _ in range(1, blocks)
        ]
        return nn.Sequential(first, *more)

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        if self.with_pool:
            x = self.avgpool(x)
        return self.fc(paddle.flatten(x, 1)) if self.num_classes > 0 else x


def _resnet(arch, block, depth, pretrained, **kwargs):
    model = ResNet(block, depth, **kwargs)
    return load_pretrained(model, arch, model_urls) if pretrained else model


def resnet18(pretrained=False, **kwargs):
    """ResNet of 18 layers.

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded.
        **kwargs (any): of ``ResNet``, such as ``num_classes`` and ``with_pool``.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.resnet18()(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 1000])
    """
    return _resnet("resnet18", BasicBlock, 18, pretrained, **kwargs)


@args_of(resnet18)
def resnet34(pretrained=False, **kwargs):
    """ResNet of 34 layers.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnet34(num_classes=2)
        >>> len(model.layer3)
        6
    """
    return _resnet("resnet34", BasicBlock, 34, pretrained, **kwargs)


@args_of(resnet18)
def resnet50(pretrained=False, **kwargs):
    """ResNet of 50 layers, in bottlenecks.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnet50(num_classes=2)
        >>> model.fc.weight.shape
        paddle.Size([2048, 2])
    """
    return _resnet("resnet50", BottleneckBlock, 50, pretrained, **kwargs)


@args_of(resnet18)
def resnet101(pretrained=False, **kwargs):
    """ResNet of 101 layers, in bottlenecks.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnet101(num_classes=2)
        >>> len(model.layer3)
        23
    """
    return _resnet("resnet101", BottleneckBlock, 101, pretrained, **kwargs)


@args_of(resnet18)
def resnet152(pretrained=False, **kwargs):
    """ResNet of 152 layers, in bottlenecks.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnet152(num_classes=2)
        >>> len(model.layer3)
        36
    """
    return _resnet("resnet152", BottleneckBlock, 152, pretrained, **kwargs)


@args_of(resnet18)
def resnext50_32x4d(pretrained=False, **kwargs):
    """ResNeXt of 50 layers: 32 groups of 4 channels.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnext50_32x4d(num_classes=2)
        >>> model.layer1[0].conv2.weight.shape
        paddle.Size([128, 4, 3, 3])
    """
    return _resnet(
        "resnext50_32x4d", BottleneckBlock, 50, pretrained, **{**kwargs, "groups": 32, "width": 4}
    )


@args_of(resnet18)
def resnext50_64x4d(pretrained=False, **kwargs):
    """ResNeXt of 50 layers: 64 groups of 4 channels.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnext50_64x4d(num_classes=2)
        >>> model.layer1[0].conv2.weight.shape
        paddle.Size([256, 4, 3, 3])
    """
    return _resnet(
        "resnext50_64x4d", BottleneckBlock, 50, pretrained, **{**kwargs, "groups": 64, "width": 4}
    )


@args_of(resnet18)
def resnext101_32x4d(pretrained=False, **kwargs):
    """ResNeXt of 101 layers: 32 groups of 4 channels.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnext101_32x4d(num_classes=2)
        >>> model.layer1[0].conv2.weight.shape
        paddle.Size([128, 4, 3, 3])
    """
    return _resnet(
        "resnext101_32x4d", BottleneckBlock, 101, pretrained, **{**kwargs, "groups": 32, "width": 4}
    )


@args_of(resnet18)
def resnext101_64x4d(pretrained=False, **kwargs):
    """ResNeXt of 101 layers: 64 groups of 4 channels.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnext101_64x4d(num_classes=2)
        >>> model.layer1[0].conv2.weight.shape
        paddle.Size([256, 4, 3, 3])
    """
    return _resnet(
        "resnext101_64x4d", BottleneckBlock, 101, pretrained, **{**kwargs, "groups": 64, "width": 4}
    )


@args_of(resnet18)
def resnext152_32x4d(pretrained=False, **kwargs):
    """ResNeXt of 152 layers: 32 groups of 4 channels.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnext152_32x4d(num_classes=2)
        >>> model.layer1[0].conv2.weight.shape
        paddle.Size([128, 4, 3, 3])
    """
    return _resnet(
        "resnext152_32x4d", BottleneckBlock, 152, pretrained, **{**kwargs, "groups": 32, "width": 4}
    )


@args_of(resnet18)
def resnext152_64x4d(pretrained=False, **kwargs):
    """ResNeXt of 152 layers: 64 groups of 4 channels.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.resnext152_64x4d(num_classes=2)
        >>> model.layer1[0].conv2.weight.shape
        paddle.Size([256, 4, 3, 3])
    """
    return _resnet(
        "resnext152_64x4d", BottleneckBlock, 152, pretrained, **{**kwargs, "groups": 64, "width": 4}
    )


@args_of(resnet18)
def wide_resnet50_2(pretrained=False, **kwargs):
    """Wide ResNet of 50 layers: bottlenecks of twice as many channels.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.wide_resnet50_2(num_classes=2)
        >>> model.layer1[0].conv2.weight.shape
        paddle.Size([128, 128, 3, 3])
    """
    return _resnet("wide_resnet50_2", BottleneckBlock, 50, pretrained, **{**kwargs, "width": 128})


@args_of(resnet18)
def wide_resnet101_2(pretrained=False, **kwargs):
    """Wide ResNet of 101 layers: bottlenecks of twice as many channels.

    Returns:
        ResNet

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.wide_resnet101_2(num_classes=2)
        >>> model.layer1[0].conv2.weight.shape
        paddle.Size([128, 128, 3, 3])
    """
    return _resnet("wide_resnet101_2", BottleneckBlock, 101, pretrained, **{**kwargs, "width": 128})
