"""Mixed precision: contexts, decorators, lists, narrow models, scaled losses."""

import numpy as np
import paddle
from paddle import nn

from ..case import Spec, case, floats, tensor
from .layers import FIXED, filled

AMP = "amp"
NEEDS = ("amp",)


def wide(y):
    return y.astype("float32")


@case(AMP, FIXED, make=True, needs=NEEDS)
def auto_cast_linear():
    layer = filled(nn.Linear(3, 2))

    def f(x):
        with paddle.amp.auto_cast(level="O1", dtype="bfloat16"):
            y = layer(x)
        return wide(y)

    return f


@case(AMP, FIXED, make=True, needs=NEEDS)
def auto_cast_decorator():
    layer = filled(nn.Linear(3, 2))

    @paddle.amp.auto_cast(dtype="bfloat16")
    def forward(x):
        return paddle.nn.functional.softmax(layer(x) * 2)

    def f(x):
        return wide(forward(x)) + x.sum()

    return f


@case(AMP, FIXED, make=True, needs=NEEDS)
def auto_cast_off_inside():
    first, second = filled(nn.Linear(3, 4)), filled(nn.Linear(4, 2))

    def f(x):
        with paddle.amp.auto_cast(dtype="bfloat16"):
            y = first(x)
            with paddle.amp.auto_cast(enable=False):
                y = second(wide(y))
        return y

    return f


@case(AMP, FIXED, make=True, needs=NEEDS)
def auto_cast_own_lists():
    layer = filled(nn.Linear(3, 3))

    def f(x):
        with paddle.amp.auto_cast(
            custom_white_list={"elementwise_add"}, custom_black_list=["relu"], dtype="bfloat16"
        ):
            y = layer(x) + x
            z = paddle.nn.functional.relu(y)
        return wide(y) * z

    return f


@case(AMP, FIXED, make=True, needs=NEEDS)
def auto_cast_weight_used_twice():
    layer = filled(nn.Linear(3, 3))

    def f(x):
        with paddle.amp.auto_cast(dtype="bfloat16"):
            y = layer(paddle.tanh(layer(x)))
        return wide(y)

    return f


@case(AMP, FIXED, make=True, gradient=False, needs=NEEDS)
def auto_cast_weight_changes():
    layer = filled(nn.Linear(3, 3))

    def f(x):
        with paddle.no_grad(), paddle.amp.auto_cast(dtype="bfloat16"):
            y = layer(x)
            layer.weight.scale_(0.5)
            z = layer(x)
        return wide(y), wide(z)

    return f, lambda: [p.detach().clone() for p in layer.parameters()]


@case(
    AMP, [(floats(4, 3, seed=s, sign=1 - 2 * (s % 2)),) for s in range(4)], make=True, needs=NEEDS
)
def auto_cast_under_condition():
    layer = filled(nn.Linear(3, 2))

    def f(x):
        if x.sum() > 0:
            with paddle.amp.auto_cast(dtype="bfloat16"):
                y = wide(layer(x))
        else:
            y = layer(x)
        return y * 2

    return f


@case(AMP, [(floats(3, 3, seed=s), tensor(n)) for s, n in ((0, 3), (1, 5), (2, 0))], make=True,
      gradient=False, needs=NEEDS)  # fmt: skip
def auto_cast_around_loop():
    layer = filled(nn.Linear(3, 3))

    def f(x, n):
        with paddle.no_grad(), paddle.amp.auto_cast(dtype="bfloat16"):
            for _ in range(n):
                x = wide(layer(x))
        return x

    return f


@case(AMP, FIXED, make=True, needs=NEEDS)
def narrow_model():
    model = nn.Sequential(
        filled(nn.Linear(3, 4)), nn.ReLU(), nn.LayerNorm(4), filled(nn.Linear(4, 2))
    )
    model = paddle.amp.decorate(model, level="O2", dtype="bfloat16")

    def f(x):
        with paddle.amp.auto_cast(level="O2", dtype="bfloat16"):
            return wide(model(x))

    return f


def step_of(layer, opt, scaler, dtype="float16"):
    def step(x):
        with paddle.amp.auto_cast(dtype=dtype):
            loss = (layer(x) ** 2).mean()
        scaler.scale(loss).backward()
        scaler.step(opt)
        scaler.update()
        opt.clear_grad()
        return loss.detach()

    return step


def state_of(layer, scaler):
    return lambda: [*(p.detach().clone() for p in layer.parameters()), scaler.state_dict()]


@case(AMP, [FIXED[0], FIXED[1], FIXED[0], FIXED[1]], make=True, gradient=False, needs=NEEDS)
def scaled_step():
    layer = filled(nn.Linear(3, 1))
    opt = paddle.optimizer.Momentum(0.1, parameters=layer.parameters())
    scaler = paddle.amp.GradScaler(init_loss_scaling=256.0, incr_every_n_steps=2)
    return step_of(layer, opt, scaler), state_of(layer, scaler)


INFINITE = Spec(np.full((4, 3), np.inf, "float32"), False)


@case(AMP, [FIXED[0], (INFINITE,), FIXED[1], (INFINITE,)], make=True, gradient=False, needs=NEEDS)
def scaled_step_left_out():
    layer = filled(nn.Linear(3, 1))
    opt = paddle.optimizer.Adam(0.1, parameters=layer.parameters())
    scaler = paddle.amp.GradScaler(init_loss_scaling=256.0, incr_every_n_steps=2)
    return step_of(layer, opt, scaler), state_of(layer, scaler)


@case(AMP, FIXED, make=True, gradient=False, needs=NEEDS)
def clipped_unscaled_step():
    layer = filled(nn.Linear(3, 1))
    clip = nn.ClipGradByGlobalNorm(0.1)
    opt = paddle.optimizer.SGD(0.1, parameters=layer.parameters(), grad_clip=clip)
    scaler = paddle.amp.GradScaler(init_loss_scaling=64.0)

    def step(x):
        with paddle.amp.auto_cast():
            loss = (layer(x) ** 2).mean()
        scaler.scale(loss).backward()
        scaler.unscale_(opt)
        norm = layer.weight.grad.norm()
        scaler.step(opt)
        scaler.update()
        opt.clear_grad()
        return loss.detach(), norm

    return step, state_of(layer, scaler)
