"""Python numbers whose value a branch or a loop on tensors decides.

A `Number` stands for an int, a float or a bool that only the run of the program
knows. Arithmetic that a tensor does as Python does makes another one; whatever
else looks at one gets the value, for which the graph may have to break. A
`TensorRange` is the `range` of such numbers.
"""

from .decode import HANDLERS

KINDS = {"bool": bool, "int64": int, "float64": float}
DTYPES = {kind: dtype for dtype, kind in KINDS.items()}
_STEP = 1 << 31  # a loop that counts in such steps does not reach the end of int64
BITS = 32  # that a number has which is counted
WIDE = 64  # that one has which is read of int64: before Python would leave int64 with it, it is checked
SMALL = 31  # that one has which is checked
_MOST = 62  # that int64 holds, whatever the sign is
_EXACT = 53  # that a float holds
# Opcodes that hand values on, or that look after numbers themselves.
_SAFE = frozenset((
    "LOAD_FAST", "STORE_FAST", "DELETE_FAST", "LOAD_CONST", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_CLOSURE", "LOAD_DEREF",
    "POP_TOP", "PUSH_NULL", "COPY", "SWAP", "BINARY_SUBSCR", "BINARY_OP", "COMPARE_OP", "UNARY_NEGATIVE", "UNARY_NOT",
    "BUILD_TUPLE", "UNPACK_SEQUENCE", "CALL", "RETURN_VALUE", "LOAD_ATTR", "LOAD_METHOD", "GET_ITER", "FOR_ITER",
    "IS_OP", "JUMP_FORWARD", "JUMP_BACKWARD", "POP_JUMP_FORWARD_IF_TRUE", "POP_JUMP_FORWARD_IF_FALSE",
    "POP_JUMP_BACKWARD_IF_TRUE", "POP_JUMP_BACKWARD_IF_FALSE", "JUMP_IF_TRUE_OR_POP", "JUMP_IF_FALSE_OR_POP",
    "POP_JUMP_FORWARD_IF_NONE", "POP_JUMP_BACKWARD_IF_NONE", "POP_JUMP_FORWARD_IF_NOT_NONE",
    "POP_JUMP_BACKWARD_IF_NOT_NONE", "MAKE_CELL", "COPY_FREE_VARS", "BUILD_SLICE",
    "FORMAT_VALUE", "BUILD_STRING", "STORE_SUBSCR", "LOAD_BUILD_CLASS",
))  # fmt: skip
# How many values on the stack an opcode looks at: three where it is not said here.
_DEPTHS = {
    "BUILD_MAP": lambda n: 2 * n,
    "BUILD_CONST_KEY_MAP": lambda n: n + 1,
    "MAKE_FUNCTION": lambda n: 5,
}
_DEPTHS |= dict.fromkeys(("BUILD_LIST", "BUILD_SET"), lambda n: n)
_DEPTHS |= dict.fromkeys(
    ("STORE_DEREF", "STORE_GLOBAL", "STORE_NAME", "LIST_APPEND", "YIELD_VALUE"), lambda n: 1
)
_DEPTHS |= dict.fromkeys(("STORE_ATTR", "CONTAINS_OP"), lambda n: 2)


class Number:
    """A number of Python that is a tensor in the program.

    Args:
        tensor (Tensor): 0-D; int64, float64 or bool.
        kind (type): int, float or bool.
        bits (int): How large it may be: round a loop, a number of more than `BITS` might leave int64, unless checked.
        session (Session): Of the capture, where that may find its value in another way than by a look.
    """

    __slots__ = ("tensor", "kind", "bits", "session", "_known")

    def __init__(self, tensor, kind, bits=BITS, session=None):
        self.tensor, self.kind, self.bits, self.session = tensor, kind, bits, session
        self._known = None

    def value(self):
        """The number itself: a size that only the run knows, or the data of a tensor."""
        if self._known is None and self.session is not None and self.kind is int:
            self._known = self.session.late_number(self)
        if self._known is None:
            self._known = self.kind(self.tensor.item())
        return self._known


class TensorRange:
    """`range(start, stop, step)` of which an end is a tensor or a Number."""

    __slots__ = ("session", "start", "stop", "step", "_given")

    def __init__(self, session, start, stop, step, given):
        self.session, self.start, self.stop, self.step, self._given = (
            session,
            start,
            stop,
            step,
            given,
        )

    def value(self):
        ends = []
        for end, (given, version) in zip((self.start, self.stop), self._given, strict=True):
            if version is not None and given.inplace_version == version:
                ends.append(int(given))
            else:
                ends.append(settled(end))
        return range(*ends, self.step)


class TensorIterator:
    """The iterator of a `TensorRange`, as long as the loop has not begun."""

    __slots__ = ("range",)

    def __init__(self, range_):
        self.range = range_


# What stands for a value that only the run knows (grown.py has more).
STAND_FOR = {Number, TensorRange}


def settled(x):
    """`x` with the values of the numbers in it."""
    if type(x) in STAND_FOR:
        return x.value()
    if type(x) is tuple and any(type(i) in STAND_FOR or type(i) is tuple for i in x):
        return tuple(map(settled, x))
    return x


def looked_at(vm, x):
    """The same, for code that needs the values: it is noted where that is."""
    value = settled(x)
    if value is not x:
        vm.session.looked()
    return value


def settled_arguments(args, kwargs):
    return settled(tuple(args)), {k: settled(v) for k, v in kwargs.items()}


def _guarded(handler, depth):
    def guarded(f, arg):
        if f.vm.numbers:
            stack = f.stack
            for i in range(max(0, len(stack) - depth(arg)), len(stack)):
                stack[i] = looked_at(f.vm, stack[i])
        return handler(f, arg)

    return guarded


def guard_handlers():
    """Opcodes that know nothing of numbers get their values."""
    for name, handler in HANDLERS.items():
        if name not in _SAFE:
            HANDLERS[name] = _guarded(handler, _DEPTHS.get(name, lambda n: 3))


def kind_of(x):
    """int, float or bool where `x` is a number, of either sort; or None."""
    if type(x) is Number:
        return x.kind
    return type(x) if type(x) in DTYPES else None


def bits_of(x):
    """How many bits a whole number of either sort may have."""
    return x.bits if type(x) is Number else x.bit_length() if type(x) is int else 1


def is_small(x):
    return type(x) in (int, bool) and abs(x) < _STEP


def fits(x):
    """Whether int64 holds `x`, where it is a whole number of Python."""
    return type(x) is not int or -(1 << 63) <= x < 1 << 63


def checked(session, x, most=_MOST):
    """`x`, of `SMALL` bits where it might have more than `most`: a call in which it has not is Python's."""
    if type(x) is not Number or x.kind is not int or x.bits <= most:
        return x
    return Number(session.checked(x.tensor), int, SMALL)


def _as_float(session, x):
    """`x` where a float is the same number; None where that is not known."""
    if type(x) is int:
        return x if abs(x) <= 1 << _EXACT else None
    return checked(session, x, _EXACT)


def binary(vm, name, a, b):
    """`a name b`, of which one is a Number; NotImplemented where tensors do it in another way than Python."""
    kinds = kind_of(a), kind_of(b)
    if None in kinds:
        return vm.session.number_and_tensor(name, a, b)
    if not fits(a) or not fits(b):
        return NotImplemented
    floating, most = float in kinds, BITS
    if name in ("add", "sub", "mul"):
        kind = float if floating else int
        if kind is int:
            a, b = checked(vm.session, a), checked(vm.session, b)
            bits = bits_of(a), bits_of(b)
            counts = name != "mul" and (is_small(a) or is_small(b))
            most = max(bits) if counts else sum(bits) if name == "mul" else max(bits) + 1
            if most > _MOST:
                return NotImplemented
    elif name == "truediv" and kind_of(b) is type(b) and b != 0:
        kind = float
        if not floating:  # rounded once in Python
            a, b = _as_float(vm.session, a), _as_float(vm.session, b)
            if b is None:
                return NotImplemented
    elif name in ("floordiv", "mod") and not floating and type(b) is int and b != 0:
        kind = int
        if b == -1:
            a = checked(vm.session, a)
        most = bits_of(b if name == "mod" else a)
    else:
        return NotImplemented
    made = vm.session.number_operation(name, a, b, kind)
    return Number(made, kind, most, vm.session)


def compare(vm, name, a, b):
    kinds = kind_of(a), kind_of(b)
    if None in kinds:
        return vm.session.number_and_tensor(name, a, b)
    if not fits(a) or not fits(b):
        return NotImplemented
    if float in kinds:  # Python compares the numbers themselves
        a, b = _as_float(vm.session, a), _as_float(vm.session, b)
        if a is None or b is None:
            return NotImplemented
    return Number(vm.session.number_operation(name, a, b, float if float in kinds else int), bool)


def is_same(vm, a, b, invert):
    """`a is b`, of which one is a Number: there is one True and one False."""
    kinds = kind_of(a), kind_of(b)
    if a is b or kinds[0] is not kinds[1]:
        return (a is b) is not invert
    if kinds[0] is bool:
        return compare(vm, "ne" if invert else "eq", a, b)
    return (looked_at(vm, a) is looked_at(vm, b)) is not invert


def negative(vm, x):
    return binary(vm, "sub", 0, x) if x.kind is not float else NotImplemented


def truth(vm, x):
    """The tensor that says whether a Number is true."""
    return x.tensor if x.kind is bool else compare(vm, "ne", x, 0).tensor
