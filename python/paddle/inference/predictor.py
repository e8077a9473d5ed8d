"""Predictor: a saved model that is ready to run."""

import os

from .. import _C
from ..tensor.threads import set_num_threads
from .tensor import Tensor


def _load(config):
    if config.model_from_memory():
        return _C.LoadedModel.parse(*config._buffers)
    program, params = config.prog_file(), config.params_file()
    if not program or not os.path.isfile(program):
        raise RuntimeError(
            "(NotFound) create_predictor: the file of the program does not exist.\n"
            f"  Received: {program or config.model_dir() or 'none'}"
        )
    try:
        return _C.LoadedModel.load(program, params)
    except KeyError as e:
        raise RuntimeError(f"create_predictor: {e.args[0]}") from None


class Predictor:
    """A saved model that is ready to run. One belongs to one thread; `clone` gives others theirs.

    Args:
        config (Config): Which model.

    Examples:
        >>> import numpy, os, paddle, tempfile
        >>> from paddle.static import InputSpec
        >>> path = os.path.join(tempfile.mkdtemp(), "double")
        >>> paddle.jit.save(paddle.jit.to_static(lambda x: x * 2), path, [InputSpec([2], name="x")])
        >>> predictor = paddle.inference.create_predictor(paddle.inference.Config(path))
        >>> predictor.get_input_names()
        ['x']
        >>> predictor.run([paddle.to_tensor([1.0, 2.0])])[0].tolist()
        [2.0, 4.0]
    """

    def __init__(self, config):
        self._optimize = config.ir_optim()
        self._use(_load(config))

    def _use(self, model):
        self._model = model
        self._inputs = {port[0]: port for port in self._model.feeds}
        self._outputs = {}
        for i, port in enumerate(self._model.fetches):
            name = port[0] or f"fetch_name_{i}"
            self._outputs[name if name not in self._outputs else f"{name}_{i}"] = port
        self._fed, self._fetched = {}, {}

    def get_input_names(self):
        """The names of the inputs, in order.

        Returns:
            list[str]
        """
        return list(self._inputs)

    def get_output_names(self):
        """The names of the outputs, in order.

        Returns:
            list[str]
        """
        return list(self._outputs)

    def get_input_handle(self, name):
        """The handle of an input.

        Args:
            name (str): One of `get_input_names`.

        Returns:
            paddle.inference.Tensor
        """
        return self._handle(name, self._inputs, self._fed, "input")

    def get_output_handle(self, name):
        """The handle of an output.

        Args:
            name (str): One of `get_output_names`.

        Returns:
            paddle.inference.Tensor
        """
        return self._handle(name, self._outputs, self._fetched, "output")

    @staticmethod
    def _handle(name, ports, values, what):
        if name not in ports:
            raise RuntimeError(
                f"(PreconditionNotMet) Predictor: there is no {what} of this name.\n"
                f"  Expected: one of {', '.join(ports)}\n  Received: {name}"
            )
        return Tensor((name, *ports[name][1:]), values)

    def run(self, inputs=None):
        """Runs the model.

        Args:
            inputs (list[paddle.Tensor], optional): In the order of `get_input_names`; without them, what the handles
                hold.

        Returns:
            bool|list[paddle.Tensor]: True; with ``inputs``, the outputs.
        """
        if inputs is not None:
            return self._model.run(list(inputs), optimize=self._optimize)
        fed = [self._fed.get(name) for name in self._inputs]
        results = self._model.run(fed, optimize=self._optimize)
        self._fetched.update(zip(self._outputs, results, strict=True))
        return True

    def clone(self, stream=None):
        """Another predictor of the same model, for another thread: it shares the parameters and nothing else.

        Args:
            stream: Taken for compatibility.

        Returns:
            Predictor
        """
        other = Predictor.__new__(Predictor)
        other._optimize = self._optimize
        other._use(self._model)
        return other

    def clear_intermediate_tensor(self):
        """Gives up what is kept between runs: nothing is."""

    def try_shrink_memory(self):
        """Gives memory back to the system.

        Returns:
            int: How many bytes.
        """
        return 0


def create_predictor(config):
    """A predictor for a configuration.

    Args:
        config (Config): Which model.

    Returns:
        Predictor

    Raises:
        RuntimeError: A file does not exist.
        ValueError: A file is damaged.
        NotImplementedError: The model has an operator that is not known.

    Examples:
        >>> import paddle.inference
        >>> paddle.inference.create_predictor(paddle.inference.Config("no.json", "no.pdiparams"))
        Traceback (most recent call last):
        RuntimeError: (NotFound) create_predictor: the file of the program does not exist.
          Received: no.json
    """
    predictor = Predictor(config)
    if config._threads_set:
        set_num_threads(config.cpu_math_library_num_threads())
    return predictor


class PredictorPool:
    """Several predictors of one model, one for each thread.

    Args:
        config (Config): Which model.
        size (int): How many.

    Examples:
        >>> import os, paddle, tempfile
        >>> from paddle.static import InputSpec
        >>> path = os.path.join(tempfile.mkdtemp(), "double")
        >>> paddle.jit.save(paddle.jit.to_static(lambda x: x * 2), path, [InputSpec([2], name="x")])
        >>> pool = paddle.inference.PredictorPool(paddle.inference.Config(path), 2)
        >>> pool.retrieve(1).get_input_names()
        ['x']
    """

    def __init__(self, config, size=1):
        first = Predictor(config)
        self._predictors = [first] + [first.clone() for _ in range(size - 1)]

    def retrieve(self, idx):
        """One of the predictors.

        Args:
            idx (int): Which one.

        Returns:
            Predictor
        """
        return self._predictors[idx]
