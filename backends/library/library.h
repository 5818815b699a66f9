/*
 * Kernels of the families that libhedra hosts, built as KIR when Hedra is
 * built, and printed into a C file that becomes part of libhedra: its GPUs'
 * programs are there without nvcc. A family is one row of hosted_list
 * (embed.c). Nothing of this is linked to libhedra.
 */
#ifndef HEDRA_BACKENDS_LIBRARY_LIBRARY_H
#define HEDRA_BACKENDS_LIBRARY_LIBRARY_H

#include "backends/kir/kir.h"

struct hosted_family {
    const char *name; /* a C identifier */
    int modules;
    /* Module `number`, which passes kir_check and holds kernels alone. Its
     * name is that of the program in messages and counts. */
    struct kir_module *(*build)(struct arena *arena, int number);
};

extern const struct hosted_family hosted_eri, hosted_tridiag, hosted_tsa,
    hosted_tsa_sums;

extern const struct hosted_family *const hosted_list[]; /* ends with NULL */

#endif
