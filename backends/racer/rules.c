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
    struct net *net;
    bool failed, searched, stuck;
    int states; /* that the search has seen; -1: it has not seen all */
};

static void refuse(struct proof *p, struct loc loc, const char *hint,
                   const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void refuse(struct proof *p, struct loc loc, const char *hint,
                   const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    fault_add_hinted(p->faults, FAULT_RACER_RULE, loc, hint, format, ap);
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

/* How many initial elements lie between the merge of a ring and a place. */
struct depth {
    int ring; /* plus 1; 0: not known */
    int initial;
};

/* The place that a way leads to: a vertex, or a side of a merge. */
static struct depth *depth_of(const struct proof *p, struct depth *depth,
                              const struct racer_way *way)
{
    if (way->entry)
        return &depth[p->ways.vertices + way->to];
    return &depth[way->ring >= 0 ? 2 * p->ways.vertices + way->to : way->to];
}

/* R2: between merge and switch, and on to the next merge, all ways carry the
 * same number of initial elements, else an element would meet another one's
 * values a round later. */
static void prove_bodies(struct proof *p)
{
    size_t vertices = (size_t)p->ways.vertices;
    struct depth *depth = arena_alloc(p->arena, 3 * vertices * sizeof *depth);
    bool changed = true;

    for (int r = 0; r < p->rings.count; r++)
        depth[p->rings.ring[r].merge->index].ring = r + 1;
    while (changed && !p->failed) {
        changed = false;
        for (int k = 0; k < p->ways.count && !p->failed; k++) {
            const struct racer_way *way = &p->ways.way[k];
            const struct depth *from = &depth[way->from];
            struct depth *to = depth_of(p, depth, way);
            int sum = from->initial + way->initial;

            if (!from->ring)
                continue;
            if (!to->ring) {
                *to = (struct depth){from->ring, sum};
                changed = true;
            } else if (to->ring == from->ring && to->initial != sum &&
                       way->taker) {
                refuse(p, way->taker->loc,
                       "delay all values of the ring by as much, or none",
                       "R2: in the ring of '%s' %d and %d initial elements come"
                       " to one node by two ways",
                       name_of(p->rings.ring[to->ring - 1].merge), to->initial,
                       sum);
            }
        }
    }
}

static void prove_tokens(struct proof *p)
{
    struct net *net = net_new(p->arena, p->g, p->arch, p->faults);
    int *reg, count;

    p->net = net;
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
    const struct racer_streams *s = &p->streams;

    buf_printf(p->certificate,
               "R3 %d streams: what meets at a node belongs together\n",
               s->count);
    for (int k = 0; k < s->pair_count; k++)
        buf_printf(p->certificate,
                   "R3 sources of lines %d and %d meet: their memories, %s and"
                   " %s, must be of one size\n",
                   s->pair[k][0]->loc.line, s->pair[k][1]->loc.line,
                   s->pair[k][0]->memory, s->pair[k][1]->memory);
}

/* The stream of a value before the rings that it has left. */
static const struct racer_stream *stream_of(const struct proof *p,
                                            const struct racer_value *value)
{
    return &p->streams.stream[racer_before_rings(&p->streams, &p->rings,
                                                 p->streams.of[value->index])];
}

/* Whether a sorter's tag is a number that its memory unit reads. */
static bool sorts_by_value(const struct racer_node *sink)
{
    return sink->tags == 1 &&
           !racer_type_is_real(sink->operand[sink->tag[0]].value->type);
}

/* R4: a sorter that refuses tags must not let in elements that would fill the
 * array before the one it misses. So its tags are the numbers of a source's
 * elements, all of these come to it, and the source waits for it. */
static void prove_window(struct proof *p, const struct racer_node *sink)
{
    const struct racer_stream *s = stream_of(p, sink->operand[0].value);

    if (sorts_by_value(sink))
        refuse(p, sink->loc, "drop the window",
               "R4: the sorter of '%s' goes by the value of '%s', which may be"
               " any: it may wait for one that its window keeps out",
               sink->memory, sink->operand[sink->tag[0]].name);
    else if (s->node->kind != RACER_SOURCE)
        refuse(p, sink->loc, "drop the window",
               "R4: not all elements of a source come to the sorter of '%s',"
               " whose window waits for each",
               sink->memory);
    else if (!s->node->admit || strcmp(s->node->admit, sink->memory) != 0)
        refuse(p, sink->loc,
               arena_printf(p->arena,
                            "write 'admit %s' at the source of line %d, or drop"
                            " the window",
                            sink->memory, s->node->loc.line),
               "R4: the sorter of '%s' has %" PRId64
               " places, and the source does not wait for it",
               sink->memory, sink->window);
    else
        buf_printf(p->certificate, "R4 sink to %s: its window admits\n",
                   sink->memory);
}

static void prove_windows(struct proof *p)
{
    for (int n = 0; n < p->g->node_count; n++) {
        const struct racer_node *sink = p->g->node[n];

        if (sink->kind != RACER_SINK || !sink->tags)
            continue;
        if (sink->window)
            prove_window(p, sink);
        else
            buf_printf(p->certificate, "R4 sink to %s: a place for every tag\n",
                       sink->memory);
    }
}

static const struct racer_node *partner_of(const struct proof *p,
                                           const struct racer_node *gate)
{
    const struct racer_node *found = NULL;

    for (int n = 0; n < p->g->node_count && !found; n++)
        if (p->g->node[n]->kind == RACER_UNGATE &&
            strcmp(p->g->node[n]->pair, gate->pair) == 0)
            found = p->g->node[n];
    return found;
}

/* The first operand that is no constant. */
static const struct racer_value *some_value(const struct racer_node *node)
{
    int k = 0;

    while (!node->operand[k].value)
        k++;
    return node->operand[k].value;
}

/* R5: what passes a gate passes its partner too, else the gate closes for ever.
 * Sources that meet give one element each. */
static void prove_gates(struct proof *p)
{
    for (int n = 0; n < p->g->node_count; n++) {
        const struct racer_node *gate = p->g->node[n];

        if (gate->kind == RACER_GATE &&
            !racer_same_elements(&p->streams, stream_of(p, some_value(gate)),
                                 stream_of(p, some_value(partner_of(p, gate)))))
            refuse(p, gate->loc,
                   "let the two take the same elements: what enters a ring, and"
                   " what leaves it",
                   "R5: not all that passes gate '%s' comes to its ungate",
                   gate->pair);
    }
}

/* Finds a shorter way to a vertex, through another one; lengths are plus 1, 0
 * that of no way. */
static bool shorten(int *far, int from, int to, int room)
{
    if (!far[from] || (far[to] && far[from] + room >= far[to]))
        return false;
    far[to] = far[from] + room;
    return true;
}

static int gate_room(const struct racer_node *gate)
{
    return gate->count < RACER_FAR ? (int)gate->count : RACER_FAR;
}

/* The fewest elements that fill a way from a vertex to the feedback of a ring's
 * merge; a gate lets no more in than it counts. */
static int least_room(struct proof *p, int from, int ring)
{
    int *far = arena_alloc(p->arena, (size_t)p->ways.vertices * sizeof *far);
    int best = 0;
    bool changed = true;

    far[from] = 1;
    while (changed) {
        changed = false;
        for (int k = 0; k < p->ways.count; k++) {
            const struct racer_way *way = &p->ways.way[k];
            int length = far[way->from] + way->room;

            if (way->ring < 0)
                changed =
                    shorten(far, way->from, way->to, way->room) || changed;
            else if (way->ring == ring && far[way->from] &&
                     (!best || length - 1 < best))
                best = length - 1;
        }
        for (int n = 0; n < p->g->node_count; n++)
            if (p->g->node[n]->kind == RACER_GATE)
                changed = shorten(far, n, partner_of(p, p->g->node[n])->index,
                                  gate_room(p->g->node[n])) ||
                          changed;
    }
    return best;
}

/* How many elements fill a ring, through what lies in it. */
static int ring_room(struct proof *p, int ring)
{
    return least_room(p, p->rings.ring[ring].merge->index, ring);
}

/* The gate that all that enters the merge has passed, or NULL. */
static const struct racer_node *gate_before(struct proof *p,
                                            const struct racer_node *merge)
{
    const struct racer_node **list =
        arena_alloc(p->arena, (size_t)p->g->node_count * sizeof(*list));
    bool *seen = arena_alloc(p->arena, (size_t)p->g->node_count);
    int count = 0;

    for (int next = -1; next < count; next++) {
        const struct racer_node *node = next < 0 ? merge : list[next];

        for (int k = next < 0 ? merge->output_count : 0;
             k < node->operand_count; k++) {
            const struct racer_value *value = node->operand[k].value;
            const struct racer_node *maker = value ? value->node : NULL;

            if (maker && maker->kind == RACER_GATE)
                return maker;
            if (!maker || seen[maker->index] ||
                (maker->kind != RACER_OP && maker->kind != RACER_SYNC))
                continue;
            seen[maker->index] = true;
            list[count++] = maker;
        }
    }
    return NULL;
}

/* The elements that all delays begin with. */
static int64_t initial_elements(const struct proof *p)
{
    int64_t sum = 0;

    for (int n = 0; n < p->g->node_count; n++)
        if (p->g->node[n]->kind == RACER_DELAY)
            sum += p->g->node[n]->count;
    return sum;
}

/* The gate that lets elements into a ring, of which its partner sees those that
 * have left; NULL: there is none. */
static const struct racer_node *gate_around(struct proof *p,
                                            const struct racer_ring *ring)
{
    const struct racer_node *gate = gate_before(p, ring->merge);
    const struct racer_stream *s;

    if (!gate)
        return NULL;
    s = &p->streams
             .stream[p->streams.of[some_value(partner_of(p, gate))->index]];
    return s->node == ring->closes && s->side != ring->side ? gate : NULL;
}

/* The gate that keeps a ring's elements to fewer than fill it, or NULL: its own
 * or that of a ring around it, in which initial elements may be as well. */
static const struct racer_node *gate_of_ring(struct proof *p, int number)
{
    int room = ring_room(p, number);

    for (int up = number; up >= 0; up = p->rings.ring[up].outer) {
        const struct racer_node *gate = gate_around(p, &p->rings.ring[up]);
        int64_t more = up == number ? 0 : initial_elements(p);

        if (gate && gate->count + more < room)
            return gate;
    }
    return NULL;
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
        bool gated = ring->merge->entry_first && gate_of_ring(p, r);

        if (ring->merge->entry_first && !gated)
            refuse(p, ring->merge->loc, "write 'feedback ... entry ...'",
                   "R1: the entry has priority over the feedback, so that the"
                   " ring fills up and nothing in it can move");
        else
            buf_printf(p->certificate,
                       "R1 ring of merge %s (line %d), closed by the switch of"
                       " line %d: %s, %d values\n",
                       name_of(ring->merge), ring->merge->loc.line,
                       ring->closes->loc.line,
                       gated ? "a gate keeps a hole" : "feedback first",
                       ring->merge->output_count);
    }
}

/* Adds up, over all rings within one, what their feedbacks hold beyond one
 * element each; names one that holds more. */
static int beside(struct proof *p, int outer, int *count, int *named)
{
    int sum = 0;

    *count = 0;
    *named = -1;
    for (int r = 0; r < p->rings.count; r++) {
        int up = p->rings.ring[r].outer, more;

        while (up >= 0 && up != outer)
            up = p->rings.ring[up].outer;
        if (up < 0)
            continue;
        ++*count;
        more = least_room(p, p->rings.ring[r].closes->index, r) - 1;
        if (*named < 0 || more > 0)
            *named = r;
        sum += more;
    }
    return sum;
}

/* The branches in a ring, and in rings within it. */
static int branches_in(const struct proof *p, int ring)
{
    int count = 0;

    for (int k = 0; k < p->rings.branch_count; k++) {
        int up = p->rings.branch[k].outer;

        while (up >= 0 && up != ring)
            up = p->rings.ring[up].outer;
        count += up >= 0;
    }
    return count;
}

/* R5: a ring with a branch in it gets stuck when one side of the branch and the
 * rest of the ring are full, which those may do that have been on the other
 * side before. Only a gate keeps them to fewer. */
static const char *why_branches(struct proof *p, int ring, int count, int room)
{
    return arena_printf(
        p->arena,
        "%d branch%s in ring '%s', and the elements on their sides can fill its"
        " %d registers: no gate keeps them to fewer",
        count, count == 1 ? " lies" : "es lie",
        name_of(p->rings.ring[ring].merge), room);
}

/* Whether no state of a graph is stuck that breaks no rule so far, and that is
 * small enough to look at all. */
static bool no_state_is_stuck(struct proof *p)
{
    if (p->failed)
        return false;
    if (!p->searched)
        p->states = racer_search(p->net, &p->stuck);
    p->searched = true;
    return p->states >= 0 && !p->stuck;
}

static void refuse_nest(struct proof *p, int ring, int room, const char *why)
{
    const char *seen =
        p->searched && p->stuck
            ? arena_printf(p->arena, "; so says a search, after %d states",
                           p->states)
            : "";

    refuse(p, p->rings.ring[ring].merge->loc,
           arena_printf(p->arena,
                        "pass what enters through 'gate %d NAME ( ... )' and"
                        " what leaves through 'ungate NAME'",
                        room > 1 ? room - 1 : 1),
           "R5: %s%s", why, seen);
}

/* R5: a ring with others in it gets stuck when it is full all the way round,
 * through the sections of the inner ones from merge to switch: elements that
 * want to leave an inner ring wait for those that want to enter it. Its merge
 * lets one in only if none comes back, which keeps a hole, but what lies in the
 * feedbacks of the inner rings at that time may fill it later. One element
 * there may not: an inner merge keeps a hole as well. So nothing is wanted if
 * these feedbacks have one register; else a gate keeps the elements to fewer
 * than fill the ring, or a search through all states finds none that is stuck.
 */
static void prove_nests(struct proof *p)
{
    for (int r = 0; r < p->rings.count; r++) {
        const char *name = name_of(p->rings.ring[r].merge), *why;
        const struct racer_node *gate;
        int count, inner, more = beside(p, r, &count, &inner), room;
        int branches = branches_in(p, r);

        if (!count && !branches)
            continue;
        room = ring_room(p, r);
        gate = gate_of_ring(p, r);
        if (gate) {
            buf_printf(p->certificate,
                       "R5 ring of %s, with %d in it: %" PRId64
                       " elements at most on %d registers\n",
                       name, count + branches, gate->count, room);
            continue;
        }
        if (!branches && !more) {
            buf_printf(p->certificate,
                       "R5 ring of %s, with %d in it: what comes back within"
                       " has a register, and the ring keeps a hole\n",
                       name, count);
            continue;
        }
        why = branches
                  ? why_branches(p, r, branches, room)
                  : arena_printf(
                        p->arena,
                        "ring '%s' lies in ring '%s', and %d elements that come"
                        " back in it can fill the outer one's %d registers: no"
                        " gate keeps them to fewer",
                        name_of(p->rings.ring[inner].merge), name, more, room);
        if (no_state_is_stuck(p))
            buf_printf(p->certificate,
                       "R5 ring of %s, with %d in it: of all %d states that"
                       " the graph comes to none is stuck\n",
                       name, count + branches, p->states);
        else
            refuse_nest(p, r, room, why);
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

int racer_ring_room(struct arena *arena, const struct racer_graph *g,
                    const struct racer_arch *arch,
                    const struct racer_rings *rings, int ring)
{
    struct proof p = {.arena = arena, .g = g, .arch = arch, .rings = *rings};

    p.ways = racer_ways_of(arena, g, arch, rings);
    return ring_room(&p, ring);
}

int racer_ring_longest(struct arena *arena, const struct racer_graph *g,
                       const struct racer_arch *arch,
                       const struct racer_rings *rings, int ring)
{
    struct racer_ways ways = racer_ways_of(arena, g, arch, rings);
    int *far = arena_alloc(arena, (size_t)ways.vertices * sizeof *far);
    int longest = 0;
    bool changed = true;

    far[rings->ring[ring].merge->index] = 1;
    for (int pass = 0; changed && pass < ways.vertices; pass++) {
        changed = false;
        for (int k = 0; k < ways.count; k++) {
            const struct racer_way *way = &ways.way[k];
            int length = far[way->from] ? far[way->from] + way->registers : 0;

            if (way->ring == ring && length > longest + 1)
                longest = length - 1;
            if (way->ring >= 0 || length <= far[way->to])
                continue;
            far[way->to] = length;
            changed = true;
        }
    }
    return longest;
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
    prove_gates(&p);
    prove_nests(&p);
    prove_requests(&p);
    return !p.failed;
}
