/*
 * The elements' symbols: for the compilers and libhedra, each of which links
 * its own copy (what libhedra shows of it stands in
 * runtime/include/hedra_eri.h).
 */
#ifndef HEDRA_RUNTIME_BASE_ELEMENT_H
#define HEDRA_RUNTIME_BASE_ELEMENT_H

#include <stddef.h>

/* Atomic number of a symbol in any case, 0 if there is none; `length` bytes of
 * it count. */
int element_number(const char *symbol, size_t length);
/* "H"; z from 1 to HEDRA_ERI_MAX_Z. */
const char *element_symbol(int z);

#endif
