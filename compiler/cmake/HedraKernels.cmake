# hedra_add_kernels(TARGET FILE.c ... [STATIC] [OPTIONS OPTION ...])
#
# Adds C files with marked loop nests to TARGET: each goes through hedrac, and
# what hedrac writes is compiled into TARGET and linked with libhedra (STATIC:
# with the archive). hedrac sees the include directories, definitions and C
# standard of TARGET, and OPTIONS; it runs again when the file, a header that
# the file includes or hedrac itself has changed.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

function(hedra_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC" "" "OPTIONS")
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "hedra_add_kernels: no target named '${target}'")
  endif()
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "hedra_add_kernels: no file for target '${target}'")
  endif()

  set(dirs "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(defs "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(std "$<TARGET_PROPERTY:${target},C_STANDARD>")
  set(extensions "$<TARGET_PROPERTY:${target},C_EXTENSIONS>")
  set(strict "$<STREQUAL:$<UPPER_CASE:${extensions}>,OFF>")

  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file NORMALIZE OUTPUT_VARIABLE source)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET source STEM LAST_ONLY stem)
    string(SHA256 key "${source}")
    string(SUBSTRING "${key}" 0 8 key)
    set(work "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.hedra/${key}")
    set(out "${work}/${stem}.c")
    file(MAKE_DIRECTORY "${work}")
    add_custom_command(
      OUTPUT "${out}"
      COMMAND Hedra::hedrac "${source}" -o "${out}" -MD -MF "${out}.d"
              "$<$<BOOL:${std}>:-std=$<IF:${strict},c,gnu>${std}>"
              "$<$<BOOL:${dirs}>:-I$<JOIN:${dirs},;-I>>"
              "$<$<BOOL:${defs}>:-D$<JOIN:${defs},;-D>>"
              ${arg_OPTIONS}
      DEPENDS "${source}" Hedra::hedrac
      DEPFILE "${out}.d"
      COMMENT "hedrac ${file}"
      COMMAND_EXPAND_LISTS VERBATIM)
    # #include "header.h" of the source means: beside the source.
    set_source_files_properties("${out}" PROPERTIES
                                INCLUDE_DIRECTORIES "${folder}")
    target_sources(${target} PRIVATE "${out}")
  endforeach()
  if(arg_STATIC)
    target_link_libraries(${target} PRIVATE Hedra::hedra_static)
  else()
    target_link_libraries(${target} PRIVATE Hedra::hedra)
  endif()
endfunction()

cmake_policy(POP)
