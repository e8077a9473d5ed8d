"""Whether the library under test is built with a sanitizer."""

from paddle import _C

FORKS = "the sanitizers of GCC 12 do not fork while threads work"
ACTIVE = any(name in str(_C.__file__) for name in ("asan", "tsan"))
