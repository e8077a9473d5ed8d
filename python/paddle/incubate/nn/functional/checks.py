"""Errors that the functions of this package share."""


def unsupported(op, **given):
    """Raises NotImplementedError where one of these arguments is given."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise NotImplementedError(
                f"(Unimplemented) {op}: argument `{name}` needs a kernel of a GPU.\n"
                "  Hint: docs/STATUS.md lists what is missing."
            )
