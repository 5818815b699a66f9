/*
 * Which element of an array a thread takes: sums of products of parameters and
 * the thread's indices. Where these are too long, nothing is known, and the
 * element is asked for.
 */
#include "backends/dataflow/local.h"

#include <string.h>

static int compare_terms(const struct flow_term *a, const struct flow_term *b)
{
    for (int k = 0; k < FLOW_FACTORS; k++)
        if (a->symbol[k] != b->symbol[k])
            return a->symbol[k] < b->symbol[k] ? -1 : 1;
    return 0;
}

/* Adds a term to a sum, which is sorted; false if it is too long. */
static bool add_term(struct flow_sum *sum, const struct flow_term *term)
{
    int at = 0;

    while (at < sum->count && compare_terms(&sum->term[at], term) < 0)
        at++;
    if (at < sum->count && compare_terms(&sum->term[at], term) == 0) {
        sum->term[at].factor =
            (int64_t)((uint64_t)sum->term[at].factor + (uint64_t)term->factor);
        if (sum->term[at].factor == 0) {
            sum->count--;
            memmove(&sum->term[at], &sum->term[at + 1],
                    (size_t)(sum->count - at) * sizeof *sum->term);
        }
        return true;
    }
    if (!term->factor)
        return true;
    if (sum->count == FLOW_TERMS)
        return false;
    memmove(&sum->term[at + 1], &sum->term[at],
            (size_t)(sum->count - at) * sizeof *sum->term);
    sum->term[at] = *term;
    sum->count++;
    return true;
}

/* a + factor * b; false if it is too long. */
static bool add_sum(struct flow_sum *a, const struct flow_sum *b,
                    int64_t factor)
{
    for (int k = 0; k < b->count; k++) {
        struct flow_term term = b->term[k];

        term.factor = (int64_t)((uint64_t)term.factor * (uint64_t)factor);
        if (!add_term(a, &term))
            return false;
    }
    return true;
}

/* The product of two terms; false if it has too many factors. */
static bool multiply_terms(const struct flow_term *a, const struct flow_term *b,
                           struct flow_term *product)
{
    int n = 0, i = 0, j = 0;

    *product = (struct flow_term){
        .factor = (int64_t)((uint64_t)a->factor * (uint64_t)b->factor)};
    while (true) {
        int x = i < FLOW_FACTORS ? a->symbol[i] : 0;
        int y = j < FLOW_FACTORS ? b->symbol[j] : 0;

        if (!x && !y)
            return true;
        if (n == FLOW_FACTORS)
            return false;
        if (x && (!y || x <= y)) {
            product->symbol[n++] = x;
            i++;
        } else {
            product->symbol[n++] = y;
            j++;
        }
    }
}

static bool multiply(const struct flow_sum *a, const struct flow_sum *b,
                     struct flow_sum *product)
{
    struct flow_sum sum = {0};

    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            struct flow_term term;

            if (!multiply_terms(&a->term[i], &b->term[j], &term) ||
                !add_term(&sum, &term))
                return false;
        }
    }
    *product = sum;
    return true;
}

static struct flow_sum number(int64_t n)
{
    struct flow_sum sum = {0};
    struct flow_term term = {.factor = n};

    add_term(&sum, &term);
    return sum;
}

/* A constant or a parameter, of type i64 if need be by a parameter of its own.
 */
static bool sum_of(struct flow *flow, struct racer_operand operand,
                   struct flow_sum *sum)
{
    struct flow_term term = {.factor = 1};

    if (flow_is_literal(&operand)) {
        *sum = number(operand.bits.i);
        return true;
    }
    if (flow_is_stream(&operand))
        return false;
    if (operand.type != RACER_I64)
        operand = flow_op(flow, RACER_OP_toi64, "n", 1, &operand);
    for (int k = 0; k < flow->g->param_count; k++)
        if (strcmp(flow->g->param[k].name, operand.name) == 0)
            term.symbol[0] = k + 1;
    *sum = (struct flow_sum){0};
    return add_term(sum, &term);
}

static bool has_steps(const struct flow_affine *a)
{
    return a->step[0].count || a->step[1].count || a->step[2].count;
}

/* a + factor * b in all parts. */
static bool combine(struct flow_affine *a, const struct flow_affine *b,
                    int64_t factor)
{
    bool good = a->known && b->known && add_sum(&a->base, &b->base, factor);

    for (int d = 0; good && d < 3; d++)
        good = add_sum(&a->step[d], &b->step[d], factor);
    return good;
}

static bool scale(struct flow_affine *a, const struct flow_affine *b)
{
    bool good = a->known && b->known;

    if (good && has_steps(b)) {
        struct flow_affine other = *b;

        if (has_steps(a))
            return false;
        good = scale(&other, a);
        *a = other;
        return good;
    }
    good = good && multiply(&a->base, &b->base, &a->base);
    for (int d = 0; good && d < 3; d++)
        good = multiply(&a->step[d], &b->base, &a->step[d]);
    return good;
}

/* Integers wrap, but what they index does not: signed ones may be taken for
 * whole numbers, and unsigned ones of 32 bits may not. */
static bool is_whole(enum kir_type type)
{
    return type == KIR_I32 || type == KIR_I64 || type == KIR_U64;
}

static struct flow_affine affine_of(struct flow *flow, int number_of)
{
    const struct kir_value *v = &flow->f->value[number_of];
    struct flow_affine affine = {.known = true},
                       *known = &flow->affine[number_of];

    if (v->op == KIR_BLOCK_INDEX) {
        affine.step[v->imm.i] = number(1);
        return affine;
    }
    if (known->known || !kir_is_integer(v->type))
        return *known;
    if (v->op == KIR_CONST || v->op == KIR_PARAM || v->op == KIR_THREAD_INDEX ||
        v->op == KIR_GRID_SIZE) {
        affine.known = sum_of(flow, flow_get(flow, number_of), &affine.base);
        return affine;
    }
    return *known;
}

void flow_find_affine(struct flow *flow, int value)
{
    const struct kir_value *v = &flow->f->value[value];
    struct flow_affine affine = {0};
    struct racer_operand now = flow->value[value];

    if (!is_whole(v->type))
        return;
    if (now.name && !flow_is_stream(&now)) {
        affine.known = sum_of(flow, now, &affine.base);
    } else if (v->op == KIR_ADD || v->op == KIR_SUB || v->op == KIR_MUL) {
        struct flow_affine other = affine_of(flow, v->arg[1]);

        affine = affine_of(flow, v->arg[0]);
        affine.known = v->op == KIR_MUL ? scale(&affine, &other)
                                        : combine(&affine, &other,
                                                  v->op == KIR_ADD ? 1 : -1);
    } else if (v->op == KIR_CAST && v->narrow == v->type &&
               is_whole(flow->f->value[v->arg[0]].type)) {
        affine = affine_of(flow, v->arg[0]);
    }
    flow->affine[value] = affine;
}

bool flow_same_sum(const struct flow_sum *a, const struct flow_sum *b)
{
    int64_t distance;

    return flow_sum_distance(a, b, &distance) && distance == 0;
}

bool flow_sum_distance(const struct flow_sum *a, const struct flow_sum *b,
                       int64_t *distance)
{
    struct flow_sum sum = *a;

    if (!add_sum(&sum, b, -1) || sum.count > 1 ||
        (sum.count && sum.term[0].symbol[0]))
        return false;
    *distance = sum.count ? sum.term[0].factor : 0;
    return true;
}

/* A term as an operand, and a sum of them as one. */
struct racer_size flow_size(struct flow *flow, const struct flow_sum *sum)
{
    struct racer_operand total = flow_whole(flow, RACER_I64, 0);

    for (int k = 0; k < sum->count; k++) {
        const struct flow_term *term = &sum->term[k];
        struct racer_operand product =
            flow_whole(flow, RACER_I64, term->factor);

        for (int n = 0; n < FLOW_FACTORS && term->symbol[n]; n++) {
            const struct racer_param *param =
                &flow->g->param[term->symbol[n] - 1];
            struct racer_operand factor = {.name = param->name,
                                           .type = param->type};
            const struct racer_operand both[2] = {factor, product};

            product = flow_op(flow, RACER_OP_imul, "n", 2, both);
        }
        const struct racer_operand both[2] = {product, total};
        total = flow_op(flow, RACER_OP_iadd, "n", 2, both);
    }
    if (flow_is_literal(&total))
        return (struct racer_size){.value = total.bits.i};
    return (struct racer_size){.name = total.name};
}
