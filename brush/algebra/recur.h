/*
 * The recurrences of the bracket algebra: the rows of recur.def (BRUSH, eq.
 * 4.19 to 4.29, and Obara and Saika's), applied to single brackets.
 *
 * Owns nothing; pure functions over bracket.h.
 */
#ifndef HEDRA_BRUSH_ALGEBRA_RECUR_H
#define HEDRA_BRUSH_ALGEBRA_RECUR_H

#include "brush/algebra/bracket.h"

enum recur {
#define RECUR(name, equation, raised, flat, ...) RECUR_##name,
#include "brush/algebra/recur.def"
#undef RECUR
    RECUR_COUNT
};

enum { RECUR_MAX_TERMS = 5 };

/* coefficient * bracket */
struct recur_term {
    int coefficient;
    struct bracket bracket;
};

/* Whether the row's left side can be `b` along `axis` (0 x, 1 y, 2 z). */
bool recur_applies(enum recur row, const struct bracket *b, int axis);
/* The right side for `b`, without the terms that vanish; returns their number.
 * recur_applies must hold. */
int recur_apply(enum recur row, const struct bracket *b, int axis,
                struct recur_term term[RECUR_MAX_TERMS]);

/* "MOVE_B", "4.28". */
const char *recur_name(enum recur row);
const char *recur_equation(enum recur row);

#endif
