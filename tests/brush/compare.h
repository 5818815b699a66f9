/*
 * The integrals of a molecule by generated kernels against libint2's.
 */
#ifndef HEDRA_TESTS_BRUSH_COMPARE_H
#define HEDRA_TESTS_BRUSH_COMPARE_H

#include "runtime/include/hedra_eri.h"

#include <stdbool.h>

struct comparison {
    int64_t integrals; /* compared */
    double worst;      /* greatest error */
    int at[4];         /* of these functions */
    int64_t decided;   /* by a third way */
    double theirs;     /* libint2's greatest error among these */
};

/* The integral of four functions by a third way, which decides where both are
 * further apart than `bound`: the error is then the distance from it. */
struct third_way {
    double bound;
    double (*integral)(void *context, const int at[4]);
    void *context;
};

/* Every unique integral that passes the threshold. `relative`: errors are
 * divided by sqrt((ab|ab)(cd|cd)), the greatest of the shells' functions, where
 * that is above 1. `third` may be NULL. False if memory is short or the kernels
 * left integrals out. */
bool compare_all(const struct hedra_eri *eri, const struct hedra_eri_set *set,
                 double threshold, bool relative, const struct third_way *third,
                 struct comparison *result);

/* A value of a block as double. */
double compare_value(const struct hedra_eri_set *set,
                     const struct hedra_eri_block *block, int64_t at);

#endif
