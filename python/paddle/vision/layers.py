"""Layers that the models are made of."""

from paddle import nn


class ConvNormActivation(nn.Sequential):
    """A convolution, a norm and an activation.

    Args:
        in_channels (int): channels in.
        out_channels (int): channels out.
        kernel_size (int|tuple[int]): of the convolution.
        stride (int|tuple[int]): of the convolution.
        padding (int|str|tuple[int], optional): default so much that the size stays at stride 1.
        groups (int): of the convolution.
        norm_layer (callable, optional): makes a norm of so many channels; None: without.
        activation_layer (callable, optional): makes the activation; None: without.
        dilation (int): of the convolution.
        bias (bool, optional): whether the convolution has one; default where there is no norm.

    Examples:
        >>> import paddle
        >>> block = paddle.vision.ops.ConvNormActivation(3, 8, stride=2)
        >>> block(paddle.ones([1, 3, 8, 8])).shape
        paddle.Size([1, 8, 4, 4])
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size=3,
        stride=1,
        padding=None,
        groups=1,
        norm_layer=nn.BatchNorm2D,
        activation_layer=nn.ReLU,
        dilation=1,
        bias=None,
    ):
        if padding is None:
            padding = (kernel_size - 1) // 2 * dilation
        layers = [
            nn.Conv2D(
                in_channels,
                out_channels,
                kernel_size,
                stride,
                padding,
                dilation=dilation,
                groups=groups,
                bias_attr=norm_layer is None if bias is None else bias,
            )
        ]
        if norm_layer is not None:
            layers.append(norm_layer(out_channels))
        if activation_layer is not None:
            layers.append(activation_layer())
        super().__init__(*layers)
