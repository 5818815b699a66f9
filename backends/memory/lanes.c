/*
 * Arithmetic on the integers of a warp. Beside its lanes, a value has a stride
 * along each loop, and each comparison lowers the number of iterations for
 * which it is known to come out the same.
 */
#include "backends/memory/lanes.h"

struct lanes lanes_constant(int64_t value)
{
    struct lanes r = {.known = ~0u};

    for (int k = 0; k < KIR_WARP_LANES; k++)
        r.v[k] = value;
    return r;
}

static void limit(struct lanes_frame *frame, int dim, int64_t horizon)
{
    if (horizon < frame->horizon[dim])
        frame->horizon[dim] = horizon;
}

static bool is_irregular(const struct lanes *a, int dim)
{
    return a->irregular >> dim & 1;
}

static bool is_fixed(const struct lanes *a, int dims)
{
    for (int d = 0; d < dims; d++)
        if (a->stride[d] || is_irregular(a, d))
            return false;
    return true;
}

void lanes_keep_regular(struct lanes_frame *frame, const struct lanes *a)
{
    for (int d = 0; d < frame->dims; d++)
        if (is_irregular(a, d))
            limit(frame, d, 1);
}

void lanes_keep_within(struct lanes_frame *frame, const struct lanes *a,
                       const int64_t *low, const int64_t *high)
{
    lanes_keep_regular(frame, a);
    for (int d = 0; d < frame->dims; d++) {
        int64_t s = a->stride[d];

        for (int k = 0; s && k < KIR_WARP_LANES; k++) {
            if (!(frame->mask >> k & 1))
                continue;
            uint64_t step = s > 0 ? (uint64_t)s : -(uint64_t)s;
            uint64_t room = s > 0 ? (uint64_t)high[k] - (uint64_t)a->v[k]
                                  : (uint64_t)a->v[k] - (uint64_t)low[k];
            uint64_t more = room / step;
            if (more < INT64_MAX)
                limit(frame, d, (int64_t)more + 1);
        }
    }
}

void lanes_keep_in(struct lanes_frame *frame, const struct lanes *a,
                   int64_t low, int64_t high)
{
    int64_t lows[KIR_WARP_LANES], highs[KIR_WARP_LANES];

    for (int k = 0; k < KIR_WARP_LANES; k++) {
        lows[k] = low;
        highs[k] = high;
    }
    lanes_keep_within(frame, a, lows, highs);
}

bool lanes_known(const struct lanes_frame *frame, const struct lanes *a)
{
    return (a->known & frame->mask) == frame->mask;
}

/* Slopes ------------------------------------------------------------------- */

/* Is the value the same in all active lanes? */
static bool is_uniform(const struct lanes_frame *frame, const struct lanes *a,
                       int64_t *value)
{
    bool first = true;

    for (int k = 0; k < KIR_WARP_LANES; k++) {
        if (!(frame->mask >> k & 1))
            continue;
        if (!first && a->v[k] != *value)
            return false;
        *value = a->v[k];
        first = false;
    }
    return !first;
}

/* Every dimension that moves an operand moves the result, nobody knows how. */
static void forget_strides(struct lanes *r, const struct lanes *a)
{
    for (int d = 0; d < LANES_DIMS; d++)
        if (a->stride[d])
            r->irregular |= 1u << d;
    r->irregular |= a->irregular;
}

static void forget_all_strides(const struct kir_value *value,
                               const struct lanes *const *arg, struct lanes *r)
{
    for (int k = 0; k < kir_op_operands(value->op); k++)
        forget_strides(r, arg[k]);
}

/* Slopes wrap as values do. */
static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static void scale(struct lanes *r, const struct lanes *a, int64_t factor)
{
    r->irregular = factor ? a->irregular : 0;
    for (int d = 0; d < LANES_DIMS; d++)
        r->stride[d] = times(a->stride[d], factor);
}

/* Quotient or remainder by a constant: regular along dimensions that move the
 * dividend by multiples of it. */
static void divide(struct lanes *r, const struct lanes *a, int64_t divisor,
                   bool remainder)
{
    r->irregular = a->irregular;
    for (int d = 0; d < LANES_DIMS; d++) {
        if (a->stride[d] % divisor)
            r->irregular |= 1u << d;
        else if (!remainder)
            r->stride[d] = a->stride[d] / divisor;
    }
}

static void add(struct lanes *r, const struct lanes *a, const struct lanes *b,
                int sign)
{
    r->irregular = a->irregular | b->irregular;
    for (int d = 0; d < LANES_DIMS; d++)
        r->stride[d] = (int64_t)((uint64_t)a->stride[d] +
                                 (uint64_t)times(b->stride[d], sign));
}

struct lanes lanes_subtract(const struct lanes *a, const struct lanes *b)
{
    struct lanes r = {.known = a->known & b->known};

    for (int k = 0; k < KIR_WARP_LANES; k++)
        r.v[k] = (int64_t)((uint64_t)a->v[k] - (uint64_t)b->v[k]);
    add(&r, a, b, -1);
    return r;
}

struct lanes lanes_merge(const struct lanes *a, const struct lanes *b,
                         uint32_t mask, uint32_t all)
{
    struct lanes r = *b;

    r.known = (a->known & ~mask) | (b->known & mask);
    bool mixed = a->known & all & ~mask;
    r.irregular |= mixed ? a->irregular : 0;
    for (int d = 0; mixed && d < LANES_DIMS; d++)
        if (a->stride[d] != b->stride[d])
            r.irregular |= 1u << d;
    for (int k = 0; k < KIR_WARP_LANES; k++)
        if (!(mask >> k & 1))
            r.v[k] = a->v[k];
    return r;
}

/* Decisions ---------------------------------------------------------------- */

/* The sign of `diff` (-1, 0, 1) in each lane stays what it is. */
static void keep_signs(struct lanes_frame *frame, const struct lanes *diff)
{
    int64_t low[KIR_WARP_LANES], high[KIR_WARP_LANES];

    for (int k = 0; k < KIR_WARP_LANES; k++) {
        low[k] = diff->v[k] > 0 ? 1 : diff->v[k] ? INT64_MIN : 0;
        high[k] = diff->v[k] < 0 ? -1 : diff->v[k] ? INT64_MAX : 0;
    }
    lanes_keep_within(frame, diff, low, high);
}

/* Which side of `a < b` or `a <= b` each lane is on stays what it is. */
static void keep_order(struct lanes_frame *frame, const struct lanes *a,
                       const struct lanes *b, bool equal_is_less)
{
    struct lanes diff = lanes_subtract(a, b);
    int64_t low[KIR_WARP_LANES], high[KIR_WARP_LANES];

    for (int k = 0; k < KIR_WARP_LANES; k++) {
        bool less = diff.v[k] < equal_is_less;
        low[k] = less ? INT64_MIN : equal_is_less;
        high[k] = less ? equal_is_less - 1 : INT64_MAX;
    }
    lanes_keep_within(frame, &diff, low, high);
}

/* The strides of what picks a[k] or b[k] by lane. */
static void pick(const struct lanes_frame *frame, struct lanes *r,
                 const struct lanes *a, const struct lanes *b,
                 uint32_t first /* lanes that take a */)
{
    first &= frame->mask;
    struct lanes m = first == frame->mask ? *a
                     : first == 0         ? *b
                                          : lanes_merge(b, a, 0, ~0u);
    r->irregular = m.irregular;
    for (int d = 0; d < LANES_DIMS; d++)
        r->stride[d] = m.stride[d];
}

static void pick_least(struct lanes_frame *frame, enum kir_op op,
                       struct lanes *r, const struct lanes *a,
                       const struct lanes *b)
{
    uint32_t less = 0;

    keep_order(frame, a, b, true);
    for (int k = 0; k < KIR_WARP_LANES; k++)
        less |= a->v[k] <= b->v[k] ? 1u << k : 0;
    pick(frame, r, a, b, op == KIR_MIN ? less : ~less);
}

/* Operations --------------------------------------------------------------- */

static bool power_of_two(int64_t n, int64_t *mask)
{
    *mask = n;
    return n >= 0 && n < INT64_MAX && (n & (n + 1)) == 0;
}

static void strides_of_product(struct lanes_frame *frame,
                               const struct kir_value *value,
                               const struct lanes *const *arg, struct lanes *r)
{
    int64_t c = 0;

    if (is_fixed(arg[1], frame->dims) && is_uniform(frame, arg[1], &c))
        scale(r, arg[0], c);
    else if (is_fixed(arg[0], frame->dims) && is_uniform(frame, arg[0], &c))
        scale(r, arg[1], c);
    else
        forget_all_strides(value, arg, r);
}

/* Division, remainder, shift and mask by a constant. DIV and REM go toward
 * zero: the dividend must keep its sign. */
static void strides_of_division(struct lanes_frame *frame,
                                const struct kir_value *value,
                                const struct lanes *const *arg, struct lanes *r)
{
    enum kir_op op = value->op;
    int64_t c = 0, mask;
    bool constant =
        is_fixed(arg[1], frame->dims) && is_uniform(frame, arg[1], &c);

    if (constant && (op == KIR_DIV || op == KIR_REM) && c > 0) {
        if (!is_fixed(arg[0], frame->dims))
            keep_order(frame, arg[0], &(struct lanes){.known = ~0u}, false);
        divide(r, arg[0], c, op == KIR_REM);
    } else if (constant && op == KIR_SHR && c >= 0 && c < 63 &&
               kir_is_signed(value->type)) {
        divide(r, arg[0], (int64_t)1 << c, false);
    } else if (constant && op == KIR_SHL && c >= 0 && c < 62) {
        scale(r, arg[0], (int64_t)1 << c);
    } else if (constant && op == KIR_AND && power_of_two(c, &mask)) {
        divide(r, arg[0], mask + 1, true);
    } else {
        forget_all_strides(value, arg, r);
    }
}

/* A value of fewer than 64 bits, or an unsigned one, may wrap further on. */
static void keep_type(struct lanes_frame *frame, const struct lanes *r,
                      enum kir_type type)
{
    static const int64_t low[KIR_TYPE_COUNT] = {
        [KIR_I8] = INT8_MIN, [KIR_I16] = INT16_MIN, [KIR_I32] = INT32_MIN};
    static const int64_t high[KIR_TYPE_COUNT] = {
        [KIR_PRED] = 1,         [KIR_I8] = INT8_MAX,    [KIR_U8] = UINT8_MAX,
        [KIR_I16] = INT16_MAX,  [KIR_U16] = UINT16_MAX, [KIR_I32] = INT32_MAX,
        [KIR_U32] = UINT32_MAX, [KIR_U64] = INT64_MAX};

    if (type != KIR_I64)
        lanes_keep_in(frame, r, low[type], high[type]);
}

static void strides_of_test(struct lanes_frame *frame,
                            const struct kir_value *value,
                            const struct lanes *const *arg)
{
    struct lanes diff = lanes_subtract(arg[0], arg[1]);

    switch (value->op) {
    case KIR_LT:
    case KIR_GE:
        keep_order(frame, arg[0], arg[1], false);
        break;
    case KIR_LE:
    case KIR_GT:
        keep_order(frame, arg[0], arg[1], true);
        break;
    default:
        keep_signs(frame, &diff);
        break;
    }
}

static void find_strides(struct lanes_frame *frame,
                         const struct kir_value *value,
                         const struct lanes *const *arg, struct lanes *r)
{
    uint32_t first = 0;

    switch (value->op) {
    case KIR_ADD:
        add(r, arg[0], arg[1], 1);
        break;
    case KIR_SUB:
        add(r, arg[0], arg[1], -1);
        break;
    case KIR_NEG:
        scale(r, arg[0], -1);
        break;
    case KIR_MUL:
        strides_of_product(frame, value, arg, r);
        break;
    case KIR_MIN:
    case KIR_MAX:
        pick_least(frame, value->op, r, arg[0], arg[1]);
        break;
    case KIR_SELECT:
        for (int k = 0; k < KIR_WARP_LANES; k++)
            first |= arg[0]->v[k] ? 1u << k : 0;
        pick(frame, r, arg[1], arg[2], first);
        break;
    case KIR_LT:
    case KIR_LE:
    case KIR_GT:
    case KIR_GE:
    case KIR_EQ:
    case KIR_NE:
        strides_of_test(frame, value, arg);
        break;
    case KIR_CAST:
        if (value->type == KIR_PRED)
            keep_signs(frame, arg[0]);
        else
            scale(r, arg[0], 1);
        break;
    case KIR_DIV:
    case KIR_REM:
    case KIR_SHR:
    case KIR_SHL:
    case KIR_AND:
        strides_of_division(frame, value, arg, r);
        break;
    default:
        forget_all_strides(value, arg, r);
        break;
    }
    keep_type(frame, r, value->narrow);
}

/* The operations that addresses are made of, on I64: the same as kir_scalar,
 * lane by lane at once. False for all others. */
static bool compute_fast(const struct kir_value *value,
                         const struct lanes *const *arg, int64_t *r)
{
    const int64_t *a = arg[0]->v, *b = arg[1] ? arg[1]->v : arg[0]->v;

    switch (value->op) {
    case KIR_ADD:
        for (int k = 0; k < KIR_WARP_LANES; k++)
            r[k] = (int64_t)((uint64_t)a[k] + (uint64_t)b[k]);
        return true;
    case KIR_SUB:
        for (int k = 0; k < KIR_WARP_LANES; k++)
            r[k] = (int64_t)((uint64_t)a[k] - (uint64_t)b[k]);
        return true;
    case KIR_MUL:
        for (int k = 0; k < KIR_WARP_LANES; k++)
            r[k] = times(a[k], b[k]);
        return true;
    case KIR_LE:
        for (int k = 0; k < KIR_WARP_LANES; k++)
            r[k] = a[k] <= b[k];
        return true;
    case KIR_LT:
        for (int k = 0; k < KIR_WARP_LANES; k++)
            r[k] = a[k] < b[k];
        return true;
    case KIR_MIN:
        for (int k = 0; k < KIR_WARP_LANES; k++)
            r[k] = a[k] < b[k] ? a[k] : b[k];
        return true;
    case KIR_MAX:
        for (int k = 0; k < KIR_WARP_LANES; k++)
            r[k] = a[k] > b[k] ? a[k] : b[k];
        return true;
    default:
        return false;
    }
}

struct lanes lanes_compute(struct lanes_frame *frame,
                           const struct kir_value *value, enum kir_type from,
                           const struct lanes *const *arg)
{
    struct lanes r = {.known = ~0u};
    int operands = kir_op_operands(value->op);

    for (int a = 0; a < operands; a++)
        r.known &= arg[a]->known;
    if (kir_is_float(from) || kir_is_float(value->type) ||
        !(r.known & frame->mask))
        return (struct lanes){0};
    bool done = from == KIR_I64 && compute_fast(value, arg, r.v);
    for (int k = 0; !done && k < KIR_WARP_LANES; k++) {
        union kir_imm in[3] = {{.i = 0}}, out = {.i = 0};

        for (int a = 0; a < operands; a++)
            in[a].i = arg[a]->v[k];
        if (!(frame->mask & r.known & 1u << k) ||
            !kir_scalar(value, from, in, &out))
            r.known &= ~(1u << k);
        r.v[k] = out.i;
    }
    find_strides(frame, value, arg, &r);
    return r;
}
