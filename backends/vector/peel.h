/*
 * What the files of peeling share. A struct peel belongs to one loop while it
 * is taken apart. Private to backends/vector/.
 */
#ifndef HEDRA_BACKENDS_VECTOR_PEEL_H
#define HEDRA_BACKENDS_VECTOR_PEEL_H

#include "backends/kir/kir.h"

enum {
    PEEL_USUAL = 8, /* bounds of loops inside that no iteration changes */
    PEEL_SHORT = 8  /* iterations of loops inside */
};

/* Beyond this no bound is, so that their sums do not wrap around. */
#define PEEL_FAR ((int64_t)1 << 60)

/* What a value is between the ends, with x the iterator: sign * x (MOVING) +
 * [lo, hi] + invariant (a value, -1: none). */
enum form_kind { UNSEEN, OTHER, FIXED, MOVING };

struct form {
    enum form_kind kind;
    int sign;
    int64_t lo, hi;
    int invariant;
};

/* What is so between the ends: x + a OP b is `truth`. */
struct test {
    enum kir_op op;
    struct form a, b;
    bool first; /* is it the first iterations that differ, or the last ones? */
    bool truth;
};

/* An operation that is one of its operands between the ends. */
struct choice {
    int operand; /* which */
    bool less;   /* REM: less the other one */
    int count;   /* of tests that say so */
    struct test test[2];
};

/* A bound that is a number, as a rule. */
struct usual {
    int value;
    int64_t number;
};

struct peel {
    struct kir_func *f;
    const struct kir_stmt *loop;
    int known; /* values below are the function's as it was */
    bool *inside;
    struct form *form;
    int *copy;
    int statements, test_count, usual_count;
    struct usual usual[PEEL_USUAL];
    int first, end;   /* values: what is between begins and ends there */
    int64_t from, to; /* and there, as far as constants tell */
    bool first_is_needed, end_is_needed; /* do these iterations differ? */
};

const struct kir_value *peel_value(const struct peel *p, int value);
/* Marks what is made in the loop; false if it is more than branches, loops of
 * few iterations and assignments, or asks for no end. */
bool peel_find(struct peel *p);
struct form peel_form(struct peel *p, int value);
/* Is the value a condition that is known between the ends? */
bool peel_test(struct peel *p, int value, struct test *test);
/* Is it one of its operands there? */
bool peel_choice(struct peel *p, int value, struct choice *choice);
/* How often a loop inside runs between the ends; it begins at `lo`, a value of
 * the loop as it was, or with lo < 0 at `first`. */
struct peel_trips {
    int64_t count, first;
    int lo;
};
bool peel_trips(struct peel *p, const struct kir_stmt *s,
                struct peel_trips *trips);
/* Is it a number of 64 bits made of a moving one of 32? */
bool peel_is_widened(struct peel *p, int value);

#endif
