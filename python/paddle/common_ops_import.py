"""What modules of operators import in Paddle."""

from .base import core  # noqa: F401
from .base.core import VarDesc  # noqa: F401
from .base.data_feeder import (  # noqa: F401
    check_dtype,
    check_type,
    check_variable_and_dtype,
    convert_dtype,
)
from .base.framework import convert_np_dtype_to_dtype_, dygraph_only, in_dygraph_mode  # noqa: F401
from .base.layer_helper import LayerHelper  # noqa: F401
from .framework.param_attr import ParamAttr  # noqa: F401
from .missing import attribute_of as _attribute_of

_absent = _attribute_of(__name__)


def __getattr__(name):
    """`paddle.static` runs when it is touched."""
    import paddle

    return (
        getattr(paddle.static, name)
        if name in ("Variable", "default_main_program")
        else _absent(name)
    )
