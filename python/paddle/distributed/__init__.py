"""paddle.distributed, of one process: who it is, groups of one, and collective operations in them; recomputation.

What needs other processes raises NotImplementedError (see docs/STATUS.md).
"""

from ..missing import attribute_of as _attribute_of
from . import absent as _absent
from . import fleet  # noqa: F401
from .collective import (
    ReduceOp,
    all_gather,
    all_gather_object,
    all_reduce,
    alltoall,
    alltoall_single,
    barrier,
    broadcast,
    broadcast_object_list,
    gather,
    irecv,
    isend,
    recv,
    reduce,
    reduce_scatter,
    scatter,
    scatter_object_list,
    send,
    wait,
)
from .data_parallel import DataParallel  # noqa: F401
from .group import (
    ParallelEnv,
    destroy_process_group,
    get_backend,
    get_group,
    get_rank,
    get_world_size,
    init_parallel_env,
    is_available,
    is_initialized,
    new_group,
)

__all__ = [
    "ParallelEnv", "ReduceOp", "all_gather", "all_gather_object", "all_reduce", "alltoall", "alltoall_single",
    "barrier", "broadcast", "broadcast_object_list", "destroy_process_group", "gather", "get_backend", "get_group",
    "get_rank", "get_world_size", "init_parallel_env", "irecv", "is_available", "is_initialized", "isend",
    "new_group", "recv", "reduce", "reduce_scatter", "scatter", "scatter_object_list", "send", "wait",
]  # fmt: skip
__getattr__ = _attribute_of(__name__)
_absent.install()
