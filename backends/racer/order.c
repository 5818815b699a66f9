/*
 * Which streams may meet at a node. A ring, a fork and a switch with unequal
 * sides let elements overtake each other, so that position k of one stream is
 * no longer that of another: what has passed one may only meet values of the
 * very same stream. Two sources that give the same number of elements in order
 * may meet.
 *
 * Streams are found from the sources on; the feedback of a merge is looked at
 * by ring.c.
 */
#include "backends/racer/racer.h"

#include <string.h>

struct order {
    struct arena *arena;
    const struct racer_graph *g;
    struct racer_streams *s;
    struct faults *faults;
    bool failed;
};

static const char *name_of(const struct racer_node *node)
{
    for (int k = 0; k < node->output_count; k++)
        if (node->output[k])
            return node->output[k]->name;
    return node->memory ? node->memory : "?";
}

/* The stream that a node makes on a side, made if it is not there. */
static int stream_of(struct order *o, const struct racer_node *node, int side,
                     int parent, bool ordered)
{
    struct racer_stream stream = {node, side, parent, ordered};

    for (int k = 0; k < o->s->count; k++)
        if (o->s->stream[k].node == node && o->s->stream[k].side == side)
            return k;
    ARENA_PUSH(o->arena, o->s->stream, o->s->count, o->s->cap, stream);
    return o->s->count - 1;
}

static bool same_size(const struct racer_size *a, const struct racer_size *b)
{
    if (a->name && b->name)
        return strcmp(a->name, b->name) == 0;
    return !a->name && !b->name && a->value == b->value;
}

/* Sources whose loops are of one number and growth, or of the same extents,
 * give equally many. */
static bool same_length(const struct racer_stream *a,
                        const struct racer_stream *b)
{
    const struct racer_walk *x = &a->node->walk, *y = &b->node->walk;

    if (!a->ordered || !b->ordered || a->node->kind != RACER_SOURCE ||
        b->node->kind != RACER_SOURCE || x->dims != y->dims ||
        x->over != y->over)
        return false;
    for (int d = 0; d < x->dims; d++)
        if (x->grow[d] != y->grow[d] ||
            !same_size(&x->extent[d], &y->extent[d]))
            return false;
    return true;
}

static void add_pair(struct order *o, const struct racer_node *a,
                     const struct racer_node *b)
{
    struct racer_streams *s = o->s;

    if (a->walk.over)
        return; /* their extents are the same */
    for (int k = 0; k < s->pair_count; k++)
        if (s->pair[k][0] == a && s->pair[k][1] == b)
            return;
    s->pair = arena_grow(o->arena, s->pair, s->pair_count, &s->pair_cap,
                         sizeof *s->pair);
    s->pair[s->pair_count][0] = a;
    s->pair[s->pair_count++][1] = b;
}

bool racer_same_elements(const struct racer_streams *streams,
                         const struct racer_stream *a,
                         const struct racer_stream *b)
{
    if (a == b)
        return true;
    if (!same_length(a, b))
        return false;
    for (int k = 0; k < streams->pair_count; k++) {
        const struct racer_node *const *pair = streams->pair[k];

        if ((pair[0] == a->node && pair[1] == b->node) ||
            (pair[0] == b->node && pair[1] == a->node))
            return true;
    }
    return a->node->walk.over;
}

/* The stream that operands first ... first + count - 1 agree on; -1: it is not
 * known yet. */
static int meet(struct order *o, const struct racer_node *node, int first,
                int count)
{
    const struct racer_value *before = NULL;
    int stream = -1;

    for (int k = first; k < first + count; k++) {
        const struct racer_value *value = node->operand[k].value;
        int other = value ? o->s->of[value->index] : -1;

        if (other < 0)
            continue;
        if (stream >= 0 && other != stream &&
            same_length(&o->s->stream[stream], &o->s->stream[other])) {
            add_pair(o, o->s->stream[stream].node, o->s->stream[other].node);
        } else if (stream >= 0 && other != stream && !o->failed) {
            fault_hint(
                o->faults,
                fault_add(o->faults, FAULT_RACER_RULE, node->loc,
                          "R3: '%s' of %s '%s' and '%s' of %s '%s' meet by"
                          " position, but are not the same elements in the same"
                          " order",
                          before->name,
                          racer_kind_name(o->s->stream[stream].node->kind),
                          name_of(o->s->stream[stream].node), value->name,
                          racer_kind_name(o->s->stream[other].node->kind),
                          name_of(o->s->stream[other].node)),
                (struct loc){0},
                "pass it through the bundles that the other passes, or write"
                " it to a memory by tag first");
            o->failed = true;
        }
        if (stream < 0) {
            stream = other;
            before = value;
        }
    }
    return stream;
}

static void set(struct order *o, const struct racer_node *node, int first,
                int count, int stream, bool *changed)
{
    for (int k = first; k < first + count; k++) {
        if (node->output[k] && stream >= 0 &&
            o->s->of[node->output[k]->index] < 0) {
            o->s->of[node->output[k]->index] = stream;
            *changed = true;
        }
    }
}

static void follow(struct order *o, const struct racer_node *node,
                   bool *changed)
{
    int in = node->operand_count, out = node->output_count, stream;

    switch (node->kind) {
    case RACER_SOURCE:
        set(o, node, 0, out, stream_of(o, node, 0, -1, true), changed);
        break;
    case RACER_MERGE:
        stream = meet(o, node, out, out);
        if (stream >= 0)
            set(o, node, 0, out, stream_of(o, node, 0, stream, false), changed);
        break;
    case RACER_JOIN:
        stream = meet(o, node, 0, out);
        if (stream >= 0 && meet(o, node, out, out) >= 0)
            set(o, node, 0, out, stream_of(o, node, 0, stream, false), changed);
        break;
    case RACER_SWITCH:
    case RACER_FORK:
        stream = meet(o, node, 0, in);
        for (int side = 0; side < 2 && stream >= 0; side++)
            set(o, node, side * out / 2, out / 2,
                stream_of(o, node, side, stream, false), changed);
        break;
    default:
        stream = meet(o, node, 0, in);
        set(o, node, 0, out, stream, changed);
        break;
    }
}

/* What comes in order to a sink goes by loops; all else by tag. */
static void check_sinks(struct order *o)
{
    for (int n = 0; n < o->g->node_count && !o->failed; n++) {
        const struct racer_node *node = o->g->node[n];
        int stream;

        if (node->kind != RACER_SINK)
            continue;
        stream = o->s->of[node->operand[0].value->index];
        if (stream < 0 || node->tags || !node->memory ||
            o->s->stream[stream].ordered)
            continue;
        fault_hint(o->faults,
                   fault_add(o->faults, FAULT_RACER_RULE, node->loc,
                             "R3: elements overtake each other on the way to"
                             " the sink to '%s'",
                             node->memory),
                   (struct loc){0},
                   "write 'tag' and the values that tell"
                   " which element it is");
        o->failed = true;
    }
}

static void check_reached(struct order *o)
{
    for (int k = 0; k < o->g->value_count && !o->failed; k++) {
        if (o->s->of[k] >= 0)
            continue;
        fault_hint(o->faults,
                   fault_add(o->faults, FAULT_RACER_RULE, o->g->value[k]->loc,
                             "R1: '%s' waits for itself: its cycle has neither"
                             " a merge nor an initial element",
                             o->g->value[k]->name),
                   (struct loc){0},
                   "let the cycle pass a merge by its"
                   " feedback side, or a delay");
        o->failed = true;
    }
}

bool racer_order(struct arena *arena, const struct racer_graph *g,
                 struct racer_streams *streams, struct faults *faults)
{
    struct order o = {arena, g, streams, faults, false};
    bool changed = true, back = false;

    *streams = (struct racer_streams){0};
    streams->of = arena_alloc(arena, (size_t)g->value_count * sizeof(int));
    for (int k = 0; k < g->value_count; k++)
        streams->of[k] = -1;
    /* There and back, as lines may stand in any order. */
    for (; changed && !o.failed; back = !back) {
        changed = false;
        for (int n = 0; n < g->node_count && !o.failed; n++)
            follow(&o, g->node[back ? g->node_count - 1 - n : n], &changed);
    }
    check_sinks(&o);
    check_reached(&o);
    return !o.failed;
}
