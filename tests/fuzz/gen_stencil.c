/* Stencils: sweeps over boxes, again and again. */
#include "tests/fuzz/nest.h"

struct expr *gen_element_at(struct kernel *k, const struct scope *scope,
                            int array)
{
    int rank = k->array[array].rank;
    struct expr *e = expr_ref(k, OP_ACCESS, array, k->array[array].type);
    e->count = rank;
    for (int d = 0; d < rank; d++) {
        int iter = scope->iter[scope->depth - rank + d];
        e->arg[d] = expr_ref(k, OP_ITER, iter, k->iter[iter].type);
        e->arg[d]->control = true;
    }
    ARENA_PUSH(k->arena, k->access, k->access_count, k->access_capacity, e);
    return e;
}

/* lhs = a weighted sum of elements near by: of another array, now and then of
 * any, and seldom of its own but the same element. */
static void append_sweep_body(struct kernel *k, const struct scope *scope,
                              struct stmt *block, int array, int other)
{
    struct expr *lhs = gen_element_at(k, scope, array), *sum = NULL;
    int terms = 2 + rng_below(k, 4), rank = k->array[array].rank;
    for (int t = 0; t < terms; t++) {
        int from = rng_chance(k, 75) ? other : array_of_rank(k, rank, rank);
        struct expr *e = gen_element_at(k, scope, from);
        int far = from == array && rng_chance(k, 95) ? 1 : 3;
        for (int d = 0; d < rank; d++)
            e->offset[d] += rng_below(k, far) - far / 2;
        sum = sum ? expr_binary(k, OP_ADD, sum, e) : e;
    }
    if (rng_chance(k, 20))
        sum = expr_binary(
            k, OP_ADD, sum,
            expr_ref(k, OP_ITER, scope->iter[0], k->iter[scope->iter[0]].type));
    if (type_table[sum->type].is_float)
        sum = expr_binary(k, OP_MUL, sum, expr_float(k, 0.25, TYPE_F64));
    struct stmt *s = stmt_new(k, STMT_ASSIGN);
    set_assign(k, s, lhs, sum, ASSIGN_PLAIN);
    stmt_append(k, block, s);
}

/* Loops from 1 or 2 to what is the same for all sweeps, mostly; 0: one element
 * alone. */
static void append_sweep(struct kernel *k, struct scope scope,
                         struct stmt *block, int array, int other, int extent)
{
    for (int d = 0; d < k->array[array].rank; d++) {
        int count = rng_chance(k, 8) ? 1 : extent - rng_below(k, 2);
        struct stmt *loop = gen_counted_loop(k, &scope, count, block);
        if (!loop)
            return;
        loop->init = expr_int(k, count > 1 ? 1 + rng_below(k, 2) : 0, TYPE_I32);
        loop->init->control = true;
        scope.iter[scope.depth++] = loop->iter;
        block = loop;
    }
    append_sweep_body(k, &scope, block, array, other);
}

void append_stencil(struct kernel *k, struct stmt *region, int depth)
{
    static const int extents[MAX_RANK + 1] = {0, 90, 24, 9};
    struct scope scope = {0};
    int count = region->count, array = array_of_rank(k, 1, MAX_RANK);
    int rank = k->array[array].rank, sweeps = 2 + rng_below(k, 2);
    int other = array;
    for (int n = 0; n < 8 && other == array; n++)
        other = array_of_rank(k, rank, rank);
    int extent = 4 + rng_below(k, extents[rank]);
    struct stmt *loop =
        rank && other != array
            ? gen_counted_loop(k, &scope, 3 + rng_below(k, 12), region)
            : NULL;
    if (loop) {
        if (!k->iter[loop->iter].outside)
            k->iter[loop->iter].name = "t";
        loop->init = expr_int(k, rng_below(k, 2), TYPE_I32);
        loop->init->control = true;
        scope.iter[scope.depth++] = loop->iter;
    }
    for (int s = 0; loop && s < sweeps; s++) {
        append_sweep(k, scope, loop, array, other, extent);
        int next = array;
        array = other;
        other = next;
    }
    if (loop && kernel_control_run(k))
        return;
    region->count = count;
    append_loop(k, (struct scope){0}, region, depth);
}
