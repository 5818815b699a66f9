/*
 * The text of a counted loop of the source, as far as it can be moved into a
 * function of its own, of which threads then run parts: where it lies, how its
 * head counts, and which variables of the function around it it names.
 *
 * Made by compiler/survey/loop_text.c; polyhedral/ asks only which variables
 * the text writes, or only updates, and compiler/output/ writes the function.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_LOOP_TEXT_H
#define HEDRA_POLYHEDRAL_SCOP_LOOP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the text does to an integer, or to the integers of an array, and nothing
 * else: updates by one operation, of which nobody reads what they give. */
enum loop_sum {
    LOOP_SUM_NONE,
    LOOP_SUM_ADD, /* or subtracts */
    LOOP_SUM_OR,
    LOOP_SUM_XOR,
    LOOP_SUM_AND,
    LOOP_SUM_PICK, /* of a number of any type: one of those in which the text
                      keeps the best so far (compiler/survey/loop_pick.c) */
};

/* A variable that is declared in the function, outside of the loop; or one of
 * the file that is a sum. */
struct loop_capture {
    const char *name;
    const char *type;     /* as C spells it; of arrays and pointers: what they
                             lead to */
    const char *constant; /* what it holds from its declaration on, as C spells
                             it; NULL: something else */
    bool narrow;          /* it holds from its declaration on what is of a
                             narrower type: least <= value <= most */
    bool negative;        /* its own type has numbers below 0 */
    int64_t least, most;
    bool usual; /* it is a parameter, and mostly the number that calls of the
                   file hand over */
    int64_t usual_value;
    bool real;          /* the constant is a floating one */
    bool enumerator;    /* no variable, but a constant of an enumeration that
                           the function declares */
    bool array;         /* an array or a pointer */
    bool pointer;       /* a pointer */
    bool automatic;     /* an array that the function declares */
    const char *work;   /* of an automatic array that only the text uses, if
                           a stack has room for it: its type; NULL: it is no
                           such one */
    bool named;         /* by the body; else by a type alone */
    bool written;       /* itself, not what it leads to */
    bool iterator;      /* of a loop in the text, which sets it, and not read
                           behind the region */
    bool global;        /* of the file */
    bool temporary;     /* of the file, and never read but behind an assignment
                           (compiler/survey/temporary.c) */
    const char *record; /* the structure that a pointer leads to, as C spells
                           it without qualifiers; NULL: something else */
    int field_count; /* more than 0: the text reads these fields of it alone */
    const char **field;
    enum loop_sum sum; /* threads may have copies, of 0s, or 1s, to combine */
    int sum_size;      /* of one integer, in bytes */
};

/* for (iterator = first; iterator < bound; iterator += step), or with <= or, if
 * the step is negative, > or >=. Offsets are bytes of the file. */
struct loop_text {
    size_t begin, end;    /* of the whole statement */
    size_t body;          /* where the body begins, which ends at `end` */
    const char *iterator; /* as the source spells it */
    const char *type;     /* the iterator's */
    const char *first;    /* C expressions */
    const char *bound;    /* that the loop does not change */
    bool inclusive;       /* <= or >= */
    int64_t step;
    bool
        targeted; /* the function around has an attribute `target`: nothing that
                     is compiled for another processor can be a part of it */
    bool calls;   /* functions whose bodies the file has */
    bool calls_long; /* one of which is not so short that it becomes a part of
                        all its callers */
    int unroll_count, unroll_cap;
    size_t *unroll; /* where loops begin that are to be written out, in order */
    const char *pick; /* what is picked compares so with the best so far: "<",
                         "<=", ">" or ">="; NULL: nothing is */
    const char *best; /* the variable that holds that */
    int work_bytes;   /* of the captures that are arrays to work in */
    int capture_count, capture_cap;
    struct loop_capture *capture; /* those that another's type names come
                                     before that one */
};

#endif
