"""Generators of random numbers under names, as layers that share weights among processes use them."""

import contextlib

import paddle

_DEFAULT = "model_parallel_rng"


class RNGStatesTracker:
    """Keeps the states of random generators under names, and draws from one of them for a while.

    Examples:
        >>> import paddle
        >>> from paddle.distributed.fleet.meta_parallel import RNGStatesTracker
        >>> tracker = RNGStatesTracker()
        >>> tracker.add("mine", 5)
        >>> with tracker.rng_state("mine"):
        ...     x = paddle.rand([2])
        >>> _ = paddle.seed(5)
        >>> bool((x == paddle.rand([2])).all())
        True
    """

    def __init__(self):
        self.reset()

    def reset(self):
        """Forgets all of them."""
        self.states_ = {}
        self.seeds_ = set()

    def add(self, name, seed):
        """A new generator.

        Args:
            name (str): Its name.
            seed (int): Its seed.

        Raises:
            ValueError: The name or the seed is there already.
        """
        for kind, value, known in (("seed", seed, self.seeds_), ("name", name, self.states_)):
            if value in known:
                raise ValueError(
                    f"(InvalidArgument) RNGStatesTracker.add: argument `{kind}` is there already.\n  Received: {value}"
                )
        before = paddle.get_rng_state()
        paddle.seed(seed)
        self.seeds_.add(seed)
        self.states_[name] = paddle.get_rng_state()
        paddle.set_rng_state(before)

    def get_states_tracker(self):
        """The states by their names.

        Returns:
            dict
        """
        return dict(self.states_)

    def set_states_tracker(self, states):
        """Sets the states.

        Args:
            states (dict): As `get_states_tracker()` gives them.
        """
        self.states_ = dict(states)

    @contextlib.contextmanager
    def rng_state(self, name=_DEFAULT):
        """A block that draws from a generator.

        Args:
            name (str): That of the generator.

        Raises:
            ValueError: There is none of that name.
        """
        if name not in self.states_:
            raise ValueError(
                "(InvalidArgument) RNGStatesTracker.rng_state: there is no such generator.\n"
                f"  Expected: one of {sorted(self.states_)}\n  Received: {name!r}"
            )
        before = paddle.get_rng_state()
        paddle.set_rng_state(self.states_[name])
        try:
            yield
        finally:
            self.states_[name] = paddle.get_rng_state()
            paddle.set_rng_state(before)


_tracker = RNGStatesTracker()


def get_rng_state_tracker():
    """The tracker of this process.

    Returns:
        RNGStatesTracker

    Examples:
        >>> from paddle.distributed.fleet.meta_parallel import get_rng_state_tracker
        >>> get_rng_state_tracker() is get_rng_state_tracker()
        True
    """
    return _tracker
