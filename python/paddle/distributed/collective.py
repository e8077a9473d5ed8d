"""Collective operations. In a group of one process each gives back what this process gave."""

import paddle

from .group import get_rank, group_of, require_one_process


class ReduceOp:
    """How a reduction combines values.

    Examples:
        >>> import paddle
        >>> paddle.distributed.ReduceOp.SUM
        0
    """

    SUM = 0
    MAX = 1
    MIN = 2
    PROD = 3
    AVG = 4


class _Done:
    """A task that has ended."""

    def wait(self):
        return True

    synchronize = wait

    def is_completed(self):
        return True


def _enter(what, group, sync_op=True, peer=None):
    """Checks a call."""
    require_one_process(what)
    group = group_of(group, what)
    if peer is not None and peer not in group.ranks:
        raise ValueError(
            f"(InvalidArgument) {what}: the process is not in the group.\n"
            f"  Expected: one of {group.ranks}\n  Received: {peer}"
        )
    return None if sync_op else _Done()


def _write(what, to, value):
    if list(to.shape) != list(value.shape) or to.dtype != value.dtype:
        raise ValueError(
            f"(InvalidArgument) {what}: the tensors differ.\n"
            f"  Expected: {list(value.shape)} of {value.dtype}\n  Received: {list(to.shape)} of {to.dtype}"
        )
    with paddle.no_grad():
        to.copy_(value, True)


def _one(what, name, items):
    if len(items) != 1:
        raise ValueError(
            f"(InvalidArgument) {what}: argument `{name}` has a wrong length.\n"
            f"  Expected: 1, one for each process\n  Received: {len(items)}"
        )
    return items[0]


def _check_op(what, op):
    if op not in range(5):
        raise ValueError(
            f"(InvalidArgument) {what}: argument `op` is wrong.\n  Expected: one of ReduceOp\n  Received: {op!r}"
        )


def all_reduce(tensor, op=ReduceOp.SUM, group=None, sync_op=True):
    """Combines a tensor of each process, in place, for all of them.

    Args:
        tensor (Tensor): It gets the result.
        op (int): One of ``ReduceOp``.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end; else a task comes back, whose ``wait()`` does.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        NotImplementedError: There are more processes.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.distributed.all_reduce(x, group=paddle.distributed.new_group([0]))
        >>> x.tolist()
        [1.0, 2.0]
    """
    _check_op("all_reduce", op)
    return _enter("all_reduce", group, sync_op)


def reduce(tensor, dst, op=ReduceOp.SUM, group=None, sync_op=True):
    """Combines a tensor of each process, in place, for one of them.

    Args:
        tensor (Tensor): It gets the result.
        dst (int): Who gets it.
        op (int): One of ``ReduceOp``.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        ValueError: The process is not in the group.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.distributed.reduce(x, 0, group=paddle.distributed.new_group([0]))
        >>> x.tolist()
        [1.0, 2.0]
    """
    _check_op("reduce", op)
    return _enter("reduce", group, sync_op, dst)


def broadcast(tensor, src, group=None, sync_op=True):
    """Gives all processes the tensor of one.

    Args:
        tensor (Tensor): It gets the values.
        src (int): Whose they are.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        ValueError: The process is not in the group.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.distributed.broadcast(x, 0, group=paddle.distributed.new_group([0]))
        >>> x.tolist()
        [1.0, 2.0]
    """
    return _enter("broadcast", group, sync_op, src)


def all_gather(tensor_list, tensor, group=None, sync_op=True):
    """Gives all processes the tensors of all, in a list.

    Args:
        tensor_list (list): It is filled.
        tensor (Tensor): That of this process.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> found = []
        >>> paddle.distributed.all_gather(found, paddle.to_tensor([1]), group=paddle.distributed.new_group([0]))
        >>> [t.tolist() for t in found]
        [[1]]
    """
    task = _enter("all_gather", group, sync_op)
    if tensor_list:
        _write("all_gather", _one("all_gather", "tensor_list", tensor_list), tensor)
    else:
        tensor_list.append(tensor.detach().clone())
    return task


def all_gather_object(object_list, obj, group=None):
    """Gives all processes the objects of all, in a list.

    Args:
        object_list (list): It is filled.
        obj (object): That of this process.
        group (Group, optional): By default all processes.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> found = []
        >>> paddle.distributed.all_gather_object(found, "a", paddle.distributed.new_group([0]))
        >>> found
        ['a']
    """
    _enter("all_gather_object", group)
    object_list[:] = [obj]


def broadcast_object_list(object_list, src, group=None):
    """Gives all processes the objects of one.

    Args:
        object_list (list): Its items are replaced.
        src (int): Whose they are.
        group (Group, optional): By default all processes.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> objects = ["a", 1]
        >>> paddle.distributed.broadcast_object_list(objects, 0, paddle.distributed.new_group([0]))
        >>> objects
        ['a', 1]
    """
    _enter("broadcast_object_list", group, True, src)


def gather(tensor, gather_list=None, dst=0, group=None, sync_op=True):
    """Gives one process the tensors of all.

    Args:
        tensor (Tensor): That of this process.
        gather_list (list, optional): It is filled at `dst`.
        dst (int): Who gets them.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        ValueError: `gather_list` is missing.

    Examples:
        >>> import paddle
        >>> found = []
        >>> paddle.distributed.gather(paddle.to_tensor([1]), found, group=paddle.distributed.new_group([0]))
        >>> [t.tolist() for t in found]
        [[1]]
    """
    task = _enter("gather", group, sync_op, dst)
    if gather_list is None:
        raise ValueError(
            "(InvalidArgument) gather: argument `gather_list` is missing.\n"
            "  Expected: a list, at the process that gathers\n  Received: None"
        )
    gather_list[:] = [tensor.detach().clone()]
    return task


def scatter(tensor, tensor_list=None, src=0, group=None, sync_op=True):
    """Gives each process one of the tensors of one.

    Args:
        tensor (Tensor): It gets the values.
        tensor_list (list[Tensor]): One for each process, at `src`.
        src (int): Whose they are.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        ValueError: The number of tensors, a shape or a dtype is wrong.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([2])
        >>> paddle.distributed.scatter(x, [paddle.ones([2])], group=paddle.distributed.new_group([0]))
        >>> x.tolist()
        [1.0, 1.0]
    """
    task = _enter("scatter", group, sync_op, src)
    _write("scatter", tensor, _one("scatter", "tensor_list", tensor_list or []))
    return task


def scatter_object_list(out_object_list, in_object_list=None, src=0, group=None):
    """Gives each process one of the objects of one.

    Args:
        out_object_list (list): It is filled with one.
        in_object_list (list): One for each process, at `src`.
        src (int): Whose they are.
        group (Group, optional): By default all processes.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> found = []
        >>> paddle.distributed.scatter_object_list(found, ["a"], group=paddle.distributed.new_group([0]))
        >>> found
        ['a']
    """
    _enter("scatter_object_list", group, True, src)
    out_object_list[:] = [_one("scatter_object_list", "in_object_list", in_object_list or [])]


def alltoall(out_tensor_list, in_tensor_list, group=None, sync_op=True):
    """Gives each process one tensor of every other.

    Args:
        out_tensor_list (list): It is filled.
        in_tensor_list (list[Tensor]): One for each process.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> found = []
        >>> paddle.distributed.alltoall(found, [paddle.to_tensor([1])], paddle.distributed.new_group([0]))
        >>> [t.tolist() for t in found]
        [[1]]
    """
    task = _enter("alltoall", group, sync_op)
    out_tensor_list[:] = [_one("alltoall", "in_tensor_list", in_tensor_list).detach().clone()]
    return task


def alltoall_single(
    out_tensor, in_tensor, in_split_sizes=None, out_split_sizes=None, group=None, sync_op=True
):
    """Gives each process a part of the tensor of every other.

    Args:
        out_tensor (Tensor): It gets the parts.
        in_tensor (Tensor): It is cut along the first axis.
        in_split_sizes (list[int], optional): The sizes of what is sent; by default equal ones.
        out_split_sizes (list[int], optional): The sizes of what comes.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([2])
        >>> paddle.distributed.alltoall_single(x, paddle.ones([2]), group=paddle.distributed.new_group([0]))
        >>> x.tolist()
        [1.0, 1.0]
    """
    task = _enter("alltoall_single", group, sync_op)
    for name, sizes in (("in_split_sizes", in_split_sizes), ("out_split_sizes", out_split_sizes)):
        if sizes and _one("alltoall_single", name, sizes) != in_tensor.shape[0]:
            raise ValueError(
                f"(InvalidArgument) alltoall_single: argument `{name}` is wrong.\n"
                f"  Expected: [{in_tensor.shape[0]}]\n  Received: {list(sizes)}"
            )
    _write("alltoall_single", out_tensor, in_tensor)
    return task


def reduce_scatter(tensor, tensor_list, op=ReduceOp.SUM, group=None, sync_op=True):
    """Combines lists of tensors of all processes, and gives each process one of them.

    Args:
        tensor (Tensor): It gets the result.
        tensor_list (list[Tensor]): One for each process.
        op (int): One of ``ReduceOp``.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([2])
        >>> paddle.distributed.reduce_scatter(x, [paddle.ones([2])], group=paddle.distributed.new_group([0]))
        >>> x.tolist()
        [1.0, 1.0]
    """
    _check_op("reduce_scatter", op)
    task = _enter("reduce_scatter", group, sync_op)
    _write("reduce_scatter", tensor, _one("reduce_scatter", "tensor_list", tensor_list))
    return task


def barrier(group=None):
    """Waits until all processes of a group are here.

    Args:
        group (Group, optional): By default all processes.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> paddle.distributed.barrier(paddle.distributed.new_group([0]))
    """
    _enter("barrier", group)


def wait(tensor, group=None, use_calc_stream=True):
    """Waits until what is done to a tensor has ended.

    Args:
        tensor (Tensor): The tensor.
        group (Group, optional): By default all processes.
        use_calc_stream (bool): Accepted: a CPU has no streams.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.

    Examples:
        >>> import paddle
        >>> paddle.distributed.wait(paddle.ones([2]), paddle.distributed.new_group([0]))
    """
    _enter("wait", group)


def _to_itself(what, peer, group):
    _enter(what, group, True, peer)
    raise ValueError(
        f"(InvalidArgument) {what}: a process can not talk to itself.\n"
        f"  Expected: another process than {get_rank()}\n  Received: {peer}"
    )


def send(tensor, dst=0, group=None, sync_op=True):
    """Sends a tensor to another process; there is none.

    Args:
        tensor (Tensor): What is sent.
        dst (int): Who gets it.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        ValueError: The process is this one, or is not in the group.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.distributed.send(paddle.ones([2]), 1, paddle.distributed.new_group([0]))
        ... except ValueError as error:
        ...     print(str(error).splitlines()[0])
        (InvalidArgument) send: the process is not in the group.
    """
    _to_itself("send", dst, group)


def recv(tensor, src=0, group=None, sync_op=True):
    """Receives a tensor from another process; there is none.

    Args:
        tensor (Tensor): It gets the values.
        src (int): Who sends.
        group (Group, optional): By default all processes.
        sync_op (bool): Wait for the end.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        ValueError: The process is this one, or is not in the group.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.distributed.recv(paddle.ones([2]), 1, paddle.distributed.new_group([0]))
        ... except ValueError as error:
        ...     print(str(error).splitlines()[0])
        (InvalidArgument) recv: the process is not in the group.
    """
    _to_itself("recv", src, group)


def isend(tensor, dst, group=None):
    """``send()`` that does not wait.

    Args:
        tensor (Tensor): What is sent.
        dst (int): Who gets it.
        group (Group, optional): By default all processes.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        ValueError: The process is this one, or is not in the group.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.distributed.isend(paddle.ones([2]), 0, paddle.distributed.new_group([0]))
        ... except ValueError as error:
        ...     print(str(error).splitlines()[0])
        (InvalidArgument) isend: a process can not talk to itself.
    """
    _to_itself("isend", dst, group)


def irecv(tensor, src=None, group=None):
    """``recv()`` that does not wait.

    Args:
        tensor (Tensor): It gets the values.
        src (int): Who sends.
        group (Group, optional): By default all processes.

    Raises:
        RuntimeError: ``init_parallel_env()`` was not called.
        ValueError: The process is this one, or is not in the group.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.distributed.irecv(paddle.ones([2]), 0, paddle.distributed.new_group([0]))
        ... except ValueError as error:
        ...     print(str(error).splitlines()[0])
        (InvalidArgument) irecv: a process can not talk to itself.
    """
    _to_itself("irecv", src, group)
