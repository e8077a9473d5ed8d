"""Handles of the inputs and outputs of a predictor."""

import enum

import numpy as np

from .. import _C


class DataType(enum.Enum):
    """What the elements of a handle are.

    Examples:
        >>> import paddle.inference
        >>> paddle.inference.DataType.FLOAT32.value
        0
    """

    FLOAT32 = 0
    INT64 = 1
    INT32 = 2
    UINT8 = 3
    INT8 = 4
    FLOAT16 = 5
    BOOL = 6
    FLOAT64 = 7
    BFLOAT16 = 8


class PlaceType(enum.Enum):
    """Where the memory of a handle lies.

    Examples:
        >>> import paddle.inference
        >>> paddle.inference.PlaceType.CPU.value
        0
    """

    UNK = -1
    CPU = 0
    GPU = 1
    XPU = 2
    CUSTOM = 4


_BYTES = {
    "FLOAT32": 4, "INT64": 8, "INT32": 4, "UINT8": 1, "INT8": 1, "FLOAT16": 2, "BOOL": 1, "FLOAT64": 8, "BFLOAT16": 2,
}  # fmt: skip


def get_num_bytes_of_data_type(dtype):
    """The size of an element.

    Args:
        dtype (DataType): What it is.

    Returns:
        int

    Examples:
        >>> import paddle.inference as inference
        >>> inference.get_num_bytes_of_data_type(inference.DataType.INT64)
        8
    """
    return _BYTES[dtype.name]


class Tensor:
    """The handle of an input or an output; `Predictor.get_input_handle` makes it.

    Args:
        port (tuple): Name, dtype and sizes.
        values (dict): What the predictor holds, by name.

    Examples:
        >>> import numpy, os, paddle, tempfile
        >>> from paddle.static import InputSpec
        >>> path = os.path.join(tempfile.mkdtemp(), "double")
        >>> paddle.jit.save(paddle.jit.to_static(lambda x: x * 2), path, [InputSpec([2], name="x")])
        >>> config = paddle.inference.Config(path + ".json", path + ".pdiparams")
        >>> predictor = paddle.inference.create_predictor(config)
        >>> handle = predictor.get_input_handle("x")
        >>> handle.copy_from_cpu(numpy.array([1, 2], "float32"))
        >>> handle.shape()
        [2]
        >>> predictor.run()
        True
        >>> predictor.get_output_handle(predictor.get_output_names()[0]).copy_to_cpu().tolist()
        [2.0, 4.0]
    """

    def __init__(self, port, values):
        self._name, self._dtype, self._sizes = port
        self._values = values
        self._reshaped = None

    def name(self):
        """The name of the input or output.

        Returns:
            str
        """
        return self._name

    def reshape(self, shape):
        """Says the shape of what is to come; `copy_from_cpu` does so as well.

        Args:
            shape (list|int): The sizes.
        """
        shape = [shape] if isinstance(shape, int) else [int(n) for n in shape]
        if any(n < 0 for n in shape):
            raise ValueError(
                f"(InvalidArgument) reshape: a size of `{self._name}` is negative.\n  Received: {shape}"
            )
        self._reshaped = shape

    def copy_from_cpu(self, data):
        """Copies an array into the input.

        Args:
            data (numpy.ndarray): The values.
        """
        if not isinstance(data, np.ndarray):
            raise TypeError(
                "(InvalidType) copy_from_cpu: argument `data` has the wrong type.\n"
                f"  Expected: numpy.ndarray\n  Received: {type(data).__name__}"
            )
        values = np.ascontiguousarray(data).reshape(data.shape)  # else 0-D becomes 1-D
        self._values[self._name] = _C.to_tensor(values)
        self._reshaped = None

    def share_external_data(self, data):
        """The input is this tensor from now on: nothing is copied.

        Args:
            data (paddle.Tensor): On the CPU.
        """
        if not isinstance(data, _C.Tensor):
            raise TypeError(
                "(InvalidType) share_external_data: argument `data` has the wrong type.\n"
                f"  Expected: paddle.Tensor\n  Received: {type(data).__name__}"
            )
        self._values[self._name] = data.detach()
        self._reshaped = None

    def copy_to_cpu(self):
        """The values of the output.

        Returns:
            numpy.ndarray
        """
        return self._value().numpy()

    def _value(self):
        value = self._values.get(self._name)
        if value is None:
            raise RuntimeError(
                f"(PreconditionNotMet) `{self._name}` has no value.\n"
                "  Hint: inputs have one after copy_from_cpu(), outputs after run()."
            )
        return value

    def shape(self):
        """The sizes now; before there is a value, those that the model says.

        Returns:
            list[int]
        """
        value = self._values.get(self._name)
        if self._reshaped is not None:
            return list(self._reshaped)
        if value is None:
            return list(self._sizes or [])
        return list(value.shape)

    def type(self):
        """What the elements are.

        Returns:
            DataType
        """
        value = self._values.get(self._name)
        name = self._dtype if value is None else value.dtype.name
        return DataType[name.rpartition(".")[2].upper()]

    def lod(self):
        """Levels of detail: none.

        Returns:
            list
        """
        return []

    def set_lod(self, lod):
        """Levels of detail are not kept.

        Args:
            lod (list): Must be empty.
        """
        if any(lod):
            raise NotImplementedError(
                "(Unimplemented) set_lod: levels of detail are not part of this version."
            )
