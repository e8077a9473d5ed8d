"""Writes what PaddlePaddle gives for the calls of cases.py: run it by an interpreter that has PaddlePaddle 3.3, Pillow
and OpenCV (`python tests/vision/expected.py`).
"""

import hashlib
import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
import cases  # noqa: E402


def digest(state):
    """Of names and shapes."""
    return hashlib.sha256(json.dumps(state).encode()).hexdigest()[:16]


def main():
    found = {}
    for name in cases.MODELS:
        state, results = cases.model_results(name)
        found[name] = {"state": digest(state), "results": results}
    (HERE / "models.json").write_text(json.dumps(found, indent=0) + "\n")
    arrays = {}
    for kind, image in cases.images().items():
        for name in cases.TRANSFORMS:
            try:
                arrays[f"{kind}/{name}"] = cases.transformed(name, image)
            except Exception as error:
                print(f"not by PaddlePaddle: {kind}/{name}: {error!r}"[:150])
    np.savez_compressed(HERE / "transforms.npz", **arrays)
    arrays = {}
    for name in cases.OPS:
        for i, array in enumerate(cases.op_results(name)):
            arrays[f"{name}/{i}"] = array
    np.savez_compressed(HERE / "ops.npz", **arrays)


if __name__ == "__main__":
    main()
