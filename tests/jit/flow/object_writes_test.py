"""Whatever is written into Python objects: a captured function leaves the state that a plain one leaves."""

import random
import textwrap

import paddle
import pytest
from paddle.jit import to_static, vm

from .object_reads import PRELUDE

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

LIST, DICT, OBJECT = (
    "l = [3.0, 1.0, 2.0, 1.0]",
    "d = {'a': 1.0, 'b': 2.0}",
    "o = Plain(); o.k = 1.0",
)
# name: (setup, statement, what to look at)
WRITES = {
    "attribute": (OBJECT, "o.k += 1", "o.k"),
    "new attribute": (OBJECT, "o.j = n", "vars(o)"),
    "attribute gone": (OBJECT, "o.j = 1; del o.j", "vars(o)"),
    "setattr": (OBJECT, "setattr(o, 'k', n)", "o.k"),
    "delattr": (OBJECT, "delattr(o, 'k'); o.k = n", "vars(o)"),
    "object.__setattr__": (OBJECT, "object.__setattr__(o, 'k', n)", "o.k"),
    "dict of an object": (OBJECT, "o.__dict__['k'] = n", "o.k"),
    "vars updated": (OBJECT, "vars(o).update(k=n, j=2)", "vars(o)"),
    "slot": ("class S: __slots__ = ('k',)\no = S(); o.k = 1.0", "o.k += n", "o.k"),
    "property": (
        "class P:\n    k = property(lambda s: s._k, lambda s, v: setattr(s, '_k', v))\no = P(); o.k = 1.0",
        "o.k += n", "o._k"),
    "__setattr__": (
        "class P:\n    def __setattr__(s, n, v): log.append((n, v)); s.__dict__[n] = v\nlog = []; o = P()", "o.k = n",
        "log, vars(o)"),
    "data descriptor": (
        "class D:\n    def __set__(s, o, v): s.v = v\nclass P: k = D()\no = P()", "o.k = n", "P.__dict__['k'].v"),
    "class attribute": ("class P: k = 1.0", "P.k += n", "P.k"),
    "class by its instance": ("class P: k = 1.0\no = P()", "type(o).k = n", "P.k"),
    "counter in a class": (
        "class P:\n    made = 0\n    def __init__(s): P.made += 1", "P()", "P.made"),
    "cached property": (
        "class P:\n    @functools.cached_property\n    def k(s): return s.v + 1\no = P(); o.v = 1.0", "n = o.k",
        "vars(o)"),
    "global": ("g = 1.0", "global g\ng += n", "g"),
    "new global": ("pass", "global g\ng = n", "g"),
    "globals()": ("g = 1.0", "globals()['g'] = n", "g"),
    "nonlocal": (
        "def make():\n    k = 1.0\n    def add(v):\n        nonlocal k\n        k += v\n        return k\n"
        "    return add\n"
        "add = make()", "n = add(n)", "add.__closure__[0].cell_contents"),
    "function attribute": ("def h(): pass\nh.k = 1.0", "h.k += n", "h.k"),
    "keyword default": ("def h(*, k=1.0): return k", "h.__kwdefaults__['k'] = n", "h()"),
    "default list": ("def h(x, l=[]):\n    l.append(x)\n    return len(l)", "n = h(n)", "h.__defaults__"),
    "module": ("m = types.ModuleType('m'); m.k = 1.0", "m.k += n", "m.k"),
    "namespace": ("s = types.SimpleNamespace(k=1.0)", "s.k += n", "s.k"),
    "dataclass": ("@dataclasses.dataclass\nclass D: k: float\no = D(1.0)", "o.k += n", "o"),
    "item": (LIST, "l[1] = n", "l"),
    "slice": (LIST, "l[1:3] = [n, n, n]", "l[:9]"),
    "extended slice": (LIST, "l[::2] = [n, n]", "l"),
    "deleted item": (LIST, "del l[0]; l.append(n)", "l"),
    "deleted slice": (LIST, "del l[1:]; l += [n]", "l"),
    "append": (LIST, "l.append(n)", "l"),
    "extend": (LIST, "l.extend([n, 2 * n])", "l"),
    "extend by a generator": (LIST, "l.extend(v for v in (n, 1.0))", "l"),
    "extend by itself": (LIST, "l.extend(l[:1])", "l"),
    "insert": (LIST, "l.insert(1, n)", "l"),
    "pop": (LIST, "l.append(n); n = l.pop(0)", "l"),
    "remove": (LIST, "l.remove(1.0); l.append(1.0)", "l"),
    "clear": (LIST, "l.clear(); l.append(n)", "l"),
    "sort": (LIST, "l.sort()", "l"),
    "sort by a key": (LIST, "l.sort(key=lambda v: -v, reverse=True); l.append(n)", "l"),
    "reverse": (LIST, "l.reverse()", "l"),
    "in-place sum": (LIST, "l += [n]", "l"),
    "in-place sum of a generator": (LIST, "l += (v for v in (n,))", "l"),
    "in-place product": ("l = [1.0]", "l *= 2", "len(l)"),
    "star": (LIST, "first, *l[1:3] = n, 7.0", "l"),
    "loop variable": (LIST, "for l[0] in (1.0, n): pass", "l"),
    "append only": (LIST, "for v in range(2): l.append(v)", "l"),
    "nested": ("l = [{'a': [1.0]}]", "l[0]['a'][0] += n; l[0]['b'] = n", "l"),
    "two ways to one list": ("l = [1.0]; d = {'l': l}", "d['l'].append(n); l[0] = len(l)", "l"),
    "heap": (LIST, "heapq.heappush(l, n)", "l"),
    "insort": ("l = [0.0]", "bisect.insort(l, n)", "l"),
    "operator.setitem": (LIST, "operator.setitem(l, 0, n)", "l"),
    "operator.delitem": (LIST, "operator.delitem(l, 0); l.append(n)", "l"),
    "operator.iadd": (LIST, "operator.iadd(l, [n])", "l"),
    "operator.iconcat": (LIST, "operator.iconcat(l, [n])", "l"),
    "operator.ior": ("s = {1.0}", "operator.ior(s, {n})", "s"),
    "methodcaller": (LIST, "operator.methodcaller('append', n)(l)", "l"),
    "bound method kept": ("l = []; add = l.append", "add(n)", "l"),
    "unbound method": (LIST, "list.append(l, n)", "l"),
    "map": (LIST, "list(map(l.append, [n, 1.0]))", "l"),
    "any": (LIST, "any(l.append(v) for v in (n, 1.0))", "l"),
    "random.shuffle": ("import random; l = [1, 2, 3]", "random.seed(len(l)); random.shuffle(l)", "l"),
    "dict item": (DICT, "d['a'] = n", "d"),
    "new dict item": (DICT, "d['c'] = n", "list(d.items())"),
    "dict item moved": (DICT, "d['a'] = d.pop('a') + n", "list(d.items())"),
    "deleted dict item": (DICT, "del d['a']; d['a'] = n", "list(d.items())"),
    "setdefault": (DICT, "d.setdefault('z', []).append(n)", "d"),
    "setdefault of what is there": (DICT, "n = d.setdefault('a', 9.0); d['a'] += 1", "d"),
    "update": (DICT, "d.update({'a': n}, c=1)", "d"),
    "update by pairs": (DICT, "d.update((k, n) for k in 'ax')", "d"),
    "in-place union": (DICT, "d |= {'a': n}", "d"),
    "popitem": (DICT, "d['q'] = n; d.popitem()", "d"),
    "dict cleared": (DICT, "d.clear(); d['k'] = n", "d"),
    "default dict": ("d = collections.defaultdict(list)", "d['k'].append(n)", "d"),
    "default dict of a function": ("g = 1.0; d = collections.defaultdict(lambda: g)", "d['k'] += n", "dict(d)"),
    "default dict kept": (
        "g = 1.0; d = None", "global d\nd = collections.defaultdict(lambda: g)\nd['k']", "d['x'], len(d)"),
    "__missing__": ("class D(dict):\n    def __missing__(s, k): s[k] = 1.0; return 2.0\nd = D()", "n = d['k']", "d"),
    "ordered dict": ("d = collections.OrderedDict(a=1.0, b=2.0)", "d.move_to_end('a'); d['b'] = n", "list(d.items())"),
    "ordered dict moved": ("d = collections.OrderedDict(a=1.0, b=2.0)", "d.move_to_end('a')", "list(d.items())"),
    "ordered dict item": (
        "d = collections.OrderedDict(a=1.0)", "d['b'] = n; del d['b']; d['c'] = n", "list(d.items())"),
    "ordered dict popped": (
        "d = collections.OrderedDict(a=1.0, b=2.0)", "k, v = d.popitem(last=False); d[k] = v + 1", "list(d.items())"),
    "user dict": ("d = collections.UserDict(a=1.0)", "d['a'] += n; d.update(b=1)", "d.data"),
    "chain map": ("d = collections.ChainMap({}, {'a': 1.0})", "d['a'] += n", "d.maps"),
    "counter": ("c = collections.Counter()", "c['a'] += 1; c.update(['a', 'b'])", "c"),
    "counter subtracted": ("c = collections.Counter(a=9)", "c.subtract(['a']); c += collections.Counter('b')", "c"),
    "set": ("s = {1.0}", "s.add(n); s.discard(1.0)", "s"),
    "set union": ("s = {1.0}", "s |= {n}; s.update([3.0])", "s"),
    "set difference": ("s = {1.0, 2.0}", "s -= {1.0}; s ^= {n}; s.add(1.0)", "s"),
    "set popped": ("s = {1.0}", "s.pop(); s.add(n)", "s"),
    "deque": ("q = collections.deque(maxlen=3)", "q.append(n); q.appendleft(1.0)", "list(q)"),
    "deque rotated": ("q = collections.deque([1, 2, 3])", "q.rotate(1); q.extendleft([q.pop()])", "list(q)"),
    "bytearray": ("b = bytearray(2)", "b[0] += 1; b.append(1)", "b"),
    "memoryview": ("b = bytearray(2); m = memoryview(b)", "m[0] += 1", "b"),
    "array": ("b = array.array('d', [1.0])", "b[0] += n; b.append(n)", "b"),
    "numpy": ("b = np.zeros(2)", "b[0] += n", "b.tolist()"),
    "numpy in-place": ("b = np.zeros(2)", "b += n; b.fill(b[0] + 1)", "b.tolist()"),
    "iterator": ("it = itertools.count()", "n = float(next(it))", "repr(it)"),
    "list iterator": ("it = iter([1.0] * 99)", "n = next(it)", "it.__length_hint__()"),
    "generator": (
        "def gen():\n    for i in range(99):\n        log.append(i)\n        yield float(i)\nlog = []; it = gen()",
        "n = next(it)", "log"),
    "generator sent": (
        "def gen():\n    while True: log.append((yield))\nlog = []; it = gen(); next(it)", "it.send(n)", "log"),
    "generator in the call": (
        "def gen():\n    for i in range(3):\n        log.append(i)\n        yield i\nlog = []", "n = max(gen())",
        "log"),
    "generator left": (
        "def gen():\n    try: yield 1.0\n    finally: log.append(1)\nlog = []", "for n in gen(): break", "log"),
    "context manager": (
        "class W:\n    def __enter__(s): log.append(1)\n    def __exit__(s, *a): log.append(2)\nlog = []; w = W()",
        "with w: log.append(n)", "log"),
    "exit stack": (
        "log = []", "with contextlib.ExitStack() as s: s.callback(log.append, n)", "log"),
    "exception": ("log = []", "try: log.append(1); raise ValueError\nexcept ValueError: log.append(n)", "log"),
    "finally": ("log = []", "try: log.append(n)\nfinally: log.append(3)", "log"),
    "lru_cache": (
        "log = []\n@functools.lru_cache\ndef h(x): log.append(x); return x", "n = h(n)", "log, h.cache_info().hits"),
    "context variable": ("c = contextvars.ContextVar('c', default=0.0)", "c.set(c.get() + 1)", "c.get()"),
    "environment": ("k = f'K_{id(Plain)}'; os.environ[k] = ''", "os.environ[k] += 'x'", "os.environ[k]"),
    "string stream": ("import io; s = io.StringIO()", "print(n, file=s)", "s.getvalue()"),
    "weak keys": ("o = Plain(); w = weakref.WeakKeyDictionary()", "w[o] = w.get(o, 0) + n", "w[o]"),
    "thread's own": ("t = threading.local(); t.k = 0.0", "t.k += 1", "t.k"),
    "partial": ("p = functools.partial(dict, a=1.0)", "p.keywords['a'] = n", "p()"),
    "registered class": (
        "class A(abc.ABC): pass\nclass Q: pass", "A.register(Q)", "issubclass(Q, A)"),
    "made and kept": (OBJECT, "o.made = [n, {'a': (n, 1)}]", "o.made"),
    "made object kept": (OBJECT, "p = Plain(); p.j = n; o.made = p", "vars(o.made)"),
    "made function kept": (OBJECT, "o.h = lambda: n", "o.h()"),
    "made class kept": (OBJECT, "class C: k = n\no.c = C", "o.c.k"),
    "made partial kept": (OBJECT, "o.p = functools.partial(lambda v: v, n)", "o.p(), type(o.p.func).__name__"),
    "made iterator kept": (OBJECT, "o.it = iter([n, 1.0])", "list(o.it)"),
    "made map kept": (OBJECT, "o.it = map(lambda v: v + 1, [n, 1.0])", "list(o.it)"),
    "repeated function kept": (OBJECT, "o.h = list(itertools.repeat(len, 2))", "[h.__name__ for h in o.h]"),
    "exchanged": (OBJECT + "; p = Plain(); p.k = 2.0", "o.k, p.k = p.k, o.k", "o.k, p.k"),
    "undone": (OBJECT, "o.k = o.k + 1; o.k = o.k - 1", "o.k"),
    "tensor kept": (OBJECT, "o.t = a * n", "np.asarray(o.t).tolist()"),
    "tensors kept": ("l = []", "l.append(a + len(l)); del l[:-3]", "[np.asarray(t).tolist() for t in l]"),
    "tensor in a dict": (DICT, "d['t'] = d.get('t', 0) + a", "np.asarray(d['t']).tolist()"),
    "argument kept": (OBJECT, "o.t = a", "np.asarray(o.t).tolist()"),
    "view kept": (OBJECT, "o.t = a[:1]; o.t += 1", "np.asarray(o.t).tolist()"),
    "gradient": (
        "w = paddle.ones([2]); w.stop_gradient = False", "(w * n).sum().backward()", "np.asarray(w.grad).tolist()"),
    "name of an argument": (OBJECT, "a.name = 'n' * (1 + len(getattr(o, 's', ''))); o.s = a.name", "o.s"),
    "attribute of an argument": (OBJECT, "a.tag = n; o.s = a.tag", "o.s"),
    "layer": ("layer = paddle.nn.Linear(1, 1)", "layer.calls = getattr(layer, 'calls', 0) + 1", "layer.calls"),
    "buffer": (
        "layer = paddle.nn.Layer(); layer.register_buffer('b', paddle.zeros([2]))", "layer.b = layer.b + a",
        "np.asarray(layer.b).tolist()"),
    "mode of a layer": (
        "layer = paddle.nn.Linear(1, 1)", "layer.eval() if layer.training else layer.train()", "layer.training"),
}  # fmt: skip


def is_global(line):
    return line.startswith("global ")


def program(setup, statements):
    lines = [line for statement in statements for line in statement.splitlines()]
    body = [*sorted({line for line in lines if is_global(line)}), "n = 1.5"]
    body += [line for line in lines if not is_global(line)] + ["return a * n, n"]
    space = {"__name__": "user"}
    exec(f"{PRELUDE}\n{setup}\ndef f(a):\n{textwrap.indent(chr(10).join(body), '    ')}", space)
    return space


def shown(x):
    if isinstance(x, (tuple, list)):
        return [shown(i) for i in x]
    if isinstance(x, dict):
        return {k: shown(v) for k, v in x.items()}
    return x.numpy().tolist() if isinstance(x, paddle.Tensor) else repr(x)


def outcome(space, f, look, value):
    try:
        result = shown(f(paddle.to_tensor([value, 2.0])))
    except Exception as e:
        result = type(e)
    try:
        return result, repr(eval(look, space | {"shown": shown}))
    except Exception as e:
        return result, type(e)


def differences(setup, statements, look):
    plain, captured = (program(setup, statements) for _ in range(2))
    static = to_static(captured["f"])
    for call in range(8):
        value = float(call // 2)
        want = outcome(plain, plain["f"], look, value)
        got = outcome(captured, static, look, value)
        if got != want:
            return f"call {call}: captured {got}, plain {want}"
    return None


@pytest.mark.parametrize("name", WRITES)
def test_write(name):
    setup, statement, look = WRITES[name]
    assert differences(setup, [statement], look) is None


def under_a_condition(statement):
    lines = statement.splitlines()
    body = textwrap.indent("\n".join(line for line in lines if not is_global(line)), "    ")
    return "\n".join([*filter(is_global, lines), f"if a[0] > 1.5:\n{body}\nelse:\n    n = 2.5"])


@pytest.mark.parametrize("name", [name for name in WRITES if name != "generator left"])
def test_write_in_a_branch(name):
    setup, statement, look = WRITES[name]
    assert differences(setup, [under_a_condition(statement)], look) is None


@pytest.mark.parametrize("seed", range(30))
def test_random_writes(seed):
    assert differences(*random_program(random.Random(seed))) is None


def random_program(r):
    setup, look = r.choice(((LIST, "l"), (DICT, "list(d.items())"), (OBJECT, "shown(vars(o))")))
    known = [w[1] for w in WRITES.values() if w[0] == setup]
    known = [
        w
        for w in known
        if not any(made in w for made in ("o.it", "o.h =", "o.c =", "o.p =", "o.made = p"))
    ]
    statements = r.sample(known, r.randint(2, 4))
    for i in range(len(statements)):
        if r.random() < 0.3:
            statements[i] = under_a_condition(statements[i])
    return setup, statements, look


def test_the_tests_see_a_difference():
    assert differences("import time", ["n = time.perf_counter()"], "1") is not None


def test_a_tensor_becomes_a_buffer():
    """What C code writes for a method of Python's is written by captures, too."""

    class Net(paddle.nn.Layer):
        def __init__(self):
            super().__init__()
            self.seen = 0

        def forward(self, x):
            self.seen = self.seen + x
            return x * 2

    plain, captured = Net(), paddle.jit.to_static(Net())
    for i in range(4):
        x = paddle.to_tensor([i + 1.0])
        plain(x), captured(x)
        for space in (vars(captured), captured._buffers):
            assert space["seen"].tolist() == plain.seen.tolist()
        assert captured.seen is captured._buffers["seen"]
        assert captured._non_persistable_buffer_names_set == plain._non_persistable_buffer_names_set
