/*
 * Exact balance with as few registers as can be. A transfer fires at time
 * t(node) after the first; a way of r registers with k initial elements counts
 * as r - 2k, and full speed needs t(to) = t(from) + r - 2k on every way. The
 * registers that must be there give t(to) >= t(from) + d; their sum over all
 * ways is least for
 *
 *     min sum over ways of t(to) - t(from)
 *
 * which is the dual of a flow of largest cost (as retiming is: Leiserson and
 * Saxe, Algorithmica 6, 1991). Flow is sent along longest ways, found by
 * Bellman and Ford, until every vertex has what it needs; the lengths that are
 * left are the times.
 *
 * A merge is two vertices: what comes by its feedback does so a ring later. So
 * is a join whose sides elements come by without waiting for each other: that
 * of a branch in no ring, or of any branch if there is but one element. Many in
 * a ring take both sides of a branch for as long, so that the gate around it,
 * which goes by the shorter one, lets in enough, and none jam at the join.
 */
#include "backends/racer/local.h"

#include <limits.h>

/* Round a ring weighs more than all other registers, so that it is short. */
enum { RING_WEIGHT = 1 << 12, MOST_VERTICES = 4000 };

/* Registers lie in the elements that compute, between merge and switch, rather
 * than on the way back. */
enum { BACK_WEIGHT = 2 };

struct arc {
    int from, to, least, weight, way;
    int64_t flow;
};

struct balance {
    struct arena *arena;
    const struct racer_ways *ways;
    const struct racer_rings *rings;
    int vertices, arc_count, arc_cap;
    struct arc *arc;
    int64_t *need; /* [vertex] what still has to come in */
    int64_t *far;  /* [vertex] longest way to it */
    int *by;       /* [vertex] arc it is reached by; ~arc: backwards */
};

static void add_arc(struct balance *b, int from, int to, int least, int weight,
                    int way)
{
    struct arc arc = {from, to, least, weight, way, 0};

    ARENA_PUSH(b->arena, b->arc, b->arc_count, b->arc_cap, arc);
}

static bool reach(struct balance *b, int from, int to, int64_t length, int by)
{
    if (b->far[from] == INT64_MIN || b->far[from] + length <= b->far[to])
        return false;
    b->far[to] = b->far[from] + length;
    b->by[to] = by;
    return true;
}

/* Longest ways from a vertex, or from all (-1), over arcs and back over those
 * with flow. False if a cycle is longer than nothing. */
static bool longest(struct balance *b, int source)
{
    bool changed = true;

    for (int v = 0; v < b->vertices; v++) {
        b->far[v] = source < 0 || v == source ? 0 : INT64_MIN;
        b->by[v] = INT_MAX;
    }
    for (int pass = 0; changed; pass++) {
        if (pass > b->vertices)
            return false;
        changed = false;
        for (int k = 0; k < b->arc_count; k++) {
            const struct arc *arc = &b->arc[k];

            changed = reach(b, arc->from, arc->to, arc->least, k) || changed;
            if (arc->flow)
                changed =
                    reach(b, arc->to, arc->from, -(int64_t)arc->least, ~k) ||
                    changed;
        }
    }
    return true;
}

/* Sends what the vertex has too much of to one that needs it. */
static bool send(struct balance *b, int source)
{
    int64_t amount = -b->need[source];
    int to = -1;

    if (!longest(b, source))
        return false;
    for (int v = 0; v < b->vertices; v++)
        if (b->need[v] > 0 && b->far[v] != INT64_MIN &&
            (to < 0 || b->far[v] > b->far[to]))
            to = v;
    if (to < 0)
        return false;
    if (b->need[to] < amount)
        amount = b->need[to];
    for (int v = to; v != source;) {
        int k = b->by[v];

        if (k < 0 && b->arc[~k].flow < amount)
            amount = b->arc[~k].flow;
        v = k < 0 ? b->arc[~k].to : b->arc[k].from;
    }
    b->need[source] += amount;
    b->need[to] -= amount;
    for (int v = to; v != source;) {
        int k = b->by[v];

        b->arc[k < 0 ? ~k : k].flow += k < 0 ? -amount : amount;
        v = k < 0 ? b->arc[~k].to : b->arc[k].from;
    }
    return true;
}

/* Leaves the times in b->far. */
static bool solve(struct balance *b)
{
    for (int v = 0; v < b->vertices; v++)
        b->need[v] = 0;
    for (int k = 0; k < b->arc_count; k++) {
        b->arc[k].flow = 0;
        b->need[b->arc[k].to] += b->arc[k].weight;
        b->need[b->arc[k].from] -= b->arc[k].weight;
    }
    if (!longest(b, -1))
        return false;
    for (int v = 0; v < b->vertices; v++)
        while (b->need[v] < 0)
            if (!send(b, v))
                return false;
    return longest(b, -1);
}

static bool refuse(struct faults *faults, const struct racer_graph *g,
                   const char *text)
{
    fault_hint(faults,
               fault_add(faults, FAULT_RACER_RULE,
                         (struct loc){g->file, 1, 1, 0}, "%s", text),
               (struct loc){0},
               "run it with --balance=off; --rate tells how fast it is then");
    return false;
}

/* The vertex where elements come by the second side of a branch. */
static int second_of(const struct balance *b, int branch)
{
    return b->ways->vertices + b->rings->count + branch;
}

/* Where a way ends: at its node, or at the second vertex of that. */
static int end_of(const struct balance *b, const struct racer_way *way)
{
    if (way->ring >= 0)
        return b->ways->vertices + way->ring;
    return way->branch >= 0 ? second_of(b, way->branch) : way->to;
}

/* The ways to operands; a copy and the way to it belong to each way behind. */
static void build(struct balance *b, const struct racer_arch *arch)
{
    const struct racer_ways *ways = b->ways;
    const struct racer_rings *rings = b->rings;
    const struct racer_way **before = arena_alloc(
        b->arena, (size_t)ways->vertices * sizeof(const struct racer_way *));

    b->vertices = ways->vertices + rings->count + rings->branch_count;
    for (int r = 0; r < rings->count; r++)
        add_arc(b, rings->ring[r].merge->index, ways->vertices + r,
                arch->stages[RACER_GROUP_ring], RING_WEIGHT, -1);
    for (int k = 0; k < ways->count; k++)
        if (!ways->way[k].taker)
            before[ways->way[k].to] = &ways->way[k];
    for (int k = 0; k < ways->count; k++) {
        const struct racer_way *way = &ways->way[k];
        const struct racer_way *copy = before[way->from];
        int least = way->registers - 2 * way->initial;

        if (!way->taker)
            continue;
        least -= way->taker->operand[way->operand].registers -
                 way->taker->operand[way->operand].least;
        if (copy)
            least += copy->registers - 2 * copy->initial;
        add_arc(b, copy ? copy->from : way->from, end_of(b, way), least,
                way->ring >= 0 ? BACK_WEIGHT : 1, k);
    }
    b->need = arena_alloc(b->arena, (size_t)b->vertices * sizeof *b->need);
    b->far = arena_alloc(b->arena, (size_t)b->vertices * sizeof *b->far);
    b->by = arena_alloc(b->arena, (size_t)b->vertices * sizeof *b->by);
}

/* In a ring the first side of a branch is the longer one. */
static void add_sides(struct balance *b)
{
    for (int k = 0; k < b->rings->branch_count; k++)
        if (b->rings->branch[k].outer >= 0)
            add_arc(b, second_of(b, k), b->rings->branch[k].closes->index, 0, 0,
                    -1);
}

/* Makes odd rings longer by one until there is none, but for those that are as
 * long as the architecture asks. */
static bool solve_even(struct balance *b, int asked)
{
    bool odd = true;

    while (odd) {
        odd = false;
        if (!solve(b))
            return false;
        for (int r = 0; r < b->rings->count; r++) {
            struct arc *arc = &b->arc[r];
            int64_t length = b->far[arc->to] - b->far[arc->from];

            if (length % 2 == 0 || length == asked)
                continue;
            arc->least = (int)length + 1;
            odd = true;
        }
    }
    return true;
}

bool racer_balance(struct arena *arena, struct racer_graph *g,
                   const struct racer_arch *arch,
                   const struct racer_rings *rings, struct racer_slack *slack,
                   struct faults *faults)
{
    struct racer_ways ways = racer_ways_of(arena, g, arch, rings);
    struct balance b = {.arena = arena, .ways = &ways, .rings = rings};
    struct net *net;
    int ways_end;

    *slack = (struct racer_slack){0};
    if (ways.vertices > MOST_VERTICES)
        return refuse(faults, g,
                      arena_printf(arena,
                                   "the graph has %d nodes and copies, and no"
                                   " more than %d can be balanced",
                                   ways.vertices, MOST_VERTICES));
    build(&b, arch);
    ways_end = b.arc_count;
    add_sides(&b);
    if (!solve_even(&b, arch->stages[RACER_GROUP_ring]))
        return refuse(faults, g,
                      "a cycle has fewer initial elements than full speed"
                      " needs, so that no registers balance it");
    for (int k = rings->count; k < ways_end; k++) {
        const struct arc *arc = &b.arc[k];
        const struct racer_way *way = &ways.way[arc->way];
        struct racer_operand *operand = &way->taker->operand[way->operand];

        operand->registers = (int)(b.far[arc->to] - b.far[arc->from]) -
                             arc->least + operand->least;
        slack->added += operand->registers;
        for (int j = way->operand + 1; j < way->taker->operand_count; j++)
            if (racer_way_of(way->taker, j) == way->operand)
                way->taker->operand[j].registers = operand->registers;
    }
    net = net_new(arena, g, arch, faults);
    if (!net)
        return false;
    slack->registers = net->register_count;
    if (rings->count)
        slack->ring = (int)(b.far[b.arc[0].to] - b.far[b.arc[0].from]);
    return true;
}
