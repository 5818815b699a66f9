/*
 * Filters: what decides before a nest starts which of its instances run, F^Pi,
 * and which of its dependences hold, F^D (thesis sec. 2.2.1, 2.6). Private to
 * polyhedral/.
 *
 * A filter is a conjunction of tests of data that the nest does not write: the
 * guards of a statement, then the conditions around one access of it, in the
 * order in which they are evaluated. A test may read temporaries of the nest
 * that have one definition, which is evaluated in their place. The filter ends
 * where a test cannot be told beforehand; what is left of it is a necessary
 * condition.
 *
 * A dependence holds where the filter of the source access holds at its
 * instance and that of the target access at its own.
 */
#ifndef HEDRA_POLYHEDRAL_PLAN_FILTER_H
#define HEDRA_POLYHEDRAL_PLAN_FILTER_H

#include "polyhedral/model/model.h"

struct filter_test {
    const struct scop_expr *expr;
    bool holds; /* or must it fail? */
};

struct filter {
    int stmt, count;
    struct filter_test *test;
    /* Why it ended: a read of what the nest writes, and a statement that
     * writes it (-1: the test depends on more than the point). NULL: it did not
     * end. */
    const struct scop_expr *culprit;
    int writer;
};

/* The nest, and what a point of the Plan tells of an instance. */
struct filter_nest {
    const bool *in; /* per statement: has it instances in the nest? */
    const bool *
        *known; /* per statement: iterators that follow from the point */
};

/* The filter of a statement, with the conditions `when` around an access. */
struct filter filter_make(const struct poly *poly,
                          const struct filter_nest *nest, int stmt,
                          const struct poly_condition *when);
/* Do both hold at the same instances of two statements? Not, if it cannot be
 * told. */
bool filter_equal(const struct filter *a, const struct filter *b);
/* The poly array that an access of the statement refers to, -1: not modelled.
 */
int filter_array(const struct poly *poly, int stmt,
                 const struct scop_expr *access);
/* The statement that alone gives the temporary `array` the value that `stmt`
 * reads, in the same iterations of its loops, all of which are around `stmt`
 * too; -1 if there is none, or if it is not of the nest (`in`: per statement;
 * NULL: of the region). */
int filter_definition(const struct poly *poly, const bool *in, int array,
                      int stmt);

#endif
