/*
 * Addresses in PTX. An index is a sum: a constant, and terms c * a or c * a * b
 * of constants c and values a, b that are no sums themselves. Where the address
 * of an element of the same array is in a register, and the indices differ in
 * a constant, that goes to the instruction's offset; where they differ in one
 * term c * a besides, one addition makes the new address of the old one. Else
 * it is base + index * size. Integers wrap, so that all of this is exact.
 *
 * A function is walked before it is printed (ptx_plan): addresses are found in
 * the same way, but only what they need is noted. Most indices need no register
 * then, and nothing computes them.
 */
#include "backends/ptx/local.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TERMS = 8, MAX_SUM_DEPTH = 64, SEARCHED = 16 };

struct ptx_term {
    int64_t factor;
    int a, b; /* values; b <= a, -1: none */
};

/* Terms in the order of a, then b; no factor is 0. */
struct ptx_sum {
    int count;
    const struct ptx_term *term;
    int64_t constant;
};

struct address_sum {
    int count;
    struct ptx_term term[MAX_TERMS];
    int64_t constant;
};

static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static int64_t plus(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* Adds a term; false if there are too many. */
static bool add_term(struct address_sum *w, struct ptx_term t)
{
    int k = 0;

    while (k < w->count &&
           (w->term[k].a < t.a || (w->term[k].a == t.a && w->term[k].b < t.b)))
        k++;
    if (k < w->count && w->term[k].a == t.a && w->term[k].b == t.b) {
        w->term[k].factor = plus(w->term[k].factor, t.factor);
        if (w->term[k].factor == 0)
            memmove(&w->term[k], &w->term[k + 1],
                    sizeof *w->term * (size_t)(--w->count - k));
        return true;
    }
    if (w->count == MAX_TERMS)
        return false;
    memmove(&w->term[k + 1], &w->term[k],
            sizeof *w->term * (size_t)(w->count++ - k));
    w->term[k] = t;
    return true;
}

/* Adds factor * sum. */
static bool add_sum(struct address_sum *w, const struct ptx_sum *sum,
                    int64_t factor)
{
    bool fits = true;

    w->constant = plus(w->constant, times(sum->constant, factor));
    for (int k = 0; fits && k < sum->count; k++) {
        struct ptx_term t = sum->term[k];

        t.factor = times(t.factor, factor);
        fits = t.factor == 0 || add_term(w, t);
    }
    return fits;
}

/* The product of two sums, where no term of it has three values. */
static bool add_product(struct address_sum *w, const struct ptx_sum *x,
                        const struct ptx_sum *y)
{
    struct ptx_sum linear = *y;

    linear.constant = 0;
    if (!add_sum(w, x, y->constant) || !add_sum(w, &linear, x->constant))
        return false;
    w->constant = times(x->constant, y->constant);
    for (int i = 0; i < x->count; i++)
        for (int k = 0; k < y->count; k++) {
            int a = x->term[i].a, b = y->term[k].a;
            struct ptx_term t = {times(x->term[i].factor, y->term[k].factor),
                                 a > b ? a : b, a > b ? b : a};

            if (x->term[i].b >= 0 || y->term[k].b >= 0 ||
                (t.factor != 0 && !add_term(w, t)))
                return false;
        }
    return true;
}

static bool is_word(enum kir_type type)
{
    return kir_is_integer(type) && kir_type_bits(type) >= 32;
}

static const struct ptx_sum *sum_of(struct ptx *p, int value, bool wide);

/* The value as a sum of other values; false if it is none. For an address of 32
 * bits the low words count. */
static bool take_apart(struct ptx *p, int value, bool wide,
                       struct address_sum *w)
{
    const struct kir_value *v = &p->f->value[value], *by;

    if (!is_word(v->type))
        return false;
    if (v->op == KIR_CONST) {
        w->constant = v->imm.i;
        return true;
    }
    if (wide && kir_type_bits(v->type) < 64)
        return false;
    switch (v->op) {
    case KIR_ADD:
    case KIR_SUB:
        return add_sum(w, sum_of(p, v->arg[0], wide), 1) &&
               add_sum(w, sum_of(p, v->arg[1], wide),
                       v->op == KIR_ADD ? 1 : -1);
    case KIR_MUL:
        return add_product(w, sum_of(p, v->arg[0], wide),
                           sum_of(p, v->arg[1], wide));
    case KIR_SHL:
        by = &p->f->value[v->arg[1]];
        return by->op == KIR_CONST && by->imm.i >= 0 && by->imm.i < 31 &&
               add_sum(w, sum_of(p, v->arg[0], wide), (int64_t)1 << by->imm.i);
    case KIR_CAST:
        return !wide && v->narrow == v->type &&
               is_word(p->f->value[v->arg[0]].type) &&
               add_sum(w, sum_of(p, v->arg[0], wide), 1);
    default:
        return false;
    }
}

static const struct ptx_sum *sum_of(struct ptx *p, int value, bool wide)
{
    const struct ptx_sum **slot = &p->sum[2 * value + wide];
    struct address_sum w = {0};
    struct ptx_sum *sum;
    struct ptx_term *term;

    if (*slot)
        return *slot;
    p->sum_depth++;
    if (p->sum_depth > MAX_SUM_DEPTH || !take_apart(p, value, wide, &w))
        w = (struct address_sum){.count = 1, .term = {{1, value, -1}}};
    p->sum_depth--;
    sum = arena_alloc(p->arena, sizeof *sum);
    term = arena_alloc(p->arena, sizeof *term * (size_t)(w.count + 1));
    memcpy(term, w.term, sizeof *term * (size_t)w.count);
    *sum = (struct ptx_sum){w.count, term, w.constant};
    return *slot = sum;
}

/* Known addresses ---------------------------------------------------------- */

/* The scope of an address ends with its block; entry 0 is none. */
int ptx_address_mark(const struct ptx *p)
{
    return p->address_count;
}

static int *address_head(struct ptx *p, int buffer, const struct ptx_sum *sum)
{
    uint64_t hash = (uint64_t)buffer * 40503u;

    for (int k = 0; k < sum->count; k++)
        hash = (hash ^ (uint64_t)sum->term[k].factor * 0x9E3779B97F4A7C15u ^
                ((uint64_t)sum->term[k].a << 32 | (uint32_t)sum->term[k].b)) *
               0xBF58476D1CE4E5B9u;
    return &p->head[(hash >> 40) & (unsigned)p->head_mask];
}

void ptx_address_forget(struct ptx *p, int mark)
{
    while (p->address_count > mark) {
        const struct ptx_address *a = &p->address[--p->address_count];

        if (a->sum) {
            *address_head(p, a->buffer, a->sum) = a->next;
            p->newest[a->buffer] = a->older;
        } else {
            p->newest_scaled = a->older;
        }
    }
}

static bool same_terms(const struct ptx_sum *a, const struct ptx_sum *b)
{
    bool same = a->count == b->count;

    for (int k = 0; same && k < a->count; k++)
        same = a->term[k].factor == b->term[k].factor &&
               a->term[k].a == b->term[k].a && a->term[k].b == b->term[k].b;
    return same;
}

/* Elements that an instruction's offset may be off by. */
static bool is_near(int64_t elements)
{
    return elements >= -(1 << 24) && elements <= 1 << 24;
}

static const struct ptx_address *find(struct ptx *p, int buffer,
                                      const struct ptx_sum *sum)
{
    for (int k = *address_head(p, buffer, sum); k >= 0; k = p->address[k].next)
        if (p->address[k].buffer == buffer &&
            same_terms(p->address[k].sum, sum) &&
            is_near(plus(sum->constant, -p->address[k].sum->constant)))
            return &p->address[k];
    return NULL;
}

static const struct ptx_address *push(struct ptx *p, struct ptx_address entry)
{
    ARENA_PUSH(p->arena, p->address, p->address_count, p->address_cap, entry);
    return &p->address[p->address_count - 1];
}

static const struct ptx_address *remember(struct ptx *p, int buffer,
                                          const struct ptx_sum *sum, int reg)
{
    int *head = address_head(p, buffer, sum);
    struct ptx_address entry = {.buffer = buffer,
                                .sum = sum,
                                .reg = reg,
                                .next = *head,
                                .older = p->newest[buffer]};

    *head = p->newest[buffer] = p->address_count;
    return push(p, entry);
}

/* Making addresses --------------------------------------------------------- */

bool ptx_is_wide(const struct ptx *p, int buffer)
{
    const struct kir_buffer *b = &p->f->buffer[buffer];

    return b->space == KIR_GLOBAL ||
           (b->space == KIR_CONSTANT && p->constants_are_global);
}

static bool is_small_integer(const struct ptx *p, int value)
{
    enum kir_type type = p->f->value[value].type;

    return kir_type_bits(type) == 32 && !kir_is_float(type);
}

/* The value's register; while planning, it is to have one. */
static const char *ask(struct ptx *p, int value)
{
    if (!p->planning)
        return ptx_register(p, value);
    p->uses[value]++;
    return "";
}

/* A register that has factor * value in 64 bits, if it is not long ago; NULL:
 * none. */
static const char *find_scaled(struct ptx *p, int64_t factor, int value)
{
    int at = p->newest_scaled;

    for (int k = 0; k < SEARCHED && at >= 0; k++, at = p->address[at].older)
        if (p->address[at].factor == factor && p->address[at].buffer == value)
            return ptx_name(p, PTX_RD, p->address[at].reg);
    return NULL;
}

/* factor * value in 64 bits, factor > 0. */
static const char *scaled(struct ptx *p, int64_t factor, int value)
{
    struct ptx_address entry = {
        .buffer = value, .factor = factor, .older = p->newest_scaled};
    const char *d = factor == 1 ? ask(p, value) : find_scaled(p, factor, value);
    int power = 0;

    if (d)
        return d;
    while ((int64_t)1 << power < factor)
        power++;
    entry.reg = ptx_new(p, PTX_RD);
    d = ptx_name(p, PTX_RD, entry.reg);
    if ((int64_t)1 << power == factor)
        ptx_put(p, "shl.b64 %s, %s, %d", d, ask(p, value), power);
    else
        ptx_put(p, "mul.lo.s64 %s, %s, %" PRId64, d, ask(p, value), factor);
    p->newest_scaled = p->address_count;
    push(p, entry);
    return d;
}

/* base + value * size in 64 bits. */
static void wide_address(struct ptx *p, const char *d, const char *base,
                         int value, int size)
{
    const struct kir_value *v = &p->f->value[value];

    if (v->op == KIR_CAST && v->narrow == v->type &&
        is_small_integer(p, v->arg[0])) {
        ptx_put(p, "mad.wide.%s %s, %s, %d, %s",
                ptx_type(p->f->value[v->arg[0]].type), d, ask(p, v->arg[0]),
                size, base);
        return;
    }
    if (v->type == KIR_I32)
        ptx_put(p, "mad.wide.s32 %s, %s, %d, %s", d, ask(p, value), size, base);
    else
        ptx_put(p, "add.s64 %s, %s, %s", d, base, scaled(p, size, value));
}

static void narrow_address(struct ptx *p, const char *d, const char *base,
                           int value, int size)
{
    const struct kir_value *v = &p->f->value[value];
    const char *index;

    if (v->op == KIR_CAST && v->type == KIR_I64 &&
        is_small_integer(p, v->arg[0])) {
        index = ask(p, v->arg[0]);
    } else if (v->type == KIR_I64) {
        index = ptx_name(p, PTX_R, ptx_new(p, PTX_R));
        ptx_put(p, "cvt.u32.u64 %s, %s", index, ask(p, value));
    } else {
        index = ask(p, value);
    }
    ptx_put(p, "mad.lo.s32 %s, %s, %d, %s", d, index, size, base);
}

/* An index without constants that are added to it, as far as an instruction's
 * offset can make up for them. */
static int split_index(const struct ptx *p, int index, bool wide)
{
    const struct kir_func *f = p->f;
    int64_t offset = 0;

    for (;;) {
        const struct kir_value *v = &f->value[index];
        int end;

        if ((wide && v->type == KIR_I32) || v->op != KIR_ADD)
            return index;
        end = kir_is_const(f, v->arg[1]) ? 1 : 0;
        if (!kir_is_const(f, v->arg[end]) ||
            !is_near(f->value[v->arg[end]].imm.i))
            return index;
        offset += f->value[v->arg[end]].imm.i;
        if (!is_near(offset))
            return index;
        index = v->arg[1 - end];
    }
}

/* The address of an index that is a value, from the array's base. */
static const struct ptx_address *make(struct ptx *p, int buffer, int value)
{
    bool wide = ptx_is_wide(p, buffer);
    enum ptx_class class = wide ? PTX_RD : PTX_R;
    int size = kir_type_size(p->f->buffer[buffer].type),
        reg = ptx_new(p, class);
    const char *base = ptx_name(p, class, p->base_reg[buffer]);

    (wide ? wide_address : narrow_address)(p, ptx_name(p, class, reg), base,
                                           value, size);
    return remember(p, buffer, sum_of(p, value, wide), reg);
}

/* Is sum = other + step + a constant, with a step of one value? */
static bool is_step_from(const struct ptx_sum *sum, const struct ptx_sum *other,
                         struct ptx_term *step)
{
    struct address_sum w = {0};

    if (!add_sum(&w, sum, 1) || !add_sum(&w, other, -1) || w.count != 1)
        return false;
    *step = w.term[0];
    return step->b < 0 && is_near(w.constant) && is_near(step->factor);
}

/* The address with the index `sum`, or near it, from one a step away, rather
 * one that is in a register; NULL: there is none. */
static const struct ptx_address *step_to(struct ptx *p, int buffer,
                                         const struct ptx_sum *sum)
{
    int size = kir_type_size(p->f->buffer[buffer].type), at = p->newest[buffer];
    int best = -1, reg;
    struct ptx_term step, by = {0};
    struct ptx_sum *there;
    const char *add;

    for (int k = 0; k < SEARCHED && at >= 0; k++, at = p->address[at].older) {
        bool ready;

        if (!is_step_from(sum, p->address[at].sum, &step) ||
            kir_type_bits(p->f->value[step.a].type) < 64)
            continue;
        ready = find_scaled(p, llabs(step.factor) * size, step.a) != NULL;
        if (best < 0 || ready) {
            best = at;
            by = step;
        }
        if (ready)
            break;
    }
    if (best < 0)
        return NULL;
    add = scaled(p, llabs(by.factor) * size, by.a);
    reg = ptx_new(p, PTX_RD);
    ptx_put(p, "%s.s64 %s, %s, %s", by.factor > 0 ? "add" : "sub",
            ptx_name(p, PTX_RD, reg), ptx_name(p, PTX_RD, p->address[best].reg),
            add);
    there = arena_alloc(p->arena, sizeof *there);
    *there = *sum;
    there->constant = p->address[best].sum->constant;
    return remember(p, buffer, there, reg);
}

/* "[%rd5+16]" */
const char *ptx_address_text(struct ptx *p, int buffer, int index)
{
    bool wide = ptx_is_wide(p, buffer);
    enum ptx_class class = wide ? PTX_RD : PTX_R;
    const struct ptx_address *known = NULL;
    const struct ptx_sum *sum = sum_of(p, index, wide);
    int64_t offset = sum->constant;
    int reg = p->base_reg[buffer];

    if (sum->count || !is_near(offset)) {
        known = find(p, buffer, sum);
        if (!known && wide)
            known = step_to(p, buffer, sum);
        if (!known)
            known = make(p, buffer, split_index(p, index, wide));
        reg = known->reg;
        offset = plus(offset, -known->sum->constant);
    }
    if (offset == 0)
        return arena_printf(p->arena, "[%s]", ptx_name(p, class, reg));
    return arena_printf(p->arena, "[%s+%" PRId64 "]", ptx_name(p, class, reg),
                        offset * kir_type_size(p->f->buffer[buffer].type));
}

/* Planning ----------------------------------------------------------------- */

static void plan_block(struct ptx *p, const struct kir_block *block);

static void plan_access(struct ptx *p, int buffer, int index)
{
    if (!p->element_reg[buffer])
        ptx_address_text(p, buffer, index);
}

static void plan_body(struct ptx *p, const struct kir_block *block)
{
    int mark = ptx_address_mark(p);

    plan_block(p, block);
    ptx_address_forget(p, mark);
}

/* Asks for the addresses of a statement in the order in which statements are
 * printed. */
static void plan_stmt(struct ptx *p, const struct kir_stmt *s)
{
    const struct kir_value *v = &p->f->value[s->value];
    int mark = ptx_address_mark(p);

    switch (s->kind) {
    case KIR_LET:
        if (v->op == KIR_LOAD && s->pack != KIR_PACKED)
            plan_access(p, v->buffer, v->arg[0]);
        break;
    case KIR_STORE:
    case KIR_ATOMIC:
        if (s->pack != KIR_PACKED)
            plan_access(p, s->buffer, s->index);
        ask(p, s->value);
        break;
    case KIR_SET:
        ask(p, s->value);
        break;
    case KIR_FOR:
        ask(p, s->lo);
        ask(p, s->hi);
        ask(p, s->step);
        plan_body(p, &s->body[0]);
        break;
    case KIR_IF:
        ask(p, s->value);
        plan_body(p, &s->body[0]);
        plan_body(p, &s->body[1]);
        break;
    case KIR_WHILE:
        plan_block(p, &s->body[0]);
        ask(p, s->value);
        plan_block(p, &s->body[1]);
        ptx_address_forget(p, mark);
        break;
    case KIR_BARRIER:
    case KIR_COMMENT:
    case KIR_LAUNCH:
        break;
    }
}

static void plan_block(struct ptx *p, const struct kir_block *block)
{
    int number = ++p->block_count;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            p->block_of[s->value] = number;
        plan_stmt(p, s);
    }
}

/* Values come after their operands. */
static void use_operands(struct ptx *p)
{
    for (int i = p->f->value_count - 1; i >= 0; i--) {
        const struct kir_value *v = &p->f->value[i];

        if (p->uses[i] && v->op != KIR_LOAD)
            for (int k = 0; k < kir_op_operands(v->op); k++)
                p->uses[v->arg[k]]++;
    }
}

/* A product of integers that only a sum in its block uses becomes part of that;
 * powers of two are left to shifts. */
static void fuse(struct ptx *p, int sum)
{
    const struct kir_value *v = &p->f->value[sum];

    if (v->op != KIR_ADD || !p->uses[sum] || !is_word(v->type))
        return;
    for (int k = 0; k < 2 && !p->fused[sum]; k++) {
        const struct kir_value *product = &p->f->value[v->arg[k]];
        const struct kir_value *by = &p->f->value[product->arg[1]];

        if (product->op != KIR_MUL || p->uses[v->arg[k]] != 1 ||
            p->block_of[v->arg[k]] != p->block_of[sum] ||
            (by->op == KIR_CONST && !(by->imm.i & (by->imm.i - 1))))
            continue;
        p->fused[sum] = 1 + k;
        p->uses[v->arg[k]] = 0;
    }
}

void ptx_address_begin(struct ptx *p)
{
    const struct kir_func *f = p->f;
    size_t values = (size_t)f->value_count;
    int size = 64;

    while (size < f->value_count)
        size *= 2;
    p->head = arena_alloc(p->arena, (size_t)size * sizeof(int));
    memset(p->head, -1, (size_t)size * sizeof(int));
    p->head_mask = size - 1;
    p->newest = arena_alloc(p->arena, (size_t)f->buffer_count * sizeof(int));
    memset(p->newest, -1, (size_t)f->buffer_count * sizeof(int));
    p->newest_scaled = -1;
    p->address_count = 0;
    p->uses = arena_alloc(p->arena, values * sizeof(int));
    p->block_of = arena_alloc(p->arena, values * sizeof(int));
    p->block_count = 0;
    p->fused = arena_alloc(p->arena, values);
    p->sum = arena_alloc(p->arena, 2 * values * sizeof *p->sum);
}

void ptx_plan(struct ptx *p)
{
    int count[PTX_CLASSES];

    memcpy(count, p->count, sizeof count);
    p->planning = true;
    plan_block(p, &p->f->body);
    p->planning = false;
    ptx_address_forget(p, 0);
    memcpy(p->count, count, sizeof count);
    use_operands(p);
    for (int i = 0; i < p->f->value_count; i++)
        fuse(p, i);
}
