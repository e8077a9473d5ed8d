# Libraries that come as pip packages live inside the Python environment: ask its interpreter where.
execute_process(
  COMMAND ${Python_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/pip_packages.py
  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "Build packages are missing from ${Python_EXECUTABLE}: run 'make setup', or 'pip install -r requirements-build.txt' for it.")
endif()
string(REPLACE "\n" ";" found "${found}")
list(POP_FRONT found PIP_OPENBLAS_INCLUDE PIP_OPENBLAS_LIBRARY PIP_ONEDNN_INCLUDE PIP_ONEDNN_LIBRARY PIP_PYBIND11_DIR)

add_library(pip::onednn SHARED IMPORTED)
set_target_properties(pip::onednn PROPERTIES
  IMPORTED_LOCATION ${PIP_ONEDNN_LIBRARY} IMPORTED_SONAME libdnnl.so.3
  INTERFACE_INCLUDE_DIRECTORIES ${PIP_ONEDNN_INCLUDE})
