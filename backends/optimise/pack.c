/*
 * Accesses of neighbours become one: `pack` of statements (kir.h, KIR.md).
 *
 * A block is read once. An index is a base, which is a value or nothing, and a
 * constant: accesses of one buffer with one base belong to one group if their
 * constants differ only below the group's size, and if the base is known to be
 * a multiple of it. The group of a load begins with its first one, to which the
 * others come up; that of a store ends with its last one, to which the others
 * go down. Before that, whatever may touch the same elements, a barrier, or a
 * statement with statements in it closes the group; a group of 4 that misses
 * some may still be one or two of 2.
 *
 * The optimiser has shared what indices have in common and has put constants
 * last, so that bases can be compared by their numbers. What is a multiple of
 * what follows from constants, from loops' steps and from the conditions
 * around a place (kir/multiple.c).
 */
#include "backends/optimise/local.h"

#include <string.h>

/* MAX_OPEN: groups that are looked at; the oldest is closed for a new one.
 * MAX_DISTANCE: statements over which an access comes to another, since its
 * value needs a register all the while. */
enum { MAX_LANES = 4, MAX_OPEN = 64, MAX_DISTANCE = 512 };

struct pack_group {
    bool store;
    int buffer, base;      /* -1: none */
    int64_t first;         /* the constant of lane 0 */
    int lanes;             /* 2 or 4 */
    int member[MAX_LANES]; /* statement of the block, -1: none */
    int begin;
};

/* Statements member[0 … lanes) that become one access, where one of them is. */
struct pack_access {
    int where, lanes, member[MAX_LANES];
};

struct pack {
    struct kir_func *f;
    struct arena *scratch;
    struct kir_known known;
    int *place; /* per value: its LET's number in the block at hand, -1 */
    /* The block at hand: its statements, and where each goes: before or at
     * which one; -1: its own place. */
    int count, cap;
    struct kir_stmt **stmt;
    int *target;
    int access_count, access_cap;
    struct pack_access *access;
    int open_count;
    struct pack_group open[MAX_OPEN];
};

static const struct kir_value *value_of(const struct pack *p, int value)
{
    return &p->f->value[value];
}

/* The index as base + constant. */
static void split(const struct pack *p, int index, int *base, int64_t *constant)
{
    const struct kir_value *v = value_of(p, index);

    *base = index;
    *constant = 0;
    if (v->op == KIR_CONST) {
        *base = -1;
        *constant = v->imm.i;
    } else if (v->op == KIR_ADD && kir_is_const(p->f, v->arg[1])) {
        *base = v->arg[0];
        *constant = value_of(p, v->arg[1])->imm.i;
    }
}

/* How many elements of the buffer, beginning with one whose index is the base,
 * may be accessed at once: 1, 2 or 4. */
static int lanes_at(const struct pack *p, int buffer, int base)
{
    const struct kir_buffer *b = &p->f->buffer[buffer];
    int size = kir_type_size(b->type), lanes = KIR_PACK_BYTES / size;
    bool fits = kir_is_value_type(b->type) && size >= 4 &&
                (b->space == KIR_SHARED ||
                 (b->space == KIR_GLOBAL && p->known.aligned[buffer]));

    if (!fits)
        return 1;
    while (base >= 0 && lanes > 1 && lanes > 1 << kir_multiple(&p->known, base))
        lanes /= 2;
    return lanes;
}

/* Groups ------------------------------------------------------------------- */

static void make_access(struct pack *p, bool store, const int *member,
                        int lanes)
{
    struct pack_access a = {.where = member[0], .lanes = lanes};

    for (int k = 0; k < lanes; k++) {
        a.member[k] = member[k];
        if (store ? member[k] > a.where : member[k] < a.where)
            a.where = member[k];
    }
    for (int k = 0; k < lanes; k++) {
        int buffer, value, index;

        kir_accesses(p->f, p->stmt[member[k]], &buffer, &value);
        index = p->place[value];
        if (index > a.where &&
            (p->target[index] < 0 || p->target[index] > a.where))
            p->target[index] = a.where;
        p->stmt[member[k]]->pack = k ? KIR_PACKED : lanes;
    }
    ARENA_PUSH(p->scratch, p->access, p->access_count, p->access_cap, a);
}

static void close_group(struct pack *p, int number)
{
    struct pack_group g = p->open[number];
    bool all = true;

    p->open_count--;
    memmove(&p->open[number], &p->open[number + 1],
            sizeof *p->open * (size_t)(p->open_count - number));
    for (int k = 0; k < g.lanes; k++)
        all &= g.member[k] >= 0;
    if (all) {
        make_access(p, g.store, g.member, g.lanes);
        return;
    }
    for (int k = 0; g.lanes == 4 && k < 4; k += 2)
        if (g.member[k] >= 0 && g.member[k + 1] >= 0)
            make_access(p, g.store, &g.member[k], 2);
}

static void close_all(struct pack *p)
{
    while (p->open_count)
        close_group(p, p->open_count - 1);
}

static bool may_overlap(const struct pack *p, int a, int b)
{
    const struct kir_buffer *x = &p->f->buffer[a], *y = &p->f->buffer[b];

    return a == b || (x->space == KIR_GLOBAL && y->space == KIR_GLOBAL &&
                      !x->no_alias && !y->no_alias);
}

/* Must what is in the group stay on its side of an access? */
static bool minds(const struct pack *p, const struct pack_group *g,
                  const struct pack_group *access, int64_t constant)
{
    int64_t lane = constant - g->first;
    bool inside = lane >= 0 && lane < g->lanes;

    if ((!access->store && !g->store) ||
        !may_overlap(p, g->buffer, access->buffer))
        return false;
    if (g->buffer != access->buffer || g->base != access->base)
        return true;
    return inside && (g->store != access->store || g->member[lane] >= 0);
}

/* The open group that the access belongs to, or one that is new. */
static struct pack_group *find_group(struct pack *p,
                                     const struct pack_group *like)
{
    for (int k = 0; k < p->open_count; k++) {
        struct pack_group *g = &p->open[k];

        if (g->store == like->store && g->buffer == like->buffer &&
            g->base == like->base && g->first == like->first)
            return g;
    }
    if (p->open_count == MAX_OPEN)
        close_group(p, 0);
    p->open[p->open_count] = *like;
    return &p->open[p->open_count++];
}

static void read_access(struct pack *p, int number, int buffer, int index)
{
    struct pack_group like = {.store = p->stmt[number]->kind == KIR_STORE,
                              .buffer = buffer,
                              .member = {-1, -1, -1, -1},
                              .begin = number};
    int64_t constant;
    int *member;

    split(p, index, &like.base, &constant);
    like.lanes = lanes_at(p, like.buffer, like.base);
    like.first = constant & -(int64_t)like.lanes;
    for (int k = p->open_count - 1; k >= 0; k--)
        if (number - p->open[k].begin > MAX_DISTANCE ||
            minds(p, &p->open[k], &like, constant))
            close_group(p, k);
    if (like.lanes == 1)
        return;
    member = &find_group(p, &like)->member[constant - like.first];
    if (*member < 0)
        *member = number;
}

/* Blocks ------------------------------------------------------------------- */

static void list_statements(struct pack *p, const struct kir_block *block)
{
    p->count = p->access_count = 0;
    for (struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            p->place[s->value] = p->count;
        ARENA_PUSH(p->scratch, p->stmt, p->count, p->cap, s);
    }
    p->target = arena_alloc(p->scratch, sizeof *p->target * (size_t)p->count);
    memset(p->target, -1, sizeof *p->target * (size_t)p->count);
}

static void forget_places(struct pack *p)
{
    for (int k = 0; k < p->count; k++)
        if (p->stmt[k]->kind == KIR_LET)
            p->place[p->stmt[k]->value] = -1;
}

/* The next statement in each list of those that go to the same place. */
struct order {
    int *head, *tail, *next;
};

static void put(struct order *o, int where, int stmt)
{
    o->next[stmt] = -1;
    if (o->tail[where] < 0)
        o->head[where] = stmt;
    else
        o->next[o->tail[where]] = stmt;
    o->tail[where] = stmt;
}

/* The block again: indices before the accesses that they are for. */
static void reorder(struct pack *p, struct kir_block *block)
{
    size_t size = sizeof(int) * (size_t)p->count;
    struct order o = {arena_alloc(p->scratch, size),
                      arena_alloc(p->scratch, size),
                      arena_alloc(p->scratch, size)};

    memset(o.head, -1, size);
    memset(o.tail, -1, size);
    for (int k = 0; k < p->count; k++)
        if (p->target[k] >= 0)
            put(&o, p->target[k], k);
    for (int k = 0; k < p->access_count; k++)
        for (int i = 0; i < p->access[k].lanes; i++) {
            put(&o, p->access[k].where, p->access[k].member[i]);
            p->target[p->access[k].member[i]] = p->access[k].where;
        }
    *block = (struct kir_block){NULL, NULL};
    for (int k = 0; k < p->count; k++)
        p->stmt[k]->next = NULL;
    for (int k = 0; k < p->count; k++) {
        for (int i = o.head[k]; i >= 0; i = o.next[i])
            kir_append(block, p->stmt[i]);
        if (p->target[k] < 0)
            kir_append(block, p->stmt[k]);
    }
}

static void pack_statements(struct pack *p, struct kir_block *block)
{
    list_statements(p, block);
    for (int k = 0; k < p->count; k++) {
        const struct kir_stmt *s = p->stmt[k];
        int buffer, index;

        if (kir_accesses(p->f, s, &buffer, &index))
            read_access(p, k, buffer, index);
        else if (s->kind != KIR_LET && s->kind != KIR_SET &&
                 s->kind != KIR_COMMENT)
            close_all(p);
    }
    close_all(p);
    if (p->access_count)
        reorder(p, block);
    forget_places(p);
}

static void pack_block(struct pack *p, struct kir_block *block)
{
    for (struct kir_stmt *s = block->first; s; s = s->next) {
        int mark = kir_learn(&p->known, s);

        pack_block(p, &s->body[0]);
        kir_unlearn(&p->known, mark);
        pack_block(p, &s->body[1]);
    }
    pack_statements(p, block);
}

void kir_pack(struct kir_module *module)
{
    for (int k = 0; k < module->func_count; k++) {
        struct pack p = {.f = module->func[k], .scratch = arena_new()};
        size_t size = sizeof(int) * (size_t)p.f->value_count;

        if (p.f->kind == KIR_KERNEL) {
            p.known = kir_known_new(p.scratch, p.f);
            p.place = arena_alloc(p.scratch, size);
            memset(p.place, -1, size);
            pack_block(&p, &p.f->body);
        }
        arena_free(p.scratch);
    }
}
