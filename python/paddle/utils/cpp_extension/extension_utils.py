"""What loads extensions."""

from ...missing import stand_in

_jit_compile = stand_in("paddle.utils.cpp_extension.extension_utils._jit_compile")
_import_module_from_library = stand_in(
    "paddle.utils.cpp_extension.extension_utils._import_module_from_library"
)
get_build_directory = stand_in("paddle.utils.cpp_extension.get_build_directory")
load_op_meta_info_and_register_op = stand_in(
    "paddle.utils.cpp_extension.load_op_meta_info_and_register_op"
)
