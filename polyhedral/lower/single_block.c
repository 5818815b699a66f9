/*
 * The kernels of blocks (map/single_block.c), and the choice between them and
 * launches.
 *
 * All threads go through the loops outside of the marks of kernels; what is
 * below a mark is a phase, which ends with a barrier. No condition on the
 * thread can come to stand around barriers, for threads are told apart only
 * below marks: the loops over what is parallel start at the thread and go on by
 * the number of threads, and the first one does what is in no such loop.
 */
#include "polyhedral/lower/features.h"

#include "polyhedral/map/map.h"

#include <isl/id.h>

#include <stdlib.h>

struct lower_single {
    bool dealing;   /* in a phase whose points the threads share, not in the
                       loop over these yet */
    bool goes_on;   /* what follows the phase is the same thread's */
    int *taken;     /* driver, per block: the variable that tells whether it is
                       launched */
    int **taken_at; /* driver, per block: those with the point of that launch */
};

struct lower_single *lower_single_new(struct arena *arena)
{
    return arena_alloc(arena, sizeof(struct lower_single));
}

bool lower_block_deals(struct lower *l, bool deals)
{
    bool before = l->single->dealing;
    l->single->dealing = deals;
    return before;
}

/* Is it the loop over the phase's points? There is no other in it, but the one
 * may be in pieces. */
static bool is_dealt(isl_ast_node *node)
{
    return isl_ast_node_get_type(node) == isl_ast_node_for &&
           isl_ast_node_for_is_degenerate(node) != isl_bool_true;
}

static int thread_index(struct lower *l)
{
    return kir_cast(l->f, KIR_I64, kir_thread_index(l->f, 0));
}

static void begin_first(struct lower *l)
{
    int zero = kir_int(l->f, KIR_I64, 0);
    kir_if(l->f, kir_binary(l->f, KIR_EQ, thread_index(l), zero));
}

bool lower_block_begin_first(struct lower *l, isl_ast_node *node)
{
    enum isl_ast_node_type type = isl_ast_node_get_type(node);
    if (!l->single->dealing || is_dealt(node) ||
        (type != isl_ast_node_for && type != isl_ast_node_user))
        return false;
    begin_first(l);
    return true;
}

void lower_block_deal(struct lower *l, int *init, int *step)
{
    int threads = kir_int(l->f, KIR_I64, BLOCK_THREADS);
    int ahead = kir_binary(l->f, KIR_MUL, thread_index(l), *step);
    *init = kir_binary(l->f, KIR_ADD, *init, ahead);
    *step = kir_binary(l->f, KIR_MUL, *step, threads);
}

static const struct map_kernel *phase_of(struct lower *l, const char *name)
{
    return &l->mapping->kernel[atoi(name + 1)];
}

/* Are both nodes, one after the other, phases of the first thread? */
static bool is_one_phase(struct lower *l, isl_ast_node *a, isl_ast_node *b)
{
    isl_ast_node *both[2] = {a, b};
    bool serial = l->block && !l->single->dealing;
    for (int k = 0; k < 2 && serial; k++) {
        serial = isl_ast_node_get_type(both[k]) == isl_ast_node_mark;
        if (!serial)
            break;
        isl_id *id = isl_ast_node_mark_get_id(both[k]);
        const char *name = isl_id_get_name(id);
        serial = name[0] == 'K' && phase_of(l, name)->dims == 0;
        isl_id_free(id);
    }
    return serial;
}

void lower_block_before(struct lower *l, isl_ast_node *a, isl_ast_node *b)
{
    l->single->goes_on = a && is_one_phase(l, a, b);
}

/* Is the node (taken) more than one loop over the phase's points? */
static bool is_in_pieces(isl_ast_node *node)
{
    for (;;) {
        isl_ast_node *inner = NULL;
        if (isl_ast_node_get_type(node) == isl_ast_node_mark)
            inner = isl_ast_node_mark_get_node(node);
        else if (isl_ast_node_get_type(node) == isl_ast_node_if &&
                 isl_ast_node_if_has_else_node(node) != isl_bool_true)
            inner = isl_ast_node_if_get_then_node(node);
        if (!inner)
            break;
        isl_ast_node_free(node);
        node = inner;
    }
    bool pieces = !is_dealt(node);
    isl_ast_node_free(node);
    return pieces;
}

/* Statements of one point are one thread's, with the variables that they have
 * for it. Where they may be in pieces, as a loop over all points and what is
 * done behind it at the last one, the first thread does all. */
static bool is_shared_out(struct lower *l, const struct map_kernel *kernel,
                          isl_ast_node *below)
{
    if (!kernel->dims)
        return false;
    bool whole = isl_union_set_n_set(kernel->domain) == 1 ||
                 !is_in_pieces(isl_ast_node_copy(below));
    if (!whole)
        fault_add(l->poly->faults, FAULT_ONE_BLOCK, kernel->loc,
                  "in one block, one thread does this part: its loop is in "
                  "pieces that share points");
    return whole;
}

void lower_block_phase(struct lower *l, const char *name, isl_ast_node *below)
{
    const struct map_kernel *kernel = phase_of(l, name);
    bool goes_on = l->single->goes_on;
    if (is_shared_out(l, kernel, below)) {
        l->single->dealing = true;
        l->below(l, below);
        l->single->dealing = false;
    } else {
        begin_first(l);
        l->below(l, below);
        kir_end(l->f);
    }
    if (!goes_on)
        kir_barrier(l->f);
}

static struct lowered *lowered_of(struct lower *l, int number)
{
    return &l->lowered[lower_block_at(l->mapping) + number];
}

void lower_block_start(struct lower *l)
{
    int count = l->mapping->single_count;
    int none = kir_int(l->f, KIR_PRED, 0);
    struct arena *arena = l->poly->arena;
    l->single->taken =
        arena_alloc(arena, sizeof *l->single->taken * (size_t)(count + 1));
    l->single->taken_at =
        arena_alloc(arena, sizeof *l->single->taken_at * (size_t)(count + 1));
    for (int k = 0; k < count; k++) {
        int dims = l->mapping->single[k].whole.prefix_count;
        if (lowered_of(l, k)->func < 0)
            continue;
        l->single->taken[k] =
            kir_variable(l->f, arena_printf(arena, "hd_taken%d", k), KIR_PRED);
        kir_set(l->f, l->single->taken[k], none);
        l->single->taken_at[k] = arena_alloc(
            arena, sizeof **l->single->taken_at * (size_t)(dims + 1));
        for (int d = 0; d < dims; d++) {
            l->single->taken_at[k][d] = kir_variable(
                l->f, arena_printf(arena, "hd_taken%d_at%d", k, d), KIR_I64);
            kir_set(l->f, l->single->taken_at[k][d],
                    kir_int(l->f, KIR_I64, INT64_MIN));
        }
    }
}

/* Is this another point than the one of the last launch? Where isl has a loop
 * in pieces, by its statements, the launch is in each of them. */
static int is_next(struct lower *l, int number)
{
    int dims = l->mapping->single[number].whole.prefix_count;
    int next = kir_int(l->f, KIR_PRED, dims == 0);
    for (int d = 0; d < dims; d++) {
        int last = kir_get(l->f, l->single->taken_at[number][d]);
        int here = lower_source(l, SOURCE_HOST_DIM, d, 0);
        next = kir_binary(l->f, KIR_OR, next,
                          kir_binary(l->f, KIR_NE, last, here));
    }
    return next;
}

/* Has no phase more points than are good for it? */
static int is_short(struct lower *l, const struct single_block *block,
                    const struct lowered *low)
{
    int all = kir_int(l->f, KIR_PRED, 1);
    for (int k = 0; k < block->count; k++) {
        const struct map_kernel *kernel = &l->mapping->kernel[block->first + k];
        if (!kernel->dims)
            continue;
        int last = lower_pw_aff(l, isl_pw_aff_copy(low->reach[k]));
        int most = kir_int(l->f, KIR_I64, kernel->single_most);
        all = kir_binary(l->f, KIR_AND, all,
                         kir_binary(l->f, KIR_LT, last, most));
    }
    return kir_unary(l->f, KIR_BARRED, all);
}

void lower_block_launch(struct lower *l, int number)
{
    const struct single_block *block = &l->mapping->single[number];
    const struct lowered *low = lowered_of(l, number);
    int one = kir_int(l->f, KIR_I64, 1);
    const int grid[3] = {one, one, one};
    if (low->func < 0)
        return;
    kir_line(l->f, block->whole.loc.line);
    kir_if(l->f, is_next(l, number));
    for (int d = 0; d < block->whole.prefix_count; d++)
        kir_set(l->f, l->single->taken_at[number][d],
                lower_source(l, SOURCE_HOST_DIM, d, 0));
    int all = is_short(l, block, low);
    kir_set(l->f, l->single->taken[number], all);
    kir_if(l->f, all);
    lower_launch_kernel(l, low, grid);
    kir_end(l->f);
    kir_end(l->f);
}

void lower_block_else(struct lower *l, int number, isl_ast_node *below)
{
    if (lowered_of(l, number)->func < 0) {
        l->below(l, below);
        return;
    }
    kir_if(l->f,
           kir_unary(l->f, KIR_NOT, kir_get(l->f, l->single->taken[number])));
    l->below(l, below);
    kir_end(l->f);
}

/* How far a kernel's points reach beyond the first one, in all of the block's
 * steps; 0 where it has none. */
static isl_pw_aff *find_reach(const struct poly *poly,
                              const struct map_kernel *kernel,
                              isl_union_set *launched)
{
    isl_pw_aff *low[MAP_MAX_DIMS], *high[MAP_MAX_DIMS];
    isl_set *points = lower_mapped_points(kernel->parallel, launched);
    lower_find_box(points, kernel->dims, low, high);
    isl_set_free(points);
    isl_pw_aff *reach = isl_pw_aff_sub(high[0], low[0]);
    isl_set *all = isl_set_universe(isl_pw_aff_get_domain_space(reach));
    isl_pw_aff *zero = isl_pw_aff_val_on_domain(all, isl_val_zero(poly->ctx));
    return isl_pw_aff_coalesce(isl_pw_aff_union_max(reach, zero));
}

void lower_block_reach(struct lower *l, struct lowered *out)
{
    const struct single_block *block = l->block;
    isl_union_set *launched = lower_launched(l->poly, &block->whole);
    out->reach_count = block->count;
    out->reach = arena_alloc(l->poly->arena,
                             sizeof *out->reach * (size_t)(block->count + 1));
    for (int k = 0; k < block->count; k++) {
        const struct map_kernel *kernel = &l->mapping->kernel[block->first + k];
        if (kernel->dims)
            out->reach[k] = find_reach(l->poly, kernel, launched);
    }
    isl_union_set_free(launched);
}
