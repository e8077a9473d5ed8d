"""Groups of processes. This version runs one process: a group has one member, or raises."""

import os

_NOT_YET = "\n  Hint: docs/STATUS.md lists what is missing; start one process."


def _environment(name, default):
    text = os.environ.get(name, default)
    try:
        return int(text)
    except ValueError:
        raise ValueError(
            f"(InvalidArgument) distributed: the environment variable {name} is wrong.\n"
            f"  Expected: an integer\n  Received: {text!r}"
        ) from None


class ParallelEnv:
    """What the environment of this process says of the others, as a launcher sets it.

    It is read from ``PADDLE_TRAINER_ID``, ``PADDLE_TRAINERS_NUM``, ``PADDLE_TRAINER_ENDPOINTS``,
    ``PADDLE_CURRENT_ENDPOINT`` and ``FLAGS_selected_gpus``; without them there is one process, of rank 0.

    Raises:
        ValueError: A number is none.

    Examples:
        >>> import paddle
        >>> env = paddle.distributed.ParallelEnv()
        >>> env.rank, env.world_size
        (0, 1)
    """

    def __init__(self):
        self._rank = _environment("PADDLE_TRAINER_ID", "0")
        self._world_size = _environment("PADDLE_TRAINERS_NUM", "1")
        devices = os.environ.get("FLAGS_selected_gpus", "0").split(",")
        self._device_id = int(devices[0]) if devices[0].isdigit() else 0
        self._trainer_endpoints = os.environ.get("PADDLE_TRAINER_ENDPOINTS", "").split(",")
        self._current_endpoint = os.environ.get("PADDLE_CURRENT_ENDPOINT", "")

    @property
    def rank(self):
        """The number of this process, from 0."""
        return self._rank

    @property
    def world_size(self):
        """How many processes there are."""
        return self._world_size

    @property
    def device_id(self):
        """The number of the device of this process."""
        return self._device_id

    @property
    def device_type(self):
        """The kind of the device, or an empty text."""
        return os.environ.get("PADDLE_XCCL_BACKEND", "")

    @property
    def current_endpoint(self):
        """The address of this process, or an empty text."""
        return self._current_endpoint

    @property
    def trainer_endpoints(self):
        """The addresses of all processes."""
        return self._trainer_endpoints

    @property
    def nrings(self):
        """How many rings communicate."""
        return 1

    local_rank = rank
    nranks = world_size
    dev_id = device_id


class Group:
    """Processes that communicate.

    Args:
        id (int): Its number.
        ranks (list[int]): Its members.

    Examples:
        >>> import paddle
        >>> group = paddle.distributed.new_group([0])
        >>> group.nranks, group.rank, group.is_member()
        (1, 0, True)
    """

    def __init__(self, id, ranks):
        self.id = id
        self.ranks = list(ranks)

    @property
    def rank(self):
        """The number of this process in the group, or -1."""
        return self.get_group_rank(get_rank())

    @property
    def nranks(self):
        """How many members it has."""
        return len(self.ranks)

    world_size = nranks

    @property
    def name(self):
        """Its name."""
        return f"_default_pg{self.id}"

    @property
    def backend(self):
        """What carries its messages."""
        return "GLOO"

    def is_member(self):
        """Whether this process is in it."""
        return self.rank >= 0

    def get_group_rank(self, rank):
        """The number in the group of a process, or -1.

        Args:
            rank (int): That of the process among all.
        """
        return self.ranks.index(rank) if rank in self.ranks else -1

    def __repr__(self):
        return f"rank: {self.rank}, nranks: {self.nranks}, id: {self.id}, ranks: {', '.join(map(str, self.ranks))}; name: {self.name}"  # noqa: E501


_groups = {}  # id -> Group; 0 is that of all processes


def get_rank(group=None):
    """The number of this process, from 0.

    Args:
        group (Group, optional): In this group, where it is -1 for others; by default among all.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.distributed.get_rank()
        0
    """
    return group.get_group_rank(get_rank()) if group else _environment("PADDLE_TRAINER_ID", "0")


def get_world_size(group=None):
    """How many processes there are.

    Args:
        group (Group, optional): In this group; by default in all.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.distributed.get_world_size()
        1
    """
    return group.nranks if group else _environment("PADDLE_TRAINERS_NUM", "1")


def is_available():
    """Whether ``paddle.distributed`` is there.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.distributed.is_available()
        True
    """
    return True


def is_initialized():
    """Whether ``init_parallel_env()`` was called.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.distributed.is_initialized()
        False
    """
    return 0 in _groups


def require_one_process(what):
    """Raises where the environment says that there are other processes.

    Args:
        what (str): Who asks.
    """
    count = get_world_size()
    if count != 1:
        raise NotImplementedError(
            f"(Unimplemented) {what}: processes that communicate are not part of this version.\n"
            f"  Expected: PADDLE_TRAINERS_NUM=1\n  Received: {count}{_NOT_YET}"
        )


def init_parallel_env(nccl_config=None):
    """Makes the group of all processes, of which there is one.

    Args:
        nccl_config (NCCLConfig, optional): For GPUs.

    Returns:
        Group

    Raises:
        NotImplementedError: The environment says that there are more processes.

    Examples:
        >>> import paddle
        >>> group = paddle.distributed.init_parallel_env()
        >>> group.nranks, paddle.distributed.is_initialized()
        (1, True)
        >>> paddle.distributed.destroy_process_group()
    """
    require_one_process("init_parallel_env")
    return _groups.setdefault(0, Group(0, [0]))


def destroy_process_group(group=None):
    """Takes back ``init_parallel_env()`` or ``new_group()``.

    Args:
        group (Group, optional): By default all groups.

    Raises:
        ValueError: The group is not known.

    Examples:
        >>> import paddle
        >>> group = paddle.distributed.init_parallel_env()
        >>> paddle.distributed.destroy_process_group()
        >>> paddle.distributed.is_initialized()
        False
    """
    if group is None:
        _groups.clear()
    elif _groups.get(group.id) is not group:
        raise ValueError(
            f"(InvalidArgument) destroy_process_group: the group is not known.\n  Received: {group}"
        )
    else:
        del _groups[group.id]


def new_group(ranks=None, backend=None, timeout=None, nccl_comm_init_option=0, nccl_config=None):
    """A group of some of the processes.

    Args:
        ranks (list[int], optional): Its members; by default all.
        backend (str, optional): Accepted.
        timeout (datetime.timedelta, optional): Accepted: one process waits for no other.
        nccl_comm_init_option (int): For GPUs.
        nccl_config (NCCLConfig, optional): For GPUs.

    Returns:
        Group

    Raises:
        NotImplementedError: There are more processes.
        ValueError: A member does not exist, or comes twice.

    Examples:
        >>> import paddle
        >>> paddle.distributed.new_group([0]).nranks
        1
    """
    require_one_process("new_group")
    ranks = [0] if ranks is None else sorted(ranks)
    if ranks != [0]:
        raise ValueError(
            f"(InvalidArgument) new_group: argument `ranks` is wrong.\n  Expected: [0], there is one process\n"
            f"  Received: {ranks}"
        )
    group = Group(max(_groups, default=0) + 1, ranks)
    return _groups.setdefault(group.id, group)


def get_group(id=0):
    """A group by its number.

    Args:
        id (int): 0 is that of all processes.

    Returns:
        Group|None

    Examples:
        >>> import paddle
        >>> paddle.distributed.get_group() is None  # before init_parallel_env()
        True
    """
    return _groups.get(id)


def group_of(group, what):
    """The group, or that of all processes where it is None.

    Args:
        group (Group|None): The group.
        what (str): Who asks.

    Raises:
        RuntimeError: There is none yet.
    """
    if group is not None:
        return group
    if 0 not in _groups:
        raise RuntimeError(
            f"(PreconditionNotMet) {what}: the global group is not initialized.\n"
            "  Hint: call paddle.distributed.init_parallel_env() first."
        )
    return _groups[0]


def get_backend(group=None):
    """What carries the messages of a group.

    Args:
        group (Group, optional): By default that of all processes.

    Returns:
        str

    Raises:
        RuntimeError: The group of all is not initialized.

    Examples:
        >>> import paddle
        >>> paddle.distributed.get_backend(paddle.distributed.new_group([0]))
        'GLOO'
    """
    return group_of(group, "get_backend").backend
