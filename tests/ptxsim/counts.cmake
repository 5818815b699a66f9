# What the simulator counts. The models alone need no library.
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

set(counts ${PROJECT_SOURCE_DIR}/runtime/ptxsim)
add_executable(test-ptxsim-model
  model.c ${counts}/arch.c ${counts}/cache.c ${counts}/request.c)
target_include_directories(test-ptxsim-model PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(test-ptxsim-model PRIVATE PkgConfig::CMOCKA)
hedra_test(ptxsim-model test-ptxsim-model)
