# The checks: their parts, planted bugs in PTX, and in whole programs.
add_executable(test-ptxsim-check check_unit.c)
target_link_libraries(test-ptxsim-check PRIVATE $<TARGET_OBJECTS:hedra> pthread m
                      ${CMAKE_DL_LIBS} PkgConfig::CMOCKA)
hedra_test(ptxsim-check test-ptxsim-check)

add_executable(check_run check_run.c)
target_link_libraries(check_run PRIVATE $<TARGET_OBJECTS:hedra> pthread m
                      ${CMAKE_DL_LIBS})
file(GLOB planted CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/check/*.ptx)
foreach(file IN LISTS planted)
  cmake_path(GET file STEM name)
  hedra_test(ptxsim-check-${name} check_run ${file})
endforeach()
if(TARGET hedrac)
  hedra_test(ptxsim-check-programs ${CMAKE_CURRENT_SOURCE_DIR}/planted
             $<TARGET_FILE:hedrac> ${CMAKE_C_COMPILER}
             ${PROJECT_BINARY_DIR}/include $<TARGET_FILE:hedra>
             ${CMAKE_CURRENT_SOURCE_DIR})
endif()
