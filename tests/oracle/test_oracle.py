"""Every snippet gives here what PaddlePaddle 3.3.1 gave when record.py ran; the marked ones differ."""

import pathlib

import pytest

from tests.oracle import compare, differences, record, snippet

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
RECORD = record.load()
MARKED = {
    text: reason
    for group in (differences.DELIBERATE, differences.KNOWN)
    for reason, snippets in group.items()
    for text in snippets
}
AREAS = {name: snippet.area(name) for name in snippet.AREAS}
CASES = [
    pytest.param(name, text, id=f"{name}-{i}")
    for name, (_, snippets) in AREAS.items()
    for i, text in enumerate(snippets)
]


@pytest.mark.parametrize(("area", "text"), CASES)
def test_agrees(area, text):
    theirs = RECORD.get(area, {}).get(text)
    assert theirs, f"no record of: {text}\nRun tests/oracle/record.py."
    ours = snippet.run(text, AREAS[area][0])
    found = compare.difference(ours, theirs)
    if text in MARKED:
        assert found or "died" in theirs, f"agrees now, take its mark away: {text}"
    elif found and not differences.wider(ours, theirs):
        pytest.fail(compare.report(text, found, ours, theirs), pytrace=False)


def test_marks_are_of_snippets():
    texts = {text for _, snippets in AREAS.values() for text in snippets}
    assert not set(MARKED) - texts


def test_reasons_are_in_the_documents():
    for group, page in (
        (differences.WIDER, "differences-from-paddle.md"),
        (differences.DELIBERATE, "differences-from-paddle.md"),
        (differences.KNOWN, "STATUS.md"),
    ):
        told = " ".join((DOCS / page).read_text(encoding="utf-8").split())
        assert not [reason for reason in group if reason not in told], page
