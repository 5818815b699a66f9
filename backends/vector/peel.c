/*
 * Loops whose conditions ask whether an iteration is near an end, as the
 * borders of images do: x + dx < 0 ? 0 : x + dx. Such a loop becomes three: the
 * first iterations, those between, for which the conditions are known, and the
 * last ones. What is between has no branches left, loops inside run a constant
 * number of times and are written out, and neighbours are read as they follow
 * each other, so that it fills vectors.
 *
 *   for (x = lo; x < hi; x++) B    becomes    for (x = lo; x < L; x++) B
 *                                             for (x = L; x < H; x++) B'
 *                                             for (x = H; x < hi; x++) B
 *
 * A condition that can be known compares x + c with what no iteration changes;
 * c may hold iterators of short loops inside. It is taken for one of the first
 * iterations if it compares with a constant, else for one of the last. L and H
 * also keep all sums from wrapping around, so that they are what they are
 * without bounds. Where bounds of loops inside have been cut by others than x,
 * as in the first rows of an image, the loop stays as it was, beside the three.
 *
 *   peel_find.c   what loops ask for, and what values are between the ends
 */
#include "backends/vector/peel.h"
#include "backends/vector/kernels.h"

/* Bounds ------------------------------------------------------------------- */

static int number(const struct peel *p, int64_t value)
{
    return kir_int(p->f, KIR_I64, value);
}

static int wide(const struct peel *p, int value)
{
    return kir_cast(p->f, KIR_I64, value);
}

static int limited(const struct peel *p, int value)
{
    if (value < 0)
        return number(p, 0);
    bool narrow = kir_type_size(peel_value(p, value)->type) < 8;
    value = wide(p, value);
    if (narrow)
        return value;
    value = kir_binary(p->f, KIR_MAX, value, number(p, -PEEL_FAR));
    return kir_binary(p->f, KIR_MIN, value, number(p, PEEL_FAR));
}

/* One invariant less another one, and a number. */
static int bound(const struct peel *p, int plus, int minus, int64_t more)
{
    int value = kir_sub(p->f, limited(p, plus), limited(p, minus));
    return kir_add(p->f, value, number(p, more));
}

static void begin_at(struct peel *p, int plus, int minus, int64_t more)
{
    p->first_is_needed = true;
    if (plus < 0 && minus < 0)
        p->from = more > p->from ? more : p->from;
    else
        p->first =
            kir_binary(p->f, KIR_MAX, p->first, bound(p, plus, minus, more));
}

static void end_before(struct peel *p, int plus, int minus, int64_t more)
{
    p->end_is_needed = true;
    if (plus < 0 && minus < 0)
        p->to = more < p->to ? more : p->to;
    else
        p->end = kir_binary(p->f, KIR_MIN, p->end, bound(p, plus, minus, more));
}

/* Takes the iterations between if they are below, or those for which the test
 * says that they are beyond. */
static void take_test(struct peel *p, const struct test *t)
{
    bool strict = t->op == KIR_LT || t->op == KIR_GE; /* x + a < b, or not */
    bool equal = t->op == KIR_EQ || t->op == KIR_NE;
    int64_t last = t->b.lo - t->a.hi, next = t->b.hi - t->a.lo;
    if (t->first)
        begin_at(p, t->b.invariant, t->a.invariant, strict ? next : next + 1);
    else
        end_before(p, t->b.invariant, t->a.invariant,
                   strict || equal ? last : last + 1);
}

/* Where a value of a type that holds [lo, hi] does not wrap around. */
static void stay_within(struct peel *p, struct form form, int64_t lo,
                        int64_t hi)
{
    int64_t from = INT64_MIN;
    int i = form.invariant;
    if (kir_is_const(p->f, p->loop->lo))
        from = peel_value(p, p->loop->lo)->imm.i;
    if (form.sign > 0) {
        if (i >= 0 || from < lo - form.lo)
            begin_at(p, -1, i, lo - form.lo);
        if (hi < INT64_MAX)
            end_before(p, -1, i, hi - form.hi + 1);
    } else {
        end_before(p, i, -1, form.lo - lo + 1);
        if (hi < INT64_MAX && (i >= 0 || from < form.hi - hi))
            begin_at(p, i, -1, form.hi - hi);
    }
}

/* Keeps the value, and what it is made of, from wrapping around. Signed numbers
 * of 64 bits do not. */
static void keep_exact(struct peel *p, int value)
{
    struct form form = peel_form(p, value);
    const struct kir_value v = *peel_value(p, value);
    struct choice choice;
    if (form.kind != MOVING || value == p->loop->iter)
        return;
    if (v.type == KIR_I32)
        stay_within(p, form, INT32_MIN, INT32_MAX);
    else if (v.type == KIR_U32)
        stay_within(p, form, 0, UINT32_MAX);
    else if (v.type == KIR_U64)
        stay_within(p, form, 0, INT64_MAX);
    if (peel_choice(p, value, &choice)) {
        keep_exact(p, v.arg[choice.operand]);
        return;
    }
    for (int k = 0; k < kir_op_operands(v.op); k++)
        keep_exact(p, v.arg[k]);
}

static void take_let(struct peel *p, int value)
{
    const struct kir_value v = *peel_value(p, value);
    struct choice choice;
    struct test test;
    bool chosen = peel_choice(p, value, &choice), tests;
    tests = peel_test(p, value, &test);
    if (tests || (chosen && v.op != KIR_SELECT)) {
        keep_exact(p, v.arg[0]);
        keep_exact(p, v.arg[1]);
    }
    if (tests)
        take_test(p, &test);
    for (int k = 0; chosen && k < choice.count; k++)
        take_test(p, &choice.test[k]);
    if (peel_is_widened(p, value))
        keep_exact(p, value);
}

static void take_tests(struct peel *p, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            take_let(p, s->value);
        if (s->kind == KIR_FOR) {
            keep_exact(p, s->lo);
            keep_exact(p, s->hi);
        }
        take_tests(p, &s->body[0]);
        take_tests(p, &s->body[1]);
    }
}

/* Copying ------------------------------------------------------------------ */

static int copied(const struct peel *p, int value)
{
    bool old = value >= 0 && value < p->known;
    return old && p->copy[value] >= 0 ? p->copy[value] : value;
}

/* In 64 bits, what does not wrap around in fewer: indices follow one another
 * then, as far as compilers see. */
static int widened(struct peel *p, int value)
{
    const struct kir_value v = *peel_value(p, value);
    struct choice choice;
    if (peel_form(p, value).kind != MOVING || v.op == KIR_ITER)
        return wide(p, copied(p, value));
    if (peel_choice(p, value, &choice)) {
        int chosen = widened(p, v.arg[choice.operand]);
        return choice.less ? kir_sub(p->f, chosen, wide(p, copied(p, v.arg[1])))
                           : chosen;
    }
    if (v.op == KIR_CAST)
        return widened(p, v.arg[0]);
    if (v.op == KIR_NEG)
        return kir_unary(p->f, v.op, widened(p, v.arg[0]));
    return kir_binary(p->f, v.op, widened(p, v.arg[0]), widened(p, v.arg[1]));
}

/* What the value is between the ends, if more is known of it there; -1: it is
 * not. */
static int known_between(struct peel *p, int value)
{
    const struct kir_value v = *peel_value(p, value);
    struct choice choice;
    struct test test;
    if (peel_test(p, value, &test))
        return kir_int(p->f, KIR_PRED, test.truth);
    if (peel_choice(p, value, &choice)) {
        int chosen = copied(p, v.arg[choice.operand]);
        return choice.less ? kir_sub(p->f, chosen, copied(p, v.arg[1]))
                           : chosen;
    }
    return v.type == KIR_I64 && peel_is_widened(p, value) ? widened(p, value)
                                                          : -1;
}

static void copy_let(struct peel *p, const struct kir_stmt *s, bool between)
{
    int known = between ? known_between(p, s->value) : -1;
    struct kir_value v = *peel_value(p, s->value);
    if (known < 0) {
        for (int k = 0; k < kir_op_operands(v.op); k++)
            v.arg[k] = copied(p, v.arg[k]);
        known = kir_put_value(p->f, &v);
        kir_last_stmt(p->f)->pack = s->pack;
    }
    p->copy[s->value] = known;
}

static void copy_block(struct peel *p, const struct kir_block *block,
                       bool between);

/* Loops inside are written once for each iteration between the ends, since
 * compilers vectorise innermost loops. */
static void copy_loop(struct peel *p, const struct kir_stmt *s, bool between)
{
    struct peel_trips trips;
    enum kir_type type = peel_value(p, s->iter)->type;
    if (!between || !peel_trips(p, s, &trips)) {
        p->copy[s->iter] = kir_for(p->f, copied(p, s->lo), copied(p, s->hi),
                                   copied(p, s->step), s->flags);
        copy_block(p, &s->body[0], between);
        kir_end(p->f);
        return;
    }
    for (int64_t k = 0; k < trips.count; k++) {
        p->copy[s->iter] = trips.lo < 0 ? kir_int(p->f, type, trips.first + k)
                                        : kir_add(p->f, copied(p, trips.lo),
                                                  kir_int(p->f, type, k));
        copy_block(p, &s->body[0], between);
    }
}

static void copy_stmt(struct peel *p, const struct kir_stmt *s, bool between)
{
    struct kir_stmt *made;
    kir_line(p->f, s->line);
    if (s->kind == KIR_LET) {
        copy_let(p, s, between);
        return;
    }
    if (s->kind == KIR_FOR) {
        copy_loop(p, s, between);
        return;
    }
    made = kir_put_stmt(p->f, s->kind);
    made->op = s->op;
    made->value = copied(p, s->value);
    made->variable = s->variable;
    made->buffer = s->buffer;
    made->index = copied(p, s->index);
    made->text = s->text;
    made->pack = s->pack;
    made->origin = s->origin;
    for (int k = 0; s->kind == KIR_IF && k < 2; k++) {
        kir_open(p->f, made, k);
        copy_block(p, &s->body[k], between);
        kir_close(p->f);
    }
}

static void copy_block(struct peel *p, const struct kir_block *block,
                       bool between)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        copy_stmt(p, s, between);
}

static void put_loop(struct peel *p, int from, int to, bool between)
{
    const struct kir_stmt *s = p->loop;
    p->copy[s->iter] = kir_for(p->f, from, to, s->step, s->flags);
    copy_block(p, &s->body[0], between);
    kir_end(p->f);
}

/* Are the bounds that no iteration changes what they are as a rule? */
static int all_usual(const struct peel *p)
{
    int all = kir_int(p->f, KIR_PRED, true);
    for (int k = 0; k < p->usual_count; k++) {
        int value = p->usual[k].value;
        int usual =
            kir_int(p->f, peel_value(p, value)->type, p->usual[k].number);
        all = kir_binary(p->f, KIR_AND, all,
                         kir_binary(p->f, KIR_EQ, value, usual));
    }
    return all;
}

static void put_pieces(struct peel *p)
{
    struct kir_func *f = p->f;
    int lo = p->loop->lo, hi = p->loop->hi;
    enum kir_type type = peel_value(p, p->loop->iter)->type;
    p->first = wide(p, lo);
    p->end = wide(p, hi);
    take_tests(p, &p->loop->body[0]);
    int first = p->first, end = p->end;
    if (p->from > INT64_MIN)
        first = kir_binary(f, KIR_MAX, first, number(p, p->from));
    if (p->to < INT64_MAX)
        end = kir_binary(f, KIR_MIN, end, number(p, p->to));
    first = kir_binary(f, KIR_MIN, first, wide(p, hi));
    end = kir_binary(f, KIR_MAX, end, first);
    first = p->first_is_needed ? kir_cast(f, type, first) : lo;
    end = p->end_is_needed ? kir_cast(f, type, end) : hi;
    if (p->first_is_needed)
        put_loop(p, lo, first, false);
    put_loop(p, first, end, true);
    if (p->end_is_needed)
        put_loop(p, end, hi, false);
}

/* What takes the loop's place. */
static struct kir_block build(struct peel *p)
{
    struct kir_func *f = p->f;
    struct kir_stmt place = {.kind = KIR_IF};
    kir_open(f, &place, 0);
    if (p->usual_count)
        kir_if(f, all_usual(p));
    put_pieces(p);
    if (p->usual_count) {
        kir_else(f);
        put_loop(p, p->loop->lo, p->loop->hi, false);
        kir_end(f);
    }
    kir_close(f);
    return place.body[0];
}

static bool peel_loop(struct kir_func *f, const struct kir_stmt *loop,
                      struct kir_block *made)
{
    struct arena *scratch = arena_new();
    size_t values = (size_t)f->value_count;
    struct peel p = {
        .f = f,
        .loop = loop,
        .known = f->value_count,
        .from = INT64_MIN,
        .to = INT64_MAX,
        .inside = arena_alloc(scratch, values * sizeof *p.inside),
        .copy = arena_alloc(scratch, values * sizeof *p.copy),
        .form = arena_alloc(scratch, values * sizeof *p.form),
    };
    for (size_t k = 0; k < values; k++) {
        p.inside[k] = false;
        p.copy[k] = -1;
        p.form[k] = (struct form){UNSEEN, 1, 0, 0, -1};
    }
    bool good = peel_find(&p);
    if (good)
        *made = build(&p);
    arena_free(scratch);
    return good;
}

static bool peel_block(struct kir_func *f, struct kir_block *block)
{
    bool any = false;
    struct kir_stmt *next, *last = NULL;
    for (struct kir_stmt *s = block->first; s; s = next) {
        struct kir_block made = {s, s};
        next = s->next;
        if (s->kind == KIR_FOR && s->flags & KIR_FOR_LANES)
            ; /* transpose.c takes it */
        else if (s->kind == KIR_FOR && peel_loop(f, s, &made))
            any = true;
        else
            for (int k = 0; k < 2; k++)
                any |= peel_block(f, &s->body[k]);
        last = kir_replace_stmt(block, last, &made, next);
    }
    return any;
}

bool kir_peel(struct kir_module *module)
{
    return vector_change_kernels(module, peel_block);
}
