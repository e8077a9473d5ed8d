"""Small functions of forms that users write, for tests of `jit.save` with open sizes: name -> (function, specs).

A letter in a spec is an open size, the same letter the same size.
"""

import paddle
import paddle.nn.functional as F
from paddle import nn

FORMS = {}


def form(*specs):
    def add(function):
        FORMS[function.__name__] = (function, specs)
        return function

    return add


def _weight(*shape):
    n = 1
    for size in shape:
        n *= size
    return paddle.reshape(paddle.linspace(-1.0, 1.0, n), list(shape))


W4, W8, TABLE = _weight(4, 4), _weight(8, 8), _weight(64, 8)


# ---- attention and masks ----


@form("B T 8", "B 1 1 T")
def attention_padding_mask(x, mask):
    scores = x @ x.transpose([0, 2, 1])
    return F.softmax(scores.unsqueeze(1) + mask, -1) @ x.unsqueeze(1)


@form("B T 8", "T T")
def attention_square_mask(x, mask):
    return F.softmax(x @ x.transpose([0, 2, 1]) + mask, -1) @ x


@form("B T 8", "T 8")
def positions_given(x, positions):
    return x + positions


@form("B T 8", "B T")
def masked_mean(x, mask):
    m = mask.unsqueeze(-1)
    return (x * m).sum(1) / (m.sum(1) + 100)


@form("B T 8")
def attention_causal(x):
    n = x.shape[1]
    mask = paddle.triu(paddle.full([n, n], -1e4), 1)
    return F.softmax(x @ x.transpose([0, 2, 1]) + mask, -1) @ x


@form("B T 8")
def attention_heads(x):
    b, n = x.shape[0], x.shape[1]
    q = x.reshape([b, n, 2, 4]).transpose([0, 2, 1, 3])
    scores = F.softmax(q @ q.transpose([0, 1, 3, 2]) / 2.0, -1)
    return (scores @ q).transpose([0, 2, 1, 3]).reshape([b, n, 8])


@form("B T 8", "B S 8", "B 1 T S")
def attention_cross(x, y, mask):
    scores = (x @ y.transpose([0, 2, 1])).unsqueeze(1) + mask
    return F.softmax(scores, -1) @ y.unsqueeze(1)


@form("B T 8")
def attention_scaled_dot(x):
    q = x.reshape([0, 0, 2, 4])
    return F.scaled_dot_product_attention(q, q, q, is_causal=True)


# ---- positions ----


@form("B T 8")
def positions_of_table(x):
    return x + TABLE[: x.shape[1]]


@form("B T 8")
def positions_by_arange(x):
    return x + F.embedding(paddle.arange(x.shape[1]), TABLE)


@form("B T 8")
def positions_of_angles(x):
    angle = paddle.arange(x.shape[1], dtype="float32").unsqueeze(-1) * paddle.ones([1, 4])
    return x + paddle.concat([angle.sin(), angle.cos()], -1)


@form("B T 8")
def class_token(x):
    return paddle.concat([TABLE[:1].unsqueeze(0).expand([x.shape[0], 1, 8]), x], 1)


@form("B 4")
def weight_expanded(x):
    return W4[0].expand([x.shape[0], 4]) * 2


@form("B 4")
def rotary_halves(x):
    a, b = paddle.split(x, 2, axis=-1)
    return paddle.concat([-b, a], -1)


# ---- statistics ----


@form("B 4")
def var_of_rows(x):
    return x.var(0)


@form("B T 8")
def std_of_time(x):
    return x.std(1)


@form("B T 8")
def var_of_all(x):
    return x.var()


@form("B T 8")
def var_of_two(x):
    return x.var([0, 1], keepdim=True)


@form("B T 8")
def normalized(x):
    return (x - x.mean(1, keepdim=True)) / (x.var(1, keepdim=True, unbiased=False) + 1e-3).sqrt()


@form("B T 8")
def statistics_pooling(x):
    return paddle.concat([x.mean(1), x.max(1), x.min(1)], -1)


@form("B T 8")
def sum_over_size(x):
    return x.sum(1) / x.shape[1]


@form("B 8")
def norm_of_rows(x):
    return F.normalize(x, axis=-1)


@form("B T 8")
def logsumexp_of_time(x):
    return x.logsumexp(1)


@form("B T 8")
def cumsum_of_time(x):
    return x.cumsum(1)


@form("B T 8")
def prod_of_time(x):
    return x.prod(1)


# ---- shapes ----


@form("B 4")
def squeeze_all(x):
    return x.squeeze() * 2


@form("B 1 4")
def squeeze_all_three(x):
    return x.squeeze() + 1


@form("B T 1")
def squeeze_first(x):
    return x.squeeze(0)


@form("B T 8")
def reshape_flat(x):
    return x.reshape([x.shape[0], -1])


@form("B T 8")
def reshape_rows(x):
    return x.reshape([-1, 8]) @ W8


@form("B T 8")
def reshape_there_and_back(x):
    return (x.reshape([-1, 8]) @ W8).reshape([x.shape[0], x.shape[1], 8])


@form("B T 8")
def reshape_split_width(x):
    return x.reshape([0, 0, 4, 2])


@form("B T 8")
def flatten_from_one(x):
    return x.flatten(1)


@form("B T 8")
def flatten_first(x):
    return x.flatten(0, 1)


@form("B 4")
def expand_new(x):
    return x.unsqueeze(1).expand([-1, 3, -1])


@form("B 4", "C 4")
def pairs(x, y):
    return x.unsqueeze(1) - y.unsqueeze(0)


@form("B 4")
def pairs_of_one(x):
    return (x.unsqueeze(1) - x.unsqueeze(0)).abs().sum(-1)


@form("B T 8")
def tile_time(x):
    return x.tile([1, 2, 1])


@form("B 8")
def repeat_rows(x):
    return x.repeat_interleave(2, axis=0)


@form("B T 8")
def transpose_all(x):
    return x.transpose([2, 0, 1])


@form("B 4", "B 4")
def stacked(x, y):
    return paddle.stack([x, y], 1)


@form("B 4", "C 4")
def concat_rows(x, y):
    return paddle.concat([x, y], 0)


@form("B T 8")
def unstack_width(x):
    a = paddle.unstack(x, axis=2)
    return a[0] + a[7]


@form("B T 8")
def chunk_width(x):
    a, b, c, d = x.chunk(4, -1)
    return a * F.sigmoid(b) + c * d


@form("B T 8")
def zeros_beside(x):
    return paddle.concat([paddle.zeros([x.shape[0], 1, 8]), x], 1)


@form("B 4")
def eye_of_size(x):
    return paddle.eye(x.shape[0]) @ x


@form("B 4")
def eye_like(x):
    return paddle.eye(x.shape[0], 4) + x


@form("B T 8")
def full_of_sizes(x):
    return paddle.full([x.shape[0], x.shape[1]], 2.0) * x[:, :, 0]


# ---- parts ----


@form("B T 8")
def first_of_time(x):
    return x[:, 0]


@form("B T 8")
def last_of_time(x):
    return x[:, -1]


@form("B T 8")
def shifted(x):
    return x[:, :-1] + 1


@form("B T 8")
def padded_shift(x):
    return F.pad(x[:, :-1], [0, 0, 1, 0, 0, 0], pad_from_left_axis=True)


@form("B T 8")
def every_second(x):
    return x[:, ::2]


@form("B T 8")
def half_of_time(x):
    return x[:, : x.shape[1] // 2 + 1]


@form("B T 8")
def reversed_time(x):
    return x.flip(1)


@form("B T 8")
def rolled(x):
    return paddle.roll(x, 1, 1)


@form("B T 8")
def write_of_a_column(x):
    y = x * 1
    y[:, 0] = 5.0
    return y


@form("B T 8", "B 8")
def write_of_a_tensor(x, v):
    y = x * 1
    y[:, 0] = v
    return y


@form("B T 8")
def write_of_width(x):
    y = x * 1
    y[:, :, 2:4] = 1.0
    return y


@form("B T 8")
def where_positive(x):
    return paddle.where(x > 0, x, paddle.zeros_like(x))


@form("B T 8")
def top_of_width(x):
    values, places = paddle.topk(x, 2, -1)
    return values + places.astype("float32")


@form("B T 8")
def largest_of_time(x):
    return x.argmax(1)


@form("B T 8")
def sorted_time(x):
    return paddle.sort(x, 1)


@form("B T 8")
def gather_by_argmax(x):
    at = x.sum(-1).argmax(1)
    return paddle.take_along_axis(x, at.unsqueeze(-1).unsqueeze(-1), 1)


@form("B T 8")
def gather_rows(x):
    return paddle.gather(x, paddle.to_tensor([0, 0]), 1)


@form("B 4")
def one_hot_of_argmax(x):
    return F.one_hot(x.argmax(-1), 4)


@form("B 4")
def median_of_width(x):
    return x.median(-1)


# ---- loops ----


@form("B T 8")
def loop_over_width(x):
    h = paddle.zeros([x.shape[0], x.shape[1]])
    for i in range(8):
        h = F.tanh(h + x[:, :, i])
    return h


@form("B 3 8")
def loop_over_time(x):
    h, all_ = paddle.zeros([x.shape[0], 8]), []
    for t in range(x.shape[1]):
        h = F.tanh(h @ W8 + x[:, t])
        all_.append(h)
    return paddle.stack(all_, 1)


@form("B 4")
def loop_that_breaks(x):
    n = paddle.zeros([])
    while n < 10:
        x = x * 1.5
        n = n + 1
        if x.sum() > 100:
            break
    return x


@form("B 4")
def branch_on_a_sum(x):
    if x.sum() > 0:
        return x * 2
    return x - 1


# ---- images ----


@form("B 3 H W")
def pooled(x):
    return F.adaptive_avg_pool2d(x, 1).flatten(1)


@form("B 3 H W")
def global_mean(x):
    return x.mean([2, 3])


@form("B 3 H W")
def enlarged(x):
    return F.interpolate(x, scale_factor=2, mode="nearest")


@form("B 3 H W")
def enlarged_to_fixed(x):
    return F.interpolate(x, size=[6, 6], mode="bilinear")


@form("B 3 H W", "B 3 P Q")
def enlarged_like(x, y):
    return F.interpolate(x, size=y.shape[2:], mode="nearest") + y


@form("B 3 H W")
def convolved(x):
    return F.relu(F.conv2d(x, _weight(4, 3, 3, 3), padding=1))


@form("B 3 H W")
def pixels_as_tokens(x):
    return x.flatten(2).transpose([0, 2, 1])


@form("B 4 H W")
def shuffled_pixels(x):
    return F.pixel_shuffle(x, 2)


@form("B 4 H W")
def shuffled_channels(x):
    b, c, h, w = x.shape
    return x.reshape([b, 2, 2, h, w]).transpose([0, 2, 1, 3, 4]).reshape([b, c, h, w])


@form("B 3 H W")
def padded_image(x):
    return F.pad(x, [1, 1, 2, 0])


@form("B 3 H W")
def gate_of_channels(x):
    return x * F.sigmoid(x.mean([2, 3], keepdim=True))


@form("B 3 H W")
def group_normed(x):
    return F.layer_norm(x.transpose([0, 2, 3, 1]), [3])


class _Recurrent(nn.Layer):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(8, 4, direction="bidirectional")

    def forward(self, x):
        return self.rnn(x)[0]


class _Encoder(nn.Layer):
    def __init__(self):
        super().__init__()
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 1)

    def forward(self, x, mask):
        return self.encoder(x, mask)


class _Normed(nn.Layer):
    def __init__(self):
        super().__init__()
        self.norms = nn.Sequential(
            nn.Conv2D(3, 4, 3, padding=1), nn.BatchNorm2D(4), nn.GroupNorm(2, 4)
        )

    def forward(self, x):
        return self.norms(x)


LAYERS = {
    "lstm": (_Recurrent, ("B T 8",)),
    "encoder": (_Encoder, ("B T 8", "B 1 1 T")),
    "encoder_square": (_Encoder, ("B T 8", "T T")),
    "norms": (_Normed, ("B 3 H W",)),
}
