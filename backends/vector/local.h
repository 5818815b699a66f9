/*
 * What the files of register tiles share. A struct register_tile belongs to one
 * loop over rows while it is changed.
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
    TILE_MOST_PANELS = 4,
    TILE_STRIP = 64 /* steps of a panel */
};

/* What is copied for a strip of steps (operand_pack.c). */
struct tile_panel {
    int value, buffer;
    bool strided; /* neighbours in a row of it are none in memory */
    bool aliased; /* its rows fall into the same sets of a cache */
};

struct register_tile {
    struct kir_func *f;
    struct arena *scratch;
    int vectors;
    int known; /* values below are the function's as it was */
    struct kir_stmt *rows, *steps, *guard, *columns; /* guard: NULL: none */
    bool *inside;  /* per value: made in the rows' loop */
    bool *differs; /* per value: made there, and not the same in all rows */
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
    struct tile_panel panel[TILE_MOST_PANELS];
    int *panel_of; /* per value: its panel, -1: none */
    int strip;     /* a value: the first step of those in panels */
    int filled;    /* a variable: are these there? */
};

/* The function's value as it was. */
const struct kir_value *tile_value(const struct register_tile *t, int value);
/* The columns of a tile. */
int tile_width(const struct register_tile *t);
/* By how much the value grows from column to column; false: who knows. */
bool tile_stride(const struct register_tile *t, int value, int64_t *stride);

bool tile_is_one(const struct register_tile *t, int value);
/* Is it loaded from where the columns' loop stores? */
bool tile_is_sum(const struct register_tile *t, const struct kir_value *v);

/* Marks what is made in the block; false if it is more than loops, conditions
 * and assignments to memory. */
bool tile_mark_made(const struct register_tile *t,
                    const struct kir_block *block, bool *made);
/* What depends on the row, or is loaded from what rows store. */
void tile_mark_different(struct register_tile *t,
                         const struct kir_block *block);
/* Is the statement of the rows' loop steps around columns as register_tile.c
 * has them? If so t knows them. */
bool tile_fit(struct register_tile *t, struct kir_stmt *s);
/* Gives panels to what was found. */
void tile_take_panels(struct register_tile *t);

/* Copies that are made until leave are its scope's. */
int *tile_enter(struct register_tile *t);
void tile_leave(struct register_tile *t, const int *kept);
/* The value in a row, with all that it needs of the loops. */
int tile_made(struct register_tile *t, int row, int value);
/* What the value is in this row, or in all. */
void tile_let(struct register_tile *t, int row, int value, int copy);
void tile_let_all(struct register_tile *t, int value, int copy);
int tile_number(struct register_tile *t, int64_t value);
int tile_plus(struct register_tile *t, int a, int64_t b);

/* Finds what is worth a panel in the nest that was found. */
void tile_find_panels(struct register_tile *t);
/* Copies the columns from j0 and the steps from t->strip to before `end`. */
void tile_put_panels(struct register_tile *t, int j0, int end);
/* The panel's element in lane j of vector v, in a step. */
int tile_take(struct register_tile *t, int panel, int v, int j);

#endif
