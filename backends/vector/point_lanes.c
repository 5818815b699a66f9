/*
 * Points that iterate until they are done, as those of the Mandelbrot set, each
 * by itself. How often, nobody can foretell, so that compilers make no vectors
 * of them. Here as many neighbours as vectors have lanes iterate together:
 *
 *   for x                          for x by LANES
 *     v = first(x)                   for l   v[l] = first(x + l)
 *     while (test(v))                do
 *       v = next(v)                    any = 0
 *     out[x] = last(v)                 for l
 *                                        go = test(v[l]); any |= go
 *                                        v[l] = go ? next(v[l]) : v[l]
 *                                    while (any)
 *                                    for l   out[x + l] = last(v[l])
 *                                  for x of those left: as it was
 *
 * A lane that is done changes nothing any more, so that its test says the same
 * again. test and next load nothing and divide no integers, since lanes that
 * are done compute them as well; what they choose between is computed both
 * ways. Each array v is used in loops of its length alone: GCC and clang make
 * registers of it.
 */
#include "backends/vector/vector.h"

#include <string.h>

enum { LANES = 8, MOST_STATE = 16, LEAST_WORK = 4 };

struct points {
    struct kir_func *f;
    struct arena *scratch;
    const struct kir_stmt *loop, *again; /* the FOR and the WHILE in it */
    int known;     /* values below are the function's as it was */
    bool *before;  /* per value: made in the FOR, before the WHILE */
    bool *inside;  /* per value: made in the FOR at all */
    bool *set;     /* per variable: in the FOR */
    bool *moves;   /* per variable: in the WHILE */
    bool *tests;   /* per variable: in its test */
    bool *state;   /* per variable: has an array */
    bool *defined; /* per variable: set where a walk is */
    bool *saved;   /* per value made before: has an array */
    int *array;    /* per variable: its buffer */
    int *kept;     /* per value: its buffer */
    int *copy;     /* per value: in the lanes' loop that is built; -1: none */
    int *now;      /* per variable: its value there; -1: in its array */
    int lane, x;   /* values of that loop */
    int work;      /* operations on floats in the WHILE */
    bool compares; /* its test compares floats */
};

static const struct kir_value *value_of(const struct points *p, int value)
{
    return &p->f->value[value];
}

static void *new_array(const struct points *p, size_t size, int count)
{
    size_t bytes = size * (size_t)(count + 1);

    return memset(arena_alloc(p->scratch, bytes), 0, bytes);
}

static int *new_numbers(const struct points *p, int count)
{
    int *number = new_array(p, sizeof *number, count);

    for (int k = 0; k < count; k++)
        number[k] = -1;
    return number;
}

/* Which loops -------------------------------------------------------------- */

/* Does a vector compute it? */
static bool is_simple(const struct points *p, int value)
{
    const struct kir_value *v = value_of(p, value);

    return v->op == KIR_CONST || v->op == KIR_GET ||
           (v->op >= KIR_ADD && v->op <= KIR_SQRT && v->op != KIR_REM &&
            v->op != KIR_POPCOUNT && v->op != KIR_CLZ &&
            (v->op != KIR_DIV || kir_is_float(v->type)));
}

/* The statements of the WHILE: values, variables, and conditions around them.
 */
static bool take_again(struct points *p, const struct kir_block *block,
                       bool test)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET) {
            const struct kir_value *v = value_of(p, s->value);
            if (!is_simple(p, s->value))
                return false;
            p->inside[s->value] = true;
            p->work += kir_is_float(v->type) && v->op != KIR_GET;
            p->compares |= v->op >= KIR_LT && v->op <= KIR_NE &&
                           kir_is_float(value_of(p, v->arg[0])->type);
        } else if (s->kind == KIR_SET) {
            p->moves[s->variable] = p->set[s->variable] = true;
            p->tests[s->variable] |= test;
        } else if (s->kind != KIR_IF && s->kind != KIR_COMMENT) {
            return false;
        }
        if (!take_again(p, &s->body[0], test) ||
            !take_again(p, &s->body[1], test))
            return false;
    }
    return true;
}

/* The FOR's own statements: values, variables, one WHILE, and behind it
 * stores. */
static bool take_points(struct points *p)
{
    const struct kir_stmt *s = p->loop->body[0].first;

    for (; s; s = s->next) {
        if (s->kind == KIR_WHILE && !p->again) {
            p->again = s;
            if (!take_again(p, &s->body[0], true) ||
                !take_again(p, &s->body[1], false))
                return false;
        } else if (s->kind == KIR_LET) {
            const struct kir_value *v = value_of(p, s->value);
            p->inside[s->value] = true;
            p->before[s->value] = !p->again;
            if (v->op != KIR_GET && v->op != KIR_LOAD &&
                !(kir_op_properties(v->op) & P_PURE))
                return false;
        } else if (s->kind == KIR_SET && !p->again) {
            p->set[s->variable] = true;
        } else if (s->kind != KIR_COMMENT &&
                   (s->kind != KIR_STORE || !p->again)) {
            return false;
        }
    }
    return p->again && p->compares && p->work >= LEAST_WORK;
}

/* Marks variables as state whose value may be an earlier one's where the walk
 * comes by. */
static void walk_state(struct points *p, const struct kir_block *block)
{
    size_t size = sizeof *p->defined * (size_t)p->f->variable_count;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET && value_of(p, s->value)->op == KIR_GET) {
            int variable = (int)value_of(p, s->value)->imm.i;
            p->state[variable] |= p->set[variable] && !p->defined[variable];
        }
        if (s->kind == KIR_SET)
            p->defined[s->variable] = true;
        for (int k = 0; s->kind == KIR_IF && k < 2; k++) {
            bool *kept = new_array(p, sizeof *kept, p->f->variable_count);
            memcpy(kept, p->defined, size);
            walk_state(p, &s->body[k]);
            /* Set in one branch alone, it may keep its value. */
            for (int v = 0; v < p->f->variable_count; v++)
                p->state[v] |= p->defined[v] && !kept[v];
            memcpy(p->defined, kept, size);
        }
    }
}

/* How often the block reads the variable. */
static int reads(const struct points *p, const struct kir_block *block,
                 int variable)
{
    int count = 0;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        const struct kir_value *v = value_of(p, s->value);
        count += s->kind == KIR_LET && v->op == KIR_GET && v->imm.i == variable;
        count += reads(p, &s->body[0], variable);
        count += reads(p, &s->body[1], variable);
    }
    return count;
}

/* Are these lanes of one width? Compilers do not keep others together. */
static bool fits(enum kir_type type, bool wide)
{
    return wide ? type == KIR_F64 : type != KIR_F64 && kir_type_size(type) <= 4;
}

static bool is_any_wide(const struct points *p)
{
    for (int v = 0; v < p->f->variable_count; v++)
        if (p->state[v] && p->f->variable[v].type == KIR_F64)
            return true;
    return false;
}

/* Variables that hold a point's state from step to step, and whether each has
 * one before the first, which nothing but the point reads. */
static bool find_state(struct points *p)
{
    const struct kir_stmt *s = p->loop->body[0].first;
    int count = 0;

    walk_state(p, &p->again->body[0]);
    walk_state(p, &p->again->body[1]);
    memset(p->defined, 0, sizeof *p->defined * (size_t)p->f->variable_count);
    for (; s != p->again; s = s->next) {
        const struct kir_value *v = value_of(p, s->value);
        if (s->kind == KIR_LET && v->op == KIR_GET && p->set[v->imm.i] &&
            !p->defined[v->imm.i])
            return false;
        if (s->kind == KIR_SET)
            p->defined[s->variable] = true;
    }
    for (s = s->next; s; s = s->next)
        if (s->kind == KIR_LET && value_of(p, s->value)->op == KIR_GET &&
            p->set[value_of(p, s->value)->imm.i])
            p->state[value_of(p, s->value)->imm.i] = true;
    bool wide = is_any_wide(p);
    for (int v = 0; v < p->f->variable_count; v++) {
        if (p->set[v] &&
            reads(p, &p->f->body, v) != reads(p, &p->loop->body[0], v))
            return false;
        if (!p->state[v])
            continue;
        count++;
        if (!p->defined[v] || p->tests[v] ||
            !fits(p->f->variable[v].type, wide))
            return false;
    }
    return count > 0 && count <= MOST_STATE;
}

/* Is the value, made before the WHILE, one of the iterator by operations
 * alone? */
static bool is_of_iterator(const struct points *p, int value)
{
    const struct kir_value *v = value_of(p, value);

    if (!p->inside[value])
        return true;
    if (v->op == KIR_GET || v->op == KIR_LOAD)
        return false;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (!is_of_iterator(p, v->arg[k]))
            return false;
    return true;
}

/* Notes what is to be saved for lanes that need the value again; false: its
 * type has no place in vectors. */
static bool save(struct points *p, int value, bool again)
{
    const struct kir_value *v = value_of(p, value);

    if (!p->before[value])
        return true;
    if (again || v->op == KIR_GET || v->op == KIR_LOAD) {
        p->saved[value] = true;
        return v->type == KIR_F32 || v->type == KIR_F64 || v->type == KIR_I32 ||
               v->type == KIR_U32;
    }
    if (is_of_iterator(p, value))
        return true;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (!save(p, v->arg[k], false))
            return false;
    return true;
}

static bool save_all(struct points *p, const struct kir_block *block,
                     bool again)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        const struct kir_value *v = value_of(p, s->value);
        bool uses =
            s->kind == KIR_SET || s->kind == KIR_STORE || s->kind == KIR_IF;
        for (int k = 0; s->kind == KIR_LET && k < kir_op_operands(v->op); k++)
            if (!save(p, v->arg[k], again))
                return false;
        if ((uses && !save(p, s->value, again)) ||
            (s->kind == KIR_STORE && !save(p, s->index, again)) ||
            !save_all(p, &s->body[0], again) ||
            !save_all(p, &s->body[1], again))
            return false;
    }
    return true;
}

static bool take_loop(struct points *p)
{
    const struct kir_stmt *s = p->loop;
    struct kir_block rest = {NULL, NULL};

    if (!kir_is_const(p->f, s->step) || value_of(p, s->step)->imm.i != 1 ||
        value_of(p, s->lo)->type != KIR_I64 || !take_points(p) ||
        !find_state(p))
        return false;
    rest.first = p->again->next;
    return save(p, p->again->value, true) &&
           save_all(p, &p->again->body[0], true) &&
           save_all(p, &p->again->body[1], true) && save_all(p, &rest, false);
}

/* Lanes -------------------------------------------------------------------- */

static int number(const struct points *p, int64_t value)
{
    return kir_i64(p->f, value);
}

static enum kir_type type_in_memory(enum kir_type type)
{
    return type == KIR_PRED ? KIR_I32 : type;
}

static void put(const struct points *p, int array, int value)
{
    if (value_of(p, value)->type == KIR_PRED)
        value = kir_cast(p->f, KIR_I32, value);
    kir_store(p->f, array, p->lane, value);
}

static int take(const struct points *p, int array, enum kir_type type)
{
    int value = kir_load(p->f, array, p->lane);

    return type == KIR_PRED ? kir_binary(p->f, KIR_NE, value, kir_i32(p->f, 0))
                            : value;
}

static int variable_now(struct points *p, int variable)
{
    if (p->now[variable] < 0)
        p->now[variable] =
            take(p, p->array[variable], p->f->variable[variable].type);
    return p->now[variable];
}

/* The value in the lane's loop that is being built. */
static int copied(struct points *p, int value)
{
    struct kir_value v = *value_of(p, value);

    if (value == p->loop->iter)
        return p->x;
    if (value >= p->known || !p->inside[value])
        return value;
    if (p->copy[value] >= 0)
        return p->copy[value];
    if (p->kept[value] >= 0) {
        p->copy[value] = take(p, p->kept[value], v.type);
        return p->copy[value];
    }
    for (int k = 0; k < kir_op_operands(v.op); k++)
        v.arg[k] = copied(p, v.arg[k]);
    p->copy[value] = kir_put_value(p->f, &v);
    return p->copy[value];
}

/* Statements for one lane, without branches. */
static void put_lane(struct points *p, const struct kir_block *block,
                     const struct kir_stmt *end)
{
    size_t size = sizeof *p->now * (size_t)p->f->variable_count;

    for (const struct kir_stmt *s = block->first; s != end; s = s->next) {
        const struct kir_value *v = value_of(p, s->value);
        kir_line(p->f, s->line);
        if (s->kind == KIR_LET && v->op == KIR_GET && p->set[v->imm.i])
            p->copy[s->value] = variable_now(p, (int)v->imm.i);
        else if (s->kind == KIR_LET)
            copied(p, s->value);
        if (s->kind == KIR_SET)
            p->now[s->variable] = copied(p, s->value);
        if (s->kind == KIR_STORE) {
            int index = copied(p, s->index), value = copied(p, s->value);
            kir_origin(p->f, s->origin);
            kir_store(p->f, s->buffer, index, value);
            kir_origin(p->f, NULL);
        }
        if (s->kind != KIR_IF)
            continue;
        int condition = copied(p, s->value);
        int *old = new_numbers(p, p->f->variable_count);
        int *yes = new_numbers(p, p->f->variable_count);
        for (int k = 0; k < p->f->variable_count; k++)
            if (p->state[k])
                variable_now(p, k);
        memcpy(old, p->now, size);
        put_lane(p, &s->body[0], NULL);
        memcpy(yes, p->now, size);
        memcpy(p->now, old, size);
        put_lane(p, &s->body[1], NULL);
        for (int k = 0; k < p->f->variable_count; k++)
            if (yes[k] != p->now[k])
                p->now[k] = kir_select(p->f, condition, yes[k], p->now[k]);
    }
}

/* Opens a loop over lanes, which begin at the point. */
static void open_lanes(struct points *p, int begin)
{
    for (int k = 0; k < p->known; k++)
        p->copy[k] = -1;
    for (int k = 0; k < p->f->variable_count; k++)
        p->now[k] = -1;
    p->lane = kir_for(p->f, number(p, 0), number(p, LANES), number(p, 1),
                      KIR_FOR_SIMD);
    p->x = kir_add(p->f, begin, p->lane);
}

/* What is before the WHILE. */
static void put_first(struct points *p, int begin)
{
    int *kept = p->kept;

    p->kept = new_numbers(p, p->known);
    open_lanes(p, begin);
    put_lane(p, &p->loop->body[0], p->again);
    for (int k = 0; k < p->f->variable_count; k++)
        if (p->state[k])
            put(p, p->array[k], p->now[k]);
    for (int k = 0; k < p->known; k++)
        if (p->saved[k])
            put(p, kept[k], copied(p, k));
    kir_end(p->f);
    p->kept = kept;
}

/* Steps of all lanes until none goes on. */
static void put_again(struct points *p, int begin, int any)
{
    int *old = new_numbers(p, p->f->variable_count), go;

    kir_while(p->f);
    kir_set(p->f, any, kir_i32(p->f, 0));
    open_lanes(p, begin);
    for (int k = 0; k < p->f->variable_count; k++)
        if (p->state[k] && p->moves[k])
            old[k] = variable_now(p, k);
    put_lane(p, &p->again->body[0], NULL);
    go = copied(p, p->again->value);
    put_lane(p, &p->again->body[1], NULL);
    for (int k = 0; k < p->f->variable_count; k++)
        if (old[k] >= 0)
            put(p, p->array[k], kir_select(p->f, go, p->now[k], old[k]));
    kir_set(p->f, any,
            kir_binary(p->f, KIR_OR, kir_get(p->f, any),
                       kir_cast(p->f, KIR_I32, go)));
    kir_end(p->f);
    kir_while_body(
        p->f, kir_binary(p->f, KIR_NE, kir_get(p->f, any), kir_i32(p->f, 0)));
    kir_end(p->f);
}

static void put_last(struct points *p, int begin)
{
    struct kir_block rest = {p->again->next, p->loop->body[0].last};

    open_lanes(p, begin);
    put_lane(p, &rest, NULL);
    kir_end(p->f);
}

static void make_arrays(struct points *p)
{
    for (int k = 0; k < p->f->variable_count; k++)
        if (p->state[k])
            p->array[k] = kir_local(
                p->f, "point", type_in_memory(p->f->variable[k].type), LANES);
    for (int k = 0; k < p->known; k++)
        if (p->saved[k])
            p->kept[k] = kir_local(p->f, "point",
                                   type_in_memory(value_of(p, k)->type), LANES);
}

static struct kir_block build(struct points *p, struct kir_stmt *loop)
{
    struct kir_func *f = p->f;
    struct kir_stmt place = {.kind = KIR_IF};
    int any = kir_variable(f, "any", KIR_I32), count, middle, begin;

    p->now = new_numbers(p, f->variable_count);
    make_arrays(p);
    kir_line(f, loop->line);
    kir_open(f, &place, 0);
    count =
        kir_binary(f, KIR_MAX, kir_sub(f, loop->hi, loop->lo), number(p, 0));
    count = kir_binary(f, KIR_AND, count, number(p, -LANES));
    middle = kir_add(f, loop->lo, count);
    begin = kir_for(f, loop->lo, middle, number(p, LANES), 0);
    put_first(p, begin);
    put_again(p, begin, any);
    put_last(p, begin);
    kir_end(f);
    kir_close(f);
    loop->lo = middle;
    kir_append(&place.body[0], loop);
    return place.body[0];
}

static bool change_loop(struct kir_func *f, struct kir_stmt *loop,
                        struct kir_block *made)
{
    struct points p = {
        .f = f, .scratch = arena_new(), .loop = loop, .known = f->value_count};
    bool found;

    p.before = new_array(&p, sizeof *p.before, p.known);
    p.inside = new_array(&p, sizeof *p.inside, p.known);
    p.saved = new_array(&p, sizeof *p.saved, p.known);
    p.set = new_array(&p, sizeof *p.set, f->variable_count);
    p.moves = new_array(&p, sizeof *p.moves, f->variable_count);
    p.tests = new_array(&p, sizeof *p.tests, f->variable_count);
    p.state = new_array(&p, sizeof *p.state, f->variable_count);
    p.defined = new_array(&p, sizeof *p.defined, f->variable_count);
    p.array = new_numbers(&p, f->variable_count);
    p.kept = new_numbers(&p, p.known);
    p.copy = new_numbers(&p, p.known);
    found = take_loop(&p);
    if (found)
        *made = build(&p, loop);
    arena_free(p.scratch);
    return found;
}

static bool change_block(struct kir_func *f, struct kir_block *block)
{
    bool any = false;
    struct kir_stmt *next, *last = NULL;

    for (struct kir_stmt *s = block->first; s; s = next) {
        struct kir_block made = {s, s};
        next = s->next;
        s->next = NULL;
        if (s->kind == KIR_FOR && s->flags & KIR_FOR_POINTS &&
            change_loop(f, s, &made))
            any = true;
        else
            for (int k = 0; k < 2; k++)
                any |= change_block(f, &s->body[k]);
        last = kir_replace_stmt(block, last, &made, next);
    }
    return any;
}

bool kir_iterate_points(struct kir_module *module)
{
    bool any = false;

    for (int k = 0; k < module->func_count; k++) {
        struct kir_func *f = module->func[k];
        if (f->kind == KIR_KERNEL && !f->claim_count) /* of one iteration */
            any |= change_block(f, &f->body);
    }
    return any;
}
