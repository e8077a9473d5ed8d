"""ESC-50 and TESS, from folders of WAV files."""

import csv
import os
from typing import NamedTuple

from ...io import Dataset
from .. import features
from ..backends.wave_backend import load

_HOME = os.path.expanduser("~/.cache/paddle/datasets")
_FEATURES = {
    "raw": None,
    "spectrogram": features.Spectrogram,
    "melspectrogram": features.MelSpectrogram,
    "logmelspectrogram": features.LogMelSpectrogram,
    "mfcc": features.MFCC,
}


class _Sounds(Dataset):
    """A sample is (features, label)."""

    def __init__(self, files, labels, feat_type, feat_config):
        if feat_type not in _FEATURES:
            raise ValueError(
                "(InvalidArgument) audio.datasets: unknown `feat_type`.\n"
                f"  Expected: one of {', '.join(_FEATURES)}\n  Received: {feat_type!r}"
            )
        self.files, self.labels = files, labels
        self.feat_type, self.feat_config = feat_type, feat_config
        self._layers = {}  # by sample rate

    def _layer(self, rate):
        if rate not in self._layers:
            made = _FEATURES[self.feat_type]
            numbers = {} if self.feat_type == "spectrogram" else {"sr": rate}
            self._layers[rate] = made(**numbers, **self.feat_config) if made else None
        return self._layers[rate]

    def __getitem__(self, idx):
        wave, rate = load(self.files[idx])
        layer = self._layer(rate)
        return (wave[0] if layer is None else layer(wave[:1])[0]), self.labels[idx]

    def __len__(self):
        return len(self.files)


def _require(path):
    if not os.path.exists(path):
        raise FileNotFoundError(
            f"(NotFound) {path} does not exist.\n  Hint: nothing is downloaded; unpack the archive there."
        )
    return path


def _check_split(split, n_folds):
    if split not in range(1, n_folds + 1):
        raise ValueError(
            "(InvalidArgument) audio.datasets: wrong `split`.\n"
            f"  Expected: in [1, {n_folds}]\n  Received: {split!r}"
        )


class ESC50(_Sounds):
    """2000 sounds of 5 seconds and 50 classes (Piczak, 2015), from ``~/.cache/paddle/datasets/ESC-50-master``.

    Args:
        mode (str): "train": the folds other than `split`; else that fold.
        split (int): Which of the 5 folds is kept from training.
        feat_type (str): raw, spectrogram, melspectrogram, logmelspectrogram or mfcc.
        archive (dict, optional): Accepted; nothing is downloaded.
        kwargs: Arguments of the layer that makes the features.

    Raises:
        FileNotFoundError: The files are not there.

    Examples:
        >>> import paddle
        >>> len(paddle.audio.datasets.ESC50.meta_info._fields)
        7
    """

    archive = {}
    meta = os.path.join("ESC-50-master", "meta", "esc50.csv")
    audio_path = os.path.join("ESC-50-master", "audio")

    class meta_info(NamedTuple):  # noqa: N801
        filename: str
        fold: str
        target: str
        category: str
        esc10: str
        src_file: str
        take: str

    def __init__(self, mode="train", split=1, feat_type="raw", archive=None, **kwargs):
        _check_split(split, 5)
        with open(_require(os.path.join(_HOME, self.meta)), newline="") as file:
            rows = [self.meta_info(*row) for row in csv.reader(file)][1:]
        chosen = [r for r in rows if (int(r.fold) == split) != (mode == "train")]
        files = [os.path.join(_HOME, self.audio_path, r.filename) for r in chosen]
        super().__init__(files, [int(r.target) for r in chosen], feat_type, kwargs)


class TESS(_Sounds):
    """2800 words spoken in 7 emotions (Pichora-Fuller and Dupuis, 2020), from
    ``~/.cache/paddle/datasets/TESS_Toronto_emotional_speech_set``.

    Args:
        mode (str): "train": the folds other than `split`; else that fold.
        n_folds (int): How many folds.
        split (int): Which of them is kept from training.
        feat_type (str): raw, spectrogram, melspectrogram, logmelspectrogram or mfcc.
        archive (dict, optional): Accepted; nothing is downloaded.
        kwargs: Arguments of the layer that makes the features.

    Raises:
        FileNotFoundError: The files are not there.

    Examples:
        >>> import paddle
        >>> paddle.audio.datasets.TESS.label_list[0]
        'angry'
    """

    archive = {}
    label_list = ["angry", "disgust", "fear", "happy", "neutral", "ps", "sad"]
    audio_path = "TESS_Toronto_emotional_speech_set"

    class meta_info(NamedTuple):  # noqa: N801
        speaker: str
        word: str
        emotion: str

    def __init__(self, mode="train", n_folds=5, split=1, feat_type="raw", archive=None, **kwargs):
        _check_split(split, n_folds)
        waves = sorted(
            os.path.join(folder, name)
            for folder, _, names in os.walk(_require(os.path.join(_HOME, self.audio_path)))
            for name in names
            if name.endswith(".wav")
        )
        chosen = [w for i, w in enumerate(waves) if (i % n_folds + 1 == split) != (mode == "train")]
        told = [self.meta_info(*os.path.basename(w)[:-4].split("_")) for w in chosen]
        labels = [self.label_list.index(t.emotion) for t in told]
        super().__init__(chosen, labels, feat_type, kwargs)
