/* Which values get a name and which are folded into their user's expression.
 *
 * A value is folded if it is used once, in the block where it stands, and, when
 * it reads memory or a variable, if nothing in between may write. The function
 * is flattened to a list of events in the order of execution; `epoch` counts
 * the writes before an event, and a walk from the last event to the first knows
 * every user before the values that it uses. Linear in the function. */
#include "backends/c/print.h"

enum { FOLD_DEPTH = 4, BOUND_DEPTH = 2 };

/* Where an expression will be printed. */
struct fold_place {
    int block, epoch;
    int depth;     /* how deep the expression may still grow */
    bool may_read; /* a folded load or get would still read at the right time */
};

struct fold_event {
    const struct kir_stmt *stmt;
    bool is_test; /* of a WHILE: where its condition is evaluated */
    int block, epoch;
};

struct folder {
    struct c_printer *c;
    struct fold_event *event;
    int count, cap;
    int block, blocks, epoch;
    int *uses;                /* per value, by live users */
    struct fold_place *place; /* per value, of its last user */
};

static void flatten(struct folder *d, const struct kir_block *block);

static void event_add(struct folder *d, const struct kir_stmt *s, bool is_test)
{
    struct fold_event e = {s, is_test, d->block, d->epoch};

    ARENA_PUSH(d->c->arena, d->event, d->count, d->cap, e);
}

static void flatten_body(struct folder *d, const struct kir_stmt *s, int body)
{
    int outer = d->block;

    d->epoch++;
    d->block = ++d->blocks;
    flatten(d, &s->body[body]);
    if (s->kind == KIR_WHILE && body == 0)
        event_add(d, s, true);
    d->epoch++;
    d->block = outer;
}

static void flatten(struct folder *d, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_COMMENT)
            continue;
        event_add(d, s, false);
        if (s->kind == KIR_LET)
            continue;
        flatten_body(d, s, 0);
        flatten_body(d, s, 1);
    }
}

static void use(struct folder *d, int value, struct fold_place place)
{
    const struct kir_value *v = &d->c->f->value[value];

    if (v->op == KIR_PARAM)
        d->c->uses_param[v->imm.i] = true;
    if (kir_is_leaf(v->op))
        return;
    d->uses[value]++;
    d->place[value] = place;
}

/* The operands of a live value that is printed at `place`. The arms of a SELECT
 * are not evaluated both in C: a load there would be conditional, which keeps
 * loops from being vectorised. */
static void use_operands(struct folder *d, const struct kir_value *v,
                         struct fold_place place)
{
    for (int i = 0; i < kir_op_operands(v->op); i++) {
        struct fold_place at = place;

        if (v->op == KIR_SELECT && i > 0)
            at.may_read = false;
        use(d, v->arg[i], at);
    }
}

bool c_is_packed(const struct c_printer *c, const struct kir_stmt *s)
{
    return s->pack && c->dialect->vector[KIR_F32];
}

/* Is the access one that another one's statement does? */
static bool is_inner(const struct c_printer *c, const struct kir_stmt *s)
{
    return s->pack == KIR_PACKED && c_is_packed(c, s);
}

static void decide(struct folder *d, const struct fold_event *e)
{
    int value = e->stmt->value;
    const struct kir_value *v = &d->c->f->value[value];
    const struct fold_place *at = &d->place[value];
    struct fold_place here = {e->block, e->epoch, FOLD_DEPTH, true};
    bool reads = v->op == KIR_LOAD || v->op == KIR_GET;

    if (d->uses[value] == 0 && !c_is_packed(d->c, e->stmt)) {
        d->c->state[value] = C_DEAD;
        return;
    }
    if (v->op != KIR_FETCH && v->op != KIR_SHUFFLE_DOWN &&
        !c_is_packed(d->c, e->stmt) && d->uses[value] == 1 &&
        at->block == e->block && at->depth > 0 &&
        (!reads || (at->may_read && at->epoch == e->epoch))) {
        d->c->state[value] = C_FOLDED;
        here = *at;
        here.depth--;
    } else {
        d->c->state[value] = C_NAMED;
    }
    if (v->op == KIR_GET)
        d->c->is_read[v->imm.i] = true;
    if (v->op == KIR_LOAD || v->op == KIR_ALIGNED)
        d->c->uses_buffer[c_buffer_of(d->c, v->buffer)] = true;
    if (v->op == KIR_CAST && !kir_is_float(v->type) &&
        kir_is_float(d->c->f->value[v->arg[0]].type))
        d->c->truncates = true;
    if (v->op == KIR_CAST && v->type == KIR_F32 &&
        d->c->f->value[v->arg[0]].type == KIR_F64)
        d->c->narrows = true;
    if (v->op == KIR_SUB && kir_is_float(v->type) &&
        kir_is_const(d->c->f, v->arg[0]) &&
        d->c->f->value[v->arg[0]].imm.f == 0)
        d->c->from_zero = true;
    if (!is_inner(d->c, e->stmt))
        use_operands(d, v, here);
}

static void use_launch(struct folder *d, const struct kir_stmt *s,
                       struct fold_place place)
{
    for (int i = 0; i < 3; i++)
        use(d, s->grid[i], place);
    for (int i = 0; i < s->arg_count; i++)
        if (!s->arg[i].is_buffer)
            use(d, s->arg[i].id, place);
}

static void use_for(struct folder *d, const struct kir_stmt *s,
                    struct fold_place place)
{
    struct fold_place again = place;

    again.may_read = false;
    again.depth = BOUND_DEPTH;
    use(d, s->lo, place);
    use(d, s->hi, again);
    use(d, s->step, again);
}

static void visit(struct folder *d, const struct fold_event *e)
{
    const struct kir_stmt *s = e->stmt;
    struct fold_place place = {e->block, e->epoch, FOLD_DEPTH, true};

    switch (s->kind) {
    case KIR_LET:
        decide(d, e);
        break;
    case KIR_STORE:
    case KIR_ATOMIC:
        d->c->uses_buffer[c_buffer_of(d->c, s->buffer)] = true;
        if (!is_inner(d->c, s))
            use(d, s->index, place);
        use(d, s->value, place);
        break;
    case KIR_SET:
    case KIR_IF:
        use(d, s->value, place);
        break;
    case KIR_WHILE:
        if (e->is_test)
            use(d, s->value, place);
        break;
    case KIR_FOR:
        use_for(d, s, place);
        break;
    case KIR_LAUNCH:
        use_launch(d, s, place);
        break;
    case KIR_BARRIER:
    case KIR_COMMENT:
        break;
    }
}

/* Marks what an index is computed from by addition and multiplication: such
 * i64 values cannot overflow, as KIR.md says, and print without detours. */
static void mark_index(struct c_printer *c, int value)
{
    const struct kir_value *v = &c->f->value[value];

    if (v->type == KIR_I64)
        c->is_index[value] = true;
}

static void mark_event(struct c_printer *c, const struct fold_event *e)
{
    const struct kir_stmt *s = e->stmt;
    const struct kir_value *v;

    if (s->kind == KIR_STORE || s->kind == KIR_ATOMIC)
        mark_index(c, s->index);
    if (s->kind == KIR_FOR) {
        mark_index(c, s->lo);
        mark_index(c, s->hi);
    }
    if (s->kind != KIR_LET)
        return;
    v = &c->f->value[s->value];
    if (v->op == KIR_LOAD || v->op == KIR_FETCH)
        mark_index(c, v->arg[0]);
    if (!c->is_index[s->value])
        return;
    if (v->op == KIR_ADD || v->op == KIR_SUB || v->op == KIR_MUL) {
        mark_index(c, v->arg[0]);
        mark_index(c, v->arg[1]);
    } else if (v->op == KIR_NEG) {
        mark_index(c, v->arg[0]);
    }
}

void c_analyse(struct c_printer *c)
{
    size_t values = (size_t)c->f->value_count;
    struct folder d = {.c = c};

    c->state = arena_alloc(c->arena, values);
    c->is_index = arena_alloc(c->arena, values);
    c->truncates = false;
    c->from_zero = false;
    c->is_read = arena_alloc(c->arena, (size_t)c->f->variable_count);
    c->uses_param = arena_alloc(c->arena, (size_t)c->f->param_count);
    c->uses_buffer = arena_alloc(c->arena, (size_t)c->f->buffer_count);
    c->varies = arena_alloc(c->arena, values);
    c->range = kir_ranges(c->arena, c->f);
    d.uses = arena_alloc(c->arena, values * sizeof *d.uses);
    d.place = arena_alloc(c->arena, values * sizeof *d.place);
    flatten(&d, &c->f->body);
    for (int i = d.count - 1; i >= 0; i--) {
        mark_event(c, &d.event[i]);
        visit(&d, &d.event[i]);
    }
}
