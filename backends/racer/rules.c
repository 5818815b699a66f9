/*
 * The certificate that a graph cannot get stuck: which rule holds where. What
 * each rule is for stands at its function; a graph that breaks one may still
 * run, and is not proved.
 */
#include "backends/racer/local.h"

#include <inttypes.h>
#include <string.h>

struct proof {
    struct arena *arena;
    const struct racer_graph *g;
    const struct racer_arch *arch;
    struct racer_streams streams;
    struct racer_rings rings;
    struct racer_ways ways;
    struct buf *certificate;
    struct faults *faults;
    bool failed;
};

static void refuse(struct proof *p, struct loc loc, const char *hint,
                   const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void refuse(struct proof *p, struct loc loc, const char *hint,
                   const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    fault_hint(p->faults,
               fault_add(p->faults, FAULT_RACER_RULE, loc, "%s",
                         arena_vprintf(p->arena, format, ap)),
               (struct loc){0}, "%s", hint);
    va_end(ap);
    p->failed = true;
}

static const char *name_of(const struct racer_node *node)
{
    for (int k = 0; k < node->output_count; k++)
        if (node->output[k])
            return node->output[k]->name;
    return node->memory ? node->memory : racer_kind_name(node->kind);
}

/* R2: between merge and switch all ways carry the same number of initial
 * elements, else an element would meet another one's values a round later. */
static void prove_bodies(struct proof *p)
{
    int vertices = p->ways.vertices, *initial, *known;
    bool changed = true;

    initial = arena_alloc(p->arena, (size_t)vertices * sizeof *initial);
    known = arena_alloc(p->arena, (size_t)vertices * sizeof *known);
    for (int r = 0; r < p->rings.count; r++)
        known[p->rings.ring[r].merge->index] = r + 1;
    while (changed && !p->failed) {
        changed = false;
        for (int k = 0; k < p->ways.count && !p->failed; k++) {
            const struct racer_way *way = &p->ways.way[k];
            int sum = initial[way->from] + way->initial;

            if (!known[way->from] || way->entry || way->ring >= 0)
                continue;
            if (!known[way->to]) {
                known[way->to] = known[way->from];
                initial[way->to] = sum;
                changed = true;
            } else if (known[way->to] == known[way->from] &&
                       initial[way->to] != sum && way->taker) {
                refuse(p, way->taker->loc,
                       "delay all values of the ring by as much, or none",
                       "R2: in the ring of '%s' %d and %d initial elements come"
                       " to one node by two ways",
                       name_of(p->rings.ring[known[way->to] - 1].merge),
                       initial[way->to], sum);
            }
        }
    }
}

static void prove_tokens(struct proof *p)
{
    struct net *net = net_new(p->arena, p->g, p->arch, p->faults);
    int *reg, count;

    if (!net) {
        p->failed = true;
        return;
    }
    count = racer_dead_cycle(p->arena, net, &reg);
    if (count)
        refuse(p, net->reg[reg[0]].value->loc,
               "let the cycle pass a merge by its feedback side, or a delay, or"
               " have more registers",
               "R2: nothing can move along a cycle of %d registers by %s",
               count, net_register_text(p->arena, net, reg[0]));
    else
        buf_printf(p->certificate,
                   "R2 %d registers: each cycle of joins and copies holds an"
                   " element and a place\n",
                   net->register_count);
}

/* R3: what meets at a node is one stream, or sources of one length. */
static void prove_streams(struct proof *p)
{
    buf_printf(p->certificate,
               "R3 %d streams: what meets at a node belongs together\n",
               p->streams.count);
}

/* R4: a sorter that refuses tags must not let in elements that would fill the
 * array before the one it misses. */
static void prove_windows(struct proof *p)
{
    for (int n = 0; n < p->g->node_count; n++) {
        const struct racer_node *sink = p->g->node[n];
        bool admitted = false, all = true;

        if (sink->kind != RACER_SINK || !sink->tags)
            continue;
        for (int k = 0; k < p->g->node_count; k++) {
            const struct racer_node *source = p->g->node[k];

            if (source->kind != RACER_SOURCE)
                continue;
            if (source->admit && strcmp(source->admit, sink->memory) == 0)
                admitted = true;
            else
                all = false;
        }
        if (sink->window && !admitted)
            refuse(p, sink->loc,
                   arena_printf(p->arena,
                                "write 'admit %s' at the source, or drop the"
                                " window",
                                sink->memory),
                   "R4: the sorter of '%s' has %" PRId64
                   " places, and the source does not wait for it",
                   sink->memory, sink->window);
        else
            buf_printf(p->certificate, "R4 sink to %s: %s\n", sink->memory,
                       !sink->window ? "a place for every tag"
                       : all         ? "its window admits"
                             : "its window admits one source of several");
    }
}

/* The fewest registers from a vertex to a merge's entry, round the outer ring.
 */
static int outer_path(struct proof *p, int from, const struct racer_node *merge,
                      int inner)
{
    int *far = arena_alloc(p->arena, (size_t)p->ways.vertices * sizeof *far);
    int best = 0;
    bool changed = true;

    far[from] = 1;
    while (changed) {
        changed = false;
        for (int k = 0; k < p->ways.count; k++) {
            const struct racer_way *way = &p->ways.way[k];
            int length = far[way->from] + way->registers;

            if (!far[way->from] || way->ring == inner)
                continue;
            if (way->taker == merge && (!best || length - 1 < best))
                best = length - 1;
            if (way->taker != merge &&
                (!far[way->to] || length < far[way->to])) {
                far[way->to] = length;
                changed = true;
            }
        }
    }
    return best;
}

/* The gate that all that enters the merge has passed, or NULL. */
static const struct racer_node *gate_before(struct proof *p,
                                            const struct racer_node *node,
                                            int first, int depth)
{
    for (int k = first; k < node->operand_count && depth; k++) {
        const struct racer_value *value = node->operand[k].value;
        const struct racer_node *maker = value ? value->node : NULL;
        const struct racer_node *gate = NULL;

        if (maker && maker->kind == RACER_GATE)
            return maker;
        if (maker && (maker->kind == RACER_OP || maker->kind == RACER_SYNC))
            gate = gate_before(p, maker, 0, depth - 1);
        if (gate)
            return gate;
    }
    return NULL;
}

static bool leaves_by(struct proof *p, const struct racer_node *gate,
                      const struct racer_ring *ring)
{
    for (int n = 0; n < p->g->node_count; n++) {
        const struct racer_node *node = p->g->node[n];
        int stream;

        if (node->kind != RACER_UNGATE || strcmp(node->pair, gate->pair) ||
            !node->operand[0].value)
            continue;
        stream = p->streams.of[node->operand[0].value->index];
        return p->streams.stream[stream].node == ring->closes &&
               p->streams.stream[stream].side != ring->side;
    }
    return false;
}

/* The fewest registers round a ring, from its merge back to it. */
static int ring_registers(struct proof *p, int ring)
{
    return outer_path(p, p->rings.ring[ring].merge->index,
                      p->rings.ring[ring].merge, -1);
}

/* R1: each ring has one merge, whose feedback has priority, and the switch that
 * closes it. The merge enters an element only if none comes back, so that the
 * last hole of the ring is never taken, and a ring with a hole moves. An entry
 * with priority takes it, unless a gate keeps the elements to fewer than there
 * are registers. */
static void prove_rings(struct proof *p)
{
    for (int r = 0; r < p->rings.count; r++) {
        const struct racer_ring *ring = &p->rings.ring[r];
        const struct racer_node *gate = NULL;

        if (ring->merge->entry_first) {
            gate = gate_before(p, ring->merge, ring->merge->output_count, 64);
            if (gate && (!leaves_by(p, gate, ring) ||
                         gate->count >= ring_registers(p, r)))
                gate = NULL;
        }
        if (ring->merge->entry_first && !gate)
            refuse(p, ring->merge->loc, "write 'feedback ... entry ...'",
                   "R1: the entry has priority over the feedback, so that the"
                   " ring fills up and nothing in it can move");
        else
            buf_printf(p->certificate,
                       "R1 ring of merge %s (line %d), closed by the switch of"
                       " line %d: %s, %d values\n",
                       name_of(ring->merge), ring->merge->loc.line,
                       ring->closes->loc.line,
                       gate ? "a gate keeps a hole" : "feedback first",
                       ring->merge->output_count);
    }
}

/* R5: an outer ring holds no more elements than its path outside of the inner
 * one has registers. While the inner ring holds anything, this path has a hole,
 * which travels to the inner exit; and an inner ring that is empty takes what
 * waits for it. */
static void prove_nests(struct proof *p)
{
    for (int r = 0; r < p->rings.count && !p->failed; r++) {
        const struct racer_ring *inner = &p->rings.ring[r], *outer;
        const struct racer_node *gate;
        int path;

        if (inner->outer < 0)
            continue;
        outer = &p->rings.ring[inner->outer];
        path = outer_path(p, inner->closes->index, inner->merge, r);
        gate = gate_before(p, outer->merge, outer->merge->output_count, 64);
        if (!gate || !leaves_by(p, gate, outer) || gate->count > path)
            refuse(
                p, outer->merge->loc,
                arena_printf(p->arena,
                             "pass what enters through 'gate %d NAME ( ... )'"
                             " and what leaves through 'ungate NAME'",
                             path > 1 ? path : 1),
                "R5: ring '%s' lies in ring '%s', whose path outside of it"
                " has %d registers: no gate keeps its elements to as many",
                name_of(inner->merge), name_of(outer->merge), path);
        else
            buf_printf(p->certificate,
                       "R5 ring of %s in that of %s: %" PRId64
                       " elements at most on %d registers\n",
                       name_of(inner->merge), name_of(outer->merge),
                       gate->count, path);
    }
}

/* R6: an answer has a place before its request is taken. */
static void prove_requests(struct proof *p)
{
    for (int n = 0; n < p->g->node_count; n++) {
        const struct racer_node *node = p->g->node[n];

        if (node->kind != RACER_REQUEST)
            continue;
        if (node->shared)
            refuse(p, node->loc, "write 'places N', or nothing",
                   "R6: requests to '%s' and their answers share places, so"
                   " that requests can take those of all answers",
                   node->memory);
        else
            buf_printf(p->certificate,
                       "R6 requests to %s: a place for each answer\n",
                       node->memory);
    }
}

bool racer_prove(struct arena *arena, const struct racer_graph *g,
                 const struct racer_arch *arch, struct buf *certificate,
                 struct faults *faults)
{
    struct proof p = {.arena = arena,
                      .g = g,
                      .arch = arch,
                      .certificate = certificate,
                      .faults = faults};

    if (!racer_order(arena, g, &p.streams, faults) ||
        !racer_find_rings(arena, g, &p.streams, &p.rings, faults))
        return false;
    p.ways = racer_ways_of(arena, g, arch, &p.rings);
    prove_rings(&p);
    prove_bodies(&p);
    prove_tokens(&p);
    prove_streams(&p);
    prove_windows(&p);
    prove_nests(&p);
    prove_requests(&p);
    return !p.failed;
}
