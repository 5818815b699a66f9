# hedra_test(NAME COMMAND...): a test that lacks what it needs (a device, ptxas,
# valgrind) exits with 77, which CTest reports as skipped. Its limit is TIMEOUT,
# or ten minutes, on an idle machine of today, times HEDRA_TEST_TIME, which the
# test finds in its environment as well, for limits of its own.
set(HEDRA_TEST_TIME 4 CACHE STRING
    "What the time limits of tests are multiplied by; tests/run measures it")
option(HEDRA_TEST_FULL
       "More random programs, all of each kind of test, all kernels optimised" OFF)

function(hedra_test name)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  cmake_language(DEFER GET_CALL_IDS calls)
  if(NOT hedra_limits IN_LIST calls)
    cmake_language(DEFER ID hedra_limits CALL hedra_limits)
  endif()
endfunction()

# hedra_of_today(VARIABLE N ITEM...): each N-th of the items, others on each day;
# all with HEDRA_TEST_FULL. For tests that take long and are many of one kind.
function(hedra_of_today variable n)
  set(items ${ARGN})
  if(HEDRA_TEST_FULL)
    set(${variable} ${items} PARENT_SCOPE)
    return()
  endif()
  string(TIMESTAMP seconds %s UTC)
  math(EXPR rest "${seconds} / 86400 % ${n}")
  set(todays "")
  set(number 0)
  foreach(item IN LISTS items)
    math(EXPR place "${number} % ${n}")
    if(place EQUAL rest)
      list(APPEND todays ${item})
    endif()
    math(EXPR number "${number} + 1")
  endforeach()
  set(${variable} ${todays} PARENT_SCOPE)
endfunction()

# hedra_turns(N PATTERN), anywhere in a folder's list: of its tests that match,
# each N-th runs today; the others are labelled another-day, which tests/run
# leaves out, and which run by name on any day. Tests for which \1 of the pattern
# is equal stay together.
function(hedra_turns n pattern)
  cmake_language(EVAL CODE
    "cmake_language(DEFER CALL hedra_take_turns [==[${n}]==] [==[${pattern}]==])")
endfunction()

function(hedra_take_turns n pattern)
  get_property(tests DIRECTORY PROPERTY TESTS)
  list(FILTER tests INCLUDE REGEX "${pattern}")
  set(keys ${tests})
  list(TRANSFORM keys REPLACE "${pattern}" "\\1")
  list(REMOVE_DUPLICATES keys)
  hedra_of_today(todays ${n} ${keys})
  foreach(test IN LISTS tests)
    string(REGEX REPLACE "${pattern}" "\\1" key ${test})
    if(NOT key IN_LIST todays)
      set_property(TEST ${test} APPEND PROPERTY LABELS another-day)
    endif()
  endforeach()
endfunction()

# hedra_environment(PREFIX [FLAG...]): leaves in `environment` what the script
# `run` of a folder finds there, which compiles programs with hedrac and with
# these flags.
function(hedra_environment prefix)
  string(JOIN " " flags ${sanitizer} ${ARGN})
  set(environment
      "${prefix}_BUILD=${PROJECT_BINARY_DIR}"
      "${prefix}_HEDRAC=$<TARGET_FILE:hedrac>"
      "${prefix}_RUNTIME=$<TARGET_FILE:hedra>"
      "${prefix}_CFLAGS=${flags}"
      "CC=${CMAKE_C_COMPILER}"
      HEDRA_CHECK=all # ptxsim: no false alarm
      PARENT_SCOPE)
endfunction()

# Allocations of the program fail when it asks for that
# (tests/runtime/failing_memory.h).
function(hedra_failing_memory target)
  target_sources(${target} PRIVATE
                 ${PROJECT_SOURCE_DIR}/tests/runtime/failing_memory.c)
  target_link_options(
    ${target} PRIVATE
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc)
endfunction()

# hedra_simple_opencl(TEST): PoCL takes long to optimise its kernels, which are
# the same to the simulator.
function(hedra_simple_opencl test)
  if(NOT HEDRA_TEST_FULL)
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT_MODIFICATION
                 POCL_EXTRA_BUILD_FLAGS=set:-cl-opt-disable)
  endif()
endfunction()

# At the end of each folder's list, when all properties are set.
function(hedra_limits)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test IN LISTS tests)
    get_test_property(${test} TIMEOUT seconds)
    if(NOT seconds)
      set(seconds 600)
    endif()
    math(EXPR seconds "${seconds} * ${HEDRA_TEST_TIME}")
    set_tests_properties(${test} PROPERTIES TIMEOUT ${seconds})
    # What is compiled is what is tested, not what happens to be faster.
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT_MODIFICATION
                 HEDRA_TEST_TIME=set:${HEDRA_TEST_TIME} HEDRA_CHOOSE=set:hedra)
  endforeach()
endfunction()
