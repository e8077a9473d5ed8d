# paddle/_C and a package folder in the build tree that Python can import as it is: links to python/paddle, beside the libraries.
file(GLOB_RECURSE pybind_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/pybind/*.cc)
if(pybind_sources)
  pybind11_add_module(_C MODULE NO_EXTRAS ${pybind_sources})
  target_link_libraries(_C PRIVATE framework project_options)
  add_dependencies(_C generated_ops)
  set_target_properties(_C PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PACKAGE_DIR} INSTALL_RPATH "$ORIGIN/libs")
endif()

# Folders are linked whole, so a new file in one of them is there at once; a new file or folder at the top appears at the next
# build, which checks this glob.
file(MAKE_DIRECTORY ${PACKAGE_DIR})
file(GLOB links LIST_DIRECTORIES true ${PACKAGE_DIR}/*)
foreach(link ${links})
  if(IS_SYMLINK ${link})
    file(REMOVE ${link})
  endif()
endforeach()
file(GLOB entries LIST_DIRECTORIES true CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/python/paddle ${CMAKE_SOURCE_DIR}/python/paddle/*)
list(REMOVE_ITEM entries __pycache__)
foreach(entry ${entries})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/python/paddle/${entry} ${PACKAGE_DIR}/${entry} SYMBOLIC)
endforeach()
