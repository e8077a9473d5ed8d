# tests/cpp/**/*_test.cc: one program. Tests see src/ headers, but only what is PADDLE_API links.
enable_testing()
file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/cpp/*_test.cc)
if(NOT PADDLE_WITH_GPU)
  list(FILTER test_sources EXCLUDE REGEX "/gpu/")
endif()
list(FILTER test_sources EXCLUDE REGEX "/tests/cpp/guide/")
if(test_sources)
  find_package(GTest)
  if(NOT GTest_FOUND)
    message(FATAL_ERROR "GoogleTest was not found. Run 'make setup', or install the package libgtest-dev, or pass -DWITH_TESTING=OFF.")
  endif()
  include(GoogleTest)
  add_executable(cpp_tests ${test_sources})
  target_link_libraries(cpp_tests PRIVATE framework project_options GTest::gtest_main)
  target_include_directories(cpp_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests/cpp)
  add_dependencies(cpp_tests generated_ops)
  # At test time: a build must not start the program, which may be broken just then.
  gtest_discover_tests(cpp_tests DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})  # with fixtures

  # Those that declare operators are programs of their own: a record must be there before the registry is first read.
  file(GLOB record_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/cpp/guide/*_test.cc)
  foreach(source ${record_tests})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE framework project_options GTest::gtest_main)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/cpp)
    add_dependencies(${name} generated_ops)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST)
  endforeach()
endif()

# Runs passes over a program in a file: tests/pir.
add_executable(paddle_opt ${CMAKE_SOURCE_DIR}/tests/tools/paddle_opt.cc)
target_link_libraries(paddle_opt PRIVATE framework project_options)
add_dependencies(paddle_opt generated_ops)

add_test(NAME exports COMMAND ${CMAKE_SOURCE_DIR}/cmake/check_exports.sh $<TARGET_FILE:framework>)
if(KERNELS_V4_OBJECT)
  add_test(NAME kernels_v4_symbols COMMAND ${CMAKE_SOURCE_DIR}/cmake/check_kernels.sh ${KERNELS_V4_OBJECT} $<TARGET_FILE:framework>)
endif()
