/*
 * The foundations that every layer stands on; the door of this folder.
 *
 *   arena          memory that is freed at once, growing arrays, text buffer
 *   ascii          letters and digits whatever the locale
 *   checkpoint     files from which an evolution goes on (CHECKPOINT.md)
 *   element        symbols of the chemical elements
 *   error          fills the public struct hedra_error; status names its codes
 *   fault          what is wrong with a user's source, where, and what helps
 *   file           whole files, written as a whole or not at all
 *   first          places for what a program's first region needs
 *   interval_set   sets of address ranges
 *   mpi_bytes      long messages of MPI; a header by itself, as it needs mpi.h
 *   number         numbers as text, with a point whatever the locale
 *   readable       whether memory may be read
 *   report         the sentence that says what went wrong in libhedra
 *   base           the few functions declared here
 *
 * Nothing here has global state, prints (but when memory runs out), or knows of
 * compilers, devices and regions.
 */
#ifndef HEDRA_RUNTIME_BASE_BASE_H
#define HEDRA_RUNTIME_BASE_BASE_H

#include "runtime/base/arena.h"
#include "runtime/base/ascii.h"
#include "runtime/base/checkpoint.h"
#include "runtime/base/element.h"
#include "runtime/base/error.h"
#include "runtime/base/fault.h"
#include "runtime/base/file.h"
#include "runtime/base/first.h"
#include "runtime/base/interval_set.h"
#include "runtime/base/number.h"
#include "runtime/base/report.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Are all bytes lo <= address < hi memory that this process may read? */
bool base_is_readable(uintptr_t lo, uintptr_t hi);
/* Are they so from lo bytes behind each of the addresses on, up to hi? Takes a
 * sixth of the time that as many calls of base_is_readable take. */
bool base_are_readable(const void *const *at, int64_t count, int64_t lo,
                       int64_t hi);

/* Edits (insert, drop, replace, swap of neighbours) that turn `a` into `b`;
 * only the first 63 bytes of each are compared. */
int base_edit_distance(const char *a, const char *b);

/* Seconds since some fixed moment, of a clock that only goes forward. */
double base_clock(void);

#endif
