"""Why a capture does not hold, in words for the one who wrote the function."""


def _shown(x, limit=60):
    text = repr(x)
    return text if len(text) <= limit else f"{text[:limit]}..."


def _expected(expected):
    kind = expected[0]
    if kind == "absent":
        return "nothing"
    if kind == "number":
        return f"any {expected[1].__name__}"
    if kind in ("is", "value"):
        x = expected[1] if kind == "is" else expected[2]
        if kind == "value" and expected[1] in (float, complex):
            return f"another {expected[1].__name__}"
        return _shown(x)
    return f"another {kind}"


def _owner(holder):
    name = getattr(holder, "__qualname__", None)
    return name if isinstance(name, str) else f"a {type(holder).__name__}"


def told(failed):
    """A guard that did not hold (vm/guards.py), or the words that a capture has for it."""
    if not isinstance(failed, tuple) or len(failed) < 4:
        return str(failed)
    kind, holder, key, expected = failed[:4]
    if kind == "content":
        return f"the elements of {_shown(holder)}"
    if kind == "function":
        return f"the code or the defaults of {_owner(holder)}"
    if kind == "item":
        what = f"{_shown(key)} of {_dict(holder)}"
    elif kind == "cell":
        what = "a variable of an enclosing function"
    else:
        what = f"attribute {key!r} of {_owner(holder)}"
    return f"{what}, which was {_expected(expected)}"


def _dict(holder):
    module = dict.get(holder, "__name__")
    return (
        f"module {module}" if isinstance(module, str) and "__spec__" in holder else _shown(holder)
    )
