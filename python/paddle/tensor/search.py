"""The named results of operators that find elements."""

from collections import namedtuple

from .. import _C

TopKRetType = namedtuple("TopKRetType", ("values", "indices"))
_C.name_results("topk", TopKRetType)
