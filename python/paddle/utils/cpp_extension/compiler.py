"""From C++ sources to a shared library: with a C++ compiler, once for the same sources and flags."""

import concurrent.futures
import contextlib
import fcntl
import hashlib
import json
import os
import shlex
import subprocess
import sysconfig as python_sysconfig
import tempfile

from ... import sysconfig

# Statics of inline functions belong to one library: -fno-gnu-unique.
_FLAGS = ("-std=c++17", "-O2", "-fPIC", "-fno-gnu-unique", "-w")


def compiler():
    """The C++ compiler: the environment variable CXX, or c++."""
    return shlex.split(os.environ.get("CXX") or "c++")


def include_paths():
    """The folders that every extension sees: of the library, of pybind11, of Python."""
    include = sysconfig.get_include()
    return [
        include,
        os.path.join(include, "third_party"),
        python_sysconfig.get_path("include"),
    ]


def _compile_flags(name, cxx_flags, include_dirs):
    flags = [*_FLAGS, f"-DPADDLE_EXTENSION_NAME={name}"]
    for folder in include_paths():
        flags += ["-isystem", folder]
    for folder in include_dirs:
        flags += ["-I", os.path.abspath(folder)]
    return [*flags, *cxx_flags]


def _link_flags(ld_flags, library_dirs):
    lib = sysconfig.get_lib()
    flags = ["-shared", f"-L{lib}", "-lframework", f"-Wl,-rpath,{lib}"]
    for folder in library_dirs:
        flags.append(f"-L{os.path.abspath(folder)}")
    return [*flags, *ld_flags]


def _run(command, what):
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise RuntimeError(
            f"(Unavailable) cpp_extension: the C++ compiler does not run: {error}\n"
            f"  Hint: install g++, or name another compiler by the environment variable CXX."
        ) from None
    if done.returncode != 0:
        raise RuntimeError(
            f"(External) cpp_extension: {what} failed.\n  Command: {shlex.join(command)}\n"
            f"{done.stdout}{done.stderr}"
        )


def _digest(*parts):
    text = hashlib.sha256()
    for part in parts:
        text.update(part if isinstance(part, bytes) else json.dumps(part).encode())
        text.update(b"\0")
    return text.hexdigest()


def _of_file(path):
    with open(path, "rb") as file:
        return _digest(file.read())


def _of_headers():
    folder = os.path.join(sysconfig.get_include(), "paddle")
    return _digest(
        [(name, _of_file(os.path.join(folder, name))) for name in sorted(os.listdir(folder))]
    )


def _dependencies(path):
    """The files that a compiler's .d file names, without system headers."""
    with open(path) as file:
        text = file.read().replace("\\\n", " ")
    return shlex.split(text.split(":", 1)[1])


def _is_current(manifest, key):
    if manifest.get("key") != key or not os.path.exists(manifest["library"]):
        return False
    try:
        return all(_of_file(path) == seen for path, seen in manifest["sources"].items())
    except OSError:
        return False


@contextlib.contextmanager
def locked(folder, name):
    """One process at a time works on `name` in `folder`; the others wait."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, f"{name}.lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compile_library(
    name, sources, output, cxx_flags=(), ld_flags=(), include_dirs=(), library_dirs=(), log=None
):
    """Compiles and links; the file appears whole or not at all.

    Args:
        name (str): Of the module; the macro PADDLE_EXTENSION_NAME.
        sources (list of str): C++ files.
        output (str): The library.
        cxx_flags (list of str): For the compiler, after its own.
        ld_flags (list of str): For the linker.
        include_dirs (list of str): More folders of headers.
        library_dirs (list of str): More folders of libraries.
        log (callable, optional): Gets a line about each step.

    Returns:
        list of str: The files that were read, without system headers.

    Raises:
        RuntimeError: With the text of the compiler.
    """
    flags = _compile_flags(name, cxx_flags, include_dirs)
    folder = os.path.dirname(os.path.abspath(output))
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        objects = [os.path.join(work, f"{i}.o") for i in range(len(sources))]

        def compile_one(source, target):
            command = [*compiler(), *flags, "-MMD", "-c", source, "-o", target]
            if log:
                log(shlex.join(command))
            _run(command, f"compiling {source}")

        jobs = int(os.environ.get("MAX_JOBS") or os.cpu_count() or 1)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(compile_one, sources, objects))
        library = os.path.join(work, "library.so")
        command = [*compiler(), *objects, *_link_flags(ld_flags, library_dirs), "-o", library]
        if log:
            log(shlex.join(command))
        _run(command, f"linking {name}")
        read = {path for o in objects for path in _dependencies(o.removesuffix(".o") + ".d")}
        os.replace(library, output)
    return sorted(os.path.abspath(path) for path in read)


def build(folder, name, sources, log=None, **options):
    """The library for these sources and flags, which is built where it is not there yet.

    Args:
        folder (str): Where it is kept; the caller holds its lock.
        name (str): Of the module.
        sources (list of str): C++ files.
        log (callable, optional): Gets a line about each step.
        **options: As of `compile_library`.

    Returns:
        str: The path, another one for other contents: a process may load both.
    """
    sources = [os.path.abspath(s) for s in sources]
    flags = _compile_flags(name, options.get("cxx_flags", ()), options.get("include_dirs", ()))
    links = _link_flags(options.get("ld_flags", ()), options.get("library_dirs", ()))
    key = _digest(compiler(), sources, flags, links, _of_headers())
    manifest_path = os.path.join(folder, f"{name}.json")
    try:
        with open(manifest_path) as file:
            manifest = json.load(file)
        if _is_current(manifest, key):
            return manifest["library"]
    except (OSError, ValueError, KeyError):
        pass  # there is none, or none that is whole
    fresh = os.path.join(folder, f"{name}_new.so")
    read = compile_library(name, sources, fresh, log=log, **options)
    seen = {path: _of_file(path) for path in read}
    library = os.path.join(folder, f"{name}_{_digest(key, seen)[:12]}.so")
    os.replace(fresh, library)
    for other in os.listdir(folder):
        stem = other.removesuffix(".so").removeprefix(f"{name}_")
        path = os.path.join(folder, other)
        if (
            other.endswith(".so")
            and path != library
            and other == f"{name}_{stem}.so"
            and len(stem) == 12
        ):
            os.remove(path)  # who has loaded it keeps it
    with open(manifest_path + ".new", "w") as file:
        json.dump({"key": key, "library": library, "sources": seen}, file)
    os.replace(manifest_path + ".new", manifest_path)
    return library
