"""The table on the terminal, the same as Markdown, and the JSON beside it."""

import datetime
import json
import os
from pathlib import Path

from harness import machine
from harness.environments import OURS
from harness.row import format_value

RESULTS = Path(__file__).parents[1] / "results"
NAME_WIDTH = 58
VALUE_WIDTH = 10


class Table:
    """Prints rows as they come and keeps them."""

    def __init__(self, contestant_names, show_bound):
        self.names = contestant_names
        self.show_bound = show_bound
        self.rows = []

    def header(self):
        bound = ["ours/bound"] if self.show_bound else []
        return ["workload", *self.names, "ours/best", *bound, "goal"]

    def cells(self, row):
        values = [
            format_value(row.values[name], row.unit) if name in row.values else "-"
            for name in self.names
        ]
        ratio = row.ratio()
        best = row.best_peer()
        against = "-" if ratio is None else f"{ratio:.2f} {best[0]}"
        bound = []
        if self.show_bound:
            known = row.bound and OURS in row.values
            bound = [f"{row.values[OURS] / row.bound:.2f}" if known else ""]
        missed = row.missed()
        goal = "" if missed is None else "met" if not missed else f"missed: {', '.join(missed)}"
        return [row.name, *values, against, *bound, goal]

    def print_header(self):
        self._print(self.header())

    def add(self, row):
        self.rows.append(row)
        self._print(self.cells(row))

    def _print(self, cells):
        name, *middle, goal = cells
        columns = "".join(f" {cell:>{VALUE_WIDTH}}" for cell in middle[: len(self.names)])
        rest = "".join(f" {cell:>12}" for cell in middle[len(self.names) :])
        print(f"{name:<{NAME_WIDTH}}{columns}{rest}  {goal}".rstrip(), flush=True)

    def reasons(self):
        """ "name: workload, why" of every dash that an error made."""
        return [
            (row.name, name, reason) for row in self.rows for name, reason in row.reasons.items()
        ]

    def markdown(self, facts, listed=()):
        """The facts, the ratios of the rows that are ``listed``, and the table."""
        lines = ["# Benchmark results", ""]
        lines += [f"- {name}: {value}" for name, value in facts.items()]
        lines += [f"  - {row.ratio():.2f} {row.name}" for row in listed]
        lines += ["", self._markdown_row(self.header())]
        lines.append("|" + " --- |" * len(self.header()))
        lines += [self._markdown_row(self.cells(row)) for row in self.rows]
        return "\n".join(lines) + "\n"

    @staticmethod
    def _markdown_row(cells):
        return "| " + " | ".join(cells) + " |"

    def write_json(self, path, facts):
        path.parent.mkdir(parents=True, exist_ok=True)
        document = {"facts": facts, "rows": [row.as_json() for row in self.rows]}
        path.write_text(json.dumps(document, indent=1) + "\n")


def keep(table, name, arguments, contestants, save):
    """Writes the table as results/<time>-<name>.json and, to be committed, as results/<name>.md."""
    now = datetime.datetime.now(datetime.UTC)
    facts = {
        "date": now.strftime("%Y-%m-%d %H:%M UTC"),
        **machine.describe(),
        "threads": arguments.threads,
        "rounds": arguments.rounds,
        "versions": ", ".join(f"{c.name} {c.version}" for c in contestants if c.version),
    }
    path = RESULTS / f"{now:%Y-%m-%d-%H%M%S}-{name}.json"
    table.write_json(path, facts)
    if save:
        (RESULTS / f"{name}.md").write_text(table.markdown(facts))
    print(f"\nWritten to {os.path.relpath(path)}")
