# hedra_add_integrals(TARGET BASIS FILE [NAME NAME] [ELEMENTS LIST] [FILES N]
#                     [STATIC] [OPTIONS OPTION ...])
#
# Generates the integral kernels of a basis set with `brush gen` and compiles
# them into TARGET, which is linked with libhedra (STATIC: with the archive) and
# may include "NAME.h". NAME is by default the file's name as an identifier;
# ELEMENTS are by default all that the basis set has. The kernels come in N C
# files (4), which are compiled side by side. For f32 kernels give OPTIONS
# --precision=f32; their header is then NAME_f32.h. With OPTIONS
# --target=c,ptx,opencl the kernels run on devices, too. Installed with Hedra,
# in Hedra_BASIS_DIR: sto-3g.gbs, 6-31g.gbs, 6-31g-star.gbs and cc-pvdz.gbs.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

function(hedra_add_integrals target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC" "BASIS;NAME;ELEMENTS;FILES"
                        "OPTIONS")
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "hedra_add_integrals: no target named '${target}'")
  endif()
  if(NOT arg_BASIS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "hedra_add_integrals: BASIS FILE is needed")
  endif()
  cmake_path(ABSOLUTE_PATH arg_BASIS NORMALIZE OUTPUT_VARIABLE basis)
  if(NOT arg_NAME)
    cmake_path(GET basis STEM LAST_ONLY stem)
    string(TOLOWER "${stem}" stem)
    string(MAKE_C_IDENTIFIER "${stem}" arg_NAME)
  endif()
  if(NOT arg_FILES)
    set(arg_FILES 4)
  endif()
  if(arg_ELEMENTS)
    list(APPEND arg_OPTIONS "--elements=${arg_ELEMENTS}")
  endif()
  set(name "${arg_NAME}")
  if("--precision=f32" IN_LIST arg_OPTIONS)
    string(APPEND name "_f32")
  endif()
  set(work "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.hedra/${arg_NAME}")
  file(MAKE_DIRECTORY "${work}") # brush makes the last folder of a path only
  set(sources "${work}/${name}.c")
  math(EXPR last "${arg_FILES} - 1")
  foreach(i RANGE ${last})
    list(APPEND sources "${work}/${name}_${i}.c")
  endforeach()
  add_custom_command(
    OUTPUT ${sources} "${work}/${name}.h"
    COMMAND Hedra::brush gen --basis "${basis}" --name "${arg_NAME}"
            --files ${arg_FILES} ${arg_OPTIONS} -o "${work}"
    DEPENDS "${basis}" Hedra::brush
    COMMENT "brush ${arg_NAME}"
    COMMAND_EXPAND_LISTS VERBATIM)
  target_sources(${target} PRIVATE ${sources})
  target_include_directories(${target} PRIVATE "${work}")
  if(arg_STATIC)
    target_link_libraries(${target} PRIVATE Hedra::hedra_static)
  else()
    target_link_libraries(${target} PRIVATE Hedra::hedra)
  endif()
endfunction()

cmake_policy(POP)
