/*
 * What fills the public struct hedra_error: each function fills *why, unless it
 * is NULL, and returns the status. Both libraries, hedra and hedra_mpi, have
 * this of their own.
 */
#ifndef HEDRA_RUNTIME_BASE_ERROR_H
#define HEDRA_RUNTIME_BASE_ERROR_H

#include "runtime/include/hedra_error.h"

enum hedra_status error_set(struct hedra_error *why, enum hedra_status status,
                            const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The status HEDRA_ERROR_ARGUMENT. */
enum hedra_status error_argument(struct hedra_error *why, const char *text);
enum hedra_status error_no_memory(struct hedra_error *why);
/* The status HEDRA_OK. */
enum hedra_status error_none(struct hedra_error *why);

#endif
