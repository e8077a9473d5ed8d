"""paddle.utils.cpp_extension: what is built, when, and what a module holds."""

import ctypes
import os
import pathlib
import subprocess
import sys
import time

import numpy as np
import paddle
import paddle.utils.cpp_extension.compiler
import pytest
from paddle.utils import cpp_extension

HERE = pathlib.Path(__file__).parent
FAST = ["-DPADDLE_NO_PYTHON", "-O0"]

SOURCE = """#include "paddle/extension.h"
#include "factor.h"
std::vector<paddle::Tensor> Scale(const paddle::Tensor& x) { return {x * FACTOR}; }
PD_BUILD_OP(%s).Inputs({"X"}).Outputs({"Out"}).SetKernelFn(PD_KERNEL(Scale));
"""


def write(folder, name, factor=2):
    (folder / "factor.h").write_text(f"#define FACTOR {factor}\n")
    (folder / f"{name}.cc").write_text(SOURCE % name)
    return [str(folder / f"{name}.cc")]


def test_built_again_only_where_something_changed(tmp_path):
    sources = write(tmp_path, "scale_again")
    x = paddle.ones([2])

    def load(flags=FAST):
        start = time.perf_counter()
        module = cpp_extension.load(
            "scale_again", sources, flags, build_directory=str(tmp_path / "build")
        )
        seconds = time.perf_counter() - start
        return module, pathlib.Path(module.__file__).stat().st_mtime_ns, seconds

    first, built, slow = load()
    same, still, fast = load()
    assert built == still and fast < 0.5 * slow
    write(tmp_path, "scale_again", factor=5)  # a header of the source
    second, later, _ = load()
    assert later > built and second.__file__ != first.__file__
    # Each module calls what it was built from.
    assert [float(m.scale_again(x)[0]) for m in (first, second, same)] == [2.0, 5.0, 2.0]
    libraries = list((tmp_path / "build/scale_again").glob("*.so"))
    assert libraries == [pathlib.Path(second.__file__)]


def test_two_processes_build_once(tmp_path):
    sources = write(tmp_path, "scale_twice", 3)
    program = (
        "import paddle\n"
        f"options = dict(extra_cxx_cflags={FAST!r}, build_directory={str(tmp_path)!r})\n"
        f"m = paddle.utils.cpp_extension.load('scale_twice', {sources!r}, **options)\n"
        "print(m.__file__, float(m.scale_twice(paddle.ones([1]))))\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [p.communicate(timeout=120)[0] for p in running]
    assert said[0] == said[1] and said[0].endswith("3.0\n")
    assert len(list((tmp_path / "scale_twice").glob("*.so"))) == 1


def test_errors_of_the_compiler(tmp_path):
    bad = tmp_path / "bad.cc"
    bad.write_text('#include "paddle/extension.h"\nint f() { return undeclared; }\n')
    with pytest.raises(RuntimeError, match=r"compiling .*bad.cc failed") as caught:
        cpp_extension.load("bad", [str(bad)], FAST, build_directory=str(tmp_path))
    assert "undeclared" in str(caught.value) and "bad.cc:2" in str(caught.value)
    with pytest.raises(RuntimeError, match="linking link failed"):
        sources = write(tmp_path, "scale_link")
        cpp_extension.load(
            "link", sources, FAST, extra_ldflags=["-lnot_there"], build_directory=str(tmp_path)
        )
    assert not list((tmp_path / "bad").glob("*.so")) and not list((tmp_path / "link").glob("*.so"))


def test_a_missing_compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("CXX", "/nowhere/g++")
    with pytest.raises(RuntimeError, match="the C\\+\\+ compiler does not run"):
        cpp_extension.load(
            "none", write(tmp_path, "scale_none"), FAST, build_directory=str(tmp_path)
        )


def test_wrong_arguments(tmp_path):
    with pytest.raises(FileNotFoundError, match="no source file .*missing.cc"):
        cpp_extension.load("m", [str(tmp_path / "missing.cc")])
    with pytest.raises(ValueError, match="argument `name`"):
        cpp_extension.load("not a name", write(tmp_path, "scale_x"))
    with pytest.raises(ValueError, match="argument `sources`"):
        cpp_extension.load("m", "one.cc")
    (tmp_path / "relu.cu").write_text("")
    for call in (
        lambda: cpp_extension.load("m", [str(tmp_path / "relu.cu")]),
        lambda: cpp_extension.CppExtension([str(tmp_path / "relu.cu")]),
        lambda: cpp_extension.CUDAExtension([str(tmp_path / "relu.cu")]),
    ):
        with pytest.raises(NotImplementedError, match="relu.cu"):
            call()


DECLARATIONS = [
    (
        '"wrong_count", 0).Inputs({"X", "Y"}).Outputs({"Out"})',
        "does not take the tensors that Inputs",
    ),
    (
        '"wrong_type", 0).Inputs({paddle::Vec("X")}).Outputs({"Out"})',
        "takes `X@VECTOR` as another type",
    ),
    (
        '"wrong_attr", 0).Inputs({"X"}).Outputs({"Out"}).Attrs({"a: int"})',
        "does not take the attributes of Attrs",
    ),
    (
        '"no_attr", 0).Inputs({"X"}).Outputs({"Out"}).Attrs({"a: short"})',
        'is not "name: type" of a known type',
    ),
    ('"no_outputs", 0).Inputs({"X"})', "has no Outputs"),
    (
        '"bad_map", 0).Inputs({"X"}).Outputs({"Out"}).SetInplaceMap({{"Z", "Out"}})',
        "SetInplaceMap names no input",
    ),
    (
        '"open_list", 0).Inputs({"X"}).Outputs({paddle::Vec("Out")})',
        "needs SetInplaceMap or SetInferShapeFn",
    ),
    ('"relu", 0).Inputs({"X"}).Outputs({"Out"})', "the library has an operator of this name"),
    ('"lonely", 1).Inputs({"X"}).Outputs({"Out"})', "there is no operator whose gradient"),
]


def test_wrong_declarations(tmp_path):
    cases = "".join(
        f"  if (which == {i}) paddle::OpMetaInfoBuilder({text}.SetKernelFn(PD_KERNEL(F));\n"
        for i, (text, _) in enumerate(DECLARATIONS)
    )
    (tmp_path / "wrong.cc").write_text(
        '#include "paddle/extension.h"\n'
        "std::vector<paddle::Tensor> F(const paddle::Tensor& x) { return {x}; }\n"
        'extern "C" void declare(int which) {\n' + cases + "}\n"
    )
    library = str(tmp_path / "wrong.so")
    cpp_extension.compiler.compile_library("wrong", [str(tmp_path / "wrong.cc")], library, FAST)
    for i, (_, text) in enumerate(DECLARATIONS):
        ctypes.CDLL(library).declare(i)
        with pytest.raises(ValueError, match=f"PD_BUILD_OP: .*{text}"):
            cpp_extension.load_op_meta_info_and_register_op(library)
    with pytest.raises(ValueError, match="lonely"):  # not the second time either
        cpp_extension.load_op_meta_info_and_register_op(library)


def test_functions_of_pybind11(tmp_path):
    module = cpp_extension.load(
        "mixed", [str(HERE / "module.cc")], ["-O0"], build_directory=str(tmp_path)
    )
    x = paddle.to_tensor([1.0, -2.0], stop_gradient=False)
    y = module.cube(x)
    y.sum().backward()
    np.testing.assert_array_equal(y.numpy(), [1, -8])
    np.testing.assert_array_equal(x.grad.numpy(), [3, 12])
    parts = module.split([x, y], dtype=paddle.int32)
    assert [p.dtype for p in parts] == [paddle.int32, paddle.int32]
    assert len(module.split([x], y, dtype=paddle.float64)) == 2
    with pytest.raises(TypeError, match="incompatible function arguments"):
        module.cube(3)
    with pytest.raises(Exception, match="from a function"):
        module.fail()
    counter = module.Counter()
    counter.add(x)
    assert counter.seen == 2
    np.testing.assert_array_equal(module.custom_negate(x).numpy(), [-1, 2])
    # A function of pybind11 is no operator: captured, it runs as it is.
    captured = paddle.jit.to_static(lambda t: module.cube(t * 1) + 1)
    np.testing.assert_array_equal(captured(x).numpy(), [2, -7])


def test_setup(tmp_path):
    write(tmp_path, "scale_package", 7)
    (tmp_path / "setup.py").write_text(
        "from paddle.utils.cpp_extension import CppExtension, setup\n"
        "setup(name='scale_package_ops', version='1.0', ext_modules=CppExtension(\n"
        f"    ['scale_package.cc'], include_dirs=['.'], extra_compile_args={{'cxx': {FAST!r}}}))\n"
    )
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    program = (
        "import paddle, scale_package_ops as m; print(float(m.scale_package(paddle.ones([1]))))"
    )
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "7.0\n"
    with pytest.raises(ValueError, match="argument `ext_modules`"):
        cpp_extension.setup(name="two", ext_modules=[])


def test_kernels_for_operators_of_the_library(tmp_path):
    program = f"""
import numpy as np, paddle
x = paddle.to_tensor([0.1, 0.5], dtype="float64", stop_gradient=False)
before = paddle.erf(x).numpy()
captured = paddle.jit.to_static(lambda t: paddle.erf(t) + 1)
paddle.utils.cpp_extension.load("kernel", [{str(HERE / "kernel.cc")!r}], {FAST!r}, build_directory={str(tmp_path)!r})
y = paddle.erf(x)
np.testing.assert_allclose(y.numpy(), 2 * before, rtol=1e-14)
y.sum().backward()  # the record's own rule
np.testing.assert_allclose(x.grad.numpy(), 2 / np.sqrt(np.pi) * np.exp(-x.numpy() ** 2), rtol=1e-12)
np.testing.assert_allclose(captured(x).numpy(), 2 * before + 1, rtol=1e-14)
np.testing.assert_allclose(paddle.erf(x[:1]).numpy(), before[:1], rtol=1e-14)  # refused
assert paddle.erf(x.astype("float32")).numpy()[1] < 0.6  # another dtype
assert paddle.tril(paddle.ones([2, 2], "uint8"), 3).tolist() == [[3, 3], [3, 3]]
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_where_things_are(monkeypatch, tmp_path):
    program = "import paddle; print(paddle.sysconfig.get_include(), paddle.sysconfig.get_lib())"
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == [paddle.sysconfig.get_include(), paddle.sysconfig.get_lib()]
    assert os.path.exists(os.path.join(paddle.sysconfig.get_include(), "paddle", "extension.h"))
    assert os.path.exists(os.path.join(paddle.sysconfig.get_include(), "paddle", "operators.h"))
    assert os.path.exists(os.path.join(paddle.sysconfig.get_lib(), "libframework.so"))
    monkeypatch.setenv("PADDLE_EXTENSION_DIR", str(tmp_path / "here"))
    assert cpp_extension.get_build_directory() == str(tmp_path / "here")
    assert (tmp_path / "here").is_dir()
