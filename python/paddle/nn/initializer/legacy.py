"""Initializers under the names and with the arguments that Paddle had before 2.0; packages still use them."""

from ... import _C
from . import random_values as _random
from . import set_values as _set


class _Seeded:
    """Draws from a stream of its own where a seed is given, and what `_normal` draws where there is one."""

    _seed, _normal = 0, None

    def _values(self, shape, dtype):
        make = self._normal._values if self._normal else super()._values
        if not self._seed:
            return make(shape, dtype)
        own = _C.Generator(self._seed)  # which has to outlive its use
        before = _C.set_thread_generator(own)
        try:
            return make(shape, dtype)
        finally:
            _C.set_thread_generator(before)


class ConstantInitializer(_set.Constant):
    """`Constant` under its old name.

    Args:
        value (float): Of each element.
        force_cpu (bool): Accepted.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.ConstantInitializer(2.0)
        >>> paddle.nn.Linear(1, 2, weight_attr=init).weight.tolist()
        [[2.0, 2.0]]
    """

    def __init__(self, value=0.0, force_cpu=False):
        super().__init__(value)


class NumpyArrayInitializer(_set.Assign):
    """`Assign` under its old name.

    Args:
        value (numpy.ndarray): In the parameter's shape.

    Examples:
        >>> import numpy as np
        >>> import paddle
        >>> init = paddle.nn.initializer.NumpyArrayInitializer(np.array([3.0, 4.0]))
        >>> paddle.nn.Linear(1, 2, bias_attr=init).bias.tolist()
        [3.0, 4.0]
    """

    def __init__(self, value):
        super().__init__(value)


class NormalInitializer(_Seeded, _random.Normal):
    """`Normal` with a seed.

    Args:
        loc (float): The mean.
        scale (float): The standard deviation.
        seed (int): Equal seeds give equal values; 0: of the generator of the process.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.NormalInitializer(seed=3)
        >>> a, b = (paddle.nn.Linear(2, 2, weight_attr=init).weight for _ in range(2))
        >>> bool((a == b).all())
        True
    """

    def __init__(self, loc=0.0, scale=1.0, seed=0):
        super().__init__(loc, scale)
        self._seed = seed


class TruncatedNormalInitializer(_Seeded, _random.TruncatedNormal):
    """`TruncatedNormal` with a seed.

    Args:
        loc (float): The mean.
        scale (float): The standard deviation.
        seed (int): Equal seeds give equal values; 0: of the generator of the process.
        a (float): The least value.
        b (float): The largest value.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.TruncatedNormalInitializer(scale=5.0)
        >>> bool((paddle.nn.Linear(9, 9, weight_attr=init).weight.abs() <= 2.0).all())
        True
    """

    def __init__(self, loc=0.0, scale=1.0, seed=0, a=-2.0, b=2.0):
        super().__init__(loc, scale, a, b)
        self._seed = seed


class UniformInitializer(_Seeded, _random.Uniform):
    """`Uniform` with a seed and values for a diagonal.

    Args:
        low (float): The least value.
        high (float): The largest value.
        seed (int): Equal seeds give equal values; 0: of the generator of the process.
        diag_num (int): How many elements get ``diag_val``: those in row-major order at k * (diag_step + 1).
        diag_step (int): The length of a row.
        diag_val (float): Their value.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.UniformInitializer(0.0, 0.5, diag_num=2, diag_step=2, diag_val=9.0)
        >>> paddle.nn.Linear(2, 2, weight_attr=init).weight.diagonal().tolist()
        [9.0, 9.0]
    """

    def __init__(self, low=-1.0, high=1.0, seed=0, diag_num=0, diag_step=0, diag_val=1.0):
        super().__init__(low, high)
        self._seed = seed
        self._diagonal = diag_num, diag_step, diag_val

    def _values(self, shape, dtype):
        values = super()._values(shape, dtype)
        count, step, value = self._diagonal
        if count:
            if (count - 1) * (step + 1) >= values.size:
                raise ValueError(
                    "(InvalidArgument) UniformInitializer: the diagonal is longer than the parameter.\n"
                    f"  Received: diag_num = {count}, diag_step = {step}, shape = {list(shape)}"
                )
            flat = values.reshape([-1])
            flat[: (count - 1) * (step + 1) + 1 : step + 1] = value
            values = flat.reshape(shape)
        return values


class XavierInitializer(_Seeded, _random.XavierUniform):
    """Glorot's initializer, uniform or normal.

    Args:
        uniform (bool): Else normal.
        fan_in (float, optional): In place of the parameter's.
        fan_out (float, optional): In place of the parameter's.
        seed (int): Equal seeds give equal values; 0: of the generator of the process.
        gain (float): A factor of the width.

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.XavierInitializer(fan_in=3.0, fan_out=3.0)
        >>> bool((paddle.nn.Linear(9, 9, weight_attr=init).weight.abs() <= 1.0).all())
        True
    """

    def __init__(self, uniform=True, fan_in=None, fan_out=None, seed=0, gain=1.0):
        super().__init__(fan_in, fan_out, gain)
        self._seed = seed
        self._normal = None if uniform else _random.XavierNormal(fan_in, fan_out, gain)


class MSRAInitializer(_Seeded, _random.KaimingUniform):
    """He's initializer, uniform or normal.

    Args:
        uniform (bool): Else normal.
        fan_in (float, optional): In place of the parameter's.
        seed (int): Equal seeds give equal values; 0: of the generator of the process.
        negative_slope (float): Of leaky_relu.
        nonlinearity (str): What follows the layer.
        mode (str): "fan_in" or "fan_out".

    Examples:
        >>> import paddle
        >>> init = paddle.nn.initializer.MSRAInitializer(fan_in=6.0)
        >>> bool((paddle.nn.Linear(9, 9, weight_attr=init).weight.abs() <= 1.0).all())
        True
    """

    def __init__(
        self,
        uniform=True,
        fan_in=None,
        seed=0,
        negative_slope=0,
        nonlinearity="relu",
        mode="fan_in",
    ):
        super().__init__(fan_in, negative_slope, nonlinearity, mode)
        self._seed = seed
        self._normal = (
            None if uniform else _random.KaimingNormal(fan_in, negative_slope, nonlinearity, mode)
        )
