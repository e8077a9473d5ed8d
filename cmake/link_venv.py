"""Lets .venv import paddle from the build tree: a .pth file that names its python folder."""

import pathlib
import sys
import sysconfig

preset = sys.argv[1]
if preset not in ("asan", "tsan"):  # those only load under their preloaded runtime
    pth = pathlib.Path(sysconfig.get_path("purelib")) / "framework_build_tree.pth"
    line = f"{pathlib.Path('build', preset, 'python').resolve()}\n"
    if not pth.exists() or pth.read_text() != line:
        pth.write_text(line)
