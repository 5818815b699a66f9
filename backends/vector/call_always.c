/*
 * Functions that there are for vectors, in loops with conditions on data:
 *
 *   if c                           r = exp(c ? x : 1)
 *     r = exp(x)                   s = s + (c ? r : -0.0)
 *     s = s + r                    a = c ? r : 2
 *     store out i r                store out i a
 *   else
 *     store out i 2
 *
 * Compilers make vectors of loops with conditions, by masks, but not if these
 * call functions. So there are none here: lanes in which the condition says no
 * compute the function of 1, which is always known and traps nothing, and what
 * the argument is made of; variables and local arrays keep what they hold. A
 * loop stays as it is where a branch loads, since that may not be there, or
 * stores where the other one does not, or holds a loop. What only one value of
 * a choice needs is a function of 1 as well where the other one is taken. A sum
 * stays one, to which nothing is added: -0.0 leaves all numbers as they are.
 */
#include "backends/vector/vector.h"

#include <math.h>

enum { DEEP = 8, NEVER = -1, MOST_STORES = 8 };

/* Where a condition is so; `by` NEVER: always. */
struct choice {
    int by;
    bool so;
};

/* A loop's body, as it is made anew. */
struct body {
    struct kir_func *f;
    const struct kir_stmt *loop; /* NULL: the kernel */
    struct kir_block *made;
    int calls, tests, chosen; /* calls that vectors gain much by */
    int *uses;                /* per value */
    int *place;               /* per value: in the body, from 1; 0: elsewhere */
    struct choice *needed;    /* per value: by one value of a choice */
};

static const struct kir_value *value_of(const struct body *b, int value)
{
    return &b->f->value[value];
}

/* Does it depend on what only the run knows, by few operations? Functions of
 * constants are the compiler's. */
static bool is_of_run(const struct kir_func *f, int value, int depth)
{
    const struct kir_value *v = &f->value[value];

    if (v->op == KIR_LOAD || v->op == KIR_GET || v->op == KIR_PARAM)
        return true;
    for (int k = 0; depth > 0 && k < kir_op_operands(v->op); k++)
        if (is_of_run(f, v->arg[k], depth - 1))
            return true;
    return false;
}

bool kir_is_product(const struct kir_func *f, const struct kir_value *v)
{
    double power;

    if (v->op != KIR_POW || !kir_is_const(f, v->arg[1]))
        return false;
    power = f->value[v->arg[1]].imm.f;
    return power == rint(power) && power >= -1 && power <= 2;
}

static bool is_call(const struct kir_func *f, int value)
{
    const struct kir_value *v = &f->value[value];

    return kir_fills_vectors(v->op, v->type) && is_of_run(f, value, DEEP) &&
           !kir_is_product(f, v);
}

/* What a branch stores and sets, which the other one may do as well. */
struct other {
    int stores, stored; /* of those the other branch has stored so many */
    int value[MOST_STORES];
    int sets;
    int variable[MOST_STORES], set[MOST_STORES];
};

/* The logarithm of doubles is not so much faster in vectors that it may be
 * computed where it is not needed. */
static bool gains(const struct kir_func *f, int value)
{
    return f->value[value].op != KIR_LOG || f->value[value].type == KIR_F32;
}

/* What can be taken -------------------------------------------------------- */

/* The value is no more than that, INT64_MAX: who knows. */
static int64_t most(const struct kir_func *f, int value, int depth)
{
    const struct kir_value *v = &f->value[value];
    int64_t a, b;

    if (v->op == KIR_CONST)
        return v->imm.i;
    if (depth == 0 || (v->op != KIR_MIN && v->op != KIR_ADD))
        return INT64_MAX;
    a = most(f, v->arg[0], depth - 1);
    b = most(f, v->arg[1], depth - 1);
    if (v->op == KIR_MIN)
        return a < b ? a : b;
    return a < INT32_MAX && b < INT32_MAX ? a + b : INT64_MAX;
}

/* Is it an element that each iteration of the loop has? */
static bool is_in_local(const struct body *b, int buffer, int index)
{
    const struct kir_buffer *local = &b->f->buffer[buffer];
    const struct kir_stmt *loop = b->loop;

    return local->space == KIR_LOCAL && loop && loop->kind == KIR_FOR &&
           index == loop->iter && kir_is_const(b->f, loop->lo) &&
           b->f->value[loop->lo].imm.i >= 0 &&
           most(b->f, loop->hi, DEEP) <= local->count;
}

/* May it be computed where the branch is not taken? */
static bool is_harmless(const struct body *b, int value)
{
    const struct kir_value *v = value_of(b, value);

    if (v->op == KIR_LOAD)
        return is_in_local(b, v->buffer, v->arg[0]);
    return v->op == KIR_GET ||
           (kir_op_properties(v->op) & P_PURE &&
            (kir_is_float(v->type) || (v->op != KIR_DIV && v->op != KIR_REM)));
}

static const struct kir_stmt *next_store(const struct body *b,
                                         const struct kir_stmt *s)
{
    while (s &&
           (s->kind != KIR_STORE || b->f->buffer[s->buffer].space == KIR_LOCAL))
        s = s->next;
    return s;
}

/* Do both branches store the same elements? */
static bool stores_agree(const struct body *b, const struct kir_stmt *test)
{
    const struct kir_stmt *yes = next_store(b, test->body[0].first);
    const struct kir_stmt *no = next_store(b, test->body[1].first);

    int count = 0;

    while (yes && no && yes->buffer == no->buffer && yes->index == no->index &&
           count++ < MOST_STORES) {
        yes = next_store(b, yes->next);
        no = next_store(b, no->next);
    }
    return !yes && !no;
}

/* Are there few enough for struct other? */
static bool sets_few(const struct kir_block *branch)
{
    int count = 0;

    for (const struct kir_stmt *s = branch->first; s; s = s->next)
        count += s->kind == KIR_SET;
    return count <= MOST_STORES;
}

/* `depth`: of branches around. */
static bool can_take(struct body *b, const struct kir_block *block, int depth)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        bool local =
            s->kind == KIR_STORE && b->f->buffer[s->buffer].space == KIR_LOCAL;
        if (s->kind == KIR_LET) {
            b->calls += is_call(b->f, s->value) && gains(b->f, s->value);
            if (depth && !is_harmless(b, s->value))
                return false;
        } else if (s->kind == KIR_IF) {
            b->tests++;
            if (!is_of_run(b->f, s->value, DEEP) || !stores_agree(b, s) ||
                !sets_few(&s->body[0]) ||
                !can_take(b, &s->body[0], depth + 1) ||
                !can_take(b, &s->body[1], depth + 1))
                return false;
        } else if (s->kind == KIR_STORE) {
            if (depth &&
                (local ? !is_in_local(b, s->buffer, s->index) : depth > 1))
                return false;
        } else if (s->kind != KIR_SET && s->kind != KIR_COMMENT) {
            return false;
        }
    }
    return true;
}

/* Choices ------------------------------------------------------------------ */

static void count_uses(struct body *b, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        int read[] = {s->value, s->index, s->lo, s->hi, s->step};
        int count = s->kind == KIR_LET ? 0 : 5;
        for (int k = 0; k < count; k++)
            if (read[k] >= 0)
                b->uses[read[k]]++;
        if (s->kind == KIR_LET)
            for (int k = 0; k < kir_op_operands(value_of(b, s->value)->op); k++)
                b->uses[value_of(b, s->value)->arg[k]]++;
        count_uses(b, &s->body[0]);
        count_uses(b, &s->body[1]);
    }
}

/* Marks the functions behind a value that nothing but the choice needs. */
static void mark_needed(struct body *b, int value, struct choice when)
{
    if (b->uses[value] != 1 || b->place[value] <= b->place[when.by])
        return;
    if (is_call(b->f, value)) {
        b->needed[value] = when;
        b->chosen++;
    }
    for (int k = 0; k < kir_op_operands(value_of(b, value)->op); k++)
        mark_needed(b, value_of(b, value)->arg[k], when);
}

static void look_for_choices(struct body *b, const struct kir_block *block)
{
    int place = 0;

    count_uses(b, &b->f->body);
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == KIR_LET)
            b->place[s->value] = ++place;
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        const struct kir_value *v = value_of(b, s->value);
        if (s->kind != KIR_LET || v->op != KIR_SELECT ||
            !is_of_run(b->f, v->arg[0], DEEP))
            continue;
        mark_needed(b, v->arg[1], (struct choice){v->arg[0], true});
        mark_needed(b, v->arg[2], (struct choice){v->arg[0], false});
    }
}

/* What is made of it ------------------------------------------------------- */

static int both(struct body *b, int when, int test)
{
    return when == NEVER ? test : kir_binary(b->f, KIR_AND, when, test);
}

/* Is what was got here still in the variable, behind all that was made of the
 * loop's body so far? */
static bool is_current(const struct body *b, int variable, int get)
{
    bool current = false;

    for (const struct kir_stmt *s = b->made->first; s; s = s->next)
        if (s->kind == KIR_LET && s->value == get)
            current = true;
        else if (s->kind == KIR_SET && s->variable == variable)
            current = false;
    return current;
}

/* What the sum in the variable grows by; -1: the value is none. */
static int summand(struct body *b, int variable, int value)
{
    const struct kir_value v = *value_of(b, value);
    int sum = v.op == KIR_MULADD ? 2 : 0;

    if (!kir_is_float(v.type) ||
        (v.op != KIR_ADD && v.op != KIR_SUB && v.op != KIR_MULADD))
        return -1;
    if (v.op == KIR_ADD && value_of(b, v.arg[1])->op == KIR_GET)
        sum = 1;
    if (value_of(b, v.arg[sum])->op != KIR_GET ||
        value_of(b, v.arg[sum])->imm.i != variable ||
        !is_current(b, variable, v.arg[sum]))
        return -1;
    return v.op == KIR_MULADD ? kir_mul(b->f, v.arg[0], v.arg[1])
                              : v.arg[1 - sum];
}

/* The variable becomes what one branch or the other says, or stays. */
static int set_value(struct body *b, const struct kir_stmt *s, int when,
                     const struct other *other)
{
    for (int k = other ? other->sets - 1 : -1; k >= 0; k--)
        if (other->variable[k] == s->variable)
            return kir_select(b->f, when, s->value, other->set[k]);
    return kir_select(b->f, when, s->value, kir_get(b->f, s->variable));
}

static void put_set(struct body *b, const struct kir_stmt *s, int when,
                    const struct other *other)
{
    enum kir_op op = value_of(b, s->value)->op;
    enum kir_type type = value_of(b, s->value)->type;
    int more = summand(b, s->variable, s->value);

    if (more < 0) {
        kir_set(b->f, s->variable, set_value(b, s, when, other));
        return;
    }
    op = op == KIR_SUB ? KIR_SUB : KIR_ADD;
    more = kir_select(b->f, when, more,
                      kir_float(b->f, type, op == KIR_SUB ? 0.0 : -0.0));
    kir_set(b->f, s->variable,
            kir_binary(b->f, op, kir_get(b->f, s->variable), more));
}

static void put_let(struct body *b, struct kir_stmt *s, struct choice when)
{
    struct kir_func *f = b->f;
    int count = kir_op_operands(f->value[s->value].op);

    for (int k = 0; when.by != NEVER && is_call(f, s->value) && k < count;
         k++) {
        int argument = f->value[s->value].arg[k];
        int one = kir_float(f, f->value[argument].type, 1);
        if (!kir_is_const(f, argument))
            f->value[s->value].arg[k] = kir_select(
                f, when.by, when.so ? argument : one, when.so ? one : argument);
    }
    kir_append(b->made, s);
}

/* `other`: what the other branch, which is done, stores in the same places;
 * NULL: it comes, and stores either value. */
static void put_store(struct body *b, struct kir_stmt *s, int when,
                      struct other *other)
{
    int old;

    if (when != NEVER && b->f->buffer[s->buffer].space == KIR_LOCAL) {
        old = kir_load(b->f, s->buffer, s->index);
        s->value = kir_select(b->f, when, s->value, old);
    } else if (when != NEVER) {
        if (!other)
            return;
        old = other->value[other->stored++];
        s->value = kir_select(b->f, when, s->value, old);
    }
    kir_append(b->made, s);
}

static void put_block(struct body *b, const struct kir_block *block, int when,
                      struct other *other);

static void put_test(struct body *b, const struct kir_stmt *test, int when)
{
    int never = kir_unary(b->f, KIR_NOT, test->value);
    struct other other = {.stores = 0};
    bool alone = when == NEVER;

    for (const struct kir_stmt *s = test->body[0].first; s; s = s->next) {
        if (s->kind == KIR_STORE && s == next_store(b, s))
            other.value[other.stores++] = s->value;
        if (s->kind == KIR_SET) {
            other.variable[other.sets] = s->variable;
            other.set[other.sets++] = s->value;
        }
        alone &= s->kind != KIR_IF;
    }
    put_block(b, &test->body[0], both(b, when, test->value), NULL);
    /* Around them and within a third value is possible. */
    if (!alone)
        other.sets = 0;
    put_block(b, &test->body[1], both(b, when, never), &other);
}

static void put_block(struct body *b, const struct kir_block *block, int when,
                      struct other *other)
{
    struct kir_stmt *next;

    for (struct kir_stmt *s = block->first; s; s = next) {
        next = s->next;
        s->next = NULL;
        kir_line(b->f, s->line);
        if (s->kind == KIR_IF)
            put_test(b, s, when);
        else if (s->kind == KIR_SET && when != NEVER)
            put_set(b, s, when, other);
        else if (s->kind == KIR_LET)
            put_let(b, s,
                    when == NEVER ? b->needed[s->value]
                                  : (struct choice){when, true});
        else if (s->kind == KIR_STORE)
            put_store(b, s, when, other);
        else
            kir_append(b->made, s);
    }
}

/* Conditions --------------------------------------------------------------- */

/* Where the other condition is asked next, behind nothing but values. */
static struct kir_stmt *find_other(const struct body *b,
                                   const struct kir_stmt *test)
{
    struct kir_stmt *s = test->next;

    while (s && s->kind == KIR_LET && is_harmless(b, s->value) &&
           value_of(b, s->value)->op != KIR_LOAD &&
           value_of(b, s->value)->op != KIR_GET)
        s = s->next;
    return s && s->kind == KIR_IF && !s->body[1].first &&
                   value_of(b, s->value)->op == KIR_NOT &&
                   value_of(b, s->value)->arg[0] == test->value
               ? s
               : NULL;
}

/* Makes one test of two: of a condition and of the other. */
static void join_tests(const struct body *b, struct kir_block *block)
{
    struct kir_block made = {NULL, NULL};
    struct kir_stmt *next;

    for (struct kir_stmt *s = block->first; s; s = next) {
        bool test = s->kind == KIR_IF && !s->body[1].first;
        struct kir_stmt *other = test ? find_other(b, s) : NULL;
        struct kir_stmt *value = s->next;
        for (; other && value != other; value = next) {
            next = value->next;
            value->next = NULL;
            kir_append(&made, value);
        }
        if (other)
            s->body[1] = other->body[0];
        next = other ? other->next : s->next;
        s->next = NULL;
        kir_append(&made, s);
    }
    *block = made;
}

static bool calls(const struct kir_func *f, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_LET && is_call(f, s->value)) ||
            calls(f, &s->body[0]) || calls(f, &s->body[1]))
            return true;
    return false;
}

static bool change_body(struct kir_func *f, const struct kir_stmt *loop,
                        struct kir_block *block)
{
    struct kir_stmt place = {.kind = KIR_IF};
    struct arena *scratch = arena_new();
    struct body b = {.f = f, .loop = loop, .made = &place.body[0]};
    size_t count = (size_t)f->value_count;
    bool found;

    b.uses = arena_alloc(scratch, count * sizeof *b.uses);
    b.place = arena_alloc(scratch, count * sizeof *b.place);
    b.needed = arena_alloc(scratch, count * sizeof *b.needed);
    for (size_t k = 0; k < count; k++)
        b.needed[k].by = NEVER;
    join_tests(&b, block);
    look_for_choices(&b, block);
    found = can_take(&b, block, 0) && (b.tests ? b.calls : b.chosen);
    if (found) {
        kir_open(f, &place, 0);
        put_block(&b, block, NEVER, NULL);
        kir_close(f);
        *block = place.body[0];
    }
    arena_free(scratch);
    return found;
}

static bool holds_loop(const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == KIR_FOR || s->kind == KIR_WHILE ||
            holds_loop(&s->body[0]) || holds_loop(&s->body[1]))
            return true;
    return false;
}

static bool change_loops(struct kir_func *f, const struct kir_stmt *loop,
                         struct kir_block *block)
{
    bool any = false;

    if (!holds_loop(block))
        return calls(f, block) && change_body(f, loop, block);
    for (struct kir_stmt *s = block->first; s; s = s->next)
        for (int k = 0; k < 2; k++)
            if (s->kind == KIR_FOR || holds_loop(&s->body[k]))
                any |= change_loops(f, s, &s->body[k]);
    return any;
}

bool kir_call_always(struct kir_module *module)
{
    bool any = false;

    for (int k = 0; k < module->func_count; k++) {
        struct kir_func *f = module->func[k];
        if (f->kind == KIR_KERNEL && !f->claim_count)
            any |= change_loops(f, NULL, &f->body);
    }
    return any;
}
