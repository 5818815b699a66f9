/*
 * How lower/ makes what tile/, map/ and plan/ have added to a kernel: Plans of
 * active points, single blocks, tiles over time, tiles in shared memory, loops
 * that a block shares, several points to a thread, and panels.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_FEATURES_H
#define HEDRA_POLYHEDRAL_LOWER_FEATURES_H

#include "polyhedral/lower/local.h"

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
/* active_driver.c: what the region asks of Plans when it runs (I32), which the
 * driver takes, and each of its parts; in the driver, before all, the shapes of
 * a part's Plans. */
struct lower_planning *lower_planning_new(struct arena *arena);
void plan_take_mode(struct lower *l, int mode);
void plan_share_mode(struct lower *l, const struct lower *driver);
void plan_start(struct lower *l);
/* In NAME_ranges: stores the sizes of the rows of a part's Plans in buffer
 * `out`; returns how many there are. NULL: there is no such mapping. */
int plan_lower_rows(struct lower *l, const struct mapping *gpu,
                    const struct mapping *host, int out);
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

/* single_block.c: the kernels of blocks. */
struct lower_single *lower_single_new(struct arena *arena);
/* Is what follows in a phase whose points the threads share, and not in the
 * loop over these? Returns what held before. */
bool lower_block_deals(struct lower *l, bool deals);
/* Where they begin among the lowered. */
int lower_block_at(const struct mapping *mapping);
/* In a phase: opens a condition (and returns true) if the node is the first
 * thread's, being no loop over the phase's points, nor around one. */
bool lower_block_begin_first(struct lower *l, isl_ast_node *node);
/* The loop over the phase's points, as the thread has it. */
void lower_block_deal(struct lower *l, int *init, int *step);
/* Node `a`, which is next, is followed by `b`, both kept: if both are phases of
 * the first thread, there is no barrier between them. NULL: by nothing. */
void lower_block_before(struct lower *l, isl_ast_node *a, isl_ast_node *b);
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
struct lower_overlapped *lower_overlapped_new(struct arena *arena);
int lower_overlap_at(const struct mapping *mapping);
void lower_overlap_kernel(struct lower *l, const struct overlap *o,
                          struct kir_module *module, const char *name,
                          struct lowered *out);
/* In the driver: before all; the launches; the variable with the time from
 * which on the kernels are launched sweep by sweep. */
void lower_overlap_start(struct lower *l);
int lower_overlap_resume(const struct lower *l, int number);
void lower_overlap_launch(struct lower *l, int number);
/* In NAME_ranges: second versions are as long as what they are versions of; how
 * many there are. */
int lower_version_rows(struct lower *l, const struct mapping *mapping, int out);
/* trapezoidal.c: the same on the host. */
void lower_trapezoid_kernel(struct lower *l, const struct overlap *o,
                            struct kir_module *module, const char *name,
                            struct lowered *out);
void lower_trapezoid_launch(struct lower *l, int number);
/* In a kernel of overlapped tiles: the value of a read that the tiles serve, or
 * -1; stores what the statement at hand computes, if it is of such a kernel. */
int lower_overlap_load(struct lower *l, const struct scop_expr *access);
bool lower_overlap_store(struct lower *l, int value);

/* shared_tile.c: the thread's number in its block, I64. */
int lower_flat_thread(struct lower *l);
/* Shared tiles. The statement hd_stage with its arguments. */
void lower_stage(struct lower *l, const int *arg, int count);
/* A loop over tiles that are loaded ahead is lowered, and true returned. */
bool lower_staging_for(struct lower *l, isl_ast_node *node /* kept */);
void lower_stage_start(struct lower *l);
int lower_staging_load(struct lower *l, int buffer,
                       const struct scop_expr *access);

/* cooperative_rows.c: at the beginning of a kernel: do all threads of a block
 * come to what it does, so that they may share loops? */
struct lower_rows *lower_rows_new(struct arena *arena);
void lower_rows_start(struct lower *l, bool together);
/* Do the threads of a block, all of which are at the place, share long loops of
 * the statement? */
bool lower_spreads(struct lower *l, const struct poly_stmt *stmt);
/* Such a statement, whose iterators are bound, where the rows' condition holds.
 */
void lower_spread_statement(struct lower *l);
/* In it: where the own part of a loop from lo to before hi ends. */
int lower_spread_cut(struct lower *l, const struct scop_node *loop, int lo,
                     int hi);

/* unroll_jam.c: several points to a thread. */
struct lower_unroll *lower_unroll_new(struct arena *arena);
/* Are all points of the block in the domain, for which code is made? */
void lower_unroll_full(struct lower *l, bool full);
/* A loop, mark or statement of points is lowered, and true returned; the
 * variable that holds the current point's element of a poly array, or -1. */
void lower_unroll_start(struct lower *l);
/* Before the tree (kept) is lowered. */
void lower_unroll_tree(struct lower *l, isl_ast_node *tree);
/* Does all that the tree (kept) says of points hold for those of a block that
 * are not there, too? Then full blocks need no tree of their own. */
bool lower_unroll_is_unguarded(struct lower *l, isl_ast_node *tree);
bool lower_unroll_for(struct lower *l, isl_ast_node *node /* kept */);
bool lower_unroll_mark(struct lower *l, const char *name,
                       isl_ast_node *below /* taken if so */);
bool lower_unroll_user(struct lower *l, const char *name);
/* The statement at hand, for the point that it is at. */
void lower_unroll_statement(struct lower *l);
int lower_held(struct lower *l, int array, int access);
/* tile_access.c: is the code for blocks with all points; are elements of points
 * in registers? */
bool lower_is_full(const struct lower *l);
bool lower_in_registers(const struct lower *l);
/* Points of a thread of the kernel; the variable that holds the element of the
 * point at hand. */
int lower_points_each(const struct map_kernel *kernel);
int lower_promoted_variable(const struct lower *l,
                            const struct promoted_array *promoted);
/* Elements of half a staging buffer; the place of an element in it, given its
 * row's number (the subscripts but the last, by their sizes) and its column. */
int64_t lower_half_elements(struct lower *l,
                            const struct staging_buffer *buffer);
int lower_staging_place(struct lower *l, const struct staging_buffer *buffer,
                        int row, int column);
/* The element of the buffer that an element of the tile is. */
int lower_in_half(struct lower *l, const struct staging_buffer *buffer, int at);

/* panel.c: a loop that updates one element in a register is lowered, and
 * true returned. */
struct lower_panel *lower_panel_new(struct arena *arena);
bool lower_panel_for(struct lower *l, isl_ast_node *node /* kept */);

#endif
