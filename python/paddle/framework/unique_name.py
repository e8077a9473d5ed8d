"""Names that count up: ``generate("linear")`` is ``linear_0``, then ``linear_1``."""

from contextlib import contextmanager

__all__ = ["generate", "guard", "switch"]


class UniqueNameGenerator:
    """Counts each key on its own.

    Args:
        prefix (str): put before every name.
    """

    def __init__(self, prefix=""):
        self.prefix = prefix or ""
        self.ids = {}

    def __call__(self, key):
        count = self.ids.get(key, 0)
        self.ids[key] = count + 1
        return f"{self.prefix}{key}_{count}"


_generator = UniqueNameGenerator()
_parameter_names = set()


def generate(key):
    """The next name of ``key``.

    Examples:
        >>> from paddle.framework import unique_name
        >>> with unique_name.guard():
        ...     unique_name.generate("fc"), unique_name.generate("fc")
        ('fc_0', 'fc_1')
    """
    return _generator(key)


def claim_parameter_name(name):
    """False if a parameter of that name was made before."""
    if name in _parameter_names:
        return False
    _parameter_names.add(name)
    return True


def switch(new_generator=None, new_parameter_names=None):
    """Puts other counters in place and returns the pair used so far."""
    global _generator, _parameter_names
    old = _generator, _parameter_names
    _generator = new_generator if new_generator is not None else UniqueNameGenerator()
    _parameter_names = new_parameter_names if new_parameter_names is not None else set()
    return old


@contextmanager
def guard(new_generator=None):
    """Inside, names count from zero (or as ``new_generator``, or with that prefix)."""
    if isinstance(new_generator, bytes):
        new_generator = new_generator.decode()
    if isinstance(new_generator, str):
        new_generator = UniqueNameGenerator(new_generator)
    old = switch(new_generator)
    try:
        yield
    finally:
        switch(*old)
