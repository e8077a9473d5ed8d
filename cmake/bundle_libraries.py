"""Copies what libframework.so needs beyond the base system into the folder it is installed to.

Every file is stored once, under its SONAME (a wheel holds no symbolic links, so a chain .so ->
.so.3 -> .so.3.2 would be three copies), stripped, and finds its own needs beside itself. The
licences go into a folder licenses/.
"""

import argparse
import importlib.metadata
import pathlib
import re
import shutil
import subprocess
import sys

# Part of any system that has glibc and libstdc++; libz is one that CPython itself needs.
BASE = re.compile(
    r"^(libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|libz|ld-linux-x86-64|libcuda)\.so"
)
# Linked statically: name of the licence, Debian package.
STATIC = {
    "llvm": "llvm-22-dev",
    "glog": "libgoogle-glog-dev",
    "zstd": "libzstd-dev",
}
PIP = ("onednn-cpu-gomp", "scipy-openblas32", "pybind11")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def soname(file):
    return output("patchelf", "--print-soname", str(file)).strip() or file.name


def needed(file):
    """{name: path} of all that the loader would open for `file`."""
    pairs = re.findall(r"(\S+) => (\S+)", output("ldd", str(file)))
    for name, path in pairs:
        if path == "not" and not BASE.match(name):
            sys.exit(f"{file.name} needs {name}, which was not found")
    return {name: pathlib.Path(path).resolve() for name, path in pairs if not BASE.match(name)}


def copy(file, destination):
    target = destination / soname(file)
    shutil.copyfile(file, target)
    target.chmod(0o755)
    subprocess.run(["strip", "--strip-unneeded", str(target)], check=True)
    subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", str(target)], check=True)
    return target


def debian_package(file):
    found = subprocess.run(["dpkg-query", "-S", str(file)], capture_output=True, text=True)
    return found.stdout.split(":")[0] if found.returncode == 0 else None


def copy_licenses(files, folder):
    folder.mkdir(parents=True, exist_ok=True)
    if shutil.which("dpkg-query"):
        packages = {package: package for file in files if (package := debian_package(file))}
        for name, package in {**packages, **STATIC}.items():
            text = pathlib.Path("/usr/share/doc", package, "copyright")
            if text.exists():
                shutil.copyfile(text, folder / f"{name}.txt")
    for package in PIP:
        for file in importlib.metadata.files(package) or ():
            text = pathlib.Path(file.locate())
            if re.match(r"(licen[cs]e|copying|notice)", file.name, re.I) and text.is_file():
                shutil.copyfile(text, folder / f"{package}-{text.stem}.txt")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--destination", type=pathlib.Path, required=True)
    parser.add_argument("library", type=pathlib.Path, help="its needs are copied, not itself")
    parser.add_argument("opened", type=pathlib.Path, nargs="*", help="what it opens at run time")
    args = parser.parse_args()

    files = {soname(file): file.resolve() for file in args.opened}
    for file in (args.library, *args.opened):
        files.update(needed(file))
    args.destination.mkdir(parents=True, exist_ok=True)
    for file in sorted(set(files.values())):
        target = copy(file, args.destination)
        print(f"-- Bundled {target.name}: {target.stat().st_size / 1e6:.1f} MB")
    copy_licenses(files.values(), args.destination / "licenses")


if __name__ == "__main__":
    main()
