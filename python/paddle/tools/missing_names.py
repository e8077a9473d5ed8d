"""Lists the public names of PaddlePaddle that this module lacks.

    python -m paddle.tools.missing_names FILE [--all] [--under paddle.static]

FILE holds a name a line (`paddle.nn.Linear.forward`), what follows a tab is left alone. A name counts as missing where
looking it up raises, gives what raises at use, or is a module that can not be imported.
"""

import argparse
import collections
import importlib
import sys
import warnings


def look_up(name):
    """The object of a dotted name.

    Args:
        name (str): Such as "paddle.nn.Linear.forward".

    Returns:
        object: What it names.

    Raises:
        Exception: There is no such name; what attribute access raises.

    Examples:
        >>> from paddle.tools.missing_names import look_up
        >>> look_up("paddle.nn.Linear").__name__
        'Linear'
    """
    parts = name.split(".")
    found = importlib.import_module(parts[0])
    for i, part in enumerate(parts[1:], 1):
        try:
            found = getattr(found, part)
        except AttributeError:
            if not hasattr(found, "__path__"):
                raise
            found = importlib.import_module(".".join(parts[: i + 1]))
    return found


def is_missing(name):
    """Whether a name can not be used: it is not there, or stands for what raises.

    Args:
        name (str): A dotted name.

    Returns:
        bool

    Examples:
        >>> from paddle.tools.missing_names import is_missing
        >>> is_missing("paddle.nn.Linear"), is_missing("paddle.nn.NoSuch")
        (False, True)
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = look_up(name)
    except Exception:
        return True
    return isinstance(found, type) and "_is_missing" in vars(found)


def missing(names):
    """The names of a list that are missing, in its order.

    Args:
        names (Iterable[str]): Dotted names.

    Returns:
        list[str]

    Examples:
        >>> from paddle.tools.missing_names import missing
        >>> missing(["paddle.ones", "paddle.no_such"])
        ['paddle.no_such']
    """
    return [name for name in names if is_missing(name)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument(
        "--all", action="store_true", help="every name, not only counts of packages"
    )
    parser.add_argument("--under", default="", help="only names that begin so")
    options = parser.parse_args()
    with open(options.file) as file:
        lines = [line.split("\t")[0].strip() for line in file]
    names = [n for n in lines if n.startswith("paddle") and n.startswith(options.under)]
    lacking = missing(names)
    if options.all or options.under:
        print("\n".join(lacking))
    else:
        counts = collections.Counter(".".join(name.split(".")[:2]) for name in lacking)
        for package, count in counts.most_common():
            print(f"{count:5d}  {package}")
    print(f"{len(lacking)} of {len(names)} are missing")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
