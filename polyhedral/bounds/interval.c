/*
 * Arithmetic with intervals (interval.h), as C does it with their values.
 */
#include "polyhedral/bounds/interval.h"

static int number(const struct intervals *c, int64_t value)
{
    return kir_int(c->f, KIR_I64, value);
}

static int truth(const struct intervals *c, bool value)
{
    return kir_int(c->f, KIR_PRED, value);
}

static int both(const struct intervals *c, enum kir_op op, int x, int y)
{
    return kir_binary(c->f, op, x, y);
}

struct interval interval_point(const struct intervals *c, int value)
{
    return (struct interval){value, value, truth(c, true)};
}

void interval_demand(const struct intervals *c, int good, struct interval x)
{
    struct kir_func *f = c->f;
    int fine = both(c, KIR_OR, good, kir_unary(f, KIR_NOT, x.some));
    if (kir_is_const(f, fine) && f->value[fine].imm.i)
        return;
    int fits = kir_get(f, c->fits), zero = number(c, 0);
    kir_set(f, c->fits, kir_select(f, fine, fits, zero));
}

/* Where `good` fails, and there is a value, the plain nest runs; what is
 * computed is of no account then, but does not overflow. */
static void demand(const struct intervals *c, int good, struct interval *x)
{
    struct kir_func *f = c->f;
    int zero = number(c, 0);
    interval_demand(c, good, *x);
    if (x->low >= 0)
        x->low = kir_select(f, good, x->low, zero);
    if (x->high >= 0)
        x->high = kir_select(f, good, x->high, zero);
}

void interval_demand_between(const struct intervals *c, int64_t low,
                             int64_t high, struct interval *x)
{
    int good = truth(c, true);
    if (x->low >= 0)
        good = both(c, KIR_AND, both(c, KIR_LE, number(c, low), x->low), good);
    if (x->high >= 0)
        good =
            both(c, KIR_AND, both(c, KIR_LE, x->high, number(c, high)), good);
    demand(c, good, x);
}

/* Is the value one of the type? An unsigned one without an upper side is not
 * known to be. */
bool interval_demand_type(const struct intervals *c, enum scop_type type,
                          struct interval *x)
{
    bool is_signed = scop_type_is_signed(type);
    int bits = 8 * scop_type_size(type) - is_signed;
    int64_t high = bits >= 60 ? INTERVAL_MOST : (INT64_C(1) << bits) - 1;
    if (x->low < 0 || x->high < 0)
        return false;
    interval_demand_between(c, is_signed ? -high - 1 : 0, high, x);
    return true;
}

/* Signed arithmetic does not leave its type in C; other wraps. */
bool interval_demand_result(const struct intervals *c, enum scop_type type,
                            struct interval *x)
{
    if (!scop_type_is_signed(type))
        return interval_demand_type(c, type, x);
    interval_demand_between(c, -INTERVAL_MOST, INTERVAL_MOST, x);
    return true;
}

struct interval interval_hull(const struct intervals *c, struct interval x,
                              struct interval y)
{
    struct kir_func *f = c->f;
    struct interval z = {-1, -1, both(c, KIR_OR, x.some, y.some)};
    if (x.low >= 0 && y.low >= 0) {
        int low = both(c, KIR_MIN, x.low, y.low);
        low = kir_select(f, y.some, low, x.low);
        z.low = kir_select(f, x.some, low, y.low);
    }
    if (x.high >= 0 && y.high >= 0) {
        int high = both(c, KIR_MAX, x.high, y.high);
        high = kir_select(f, y.some, high, x.high);
        z.high = kir_select(f, x.some, high, y.high);
    }
    return z;
}

bool interval_is_closed(struct interval x)
{
    return x.low >= 0 && x.high >= 0;
}

struct interval interval_sum(const struct intervals *c, struct interval x,
                             struct interval y)
{
    struct interval z = {-1, -1, both(c, KIR_AND, x.some, y.some)};
    if (x.low >= 0 && y.low >= 0)
        z.low = both(c, KIR_ADD, x.low, y.low);
    if (x.high >= 0 && y.high >= 0)
        z.high = both(c, KIR_ADD, x.high, y.high);
    return z;
}

struct interval interval_negative(const struct intervals *c, struct interval x)
{
    struct kir_func *f = c->f;
    struct interval z = {-1, -1, x.some};
    if (x.high >= 0)
        z.low = kir_unary(f, KIR_NEG, x.high);
    if (x.low >= 0)
        z.high = kir_unary(f, KIR_NEG, x.low);
    return z;
}

/* The largest amount of a closed interval. */
static int amount(const struct intervals *c, struct interval x)
{
    return both(c, KIR_MAX, kir_unary(c->f, KIR_NEG, x.low), x.high);
}

bool interval_product(const struct intervals *c, struct interval x,
                      struct interval y, struct interval *out)
{
    struct kir_func *f = c->f;
    if (!interval_is_closed(x) || !interval_is_closed(y))
        return false;
    int size = both(c, KIR_MUL, kir_cast(f, KIR_F64, amount(c, x)),
                    kir_cast(f, KIR_F64, amount(c, y)));
    int good = both(c, KIR_LE, size, kir_float(f, KIR_F64, 0x1p59));
    int some = both(c, KIR_AND, x.some, y.some);
    x.some = y.some = some;
    demand(c, good, &x);
    int corner[4] = {
        both(c, KIR_MUL, x.low, y.low), both(c, KIR_MUL, x.low, y.high),
        both(c, KIR_MUL, x.high, y.low), both(c, KIR_MUL, x.high, y.high)};
    *out = (struct interval){corner[0], corner[0], some};
    for (int k = 1; k < 4; k++) {
        out->low = both(c, KIR_MIN, out->low, corner[k]);
        out->high = both(c, KIR_MAX, out->high, corner[k]);
    }
    return true;
}

/* What division and remainder leave of a value is no larger. */
bool interval_quotient(const struct intervals *c, const struct scop_expr *e,
                       struct interval x, struct interval y,
                       struct interval *out)
{
    int zero = number(c, 0);
    const struct scop_expr *divisor = e->arg[1];
    if (!interval_is_closed(x) || !interval_is_closed(y))
        return false;
    int size = amount(c, x);
    *out = (struct interval){kir_unary(c->f, KIR_NEG, size), size,
                             both(c, KIR_AND, x.some, y.some)};
    if (e->op == SCOP_REM) {
        int rest = both(c, KIR_SUB, amount(c, y), number(c, 1));
        int low = both(c, KIR_MIN, x.low, zero);
        int high = both(c, KIR_MAX, x.high, zero);
        out->low = both(c, KIR_MAX, low, kir_unary(c->f, KIR_NEG, rest));
        out->high = both(c, KIR_MIN, high, rest);
    } else if (divisor->op == SCOP_INT && divisor->ival > 0) {
        out->low = both(c, KIR_DIV, x.low, number(c, divisor->ival));
        out->high = both(c, KIR_DIV, x.high, number(c, divisor->ival));
    }
    return true;
}

/* By constants. */
bool interval_shift(const struct intervals *c, const struct scop_expr *e,
                    struct interval x, struct interval *out)
{
    const struct scop_expr *by = e->arg[1];
    if (by->op != SCOP_INT || by->ival < 0 || by->ival > 31 ||
        !interval_is_closed(x))
        return false;
    if (e->op == SCOP_SHL)
        return interval_product(
            c, x, interval_point(c, number(c, INT64_C(1) << by->ival)), out);
    int bits = kir_int(c->f, KIR_I32, by->ival);
    *out = (struct interval){both(c, KIR_SHR, x.low, bits),
                             both(c, KIR_SHR, x.high, bits), x.some};
    return true;
}

/* Of numbers that are not negative; of one such, in x & y. */
bool interval_bits(const struct intervals *c, const struct scop_expr *e,
                   struct interval x, struct interval y, struct interval *out)
{
    int zero = number(c, 0);
    if (!interval_is_closed(x) || !interval_is_closed(y))
        return false;
    for (int k = 0; k < 2 && e->op == SCOP_AND; k++)
        if (e->arg[k]->op == SCOP_INT && e->arg[k]->ival >= 0) {
            *out = (struct interval){zero, number(c, e->arg[k]->ival),
                                     both(c, KIR_AND, x.some, y.some)};
            return true;
        }
    demand(c, both(c, KIR_LE, zero, both(c, KIR_MIN, x.low, y.low)), &x);
    *out =
        (struct interval){zero,
                          e->op == SCOP_AND ? both(c, KIR_MIN, x.high, y.high)
                                            : both(c, KIR_ADD, x.high, y.high),
                          both(c, KIR_AND, x.some, y.some)};
    return true;
}

/* Cuts what x `op` y excludes off x. */
void interval_cut(const struct intervals *c, enum scop_op op, struct interval y,
                  struct interval *x)
{
    bool below = op == SCOP_LT || op == SCOP_LE || op == SCOP_EQ;
    bool above = op == SCOP_GT || op == SCOP_GE || op == SCOP_EQ;
    if (below && y.high >= 0) {
        int end = both(c, KIR_SUB, y.high, number(c, op == SCOP_LT));
        x->high = x->high < 0 ? end : both(c, KIR_MIN, x->high, end);
    }
    if (above && y.low >= 0) {
        int end = both(c, KIR_ADD, y.low, number(c, op == SCOP_GT));
        x->low = x->low < 0 ? end : both(c, KIR_MAX, x->low, end);
    }
    x->some = both(c, KIR_AND, x->some, y.some);
    if (interval_is_closed(*x))
        x->some = both(c, KIR_AND, x->some, both(c, KIR_LE, x->low, x->high));
}
