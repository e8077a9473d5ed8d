"""What all cells of recurrent networks share."""

import paddle

from .layers import Layer


def _is_shape(value):
    return isinstance(value, (list, tuple)) and all(isinstance(n, int) for n in value)


def _map_shapes(function, shapes):
    if _is_shape(shapes):
        return function(shapes)
    if isinstance(shapes, dict):
        return {key: _map_shapes(function, shape) for key, shape in shapes.items()}
    return type(shapes)(_map_shapes(function, shape) for shape in shapes)


def first_of(nest):
    while isinstance(nest, (list, tuple, dict)):
        nest = next(iter(nest.values() if isinstance(nest, dict) else nest))
    return nest


class RNNCellBase(Layer):
    """What cells share: the states that they start from.

    Examples:
        >>> import paddle
        >>> cell = paddle.nn.GRUCell(4, 3)
        >>> cell.get_initial_states(paddle.ones([2, 4])).shape
        paddle.Size([2, 3])
    """

    def get_initial_states(
        self, batch_ref, shape=None, dtype=None, init_value=0.0, batch_dim_idx=0
    ):
        """States of one value, for a batch.

        Args:
            batch_ref (Tensor): a tensor (or a nest of some) with the size of the batch.
            shape (list|tuple, optional): of the states without the batch, or a
                nest of shapes; by default ``state_shape``.
            dtype (str, optional): by default ``state_dtype``, else the default dtype.
            init_value (float): default 0.
            batch_dim_idx (int): the axis of the batch in ``batch_ref``.
        """
        batch = first_of(batch_ref).shape[batch_dim_idx]
        if dtype is None:
            try:
                dtype = self.state_dtype
            except NotImplementedError:
                dtype = paddle.get_default_dtype()

        def make(shape):
            sizes = list(shape)[1:] if shape[0] == -1 else list(shape)
            return paddle.full([batch, *sizes], init_value, first_of(dtype))

        return _map_shapes(make, self.state_shape if shape is None else shape)

    @property
    def state_shape(self):
        """Shape of a state without the batch, or a nest of shapes."""
        raise NotImplementedError(
            "(Unimplemented) RNNCellBase: the cell must define `state_shape`."
        )

    @property
    def state_dtype(self):
        """Dtype of the states."""
        raise NotImplementedError(
            "(Unimplemented) RNNCellBase: the cell must define `state_dtype`."
        )
