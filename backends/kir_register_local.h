/*
 * What the files of register tiles share. A struct rows belongs to one loop over
 * rows while it is changed.
 */
#ifndef HEDRA_BACKENDS_KIR_REGISTER_LOCAL_H
#define HEDRA_BACKENDS_KIR_REGISTER_LOCAL_H

#include "backends/kir_core.h"
#include "backends/kir_register.h"

enum {
    ROWS = KIR_REGISTER_ROWS,
    MOST_VECTORS = KIR_REGISTER_MOST,
    VECTOR_BYTES = 64,
    FAR = 1 << 30,
    ROWS_MOST_PANELS = 6,
    ROWS_STRIP = 64 /* steps of a panel */
};

/* What is copied for a strip of steps (kir_register_pack.c). */
struct rows_panel {
    int value, buffer;
    bool each_row; /* there is one for each row of a tile */
    bool strided;  /* neighbours in a row of it are none in memory */
};

struct rows {
    struct kir_func *f;
    struct arena *scratch;
    int vectors;
    int known; /* values below are the function's as it was */
    struct kir_stmt *rows, *steps, *guard, *columns; /* guard: NULL: none */
    bool *inside;   /* per value: made in the rows' loop … */
    bool *differs;  /* … and not the same in all of them */
    bool *in_steps, *in_columns, *needed;
    int *part;      /* per value of the columns' loop */
    bool *stored;   /* per buffer: in the rows' loop */
    int *copy;      /* per row and value: its copy, -1: none */
    int buffer, index; /* what is stored */
    int lanes;
    int sum[ROWS][MOST_VECTORS]; /* buffers */
    enum kir_type sum_type; /* KIR_PRED: there are none yet */
    bool loads, whole;      /* of those sums: some; one is stored anyway */
    bool ragged;            /* the rows' columns differ */

    enum kir_packing packing;
    int panel_count;
    struct rows_panel panel[ROWS_MOST_PANELS];
    int *panel_of; /* per value: its panel, -1: none */
    int strip, at; /* values: a strip's first step, a step's place in it */
    int filled;    /* a variable: are there the panels that rows share? */
};


/* The function's value as it was. */
const struct kir_value *rows_value(const struct rows *t, int value);
/* The columns of a tile. */
int rows_width(const struct rows *t);
/* By how much the value grows from column to column; false: who knows. */
bool rows_slope(const struct rows *t, int value, int64_t *slope);

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
/* Are there panels that all rows of a strip share? */
bool rows_have_shared(const struct rows *t);
/* Copies for the columns from j0 and the steps from t->strip to before `end`
 * what all rows share … */
void rows_put_shared(struct rows *t, int j0, int end);
/* … and what the rows of a tile have each, whose copies t has. */
void rows_put_own(struct rows *t, int end);
/* In step k of the strip: what the panels hold for each row is known. */
void rows_take_step(struct rows *t, int k);
/* The element of a shared panel in lane j of vector v. */
int rows_take_shared(struct rows *t, int panel, int v, int j);

#endif
