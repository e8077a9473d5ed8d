"""Marks on functions that will go, and demands on the version."""

import functools
import warnings


def deprecated(update_to="", since="", reason="", level=0):
    """Marks a function that is to be used no more.

    Args:
        update_to (str): what to use.
        since (str): since which version.
        reason (str): why.
        level (int): 0 and 1 warn at a call (0: not where ``since`` is empty), 2 raises.

    Returns:
        callable: a decorator.

    Examples:
        >>> import paddle
        >>> @paddle.utils.deprecated(update_to="paddle.new", since="2.0", level=2)
        ... def old():
        ...     pass
        >>> try:
        ...     old()
        ... except RuntimeError as error:
        ...     print("paddle.new" in str(error))
        True
    """

    def mark(function):
        text = f'API "{function.__module__}.{function.__name__}" is deprecated'
        if since:
            text += f" since {since}"
        text += ", and will be removed in future versions."
        if update_to:
            text += f' Please use "{update_to}" instead.'
        if reason:
            text += f"\n    Reason: {reason}"
        if not update_to and not since and not reason and level == 0:
            return function

        @functools.wraps(function)
        def warned(*args, **kwargs):
            if level == 2:
                raise RuntimeError(f"{text}")
            warnings.warn(text, DeprecationWarning, stacklevel=2)
            return function(*args, **kwargs)

        warned.__doc__ = f"\n    Warning:\n        {text}\n\n    {function.__doc__ or ''}"
        return warned

    return mark


def _numbers(name, text):
    if not isinstance(text, str):
        raise TypeError(
            f"(InvalidType) require_version: {name} must be a str, not {type(text).__name__}"
        )
    parts = text.split(".")
    if not 1 <= len(parts) <= 4 or not all(part.isdigit() for part in parts):
        raise ValueError(
            f"(InvalidArgument) require_version: {name} must be like '1', '1.2' or '1.2.3', received {text!r}"
        )
    return [int(part) for part in parts] + [0] * (4 - len(parts))


def require_version(min_version, max_version=None):
    """Raises where the installed version is not in a range.

    Args:
        min_version (str): at least this.
        max_version (str, optional): at most this.

    Raises:
        Exception: the version is out of the range.
        ValueError, TypeError: an argument is no version.

    Examples:
        >>> import paddle
        >>> paddle.utils.require_version("2.0.0")
    """
    from ..version import full_version

    here = _numbers("the version", full_version.split("-")[0])
    low = _numbers("min_version", min_version)
    high = None if max_version is None else _numbers("max_version", max_version)
    if here < low or (high is not None and here > high):
        raise Exception(
            f"(PreconditionNotMet) version {full_version} is installed, but at least {min_version}"
            + (f" and at most {max_version}" if high else "")
            + " is required."
        )
