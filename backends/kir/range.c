/*
 * Ranges of integers by two walks over the function: the first takes nothing
 * for granted of variables; from what it finds of the values that they are set
 * to, sums in variables are bounded by how often they can grow between two
 * settings; the second walk knows these.
 */
#include "backends/kir/kir.h"

struct range_walk {
    const struct kir_func *f;
    struct kir_range *range;    /* of values */
    struct kir_range *variable; /* of variables */
};

static struct kir_range between(int64_t lo, int64_t hi)
{
    return (struct kir_range){.known = true, .lo = lo, .hi = hi};
}

static struct kir_range range_of_type(enum kir_type type)
{
    switch (type) {
    case KIR_PRED:
        return between(0, 1);
    case KIR_I8:
        return between(INT8_MIN, INT8_MAX);
    case KIR_U8:
        return between(0, UINT8_MAX);
    case KIR_I16:
        return between(INT16_MIN, INT16_MAX);
    case KIR_U16:
        return between(0, UINT16_MAX);
    case KIR_I32:
        return between(INT32_MIN, INT32_MAX);
    case KIR_U32:
        return between(0, UINT32_MAX);
    case KIR_I64:
        return between(INT64_MIN, INT64_MAX);
    default:
        return (struct kir_range){.known = false};
    }
}

static bool holds(struct kir_range outer, struct kir_range inner)
{
    return outer.known && inner.known && outer.lo <= inner.lo &&
           inner.hi <= outer.hi;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static struct kir_range both(struct kir_range a, struct kir_range b)
{
    if (!a.known || !b.known)
        return (struct kir_range){.known = false};
    return between(least(a.lo, b.lo), greatest(a.hi, b.hi));
}

/* Operations --------------------------------------------------------------- */

/* a op b at the ends of both ranges; false if that overflows 64 bits. */
static bool ends(enum kir_op op, struct kir_range a, struct kir_range b,
                 struct kir_range *out)
{
    int64_t end[4];

    switch (op) {
    case KIR_ADD:
        *out = between(0, 0);
        return !__builtin_add_overflow(a.lo, b.lo, &out->lo) &&
               !__builtin_add_overflow(a.hi, b.hi, &out->hi);
    case KIR_SUB:
        *out = between(0, 0);
        return !__builtin_sub_overflow(a.lo, b.hi, &out->lo) &&
               !__builtin_sub_overflow(a.hi, b.lo, &out->hi);
    default:
        if (__builtin_mul_overflow(a.lo, b.lo, &end[0]) ||
            __builtin_mul_overflow(a.lo, b.hi, &end[1]) ||
            __builtin_mul_overflow(a.hi, b.lo, &end[2]) ||
            __builtin_mul_overflow(a.hi, b.hi, &end[3]))
            return false;
        *out = between(
            least(least(end[0], end[1]), least(end[2], end[3])),
            greatest(greatest(end[0], end[1]), greatest(end[2], end[3])));
        return true;
    }
}

/* The result if it is one of the type, marked as exact; else any of the type.
 */
static struct kir_range in_type(enum kir_type type, bool good,
                                struct kir_range r)
{
    struct kir_range whole = range_of_type(type);

    if (!good || !holds(whole, r))
        return whole;
    r.exact = true;
    return r;
}

static struct kir_range arithmetic(enum kir_op op, enum kir_type type,
                                   struct kir_range a, struct kir_range b)
{
    struct kir_range r = between(0, 0);
    bool good = a.known && b.known && ends(op, a, b, &r);

    return in_type(type, good, r);
}

static struct kir_range magnitude(enum kir_type type, struct kir_range a)
{
    if (!a.known || a.lo == INT64_MIN)
        return range_of_type(type);
    return in_type(type, true,
                   between(a.lo > 0   ? a.lo
                           : a.hi < 0 ? -a.hi
                                      : 0,
                           greatest(-a.lo, a.hi)));
}

/* Of AND: not greater than an operand that is not negative. */
static struct kir_range masked(enum kir_type type, struct kir_range a,
                               struct kir_range b)
{
    struct kir_range r = range_of_type(type);

    if (a.known && a.lo >= 0)
        r = between(0, a.hi);
    if (b.known && b.lo >= 0 && (!r.known || r.lo < 0 || b.hi < r.hi))
        r = between(0, b.hi);
    return r;
}

static bool is_one(struct kir_range r)
{
    return r.known && r.lo == r.hi;
}

/* Shifts to the right, quotients and remainders by a positive constant. */
static struct kir_range by_constant(enum kir_op op, enum kir_type type,
                                    struct kir_range a, struct kir_range b)
{
    if (!a.known || !is_one(b) || b.lo < 0)
        return range_of_type(type);
    if (op == KIR_SHR && b.lo < kir_type_bits(type))
        return between(a.lo >> b.lo, a.hi >> b.lo);
    if (op == KIR_DIV && b.lo > 0)
        return between(a.lo / b.lo, a.hi / b.lo);
    if (op == KIR_REM && b.lo > 0)
        return between(a.lo < 0 ? -(b.lo - 1) : 0, a.hi > 0 ? b.lo - 1 : 0);
    return range_of_type(type);
}

static struct kir_range extreme(const struct kir_value *v, struct kir_range a,
                                struct kir_range b)
{
    if (!a.known || !b.known)
        return range_of_type(v->type);
    return v->op == KIR_MIN
               ? between(least(a.lo, b.lo), least(a.hi, b.hi))
               : between(greatest(a.lo, b.lo), greatest(a.hi, b.hi));
}

static struct kir_range of_constant(const struct kir_value *v)
{
    if (v->type == KIR_U64 && v->imm.i < 0)
        return (struct kir_range){.known = false};
    return between(v->imm.i, v->imm.i);
}

static struct kir_range range_of(const struct range_walk *w, int value);

static struct kir_range of_cast(const struct range_walk *w,
                                const struct kir_value *v)
{
    struct kir_range from = range_of(w, v->arg[0]);
    struct kir_range to = range_of_type(v->narrow);

    return holds(to, from) ? between(from.lo, from.hi) : to;
}

static struct kir_range of_operation(const struct range_walk *w,
                                     const struct kir_value *v)
{
    struct kir_range a = range_of(w, v->arg[0]), b = between(0, 0);

    if (kir_op_operands(v->op) > 1)
        b = range_of(w, v->arg[1]);
    switch (v->op) {
    case KIR_ADD:
    case KIR_SUB:
    case KIR_MUL:
        return arithmetic(v->op, v->type, a, b);
    case KIR_NEG:
        return arithmetic(KIR_SUB, v->type, b, a);
    case KIR_ABS:
        return magnitude(v->type, a);
    case KIR_MIN:
    case KIR_MAX:
        return extreme(v, a, b);
    case KIR_AND:
        return masked(v->type, a, b);
    case KIR_SHR:
    case KIR_DIV:
    case KIR_REM:
        return by_constant(v->op, v->type, a, b);
    case KIR_SELECT:
        return both(b, range_of(w, v->arg[2]));
    default:
        return range_of_type(v->type);
    }
}

static struct kir_range compute(const struct range_walk *w, int value)
{
    const struct kir_value *v = &w->f->value[value];

    if (kir_is_float(v->type))
        return (struct kir_range){.known = false};
    switch (v->op) {
    case KIR_CONST:
        return of_constant(v);
    case KIR_GET:
        return w->variable[v->imm.i];
    case KIR_LOAD:
        return range_of_type(w->f->buffer[v->buffer].type);
    case KIR_CAST:
        return of_cast(w, v);
    default:
        return kir_is_leaf(v->op) || kir_op_operands(v->op) == 0
                   ? range_of_type(v->type)
                   : of_operation(w, v);
    }
}

/* Of values that were walked over, and of those that stand nowhere. */
static struct kir_range range_of(const struct range_walk *w, int value)
{
    enum kir_op op = w->f->value[value].op;

    return kir_is_leaf(op) && op != KIR_ITER ? compute(w, value)
                                             : w->range[value];
}

/* Walks -------------------------------------------------------------------- */

static void walk_block(const struct range_walk *w,
                       const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            w->range[s->value] = compute(w, s->value);
        if (s->kind == KIR_FOR) {
            struct kir_range lo = range_of(w, s->lo), hi = range_of(w, s->hi);
            struct kir_range type = range_of_type(w->f->value[s->iter].type);

            if (lo.known && hi.known && lo.lo < hi.hi)
                type = between(lo.lo, hi.hi - 1);
            w->range[s->iter] = type;
        }
        walk_block(w, &s->body[0]);
        walk_block(w, &s->body[1]);
    }
}

/* Sums in variables -------------------------------------------------------- */

/* A variable: the one statement that sets it to what is no sum with it, the
 * block in which that stands, and by how much it may grow behind that. */
struct growth {
    const struct range_walk *w;
    int variable;
    const struct kir_block *block;
    bool in_loop;                 /* the block is the body of a FOR */
    const struct kir_stmt *reset; /* NULL: there is none, it begins as 0 */
    int resets, sums;             /* in the function */
    int followed;                 /* sums that were */
    struct kir_range more;
    bool good;
};

static bool sets(const struct kir_block *block, int variable)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_SET && s->variable == variable) ||
            sets(&s->body[0], variable) || sets(&s->body[1], variable))
            return true;
    return false;
}

static bool is_get(const struct growth *g, int value)
{
    const struct kir_value *v = &g->w->f->value[value];

    return v->op == KIR_GET && v->imm.i == g->variable;
}

/* Is the GET the newest value of the variable at statement s of the block? */
static bool is_newest(const struct growth *g, const struct kir_block *block,
                      const struct kir_stmt *set, int get)
{
    bool newest = false;

    for (const struct kir_stmt *s = block->first; s != set; s = s->next) {
        if (s->kind == KIR_LET && s->value == get)
            newest = true;
        else if ((s->kind == KIR_SET && s->variable == g->variable) ||
                 sets(&s->body[0], g->variable) ||
                 sets(&s->body[1], g->variable))
            newest = false;
    }
    return newest;
}

/* What the statement adds to the variable; false: it is no sum. */
static bool addend(const struct growth *g, const struct kir_block *block,
                   const struct kir_stmt *s, struct kir_range *r)
{
    const struct kir_value *v = &g->w->f->value[s->value];
    int k;

    if (v->op != KIR_ADD && v->op != KIR_SUB)
        return false;
    k = is_get(g, v->arg[0]) ? 0 : 1;
    if (!is_get(g, v->arg[k]) || (k == 1 && v->op == KIR_SUB) ||
        !is_newest(g, block, s, v->arg[k]))
        return false;
    *r = range_of(g->w, v->arg[1 - k]);
    if (v->op == KIR_SUB && r->known)
        *r = arithmetic(KIR_SUB, KIR_I64, between(0, 0), *r);
    return r->known;
}

/* At most so many iterations, 0: unknown. */
static int64_t trips_of(const struct range_walk *w, const struct kir_stmt *s)
{
    struct kir_range lo = range_of(w, s->lo), hi = range_of(w, s->hi);
    struct kir_range step = range_of(w, s->step);
    int64_t length;

    if (!lo.known || !hi.known || !step.known || step.lo < 1 ||
        __builtin_sub_overflow(hi.hi, lo.lo, &length) || length > INT32_MAX)
        return 0;
    return length < 1 ? 1 : (length - 1) / step.lo + 1;
}

static void grow(struct growth *g, struct kir_range by, int64_t times)
{
    struct kir_range all;

    by = between(least(by.lo, 0), greatest(by.hi, 0));
    g->good = g->good && ends(KIR_MUL, by, between(times, times), &all) &&
              ends(KIR_ADD, g->more, all, &g->more);
}

/* How often statements from s to the block's end read the variable. */
static int gets(const struct growth *g, const struct kir_stmt *s)
{
    int count = 0;

    for (; s; s = s->next)
        count += (s->kind == KIR_LET && is_get(g, s->value)) +
                 gets(g, s->body[0].first) + gets(g, s->body[1].first);
    return count;
}

/* Is what statement `set` of a loop's body assigns never read? The body begins
 * with another value, which all that reads the variable comes behind. */
static bool is_overwritten(const struct growth *g, const struct kir_block *body,
                           const struct kir_stmt *set)
{
    const struct kir_stmt *s = body->first;

    while (s->kind != KIR_SET || s->variable != g->variable) {
        if (gets(g, s) != gets(g, s->next) || sets(&s->body[0], g->variable) ||
            sets(&s->body[1], g->variable))
            return false;
        s = s->next;
    }
    return s != set && gets(g, set->next) == 0 &&
           gets(g, s) == gets(g, g->w->f->body.first);
}

/* `loop`: the block is the body of a FOR. */
static void find_sets(struct growth *g, const struct kir_block *block,
                      bool loop)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        struct kir_range by;

        find_sets(g, &s->body[0], s->kind == KIR_FOR);
        find_sets(g, &s->body[1], false);
        if (s->kind != KIR_SET || s->variable != g->variable ||
            (loop && is_overwritten(g, block, s)))
            continue;
        if (addend(g, block, s, &by)) {
            g->sums++;
        } else {
            g->in_loop = loop;
            g->resets++;
            g->reset = s;
            g->block = block;
        }
    }
}

/* Follows the block from a statement to its end, which runs at most `times`
 * times for each time that the variable is reset; 0: any number of times. */
static void follow(struct growth *g, const struct kir_block *block, bool loop,
                   const struct kir_stmt *s, int64_t times)
{
    for (; s && g->good; s = s->next) {
        int64_t within = s->kind == KIR_WHILE ? 0 : times;
        struct kir_range by;

        if (s->kind == KIR_FOR &&
            __builtin_mul_overflow(times, trips_of(g->w, s), &within))
            within = 0;
        if (s->kind == KIR_SET && s->variable == g->variable &&
            !(loop && is_overwritten(g, block, s)) &&
            addend(g, block, s, &by)) {
            g->followed++;
            g->good = times > 0;
            grow(g, by, times);
        }
        follow(g, &s->body[0], s->kind == KIR_FOR, s->body[0].first, within);
        follow(g, &s->body[1], false, s->body[1].first, within);
    }
}

static struct kir_range range_of_variable(const struct range_walk *w,
                                          int variable)
{
    struct kir_range whole = range_of_type(w->f->variable[variable].type);
    struct kir_range start = between(0, 0), all;
    struct growth g = {.w = w,
                       .variable = variable,
                       .block = &w->f->body,
                       .more = between(0, 0),
                       .good = true};

    if (!whole.known)
        return whole;
    find_sets(&g, &w->f->body, false);
    if (g.resets > 1)
        return whole;
    if (g.reset)
        start = both(start, range_of(w, g.reset->value));
    follow(&g, g.block, g.in_loop, g.reset ? g.reset->next : g.block->first, 1);
    if (!g.good || g.followed != g.sums || !start.known ||
        !ends(KIR_ADD, start, g.more, &all) || !holds(whole, all))
        return whole;
    return all;
}

struct kir_range *kir_ranges(struct arena *arena, const struct kir_func *f)
{
    struct range_walk w = {.f = f};
    struct kir_range *variable;

    w.range =
        arena_alloc(arena, ((size_t)f->value_count + 1) * sizeof *w.range);
    w.variable = arena_alloc(arena, ((size_t)f->variable_count + 1) *
                                        sizeof *w.variable);
    variable =
        arena_alloc(arena, ((size_t)f->variable_count + 1) * sizeof *variable);
    for (int i = 0; i < f->variable_count; i++)
        w.variable[i] = range_of_type(f->variable[i].type);
    walk_block(&w, &f->body);
    for (int i = 0; i < f->variable_count; i++)
        variable[i] = range_of_variable(&w, i);
    w.variable = variable;
    walk_block(&w, &f->body);
    return w.range;
}
