"""setuptools is imported before pip is, as it is in programs of Paddle, which imports it itself.

Otherwise pip keeps the distutils of Python, and setuptools, which comes with one of its own, refuses to be imported
later on. Importing it always would take as long as all of `import paddle`.
"""

import contextlib
import sys


class _BeforePip:
    """Asked for each module that is imported first; leaves when it is pip."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name == "pip":
            sys.meta_path.remove(cls)
            with contextlib.suppress(ImportError):
                import setuptools  # noqa: F401


def install():
    """From Python 3.12 on there is no distutils to disagree about."""
    if sys.version_info < (3, 12) and not {"pip", "setuptools"} & set(sys.modules):
        sys.meta_path.insert(0, _BeforePip)
