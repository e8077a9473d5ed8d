"""Includes point one way only: the rooms of src/ and which way they open."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SRC = ROOT / "src"

# layer -> the layers it may include, and through them what they may include.
LAYERS = {
    "common": [],
    "core": ["common"],
    "ops": ["core"],
    "backends": ["core"],
    "distributed/rules": ["ops"],
    "distributed/reshard": ["ops", "distributed/rules"],
    "distributed/comm": ["backends"],
    "phi": ["backends", "ops", "distributed/comm"],
    "eager": ["phi", "distributed/rules", "distributed/reshard"],
    "pir": ["ops"],
    "cinn": ["pir", "phi"],
    "distributed/spmd": ["pir", "distributed/rules", "distributed/reshard"],
    "executor": ["eager", "cinn", "distributed/spmd"],
    "jit": ["eager", "executor"],
    "inference": ["eager", "executor"],
    "profiler": ["eager", "executor"],
    "pybind": ["jit", "inference", "profiler"],
}

# Headers of third parties that only some places may see: pattern -> (who, why).
MLIR_LAYERS = {"pir", "cinn", "distributed/spmd", "executor"}
MLIR = re.compile(r"^(mlir|llvm)(-c)?/")
CUDA = re.compile(
    r"^(cuda|cublas|cudnn|cufft|curand|cusolver|cusparse|nccl|nvrtc|nvtx|cooperative_groups)"
    r"|^(cub|thrust|cute|cutlass)/"
)
PYTHON = re.compile(r"^(Python\.h|pybind11/|numpy/)")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]', re.M)


def layer_of(path):
    """The layer of a path below src/, or None (a third party's or a public header)."""
    for layer in sorted(LAYERS, key=len, reverse=True):
        if path.startswith(layer + "/"):
            return layer
    return None


def reachable(layer):
    found, todo = set(), [layer]
    while todo:
        current = todo.pop()
        if current not in found:
            found.add(current)
            todo += LAYERS[current]
    return found


def violations(path, text):
    """What is wrong with the includes of src/<path>."""
    layer = layer_of(path)
    if layer is None:
        yield f"src/{path}: this folder is not in the table of layers"
        return
    for header in INCLUDE.findall(text):
        target = layer_of(header)
        if target and target not in reachable(layer):
            yield f'src/{path}: {layer} may not include {target} ("{header}")'
        if MLIR.match(header) and layer not in MLIR_LAYERS:
            yield f"src/{path}: MLIR headers ({header}) stay in {', '.join(sorted(MLIR_LAYERS))}"
        cuda_file = path.startswith("backends/gpu/") or path.endswith((".cu", ".cuh"))
        if CUDA.match(header) and not cuda_file:
            yield f"src/{path}: CUDA headers ({header}) stay in backends/gpu and .cu files"
        if PYTHON.match(header) and layer != "pybind":
            yield f"src/{path}: libframework.so holds no Python ({header})"


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cc", ".cu", ".cuh", ".inc"))


def test_includes_follow_the_layers():
    found = [
        violation
        for file in sources(SRC)
        for violation in violations(file.relative_to(SRC).as_posix(), file.read_text())
    ]
    assert not found, "\n" + "\n".join(found)


GENERATED_HEADERS = {"paddle/operators.h"}  # cmake/public_ops.py


def test_public_headers_include_only_themselves():
    found = []
    for file in sources(ROOT / "include"):
        for header in INCLUDE.findall(file.read_text()):
            # Only python.h, and extension.h through it, see Python.
            if PYTHON.match(header) and file.name == "python.h":
                continue
            if "/" in header and not header.startswith("paddle/"):
                found.append(f"{file.relative_to(ROOT)}: {header}")
            elif header in GENERATED_HEADERS:
                continue
            elif header.startswith("paddle/") and not (ROOT / "include" / header).exists():
                found.append(f"{file.relative_to(ROOT)}: {header} does not exist")
    assert not found, "only paddle/... and the standard library:\n" + "\n".join(found)


def test_cpu_kernels_are_in_the_namespace_of_their_instruction_set():
    found = [
        str(file.relative_to(ROOT))
        for file in sources(SRC / "phi" / "kernels" / "cpu")
        if file.suffix == ".cc" and "PD_CPU_ISA" not in file.read_text()
    ]
    assert not found, f"put the code into `namespace paddle::phi::PD_CPU_ISA`: {found}"


@pytest.mark.parametrize(
    ("path", "header", "wrong"),
    [
        ("core/place.h", "common/enforce.h", False),
        ("common/flags.h", "core/place.h", True),
        ("ops/math/tanh.cc", "phi/kernel_registry.h", True),
        ("ops/math/tanh.cc", "common/enforce.h", False),
        ("distributed/spmd/pass.cc", "mlir/IR/Builders.h", False),
        ("distributed/rules/rule.cc", "mlir/IR/Builders.h", True),
        ("backends/cpu/blas.cc", "cuda_runtime.h", True),
        ("backends/gpu/stream.cc", "cuda_runtime.h", False),
        ("phi/kernels/gpu/add.cu", "cuda_runtime.h", False),
        ("eager/engine.cc", "pybind11/pybind11.h", True),
        ("eager/engine.cc", "pybind/tensor.h", True),
        ("pybind/tensor.cc", "eager/engine.h", False),
        ("pir/builder/builder.cc", "phi/kernel_registry.h", True),
        ("executor/plan.cc", "phi/kernel_registry.h", False),
        ("newroom/a.cc", "vector", True),
    ],
)
def test_the_check_itself(path, header, wrong):
    assert bool(list(violations(path, f"#include <{header}>\n"))) == wrong
