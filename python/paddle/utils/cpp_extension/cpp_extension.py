"""Building operators and functions of users from C++: in a running program, or as a package."""

import os
import shutil

from . import compiler
from .extension_utils import get_build_directory, module_of

CUDA_HOME = os.environ.get("CUDA_HOME") or os.environ.get("CUDA_PATH")


def _refuse_cuda(what, sources=()):
    nvcc = shutil.which("nvcc") or (CUDA_HOME and os.path.join(CUDA_HOME, "bin", "nvcc"))
    found = "" if nvcc and os.path.exists(nvcc) else " (nvcc was not found either)"
    files = f"\n  Received: {', '.join(sources)}" if sources else ""
    raise NotImplementedError(
        f"(Unimplemented) {what}: kernels of extensions run on CPU in this version{found}.{files}\n"
        "  Hint: CppExtension with .cc sources; docs/STATUS.md lists what is missing."
    )


def _check_sources(what, sources):
    if isinstance(sources, str) or not sources:
        raise ValueError(
            f"(InvalidArgument) {what}: argument `sources` is not what it takes.\n"
            f"  Expected: a list of C++ files\n  Received: {sources!r}"
        )
    sources = [os.fspath(s) for s in sources]
    cuda = [s for s in sources if s.endswith((".cu", ".cuh"))]
    if cuda:
        _refuse_cuda(what, cuda)
    for source in sources:
        if not os.path.exists(source):
            raise FileNotFoundError(f"{what}: there is no source file {source}.")
    return sources


def _check_name(what, name):
    if not isinstance(name, str) or not name.isidentifier():
        raise ValueError(
            f"(InvalidArgument) {what}: argument `name` is not what it takes.\n"
            f"  Expected: the name of a module\n  Received: {name!r}"
        )


def load(
    name,
    sources,
    extra_cxx_cflags=None,
    extra_cuda_cflags=None,
    extra_ldflags=None,
    extra_include_paths=None,
    extra_library_paths=None,
    build_directory=None,
    verbose=False,
):
    """Builds C++ sources and loads them: the operators of PD_BUILD_OP and the functions of PYBIND11_MODULE(name, m).

    They are built again only when a source, a header of theirs, a flag or the compiler's name changes. Other processes
    that want the same wait.

    Args:
        name (str): Of the module.
        sources (list of str): C++ files. docs/guide/custom-operators.md tells what is in them.
        extra_cxx_cflags (list of str, optional): For the compiler, after its own (-std=c++17 -O2).
        extra_cuda_cflags (list of str, optional): Accepted; there are no CUDA sources.
        extra_ldflags (list of str, optional): For the linker.
        extra_include_paths (list of str, optional): More folders of headers.
        extra_library_paths (list of str, optional): More folders of libraries.
        build_directory (str, optional): By default `get_build_directory()`. What is built lies below, in `name`.
        verbose (bool): Print the commands.

    Returns:
        module: One function for each operator, with its inputs and attributes as arguments, names in lower case; it
        returns the output, or a list of several. And what pybind11 binds.

    Raises:
        RuntimeError: The compiler fails; its text is in the message.
        NotImplementedError: A source is of CUDA.
        ValueError: A declaration is wrong, or an argument.

    Examples:
        >>> import pathlib, tempfile
        >>> import paddle
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> _ = (folder / "twice.cc").write_text('''
        ... #include "paddle/extension.h"
        ... std::vector<paddle::Tensor> Twice(const paddle::Tensor& x) { return {x + x}; }
        ... PD_BUILD_OP(twice_in_docs).Inputs({"X"}).Outputs({"Out"}).SetKernelFn(PD_KERNEL(Twice));
        ... ''')
        >>> module = paddle.utils.cpp_extension.load(
        ...     "twice", [str(folder / "twice.cc")], ["-DPADDLE_NO_PYTHON", "-O0"], build_directory=str(folder)
        ... )
        >>> module.twice_in_docs(paddle.to_tensor([1.0, 2.0])).tolist()
        [2.0, 4.0]
    """
    _check_name("load", name)
    sources = _check_sources("load", sources)
    folder = os.path.join(os.path.abspath(build_directory or get_build_directory(verbose)), name)
    with compiler.locked(folder, name):
        path = compiler.build(
            folder,
            name,
            sources,
            log=print if verbose else None,
            cxx_flags=tuple(extra_cxx_cflags or ()),
            ld_flags=tuple(extra_ldflags or ()),
            include_dirs=tuple(extra_include_paths or ()),
            library_dirs=tuple(extra_library_paths or ()),
        )
        return module_of(path, name)


def CppExtension(sources, *args, **kwargs):
    """A C++ extension for `setup`.

    Args:
        sources (list of str): C++ files.
        *args, **kwargs: As of setuptools.Extension, without `name`: include_dirs, library_dirs, libraries,
            extra_compile_args (a list, or a dict with "cxx"), extra_link_args.

    Returns:
        setuptools.Extension: Its name comes from `setup`.

    Raises:
        NotImplementedError: A source is of CUDA.

    Examples:
        >>> import tempfile
        >>> from paddle.utils.cpp_extension import CppExtension
        >>> with tempfile.NamedTemporaryFile(suffix=".cc") as file:
        ...     CppExtension([file.name]).language
        'c++'
    """
    sources = _check_sources("CppExtension", sources)
    flags = kwargs.pop("extra_compile_args", None) or []
    if isinstance(flags, dict):
        flags = flags.get("cxx", [])
    import setuptools  # not needed by programs that only load

    kwargs["language"] = "c++"
    name = kwargs.pop("name", "extension")
    return setuptools.Extension(name, sources, *args, extra_compile_args=list(flags), **kwargs)


def CUDAExtension(sources, *args, **kwargs):
    """An extension with CUDA kernels: not part of this version.

    Args:
        sources (list of str): Files.
        *args, **kwargs: As of `CppExtension`.

    Raises:
        NotImplementedError: Always; it says whether there is a CUDA compiler.

    Examples:
        >>> from paddle.utils.cpp_extension import CUDAExtension
        >>> try:
        ...     CUDAExtension(["relu.cu"])
        ... except NotImplementedError as error:
        ...     print(str(error)[:70])
        (Unimplemented) CUDAExtension: kernels of extensions run on CPU in thi
    """
    _refuse_cuda("CUDAExtension", [os.fspath(s) for s in sources])


def setup(**attr):
    """setuptools.setup for one C++ extension: `import name` gives its operators and functions.

    Args:
        name (str): Of the package.
        ext_modules (setuptools.Extension): Of `CppExtension`.
        **attr: As of setuptools.setup.

    Raises:
        ValueError: There is no name, or not one extension.
        RuntimeError: The compiler fails; its text is in the message.

    Examples:
        >>> from paddle.utils.cpp_extension import setup
        >>> setup()
        Traceback (most recent call last):
        ...
        ValueError: (InvalidArgument) setup: argument `name` is not what it takes.
          Expected: the name of a module
          Received: None
    """
    import setuptools

    from .build_command import BuildExtension

    name = attr.get("name")
    _check_name("setup", name.replace(".", "_") if isinstance(name, str) else name)
    modules = attr.get("ext_modules", [])
    modules = list(modules) if isinstance(modules, (list, tuple)) else [modules]
    if len(modules) != 1:
        raise ValueError(
            f"(InvalidArgument) setup: argument `ext_modules` is not what it takes.\n"
            f"  Expected: one extension, with all sources\n  Received: {len(modules)}"
        )
    modules[0].name = name
    command = {"build_ext": BuildExtension, **attr.get("cmdclass", {})}
    setuptools.setup(**{**attr, "ext_modules": modules, "cmdclass": command, "zip_safe": False})
