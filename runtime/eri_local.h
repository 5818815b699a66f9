/*
 * Between the files of the integral runtime: a molecule's shell pairs by class,
 * and the evaluation of rows of quartets.
 */
#ifndef HEDRA_RUNTIME_ERI_LOCAL_H
#define HEDRA_RUNTIME_ERI_LOCAL_H

#include "runtime/eri.h"
#include "runtime/hedra.h"

#include <stdbool.h>

/* Pairs of shells of two types: equal constants, one form. Pairs stand in the
 * order of falling bounds, so that those that pass a threshold beside any other
 * pair come first. */
struct eri_class {
    int type[2], pair_kind;
    int functions, primitives, combinations;
    int count, stride; /* pairs, and columns of `field` */
    int (*shell)[2];
    int (*first)[2]; /* first functions of both shells */
    double *bound;   /* sqrt((ab|ab)), the greatest of the pair's functions */
    void *field;     /* rows of enum hedra_eri_pair_field */
    void *constant;  /* rows of enum hedra_eri_constant */
    double *zeta;    /* per primitive pair */
};

struct hedra_eri {
    const struct hedra_eri_set *set;
    int shells, functions, classes, threads;
    struct hedra_eri_place *place;
    int *type; /* per shell: its number in the set */
    struct eri_class *class;
};

/* What one thread needs to evaluate quartets; zeroed at the start. */
struct eri_worker {
    const struct hedra_eri *eri;
    const struct eri_class *bra, *ket; /* of `table` */
    void *table, *out;
    size_t table_size, out_size;
};

/* Evaluates bra pair `pair` of `bra` with `width` ket pairs from `first` on,
 * into worker->out. bra->pair_kind >= ket->pair_kind. False if memory is
 * short. */
bool eri_run(struct eri_worker *worker, const struct eri_class *bra,
             const struct eri_class *ket, int pair, int first, int width);
void eri_worker_free(struct eri_worker *worker);

/* Number n of an array of the set's values. */
static inline double eri_get(const struct hedra_eri_set *set, const void *array,
                             int64_t n)
{
    return set->element_size == 8 ? ((const double *)array)[n]
                                  : (double)((const float *)array)[n];
}

static inline void eri_put(const struct hedra_eri_set *set, void *array,
                           int64_t n, double value)
{
    if (set->element_size == 8)
        ((double *)array)[n] = value;
    else
        ((float *)array)[n] = (float)value;
}

#endif
