"""What two ways of a branch leave behind becomes one state: the `if` of the program and its results."""

from . import cfg, fork, grown
from .frame import DONE, Undefined
from .machine import CannotMerge, leave
from .merge import Keep, Merger, as_tensor
from .writes import Writes


def both(f, saved, cond, ways, stops):
    """Runs both ways and goes on with what they have in common."""
    writes = Writes(f.vm.session)
    ends, recipes, outs = writes.attempt(_both, f, saved, cond, ways, stops, writes)
    return _resume(f, ends, recipes, outs)


def _both(f, saved, cond, ways, stops, writes):
    ends, regions, results, start = _guess(f, saved, cond, ways, stops, writes)
    merger, recipes = _merge(f, saved, ends, start)
    if not merger.pairs and not writes.tensors:
        outs = []
        if any(region.acts for region in regions):
            f.vm.session.tracer.emit_if(cond, *_without_results(f, saved, ways, stops))
    elif (order := _order(merger.pairs, results)) is not None:
        session = f.vm.session
        outs = writes.finish(session.with_histories(session.tracer.emit_if, cond, *regions))
        outs = [outs[i] for i in order]
    else:
        outs = _again(f, saved, cond, ways, stops, ends, start, writes)
    return ends, recipes, outs


def _guess(f, saved, cond, ways, stops, writes):
    """One run of each way; the results of the regions are the tensors that are most likely asked for."""
    session = f.vm.session
    ends, regions, results, start = [], [], [], session.serial
    wanted = None
    for number, (pc, stack) in enumerate(ways):
        outcome = cond, number == 0
        with fork.Scope(f, saved, outcome=outcome, written=writes.tensors) as scope:
            end = fork.run_way(f, saved, pc, stack, stops)
            ends.append(end)
            end.written = places(session, scope.undo(), start)
            if wanted is None:
                wanted = _candidates(f, saved, end, ways, max(stops, default=0))
            given = [slot(end) for slot in wanted]
            if not all(
                _alike(session, a, b)
                for a, b in zip(results[0] if results else given, given, strict=True)
            ):
                given = None
            results.append(given)
            regions.append(session.with_histories(scope.close, given or []))
    if ends[0].modes != ends[1].modes:
        raise CannotMerge("two ways leave other modes of gradients or of mixed precision", f.where)
    if ends[0].key != ends[1].key:
        raise CannotMerge("one way leaves where the other goes on", f.where)
    return ends, regions, results, start


def _without_results(f, saved, ways, stops):
    """The regions once more, for what they do: draw random numbers, of which others are the next, and check values."""
    regions = []
    for pc, stack in ways:
        with fork.Scope(f, saved) as scope:
            fork.run_way(f, saved, pc, stack, stops)
            scope.undo()
            regions.append(scope.close([]))
    return regions


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
            slots.append(lambda e, p=place, k=(kind, holder, key): written_in(session, e, p, *k))
    if isinstance(end.value, session.tensor_types):
        slots.append(lambda e: e.value)
    return slots


def written_in(session, end, place, kind, holder, key):
    """What a place holds at the end of a way; where the way left it alone: what it held before."""
    if place in end.written:
        return end.written[place][3]
    return session.before(kind, holder, key)


def places(session, written, start):
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
        if kind in ("iterator", "generator") and _left(holder, saved, ends):
            continue
        x, y = (written_in(f.vm.session, e, place, kind, holder, key) for e in ends)
        try:
            recipe = _combine_state(merger, kind, x, y, str(key))
        except CannotMerge as e:
            e.grows = holder if type(holder) is list else None
            raise
        recipes["place", place, kind, key] = (holder, recipe)
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
    if kind == "grown":
        return grown.combine(merger, x, y)
    if kind == "print":
        return merger.fail("text that is printed", x, y)
    if kind == "exit":
        return merger.combine(x, y, what)
    if kind == "content" and len(x) == len(y):
        return [merger.combine_stored(p, q, what) for p, q in zip(x, y, strict=True)]
    if len(x) == len(y) and all(
        p is q or type(p) is int and p == q for p, q in zip(x, y, strict=True)
    ):
        return Keep(x)
    return merger.fail(f"a {kind}", x, y)


def _again(f, saved, cond, ways, stops, ends, start, writes):
    """A second run of both ways, now that it is known which results are asked for."""
    session = f.vm.session
    plans = _Plans(f, saved, ends, start)
    regions = []
    for number, (pc, stack) in enumerate(ways):
        outcome = cond, number == 0
        with fork.Scope(f, saved, outcome=outcome, written=writes.tensors) as scope:
            since = session.serial
            end = fork.run_way(f, saved, pc, stack, stops)
            end.written = places(session, scope.undo(), since)
            values = zip([p(end) for p in plans], plans.dtypes, strict=True)
            results = [as_tensor(session.tracer, v, d) for v, d in values]
            regions.append(session.with_histories(scope.close, results))
    return writes.finish(session.with_histories(session.tracer.emit_if, cond, *regions))


class _Plans(list):
    """How to find the values of the pairs in the end of a way."""

    def __init__(self, f, saved, ends, start):
        merger, recipes = _merge(f, saved, ends, start)
        self.dtypes = [d for _, _, d in merger.pairs]
        found = {}
        for slot, recipe in recipes.items():
            for index, path in _paths(recipe[1] if slot[0] == "place" else recipe, ()):
                holder, made = recipe if slot[0] == "place" else (None, recipe)
                found.setdefault(index, (slot, holder, path, getattr(made, "like", None)))
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


def _getter(session, slot, holder, path, like=None):
    def get(end):
        if slot == "value":
            x = end.value
        elif slot[0] == "place":
            x = written_in(session, end, slot[1], slot[2], holder, slot[3])
            if slot[2] == "grown":
                x = grown.padded(holder.session, x, like)
        else:
            x = (end.locals if slot[0] == "local" else end.stack)[slot[1]]
        for key in path:
            x = x[key]
        return x

    return get


def _resume(f, ends, recipes, outs):
    """Puts the merged state in place and goes on."""
    session = f.vm.session
    session.restore_global_state(ends[0].modes)
    for slot, recipe in recipes.items():
        if slot[0] == "place":
            _, _, kind, key = slot
            holder, recipe = recipe
            value = (
                [r.build(outs, session) for r in recipe]
                if isinstance(recipe, list)
                else recipe.build(outs, session)
            )
            session.put(kind, holder, key, value)
    if ends[0].key == "return":
        return leave(f, recipes["value"].build(outs, session))
    f.locals = [recipes["local", i].build(outs, session) for i in range(len(ends[0].locals))]
    f.stack[:] = [recipes["stack", i].build(outs, session) for i in range(len(ends[0].stack))]
    if type(ends[0].key) is int:
        f.pc = ends[0].key
        return None
    f.result = fork.Stopped(ends[0].key)
    return DONE
