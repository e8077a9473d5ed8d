"""paddle.base: names that programs of Paddle take from its insides. What is not here raises NotImplementedError."""

from ..framework import unique_name  # noqa: F401
from ..framework.param_attr import ParamAttr  # noqa: F401
from ..missing import attribute_of as _attribute_of
from . import core, data_feeder, dygraph, framework, layer_helper  # noqa: F401

__getattr__ = _attribute_of(__name__)
