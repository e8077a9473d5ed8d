"""Jumps, loops, returns, generators."""

from . import fork, numbers, range_loops
from .decode import op
from .frame import DONE, NULL
from .generators import Generator
from .grown import Grown
from .machine import leave
from .numbers import Number, TensorIterator, settled
from .operators import SequenceIterator, advance, get_iter, truth


def _jump(wanted, pop, back=False):
    def handler(f, target):
        value = f.stack[-1]
        if value is not True and value is not False:
            if type(value) is Grown and pop and not value.state.settled:
                value = f.stack[-1] = value.truth(f.vm)
            if type(value) is Number:
                if pop:
                    value = f.stack[-1] = numbers.truth(f.vm, value)
                else:
                    value = f.stack[-1] = value.value()
            if f.vm.session.is_condition(value):
                return fork.branch(f, value, target, wanted, pop)
            value = truth(f.vm, settled(value))
        if pop or value is not wanted:
            f.stack.pop()
        if value is wanted:
            if back:
                f.vm.go_round(f)
            f.pc = target

    return handler


for _direction in ("FORWARD", "BACKWARD"):
    op(f"POP_JUMP_{_direction}_IF_TRUE")(_jump(True, True, _direction == "BACKWARD"))
    op(f"POP_JUMP_{_direction}_IF_FALSE")(_jump(False, True, _direction == "BACKWARD"))
op("JUMP_IF_TRUE_OR_POP")(_jump(True, False))
op("JUMP_IF_FALSE_OR_POP")(_jump(False, False))


@op("POP_JUMP_FORWARD_IF_NONE", "POP_JUMP_BACKWARD_IF_NONE")
def jump_if_none(f, target):
    if f.stack.pop() is None:
        f.pc = target


@op("POP_JUMP_FORWARD_IF_NOT_NONE", "POP_JUMP_BACKWARD_IF_NOT_NONE")
def jump_if_not_none(f, target):
    if f.stack.pop() is not None:
        f.pc = target


@op("JUMP_FORWARD")
def jump(f, target):
    f.pc = target


@op("JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT")
def jump_back(f, target):
    f.vm.go_round(f)
    f.pc = target


@op("GET_ITER")
def get_iter_(f, _):
    f.stack[-1] = get_iter(f.vm, f.stack[-1], on_stack=True)


@op("FOR_ITER")
def for_iter(f, target):
    it = f.stack[-1]
    if type(it) is SequenceIterator and not f.vm.forks:
        items, i = it.items, it.index
        if items is not None and i < len(items):
            it.index = i + 1
            f.stack.append(items[i])
            return
    if type(it) is TensorIterator:
        done, to = range_loops.over_range(f, it, target)
        if not done:
            done, to = range_loops.peel(f, it, target)
        if done:
            return to
        it = f.stack[-1] = SequenceIterator(it.range.value())
    elif (
        f.vm.open_forks
        and type(it) is SequenceIterator
        and type(it.items) is range
        and f.vm.session.tails
    ):
        done, to = range_loops.goes_round(f, it, target)
        if done:
            return to
    value = advance(f.vm, it)
    if value is NULL:
        f.stack.pop()
        f.pc = target
    else:
        f.stack.append(value)


@op("RETURN_VALUE")
def return_value(f, _):
    return leave(f, f.stack.pop())


@op("RETURN_GENERATOR")
def return_generator(f, _):
    from .frame import Frame

    inner = Frame(f.vm, f.code, f.globals, [settled(x) for x in f.locals], f.func)
    inner.pc = f.pc
    inner.generator = True
    return leave(f, f.vm.session.make_dying(Generator(f.vm, inner)))


@op("YIELD_VALUE")
def yield_value(f, _):
    f.result, f.yielded = f.stack.pop(), True
    return DONE


@op("GET_YIELD_FROM_ITER")
def get_yield_from_iter(f, _):
    if type(f.stack[-1]) is not Generator:
        f.stack[-1] = get_iter(f.vm, f.stack[-1])


@op("SEND")
def send(f, target):
    value = f.stack.pop()
    receiver = f.stack[-1]
    try:
        if value is None:
            sent = (
                advance(f.vm, receiver) if type(receiver) is not Generator else receiver.send(None)
            )
            if sent is NULL:
                f.stack[-1] = None
                f.pc = target
                return
        else:
            sent = f.vm.call(receiver.send, (value,))
    except StopIteration as stop:
        f.stack[-1] = stop.value
        f.pc = target
        return
    f.stack.append(sent)
