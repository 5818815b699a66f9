/*
 * Plans: lists of points that are made at run time (thesis sec. 2.2.1, 2.7.2).
 *
 * A dynamic polyhedron has a filter F^Pi, a guard on data: most points may have
 * nothing to do, and on a GPU the lanes that have wait for those that have not.
 * Everything static is done here, at compile time; what is left, which points
 * pass the filter, is found by scheduler kernels just before the nest, on the
 * same device. They write the Plan, numbers of points, and the list's kernel
 * walks it with full warps, without testing the filter again.
 *
 * A Plan of kind COMPACT holds the points of one time step, since no dependence
 * is among them (the kernel's mapped dimensions are coincident):
 *   mark   a tile of points to a block: PLAN_LANES columns of PLAN_ROWS points.
 *          Each thread evaluates the filter down its column and keeps a bit for
 *          each point; the block counts its active points;
 *   scan   one block: the prefix sum of the tiles' counts, and their total;
 *   fill   a block to a tile: the prefix sum over its columns, then the numbers
 *          of its active points at their places in the list. The order is that
 *          of tiles, in them of groups of PLAN_GROUP rows, in these of columns:
 *          always the same one, and neighbours in the list are neighbours in
 *          memory;
 *   list   thread t executes point list[t].
 * On the host a block is one thread that walks its tile.
 *
 * The driver launches mark and scan, fetches the total and chooses: the list,
 * or the nest with its guard where the share of active points is high.
 *
 * As long as what the filter reads stays, a later run takes the Plan as it is
 * (runtime/device/plan_cache.h).
 *
 * A number is the point's coordinates in the box of the launch, each in as many
 * bits as the widest box needs; 32 bits in all, or no Plan is made.
 */
#ifndef HEDRA_POLYHEDRAL_PLAN_ACTIVE_POINTS_H
#define HEDRA_POLYHEDRAL_PLAN_ACTIVE_POINTS_H

#include "polyhedral/model/model.h"

enum {
    PLAN_LANES = 128, /* columns of a tile: threads of a scheduler's block */
    PLAN_ROWS = 32,   /* points of a column: bits of a word */
    PLAN_GROUP = 8,
    PLAN_BITS = 32 /* of a point's number */
};

enum plan_kind { PLAN_COMPACT };

/* The rows of the region's table that each Plan has, from map_plan.row on. */
enum plan_row {
    PLAN_ROW_BITS,   /* u32: a word for each column of each tile */
    PLAN_ROW_COUNTS, /* u32: for each tile; after `scan`, of those before it */
    PLAN_ROW_TOTAL,  /* u32: active points */
    PLAN_ROW_LIST,   /* u32: their numbers */
    PLAN_ROW_STATE, /* no memory: what there is of the Plan from earlier runs */
    PLAN_ROW_COUNT
};

/* In struct map_kernel; lives in the arena, its isl objects are freed by
 * plan_free. Sets and functions of a point have the parameters hd_h… and
 * hd_f…, the values of the kernel's prefix and of its point dimensions. */
struct map_plan {
    enum plan_kind kind;
    int number;            /* among the mapping's Plans */
    int row;               /* the first of its rows */
    isl_set *points;       /* hd_f… at which one of `acting` has instances */
    isl_union_set *acting; /* the statements that write memory */
    /* The filter: the first `guards` guards of statement `stmt`, whose `depth`
     * iterators are iter[k] (NULL: not needed), after the instances of `slice`
     * at the point, which compute the variables that the guards read. */
    int stmt, guards, depth;
    isl_pw_aff **iter;
    isl_union_set *slice;
    double cost; /* of a point, see plan_cost */
    bool *input; /* per poly array: read to make the Plan */
    bool keep;   /* may it be kept while these stay the same? (region.c) */
    /* Per statement of poly->stmt: leading guards that hold at active points.
     */
    int *skip;
};

/* Gives kernels of the mapping their Plans, where one can be made and may pay
 * (see active_points.c), with remarks. Their rows begin at `row`. If a
 * list is asked for, it need not pay. */
void plan_choose(const struct poly *poly, struct mapping *mapping,
                 const struct storage *storage, enum scop_plan asked, int row);
void plan_free(struct map_plan *plan /* NULL: nothing */);
/* How many Plans the mapping (NULL: 0) has. */
int plan_count(const struct mapping *mapping);
/* The instances of a kernel at the point hd_h…, hd_f…. */
isl_union_set *plan_instances(const struct poly *poly,
                              const struct map_kernel *kernel);
/* Instructions that an active point executes behind the filter (active_cost.c).
 */
double plan_cost(const struct poly *poly, const struct map_kernel *kernel,
                 const struct map_plan *plan);
/* The instructions of the statement's instances `at`, without its first `skip`
 * guards: loops whose length is not known iterate `typical` times. */
double plan_stmt_cost(const struct scop_stmt *s, isl_set *at, int skip,
                      double typical);
/* The name of row number `row` of all Plans, in the arena. */
const char *plan_row_name(struct arena *arena, int row);

#endif
