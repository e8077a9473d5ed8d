# The CPU kernels, src/phi/kernels/cpu/, are compiled once per instruction set, each into its own namespace
# paddle::phi::<PD_CPU_ISA>, and register themselves; the best set that the machine can run wins at load.
#
# Code compiled for AVX-512 must stay away from the rest of the library, which has to run where AVX-512 is missing.
# - Inline functions and templates of headers (std::vector, DDim, ...) are weak symbols: the linker keeps one copy of each and
#   could keep the AVX-512 one for everybody. So the objects of such a set are merged into one file, all its symbols made local.
# - Static initialisers are run by the loader on any machine. So they are moved to a section of their own, which
#   kernels_init.cc runs after it has looked at the CPU.
# The price: a static local or an inline variable of a header exists once more in that file. State that must be one per process
# (registries, flags, pools) therefore belongs into a .cc of the library, never into a header that kernels include.
layer_sources(kernel_sources phi/kernels/cpu)
# -fno-strict-aliasing: kernels that only move elements treat all dtypes of a size as one integer type.
set(kernel_options -O3 -fno-math-errno -fno-trapping-math -fno-strict-aliasing)
if(SANITIZE)
  list(TRANSFORM kernel_options REPLACE -O3 -O1)
endif()

# add_kernels(<isa> <level> <option>...)
function(add_kernels isa level)
  add_library(kernels_${isa} OBJECT ${kernel_sources})
  target_link_libraries(kernels_${isa} PRIVATE project_options)
  set_target_properties(kernels_${isa} PROPERTIES PD_OWN_ISA ON)
  target_compile_options(kernels_${isa} PRIVATE ${kernel_options} -march=x86-64-${isa} ${ARGN})
  target_compile_definitions(kernels_${isa} PRIVATE PD_CPU_ISA=${isa} PD_CPU_ISA_LEVEL=${level})
  add_dependencies(kernels_${isa} generated_ops)
endfunction()

if(kernel_sources)
  add_kernels(v3 3)
  list(APPEND FRAMEWORK_OBJECTS $<TARGET_OBJECTS:kernels_v3>)
endif()

if(kernel_sources AND "v4" IN_LIST PD_CPU_ISAS)
  # -fno-gnu-unique: objcopy does not make STB_GNU_UNIQUE symbols local.
  add_kernels(v4 4 -mprefer-vector-width=512 -fno-gnu-unique)
  find_program(LD_BFD ld.bfd REQUIRED)  # lld does not have --force-group-allocation
  set(KERNELS_V4_OBJECT ${CMAKE_BINARY_DIR}/kernels_v4.o)
  # Dissolving the COMDAT groups comes first: the final link would otherwise drop a group, local symbols and all, in favour of
  # an equally named one. --keep-global-symbol keeps that one name (which nothing defines) and makes all others local.
  add_custom_command(
    OUTPUT ${KERNELS_V4_OBJECT}
    COMMAND ${LD_BFD} -r --force-group-allocation -o ${KERNELS_V4_OBJECT}.merged $<TARGET_OBJECTS:kernels_v4>
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=PD_kernels_v4_anchor
            --rename-section .init_array=pd_kernels_v4_init,alloc,load,data,contents
            ${KERNELS_V4_OBJECT}.merged ${KERNELS_V4_OBJECT}
    COMMAND ${CMAKE_COMMAND} -E rm ${KERNELS_V4_OBJECT}.merged
    DEPENDS kernels_v4 $<TARGET_OBJECTS:kernels_v4>
    COMMENT "Merging the x86-64-v4 kernels and hiding their symbols" COMMAND_EXPAND_LISTS VERBATIM)
  list(APPEND FRAMEWORK_OBJECTS ${KERNELS_V4_OBJECT} ${CMAKE_SOURCE_DIR}/cmake/kernels_init.cc)
endif()
