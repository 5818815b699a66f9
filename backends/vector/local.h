/*
 * What the files of register tiles share. A struct rows belongs to one loop
 * over rows while it is changed.
 */
#ifndef HEDRA_BACKENDS_VECTOR_LOCAL_H
#define HEDRA_BACKENDS_VECTOR_LOCAL_H

#include "backends/kir/kir.h"
#include "backends/vector/vector.h"

enum {
    ROWS = KIR_REGISTER_ROWS,
    MOST_VECTORS = KIR_REGISTER_MOST,
    VECTOR_BYTES = 64,
    FAR = 1 << 30,
    ROWS_MOST_PANELS = 4,
    ROWS_STRIP = 64 /* steps of a panel */
};

/* What is copied for a strip of steps (operand_pack.c). */
struct rows_panel {
    int value, buffer;
    bool strided; /* neighbours in a row of it are none in memory */
    bool aliased; /* its rows fall into the same sets of a cache */
};

struct rows {
    struct kir_func *f;
    struct arena *scratch;
    int vectors;
    int known; /* values below are the function's as it was */
    struct kir_stmt *rows, *steps, *guard, *columns; /* guard: NULL: none */
    bool *inside;  /* per value: made in the rows' loop … */
    bool *differs; /* … and not the same in all of them */
    bool *in_steps, *in_columns, *needed;
    int *part;         /* per value of the columns' loop */
    bool *stored;      /* per buffer: in the rows' loop */
    int *copy;         /* per row and value: its copy, -1: none */
    int buffer, index; /* what is stored */
    int lanes;
    int sum[ROWS][MOST_VECTORS]; /* buffers */
    enum kir_type sum_type;      /* KIR_PRED: there are none yet */
    bool loads, whole;           /* of those sums: some; one is stored anyway */
    bool ragged, slanted;        /* the rows' columns differ; their steps do */
    bool ordered;                /* rows need others, in steps not common */

    enum kir_packing packing;
    int panel_count;
    struct rows_panel panel[ROWS_MOST_PANELS];
    int *panel_of; /* per value: its panel, -1: none */
    int strip;     /* a value: the first step of those in panels */
    int filled;    /* a variable: are these there? */
};

/* The function's value as it was. */
const struct kir_value *rows_value(const struct rows *t, int value);
/* The columns of a tile. */
int rows_width(const struct rows *t);
/* By how much the value grows from column to column; false: who knows. */
bool rows_slope(const struct rows *t, int value, int64_t *slope);

bool rows_is_one(const struct rows *t, int value);
/* Is it loaded from where the columns' loop stores? */
bool rows_is_sum(const struct rows *t, const struct kir_value *v);

/* Marks what is made in the block; false if it is more than loops, conditions
 * and assignments to memory. */
bool rows_mark_made(const struct rows *t, const struct kir_block *block,
                    bool *made);
/* What depends on the row, or is loaded from what rows store. */
void rows_mark_different(struct rows *t, const struct kir_block *block);
/* Is the statement of the rows' loop steps around columns as register_tile.c
 * has them? If so t knows them. */
bool rows_fit(struct rows *t, struct kir_stmt *s);
/* Gives panels to what was found. */
void rows_take_panels(struct rows *t);

/* Copies that are made until leave are its scope's. */
int *rows_enter(struct rows *t);
void rows_leave(struct rows *t, const int *kept);
/* The value in a row, with all that it needs of the loops. */
int rows_made(struct rows *t, int row, int value);
/* What the value is in this row, or in all. */
void rows_let(struct rows *t, int row, int value, int copy);
void rows_let_all(struct rows *t, int value, int copy);
int rows_number(struct rows *t, int64_t value);
int rows_plus(struct rows *t, int a, int64_t b);

/* Finds what is worth a panel in the nest that was found. */
void rows_find_panels(struct rows *t);
/* Copies the columns from j0 and the steps from t->strip to before `end`. */
void rows_put_panels(struct rows *t, int j0, int end);
/* The panel's element in lane j of vector v, in a step. */
int rows_take(struct rows *t, int panel, int v, int j);

#endif
