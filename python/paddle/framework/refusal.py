"""Errors of Python functions about their arguments, in the form of those of operators (docs/guide/errors.md)."""

_KINDS = {ValueError: "InvalidArgument", TypeError: "InvalidType", IndexError: "OutOfRange"}


def refuse(op, argument, expected, received, kind=ValueError):
    """Raises for an argument.

    Args:
        op (str): The function.
        argument (str): Its name.
        expected (object), received (object): What is shown of them.
        kind (type): ValueError, TypeError or IndexError.
    """
    raise kind(
        f"({_KINDS[kind]}) {op}: argument `{argument}` is wrong.\n"
        f"  Expected: {expected}\n  Received: {received}"
    )
