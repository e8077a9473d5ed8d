"""Results of paddle.audio that are recorded from PaddlePaddle 3.3.1.

PYTHON_WITH_PADDLEPADDLE tests/audio/cases.py tests/audio/expected.json
"""

import json
import sys

import numpy as np
import paddle
from paddle.audio import features, functional

WINDOWS = (
    "bartlett", "blackman", "bohman", "cosine", "hamming", "hann", "nuttall", "taylor", "triang", "tukey",
    ("exponential", None, 2.0), ("gaussian", 3.0), ("general_gaussian", 1.5, 2.0), ("general_hamming", 0.6),
    ("kaiser", 8.0), ("taylor", 5, 40), ("tukey", 0.3),
)  # fmt: skip
SIGNAL = np.sin(np.arange(400) * 0.3 + 1e-4 * np.arange(400) ** 2).astype("float32")[None] * 0.5
SMALL = {"sr": 8000, "n_fft": 64, "n_mels": 8, "f_min": 20.0}


def features_of(layer):
    return layer(paddle.to_tensor(SIGNAL))


def results():
    f = functional
    hertz = paddle.to_tensor([0.0, 20.0, 999.0, 1001.0, 7000.0], dtype="float64")
    made = {
        f"window {w} {n} {periodic}": f.get_window(w, n, periodic)
        for w in WINDOWS for n in (1, 7, 8) for periodic in (True, False)
    }  # fmt: skip
    for htk in (False, True):
        made[f"mel {htk}"] = f.hz_to_mel(hertz, htk)
        made[f"hertz {htk}"] = f.mel_to_hz(f.hz_to_mel(hertz, htk), htk)
        made[f"numbers to mel {htk}"] = [f.hz_to_mel(x, htk) for x in (440.0, 4400.0)]
        made[f"numbers to hertz {htk}"] = [f.mel_to_hz(x, htk) for x in (9.0, 20.0)]
        made[f"frequencies {htk}"] = f.mel_frequencies(6, 10.0, 4000.0, htk)
        made[f"filters {htk}"] = f.compute_fbank_matrix(8000, 32, 6, htk=htk)
    made["filters of norm"] = f.compute_fbank_matrix(8000, 32, 6, norm=2.0)
    made["bins"] = f.fft_frequencies(8000, 9)
    made["decibel"] = f.power_to_db(paddle.to_tensor([1e-12, 0.1, 3.0, 200.0]))
    made["decibel from 2"] = f.power_to_db(paddle.to_tensor([1e-12, 0.1, 3.0]), 2.0, 1e-3, None)
    made["dct"], made["dct plain"] = f.create_dct(4, 6), f.create_dct(4, 6, None)
    made["Spectrogram"] = features_of(features.Spectrogram(64, 100, 50, "hamming", 2.0))
    made["MelSpectrogram"] = features_of(features.MelSpectrogram(hop_length=100, **SMALL))
    made["LogMelSpectrogram"] = features_of(features.LogMelSpectrogram(hop_length=100, **SMALL))
    made["MFCC"] = features_of(features.MFCC(n_mfcc=4, hop_length=100, top_db=60.0, **SMALL))
    return {
        k: [float(f"{x:.7g}") for x in np.asarray(v).reshape(-1).tolist()] for k, v in made.items()
    }


if __name__ == "__main__":
    lines = (
        f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in results().items()
    )
    with open(sys.argv[1], "w") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
