/*
 * Paths: which recurrences take a bracket apart, in which order.
 *
 * A path is a row of path.def; the horizontal recurrences (BRUSH eq. 4.27 and
 * 4.28), which lie outside the contraction, are paths of their own. Lowering
 * turns a bracket into a node of a graph over symbols.
 */
#ifndef HEDRA_BRUSH_PATH_H
#define HEDRA_BRUSH_PATH_H

#include "brush/dag.h"
#include "brush/recur.h"

enum { PATH_MAX_ROWS = 5 };

enum path {
#define PATH(name, stable, text, ...) PATH_##name,
#include "brush/path.def"
#undef PATH
    PATH_COUNT
};

const char *path_name(enum path path); /* "OS_BRA" */
const char *path_text(enum path path);
bool path_is_stable(enum path path); /* may be taken without being asked for */

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

/* The state of lowering brackets into one graph: equal brackets are lowered
 * once. */
struct lowering;

struct lowering *lower_new(struct arena *arena, struct dag *dag,
                           enum path path);
/* By the horizontal recurrences, down to the leaves that `leaf` knows: B
 * first, or D first. */
struct lowering *lower_horizontal(struct arena *arena, struct dag *dag,
                                  bool ket_first, lower_leaf leaf,
                                  void *context);
/* The node of a bracket whose powers and vectors are all 0. */
int lower_bracket(struct lowering *l, const struct bracket *b);

#endif
