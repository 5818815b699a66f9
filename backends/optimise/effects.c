/* Which memory and variables each loop and branch may touch. Linear in the
 * size of the function times the depth of nesting. */
#include "backends/optimise/local.h"

struct effect_slot {
    const struct kir_stmt *stmt; /* NULL: free */
    struct effect effect;
};

struct collector {
    struct arena *arena;
    const struct kir_func *f;
    struct effects *effects;
    /* of each item: the last statement (its order) that has listed it, and
     * where in its list of accesses */
    int *read_by, *written_by, *accessed_by, *access_at, order;
};

static struct effect_slot *find(const struct effects *e,
                                const struct kir_stmt *stmt)
{
    uint64_t h = (uint64_t)(uintptr_t)stmt * 0x9e3779b97f4a7c15u;
    unsigned mask = (unsigned)e->slot_cap - 1;
    unsigned i = (unsigned)(h >> 32) & mask;

    while (e->slot[i].stmt && e->slot[i].stmt != stmt)
        i = (i + 1) & mask;
    return &e->slot[i];
}

static struct effect_slot *insert(struct collector *c,
                                  const struct kir_stmt *stmt)
{
    struct effects *e = c->effects, old = *e;
    struct effect_slot *slot;

    if (2 * (e->slot_count + 1) > e->slot_cap) {
        e->slot_cap = old.slot_cap ? 2 * old.slot_cap : 64;
        e->slot = arena_alloc(c->arena, (size_t)e->slot_cap * sizeof *e->slot);
        for (int i = 0; i < old.slot_cap; i++)
            if (old.slot[i].stmt)
                *find(e, old.slot[i].stmt) = old.slot[i];
    }
    e->slot_count++;
    slot = find(e, stmt);
    slot->stmt = stmt;
    return slot;
}

const struct effect *effects_of(const struct effects *effects,
                                const struct kir_stmt *stmt)
{
    return &find(effects, stmt)->effect;
}

int effects_variable(const struct effects *effects, int variable)
{
    return effects->class_count + variable;
}

static void add(struct collector *c, struct effect_items *items, int *last,
                int item)
{
    if (last[item] == c->order)
        return;
    last[item] = c->order;
    ARENA_PUSH(c->arena, items->item, items->count, items->cap, item);
}

static void add_all(struct collector *c, struct effect_items *items, int *last,
                    int count, const int *item)
{
    for (int i = 0; i < count; i++)
        add(c, items, last, item[i]);
}

static void add_access(struct collector *c, struct effect *effect,
                       struct effect_access access)
{
    struct effect_access *known;

    if (c->accessed_by[access.item] != c->order) {
        c->accessed_by[access.item] = c->order;
        c->access_at[access.item] = effect->access_count;
        ARENA_PUSH(c->arena, effect->access, effect->access_count,
                   effect->access_cap, access);
        return;
    }
    known = &effect->access[c->access_at[access.item]];
    if (known->buffer != access.buffer || known->index != access.index)
        known->many = true;
    known->many |= access.many;
    known->read |= access.read;
    known->written |= access.written;
    if (!known->load_origin)
        known->load_origin = access.load_origin;
    if (!known->store_origin)
        known->store_origin = access.store_origin;
    if (!known->home)
        known->home = access.home;
}

static void add_let(struct collector *c, struct effect *effect, int value)
{
    const struct kir_value *v = &c->f->value[value];
    int item;

    if (v->op == KIR_GET) {
        item = effects_variable(c->effects, (int)v->imm.i);
        add(c, &effect->reads, c->read_by, item);
    } else if (v->op == KIR_LOAD) {
        item = c->effects->class_of[v->buffer];
        add(c, &effect->reads, c->read_by, item);
        add_access(c, effect,
                   (struct effect_access){.item = item,
                                          .buffer = v->buffer,
                                          .index = v->arg[0],
                                          .read = true,
                                          .load_origin = v->origin});
    }
}

/* What a barrier orders or a launch touches is accessed anywhere. */
static void add_anywhere(struct collector *c, struct effect *effect, int count,
                         const int *item)
{
    add_all(c, &effect->reads, c->read_by, count, item);
    add_all(c, &effect->writes, c->written_by, count, item);
    for (int i = 0; i < count; i++)
        add_access(c, effect,
                   (struct effect_access){.item = item[i],
                                          .buffer = -1,
                                          .index = -1,
                                          .many = true,
                                          .read = true,
                                          .written = true});
    effect->synchronises = true;
}

static void add_store(struct collector *c, struct effect *effect,
                      const struct kir_stmt *owner, const struct kir_stmt *s)
{
    int item = c->effects->class_of[s->buffer];
    bool atomic = s->kind == KIR_ATOMIC;
    struct effect_access access = {
        .item = item,
        .buffer = s->buffer,
        .index = s->index,
        .many = atomic,
        .read = atomic,
        .written = true,
        .store_origin = s->origin,
        .home = !atomic && owner->kind == KIR_FOR ? owner : NULL};

    if (atomic)
        add(c, &effect->reads, c->read_by, item);
    add(c, &effect->writes, c->written_by, item);
    add_access(c, effect, access);
}

static void add_inner(struct collector *c, struct effect *effect,
                      const struct kir_stmt *owner, const struct kir_stmt *s)
{
    const struct effect *inner = effects_of(c->effects, s);
    bool through = owner->kind == KIR_FOR && s->kind == KIR_FOR;

    add_all(c, &effect->reads, c->read_by, inner->reads.count,
            inner->reads.item);
    add_all(c, &effect->writes, c->written_by, inner->writes.count,
            inner->writes.item);
    for (int i = 0; i < inner->access_count; i++) {
        struct effect_access access = inner->access[i];

        if (!through)
            access.home = NULL;
        add_access(c, effect, access);
    }
    effect->synchronises |= inner->synchronises;
}

static void add_stmt(struct collector *c, struct effect *effect,
                     const struct kir_stmt *owner, const struct kir_stmt *s)
{
    const struct effects *e = c->effects;

    switch (s->kind) {
    case KIR_LET:
        add_let(c, effect, s->value);
        break;
    case KIR_SET:
        add(c, &effect->writes, c->written_by,
            effects_variable(e, s->variable));
        break;
    case KIR_ATOMIC:
    case KIR_STORE:
        add_store(c, effect, owner, s);
        break;
    case KIR_BARRIER:
        add_anywhere(c, effect, e->barrier_count, e->barrier);
        break;
    case KIR_LAUNCH:
        add_anywhere(c, effect, e->launch_count, e->launch);
        break;
    case KIR_FOR:
    case KIR_WHILE:
    case KIR_IF:
        add_inner(c, effect, owner, s);
        break;
    case KIR_COMMENT:
        break;
    }
}

static void collect(struct collector *c, const struct kir_block *block,
                    const struct kir_stmt *parent)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        struct effect effect = {.parent = parent};

        if (s->kind != KIR_FOR && s->kind != KIR_WHILE && s->kind != KIR_IF)
            continue;
        collect(c, &s->body[0], s);
        collect(c, &s->body[1], s);
        c->order++;
        for (int i = 0; i < 2; i++)
            for (const struct kir_stmt *t = s->body[i].first; t; t = t->next)
                add_stmt(c, &effect, s, t);
        insert(c, s)->effect = effect;
    }
}

/* All GLOBAL buffers that may overlap another are one class, every other
 * buffer is one of its own. In a kernel nobody writes a read-only buffer that
 * overlaps no other, so that not even a barrier brings new contents; a kernel
 * that a host function launches may write any of its arrays. */
static void classify(struct collector *c)
{
    const struct kir_func *f = c->f;
    struct effects *e = c->effects;
    bool barrier_has_shared_class = false;
    int barrier_cap = 0, launch_cap = 0;

    e->class_of =
        arena_alloc(c->arena, (size_t)f->buffer_count * sizeof *e->class_of);
    e->class_count = 1;
    for (int i = 0; i < f->buffer_count; i++) {
        const struct kir_buffer *b = &f->buffer[i];
        bool overlaps = b->space == KIR_GLOBAL && !b->no_alias;
        bool fixed = b->space == KIR_LOCAL || b->space == KIR_CONSTANT ||
                     (f->kind == KIR_KERNEL && b->read_only && b->no_alias);

        e->class_of[i] = overlaps ? 0 : e->class_count++;
        if (fixed || (overlaps && barrier_has_shared_class))
            continue;
        barrier_has_shared_class |= overlaps;
        ARENA_PUSH(c->arena, e->barrier, e->barrier_count, barrier_cap,
                   e->class_of[i]);
        if (b->space == KIR_GLOBAL)
            ARENA_PUSH(c->arena, e->launch, e->launch_count, launch_cap,
                       e->class_of[i]);
    }
    e->item_count = e->class_count + f->variable_count;
}

struct effects *effects_new(struct arena *scratch, const struct kir_func *f)
{
    struct collector c = {.arena = scratch, .f = f};
    size_t size;

    c.effects = arena_alloc(scratch, sizeof *c.effects);
    classify(&c);
    size = (size_t)c.effects->item_count * sizeof(int);
    c.read_by = arena_alloc(scratch, size);
    c.written_by = arena_alloc(scratch, size);
    c.accessed_by = arena_alloc(scratch, size);
    c.access_at = arena_alloc(scratch, size);
    collect(&c, &f->body, NULL);
    return c.effects;
}
