/*
 * Paths: which recurrences take a bracket apart, in which order.
 *
 * A path is a row of path.def; the horizontal recurrences (BRUSH eq. 4.27 and
 * 4.28), which lie outside the contraction, are paths of their own. Lowering
 * turns a bracket into a node of a graph over symbols.
 */
#ifndef HEDRA_BRUSH_ALGEBRA_PATH_H
#define HEDRA_BRUSH_ALGEBRA_PATH_H

#include "brush/algebra/dag.h"
#include "brush/algebra/recur.h"

enum { PATH_MAX_ROWS = 7 };

enum path {
#define PATH(name, automatic, form, text, ...) PATH_##name,
#include "brush/algebra/path.def"
#undef PATH
    PATH_COUNT
};

/* What becomes of a path's graph. */
enum path_form {
    FORM_WHOLE,   /* it is written without loops, all for primitive quartets */
    FORM_DIRECT,  /* the same, down from [ab|cd]: no horizontal recurrence */
    FORM_LOOPS,   /* the ket's rows are done in loops over the bra's brackets */
    FORM_CUT_BRA, /* it is cut where the bra's and then the ket's sum stands */
    FORM_CUT_KET, /* the other way about */
    FORM_SINGLE,  /* of a single primitive quartet, without sums */
    FORM_SINGLE_LOOPS, /* the same, the ket's rows in loops */
    FORM_UNROLLED      /* of all primitive quartets, with their constants */
};

const char *path_name(enum path path); /* "OS_BRA" */
/* The path of a name, -1 if there is none. */
int path_find(const char *name);
const char *path_text(enum path path);
bool path_is_automatic(enum path path); /* may be taken without being asked */
enum path_form path_form(enum path path);
/* Whether its kernels serve any number of primitives, or those classes alone
 * that they are made for, which are those of one primitive quartet if it is
 * single; and the path of the same rows, in loops or not, whose kernels serve
 * any. */
bool path_is_general(enum path path);
bool path_is_single(enum path path);
enum path path_general(enum path path);

/* The inputs of graphs. */
enum symbol {
    SYMBOL_POWER = 0,                               /* 2 alpha … 2 eta */
    SYMBOL_INVERSE = SYMBOL_POWER + POWER_COUNT,    /* 1 / 2 alpha … */
    SYMBOL_VECTOR = SYMBOL_INVERSE + POWER_COUNT,   /* 3 * vector + axis */
    SYMBOL_BASE = SYMBOL_VECTOR + 3 * VECTOR_COUNT, /* [0]^(m), m < 64 */
    SYMBOL_LEAF = SYMBOL_BASE + 64 /* leaves that lower_leaf numbers */
};

/* What a leaf is: the number of a symbol, or -1 for a bracket that is to be
 * taken apart. NULL: [0]^(m) is, as SYMBOL_BASE + m. */
typedef int (*lower_leaf)(void *context, const struct bracket *b);

/* The node that a symbol is; NULL: the input of its number. */
typedef int (*lower_symbol)(void *context, int symbol);

/* The state of lowering brackets into one graph: equal brackets are lowered
 * once. */
struct lowering;

struct lowering *lower_new(struct arena *arena, struct dag *dag, enum path path,
                           lower_symbol symbol, void *context);
/* By the horizontal recurrences, down to the leaves that `leaf` knows. */
struct lowering *lower_horizontal(struct arena *arena, struct dag *dag,
                                  lower_leaf leaf, void *context);
/* The node of a bracket whose powers and vectors are all 0. */
int lower_bracket(struct lowering *l, const struct bracket *b);

#endif
