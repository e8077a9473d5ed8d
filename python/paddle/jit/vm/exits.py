"""Ways out of a loop on tensors that do not lead to its end: `return`, and `break` past an `else`.

Such a way ends the body and the loop; the loop carries which way it was and, for `return`, the tensors of the value.
Behind the loop there is a branch: one of its ways is the way out.
"""

from . import cfg, fork
from .machine import Again, CannotMerge
from .numbers import BITS, DTYPES, Number, kind_of


class Exits:
    """The way out of one loop (a second one is left to the caller).

    Attributes:
        place: Where it leads to: an instruction; None where there is none.
        slots (list): Whether it was gone (0 or 1), then the parts of the value.
        bits (int): How large a number among them may be.
    """

    def __init__(self, loop):
        self.loop, self.place, self.form = loop, None, None
        self.slots, self._like, self.bits = [0], [], BITS

    def begin(self):
        """The body is recorded anew."""
        self.slots = [0, *map(self._zero, self._like)]

    def take(self, end):
        """Notes that a way ends here."""
        session, f = self.loop.session, self.loop.f
        place = f.pc - 1 if end.key == "return" else end.key[1]
        parts = []
        form = self._form(end.value, parts) if end.key == "return" else None
        if self.place is None:
            self.place, self.form, self._like = place, form, parts
            raise Again(self)
        if (place, form) != (self.place, self.form):
            raise CannotMerge("a loop on tensors is left in several ways", f.where)
        for i, x in enumerate([1, *parts]):
            session.journal.add("exit", self, i)
            self.slots[i] = x

    def _form(self, x, parts):
        """The structure of a value, whose tensors and numbers go to `parts`."""
        if isinstance(x, self.loop.session.tensor_types) or type(x) is Number:
            parts.append(x)
            return ("part", len(parts))
        if type(x) is tuple:
            return ("tuple", tuple(self._form(i, parts) for i in x))
        if x is None or type(x) in (*DTYPES, str):
            return ("same", type(x), x)
        raise CannotMerge(
            f"a {type(x).__name__} is returned in a loop on tensors", self.loop.f.where
        )

    def _zero(self, x):
        return self.loop.session.hidden_zeros(x) if kind_of(x) is None else kind_of(x)(0)

    def _build(self, form):
        if form[0] == "part":
            return self.slots[form[1]]
        return tuple(map(self._build, form[1])) if form[0] == "tuple" else form[2]

    def go(self):
        """Behind the loop: the branch. Gives the frame to go on with."""
        f, session = self.loop.f, self.loop.session
        gone = session.number_operation("eq", self.slots[0], 1, int)
        out = [*f.stack, self._build(self.form)] if self.form is not None else list(f.stack)
        joins = (cfg.EXIT,) if self.form is not None else (self.place, cfg.EXIT)
        ways = [(self.place, out), (f.pc, list(f.stack))]
        session.before_fork()
        return fork.choose(f, fork.Saved(f), gone, ways, joins, f.where)
