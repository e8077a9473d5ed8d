"""Errors that the functions of this package share."""


def refuse(op, argument, expected, received):
    """Raises ValueError for an argument."""
    raise ValueError(
        f"(InvalidArgument) {op}: argument `{argument}` is wrong.\n"
        f"  Expected: {expected}\n  Received: {received}"
    )


def unsupported(op, **given):
    """Raises NotImplementedError where one of these arguments is given."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise NotImplementedError(
                f"(Unimplemented) {op}: argument `{name}` needs a kernel of a GPU.\n"
                "  Hint: docs/STATUS.md lists what is missing."
            )
