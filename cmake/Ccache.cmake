# ccache, where it is installed. A clone in another folder hits the same entries: paths are made relative to the tree
# (CCACHE_BASEDIR) and the build folder is left out of the key (CCACHE_NOHASHDIR).
find_program(CCACHE ccache)
if(NOT CCACHE OR CMAKE_CXX_COMPILER_LAUNCHER)
  return()
endif()

if(DEFINED ENV{CCACHE_DIR})
  set(ccache_dir $ENV{CCACHE_DIR})
elseif(EXISTS $ENV{HOME}/.cache/ccache)
  set(ccache_dir $ENV{HOME}/.cache/ccache)
else()
  set(ccache_dir ${CMAKE_SOURCE_DIR}/.ccache)
endif()
set(ccache_size 20G)  # at the default of 5 GB the precompiled headers are evicted at once
if(DEFINED ENV{CCACHE_MAXSIZE})
  set(ccache_size $ENV{CCACHE_MAXSIZE})
endif()

set(CMAKE_CXX_COMPILER_LAUNCHER env
  CCACHE_DIR=${ccache_dir}
  CCACHE_MAXSIZE=${ccache_size}
  CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
  CCACHE_NOHASHDIR=1
  # A precompiled header needs these, else every file that uses it is a miss.
  CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
  ${CCACHE})
set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
message(STATUS "ccache: ${ccache_dir}")
