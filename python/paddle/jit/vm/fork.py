"""Both ways of a jump whose condition is a traced tensor.

Each way is interpreted from the same state in a region of its own, up to where
the ways meet (cfg.py) or to the return; what they leave behind is merged
(merge.py). Where that cannot be done the graph breaks before the jump, the
condition gets its value, and one way is taken.
"""

from . import cfg, loops
from .effects import restore
from .frame import DONE, NULL, Undefined
from .machine import CannotMerge, GraphBreak, Unwind, leave
from .merge import Keep, Merger, as_tensor

FORKS = 200  # at most so many tries to record a branch that come to nothing or lie in another: then graphs break
DEPTH = 12  # and so many within each other


NEXT = object()  # what stops push where a `for` loop goes round again


class Stopped:
    """The end of a way that did not return: `key` says where."""

    def __init__(self, key):
        self.key = key


def stop(f, index):
    key, push = f.body[index]
    if push is NEXT:
        f.stack[-1] = True  # in the place of the iterator
    elif push is not NULL:
        f.stack.append(push)
    f.pc = index
    f.result = Stopped(key)
    return DONE


class Saved:
    """The state of a frame at a fork."""

    def __init__(self, f):
        self.stack, self.locals, self.pc = list(f.stack), list(f.locals), f.pc
        self.handled, self.ops, self.body = f.handled, f.ops, f.body
        self.body_live = f.body_live
        self.base, self.on_return, self.back = f.base, f.on_return, f.back

    def put_back(self, f):
        f.stack[:], f.locals, f.pc = self.stack, list(self.locals), self.pc
        f.handled, f.ops, f.body = self.handled, self.ops, self.body
        f.body_live = self.body_live
        f.base, f.on_return, f.back = self.base, self.on_return, self.back
        f.result, f.yielded = None, False


class End:
    """What a way leaves: where it ended, stack, locals, the places it wrote, its value."""

    def __init__(self, f, result):
        self.key = result.key if type(result) is Stopped else "return"
        self.value = None if type(result) is Stopped else result
        self.stack, self.locals = list(f.stack), list(f.locals)
        self.written = {}


def run_way(f, saved, pc, stack, stops, live=None):
    """Interprets `f` from `pc` until a stop or its return. The journal's mark is the caller's."""
    vm = f.vm
    f.stack[:], f.pc, f.handled = stack, pc, saved.handled
    f.base, f.on_return = True, None
    if live is not None:
        f.body_live = live
    f.body = {**(saved.body or {}), **stops}
    f.ops = f.dec.with_stop(dict.fromkeys(f.body, stop))
    vm.depth += 1
    result = vm.run(f)
    if f.yielded:
        raise CannotMerge("`yield` under the condition of a tensor", f.where)
    if f.handled is not saved.handled:
        raise CannotMerge("an exception handled under the condition of a tensor", f.where)
    return End(f, result)


class Scope:
    """Counts as a fork while a way runs; whatever happens, the state is that of the fork afterwards."""

    def __init__(self, f, saved, like=()):
        self.f, self.saved, self.like = f, saved, like

    def __enter__(self):
        vm = self.f.vm
        self.arguments = vm.session.tracer.begin_region(list(self.like))  # may raise
        if not vm.forks:
            vm.rounds = 0
        vm.forks += 1
        self.serial, vm.fork_serial = vm.fork_serial, vm.session.serial
        self.mark = vm.session.journal.mark()
        self.globals = vm.session.global_state()
        self.open, self.undone = True, False
        return self

    def undo(self):
        """Leaves the way; the places that it wrote, with their values."""
        self.undone = True
        return self.f.vm.session.journal.undo(self.mark)

    def close(self, results):
        self.open = False
        return self.f.vm.session.tracer.end_region(results)

    def __exit__(self, kind, error, traceback):
        vm = self.f.vm
        vm.forks -= 1
        vm.fork_serial = self.serial
        if not self.undone:
            self.undo()
        if self.open:
            vm.session.tracer.abort_region()
        self.saved.put_back(self.f)
        vm.session.restore_global_state(self.globals)
        vm.current = self.f


def branch(f, cond, target, wanted, pop):
    """The handler of a jump on a traced tensor, which lies on the stack."""
    vm, session = f.vm, f.vm.session
    where, at = f.where, f.pc - 1
    session.before_fork(f)
    saved = Saved(f)
    below = saved.stack[:-1]
    ways = [(target, below if pop else saved.stack), (f.pc, below)]
    if not wanted:
        ways.reverse()
    join = cfg.joins(f.dec)[at]
    problem = None
    if not session.regions:
        problem = GraphBreak("the condition of a jump is a tensor", where)
    elif vm.branches < FORKS and vm.forks < DEPTH:
        for attempt in (loops.attempt, join, *(() if join == cfg.EXIT else (cfg.EXIT,))):
            if attempt is not loops.attempt and target <= at:
                break  # going round a loop once more would not end
            vm.branches += 1
            try:
                if attempt is loops.attempt:
                    if (
                        pop
                        and not vm.fails_often(f, at)
                        and loops.attempt(f, saved, cond, at, target, wanted)
                    ):
                        if not vm.forks:
                            vm.branches = 0
                        return None
                    continue
                stops = {} if attempt == cfg.EXIT else {attempt: (attempt, NULL)}
                to = _both(f, saved, cond, ways, stops)
                if not vm.forks:
                    vm.branches = 0
                return to
            except CannotMerge as e:
                problem = e
                if attempt is loops.attempt:
                    vm.fails_often(f, at, failed=True)
            except Unwind as e:
                problem = e
                break
            except session.break_exceptions as e:
                problem = GraphBreak(str(e) or "native code needs the data of a tensor", where)
                break
            except Exception as e:
                problem = GraphBreak(
                    f"{type(e).__name__} raised under the condition of a tensor: {e}", where
                )
                break
            if vm.branches >= FORKS:
                break
    problem = problem or GraphBreak("too many branches", where)
    if vm.forks:
        raise problem
    session.graph_break(problem.reason, problem.where or where)
    value = session.concrete(cond)
    f.pc, f.stack[:] = ways[0] if value else ways[1]
    return None


def _both(f, saved, cond, ways, stops):
    """Runs both ways and goes on with what they have in common."""
    ends, regions, results, start = _guess(f, saved, ways, stops)
    merger, recipes = _merge(f, saved, ends, start)
    if not merger.pairs:
        outs = []
    elif (order := _order(merger.pairs, results)) is not None:
        outs = f.vm.session.tracer.emit_if(cond, *regions)
        outs = [outs[i] for i in order]
    else:
        outs = _again(f, saved, cond, ways, stops, ends, start)
    return _resume(f, ends, recipes, outs)


def _guess(f, saved, ways, stops):
    """One run of each way; the results of the regions are the tensors that are most likely asked for."""
    session = f.vm.session
    ends, regions, results, start = [], [], [], session.serial
    wanted = None
    for pc, stack in ways:
        with Scope(f, saved) as scope:
            end = run_way(f, saved, pc, stack, stops)
            ends.append(end)
            end.written = _places(session, scope.undo(), start)
            if wanted is None:
                wanted = _candidates(f, saved, end, ways, max(stops, default=0))
            given = [slot(end) for slot in wanted]
            if not all(
                _alike(session, a, b)
                for a, b in zip(results[0] if results else given, given, strict=True)
            ):
                given = None
            results.append(given)
            regions.append(scope.close(given or []))
    if ends[0].key != ends[1].key:
        raise CannotMerge("one way leaves where the other goes on", f.where)
    return ends, regions, results, start


def _alike(session, a, b):
    return (
        isinstance(a, session.tensor_types)
        and isinstance(b, session.tensor_types)
        and session.merge_key(a) == session.merge_key(b)
    )


def _candidates(f, saved, end, ways, join):
    """Getters of the slots whose tensors the first way hands out: changed, or stored by either way."""
    session = f.vm.session
    stored = cfg.assigned(f.dec, min(w[0] for w in ways), join)
    slots = []
    for i, value in enumerate(end.locals):
        if isinstance(value, session.tensor_types):
            if value is not saved.locals[i] or i in stored:
                slots.append(lambda e, i=i: e.locals[i])
    for i, value in enumerate(end.stack):
        if isinstance(value, session.tensor_types):
            slots.append(lambda e, i=i: e.stack[i] if i < len(e.stack) else None)
    for place, (kind, holder, key, value) in end.written.items():
        if isinstance(value, session.tensor_types):
            slots.append(lambda e, p=place, k=(kind, holder, key): _written(session, e, p, *k))
    if isinstance(end.value, session.tensor_types):
        slots.append(lambda e: e.value)
    return slots


def _written(session, end, place, kind, holder, key):
    """What a place holds at the end of a way; where the way left it alone: what it held before."""
    return end.written[place][3] if place in end.written else session.before(kind, holder, key)


def _places(session, written, start):
    """{place: (kind, holder, key, value)} of what existed before the fork."""
    return {
        (k, id(h), key): (k, h, key, value)
        for k, h, key, value in written
        if session.made.get(id(h), (None, 0))[1] <= start
    }


def _order(pairs, results):
    """Which result of the regions is which pair; None if the guess did not contain them all."""
    first, second = results
    if first is None or second is None:
        return None
    order = []
    for a, b, _dtype in pairs:
        found = [i for i, (x, y) in enumerate(zip(first, second, strict=True)) if x is a and y is b]
        if not found:
            return None
        order.append(found[0])
    return order


def _merge(f, saved, ends, start):
    """(merger with pairs, {slot: recipe})."""
    a, b = ends
    merger = Merger(f.vm.session, start, f.where)
    names = f.code.co_varnames
    recipes = {}
    if a.key == "return":
        recipes["value"] = merger.combine(a.value, b.value, "the returned value")
    else:
        if len(a.stack) != len(b.stack):
            raise CannotMerge("the stacks of two ways differ", f.where)
        live = _live(f, a.key)
        for i, (x, y) in enumerate(zip(a.locals, b.locals, strict=True)):
            name = names[i] if i < len(names) else "a cell"
            if x is not y and not live >> i & 1:
                recipes["local", i] = Keep(Undefined(f"{name}, which is not used any more,"))
            else:
                recipes["local", i] = merger.combine(x, y, name)
        for i, (x, y) in enumerate(zip(a.stack, b.stack, strict=True)):
            recipes["stack", i] = _condition(merger, a.key, i == len(a.stack) - 1, x, y)
    for place in [*a.written, *(p for p in b.written if p not in a.written)]:
        kind, holder, key, _ = a.written.get(place) or b.written.get(place)
        if kind == "iterator" and _left(holder, saved, ends):
            continue
        x, y = (_written(f.vm.session, e, place, kind, holder, key) for e in ends)
        recipes["place", place, kind, key] = (holder, _combine_state(merger, kind, x, y, str(key)))
    return merger, recipes


def _left(iterator, saved, ends):
    """Whether both ways have left the loop of this iterator."""
    held = [x for stack in (ends[0].stack, ends[1].stack) for x in stack]
    gone = ends[0].key == "return" or not any(x is iterator for x in held)
    return gone and any(x is iterator for x in saved.stack)


def _live(f, key):
    """The locals that matter after a way has ended there; all of them round a loop."""
    return cfg.live(f.dec)[key] if type(key) is int else f.body_live


def _condition(merger, key, last, x, y):
    """A value on the stack; the last one of a loop's body is its next condition, False after `break`."""
    session = merger.session
    if type(key) is tuple and last and (type(x) is bool) != (type(y) is bool):
        tensor = y if type(x) is bool else x
        if isinstance(tensor, session.tensor_types) and session.merge_key(tensor)[0] == ():
            return merger.pair(x, y, "bool")
    return merger.combine(x, y, "a value in use")


def _combine_state(merger, kind, x, y, what):
    if kind in ("attr", "item", "cell"):
        return merger.combine_stored(x, y, what)
    if kind == "content" and len(x) == len(y):
        return [merger.combine_stored(p, q, what) for p, q in zip(x, y, strict=True)]
    if len(x) == len(y) and all(
        p is q or type(p) is int and p == q for p, q in zip(x, y, strict=True)
    ):
        return Keep(x)
    return merger.fail(f"a {kind}", x, y)


def _again(f, saved, cond, ways, stops, ends, start):
    """A second run of both ways, now that it is known which results are asked for."""
    session = f.vm.session
    plans = _Plans(f, saved, ends, start)
    regions = []
    for pc, stack in ways:
        with Scope(f, saved) as scope:
            since = session.serial
            end = run_way(f, saved, pc, stack, stops)
            end.written = _places(session, scope.undo(), since)
            values = zip([p(end) for p in plans], plans.dtypes, strict=True)
            regions.append(scope.close([as_tensor(session.tracer, v, d) for v, d in values]))
    return session.tracer.emit_if(cond, *regions)


class _Plans(list):
    """How to find the values of the pairs in the end of a way."""

    def __init__(self, f, saved, ends, start):
        merger, recipes = _merge(f, saved, ends, start)
        self.dtypes = [d for _, _, d in merger.pairs]
        found = {}
        for slot, recipe in recipes.items():
            for index, path in _paths(recipe[1] if slot[0] == "place" else recipe, ()):
                found.setdefault(index, (slot, recipe[0] if slot[0] == "place" else None, path))
        for i in range(len(merger.pairs)):
            self.append(_getter(f.vm.session, *found[i]))


def _paths(recipe, path):
    if isinstance(recipe, list):
        for i, part in enumerate(recipe):
            yield from _paths(part, (*path, i))
    elif hasattr(recipe, "index"):
        yield recipe.index, path
    elif hasattr(recipe, "parts"):
        for key, part in zip(recipe.keys or range(len(recipe.parts)), recipe.parts, strict=True):
            yield from _paths(part, (*path, key))


def _getter(session, slot, holder, path):
    def get(end):
        if slot == "value":
            x = end.value
        elif slot[0] == "place":
            x = _written(session, end, slot[1], slot[2], holder, slot[3])
        else:
            x = (end.locals if slot[0] == "local" else end.stack)[slot[1]]
        for key in path:
            x = x[key]
        return x

    return get


def _resume(f, ends, recipes, outs):
    """Puts the merged state in place and goes on."""
    session = f.vm.session
    for slot, recipe in recipes.items():
        if slot[0] == "place":
            _, _, kind, key = slot
            holder, recipe = recipe
            value = (
                [r.build(outs, session) for r in recipe]
                if isinstance(recipe, list)
                else recipe.build(outs, session)
            )
            session.journal.add(kind, holder, key)
            restore(kind, holder, key, value)
    if ends[0].key == "return":
        return leave(f, recipes["value"].build(outs, session))
    f.locals = [recipes["local", i].build(outs, session) for i in range(len(ends[0].locals))]
    f.stack[:] = [recipes["stack", i].build(outs, session) for i in range(len(ends[0].stack))]
    if type(ends[0].key) is int:
        f.pc = ends[0].key
        return None
    f.result = Stopped(ends[0].key)
    return DONE
