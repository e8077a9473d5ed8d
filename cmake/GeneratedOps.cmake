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
# paddle/operators.h, and what defines it in the layer eager: the public ones. They lie where the Python package of the build
# tree has the public headers.
set(PUBLIC_INCLUDE_DIR ${CMAKE_BINARY_DIR}/python/paddle/include)
set(PUBLIC_OPS_HEADER ${PUBLIC_INCLUDE_DIR}/paddle/operators.h)
set(PUBLIC_OPS_SOURCE ${out}/generated/public_ops.cc)
# A file that goes has to be noticed as well: this one changes with the list.
file(CONFIGURE OUTPUT ${out}/sources.txt CONTENT "${op_sources}" @ONLY)
add_custom_command(
  OUTPUT ${GENERATED_OPS_HEADERS} ${GENERATED_OPS_SOURCES} ${PUBLIC_OPS_HEADER} ${PUBLIC_OPS_SOURCE}
  COMMAND ${Python_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/gen_ops.py --src ${CMAKE_SOURCE_DIR}/src/ops --out ${out}
    --public ${PUBLIC_INCLUDE_DIR}/paddle
  DEPENDS ${CMAKE_SOURCE_DIR}/cmake/gen_ops.py ${CMAKE_SOURCE_DIR}/cmake/public_ops.py ${out}/sources.txt ${op_sources}
  COMMENT "Generating ops/generated/ops.{h,cc}" VERBATIM)
add_custom_target(generated_ops
  DEPENDS ${GENERATED_OPS_HEADERS} ${GENERATED_OPS_SOURCES} ${PUBLIC_OPS_HEADER} ${PUBLIC_OPS_SOURCE})

# The other public headers beside it, as links.
file(MAKE_DIRECTORY ${PUBLIC_INCLUDE_DIR}/paddle)
file(GLOB public_headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/include/paddle ${CMAKE_SOURCE_DIR}/include/paddle/*.h)
foreach(header ${public_headers})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/include/paddle/${header} ${PUBLIC_INCLUDE_DIR}/paddle/${header} SYMBOLIC)
endforeach()
# Sources of extensions see the headers of pybind11 as well: paddle/python.h.
file(MAKE_DIRECTORY ${PUBLIC_INCLUDE_DIR}/third_party)
file(CREATE_LINK ${pybind11_INCLUDE_DIR}/pybind11 ${PUBLIC_INCLUDE_DIR}/third_party/pybind11 SYMBOLIC)
