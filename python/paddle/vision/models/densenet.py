"""DenseNet (Huang et al., 2017)."""

import paddle
from paddle import nn

from ...framework.docs import args_of
from ._utils import load_pretrained

_HOME = "https://paddle-imagenet-models-name.bj.bcebos.com/dygraph/"
_MD5 = {
    121: "db1b239ed80a905290fd8b01d3af08e4",
    161: "62158869cb315098bd25ddbfd308a853",
    169: "82cc7c635c3f19098c748850efb2d796",
    201: "16ca29565a7712329cf9e36e02caaf58",
    264: "3270ce516b85370bba88cfdd9f60bff4",
}
model_urls = {
    f"densenet{n}": (f"{_HOME}DenseNet{n}_pretrained.pdparams", md5) for n, md5 in _MD5.items()
}
# First channels, channels that each layer adds, layers in each block.
_SPECS = {
    121: (64, 32, (6, 12, 24, 16)),
    161: (96, 48, (6, 12, 36, 24)),
    169: (64, 32, (6, 12, 32, 32)),
    201: (64, 32, (6, 12, 48, 32)),
    264: (64, 32, (6, 12, 64, 48)),
}


class BNACConvLayer(nn.Layer):
    """A norm, an activation and a convolution."""

    def __init__(
        self, num_channels, num_filters, filter_size, stride=1, pad=0, groups=1, act="relu"
    ):
        super().__init__()
        self._batch_norm = nn.BatchNorm(num_channels, act=act)
        self._conv = nn.Conv2D(
            num_channels, num_filters, filter_size, stride, pad, groups=groups, bias_attr=False
        )

    def forward(self, x):
        return self._conv(self._batch_norm(x))


class DenseLayer(nn.Layer):
    def __init__(self, num_channels, growth_rate, bn_size, dropout):
        super().__init__()
        self.dropout = dropout
        self.bn_ac_func1 = BNACConvLayer(num_channels, bn_size * growth_rate, 1)
        self.bn_ac_func2 = BNACConvLayer(bn_size * growth_rate, growth_rate, 3, pad=1)
        if dropout:
            self.dropout_func = nn.Dropout(p=dropout, mode="downscale_in_infer")

    def forward(self, x):
        new = self.bn_ac_func2(self.bn_ac_func1(x))
        if self.dropout:
            new = self.dropout_func(new)
        return paddle.concat([x, new], axis=1)


class DenseBlock(nn.Layer):
    def __init__(self, num_channels, num_layers, bn_size, growth_rate, dropout, name=None):
        super().__init__()
        self.dropout = dropout
        self.dense_layer_func = [
            self.add_sublayer(
                f"{name}_{i + 1}",
                DenseLayer(num_channels + i * growth_rate, growth_rate, bn_size, dropout),
            )
            for i in range(num_layers)
        ]

    def forward(self, x):
        for layer in self.dense_layer_func:
            x = layer(x)
        return x


class TransitionLayer(nn.Layer):
    def __init__(self, num_channels, num_output_features):
        super().__init__()
        self.conv_ac_func = BNACConvLayer(num_channels, num_output_features, 1)
        self.pool2d_avg = nn.AvgPool2D(kernel_size=2, stride=2, padding=0)

    def forward(self, x):
        return self.pool2d_avg(self.conv_ac_func(x))


class ConvBNLayer(nn.Layer):
    """A convolution, a norm and an activation."""

    def __init__(
        self, num_channels, num_filters, filter_size, stride=1, pad=0, groups=1, act="relu"
    ):
        super().__init__()
        self._conv = nn.Conv2D(
            num_channels, num_filters, filter_size, stride, pad, groups=groups, bias_attr=False
        )
        self._batch_norm = nn.BatchNorm(num_filters, act=act)

    def forward(self, x):
        return self._batch_norm(self._conv(x))


class DenseNet(nn.Layer):
    """DenseNet, for images [n, 3, h, w].

    Args:
        layers (int): 121, 161, 169, 201 or 264.
        bn_size (int): channels between the two convolutions of a layer, in those that it adds.
        dropout (float): probability behind each layer.
        num_classes (int): how many outputs; 0 leaves the linear layer out.
        with_pool (bool): whether the features are averaged over the image.

    Examples:
        >>> import paddle
        >>> model = paddle.vision.models.DenseNet(121, num_classes=5)
        >>> model(paddle.ones([1, 3, 32, 32])).shape
        paddle.Size([1, 5])
    """

    def __init__(self, layers=121, bn_size=4, dropout=0.0, num_classes=1000, with_pool=True):
        super().__init__()
        if layers not in _SPECS:
            raise ValueError(
                "(InvalidArgument) DenseNet: argument `layers` is wrong.\n"
                f"  Expected: one of {list(_SPECS)}\n  Received: {layers}"
            )
        self.num_classes = num_classes
        self.with_pool = with_pool
        features, growth_rate, self.block_config = _SPECS[layers]
        self.conv1_func = ConvBNLayer(3, features, filter_size=7, stride=2, pad=3)
        self.pool2d_max = nn.MaxPool2D(kernel_size=3, stride=2, padding=1)
        self.dense_block_func_list, self.transition_func_list = [], []
        for i, repeats in enumerate(self.block_config, start=2):
            block = DenseBlock(features, repeats, bn_size, growth_rate, dropout, f"conv{i}")
            self.dense_block_func_list.append(self.add_sublayer(f"db_conv_{i}", block))
            features += repeats * growth_rate
            if i <= len(self.block_config):
                transition = TransitionLayer(features, features // 2)
                self.transition_func_list.append(self.add_sublayer(f"tr_conv{i}_blk", transition))
                features //= 2
        self.batch_norm = nn.BatchNorm(features, act="relu")
        if with_pool:
            self.pool2d_avg = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            bound = features**-0.5
            attr = paddle.ParamAttr(initializer=nn.initializer.Uniform(-bound, bound))
            self.out = nn.Linear(features, num_classes, weight_attr=attr)

    def forward(self, x):
        x = self.pool2d_max(self.conv1_func(x))
        for i, block in enumerate(self.dense_block_func_list):
            x = block(x)
            if i < len(self.transition_func_list):
                x = self.transition_func_list[i](x)
        x = self.batch_norm(x)
        if self.with_pool:
            x = self.pool2d_avg(x)
        return self.out(paddle.flatten(x, 1)) if self.num_classes > 0 else x


def _densenet(layers, pretrained, **kwargs):
    model = DenseNet(layers, **kwargs)
    return load_pretrained(model, f"densenet{layers}", model_urls) if pretrained else model


def densenet121(pretrained=False, **kwargs):
    """DenseNet of 121 layers.

    Args:
        pretrained (bool): with weights trained on ImageNet, which are downloaded.
        **kwargs (any): of ``DenseNet``, such as ``num_classes``.

    Returns:
        DenseNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.densenet121(num_classes=2).out.weight.shape
        paddle.Size([1024, 2])
    """
    return _densenet(121, pretrained, **kwargs)


@args_of(densenet121)
def densenet161(pretrained=False, **kwargs):
    """DenseNet of 161 layers.

    Returns:
        DenseNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.densenet161(num_classes=2).out.weight.shape
        paddle.Size([2208, 2])
    """
    return _densenet(161, pretrained, **kwargs)


@args_of(densenet121)
def densenet169(pretrained=False, **kwargs):
    """DenseNet of 169 layers.

    Returns:
        DenseNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.densenet169(num_classes=2).out.weight.shape
        paddle.Size([1664, 2])
    """
    return _densenet(169, pretrained, **kwargs)


@args_of(densenet121)
def densenet201(pretrained=False, **kwargs):
    """DenseNet of 201 layers.

    Returns:
        DenseNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.densenet201(num_classes=2).out.weight.shape
        paddle.Size([1920, 2])
    """
    return _densenet(201, pretrained, **kwargs)


@args_of(densenet121)
def densenet264(pretrained=False, **kwargs):
    """DenseNet of 264 layers.

    Returns:
        DenseNet

    Examples:
        >>> import paddle
        >>> paddle.vision.models.densenet264(num_classes=2).out.weight.shape
        paddle.Size([2688, 2])
    """
    return _densenet(264, pretrained, **kwargs)
