"""FLAGS_* of the environment and the messages they make, in processes of their own."""

import os
import subprocess
import sys

import paddle
import pytest

CODE = "import paddle; x = paddle.ones([2, 2]); print((x @ x).tolist())"


def stderr_of(**environment):
    result = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout == "[[2.0, 2.0], [2.0, 2.0]]\n"
    return result.stderr


def test_loading_is_silent():
    assert stderr_of() == ""


def test_a_bad_value_is_a_warning_and_loading_goes_on():
    text = stderr_of(FLAGS_check_nan_inf="maybe")
    assert "FLAGS_check_nan_inf" in text
    assert "Expected: a bool" in text


def test_kernel_selection_is_told():
    assert "matmul float32: " in stderr_of(FLAGS_log_kernel_select="1")


def test_glog_levels():
    assert "kernel registrations" in stderr_of(GLOG_v="1")
    assert stderr_of(GLOG_minloglevel="2", FLAGS_log_kernel_select="1") == ""


def test_flags_without_a_meaning_here_keep_their_values(monkeypatch):
    name = "FLAGS_cudnn_deterministic"
    assert paddle.get_flags([name, "FLAGS_check_nan_inf"]) == {name: False, "FLAGS_check_nan_inf": False}  # fmt: skip
    paddle.set_flags({name: 1})
    assert paddle.get_flags(name) == {name: True}
    paddle.set_flags({name: False})
    monkeypatch.setenv("FLAGS_allocator_strategy", "naive_best_fit")
    assert paddle.get_flags("FLAGS_allocator_strategy")["FLAGS_allocator_strategy"] == "naive_best_fit"  # fmt: skip
    for flag, wrong in (
        (name, "abc"),
        ("FLAGS_alignment_size", 2.5),
        ("FLAGS_alignment_size", None),
    ):
        with pytest.raises(ValueError, match=flag):
            paddle.set_flags({flag: wrong})
    for call in (
        lambda: paddle.get_flags("FLAGS_no_such"),
        lambda: paddle.set_flags({"FLAGS_no_such": 1}),
    ):
        with pytest.raises(KeyError, match="FLAGS_no_such"):
            call()
