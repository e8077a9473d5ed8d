"""Where the files of data sets lie."""

import os

HOME = os.path.expanduser("~/.cache/paddle/dataset")


def local_file(given, folder, name):
    """The file that was given, or the one in the usual place. Nothing is downloaded.

    Args:
        given (str, optional): By the user.
        folder (str): Below ``~/.cache/paddle/dataset``.
        name (str): In that folder.

    Returns:
        str

    Raises:
        FileNotFoundError: It does not exist.
    """
    path = given or os.path.join(HOME, folder, name)
    if not os.path.exists(path):
        raise FileNotFoundError(
            f"(NotFound) {path} does not exist.\n"
            "  Hint: nothing is downloaded; put the file there, or pass it."
        )
    return path


def mode_of(mode, known):
    """A mode in lower case.

    Args:
        mode (str): As given.
        known (tuple[str]): Those known.

    Returns:
        str
    """
    if not isinstance(mode, str) or mode.lower() not in known:
        raise ValueError(
            f"(InvalidArgument) text.datasets: unknown `mode`.\n  Expected: one of {', '.join(known)}\n"
            f"  Received: {mode!r}"
        )
    return mode.lower()


def by_frequency(counts, more_than):
    """Numbers for words, the frequent ones first; "<unk>" is the last.

    Args:
        counts (dict): How often each word comes.
        more_than (int): Rarer words are left out.

    Returns:
        dict
    """
    kept = sorted((-n, word) for word, n in counts.items() if n > more_than)
    numbers = {word: i for i, (_, word) in enumerate(kept)}
    numbers["<unk>"] = len(numbers)
    return numbers
