"""Python numbers whose value a branch or a loop on tensors decides: kinds, promotion and digits are Python's."""

import paddle
import pytest
from paddle.jit import to_static, vm

from .differential import agree, floats, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

UP, DOWN = floats(1.0, 2.5), floats(-1.0, -2.0)
CALLS = [(UP, number(3)), (DOWN, number(0)), (UP, number(5)), (DOWN, number(1))]


def general(static):
    return not paddle.jit.report(static).assumptions and paddle.jit.report(static).skipped > 0


def test_numbers_that_a_branch_chooses():
    def f(x, n):
        scale, shift, flag = 1, 0.5, False
        if x.sum() > 0:
            scale, shift, flag = 3, 0.1, True
        return x * scale + shift, scale, shift, flag

    assert general(agree(f, CALLS))


def test_a_flag_decides_later():
    def f(x, n):
        found = False
        if x.max() > 2:
            found = True
        y = x * 2
        if found and n > 3:
            y = y + 1
        return y, not found

    assert general(agree(f, CALLS))


def test_a_counter_beside_a_tensor():
    def f(x, n):
        i, t = 0, 1.0
        while i < n:
            x = x * 1.5 + i
            t = t / 2
            i += 1
        return x, i, t, i % 2 == 1, -i, i // 2

    assert general(agree(f, CALLS))


def test_promotion_beside_other_dtypes():
    def f(x, n):
        k, v = 2, 0.1
        if x.sum() > 0:
            k, v = 5, 0.7
        whole, double = x.astype("int32"), x.astype("float64")
        return whole * k, double * v, double + k, x / k, k - x, whole > k, v < x

    assert general(agree(f, CALLS))


def test_dtypes_for_which_the_value_is_needed():
    def f(x, n):
        v = 0.1
        if x.sum() > 0:
            v = 0.7
        return x.astype("int64") * v, x.astype("float16") * v

    agree(f, CALLS, whole=None)


def test_numbers_of_tensors():
    def f(x, n):
        k, v, b = int(n), float(x[0]), bool(x.sum() > 0)
        return x * k + v, k, v, b, x.max().item(), n.item(), v * 2 + k

    assert general(agree(f, CALLS))


def test_range_of_a_tensor():
    def f(x, n):
        last = -1
        for i in range(n):
            x = x + i
            last = i
        for j in range(n, 0, -1):
            x = x * 0.5 + j * 0.1
        for k in range(1, n + 1):
            if k % 2 == 0:
                continue
            x = x * k
        return x, last

    assert general(agree(f, CALLS))


def test_a_break_in_a_range():
    def f(x, n):
        steps = 0
        for _ in range(n):
            x = x * 2
            if x.abs().max() > 8:
                break
            steps += 1
        return x, steps

    assert general(agree(f, [*CALLS, (UP, number(20))]))


def test_nested_ranges_and_else():
    def f(x, n):
        for i in range(n):
            for j in range(i):
                x = x + j
            else:
                x = x * 1.1
        return x

    assert general(agree(f, CALLS))


def test_the_variable_of_a_loop_of_no_rounds_is_not_set():
    def f(x, n):
        for i in range(n):  # noqa: B007
            x = x * 2
        return x * i

    agree(f, [(UP, number(2)), (UP, number(3))])
    with pytest.raises(UnboundLocalError):
        to_static(f)(paddle.to_tensor(UP), paddle.to_tensor(0))


def test_where_only_the_value_helps():
    def f(x, n):
        k = int(n)
        table = {3: "three", 0: "none"}
        return (
            table.get(k, f"{k}"),
            [x] * k,
            x.reshape([-1, 1]).tile([1, k + 1]),
            isinstance(k, int),
            type(k),
            hash(k),
        )

    agree(f, CALLS)


def test_numbers_in_closures_and_attributes():
    class Box:
        count = 0

    def f(x, n):
        box, total = Box(), 0
        if x.sum() > 0:
            total = 2

        def add(k):
            nonlocal total
            total = total + k
            return x * total

        box.count = total
        return add(1), box.count, [total, (total, x)]

    agree(f, CALLS)


def test_numbers_given_to_functions():
    def power(v, k=1, *more, **names):
        return v * k + sum(more) + names.get("c", 0)

    def f(x, n):
        k = 1
        if x.sum() > 0:
            k = 2
        return power(x, k), power(x, k, k), power(x, c=k), max(k, 1), abs(-k), divmod(k, 2)

    agree(f, CALLS)


def test_other_kinds_do_not_become_one():
    def f(x, n):
        k = 1
        if x.sum() > 0:
            k = 2.0
        i = 0
        while i < n:
            i = i + 1
            if i > 1:
                k = k / 2
        return x * k, k

    agree(f, CALLS)


def test_numbers_that_may_grow_out_of_int64_are_python_s():
    def f(x, n):
        a, b, i = 1, 1, 0
        while i < n:
            a, b = b, a + b
            i += 1
        p = 1
        for _ in range(n):
            p = p * 1000003
        return a, p

    agree(f, [(UP, number(100)), (UP, number(3))], whole=None)


def test_division_by_what_may_be_zero():
    def f(x, n):
        k = int(n)
        try:
            return x * (6 / k)
        except ZeroDivisionError:
            return x

    agree(f, CALLS, whole=None)


def test_a_tensor_that_is_written_after_its_number_was_taken():
    def f(x, n):
        k = n * 1
        number = int(k)
        k.add_(n)
        total = x * 0
        for i in range(k):
            k.add_(n)
            total = total + i
        return total, number, int(k)

    agree(f, CALLS)


def test_a_condition_of_several_elements_raises():
    def f(x, n):
        return x * 2 if x > 0 else x

    with pytest.raises(ValueError):
        f(paddle.to_tensor(UP), None)
    with pytest.raises(ValueError):
        to_static(f)(paddle.to_tensor(UP), None)


def test_not_gives_a_bool():
    def f(x, n):
        return not x.sum() > 0, not (x * 0).sum()

    assert general(agree(f, CALLS))


def test_numbers_in_the_names_of_a_frame():
    def f(x, n):
        k = int(n)
        names = locals()
        return names["k"] + 1, eval("k * 2"), x  # noqa: S307

    agree(f, CALLS, whole=None)


def test_a_number_as_condition():
    def f(x, n):
        if x.sum() - 3.5:
            return [x]
        return None or x.max() or {"x": x}

    agree(f, CALLS)
