"""What is generated from the records is up to date."""

from paddle.tools import gen_api


def test_stubs_and_tables_are_up_to_date():
    stale = [
        str(path.name)
        for path, text in gen_api.generate().items()
        if not path.exists() or path.read_text() != text
    ]
    assert not stale, f"out of date: {stale}; run python -m paddle.tools.gen_api"


def test_generating_twice_gives_the_same():
    assert gen_api.generate() == gen_api.generate()
