/*
 * What the files of bounds/ share that walk expressions: subscript.c and
 * scalar.c.
 */
#ifndef HEDRA_POLYHEDRAL_BOUNDS_LOCAL_H
#define HEDRA_POLYHEDRAL_BOUNDS_LOCAL_H

#include "polyhedral/bounds/interval.h"

/* A test that holds, or fails, at what is walked. */
struct fact {
    const struct scop_expr *test;
    bool holds;
};

enum { MOST_FACTS = 64, MOST_DEPTH = 64, MOST_WORK = 20000 };

struct bounds {
    struct intervals in;
    struct bounds_of *of;
    int stmt; /* whose iterators are meant */
    int fact_count;
    struct fact fact[MOST_FACTS];
    int depth;
    const struct scop_expr *access; /* which is looked for; NULL: */
    int array;                      /* all those to it are */
    int low, high; /* variables that the access widens; -1: none */
    bool rows;     /* its subscripts are to lie in their rows instead: */
    bool all;      /* all of them, else those that read memory */
    bool lost;
};

/* Facts (subscript.c): what holds if the test does, or fails; what a node may
 * change; what holds in part k of an if or a loop, before which b's facts do.
 */
void bounds_add_fact(struct bounds *b, const struct scop_expr *test,
                     bool holds);
void bounds_forget_facts(struct bounds *b, const struct scop_node *node);
void bounds_enter(struct bounds *b, const struct scop_node *node, int k);
/* Behind an if, whose facts are forgotten: what ends by a jump did not run. */
void bounds_leave_if(struct bounds *b, const struct scop_node *node);

/* Between which ends the expression lies where statement b->stmt evaluates it;
 * false: that is not known. */
bool bounds_expr(struct bounds *b, const struct scop_expr *e,
                 struct interval *out);
/* The same for a scalar of the region (scalar.c). */
bool bounds_scalar(struct bounds *b, int scalar, struct interval *out);

#endif
