/*
 * How memory units walk over memories, and the bits of values. Part of graph.h,
 * which includes it.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_GRAPH_WALK_H
#define HEDRA_RUNTIME_RACERSIM_GRAPH_WALK_H

#include <stdbool.h>
#include <stdint.h>

/* A value's bits: f32 and f64 as such, i32 sign-extended, pred 0 or 1. */
union racer_bits {
    double f64;
    float f32;
    int64_t i;
    uint64_t u;
};

enum racer_border { RACER_REFUSE, RACER_WRAP, RACER_PAD };
/* RACER_LONGEST: registers of one way, stages, elements of a delay. */
enum {
    RACER_DIMS = 4,
    RACER_WIDTH = 64,
    RACER_LONGEST = 1 << 12,
    RACER_FAR = 1 << 20
};

/* A whole number of a walk: written as such, or an i64 parameter. */
struct racer_size {
    const char *name; /* of the parameter; NULL: a number */
    int64_t value;
};

/* What a memory unit keeps of those that come to one element. */
enum racer_keep { RACER_KEEP_LAST, RACER_KEEP_LEAST, RACER_KEEP_GREATEST };

/* How a memory unit walks over a memory: `dims` loops, the last innermost, each
 * `grow` longer than the memory's extent. Value k is read or written at the
 * loops' indices plus offset[k].
 *
 * `over`: the loops have extents of their own, and value k is element base[k]
 * plus index d times step[d] for each loop d; the first `late` elements of
 * each innermost loop have no place. A source without a memory gives the
 * indices. */
struct racer_walk {
    int dims; /* 0: of a sink by tag */
    bool over;
    struct racer_size extent[RACER_DIMS], step[RACER_DIMS];
    struct racer_size *base; /* one for each value; NULL: zeros */
    int late;
    int grow[RACER_DIMS];
    int (*offset)[RACER_DIMS]; /* one for each value; NULL: zeros, and value k
                                  is channel k */
    int64_t every;     /* 0: elements come in order; N: every N-th one, round
                          and round */
    int share, shares; /* of that order, this one of so many ports has its
                          share-th of each `shares` elements; 0: all */
    enum racer_border border;
    union racer_bits *pad; /* one for each value of the source */
    const char *pad_text;
};

#endif
