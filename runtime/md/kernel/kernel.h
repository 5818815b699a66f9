/*
 * The loops over pairs, one table of them for each instruction set, and what
 * they read. A position is four numbers: x, y, z and the type, from 0.
 */
#ifndef HEDRA_RUNTIME_MD_KERNEL_KERNEL_H
#define HEDRA_RUNTIME_MD_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

/* Lists ------------------------------------------------------------------- */

/* Particles whose lists lie in one piece of memory; and the number of entries
 * to which lists are filled up, by a place that is far from all particles. */
enum { MD_BLOCK = 256, MD_PAD = 16 };

struct md_block {
    uint32_t *j;
    int64_t used, capacity; /* entries */
    int64_t pairs;          /* used, without what fills lists up */
};

/* The list of particle i has count[i] entries, a multiple of the lanes that
 * read it, from offset[i] in its block. So many more can be read. */
struct md_lists {
    struct md_block *block;
    int64_t blocks, room; /* blocks that there are, and memory for them */
    uint32_t *offset, *count;
};

static inline const uint32_t *md_neighbours(const struct md_lists *l, int64_t i)
{
    return l->block[i / MD_BLOCK].j + l->offset[i];
}

/* Particles of one cell that are looked at together. */
enum { MD_GROUP = 2 };

/* Candidates for neighbours of up to MD_GROUP particles of a cell: those of
 * `ranges` ranges of what lies sorted by cell, in float, relative to the middle
 * of the box. What is nearer than `certain` (squared) is a neighbour, what is
 * not nearer than `possible` is none; in between the exact positions decide. */
struct md_search {
    int ranges;
    const uint32_t (*range)[2];
    const float *sorted[3];
    const int32_t *number;
    const double (*x)[4];
    bool half; /* only those with greater numbers */
    float certain, possible;
    double exact;
    /* For each mask of 8 lanes their numbers, a byte each, the lowest first. */
    const uint64_t *lanes;
    /* The particles: place, number, and where their neighbours go. */
    float at[MD_GROUP][3];
    int32_t i[MD_GROUP];
    uint32_t *to[MD_GROUP];
};

static inline bool md_is_near(const struct md_search *s, int32_t i, int32_t j)
{
    const double *a = s->x[i], *b = s->x[j];
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z < s->exact;
}

static inline bool md_is_wanted(const struct md_search *s, int32_t i, int32_t j)
{
    return s->half ? j > i : j != i;
}

/* Pairs ------------------------------------------------------------------- */

/* Of a pair of types: the square of the cutoff; f12 and f6 of the force by r,
 * r^-8 (f12 r^-6 - f6), less `fc` / r; e12, e6 and e0 of the energy, r^-6 (e12
 * r^-6 - e6) + e0 + fc r. */
enum md_coefficient {
    MD_CUT2,
    MD_F12,
    MD_F6,
    MD_FC,
    MD_E12,
    MD_E6,
    MD_E0,
    MD_COEFFICIENTS
};

/* Each coefficient as a table of types * types numbers. */
struct md_table {
    int types;
    bool smooth; /* some fc is not 0 */
    double *value[MD_COEFFICIENTS];
    float *single[MD_COEFFICIENTS];
};

struct md_pairs {
    const struct md_lists *lists;
    const struct md_table *table;
    const double (*x)[4];
    const float (*single)[4]; /* the same in float */
    bool half;
    double (*f)[4];
    /* By the number that the caller gave each particle. */
    const uint32_t *row;
    double *energy, *virial;
};

/* `force` adds to f: of particles begin to end - 1 and, in half lists, of their
 * neighbours; in full lists it writes. `search` writes the neighbours of
 * `particles` particles to s->to, each of which must have room for MD_PAD more
 * than there are candidates, and counts them. */
struct md_kernels {
    const char *name;
    int lanes, single_lanes;
    void (*search)(const struct md_search *s, int particles,
                   int64_t count[MD_GROUP]);
    void (*force)(const struct md_pairs *p, int64_t begin, int64_t end);
    void (*force_single)(const struct md_pairs *p, int64_t begin, int64_t end);
    void (*measure)(const struct md_pairs *p, int64_t begin, int64_t end);
};

extern const struct md_kernels md_kernels_base;
#if defined __GNUC__ && defined __x86_64__
extern const struct md_kernels md_kernels_avx2, md_kernels_avx512;
#endif

/* All that were compiled, from the simplest on; how many in *count. */
const struct md_kernels *const *md_kernels_all(int *count);
/* Has this processor their instructions? */
bool md_kernels_run_here(const struct md_kernels *k);
/* Returns the last that runs here. */
const struct md_kernels *md_kernels_best(void);

#endif
