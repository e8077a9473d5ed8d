"""Code objects as lists that are quick to run: (handler, argument) per instruction.

CPython 3.11. Arguments are resolved (constants, names, jump targets as
indices), instructions that do nothing are dropped, and the exception table is
spread over the instructions. Another version needs another `_ARGUMENTS`.
"""

import dis
import sys

HANDLERS = {}  # name of an opcode -> function of (frame, argument)
_SKIPPED = {"CACHE", "EXTENDED_ARG", "NOP", "RESUME", "PRECALL", "KW_NAMES"}
_COMPARE = ("lt", "le", "eq", "ne", "gt", "ge")
_NAMED = {
    "LOAD_NAME", "STORE_NAME", "DELETE_NAME", "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_ATTR", "STORE_ATTR",
    "DELETE_ATTR", "LOAD_METHOD", "IMPORT_NAME", "IMPORT_FROM",
}  # fmt: skip


def op(*names):
    """Registers a function as the handler of opcodes."""

    def register(function):
        for name in names:
            HANDLERS[name] = function
        return function

    return register


def supported():
    return sys.version_info[:2] == (3, 11) and sys.implementation.name == "cpython"


class Decoded:
    """A code object, decoded once."""

    __slots__ = (
        "code",
        "ops",
        "names",
        "lines",
        "handlers",
        "free",
        "live",
        "flow",
        "writes",
        "size",
        "simple",
    )

    def __init__(self, code):
        self.code, self.flow, self.live = code, None, None
        self.size = len(code.co_varnames) + len(code.co_cellvars) + len(code.co_freevars)
        self.size -= len(set(code.co_varnames) & set(code.co_cellvars))
        self.free = self.size - len(code.co_freevars)
        self.simple = not code.co_flags & 0x0C and not code.co_kwonlyargcount
        kept, index = _keep(code)
        self.ops, self.names, self.lines = [], [], []
        for offset, name, arg, keywords in kept:
            value = _argument(code, offset, name, arg, keywords, index)
            self.ops.append((HANDLERS.get(name) or _unknown(name), value))
            self.names.append(name)
        self.lines = _lines(code, [k[0] for k in kept])
        self.handlers = [None] * len(kept)
        for entry in reversed(dis._parse_exception_table(code)):
            for i in range(index[entry.start], index[entry.end]):
                self.handlers[i] = (index[entry.target], entry.depth, entry.lasti)

    def with_stop(self, stops):
        """The instructions with handlers of one's own at some indices ({index: handler})."""
        ops = list(self.ops)
        for at, handler in stops.items():
            ops[at] = (handler, at)
        return ops


def _keep(code):
    """[(offset, name, arg, keyword names)] and the index of the first kept at or after each offset."""
    kept, pending, keywords = [], [], ()
    index = {}
    for offset, opcode, arg in dis._unpack_opargs(code.co_code):
        name = dis.opname[opcode]
        pending.append(offset)
        if name == "KW_NAMES":
            keywords = code.co_consts[arg]
        if name in _SKIPPED:
            continue
        for o in pending:
            index[o] = len(kept)
        pending.clear()
        kept.append((offset, name, arg, keywords if name == "CALL" else ()))
        if name == "CALL":
            keywords = ()
    for o in [*pending, len(code.co_code)]:
        index[o] = len(kept)
    return kept, index


def _argument(code, offset, name, arg, keywords, index):
    if name == "LOAD_CONST":
        return code.co_consts[arg]
    if name == "LOAD_GLOBAL":
        return code.co_names[arg >> 1], arg & 1
    if name in _NAMED:
        return code.co_names[arg]
    if name == "CALL":
        return arg, keywords
    if name == "COMPARE_OP":
        return _COMPARE[arg]
    if "JUMP" in name or name in ("FOR_ITER", "SEND"):
        if "BACKWARD" in name:
            arg = -arg
        return index[offset + 2 + 2 * arg + 2 * _caches(name)]
    return arg


def _caches(name):
    return dis._inline_cache_entries[dis.opmap[name]]


def _lines(code, offsets):
    spans = [(start, end, line) for start, end, line in code.co_lines()]
    lines, i = [], 0
    for offset in offsets:
        while i < len(spans) - 1 and offset >= spans[i][1]:
            i += 1
        lines.append(spans[i][2] or (lines[-1] if lines else code.co_firstlineno))
    return lines


def _unknown(name):
    def handler(f, arg):
        raise SystemError(f"capture: opcode {name} is not known")

    return handler


_cache = {}


def decode(code):
    found = _cache.get(id(code))
    if found is None:
        found = _cache[id(code)] = Decoded(code)  # holds the code object: its id stays taken
    return found
