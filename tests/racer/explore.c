/*
 * All states that a net can come to. What a switch is told is chosen when the
 * register of its condition is filled, freely; a source gives or not, freely;
 * all else that can fire fires. Stuck is a state in which nothing can fire
 * though registers hold elements that were not there at the beginning, a
 * source would give, and sinks take.
 */
#include "tests/racer/rig.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REGISTERS = 56 };
static const long most_states = 20000;

/* A bit for each register, and for each what a condition says; the turns of
 * forks and joins, and what gates count, from NONE on: elements that delays
 * begin with may leave by an ungate before any has come by its gate. */
enum { SLOT = 6, NONE = 16 };

struct state {
    uint64_t full, says, more;
};

struct explore {
    struct arena *arena;
    const struct net *net;
    struct state *table;
    long size, count;
    struct state *queue;
    long head, tail;
    int *slot; /* [transfer]: bits of `more` for gates, forks and joins */
    int *gate; /* [transfer]: of an ungate, its gate */
};

static bool same(const struct state *a, const struct state *b)
{
    return a->full == b->full && a->says == b->says && a->more == b->more;
}

static void visit(struct explore *e, struct state s)
{
    uint64_t hash = (s.full * UINT64_C(0x9e3779b97f4a7c15)) ^
                    (s.says * UINT64_C(0xc2b2ae3d27d4eb4f)) ^
                    (s.more * UINT64_C(0x165667b19e3779f9));
    long at = (long)((hash ^ hash >> 29) % (uint64_t)e->size);

    for (;; at = at + 1 == e->size ? 0 : at + 1) {
        struct state *there = &e->table[at];

        if (there->more == UINT64_MAX) {
            *there = s;
            e->count++;
            e->queue[e->tail++] = s;
            return;
        }
        if (same(there, &s))
            return;
    }
}

static bool all(const struct state *s, const struct net_list *list, bool full)
{
    for (int k = 0; k < list->count; k++)
        if ((s->full >> list->reg[k] & 1) != full)
            return false;
    return true;
}

static bool fires(const struct explore *e, const struct state *s, int index,
                  int *takes, int *fills)
{
    const struct net_transfer *t = &e->net->transfer[index];
    int first = t->node && t->node->entry_first ? 1 : 0;
    uint64_t more = s->more >> e->slot[index] & ((1 << SLOT) - 1);

    *takes = *fills = 0;
    if (t->kind == NET_JOIN || t->kind == NET_FORK)
        first = t->node->alternate && more ? 1 : 0;
    if (t->kind == NET_MERGE) {
        if (all(s, &t->take[first], true))
            *takes = first;
        else if (all(s, &t->take[first], false))
            *takes = !first;
        else
            return false;
    } else if (t->kind == NET_JOIN) {
        *takes = all(s, &t->take[first], true) ? first : !first;
    } else if (t->kind == NET_FORK) {
        *fills = all(s, &t->fill[first], false) ? first : !first;
    } else if (t->kind == NET_SWITCH) {
        *fills = s->says >> t->condition & 1 ? 0 : 1;
    } else if (t->kind == NET_GATE && (int64_t)more - NONE >= t->node->count) {
        return false;
    }
    return all(s, &t->take[*takes], true) && all(s, &t->fill[*fills], false);
}

/* Fires what `mask` leaves of the sources, and all else that can. */
static struct state step(const struct explore *e, const struct state *s,
                         unsigned mask, int *fired, uint64_t *conditions)
{
    const struct net *net = e->net;
    struct state next = *s;
    int port = 0;

    *fired = 0;
    *conditions = 0;
    for (int t = 0; t < net->transfer_count; t++) {
        const struct net_transfer *x = &net->transfer[t];
        int takes, fills;

        if ((x->kind == NET_SOURCE || x->kind == NET_SINK) &&
            !(mask >> port++ & 1))
            continue;
        if (!fires(e, s, t, &takes, &fills))
            continue;
        ++*fired;
        for (int k = 0; k < x->take[takes].count; k++) {
            next.full &= ~(UINT64_C(1) << x->take[takes].reg[k]);
            next.says &= ~(UINT64_C(1) << x->take[takes].reg[k]);
        }
        for (int k = 0; k < x->fill[fills].count; k++)
            next.full |= UINT64_C(1) << x->fill[fills].reg[k];
        if (x->kind == NET_GATE)
            next.more += UINT64_C(1) << e->slot[t];
        if (x->kind == NET_UNGATE)
            next.more -= UINT64_C(1) << e->slot[e->gate[t]];
        if (x->kind == NET_FORK || x->kind == NET_JOIN)
            next.more ^= (uint64_t)(takes | fills ? 0 : 1) << e->slot[t] ^
                         (next.more & UINT64_C(1) << e->slot[t]);
    }
    for (int t = 0; t < net->transfer_count; t++) {
        int reg = net->transfer[t].condition;

        if (reg >= 0 && !(s->full >> reg & 1) && next.full >> reg & 1)
            *conditions |= UINT64_C(1) << reg;
    }
    return next;
}

/* All that the conditions which are filled now may say. */
static void spread(struct explore *e, struct state next, uint64_t conditions)
{
    uint64_t says = 0;

    do {
        struct state s = next;

        s.says |= says;
        visit(e, s);
        says = (says - conditions) & conditions;
    } while (says);
}

static void number_slots(struct explore *e)
{
    const struct net *net = e->net;
    size_t count = (size_t)net->transfer_count;
    int slots = 0;

    e->slot = arena_alloc(e->arena, count * sizeof *e->slot);
    e->gate = arena_alloc(e->arena, count * sizeof *e->gate);
    for (int t = 0; t < net->transfer_count; t++) {
        const struct net_transfer *x = &net->transfer[t];

        if (x->kind == NET_GATE || x->kind == NET_FORK || x->kind == NET_JOIN)
            e->slot[t] = SLOT * slots++;
        for (int g = 0; g < net->transfer_count && x->kind == NET_UNGATE; g++)
            if (net->transfer[g].kind == NET_GATE &&
                net_is_pair(net->transfer[g].node, x->node))
                e->gate[t] = g;
    }
}

bool explore_stuck(struct arena *arena, const struct net *net, long *states)
{
    struct explore e = {.arena = arena, .net = net, .size = 2 * most_states};
    struct state first = {0, 0, 0};
    bool stuck = false;
    int ports = 0;

    for (int t = 0; t < net->transfer_count; t++)
        ports += net->transfer[t].kind == NET_SOURCE ||
                 net->transfer[t].kind == NET_SINK;
    *states = -1;
    if (net->register_count > MOST_REGISTERS)
        return false;
    number_slots(&e);
    e.table = malloc((size_t)e.size * sizeof *e.table);
    e.queue = malloc((size_t)e.size * sizeof *e.queue);
    memset(e.table, -1, (size_t)e.size * sizeof *e.table);
    for (int r = 0; r < net->register_count; r++)
        first.full |= (uint64_t)net->reg[r].full << r;
    for (int t = 0; t < net->transfer_count; t++)
        if (net->transfer[t].kind == NET_GATE)
            first.more |= (uint64_t)NONE << e.slot[t];
    visit(&e, first);
    while (e.head < e.tail && e.count < most_states && !stuck) {
        struct state s = e.queue[e.head++];
        int fired;
        uint64_t conditions;
        struct state next =
            step(&e, &s, (1u << ports) - 1, &fired, &conditions);

        if (!fired) {
            stuck = true;
            break;
        }
        spread(&e, next, conditions);
        for (unsigned mask = 0; mask + 1 < 1u << ports; mask++) {
            next = step(&e, &s, mask, &fired, &conditions);
            if (fired)
                spread(&e, next, conditions);
        }
    }
    if (stuck || e.head == e.tail)
        *states = e.count;
    free(e.table);
    free(e.queue);
    return stuck;
}
