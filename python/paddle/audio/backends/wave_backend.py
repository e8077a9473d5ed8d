"""WAV files of 16-bit samples."""

import dataclasses
import wave

import numpy as np

from ... import _C


@dataclasses.dataclass
class AudioInfo:
    """What info() tells of a file."""

    sample_rate: int
    num_samples: int
    num_channels: int
    bits_per_sample: int
    encoding: str


def _opened(filepath):
    """The reader, and the file to be closed."""
    file = filepath if hasattr(filepath, "read") else open(filepath, "rb")
    try:
        return wave.open(file), file
    except (wave.Error, EOFError) as error:
        file.close()
        raise NotImplementedError(
            f"(Unimplemented) audio: no WAV file of 16-bit samples ({error}).\n"
            "  Hint: convert it, as by `sox in.flac -b 16 out.wav`."
        ) from error


def info(filepath):
    """What a WAV file holds.

    Args:
        filepath (str|file): The file.

    Returns:
        AudioInfo: sample_rate, num_samples, num_channels, bits_per_sample, encoding.

    Raises:
        NotImplementedError: It is no WAV file.

    Examples:
        >>> import io, paddle
        >>> file = io.BytesIO()
        >>> paddle.audio.save(file, paddle.zeros([1, 80]), 8000)
        >>> _ = file.seek(0)
        >>> paddle.audio.info(file).num_samples
        80
    """
    reader, file = _opened(filepath)
    result = AudioInfo(
        reader.getframerate(),
        reader.getnframes(),
        reader.getnchannels(),
        reader.getsampwidth() * 8,
        "PCM_S",
    )
    file.close()
    return result


def load(filepath, frame_offset=0, num_frames=-1, normalize=True, channels_first=True):
    """The samples of a WAV file.

    Args:
        filepath (str|file): The file.
        frame_offset (int): Where to begin.
        num_frames (int): How many; -1: all.
        normalize (bool): In [-1, 1); else as the file has them.
        channels_first (bool): [channels, frames] instead of [frames, channels].

    Returns:
        tuple: A float32 Tensor and the samples a second.

    Raises:
        NotImplementedError: It is no WAV file of 16-bit samples.

    Examples:
        >>> import io, paddle
        >>> file = io.BytesIO()
        >>> paddle.audio.save(file, paddle.to_tensor([[0.5, -0.5]]), 8000)
        >>> _ = file.seek(0)
        >>> wave, rate = paddle.audio.load(file)
        >>> wave.tolist(), rate
        ([[0.5, -0.5]], 8000)
    """
    reader, file = _opened(filepath)
    channels, rate, width = reader.getnchannels(), reader.getframerate(), reader.getsampwidth()
    content = reader.readframes(reader.getnframes())
    file.close()
    if width != 2:
        raise NotImplementedError(
            f"(Unimplemented) audio.load: samples of {8 * width} bits.\n  Expected: 16 bits"
        )
    samples = np.frombuffer(content, "<i2").astype("float32").reshape(-1, channels)
    if normalize:
        samples = samples / 2**15
    end = None if num_frames == -1 else frame_offset + num_frames
    samples = samples[frame_offset:end]
    return _C.to_tensor(np.ascontiguousarray(samples.T if channels_first else samples)), rate


def save(filepath, src, sample_rate, channels_first=True, encoding=None, bits_per_sample=16):
    """Writes a WAV file of 16-bit samples.

    Args:
        filepath (str|file): The file.
        src (Tensor): [channels, frames]: floats in [-1, 1], of which others are cut, or int16.
        sample_rate (int): Samples a second.
        channels_first (bool): [channels, frames] instead of [frames, channels].
        encoding (str, optional): Accepted; it is PCM.
        bits_per_sample (int, optional): 16.

    Raises:
        ValueError: `src` has no two axes, or the bits are not 16.

    Examples:
        >>> import io, paddle
        >>> file = io.BytesIO()
        >>> paddle.audio.save(file, paddle.zeros([2, 80]), 8000)
        >>> len(file.getvalue())
        364
    """
    if src.ndim != 2:
        raise ValueError(
            f"(InvalidArgument) audio.save: wrong `src`.\n  Expected: two axes\n  Received: {src.ndim}"
        )
    if bits_per_sample not in (None, 16):
        raise ValueError(
            f"(InvalidArgument) audio.save: wrong `bits_per_sample`.\n  Expected: 16\n  Received: {bits_per_sample}"
        )
    samples = src.numpy()
    samples = samples.T if channels_first else samples
    if samples.dtype.kind == "f":
        samples = np.clip(np.rint(samples * 2.0**15), -(2**15), 2**15 - 1)
    with wave.open(filepath, "wb") as writer:
        writer.setnchannels(samples.shape[1])
        writer.setsampwidth(2)
        writer.setframerate(sample_rate)
        writer.writeframes(np.ascontiguousarray(samples, "<i2").tobytes())
