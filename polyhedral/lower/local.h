/*
 * Lowering to KIR. Private to polyhedral/; the last place that sees isl.
 *
 * A kernel is lowered from the AST of the whole schedule restricted to the
 * instances of one block and thread (parameters hd_b, hd_t) for given values of
 * the host's loops (hd_h). What a kernel needs from outside (a parameter of the
 * scop, a host loop's value, a scalar, the layout of a temporary) is a source:
 * asked for while lowering, it becomes a scalar parameter of the kernel, and
 * the driver computes it for the launch.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_LOCAL_H
#define HEDRA_POLYHEDRAL_LOWER_LOCAL_H

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
struct stage_loop;
struct tiles;

struct lower {
    struct poly *poly;
    const struct mapping *mapping;
    const struct storage *storage;
    const struct region_options *options;
    struct kir_func *f;
    const struct map_kernel *kernel; /* NULL in the driver */
    const bool *planned; /* in a kernel that makes a Plan: the statements of the
                            nest, whose results are not there yet */
    bool chain; /* in an innermost loop of one statement that is in order */
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
    struct inspecting *inspecting; /* inspector.c; NULL: instances are
                                      executed as they are */
    const struct map_block *block; /* the kernel is this one … */
    bool dealing;   /* … in a phase whose points its threads share, not in the
                       loop over these yet … */
    bool goes_on;   /* … after this phase with the same thread */
    int *taken;     /* driver: per block: the variable that tells whether it is
                       launched … */
    int **taken_at; /* … and those with the point at which */
    int *resume; /* driver: per overlap: the variable with the time from which
                    on the kernels are launched sweep by sweep */
    struct tiles *tiles; /* overlapped.c: a statement on these */
    struct lowered
        *lowered;             /* driver: the kernels it launches, then those of
                                 the Plans by levels, of blocks and of overlaps … */
    struct plan_shape *shape; /* … by number of Plan: their shapes … */
    int plan_mode;            /* … and what is asked for, I32 */
    int plan_bits;            /* a Plan's kernel: the buffer of its bits */
    /* unroll_jam.c: are all of the block's points there; is the loop that
     * follows worth unrolling; are loops those over points, how deep is the
     * first one, and which dimensions' (bits) are around; the point at hand;
     * are elements in the variables `held`, per array that the kernel holds and
     * point; is what is lowered for all of the block's points, there or not;
     * per poly->stmt, at how many places is it in the tree? */
    bool full, jam_deep, jamming, holding, loose;
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
    int *stage_buffer;  /* per stage of the kernel: its shared buffer … */
    int **stage_offset; /* … and the variables that hold its offsets */
    /* If tiles are loaded ahead: per stage, the variables that hold what the
     * thread has loaded; the one with the half of the buffers that is in use,
     * I32; the loop over tiles whose body begins. */
    int **stage_loaded, stage_half;
    const struct stage_loop *stage_loop;
};

/* What loops of the host's AST are annotated with. */
#define LOWER_SIMD "simd"
#define LOWER_CHAIN "chain"
#define LOWER_STEPS "steps"     /* the same, to be unrolled */
#define LOWER_LANES "lanes"     /* around such steps */
#define LOWER_ROWS "rows"       /* around loops around what is simd */
#define LOWER_ORDERED "ordered" /* the same, if they are taken in order */

/* loop_marks.c: annotates the loops of a kernel of the host, after each of
 * them is made. */
struct lower_marks {
    struct poly *poly;
    const struct map_kernel *kernel; /* NULL: none */
    isl_union_map *columns; /* the schedule of the last innermost loop */
};
isl_ast_node *lower_mark_loop(isl_ast_node *node, isl_ast_build *build,
                              void *user);

/* lower.c: an empty function's state; the kernel's instances in one launch
 * (hd_h0…); the range of the dimensions of `map` (statements -> [f…]) over
 * `launched`, as low and high; the end of a kernel. */
void lower_start(struct lower *l, struct poly *poly,
                 const struct mapping *mapping, const struct storage *storage,
                 const struct region_options *options);
isl_union_set *lower_launched(struct poly *poly,
                              const struct map_kernel *kernel);
isl_set *lower_mapped_points(isl_union_map *map, isl_union_set *launched);
void lower_find_box(isl_set *points, int dims, isl_pw_aff **low,
                    isl_pw_aff **high);
void lower_finish_kernel(struct lower *l, struct lowered *out);
/* The kernels of one part, behind them those of its Plans; NULL after a fault.
 * What isl made of the mapping's kernels is freed by lower_free. */
struct lowered *lower_kernels(struct lower_part *part,
                              const struct region_options *options,
                              struct kir_module *module);
void lower_free(struct lowered *lowered, const struct mapping *mapping);
/* Their launches, where the driver is. */
void lower_launches(struct lower *l);

/* active_points.c: the kernels of a Plan, behind those of all nests. */
enum plan_kernel {
    PLAN_MARK,
    PLAN_SCAN,
    PLAN_FILL,
    PLAN_NEST,
    PLAN_KERNEL_COUNT
};
struct lowered *plan_lower(struct lower *l, const struct map_kernel *kernel,
                           struct kir_module *module, const char *name);
/* Entries of the list that a block of PLAN_NEST executes. */
int64_t plan_block(const struct mapping *mapping);
/* active_driver.c: computes the shape of a kernel's Plan. */
struct plan_shape plan_shape(struct lower *l, const struct map_kernel *kernel);
/* The bytes of each of its rows, I64. */
void plan_row_sizes(struct lower *l, const struct map_kernel *kernel,
                    int size[PLAN_ROW_COUNT]);
/* The mode (I32) where the region asks for a list: unless the environment says
 * otherwise. */
int plan_asked(struct lower *l, int mode);
/* level_driver.c: a number (I64) for the parameters and scalars that a
 * Plan depends on, which is made from `input`, per poly array. */
int lower_plan_key(struct lower *l, const bool *input);
/* Chooses between Plan and nest when the driver runs, and launches it; arg: the
 * host's dimensions, defined already. */
void plan_launch(struct lower *l, int number);
/* Launches the nest itself. */
void lower_launch_nest(struct lower *l, int number);

/* single_block.c: the kernels of blocks. Where they begin among the lowered. */
int lower_block_at(const struct mapping *mapping);
/* In a phase: opens a condition (and returns true) if the node is the first
 * thread's, being no loop over the phase's points, nor around one. */
bool lower_block_begin_first(struct lower *l, isl_ast_node *node);
/* The loop over the phase's points, as the thread has it. */
void lower_block_deal(struct lower *l, int *init, int *step);
/* Are both nodes, one after the other, phases of the first thread? */
bool lower_block_goes_on(struct lower *l, isl_ast_node *a, isl_ast_node *b);
/* What is below (taken) the mark of a kernel in a block. */
void lower_block_phase(struct lower *l, const char *name, isl_ast_node *below);
/* The extents that the driver chooses by. */
void lower_block_reach(struct lower *l, struct lowered *out);
/* In the driver: before all; the choice, and what is below (taken) the mark,
 * which is done if the block is not chosen. */
void lower_block_start(struct lower *l);
void lower_block_launch(struct lower *l, int number);
void lower_block_else(struct lower *l, int number, isl_ast_node *below);

/* overlapped.c: the kernels of overlapped tiles. Where they begin among the
 * lowered. */
int lower_overlap_at(const struct mapping *mapping);
void lower_overlap_kernel(struct lower *l, const struct overlap *o,
                          struct kir_module *module, const char *name,
                          struct lowered *out);
/* In the driver: before all; the launches. */
void lower_overlap_start(struct lower *l);
void lower_overlap_launch(struct lower *l, int number);
/* trapezoidal.c: the same on the host. */
void lower_trapezoid_kernel(struct lower *l, const struct overlap *o,
                            struct kir_module *module, const char *name,
                            struct lowered *out);
void lower_trapezoid_launch(struct lower *l, int number);
/* In a kernel of overlapped tiles: the value of a read that the tiles serve, or
 * -1; stores what the statement at hand computes, if it is of such a kernel. */
int lower_overlap_load(struct lower *l, const struct scop_expr *access);
bool lower_overlap_store(struct lower *l, int value);

/* expr.c: C expressions. */
int lower_value(struct lower *l, const struct scop_expr *e);
int lower_condition(struct lower *l, const struct scop_expr *e); /* PRED */
int lower_index(struct lower *l, const struct scop_expr *e);     /* I64 */
/* access.c: loads and stores by storage. */
int lower_load(struct lower *l, const struct scop_expr *access);
void lower_store(struct lower *l, const struct scop_expr *access, int value);
/* A load with the access' origin: 1 + its number in poly->access, and its text,
 * as "3 A[i][k]"; copies of tiles have "0 copy of A". */
int lower_load_access(struct lower *l, const struct scop_expr *access,
                      int buffer, int index);
/* lhs = rhs, indivisibly if other threads may update the same element. */
void lower_assign(struct lower *l, const struct scop_expr *lhs,
                  const struct scop_expr *rhs);
/* The variable that the accessed array is stored in, or -1. */
int lower_variable(struct lower *l, const struct scop_expr *access);
/* The index, in elements, of an access to memory. */
int lower_address(struct lower *l, const struct scop_expr *access, int array);
/* The index of the element with the given subscripts (the expansion's first).
 */
int lower_linear(struct lower *l, int array, const int *subscript);
/* How many leading dimensions of a temporary have the sizes of its box, others
 * being laid out as declared. */
int lower_box_rank(const struct poly *poly, int array);
/* Do the array's rows begin at multiples of `count` elements in memory, 2 or 4
 * of at most KIR_PACK_BYTES together? In a kernel; PRED. */
int lower_aligned(struct lower *l, int array, int64_t count);
/* shared_tile.c: the thread's number in its block, I64. */
int lower_flat_thread(struct lower *l);
/* Shared tiles. The statement hd_stage with its arguments. */
void lower_stage(struct lower *l, const int *arg, int count);
/* A loop over tiles that are loaded ahead is lowered, and true returned. */
bool lower_stage_for(struct lower *l, isl_ast_node *node /* kept */);
void lower_stage_start(struct lower *l);
int lower_stage_load(struct lower *l, int stage,
                     const struct scop_expr *access);
/* The kernel's buffer of a poly array that is a row of the table. */
int lower_buffer(struct lower *l, int array);
/* A condition on parameters (the scop's and bound names), PRED; or what to
 * lower as often as the bound names change. */
int lower_params_test(struct lower *l, isl_set *set /* taken */);
isl_ast_expr *lower_params_expr(struct lower *l, isl_set *set /* taken */);
/* The poly array that an access expression of l->stmt refers to. */
int lower_array_of(struct lower *l, const struct scop_expr *access);
/* A statement instance whose iterators are bound. */
void lower_statement(struct lower *l);
/* block_reduce.c: the statement at hand, a fold, to which all threads of a team
 * come. */
void lower_fold(struct lower *l);
/* body.c: what the point of a macro statement does. */
void lower_body(struct lower *l, const struct scop_node *body);
/* for (; variable < bound; variable += step), computed in `type`. */
struct body_count {
    const struct scop_expr *variable, *bound;
    enum scop_type type;
    bool closed; /* variable <= bound */
    int64_t step;
};
/* Is a loop of the current statement's body such a one? */
bool lower_counts(struct lower *l, const struct scop_node *loop,
                  struct body_count *count);

/* cooperative_rows.c: do the threads of a block, all of which are at the place
 * (l->together), share long loops of the statement? */
bool lower_spreads(struct lower *l, const struct poly_stmt *stmt);
/* Such a statement, whose iterators are bound, where l->holds. */
void lower_spread_statement(struct lower *l);
/* In it: where the own part of a loop from lo to before hi ends. */
int lower_spread_cut(struct lower *l, const struct scop_node *loop, int lo,
                     int hi);

/* unroll_jam.c: several points to a thread. A loop, mark or statement that is
 * theirs is lowered, and true returned; the variable that holds the current
 * point's element of a poly array, or -1. */
void lower_jam_start(struct lower *l);
/* Before the tree (kept) is lowered. */
void lower_jam_tree(struct lower *l, isl_ast_node *tree);
/* Does all that the tree (kept) says of points hold for those of a block that
 * are not there, too? Then full blocks need no tree of their own. */
bool lower_jam_is_loose(struct lower *l, isl_ast_node *tree);
bool lower_jam_for(struct lower *l, isl_ast_node *node /* kept */);
bool lower_jam_mark(struct lower *l, const char *name,
                    isl_ast_node *below /* taken if so */);
bool lower_jam_user(struct lower *l, const char *name);
/* The statement at hand, for the point that it is at. */
void lower_jam_statement(struct lower *l);
int lower_held(struct lower *l, int array, int access);

/* panel.c: a loop that updates one element in a register is lowered, and
 * true returned. */
bool lower_panel_for(struct lower *l, isl_ast_node *node /* kept */);

/* ast.c: isl's AST. */
void lower_ast_node(struct lower *l, isl_ast_node *node /* taken */);
int lower_ast_expr(struct lower *l, isl_ast_expr *expr /* taken */);
/* A loop (kept) as it is, and 1 past its iterator's last value. */
void lower_plain_for(struct lower *l, isl_ast_node *node);
int lower_loop_end(struct lower *l, isl_ast_node *node);
/* A user node (kept): is it the mapping's statement NAME…? Its arguments'
 * values, `count` of them. */
bool lower_is_call(isl_ast_node *node, const char *name);
int *lower_arguments(struct lower *l, isl_ast_node *node, int *count);
/* The statement that a user node (kept) is an instance of; NULL: none of the
 * scop's. */
const struct poly_stmt *lower_callee(struct lower *l, isl_ast_node *node);
/* What an identifier of the AST stands for. */
int lower_name(struct lower *l, const char *name);
/* A function of parameters (the scop's, hd_h): evaluated here, I64; 0 where it
 * is undefined for all of them (nothing is executed then). */
int lower_pw_aff(struct lower *l, isl_pw_aff *pa /* taken */);
isl_ast_expr *lower_pw_aff_expr(struct lower *l, isl_pw_aff *pa /* taken */);
/* The AST build for a schedule, under a context set (taken). */
isl_ast_build *lower_ast_build(struct lower *l, isl_set *context);
void lower_bind(struct lower *l, const char *name, int value);
/* Called for a user node that is no statement: a launch in the driver. */
void lower_launch(struct lower *l, const char *name, const int *arg, int count);

/* In the driver: a scalar of kind VALUE or HOST. */
int lower_scalar(struct lower *l, int array);
/* A launch of a lowered kernel, whose sources the driver has defined. */
void lower_launch_kernel(struct lower *l, const struct lowered *low,
                         const int grid[3]);
/* In a kernel: the instances in `mine` (taken) in the order of the schedule
 * (taken), under a context set (taken). */
void lower_instances(struct lower *l, isl_schedule *schedule,
                     isl_union_set *mine, isl_set *context);

/* What is below (taken) a mark of the schedule. */
void lower_mark(struct lower *l, const char *name, isl_ast_node *below);

/* The sizes of the boxes of all temporaries, defined as sources. */
void lower_boxes(struct lower *l);

/* arguments.c */
int lower_source(struct lower *l, enum source_kind kind, int index, int dim);
/* Declares a source whose value the function already has. */
void lower_source_define(struct lower *l, enum source_kind kind, int index,
                         int dim, int value);

/* The KIR type of an element, and of a value of that element type. */
enum kir_type lower_element_type(enum scop_type type);
enum kir_type lower_value_type(enum scop_type type);

#endif
