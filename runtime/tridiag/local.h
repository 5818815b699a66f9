/*
 * What the files of the tridiagonal solver share: arithmetic that is not worth
 * vectors, the levels of nested reduced systems, and the partition.
 */
#ifndef HEDRA_RUNTIME_TRIDIAG_LOCAL_H
#define HEDRA_RUNTIME_TRIDIAG_LOCAL_H

#include "runtime/tridiag/kernel.h"
#include "runtime/tridiag/tridiag.h"

#include <pthread.h>
#include <stddef.h>

/* One system in memory, from its first element on. d and x may be equal; d or
 * all of b, a, c may be NULL where a function does not need them. */
struct tridiag_view {
    const void *b, *a, *c, *d;
    void *x;
    int64_t n, stride;
    bool reflect; /* x is to become 2 x - d; only where levels are */
};

/* Joint lines of a system. */
struct tridiag_cut {
    int64_t n, blocks;
    const int64_t *joint; /* NULL: blocks of equal length, or with their joint
                             lines as many whole tiles, the longer ones first */
};

int64_t tridiag_joint(const struct tridiag_cut *cut, int64_t w);

/* What pivot_limit is unless the caller says. Less would leave some digits, but
 * fewer than row exchanges do. */
#define TRIDIAG_PIVOT_LIMIT 1e-4

/* Arithmetic on single numbers, by type. Rows are returned as -1 if there is
 * none. */
struct tridiag_scalar {
    size_t size;
    double epsilon;
    /* From edges H and U and the joint lines of b, a, c to the reduced system;
     * keeps b and c of the joint lines. Returns the first one that is not
     * finite; *loss is how much larger than a diagonal element what it is made
     * of may be: so much less precise is it. */
    int64_t (*join)(const struct tridiag_view *v, const struct tridiag_cut *cut,
                    const void *edges, void *joint_b, void *joint_c, void *b,
                    void *a, void *c, double *loss);
    /* From edges G and the joint lines of d to the reduced system's. */
    int64_t (*join_d)(const struct tridiag_view *v,
                      const struct tridiag_cut *cut, const void *edges,
                      const void *joint_b, const void *joint_c, void *d);
    /* x of the joint lines [begin, end). */
    void (*put)(const struct tridiag_view *v, const struct tridiag_cut *cut,
                const void *support, int64_t begin, int64_t end);
    /* A power of 2 by which the kernels are to multiply the system, so that
     * squares and products neither overflow nor underflow. */
    double (*scale)(const struct tridiag_view *v);
    /* Thomas' method: factors, three for each line; returns the first line
     * whose pivot is refused. Then x; 'd' or 'x' if an element of these is not
     * finite, and nothing was written if it is d's; else 0. */
    int64_t (*factor)(const struct tridiag_view *v, double limit, void *kept);
    char (*apply)(const struct tridiag_view *v, const void *kept);
    /* With row exchanges; work has 4 n elements. The first line whose pivot is
     * no larger than the bound of what rounding has done to it; else *finite
     * tells whether x is. */
    int64_t (*exchange)(const struct tridiag_view *v, void *work, bool *finite);
    /* The first line of [begin, end) with a bad pivot, if elimination begins
     * there. */
    int64_t (*find_pivot)(const struct tridiag_view *v, int64_t begin,
                          int64_t end, double limit);
    /* The first line with an element that is not finite, and 'a' to 'd' or 'x'
     * for which. Arrays that are NULL are not looked at. */
    int64_t (*find_infinite)(const struct tridiag_view *v, char *array);
    double (*residual)(const struct tridiag_view *v);
};

extern const struct tridiag_scalar tridiag_scalar[TRIDIAG_TYPES];

/* What went wrong with one system. */
struct tridiag_trouble {
    enum hedra_status status;
    int64_t row;
    char array;
    double residual;
};
static const struct tridiag_trouble tridiag_no_trouble = {HEDRA_OK, -1, 0, -1};

/* Memory of equal pieces for the threads that need one at a time. */
struct tridiag_pieces {
    pthread_mutex_t lock;
    pthread_cond_t given;
    int count, free;
    void **item;
};

bool tridiag_pieces_init(struct tridiag_pieces *p, int count);
/* Frees with `release` what lies there. */
void tridiag_pieces_drop(struct tridiag_pieces *p, void (*release)(void *));
/* Waits until there is one. */
void *tridiag_pieces_take(struct tridiag_pieces *p);
void tridiag_pieces_give(struct tridiag_pieces *p, void *item);

/* What the levels of all systems of an object have in common. */
struct tridiag_means {
    enum hedra_tridiag_type type;
    const struct tridiag_scalar *scalar;
    int threads;
    double limit;                  /* of pivots on the first level */
    size_t cache;                  /* bytes of the largest ones, about */
    struct tridiag_pieces scratch; /* for the kernels */
};

/* A level: the cut of a system and the reduced system that results. */
struct tridiag_level {
    struct tridiag_cut cut;
    const struct tridiag_kernels *kernels;
    int64_t longest; /* lines of the longest block */
    double limit;    /* of pivots of its system */
    double scale;    /* of its system, for the kernels */
    void *edges, *joint_b, *joint_c, *b, *a, *c, *d;
    void *kept; /* factors of the blocks, strip by strip; or NULL */
};

struct tridiag_nested {
    int levels;
    struct tridiag_level level[HEDRA_TRIDIAG_MAX_LEVELS];
    double loss;  /* down to the last system, as in struct tridiag_scalar */
    double limit; /* of pivots of the last system */
    void *kept;   /* Thomas' factors of the last system */
};

/* limit.c: of a reduced system whose diagonal elements have lost so
 * much (struct tridiag_scalar), from the limit of the whole one. */
double tridiag_limit(double limit, double epsilon, double loss, int64_t lines);

/* The blocks of each level for a system of n unknowns; returns how many levels.
 * problem->blocks and the like are valid for it. */
int tridiag_plan(const struct hedra_tridiag_problem *problem, int64_t n,
                 int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS]);

/* Bytes of the largest caches that so many threads reach, about: where the
 * processor has several of them, threads have as many as they fill. */
size_t tridiag_cache_size(int threads);

/* False if memory is short. */
bool tridiag_tune(enum hedra_tridiag_type type, double *delta);

/* NULL if memory is short. `keep`: room for factors. */
struct tridiag_nested *
tridiag_nested_new(const struct hedra_tridiag_problem *problem, int64_t n,
                   bool keep);
void tridiag_nested_free(void *nested);
/* Bytes of scratch that kernels need on any level. */
size_t tridiag_nested_scratch(const struct hedra_tridiag_problem *problem,
                              int64_t n);

/* What is done with the strips of a level. */
enum tridiag_pass {
    TRIDIAG_PASS_REDUCE,
    TRIDIAG_PASS_SOLVE,
    TRIDIAG_PASS_FACTOR,
    TRIDIAG_PASS_REDUCE_KEPT,
    TRIDIAG_PASS_SOLVE_KEPT
};

/* Reduces from view[0], the whole system, to the joint lines of each level:
 * view[k] is the system of level k, and view[levels] the last one, which is not
 * factored. `pass` is one of those that reduce. */
struct tridiag_trouble tridiag_nested_reduce(struct tridiag_nested *nested,
                                             struct tridiag_means *means,
                                             struct tridiag_view *view,
                                             enum tridiag_pass pass);
/* Substitutes through all levels, from x of the last system to that of the
 * first. */
void tridiag_nested_substitute(struct tridiag_nested *nested,
                               struct tridiag_means *means,
                               const struct tridiag_view *view,
                               enum tridiag_pass pass);
/* tridiag_explain for line `row` of the system of a level. */
struct tridiag_trouble
tridiag_nested_explain(const struct tridiag_nested *nested, int level,
                       const struct tridiag_means *means,
                       const struct tridiag_view *v, int64_t row,
                       enum hedra_status otherwise);

struct tridiag_trouble tridiag_nested_solve(struct tridiag_nested *nested,
                                            struct tridiag_means *means,
                                            const struct tridiag_view *v);
struct tridiag_trouble tridiag_nested_factor(struct tridiag_nested *nested,
                                             struct tridiag_means *means,
                                             const struct tridiag_view *v);
struct tridiag_trouble tridiag_nested_apply(struct tridiag_nested *nested,
                                            struct tridiag_means *means,
                                            const struct tridiag_view *v);

/* Why line `row` is not usable: an element of the input that is not finite, or
 * else what the caller knows. */
struct tridiag_trouble tridiag_explain(const struct tridiag_scalar *scalar,
                                       const struct tridiag_view *v,
                                       int64_t row,
                                       enum hedra_status otherwise);

/* Bytes of `rows` rows with `vectors` vectors each, in whole tiles. */
size_t tridiag_rows_size(const struct tridiag_kernels *kernels,
                         const struct tridiag_scalar *scalar, int64_t rows,
                         int vectors);

#endif
