"""Whether the library under test is built with a sanitizer."""

from paddle import _C

ACTIVE = any(name in str(_C.__file__) for name in ("asan", "tsan"))
