"""Generators of random numbers."""

import secrets

from .. import _C


class Generator:
    """The generator of the random numbers of a device: every object of this class is the same one.

    As in Paddle, ``Generator()`` is the generator that all operators draw from, not one of its own.

    Args:
        device (str|Place, optional): "cpu", which is the default.

    Raises:
        ValueError: the device is none of this build.

    Examples:
        >>> import paddle
        >>> generator = paddle.Generator().manual_seed(7)
        >>> generator.initial_seed()
        7
        >>> state = generator.get_state()
        >>> a = paddle.rand([3])
        >>> generator.set_state(state)
        >>> bool((a == paddle.rand([3])).all())
        True
    """

    __slots__ = ()

    def __init__(self, device=None):
        check_cpu("Generator", device)

    def manual_seed(self, seed):
        """Begins the numbers of a seed.

        Args:
            seed (int): in [0, 2**64).

        Returns:
            Generator
        """
        value = int(seed)
        if not 0 <= value < 2**64:
            raise ValueError(
                "(InvalidArgument) seed: argument `seed` is out of range.\n"
                f"  Expected: 0 <= seed < 2**64\n  Received: {value}"
            )
        _C.seed(value)
        return self

    def seed(self):
        """Begins the numbers of a seed that the system chooses, and gives it.

        Returns:
            int
        """
        value = secrets.randbits(63)
        _C.seed(value)
        return value

    def random(self):
        """64 random bits as an integer.

        Returns:
            int
        """
        low, high = (int(v) for v in _C.ops["randint"](0, 2**32, [2], "int64").tolist())
        return high << 32 | low

    def initial_seed(self):
        """The seed that the numbers began with.

        Returns:
            int
        """
        return _C.get_rng_state()[0]

    def get_state(self):
        """Where the generator is, for ``set_state``.

        Returns:
            tuple
        """
        return _C.get_rng_state()

    def set_state(self, state):
        """Brings the generator back to a state.

        Args:
            state (tuple): of ``get_state``.
        """
        _C.set_rng_state(state)


def check_cpu(op, device):
    """Raises ValueError where `device` has no generator: this build draws on the CPU alone."""
    text = "cpu" if device is None else str(getattr(device, "_text", device))
    if text != "cpu":
        raise ValueError(
            f"(InvalidArgument) {op}: argument `device` has no generator.\n"
            f"  Expected: cpu\n  Received: {text}"
        )
