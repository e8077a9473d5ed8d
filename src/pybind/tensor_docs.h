// Docstrings of what C++ gives to paddle, Tensor and dtype; the tests run their
// examples.
#pragma once

namespace paddle::python {

constexpr char kToTensorDoc[] =
    R"(to_tensor(data, dtype=None, place=None, stop_gradient=True)
--

A tensor with a copy of `data`.

Args:
    data (number|list|tuple|numpy.ndarray|Tensor): The values; lists of one shape.
    dtype (dtype|str, optional): By default that of `data`; Python floats take the default dtype, ints int64.
    place (Place|str, optional): The device, by default the current one.
    stop_gradient (bool): False to record gradients.

Returns:
    Tensor

Raises:
    ValueError: Nested lists differ in length.
    TypeError: `data` holds what is no number.

Examples:
    >>> import paddle
    >>> paddle.to_tensor([[1, 2], [3, 4]], dtype="float32").tolist()
    [[1.0, 2.0], [3.0, 4.0]]
)";

constexpr char kTensorDoc[] =
    R"(An array of one dtype that records the operators applied to it, so that gradients can flow back.

paddle.to_tensor() and the creation functions make tensors. Views (slices, transposes) share memory.

Examples:
    >>> import paddle
    >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    >>> (x * x).sum().backward()
    >>> x.grad.tolist()
    [2.0, 4.0]
)";

constexpr char kDTypeDoc[] =
    R"(The type of the elements of a tensor: paddle.float32 and the like.

Each is one object, so `is` compares them; they equal their names and the dtypes of numpy.

Examples:
    >>> import paddle
    >>> paddle.dtype("float32") is paddle.float32, paddle.float32.itemsize
    (True, 4)
)";

constexpr char kShapeDoc[] = R"(The sizes of all axes, a list.

Examples:
    >>> import paddle
    >>> paddle.ones([2, 3]).shape
    paddle.Size([2, 3])
)";

constexpr char kStridesDoc[] =
    R"(Distances between neighbours along each axis, in elements.

Examples:
    >>> import paddle
    >>> paddle.ones([2, 3]).strides, paddle.ones([2, 3]).T.strides
    ([3, 1], [1, 3])
)";

constexpr char kDtypeDoc[] = R"(The type of the elements.

Examples:
    >>> import paddle
    >>> paddle.ones([1]).dtype
    paddle.float32
)";

constexpr char kNdimDoc[] = R"(The number of axes.

Examples:
    >>> import paddle
    >>> paddle.ones([2, 3]).ndim
    2
)";

constexpr char kSizeDoc[] = R"(The number of elements.

Examples:
    >>> import paddle
    >>> paddle.ones([2, 3]).size
    6
)";

constexpr char kItemsizeDoc[] = R"(The size of one element in bytes.

Examples:
    >>> import paddle
    >>> paddle.ones([1]).itemsize
    4
)";

constexpr char kOffsetDoc[] =
    R"(Where the first element lies in the storage, in bytes.

Examples:
    >>> import paddle
    >>> paddle.ones([4])[1:].offset
    4
)";

constexpr char kStopGradientDoc[] =
    R"(True: no gradient is recorded for this tensor.

Examples:
    >>> import paddle
    >>> x = paddle.ones([1])
    >>> x.stop_gradient = False
    >>> (x * 2.0).stop_gradient
    False
)";

constexpr char kPersistableDoc[] =
    R"(True for a parameter or a buffer that is saved.

Examples:
    >>> import paddle
    >>> paddle.nn.Linear(1, 1).weight.persistable
    True
)";

constexpr char kIsLeafDoc[] =
    R"(Whether no recorded operator made this tensor.

Examples:
    >>> import paddle
    >>> x = paddle.to_tensor(1.0, stop_gradient=False)
    >>> x.is_leaf, (x * 2.0).is_leaf
    (True, False)
)";

constexpr char kGradDoc[] =
    R"(The gradient that backward passes have accumulated, of this shape; None before the first.

Examples:
    >>> import paddle
    >>> x = paddle.to_tensor(3.0, stop_gradient=False)
    >>> (x * x).backward()
    >>> x.grad.item()
    6.0
)";

constexpr char kInplaceVersionDoc[] =
    R"(How often the memory was changed in place.

Examples:
    >>> import paddle
    >>> x = paddle.ones([1])
    >>> _ = x.add_(x)
    >>> x.inplace_version
    1
)";

constexpr char kNumpyDoc[] =
    R"(A numpy array with a copy of the values. bfloat16 gives its bits as uint16.

Returns:
    numpy.ndarray

Examples:
    >>> import paddle
    >>> paddle.to_tensor([1, 2]).numpy()
    array([1, 2])
)";

constexpr char kItemDoc[] =
    R"(The only element, or the one at an index, as a Python number.

Args:
    *index (int): One flat index, or one for each axis.

Returns:
    float|int|bool|complex

Raises:
    ValueError: There are several elements and no index.
    IndexError: The index is out of range.

Examples:
    >>> import paddle
    >>> paddle.to_tensor([3.0]).item(), paddle.to_tensor([[1, 2], [3, 4]]).item(1, 0)
    (3.0, 3)
)";

constexpr char kTolistDoc[] =
    R"(The values as nested lists; a 0-D tensor as a number.

Returns:
    list|number

Examples:
    >>> import paddle
    >>> paddle.to_tensor([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
)";

constexpr char kDetachDoc[] =
    R"(A tensor over the same memory without gradient history.

Returns:
    Tensor: Its stop_gradient is True.

Examples:
    >>> import paddle
    >>> x = paddle.to_tensor([1.0], stop_gradient=False)
    >>> (x * 2.0).detach().stop_gradient
    True
)";

constexpr char kDetachInplaceDoc[] =
    R"(Drops the gradient history of this tensor.

Returns:
    Tensor: This tensor.

Examples:
    >>> import paddle
    >>> x = paddle.to_tensor([1.0], stop_gradient=False)
    >>> (x * 2.0).detach_().is_leaf
    True
)";

constexpr char kContiguousDoc[] =
    R"(Itself where the elements lie in row-major order, else a copy that does.

Returns:
    Tensor

Examples:
    >>> import paddle
    >>> paddle.ones([2, 3]).T.contiguous().strides
    [2, 1]
)";

constexpr char kIsContiguousDoc[] =
    R"(Whether the elements lie in row-major order without gaps.

Returns:
    bool

Examples:
    >>> import paddle
    >>> paddle.ones([2, 3]).is_contiguous(), paddle.ones([2, 3]).T.is_contiguous()
    (True, False)
)";

constexpr char kDataPtrDoc[] = R"(The address of the first element.

Returns:
    int

Examples:
    >>> import paddle
    >>> x = paddle.ones([4])
    >>> x[1:].data_ptr() - x.data_ptr()
    4
)";

constexpr char kClearGradientDoc[] =
    R"(Sets the gradient to zeros, or to None.

Args:
    set_to_zero (bool): True where left out; False: None.

Examples:
    >>> import paddle
    >>> x = paddle.to_tensor(3.0, stop_gradient=False)
    >>> (x * x).backward()
    >>> x.clear_gradient(False)
    >>> print(x.grad)
    None
)";

constexpr char kSetValueDoc[] =
    R"(Copies values into the memory of this tensor.

Args:
    value (Tensor|numpy.ndarray|list): Of this shape; converted to this dtype.

Raises:
    ValueError: The shape is another.

Examples:
    >>> import paddle
    >>> x = paddle.zeros([2])
    >>> x.set_value([1.0, 2.0])
    >>> x.tolist()
    [1.0, 2.0]
)";

}  // namespace paddle::python
