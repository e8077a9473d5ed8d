"""What functions print, seen by streams that run Python."""

import contextlib
import io

import paddle
import pytest


class Watch:
    """A stream that looks at the state of the program when it is written to."""

    def __init__(self, state):
        self.state, self.seen = state, []

    def write(self, text):
        self.seen.append((text, list(self.state)))

    def flush(self):
        pass


class WatchText(io.StringIO):
    def __init__(self, state):
        super().__init__()
        self.state, self.seen = state, []

    def write(self, text):
        self.seen.append((text, list(self.state)))
        return super().write(text)


class Closed(io.StringIO):
    def __init__(self, _):
        super().__init__()
        self.close()
        self.seen = []


def counts(state, x):
    state[0] += 1
    print("a", x)
    state[0] += 1
    print("b")
    return x * 2


def counts_in_a_branch(state, x):
    if x.sum() > 0:
        state[0] += 1
        print("up")
        state[0] += 1
    return [x]


@pytest.mark.parametrize("stream", [Watch, WatchText, Closed])
@pytest.mark.parametrize("function", [counts, counts_in_a_branch])
def test_streams_that_run_python(function, stream):
    def run(convert):
        state, seen = [0], []
        call = convert(lambda x: function(state, x))
        for i in range(4):
            out = io.StringIO() if i == 1 else stream(state)  # one that is of C between them
            try:
                with contextlib.redirect_stdout(out):
                    call(paddle.full([1], 1.0))
            except ValueError as error:  # it is closed
                seen.append(str(error))
            seen.append(out.getvalue() if i == 1 else out.seen)
            seen.append(list(state))
        return seen

    assert run(paddle.jit.to_static) == run(lambda f: f)


def test_print_options_between_two_prints():
    def function(x):
        print(x / 3)
        paddle.set_printoptions(precision=2)
        print(x / 3)
        paddle.set_printoptions(precision=8)

    def run(call):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            for _ in range(3):
                call(paddle.ones([1]))
        return out.getvalue()

    assert run(paddle.jit.to_static(function)) == run(function)


def test_a_print_to_a_file_of_c_skips_python():
    static = paddle.jit.to_static(lambda x: print("x", len(x)) or x + 1)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        for _ in range(4):
            static(paddle.ones([2]))
    assert out.getvalue() == "x 2\n" * 4
    assert static.report.skipped == 3
