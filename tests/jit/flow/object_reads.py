"""Ways in which Python reads state, as source: where a number lies, and what is done with it or with its object.

A place is (setup, read, change): statements that put the value `V` somewhere, an expression that reads it, statements
that put another there. A use makes a number of a number `n`, or of an object `o` whose special methods are written in
Python and tell its attribute `k`.
"""

PRELUDE = """
import abc, array, bisect, collections, contextlib, contextvars, copy, dataclasses, datetime, enum, fractions, functools
import heapq, itertools, json, math, operator, os, statistics, string, threading, types, typing, weakref
import numpy as np
import paddle

class Plain:
    pass

class Special:
    def __init__(self, k): self.k = k
    def __call__(self, *a): return self.k
    def __getitem__(self, i): return self.k
    def __contains__(self, x): return self.k > 3
    def __len__(self): return int(self.k)
    def __iter__(self): yield self.k
    def __reversed__(self): return iter([self.k])
    def __enter__(self): return self.k
    def __exit__(self, *a): return False
    def __index__(self): return int(self.k)
    def __int__(self): return int(self.k)
    def __float__(self): return float(self.k)
    def __complex__(self): return complex(self.k)
    def __trunc__(self): return int(self.k)
    def __floor__(self): return int(self.k)
    def __ceil__(self): return int(self.k)
    def __round__(self, n=0): return self.k
    def __hash__(self): return int(self.k)
    def __eq__(self, x): return self.k == getattr(x, "k", x)
    def __lt__(self, x): return self.k < getattr(x, "k", x)
    def __gt__(self, x): return self.k > getattr(x, "k", x)
    def __le__(self, x): return self.k <= getattr(x, "k", x)
    def __ge__(self, x): return self.k >= getattr(x, "k", x)
    def __bool__(self): return self.k > 3
    def __format__(self, spec): return format(self.k, spec)
    def __str__(self): return str(self.k)
    def __repr__(self): return str(self.k)
    def __bytes__(self): return bytes([int(self.k)])
    def __neg__(self): return -self.k
    def __pos__(self): return self.k
    def __invert__(self): return ~int(self.k)
    def __abs__(self): return abs(self.k)
    def __add__(self, x): return self.k + getattr(x, "k", x)
    def __radd__(self, x): return self.k + getattr(x, "k", x)
    def __mul__(self, x): return self.k * x
    def __rmul__(self, x): return self.k * x
    def __rsub__(self, x): return x - self.k
    def __mod__(self, x): return self.k % x
    def __divmod__(self, x): return divmod(self.k, x)
    def __matmul__(self, x): return self.k
    def __fspath__(self): return str(self.k)
    def __length_hint__(self): return int(self.k)
    def get(self, *a): return self.k
    @property
    def prop(self): return self.k

class Quiet:  # what C code asks of an object, without the rest
    def __init__(self, k): self.k = k
for _name in ("index", "float", "int", "str", "len", "iter", "lt", "hash", "eq", "bool", "format", "getitem"):
    globals()["Only_" + _name] = type(
        "Only_" + _name, (Quiet,), {f"__{_name}__": Special.__dict__[f"__{_name}__"]})
"""

PLACES = {
    "global": ("g = V", "g", "g = V"),
    "attribute": ("o = Plain(); o.k = V", "o.k", "o.k = V"),
    "getattr": ("o = Plain(); o.k = V", "getattr(o, 'k')", "o.k = V"),
    "absent attribute": ("o = Plain()", "getattr(o, 'k', 1.0)", "o.k = V"),
    "replaced object": ("o = Plain(); o.k = V", "o.k", "o = Plain(); o.k = V"),
    "slot": ("class S: __slots__ = ('k',)\no = S(); o.k = V", "o.k", "o.k = V"),
    "absent slot": ("class S: __slots__ = ('k',)\no = S()", "getattr(o, 'k', 1.0)", "o.k = V"),
    "property": ("class P:\n    k = property(lambda s: s._k)\no = P(); o._k = V", "o.k", "o._k = V"),
    "property replaced": (
        "class P: pass\nP.k = property(lambda s, v=V: v)\no = P()", "o.k", "P.k = property(lambda s, v=V: v)"),
    "cached property": (
        "class P:\n    @functools.cached_property\n    def k(s): return s.v\no = P(); o.v = V", "o.k",
        "o.v = V; o.__dict__.pop('k', None)"),
    "descriptor": (
        "class D:\n    def __get__(s, o, t): return o.__dict__['_k']\nclass P: k = D()\no = P(); o._k = V", "o.k",
        "o._k = V"),
    "data descriptor": (
        "class D:\n    def __get__(s, o, t): return s.v\n    def __set__(s, o, v): s.v = v\nclass P: k = D()\no = P()"
        "\no.k = V", "o.k", "o.k = V"),
    "__getattr__": (
        "class P:\n    def __getattr__(s, n): return box[n]\nbox = {'k': V}; o = P()", "o.k",
        "box['k'] = V"),
    "__getattr__ overridden": (
        "class P:\n    def __getattr__(s, n): return 1.0\no = P()", "o.k", "o.k = V"),
    "__getattribute__": (
        "class P:\n    def __getattribute__(s, n): return box.get(n)\nbox = {'k': V}; o = P()", "o.k", "box['k'] = V"),
    "class attribute": ("class P: k = V\no = P()", "o.k", "P.k = V"),
    "class attribute of a class": ("class P: k = V", "P.k", "P.k = V"),
    "base": ("class B: k = V\nclass P(B): pass\no = P()", "o.k", "B.k = V"),
    "shadowed by the instance": ("class P: k = 1.0\no = P()", "o.k", "o.k = V"),
    "shadowed by the class": ("class B: k = 1.0\nclass P(B): pass\no = P()", "o.k", "P.k = V"),
    "another class": (
        "class A: pass\no = A(); A.k = V", "o.k", "o.__class__ = type('A', (), {'k': V})"),
    "other bases": (
        "class A: k = V\nclass P(A): pass\no = P()", "o.k", "P.__bases__ = (type('A', (), {'k': V}),)"),
    "metaclass": ("class M(type): k = V\nclass P(metaclass=M): pass", "P.k", "M.k = V"),
    "property of a metaclass": (
        "class M(type):\n    k = property(lambda c: c._k)\nclass P(metaclass=M): _k = V", "P.k", "P._k = V"),
    "super": (
        "class B: k = V\nclass P(B):\n    def get(s): return super().k\no = P()", "o.get()", "B.k = V"),
    "classmethod": ("class P:\n    k = V\n    @classmethod\n    def get(c): return c.k", "P.get()", "P.k = V"),
    "staticmethod replaced": (
        "class P: pass\nP.get = staticmethod(lambda v=V: v)", "P.get()", "P.get = staticmethod(lambda v=V: v)"),
    "partialmethod": (
        "class P:\n    def m(s, a): return s.k\n    get = functools.partialmethod(m, 1)\no = P(); o.k = V", "o.get()",
        "o.k = V"),
    "name of a class": ("class P: pass\nP.__name__ = str(V)", "float(P.__name__)", "P.__name__ = str(V)"),
    "doc": ("def h(): pass\nh.__doc__ = str(V)", "float(h.__doc__)", "h.__doc__ = str(V)"),
    "closure": (
        "def make(k):\n    def get(): return k\n    def put(v):\n        nonlocal k; k = v\n    return get, put\n"
        "get, put = make(V)", "get()", "put(V)"),
    "cell": (
        "def make(k):\n    def get(): return k\n    return get\nget = make(V)", "get.__closure__[0].cell_contents",
        "get.__closure__[0].cell_contents = V"),
    "default": ("def h(k=V): return k", "h()", "h.__defaults__ = (V,)"),
    "default read": ("def h(k=V): return k", "h.__defaults__[0]", "h.__defaults__ = (V,)"),
    "default list": ("def h(k=[V]): return k[0]", "h()", "h.__defaults__[0][0] = V"),
    "keyword default": ("def h(*, k=V): return k", "h()", "h.__kwdefaults__['k'] = V"),
    "keyword defaults replaced": ("def h(*, k=V): return k", "h()", "h.__kwdefaults__ = {'k': V}"),
    "keyword default read": ("def h(*, k=V): return k", "h.__kwdefaults__['k']", "h.__kwdefaults__['k'] = V"),
    "code": ("h = lambda: 2.0", "h()", "h.__code__ = eval(f'lambda: {float(V)!r}').__code__"),
    "function attribute": ("def h(): pass\nh.k = V", "h.k", "h.k = V"),
    "absent function attribute": ("def h(): pass", "getattr(h, 'k', 1.0)", "h.k = V"),
    "function dict": ("def h(): pass\nh.k = V", "h.__dict__['k']", "h.k = V"),
    "attribute of a bound method": (
        "class P:\n    def m(s): pass\nP.m.k = V; o = P()", "o.m.k", "P.m.k = V"),
    "annotations": ("def h(a: V): pass", "h.__annotations__['a']", "h.__annotations__['a'] = V"),
    "wrapped": (
        "def i(): pass\ni.k = V\n@functools.wraps(i)\ndef h(): pass", "h.__wrapped__.k", "i.k = V"),
    "partial": ("p = functools.partial(lambda k: k, k=V)", "p()", "p.keywords['k'] = V"),
    "partial of a list": ("l = [V]; p = functools.partial(lambda q: q[0], l)", "p()", "l[0] = V"),
    "partial attribute": ("p = functools.partial(abs); p.k = V", "p.k", "p.k = V"),
    "enum": ("class E(enum.Enum): A = V", "E.A.value", "class E(enum.Enum): A = V"),
    "enum value changed": ("class E(enum.Enum): A = V", "E.A.value", "E.A._value_ = V"),
    "enum attribute": ("class E(enum.Enum): A = 1\nE.A.k = V", "E.A.k", "E.A.k = V"),
    "enum by name": ("class E(enum.Enum): A = 1; B = 2\nt = {E.A: V}", "t[E['A']]", "t[E.A] = V"),
    "namedtuple": ("N = collections.namedtuple('N', 'k'); o = N(V)", "o.k", "o = o._replace(k=V)"),
    "typing.NamedTuple": ("class N(typing.NamedTuple):\n    k: float = 1.0\no = N(V)", "o.k", "o = N(V)"),
    "dataclass": ("@dataclasses.dataclass\nclass D:\n    k: float\no = D(V)", "o.k", "o.k = V"),
    "frozen dataclass": (
        "@dataclasses.dataclass(frozen=True)\nclass D:\n    k: float\no = D(V)", "o.k",
        "object.__setattr__(o, 'k', V)"),
    "slotted dataclass": (
        "@dataclasses.dataclass(slots=True)\nclass D:\n    k: float\no = D(V)", "o.k", "o.k = V"),
    "dataclass as dict": (
        "@dataclasses.dataclass\nclass D:\n    k: float\no = D(V)", "dataclasses.asdict(o)['k']", "o.k = V"),
    "dataclass replace": (
        "@dataclasses.dataclass\nclass D:\n    k: float\n    j: float = 1.0\no = D(V)",
        "dataclasses.replace(o, j=2.0).k", "o.k = V"),
    "module": ("m = types.ModuleType('m'); m.k = V", "m.k", "m.k = V"),
    "module __getattr__": (
        "m = types.ModuleType('m'); m.v = V\nexec('def __getattr__(n): return v', m.__dict__)", "m.k", "m.v = V"),
    "module of the standard library": ("string.k_ = V", "string.k_", "string.k_ = V"),
    "list": ("l = [1.0, V]", "l[1]", "l[1] = V"),
    "list from the end": ("l = [V]", "l[-1]", "l.append(V)"),
    "nested": ("l = [{'a': (1, [V])}]", "l[0]['a'][1][0]", "l[0]['a'][1][0] = V"),
    "tuple replaced": ("t = (V, 1)", "t[0]", "t = (V, 1)"),
    "dict": ("d = {'k': V}", "d['k']", "d['k'] = V"),
    "dict get": ("d = {}", "d.get('k', 1.0)", "d['k'] = V"),
    "dict get method": ("d = {'k': V}; get = d.get", "get('k')", "d['k'] = V"),
    "dict pop": ("d = {'k': V}", "dict(d).pop('k')", "d['k'] = V"),
    "dict setdefault": ("d = {'k': V}", "d.setdefault('k', 2.0)", "d['k'] = V"),
    "dict of an object": ("o = Plain(); o.k = V", "o.__dict__['k']", "o.k = V"),
    "vars": ("o = Plain(); o.k = V", "vars(o).get('k')", "o.k = V"),
    "globals()": ("g = V", "globals()['g']", "g = V"),
    "values": ("d = {'k': V}", "next(iter(d.values()))", "d['k'] = V"),
    "items": ("d = {'k': V}", "[v for _, v in d.items()][0]", "d['k'] = V"),
    "a kept view": ("d = {'k': V}; v = d.values()", "list(v)[0]", "d['k'] = V"),
    "order of a dict": ("d = {'a': 2.0, 'b': 3.0}", "list(d.values())[0]", "d['a'] = d.pop('a'); d['a'] = V"),
    "merged dict": ("d = {'k': V}", "({'j': 1} | d)['k']", "d['k'] = V"),
    "double star": ("d = {'k': V}", "{**d}['k']", "d['k'] = V"),
    "keyword arguments": ("d = {'k': V}\ndef h(**kw): return kw['k']", "h(**d)", "d['k'] = V"),
    "popped keyword argument": ("d = {'k': V}\ndef h(**kw): return kw.pop('k')", "h(**d)", "d['k'] = V"),
    "arguments": ("l = [V]\ndef h(*a): return a[0]", "h(*l)", "l[0] = V"),
    "ordered dict": ("d = collections.OrderedDict(k=V)", "next(iter(d.values()))", "d['k'] = V"),
    "default dict": ("d = collections.defaultdict(lambda: g); g = V", "d['k']", "g = V; d.clear()"),
    "default dict made": ("g = V", "collections.defaultdict(lambda: g)['k']", "g = V"),
    "default factory": (
        "d = collections.defaultdict(lambda v=V: v)", "d['k']",
        "d.clear(); d.default_factory = lambda v=V: v"),
    "__missing__": (
        "class D(dict):\n    def __missing__(s, k): return g\ng = V; d = D()", "d['k']", "g = V"),
    "chain map": ("d = {'k': V}; c = collections.ChainMap({}, d)", "c['k']", "d['k'] = V"),
    "user dict": ("d = collections.UserDict(k=V)", "d['k']", "d['k'] = V"),
    "user list": ("d = collections.UserList([V])", "d[0]", "d[0] = V"),
    "counter": ("c = collections.Counter(); c['a'] = V", "c['a']", "c['a'] = V"),
    "most common": ("c = collections.Counter({'a': V, 'b': -1})", "c.most_common(1)[0][1]", "c['a'] = V"),
    "deque": ("d = collections.deque([V])", "d[0]", "d[0] = V"),
    "set": ("s = {V}", "sum(s)", "s.clear(); s.add(V)"),
    "frozenset": ("s = frozenset((V,))", "max(s)", "s = frozenset((V,))"),
    "mapping proxy": ("d = {'k': V}; p = types.MappingProxyType(d)", "p['k']", "d['k'] = V"),
    "class dict": ("class P: k = V", "P.__dict__['k']", "P.k = V"),
    "namespace": ("n = types.SimpleNamespace(k=V)", "n.k", "n.k = V"),
    "bytearray": ("b = bytearray([int(V)])", "b[0]", "b[0] = int(V)"),
    "memoryview": ("b = bytearray([int(V)]); m = memoryview(b)", "m[0]", "b[0] = int(V)"),
    "array": ("b = array.array('d', [V])", "b[0]", "b[0] = V"),
    "numpy": ("b = np.ones(2)", "float(b[0])", "b[0] = V"),
    "numpy negative": ("b = np.ones(2)", "float((-b)[0])", "b[0] = V"),
    "numpy subclass": (
        "class A(np.ndarray):\n    def m(s): pass\nb = np.ones(2).view(A)", "float(b[0])", "b[0] = V"),
    "iterator class": (
        "class I:\n    def __iter__(s): return iter((g, g))\ng = V; o = I()", "sum(o)", "g = V"),
    "iteration by items": (
        "class I:\n    def __getitem__(s, i):\n        if i > 1: raise IndexError\n        return g\ng = V; o = I()",
        "max(o)", "g = V"),
    "next": (
        "class I:\n    def __iter__(s): return s\n    def __next__(s): return g\ng = V; o = I()", "next(o)", "g = V"),
    "generator": ("def gen():\n    yield g\ng = V", "next(gen())", "g = V"),
    "generator expression": ("l = [V]", "sum(v for v in l)", "l[0] = V"),
    "kept generator": ("def gen():\n    while True: yield g\ng = V; it = gen()", "next(it)", "g = V"),
    "kept iterator": ("it = itertools.cycle([V])", "next(it)", "it = itertools.cycle([V])"),
    "counted": ("it = itertools.count()", "(next(it), 1.0)[1] * g", "g = V\nit = it"),
    "context manager": (
        "class W:\n    def __enter__(s): return g\n    def __exit__(s, *a): pass\ng = V; w = W()\n"
        "def h():\n    with w as k: return k", "h()", "g = V"),
    "contextlib": (
        "@contextlib.contextmanager\ndef w():\n    yield g\ng = V\ndef h():\n    with w() as k: return k", "h()",
        "g = V"),
    "lru_cache": (
        "@functools.lru_cache\ndef h(): return g\ng = V", "h()", "g = V; h.cache_clear()"),
    "context variable": ("c = contextvars.ContextVar('c'); c.set(V)", "c.get()", "c.set(V)"),
    "weakref": ("o = Plain(); o.k = V; r = weakref.ref(o)", "r().k", "o.k = V"),
    "dead weakref": ("o = Plain(); r = weakref.ref(o)", "1.0 if r() is not None else 2.0", "o = None"),
    "weak keys": ("o = Plain(); w = weakref.WeakKeyDictionary({o: V})", "w[o]", "w[o] = V"),
    "weak values": (
        "o = Plain(); o.k = V; w = weakref.WeakValueDictionary(a=o)", "w['a'].k", "o = Plain(); o.k = V; w['a'] = o"),
    "proxy": ("o = Plain(); o.k = V; r = weakref.proxy(o)", "r.k", "o.k = V"),
    "environment": ("os.environ['K_'] = str(V)", "float(os.environ['K_'])", "os.environ['K_'] = str(V)"),
    "getenv": ("os.environ['K_'] = str(V)", "float(os.getenv('K_'))", "os.environ['K_'] = str(V)"),
    "thread's own": ("t = threading.local(); t.k = V", "t.k", "t.k = V"),
    "single dispatch": (
        "@functools.singledispatch\ndef h(x): return 1.0\nh.register(float, lambda x, v=V: v)", "h(1.0)",
        "h.register(float, lambda x, v=V: v)"),
    "abstract class": (
        "class A(abc.ABC): pass\nclass Q: pass\nq = Q()", "2.0 if isinstance(q, A) else 3.0", "A.register(Q)"),
    "abstract class of classes": (
        "class A(abc.ABC): pass\nclass Q: pass", "2.0 if issubclass(Q, (int, A)) else 3.0", "A.register(Q)"),
    "protocol": (
        "@typing.runtime_checkable\nclass A(typing.Protocol):\n    k: float\nq = Plain()",
        "2.0 if isinstance(q, A) else 3.0", "q.k = V"),
    "instance check": (
        "class M(type):\n    def __instancecheck__(c, x): return g > 3\nclass A(metaclass=M): pass\ng = V",
        "2.0 if isinstance(1, A) else 3.0", "g = V"),
    "subclass check": (
        "class M(type):\n    def __subclasscheck__(c, x): return g > 3\nclass A(metaclass=M): pass\ng = V",
        "2.0 if issubclass(int, A) else 3.0", "g = V"),
    "class_getitem": ("class A:\n    def __class_getitem__(c, i): return g\ng = V", "A[0]", "g = V"),
    "match args": (
        "class A: __match_args__ = ('x',)\no = A(); o.x, o.y = 2.0, 3.0\n"
        "def h():\n    match o:\n        case A(k): return k",
        "h()", "A.__match_args__ = ('y',)"),
    "match": (
        "o = Plain(); o.k = V\ndef h():\n    match o:\n        case Plain(k=k): return k", "h()", "o.k = V"),
    "match mapping": (
        "d = {'k': V}\ndef h():\n    match d:\n        case {'k': k}: return k", "h()", "d['k'] = V"),
    "match sequence": ("l = [1, V]\ndef h():\n    match l:\n        case [_, k]: return k", "h()", "l[1] = V"),
    "star pattern": ("l = [1, V]\ndef h():\n    a, *b = l\n    return b[0]", "h()", "l[1] = V"),
    "attrgetter": ("o = Plain(); o.a = Plain(); o.a.k = V", "operator.attrgetter('a.k')(o)", "o.a.k = V"),
    "itemgetter": ("l = [1, V]", "operator.itemgetter(0, 1)(l)[1]", "l[1] = V"),
    "methodcaller": (
        "class P:\n    def m(s, *a, **k): return s.k\no = P(); o.k = V", "operator.methodcaller('m', 1, q=2)(o)",
        "o.k = V"),
    "kept attrgetter": ("o = Plain(); o.k = V; g = operator.attrgetter('k')", "g(o)", "o.k = V"),
    "map attrgetter": ("o = Plain(); o.k = V", "list(map(operator.attrgetter('k'), [o]))[0]", "o.k = V"),
    "sort by attrgetter": (
        "o = Plain(); o.k = V; p = Plain(); p.k = 3.0", "sorted([o, p], key=operator.attrgetter('k'))[0].k", "o.k = V"),
    "format field": ("o = Plain(); o.k = V", "float('{0.k}'.format(o))", "o.k = V"),
    "format item": ("d = {'a': [V]}", "float('{d[a][0]}'.format(d=d))", "d['a'][0] = V"),
    "format_map": ("d = {'k': V}", "float('{k}'.format_map(d))", "d['k'] = V"),
    "template": ("d = {'k': V}", "float(string.Template('$k').substitute(d))", "d['k'] = V"),
    "percent": ("d = {'k': V}", "float('%(k)s' % d)", "d['k'] = V"),
    "f-string": ("d = {'k': V}", "float(f'{d[\"k\"]:.2f}')", "d['k'] = V"),
    "json": ("d = {'k': V}", "json.loads(json.dumps(d))['k']", "d['k'] = V"),
    "copy": ("l = [V]", "copy.copy(l)[0]", "l[0] = V"),
    "deepcopy": ("l = [[V]]", "copy.deepcopy(l)[0][0]", "l[0][0] = V"),
    "slice": ("l = [1, V]", "l[1:][0]", "l[1] = V"),
    "length": ("l = [0]", "len(l)", "l.append(0)"),
    "zip": ("l = [V]", "next(zip(l, l))[0]", "l[0] = V"),
    "enumerate": ("l = [V]", "list(enumerate(l))[0][1]", "l[0] = V"),
    "comprehension": ("l = [V]", "{k: v for k, v in enumerate(l)}[0]", "l[0] = V"),
    "exec": ("g = V", "eval('g')", "g = V"),
    "exception": ("e = ValueError(V)", "e.args[0]", "e.args = (V,)"),
    "sys": ("import sys; sys.k_ = V", "sys.k_", "sys.k_ = V"),
    "builtin": ("import builtins; builtins.k_ = V", "k_", "builtins.k_ = V"),
    "shadowed builtin": ("pass", "abs(-2.0)", "abs = lambda x: V"),
    "parameter's attribute": (
        "layer = paddle.nn.Linear(1, 1); layer.weight.k = V", "layer.weight.k", "layer.weight.k = V"),
    "layer attribute": ("layer = paddle.nn.Linear(1, 1); layer.k = V", "layer.k", "layer.k = V"),
    "layer mode": (
        "layer = paddle.nn.Linear(1, 1)", "1.0 if layer.training else 2.0", "layer.training = not layer.training"),
    "buffer": (
        "layer = paddle.nn.Layer(); layer.register_buffer('b', paddle.to_tensor(1.0))", "float(layer.b)",
        "layer.b = paddle.to_tensor(float(V))"),
    "dynamic code": ("h = eval('lambda: g'); g = V", "h()", "g = V"),
    "bool of a list": ("l = []", "2.0 if l else 3.0", "l.append(1)"),
    "identity": ("a_ = Plain(); b_ = Plain(); c_ = a_", "2.0 if c_ is a_ else 3.0", "c_ = b_"),
    "type": ("o = Plain()", "2.0 if type(o) is Plain else 3.0", "o = Special(1.0)"),
}  # fmt: skip
PLACES |= {
    "getattr_static": ("import inspect; o = Plain(); o.k = V", "inspect.getattr_static(o, 'k')", "o.k = V"),
    "getmembers": ("import inspect; o = Plain(); o.k = V", "dict(inspect.getmembers(o))['k']", "o.k = V"),
    "signature": (
        "import inspect\ndef h(k=V): pass", "inspect.signature(h).parameters['k'].default", "h.__defaults__ = (V,)"),
    "type hints": ("class T: a: V", "typing.get_type_hints(T)['a'] * 1", "T.__annotations__['a'] = V"),
    "json of an object": (
        "o = Plain(); o.k = V", "float(json.dumps(o, default=lambda q: q.k))", "o.k = V"),
    "json hook": (
        "g = V", "json.loads('{}', object_hook=lambda d: g)", "g = V"),
    "log level": (
        "import logging; l = logging.getLogger('k_'); l.setLevel(int(V))", "float(l.level)", "l.setLevel(int(V))"),
    "__deepcopy__": (
        "class P:\n    def __deepcopy__(s, m): return s\no = P(); o.l = [V]", "copy.deepcopy(o).l[0]", "o.l[0] = V"),
    "re.sub": ("import re; g = V", "float(re.sub('x', lambda m: str(g), 'x'))", "g = V"),
    "pattern.sub": ("import re; g = V", "float(re.compile('x').sub(lambda m: str(g), 'x'))", "g = V"),
    "flag": (
        "class F(enum.Flag): X = 1; Y = 2\nv = F.X", "2.0 if v & F.Y else 3.0", "v = F.X | F.Y"),
    "key by a hash": (
        "o = Special(V); d = {Special(v): float(v) for v in (2, 3, 5, 7)}", "d[o]", "o.k = V"),
    "decorator": (
        "def deco(h):\n    @functools.wraps(h)\n    def w(): return h() * g\n    return w\n@deco\ndef h(): return 1.0\n"
        "g = V", "h()", "g = V"),
    "generic class": (
        "T = typing.TypeVar('T')\nclass P(typing.Generic[T]):\n    def __init__(s): s.k = g\ng = V", "P[int]().k",
        "g = V"),
}  # fmt: skip

# Of classes, lists and dicts whose special methods tell `box.k`.
KINDS = """
box = Plain(); box.k = V
class Meta(type):
    def __call__(c, *a): return box.k
    def __len__(c): return int(box.k)
    def __iter__(c): yield box.k
    def __contains__(c, q): return box.k > 3
    def __getitem__(c, i): return box.k
class C(metaclass=Meta): pass
class List(list):
    def __len__(s): return int(box.k)
    def __bool__(s): return box.k > 3
    def __eq__(s, q): return box.k > 3
    def __iter__(s): yield box.k
    def __getitem__(s, i): return box.k
    def __add__(s, q): return [box.k]
class Dict(dict):
    def __getitem__(s, i): return box.k
    def get(s, i, d=None): return box.k
    def __contains__(s, i): return box.k > 3
    def keys(s): return ["k"] if box.k > 3 else ["k", "j"]
    def __iter__(s): yield "k"
    def items(s): return [("k", box.k)]
class Keys(dict):
    def keys(s): return ["k"]
    def __getitem__(s, i): return box.k
class Mapping:
    def keys(s): return ["k"]
    def __getitem__(s, i): return box.k
l, d, e, m = List([1.0]), Dict(k=1.0, j=2.0), Keys(k=1.0, j=2.0), Mapping()
def h(**k): return k["k"]
"""


def _uses(text):
    """One to a line, or several with bars between them."""
    return [use.strip() for line in text.strip().splitlines() for use in line.split("|")]


NUMBER_USES = _uses("""
n | abs(-n) | round(n, 1) | max(n, 3) | min([n, 9]) | sum([n, n]) | float(str(n)) | pow(n, 2) | divmod(n, 2)[0]
[n][0] | int(n) | len(range(int(n))) | sorted([n, 3.5])[0] | math.sqrt(n) | float(f'{n:.1f}') | (lambda q: q)(n)
{'a': n}['a'] | n if n > 3 else -n | (n, 1)[0] | float('%.1f' % n) | len([0] * int(n))
[0, 1, 2, 3, 4, 5, 6, 7, 8, 9][int(n)] | len('ab'.ljust(int(n))) | n in (7.0, 8.0)
functools.reduce(lambda p, q: p * q, [n, 2.0]) | next(iter([n])) | list(map(lambda q: q + 1, [n]))[0]
fractions.Fraction(n) * 2.0 | float('{:.1f}'.format(n)) | operator.add(n, 1) | n.real | (n == 7.0) + 1 | hash(n) % 7
complex(n).real | math.floor(n) | bool(n) + n | paddle.full([2], n) | paddle.to_tensor(n)
paddle.ones([int(n), 2]).sum() | paddle.arange(9.0)[int(n)] | a.reshape([-1])[0] * n
""")
OBJECT_USES = _uses("""
o.k | o.get() | o() | o[0] | len(o) | sum(o) | float(o) | int(o) | float(str(o)) | float(repr(o)) | float(f'{o}')
float(f'{o:.2f}') | float('%s' % o) | float('%s' % (o,)) | float('%d' % o) | float('{}'.format(o))
float('{0:.1f}'.format(o)) | float('{0.k}'.format(o)) | float('{0[0]}'.format(o)) | 2 if o else 3
2 if not o else 3 | 2 if 5 in o else 3 | -o | +o | ~o | abs(o) | round(o) | round(1.234567, o) | o + 1 | 1 + o
o * 2 | 2 * o | 9 - o | o % 4 | divmod(o, 2)[0] | o @ 1 | 2 if o == 7.0 else 3 | 2 if o < 5.0 else 3
2 if 5.0 < o else 3 | 2 if [o] == [7.0] else 3 | 2 if (o, 1) == (7.0, 1) else 3 | 2 if {'a': o} == {'a': 7.0} else 3
2 if o in [7.0, 8.0] else 3 | 2 if 7.0 in [o] else 3 | [o, 7.0].index(7.0) + 1 | [o].count(7.0) + 1 | hash(o)
2 if hash((o, 1)) == hash((7, 1)) else 3 | max(o, p).k | min([o, p]).k | sorted([o, p])[0].k
max([o, p], key=float).k | sorted([o, p], key=str)[0].k | max((q for q in (o, p))).k | sorted(iter([o, p]))[0].k
min(map(lambda q: q, [o, p])).k | sorted([3, 1], key=lambda q: o if q > 1 else p)[0] | sum([o, p])
sum(q for q in (o, p)) | sum([], o.k) | math.fsum([o]) | math.prod([o, 2]) | math.floor(o) | math.sqrt(o)
math.pow(o, 1) | list(map(float, [o]))[0] | sum(map(float, [o, p])) | list(map(str, [o]))[0] == '7.0'
sum(map(bool, [o, p])) + 1 | sum(map(len, [o])) | len(list(filter(None, [o, p]))) + 1
len(list(filter(lambda q: q, [o, p]))) + 1 | any([o]) + 1 | all([o]) + 1 | any(q for q in [o]) + 1 | len([1] * o)
len([1, 2, 3, 4, 5, 6, 7, 8, 9][:o]) | [0, 1, 2, 3, 4, 5, 6, 7, 8][o] | 'abcdefghi'[o] == 'h' | range(10)[o]
len(range(o)) | len('a' * o) | len('a'.ljust(o)) | ord(chr(o)) | len(bytes(o)) + 1 | bytes([o])[0]
next(enumerate([1], o))[0] | bin(o) == '0b111' | list(itertools.repeat(1, o)).__len__()
len(list(itertools.islice([1] * 9, o))) | len(list(itertools.takewhile(bool, [o, p]))) + 1
list(itertools.accumulate([o, 1]))[1] | len(list(itertools.compress([1], [o]))) + 1 | sum(itertools.chain(o))
next(itertools.chain([o])).k | [k for k, _ in itertools.groupby([o], key=lambda q: q.k)][0]
list(itertools.starmap(lambda q: q.k, [(o,)]))[0] | list(itertools.filterfalse(None, [o, p])).__len__() + 1
next(itertools.count(o)) | list(zip(o))[0][0] | list(reversed(o))[0] | next(iter(o)) | [*o][0] | list(o)[0]
tuple(o)[0] | {*o}.pop() | dict(a=o)['a'].k | dict([(1, o)])[1].k | {o: 1}[o] * o.k | {o, p}.__len__() * o.k
{q: 1 for q in (o, p)}.__len__() * o.k | {q for q in (o, 7.0)}.__len__() | len({o: 1, 7.0: 2}) | len(set([o, 7.0]))
len(frozenset((o, 7.0))) | functools.reduce(lambda u, v: u + v, [o, p]) | functools.reduce(operator.add, [o, p], 0)
operator.index(o) | operator.truth(o) + 1 | operator.not_(o) + 1 | operator.neg(o) | operator.length_hint(o)
operator.countOf([o], 7.0) + 1 | operator.indexOf([o, 7.0], 7.0) + 1 | operator.itemgetter(0)(o)
operator.attrgetter('k')(o) | operator.methodcaller('get')(o) | operator.call(o) | operator.eq(o, 7.0) + 1
operator.contains(o, 1) + 1 | operator.concat([1], [o])[1].k | complex(o).real
bisect.bisect([1.0, 3.0, 5.0, 9.0], o) | heapq.nlargest(1, [o, p])[0].k | functools.partial(float, o)()
functools.partial(Special.get)(o) | Special.get(o) | Special.prop.fget(o) | o.prop | type(o)(o.k).k
o.__dict__['k'] | float(json.dumps({'k': o.k})[6:-1]) | statistics.mean([o.k, 1]) | next(iter(o, None))
(lambda *q: q[0].k)(*[o]) | (lambda: (yield from o))().__next__() | [q.k for q in (o, p)][0] | {'a': o}.get('a').k
[o, p].pop(0).k | (lambda l: (l.sort(), l[0].k)[1])([o, p]) | (lambda l: (l.remove(7.0), len(l))[1])([o, 7.0])
(lambda s: (s.add(7.0), len(s))[1])({o}) | (lambda l: (l.extend(o), l[0])[1])([])
(lambda l: (l.insert(o, 1), l.index(1))[1])([0] * 9) | (lambda d: (d.update({o: 1}), len(d))[1])({7.0: 1})
collections.Counter([o, 7.0]).most_common()[0][1] | collections.deque(o)[0] | ' '.join(map(str, [o])) == '7.0'
float(''.join(str(q) for q in [o])) | str([o]) == '[7.0]' | len(f'{[o]}') + o.k | repr({'a': o}) == "{'a': 7.0}"
a * o | a + o.k | paddle.full([2], float(o)) | paddle.arange(9.0)[o] | paddle.ones([o, 2]).sum()
paddle.to_tensor(o.k) | paddle.to_tensor([o.k]) | copy.copy(o).k | vars(o)['k'] | getattr(o, 'k')
object.__getattribute__(o, 'k') | hasattr(o, 'k') * o.k | isinstance(o, Special) * o.k | callable(o) * o.k
max([p, o], key=lambda q: q.k).k | min([p, o], key=operator.attrgetter('k')).k | print(end='') or o.k
str(o).index('.') + o.k | int.__add__(int(o), 1) | (3 if o and p else 4) | (o or p).k | (o and p).k
o.k if o > p else p.k | [k for k in o][0] | sum(x * y for x, y in zip(o, o)) | dict(zip('a', o))['a']
""")
KIND_USES = _uses("""
C() | len(C) | sum(C) | 2 if 1 in C else 3 | C[0] | list(C)[0] | list(enumerate(C))[0][1] | list(map(float, C))[0]
len(l) | 2 if l else 3 | 2 if l == [1] else 3 | 2 if [l] == [[1]] else 3 | sum(l) | [*l][0] | list(l)[0] | max(*l, 0)
l[0:] | 2 if 7.0 in l else 3 | (l + [1])[0] | sorted(l)[0] | tuple(l)[0]
len(",".join(map(str, l))) | list(reversed(l))[0]
(lambda q: (q.extend(l), q[0])[1])([]) | [].__iadd__(l)[0] | list(zip(l))[0][0] | list(dict.fromkeys(l))[0] | {*l}.pop()
1 + any(l) | len("{}".format(l)) | paddle.to_tensor(l).sum() | min(l) | len(str(l)) | len([1] * len(l)) | min(*l, 99)
d["k"] | d.get("k") | 2 if "zz" in d else 3 | h(**d) | dict(d)["k"] | len(d.keys()) | {**d}["k"] | [d[k] for k in d][0]
(lambda q: (q.update(d), q["k"])[1])({}) | dict(d.items())["k"] | float("{k}".format_map(d)) | float("%(k)s" % d)
operator.or_({}, d)["k"] | len(list(d)) | {}.__ior__(d)["k"] | collections.OrderedDict(d)["k"] | len({**d})
h(**e) | dict(e)["k"] | {**e}["k"] | (lambda q: (q.update(e), q["k"])[1])({}) | e["k"] | len(dict(e)) | len({**e})
h(**m) | dict(m)["k"] | {**m}["k"] | (lambda q: (q.update(m), q["k"])[1])({}) | m["k"] | {}.__ior__(m)["k"]
""")
# Of a number that is another at each call: what tells which number it is.
VARYING_USES = _uses("""
n.real | (n.real == 7) + 1 | n.imag + 1 | (n.conjugate() == 7) + 1 | type(n)(3) | (type(n) is float) + 1
(type(n) is int) + 1 | isinstance(n, int) + 1 | {int: 2, float: 3}[type(n)] | (n == 7) + 1 | n.__add__(1)
(n.__eq__(7)) + 1 | (n.__float__() == 7.0) + 1 | (n.__int__() == 7) + 1 | n.__hash__() % 5 | (n.__ceil__() == 7) + 1
n.__divmod__(3)[1] | n.__lt__(5) + 1 | {7: 3}.get(n, 4) | (n in {7: 1}) + 1 | ({n} == {7}) + 1 | ((n,) == (7,)) + 1
[7.0, n].index(n) + 1 | [7, 2].count(n) + 1 | len({n: 1, 7: 2}) | str(n).__len__() | math.isclose(n, 7) + 1
operator.eq(n, 7) + 1 | (not n) + 1 | (1 if n > 5 else 2) | (n < 5 < 6) + 1 | [10] * int(n) and 3
list(range(20))[int(n)] | (int(n) in range(5)) + 1 | max([1, 2, 3], key=lambda v: abs(v - n))
any(v > 5 for v in [n]) + 1 | {'z': n}.pop('z')
setattr(o, 'j', n) or o.j | list(filter(lambda v: v > n, [1, 5, 9])).__len__() | chr(int(n)).__len__() | 7 // n
""")
