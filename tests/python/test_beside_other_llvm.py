"""Packages with an LLVM, an OpenMP or a BLAS of their own beside paddle in one process, imported in either order."""

import importlib.util
import pathlib
import re
import subprocess
import sys

import pytest

USE_PADDLE = """
import paddle
x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]], stop_gradient=False)
paddle.linalg.inv(paddle.matmul(x, x)).sum().backward()
assert bool(paddle.isfinite(x.grad).all())
image = paddle.ones([1, 3, 8, 8])
assert float(paddle.nn.functional.conv2d(image, paddle.ones([4, 3, 3, 3])).max()) == 27.0
"""
USE_OTHER = {
    "llvmlite": """
import ctypes, llvmlite.binding as llvm
llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
module = llvm.parse_assembly("define i32 @f(i32 %x) { %y = add i32 %x, 1 ret i32 %y }")
engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine())
engine.finalize_object()
f = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(engine.get_function_address("f"))
assert f(2) == 3
""",
    "torch": """
import torch
assert torch.nn.functional.conv2d(torch.ones(1, 3, 8, 8), torch.ones(4, 3, 3, 3)).max() == 27
assert torch.allclose(torch.linalg.inv(torch.eye(3)), torch.eye(3))
""",
    "jax": """
import jax
assert jax.jit(lambda x: jax.numpy.sin(x).sum())(jax.numpy.zeros(3)) == 0
""",
}


@pytest.mark.parametrize("first", ["paddle", "other"])
@pytest.mark.parametrize("other", USE_OTHER)
def test_both_work_in_one_process(other, first):
    if importlib.util.find_spec(other) is None:
        pytest.skip(f"{other} is not installed")
    imports = ["import paddle", f"import {other}"]
    lines = imports if first == "paddle" else imports[::-1]
    script = "\n".join([*lines, USE_OTHER[other], USE_PADDLE, USE_OTHER[other]])
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_no_symbol_of_llvm_is_exported():
    import paddle

    library = next(pathlib.Path(paddle.__file__).parent.rglob("libframework.so"))
    names = subprocess.run(
        ["nm", "-D", "--defined-only", "-C", str(library)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "paddle::" in names
    assert not re.search(r" [TtWwVvDdBbRru] (llvm|mlir|LLVM|dnnl)", names)
