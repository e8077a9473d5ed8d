"""Packages of PaddlePaddle that are not there say so."""

import paddle
import pytest


def test_a_missing_package_names_itself():
    with pytest.raises(AttributeError, match="paddle.onnx is not part of this version"):
        paddle.onnx.export()


def test_a_missing_package_is_not_imported():
    with pytest.raises(ModuleNotFoundError):
        import paddle.onnx  # noqa: F401


def test_packages_load_on_first_use():
    assert paddle.nn.Linear(1, 1).weight.shape == [1, 1]
