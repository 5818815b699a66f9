/*
 * Rings: a merge, what lies behind it, and the switch that leads back (rule R1:
 * single entry, single exit). A closed ring lets through as many elements as
 * enter it, so that its exit counts as the stream that entered; an outer ring
 * is found after those within it. So is a branch: a switch, what lies on its
 * sides, and the join that takes from both.
 */
#include "backends/racer/racer.h"

struct find {
    struct arena *arena;
    const struct racer_graph *g;
    const struct racer_streams *s;
    struct racer_rings *rings;
    struct faults *faults;
    bool failed;
};

static void refuse(struct find *f, const struct racer_node *node,
                   const char *text, const char *hint)
{
    if (f->failed)
        return;
    f->failed = true;
    fault_hint(
        f->faults,
        fault_add(f->faults, FAULT_RACER_RULE, node->loc, "R1: %s", text),
        (struct loc){0}, "%s", hint);
}

/* The stream of all feedback operands, or -1 with a fault. */
static int feedback_stream(struct find *f, const struct racer_node *merge)
{
    int stream = -1;

    for (int k = 0; k < merge->output_count; k++) {
        const struct racer_value *value = merge->operand[k].value;
        int other = value ? f->s->of[value->index] : -1;

        if (stream >= 0 && other >= 0 && other != stream)
            refuse(f, merge,
                   "the values of the feedback do not come by one switch",
                   "let one switch send the whole bundle back");
        if (other >= 0)
            stream = other;
    }
    return stream;
}

/* The ring of those found that a switch closes, or a merge begins; -1: none. */
static int ring_with(const struct racer_rings *rings,
                     const struct racer_node *node)
{
    for (int k = 0; k < rings->count; k++)
        if (rings->ring[k].closes == node || rings->ring[k].merge == node)
            return k;
    return -1;
}

/* The branch that a switch opens, or a join closes; -1: none. */
static int branch_with(const struct racer_rings *rings,
                       const struct racer_node *node)
{
    for (int k = 0; k < rings->branch_count; k++)
        if (rings->branch[k].opens == node || rings->branch[k].closes == node)
            return k;
    return -1;
}

/* The merge or switch that all elements came to that come by this stream, the
 * exit of a ring or a branch; NULL: it is none. */
static const struct racer_node *entrance_of(const struct racer_rings *rings,
                                            const struct racer_stream *s)
{
    int number;

    if (s->node->kind == RACER_JOIN) {
        number = branch_with(rings, s->node);
        return number < 0 ? NULL : rings->branch[number].opens;
    }
    number = s->node->kind == RACER_SWITCH ? ring_with(rings, s->node) : -1;
    return number < 0 || s->side == rings->ring[number].side
               ? NULL
               : rings->ring[number].merge;
}

int racer_before_rings(const struct racer_streams *streams,
                       const struct racer_rings *rings, int stream)
{
    const struct racer_node *entrance;

    while ((entrance = entrance_of(rings, &streams->stream[stream]))) {
        int k = 0;

        while (streams->stream[k].node != entrance)
            k++;
        stream = streams->stream[k].parent;
    }
    return stream;
}

static int before_rings(const struct find *f, int stream)
{
    return racer_before_rings(f->s, f->rings, stream);
}

/* Tries to close a merge by the switch that its feedback comes from. True if
 * it is closed now. */
static bool close_merge(struct find *f, const struct racer_node *merge)
{
    int back = feedback_stream(f, merge), stream;
    struct racer_ring ring = {.merge = merge, .outer = -1};

    if (f->failed || back < 0)
        return false;
    back = before_rings(f, back);
    if (f->s->stream[back].node->kind != RACER_SWITCH)
        return false;
    stream = before_rings(f, f->s->stream[back].parent);
    if (f->s->stream[stream].node != merge ||
        ring_with(f->rings, f->s->stream[back].node) >= 0 ||
        branch_with(f->rings, f->s->stream[back].node) >= 0)
        return false;
    ring.closes = f->s->stream[back].node;
    ring.side = f->s->stream[back].side;
    ARENA_PUSH(f->arena, f->rings->ring, f->rings->count, f->rings->cap, ring);
    return true;
}

/* The stream that a side of a join takes, before the rings and branches that
 * it has left; -1: it is not known. */
static int side_of_join(const struct find *f, const struct racer_node *join,
                        int side)
{
    for (int k = 0; k < join->output_count; k++) {
        const struct racer_value *value =
            join->operand[side * join->output_count + k].value;

        if (value && f->s->of[value->index] >= 0)
            return before_rings(f, f->s->of[value->index]);
    }
    return -1;
}

/* Tries to close a switch by a join, each of which takes one side of it. True
 * if it is closed now. */
static bool close_branch(struct find *f, const struct racer_node *join)
{
    struct racer_branch branch = {.closes = join, .outer = -1};
    int a = side_of_join(f, join, 0), b = side_of_join(f, join, 1);

    if (a < 0 || b < 0)
        return false;
    branch.opens = f->s->stream[a].node;
    if (branch.opens->kind != RACER_SWITCH ||
        branch.opens != f->s->stream[b].node ||
        f->s->stream[a].side == f->s->stream[b].side ||
        ring_with(f->rings, branch.opens) >= 0 ||
        branch_with(f->rings, branch.opens) >= 0)
        return false;
    ARENA_PUSH(f->arena, f->rings->branch, f->rings->branch_count,
               f->rings->branch_cap, branch);
    return true;
}

/* The ring that a stream lies in, through the sides of branches; -1: none. */
static int ring_of(const struct find *f, int stream)
{
    while (stream >= 0) {
        const struct racer_stream *s = &f->s->stream[before_rings(f, stream)];

        if (s->node->kind == RACER_MERGE)
            return ring_with(f->rings, s->node);
        stream = s->parent;
    }
    return -1;
}

/* The ring around each: the one whose merge the entry comes from. */
static void nest(struct find *f)
{
    for (int s = 0; s < f->s->count; s++) {
        const struct racer_stream *stream = &f->s->stream[s];
        int ring = stream->node->kind == RACER_MERGE
                       ? ring_with(f->rings, stream->node)
                       : -1;
        int branch = stream->node->kind == RACER_SWITCH
                         ? branch_with(f->rings, stream->node)
                         : -1;

        if (ring >= 0)
            f->rings->ring[ring].outer = ring_of(f, stream->parent);
        if (branch >= 0)
            f->rings->branch[branch].outer = ring_of(f, stream->parent);
    }
}

/* What is in a ring leaves it by the switch alone: no switch, fork or sink
 * stands in it that is not a ring's or a branch's own. */
static void check_exits(struct find *f)
{
    for (int n = 0; n < f->g->node_count && !f->failed; n++) {
        const struct racer_node *node = f->g->node[n];

        if (!node->operand_count || !node->operand[0].value ||
            ring_of(f, f->s->of[node->operand[0].value->index]) < 0)
            continue;
        if (node->kind == RACER_SINK || node->kind == RACER_FORK)
            refuse(f, node,
                   arena_printf(f->arena,
                                "the %s takes what a ring has not let out",
                                racer_kind_name(node->kind)),
                   "take the values that the ring's switch lets out");
        if (node->kind == RACER_SWITCH && ring_with(f->rings, node) < 0 &&
            branch_with(f->rings, node) < 0)
            refuse(f, node, "a switch stands in a ring that it does not close",
                   "choose by select, let a join take both sides, or let the"
                   " switch close a ring of its own");
    }
}

bool racer_find_rings(struct arena *arena, const struct racer_graph *g,
                      const struct racer_streams *streams,
                      struct racer_rings *rings, struct faults *faults)
{
    struct find f = {arena, g, streams, rings, faults, false};
    bool changed = true;

    *rings = (struct racer_rings){0};
    while (changed && !f.failed) {
        changed = false;
        for (int n = 0; n < g->node_count && !f.failed; n++) {
            const struct racer_node *node = g->node[n];

            if (node->kind == RACER_MERGE && ring_with(rings, node) < 0)
                changed = close_merge(&f, node) || changed;
            if (node->kind == RACER_JOIN && branch_with(rings, node) < 0)
                changed = close_branch(&f, node) || changed;
        }
    }
    for (int n = 0; n < g->node_count && !f.failed; n++) {
        const struct racer_node *node = g->node[n];

        if (node->kind != RACER_MERGE)
            continue;
        if (ring_with(rings, node) < 0)
            refuse(&f, node,
                   "no switch closes the ring of this merge: its feedback does"
                   " not come from what it lets in",
                   "send back by a switch what the merge lets in, all values of"
                   " the bundle");
    }
    if (!f.failed) {
        nest(&f);
        check_exits(&f);
    }
    return !f.failed;
}
