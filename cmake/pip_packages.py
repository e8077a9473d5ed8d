"""Prints where the pip packages of the build lie, one path a line, for PipPackages.cmake."""

import importlib.metadata
import importlib.util
import pathlib
import sys


def module_dir(name):
    spec = importlib.util.find_spec(name)
    if spec is None:
        sys.exit(f"the pip package {name} is not installed")
    return pathlib.Path(spec.origin).parent


def located(package, file):
    """The data files of oneDNN go to the root of the environment, not to site-packages."""
    try:
        hits = [f for f in importlib.metadata.files(package) or () if f.name == file]
    except importlib.metadata.PackageNotFoundError:
        hits = []
    if not hits:
        sys.exit(f"the pip package {package} is not installed")
    return pathlib.Path(min(hits, key=lambda f: len(str(f))).locate()).resolve()


openblas = module_dir("scipy_openblas32")
print(openblas / "include")
print(openblas / "lib" / "libscipy_openblas.so")
print(located("onednn-devel-cpu-gomp", "dnnl.hpp").parent)
print(located("onednn-cpu-gomp", "libdnnl.so.3"))
print(module_dir("pybind11") / "share" / "cmake" / "pybind11")
