"""The code of the guides is code that is compiled and run."""

import doctest
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", *sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("docs/guide/*.md"))]
COMPILED = ROOT / "tests/cpp/guide/log_cosh_test.cc"


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)


@pytest.mark.parametrize("page", ["docs/guide/add-an-operator.md", "docs/guide/add-a-kernel.md"])
def test_example_is_the_compiled_one(page):
    example = next(b for b in blocks(page, "cpp") if "namespace paddle" in b)
    assert example.strip() in COMPILED.read_text(), f"{page} and {COMPILED.name} differ"


@pytest.mark.parametrize("page", PAGES)
def test_python_examples(page):
    text = "\n".join(b for b in blocks(page, "python") if ">>>" in b)
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    failures = []
    if test.examples:
        test.globs["paddle"] = pytest.importorskip("paddle")
        runner.run(test, out=failures.append)
    assert not failures, "".join(failures)
