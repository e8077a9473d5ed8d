"""no_grad and gradients inside."""

import paddle

from ..case import TIMES, case

MODES = "no_grad and gradients"


@case(MODES)
def no_grad_part(x):
    with paddle.no_grad():
        k = x.mean()
    return x * k


@case(MODES)
def no_grad_decorator(x):
    @paddle.no_grad()
    def f(v):
        return v * 2

    return x + f(x)


@case(MODES)
def detach_part(x):
    return x * x.detach()


@case(MODES)
def stop_gradient_set(x):
    y = x * 2
    y.stop_gradient = True
    return x * y


@case(MODES)
def enable_grad_inside(x):
    with paddle.no_grad(), paddle.enable_grad():
        y = x * 3
    return y


@case(MODES)
def grad_inside(x):
    y = (x * x * x).sum()
    (g,) = paddle.grad(y, x, create_graph=True)
    return g.sum() + y


@case(MODES, gradient=False)
def backward_inside(x):
    w = paddle.ones([1])
    w.stop_gradient = False
    (x.detach() * w).sum().backward()
    return w.grad


@case(MODES, TIMES)
def no_grad_in_loop(x, n):
    for _ in range(n):
        with paddle.no_grad():
            s = x.abs().max()
        x = x / (s + 1)
    return x


@case(MODES)
def is_grad_enabled_branch(x):
    return x * 2 if paddle.is_grad_enabled() else x


@case(MODES)
def gradient_penalty(x):
    y = paddle.tanh(x).sum()
    (g,) = paddle.grad(y, x, create_graph=True)
    return (g.norm() - 1) ** 2
