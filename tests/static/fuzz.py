"""Random programs over open sizes against the same code run at once.

`python tests/static/fuzz.py MINUTES [first seed]` runs many; the tests run some. A program is a list of steps, each of
which chooses by a generator of its own that knows ranks and no sizes: so it is the same in every mode.
"""

import random
import sys
import time

import numpy as np
import paddle
from paddle import static

F = paddle.nn.functional
SHAPES = {"a": (None, 4), "b": (None, None), "c": (None, 3, None), "d": (2, 3, None, None)}


def axis_of(rng, x):
    return rng.randrange(-x.ndim, x.ndim)


def unary(rng, pool):
    x = rng.choice(pool)
    return getattr(paddle, rng.choice(["tanh", "abs", "sin", "square", "floor", "sign"]))(x)


def scalar(rng, pool):
    x = rng.choice(pool)
    k = rng.choice([2, 0.5, -3, 7])
    return rng.choice([lambda: x * k, lambda: x + k, lambda: k - x, lambda: x / k])()


def binary(rng, pool):
    x, y = rng.choice(pool), rng.choice(pool)
    return rng.choice([paddle.add, paddle.subtract, paddle.multiply, paddle.maximum])(x, y)


def reduce(rng, pool):
    x = rng.choice(pool)
    name = rng.choice(
        ["sum", "mean", "max", "min", "prod", "logsumexp", "var", "std", "any", "norm"]
    )
    axis = rng.choice([None, axis_of(rng, x)])
    keep = rng.random() < 0.5
    if name == "any":
        return paddle.any(x > 0.3, axis=axis, keepdim=keep).astype("float32")
    return getattr(paddle, name)(x, axis=axis, keepdim=keep)


def mean_by_size(rng, pool):
    x = rng.choice(pool)
    axis = axis_of(rng, x)
    return x.sum(axis) / x.shape[axis]


def by_shape(rng, pool):
    x = rng.choice(pool)
    sizes = paddle.shape(x)
    n, m = sizes[axis_of(rng, x)], sizes[axis_of(rng, rng.choice([x]))]
    return rng.choice(
        [
            lambda: n.astype("float32") * 0.5,
            lambda: (n * m).astype("float32"),
            lambda: (n + m).astype("float32"),
            lambda: (n - m).astype("float32"),
            lambda: (n // 2).astype("float32"),
            lambda: (n % 3).astype("float32"),
            lambda: paddle.maximum(n, m).astype("float32"),
            lambda: sizes.astype("float32"),
            lambda: sizes.sum().astype("float32"),
            lambda: x.numel().astype("float32"),
            lambda: (n == m).astype("float32"),
            lambda: (n < m).astype("float32"),
            lambda: paddle.arange(n).astype("float32"),
            lambda: paddle.arange(n * 2 + 1).astype("float32"),
            lambda: paddle.full([m, 2], 1.5) * n.astype("float32"),
            lambda: paddle.ones([n, m]),
            lambda: paddle.linspace(0.0, 1.0, n),
        ]
    )()


def by_python(rng, pool):
    x = rng.choice(pool)
    n, m = x.shape[axis_of(rng, x)], x.shape[axis_of(rng, x)]
    return rng.choice(
        [
            lambda: paddle.full([n], 2.0),
            lambda: paddle.zeros([n * 2, m]),
            lambda: paddle.arange(n).astype("float32"),
            lambda: paddle.arange(m + 3).astype("float32") * n,
            lambda: x.sum() * n * m,
            lambda: paddle.eye(n, m),
            lambda: x.sum() - n,
            lambda: paddle.linspace(0.0, n, m),
        ]
    )()


def reshape(rng, pool):
    x = rng.choice(pool)
    sizes = list(x.shape)
    late = paddle.shape(x)
    if x.ndim < 2:
        return rng.choice([lambda: x.reshape([-1, 1]), lambda: x.unsqueeze(0)])()
    return rng.choice(
        [
            lambda: x.reshape([sizes[0], -1]),
            lambda: x.reshape([-1, sizes[-1]]),
            lambda: x.reshape([late[0], -1]),
            lambda: x.reshape([late[0] * late[1], *sizes[2:]]),
            lambda: x.reshape([sizes[0] * sizes[1], *sizes[2:]]),
            lambda: x.flatten(),
            lambda: x.reshape([sizes[1], sizes[0], *sizes[2:]]),
            lambda: x.unsqueeze(1).expand([-1, 3, *[-1] * (x.ndim - 1)]),
        ]
    )()


def move(rng, pool):
    x = rng.choice(pool)
    axis = axis_of(rng, x)
    order = list(range(x.ndim))
    rng.shuffle(order)
    k = rng.randrange(-4, 5)
    return rng.choice(
        [
            lambda: x.transpose(order),
            lambda: x.flip([axis]),
            lambda: paddle.roll(x, k, axis),
            lambda: paddle.roll(x, x.shape[axis] - 1, axis),
            lambda: paddle.tile(x, [2] + [1] * (x.ndim - 1)),
            lambda: paddle.repeat_interleave(x, 2, axis),
            lambda: paddle.concat([x, x * 2], axis),
            lambda: paddle.stack([x, x + 1], axis),
            lambda: paddle.diff(x, axis=axis),
            lambda: paddle.cumsum(x, axis),
        ]
    )()


def bound(rng, x, axis):
    n = x.shape[axis]
    return rng.choice(
        [None, 0, 1, 2, -1, -2, 4, n, n - 1, paddle.shape(x)[axis] - 1, x.shape[axis_of(rng, x)]]
    )


def slices(rng, pool):
    x = rng.choice(pool)
    axis = rng.randrange(x.ndim)
    key = [slice(None)] * axis
    step = rng.choice([None, None, None, 1, -1, 2])
    last = rng.choice(
        [
            lambda: slice(bound(rng, x, axis), bound(rng, x, axis), step),
            lambda: rng.choice([0, -1, x.shape[axis] - 1, paddle.shape(x)[axis] - 1]),
            lambda: None,
            lambda: paddle.to_tensor([0, -1, 0]),
        ]
    )()
    return x[tuple([*key, last])] * 1.0


def write(rng, pool):
    x = rng.choice(pool) * 1.0
    axis = rng.randrange(x.ndim)
    key = (*[slice(None)] * axis, slice(bound(rng, x, axis), bound(rng, x, axis)))
    x[key] = rng.choice([7.0, x[key] * 2])
    return x


def split(rng, pool):
    x = rng.choice(pool)
    axis = axis_of(rng, x)
    return rng.choice(
        [
            lambda: paddle.split(x, [1, -1], axis)[1],
            lambda: paddle.split(x, [x.shape[axis] - 1, 1], axis)[rng.randrange(2)],
            lambda: paddle.chunk(x, 2, axis)[1],
            lambda: paddle.unbind(x, axis)[0],
            lambda: paddle.tensor_split(x, 2, axis)[1],
        ]
    )()


def products(rng, pool):
    x, y = rng.choice(pool), rng.choice(pool)
    return rng.choice(
        [
            lambda: x @ y,
            lambda: paddle.matmul(x, y, transpose_y=True),
            lambda: paddle.matmul(x, x, transpose_y=True),
            lambda: paddle.outer(x.flatten(), x.sum(-1).flatten()),
            lambda: paddle.einsum("...i,...i->...", x, x),
        ]
    )()


def layers(rng, pool):
    x = rng.choice(pool)
    images = x if x.ndim == 4 else x.unsqueeze(0).unsqueeze(0)
    if images.ndim != 4:
        images = x.reshape([1, 1, x.shape[0], -1])
    flat = images.sum(1, keepdim=True)
    return rng.choice(
        [
            lambda: F.softmax(x, axis_of(rng, x)),
            lambda: F.layer_norm(x, x.shape[-1:]),
            lambda: F.avg_pool2d(images, 2),
            lambda: F.max_pool2d(images, 3, stride=2, padding=1, ceil_mode=True),
            lambda: F.adaptive_avg_pool2d(images, rng.choice([1, 2, [3, 2]])),
            lambda: F.conv2d(
                flat,
                paddle.ones([2, 1, 2, 3]),
                stride=rng.choice([1, 2]),
                padding=rng.choice([0, 1]),
            ),
            lambda: F.conv2d(flat, paddle.ones([2, 1, 3, 3]), padding="SAME"),
            lambda: F.conv2d_transpose(flat, paddle.ones([1, 2, 3, 2]), stride=2),
            lambda: F.pad(images, [1, 0, 2, 1], mode=rng.choice(["constant", "replicate"])),
            lambda: F.interpolate(images, scale_factor=2, mode=rng.choice(["nearest", "bilinear"])),
            lambda: F.interpolate(images, size=[4, 5], mode=rng.choice(["nearest", "bilinear"])),
            lambda: F.unfold(images, 2),
            lambda: F.instance_norm(images),
            lambda: F.grid_sample(
                images, F.affine_grid(paddle.ones([1, 2, 3]), [1, 1, *images.shape[2:]])
            ),
        ]
    )()


def indices(rng, pool):
    x = rng.choice(pool)
    axis = axis_of(rng, x)
    return rng.choice(
        [
            lambda: paddle.argmax(x, axis).astype("float32"),
            lambda: paddle.argsort(x, axis).astype("float32"),
            lambda: paddle.sort(x, axis, descending=True),
            lambda: paddle.topk(x, 1, axis)[0],
            lambda: paddle.gather(x, paddle.arange(x.shape[axis]) // 2, axis),
            lambda: paddle.index_select(x, paddle.arange(x.shape[axis] - 1, -1, -1), axis),
            lambda: F.one_hot(paddle.argmax(x, axis), x.shape[axis]),
            lambda: paddle.where(x > 0, x, x * x.shape[axis]),
            lambda: paddle.take_along_axis(x, paddle.argsort(x, axis), axis),
            lambda: paddle.tril(x) if x.ndim > 1 else x,
            lambda: paddle.diagonal(x) if x.ndim > 1 else x,
            lambda: F.sequence_mask(paddle.arange(x.shape[axis]), maxlen=x.shape[axis]).astype(
                "float32"
            ),
        ]
    )()


def flow(rng, pool):
    x = rng.choice(pool)
    axis = axis_of(rng, x)
    n = paddle.shape(x)[axis]
    i = paddle.zeros([], "int64")
    if rng.random() < 0.5:
        return static.nn.cond(n > 3, lambda: x * 2 + x.shape[axis], lambda: x - n.astype("float32"))
    return static.nn.while_loop(
        lambda i, y: i < n, lambda i, y: (i + 1, y * 0.5 + x.shape[axis]), [i, x * 1.0]
    )[1]


STEPS = (
    [unary, scalar, binary, binary, reduce, mean_by_size, by_shape, by_shape, by_python, reshape, reshape]
    + [move, move, slices, slices, slices, write, split, products, layers, layers, indices, indices, flow]
)  # fmt: skip


class Refused(Exception):
    """A step that can not be built; the others may."""


def build(steps, inputs):
    """The results of the steps; `steps`: (function, seed)."""
    pool = list(inputs)
    for k, (step, seed) in enumerate(steps):
        rng = random.Random(seed)
        try:
            # The last results more often than others.
            pool.append(step(rng, pool[-2:] if rng.random() < 0.6 and k else pool))
        except Exception as e:
            raise Refused(k, e) from e
    return pool[len(inputs) :]


def feeds_of(rng, names, sizes):
    made = {}
    for name in names:
        shape = [n or rng.choice(sizes) for n in SHAPES[name]]
        made[name] = np.random.RandomState(rng.randrange(1 << 30)).randn(*shape).astype("float32")
    return made


def draw(seed):
    """Names of inputs, and steps that work at some sizes."""
    rng = random.Random(seed)
    names = rng.sample(sorted(SHAPES), rng.choice([1, 1, 2]))
    steps = [(rng.choice(STEPS), rng.randrange(1 << 30)) for _ in range(rng.randrange(1, 7))]
    feed = feeds_of(rng, names, [5, 6, 7])
    while steps:
        try:
            build(steps, [paddle.to_tensor(v) for v in feed.values()])
            break
        except Refused as e:
            del steps[e.args[0]]
    return names, steps, rng


def eager(steps, feed):
    inputs = [paddle.to_tensor(v) for v in feed.values()]
    return [t.numpy() for t in build(steps, inputs)]


def differ(found, expected):
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return (
            f"{found.dtype} {list(found.shape)}, expected {expected.dtype} {list(expected.shape)}"
        )
    if not np.allclose(found, expected, rtol=1e-4, atol=1e-4, equal_nan=True):
        return f"{found.ravel()[:6]}, expected {expected.ravel()[:6]}"
    return None


SIZES = ([5, 6, 7], [1], [2, 3], [1, 2, 9], [4], [3, 8, 12], [17, 30])


def describe(names, steps):
    return f"inputs {names}, steps {[(s.__name__, k) for s, k in steps]}"


def check(seed, refused=None):
    """Compares; which runs were refused. Raises AssertionError where one is wrong in silence."""
    names, steps, rng = draw(seed)
    main = None
    while steps:
        paddle.enable_static()
        main = static.Program()
        try:
            with static.program_guard(main, static.Program()):
                inputs = [static.data(n, list(SHAPES[n])) for n in names]
                outs = build(steps, inputs)
            break
        except Refused as e:
            if refused is not None:
                refused.append(e.args)
            del steps[e.args[0]]
        finally:
            paddle.disable_static()
    if not steps:
        return
    executor = static.Executor()
    choices = [[o] for o in outs] + [outs]
    for sizes in SIZES:
        feed = feeds_of(rng, names, sizes)
        try:
            expected = eager(steps, feed)
        except Refused:
            expected = None
        for chosen in choices:
            paddle.enable_static()
            try:
                found = executor.run(main, feed=feed, fetch_list=chosen)
            except Exception as e:
                if refused is not None and expected is not None:
                    refused.append((seed, e))
                continue
            finally:
                paddle.disable_static()
            if expected is None:
                continue  # a step that nobody needs was refused, or what sizes allow is more
            for out, value in zip(chosen, found, strict=True):
                k = next(i for i, o in enumerate(outs) if o is out)
                wrong = differ(value, expected[k])
                assert wrong is None, (
                    f"seed {seed}, {describe(names, steps)}, result {k}, "
                    f"shapes {[list(v.shape) for v in feed.values()]}: {wrong}"
                )


def main():
    end = time.time() + 60 * float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    first, wrong, refused = seed, 0, []
    while time.time() < end:
        try:
            check(seed, refused)
        except AssertionError as e:
            wrong += 1
            print(e, flush=True)
        seed += 1
    kinds = {}
    for _, e in refused:
        text = f"{type(e).__name__} {str(e)[:90]}".replace("\n", " ")
        kinds[text] = kinds.get(text, 0) + 1
    for text, count in sorted(kinds.items(), key=lambda x: -x[1])[:12]:
        print(count, text)
    print(f"{seed - first} programs, {wrong} wrong")


if __name__ == "__main__":
    main()
