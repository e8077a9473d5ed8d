# Third-party libraries other than MLIR and CUDA. What each is for, and why this version: third_party/README.md.
include(PipPackages)
find_package(pybind11 3 CONFIG REQUIRED HINTS ${PIP_PYBIND11_DIR})
find_package(Threads REQUIRED)

# find_or_explain(<variable> FILE|LIBRARY <name> <apt package> [PATH_SUFFIXES ...]): a failure names the package to install.
function(find_or_explain variable kind name package)
  if(kind STREQUAL FILE)
    find_path(${variable} ${name} ${ARGN})
  else()
    find_library(${variable} NAMES ${name} ${ARGN})
  endif()
  if(NOT ${variable})
    message(FATAL_ERROR "${name} was not found. Run 'make setup', or install the package ${package}.")
  endif()
endfunction()
find_or_explain(GLOG_INCLUDE FILE glog/logging.h libgoogle-glog-dev)
find_or_explain(GLOG_ARCHIVE LIBRARY libglog.a libgoogle-glog-dev)
find_or_explain(ZSTD_ARCHIVE LIBRARY libzstd.a libzstd-dev)
find_or_explain(Z_ARCHIVE LIBRARY libz.a zlib1g-dev)

add_library(third_party_headers INTERFACE)
target_include_directories(third_party_headers SYSTEM INTERFACE
  ${GLOG_INCLUDE} ${PIP_ONEDNN_INCLUDE} ${PIP_OPENBLAS_INCLUDE})
target_link_libraries(project_options INTERFACE third_party_headers)
