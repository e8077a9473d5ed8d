"""Builtins that ask for the truth of what they are given, in Python: interpreted where that is a tensor."""

_SOURCE = """
def max(*items):
    best = items[0]
    for x in items[1:]:
        if x > best:
            best = x
    return best

def min(*items):
    best = items[0]
    for x in items[1:]:
        if x < best:
            best = x
    return best

def any(items):
    for x in items:
        if x:
            return True
    return False

def all(items):
    for x in items:
        if not x:
            return False
    return True
"""
_SPACE = {"__name__": "builtins"}
exec(compile(_SOURCE, "<builtins>", "exec"), _SPACE)  # noqa: S102
BY_NAME = {name: _SPACE[name] for name in ("max", "min", "any", "all")}
