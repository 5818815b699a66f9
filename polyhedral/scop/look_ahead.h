/*
 * The text of a loop of the source that tests a condition in each iteration
 * and seldom, or at random, has anything else to do: which parts of it a loop
 * in blocks is made of, and what must hold of a block when the program runs.
 *
 * Made by compiler/survey/look_ahead.c; compiler/output/ writes the loop in
 * blocks in the place of the author's. polyhedral/ hands it on.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_LOOK_AHEAD_H
#define HEDRA_POLYHEDRAL_SCOP_LOOK_AHEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/base/base.h"

enum { LOOK_SPANS = 8, LOOK_PAIRS = 8 };

/* What an access touches in a block: an lvalue of C, made of the loop's
 * iterator or, of what the body counts, of the variable hedraTAG_lane. */
struct look_span {
    const char *text;
    int size; /* of the lvalue, in bytes; or, negative, in elements of `of` */
    const char *of;
};

/* for (init; iterator < bound; iterator++) { before if (test) then }, or with
 * <=. Texts are C as it stands in the source; offsets are bytes of the file. */
struct look_ahead {
    size_t begin, end; /* of the whole statement */
    size_t body;       /* where the body begins, which ends at `end` */
    size_t then, then_end;
    struct loc loc;
    const char *iterator, *init, *bound;
    bool inclusive;
    bool wraps;         /* the iterator is of 32 bits without a sign */
    const char *before; /* declarations that the test needs; empty: none */
    int own_count;
    const char **own; /* the variables that they declare */
    const char *test; /* at least what holds wherever the author's does */
    bool part;        /* it is not the whole of the author's */
    int width;        /* bytes of the elements that it reads */
    bool lists; /* the test reads nothing that the loop writes: what a block
                   has to do is known at its begin */
    bool jumps; /* the loop may end early: of a block only what lies in pages
                   of its first iteration may be read */
    bool multiplies; /* floats, of which sums may be contracted */
    int hidden_count, hidden_cap;
    const char **hidden; /* pointers and arrays by which the test reads */
    int span_count;
    struct look_span span[LOOK_SPANS];
    int read_count; /* the first spans, which a block that jumps reads */
    int pair_count; /* spans that must lie apart in a block */
    int pair[LOOK_PAIRS][2];
};

#endif
