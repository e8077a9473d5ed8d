# Two component sets: `python` is what a wheel holds, below paddle/; `cpp` is for `cmake --install`, in the usual folders.
if(SKBUILD)
  set(component python)
  set(lib_dir libs)
  set(include_dir include)
  set(package_dir cmake)
else()
  set(component cpp)
  set(lib_dir lib/framework)  # a folder of its own: the bundled libraries must not stand in for the system's
  set(include_dir include)
  set(package_dir lib/cmake/framework)
endif()

install(TARGETS framework framework_log EXPORT frameworkTargets
  LIBRARY DESTINATION ${lib_dir} COMPONENT ${component} INCLUDES DESTINATION ${include_dir})
install(DIRECTORY include/paddle DESTINATION ${include_dir} COMPONENT ${component})
install(FILES ${PUBLIC_OPS_HEADER} DESTINATION ${include_dir}/paddle COMPONENT ${component})
install(EXPORT frameworkTargets NAMESPACE framework:: FILE frameworkTargets.cmake DESTINATION ${package_dir} COMPONENT ${component})
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/frameworkConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/frameworkConfig.cmake ${CMAKE_BINARY_DIR}/frameworkConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT ${component})

# Libraries that the system may lack, and the licences of all that is inside, go along. Done at install time.
install(CODE "
  execute_process(COMMAND \"${Python_EXECUTABLE}\" \"${CMAKE_SOURCE_DIR}/cmake/bundle_libraries.py\"
    --destination \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${lib_dir}\"
    \"$<TARGET_FILE:framework>\" \"${PIP_OPENBLAS_LIBRARY}\" COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT ${component})

if(SKBUILD)
  install(DIRECTORY python/paddle/ DESTINATION . COMPONENT python FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed"
    PATTERN "*.html" PATTERN "*.js")
  if(TARGET _C)
    install(TARGETS _C LIBRARY DESTINATION . COMPONENT python)
    # For extensions that bind functions: paddle/python.h.
    install(DIRECTORY ${pybind11_INCLUDE_DIR}/pybind11 DESTINATION ${include_dir}/third_party COMPONENT python)
  endif()
endif()
