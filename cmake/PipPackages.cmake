# Libraries that come as pip packages live inside the Python environment: ask its interpreter where.
execute_process(
  COMMAND ${Python_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/pip_packages.py
  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "Build packages are missing from ${Python_EXECUTABLE}: run 'make setup', or 'pip install -r requirements-build.txt' for it.")
endif()
string(REPLACE "\n" ";" found "${found}")
list(POP_FRONT found PIP_OPENBLAS_INCLUDE PIP_OPENBLAS_LIBRARY PIP_ONEDNN_INCLUDE PIP_ONEDNN_LIBRARY PIP_PYBIND11_DIR)

# The isolated build of pip has a new folder each time, and with it each command, for Ninja and for ccache: a link keeps its name.
foreach(package OPENBLAS ONEDNN)
  if(PIP_${package}_INCLUDE MATCHES "/pip-build-env-")
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/pip)
    file(CREATE_LINK ${PIP_${package}_INCLUDE} ${CMAKE_BINARY_DIR}/pip/${package} SYMBOLIC)
    set(PIP_${package}_INCLUDE ${CMAKE_BINARY_DIR}/pip/${package})
  endif()
endforeach()

add_library(pip::onednn SHARED IMPORTED)
set_target_properties(pip::onednn PROPERTIES
  IMPORTED_LOCATION ${PIP_ONEDNN_LIBRARY} IMPORTED_SONAME libdnnl.so.3
  INTERFACE_INCLUDE_DIRECTORIES ${PIP_ONEDNN_INCLUDE})
