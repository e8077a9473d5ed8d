"""Linear maps, embedding, dropout, padding, resizing and reshaping."""

import paddle

from ... import _C
from ...framework import static_mode
from ...framework.docs import args_of
from ...framework.parameter import Parameter
from .. import functional as F
from .layers import Layer
from .other_names import other_name
from .text import name_text


class Identity(Layer):
    """Its input; whatever arguments it is made with do not matter.

    Examples:
        >>> import paddle
        >>> paddle.nn.Identity(54)(paddle.ones([2])).tolist()
        [1.0, 1.0]
    """

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Layer):
    r"""``y = x W + b``.

    Args:
        in_features (int): the last size of the input.
        out_features (int): the last size of the output.
        weight_attr (ParamAttr, optional): of ``weight`` [in_features, out_features],
            by default XavierUniform.
        bias_attr (ParamAttr|bool, optional): of ``bias`` [out_features], by
            default zeros; False for none.

    Shape:
        [..., in_features] to [..., out_features].

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(4, 2)
        >>> linear(paddle.ones([3, 4])).shape
        paddle.Size([3, 2])
    """

    def __init__(self, in_features, out_features, weight_attr=None, bias_attr=None, name=None):
        super().__init__()
        self._dtype = _C.get_default_dtype()
        self._weight_attr = weight_attr
        self._bias_attr = bias_attr
        self._sizes = in_features, out_features
        self.weight = self.create_parameter([in_features, out_features], weight_attr)
        self.bias = self.create_parameter([out_features], bias_attr, is_bias=True)
        self.name = name

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        inputs, outputs = self._sizes if self.weight is None else self.weight.shape
        return f"in_features={inputs}, out_features={outputs}, dtype={self._dtype}{name_text(self.name)}"


class Bilinear(Layer):
    r"""``y_k = x1 W_k x2 + b_k`` for each output feature k.

    Args:
        in1_features (int): the last size of ``x1``.
        in2_features (int): the last size of ``x2``.
        out_features (int): the size of the output.
        weight_attr (ParamAttr, optional): of ``weight`` [out, in1, in2].
        bias_attr (ParamAttr|bool, optional): of ``bias`` [1, out]; False for none.

    Shape:
        [n, in1_features] and [n, in2_features] to [n, out_features].

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Bilinear(3, 4, 5)
        >>> layer(paddle.ones([2, 3]), paddle.ones([2, 4])).shape
        paddle.Size([2, 5])
    """

    def __init__(
        self, in1_features, in2_features, out_features, weight_attr=None, bias_attr=None, name=None
    ):
        super().__init__()
        self._dtype = _C.get_default_dtype()
        self._weight_attr, self._bias_attr, self._name = weight_attr, bias_attr, name
        self._in1_features, self._in2_features = in1_features, in2_features
        self._out_features = out_features
        self.weight = self.create_parameter([out_features, in1_features, in2_features], weight_attr)
        self.bias = self.create_parameter([1, out_features], bias_attr, is_bias=True)

    def forward(self, x1, x2):
        return F.bilinear(x1, x2, self.weight, self.bias)

    def extra_repr(self):
        return (
            f"in1_features={self._in1_features}, in2_features={self._in2_features}, "
            f"out_features={self._out_features}, dtype={self._dtype}{name_text(self._name)}"
        )


class Embedding(Layer):
    """Rows of a table, found by their number.

    Args:
        num_embeddings (int): rows of the table.
        embedding_dim (int): the size of a row.
        padding_idx (int, optional): a row that stays zero and gets no gradient.
        max_norm (float, optional): rows that are longer are shortened to it.
        norm_type (float): of that length, default 2.0.
        scale_grad_by_freq (bool): divides a row's gradient by how often it was used.
        sparse (bool): accepted; gradients are dense.
        dtype (str, optional): of the table.
        weight_attr (ParamAttr, optional): of ``weight`` [num_embeddings, embedding_dim].
        device (str, optional): where the parameters are made, by default the current device.

    Shape:
        [...] of int32 or int64 to [..., embedding_dim].

    Raises:
        ValueError: a size is not positive or ``padding_idx`` is out of range.

    Examples:
        >>> import paddle
        >>> table = paddle.nn.Embedding(10, 3)
        >>> table(paddle.to_tensor([[1, 2], [4, 5]])).shape
        paddle.Size([2, 2, 3])
    """

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        padding_idx=None,
        max_norm=None,
        norm_type=2.0,
        *,
        scale_grad_by_freq=False,
        sparse=False,
        _weight=None,
        _freeze=False,
        device=None,
        dtype=None,
        weight_attr=None,
        name=None,
    ):
        super().__init__()
        if num_embeddings <= 0 or embedding_dim <= 0:
            raise ValueError(
                "(InvalidArgument) Embedding: sizes must be positive.\n"
                f"  Received: num_embeddings = {num_embeddings}, embedding_dim = {embedding_dim}"
            )
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise ValueError(
                "(InvalidArgument) Embedding: argument `padding_idx` is out of range.\n"
                f"  Expected: in [{-num_embeddings}, {num_embeddings})\n  Received: {padding_idx}"
            )
        self._num_embeddings, self._embedding_dim = num_embeddings, embedding_dim
        self._sparse, self._scale_grad_by_freq = sparse, scale_grad_by_freq
        self._max_norm, self._norm_type, self._padding_idx = max_norm, norm_type, padding_idx
        self._weight_attr, self._name = weight_attr, name
        self._dtype = dtype or _C.get_default_dtype()
        if _weight is not None:
            if list(_weight.shape) != [num_embeddings, embedding_dim]:
                raise ValueError(
                    "(InvalidArgument) Embedding: the shape of `_weight` is wrong.\n"
                    f"  Expected: [{num_embeddings}, {embedding_dim}]\n"
                    f"  Received: {list(_weight.shape)}"
                )
            self.weight = (
                _weight if isinstance(_weight, Parameter) else Parameter.from_tensor(_weight)
            )
            self.weight.stop_gradient = _freeze
        else:
            self.weight = self.create_parameter(
                [num_embeddings, embedding_dim], weight_attr, device=device
            )
            if weight_attr is None:
                self.weight.stop_gradient = _freeze
        if padding_idx is not None:
            static_mode.initially(lambda: self._zero_row(padding_idx))

    def _zero_row(self, row):
        with paddle.no_grad():
            self.weight[row] = 0.0

    @property
    def padding_idx(self):
        """The row that stays zero, or None."""
        return self._padding_idx

    @padding_idx.setter
    def padding_idx(self, value):
        self._padding_idx = value

    def forward(self, x):
        if self._max_norm is None and not self._scale_grad_by_freq:
            return F.embedding(x, self.weight, self._padding_idx)
        return F.embedding(
            x,
            self.weight,
            padding_idx=self._padding_idx,
            max_norm=self._max_norm,
            norm_type=self._norm_type,
            scale_grad_by_freq=self._scale_grad_by_freq,
        )

    def extra_repr(self):
        padding = "" if self._padding_idx is None else f", padding_idx={self._padding_idx}"
        return (
            f"{self._num_embeddings}, {self._embedding_dim}{padding}, sparse={self._sparse}, "
            f"scale_grad_by_freq={self._scale_grad_by_freq}{name_text(self._name)}"
        )


class Dropout(Layer):
    """In training, sets elements to zero with probability ``p`` and scales the rest.

    Srivastava et al., 2014.

    Args:
        p (float): default 0.5.
        inplace (bool): accepted.
        axis (int|list[int], optional): axes that get draws of their own; along
            the others a draw is shared. By default all.
        mode (str): ``upscale_in_train`` divides by 1 - p in training;
            ``downscale_in_infer`` multiplies by 1 - p in evaluation.

    Examples:
        >>> import paddle
        >>> dropout = paddle.nn.Dropout(0.5).eval()
        >>> dropout(paddle.ones([3])).tolist()
        [1.0, 1.0, 1.0]
    """

    def __init__(self, p=0.5, inplace=False, axis=None, mode="upscale_in_train", name=None):
        super().__init__()
        if not isinstance(inplace, bool) and (axis is None or isinstance(axis, str)):
            axis, mode, inplace = inplace, axis or mode, False  # Dropout(p, axis, mode) of Paddle 2
        self.p, self.inplace, self.axis, self.mode, self.name = p, inplace, axis, mode, name

    def forward(self, input):
        return F.dropout(input, p=self.p, axis=self.axis, training=self.training, mode=self.mode)

    def extra_repr(self):
        return (
            f"p={self.p}, axis={self.axis}, mode={self.mode}{name_text(self.name)}, "
            f"inplace={self.inplace}"
        )


class Dropout2D(Layer):
    """Drops whole channels of [n, c, h, w] in training.

    Args:
        p (float): default 0.5.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.Dropout2D(0.5)(paddle.ones([2, 3, 4, 4])).shape
        paddle.Size([2, 3, 4, 4])
    """

    def __init__(self, p=0.5, data_format="NCHW", name=None):
        super().__init__()
        self.p, self.data_format, self.name = p, data_format, name

    def forward(self, input):
        return F.dropout2d(input, p=self.p, training=self.training, data_format=self.data_format)

    def extra_repr(self):
        return f"p={self.p}, data_format={self.data_format}{name_text(self.name)}"


class Dropout3D(Dropout2D):
    """Drops whole channels of [n, c, d, h, w] in training.

    Args:
        p (float): default 0.5.
        data_format (str): NCDHW or NDHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.Dropout3D(0.5)(paddle.ones([2, 3, 4, 4, 4])).shape
        paddle.Size([2, 3, 4, 4, 4])
    """

    def __init__(self, p=0.5, data_format="NCDHW", name=None):
        super().__init__(p, data_format, name)

    def forward(self, input):
        return F.dropout3d(input, p=self.p, training=self.training, data_format=self.data_format)


class AlphaDropout(Layer):
    """Dropout that keeps mean 0 and deviation 1, for SELU networks.

    Klambauer et al., 2017.

    Args:
        p (float): default 0.5.

    Examples:
        >>> import paddle
        >>> paddle.nn.AlphaDropout(0.5)(paddle.ones([2, 3])).shape
        paddle.Size([2, 3])
    """

    def __init__(self, p=0.5, name=None):
        super().__init__()
        self.p, self.name = p, name

    def forward(self, input):
        return F.alpha_dropout(input, p=self.p, training=self.training)

    def extra_repr(self):
        return f"p={self.p}{name_text(self.name)}"


class Flatten(Layer):
    """Joins the axes from ``start_axis`` to ``stop_axis`` into one.

    Args:
        start_axis (int): default 1.
        stop_axis (int): default -1.

    Examples:
        >>> import paddle
        >>> paddle.nn.Flatten()(paddle.ones([5, 2, 3])).shape
        paddle.Size([5, 6])
    """

    def __init__(self, start_axis=1, stop_axis=-1):
        super().__init__()
        self.start_axis, self.stop_axis = start_axis, stop_axis

    def forward(self, input):
        return paddle.flatten(input, self.start_axis, self.stop_axis)


class Unflatten(Layer):
    """Splits one axis into several.

    Args:
        axis (int): the axis.
        shape (list[int]): the sizes it becomes; one may be -1.

    Examples:
        >>> import paddle
        >>> paddle.nn.Unflatten(1, [2, 3])(paddle.ones([5, 6])).shape
        paddle.Size([5, 2, 3])
    """

    def __init__(self, axis, shape, name=None):
        super().__init__()
        self.axis, self.shape, self.name = axis, shape, name

    def forward(self, input):
        return paddle.unflatten(input, self.axis, self.shape)

    def extra_repr(self):
        return f"axis={self.axis}, shape={self.shape}{name_text(self.name)}"


class Upsample(Layer):
    """Resizes [n, c, w], [n, c, h, w] or [n, c, d, h, w].

    Args:
        size (int|list[int]|Tensor, optional): the new sizes.
        scale_factor (float|list[float], optional): or how many times as large.
        mode (str): nearest, linear, bilinear, trilinear, bicubic or area.
        align_corners (bool): whether corner pixels keep their values.
        align_mode (int): 0: pixel centres at half; 1: at whole numbers.
        data_format (str, optional): NCW, NWC, NCHW, NHWC, NCDHW or NDHWC.
        recompute_scale_factor (bool, optional): the factor is computed anew from the
            sizes of the output.

    Examples:
        >>> import paddle
        >>> paddle.nn.Upsample(scale_factor=2)(paddle.ones([1, 3, 4, 4])).shape
        paddle.Size([1, 3, 8, 8])
    """

    def __init__(
        self,
        size=None,
        scale_factor=None,
        mode="nearest",
        align_corners=False,
        align_mode=0,
        data_format=None,
        recompute_scale_factor=None,
        name=None,
    ):
        super().__init__()
        self.size, self.scale_factor, self.mode = size, scale_factor, mode.lower()
        self.align_corners, self.align_mode = align_corners, align_mode
        self.data_format, self.name = data_format, name
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, x):
        return F.interpolate(
            x,
            size=self.size,
            scale_factor=self.scale_factor,
            mode=self.mode,
            align_corners=self.align_corners,
            align_mode=self.align_mode,
            data_format=self.data_format,
        )

    def extra_repr(self):
        size = f"size={self.size}"
        if self.scale_factor is not None:
            size = f"scale_factor={self.scale_factor}"
        return (
            f"{size}, mode={self.mode}, align_corners={self.align_corners}, "
            f"align_mode={self.align_mode}, data_format={self.data_format}{name_text(self.name)}"
        )


class _Upsampling2D(Layer):
    _mode, _align_corners = "nearest", False

    def __init__(self, size=None, scale_factor=None, data_format="NCHW", name=None):
        super().__init__()
        self.size = [size, size] if isinstance(size, int) else size
        self.scale_factor, self.data_format, self.name = scale_factor, data_format, name

    def forward(self, x):
        return F.interpolate(
            x,
            size=self.size,
            scale_factor=self.scale_factor,
            mode=self._mode,
            align_corners=self._align_corners,
            data_format=self.data_format,
        )

    def extra_repr(self):
        size = f"size={self.size}"
        if self.scale_factor is not None:
            size = f"scale_factor={self.scale_factor}"
        return f"{size}, data_format={self.data_format}{name_text(self.name)}"


class UpsamplingNearest2D(_Upsampling2D):
    """Resizes [n, c, h, w] to the nearest pixel.

    Args:
        size (int|list[int], optional): the new height and width.
        scale_factor (float|list[float], optional): or how many times as large.
        data_format (str): NCHW or NHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.UpsamplingNearest2D(scale_factor=2)(paddle.ones([1, 1, 2, 2])).shape
        paddle.Size([1, 1, 4, 4])
    """


@args_of(UpsamplingNearest2D)
class UpsamplingBilinear2D(_Upsampling2D):
    """Resizes [n, c, h, w] linearly along both axes, with corners aligned.

    Examples:
        >>> import paddle
        >>> paddle.nn.UpsamplingBilinear2D(size=[4, 4])(paddle.ones([1, 1, 2, 2])).shape
        paddle.Size([1, 1, 4, 4])
    """

    _mode, _align_corners = "bilinear", True


class CosineSimilarity(Layer):
    """``x1 . x2 / max(|x1| |x2|, eps)`` along an axis.

    Args:
        axis (int): default 1.
        eps (float): default 1e-8.
        dim (int, optional): another name of ``axis``.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 3])
        >>> paddle.nn.CosineSimilarity()(x, x).shape
        paddle.Size([2])
    """

    def __init__(self, axis=1, eps=1e-8, *, dim=None):
        super().__init__()
        self._axis = axis if dim is None else dim
        self._eps = eps

    dim = other_name("_axis")

    def forward(self, x1, x2):
        return F.cosine_similarity(x1, x2, axis=self._axis, eps=self._eps)

    def extra_repr(self):
        return f"axis={self._axis}, eps={self._eps}"


class Unfold(Layer):
    """The windows of an image as columns: [n, c, h, w] to [n, c * kh * kw, windows].

    Args:
        kernel_sizes (int|list[int]): of a window.
        dilations (int|list[int]): steps inside a window, default 1.
        paddings (int|list[int]): zeros around the image, default 0.
        strides (int|list[int]): steps from window to window, default 1.

    Examples:
        >>> import paddle
        >>> paddle.nn.Unfold([2, 2])(paddle.ones([1, 3, 4, 4])).shape
        paddle.Size([1, 12, 9])
    """

    def __init__(self, kernel_sizes, dilations=1, paddings=0, strides=1, name=None):
        super().__init__()
        self.kernel_sizes, self.dilations = kernel_sizes, dilations
        self.paddings, self.strides, self.name = paddings, strides, name

    def forward(self, input):
        return F.unfold(
            input,
            kernel_sizes=self.kernel_sizes,
            strides=self.strides,
            paddings=self.paddings,
            dilations=self.dilations,
        )

    def extra_repr(self):
        return (
            f"kernel_size={self.kernel_sizes}, dilation={self.dilations}, "
            f"padding={self.paddings}, stride={self.strides}{name_text(self.name)}"
        )


class Fold(Layer):
    """Adds columns back into an image, the transpose of ``Unfold``.

    Args:
        output_sizes (int|list[int]): height and width of the image.
        kernel_sizes, dilations, paddings, strides: as of ``Unfold``.

    Examples:
        >>> import paddle
        >>> paddle.nn.Fold([4, 4], [2, 2])(paddle.ones([1, 12, 9])).shape
        paddle.Size([1, 3, 4, 4])
    """

    def __init__(self, output_sizes, kernel_sizes, dilations=1, paddings=0, strides=1, name=None):
        super().__init__()
        self.output_sizes, self.kernel_sizes, self.dilations = output_sizes, kernel_sizes, dilations
        self.paddings, self.strides, self.name = paddings, strides, name

    output_size = other_name("output_sizes")
    kernel_size = other_name("kernel_sizes")
    dilation = other_name("dilations")
    padding = other_name("paddings")
    stride = other_name("strides")

    def forward(self, input):
        return F.fold(
            input,
            output_sizes=self.output_sizes,
            kernel_sizes=self.kernel_sizes,
            strides=self.strides,
            paddings=self.paddings,
            dilations=self.dilations,
        )

    def extra_repr(self):
        return (
            f"kernel_size={self.kernel_sizes}, dilation={self.dilations}, "
            f"padding={self.paddings}, stride={self.strides}{name_text(self.name)}"
        )
