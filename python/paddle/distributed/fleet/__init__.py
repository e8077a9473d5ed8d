"""paddle.distributed.fleet, of one process; recomputation."""

import sys as _sys

from ...missing import attribute_of as _attribute_of
from ..group import get_rank, get_world_size
from ..group import require_one_process as _require_one_process
from . import recompute, utils

__all__ = [
    "distributed_model", "distributed_optimizer", "distributed_scaler", "init", "is_first_worker", "is_worker",
    "worker_index", "worker_num",
]  # fmt: skip
__getattr__ = _attribute_of(__name__)
fleet = _sys.modules[__name__]  # in Paddle an object whose methods these are


def init(role_maker=None, is_collective=False, strategy=None, log_level="INFO"):
    """Begins a program of processes that train together, of which there is one.

    Args:
        role_maker (RoleMaker, optional): Must be None: there are no servers of parameters.
        is_collective (bool): The processes are equals; must be True.
        strategy (DistributedStrategy, optional): Must be None: there is nothing to share out.
        log_level (str|int): Accepted.

    Raises:
        NotImplementedError: There are more processes, or servers, or a strategy.

    Examples:
        >>> import paddle
        >>> paddle.distributed.fleet.init(is_collective=True)
        >>> paddle.distributed.fleet.worker_num()
        1
    """
    _require_one_process("fleet.init")
    given = {"role_maker": role_maker, "strategy": strategy}
    for name, value in given.items():
        if value is not None:
            raise NotImplementedError(
                f"(Unimplemented) fleet.init: argument `{name}` is not part of this version.\n"
                f"  Expected: None\n  Received: {value!r}"
            )
    if not is_collective:
        raise NotImplementedError(
            "(Unimplemented) fleet.init: servers of parameters are not part of this version.\n"
            "  Expected: is_collective=True\n  Received: is_collective=False"
        )


def worker_index():
    """The number of this process, from 0.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.distributed.fleet.worker_index()
        0
    """
    return get_rank()


def worker_num():
    """How many processes there are.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.distributed.fleet.worker_num()
        1
    """
    return get_world_size()


def is_first_worker():
    """Whether this process is number 0.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.distributed.fleet.is_first_worker()
        True
    """
    return get_rank() == 0


def is_worker():
    """Whether this process trains.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.distributed.fleet.is_worker()
        True
    """
    return True


def distributed_model(model):
    """The layer itself: one process shares it with nobody.

    Args:
        model (Layer): The layer.

    Returns:
        Layer

    Raises:
        NotImplementedError: There are more processes.

    Examples:
        >>> import paddle
        >>> net = paddle.nn.Linear(2, 1)
        >>> paddle.distributed.fleet.distributed_model(net) is net
        True
    """
    _require_one_process("fleet.distributed_model")
    return model


def distributed_optimizer(optimizer, strategy=None):
    """The optimizer itself: one process shares its gradients with nobody.

    Args:
        optimizer (Optimizer): The optimizer.
        strategy (DistributedStrategy, optional): Must be None.

    Returns:
        Optimizer

    Raises:
        NotImplementedError: There are more processes, or a strategy.

    Examples:
        >>> import paddle
        >>> sgd = paddle.optimizer.SGD(0.1, parameters=paddle.nn.Linear(2, 1).parameters())
        >>> paddle.distributed.fleet.distributed_optimizer(sgd) is sgd
        True
    """
    init(is_collective=True, strategy=strategy)
    return optimizer


def distributed_scaler(scaler):
    """The scaler itself: one process finds infinities alone.

    Args:
        scaler (GradScaler): The scaler.

    Returns:
        GradScaler

    Raises:
        NotImplementedError: There are more processes.

    Examples:
        >>> import paddle
        >>> scaler = paddle.amp.GradScaler()
        >>> paddle.distributed.fleet.distributed_scaler(scaler) is scaler
        True
    """
    _require_one_process("fleet.distributed_scaler")
    return scaler
