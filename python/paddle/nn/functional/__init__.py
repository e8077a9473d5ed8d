"""Functions of neural networks: operators of the engine, and what is made of them."""

from ... import _C

# Operators are taken as they are: a Python function around one would cost more
# than a small operator itself.
globals().update({name: _C.ops[name] for name in _C.op_modules.get("nn.functional", ())})
