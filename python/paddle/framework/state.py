"""Default dtype, random state, mode."""

from .. import _C


def set_default_dtype(d):
    """The dtype of Python floats and of creation functions: a float type."""
    _C.set_default_dtype(d)


def get_default_dtype():
    """The name of the default dtype, such as 'float32'."""
    return _C.get_default_dtype()


def seed(seed):
    """Seeds the generators of all devices; returns the default one."""
    return _C.seed(int(seed))


def get_rng_state(device=None):
    """The state of the CPU generator, as a list."""
    return [_C.get_rng_state()]


def set_rng_state(state_list, device=None):
    """Restores what `get_rng_state` gave."""
    state = state_list[0] if isinstance(state_list, (list, tuple)) else state_list
    _C.set_rng_state(state)


def get_cuda_rng_state():
    """The states of the GPU generators: one per GPU."""
    return []


def in_dynamic_mode():
    """True: operators run at once."""
    return True


def disable_static(place=None):
    """Operators run at once; they do already."""
