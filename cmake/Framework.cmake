# libframework.so: all layers, MLIR and LLVM in one file. It exports paddle::* and PD_* only and holds no Python.
set(PACKAGE_DIR ${CMAKE_BINARY_DIR}/python/paddle)
# Beside it, glog, whose large thread-local memory has no place in a library with static TLS.
add_library(framework_log SHARED src/common/log/logging.cc src/common/log/glog_stubs.cc)
target_link_libraries(framework_log PRIVATE project_options ${GLOG_ARCHIVE} Threads::Threads)
target_link_options(framework_log PRIVATE
  -Wl,--version-script=${CMAKE_SOURCE_DIR}/cmake/framework.map -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,-z,defs)
set_target_properties(framework_log PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PACKAGE_DIR}/libs)

add_library(framework SHARED ${FRAMEWORK_OBJECTS})
set_target_properties(framework PROPERTIES
  LINKER_LANGUAGE CXX
  LIBRARY_OUTPUT_DIRECTORY ${PACKAGE_DIR}/libs
  INSTALL_RPATH "$ORIGIN"
  LINK_DEPENDS ${CMAKE_SOURCE_DIR}/cmake/framework.map)
target_compile_options(framework PRIVATE -march=x86-64-v3)
target_include_directories(framework INTERFACE
  $<BUILD_INTERFACE:${PUBLIC_INCLUDE_DIR}> $<INSTALL_INTERFACE:include>)
target_compile_features(framework INTERFACE cxx_std_17)
target_link_libraries(framework PRIVATE
  -Wl,--start-group ${MLIR_ARCHIVES} ${LLVM_ARCHIVES} -Wl,--end-group
  framework_log ${Z_ARCHIVE} ${ZSTD_ARCHIVE}
  pip::onednn Threads::Threads ${CMAKE_DL_LIBS} rt m)
if(SANITIZE)
  target_link_options(framework PRIVATE -fsanitize=${SANITIZE})
  target_link_options(framework_log PRIVATE -fsanitize=${SANITIZE})
endif()
target_link_options(framework PRIVATE
  -Wl,--version-script=${CMAKE_SOURCE_DIR}/cmake/framework.map
  # Our LLVM never meets another one in the process. Only functions are bound here: a program has one
  # copy of each exported variable, its own where it reads it without a detour.
  -Wl,--exclude-libs,ALL -Wl,-Bsymbolic-functions
  -Wl,--gc-sections -Wl,-z,nostart-stop-gc  # keeps the section that kernels_init.cc walks
  -Wl,-z,defs -Wl,--as-needed)
# OpenBLAS is opened at the first LAPACK call, by its plain name: it starts its threads when it is loaded.
get_filename_component(openblas_dir ${PIP_OPENBLAS_LIBRARY} DIRECTORY)
set_property(TARGET framework APPEND PROPERTY BUILD_RPATH ${openblas_dir})
