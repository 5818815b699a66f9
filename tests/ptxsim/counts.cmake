# What the simulator counts. The models alone need no library.
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

set(counts ${PROJECT_SOURCE_DIR}/runtime/ptxsim/count)
add_executable(test-ptxsim-model
  model.c ${counts}/arch.c ${counts}/cache.c ${counts}/request.c)
target_include_directories(test-ptxsim-model PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(test-ptxsim-model PRIVATE PkgConfig::CMOCKA)
hedra_test(ptxsim-model test-ptxsim-model)

# The others see the simulator's hidden functions: its objects, not the library.
set(objects $<TARGET_OBJECTS:hedra> pthread m ${CMAKE_DL_LIBS})
function(counts_test name)
  add_executable(test-ptxsim-${name} ${ARGN})
  target_compile_definitions(test-ptxsim-${name} PRIVATE
    COUNTS_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(test-ptxsim-${name} PRIVATE
    ${objects} PkgConfig::CMOCKA)
  hedra_test(ptxsim-${name} test-ptxsim-${name})
endfunction()

counts_test(transpose counts_transpose.c counts_rig.c)
counts_test(count-request count_request.c)
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)
counts_test(counts counts_exact.c counts_rig.c)
target_link_libraries(test-ptxsim-counts PRIVATE PkgConfig::CJSON)

hedra_test(ptxsim-count ${PROJECT_SOURCE_DIR}/tests/cli/session
           $<TARGET_FILE:hedrac> ${CMAKE_CURRENT_SOURCE_DIR}/count.t)
hedra_test(ptxsim-sums ${CMAKE_CURRENT_SOURCE_DIR}/sums $<TARGET_FILE:hedrac>
           ${CMAKE_C_COMPILER} $<TARGET_FILE:hedra>)
find_program(PTXAS ptxas PATHS /usr/local/cuda/bin)
hedra_test(ptxsim-count-ptxas ${CMAKE_CURRENT_SOURCE_DIR}/count_ptxas
           "${PTXAS}" $<TARGET_FILE:hedrac>
           ${CMAKE_CURRENT_SOURCE_DIR}/count_product.c)
