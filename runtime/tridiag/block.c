/*
 * The levels of a block are those of any system; only the last one, which
 * Thomas' method solves there, is reduced to its ends here, and keeps for each
 * line what it is between the values of the joint lines outside: the form in
 * which stage RU leaves it.
 */
#include "runtime/include/hedra_tridiag_block.h"

#include "runtime/tridiag/batch.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of a line: 1 / alpha, b / alpha, c / alpha; and H and U of x = G
 * - H left - U right. */
enum {
    TRIDIAG_END_INV,
    TRIDIAG_END_LOW,
    TRIDIAG_END_UP,
    TRIDIAG_END_LEFT,
    TRIDIAG_END_RIGHT,
    TRIDIAG_END_KEPT
};

struct tridiag_ends {
    /* Returns the first line whose pivot is refused or where elements grow, -1
     * if none. */
    int64_t (*factor_down)(const struct tridiag_view *v, bool no_left,
                           bool no_right, double limit, void *kept);
    void (*factor_up)(int64_t n, void *kept);
    /* Makes the values G; returns the first line that is not finite. */
    int64_t (*down)(const struct tridiag_view *v, const void *kept,
                    void *values);
    void (*up)(int64_t n, const void *kept, void *values);
    /* G, H and U of line i; G is 0 without values. */
    void (*ends)(const void *kept, const void *values, int64_t i, void *ends);
    void (*solve)(const struct tridiag_view *v, const void *kept,
                  const void *values, const void *left, const void *right);
};

#define FOR_EACH_TYPE "runtime/tridiag/ends.inc"
#include "runtime/host/host.h"
#include "runtime/tridiag/each.inc"

#define ENDS(type)                                                             \
    {                                                                          \
        factor_down_##type, factor_up_##type, down_##type, up_##type,          \
            ends_##type, solve_##type                                          \
    }

static const struct tridiag_ends tridiag_ends[TRIDIAG_TYPES] = {
    ENDS(float), ENDS(double), ENDS(complex_float), ENDS(complex_double)};

/* A right-hand side that is under way: the systems of all levels, d of each
 * reduced one, and G. */
struct block_slot {
    struct hedra_tridiag_lines lines;
    struct tridiag_view view[HEDRA_TRIDIAG_MAX_LEVELS + 1];
    void *d[HEDRA_TRIDIAG_MAX_LEVELS], *values;
};

struct hedra_tridiag_block {
    struct hedra_tridiag *object;  /* the problem, threads, scratch */
    struct tridiag_nested *nested; /* whose d are those of a slot */
    const struct tridiag_ends *ends;
    int64_t last_lines; /* of the last system */
    void *kept;         /* of these */
    struct block_slot slot[HEDRA_TRIDIAG_BLOCK_SLOTS];
    bool factored;
};

static enum hedra_status tell(const struct hedra_tridiag_block *block,
                              struct tridiag_trouble trouble,
                              struct hedra_error *why)
{
    const struct tridiag_outcome outcome = {trouble, 0, -1};
    return tridiag_tell(block->object, &outcome, why);
}

/* Objects ------------------------------------------------------------------ */

/* The levels work on the d of a slot. */
static void lend(struct hedra_tridiag_block *block, int slot)
{
    for (int k = 0; k < block->nested->levels; k++)
        block->nested->level[k].d = block->slot[slot].d[k];
}

/* A slot's d take the place of the levels' own. */
static struct tridiag_nested *without_d(struct tridiag_nested *nested)
{
    for (int k = 0; nested && k < nested->levels; k++) {
        free(nested->level[k].d);
        nested->level[k].d = NULL;
    }
    return nested;
}

/* Gives the levels back to the object, which frees them. */
static void return_levels(struct hedra_tridiag_block *block)
{
    for (int k = 0; block->nested && k < block->nested->levels; k++)
        block->nested->level[k].d = NULL;
    if (block->nested)
        tridiag_pieces_give(&block->object->nested_pool, block->nested);
}

static bool slot_init(struct block_slot *s,
                      const struct hedra_tridiag_block *block)
{
    const struct tridiag_nested *nested = block->nested;
    const size_t size = block->object->means.scalar->size;
    s->values = tridiag_alloc(block->last_lines, size);
    bool made = s->values;
    for (int k = 0; k < nested->levels && made; k++) {
        s->d[k] = tridiag_alloc(nested->level[k].cut.blocks + 1, size);
        made = s->d[k];
    }
    return made;
}

static bool init(struct hedra_tridiag_block *block)
{
    const struct hedra_tridiag_problem *p = &block->object->problem;
    const size_t size = block->object->means.scalar->size;
    struct tridiag_nested *nested =
        without_d(tridiag_pieces_take(&block->object->nested_pool));
    block->ends = &tridiag_ends[p->type];
    block->nested = nested;
    block->last_lines = nested->levels
                            ? nested->level[nested->levels - 1].cut.blocks + 1
                            : p->n;
    block->kept = tridiag_alloc(block->last_lines, TRIDIAG_END_KEPT * size);
    bool made = block->kept;
    for (int k = 0; k < HEDRA_TRIDIAG_BLOCK_SLOTS && made; k++)
        made = slot_init(&block->slot[k], block);
    return made;
}

enum hedra_status
hedra_tridiag_block_create(const struct hedra_tridiag_problem *problem,
                           struct hedra_tridiag_block **made,
                           struct hedra_error *why)
{
    CANCEL_OFF;
    if (!made)
        return error_argument(why, "made is NULL");
    *made = NULL;
    if (problem && (problem->systems || problem->sizes || problem->layout ||
                    problem->rhs || problem->ld ||
                    problem->pivoting == HEDRA_TRIDIAG_ALWAYS ||
                    problem->residual_limit != 0 || problem->device))
        return error_argument(why,
                              "a block has no systems, sizes, layout, rhs, "
                              "ld, pivoting, residual_limit or device");
    struct hedra_tridiag_block *block = calloc(1, sizeof *block);
    if (!block)
        return error_no_memory(why);
    enum hedra_status status =
        hedra_tridiag_create(problem, &block->object, why);
    if (!status && !init(block))
        status = error_no_memory(why);
    if (status)
        hedra_tridiag_block_destroy(block);
    else
        *made = block;
    return status;
}

void hedra_tridiag_block_destroy(struct hedra_tridiag_block *block)
{
    CANCEL_OFF;
    if (!block)
        return;
    return_levels(block);
    for (int k = 0; k < HEDRA_TRIDIAG_BLOCK_SLOTS; k++) {
        for (int i = 0; i < HEDRA_TRIDIAG_MAX_LEVELS; i++)
            free(block->slot[k].d[i]);
        free(block->slot[k].values);
    }
    free(block->kept);
    hedra_tridiag_destroy(block->object);
    free(block);
}

/* The ends ----------------------------------------------------------------- */

/* What couples the block to the joint lines outside is neither read nor
 * explained by the levels. */
static struct tridiag_trouble explain(const struct hedra_tridiag_block *block,
                                      const struct block_slot *s, int64_t row,
                                      enum hedra_status otherwise)
{
    const struct tridiag_scalar *scalar = block->object->means.scalar;
    const int64_t last = s->view->n - 1;
    struct tridiag_trouble trouble =
        tridiag_nested_explain(block->nested, block->nested->levels,
                               &block->object->means, s->view, row, otherwise);
    if (trouble.status == HEDRA_ERROR_NOT_FINITE || !s->lines.a)
        return trouble;
    const struct tridiag_view b = {.a = s->lines.b, .n = 1, .stride = 1};
    const struct tridiag_view c = {.a = (const char *)s->lines.c +
                                        (size_t)last * scalar->size,
                                   .n = 1,
                                   .stride = 1};
    char array;
    if (!s->lines.no_left && scalar->find_infinite(&b, &array) == 0)
        return (struct tridiag_trouble){HEDRA_ERROR_NOT_FINITE, 0, 'b', -1};
    if (!s->lines.no_right && scalar->find_infinite(&c, &array) == 0)
        return (struct tridiag_trouble){HEDRA_ERROR_NOT_FINITE, last, 'c', -1};
    return trouble;
}

/* The levels, then the pivots of the last system. */
static struct tridiag_trouble factor_down(struct hedra_tridiag_block *block,
                                          struct block_slot *s,
                                          enum tridiag_pass pass)
{
    struct tridiag_nested *nested = block->nested;
    struct tridiag_means *means = &block->object->means;
    const size_t size = means->scalar->size;
    struct tridiag_trouble trouble =
        tridiag_nested_reduce(nested, means, s->view, pass);
    if (trouble.status)
        return trouble;
    if (nested->levels) {
        const struct tridiag_level *l = &nested->level[nested->levels - 1];
        size_t inner = (size_t)(s->view->n - 1) * size;
        size_t outer = (size_t)(block->last_lines - 1) * size;
        memcpy(l->b, s->lines.b, size);
        memcpy((char *)l->c + outer, (const char *)s->lines.c + inner, size);
    }
    int64_t bad =
        block->ends->factor_down(&s->view[nested->levels], s->lines.no_left,
                                 s->lines.no_right, nested->limit, block->kept);
    return bad < 0 ? tridiag_no_trouble
                   : explain(block, s, bad, HEDRA_ERROR_PIVOT);
}

static struct tridiag_trouble values_down(struct hedra_tridiag_block *block,
                                          struct block_slot *s)
{
    int64_t bad = block->ends->down(&s->view[block->nested->levels],
                                    block->kept, s->values);
    return bad < 0 ? tridiag_no_trouble
                   : explain(block, s, bad, HEDRA_ERROR_NOT_FINITE);
}

static struct block_slot *begin(struct hedra_tridiag_block *block, int slot,
                                const struct hedra_tridiag_lines *lines)
{
    struct block_slot *s = &block->slot[slot];
    lend(block, slot);
    s->lines = *lines;
    s->view[0] =
        (struct tridiag_view){lines->b, lines->a,      lines->c,
                              lines->d, lines->x,      block->object->problem.n,
                              1,        lines->reflect};
    return s;
}

enum hedra_status
hedra_tridiag_block_factor(struct hedra_tridiag_block *block,
                           const struct hedra_tridiag_lines *lines, void *last,
                           void *first, struct hedra_error *why)
{
    CANCEL_OFF;
    if (!block || !lines || !lines->b || !lines->a || !lines->c || !last ||
        !first)
        return error_argument(why, "the block or an array is NULL");
    block->factored = false;
    if (block->nested->levels && !block->nested->level[0].kept) {
        const struct hedra_tridiag_problem *p = &block->object->problem;
        struct tridiag_nested *keeper = tridiag_nested_new(p, p->n, true);
        if (!keeper)
            return error_no_memory(why);
        for (int k = 0; k < keeper->levels; k++)
            block->nested->level[k].d = NULL;
        tridiag_nested_free(block->nested);
        block->nested = without_d(keeper);
    }
    struct tridiag_trouble trouble =
        factor_down(block, begin(block, 0, lines), TRIDIAG_PASS_FACTOR);
    if (trouble.status)
        return tell(block, trouble, why);
    block->ends->ends(block->kept, NULL, block->last_lines - 1, last);
    block->ends->factor_up(block->last_lines, block->kept);
    block->ends->ends(block->kept, NULL, 0, first);
    block->factored = true;
    return tell(block, tridiag_no_trouble, why);
}

enum hedra_status
hedra_tridiag_block_down(struct hedra_tridiag_block *block, int slot,
                         const struct hedra_tridiag_lines *lines, void *last,
                         struct hedra_error *why)
{
    CANCEL_OFF;
    if (!block || !lines || !lines->d || !lines->x || !last)
        return error_argument(why, "the block or an array is NULL");
    if (slot < 0 || slot >= HEDRA_TRIDIAG_BLOCK_SLOTS)
        return error_argument(why, "the slot is out of range");
    if (lines->a ? !lines->b || !lines->c : !block->factored)
        return error_argument(why, "b or c is NULL, or no factors are kept");
    struct block_slot *s = begin(block, slot, lines);
    struct tridiag_trouble trouble;
    if (lines->a) {
        block->factored = false;
        trouble = factor_down(block, s, TRIDIAG_PASS_REDUCE);
    } else {
        trouble = tridiag_nested_reduce(block->nested, &block->object->means,
                                        s->view, TRIDIAG_PASS_REDUCE_KEPT);
    }
    if (!trouble.status)
        trouble = values_down(block, s);
    if (!trouble.status)
        block->ends->ends(block->kept, s->values, block->last_lines - 1, last);
    return tell(block, trouble, why);
}

void hedra_tridiag_block_up(struct hedra_tridiag_block *block, int slot,
                            void *first)
{
    CANCEL_OFF;
    struct block_slot *s = &block->slot[slot];
    if (s->view[0].a)
        block->ends->factor_up(block->last_lines, block->kept);
    block->ends->up(block->last_lines, block->kept, s->values);
    block->ends->ends(block->kept, s->values, 0, first);
}

void hedra_tridiag_block_solve(struct hedra_tridiag_block *block, int slot,
                               const void *left, const void *right)
{
    CANCEL_OFF;
    const struct block_slot *s = &block->slot[slot];
    struct tridiag_nested *nested = block->nested;
    lend(block, slot);
    block->ends->solve(&s->view[nested->levels], block->kept, s->values, left,
                       right);
    tridiag_nested_substitute(nested, &block->object->means, s->view,
                              s->view[0].a ? TRIDIAG_PASS_SOLVE
                                           : TRIDIAG_PASS_SOLVE_KEPT);
}
