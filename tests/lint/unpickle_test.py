"""No file runs code: nothing in the package unpickles, evaluates or imports what comes from outside.

What unpickles here reads from processes that the package started itself, or through an Unpickler that knows arrays and
containers alone; what evaluates does so to a text that the same module made.
"""

import ast
import pathlib

import pytest

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python/paddle"
KNOWN = {
    ("pickle.loads", "jit/check_copy.py"): "from our own child",
    ("pickle.loads", "io/worker.py"): "from the process that started it",
    ("pickle.loads", "io/workers.py"): "from our own workers",
    ("eval", "jit/rehearsal.py"): "made of numbers and operators",
    ("eval", "jit/entry.py"): "made of numbers and operators",
    ("exec", "jit/vm/tracebacks.py"): "an empty function",
    ("exec", "jit/vm/in_python.py"): "a text in the module itself",
    ("exec", "utils/cpp_extension/extension_utils.py"): "made of identifiers",
}
UNSAFE = {
    "eval", "exec", "ArrayUnpickler", "pickle._Unpickler", "pickle.load", "pickle.loads", "pickle.Unpickler",
    "marshal.load", "marshal.loads", "shelve.open", "joblib.load", "dill.load", "dill.loads", "torch.load",
    "yaml.load", "os.system",
}  # fmt: skip


def findings(text):
    """(what, line) of each unsafe call."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name in UNSAFE:
            yield name, node.lineno
        if any(k.arg == "allow_pickle" and ast.unparse(k.value) != "False" for k in node.keywords):
            yield "allow_pickle", node.lineno
        if any(k.arg == "shell" and ast.unparse(k.value) != "False" for k in node.keywords):
            yield "shell", node.lineno


def test_nothing_runs_code_of_a_file():
    unknown, seen = [], set()
    for path in sorted(PACKAGE.rglob("*.py")):
        relative = path.relative_to(PACKAGE).as_posix()
        for name, line in findings(path.read_text()):
            seen.add((name, relative))
            if (name, relative) not in KNOWN:
                unknown.append(f"{relative}:{line}: {name}")
    assert not unknown, f"say in KNOWN why it is safe: {unknown}"
    assert seen == set(KNOWN), f"no longer there: {set(KNOWN) - seen}"


def test_unpicklers_refuse_what_they_do_not_know():
    """Each class that unpickles has a `find_class` of its own."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            bases = map(ast.unparse, node.bases) if isinstance(node, ast.ClassDef) else ()
            # ArrayUnpickler is the base of one that has it.
            if any(b.endswith("Unpickler") for b in bases) and node.name != "ArrayUnpickler":
                methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
                assert "find_class" in methods, f"{path}: {node.name}"


@pytest.mark.parametrize(
    "text",
    ["pickle.load(f)", "np.load(p, allow_pickle=True)", "subprocess.run(c, shell=True)", "eval(x)"],
)
def test_unsafe_calls_are_found(text):
    assert len(list(findings(text))) == 1
