# Flags that hold for every file of the project, and the linker.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)  # an edit of one kernel must not relink every test

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g -gz")
if(SANITIZE)
  # -g1 is enough for a stack trace and keeps the files small; -O1 keeps the tests bearable.
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -gz -fno-omit-frame-pointer")
endif()

# Options of our own C++ targets. An interface target, so that no flag reaches the CUDA compiler or a third party's files.
add_library(project_options INTERFACE)
set(cxx_options
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:PD_OWN_ISA>>>:-march=x86-64-v3>  # kernels say their own
  -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
  -Wno-restrict                                # g++ 12 warns of std::string where nothing overlaps (PR105329)
  -ffunction-sections -fdata-sections          # so that the linker can drop what nothing uses
  -fno-semantic-interposition)                 # our exported functions are never replaced, so they may be inlined
if(SANITIZE)
  list(APPEND cxx_options -fsanitize=${SANITIZE} -fno-sanitize-recover=undefined)
  target_link_options(project_options INTERFACE -fsanitize=${SANITIZE})
endif()

# Paths in messages and debug information begin at the root of the tree, wherever the tree lies. With ccache the compiler sees
# paths relative to the build folder, without it absolute ones.
file(RELATIVE_PATH root_from_build ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR})
list(APPEND cxx_options -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -ffile-prefix-map=${root_from_build}=)
foreach(option ${cxx_options})
  target_compile_options(project_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${option}>)
endforeach()
target_include_directories(project_options INTERFACE
  ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include ${CMAKE_BINARY_DIR}/generated)

# g++ 12 accepts -fuse-ld=lld only for a program of exactly this name on PATH.
find_program(LLD NAMES ld.lld)
if(LLD)
  add_link_options(-fuse-ld=lld)
endif()
