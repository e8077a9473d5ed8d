"""What a session is asked by the interpreter, and subclasses answer otherwise: hooks of the tracer and of to_static."""

import types

from .interrupts import is_of_handler

_NOT_IN_C = (types.NoneType, types.FunctionType)


class Hooks:
    """Of a session without a tracer."""

    def meta(self, tensor):
        return (type(tensor),)

    def found_input(self, tensor):
        """Before anything is done to it."""

    def is_traced(self, x):
        return (
            self.tracer is not None
            and isinstance(x, self.tensor_types)
            and self.tracer.is_traced(x)
        )

    def mirrored(self, holder):
        """The dict that always holds what this one does, or None."""
        return None

    def is_operator(self, fn):
        owner = getattr(fn, "__self__", None)
        if owner is not None and not isinstance(owner, (type, types.ModuleType)):
            name = getattr(
                fn, "__name__", None
            )  # of whom is the method? (`dict.pop` of a layer's registry)
            bases = type(owner).__mro__  # what Python defines there is not it, but calls it
            fn = next((b for b in bases if type(vars(b).get(name)) not in _NOT_IN_C), type(owner))
        module = getattr(fn, "__module__", None)
        module = module or getattr(getattr(fn, "__objclass__", None), "__module__", None)
        return (module or "").split(".")[0] == self.framework

    def writes_stay(self):
        """Whether other threads may see what is written into objects: nothing of it can be taken back."""
        return False

    raised = None  # by a `raise` of the function, at last

    def is_of_function(self, error):
        """Whether the function itself has raised it; what handlers of signals raise, as Ctrl-C, comes from outside."""
        if isinstance(error, KeyboardInterrupt):
            return error is self.raised
        return not is_of_handler(error)

    def is_converted(self, fn):
        """False for functions that the user wants to run as they are (`not_to_static`)."""
        return True

    def merge_key(self, tensor):
        """Tensors of equal keys may be the two results of an `if`."""
        return tuple(tensor.shape), tensor.dtype

    def is_number(self, tensor, dtype):
        """Whether a tensor stands for a Python number of this dtype."""
        return getattr(tensor, "number", False) and str(tensor.dtype).endswith(dtype)

    number_places = True  # whether these may lie in attributes, items and cells

    def is_condition(self, x):
        """Whether `x` is one truth value that only the run knows."""
        return self.is_traced(x)

    def referent(self, reference):
        """What a weak reference stands for."""
        self.opaque("a weak reference")
        return reference()

    def picked(self, tensor, key):
        """`tensor[key]` where the key is an index that only the run knows; None where that can not be."""
        return None

    def hidden_zeros(self, tensor):
        """Zeros like a tensor, whose gradient nobody sees."""
        raise NotImplementedError

    def number_from(self, x, kind):
        """`kind(x)` of a traced tensor, without its value; None where that can not be."""
        return None

    def number_of_item(self, fn, args):
        """`fn(*args)` where it is `Tensor.item`, without its value; or None."""
        return None

    def range_of(self, args):
        """`range(*args)` where an end is a tensor; None where it is no TensorRange."""
        return None

    def late_number(self, number):
        """A Number that Python needs, as a size that only the run knows; None where it can not be one."""
        return None

    def sizes_among(self, fn, args):
        """The arguments of an operator, of which some may be sizes that only the run knows."""
        return args

    def index_of(self, number):
        """What stands for a Number as the index of a tensor that is written."""
        return number.value()

    def refused_write(self):
        """The tensor whose write was refused in a region, once (writes.py); or None."""
        return None

    def overwrite(self, tensor, value):
        """Writes a tensor in place."""
        raise NotImplementedError

    def elements_of(self, rows):
        """The rows of a tensor as a list (grown.py, as are the next ones)."""
        raise NotImplementedError

    def joined(self, fn, grown, args, kwargs):
        """`fn(list, ...)` of a Grown; NotImplemented where it needs the elements."""
        return NotImplemented

    def required(self, count):
        """Whether the Number is not 0 in this call, and calls where it is are left to Python."""
        return False

    def number(self, tensor, dtype):
        """What stands for a Python number of this dtype from now on."""
        return tensor

    def number_and_tensor(self, name, a, b):
        return NotImplemented

    def concrete(self, cond):
        """The value of a condition after a graph break."""
        return bool(cond)

    def logical_not(self, x):
        return x.logical_not()

    def seen(self, value):
        """Gives what to use in the place of a number (or several) that the framework gave."""
        return value

    def from_python(self, fn, args, value):
        """Gives what to use in the place of a tensor that an operator made of Python's numbers."""
        return value

    def follows(self, value):
        """Gives what a pure function gave: it follows from arguments that are compared."""
        return value

    def seen_length(self, tensor):
        """A tensor is iterated over."""

    def same_number(self, kind, args):
        """`int(x)` or `float(x)` where that is `x`, a number of a rehearsal."""
        return None

    def symbol(self, value, place):
        """Stands for a number that changes at each call, where one does."""
        return value

    def decide(self, cond):
        """The value of a condition, on which the program does not depend; None where it is not to be had."""
        return None

    def require(self, cond, value):
        """A call where the condition has another value is left to Python."""

    def print_later(self, args, kwargs):
        """Notes text to be printed when the call ends; whether it does."""
        return False

    def leaf(self, result):
        """The outcome of a run that ends now (tail.py)."""
        raise NotImplementedError

    def before_fork(self):
        """Both ways of a jump are about to be recorded."""

    def data_read(self, x, how):
        if isinstance(x, self.tensor_types):
            self.opaque(f"the data of a tensor ({how})")

    def global_state(self):
        """What native code keeps beside the heap (grad mode, amp): put back where a way is left midway."""
        return None

    def restore_global_state(self, state):
        pass

    def with_histories(self, make, *args, **options):
        """`make(...)` of what a branch gives, which keeps the gradients it has, whatever the grad mode is by then."""
        return make(*args, **options)
