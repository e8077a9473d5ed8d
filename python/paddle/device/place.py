"""Places: where tensors live."""


class Place:
    """A device that holds tensors.

    Args:
        text (str): "cpu", "gpu:0".

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).place == paddle.CPUPlace()
        True
    """

    __slots__ = ("_text",)

    def __init__(self, text="cpu"):
        self._text = str(text)

    def __repr__(self):
        return f"Place({self._text})"

    def __eq__(self, other):
        return isinstance(other, Place) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def is_cpu_place(self):
        """Whether this is the host's memory."""
        return self._text == "cpu"

    def is_gpu_place(self):
        """Whether this is the memory of a GPU."""
        return self._text.startswith("gpu")

    def is_cuda_pinned_place(self):
        """Whether this is page-locked host memory: never."""
        return False

    def is_custom_place(self):
        """Whether this is the memory of a plug-in device."""
        return self._text.startswith("custom")

    def gpu_device_id(self):
        """The number of the GPU; raises ValueError on another device."""
        if not self.is_gpu_place():
            raise ValueError(f"(InvalidArgument) {self!r} is not a GPU")
        return int(self._text.partition(":")[2] or 0)


class CPUPlace(Place):
    """The host's memory.

    Examples:
        >>> import paddle
        >>> paddle.CPUPlace()
        Place(cpu)
    """

    __slots__ = ()

    def __init__(self):
        super().__init__("cpu")


class CUDAPlace(Place):
    """The memory of one GPU.

    Args:
        device_id (int): The number of the GPU.

    Examples:
        >>> import paddle
        >>> paddle.CUDAPlace(1)
        Place(gpu:1)
    """

    __slots__ = ()

    def __init__(self, device_id=0):
        super().__init__(f"gpu:{int(device_id)}")


class CUDAPinnedPlace(Place):
    """Page-locked host memory.

    Examples:
        >>> import paddle
        >>> paddle.CUDAPinnedPlace()
        Place(gpu_pinned)
    """

    __slots__ = ()

    def __init__(self):
        super().__init__("gpu_pinned")
