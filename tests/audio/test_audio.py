"""paddle.audio against results recorded from PaddlePaddle (cases.py), and files."""

import json
import pathlib

import numpy as np
import paddle
import pytest

from tests.audio import cases

EXPECTED = json.loads((pathlib.Path(__file__).parent / "expected.json").read_text())


@pytest.fixture(scope="module")
def results():
    return cases.results()


@pytest.mark.parametrize("name", EXPECTED)
def test_as_paddle(name, results):
    got, expected = np.array(results[name]), np.array(EXPECTED[name])
    assert got.shape == expected.shape
    scale = np.abs(expected).max()
    assert np.abs(got - expected).max() <= 3e-5 * scale, (got, expected)


@pytest.mark.parametrize("channels_first", [True, False])
def test_files(tmp_path, channels_first):
    path = str(tmp_path / "sound.wav")
    x = np.sin(np.arange(300).reshape(2, 150) * 0.1).astype("float32")
    x[0, :3] = [1.0, -1.0, 2.0]  # 1 and 2 are beyond the largest sample
    given = paddle.to_tensor(x if channels_first else x.T.copy())
    paddle.audio.save(path, given, 8000, channels_first)
    told = paddle.audio.info(path)
    assert (told.sample_rate, told.num_samples, told.num_channels, told.bits_per_sample) == (
        8000,
        150,
        2,
        16,
    )
    wave, rate = paddle.audio.load(path, channels_first=channels_first)
    assert rate == 8000
    assert np.allclose(wave.numpy(), np.clip(given.numpy(), -1, 1 - 2**-15), atol=2**-15)
    part, _ = paddle.audio.load(path, 10, 5, normalize=False)
    assert part.shape == [2, 5] and np.allclose(part.numpy(), np.rint(x[:, 10:15] * 2**15))


def test_other_files_are_errors(tmp_path):
    path = tmp_path / "no.wav"
    path.write_bytes(b"no sound at all")
    with pytest.raises(NotImplementedError, match="no WAV file"):
        paddle.audio.load(str(path))
    with pytest.raises(ValueError, match="two axes"):
        paddle.audio.save(str(path), paddle.zeros([3]), 8000)


def test_features_have_gradients():
    x = paddle.to_tensor(cases.SIGNAL, stop_gradient=False)
    paddle.audio.features.MFCC(n_mfcc=4, **cases.SMALL)(x).sum().backward()
    assert np.isfinite(x.grad.numpy()).all() and np.abs(x.grad.numpy()).max() > 0


def test_data_sets(tmp_path, monkeypatch):
    from paddle.audio.datasets import ESC50, TESS, sounds

    monkeypatch.setattr(sounds, "_HOME", str(tmp_path))
    with pytest.raises(FileNotFoundError):
        ESC50()
    audio = tmp_path / ESC50.audio_path
    audio.mkdir(parents=True)
    (tmp_path / "ESC-50-master" / "meta").mkdir()
    lines = ["filename,fold,target,category,esc10,src_file,take"]
    for i in range(4):
        paddle.audio.save(str(audio / f"{i}.wav"), paddle.full([1, 600], i / 10), 8000)
        lines.append(f"{i}.wav,{i % 2 + 1},{i + 10},dog,True,1,A")
    (tmp_path / ESC50.meta).write_text("\n".join(lines) + "\n")
    assert [label for _, label in ESC50("train", 1)] == [11, 13]
    assert [label for _, label in ESC50("dev", 1)] == [10, 12]
    assert ESC50("dev", 1, "mfcc", n_fft=64, n_mels=8, n_mfcc=4)[0][0].shape[0] == 4
    spoken = tmp_path / TESS.audio_path / "some"
    spoken.mkdir(parents=True)
    for i, name in enumerate(("OAF_back_angry", "OAF_bar_sad", "YAF_bar_ps")):
        paddle.audio.save(str(spoken / f"{name}.wav"), paddle.full([1, 60], i / 10), 8000)
    assert [label for _, label in TESS("train", n_folds=3, split=1)] == [6, 5]
    assert [label for _, label in TESS("dev", n_folds=3, split=1)] == [0]
