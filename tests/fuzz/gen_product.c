/* Products of matrices: sums of products over a loop in order, in nests large
 * enough to fill the blocks of a GPU. */
#include "tests/fuzz/nest.h"

enum { PRODUCT_TRIES = 6 };

/* The loops of a product, by what they count. */
enum role { ROW, COLUMN, INNER, ROLE_COUNT };

struct product {
    int array[3];     /* the sum's, and both factors' */
    bool outer_inner; /* the loop in order is outside that of the columns */
    int iter[ROLE_COUNT];
    const struct expr *held; /* a temporary that holds the first factor, or NULL
                              */
};

static struct expr *iter_ref(struct kernel *k, int iter)
{
    return expr_ref(k, OP_ITER, iter, k->iter[iter].type);
}

/* A loop over a side of the matrices: up to a parameter, a constant, or the
 * iterator around. */
static struct stmt *append_side(struct kernel *k, struct scope *scope,
                                struct stmt *block, enum role role)
{
    int count = role == INNER ? 3 + rng_below(k, 38) : 8 + rng_below(k, 76);
    struct stmt *loop = gen_counted_loop(k, scope, count, block);
    if (!loop)
        return NULL;
    struct expr *bound = loop->cond->arg[1];
    int param = rng_below(k, k->param_count);
    if (scope->depth > 0 && rng_chance(k, 15))
        bound = expr_binary(k, OP_ADD, iter_ref(k, scope->iter[0]),
                            expr_int(k, rng_below(k, 2), TYPE_I32));
    else if (rng_chance(k, role == INNER ? 25 : 60))
        bound = expr_ref(k, OP_PARAM, param, k->param[param].type);
    if (scope->depth > 0 && rng_chance(k, 8))
        loop->init = iter_ref(k, scope->iter[0]);
    else if (rng_chance(k, 20))
        loop->init = expr_int(k, 1 + rng_below(k, 3), TYPE_I32);
    loop->cond = expr_binary(k, OP_LT, iter_ref(k, loop->iter), bound);
    if (rng_chance(k, role == INNER ? 45 : 6))
        loop->step = 2 + rng_below(k, 3);
    loop->step_spelling = rng_below(k, 3);
    loop->init->control = loop->cond->control = true;
    scope->iter[scope->depth++] = loop->iter;
    return loop;
}

/* The element of a matrix at two loops, of a vector at one of them: the one in
 * order, if the array is a factor. */
static struct expr *element(struct kernel *k, const struct product *p,
                            int which, enum role first, enum role second)
{
    struct scope at = {0};
    int array = p->array[which];
    if (which > 0 && rng_chance(k, 15)) {
        enum role swap = first;
        first = second;
        second = swap;
    }
    if (k->array[array].rank == 1 && which > 0)
        first = INNER;
    at.iter[at.depth++] = p->iter[first];
    if (k->array[array].rank == 2)
        at.iter[at.depth++] = p->iter[second];
    struct expr *e = gen_element_at(k, &at, array);
    for (int d = 0; d < e->count; d++)
        e->offset[d] += rng_chance(k, 12) ? rng_below(k, 3) - 1 : 0;
    return e;
}

static struct expr *first_factor(struct kernel *k, const struct product *p)
{
    struct expr *a = element(k, p, 1, ROW, INNER);
    if (rng_chance(k, 25))
        a = expr_binary(k, OP_MUL, expr_float(k, 0.5, TYPE_F64), a);
    return a;
}

/* A product of two factors, sometimes scaled. */
static struct expr *factors(struct kernel *k, const struct product *p)
{
    struct expr *a = p->held ? expr_copy(k, p->held) : first_factor(k, p);
    struct expr *b = element(k, p, 2, INNER, COLUMN);
    struct expr *e = expr_binary(k, OP_MUL, a, b);
    if (rng_chance(k, 15))
        e = expr_binary(k, OP_ADD, e,
                        expr_binary(k, OP_MUL, element(k, p, 2, ROW, INNER),
                                    element(k, p, 1, INNER, COLUMN)));
    return e;
}

/* sum += a * b, of all iterations or of every second and the like. */
static void append_sum(struct kernel *k, const struct product *p,
                       struct stmt *block, const struct expr *sum)
{
    if (rng_chance(k, 20)) {
        int by = 2 + rng_below(k, 3);
        struct stmt *test = stmt_new(k, STMT_IF);
        test->test =
            expr_binary(k, OP_EQ,
                        expr_binary(k, OP_REM, iter_ref(k, p->iter[INNER]),
                                    expr_int(k, by, TYPE_I32)),
                        expr_int(k, rng_below(k, by), TYPE_I32));
        test->test->control = true;
        stmt_append(k, test, stmt_new(k, STMT_BLOCK));
        stmt_append(k, block, test);
        block = test->child[0];
    }
    struct stmt *s = stmt_new(k, STMT_ASSIGN);
    struct expr *lhs = expr_copy(k, sum);
    enum op op = rng_chance(k, 80) ? OP_ADD : OP_SUB;
    set_assign(k, s, lhs, expr_binary(k, op, expr_copy(k, lhs), factors(k, p)),
               ASSIGN_COMPOUND);
    stmt_append(k, block, s);
}

/* sum = 0 or sum *= 2, in front of its loop or behind. */
static void append_scale(struct kernel *k, struct stmt *block,
                         const struct expr *sum)
{
    struct stmt *s = stmt_new(k, STMT_ASSIGN);
    struct expr *lhs = expr_copy(k, sum);
    bool zero = rng_chance(k, 60);
    struct expr *two = expr_int(k, 2, TYPE_I32);
    set_assign(k, s, lhs,
               zero ? expr_int(k, 0, TYPE_I32)
                    : expr_binary(k, OP_MUL, expr_copy(k, lhs), two),
               zero ? ASSIGN_PLAIN : ASSIGN_COMPOUND);
    stmt_append(k, block, s);
}

/* The loop in order innermost, its sum in the element or in a temporary. */
static bool append_inner(struct kernel *k, struct product *p,
                         struct scope scope, struct stmt *block)
{
    struct expr *sum = element(k, p, 0, ROW, COLUMN), *total = sum;
    int temp = -1;
    if (rng_chance(k, 20))
        temp = declare_temp(k, &scope, block, expr_int(k, 0, TYPE_I32));
    if (temp >= 0)
        total = gen_access(k, &scope, temp);
    else if (rng_chance(k, 50))
        append_scale(k, block, sum);
    struct stmt *inner = append_side(k, &scope, block, INNER);
    if (!inner)
        return false;
    p->iter[INNER] = inner->iter;
    append_sum(k, p, inner, total);
    if (temp >= 0) {
        struct stmt *s = stmt_new(k, STMT_ASSIGN);
        set_assign(k, s, sum, expr_copy(k, total), ASSIGN_PLAIN);
        stmt_append(k, block, s);
    } else if (rng_chance(k, 15)) {
        append_scale(k, block, sum);
    }
    return true;
}

/* The loop in order around that of the columns, in front of which a temporary
 * may get the first factor. */
static bool append_columns(struct kernel *k, struct product *p,
                           struct scope scope, struct stmt *block)
{
    int temp = -1;
    if (rng_chance(k, 50))
        temp = declare_temp(k, &scope, block, first_factor(k, p));
    p->held = temp >= 0 ? gen_access(k, &scope, temp) : NULL;
    struct stmt *columns = append_side(k, &scope, block, COLUMN);
    if (!columns)
        return false;
    p->iter[COLUMN] = columns->iter;
    append_sum(k, p, columns, element(k, p, 0, ROW, COLUMN));
    return true;
}

/* The nest: rows, columns and the loop in order, or the latter in the middle.
 */
static bool append_nest(struct kernel *k, struct product *p,
                        struct stmt *region)
{
    struct scope scope = {0};
    bool vector = k->array[p->array[0]].rank == 1;
    enum role second = p->outer_inner ? INNER : COLUMN;
    struct stmt *rows = append_side(k, &scope, region, ROW), *block = rows;
    if (!rows)
        return false;
    p->iter[ROW] = p->iter[COLUMN] = rows->iter;
    if (!vector) {
        block = append_side(k, &scope, rows, second);
        if (!block)
            return false;
        p->iter[second] = block->iter;
    }
    bool inside = vector || !p->outer_inner;
    if (!(inside ? append_inner(k, p, scope, block)
                 : append_columns(k, p, scope, block)))
        return false;
    return kernel_control_run(k);
}

/* Arrays that differ mostly, of one or two dimensions; false without one. */
static bool choose_arrays(struct kernel *k, struct product *p)
{
    for (int a = 0; a < 3; a++) {
        bool same = true;
        for (int n = 0; n < 8 && same; n++) {
            p->array[a] = array_of_rank(k, rng_chance(k, 85) ? 2 : 1, 2);
            same = a > 0 && p->array[a] == p->array[0] && rng_chance(k, 90);
        }
        int rank = k->array[p->array[a]].rank;
        if (rank < 1 || rank > 2)
            return false;
    }
    return true;
}

void append_product(struct kernel *k, struct stmt *region, int depth)
{
    int count = region->count;
    for (int n = 0; n < PRODUCT_TRIES; n++) {
        struct product p = {.outer_inner = rng_chance(k, 30)};
        if (choose_arrays(k, &p) && append_nest(k, &p, region))
            return;
        region->count = count;
    }
    append_loop(k, (struct scope){0}, region, depth);
}
