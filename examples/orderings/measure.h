/* What the tables and pictures show: orderings, stencils, and what is counted
 * of them. Each function ends the process with a sentence where the library
 * refuses. */
#ifndef HEDRA_EXAMPLES_ORDERINGS_MEASURE_H
#define HEDRA_EXAMPLES_ORDERINGS_MEASURE_H

#include <hedra_order_metric.h>

/* The orderings that are compared. */
enum { ORDERS = 4 };
extern const int order_kind[ORDERS]; /* row, Hilbert, Morton, Morton by i */

struct box {
    int64_t size[3];
};

/* The misses of LRU caches of c blocks in misses[c], c < count; from `distinct`
 * blocks on they stay what they are. */
struct misses {
    uint64_t accesses, distinct, count;
    uint64_t *misses;
};

/* A figure of the paper: a cube, a stencil, and, for figs 10 to 13, a block. */
struct figure {
    int number;
    int64_t side;
    struct hedra_stencil_options stencil;
    int64_t block;
};
extern const struct figure cache_figures[4];

_Noreturn void give_up(const char *what, const char *why);

struct hedra_order *measure_order(int kind, const struct box *box);
struct hedra_stencil *
measure_stencil(const struct hedra_stencil_options *options);
int64_t measure_count(const struct hedra_stencil_options *options);

/* hedra_offsets_free frees them. */
struct hedra_offsets
measure_offsets(int kind, const struct box *box,
                const struct hedra_stencil_options *stencil);
/* The caller frees `misses`. */
struct misses measure_misses(int kind, const struct box *box,
                             const struct hedra_stencil_options *stencil,
                             int64_t block);
/* Runs of the six faces, one cell deep, and their cells. */
void measure_faces(int kind, const struct box *box, uint64_t *runs,
                   uint64_t *cells);

#endif
