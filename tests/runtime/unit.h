/* cmocka and the headers that it wants first. */
#ifndef HEDRA_TESTS_RUNTIME_UNIT_H
#define HEDRA_TESTS_RUNTIME_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

#endif
