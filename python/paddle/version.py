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


def cuda_archs():
    """The architectures of GPUs that the library was built for: none.

    Returns:
        list
    """
    return []


def nccl():
    """The version of NCCL that the library was built with, or '0'.

    Returns:
        str
    """
    return "0"


def tensorrt():
    """The version of TensorRT that the library was built with, or 'None'.

    Returns:
        str
    """
    return "None"


hip = None
