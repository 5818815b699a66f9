/*
 * Keeps what a loop accumulates in memory in a variable:
 *
 *     for k: C[i] = C[i] + …
 *
 * becomes t = C[i]; for k: t = t + …; C[i] = t. What the loop is certain to
 * store to and never loads is not loaded before it either: it may be memory
 * that nobody has written yet.
 *
 * Right, for a FOR and a class of memory, if all accesses to the class within
 * are to one place C[i], i defined outside, with no barrier or launch between;
 * and the place is certain to be stored to, so that the new load and store
 * touch nothing that the program would not. It is certain if each FOR from the
 * loop down to a store is entered: proved for the inner ones, proved or tested
 * (`if (lo < hi)` around the loop) for this one. Or this thread has stored to
 * the place before, on every way to the loop and after the last barrier.
 *
 * Outer loops first, so that the accumulator leaves as many as it can; each
 * promotion removes the accesses that made it possible, so that it ends.
 */
#include "backends/optimise/local.h"

struct promote_place {
    int buffer, index; /* buffer -1: none */
};

struct undo {
    int item;
    struct promote_place before;
};

struct promote {
    struct kir_func *f;
    struct arena *scratch;
    struct effects *effects;
    int *order; /* of each value: when it is defined; leaves: 0 */
    int clock;
    const struct kir_stmt **loop; /* of each iterator */
    /* of each class: a place that is stored to already in every way here */
    struct promote_place *stored;
    int undo_count, undo_cap;
    struct undo *undo;
    int *variable_of; /* of each class: 1 + its variable here, or 0 */
    bool may_guard;
};

static void number_values(struct promote *p, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            p->order[s->value] = ++p->clock;
        if (s->kind == KIR_FOR) {
            p->order[s->iter] = ++p->clock;
            p->loop[s->iter] = s;
        }
        number_values(p, &s->body[0]);
        number_values(p, &s->body[1]);
    }
}

/* Places that are stored to -------------------------------------------------
 */

static void set_stored(struct promote *p, int item, struct promote_place place)
{
    struct undo undo = {item, p->stored[item]};

    ARENA_PUSH(p->scratch, p->undo, p->undo_count, p->undo_cap, undo);
    p->stored[item] = place;
}

static void forget_stored(struct promote *p)
{
    for (int i = 0; i < p->effects->class_count; i++)
        if (p->stored[i].buffer >= 0)
            set_stored(p, i, (struct promote_place){-1, -1});
}

static void undo_stored(struct promote *p, int mark)
{
    while (p->undo_count > mark) {
        const struct undo *undo = &p->undo[--p->undo_count];

        p->stored[undo->item] = undo->before;
    }
}

/* Candidates --------------------------------------------------------------- */

/* Whether every FOR from `home` up to, without, `loop` is entered. */
static bool is_reached(const struct promote *p, const struct kir_stmt *loop,
                       const struct kir_stmt *home)
{
    for (; home && home != loop; home = effects_of(p->effects, home)->parent)
        if (!order_less(p->f, p->loop, home->lo, home->hi))
            return false;
    return home == loop;
}

/* variable_of says whether an outer loop has taken the class already. */
static bool is_candidate(const struct promote *p, const struct kir_stmt *loop,
                         const struct effect_access *access)
{
    if (access->many || p->variable_of[access->item])
        return false;
    if (!kir_is_value_type(p->f->buffer[access->buffer].type))
        return false;
    return p->order[access->index] < p->order[loop->iter];
}

/* What to promote out of a loop. */
struct chosen {
    int count, cap;
    struct effect_access *access;
    bool guard;   /* needs the loop to be entered, which is not known */
    bool entered; /* that is known, or will be tested */
};

static struct chosen choose(const struct promote *p,
                            const struct kir_stmt *loop)
{
    const struct effect *effect = effects_of(p->effects, loop);
    bool entered = order_less(p->f, p->loop, loop->lo, loop->hi);
    struct chosen chosen = {0};

    for (int i = 0; i < effect->access_count; i++) {
        const struct effect_access *a = &effect->access[i];
        const struct promote_place *stored = &p->stored[a->item];
        bool safe = stored->buffer == a->buffer && stored->index == a->index;

        if (!a->written || !is_candidate(p, loop, a))
            continue;
        if (!safe && (!a->home || !is_reached(p, loop, a->home) ||
                      (!entered && !p->may_guard)))
            continue;
        chosen.guard |= !safe && !entered;
        ARENA_PUSH(p->scratch, chosen.access, chosen.count, chosen.cap, *a);
    }
    chosen.entered = entered || chosen.guard;
    return chosen;
}

/* Rewriting ---------------------------------------------------------------- */

void optimise_use_variable(struct kir_func *f, struct kir_stmt *s, int variable)
{
    struct kir_value *v;

    if (s->kind == KIR_STORE) {
        s->kind = KIR_SET;
        s->variable = variable;
        s->buffer = s->index = -1;
        s->origin = NULL;
        return;
    }
    v = &f->value[s->value];
    v->op = KIR_GET;
    v->imm.i = variable;
    v->arg[0] = v->buffer = -1;
    v->origin = NULL;
}

static void replace_accesses(struct promote *p, const struct kir_block *block)
{
    for (struct kir_stmt *s = block->first; s; s = s->next) {
        int buffer, index, variable;

        replace_accesses(p, &s->body[0]);
        replace_accesses(p, &s->body[1]);
        if (!kir_accesses(p->f, s, &buffer, &index))
            continue;
        variable = p->variable_of[p->effects->class_of[buffer]];
        if (variable)
            optimise_use_variable(p->f, s, variable - 1);
    }
}

static int append_let(struct promote *p, struct kir_block *block,
                      const struct kir_value *value)
{
    struct kir_stmt *let = kir_new_stmt(p->f, KIR_LET);

    let->value = kir_add_value(p->f, value);
    kir_append(block, let);
    return let->value;
}

/* variable = buffer[index] */
static void append_fill(struct promote *p, struct kir_block *block,
                        const struct effect_access *a)
{
    struct kir_value load =
        kir_value_of(KIR_LOAD, p->f->buffer[a->buffer].type);
    struct kir_stmt *set = kir_new_stmt(p->f, KIR_SET);

    load.buffer = a->buffer;
    load.arg[0] = a->index;
    load.origin = a->load_origin;
    set->variable = p->variable_of[a->item] - 1;
    set->value = append_let(p, block, &load);
    kir_append(block, set);
}

/* variable = 0 */
static void append_zero(struct promote *p, struct kir_block *block,
                        const struct effect_access *a)
{
    struct kir_value zero =
        kir_value_of(KIR_CONST, p->f->buffer[a->buffer].type);
    struct kir_stmt *set = kir_new_stmt(p->f, KIR_SET);

    set->variable = p->variable_of[a->item] - 1;
    set->value = kir_add_value(p->f, &zero);
    kir_append(block, set);
}

/* buffer[index] = variable */
static void append_spill(struct promote *p, struct kir_block *block,
                         const struct effect_access *a)
{
    struct kir_value get = kir_value_of(KIR_GET, p->f->buffer[a->buffer].type);
    struct kir_stmt *store = kir_new_stmt(p->f, KIR_STORE);

    get.imm.i = p->variable_of[a->item] - 1;
    store->buffer = a->buffer;
    store->index = a->index;
    store->origin = a->store_origin;
    store->value = append_let(p, block, &get);
    kir_append(block, store);
}

/* The statements that take the place of `loop`, the chosen accesses of which
 * have become variables. */
static struct kir_block surround(struct promote *p, struct kir_stmt *loop,
                                 const struct chosen *chosen)
{
    struct kir_block inside = {NULL, NULL}, outside = {NULL, NULL};
    struct kir_value test = kir_value_of(KIR_LT, KIR_PRED);
    struct kir_stmt *branch;

    p->f->current_line = loop->line;
    for (int i = 0; i < chosen->count; i++) {
        const struct effect_access *a = &chosen->access[i];

        if (a->read || !chosen->entered || !a->home ||
            !is_reached(p, loop, a->home))
            append_fill(p, &inside, a);
        else
            append_zero(p, &inside, a);
    }
    loop->next = NULL;
    kir_append(&inside, loop);
    for (int i = 0; i < chosen->count; i++)
        append_spill(p, &inside, &chosen->access[i]);
    if (!chosen->guard)
        return inside;
    test.arg[0] = loop->lo;
    test.arg[1] = loop->hi;
    branch = kir_new_stmt(p->f, KIR_IF);
    branch->value = append_let(p, &outside, &test);
    branch->body[0] = inside;
    kir_append(&outside, branch);
    return outside;
}

static void promote_block(struct promote *p, struct kir_block *block);

/* Appends `loop` to `to`, with what it accumulates promoted. */
static void promote_for(struct promote *p, struct kir_stmt *loop,
                        struct kir_block *to)
{
    struct chosen chosen = choose(p, loop);
    struct kir_block instead;

    for (int i = 0; i < chosen.count; i++) {
        const struct kir_buffer *b = &p->f->buffer[chosen.access[i].buffer];

        p->variable_of[chosen.access[i].item] =
            1 + kir_variable(p->f, b->name, b->type);
    }
    if (chosen.count > 0)
        replace_accesses(p, &loop->body[0]);
    promote_block(p, &loop->body[0]);
    instead = surround(p, loop, &chosen);
    for (struct kir_stmt *s = instead.first, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        kir_append(to, s);
    }
    for (int i = 0; i < chosen.count; i++)
        p->variable_of[chosen.access[i].item] = 0;
}

static void promote_structured(struct promote *p, struct kir_stmt *s,
                               struct kir_block *to)
{
    bool synchronises = effects_of(p->effects, s)->synchronises;
    int mark;

    if (synchronises)
        forget_stored(p);
    mark = p->undo_count;
    if (s->kind == KIR_FOR) {
        promote_for(p, s, to);
    } else {
        promote_block(p, &s->body[0]);
        if (s->kind == KIR_IF)
            undo_stored(p, mark);
        promote_block(p, &s->body[1]);
        kir_append(to, s);
    }
    undo_stored(p, mark);
}

static void promote_block(struct promote *p, struct kir_block *block)
{
    struct kir_stmt *next;
    struct kir_block done = {NULL, NULL};

    for (struct kir_stmt *s = block->first; s; s = next) {
        next = s->next;
        s->next = NULL;
        if (s->kind == KIR_FOR || s->kind == KIR_WHILE || s->kind == KIR_IF) {
            promote_structured(p, s, &done);
            continue;
        }
        kir_append(&done, s);
        if (s->kind == KIR_STORE)
            set_stored(p, p->effects->class_of[s->buffer],
                       (struct promote_place){s->buffer, s->index});
        else if (s->kind == KIR_BARRIER || s->kind == KIR_LAUNCH)
            forget_stored(p);
    }
    *block = done;
}

void optimise_promote(struct arena *scratch, struct kir_func *f)
{
    struct promote p = {.f = f, .scratch = scratch};
    size_t values = (size_t)f->value_count, classes;

    p.effects = effects_new(scratch, f);
    p.order = arena_alloc(scratch, values * sizeof *p.order);
    p.loop = arena_alloc(scratch, values * sizeof *p.loop);
    classes = (size_t)p.effects->class_count;
    p.variable_of = arena_alloc(scratch, classes * sizeof *p.variable_of);
    p.stored = arena_alloc(scratch, classes * sizeof *p.stored);
    for (size_t i = 0; i < classes; i++)
        p.stored[i] = (struct promote_place){-1, -1};
    p.may_guard = order_depth(&f->body) < KIR_MAX_DEPTH / 4;
    number_values(&p, &f->body);
    promote_block(&p, &f->body);
}
