/*
 * Why nothing moves. A full place waits for the place before it, or for what
 * keeps the junction at its end from firing; an empty place waits for the place
 * behind it, or for what keeps the junction at its beginning. Where this goes
 * round, the places on it wait for each other for ever.
 *
 * A merge that nothing comes to waits for its entry: a feedback that is empty
 * is no reason. A sink that refuses a tag waits for the element with the tag
 * that is missing.
 */
#include "runtime/racersim/local.h"

struct search {
    const struct racersim *sim;
    int *begin;   /* [chain]: number of its first place */
    int *chain;   /* [place] */
    char *colour; /* [place]: 0 new, 1 on the way, 2 done */
    int *way, depth;
    /* The places that those on the way wait for, a stack: those of the last one
     * begin at `base`. By depth: where they begin, and which comes next. */
    int count, cap, base;
    int *next, *begun, *at;
};

static void wait_for(struct search *s, int chain, int place)
{
    ARENA_PUSH(s->sim->arena, s->next, s->count, s->cap,
               s->begin[chain] + place);
}

/* Ends of chains that the junction needs and that are empty. */
static void wait_for_takes(struct search *s, const struct chain_junction *j,
                           int side)
{
    for (int k = 0; k < j->take_count[side]; k++) {
        const struct sim_chain *chain = &s->sim->chain[j->take[side][k]];

        if (!sim_bit(chain, chain->length - 1))
            wait_for(s, j->take[side][k], chain->length - 1);
    }
}

static void wait_for_fills(struct search *s, const struct chain_junction *j,
                           int side)
{
    for (int k = 0; k < j->fill_count[side]; k++)
        if (sim_bit(&s->sim->chain[j->fill[side][k]], 0))
            wait_for(s, j->fill[side][k], 0);
}

static bool takes_full(const struct search *s, const struct chain_junction *j,
                       int side)
{
    for (int k = 0; k < j->take_count[side]; k++) {
        const struct sim_chain *chain = &s->sim->chain[j->take[side][k]];

        if (!sim_bit(chain, chain->length - 1))
            return false;
    }
    return true;
}

static bool takes_any(const struct search *s, const struct chain_junction *j,
                      int side)
{
    for (int k = 0; k < j->take_count[side]; k++) {
        const struct sim_chain *chain = &s->sim->chain[j->take[side][k]];

        if (sim_bit(chain, chain->length - 1))
            return true;
    }
    return false;
}

/* Where the element with the tag that a sink misses stands. */
static void wait_for_tag(struct search *s, const struct sim_port *sink)
{
    const struct racersim *sim = s->sim;

    for (int c = 0; c < sim->chains.chain_count; c++) {
        const struct sim_chain *chain = &sim->chain[c];
        int before = 0;

        for (int p = chain->length - 1; p >= 0; p--) {
            if (!sim_bit(chain, p))
                continue;
            if (chain->tag[(chain->head + before) % chain->length] ==
                sink->count.oldest) {
                wait_for(s, c, p);
                return;
            }
            before++;
        }
    }
}

static void wait_for_gate(struct search *s, int index)
{
    const struct racersim *sim = s->sim;

    for (int k = 0; k < sim->chains.junction_count; k++) {
        const struct chain_junction *j = &sim->chains.junction[k];

        if (j->kind == NET_UNGATE && sim->gate_of[k] == index)
            for (int t = 0; t < j->take_count[0]; t++)
                wait_for(s, j->take[0][t],
                         sim->chain[j->take[0][t]].length - 1);
    }
}

/* What keeps a junction of one side in, from firing. */
static void wait_plain(struct search *s, int index)
{
    const struct racersim *sim = s->sim;
    const struct chain_junction *j = &sim->chains.junction[index];
    const struct sim_port *port = j->node ? sim->port_of[j->node->index] : NULL;
    int side = 0;

    wait_for_takes(s, j, 0);
    if (s->count > s->base)
        return;
    if (j->kind == NET_SWITCH)
        side = !sim_head(&sim->chain[j->condition_chain])[j->condition_slot].u;
    wait_for_fills(s, j, side);
    if (j->kind == NET_FORK)
        wait_for_fills(s, j, 1);
    if (j->kind == NET_GATE && sim->gate[index] >= j->node->count)
        wait_for_gate(s, index);
    if (j->kind == NET_SINK && !sim_may_accept(sim, j))
        wait_for_tag(s, port);
    if (j->kind == NET_SOURCE && port->window && !sim_may_issue(port) &&
        port->count.elements < port->count.expected)
        wait_for_tag(s, port->window);
}

/* `side`: the one that asks; -1: what the junction fills. */
static void wait_junction(struct search *s, int index, int side)
{
    const struct chain_junction *j = &s->sim->chains.junction[index];
    int first;

    if (j->kind != NET_MERGE && j->kind != NET_JOIN) {
        wait_plain(s, index);
        return;
    }
    first = j->kind == NET_MERGE && j->node->entry_first;
    if (side < 0)
        side = j->kind == NET_MERGE || !takes_any(s, j, 0) ? 1 : 0;
    wait_for_fills(s, j, 0);
    if (j->kind == NET_MERGE && side != first && takes_any(s, j, first)) {
        if (takes_full(s, j, first))
            wait_for(s, j->take[first][0],
                     s->sim->chain[j->take[first][0]].length - 1);
        else
            wait_for_takes(s, j, first);
    }
    wait_for_takes(s, j, side);
}

/* Collects what a place waits for. */
static void waits(struct search *s, int number)
{
    int c = s->chain[number], p = number - s->begin[c];
    const struct sim_chain *chain = &s->sim->chain[c];
    const struct chain *of = &s->sim->chains.chain[c];

    s->base = s->count;
    if (sim_bit(chain, p)) {
        if (p + 1 < chain->length)
            wait_for(s, c, p + 1);
        else
            wait_junction(s, of->taker, of->taker_side);
    } else if (p > 0) {
        wait_for(s, c, p - 1);
    } else {
        wait_junction(s, of->filler, -1);
    }
}

static void go_to(struct search *s, int place)
{
    s->colour[place] = 1;
    waits(s, place);
    s->begun[s->depth] = s->at[s->depth] = s->base;
    s->way[s->depth++] = place;
}

/* Follows the waits from a place; returns the one where they close a round,
 * which is s->way from it on, or -1. */
static int follow(struct search *s, int place)
{
    go_to(s, place);
    while (s->depth) {
        int last = s->depth - 1, next;

        if (s->at[last] == s->count) {
            s->count = s->begun[last];
            s->colour[s->way[last]] = 2;
            s->depth--;
            continue;
        }
        next = s->next[s->at[last]++];
        if (s->colour[next] == 1)
            return next;
        if (!s->colour[next])
            go_to(s, next);
    }
    return -1;
}

enum breach {
    BREAKS_R1,
    BREAKS_R1_FIRST,
    BREAKS_R2,
    BREAKS_R3,
    BREAKS_R4,
    BREAKS_R5
};

static void say(struct racersim_wait *wait, enum breach breach)
{
    static const struct {
        const char *rule, *remedy;
    } about[] = {
        [BREAKS_R1] = {"R1", "let the ring pass one merge by its feedback side "
                             "and the switch that closes it"},
        [BREAKS_R1_FIRST] = {"R1", "write 'feedback ... entry ...': the "
                                   "feedback must have priority"},
        [BREAKS_R2] = {"R2", "let every way from a copy to the node where they "
                             "meet have a register more than elements"},
        [BREAKS_R3] = {"R3", "let all streams that meet at a node have equal "
                             "numbers of elements, and give each a way out"},
        [BREAKS_R4] = {"R4", "write 'admit MEMORY' at the source, or a window "
                             "as large as the largest displacement"},
        [BREAKS_R5] = {"R5",
                       "put a gate before the outer ring, of fewer "
                       "elements than there are registers once round it"}};

    wait->rule = about[breach].rule;
    wait->remedy = about[breach].remedy;
}

/* What stands on the round tells which rule was broken. */
static void explain(const struct racersim *sim, struct racersim_wait *wait)
{
    const struct racer_node *merge = NULL;
    bool sink = false, other = false, entry_first = false;

    for (int k = 0; k < wait->count; k++) {
        int reg = wait->reg[k];
        const struct net_register *r = &sim->net->reg[reg];
        int ends[2] = {r->filler, r->taker};

        for (int e = 0; e < 2; e++) {
            const struct racer_node *node = sim->net->transfer[ends[e]].node;

            if (!node)
                continue;
            sink = sink || (node->kind == RACER_SINK && node->window);
            if (node->kind != RACER_MERGE)
                continue;
            other = other || (merge && merge != node);
            entry_first = entry_first || node->entry_first;
            merge = node;
        }
    }
    say(wait, !wait->count  ? BREAKS_R3
              : sink        ? BREAKS_R4
              : entry_first ? BREAKS_R1_FIRST
              : other       ? BREAKS_R5
              : merge       ? BREAKS_R1
                            : BREAKS_R2);
}

struct racersim_wait racersim_stuck(const struct racersim *sim)
{
    struct racersim_wait wait = {0};
    struct search s = {.sim = sim};
    int places = 0, from = -1;
    size_t chains = (size_t)sim->chains.chain_count;

    s.begin = arena_alloc(sim->arena, chains * sizeof *s.begin);
    for (int c = 0; c < sim->chains.chain_count; c++) {
        s.begin[c] = places;
        places += sim->chain[c].length;
    }
    s.chain = arena_alloc(sim->arena, (size_t)places * sizeof *s.chain);
    s.colour = arena_alloc(sim->arena, (size_t)places);
    s.way = arena_alloc(sim->arena, (size_t)places * sizeof *s.way);
    s.at = arena_alloc(sim->arena, (size_t)places * sizeof *s.at);
    s.begun = arena_alloc(sim->arena, (size_t)places * sizeof *s.begun);
    for (int c = 0; c < sim->chains.chain_count; c++)
        for (int p = 0; p < sim->chain[c].length; p++)
            s.chain[s.begin[c] + p] = c;
    for (int k = 0; k < places && from < 0; k++) {
        const struct sim_chain *chain = &sim->chain[s.chain[k]];

        s.depth = s.count = 0;
        if (!s.colour[k] && sim_bit(chain, k - s.begin[s.chain[k]]))
            from = follow(&s, k);
    }
    for (int k = 0; from >= 0 && k < s.depth; k++) {
        int c = s.chain[s.way[k]];

        if (s.way[k] == from || wait.count)
            ARENA_PUSH(sim->arena, wait.reg, wait.count, wait.cap,
                       sim->chains.chain[c].first[s.way[k] - s.begin[c]]);
    }
    explain(sim, &wait);
    return wait;
}
