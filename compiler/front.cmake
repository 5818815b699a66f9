# hedra_front: the front end, from C to struct scop by libclang's C interface.
# Included by compiler/CMakeLists.txt.
#
# The headers that belong to clang (stddef.h and its like) are found beside the
# libclang that is loaded; HEDRA_CLANG_RESOURCE_DIR names them if they are
# elsewhere.
set(HEDRA_CLANG_RESOURCE_DIR "" CACHE PATH
    "clang's resource directory (empty: found from libclang)")

set(CLANG_HINTS)
foreach(version RANGE 21 17)
  list(APPEND CLANG_HINTS /usr/lib/llvm-${version})
endforeach()
find_path(CLANG_INCLUDE_DIR clang-c/Index.h HINTS ${CLANG_HINTS}
          PATH_SUFFIXES include)
find_library(CLANG_LIBRARY NAMES clang HINTS ${CLANG_HINTS} PATH_SUFFIXES lib)
if(NOT CLANG_INCLUDE_DIR OR NOT CLANG_LIBRARY)
  message(FATAL_ERROR "libclang 17 or newer is needed: install "
                      "libclang-19-dev, or set CLANG_INCLUDE_DIR and "
                      "CLANG_LIBRARY")
endif()

file(GLOB front_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/clang_*.c)
add_library(hedra_front STATIC ${front_sources})
target_include_directories(hedra_front SYSTEM PRIVATE ${CLANG_INCLUDE_DIR})
target_compile_definitions(hedra_front PRIVATE
  HEDRA_CLANG_RESOURCE_DIR="${HEDRA_CLANG_RESOURCE_DIR}")
target_link_libraries(hedra_front PUBLIC hedra_polyhedral hedra_base
                                  PRIVATE ${CLANG_LIBRARY} ${CMAKE_DL_LIBS} m)
