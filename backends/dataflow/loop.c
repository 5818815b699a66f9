/*
 * Loops: each becomes a ring of a merge, what one iteration does, and a switch.
 * If it is known that there is a first iteration, the test stands at the end,
 * so that n iterations are n rounds; else at the beginning, and they are n + 1.
 */
#include "backends/dataflow/local.h"

#include <string.h>

/* All slots; those of one state of the translation stand in one order. */
struct slots {
    int count;
    struct racer_operand **slot;
};

static struct slots all_slots(struct flow *flow)
{
    const struct kir_func *f = flow->f;
    size_t most = (size_t)(f->value_count + f->variable_count +
                           f->buffer_count + flow->extra_count + 2);
    struct slots s = {0, NULL};

    s.slot = arena_alloc(flow->arena, most * sizeof *s.slot);
    for (int k = 0; k < f->value_count; k++)
        s.slot[s.count++] = &flow->value[k];
    for (int k = 0; k < f->variable_count; k++)
        s.slot[s.count++] = &flow->variable[k];
    for (int k = 0; k < f->buffer_count; k++)
        s.slot[s.count++] = &flow->array[k].token;
    s.slot[s.count++] = &flow->pulse;
    s.slot[s.count++] = &flow->guard;
    for (int k = 0; k < flow->extra_count; k++)
        s.slot[s.count++] = flow->extra[k];
    return s;
}

struct ring {
    struct flow *flow;
    struct racer_node *merge;
    int width;
    struct racer_operand **of; /* [value of the merge]: a slot that has it */
    bool *varies;              /* [value]: from round to round */
    int varying_count, varying_cap;
    struct racer_operand **varying;
    struct racer_operand *left; /* [slot]: what it is behind the ring */
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
static void list_values(struct ring *r, const struct slots *s)
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
    struct slots s = all_slots(flow);
    struct racer_operand *made;

    list_values(r, &s);
    made = arena_alloc(flow->arena, (size_t)r->width * sizeof *made);
    r->merge = racer_add(flow->g, RACER_MERGE, 2 * r->width, r->width);
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

/* A switch by a condition: slots become what they are on its first side, and
 * r->left has what they are on the other. */
static void close(struct ring *r, struct racer_operand condition)
{
    struct flow *flow = r->flow;
    struct slots s = all_slots(flow);
    struct racer_operand *in =
        arena_alloc(flow->arena, (size_t)(s.count + 1) * sizeof *in);
    struct racer_node *node;
    int width = 0;

    condition = flow_stream(flow, condition);
    s = all_slots(flow);
    r->left = arena_alloc(flow->arena, (size_t)(s.count + 1) * sizeof *r->left);
    for (int k = 0; k < s.count; k++) {
        bool known = !flow_is_stream(s.slot[k]);

        for (int n = 0; n < width && !known; n++)
            known = in[n].value == s.slot[k]->value;
        if (!known)
            in[width++] = *s.slot[k];
    }
    node = racer_add(flow->g, RACER_SWITCH, 1 + width, 2 * width);
    node->operand[0] = condition;
    for (int k = 0; k < width; k++) {
        node->operand[1 + k] = in[k];
        for (int side = 0; side < 2; side++)
            flow_output(flow, node, side * width + k, in[k].name,
                        in[k].value->type);
    }
    for (int k = 0; k < s.count; k++) {
        int n = 0;

        r->left[k] = *s.slot[k];
        if (!flow_is_stream(s.slot[k]))
            continue;
        while (in[n].value != s.slot[k]->value)
            n++;
        s.slot[k]->value = node->output[n];
        s.slot[k]->name = node->output[n]->name;
        r->left[k].value = node->output[width + n];
        r->left[k].name = node->output[width + n]->name;
    }
}

/* What slots are now goes back to the merge. */
static void go_back(struct ring *r)
{
    for (int k = 0; k < r->width; k++)
        r->merge->operand[k] = flow_stream(r->flow, *r->of[k]);
}

static void leave(struct ring *r)
{
    struct slots s = all_slots(r->flow);

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

/* The test at the beginning, and what is done if it holds. */
static bool turn_first(struct ring *r, const struct racer_operand *guard,
                       struct racer_operand condition,
                       const struct kir_block *body,
                       const struct kir_stmt *loop)
{
    struct flow *flow = r->flow;
    bool good;

    close(r, flow_both(flow, *guard, condition));
    good = flow->block(flow, body);
    if (good && loop)
        flow->value[loop->iter] =
            flow_op2(flow, RACER_OP_iadd, flow->value[loop->iter],
                     flow_get(flow, loop->step));
    return good;
}

static bool is_empty(const struct flow *flow, struct racer_operand lo,
                     struct racer_operand hi)
{
    return flow->guard.name || !flow_is_literal(&lo) || !flow_is_literal(&hi) ||
           lo.bits.i >= hi.bits.i;
}

static struct racer_operand is_less(struct flow *flow, const struct kir_stmt *s)
{
    const struct racer_operand both[2] = {flow_get(flow, s->iter),
                                          flow_get(flow, s->hi)};

    return flow_op(flow, RACER_OP_ilt, "c", 2, both);
}

/* Ends the ring, or gives it up, under the guard that stood before it; what
 * leaves the ring may be the guard. `held`: how many slots were held before. */
static bool finish(struct ring *r, const struct racer_operand *guard, int held,
                   bool good)
{
    struct flow *flow = r->flow;

    if (good) {
        go_back(r);
        leave(r);
    }
    flow->guard = *guard;
    flow_drop(flow, flow->extra_count - held);
    return good && !flow->failed;
}

bool flow_for(struct flow *flow, const struct kir_stmt *s)
{
    struct ring r = {.flow = flow};
    struct racer_operand lo = flow_get(flow, s->lo), hi = flow_get(flow, s->hi);
    bool late = !is_empty(flow, lo, hi), good;
    struct racer_operand guard = flow->guard;
    int held = flow->extra_count;

    if (!kir_is_signed(flow->f->value[s->iter].type))
        return flow_refuse(flow, "count by a signed integer",
                           "a loop counts by an unsigned integer");
    flow_hold(flow, &guard);
    flow->guard.name = NULL;
    flow->guard.value = NULL;
    flow->value[s->iter] = lo;
    vary(&r, &flow->value[s->iter]);
    vary_block(&r, &s->body[0]);
    settle_variables(&r);
    begin(&r);
    if (late) {
        good = flow->block(flow, &s->body[0]);
        if (good) {
            flow->value[s->iter] =
                flow_op2(flow, RACER_OP_iadd, flow_get(flow, s->iter),
                         flow_get(flow, s->step));
            close(&r, is_less(flow, s));
        }
    } else {
        good = turn_first(&r, &guard, is_less(flow, s), &s->body[0], s);
    }
    return finish(&r, &guard, held, good);
}

/* Does the block set nothing and access nothing in order? Then computing it
 * once more changes nothing. */
static bool is_pure(struct flow *flow, const struct kir_block *block)
{
    struct ring r = {.flow = flow};

    vary_block(&r, block);
    return r.varying_count == 0;
}

/* The condition, which stood before the ring, comes round with the others. */
static bool turn_carried(struct ring *r, const struct racer_operand *guard,
                         struct racer_operand *condition,
                         const struct kir_stmt *s)
{
    struct flow *flow = r->flow;

    close(r, flow_both(flow, *guard, *condition));
    if (!flow->block(flow, &s->body[1]) || !flow->block(flow, &s->body[0]))
        return false;
    *condition = flow_get(flow, s->value);
    return true;
}

bool flow_while(struct flow *flow, const struct kir_stmt *s)
{
    struct ring r = {.flow = flow};
    struct racer_operand guard = flow->guard, first;
    bool late, good, pure = is_pure(flow, &s->body[0]);
    int held = flow->extra_count;

    flow_hold(flow, &guard);
    vary_block(&r, &s->body[0]);
    vary_block(&r, &s->body[1]);
    settle_variables(&r);
    good = flow->block(flow, &s->body[0]);
    if (!good) {
        flow_drop(flow, flow->extra_count - held);
        return false;
    }
    first = flow_get(flow, s->value);
    late = !flow->guard.name && flow_is_bits(&first, 1);
    flow->guard.name = NULL;
    flow->guard.value = NULL;
    flow_hold(flow, &first);
    if (late || !pure)
        vary_lets(&r, &s->body[0]);
    if (!late && !pure)
        vary(&r, &first);
    begin(&r);
    if (late) {
        good = flow->block(flow, &s->body[1]) && flow->block(flow, &s->body[0]);
        if (good)
            close(&r, flow_get(flow, s->value));
    } else if (!pure) {
        good = turn_carried(&r, &guard, &first, s);
    } else {
        good =
            flow->block(flow, &s->body[0]) &&
            turn_first(&r, &guard, flow_get(flow, s->value), &s->body[1], NULL);
    }
    return finish(&r, &guard, held, good);
}
