/*
 * Rewrites of integer arithmetic and comparisons into a form that shares and
 * moves well. Integers wrap, so that sums may be regrouped freely; floats are
 * left alone, but for comparisons turned around, which is exact.
 *
 * Each rule ends in operations on smaller operands, or moves a constant toward
 * the end of a sum, or lowers the sum of the operands' levels, and no rule does
 * the contrary: rewriting terminates.
 */
#include "backends/optimise/rebuild.h"

static const struct kir_value *value(const struct rebuild *r, int v)
{
    return &r->out->value[v];
}

static bool is_const(const struct rebuild *r, int v)
{
    return kir_is_const(r->out, v);
}

static int binary(struct rebuild *r, enum kir_op op, enum kir_type type, int a,
                  int b)
{
    struct kir_value v = kir_value_of(op, type);

    v.arg[0] = a;
    v.arg[1] = b;
    return rebuild_emit(r, v);
}

static void swap(struct kir_value *v)
{
    int a = v->arg[0];

    v->arg[0] = v->arg[1];
    v->arg[1] = a;
}

/* Whether `v` is (x op c). */
static bool ends_in_const(const struct rebuild *r, int v, enum kir_op op)
{
    return value(r, v)->op == op && is_const(r, value(r, v)->arg[1]);
}

/* (x + c) + d = x + (c + d): one operation less.
 * (x + c) + y = (x + y) + c: neighbours share x + y.
 * (x + y) + z = x + (y + z) where x alone is of an inner level: y + z leaves
 * the loop. */
static int algebra_add(struct rebuild *r, const struct kir_value *v)
{
    for (int i = 0; i < 2; i++) {
        int sum = v->arg[i], other = v->arg[1 - i];
        struct kir_value s = *value(r, sum);
        int inner;

        if (s.op != KIR_ADD)
            continue;
        if (is_const(r, s.arg[1])) {
            bool merge = is_const(r, other);
            int rest = merge ? s.arg[1] : s.arg[0];
            int last = merge ? s.arg[0] : s.arg[1];
            int first = binary(r, KIR_ADD, v->type, rest, other);

            return binary(r, KIR_ADD, v->type, merge ? last : first,
                          merge ? first : last);
        }
        if (is_const(r, other))
            continue;
        inner = rebuild_level(r, s.arg[0]) < rebuild_level(r, s.arg[1]);
        if (rebuild_level(r, s.arg[inner]) >
                rebuild_level(r, s.arg[1 - inner]) &&
            rebuild_level(r, s.arg[inner]) > rebuild_level(r, other))
            return binary(r, KIR_ADD, v->type, s.arg[inner],
                          binary(r, KIR_ADD, v->type, s.arg[1 - inner], other));
    }
    return -1;
}

/* (x + y) - y = x, whichever; x - c = x + (-c); (x + c) - y = (x - y) + c;
 * x - (y + c) = (x - y) + (-c). */
static int algebra_sub(struct rebuild *r, const struct kir_value *v)
{
    int a = v->arg[0], b = v->arg[1];

    if (value(r, a)->op == KIR_ADD)
        for (int i = 0; i < 2; i++)
            if (value(r, a)->arg[i] == b)
                return value(r, a)->arg[1 - i];
    if (is_const(r, b))
        return binary(r, KIR_ADD, v->type, a,
                      kir_int(r->out, v->type,
                              (int64_t)(0 - (uint64_t)value(r, b)->imm.i)));
    if (ends_in_const(r, a, KIR_ADD)) {
        int c = value(r, a)->arg[1];

        return binary(r, KIR_ADD, v->type,
                      binary(r, KIR_SUB, v->type, value(r, a)->arg[0], b), c);
    }
    if (ends_in_const(r, b, KIR_ADD)) {
        int c = value(r, b)->arg[1];

        return binary(r, KIR_SUB, v->type,
                      binary(r, KIR_SUB, v->type, a, value(r, b)->arg[0]), c);
    }
    return -1;
}

/* (x * c) * d = x * (c * d); (x + c) * d = x * d + c * d for constants: the
 * constant reaches the end of the address. (x ± 1) * y = x * y ± y: neighbours
 * share x * y. */
static int algebra_mul(struct rebuild *r, const struct kir_value *v)
{
    enum kir_type type = v->type;

    for (int i = 0; i < 2; i++) {
        int a = v->arg[i], b = v->arg[1 - i], x, c;
        int64_t number;

        if (is_const(r, b) && ends_in_const(r, a, KIR_MUL)) {
            x = value(r, a)->arg[0];
            c = value(r, a)->arg[1];
            return binary(r, KIR_MUL, type, x, binary(r, KIR_MUL, type, c, b));
        }
        if (!ends_in_const(r, a, KIR_ADD))
            continue;
        x = value(r, a)->arg[0];
        c = value(r, a)->arg[1];
        number = value(r, c)->imm.i;
        if (is_const(r, b))
            return binary(r, KIR_ADD, type, binary(r, KIR_MUL, type, x, b),
                          binary(r, KIR_MUL, type, c, b));
        if (number == 1 || number == kir_wrap(type, ~0ull))
            return binary(r, number == 1 ? KIR_ADD : KIR_SUB, type,
                          binary(r, KIR_MUL, type, x, b), b);
    }
    return -1;
}

/* !(a < b) = b <= a and so on: of integers, and of = and != of floats, which
 * stay exact complements with NaNs. */
static int algebra_not(struct rebuild *r, const struct kir_value *v)
{
    struct kir_value t = *value(r, v->arg[0]);
    bool exact = t.op == KIR_EQ || t.op == KIR_NE;

    if (kir_op_table[t.op].rule != T_TEST)
        return -1;
    if (!exact && kir_is_float(value(r, t.arg[0])->type))
        return -1;
    if (exact) {
        t.op = t.op == KIR_EQ ? KIR_NE : KIR_EQ;
    } else {
        t.op = t.op == KIR_LT ? KIR_LE : KIR_LT;
        swap(&t);
    }
    return rebuild_emit(r, t);
}

int rebuild_algebra(struct rebuild *r, struct kir_value *v)
{
    bool integer = kir_is_integer(v->type);

    if ((kir_op_properties(v->op) & P_COMM) && is_const(r, v->arg[0]) &&
        !is_const(r, v->arg[1]))
        swap(v);
    switch (v->op) {
    case KIR_GT:
    case KIR_GE:
        v->op = v->op == KIR_GT ? KIR_LT : KIR_LE;
        swap(v);
        return -1;
    case KIR_NOT:
        return v->type == KIR_PRED ? algebra_not(r, v) : -1;
    case KIR_ADD:
        return integer ? algebra_add(r, v) : -1;
    case KIR_SUB:
        return integer ? algebra_sub(r, v) : -1;
    case KIR_MUL:
        return integer ? algebra_mul(r, v) : -1;
    default:
        return -1;
    }
}
