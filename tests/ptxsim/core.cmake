# The core: what each instruction computes, how lanes and warps run, what the
# parser refuses.
function(core_test name)
  add_executable(test-ptxsim-${name} ${ARGN} core_rig.c)
  target_link_libraries(test-ptxsim-${name} PRIVATE $<TARGET_OBJECTS:hedra>
                        pthread ${CMAKE_DL_LIBS} m PkgConfig::CMOCKA)
  hedra_test(ptxsim-${name} test-ptxsim-${name})
endfunction()
core_test(alu core_alu.c)
core_test(alu-plain core_alu.c core_plain.c)
foreach(name alu alu-plain)
  target_compile_options(test-ptxsim-${name} PRIVATE -frounding-math
                         -ffp-contract=off)
endforeach()
target_link_options(test-ptxsim-alu-plain PRIVATE -Wl,--wrap=exec_alu)
core_test(flow core_flow.c)
core_test(parse core_parse.c)
