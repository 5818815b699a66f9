/*
 * struct lower: the state of one function while it is lowered to KIR.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_STATE_H
#define HEDRA_POLYHEDRAL_LOWER_STATE_H

#include "polyhedral/address/address.h"
#include "polyhedral/lower/lower.h"
#include "polyhedral/plan/plan.h"

#include <isl/ast.h>
#include <isl/ast_build.h>

enum source_kind {
    SOURCE_PARAM,    /* index: scop parameter */
    SOURCE_HOST_DIM, /* index: hd_h<index> */
    SOURCE_BASE,     /* index: mapped dimension; its first block */
    SOURCE_BLOCKS,   /* index: mapped dimension; its number of blocks */
    SOURCE_SCALAR,   /* index: poly array of kind VALUE or HOST */
    SOURCE_BOX_SIZE, /* index: poly array (TEMP), dim: its dimension */
    SOURCE_LEVELS,   /* index: enum levels_source_index */
    SOURCE_PLAN      /* index: enum plan_source, dim: dimension of the points */
};

/* What the kernels of a Plan of active points get from the driver. */
enum plan_source {
    PLAN_LOW,   /* the first point of the box in dimension dim */
    PLAN_HIGH,  /* the last one */
    PLAN_SHIFT, /* bits of dimension dim in a point's number */
    PLAN_TILES, /* tiles along dimension dim */
    PLAN_ALL,   /* tiles */
    PLAN_FIRST, /* list: the first entry to execute */
    PLAN_COUNT  /* list: entries to execute */
};

struct source {
    enum source_kind kind;
    int index, dim;
    int value; /* in the current function */
};

struct binding {
    const char *name;
    int value;
};

/* A lowered kernel, ready to be launched. */
struct lowered {
    int func; /* number in the module */
    int source_count;
    struct source *source;
    int row_count;
    int *row;
    int *odd_row; /* of overlapped tiles: in every second launch */
    isl_pw_aff *low[MAP_MAX_DIMS], *high[MAP_MAX_DIMS];
    struct lowered *plan; /* its Plan's kernels, by enum plan_kernel, or NULL */
    /* Of a block, per kernel of its group: how far the points reach beyond the
     * first; NULL: it is serial. func is -1 if it could not be made. */
    int reach_count;
    isl_pw_aff **reach;
};

struct inspecting;
struct lower_overlapped;
struct lower_panel;
struct lower_planning;
struct lower_rows;
struct lower_single;
struct lower_unroll;
struct overlap;
struct staging;

struct lower {
    const struct poly *poly;
    const struct mapping *mapping;
    const struct storage *storage;
    const struct region_options *options;
    /* lower_ast_node, for what is below a loop or a mark that another file
     * lowers: recursion over isl's tree goes through it. */
    void (*below)(struct lower *, isl_ast_node *);
    struct kir_func *f;
    const struct map_kernel *kernel; /* NULL in the driver */
    const bool *planned; /* in a kernel that makes a Plan: the statements of the
                            nest, whose results are not there yet */
    bool
        recurrence; /* in an innermost loop of one statement that is in order */
    bool failed;
    const struct single_block *block; /* the kernel is this one; NULL: none */

    int source_count, source_cap;
    struct source *source;
    int binding_count, binding_cap;
    struct binding *binding; /* AST identifiers, innermost last */
    int *buffer;             /* per poly array: buffer of f, -1 not yet made */
    int *other; /* the same, of what a host's kernel in panels reads elsewhere
                   than it writes (panel.h) */
    int *variable;          /* per poly array: variable of f, -1 not yet made */
    int row_count, row_cap; /* buffers made: the rows they stand for */
    int *row;
    isl_set *known; /* what holds where the kernel's instances are lowered, or
                       NULL: conditions take it for granted */
    const struct poly_stmt *stmt;     /* being lowered; NULL: the driver's */
    int *iter;                        /* the values of its iterators, I64 */
    struct address_counters counters; /* of the innermost loop around */
    struct address_loops around;      /* those of isl's tree, outermost first */
    const int *skip; /* per statement: leading guards that hold; or NULL */
    struct inspecting *inspecting; /* inspector.c; NULL: instances are
                                      executed as they are */
    /* driver: the kernels it launches, then those of the Plans by levels, of
     * blocks and of overlaps */
    struct lowered *lowered;

    /* What only the files of a feature see. */
    struct lower_unroll *unroll;         /* unroll.h */
    struct lower_single *single;         /* single_block.c */
    struct lower_rows *rows;             /* cooperative_rows.h */
    struct lower_panel *panel;           /* panel.h */
    struct lower_planning *planning;     /* planning.h */
    struct lower_overlapped *overlapped; /* tiles.h */
    struct staging *staging; /* staging.h; NULL: the kernel has no tiles */
};

#endif
