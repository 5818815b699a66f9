# Finds the newest libclang, 17 or newer: target Libclang::libclang,
# Libclang_VERSION. Debian and Ubuntu keep each version in /usr/lib/llvm-N;
# -DLibclang_ROOT=DIR names another folder with include/ and lib/.
file(GLOB candidates /usr/lib/llvm-*)
list(SORT candidates COMPARE NATURAL ORDER DESCENDING)

# Both come from one folder, so that header and library are of one version.
find_library(Libclang_LIBRARY NAMES clang PATHS ${candidates}
             PATH_SUFFIXES lib lib64)
cmake_path(GET Libclang_LIBRARY PARENT_PATH folder)
find_path(Libclang_INCLUDE_DIR clang-c/Index.h HINTS ${folder}/../include)

# The C interface counts its own versions: 0.64 came with libclang 17.
set(Libclang_VERSION "")
if(Libclang_INCLUDE_DIR)
  file(STRINGS ${Libclang_INCLUDE_DIR}/clang-c/Index.h minor
       REGEX "^#define CINDEX_VERSION_MINOR [0-9]+$")
  string(REGEX MATCH "[0-9]+$" minor "${minor}")
  set(Libclang_VERSION 0.${minor})
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Libclang REQUIRED_VARS Libclang_LIBRARY Libclang_INCLUDE_DIR
  VERSION_VAR Libclang_VERSION
  REASON_FAILURE_MESSAGE "Install libclang 17 or newer: libclang-19-dev")
mark_as_advanced(Libclang_LIBRARY Libclang_INCLUDE_DIR)

if(Libclang_FOUND AND NOT TARGET Libclang::libclang)
  add_library(Libclang::libclang UNKNOWN IMPORTED)
  set_target_properties(Libclang::libclang PROPERTIES
    IMPORTED_LOCATION ${Libclang_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Libclang_INCLUDE_DIR})
endif()
