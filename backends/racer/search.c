/*
 * All states that the registers of a small graph can come to, whatever the
 * data are: what a switch is told is chosen when the register of its condition
 * is filled, sources give and sinks take whenever they like, and all else that
 * can fire fires.
 *
 * A transfer moves on from a state if it needs nothing there but registers that
 * are as it needs them, or whose other transfer moves on; of two sides one
 * does. What remains waits in a circle, and for ever: elements are stuck in a
 * state in which some transfer does not move on, though others may.
 */
#include "backends/racer/racer.h"

#include <string.h>

enum {
    MOST_REGISTERS = 64,
    MOST_PORTS = 6,
    SLOT = 8, /* bits of a gate's count, which begins at half of its range:
                 elements that delays begin with may leave by an ungate before
                 any has come by its gate */
    NONE = 1 << (SLOT - 1),
    MOST_SLOTS = 64 / SLOT,
    FIRST_SIZE = 1 << 10
};

/* A bit for each register, and for each what a condition says; the turns of
 * forks and joins, and what gates count. */
struct state {
    uint64_t full, says, more;
};

/* A transfer with its registers as masks. */
struct move {
    enum net_kind kind;
    uint64_t take[2], fill[2];
    int first;     /* the side with priority */
    int condition; /* of a switch: its register; else -1 */
    int slot;      /* in `more`, of gates, forks and joins */
    int64_t limit; /* of a gate */
    int pair;      /* of a gate its ungate, of an ungate its gate */
    bool alternate;
};

struct fire {
    int transfer, takes, fills;
};

struct search {
    struct arena *arena;
    const struct net *net;
    struct move *move;
    int ports;
    int *table; /* [size], a power of 2: numbers of states plus 1, by hash */
    size_t size;
    struct state *state; /* all that were seen, in that order */
    int count, cap;
    /* From the state in question: which transfers move on, and which fire. */
    bool *moves; /* [transfer] */
    struct fire *fire;
    int fire_count;
};

static uint64_t mask_of(const struct net_list *list)
{
    uint64_t mask = 0;

    for (int k = 0; k < list->count; k++)
        mask |= UINT64_C(1) << list->reg[k];
    return mask;
}

/* The gate of an ungate, or the other way round. */
static int partner_of(const struct net *net, int transfer)
{
    const struct net_transfer *t = &net->transfer[transfer];
    enum net_kind other = t->kind == NET_GATE ? NET_UNGATE : NET_GATE;

    for (int k = 0; k < net->transfer_count; k++)
        if (net->transfer[k].kind == other &&
            net_is_pair(net->transfer[k].node, t->node))
            return k;
    return transfer;
}

/* False if the net is too large. */
static bool make_moves(struct search *s)
{
    const struct net *net = s->net;
    int slots = 0;

    if (net->register_count > MOST_REGISTERS)
        return false;
    s->move =
        arena_alloc(s->arena, (size_t)net->transfer_count * sizeof *s->move);
    for (int k = 0; k < net->transfer_count; k++) {
        const struct net_transfer *t = &net->transfer[k];
        struct move *m = &s->move[k];

        m->kind = t->kind;
        m->condition = t->condition;
        for (int side = 0; side < 2; side++) {
            m->take[side] = mask_of(&t->take[side]);
            m->fill[side] = mask_of(&t->fill[side]);
        }
        s->ports += t->kind == NET_SOURCE || t->kind == NET_SINK;
        m->first = t->node && t->node->entry_first;
        m->alternate = t->node && t->node->alternate;
        if (t->kind == NET_GATE || t->kind == NET_UNGATE)
            m->pair = partner_of(net, k);
        if (t->kind == NET_GATE || t->kind == NET_FORK || t->kind == NET_JOIN)
            m->slot = SLOT * slots++;
        if (t->kind == NET_GATE)
            m->limit = t->node->count;
        if (m->limit >= NONE)
            return false;
    }
    return slots <= MOST_SLOTS && s->ports <= MOST_PORTS;
}

/* States ------------------------------------------------------------------- */

/* Where a state is in the table, or would be. */
static size_t place_of(const struct search *s, const struct state *state)
{
    uint64_t hash = (state->full * UINT64_C(0x9e3779b97f4a7c15)) ^
                    (state->says * UINT64_C(0xc2b2ae3d27d4eb4f)) ^
                    (state->more * UINT64_C(0x165667b19e3779f9));
    size_t at = (size_t)(hash ^ hash >> 29) & (s->size - 1);

    for (; s->table[at]; at = (at + 1) & (s->size - 1)) {
        const struct state *there = &s->state[s->table[at] - 1];

        if (there->full == state->full && there->says == state->says &&
            there->more == state->more)
            break;
    }
    return at;
}

static void make_table(struct search *s, size_t size)
{
    s->size = size;
    s->table = arena_alloc(s->arena, size * sizeof *s->table);
    for (int k = 0; k < s->count; k++)
        s->table[place_of(s, &s->state[k])] = k + 1;
}

static void visit(struct search *s, struct state state)
{
    size_t at = place_of(s, &state);

    if (s->table[at])
        return;
    ARENA_PUSH(s->arena, s->state, s->count, s->cap, state);
    s->table[at] = s->count;
    if (2 * (size_t)s->count > s->size)
        make_table(s, 2 * s->size);
}

static uint64_t more_of(const struct state *state, const struct move *m)
{
    return state->more >> m->slot & ((1 << SLOT) - 1);
}

static bool is_open(const struct state *state, const struct move *m)
{
    return (int64_t)more_of(state, m) - NONE < m->limit;
}

/* Does it fire, and from and to which sides? */
static bool fires(const struct state *state, const struct move *m, int *takes,
                  int *fills)
{
    int first = m->first;

    *takes = *fills = 0;
    if ((m->kind == NET_JOIN || m->kind == NET_FORK) && m->alternate)
        first = more_of(state, m) ? 1 : 0;
    switch (m->kind) {
    case NET_MERGE:
    case NET_JOIN:
        *takes =
            (state->full & m->take[first]) == m->take[first] ? first : !first;
        if (m->kind == NET_MERGE && *takes != first &&
            state->full & m->take[first])
            return false;
        break;
    case NET_FORK:
        *fills = state->full & m->fill[first] ? !first : first;
        break;
    case NET_SWITCH:
        *fills = state->says >> m->condition & 1 ? 0 : 1;
        break;
    case NET_GATE:
        if (!is_open(state, m))
            return false;
        break;
    default:
        break;
    }
    return (state->full & m->take[*takes]) == m->take[*takes] &&
           !(state->full & m->fill[*fills]);
}

/* Finds what can fire; the ports among it are counted, and come first. */
static int find_fires(struct search *s, const struct state *state)
{
    int ports = 0;

    s->fire_count = 0;
    for (int k = 0; k < s->net->transfer_count; k++) {
        struct fire fire = {.transfer = k};
        bool port =
            s->move[k].kind == NET_SOURCE || s->move[k].kind == NET_SINK;

        if (!fires(state, &s->move[k], &fire.takes, &fire.fills))
            continue;
        s->fire[s->fire_count++] = fire;
        if (!port)
            continue;
        s->fire[s->fire_count - 1] = s->fire[ports];
        s->fire[ports++] = fire;
    }
    return ports;
}

static void fire(const struct search *s, const struct fire *fire,
                 struct state *next)
{
    const struct move *m = &s->move[fire->transfer];

    next->full = (next->full & ~m->take[fire->takes]) | m->fill[fire->fills];
    next->says &= ~m->take[fire->takes];
    if (m->kind == NET_GATE)
        next->more += UINT64_C(1) << m->slot;
    if (m->kind == NET_UNGATE)
        next->more -= UINT64_C(1) << s->move[m->pair].slot;
    if ((m->kind == NET_FORK || m->kind == NET_JOIN) && m->alternate) {
        next->more &= ~(UINT64_C(1) << m->slot);
        next->more |= (uint64_t) !(fire->takes | fire->fills) << m->slot;
    }
}

/* The state after those of the first `ports` have fired that `mask` names, and
 * all else that can. */
static struct state step(const struct search *s, const struct state *state,
                         int ports, unsigned mask)
{
    struct state next = *state;

    for (int k = 0; k < s->fire_count; k++)
        if (k >= ports || mask >> k & 1)
            fire(s, &s->fire[k], &next);
    return next;
}

/* All that the conditions which are filled now may say. */
static void spread(struct search *s, struct state next, uint64_t conditions)
{
    uint64_t says = 0;

    do {
        struct state state = next;

        state.says |= says;
        visit(s, state);
        says = (says - conditions) & conditions;
    } while (says);
}

/* What moves on ------------------------------------------------------------ */

/* What moves on from a state: transfers, and registers by the transfers that
 * fill them and take from them. */
struct onward {
    uint64_t filled, taken;
    uint64_t full; /* of the state */
};

static bool will_be_full(const struct onward *o, uint64_t mask)
{
    return !(mask & ~o->full & ~o->filled);
}

static bool will_be_empty(const struct onward *o, uint64_t mask)
{
    return !(mask & o->full & ~o->taken);
}

static bool moves_on(const struct search *s, const struct state *state,
                     const struct onward *o, const struct move *m)
{
    bool side[2];

    switch (m->kind) {
    case NET_MERGE:
        return will_be_empty(o, m->fill[0]) &&
               (will_be_full(o, m->take[m->first]) ||
                (!(state->full & m->take[m->first]) &&
                 will_be_full(o, m->take[!m->first])));
    case NET_JOIN:
        return will_be_empty(o, m->fill[0]) &&
               (will_be_full(o, m->take[0]) || will_be_full(o, m->take[1]));
    case NET_FORK:
    case NET_SWITCH:
        for (int k = 0; k < 2; k++)
            side[k] = will_be_empty(o, m->fill[k]);
        if (m->kind == NET_SWITCH && state->full >> m->condition & 1)
            side[state->says >> m->condition & 1] = false;
        return will_be_full(o, m->take[0]) && (side[0] || side[1]);
    case NET_GATE:
        if (!is_open(state, m) && !s->moves[m->pair])
            return false;
        break;
    default:
        break;
    }
    return will_be_full(o, m->take[0]) && will_be_empty(o, m->fill[0]);
}

static bool is_stuck(struct search *s, const struct state *state)
{
    struct onward o = {0, 0, state->full};
    int count = s->net->transfer_count, left = count;
    bool changed = true;

    memset(s->moves, 0, (size_t)count);
    while (changed && left) {
        changed = false;
        for (int k = 0; k < count; k++) {
            const struct move *m = &s->move[k];

            if (s->moves[k] || !moves_on(s, state, &o, m))
                continue;
            s->moves[k] = changed = true;
            o.filled |= m->fill[0] | m->fill[1];
            o.taken |= m->take[0] | m->take[1];
            left--;
        }
    }
    return left > 0;
}

static struct state begin(const struct search *s)
{
    struct state first = {0, 0, 0};

    for (int r = 0; r < s->net->register_count; r++)
        first.full |= (uint64_t)s->net->reg[r].full << r;
    for (int k = 0; k < s->net->transfer_count; k++)
        if (s->move[k].kind == NET_GATE)
            first.more |= (uint64_t)NONE << s->move[k].slot;
    return first;
}

/* What does not move on never does, so that states are looked at alone which
 * lead to none that is new: the last one is such of those that are never left.
 */
static bool search(struct search *s)
{
    uint64_t told = 0; /* registers of conditions */
    struct state state = begin(s);
    bool stuck = false;

    for (int k = 0; k < s->net->transfer_count; k++)
        if (s->move[k].condition >= 0)
            told |= UINT64_C(1) << s->move[k].condition;
    spread(s, state, told & state.full);
    for (int k = 0; k < s->count && s->count <= RACER_MOST_STATES && !stuck;
         k++) {
        int ports, before = s->count;

        state = s->state[k];
        ports = find_fires(s, &state);
        for (unsigned mask = 0; mask < 1u << ports; mask++) {
            struct state next = step(s, &state, ports, mask);

            spread(s, next, told & next.full & ~state.full);
        }
        stuck = s->count == before && is_stuck(s, &state);
    }
    return stuck;
}

int racer_search(const struct net *net, bool *stuck)
{
    struct search s = {.arena = arena_new(), .net = net};
    int states = -1;

    *stuck = false;
    if (make_moves(&s)) {
        s.moves = arena_alloc(s.arena, (size_t)net->transfer_count);
        s.fire =
            arena_alloc(s.arena, (size_t)net->transfer_count * sizeof *s.fire);
        make_table(&s, FIRST_SIZE);
        *stuck = search(&s);
        if (*stuck || s.count <= RACER_MOST_STATES)
            states = s.count;
    }
    arena_free(s.arena);
    return states;
}
