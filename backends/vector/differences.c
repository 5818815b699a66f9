/*
 * Sums of absolute differences of bytes, as the searches for motion of video
 * encoders take of blocks:
 *
 *   for (a = …)
 *     for (b = 0; b < 16; b++)               (or 8)
 *       s += abs(x[i + b] - y[j + b])
 *
 * or with ((y[j + b] + z[k + b] + 1) >> 1) in place of y[j + b].
 *
 * Processors have instructions for the differences of 16 bytes, which add them
 * up, and for such means. Compilers know them, too, but first put several rows
 * together in one vector, which takes longer than all the rest, and at the end
 * of each sum take it apart again. Marked loops have their rows one by one, and
 * so many sums as lie side by side in one register.
 *
 * i, j and k are what the loop over b does not change. What the loop over a
 * does besides is values alone.
 */
#include "backends/vector/vector.h"

struct differences {
    const struct kir_func *f;
    const struct kir_stmt *inner;
    struct kir_differences *what;
};

static const struct kir_value *value_of(const struct differences *d, int value)
{
    return &d->f->value[value];
}

static bool is_number(const struct differences *d, int value, int64_t number)
{
    return kir_is_const(d->f, value) && value_of(d, value)->imm.i == number;
}

/* Is the value made in the loop over b? */
static bool is_inside(const struct differences *d, int value)
{
    const struct kir_stmt *s = d->inner->body[0].first;

    while (s && (s->kind != KIR_LET || s->value != value))
        s = s->next;
    return s || value == d->inner->iter;
}

/* Without casts that drop no bits: from 32 bits to 64. */
static int strip_casts(const struct differences *d, int value)
{
    const struct kir_value *v = value_of(d, value);

    while (v->op == KIR_CAST && v->type == KIR_I64 && v->narrow == KIR_I64) {
        value = v->arg[0];
        v = value_of(d, value);
    }
    return value;
}

/* A byte b elements behind one that the loop does not change? */
static bool take_byte(const struct differences *d, int value,
                      struct kir_bytes *bytes)
{
    const struct kir_value *load = value_of(d, value), *sum;

    if (load->op != KIR_LOAD || !is_inside(d, value) ||
        d->f->buffer[load->buffer].type != KIR_U8)
        return false;
    sum = value_of(d, load->arg[0]);
    for (int k = 0; sum->op == KIR_ADD && k < 2; k++)
        if (strip_casts(d, sum->arg[k]) == d->inner->iter &&
            !is_inside(d, sum->arg[1 - k])) {
            *bytes = (struct kir_bytes){load->buffer, sum->arg[1 - k]};
            return true;
        }
    return false;
}

/* Takes the bytes of a sum, of which one is a 1. */
static bool take_sum(const struct differences *d, int value,
                     struct kir_bytes bytes[2], int *count, int *ones)
{
    const struct kir_value *v = value_of(d, value);

    if (is_number(d, value, 1))
        return (*ones)++ == 0;
    if (v->op == KIR_ADD)
        return take_sum(d, v->arg[0], bytes, count, ones) &&
               take_sum(d, v->arg[1], bytes, count, ones);
    return *count < 2 && take_byte(d, value, &bytes[(*count)++]);
}

/* A byte, or the mean of two. */
static bool take_side(const struct differences *d, int value,
                      struct kir_side *side)
{
    const struct kir_value *v = value_of(d, value);
    int count = 0, ones = 0;

    side->count = 1;
    if (take_byte(d, value, &side->bytes[0]))
        return true;
    side->count = 2;
    return v->op == KIR_SHR && v->type == KIR_I32 &&
           is_number(d, v->arg[1], 1) &&
           take_sum(d, v->arg[0], side->bytes, &count, &ones) && count == 2 &&
           ones == 1;
}

static bool is_get(const struct differences *d, int value, int variable)
{
    const struct kir_value *v = value_of(d, value);

    return v->op == KIR_GET && v->imm.i == variable;
}

/* Are these values alone, up to `last`, of which none reads the variable but,
 * if it is not NULL, `sum` of them? */
static bool are_values(const struct differences *d,
                       const struct kir_block *block,
                       const struct kir_stmt *last, int variable, int sum)
{
    for (const struct kir_stmt *s = block->first; s != last; s = s->next) {
        if (s->kind == KIR_COMMENT)
            continue;
        if (s->kind != KIR_LET || s->pack ||
            (is_get(d, s->value, variable) && s->value != sum))
            return false;
    }
    return block->last == last;
}

static bool take_inner(const struct differences *d)
{
    const struct kir_stmt *loop = d->inner, *set = loop->body[0].last;
    const struct kir_value *sum, *size, *difference;

    d->what->count = is_number(d, loop->hi, 8)    ? 8
                     : is_number(d, loop->hi, 16) ? 16
                                                  : 0;
    if (!d->what->count || loop->flags || !is_number(d, loop->lo, 0) ||
        !is_number(d, loop->step, 1) || !set || set->kind != KIR_SET)
        return false;
    d->what->variable = set->variable;
    sum = value_of(d, set->value);
    for (int k = 0; k < 2; k++) {
        if (sum->op != KIR_ADD || sum->type != KIR_I32 ||
            !is_get(d, sum->arg[k], set->variable))
            continue;
        size = value_of(d, sum->arg[1 - k]);
        difference = size->op == KIR_ABS ? value_of(d, size->arg[0]) : size;
        return size->op == KIR_ABS && difference->op == KIR_SUB &&
               are_values(d, &loop->body[0], set, set->variable, sum->arg[k]) &&
               take_side(d, difference->arg[0], &d->what->side[0]) &&
               take_side(d, difference->arg[1], &d->what->side[1]);
    }
    return false;
}

static bool take_loops(const struct kir_func *f, const struct kir_stmt *loop,
                       struct kir_differences *what)
{
    struct differences d = {f, loop->body[0].last, what};

    what->inner = d.inner;
    return loop->kind == KIR_FOR && d.inner && d.inner->kind == KIR_FOR &&
           take_inner(&d) &&
           are_values(&d, &loop->body[0], d.inner, what->variable, -1);
}

bool kir_find_differences(const struct kir_func *f, const struct kir_stmt *loop,
                          struct kir_differences *what)
{
    return loop->flags & KIR_FOR_DIFFERENCES && take_loops(f, loop, what);
}

static bool mark_block(struct kir_func *f, struct kir_block *block)
{
    bool any = false;

    for (struct kir_stmt *s = block->first; s; s = s->next) {
        struct kir_differences what;
        if (s->kind == KIR_FOR && s->flags == 0 && take_loops(f, s, &what)) {
            s->flags |= KIR_FOR_DIFFERENCES;
            any = true;
        }
        for (int k = 0; k < 2; k++)
            any |= mark_block(f, &s->body[k]);
    }
    return any;
}

bool kir_mark_differences(struct kir_module *module)
{
    bool any = false;

    for (int k = 0; k < module->func_count; k++)
        if (module->func[k]->kind == KIR_KERNEL)
            any |= mark_block(module->func[k], &module->func[k]->body);
    return any;
}
