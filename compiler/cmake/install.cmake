# What `cmake --install` puts where. libhedra is built once and installed
# twice: as an archive and, from the same objects, as a shared library.
include(CMakePackageConfigHelpers)

# The names of the package hold inside this build too.
add_executable(Hedra::brush ALIAS brush)
add_executable(Hedra::hedrac ALIAS hedrac)
add_library(Hedra::hedra ALIAS hedra)
add_library(Hedra::hedra_static ALIAS hedra)

add_library(hedra_shared SHARED $<TARGET_OBJECTS:hedra>)
set_target_properties(hedra_shared PROPERTIES
  OUTPUT_NAME hedra
  EXPORT_NAME hedra
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_link_libraries(hedra_shared PRIVATE
                      $<TARGET_PROPERTY:hedra,LINK_LIBRARIES>)
target_include_directories(
  hedra_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(hedra PROPERTIES EXPORT_NAME hedra_static)

install(TARGETS hedra hedra_shared EXPORT HedraTargets
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS brush hedrac EXPORT HedraTargets)
install(TARGETS racersim)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET hedra_mpi)
  install(TARGETS hedra_mpi)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/compiler/brush.1
              ${PROJECT_SOURCE_DIR}/compiler/hedrac.1
              ${PROJECT_SOURCE_DIR}/compiler/racersim.1
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

set(basis_dir ${CMAKE_INSTALL_DATADIR}/hedra/basis)
install(FILES ${PROJECT_SOURCE_DIR}/brush/data/sto-3g.gbs
              ${PROJECT_SOURCE_DIR}/brush/data/6-31g.gbs
              ${PROJECT_SOURCE_DIR}/brush/data/6-31g-star.gbs
              ${PROJECT_SOURCE_DIR}/brush/data/cc-pvdz.gbs
        DESTINATION ${basis_dir})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Hedra)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/HedraConfig.cmake.in
  ${PROJECT_BINARY_DIR}/HedraConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS basis_dir)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/HedraConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(EXPORT HedraTargets NAMESPACE Hedra:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/HedraConfig.cmake
              ${PROJECT_BINARY_DIR}/HedraConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/HedraIntegrals.cmake
              ${CMAKE_CURRENT_LIST_DIR}/HedraKernels.cmake
        DESTINATION ${package_dir})

# The prefix is found from where the .pc file lies, so that the installed tree
# can be moved.
file(RELATIVE_PATH HEDRA_PC_PREFIX
     ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/hedra.pc.in
               ${PROJECT_BINARY_DIR}/hedra.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hedra.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
