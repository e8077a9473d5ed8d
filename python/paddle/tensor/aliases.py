"""Second names that Paddle gives to operators."""

from .. import _C

_ALIASES = {
    "cat": "concat",
    "clamp": "clip",
    "clamp_": "clip_",
    "mod": "remainder",
    "floor_mod": "remainder",
    "concatenate": "concat",
    "mul": "multiply",
    "div": "divide",
    "sub": "subtract",
    "negative": "neg",
    "absolute": "abs",
    "true_divide": "divide",
    "gt": "greater_than",
    "ge": "greater_equal",
    "lt": "less_than",
    "le": "less_equal",
    "eq": "equal",
    "ne": "not_equal",
    "less": "less_than",
    "swapdims": "swapaxes",
    "reverse": "flip",
    "take_along_dim": "take_along_axis",
    "sgn": "sign",
    "gammaln": "lgamma",
    "gammaln_": "lgamma_",
    "ravel": "flatten",
    "view_as_real": "as_real",
    "view_as_complex": "as_complex",
    "ger": "outer",
    "greater": "greater_than",
    "bitwise_invert": "bitwise_not",
    "bitwise_invert_": "bitwise_not_",
    "mod_": "remainder_",
    "floor_mod_": "remainder_",
    "mul_": "multiply_",
    "div_": "divide_",
    "sub_": "subtract_",
    "less_": "less_than_",
}

for _alias, _name in _ALIASES.items():
    if _name in _C.ops:
        globals()[_alias] = _C.ops[_name]

_C.extend_tensor(
    {alias: vars(_C.Tensor)[name] for alias, name in _ALIASES.items() if name in vars(_C.Tensor)}
)

__all__ = [_alias for _alias, _name in _ALIASES.items() if _name in _C.ops]
