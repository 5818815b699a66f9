/*
 * What the files of wavefronts share. A struct wave belongs to one loop over
 * rows while it is changed. Private to backends/vector/.
 */
#ifndef HEDRA_BACKENDS_VECTOR_WAVEFRONT_H
#define HEDRA_BACKENDS_VECTOR_WAVEFRONT_H

#include "backends/vector/index_sum.h"
#include "backends/vector/vector.h"

enum {
    WAVE_BYTES = 64, /* of a vector */
    WAVE_STEPS = 64, /* between two times that columns are turned */
    WAVE_MOST_STATES = 4 /* buffers whose cells need each other */,
    WAVE_MOST_TURNED = 8
};

/* What a load of the columns' loop is for lanes. */
enum wave_kind {
    WAVE_PLAIN,    /* a load of each lane's own */
    WAVE_LEFT,     /* of what the same row stored in the column before, */
    WAVE_UP,       /* of what the row before stored in the same column, */
    WAVE_DIAGONAL, /* and in the column before */
    WAVE_TURNED,   /* of what lies in the row, and nobody else stores */
    WAVE_KINDS
};

/* An element of a buffer. */
struct wave_place {
    int buffer, index;      /* a value of the columns' loop */
    struct index_sum pitch; /* from row to row */
    int local;              /* buffer: columns of lanes */
};

/* What each cell stores, for cells to the right and below. */
struct wave_state {
    struct wave_place place;
    const struct kir_stmt *store;
    enum kir_type type;
    struct index_sum at;  /* the store's index */
    int load[WAVE_KINDS]; /* a load of that kind, made by all cells; -1: none */
    int last, up, diagonal; /* buffers of lanes; -1: none */
    int value;              /* that the lanes store */
};

struct wave {
    struct kir_func *f;
    struct arena *scratch;
    int known; /* values below are the function's as it was */
    const struct kir_stmt *rows, *guard, *columns; /* guard: NULL: none */
    struct index_view view;
    bool *inside;      /* per value: made in the rows' loop */
    bool *needed;      /* per value of the columns' loop: by lanes */
    int *kind, *which; /* per value: enum wave_kind, and of which place */
    int *copy;         /* per value: its copy, -1: none */
    int lanes;
    int state_count, turned_count;
    struct wave_state state[WAVE_MOST_STATES];
    struct wave_place turned[WAVE_MOST_TURNED];
};

/* The function's value as it was. */
const struct kir_value *wave_value(const struct wave *w, int value);
/* Is the loop one over rows as wavefront.c has them? If so w knows them. */
bool wave_find(struct wave *w);

/* lane_move.c: at the builder's cursor, loops as kir_find_lane_shift and
 * kir_find_lane_copy (vector.h) know them again. */
void lane_shift_put(struct kir_func *f, const struct kir_lane_shift *what);
void lane_copy_put(struct kir_func *f, const struct kir_lane_copy *what);

#endif
