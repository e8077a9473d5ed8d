"""Parameters, programs and modes, under the names of Paddle's `paddle.base.framework`."""

import contextlib

import paddle

from ..framework.input_spec import as_dtype as _as_dtype
from ..framework.parameter import EagerParamBase, Parameter  # noqa: F401
from ..missing import attribute_of as _attribute_of
from ..missing import stand_in as _stand_in

_absent = _attribute_of(__name__)
IrGraph = _stand_in(f"{__name__}.IrGraph")
_OF_STATIC = (
    "Program",
    "Variable",
    "default_main_program",
    "default_startup_program",
    "program_guard",
)
in_dynamic_mode = in_dygraph_mode = in_dynamic_or_pir_mode = paddle.in_dynamic_mode


def __getattr__(name):
    """`paddle.static` runs when it is touched."""
    return getattr(paddle.static, name) if name in _OF_STATIC else _absent(name)


def in_pir_mode():
    """Whether a static program is built."""
    return not paddle.in_dynamic_mode()


use_pir_api = in_pir_mode


def _current_expected_place():
    """Where new tensors are made."""
    return paddle.empty([0]).place


_current_expected_place_ = _current_expected_place


@contextlib.contextmanager
def _no_check_dy2st_diff():
    """A block in which Paddle does not look for differences between eager and captured code."""
    yield


def dygraph_only(function):
    """The function: a call in static mode raises where it must.

    Args:
        function (callable): Any.
    """
    return function


non_static_only = dygraph_only


def convert_np_dtype_to_dtype_(np_dtype):
    """The dtype of a numpy dtype, or of a name.

    Args:
        np_dtype (dtype|str): The name or type.
    """
    return _as_dtype(np_dtype)


def _create_tensor(type=None, name=None, shape=None, dtype=None, persistable=None, **kwargs):
    """A tensor to be filled: of zeros, with these sizes (none: no elements).

    Args:
        type: accepted.
        name (str, optional): of the tensor.
        shape (list[int], optional): its sizes.
        dtype (str|paddle.dtype, optional): by default float32.
        persistable (bool, optional): whether it is kept.
        kwargs: accepted.
    """
    made = paddle.zeros([0] if shape is None else shape, dtype or "float32")
    if name is not None:
        made.name = name
    made.persistable = bool(persistable)
    return made
