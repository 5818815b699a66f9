/*
 * Loops: each becomes a ring of a merge, what one iteration does, and a switch
 * with the test, so that n iterations are n rounds. If it is not known that
 * there is a first iteration, a switch before the ring sends the elements that
 * have none past it, and a join takes both.
 */
#include "backends/dataflow/slot.h"

struct ring {
    struct flow *flow;
    struct racer_node *merge;
    int width;
    struct racer_operand **of; /* [value of the merge]: a slot that has it */
    bool *varies;              /* [value]: from round to round */
    int varying_count, varying_cap;
    struct racer_operand **varying;
    struct racer_operand *left; /* [slot]: what it is behind the ring */
    struct racer_operand *past; /* [slot]: beside it; NULL: all enter it */
};

static void vary(struct ring *r, struct racer_operand *slot)
{
    for (int k = 0; k < r->varying_count; k++)
        if (r->varying[k] == slot)
            return;
    ARENA_PUSH(r->flow->arena, r->varying, r->varying_count, r->varying_cap,
               slot);
}

/* What a block sets, and the arrays whose accesses are in order in it. */
static void vary_block(struct ring *r, const struct kir_block *block)
{
    int buffer, index;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_SET)
            vary(r, &r->flow->variable[s->variable]);
        if (kir_accesses(r->flow->f, s, &buffer, &index) &&
            r->flow->array[buffer].use == FLOW_ORDER)
            vary(r, &r->flow->array[buffer].token);
        vary_block(r, &s->body[0]);
        vary_block(r, &s->body[1]);
    }
}

static bool is_varying(const struct ring *r, const struct racer_operand *slot)
{
    for (int k = 0; k < r->varying_count; k++)
        if (r->varying[k] == slot)
            return true;
    return false;
}

static const char *name_of(const struct flow *flow,
                           const struct racer_operand *slot)
{
    const struct kir_func *f = flow->f;

    for (int k = 0; k < f->variable_count; k++)
        if (slot == &flow->variable[k])
            return f->variable[k].name;
    return slot->value ? slot->name : "k";
}

/* The values that go round: what varies, and each other one once. */
static void list_values(struct ring *r, const struct flow_slots *s)
{
    size_t most = (size_t)(s->count + 1);

    r->of = arena_alloc(r->flow->arena, most * sizeof(*r->of));
    r->varies = arena_alloc(r->flow->arena, most);
    for (int k = 0; k < r->varying_count; k++) {
        r->varies[r->width] = true;
        r->of[r->width++] = r->varying[k];
    }
    for (int k = 0; k < s->count; k++) {
        bool known = !flow_is_stream(s->slot[k]) || is_varying(r, s->slot[k]);

        for (int n = r->varying_count; n < r->width && !known; n++)
            known = r->of[n]->value == s->slot[k]->value;
        if (!known)
            r->of[r->width++] = s->slot[k];
    }
}

/* All slots enter. */
static void begin(struct ring *r)
{
    struct flow *flow = r->flow;
    struct flow_slots s = flow_slots(flow);
    struct racer_operand *made;

    list_values(r, &s);
    made = arena_alloc(flow->arena, (size_t)r->width * sizeof *made);
    r->merge = flow_node(flow, RACER_MERGE, 2 * r->width, r->width);
    for (int k = 0; k < r->width; k++) {
        enum racer_type type = flow_operand_type(r->of[k]);

        r->merge->operand[r->width + k] = *r->of[k];
        made[k] = flow_output(flow, r->merge, k, name_of(flow, r->of[k]), type);
        made[k].value->typed = !flow_is_stream(r->of[k]);
    }
    for (int k = 0; k < s.count; k++) {
        const struct racer_value *was = s.slot[k]->value;

        for (int n = 0; was && n < r->width; n++)
            if (r->varies[n] ? r->of[n] == s.slot[k]
                             : r->merge->operand[r->width + n].value == was &&
                                   !is_varying(r, s.slot[k])) {
                *s.slot[k] = made[n];
                break;
            }
    }
    for (int k = 0; k < r->width; k++)
        *r->of[k] = made[k];
    flow->rings++;
}

/* Constants become streams in slots that vary in the ring. */
static void stream_varying(struct ring *r, struct racer_operand *condition)
{
    flow_hold(r->flow, condition);
    for (int k = 0; k < r->varying_count; k++)
        *r->varying[k] = flow_stream(r->flow, *r->varying[k]);
    flow_drop(r->flow, 1);
}

/* The switch that closes the ring: back, or on with r->left. What elements
 * beside the ring have as streams is none less behind it. */
static void close(struct ring *r, struct racer_operand condition)
{
    if (r->past)
        stream_varying(r, &condition);
    r->left = flow_part(r->flow, condition);
}

/* What slots are now goes back to the merge. */
static void go_back(struct ring *r)
{
    for (int k = 0; k < r->width; k++)
        r->merge->operand[k] = flow_stream(r->flow, *r->of[k]);
}

static void leave(struct ring *r)
{
    struct flow_slots s = flow_slots(r->flow);

    for (int k = 0; k < s.count; k++)
        *s.slot[k] = r->left[k];
    r->flow->rings--;
    r->flow->ordered = false;
}

/* Variables that have no value yet are 0, so that they have a place. */
static void settle_variables(struct ring *r)
{
    struct flow *flow = r->flow;

    for (int k = 0; k < flow->f->variable_count; k++)
        if (!flow->variable[k].name && is_varying(r, &flow->variable[k]))
            flow->variable[k] =
                flow_literal(flow, flow_type(flow->f->variable[k].type),
                             (union racer_bits){.u = 0});
}

/* The values that a block computes at its top. */
static void vary_lets(struct ring *r, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == KIR_LET)
            vary(r, &r->flow->value[s->value]);
}

/* Elements for which the condition does not hold pass by the ring: slots are
 * those of the others, and r->past has what they are beside it. What varies in
 * the ring comes by streams then, constants too. */
static void pass_by(struct ring *r, struct racer_operand condition)
{
    struct flow *flow = r->flow;
    struct racer_operand *was =
        arena_alloc(flow->arena, (size_t)(r->varying_count + 1) * sizeof *was);

    for (int k = 0; k < r->varying_count; k++)
        was[k] = *r->varying[k];
    stream_varying(r, &condition);
    r->past = flow_part(flow, condition);
    for (int k = 0; k < r->varying_count; k++)
        if (!flow_is_stream(&was[k]))
            *r->varying[k] = was[k];
}

static struct racer_operand is_less(struct flow *flow, const struct kir_stmt *s)
{
    const struct racer_operand both[2] = {flow_get(flow, s->iter),
                                          flow_get(flow, s->hi)};

    return flow_op(flow, RACER_OP_ilt, "c", 2, both);
}

/* Ends the ring, or gives it up. */
static bool finish(struct ring *r, bool good)
{
    if (good) {
        go_back(r);
        leave(r);
        if (r->past)
            flow_join(r->flow, r->past);
    }
    return good && !r->flow->failed;
}

/* The loop's ring, for the elements for which `enters` holds. */
static bool turn(struct ring *r, const struct kir_stmt *s,
                 struct racer_operand enters)
{
    struct flow *flow = r->flow;
    int line = flow->line;

    flow->guard = (struct racer_operand){0};
    if (!flow_is_bits(&enters, 1))
        pass_by(r, enters);
    begin(r);
    if (s->kind == KIR_WHILE) {
        if (!flow->block(flow, &s->body[1]) || !flow->block(flow, &s->body[0]))
            return finish(r, false);
        flow->line = line;
        close(r, flow_get(flow, s->value));
        return finish(r, true);
    }
    if (!flow->block(flow, &s->body[0]))
        return finish(r, false);
    flow->line = line;
    flow->value[s->iter] = flow_op2(
        flow, RACER_OP_iadd, flow_get(flow, s->iter), flow_get(flow, s->step));
    close(r, is_less(flow, s));
    return finish(r, true);
}

bool flow_for(struct flow *flow, const struct kir_stmt *s)
{
    struct ring r = {.flow = flow};
    struct racer_operand guard = flow->guard, enters;
    int held = flow->extra_count;
    bool good;

    if (!kir_is_signed(flow->f->value[s->iter].type))
        return flow_refuse(flow, "count by a signed integer",
                           "a loop counts by an unsigned integer");
    flow->value[s->iter] = flow_get(flow, s->lo);
    enters = flow_both(flow, guard, is_less(flow, s));
    if (flow_is_bits(&enters, 0))
        return !flow->failed;
    flow_hold(flow, &guard);
    vary(&r, &flow->value[s->iter]);
    vary_block(&r, &s->body[0]);
    settle_variables(&r);
    good = turn(&r, s, enters);
    flow->guard = guard;
    flow_drop(flow, flow->extra_count - held);
    return good;
}

/* The test stands before the ring, and then at its end. */
bool flow_while(struct flow *flow, const struct kir_stmt *s)
{
    struct ring r = {.flow = flow};
    struct racer_operand guard = flow->guard, enters;
    int held = flow->extra_count;
    bool good;

    flow_hold(flow, &guard);
    vary_block(&r, &s->body[0]);
    vary_block(&r, &s->body[1]);
    settle_variables(&r);
    good = flow->block(flow, &s->body[0]);
    if (good) {
        enters = flow_both(flow, guard, flow_get(flow, s->value));
        vary_lets(&r, &s->body[0]);
        if (!flow_is_bits(&enters, 0))
            good = turn(&r, s, enters);
    }
    flow->guard = guard;
    flow_drop(flow, flow->extra_count - held);
    return good && !flow->failed;
}
