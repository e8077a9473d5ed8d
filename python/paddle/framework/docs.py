"""Docstrings that share the description of arguments: one fact in one place."""

import re
import textwrap

_HEAD = "    Args:\n"


def _indented(doc):
    """A docstring as it stands in a function: Python 3.13 takes the indentation away."""
    first, _, rest = doc.partition("\n")
    return f"{first}\n{textwrap.indent(textwrap.dedent(rest), '    ')}"


def _entries(doc):
    """The lines about each argument of an ``Args:`` block, by its names."""
    entries = {}
    block = _indented(doc).partition(_HEAD)[2].partition("\n\n")[0]
    for line in block.split("\n") if block else ():
        if not line.startswith("         "):  # a name stands at eight spaces
            names = tuple(line.partition(" (")[0].replace(",", " ").split())
            entries[names] = line
        else:
            entries[names] += "\n" + line
    return entries


def args_of(source):
    """A decorator: adds what `source` says of arguments that the decorated class or function has too.

    Args:
        source (class|callable): Its docstring has an ``Args:`` block. What the decorated docstring says itself stays.
    """

    def decorate(target):
        code = (target.__init__ if isinstance(target, type) else target).__code__
        own, shared = _entries(target.__doc__), _entries(source.__doc__)
        lines = []
        for name in code.co_varnames[: code.co_argcount]:
            for entries in (own, shared):
                found = next((line for names, line in entries.items() if name in names), None)
                if found:
                    break
            if found and found not in lines:
                lines.append(found)
        before, head, after = _indented(target.__doc__).partition(_HEAD)
        if head:  # its own block goes
            after = after.partition("\n\n")[2]
        else:
            at = re.search(r"^    (Returns|Raises|Examples):\n", before, re.M).start()
            before, after = before[:at], before[at:]
        target.__doc__ = before + _HEAD + "\n".join(lines) + "\n\n" + after
        return target

    return decorate


def types_of_args(function):
    """What a docstring says of the types of arguments.

    Args:
        function (callable): Its docstring has an ``Args:`` block.

    Returns:
        dict: Names to pairs of the type, such as ``int|list[int]``, and whether None will do.
    """
    types = {}
    for names, text in _entries(function.__doc__ or "").items():
        kind = re.match(r"[^(]*\((.+?)\):", text)
        if kind:
            optional = kind[1].endswith(", optional")
            kind = kind[1].removesuffix(", optional")
            types.update({name.strip("*"): (kind, optional) for name in names})
    return types
