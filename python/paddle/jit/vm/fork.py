"""Both ways of a jump whose condition is a traced tensor."""

from .operators import truth


def branch(f, cond, target, wanted, pop):
    """Ends the program, so that the condition has a value, and goes on one way."""
    f.vm.session.graph_break("the condition of a jump is a tensor", f.vm.session.where())
    value = truth(f.vm, cond)
    if pop or value is not wanted:
        f.stack.pop()
    if value is wanted:
        f.pc = target
