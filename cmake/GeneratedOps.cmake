# Sources written by the build, below <build>/generated, which is an include folder of everything.
configure_file(${CMAKE_SOURCE_DIR}/cmake/version.h.in ${CMAKE_BINARY_DIR}/generated/common/generated/version.h @ONLY)

# ops/generated/ops.{h,cc}: the C++ functions of all operators, derived from their PD_OP definitions.
file(GLOB_RECURSE op_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/ops/*.cc)
set(out ${CMAKE_BINARY_DIR}/generated/ops)
set(GENERATED_OPS_SOURCES ${out}/generated/ops.cc)
set(GENERATED_OPS_HEADERS)
foreach(family detection fused ops quant rnn sequence sparse)
  list(APPEND GENERATED_OPS_HEADERS ${out}/generated/${family}.h)
endforeach()
# A file that goes has to be noticed as well: this one changes with the list.
file(CONFIGURE OUTPUT ${out}/sources.txt CONTENT "${op_sources}" @ONLY)
add_custom_command(
  OUTPUT ${GENERATED_OPS_HEADERS} ${GENERATED_OPS_SOURCES}
  COMMAND ${Python_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/gen_ops.py --src ${CMAKE_SOURCE_DIR}/src/ops --out ${out}
  DEPENDS ${CMAKE_SOURCE_DIR}/cmake/gen_ops.py ${out}/sources.txt ${op_sources}
  COMMENT "Generating ops/generated/ops.{h,cc}" VERBATIM)
add_custom_target(generated_ops DEPENDS ${GENERATED_OPS_HEADERS} ${GENERATED_OPS_SOURCES})
