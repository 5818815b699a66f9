/*
 * Cursors: integers that count what a loop stores, and tell where it goes.
 *
 *     for (i...) if (filter) { out[k] = value; k += step; }
 *
 * in many spellings: the step in the subscript, before or behind the stores,
 * several stores, two cursors, one that each outer iteration resets; and such
 * as no compiler may take for independent: steps smaller than what is stored,
 * a cursor that goes back, is tested, or is read where it moves.
 */
#include "tests/fuzz/nest.h"

/* One cursor, its step (negative: down), what it is the subscript of (-1: any
 * array), and how it is written. */
struct cursor {
    int array, out;
    int64_t step;
    struct expr *place; /* the access, to be copied */
};

static struct expr *cursor_ref(struct kernel *k, const struct cursor *c,
                               bool control)
{
    struct expr *e = expr_copy(k, c->place);
    e->control = control;
    return e;
}

/* An array that nothing else uses yet. */
static int new_output(struct kernel *k)
{
    static const enum form forms[] = {FORM_POINTER, FORM_VLA, FORM_GLOBAL,
                                      FORM_LOCAL_ARRAY};
    struct array *a = new_array(k, forms[rng_below(k, 4)]);
    a->rank = 1;
    a->extent[0].param = a->form == FORM_GLOBAL ? -1 : 0;
    a->restricted = rng_chance(k, 80);
    a->name = a->form == FORM_GLOBAL
                  ? arena_printf(k->arena, "out%d_%llu", a->owner,
                                 (unsigned long long)k->seed)
                  : arena_printf(k->arena, "out%d", a->owner);
    return a->owner;
}

/* A local variable, *p, a global one, or an element of a small array. */
static struct cursor new_cursor(struct kernel *k, bool temporary)
{
    static const enum type types[] = {TYPE_I32, TYPE_I32, TYPE_I32, TYPE_I64,
                                      TYPE_I64, TYPE_U32, TYPE_U64, TYPE_U64,
                                      TYPE_I16, TYPE_U8};
    static const enum form forms[] = {FORM_LOCAL,         FORM_LOCAL,
                                      FORM_LOCAL,         FORM_DEREF,
                                      FORM_GLOBAL_SCALAR, FORM_CONSTANT};
    static const int steps[] = {1, 1, 1, 1, 2, 3};
    struct array *a =
        new_array(k, temporary ? FORM_TEMP : forms[rng_below(k, 6)]);
    struct cursor c = {.array = a->owner, .out = -1};
    c.step = steps[rng_below(k, 6)];
    bool down = rng_chance(k, 20);
    a->type = types[rng_below(k, 10)];
    a->spelling = 0;
    a->wide = a->read_only = false;
    a->restricted = rng_chance(k, 60);
    a->content = CONTENT_CURSOR;
    a->limit = 1 + rng_below(k, 3);
    a->start = down ? 240 - a->limit : 0;
    a->name = a->form == FORM_GLOBAL_SCALAR
                  ? arena_printf(k->arena, "next%d_%llu", a->owner,
                                 (unsigned long long)k->seed)
                  : arena_printf(k->arena, "c%d", a->owner);
    c.step = down ? -c.step : c.step;
    c.place = expr_ref(k, OP_ACCESS, c.array, a->type);
    if (a->form != FORM_CONSTANT)
        return c;
    a->rank = 1;
    a->extent[0] = (struct extent){.param = -1, .least = 1, .value = 1};
    c.place->count = 1;
    c.place->arg[0] = expr_int(k, rng_below(k, 3), TYPE_I32);
    c.place->arg[0]->control = true;
    return c;
}

/* c += step */
static struct stmt *step_of(struct kernel *k, const struct cursor *c,
                            int64_t step)
{
    struct stmt *s = stmt_new(k, STMT_ASSIGN);
    struct expr *lhs = cursor_ref(k, c, false);
    struct expr *by = expr_int(k, (int)(step < 0 ? -step : step), TYPE_I32);
    enum op op = step < 0 ? OP_SUB : OP_ADD;
    struct expr *rhs = expr_binary(k, op, expr_copy(k, lhs), by);
    if (op == OP_ADD && rng_chance(k, 10))
        rhs = expr_binary(k, op, by, expr_copy(k, lhs));
    bool swapped = rhs->arg[0] == by;
    bool one = (step == 1 || step == -1) && !swapped;
    set_assign(k, s, lhs, rhs,
               one && rng_chance(k, 60)        ? ASSIGN_STEP
               : !swapped && rng_chance(k, 70) ? ASSIGN_COMPOUND
                                               : ASSIGN_PLAIN);
    return s;
}

static void store(struct kernel *k, struct stmt *block, struct expr *lhs,
                  struct expr *rhs)
{
    struct stmt *s = stmt_new(k, STMT_ASSIGN);
    set_assign(k, s, lhs, rhs, ASSIGN_PLAIN);
    stmt_append(k, block, s);
}

/* out[f k + c] = value; with `bump`, the step is in the subscript. */
static void append_cursor_store(struct kernel *k, const struct scope *scope,
                                const struct cursor *c, int64_t factor,
                                bool bump, struct stmt *block)
{
    static const char *const bumps[2][2] = {{"%--", "--"}, {"%++", "++"}};
    int array = array_of_rank(k, 1, rng_chance(k, 80) ? 1 : 2);
    struct expr *lhs =
        gen_access(k, scope, c->out >= 0 && rng_chance(k, 75) ? c->out : array);
    if (lhs->count == 0)
        return;
    int d = rng_below(k, lhs->count);
    struct expr *place = cursor_ref(k, c, false);
    bool first = rng_chance(k, 25);
    if (bump)
        place->bump = bumps[c->step > 0][first];
    lhs->arg[d] = factor > 1 ? expr_binary(k, OP_MUL, place,
                                           expr_int(k, (int)factor, TYPE_I32))
                             : place;
    lhs->arg[d]->control = true;
    store(k, block, lhs, gen_value(k, scope, 2));
    if (!bump)
        return;
    struct stmt *s = block->child[block->count - 1];
    s->bump = step_of(k, c, c->step);
    s->bump_first = first;
}

/* The stores of one cursor, and its step before, between or behind them. */
static void append_stores(struct kernel *k, const struct scope *scope,
                          const struct cursor *c, struct stmt *block)
{
    int count = rng_chance(k, 60) ? 1 : 1 + rng_below(k, 3);
    int64_t factor = rng_chance(k, 80) ? 1 : 2 + rng_below(k, 2);
    bool one = c->step == 1 || c->step == -1;
    const struct array *a = &k->array[c->array];
    bool plain = a->rank == 0 && a->form != FORM_DEREF;
    int bump = one && plain && rng_chance(k, 60) ? rng_below(k, count) : -1;
    int at = rng_chance(k, 65) ? count : rng_below(k, count + 1);
    for (int n = 0; n <= count; n++) {
        if (bump < 0 && n == at)
            stmt_append(k, block, step_of(k, c, c->step));
        if (n < count)
            append_cursor_store(k, scope, c, factor, n == bump, block);
    }
    if (!rng_chance(k, 15))
        return;
    store(k, block, gen_access(k, scope, array_of_rank(k, 0, MAX_RANK)),
          cursor_ref(k, c, false));
}

/* The test under which something is stored; NULL: always. */
static struct expr *cursor_test(struct kernel *k, const struct scope *scope,
                                const struct cursor *c)
{
    if (rng_chance(k, 8))
        return NULL;
    struct expr *e = rng_chance(k, 70)   ? gen_filter(k, scope)
                     : rng_chance(k, 70) ? gen_data_condition(k, scope)
                                         : gen_condition(k, scope);
    if (!rng_chance(k, 12))
        return e;
    struct expr *few =
        expr_binary(k, c->step > 0 ? OP_LT : OP_GT, cursor_ref(k, c, false),
                    expr_int(k, 4 + rng_below(k, 90), TYPE_I32));
    return expr_binary(k, OP_LAND, few, e);
}

static void append_counted(struct kernel *k, const struct scope *scope,
                           const struct cursor *c, int count,
                           struct stmt *block)
{
    if (rng_chance(k, 25))
        append_assign(k, scope, block);
    struct expr *test = cursor_test(k, scope, &c[0]);
    struct stmt *inner = block;
    if (test) {
        struct stmt *s = stmt_new(k, STMT_IF);
        s->test = test;
        stmt_append(k, s, stmt_new(k, STMT_BLOCK));
        if (rng_chance(k, 25))
            stmt_append(k, s, stmt_new(k, STMT_BLOCK));
        stmt_append(k, block, s);
        inner = s->child[0];
        if (s->count > 1 && count > 1)
            append_stores(k, scope, &c[1], s->child[1]);
        else if (s->count > 1 && rng_chance(k, 20)) /* it goes back */
            stmt_append(k, s->child[1], step_of(k, &c[0], -c[0].step));
        else if (s->count > 1)
            append_assign(k, scope, s->child[1]);
    }
    append_stores(k, scope, &c[0], inner);
    if (count > 1 && rng_chance(k, 40))
        append_stores(k, scope, &c[1], rng_chance(k, 50) ? inner : block);
    if (rng_chance(k, 15))
        append_assign(k, scope, block);
}

/* Each outer iteration begins anew: c = 0, or declares its own. */
static void append_reset(struct kernel *k, const struct cursor *c,
                         struct stmt *block)
{
    struct stmt *s = stmt_new(
        k, k->array[c->array].form == FORM_TEMP ? STMT_DECL : STMT_ASSIGN);
    struct expr *from =
        expr_int(k, c->step < 0 ? 120 : rng_below(k, 2), TYPE_I32);
    set_assign(k, s, cursor_ref(k, c, false), from, ASSIGN_PLAIN);
    stmt_append(k, block, s);
}

void append_cursor(struct kernel *k, struct stmt *region, int depth)
{
    struct scope scope = {0};
    struct stmt *block = region;
    int count = region->count, arrays = k->array_count;
    int cursors = rng_chance(k, 25) ? 2 : 1;
    int loops = rng_chance(k, 60) ? 1 : 1 + rng_below(k, depth < 3 ? depth : 3);
    bool reset = loops > 1 && rng_chance(k, 40);
    bool temporary = reset && rng_chance(k, 40);
    struct cursor c[2];
    bool room = arrays + 4 <= (int)(sizeof k->array / sizeof *k->array);
    for (int n = 0; n < cursors && room; n++) {
        c[n] = new_cursor(k, temporary);
        if (rng_chance(k, 75))
            c[n].out = n && rng_chance(k, 20) ? c[0].out : new_output(k);
    }
    for (int d = 0; d < loops && room; d++) {
        for (int n = 0; n < cursors && reset && d == loops - 1; n++)
            append_reset(k, &c[n], block);
        struct stmt *loop = gen_loop(k, &scope, block);
        room = loop != NULL;
        if (!room)
            break;
        if (d < loops - 1 && rng_chance(k, 10))
            append_assign(k, &scope, loop);
        scope.iter[scope.depth++] = loop->iter;
        block = loop;
    }
    if (room)
        append_counted(k, &scope, c, cursors, block);
    if (room && !temporary && rng_chance(k, 30)) {
        scope.depth = 0;
        store(k, region, gen_access(k, &scope, array_of_rank(k, 0, 1)),
              cursor_ref(k, &c[0], false));
    }
    if (room && kernel_control_run(k))
        return;
    region->count = count;
    append_loop(k, (struct scope){0}, region, depth);
}
