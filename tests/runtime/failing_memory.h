/*
 * Allocations that fail: malloc, calloc, realloc and aligned_alloc of a program
 * that is linked with failing_memory.c (hedra_failing_memory in CMake).
 */
#ifndef HEDRA_TESTS_RUNTIME_FAILING_MEMORY_H
#define HEDRA_TESTS_RUNTIME_FAILING_MEMORY_H

#include <stdbool.h>

/* Allocations until one fails, which comes once; -1: none does. */
extern long failing_left;
/* Has one failed? */
extern bool failing_failed;

#endif
