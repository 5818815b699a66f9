/*
 * The door of bounds/: between which ends subscripts lie that memory holds, as
 * code of a KIR function that computes the ends. It takes a scop, and from its
 * caller what iterators, parameters and elements of arrays are; it knows no
 * sets, and moves no memory.
 *
 *   subscript.c  the subscripts of an access, by what the scop says of them
 *   scalar.c     the scalars in them: what gives them values, and steps
 *   ask.c        what can be told of them before any code is made
 *   interval.c   arithmetic with intervals
 */
#ifndef HEDRA_POLYHEDRAL_BOUNDS_BOUNDS_H
#define HEDRA_POLYHEDRAL_BOUNDS_BOUNDS_H

#include "backends/kir/kir.h"
#include "polyhedral/scop/scop.h"

/* low <= value <= high; a side that is -1 is open. */
struct interval {
    int low, high; /* I64 */
    int some;      /* PRED: is there a value at all? */
};

/* What the code is made from. The functions get `user`; false: not known. */
struct bounds_of {
    const struct scop *scop;
    bool part; /* of a region: it has not all statements that set scalars */
    struct kir_func *f;
    int fits; /* variable of f, I64: becomes 0 where what is computed does not
                 hold */
    void *user;
    /* The iterator of a loop around the statement, over all its instances. */
    bool (*iterator)(void *user, int stmt, int loop, struct interval *out);
    /* The elements that the region reads of an array. */
    bool (*elements)(void *user, int array, struct interval *out);
    /* The value of an expression of parameters, I64. */
    int (*value)(void *user, const struct scop_expr *e);
    int work; /* done so far */
};

/* Widens two variables by the elements that the statement touches by the access
 * and all others like it: from *low to before *high (-1: the code alone is
 * made). False: they are not known. */
bool bounds_widen(struct bounds_of *of, int stmt,
                  const struct scop_expr *access, int low, int high);

/* The same for all that the scop's statements touch of an array. */
bool bounds_widen_all(struct bounds_of *of, int array, int low, int high);

/* Would bounds_widen know, if the caller knew all that it is asked for? */
bool bounds_ask(struct arena *arena, const struct bounds_of *of, int stmt,
                const struct scop_expr *access);

/* Demands that each subscript behind the first one of the access, and of all
 * others like it in the statement, lies within its extent: those that read
 * memory, or all. False: that is not known. */
bool bounds_demand_rows(struct bounds_of *of, int stmt,
                        const struct scop_expr *access, bool all);

/* What it tells where the caller knows what it is asked for: that these
 * subscripts lie there whatever memory holds, or when the region starts. */
enum bounds_rows { BOUNDS_NEVER, BOUNDS_AT_START, BOUNDS_ALWAYS };
enum bounds_rows bounds_ask_rows(struct arena *arena, const struct scop *scop,
                                 bool part, int stmt,
                                 const struct scop_expr *access, bool all);

#endif
