# MLIR and LLVM, linked statically and hidden: a shared LLVM costs 257 MB and meets other LLVMs in the process.
find_package(MLIR 22.1 CONFIG HINTS /usr/lib/llvm-22)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR "MLIR 22 was not found. Run 'make setup', install libmlir-22-dev and llvm-22-dev, or pass -DMLIR_DIR=.../lib/cmake/mlir.")
endif()

# Files, not the targets MLIR exports: those pull in libLLVM.so.
file(GLOB MLIR_ARCHIVES ${LLVM_LIBRARY_DIRS}/libMLIR*.a)
list(FILTER MLIR_ARCHIVES EXCLUDE REGEX "Test|CAPI")
execute_process(
  COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libfiles orcjit passes x86codegen x86asmparser irreader
  OUTPUT_VARIABLE LLVM_ARCHIVES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(LLVM_ARCHIVES UNIX_COMMAND "${LLVM_ARCHIVES}")

add_library(mlir_headers INTERFACE)
separate_arguments(LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(mlir_headers INTERFACE ${LLVM_DEFINITIONS})
target_include_directories(mlir_headers SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_include_directories(mlir_headers INTERFACE ${CMAKE_SOURCE_DIR}/cmake)  # mlir_pch.h
# -g1: full debug information of MLIR's templates is gigabytes and says little.
target_compile_options(mlir_headers INTERFACE $<$<AND:$<CONFIG:Debug>,$<COMPILE_LANGUAGE:CXX>>:-g1>)

# One file with MLIR takes up to 1.8 GB, so as many at a time as memory allows, whatever -j says.
cmake_host_system_information(RESULT memory_mb QUERY TOTAL_PHYSICAL_MEMORY)
math(EXPR jobs "${memory_mb} / 3000 + 1")
set_property(GLOBAL APPEND PROPERTY JOB_POOLS mlir=${jobs})

# The precompiled header costs 17 s and 0.5 GB, so the layers share one. It is built with exactly their flags, else g++ rejects it.
# The angle brackets matter: CMake would write a relative path as an absolute one, and no other clone would hit the cache.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/mlir_pch.cc CONTENT "// Owns the precompiled header of the MLIR layers.\n")
add_library(mlir_pch OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/mlir_pch.cc)
target_link_libraries(mlir_pch PRIVATE project_options mlir_headers)
target_precompile_headers(mlir_pch PRIVATE <mlir_pch.h>)
