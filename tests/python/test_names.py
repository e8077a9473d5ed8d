"""Small modules of names, settings that answer, and the list of names that are missing."""

import importlib
import subprocess
import sys

import paddle
import pytest
from paddle.tools import missing_names


@pytest.mark.parametrize("module", ["special", "functional", "random"])
def test_modules_can_be_imported(module):
    found = importlib.import_module(f"paddle.{module}")
    assert found is getattr(paddle, module) and all(
        callable(getattr(found, n)) for n in found.__all__
    )


def test_they_are_the_same_functions():
    assert paddle.special.expm1 is paddle.expm1 and paddle.functional.einsum is paddle.einsum
    assert paddle.special.softmax(paddle.zeros([2]), -1).tolist() == [0.5, 0.5]
    paddle.seed(11)
    assert paddle.random.initial_seed() == 11


def test_settings_of_inference_answer():
    config = paddle.inference.Config()
    assert config.onnxruntime_enabled() is False and config.memory_pool_init_size_mb() == 100
    assert config.trt_allow_build_at_runtime() is False and config.shape_range_info_path() == ""
    config.disable_onnxruntime()
    with pytest.raises(NotImplementedError):
        config.enable_onednn_int8()


def test_missing_names(tmp_path):
    names = [
        "paddle.ones",
        "paddle.no_such",
        "paddle.nn.Linear.forward",
        "paddle.incubate.nn.FusedMultiTransformer",
        "paddle.static.nn.nce",
    ]
    assert missing_names.missing(names) == [
        "paddle.no_such",
        "paddle.incubate.nn.FusedMultiTransformer",
        "paddle.static.nn.nce",
    ]
    path = tmp_path / "names.txt"
    path.write_text("# of a test\n" + "\n".join(f"{name}\tfunction" for name in names) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "paddle.tools.missing_names", str(path), "--all"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and done.stdout.endswith("3 of 5 are missing\n"), done.stderr
    assert "paddle.no_such" in done.stdout


def test_get_tensor_is_written_and_read():
    import numpy as np

    x = paddle.ones([2, 3])
    old = x.get_tensor()
    old.set(np.full([2, 3], 2.0, "float32"), paddle.CPUPlace())
    assert x.sum().item() == 12 and old.shape() == [2, 3] and old.lod() == []
    assert np.array(old).sum() == 12 and len(old) == 2 and old[0].sum().item() == 6
    assert old.dtype is paddle.float32 and np.from_dlpack(old).shape == (2, 3)
