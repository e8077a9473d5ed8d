"""The version: Paddle's API level, then the framework's own."""

full_version = "3.3.0"
major, minor, patch = full_version.split(".")
rc = 0
commit = "unknown"


def show():
    """Prints the version."""
    print(f"full_version: {full_version}")


def cuda():
    """The CUDA version the library was built with, or 'False'."""
    return "False"


def cudnn():
    """The cuDNN version the library was built with, or 'False'."""
    return "False"
