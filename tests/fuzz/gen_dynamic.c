/*
 * Control that depends on data: filters, accesses through index arrays, loops
 * over rows of them, loops that end by data, reductions and scans.
 *
 * Index arrays are never written and their numbers follow from the seed, so
 * that the run without data visits exactly the points that they name. Every
 * loop that ends by data has a bound that does not.
 */
#include "tests/fuzz/nest.h"

/* Row length of index arrays, and a prime below the longest row of a matrix. */
enum { ROW_LENGTH = 96, PERM_LIMIT = 89, FLAG_LIMIT = 4 };

bool knob_chance(struct kernel *k, int percent)
{
    return percent > 0 && rng_chance(k, percent);
}

static bool is_integer(enum type t)
{
    return !type_table[t].is_float;
}

static void new_content(struct kernel *k, enum content content, int rank,
                        int64_t limit, const char *name)
{
    static const enum type types[] = {TYPE_I32, TYPE_I32, TYPE_I64, TYPE_U32,
                                      TYPE_U64, TYPE_I16, TYPE_U16, TYPE_U8};
    static const enum form single[] = {FORM_POINTER, FORM_VLA, FORM_CONSTANT,
                                       FORM_GLOBAL, FORM_LOCAL_ARRAY};
    static const enum form matrix[] = {FORM_VLA, FORM_CONSTANT, FORM_GLOBAL,
                                       FORM_LINEAR, FORM_ROWS};
    struct array *a = new_array(k, FORM_POINTER);
    a->form = rank == 1 ? single[rng_below(k, 5)] : matrix[rng_below(k, 5)];
    a->type = types[rng_below(k, content == CONTENT_ROWS ? 6 : 8)];
    a->spelling = 0;
    a->wide = false;
    a->rank = rank;
    a->content = content;
    a->limit = limit;
    a->restricted = rng_chance(k, k->shape->restrict_pointer);
    a->read_only = rng_chance(k, k->shape->const_pointer);
    a->name = a->form == FORM_GLOBAL
                  ? arena_printf(k->arena, "%s%d_%llu", name, a->owner,
                                 (unsigned long long)k->seed)
                  : arena_printf(k->arena, "%s%d", name, a->owner);
    for (int d = 0; d < rank; d++) {
        a->extent[d].param = -1;
        a->extent[d].least = d > 0 ? ROW_LENGTH : 1;
        a->extent[d].value = a->extent[d].least;
    }
}

void gen_contents(struct kernel *k)
{
    const struct shape *h = k->shape;
    if (h->filter || h->item_filtered || h->item_search || h->cursor) {
        new_content(k, CONTENT_INDEX, 1, FLAG_LIMIT, "flag");
        new_content(k, CONTENT_INDEX, 2, FLAG_LIMIT, "flag");
    }
    if (h->sub_indirect || h->item_scatter || h->item_inspected)
        new_content(k, CONTENT_INDEX, rng_chance(k, 70) ? 1 : 2,
                    5 + rng_below(k, 30), "idx");
    if (h->item_scatter)
        new_content(k, CONTENT_PERM, 1, PERM_LIMIT, "perm");
    if (h->item_rows)
        new_content(k, CONTENT_ROWS, 1, 1 + rng_below(k, 4), "row");
}

/* An array of this content, whose numbers reach above `limit`; -1: none. */
static int find_content(struct kernel *k, enum content content, int rank,
                        int64_t limit)
{
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (a->content == content && a->limit > limit &&
            (rank == 0 || a->rank == rank))
            return i;
    }
    return -1;
}

/* flag[i][j] == 2 and the like. */
static struct expr *test_flag(struct kernel *k, struct expr *flag)
{
    static const enum op ops[] = {OP_EQ, OP_NE, OP_GT, OP_LE};
    enum op op = ops[rng_below(k, 4)];
    return expr_binary(k, op, flag, expr_int(k, rng_below(k, 4), TYPE_I32));
}

static struct expr *filter_term(struct kernel *k, const struct scope *scope)
{
    int rank = scope->depth > 1 && rng_chance(k, 60) ? 2 : 1;
    int array = find_content(k, CONTENT_INDEX, rank, 0);
    if (array < 0 || rng_chance(k, 35))
        array = array_of_rank(k, 1, MAX_RANK);
    struct expr *e = gen_access(k, scope, array);
    if (k->array[array].content != CONTENT_ANY)
        e = test_flag(k, e);
    else
        e = expr_binary(k, rng_chance(k, 50) ? OP_GT : OP_LT, e,
                        expr_int(k, rng_below(k, 20) - 10, TYPE_I32));
    if (rng_chance(k, 15))
        e = expr_unary(k, OP_NOT, e);
    return e;
}

struct expr *gen_filter(struct kernel *k, const struct scope *scope)
{
    struct expr *e = filter_term(k, scope);
    for (int terms = rng_below(k, 3); terms > 0; terms--) {
        struct expr *other = scope->depth > 0 && rng_chance(k, 20)
                                 ? gen_condition(k, scope)
                                 : filter_term(k, scope);
        enum op op = rng_chance(k, 60) ? OP_LAND : OP_LOR;
        e = rng_chance(k, 50) ? expr_binary(k, op, e, other)
                              : expr_binary(k, op, other, e);
    }
    return rng_chance(k, 12) ? expr_unary(k, OP_NOT, e) : e;
}

struct expr *gen_indirect(struct kernel *k, const struct scope *scope)
{
    int array = find_content(k, CONTENT_INDEX, 0, FLAG_LIMIT);
    if (array < 0)
        return NULL;
    struct expr *e = gen_access(k, scope, array);
    e->control = true;
    return e;
}

/* if (test) with an empty block, appended. */
static struct stmt *append_test(struct kernel *k, struct stmt *block,
                                struct expr *test)
{
    struct stmt *s = stmt_new(k, STMT_IF);
    s->test = test;
    stmt_append(k, s, stmt_new(k, STMT_BLOCK));
    stmt_append(k, block, s);
    return s->child[0];
}

static void append_store(struct kernel *k, struct stmt *block, struct expr *lhs,
                         struct expr *rhs, enum spelling_of_assign spelling)
{
    struct stmt *s = stmt_new(k, STMT_ASSIGN);
    set_assign(k, s, lhs, rhs, spelling);
    stmt_append(k, block, s);
}

/* lhs op= value */
static void append_update(struct kernel *k, struct stmt *block,
                          struct expr *lhs, enum op op, struct expr *value)
{
    append_store(k, block, lhs, expr_binary(k, op, expr_copy(k, lhs), value),
                 ASSIGN_COMPOUND);
}

/* The element beside `e` toward the origin, in one or all dimensions. */
static struct expr *neighbour(struct kernel *k, const struct expr *e)
{
    struct expr *n = expr_copy(k, e);
    if (rng_chance(k, 15)) {
        for (int d = 0; d < n->count; d++)
            n->offset[d]--;
        return n;
    }
    n->offset[rng_below(k, n->count)] -= rng_chance(k, 90) ? 1 : -1;
    return n;
}

/* The test of the flag that belongs to an element. */
static struct expr *flag_of(struct kernel *k, int flag, const struct expr *e)
{
    struct expr *f = expr_ref(k, OP_ACCESS, flag, k->array[flag].type);
    f->count = e->count;
    for (int d = 0; d < e->count; d++) {
        f->arg[d] = expr_copy(k, e->arg[d]);
        f->offset[d] = e->offset[d];
    }
    ARENA_PUSH(k->arena, k->access, k->access_count, k->access_capacity, f);
    return f;
}

/* The test whether an element passes, perhaps made before its flag is written
 * anew. */
static struct expr *own_test(struct kernel *k, struct scope *scope, int flag,
                             const struct expr *lhs, const struct expr *limit,
                             struct stmt *block)
{
    struct expr *test =
        expr_binary(k, OP_GT, flag_of(k, flag, lhs), expr_copy(k, limit));
    if (!knob_chance(k, k->shape->filter_rewritten))
        return test;
    int temp = declare_temp(k, scope, block, test);
    if (temp < 0)
        return test;
    append_store(k, block, flag_of(k, flag, lhs),
                 expr_int(k, rng_below(k, 4), TYPE_I32), ASSIGN_PLAIN);
    return gen_access(k, scope, temp);
}

/* An element that passes a filter, from its neighbours that do: the macroblocks
 * of the thesis. */
void append_filtered(struct kernel *k, const struct scope *scope,
                     struct stmt *block)
{
    struct expr *lhs = gen_access(k, scope, array_of_rank(k, 1, 2));
    int flag = find_content(k, CONTENT_INDEX, lhs->count, 0);
    if (flag < 0 || lhs->count == 0) {
        append_assign(k, scope, block);
        return;
    }
    struct expr *limit = expr_int(k, rng_below(k, 3), TYPE_I32);
    struct expr *sum = gen_value(k, scope, 1);
    struct scope around = *scope;
    struct expr *own = own_test(k, &around, flag, lhs, limit, block);
    struct stmt *inner = append_test(k, block, own);
    int temp = rng_chance(k, 50) ? declare_temp(k, &around, inner, sum) : -1;
    for (int terms = 1 + rng_below(k, 2); terms > 0; terms--) {
        struct expr *other = neighbour(k, lhs);
        struct expr *test =
            expr_binary(k, OP_GT, flag_of(k, flag, other), expr_copy(k, limit));
        if (temp >= 0)
            append_update(k, append_test(k, inner, test),
                          gen_access(k, &around, temp), OP_ADD, other);
        else
            sum = expr_binary(
                k, OP_ADD, sum,
                expr_cond(k, test, other, expr_int(k, 0, TYPE_I32)));
    }
    if (temp >= 0)
        sum = gen_access(k, &around, temp);
    append_store(k, inner, lhs, sum, ASSIGN_PLAIN);
}

/* hist[idx[i]] += 1, x[perm[i]] = value, or a store whose order counts. */
void append_scatter(struct kernel *k, const struct scope *scope,
                    struct stmt *block)
{
    static const enum op ops[] = {OP_ADD, OP_ADD, OP_SUB, OP_AND,
                                  OP_OR,  OP_XOR, OP_MUL};
    struct expr *lhs = gen_access(k, scope, array_of_rank(k, 1, 2));
    struct expr *value = gen_value(k, scope, 1);
    bool integers = is_integer(lhs->type) && is_integer(value->type);
    int perm = find_content(k, CONTENT_PERM, 1, 0);
    struct expr *subscript = gen_indirect(k, scope);
    if (perm >= 0 && rng_chance(k, 40)) {
        subscript = gen_access(k, scope, perm);
        subscript->control = true;
    }
    if (lhs->count == 0 || !subscript) {
        append_assign(k, scope, block);
        return;
    }
    lhs->arg[rng_below(k, lhs->count)] = subscript;
    if (rng_chance(k, 70))
        append_update(k, block, lhs, ops[rng_below(k, integers ? 7 : 2)],
                      rng_chance(k, 40) ? expr_int(k, 1, TYPE_I32) : value);
    else
        append_store(k, block, lhs, value, ASSIGN_PLAIN);
}

/* Takes the statements since `count` back if the kernel cannot be run. */
static bool keep_if_sound(struct kernel *k, const struct scope *scope,
                          struct stmt *block, int count)
{
    if (kernel_control_run(k))
        return true;
    block->count = count;
    append_assign(k, scope, block);
    return false;
}

static struct expr *data_test(struct kernel *k, const struct scope *scope)
{
    return rng_chance(k, 50) ? gen_filter(k, scope)
                             : gen_data_condition(k, scope);
}

/* Statements of a loop in a point: an update of the temporary, more of the
 * generator's, or both. */
static void fill_loop(struct kernel *k, const struct scope *inner, int temp,
                      struct stmt *loop)
{
    if (temp < 0 || rng_chance(k, 25))
        gen_body(k, *inner, loop, rng_chance(k, 20));
    if (temp < 0)
        return;
    struct expr *value = gen_value(k, inner, 2);
    struct stmt *block = loop;
    if (rng_chance(k, 20))
        block = append_test(k, loop, data_test(k, inner));
    append_update(k, block, gen_access(k, inner, temp),
                  rng_chance(k, 80) ? OP_ADD : OP_MUL, value);
}

static void read_temp(struct kernel *k, const struct scope *scope, int temp,
                      struct stmt *block)
{
    struct expr *lhs = gen_access(k, scope, array_of_rank(k, 0, MAX_RANK));
    struct expr *value = gen_access(k, scope, temp);
    if (rng_chance(k, 50))
        append_update(k, block, lhs, OP_ADD, value);
    else
        append_store(k, block, lhs, value, ASSIGN_PLAIN);
}

/* for (k = row[i]; k < row[i + 1]; k++), appended; NULL if there are too many
 * iterators. */
static struct stmt *append_row_loop(struct kernel *k, const struct scope *scope,
                                    int row, struct stmt *block)
{
    struct stmt *loop = gen_counted_loop(k, scope, 1, block);
    if (!loop)
        return NULL;
    loop->init = gen_access(k, scope, row);
    struct expr *end = expr_copy(k, loop->init);
    end->offset[0]++;
    loop->cond = expr_binary(k, OP_LT, loop->cond->arg[0], end);
    loop->init->control = loop->cond->control = true;
    return loop;
}

void append_rows(struct kernel *k, struct scope scope, struct stmt *block)
{
    int row = find_content(k, CONTENT_ROWS, 1, 0), count = block->count;
    int temp = rng_chance(k, 70)
                   ? declare_temp(k, &scope, block, gen_value(k, &scope, 0))
                   : -1;
    struct stmt *loop = append_row_loop(k, &scope, row, block);
    if (!loop) {
        append_assign(k, &scope, block);
        return;
    }
    if (!keep_if_sound(k, &scope, block, count))
        return;
    struct scope inner = scope;
    inner.iter[inner.depth++] = loop->iter;
    fill_loop(k, &inner, temp, loop);
    if (temp >= 0)
        read_temp(k, &scope, temp, block);
}

/* The element of the same array that an index array names. */
static struct expr *named_element(struct kernel *k, const struct scope *scope,
                                  const struct expr *lhs)
{
    struct expr *other = expr_copy(k, lhs);
    int d = rng_below(k, other->count);
    other->arg[d] = gen_indirect(k, scope);
    other->offset[d] = 0;
    return other;
}

/* x[i] = value + x[idx[i]], or x[i] = temp behind a loop with temp -= value *
 * x[idx[k]]: each element written once, so that an inspector may order them. */
void append_inspected(struct kernel *k, struct scope scope, struct stmt *block)
{
    struct expr *lhs = gen_access(k, &scope, array_of_rank(k, 1, 2));
    int row = find_content(k, CONTENT_ROWS, 1, 0), count = block->count;
    for (int d = 0; d < lhs->count; d++) {
        int at = scope.depth - lhs->count + d;
        int i = scope.iter[at < 0 ? 0 : at];
        if (rng_chance(k, 10))
            continue;
        lhs->arg[d] = expr_ref(k, OP_ITER, i, k->iter[i].type);
        lhs->arg[d]->control = true;
    }
    struct expr *value = gen_value(k, &scope, 1);
    int temp = lhs->count > 0 && rng_chance(k, 50)
                   ? declare_temp(k, &scope, block, value)
                   : -1;
    if (temp < 0) {
        append_store(
            k, block, lhs,
            lhs->count == 0
                ? value
                : expr_binary(k, OP_ADD, value, named_element(k, &scope, lhs)),
            ASSIGN_PLAIN);
        return;
    }
    struct stmt *loop =
        row >= 0 && rng_chance(k, 60)
            ? append_row_loop(k, &scope, row, block)
            : gen_counted_loop(k, &scope, 1 + rng_below(k, 4), block);
    if (!loop || !keep_if_sound(k, &scope, block, count)) {
        append_assign(k, &scope, block);
        return;
    }
    struct scope inner = scope;
    inner.iter[inner.depth++] = loop->iter;
    append_update(k, loop, gen_access(k, &inner, temp), OP_SUB,
                  expr_binary(k, OP_MUL, gen_value(k, &inner, 0),
                              named_element(k, &inner, lhs)));
    append_store(k, block, lhs, gen_access(k, &scope, temp), ASSIGN_PLAIN);
}

static void append_jump(struct kernel *k, const struct scope *inner,
                        struct stmt *loop)
{
    enum stmt_kind kind = loop->form == LOOP_FOR && rng_chance(k, 40)
                              ? STMT_CONTINUE
                              : STMT_BREAK;
    struct stmt *block = append_test(k, loop, data_test(k, inner));
    if (rng_chance(k, 30))
        append_assign(k, inner, block);
    stmt_append(k, block, stmt_new(k, kind));
}

/* Ands a test of data to the loop's. */
static void end_by_data(struct kernel *k, struct stmt *loop, struct expr *test)
{
    loop->cond = expr_binary(k, OP_LAND, loop->cond, test);
}

/* A loop that ends by data, within a point. */
void append_search(struct kernel *k, struct scope scope, struct stmt *block)
{
    static const int form[] = {45, 35, 20};
    int count = block->count;
    int temp = rng_chance(k, 70)
                   ? declare_temp(k, &scope, block, gen_value(k, &scope, 0))
                   : -1;
    struct stmt *loop =
        rng_chance(k, 75)
            ? gen_counted_loop(k, &scope, 2 + rng_below(k, 7), block)
            : gen_loop(k, &scope, block);
    if (!loop || !keep_if_sound(k, &scope, block, count)) {
        append_assign(k, &scope, block);
        return;
    }
    loop->form = (enum loop_form)rng_weighted(k, form, 3);
    struct scope inner = scope;
    inner.iter[inner.depth++] = loop->iter;
    bool jumps = rng_chance(k, 55);
    if (!jumps || rng_chance(k, 30))
        end_by_data(k, loop, data_test(k, &inner));
    bool first = rng_chance(k, 50);
    if (jumps && first)
        append_jump(k, &inner, loop);
    fill_loop(k, &inner, temp, loop);
    if (jumps && !first)
        append_jump(k, &inner, loop);
    if (temp >= 0)
        read_temp(k, &scope, temp, block);
    keep_if_sound(k, &scope, block, count);
}

/* if (value > lhs) { lhs = value; at = i; } */
static void append_arg(struct kernel *k, const struct scope *scope,
                       struct stmt *block, struct expr *lhs, struct expr *value)
{
    static const enum op ops[] = {OP_GT, OP_LT, OP_GE, OP_LE};
    struct expr *test = expr_binary(k, ops[rng_below(k, 4)],
                                    expr_copy(k, value), expr_copy(k, lhs));
    struct stmt *inner = append_test(k, block, test);
    append_store(k, inner, lhs, value, ASSIGN_PLAIN);
    int at = array_of_rank(k, 0, 0);
    if (rng_chance(k, 50) || k->array[at].rank > 0 || at == lhs->ref)
        return;
    int i = scope->iter[scope->depth - 1];
    append_store(k, inner, gen_access(k, scope, at),
                 expr_ref(k, OP_ITER, i, k->iter[i].type), ASSIGN_PLAIN);
}

static struct expr *call_of_two(struct kernel *k, enum func f, struct expr *a,
                                struct expr *b)
{
    struct expr *e = expr_ref(k, OP_CALL, (int)f, func_table[f].type);
    e->count = 2;
    e->arg[0] = a;
    e->arg[1] = b;
    return e;
}

/* An operator for these operands that is associative, but for rounding. */
static enum op associative(struct kernel *k, const struct expr *a,
                           const struct expr *b)
{
    static const enum op ops[] = {OP_ADD, OP_ADD, OP_MUL,
                                  OP_AND, OP_OR,  OP_XOR};
    bool integers = is_integer(a->type) && is_integer(b->type);
    return ops[rng_below(k, integers ? 6 : 3)];
}

/* x[i] = x[i - 1] op value, or x[i] = a * x[i - 1] + value */
static void append_recurrence(struct kernel *k, const struct scope *scope,
                              struct stmt *block, struct expr *value)
{
    struct expr *lhs = gen_access(k, scope, array_of_rank(k, 1, 2));
    struct expr *before = expr_copy(k, lhs);
    if (lhs->count > 0)
        before->offset[lhs->count - 1]--;
    if (rng_chance(k, 30))
        before = expr_binary(k, OP_MUL, gen_value(k, scope, 0), before);
    enum op op = associative(k, before, value);
    append_store(k, block, lhs, expr_binary(k, op, before, value),
                 ASSIGN_PLAIN);
}

void append_reduction(struct kernel *k, const struct scope *scope,
                      struct stmt *block)
{
    struct expr *lhs =
        gen_access(k, scope, array_of_rank(k, 0, scope->depth > 1 ? 1 : 0));
    struct expr *value = gen_value(k, scope, 1);
    enum op op = associative(k, lhs, value);
    switch (rng_below(k, 7)) {
    case 0:
        append_arg(k, scope, block, lhs, value);
        break;
    case 1:
        append_store(k, block, lhs,
                     call_of_two(k, rng_chance(k, 50) ? FUNC_FMAX : FUNC_FMIN,
                                 expr_copy(k, lhs), value),
                     ASSIGN_PLAIN);
        break;
    case 2:
        append_update(k, append_test(k, block, data_test(k, scope)), lhs,
                      OP_ADD, expr_int(k, 1, TYPE_I32));
        break;
    case 3:
        append_update(k, block, lhs, op, value);
        append_store(k, block,
                     gen_access(k, scope, array_of_rank(k, 1, MAX_RANK)),
                     expr_copy(k, lhs), ASSIGN_PLAIN);
        break;
    case 4:
        append_recurrence(k, scope, block, value);
        break;
    case 5:
        append_store(k, block, lhs,
                     expr_binary(k, rng_chance(k, 50) ? OP_LAND : OP_LOR,
                                 expr_copy(k, lhs), value),
                     ASSIGN_PLAIN);
        break;
    default:
        append_update(k, block, lhs, op, value);
        break;
    }
}

/* A nest within a loop that ends by data: while (it < 4 && s > 2) { ... } */
void append_converging(struct kernel *k, struct stmt *region, int depth)
{
    static const int form[] = {50, 35, 15};
    struct scope scope = {0};
    int count = region->count;
    struct stmt *loop =
        gen_counted_loop(k, &scope, 2 + rng_below(k, 4), region);
    if (!loop) {
        append_loop(k, scope, region, depth);
        return;
    }
    struct iter *it = &k->iter[loop->iter];
    if (!it->outside)
        it->name = arena_printf(k->arena, "it%d", loop->iter);
    loop->form = (enum loop_form)rng_weighted(k, form, 3);
    struct expr *scalar = gen_access(k, &scope, array_of_rank(k, 0, 0));
    end_by_data(k, loop,
                rng_chance(k, 70)
                    ? expr_binary(k, OP_GT, scalar, expr_int(k, 3, TYPE_I32))
                    : gen_data_condition(k, &scope));
    if (rng_chance(k, 60))
        append_store(k, loop, expr_copy(k, scalar), expr_int(k, 0, TYPE_I32),
                     ASSIGN_PLAIN);
    append_loop(k, scope, loop, depth);
    if (rng_chance(k, 40))
        append_loop(k, scope, loop, depth);
    if (!kernel_control_run(k)) {
        region->count = count;
        append_loop(k, scope, region, depth);
    }
}
