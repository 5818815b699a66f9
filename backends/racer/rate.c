/*
 * Cycles between two elements. Each register is an arc forward, with its
 * element if it is full, and an arc backward, with its place if it is empty,
 * both of latency 1; the rate is the least of tokens / latency over all cycles
 * (Ramamoorthy and Ho, 1980). A way of r registers and k elements is one arc of
 * latency r and k tokens, and one back with r - k.
 *
 * The largest ratio is found by improving ways (Howard, 1960; for ratios
 * Cochet-Terrasson and others, 1998): each vertex takes the arc that makes its
 * way longest, as the ratio so far counts it. Where these arcs close a cycle,
 * it has a larger ratio, exact as a fraction, and becomes the one that limits;
 * the ways that hang on it are measured anew. If no way becomes longer, no
 * cycle has a larger ratio.
 *
 * In a ring of any data the number of elements settles where the ring is
 * fastest; so the feedback of each ring is given every number in turn.
 */
#include "backends/racer/local.h"

#include <string.h>

struct arc {
    int from, to;
    int64_t latency, tokens;
};

struct marked {
    struct arena *arena;
    int vertices, count, cap;
    struct arc *arc;
    int64_t *length; /* [vertex] of the longest way to it */
    int *by;         /* [vertex] the arc that it comes by; -1: none yet */
    int *seen, *stack;
};
enum { HANGS = 1, LOOSE };

/* A request is taken a cycle after the answer that frees its place, which
 * leaves the unit after all stages but one, and once what lies behind has room.
 */
static void add_places(struct marked *m, const struct racer_way *way)
{
    int behind = way->room - way->places;
    struct arc self = {way->from, way->from, way->registers - behind + 1,
                       way->places};
    struct arc back = {way->to, way->from, behind + 1, way->room};

    ARENA_PUSH(m->arena, m->arc, m->count, m->cap, self);
    ARENA_PUSH(m->arena, m->arc, m->count, m->cap, back);
}

static void add_both(struct marked *m, const struct racer_way *way,
                     int64_t tokens)
{
    struct arc forward = {way->from, way->to, way->registers, tokens};
    struct arc back = {way->to, way->from, way->registers,
                       way->registers - tokens};

    ARENA_PUSH(m->arena, m->arc, m->count, m->cap, forward);
    ARENA_PUSH(m->arena, m->arc, m->count, m->cap, back);
    if (way->places)
        add_places(m, way);
}

/* The latency and tokens of the cycle through a vertex. */
static void measure(const struct marked *m, int vertex, int64_t *latency,
                    int64_t *tokens)
{
    int v = vertex;

    *latency = *tokens = 0;
    do {
        const struct arc *arc = &m->arc[m->by[v]];

        *latency += arc->latency;
        *tokens += arc->tokens;
        v = arc->from;
    } while (v != vertex);
}

static void name_cycle(const struct marked *m, int vertex,
                       const struct racer_graph *g, struct racer_rate *rate)
{
    int v = vertex;

    rate->count = 0;
    rate->node =
        arena_alloc(m->arena, (size_t)m->vertices * sizeof *rate->node);
    do {
        if (v < g->node_count)
            rate->node[rate->count++] = g->node[v];
        v = m->arc[m->by[v]].from;
    } while (v != vertex);
}

static bool slower(const struct racer_rate *a, const struct racer_rate *b)
{
    return (double)a->latency * (double)b->tokens >
           (double)b->latency * (double)a->tokens;
}

/* How much longer an arc makes a way than the ratio allows. */
static int64_t excess(const struct arc *arc, const struct racer_rate *rate)
{
    return arc->latency * rate->tokens - arc->tokens * rate->latency;
}

/* One round over all arcs: each vertex takes the one that makes the way to it
 * longest. False if none makes one longer. */
static bool improve(struct marked *m, const struct racer_rate *rate)
{
    bool changed = false;

    for (int k = 0; k < m->count; k++) {
        const struct arc *arc = &m->arc[k];
        int64_t length = m->length[arc->from] + excess(arc, rate);

        if (length <= m->length[arc->to])
            continue;
        m->length[arc->to] = length;
        m->by[arc->to] = k;
        changed = true;
    }
    return changed;
}

/* The cycle of largest ratio among those of the arcs that vertices have taken,
 * of equal ones the last of the graph, if that is larger than the rate's: a
 * vertex on it, or -1. */
static int larger_cycle(struct marked *m, struct racer_rate *rate)
{
    int found = -1;

    memset(m->seen, 0, (size_t)m->vertices * sizeof *m->seen);
    for (int start = m->vertices - 1; start >= 0; start--) {
        struct racer_rate cycle;
        int v = start;

        while (!m->seen[v] && m->by[v] >= 0) {
            m->seen[v] = start + 1;
            v = m->arc[m->by[v]].from;
        }
        if (m->seen[v] != start + 1 || m->by[v] < 0)
            continue;
        measure(m, v, &cycle.latency, &cycle.tokens);
        if (cycle.tokens > 0 && !slower(&cycle, rate))
            continue;
        rate->latency = cycle.latency;
        rate->tokens = cycle.tokens > 0 ? cycle.tokens : 0;
        found = v;
        if (!rate->tokens)
            break;
    }
    return found;
}

/* The ways of the first `count` vertices of the stack, each of which comes by
 * the one behind it; the last hangs on the cycle, or on what does not. */
static void measure_stack(struct marked *m, int count, bool hangs,
                          const struct racer_rate *rate)
{
    while (count) {
        int v = m->stack[--count];
        const struct arc *arc = &m->arc[m->by[v]];

        m->seen[v] = hangs ? HANGS : LOOSE;
        if (hangs)
            m->length[v] = m->length[arc->from] + excess(arc, rate);
        else
            m->by[v] = -1;
    }
}

/* Ways begin at a vertex on the cycle now: what hangs on it by arcs that are
 * taken has their length, all else has none. */
static void measure_ways(struct marked *m, int root,
                         const struct racer_rate *rate)
{
    memset(m->seen, 0, (size_t)m->vertices * sizeof *m->seen);
    memset(m->length, 0, (size_t)m->vertices * sizeof *m->length);
    m->seen[root] = HANGS;
    for (int start = 0; start < m->vertices; start++) {
        int v = start, count = 0;

        while (!m->seen[v] && m->by[v] >= 0) {
            m->seen[v] = LOOSE;
            m->stack[count++] = v;
            v = m->arc[m->by[v]].from;
        }
        measure_stack(m, count, m->seen[v] == HANGS, rate);
    }
}

/* tokens 0 in the result: some cycle has none at all. */
static struct racer_rate largest_ratio(struct marked *m,
                                       const struct racer_graph *g)
{
    struct racer_rate rate = {.latency = 0, .tokens = 1};

    memset(m->length, 0, (size_t)m->vertices * sizeof *m->length);
    memset(m->by, -1, (size_t)m->vertices * sizeof *m->by);
    while (rate.tokens && improve(m, &rate)) {
        int vertex = larger_cycle(m, &rate);

        if (vertex < 0)
            continue;
        name_cycle(m, vertex, g, &rate);
        measure_ways(m, vertex, &rate);
    }
    return rate;
}

/* The rate with so many elements in one ring; the others do not go round. */
static struct racer_rate rate_with(struct arena *arena,
                                   const struct racer_graph *g,
                                   const struct racer_ways *ways, int ring,
                                   int elements)
{
    struct marked m = {.arena = arena, .vertices = ways->vertices};

    for (int k = 0; k < ways->count; k++) {
        const struct racer_way *way = &ways->way[k];

        if (way->entry || way->branch >= 0 ||
            (way->ring >= 0 && way->ring != ring))
            continue;
        add_both(&m, way, way->initial + (way->ring >= 0 ? elements : 0));
    }
    m.length = arena_alloc(arena, (size_t)m.vertices * sizeof *m.length);
    m.by = arena_alloc(arena, (size_t)m.vertices * sizeof *m.by);
    m.seen = arena_alloc(arena, (size_t)m.vertices * sizeof *m.seen);
    m.stack = arena_alloc(arena, (size_t)m.vertices * sizeof *m.stack);
    return largest_ratio(&m, g);
}

/* The fewest registers from one vertex to another over forward ways. */
static int shortest(struct arena *arena, const struct racer_ways *ways,
                    int from, int ring)
{
    int *far = arena_alloc(arena, (size_t)ways->vertices * sizeof *far);
    int best = 0;
    bool changed = true;

    far[from] = 1;
    while (changed) {
        changed = false;
        for (int k = 0; k < ways->count; k++) {
            const struct racer_way *way = &ways->way[k];
            int length = far[way->from] + way->registers;

            if (!far[way->from])
                continue;
            if (way->ring == ring && (!best || length - 1 < best))
                best = length - 1;
            if (way->ring < 0 && !way->entry && way->branch < 0 &&
                (!far[way->to] || length < far[way->to])) {
                far[way->to] = length;
                changed = true;
            }
        }
    }
    return best;
}

struct racer_rate racer_rate_of(struct arena *arena,
                                const struct racer_graph *g,
                                const struct racer_arch *arch,
                                const struct racer_rings *rings)
{
    struct racer_ways ways = racer_ways_of(arena, g, arch, rings);
    struct racer_rate worst = rate_with(arena, g, &ways, -1, 0);

    for (int r = 0; r < rings->count && worst.tokens; r++) {
        int registers = shortest(arena, &ways, rings->ring[r].merge->index, r);
        struct racer_rate best = {.tokens = 0};

        for (int n = 1; n < registers; n++) {
            struct arena *scratch = arena_new();
            struct racer_rate rate = rate_with(scratch, g, &ways, r, n);

            if (rate.tokens && (!best.tokens || slower(&best, &rate)))
                best = (struct racer_rate){.latency = rate.latency,
                                           .tokens = rate.tokens,
                                           .ring_registers = registers,
                                           .ring_elements = n};
            arena_free(scratch);
        }
        if (best.tokens && !slower(&best, &worst))
            continue;
        worst = rate_with(arena, g, &ways, r, best.ring_elements);
        worst.ring_registers = registers;
        worst.ring_elements = best.ring_elements;
    }
    return worst;
}

void racer_print_rate(struct buf *out, const struct racer_rate *rate)
{
    if (!rate->tokens)
        buf_puts(out, "nothing can move along a cycle of");
    else
        buf_printf(out, "%lld/%lld = %.4f cycles a slot, limited by",
                   (long long)rate->latency, (long long)rate->tokens,
                   (double)rate->latency / (double)rate->tokens);
    for (int k = 0; k < rate->count; k++) {
        const struct racer_node *node = rate->node[k];

        buf_printf(out, " %s",
                   node->output_count && node->output[0]
                       ? node->output[0]->name
                       : racer_kind_name(node->kind));
    }
    if (rate->ring_registers)
        buf_printf(out, " (a ring of %d registers, best with %d elements)",
                   rate->ring_registers, rate->ring_elements);
    buf_putc(out, '\n');
}
