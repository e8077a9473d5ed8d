# CUDA kernels. Vendor libraries (driver, cuBLAS, cuDNN, NVRTC, NCCL) are never linked: src/backends/gpu/dynload.h opens them at
# first use, so that one binary runs with and without a GPU.
set(PADDLE_WITH_GPU OFF)
if(WITH_GPU STREQUAL "OFF")
  return()
endif()
find_program(NVCC nvcc HINTS ENV CUDA_HOME PATHS /usr/local/cuda PATH_SUFFIXES bin)
if(NOT NVCC)
  if(WITH_GPU STREQUAL "ON")
    message(FATAL_ERROR "WITH_GPU=ON, but no CUDA compiler (nvcc) was found: install CUDA 12.4 or later, set CUDA_HOME, or use WITH_GPU=OFF.")
  endif()
  message(STATUS "GPU: off, no CUDA compiler (nvcc) found")
  return()
endif()

# Before enable_language: CMake 3.25 would otherwise try sm_52, which nvcc 13 has dropped, and report a broken compiler.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 80-real 90-real 90-virtual)
endif()
set(CMAKE_CUDA_COMPILER ${NVCC})
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc has C++20
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
# Shared, and bundled: the static one brings page-aligned thread-local memory, for which a library with static TLS has no room.
# Neither needs a driver to be loaded.
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)
set(CMAKE_CUDA_FLAGS_RELEASE "-O3 -DNDEBUG")
set(PADDLE_WITH_GPU ON)
string(REGEX MATCH "^[0-9]+" cuda_major ${CMAKE_CUDA_COMPILER_VERSION})
foreach(option --expt-relaxed-constexpr --extended-lambda -Xcompiler=-march=x86-64-v3 -diag-suppress=1835)
  target_compile_options(project_options INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:${option}>)
endforeach()
message(STATUS "GPU: ${NVCC} ${CMAKE_CUDA_COMPILER_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}")
