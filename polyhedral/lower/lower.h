/*
 * The door of lower/: KIR. It takes mapped parts and gives their kernels and
 * the functions that launch them; it is the last folder that sees isl's
 * schedules.
 *
 *   lower.c             the kernels of the parts, and the driver that launches
 *                       them
 *   footprint.c         the function that computes which memory is touched
 *   kernel.c            what all kernels and launches have in common
 *   ast.c               from a schedule to isl's loops, and their nodes
 *   ast_expr.c          isl's expressions
 *   loop_marks.c        which loops of the host are vectors, and a loop as it
 *                       is
 *   arguments.c         what kernels are given for a launch
 *   expr.c              C expressions
 *   access.c            loads and stores
 *   tile_access.c       loads and stores that tiles and registers serve
 *   assign.c            assignments, in an inspector their edges to other
 *   level_points.c      the points of such a nest
 *   body.c              statements, bodies of loops and branches, folds
 *   panel.c             innermost loops that update one element in a register
 *   shared_tile.c       copies to shared memory
 *   unroll_jam.c        several points to a thread
 *   cooperative_rows.c  long loops that the threads of a block share
 *   single_block.c      kernels of a single block
 *   overlapped.c        several time steps in tiles that overlap
 *   trapezoidal.c       several time steps in tiles of the host
 *   active_points.c     kernels that list active points
 *   active_driver.c     their launches
 *   inspector.c         kernels that ask memory for dependences
 *   level_schedule.c    kernels that run points level by level
 *   level_points.c      the points of such a nest
 *   level_driver.c      their launches
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_LOWER_H
#define HEDRA_POLYHEDRAL_LOWER_LOWER_H

#include "polyhedral/model/model.h"

struct kir_module;
struct parts;
struct region_options;

/* A part as it is to run on one target. */
struct lower_part {
    const struct poly *poly;
    const struct mapping *mapping;
    const struct storage *storage;
    const struct levels_list *levels;
    const struct poly *source; /* a model of the part as it was before it was
                                  rewritten, where cursors were; or NULL */
    int kernel, plan, block, overlap; /* kernels, Plans, blocks and overlaps of
                                         the parts before, for names */
    int unbarred; /* of the list: the part for devices that lose barriers; 0:
                     the same */
    int func;     /* set: the number of its first kernel in the module */
};

/* Builds the kernels of all parts, those for devices that lose barriers behind
 * the others, `count` in all, and then the driver function in `module`; returns
 * the driver's number, or -1 after a fault. */
int lower_region(const struct parts *parts, struct lower_part *part, int count,
                 const struct region_options *options,
                 struct kir_module *module, const char *driver_name);
/* A row, whose least and largest elements bound subscripts; these lie so many
 * elements apart. */
struct lower_bound {
    int row;
    int64_t unit;
};
/* In the order in which they are to be found: what bounds a row stands before
 * it. */
struct lower_bounds {
    int count;
    struct lower_bound *at;
};
/* Elements of an array of a part, a poly array, of which the region writes most
 * of what lies in memory between the first and the last one, unless the
 * parameters are in `sparse`; both are the caller's. */
struct lower_fill {
    int part, array;
    isl_set *elements, *sparse;
};
struct lower_fills {
    int count;
    struct lower_fill *at;
    int *box; /* per row, where NAME_ranges has the subscripts of its tables;
                 0: nowhere */
    int box_count;
};
/* NAME_ranges (lower/footprint.c), see region.h; its number, or -1 after a
 * fault: the warning FAULT_EXTENT where how far an array is touched cannot be
 * told. There are `rows` of arrays; the Plans' rows are as long as the longer
 * of both targets' parts (NULL: none) needs. */
int lower_ranges(const struct parts *parts, const struct lower_part *gpu,
                 const struct lower_part *host, int rows,
                 const struct lower_fills *fills,
                 const struct region_options *options,
                 struct kir_module *module, const char *name,
                 struct lower_bounds *bounds);

#endif
