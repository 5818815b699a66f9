/*
 * Cycles along which nothing can ever fire: of a marked graph's cycles, one
 * whose registers are all full the way they lie forward and all empty the way
 * they lie backward holds neither an element nor a place that could move
 * (Commoner, Holt, Even and Pnueli, 1971). The feedback of merges is left out;
 * rings have a rule of their own.
 */
#include "backends/racer/racer.h"

struct dead {
    struct arena *arena;
    const struct net *net;
    char *colour; /* [transfer] */
    int *next;    /* [transfer] the register to look at next */
    int *way, *by, depth;
};

/* The registers that a transfer waits for: those it takes from that are empty,
 * those it fills that are full. */
static int wait(const struct dead *d, int transfer, int number, int *other)
{
    const struct net_transfer *t = &d->net->transfer[transfer];

    for (int side = 0; side < 2; side++) {
        bool back = t->kind == NET_MERGE && side == 0;

        for (int k = 0; k < t->take[side].count; k++) {
            int reg = t->take[side].reg[k];

            if (back || d->net->reg[reg].full || number-- > 0)
                continue;
            *other = d->net->reg[reg].filler;
            return reg;
        }
        for (int k = 0; k < t->fill[side].count; k++) {
            int reg = t->fill[side].reg[k];

            if (!d->net->reg[reg].full || number-- > 0)
                continue;
            *other = d->net->reg[reg].taker;
            return reg;
        }
    }
    return -1;
}

/* Follows waits from a transfer without recursion; returns the one where the
 * way closes, or -1. */
static int follow(struct dead *d, int from)
{
    d->depth = 0;
    d->way[d->depth++] = from;
    d->colour[from] = 1;
    while (d->depth) {
        int at = d->way[d->depth - 1], other = -1;
        int reg = wait(d, at, d->next[at]++, &other);

        if (reg < 0) {
            d->colour[at] = 2;
            d->depth--;
            continue;
        }
        d->by[d->depth - 1] = reg;
        if (d->colour[other] == 1)
            return other;
        if (d->colour[other])
            continue;
        d->colour[other] = 1;
        d->way[d->depth++] = other;
    }
    return -1;
}

int racer_dead_cycle(struct arena *arena, const struct net *net, int **reg)
{
    size_t transfers = (size_t)net->transfer_count;
    struct dead d = {.arena = arena, .net = net};
    int count = 0, closes = -1;

    d.colour = arena_alloc(arena, transfers);
    d.next = arena_alloc(arena, transfers * sizeof *d.next);
    d.way = arena_alloc(arena, transfers * sizeof *d.way);
    d.by = arena_alloc(arena, transfers * sizeof *d.by);
    for (int t = 0; t < net->transfer_count && closes < 0; t++)
        if (!d.colour[t])
            closes = follow(&d, t);
    *reg = d.by;
    if (closes < 0)
        return 0;
    for (int k = 0; k < d.depth; k++)
        if (count || d.way[k] == closes)
            d.by[count++] = d.by[k];
    return count;
}
