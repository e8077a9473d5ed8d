"""Relative links between the project's pages lead somewhere."""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def pages():
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [ROOT / line for line in listing.splitlines() if (ROOT / line).is_file()]


def anchors(page):
    """The names GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ +(.*)$", FENCE.sub("", page.read_text()), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_lead_somewhere():
    broken = []
    for page in pages():
        for link in LINK.findall(FENCE.sub("", page.read_text())):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path) if path else page
            if not target.exists() or (
                anchor and target.suffix == ".md" and anchor not in anchors(target)
            ):
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert not broken, "\n".join(broken)
