"""Training for long holds no more memory than training for short, and a leak would be seen."""

import mmap

import pytest

from tests.soak import soak


@pytest.mark.parametrize("steps", [2200, pytest.param(20000, marks=pytest.mark.full, id="20000")])
def test_memory_is_flat(steps):
    complaints = soak.verdict(soak.soak(steps))
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
def test_memory_is_flat_with_workers():
    complaints = soak.verdict(soak.soak(2000, workers=2, turns=["from_a_loader", "in_captures"]))
    assert not complaints, "\n".join(complaints)


def pages():
    """256 KiB that no freed memory of the process serves for."""
    made = mmap.mmap(-1, 1 << 18)
    made.write(b"x" * (1 << 18))
    return made


@pytest.mark.parametrize("kind", ["tensors", "objects", "bytes"])
def test_a_leak_is_seen(kind, monkeypatch):
    """What leaks is 4 KiB of tensors, some objects or 64 KiB in a round."""
    import paddle

    kept, make = (
        [],
        {
            "tensors": lambda: paddle.ones([1024]),
            "objects": lambda: [{"a": []} for _ in range(50)],
            "bytes": pages,
        }[kind],
    )
    step = soak.Work.in_eager

    def leaking(self, steps):
        kept.append(make())
        step(self, steps)

    leaking.__name__ = "in_eager"
    monkeypatch.setattr(soak.Work, "in_eager", leaking)
    complaints = soak.verdict(soak.soak(2500, turns=["in_eager"]))
    assert any({"tensors": "tensors grew", "objects": "objects of Python", "bytes": "the process grew"}[kind] in c
               for c in complaints), complaints  # fmt: skip
