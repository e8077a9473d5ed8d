"""Decoding step by step: beam search, and the loop that runs a decoder."""

import functools
from collections import namedtuple

import paddle

from .. import _C

_ops = _C.ops
_LOWEST = -1e9  # of the logarithm of a probability that is 0, as in Paddle

OutputWrapper = namedtuple("OutputWrapper", ("scores", "predicted_ids", "parent_ids"))
StateWrapper = namedtuple("StateWrapper", ("cell_states", "log_probs", "finished", "lengths"))


def _map(function, *trees):
    """`function` of the tensors in the same places of tuples, lists and dicts."""
    first = trees[0]
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(_map(function, *one) for one in zip(*trees, strict=True)))
    if isinstance(first, (list, tuple)):
        return type(first)(_map(function, *one) for one in zip(*trees, strict=True))
    if isinstance(first, dict):
        return {key: _map(function, *(tree[key] for tree in trees)) for key in first}
    return function(*trees)


def _first(tree):
    """The first tensor of a tree."""
    while not isinstance(tree, _C.Tensor):
        tree = next(iter(tree.values())) if isinstance(tree, dict) else tree[0]
    return tree


def _wrong(op, argument, expected, received):
    return ValueError(
        f"(InvalidArgument) {op}: argument `{argument}` is wrong.\n"
        f"  Expected: {expected}\n  Received: {received}"
    )


class BeamSearchDecoder:
    """Beam search: at each step the likeliest sequences so far go on, ``beam_size`` for each sample.

    Args:
        cell (RNNCellBase|callable): ``cell(inputs, states, **kwargs)`` gives outputs and new states, of
            batch * beam_size rows.
        start_token (int): what sequences begin with.
        end_token (int): what ends one.
        beam_size (int): how many sequences.
        embedding_fn (callable, optional): makes inputs of tokens.
        output_fn (callable, optional): makes logits of the cell's outputs.

    Raises:
        ValueError: ``beam_size`` is not positive.

    Examples:
        >>> import paddle
        >>> cell, embed, logits = paddle.nn.GRUCell(4, 6), paddle.nn.Embedding(7, 4), paddle.nn.Linear(6, 7)
        >>> decoder = paddle.nn.BeamSearchDecoder(cell, 0, 1, 3, embed, logits)
        >>> ids, _ = paddle.nn.dynamic_decode(decoder, inits=paddle.zeros([2, 6]), max_step_num=4)
        >>> ids.shape[0], ids.shape[2]
        (2, 3)
    """

    OutputWrapper, StateWrapper = OutputWrapper, StateWrapper

    def __init__(self, cell, start_token, end_token, beam_size, embedding_fn=None, output_fn=None):
        if not isinstance(beam_size, int) or beam_size < 1:
            raise _wrong("BeamSearchDecoder", "beam_size", "1 or more", beam_size)
        self.cell, self.embedding_fn, self.output_fn = cell, embedding_fn, output_fn
        self.start_token, self.end_token, self.beam_size = start_token, end_token, beam_size

    @property
    def tracks_own_finished(self):
        """Whether ``step`` tells which sequences have ended, however often beams change places: yes."""
        return True

    @staticmethod
    def tile_beam_merge_with_batch(x, beam_size):
        """Each row so many times: what a cell reads beside its states, for all beams.

        Args:
            x (Tensor): [batch, ...].
            beam_size (int): how many times.

        Returns:
            Tensor: [batch * beam_size, ...].
        """
        return x.repeat_interleave(beam_size, 0)

    def _beams(self, x):
        """[batch * beam, ...] as [batch, beam, ...]."""
        return x.reshape([-1, self.beam_size, *x.shape[1:]])

    def _rows(self, x):
        """The reverse."""
        return x.reshape([-1, *x.shape[2:]])

    def initialize(self, initial_cell_states):
        """The first inputs and states.

        Args:
            initial_cell_states (Tensor|tuple|list|dict): states [batch, ...].

        Returns:
            tuple: inputs, states, and which sequences have ended: none.
        """
        beams = self.beam_size
        batch = _first(initial_cell_states).shape[0]
        states = _map(
            lambda s: self._beams(self.tile_beam_merge_with_batch(s, beams)), initial_cell_states
        )
        tokens = _ops["full"]([batch, beams], self.start_token, "int64")
        # All beams begin alike: only the first counts at the first step.
        log_probs = _ops["full"]([batch, beams], _LOWEST, "float32")
        log_probs[:, 0] = 0.0
        finished = _ops["zeros"]([batch, beams], "bool")
        lengths = _ops["zeros"]([batch, beams], "int64")
        inputs = self.embedding_fn(tokens) if self.embedding_fn else tokens
        return inputs, StateWrapper(states, log_probs, finished, lengths), finished

    def _search(self, logits, cell_states, state):
        """The likeliest continuations of all beams; a sequence that has ended goes on with its end."""
        beams, classes = self.beam_size, logits.shape[-1]
        step = _ops["log_softmax"](logits, -1)
        ended = _ops["full"]([classes], _LOWEST, step.dtype)
        ended[self.end_token] = 0.0
        step = paddle.where(state.finished.unsqueeze(-1), ended, step)
        total = (step + state.log_probs.unsqueeze(-1)).reshape([-1, beams * classes])
        scores, places = paddle.topk(total, beams)
        parents, tokens = places // classes, places % classes
        rows = _ops["arange"](places.shape[0]).unsqueeze(1)
        cell_states = _map(lambda s: s[rows, parents], cell_states)
        finished, lengths = state.finished[rows, parents], state.lengths[rows, parents]
        lengths = lengths + (~finished).astype("int64")
        finished = finished | (tokens == self.end_token)
        output = OutputWrapper(scores, tokens, parents)
        return output, StateWrapper(cell_states, scores, finished, lengths)

    def step(self, time, inputs, states, **kwargs):
        """One step.

        Args:
            time (Tensor): its number.
            inputs (Tensor|tuple|list|dict): [batch, beam, ...].
            states (StateWrapper): of ``initialize`` or of the step before.
            kwargs: for the cell.

        Returns:
            tuple: outputs, states, the next inputs, and which sequences have ended.
        """
        outputs, cell_states = self.cell(
            _map(self._rows, inputs), _map(self._rows, states.cell_states), **kwargs
        )
        if self.output_fn is not None:
            outputs = self.output_fn(outputs)
        output, state = self._search(self._beams(outputs), _map(self._beams, cell_states), states)
        tokens = output.predicted_ids
        tokens.stop_gradient = True
        inputs = self.embedding_fn(tokens) if self.embedding_fn else tokens
        return output, state, inputs, state.finished

    def finalize(self, outputs, final_states, sequence_lengths):
        """Whole sequences, from the last step back through the beams they were in.

        Args:
            outputs (OutputWrapper): of all steps, [time, batch, beam].
            final_states (StateWrapper): of the last step.
            sequence_lengths (Tensor): [batch, beam].

        Returns:
            tuple: tokens [time, batch, beam], and the states.
        """
        ids = _ops["gather_tree"](outputs.predicted_ids, outputs.parent_ids)
        return ids, final_states


def dynamic_decode(
    decoder,
    inits=None,
    max_step_num=None,
    output_time_major=False,
    impute_finished=False,
    is_test=False,
    return_length=False,
    **kwargs,
):
    """Runs a decoder until all sequences have ended.

    Args:
        decoder (BeamSearchDecoder): or another object with ``initialize``, ``step`` and, where there is something
            to do at the end, ``finalize``.
        inits (Tensor|tuple|list|dict, optional): for ``initialize``.
        max_step_num (int, optional): the number of the last step, from 0 on.
        output_time_major (bool): outputs are [time, batch, ...] in place of [batch, time, ...].
        impute_finished (bool): sequences that have ended keep their states, where the decoder does not care itself.
        is_test (bool): accepted.
        return_length (bool): also the lengths.
        kwargs: for ``step``.

    Returns:
        tuple: outputs, the last states, and with ``return_length`` the lengths.

    Raises:
        NotImplementedError: in a static program.

    Examples:
        >>> import paddle
        >>> cell, embed, logits = paddle.nn.GRUCell(4, 6), paddle.nn.Embedding(7, 4), paddle.nn.Linear(6, 7)
        >>> decoder = paddle.nn.BeamSearchDecoder(cell, 0, 1, 3, embed, logits)
        >>> ids, _, lengths = paddle.nn.dynamic_decode(
        ...     decoder, inits=paddle.zeros([2, 6]), max_step_num=4, return_length=True)
        >>> lengths.shape
        paddle.Size([2, 3])
    """
    if not paddle.in_dynamic_mode():
        raise NotImplementedError(
            "(Unimplemented) dynamic_decode: how often it steps depends on values: not in static programs.\n"
            "  Hint: docs/STATUS.md lists what is missing."
        )
    inputs, states, finished = decoder.initialize(inits)
    lengths = _ops["zeros"](finished.shape, "int64")
    own = getattr(decoder, "tracks_own_finished", False)
    outputs, number = [], 0
    while not bool(finished.all()):
        time = _ops["full"]([1], number, "int64")
        output, next_states, inputs, next_finished = decoder.step(time, inputs, states, **kwargs)
        if own:
            lengths = getattr(next_states, "lengths", lengths)
        else:
            next_finished = next_finished | finished
            lengths = lengths + (~finished).astype("int64")
            if impute_finished:
                next_states = _map(functools.partial(_kept, finished), states, next_states)
        outputs.append(output)
        states, finished, number = next_states, next_finished, number + 1
        if max_step_num is not None and number > max_step_num:
            break
    if not outputs:
        raise _wrong("dynamic_decode", "decoder", "sequences that have not ended", "none")
    result = _map(lambda *steps: _ops["stack"](list(steps)), *outputs)
    if hasattr(decoder, "finalize"):
        result, states = decoder.finalize(result, states, lengths)
    if not output_time_major:
        result = _map(lambda x: x.transpose([1, 0, *range(2, x.ndim)]), result)
    return (result, states, lengths) if return_length else (result, states)


def _kept(finished, old, new):
    """The old state where a sequence has ended."""
    mask = finished.reshape([*finished.shape, *[1] * (new.ndim - finished.ndim)])
    return paddle.where(mask, old, new)
