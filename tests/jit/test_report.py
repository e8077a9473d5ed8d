"""What paddle.jit.report counts and tells."""

import paddle
import pytest
from paddle import nn
from paddle.jit import report, to_static, vm

X = paddle.ones([2, 4])


def line_of(text):
    with open(__file__, encoding="utf-8") as file:
        return next(i for i, line in enumerate(file, 1) if line.rstrip().endswith(f"# {text}"))


needs_interpreter = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


@needs_interpreter
def test_calls_are_counted_once_and_timed():
    f = to_static(lambda x: x + 1)
    for n in range(1, 101):
        f(X)
        r = report(f)
        assert (r.calls, r.captured, r.skipped, r.eager) == (n, 1, n - 1, 0)
    assert 0 < r.skipped_seconds < 1 and 0 < r.compile_seconds < r.seconds
    assert 0 < r.python_share < 1
    assert str(r).splitlines()[1].split()[:3] == ["skipped", "Python", "99"]


@needs_interpreter
def test_eager_calls_are_counted():
    made = []
    f = to_static(lambda x: x + len(made) + (made.append(object()) or 0))
    for _ in range(20):
        f(X)
    r = report(f)
    assert (
        r.calls == 20 == r.captured + r.eager
        and r.eager > 10
        and r.eager_seconds > 0
        and r.python_share == 1.0
    )
    assert "Python runs each time" in str(r) and "ran as eager code" in str(r)


def test_each_break_has_a_place():
    class Chatty(nn.Layer):
        def __init__(self):
            super().__init__()
            self.layers = nn.LayerList([nn.Linear(4, 4) for _ in range(100)])

        def forward(self, x):
            for layer in self.layers:
                x = layer(x)
                x = x * float(x.numpy().sum() * 0 + 1)  # the look
            print(x.tolist()[0][0] * 0)  # the list
            return x

    net = to_static(Chatty())
    net(X)
    r = report(net)
    assert r.breaks[0].startswith(f"{__file__}:{line_of('the look')}: ")
    assert len(r.breaks) == r.segments - (r.breaks[-1] == "") or len(r.breaks) >= 100
    assert any(b.startswith(f"{__file__}:{line_of('the list')}: ") for b in r.breaks)
    assert "(100 times)" in str(r) and len(str(r).splitlines()) < 15


def test_breaks_have_places_where_python_itself_runs(monkeypatch):
    monkeypatch.setattr(vm, "supported", lambda: False)

    def f(x):
        y = x * 2
        y = y * y.sum().item()  # in python
        return y

    static = to_static(f)
    for _ in range(3):
        assert static(X).tolist() == f(X).tolist()
    r = report(static)
    assert r.breaks == [f"{__file__}:{line_of('in python')}: its values are read"], r.breaks
    assert r.segments == 2 and r.skipped == 0


@needs_interpreter
def test_why_there_is_another_capture():
    class Model(nn.Layer):
        def __init__(self):
            super().__init__()
            self.mode = "a"

        def forward(self, x, parts=(), scale=None):
            return x * 2 if self.mode == "a" else x * 3

    net = to_static(Model())
    net(X)
    changes = {
        "attribute 'mode' of a Model, which was 'a', is 'b' now": lambda: setattr(net, "mode", "b"),
    }
    for change in changes.values():
        change()
        net(X)
    for text, args, kwargs in (
        ("argument x, which was float32[2, 4], is float64[2, 4] now", (X.astype("float64"),), {}),
        ("are 1 and 1 now", (X,), {"scale": None}),
        ("argument parts, which was a tuple of 0 parts, is a list of 1 parts now", (X, [X]), {}),
        (
            "argument parts, which was a list of 1 parts, is a list of 2 parts now",
            (X, [X, X + 1]),
            {},
        ),
    ):
        before = report(net).recompiles
        net(*args, **kwargs)
        assert report(net).recompiles == before + 1
        changes[text] = None
    found = list(report(net).recaptures)
    assert found[0] == "attribute 'mode' of a Model, which was 'a', is 'b' now"
    assert found[1] == "argument x, which was float32[2, 4], is float64[2, 4] now"
    assert found[2].endswith("which were 1 and 0, are 1 and 1 now")
    assert found[-1] == "argument parts, which was a list of 1 parts, is a list of 2 parts now"
    assert "captured again" in str(report(net)) and found[1] in str(report(net))


@needs_interpreter
def test_states_of_an_optimizer():
    net = nn.Linear(4, 4)
    opt = paddle.optimizer.Adam(parameters=net.parameters())

    @to_static
    def step(x):
        net(x).sum().backward()
        opt.step()
        opt.clear_grad()

    for _ in range(3):
        step(X)
    assert "earlier captures could not skip Python:" in str(report(step))
    assert "the states of an optimizer are made" in str(report(step))


@needs_interpreter
def test_reasons_run_no_code_of_the_user():
    class Odd:
        def __repr__(self):
            raise RuntimeError("asked for its text")

        def __eq__(self, other):
            raise RuntimeError("compared")

        __hash__ = None

    class Holder:
        odd = Odd()
        many = list(range(100000))

    holder = Holder()
    f = to_static(lambda x, odd, kept=holder: x + (kept.odd is odd) + kept.many[0])
    first = Odd()
    for odd in (first, first, Odd(), Holder.odd):
        f(X, odd)
    Holder.odd = holder.odd = Odd()
    f(X, first)
    Holder.many = [1]
    f(X, first)
    text = str(report(f))
    assert "argument odd, which was a Odd, is another now" in text and len(text) < 2000


def test_what_has_no_report():
    with pytest.raises(TypeError, match="not converted"):
        report(len)
    assert str(report(to_static(lambda x: x))).endswith(": 0 calls")
