/*
 * struct lower: the state of one function while it is lowered to KIR.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_STATE_H
#define HEDRA_POLYHEDRAL_LOWER_STATE_H

#include "polyhedral/lower/lower.h"
#include "polyhedral/plan/plan.h"

#include <isl/ast.h>
#include <isl/ast_build.h>

enum source_kind {
    SOURCE_PARAM,    /* index: scop parameter */
    SOURCE_HOST_DIM, /* index: hd_h<index> */
    SOURCE_BASE,     /* index: mapped dimension; its first block */
    SOURCE_SCALAR,   /* index: poly array of kind VALUE or HOST */
    SOURCE_BOX_SIZE, /* index: poly array (TEMP), dim: its dimension */
    SOURCE_LEVELS,   /* index: enum levels_source_index */
    SOURCE_PLAN      /* index: enum plan_source, dim: dimension of the points */
};

/* What the kernels of a Plan of active points get from the driver. */
enum plan_source {
    PLAN_LOW,   /* the points' box … */
    PLAN_HIGH,  /* … both ends included */
    PLAN_SHIFT, /* bits of dimension dim in a point's number */
    PLAN_TILES, /* tiles along dimension dim */
    PLAN_ALL,   /* tiles */
    PLAN_FIRST, /* list: the first entry to execute … */
    PLAN_COUNT  /* … and how many */
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

/* A Plan's shape, in the function that computes it: what holds for every launch
 * of its kernel. */
struct plan_shape {
    int fits; /* PRED: can points be numbered, and lists be this long? */
    int shift[MAP_MAX_DIMS]; /* I64 */
    int tiles, points;       /* I64: at most */
};

struct inspecting;
struct overlap;
struct spread;
struct staging;
struct tiles;

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
    const struct poly_stmt *stmt; /* being lowered (NULL: the driver's) … */
    int *iter;                    /* … and its iterators' values, I64 */
    const int *skip; /* per statement: leading guards that hold; or NULL */
    struct inspecting *inspecting;    /* inspector.c; NULL: instances are
                                         executed as they are */
    const struct single_block *block; /* the kernel is this one … */
    bool dealing;   /* … in a phase whose points its threads share, not in the
                       loop over these yet … */
    bool goes_on;   /* … after this phase with the same thread */
    int *taken;     /* driver: per block: the variable that tells whether it is
                       launched … */
    int **taken_at; /* … and those with the point at which */
    int *resume; /* driver: per overlap: the variable with the time from which
                    on the kernels are launched sweep by sweep */
    struct tiles *tiles; /* overlapped.c: a statement on these */
    /* driver: the kernels it launches, then those of the Plans by levels, of
     * blocks and of overlaps, … */
    struct lowered *lowered;
    struct plan_shape *shape; /* … by number of Plan: their shapes … */
    int plan_mode;            /* … and what is asked for, I32 */
    int plan_bits;            /* a Plan's kernel: the buffer of its bits */
    /* unroll_jam.c: are all of the block's points there; is the loop that
     * follows worth unrolling; are loops those over points, how deep is the
     * first one, and which dimensions' (bits) are around; the point at hand;
     * are elements in the variables `held`, per array that the kernel holds and
     * point; is what is lowered for all of the block's points, there or not;
     * per poly->stmt, at how many places is it in the tree? */
    bool full, jam_deep, jamming, in_registers, unguarded;
    int *places;
    int jam_depth, jam_point[MAP_MAX_DIMS];
    unsigned jam_around;
    int *held;
    /* panel.c: the statement whose own element is in a variable. */
    const struct poly_stmt *own;
    int own_variable;
    /* cooperative_rows.c: do all threads of the block come here, and a
     * condition (PRED, -1: none) that what they do apart stands under; the
     * statement at hand, if they share its loop. */
    bool together;
    int holds;
    struct spread *spread;
    struct staging *staging; /* staging.h; NULL: the kernel has no tiles */
};

#endif
