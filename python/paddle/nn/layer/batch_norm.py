"""Batch normalisation."""

from ... import _C
from ...framework.docs import args_of
from ...framework.param_attr import ParamAttr
from .. import functional as F
from ..initializer import Constant
from .layers import Layer
from .text import name_text


def _check_rank(layer, x, ranks):
    if x.ndim not in ranks:
        raise ValueError(
            f"(InvalidArgument) {type(layer).__name__}: the input has the wrong rank.\n"
            f"  Expected: {' or '.join(str(rank) for rank in ranks)}\n"
            f"  Received: x.shape = {list(x.shape)}"
        )


def _statistics_dtype():
    dtype = _C.get_default_dtype()
    return "float32" if dtype == "float16" else dtype


def _statistic(value, name=None):
    return ParamAttr(name=name, initializer=Constant(value), trainable=False)


class _BatchNormBase(Layer):
    """What all ranks share.

    Args:
        num_features (int): channels.
        momentum (float): how much of the running statistics stays, default 0.9.
        epsilon (float): default 1e-5.
        weight_attr (ParamAttr|bool, optional): of ``weight`` [c], ones; False for none.
        bias_attr (ParamAttr|bool, optional): of ``bias`` [c], zeros; False for none.
        use_global_stats (bool, optional): True: running statistics in training too;
            False: the batch's in evaluation too.
    """

    _ranks = (4,)

    def __init__(
        self,
        num_features,
        momentum=0.9,
        epsilon=1e-05,
        weight_attr=None,
        bias_attr=None,
        data_format="NCHW",
        use_global_stats=None,
        name=None,
    ):
        super().__init__()
        self._num_features, self._momentum, self._epsilon = num_features, momentum, epsilon
        self._weight_attr, self._bias_attr = weight_attr, bias_attr
        self._data_format, self._use_global_stats, self._name = data_format, use_global_stats, name
        self._layout = "NCHW" if data_format[1] == "C" else "NHWC"
        self._dtype = _statistics_dtype()
        shape = [num_features]
        self.weight = self.create_parameter(shape, weight_attr, default_initializer=Constant(1.0))
        self.bias = self.create_parameter(shape, bias_attr, is_bias=True)
        # Running statistics are parameters without a gradient, as in Paddle:
        # they stand in named_parameters().
        self._mean = self.create_parameter(shape, _statistic(0.0, name and name + "_mean"))
        self._variance = self.create_parameter(shape, _statistic(1.0, name and name + "_variance"))

    def forward(self, input):
        if input.ndim not in self._ranks:
            _check_rank(self, input, self._ranks)
        return F.batch_norm(
            input,
            self._mean,
            self._variance,
            self.weight,
            self.bias,
            self.training,
            self._momentum,
            self._epsilon,
            self._layout,
            self._use_global_stats,
        )

    def extra_repr(self):
        text = (
            f"num_features={self._num_features}, momentum={self._momentum}, epsilon={self._epsilon}"
        )
        if self._data_format != "NCHW":
            text += f", data_format={self._data_format}"
        return text + name_text(self._name)


@args_of(_BatchNormBase)
class BatchNorm1D(_BatchNormBase):
    """Batch normalisation over [n, c] or [n, c, l]. See ``BatchNorm2D``.

    Args:
        data_format (str): NC, NCL or NLC.

    Examples:
        >>> import paddle
        >>> paddle.nn.BatchNorm1D(3)(paddle.ones([2, 3, 4])).shape
        paddle.Size([2, 3, 4])
    """

    _ranks = (2, 3)

    def __init__(
        self,
        num_features,
        momentum=0.9,
        epsilon=1e-05,
        weight_attr=None,
        bias_attr=None,
        data_format="NCL",
        use_global_stats=None,
        name=None,
    ):
        if data_format not in ("NC", "NCL", "NLC"):
            raise ValueError(
                f"(InvalidArgument) BatchNorm1D: expected NC, NCL or NLC, received {data_format}"
            )
        super().__init__(
            num_features,
            momentum,
            epsilon,
            weight_attr,
            bias_attr,
            data_format,
            use_global_stats,
            name,
        )


@args_of(_BatchNormBase)
class BatchNorm2D(_BatchNormBase):
    r"""Batch normalisation over [n, c, h, w] (Ioffe and Szegedy, 2015).

    ``y = (x - mean) / sqrt(variance + epsilon) * weight + bias`` for each
    channel. In training, mean and variance are the batch's, and the running ones
    become ``momentum * running + (1 - momentum) * batch``; in evaluation the
    running ones are used.

    Args:
        data_format (str): NCHW or NHWC.
        use_global_stats (bool, optional): True: running statistics in training too.

    The running statistics are the parameters ``_mean`` and ``_variance``, which
    have ``stop_gradient``.

    Examples:
        >>> import paddle
        >>> norm = paddle.nn.BatchNorm2D(3)
        >>> norm(paddle.ones([2, 3, 4, 4])).shape
        paddle.Size([2, 3, 4, 4])
    """

    def __init__(
        self,
        num_features,
        momentum=0.9,
        epsilon=1e-05,
        weight_attr=None,
        bias_attr=None,
        data_format="NCHW",
        use_global_stats=None,
        name=None,
    ):
        if data_format not in ("NCHW", "NHWC"):
            raise ValueError(
                f"(InvalidArgument) BatchNorm2D: expected NCHW or NHWC, received {data_format}"
            )
        super().__init__(
            num_features, momentum, epsilon, weight_attr, bias_attr, data_format,
            use_global_stats, name,
        )  # fmt: skip


@args_of(_BatchNormBase)
class BatchNorm3D(_BatchNormBase):
    """Batch normalisation over [n, c, d, h, w]. See ``BatchNorm2D``.

    Args:
        data_format (str): NCDHW or NDHWC.

    Examples:
        >>> import paddle
        >>> paddle.nn.BatchNorm3D(3)(paddle.ones([2, 3, 4, 4, 4])).shape
        paddle.Size([2, 3, 4, 4, 4])
    """

    _ranks = (5,)

    def __init__(
        self,
        num_features,
        momentum=0.9,
        epsilon=1e-05,
        weight_attr=None,
        bias_attr=None,
        data_format="NCDHW",
        use_global_stats=None,
        name=None,
    ):
        if data_format not in ("NCDHW", "NDHWC"):
            raise ValueError(
                f"(InvalidArgument) BatchNorm3D: expected NCDHW or NDHWC, received {data_format}"
            )
        super().__init__(
            num_features,
            momentum,
            epsilon,
            weight_attr,
            bias_attr,
            data_format,
            use_global_stats,
            name,
        )


class BatchNorm(Layer):
    """Batch normalisation over inputs of any rank, with an activation.

    Args:
        num_channels (int): channels.
        act (str, optional): the name of an activation that follows.
        is_test (bool): begins in evaluation.
        momentum (float): default 0.9.
        epsilon (float): default 1e-5.
        param_attr (ParamAttr|bool, optional): of ``weight`` [c]; False for none.
        bias_attr (ParamAttr|bool, optional): of ``bias`` [c]; False for none.
        dtype (str): of the parameters.
        data_layout (str): NCHW or NHWC.
        moving_mean_name, moving_variance_name (str, optional): of the statistics.
        use_global_stats (bool): running statistics in training too.
        trainable_statistics (bool): the batch's statistics in evaluation too.
        in_place (bool): accepted; memory is not shared.
        do_model_average_for_mean_and_var (bool): accepted.

    Examples:
        >>> import paddle
        >>> paddle.nn.BatchNorm(3, act="relu")(paddle.ones([2, 3, 4, 4])).shape
        paddle.Size([2, 3, 4, 4])
    """

    def __init__(
        self,
        num_channels,
        act=None,
        is_test=False,
        momentum=0.9,
        epsilon=1e-05,
        param_attr=None,
        bias_attr=None,
        dtype="float32",
        data_layout="NCHW",
        in_place=False,
        moving_mean_name=None,
        moving_variance_name=None,
        do_model_average_for_mean_and_var=True,
        use_global_stats=False,
        trainable_statistics=False,
    ):
        super().__init__()
        if act is not None and not (isinstance(act, str) and hasattr(F, act)):
            raise ValueError(
                "(InvalidArgument) BatchNorm: argument `act` names no activation.\n"
                f"  Expected: a name such as 'relu'\n  Received: {act!r}"
            )
        self._param_attr, self._bias_attr, self._act = param_attr, bias_attr, act
        self._dtype = "float32" if dtype == "float16" else dtype
        shape = [num_channels]
        self.weight = self.create_parameter(shape, param_attr, default_initializer=Constant(1.0))
        self.bias = self.create_parameter(shape, bias_attr, is_bias=True)
        self._mean = self.create_parameter(shape, _statistic(0.0, moving_mean_name))
        self._variance = self.create_parameter(shape, _statistic(1.0, moving_variance_name))
        self._data_layout, self._momentum, self._epsilon = data_layout, momentum, epsilon
        self._is_test, self._use_global_stats = is_test, use_global_stats
        self._trainable_statistics = trainable_statistics
        self.training = not is_test

    def forward(self, input):
        out = F.batch_norm(
            input,
            self._mean,
            self._variance,
            self.weight,
            self.bias,
            self.training or self._trainable_statistics,
            self._momentum,
            self._epsilon,
            self._data_layout,
            self._use_global_stats or None,  # False would ask for those of the batch
        )
        return out if self._act is None else getattr(F, self._act)(out)


@args_of(_BatchNormBase)
class SyncBatchNorm(_BatchNormBase):
    """Batch normalisation with the statistics of all processes; here there is one.
    See ``BatchNorm2D``; the rank is any from 2 to 5.

    Args:
        data_format (str): NCHW, NHWC and the like.

    Examples:
        >>> import paddle
        >>> paddle.nn.SyncBatchNorm(3)(paddle.ones([2, 3, 4, 4])).shape
        paddle.Size([2, 3, 4, 4])
    """

    _ranks = (2, 3, 4, 5)

    def __init__(
        self,
        num_features,
        momentum=0.9,
        epsilon=1e-05,
        weight_attr=None,
        bias_attr=None,
        data_format="NCHW",
        name=None,
    ):
        super().__init__(
            num_features, momentum, epsilon, weight_attr, bias_attr, data_format, None, name
        )

    @classmethod
    def convert_sync_batchnorm(cls, layer):
        """``layer`` with its BatchNorm1D/2D/3D replaced by SyncBatchNorm.

        Examples:
            >>> import paddle
            >>> net = paddle.nn.Sequential(paddle.nn.BatchNorm2D(3))
            >>> type(paddle.nn.SyncBatchNorm.convert_sync_batchnorm(net)[0]).__name__
            'SyncBatchNorm'
        """
        made = layer
        if isinstance(layer, _BatchNormBase):
            made = cls(
                layer._num_features,
                layer._momentum,
                layer._epsilon,
                False,
                False,
                layer._data_format,
            )
            made.weight, made.bias = layer.weight, layer.bias
            made._mean, made._variance = layer._mean, layer._variance
        for name, sublayer in layer.named_children():
            made.add_sublayer(name, cls.convert_sync_batchnorm(sublayer))
        return made
