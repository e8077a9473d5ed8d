"""Checkpoints that survive a kill at any moment."""

import os
from pathlib import Path

import paddle


class CheckpointError(Exception):
    """The checkpoint cannot be used; the text says why and what to do."""


def save(state, path):
    """Writes ``state`` so that ``path`` holds either the old one or the new one.

    The bytes reach the disk under another name before the rename makes them the
    checkpoint, and the rename itself is flushed with the folder.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".tmp")
    paddle.save(state, str(unfinished))
    _flush(unfinished)
    os.replace(unfinished, path)
    _flush(path.parent)


def load(path, settings):
    """The saved state, or None if there is none.

    ``settings`` are the choices that the state depends on: a checkpoint made
    under others is refused.
    """
    path = Path(path)
    if not path.exists():
        return None
    try:
        state = paddle.load(str(path))
        saved = state["settings"]
    except Exception as error:
        raise CheckpointError(
            f"the checkpoint {path} cannot be read ({type(error).__name__}: {error}). "
            "Begin anew with --restart."
        ) from error
    changed = [name for name in settings if saved.get(name) != settings[name]]
    if changed:
        was = ", ".join(f"--{name.replace('_', '-')} {saved.get(name)}" for name in changed)
        raise CheckpointError(
            f"the run saved in {path} was started with {was}. "
            "Use the same to go on with it, --restart to begin anew, "
            "or --out DIR to keep both."
        )
    return state


def _flush(path):
    """Waits until a file's bytes, or a folder's entries, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
