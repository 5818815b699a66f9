# hedra_front: the front end, from C to struct scop by libclang's C interface.
# Included by compiler/CMakeLists.txt.
#
# The headers that belong to clang (stddef.h and its like) are found beside the
# libclang that is loaded; HEDRA_CLANG_RESOURCE_DIR names them if they are
# elsewhere.
set(HEDRA_CLANG_RESOURCE_DIR "" CACHE PATH
    "clang's resource directory (empty: found from libclang)")

find_package(Libclang 0.64 REQUIRED) # 0.64 came with libclang 17

file(GLOB front_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/unit/*.c
     ${CMAKE_CURRENT_LIST_DIR}/survey/*.c
     ${CMAKE_CURRENT_LIST_DIR}/front/*.c)
add_library(hedra_front STATIC ${front_sources})
target_compile_definitions(hedra_front PRIVATE
  HEDRA_CLANG_RESOURCE_DIR="${HEDRA_CLANG_RESOURCE_DIR}")
target_link_libraries(hedra_front PUBLIC hedra_polyhedral hedra_lex hedra_base
                                  PRIVATE Libclang::libclang ${CMAKE_DL_LIBS} m)
