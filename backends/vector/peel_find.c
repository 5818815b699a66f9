/*
 * What loops ask for their ends, and what values are between them (peel.c).
 *
 * Values are sums of the iterator, of what no iteration changes, and of numbers
 * in a range: those of loops inside that run a small, constant number of times.
 * A comparison of such a value with one that does not move holds, or does not,
 * from some iteration on or up to one. So do minima, maxima and remainders have
 * the value of one operand there, as in max(x - 2, 0) or (x + 1) % n.
 */
#include "backends/vector/peel.h"

enum { MOST_STATEMENTS = 400 };

static const struct form other_form = {OTHER, 1, 0, 0, -1};

const struct kir_value *peel_value(const struct peel *p, int value)
{
    return &p->f->value[value];
}

/* Forms -------------------------------------------------------------------- */

static struct form fixed(int64_t lo, int64_t hi)
{
    return (struct form){FIXED, 1, lo, hi, -1};
}

static bool is_number(const struct form *a)
{
    return a->kind == FIXED && a->invariant < 0 && a->lo == a->hi;
}

static struct form sum_of(struct form a, struct form b)
{
    if (a.kind == OTHER || b.kind == OTHER ||
        (a.kind == MOVING && b.kind == MOVING) ||
        (a.invariant >= 0 && b.invariant >= 0))
        return other_form;
    struct form moving = a.kind == MOVING ? a : b;
    return (struct form){moving.kind, moving.sign, a.lo + b.lo, a.hi + b.hi,
                         a.invariant >= 0 ? a.invariant : b.invariant};
}

static struct form negative(struct form a)
{
    if (a.kind == OTHER || a.invariant >= 0)
        return other_form;
    return (struct form){a.kind, -a.sign, -a.hi, -a.lo, -1};
}

static void type_range(enum kir_type type, int64_t *lo, int64_t *hi)
{
    bool narrow = kir_type_size(type) < 8;
    *lo = !kir_is_signed(type) ? 0 : narrow ? INT32_MIN : -PEEL_FAR;
    *hi = !narrow ? PEEL_FAR : kir_is_signed(type) ? INT32_MAX : UINT32_MAX;
}

/* The form of the operation before it is looked at whether it may wrap. */
static struct form raw_form(struct peel *p, int value)
{
    const struct kir_value *v = peel_value(p, value);
    struct choice choice;
    switch (v->op) {
    case KIR_CAST:
        return v->narrow == v->type &&
                       kir_is_integer(peel_value(p, v->arg[0])->type)
                   ? peel_form(p, v->arg[0])
                   : other_form;
    case KIR_NEG:
        return negative(peel_form(p, v->arg[0]));
    case KIR_ADD:
        return sum_of(peel_form(p, v->arg[0]), peel_form(p, v->arg[1]));
    case KIR_SUB:
        return sum_of(peel_form(p, v->arg[0]),
                      negative(peel_form(p, v->arg[1])));
    case KIR_SELECT:
    case KIR_MIN:
    case KIR_MAX:
        return peel_choice(p, value, &choice)
                   ? peel_form(p, v->arg[choice.operand])
                   : other_form;
    case KIR_REM: {
        if (!peel_choice(p, value, &choice))
            return other_form;
        struct form form = peel_form(p, v->arg[0]);
        struct form by = peel_form(p, v->arg[1]);
        if (choice.less && by.invariant < 0)
            return sum_of(form, negative(by));
        if (choice.less)
            form.invariant = -1;
        return form;
    }
    default:
        return other_form;
    }
}

static struct form compute_form(struct peel *p, int value)
{
    const struct kir_value v = *peel_value(p, value);
    int64_t lo, hi;
    if (!kir_is_integer(v.type))
        return other_form;
    if (value == p->loop->iter)
        return (struct form){MOVING, 1, 0, 0, -1};
    if (v.op != KIR_CONST && !p->inside[value])
        return v.type == KIR_U64 ? other_form
                                 : (struct form){FIXED, 1, 0, 0, value};
    struct form form =
        v.op == KIR_CONST ? fixed(v.imm.i, v.imm.i) : raw_form(p, value);
    type_range(v.type, &lo, &hi);
    bool wraps = form.lo < -INT32_MAX || form.hi > INT32_MAX ||
                 (form.kind == FIXED &&
                  (form.invariant >= 0 || form.lo < lo || form.hi > hi));
    return wraps ? other_form : form;
}

struct form peel_form(struct peel *p, int value)
{
    if (p->form[value].kind == UNSEEN)
        p->form[value] = compute_form(p, value);
    return p->form[value];
}

/* Tests -------------------------------------------------------------------- */

/* Is it the first iterations that differ? Tests for a constant ask for them. */
static bool is_for_first(const struct peel *p, const struct test *t)
{
    if (t->a.invariant >= 0 || t->b.invariant >= 0)
        return t->b.invariant < 0;
    if (!kir_is_const(p->f, p->loop->lo) || !kir_is_const(p->f, p->loop->hi))
        return true;
    int64_t lo = peel_value(p, p->loop->lo)->imm.i;
    int64_t hi = peel_value(p, p->loop->hi)->imm.i;
    return t->b.lo - t->a.lo <= lo / 2 + hi / 2;
}

static enum kir_op mirrored(enum kir_op op)
{
    switch (op) {
    case KIR_LT:
        return KIR_GT;
    case KIR_LE:
        return KIR_GE;
    case KIR_GT:
        return KIR_LT;
    case KIR_GE:
        return KIR_LE;
    default:
        return op;
    }
}

/* a OP b as x + c OP d. False: it is none. */
static bool normalise(struct test *t)
{
    struct form a = t->a, b = t->b;
    if (b.kind == MOVING) {
        t->a = b;
        t->b = a;
        t->op = mirrored(t->op);
    }
    if (t->a.kind != MOVING || t->b.kind != FIXED)
        return false;
    if (t->a.sign < 0) { /* c - x OP d is x + d MIRRORED c */
        a = t->a;
        t->a = t->b;
        t->a.kind = MOVING;
        t->b = a;
        t->b.kind = FIXED;
        t->b.sign = 1;
        t->op = mirrored(t->op);
    }
    return true;
}

/* Takes the test as what it is where `first` iterations are split off, or the
 * last ones. */
static void settle(struct test *t, bool first)
{
    bool below = t->op == KIR_LT || t->op == KIR_LE;
    t->first = first;
    t->truth = t->op == KIR_EQ   ? false
               : t->op == KIR_NE ? true
                                 : below != first;
}

bool peel_test(struct peel *p, int value, struct test *test)
{
    const struct kir_value *v = peel_value(p, value);
    if (v->op != KIR_LT && v->op != KIR_LE && v->op != KIR_GT &&
        v->op != KIR_GE && v->op != KIR_EQ && v->op != KIR_NE)
        return false;
    int a = v->arg[0], b = v->arg[1];
    *test =
        (struct test){v->op, peel_form(p, a), peel_form(p, b), false, false};
    if (!normalise(test))
        return false;
    settle(test, is_for_first(p, test));
    return true;
}

/* Adds a OP b to what is so; false if it is no test. */
static bool require(struct choice *c, struct form a, enum kir_op op,
                    struct form b)
{
    struct test *t = &c->test[c->count++];
    *t = (struct test){op, a, b, false, false};
    if (!normalise(t))
        return false;
    bool below = t->op == KIR_LT || t->op == KIR_LE;
    settle(t, !below);
    return t->truth;
}

/* max(x + c, d) and min(x + c, d) are x + c as a rule, max(d - x, c) and
 * min(d - x, c) are c. */
static bool choose_extreme(struct peel *p, const struct kir_value *v,
                           struct choice *c)
{
    struct form a = peel_form(p, v->arg[0]), b = peel_form(p, v->arg[1]);
    bool moves = a.kind == MOVING;
    struct form moving = moves ? a : b;
    c->operand = (moving.sign > 0) == moves ? 0 : 1;
    struct form chosen = c->operand ? b : a, left = c->operand ? a : b;
    return moving.kind == MOVING &&
           require(c, chosen, v->op == KIR_MAX ? KIR_GE : KIR_LE, left);
}

/* (x + c) % w and (x + c + w) % w are x + c as a rule. */
static bool choose_remainder(struct peel *p, const struct kir_value *v,
                             struct choice *c)
{
    struct form a = peel_form(p, v->arg[0]), by = peel_form(p, v->arg[1]);
    bool number = is_number(&by) && by.lo > 0;
    if (a.kind != MOVING || a.sign < 0 || !kir_is_signed(v->type) ||
        by.kind != FIXED || (by.invariant >= 0 && (by.lo || by.hi)) ||
        (by.invariant < 0 && !number) ||
        (a.invariant >= 0 && a.invariant != by.invariant))
        return false;
    c->operand = 0;
    c->less =
        number ? a.lo >= by.lo / 2 && a.hi >= by.lo / 2 : a.invariant >= 0;
    if (c->less && number) {
        a.lo -= by.lo;
        a.hi -= by.lo;
    }
    a.invariant = -1;
    return require(c, a, KIR_GE, fixed(0, 0)) && require(c, a, KIR_LT, by);
}

bool peel_choice(struct peel *p, int value, struct choice *choice)
{
    const struct kir_value v = *peel_value(p, value);
    *choice = (struct choice){0};
    if (!kir_is_integer(v.type) || !p->inside[value])
        return false;
    if (v.op == KIR_MIN || v.op == KIR_MAX)
        return choose_extreme(p, &v, choice);
    if (v.op == KIR_REM)
        return choose_remainder(p, &v, choice);
    if (v.op != KIR_SELECT || !peel_test(p, v.arg[0], &choice->test[0]))
        return false;
    choice->operand = choice->test[0].truth ? 1 : 2;
    return true; /* the condition is a test of its own */
}

bool peel_is_widened(struct peel *p, int value)
{
    const struct kir_value *v = peel_value(p, value);
    return v->op == KIR_CAST && kir_type_size(v->type) == 8 &&
           peel_form(p, value).kind == MOVING &&
           kir_type_size(peel_value(p, v->arg[0])->type) == 4;
}

/* Loops inside ------------------------------------------------------------- */

/* The number in a minimum or maximum that no iteration changes. */
static bool find_number(const struct peel *p, int value, int64_t *number)
{
    const struct kir_value *v = peel_value(p, value);
    int64_t a, b;
    if (v->op == KIR_CONST) {
        *number = v->imm.i;
        return *number > -PEEL_FAR && *number < PEEL_FAR;
    }
    if (v->op == KIR_ADD && find_number(p, v->arg[0], &a) &&
        kir_is_const(p->f, v->arg[1]) && find_number(p, v->arg[1], &b)) {
        *number = a + b;
        return true;
    }
    if (v->op != KIR_MIN && v->op != KIR_MAX)
        return false;
    bool first = find_number(p, v->arg[0], &a);
    bool second = find_number(p, v->arg[1], &b);
    *number = !first             ? b
              : !second          ? a
              : v->op == KIR_MIN ? (a < b ? a : b)
                                 : (a > b ? a : b);
    return first || second;
}

/* What a bound is as a rule: of those that no iteration changes a number, which
 * is then asked for before the loop. */
static struct form bound_form(struct peel *p, int value)
{
    struct form form = peel_form(p, value);
    int64_t number;
    for (int k = 0; k < p->usual_count; k++)
        if (p->usual[k].value == value)
            return fixed(p->usual[k].number, p->usual[k].number);
    if (form.kind != FIXED || form.invariant < 0 ||
        p->usual_count == PEEL_USUAL || !find_number(p, value, &number))
        return form;
    p->usual[p->usual_count++] = (struct usual){value, number};
    return fixed(number, number);
}

bool peel_trips(struct peel *p, const struct kir_stmt *s,
                struct peel_trips *trips)
{
    struct form lo = bound_form(p, s->lo), hi = bound_form(p, s->hi);
    if (lo.kind == OTHER || lo.kind != hi.kind || lo.lo != lo.hi ||
        hi.lo != hi.hi || lo.invariant != hi.invariant || lo.sign != hi.sign ||
        (lo.kind == FIXED && lo.invariant >= 0) ||
        !kir_is_const(p->f, s->step) || peel_value(p, s->step)->imm.i != 1)
        return false;
    *trips = (struct peel_trips){hi.lo - lo.lo, lo.lo,
                                 lo.kind == MOVING ? s->lo : -1};
    return trips->count > 0 && trips->count <= PEEL_SHORT;
}

static bool look_inside(struct peel *p, const struct kir_block *block,
                        int times);

static bool look_at_loop(struct peel *p, const struct kir_stmt *s, int times)
{
    struct peel_trips trips;
    p->inside[s->iter] = true;
    if (!peel_trips(p, s, &trips))
        return false;
    struct form form = bound_form(p, s->lo);
    form.hi += trips.count - 1;
    p->form[s->iter] = form;
    return look_inside(p, &s->body[0], times * (int)trips.count);
}

static bool look_inside(struct peel *p, const struct kir_block *block,
                        int times)
{
    bool good = true;
    struct test test;
    struct choice choice;
    for (const struct kir_stmt *s = block->first; s && good; s = s->next) {
        p->statements += times;
        good = s->kind != KIR_WHILE && s->kind != KIR_BARRIER &&
               s->kind != KIR_LAUNCH && p->statements <= MOST_STATEMENTS;
        if (s->kind == KIR_LET) {
            p->inside[s->value] = true;
            p->test_count += peel_test(p, s->value, &test) ||
                             peel_choice(p, s->value, &choice);
        }
        if (s->kind == KIR_FOR && good)
            good = look_at_loop(p, s, times);
        for (int k = 0; s->kind == KIR_IF && k < 2 && good; k++)
            good = look_inside(p, &s->body[k], times);
    }
    return good;
}

bool peel_find(struct peel *p)
{
    const struct kir_stmt *s = p->loop;
    bool one =
        kir_is_const(p->f, s->step) && peel_value(p, s->step)->imm.i == 1;
    bool constant = kir_is_const(p->f, s->lo) && kir_is_const(p->f, s->hi);
    bool few =
        constant &&
        peel_value(p, s->hi)->imm.i - peel_value(p, s->lo)->imm.i <= PEEL_SHORT;
    p->inside[s->iter] = true;
    return one && !few && look_inside(p, &s->body[0], 1) &&
           p->test_count + p->usual_count > 0;
}
