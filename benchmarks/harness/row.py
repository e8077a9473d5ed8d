"""A row of results: a number per contestant, and what it says about the goals."""

from dataclasses import asdict, dataclass, field

from harness.environments import OURS

# How far from the memory bound a row may be.
BOUND_FACTOR = 1.3


@dataclass
class Row:
    """``values`` are seconds or bytes (``unit``); smaller is better.

    ``reasons`` says why a contestant has no value, ``variants`` which of several
    ways to write the workload was its fastest.  ``bound`` is the least that the
    machine's memory allows, where that is known.  ``subject`` is whose goals they are.
    """

    name: str
    unit: str
    goals: dict[str, float] = field(default_factory=dict)
    limit: float | None = None
    bound: float | None = None
    values: dict[str, float] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)
    subject: str = OURS

    def best_peer(self):
        """(name, value) of the best contestant that is not ours, or None."""
        peers = [(value, name) for name, value in self.values.items() if not name.startswith(OURS)]
        if not peers:
            return None
        value, name = min(peers)
        return name, value

    def ratio(self):
        """Ours divided by the best peer's, or None."""
        best = self.best_peer()
        if best is None or self.subject not in self.values or best[1] <= 0:
            return None
        return self.values[self.subject] / best[1]

    def missed(self):
        """The goals that ours does not reach, as texts; None if there is no verdict."""
        ours = self.values.get(self.subject)
        if ours is None or not (self.goals or self.limit or self.bound):
            return None
        texts = []
        for peer, factor in self.goals.items():
            best = self.best_peer()
            value = (best and best[1]) if peer == "best" else self.values.get(peer)
            if value is not None and ours * factor > value:
                texts.append(f"{factor:g}x {peer}")
        if self.limit is not None and ours > self.limit:
            texts.append(f"limit {format_value(self.limit, self.unit)}")
        if self.bound is not None and ours > BOUND_FACTOR * self.bound:
            texts.append(f"{BOUND_FACTOR:g} of bound")
        return texts

    def as_json(self):
        best = self.best_peer()
        return {
            **asdict(self),
            "best_peer": best and best[0],
            "ours_over_best_peer": self.ratio(),
            "missed": self.missed(),
        }


def format_value(value, unit):
    """Three digits and a unit: 1.86 us, 12.5 ms, 283 MB."""
    if unit == "count":
        return f"{value:g}"
    if unit == "bytes":
        return f"{value / 1e6:.0f} MB" if value > 3e7 else f"{value / 1e3:.0f} kB"
    number, name = value * 1e9, "ns"
    for larger in ("us", "ms", "s"):
        if abs(number) < 1000:
            break
        number, name = number / 1000, larger
    digits = 2 if abs(number) < 10 else 1 if abs(number) < 100 else 0
    return f"{number:.{digits}f} {name}"
