"""The peers' own Python environments, made once and used again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from harness.contestant import Contestant

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".bench-envs"
INSTALLED_MARK = "installed"

OURS = "ours"
FRAMEWORK_OF = {
    OURS: "paddle",
    "paddle": "paddle",
    "torch": "torch",
    "jax": "jax",
    "numpy": "numpy",
}

# Each line is one call of pip. torch's wheel asks for gigabytes of CUDA that a CPU
# run never opens, but it does not load without these few; cuBLAS, cuDNN and the
# rest come from an installed CUDA toolkit.
PACKAGES = {
    "paddle": (("paddlepaddle==3.3.1", "setuptools"),),
    "torch": (
        (
            "--no-deps",
            "torch==2.15.0",
            "nvidia-cufile<1.19",
            "nvidia-cusparselt-cu13==0.8.1",
            "nvidia-nvshmem-cu13==3.7.2",
            "nvidia-nccl-cu13==2.30.7",
        ),
        (
            "typing_extensions",
            "sympy",
            "networkx",
            "jinja2",
            "filelock",
            "fsspec",
            "numpy",
            "setuptools>=77",
        ),
    ),
    "jax": (("jax[cpu]==0.10.2",),),
    "numpy": (("numpy",),),
}

CUDA_LIBRARIES = ("/usr/local/cuda/lib64",)


class PeerNotInstalledError(Exception):
    """An environment could not be made; the text says what to do."""


def make_contestants(names, pythons):
    """(contestants, {name: why it is left out}); ``pythons`` are given interpreters."""
    contestants, missing = [], {}
    for name in names:
        try:
            python = pythons.get(name) or (sys.executable if name == OURS else _environment(name))
        except PeerNotInstalledError as error:
            missing[name] = str(error)
            print(f"{name}: {error}", file=sys.stderr)
            continue
        contestants.append(Contestant(name, FRAMEWORK_OF[name], python, peer_variables(name)))
    return contestants, missing


def peer_variables(name):
    """Environment variables of a contestant."""
    if name == OURS and "PYTHONPATH" in os.environ:
        return {"PYTHONPATH": os.environ["PYTHONPATH"]}
    if name == "torch":
        paths = [path for path in CUDA_LIBRARIES if os.path.isdir(path)]
        return {"LD_LIBRARY_PATH": ":".join(paths)}
    if name == "jax":
        return {"JAX_PLATFORMS": "cpu"}
    return {}


def _environment(name):
    """The interpreter of a peer's environment, made now if there is none."""
    folder = FOLDER / name
    python = folder / "bin" / "python"
    if (folder / INSTALLED_MARK).exists():
        return str(python)
    print(f"{name}: installing into {folder.relative_to(ROOT)} ...", file=sys.stderr, flush=True)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / ".gitignore").write_text("*\n")
    shutil.rmtree(folder, ignore_errors=True)
    _run([sys.executable, "-m", "venv", str(folder)], name)
    for packages in PACKAGES[name]:
        _run([str(python), "-m", "pip", "install", "--quiet", *packages], name)
    (folder / INSTALLED_MARK).touch()
    return str(python)


def _run(command, name):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        lines = (result.stderr or result.stdout).strip().splitlines()
        raise PeerNotInstalledError(
            f"its environment cannot be made ({lines[-1] if lines else 'no message'}). "
            f"Pass --env {name}=PYTHON to use an interpreter that has it."
        )
