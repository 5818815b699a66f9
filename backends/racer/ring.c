/*
 * Rings: a merge, what lies behind it, and the switch that leads back (rule R1:
 * single entry, single exit). A closed ring lets through as many elements as
 * enter it, so that its exit counts as the stream that entered; an outer ring
 * is found after those within it.
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

int racer_before_rings(const struct racer_streams *streams,
                       const struct racer_rings *rings, int stream)
{
    for (;;) {
        const struct racer_stream *s = &streams->stream[stream];
        int ring =
            s->node->kind == RACER_SWITCH ? ring_with(rings, s->node) : -1;

        if (ring < 0 || s->side == rings->ring[ring].side)
            return stream;
        for (int k = 0; k < streams->count; k++)
            if (streams->stream[k].node == rings->ring[ring].merge)
                stream = streams->stream[k].parent;
    }
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
        ring_with(f->rings, f->s->stream[back].node) >= 0)
        return false;
    ring.closes = f->s->stream[back].node;
    ring.side = f->s->stream[back].side;
    ARENA_PUSH(f->arena, f->rings->ring, f->rings->count, f->rings->cap, ring);
    return true;
}

/* The ring around each: the one whose merge the entry comes from. */
static void nest(struct find *f)
{
    for (int k = 0; k < f->rings->count; k++) {
        int stream = -1;

        for (int s = 0; s < f->s->count; s++)
            if (f->s->stream[s].node == f->rings->ring[k].merge)
                stream = f->s->stream[s].parent;
        while (stream >= 0 && f->rings->ring[k].outer < 0) {
            int before = before_rings(f, stream);
            const struct racer_stream *s = &f->s->stream[before];

            if (s->node->kind == RACER_MERGE)
                f->rings->ring[k].outer = ring_with(f->rings, s->node);
            stream = s->parent;
        }
    }
}

/* What is in a ring leaves it by the switch alone: no switch, fork or sink
 * stands in it that is not a ring's own. */
static void check_exits(struct find *f)
{
    for (int n = 0; n < f->g->node_count && !f->failed; n++) {
        const struct racer_node *node = f->g->node[n];
        int stream, ring;

        if (!node->operand_count || !node->operand[0].value)
            continue;
        stream = before_rings(f, f->s->of[node->operand[0].value->index]);
        ring = f->s->stream[stream].node->kind == RACER_MERGE
                   ? ring_with(f->rings, f->s->stream[stream].node)
                   : -1;
        if (ring < 0)
            continue;
        if (node->kind == RACER_SINK || node->kind == RACER_FORK)
            refuse(f, node,
                   arena_printf(f->arena,
                                "the %s takes what a ring has not let out",
                                racer_kind_name(node->kind)),
                   "take the values that the ring's switch lets out");
        if (node->kind == RACER_SWITCH && ring_with(f->rings, node) < 0)
            refuse(f, node, "a switch stands in a ring that it does not close",
                   "choose by select, or let the switch close a ring of its"
                   " own");
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
        for (int n = 0; n < g->node_count && !f.failed; n++)
            if (g->node[n]->kind == RACER_MERGE &&
                ring_with(rings, g->node[n]) < 0)
                changed = close_merge(&f, g->node[n]) || changed;
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
