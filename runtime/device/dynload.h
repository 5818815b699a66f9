/*
 * Drivers' libraries, opened when first asked for and never closed.
 *
 * A driver's functions are rows of one X-macro list F(result, name, symbol,
 * (parameters)), which declares the table of pointers and, with DYNLOAD_ROW,
 * says what to load into it.
 */
#ifndef HEDRA_RUNTIME_DEVICE_DYNLOAD_H
#define HEDRA_RUNTIME_DEVICE_DYNLOAD_H

#include "runtime/device/kind.h"

#include <stddef.h>

struct dynload_row {
    const char *symbol;
    size_t offset; /* of the pointer in the table */
};

/* A member of the table, and the row that fills it (TABLE is the struct). */
#define DYNLOAD_MEMBER(result, name, symbol, parameters)                       \
    result(*name) parameters;
#define DYNLOAD_ROW(table, name, symbol) {symbol, offsetof(table, name)},

/* Opens the first of the NULL-terminated `libraries` that is there, and fills
 * `table`; all `count` symbols must exist. DEVICE_ABSENT if no library is
 * there, DEVICE_FAILED if a symbol is not. */
enum device_open dynload_open(const char *const *libraries,
                              const struct dynload_row *row, int count,
                              void *table, struct report *why);

#endif
