"""Errors that the functions of this package share."""


def refuse(op, argument, expected, received, kind=ValueError):
    """Raises for an argument."""
    name = {ValueError: "InvalidArgument", TypeError: "InvalidType", IndexError: "OutOfRange"}[kind]
    raise kind(
        f"({name}) {op}: argument `{argument}` is wrong.\n"
        f"  Expected: {expected}\n  Received: {received}"
    )


def check_sparse(op, x, argument="x", kinds=("SparseCooTensor", "SparseCsrTensor")):
    """Raises TypeError unless `x` is a sparse tensor."""
    name = type(x).__name__
    if name not in kinds:
        refuse(op, argument, " or ".join(kinds), name, TypeError)
