/*
 * Loops whose conditions ask whether an iteration is near an end, as the
 * borders of images do: x + dx < 0 ? 0 : x + dx. Such a loop becomes three: the
 * first iterations, those between, for which the conditions are known, and the
 * last ones. What is between has no branches left and reads neighbours as they
 * follow each other, so that it fills vectors.
 *
 *   for (x = lo; x < hi; x++) B    becomes    for (x = lo; x < L; x++) B
 *                                             for (x = L; x < H; x++) B'
 *                                             for (x = H; x < hi; x++) B
 *
 * A condition that can be known compares x + c with what no iteration changes;
 * c may hold iterators of loops inside that run a constant, small number of
 * times. It is taken for one of the first iterations if it compares with a
 * constant, else for one of the last. L and H also keep all sums from wrapping
 * around, so that they are what they are without bounds.
 */
#include "backends/vector/vector.h"

enum {
    MOST_STATEMENTS = 400, /* of what is between */
    MOST_TESTS = 64,
    SHORT = 8 /* iterations of loops inside */
};

/* Beyond this no bound is, so that their sums do not wrap around. */
static const int64_t FAR_AWAY = (int64_t)1 << 60;

/* What a value is: iterator (MOVING) + [lo, hi] + invariant (-1: none). */
enum form_kind { UNSEEN, OTHER, FIXED, MOVING };

struct form {
    enum form_kind kind;
    int64_t lo, hi;
    int invariant;
};

/* A condition: x + a OP b, with x the iterator. */
struct test {
    int value;
    enum kir_op op;
    struct form a, b;
    bool first; /* is it the first iterations that differ, or the last ones? */
    bool truth; /* what it is between */
};

struct peel {
    struct kir_func *f;
    const struct kir_stmt *loop;
    int known; /* values below are the function's as it was */
    bool *inside;
    struct form *form;
    int *copy;
    int test_count;
    struct test test[MOST_TESTS];
    int first, end;       /* values: what is between begins and ends there */
    int64_t from, to;     /* and there, as far as constants tell */
    bool first_is_needed; /* is some condition for the first iterations? */
    int statements;
};

static const struct kir_value *value_of(const struct peel *p, int value)
{
    return &p->f->value[value];
}

/* Finding ------------------------------------------------------------------ */

static bool is_number(const struct peel *p, int value, int64_t number)
{
    return kir_is_const(p->f, value) && value_of(p, value)->imm.i == number;
}

/* Does the loop run a small number of times, known now? Its iterator's form. */
static bool is_short(const struct peel *p, const struct kir_stmt *s,
                     struct form *form)
{
    if (!kir_is_const(p->f, s->lo) || !kir_is_const(p->f, s->hi) ||
        !is_number(p, s->step, 1))
        return false;
    int64_t lo = value_of(p, s->lo)->imm.i, hi = value_of(p, s->hi)->imm.i;
    *form = (struct form){FIXED, lo, hi - 1, -1};
    return lo < hi && lo > -FAR_AWAY && hi < FAR_AWAY && hi - lo <= SHORT;
}

/* Marks what is made in the block; false if it is more than branches, short
 * loops and assignments. */
static bool look_inside(struct peel *p, const struct kir_block *block,
                        int times)
{
    bool good = true;
    for (const struct kir_stmt *s = block->first; s && good; s = s->next) {
        p->statements += times;
        good = s->kind != KIR_WHILE && s->kind != KIR_BARRIER &&
               s->kind != KIR_LAUNCH && p->statements <= MOST_STATEMENTS;
        if (s->kind == KIR_LET)
            p->inside[s->value] = true;
        if (s->kind == KIR_FOR && good) {
            struct form *form = &p->form[s->iter];
            p->inside[s->iter] = true;
            good = is_short(p, s, form);
            times *= good ? (int)(form->hi - form->lo + 1) : 1;
        }
        for (int k = 0; k < 2 && good; k++)
            good = look_inside(p, &s->body[k], times);
        if (s->kind == KIR_FOR && good)
            times /= (int)(p->form[s->iter].hi - p->form[s->iter].lo + 1);
    }
    return good;
}

static void type_range(enum kir_type type, int64_t *lo, int64_t *hi)
{
    bool narrow = kir_type_size(type) < 8;
    *lo = !kir_is_signed(type) ? 0 : narrow ? INT32_MIN : -FAR_AWAY;
    *hi = !narrow ? FAR_AWAY : kir_is_signed(type) ? INT32_MAX : UINT32_MAX;
}

static struct form form_of(struct peel *p, int value);

static struct form sum_of(struct form a, struct form b)
{
    if (a.kind == OTHER || b.kind == OTHER ||
        (a.kind == MOVING && b.kind == MOVING) ||
        (a.invariant >= 0 && b.invariant >= 0))
        return (struct form){OTHER, 0, 0, -1};
    return (struct form){a.kind == MOVING ? MOVING : b.kind, a.lo + b.lo,
                         a.hi + b.hi,
                         a.invariant >= 0 ? a.invariant : b.invariant};
}

/* Is it the first iterations that differ? Tests for a constant ask for them. */
static bool is_for_first(const struct peel *p, const struct test *t)
{
    if (t->a.invariant >= 0 || t->b.invariant >= 0)
        return t->b.invariant < 0;
    if (!kir_is_const(p->f, p->loop->lo) || !kir_is_const(p->f, p->loop->hi))
        return true;
    int64_t lo = value_of(p, p->loop->lo)->imm.i;
    int64_t hi = value_of(p, p->loop->hi)->imm.i;
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

static bool read_test(struct peel *p, int value, struct test *test)
{
    const struct kir_value *v = value_of(p, value);
    enum kir_op op = v->op;
    if (op != KIR_LT && op != KIR_LE && op != KIR_GT && op != KIR_GE &&
        op != KIR_EQ && op != KIR_NE)
        return false;
    *test = (struct test){
        value, op, form_of(p, v->arg[0]), form_of(p, v->arg[1]), false, false};
    if (test->b.kind == MOVING)
        *test =
            (struct test){value, mirrored(op), test->b, test->a, false, false};
    if (test->a.kind != MOVING || test->b.kind != FIXED)
        return false;
    test->first = is_for_first(p, test);
    bool below = test->op == KIR_LT || test->op == KIR_LE;
    test->truth = op == KIR_EQ   ? false
                  : op == KIR_NE ? true
                                 : below != test->first;
    return true;
}

/* The operand that a selection by a test is between; -1: it is none. */
static int selected(struct peel *p, int value)
{
    struct test test;
    const struct kir_value *v = value_of(p, value);
    if (v->op != KIR_SELECT || !read_test(p, v->arg[0], &test))
        return -1;
    return v->arg[test.truth ? 1 : 2];
}

static struct form compute_form(struct peel *p, int value)
{
    const struct kir_value *v = value_of(p, value);
    struct form other = {OTHER, 0, 0, -1}, form = other;
    int64_t lo, hi;
    if (!kir_is_integer(v->type))
        return other;
    if (value == p->loop->iter)
        return (struct form){MOVING, 0, 0, -1};
    if (v->op == KIR_CONST)
        form = (struct form){FIXED, v->imm.i, v->imm.i, -1};
    else if (!p->inside[value])
        return v->type == KIR_U64 ? other : (struct form){FIXED, 0, 0, value};
    else if (v->op == KIR_CAST && v->narrow == v->type &&
             kir_is_integer(value_of(p, v->arg[0])->type))
        form = form_of(p, v->arg[0]);
    else if (v->op == KIR_SELECT && selected(p, value) >= 0)
        form = form_of(p, selected(p, value));
    else if (v->op == KIR_ADD)
        form = sum_of(form_of(p, v->arg[0]), form_of(p, v->arg[1]));
    else if (v->op == KIR_SUB) {
        struct form less = form_of(p, v->arg[1]);
        bool number = less.kind == FIXED && less.invariant < 0;
        less = (struct form){FIXED, -less.hi, -less.lo, -1};
        form = number ? sum_of(form_of(p, v->arg[0]), less) : other;
    }
    type_range(v->type, &lo, &hi);
    bool wraps = form.lo < -INT32_MAX || form.hi > INT32_MAX ||
                 (form.kind == FIXED &&
                  (form.invariant >= 0 || form.lo < lo || form.hi > hi));
    return wraps ? other : form;
}

static struct form form_of(struct peel *p, int value)
{
    if (p->form[value].kind == UNSEEN)
        p->form[value] = compute_form(p, value);
    return p->form[value];
}

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
    bool narrow = kir_type_size(value_of(p, value)->type) < 8;
    value = wide(p, value);
    if (narrow)
        return value;
    value = kir_binary(p->f, KIR_MAX, value, number(p, -FAR_AWAY));
    return kir_binary(p->f, KIR_MIN, value, number(p, FAR_AWAY));
}

/* The invariant of one form less that of another one, and a number. */
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
    if (plus < 0 && minus < 0)
        p->to = more < p->to ? more : p->to;
    else
        p->end = kir_binary(p->f, KIR_MIN, p->end, bound(p, plus, minus, more));
}

/* Keeps the value, and what it is made of, from wrapping around. Signed numbers
 * of 64 bits do not. */
static void keep_exact(struct peel *p, int value)
{
    struct form form = form_of(p, value);
    const struct kir_value v = *value_of(p, value);
    int64_t lo, hi, from = INT64_MIN;
    if (form.kind != MOVING || value == p->loop->iter)
        return;
    type_range(v.type, &lo, &hi);
    if (kir_is_const(p->f, p->loop->lo))
        from = value_of(p, p->loop->lo)->imm.i;
    if (v.type != KIR_I64 && (form.invariant >= 0 || from < lo - form.lo))
        begin_at(p, -1, form.invariant, lo - form.lo);
    if (kir_type_size(v.type) < 8)
        end_before(p, -1, form.invariant, hi - form.hi + 1);
    if (v.op == KIR_SELECT)
        keep_exact(p, selected(p, value));
    for (int k = 0; v.op != KIR_SELECT && k < kir_op_operands(v.op); k++)
        keep_exact(p, v.arg[k]);
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
    p->test[p->test_count++] = *t;
}

static int count_tests(struct peel *p, const struct kir_block *block)
{
    int count = 0;
    struct test test;
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        count += (s->kind == KIR_LET && read_test(p, s->value, &test)) +
                 count_tests(p, &s->body[0]) + count_tests(p, &s->body[1]);
    return count;
}

/* Is it a number of 64 bits made of a moving one of 32? */
static bool is_widened(struct peel *p, int value)
{
    const struct kir_value *v = value_of(p, value);
    return v->op == KIR_CAST && kir_type_size(v->type) == 8 &&
           form_of(p, value).kind == MOVING &&
           kir_type_size(value_of(p, v->arg[0])->type) == 4;
}

static void take_tests(struct peel *p, const struct kir_block *block)
{
    struct test test;
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET && read_test(p, s->value, &test)) {
            keep_exact(p, value_of(p, s->value)->arg[0]);
            keep_exact(p, value_of(p, s->value)->arg[1]);
            take_test(p, &test);
        }
        if (s->kind == KIR_LET && is_widened(p, s->value))
            keep_exact(p, s->value);
        take_tests(p, &s->body[0]);
        take_tests(p, &s->body[1]);
    }
}

/* Copying ------------------------------------------------------------------ */

static int copied(const struct peel *p, int value)
{
    return value < p->known && p->copy[value] >= 0 ? p->copy[value] : value;
}

/* In 64 bits, what does not wrap around in fewer: indices follow one another
 * then, as far as compilers see. */
static int widened(struct peel *p, int value)
{
    const struct kir_value v = *value_of(p, value);
    if (form_of(p, value).kind != MOVING || value == p->loop->iter)
        return wide(p, copied(p, value));
    if (v.op == KIR_CAST || v.op == KIR_SELECT)
        return widened(p, v.op == KIR_CAST ? v.arg[0] : selected(p, value));
    return kir_binary(p->f, v.op, widened(p, v.arg[0]), widened(p, v.arg[1]));
}

static void copy_let(struct peel *p, const struct kir_stmt *s, bool between)
{
    struct kir_value v = *value_of(p, s->value);
    for (int k = 0; between && k < p->test_count; k++)
        if (p->test[k].value == s->value) {
            p->copy[s->value] = kir_int(p->f, KIR_PRED, p->test[k].truth);
            return;
        }
    if (between && v.type == KIR_I64 && is_widened(p, s->value)) {
        p->copy[s->value] = widened(p, s->value);
        return;
    }
    for (int k = 0; k < kir_op_operands(v.op); k++)
        v.arg[k] = copied(p, v.arg[k]);
    p->copy[s->value] = kir_put_value(p->f, &v);
    kir_last_stmt(p->f)->pack = s->pack;
}

static void copy_block(struct peel *p, const struct kir_block *block,
                       bool between);

/* Short loops are written once for each iteration where no condition is left:
 * compilers vectorise innermost loops. */
static void copy_loop(struct peel *p, const struct kir_stmt *s, bool between)
{
    struct form form;
    enum kir_type type = value_of(p, s->iter)->type;
    if (!between || !is_short(p, s, &form)) {
        p->copy[s->iter] = kir_for(p->f, copied(p, s->lo), copied(p, s->hi),
                                   copied(p, s->step), s->flags);
        copy_block(p, &s->body[0], between);
        kir_end(p->f);
        return;
    }
    for (int64_t k = form.lo; k <= form.hi; k++) {
        p->copy[s->iter] = kir_int(p->f, type, k);
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

/* What takes the loop's place. */
static struct kir_block build(struct peel *p)
{
    struct kir_func *f = p->f;
    struct kir_stmt place = {.kind = KIR_IF};
    int lo = p->loop->lo, hi = p->loop->hi;
    enum kir_type type = value_of(p, p->loop->iter)->type;
    kir_open(f, &place, 0);
    p->first = wide(p, lo);
    p->end = wide(p, hi);
    take_tests(p, &p->loop->body[0]);
    int first = kir_binary(f, KIR_MAX, p->first, number(p, p->from));
    int end = kir_binary(f, KIR_MIN, p->end, number(p, p->to));
    first = kir_binary(f, KIR_MIN, first, wide(p, hi));
    end = kir_binary(f, KIR_MAX, end, first);
    first = kir_cast(f, type, first);
    end = kir_cast(f, type, end);
    if (p->first_is_needed)
        put_loop(p, lo, first, false);
    put_loop(p, first, end, true);
    put_loop(p, end, hi, false);
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
    };
    struct form form;
    int tests = 0;
    p.form = arena_alloc(scratch, values * sizeof *p.form);
    for (size_t k = 0; k < values; k++) {
        p.inside[k] = false;
        p.copy[k] = -1;
        p.form[k] = (struct form){UNSEEN, 0, 0, -1};
    }
    p.inside[loop->iter] = true;
    if (is_number(&p, loop->step, 1) && !is_short(&p, loop, &form) &&
        look_inside(&p, &loop->body[0], 1))
        tests = count_tests(&p, &loop->body[0]);
    bool good = tests > 0 && tests <= MOST_TESTS;
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
    bool any = false;
    for (int k = 0; k < module->func_count; k++)
        if (module->func[k]->kind == KIR_KERNEL)
            any |= peel_block(module->func[k], &module->func[k]->body);
    return any;
}
