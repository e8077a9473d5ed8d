"""DataParallel: a layer whose gradients are those of all processes. This version runs one."""

import contextlib

from ..nn import Layer
from .group import require_one_process

__all__ = ["DataParallel"]


class DataParallel(Layer):
    """See ``paddle.DataParallel``, which is this class.

    Args:
        layers (Layer): The layer.
        strategy (ParallelStrategy, optional): Accepted.
        comm_buffer_size (int): Megabytes of gradients that are sent at once.
        last_comm_buffer_size (float): Those of the last message.
        find_unused_parameters (bool): Look for parameters that the loss does not depend on.
        group (Group, optional): By default all processes.

    Examples:
        >>> import paddle
        >>> isinstance(paddle.DataParallel(paddle.nn.Linear(2, 1)), paddle.nn.Layer)
        True
    """

    def __init__(
        self, layers, strategy=None, comm_buffer_size=25, last_comm_buffer_size=1, find_unused_parameters=False,
        group=None,
    ):  # fmt: skip
        super().__init__(layers.full_name() + "_data_parallel")
        require_one_process("DataParallel")
        self._layers = layers
        self.find_unused_parameters = find_unused_parameters
        self.group = group

    def forward(self, *inputs, **kwargs):
        """Calls the layer.

        Args:
            inputs (Any): Its arguments.
            kwargs (Any): Those by name.
        """
        return self._layers(*inputs, **kwargs)

    @contextlib.contextmanager
    def no_sync(self):
        """A block whose gradients stay with this process."""
        yield

    def scale_loss(self, loss):
        """The loss: gradients are averaged where they meet.

        Args:
            loss (Tensor): The loss.
        """
        return loss

    def apply_collective_grads(self):
        """Sends gradients to the other processes, of which there are none."""

    def state_dict(self, destination=None, include_sublayers=True, structured_name_prefix=""):
        """The state of the layer, under its own names.

        Args:
            destination (dict, optional): It is filled.
            include_sublayers (bool): Those of inner layers as well.
            structured_name_prefix (str): Put before each name.
        """
        return self._layers.state_dict(destination, include_sublayers, structured_name_prefix)

    def set_state_dict(self, state_dict, use_structured_name=True):
        """Sets the state of the layer.

        Args:
            state_dict (dict): As `state_dict()` gives it.
            use_structured_name (bool): The keys are names of attributes; else those of parameters.
        """
        return self._layers.set_state_dict(state_dict, use_structured_name)

    set_dict = set_state_dict
    load_dict = set_state_dict
