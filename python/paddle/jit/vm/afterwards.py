"""What the interpreter is told once its capture is over.

A generator that was begun in a captured function goes on where it stands: its frame is interpreted as before, and
nothing is noted any more.
"""

from .session import Session


class Afterwards(Session):
    regions = numbers = False

    def opaque(self, name):
        pass

    def make(self, x):
        return x

    make_dying = make

    def read(self, kind, holder, key, value):
        return value

    def _input(self, kind, holder, key, value):
        pass

    def function_read(self, fn):
        pass

    def read_specials(self, cls):
        pass

    def touch(self, x, deep=False, depth=0):
        pass

    def _ask(self, x, names):
        pass

    def read_state(self, get):
        pass

    def looked(self):
        pass

    def advanced(self, it):
        pass

    def operator_arguments(self, fn, args, kwargs):
        pass

    def write(self, kind, holder, key):
        pass

    def mutate(self, x):
        pass

    def append(self, x, values):
        pass
