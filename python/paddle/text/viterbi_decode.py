"""The most likely tags of a sequence."""

from .. import _C
from ..nn import Layer

__all__ = ["ViterbiDecoder", "viterbi_decode"]
_ops = _C.ops


def viterbi_decode(potentials, transition_params, lengths, include_bos_eos_tag=True, name=None):
    """The sequences of tags with the largest sum of scores (Viterbi, 1967).

    Args:
        potentials (Tensor): [batch, steps, tags], the scores of tags at each step.
        transition_params (Tensor): [tags, tags], the score of the second tag after the first.
        lengths (Tensor): [batch], int64: how many steps of each are used.
        include_bos_eos_tag (bool): The last row of the transitions is what comes before the first step, the row
            before it what comes after the last one.
        name (str, optional): Of the result; without effect.

    Returns:
        tuple[Tensor]: The sums [batch], and the tags [batch, largest length], int64, with 0 after the end of each.

    Raises:
        ValueError: The shapes do not fit, or a length is out of range.

    Examples:
        >>> import paddle
        >>> scores = paddle.to_tensor([[[1.0, 2.0], [3.0, 0.0]]])
        >>> sums, tags = paddle.text.viterbi_decode(scores, paddle.zeros([2, 2]), paddle.to_tensor([2]), False)
        >>> sums.tolist(), tags.tolist()
        ([5.0], [[1, 0]])
    """
    if potentials.ndim != 3 or list(transition_params.shape) != [potentials.shape[2]] * 2:
        raise ValueError(
            "(InvalidArgument) viterbi_decode: the shapes do not fit.\n"
            "  Expected: [batch, steps, tags] and [tags, tags]\n"
            f"  Received: {list(potentials.shape)} and {list(transition_params.shape)}"
        )
    steps, tags = potentials.shape[1:]
    lengths = lengths.reshape([-1]).astype("int64")
    least, end = int(lengths.min().item()), int(lengths.max().item())
    if least < 1 or end > steps or lengths.shape[0] != potentials.shape[0]:
        raise ValueError(
            "(InvalidArgument) viterbi_decode: wrong `lengths`.\n"
            f"  Expected: {potentials.shape[0]} of them in [1, {steps}]\n  Received: {lengths.tolist()}"
        )
    score = potentials[:, 0]
    if include_bos_eos_tag:
        score = score + transition_params[tags - 1]
    before = []
    for t in range(1, end):
        each = score.unsqueeze(-1) + transition_params
        before.append(each.argmax(1))
        going = (lengths > t).unsqueeze(-1)
        score = _ops["where"](going, each.max(1) + potentials[:, t], score)
    if include_bos_eos_tag:
        score = score + transition_params[tags - 2]
    tag = score.argmax(-1)
    path = []
    for t in range(end - 1, -1, -1):
        inside = lengths > t
        path.append(_ops["where"](inside, tag, _ops["zeros_like"](tag)))
        if t:
            earlier = _ops["take_along_axis"](before[t - 1], tag.unsqueeze(-1), 1).squeeze(-1)
            tag = _ops["where"](inside, earlier, tag)
    return score.max(-1), _ops["stack"](path[::-1], 1)


class ViterbiDecoder(Layer):
    """viterbi_decode() with transitions of its own.

    Args:
        transitions (Tensor): [tags, tags].
        include_bos_eos_tag (bool): As viterbi_decode() takes it.
        name (str, optional): Without effect.

    Examples:
        >>> import paddle
        >>> decoder = paddle.text.ViterbiDecoder(paddle.zeros([2, 2]), False)
        >>> decoder(paddle.to_tensor([[[1.0, 2.0]]]), paddle.to_tensor([1]))[1].tolist()
        [[1]]
    """

    def __init__(self, transitions, include_bos_eos_tag=True, name=None):
        super().__init__()
        self.transitions = transitions
        self.include_bos_eos_tag = include_bos_eos_tag

    def forward(self, potentials, lengths):
        return viterbi_decode(potentials, self.transitions, lengths, self.include_bos_eos_tag)
