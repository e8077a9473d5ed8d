"""The command of setuptools that builds extensions."""

import os

from setuptools.command.build_ext import build_ext

from . import compiler

_API_FILE = '''"""Operators and functions of a C++ extension."""

from paddle.utils.cpp_extension.extension_utils import load_beside

globals().update(load_beside(__file__, __name__))
'''


class BuildExtension(build_ext):
    """The command `build_ext` of setuptools for extensions of this framework: `name_pd_.so`, and `name.py` over it.

    Examples:
        >>> from paddle.utils.cpp_extension import BuildExtension
        >>> BuildExtension.with_options(no_python_abi_suffix=True).__name__
        'BuildExtension'
    """

    output_dir = None

    @classmethod
    def with_options(cls, **options):
        """The class with options set.

        Args:
            output_dir (str, optional): Where the library goes, in place of setuptools' folder.
            no_python_abi_suffix (bool): Accepted; names never have it.

        Returns:
            type: A command for `cmdclass`.

        Examples:
            >>> from paddle.utils.cpp_extension import BuildExtension
            >>> issubclass(BuildExtension.with_options(output_dir="build"), BuildExtension)
            True
        """
        return type(cls.__name__, (cls,), {"output_dir": options.get("output_dir")})

    def _paths(self, ext):
        folder = self.output_dir or os.path.dirname(self.get_ext_fullpath(ext.name))
        stem = os.path.join(folder, ext.name.rpartition(".")[2])
        return stem + "_pd_.so", stem + ".py"

    def build_extension(self, ext):
        """Compiles one extension.

        Args:
            ext (setuptools.Extension): Of `CppExtension`.
        """
        library, api = self._paths(ext)
        link = [*ext.extra_link_args, *(f"-l{name}" for name in ext.libraries)]
        macros = [f"-D{k}" if v is None else f"-D{k}={v}" for k, v in ext.define_macros]
        compiler.compile_library(
            ext.name.rpartition(".")[2],
            ext.sources,
            library,
            cxx_flags=[*macros, *ext.extra_compile_args],
            ld_flags=link,
            include_dirs=ext.include_dirs,
            library_dirs=ext.library_dirs,
            log=self.announce,
        )
        with open(api, "w") as file:
            file.write(_API_FILE)
        self.built = {**getattr(self, "built", {}), ext.name: (library, api)}

    def get_outputs(self):
        """The files that are built.

        Returns:
            list of str: Paths.
        """
        return [path for ext in self.extensions for path in self._paths(ext)]

    def get_output_mapping(self):
        """What an editable installation takes from where: its files are copied.

        Returns:
            dict: Empty.
        """
        return {}

    def copy_extensions_to_source(self):
        """For `build_ext --inplace`: what is built goes beside the sources of its package."""
        build_py = self.get_finalized_command("build_py")
        for ext in self.extensions:
            folder = build_py.get_package_dir(ext.name.rpartition(".")[0])
            for path in self.built[ext.name]:
                self.copy_file(path, os.path.join(folder, os.path.basename(path)))
