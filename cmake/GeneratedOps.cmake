# ops/generated/ops.{h,cc}: the C++ functions of all operators, derived from the PD_OP definitions.
configure_file(${CMAKE_SOURCE_DIR}/cmake/version.h.in ${CMAKE_BINARY_DIR}/generated/common/generated/version.h @ONLY)

set(generator ${CMAKE_SOURCE_DIR}/cmake/gen_ops.py)
set(GENERATED_OPS_SOURCES)
add_custom_target(generated_ops)
if(EXISTS ${generator})
  file(GLOB_RECURSE op_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/ops/*.cc)
  set(out ${CMAKE_BINARY_DIR}/generated/ops)
  set(GENERATED_OPS_SOURCES ${out}/generated/ops.cc)
  add_custom_command(
    OUTPUT ${out}/generated/ops.h ${GENERATED_OPS_SOURCES}
    COMMAND ${Python_EXECUTABLE} ${generator} --src ${CMAKE_SOURCE_DIR}/src/ops --out ${out}
    DEPENDS ${generator} ${op_sources}
    COMMENT "Generating ops/generated/ops.{h,cc}" VERBATIM)
  add_custom_target(generated_ops_files DEPENDS ${out}/generated/ops.h ${GENERATED_OPS_SOURCES})
  add_dependencies(generated_ops generated_ops_files)
endif()
