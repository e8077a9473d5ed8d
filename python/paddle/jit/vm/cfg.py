"""Control flow of decoded code: successors, and where the ways of a branch meet again."""

EXIT = -1


def successors(dec, i):
    name, target = dec.names[i], dec.ops[i][1]
    if name in ("RETURN_VALUE", "RERAISE", "RAISE_VARARGS"):
        return (EXIT,) if name == "RETURN_VALUE" else ()
    if name in ("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"):
        return (target,)
    if "JUMP" in name or name in ("FOR_ITER", "SEND"):
        return (i + 1, target)
    return (i + 1,)


def joins(dec):
    """For each instruction the nearest one that every way to a return passes, EXIT if none."""
    if dec.flow is not None:
        return dec.flow
    n = len(dec.ops)
    everything = (1 << (n + 1)) - 1  # bit n stands for the exit
    after = [everything] * n + [1 << n]
    following = [[n if s == EXIT else s for s in successors(dec, i)] for i in range(n)]
    changed = True
    while changed:
        changed = False
        for i in range(n - 1, -1, -1):
            meet = everything
            for s in following[i]:
                meet &= after[s]
            meet |= 1 << i
            if meet != after[i]:
                after[i], changed = meet, True
    having = {a: j for j, a in enumerate(after[:n]) if a != everything}
    found = [having.get(a & ~(1 << i), EXIT) for i, a in enumerate(after[:n])]
    dec.flow = found
    return found


def assigned(dec, start, end):
    """The locals that instructions of a range store."""
    return {
        dec.ops[i][1] for i in range(start, end) if dec.names[i] in ("STORE_FAST", "DELETE_FAST")
    }


def loop_end(dec, top, head, out):
    """The test at the end of a `while` loop whose first test is at `top`, or None.

    CPython compiles `while` to a test, the body from `head` on, the test again.
    """
    for i in range(head, len(dec.ops)):
        if dec.names[i].startswith("POP_JUMP_BACKWARD") and dec.ops[i][1] == head:
            return i if out == i + 1 else None
    return None


def leaves_loop(dec, at, target):
    """Of a jump that ends a loop in its middle (`while True`): (the way that comes back to it, the other); or None."""
    back = [reaches(dec, way, at) for way in (at + 1, target)]
    if back == [True, False]:
        return at + 1, target
    return (target, at + 1) if back == [False, True] else None


def reaches(dec, start, goal):
    """Whether some way leads from one instruction to another (EXIT: to a return)."""
    seen, todo = {EXIT}, [start]
    while todo:
        i = todo.pop()
        if i == goal:
            return True
        if i not in seen:
            seen.add(i)
            todo += successors(dec, i)
    return False


_USES = frozenset((
    "LOAD_FAST", "DELETE_FAST", "LOAD_CLOSURE", "LOAD_DEREF", "STORE_DEREF", "DELETE_DEREF", "LOAD_CLASSDEREF",
    "MAKE_CELL",
))  # fmt: skip


def live(dec):
    """For each instruction the locals (as bits) whose values may be read from there on.

    The first one always counts: `super()` reads it.
    """
    if dec.live is not None:
        return dec.live
    n = len(dec.ops)
    found = [0] * (n + 1)
    after = [[n if s == EXIT else s for s in successors(dec, i)] for i in range(n)]
    for i, handler in enumerate(dec.handlers):
        if handler is not None:
            after[i].append(handler[0])
    changed = True
    while changed:
        changed = False
        for i in range(n - 1, -1, -1):
            bits = 1
            for s in after[i]:
                bits |= found[s]
            name, arg = dec.names[i], dec.ops[i][1]
            if name == "STORE_FAST":
                bits &= ~(1 << arg)
            elif name in _USES:
                bits |= 1 << arg
            if bits != found[i]:
                found[i], changed = bits, True
    dec.live = found
    return found
