"""Functions that depend on more than their arguments, and that the framework and the standard library use with care.

Their code asks for the identity of objects to see whether it has met them, and for what weak references of an object
of its own refer to. A user's code may keep an identity, and what it refers to may be gone: there they are opaque.
"""

import weakref

from .natives import OF_TYPE, SPECIAL, native


def _identity(f, args, kwargs):
    session = f.vm.session
    known = len(args) == 1 and session.expectations.of(args[0])[0] == "is"
    return native(f, id, args, kwargs) if f.vm.of_user() or not known else id(*args, **kwargs)


def _referent(f, fn, args, kwargs):
    return native(f, fn, args, kwargs) if f.vm.of_user() else fn(*args, **kwargs)


def _proxy(f, args, kwargs):
    if args:
        f.vm.session.may_die(args[0])
    return native(f, weakref.proxy, args, kwargs)


SPECIAL[id(id)] = _identity
SPECIAL[id(weakref.proxy)] = _proxy
OF_TYPE[weakref.ref] = _referent
