# One object library per layer of src/. Which layer may include which: tests/lint/layers_test.py.
set(FRAMEWORK_OBJECTS)

# add_layer(<name> <source>...): nothing where there is no source.
function(add_layer name)
  if(NOT ARGN)
    return()
  endif()
  add_library(${name} OBJECT ${ARGN})
  target_link_libraries(${name} PRIVATE project_options)
  add_dependencies(${name} generated_ops)
  set(FRAMEWORK_OBJECTS ${FRAMEWORK_OBJECTS} $<TARGET_OBJECTS:${name}> PARENT_SCOPE)
endfunction()

# layer_sources(<variable> <folder below src/> [<folder to leave out>...])
function(layer_sources variable folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cc)
  foreach(other ${ARGN})
    list(FILTER files EXCLUDE REGEX "^${CMAKE_SOURCE_DIR}/src/${other}/")
  endforeach()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

layer_sources(sources common common/log)  # a library of its own: Framework.cmake
add_layer(common ${sources})
foreach(layer core backends/cpu eager jit inference profiler)
  layer_sources(sources ${layer})
  if(layer STREQUAL "eager")
    list(APPEND sources ${PUBLIC_OPS_SOURCE})
    set_source_files_properties(${PUBLIC_OPS_SOURCE} PROPERTIES COMPILE_OPTIONS "-I${PUBLIC_INCLUDE_DIR}")
  endif()
  string(REPLACE "/" "_" name ${layer})
  add_layer(${name} ${sources})
endforeach()

layer_sources(sources ops)
add_layer(ops ${sources} ${GENERATED_OPS_SOURCES})
layer_sources(sources distributed distributed/spmd)
add_layer(distributed ${sources})
layer_sources(sources phi phi/kernels/cpu phi/kernels/gpu)  # the CPU kernels: CpuKernels.cmake
add_layer(phi ${sources})

# The layers that see MLIR, and so its precompiled header.
foreach(layer pir cinn distributed/spmd executor)
  layer_sources(sources ${layer})
  if(sources)
    string(REPLACE "/" "_" name ${layer})
    add_layer(${name} ${sources})
    target_link_libraries(${name} PRIVATE mlir_headers)
    target_precompile_headers(${name} REUSE_FROM mlir_pch)
    set_target_properties(${name} PROPERTIES JOB_POOL_COMPILE mlir)
  endif()
endforeach()

if(PADDLE_WITH_GPU)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/src/backends/gpu/*.cc ${CMAKE_SOURCE_DIR}/src/backends/gpu/*.cu
    ${CMAKE_SOURCE_DIR}/src/phi/kernels/gpu/*.cc ${CMAKE_SOURCE_DIR}/src/phi/kernels/gpu/*.cu)
  add_layer(gpu ${sources})
  if(TARGET gpu)
    target_include_directories(gpu SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
    # Here alone, so that all other files are the same to ccache with and without CUDA.
    target_compile_definitions(gpu PRIVATE PADDLE_CUDA_MAJOR=${cuda_major})
  endif()
endif()
