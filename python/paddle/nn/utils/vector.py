"""All parameters as one vector, and back."""

import math

import paddle


def parameters_to_vector(parameters, name=None):
    """The elements of all parameters in one vector.

    Args:
        parameters (iterable[Tensor]): of one dtype.

    Returns:
        Tensor: a copy, 1-D.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 3)
        >>> paddle.nn.utils.parameters_to_vector(layer.parameters()).shape
        paddle.Size([9])
    """
    with paddle.no_grad():
        vector = paddle.concat([p.detach().reshape([-1]) for p in parameters])
    vector.stop_gradient = False
    return vector


def vector_to_parameters(vec, parameters, name=None):
    """Copies consecutive elements of a vector into the parameters.

    Args:
        vec (Tensor): 1-D, with at least as many elements as the parameters.
        parameters (iterable[Tensor]): changed in place.

    Raises:
        ValueError: the vector is not 1-D or too short.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(1, 2)
        >>> vec = paddle.to_tensor([1.0, 2.0, 3.0, 4.0])
        >>> paddle.nn.utils.vector_to_parameters(vec, layer.parameters())
        >>> layer.bias.tolist()
        [3.0, 4.0]
    """
    parameters = list(parameters)
    sizes = [math.prod(p.shape) for p in parameters]
    if vec.ndim != 1 or sum(sizes) > vec.shape[0]:
        raise ValueError(
            "(InvalidArgument) vector_to_parameters: argument `vec` has the wrong shape.\n"
            f"  Expected: 1-D with at least {sum(sizes)} elements\n"
            f"  Received: vec.shape = {list(vec.shape)}"
        )
    first = 0
    with paddle.no_grad():
        for p, size in zip(parameters, sizes, strict=True):
            p.set_value(vec[first : first + size].detach().reshape(list(p.shape)))
            first += size
