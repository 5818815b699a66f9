/*
 * Loops over the elements of a small array that do something where one is not
 * 0, as coders of sparse blocks do. Whether an element is 0 nobody can
 * foretell, and each wrong guess of a processor costs more than the element.
 * Here vectors compare all elements at once, and the loop goes from one bit of
 * what they found to the next:
 *
 *   for (k = n - 1; k >= 0 && more; k--)    mask = bits of a[k] != 0, k < n
 *     if (a[k] != 0)                        while (mask != 0 && more)
 *       B                                     k = the highest bit of mask
 *                                             B
 *                                             mask ^= 1 << k
 *
 * and from the lowest bit on where k grows. What B changes the loop's condition
 * may read: where a[k] is 0, nothing is changed, so that it is the same before
 * the next element. The loop must not store to the array, and nothing outside
 * of it may read k.
 *
 * Loops that compilers fill vectors with are left to them: B must keep
 * something from element to element, and do more than choose between values.
 */
#include "backends/vector/kernels.h"

enum { MOST_ELEMENTS = 32 }; /* bits of a mask */

struct nonzero {
    struct kir_func *f;
    struct kir_stmt *loop;
    struct kir_stmt *guard; /* the IF */
    int array, index;       /* the buffer; k, of type I32 */
    int counter;            /* k's variable; -1: a FOR's iterator */
    bool down;
    int lowest, end; /* of a loop upwards, values */
    int mask;        /* a variable */
};

static const struct kir_value *value_of(const struct nonzero *z, int value)
{
    return &z->f->value[value];
}

static bool is_number(const struct nonzero *z, int value, int64_t number)
{
    const struct kir_value *v = value_of(z, value);

    return v->op == KIR_CONST && v->imm.i == number;
}

/* What statements do ------------------------------------------------------- */

struct doings {
    int gets, sets; /* of a variable */
    bool stores;    /* to a buffer */
    bool acts;      /* more than choosing between values */
};

static void see_block(const struct nonzero *z, const struct kir_block *block,
                      int variable, int buffer, struct doings *d)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        bool writes = s->kind == KIR_STORE || s->kind == KIR_ATOMIC;
        if (s->kind == KIR_LET) {
            const struct kir_value *v = value_of(z, s->value);
            d->gets += v->op == KIR_GET && v->imm.i == variable;
        }
        d->sets += s->kind == KIR_SET && s->variable == variable;
        d->stores |= writes && s->buffer == buffer;
        d->acts |= writes || s->kind == KIR_IF || s->kind == KIR_WHILE ||
                   s->kind == KIR_FOR;
        see_block(z, &s->body[0], variable, buffer, d);
        see_block(z, &s->body[1], variable, buffer, d);
    }
}

static struct doings see(const struct nonzero *z, const struct kir_block *block,
                         int variable)
{
    struct doings d = {.gets = 0};

    see_block(z, block, variable, z->array, &d);
    return d;
}

/* Does what is done for an element need what was done for the one before, and
 * act? */
static bool is_sequential(const struct nonzero *z)
{
    const struct kir_block *body = &z->guard->body[0];

    if (!see(z, body, -1).acts)
        return false;
    for (int k = 0; k < z->f->variable_count; k++)
        if (see(z, body, k).sets > 0 &&
            see(z, &z->loop->body[0], k).gets +
                    see(z, &z->loop->body[1], k).gets >
                0)
            return true;
    return false;
}

/* The loop ----------------------------------------------------------------- */

/* Is the value made of others by operations alone? */
static bool is_pure(const struct nonzero *z, const struct kir_stmt *s)
{
    const struct kir_value *v = value_of(z, s->value);

    return v->op == KIR_GET || v->op == KIR_LOAD ||
           (kir_op_properties(v->op) & P_PURE);
}

/* Does the condition ask whether k is still 0 or more? It may ask for more. */
static bool asks_range(const struct nonzero *z, int condition)
{
    const struct kir_value *v = value_of(z, condition);

    if (v->op == KIR_AND)
        return asks_range(z, v->arg[0]) || asks_range(z, v->arg[1]);
    return (v->op == KIR_LE && is_number(z, v->arg[0], 0) &&
            v->arg[1] == z->index) ||
           (v->op == KIR_GE && is_number(z, v->arg[1], 0) &&
            v->arg[0] == z->index);
}

/* Without casts that drop no bits: from 32 bits to 64. */
static int strip_casts(const struct nonzero *z, int value)
{
    const struct kir_value *v = value_of(z, value);

    while (v->op == KIR_CAST && kir_type_size(v->type) == 8 &&
           v->narrow == KIR_I64) {
        value = v->arg[0];
        v = value_of(z, value);
    }
    return value;
}

/* Is the condition that element k of a small array of the thread's own is not
 * 0? */
static bool take_condition(struct nonzero *z, int condition)
{
    const struct kir_value *v = value_of(z, condition), *load;
    const struct kir_buffer *b;

    if (v->op != KIR_NE || !is_number(z, v->arg[1], 0))
        return false;
    load = value_of(z, v->arg[0]);
    if (load->op != KIR_LOAD || load->type != KIR_I32 ||
        strip_casts(z, load->arg[0]) != z->index)
        return false;
    z->array = load->buffer;
    b = &z->f->buffer[z->array];
    return b->space == KIR_LOCAL && b->count <= MOST_ELEMENTS;
}

/* Takes the statements of the loop's body: values, the one condition, and the
 * next k at their end, if it is a variable. */
static bool take_body(struct nonzero *z, const struct kir_block *body)
{
    struct kir_stmt *next = NULL;

    for (struct kir_stmt *s = body->first; s; s = s->next) {
        bool good = s->kind == KIR_COMMENT;
        if (s->kind == KIR_LET)
            good = is_pure(z, s);
        if (s->kind == KIR_IF && !z->guard) {
            z->guard = s;
            good = !s->body[1].first;
        }
        if (s->kind == KIR_SET) {
            good = z->guard && !next && s->variable == z->counter && !s->next;
            next = s;
        }
        if (!good)
            return false;
    }
    return z->guard && (z->counter < 0 || next) &&
           take_condition(z, z->guard->value);
}

/* Is the loop's test made of values alone, of which one asks for k? */
static bool take_test(struct nonzero *z)
{
    int asks = 0;

    for (const struct kir_stmt *s = z->loop->body[0].first; s; s = s->next) {
        const struct kir_value *v = value_of(z, s->value);
        if (s->kind != KIR_LET || !is_pure(z, s) || v->op == KIR_LOAD)
            return false;
        for (int k = 0; k < kir_op_operands(v->op); k++)
            asks += v->arg[k] == z->index;
    }
    return asks == 1 && asks_range(z, z->loop->value);
}

/* Is k set before the loop, and read nowhere but where the loop's test begins?
 */
static bool is_loops_own(const struct nonzero *z, const struct kir_block *block)
{
    bool set = false;

    for (const struct kir_stmt *s = block->first; s != z->loop; s = s->next)
        set |= s->kind == KIR_SET && s->variable == z->counter;
    return set && see(z, &z->f->body, z->counter).gets == 1 &&
           see(z, &z->loop->body[0], z->counter).gets == 1;
}

/* for (k = …; k >= 0 && …; k--) */
static bool take_while(struct nonzero *z, const struct kir_block *block)
{
    const struct kir_stmt *last = z->loop->body[1].last;
    const struct kir_value *step;

    if (!last || last->kind != KIR_SET)
        return false;
    step = value_of(z, last->value);
    if ((step->op != KIR_SUB || !is_number(z, step->arg[1], 1)) &&
        (step->op != KIR_ADD || !is_number(z, step->arg[1], -1)))
        return false;
    z->counter = last->variable;
    z->index = step->arg[0];
    z->down = true;
    return value_of(z, z->index)->op == KIR_GET &&
           value_of(z, z->index)->type == KIR_I32 &&
           value_of(z, z->index)->imm.i == z->counter && take_test(z) &&
           is_loops_own(z, block) && take_body(z, &z->loop->body[1]);
}

/* for (k = lo; k < hi; k++) */
static bool take_for(struct nonzero *z)
{
    const struct kir_stmt *s = z->loop;

    z->index = s->iter;
    z->lowest = s->lo;
    z->end = s->hi;
    return s->flags == 0 && is_number(z, s->step, 1) &&
           value_of(z, s->iter)->type == KIR_I32 && take_body(z, &s->body[0]);
}

static bool take_loop(struct nonzero *z, const struct kir_block *block)
{
    bool good = z->loop->kind == KIR_WHILE ? take_while(z, block)
                : z->loop->kind == KIR_FOR ? take_for(z)
                                           : false;

    return good && !see(z, &z->guard->body[0], -1).stores && is_sequential(z);
}

/* The loop over bits ------------------------------------------------------- */

static int bits(const struct nonzero *z, int64_t value)
{
    return kir_int(z->f, KIR_U32, value);
}

/* The lowest n bits, of n up to 32; none, if n is negative. */
static int lowest_bits(const struct nonzero *z, int n)
{
    struct kir_func *f = z->f;
    int below = kir_binary(f, KIR_LT, n, kir_i32(f, MOST_ELEMENTS));
    int some = kir_binary(f, KIR_MAX, n, kir_i32(f, 0));
    int shifted = kir_binary(f, KIR_SHL, bits(z, 1),
                             kir_select(f, below, some, kir_i32(f, 0)));

    return kir_select(f, below, kir_sub(f, shifted, bits(z, 1)),
                      bits(z, UINT32_MAX));
}

/* Sets the mask to the bits of elements that are not 0 and that the loop comes
 * by. */
static void put_mask(const struct nonzero *z)
{
    struct kir_func *f = z->f;
    int k, not_zero, found, range;

    kir_set(f, z->mask, bits(z, 0));
    k = kir_for(f, kir_i32(f, 0), kir_i32(f, f->buffer[z->array].count),
                kir_i32(f, 1), 0);
    not_zero =
        kir_binary(f, KIR_NE, kir_load(f, z->array, kir_cast(f, KIR_I64, k)),
                   kir_i32(f, 0));
    found = kir_binary(f, KIR_SHL, kir_cast(f, KIR_U32, not_zero), k);
    kir_set(f, z->mask, kir_binary(f, KIR_OR, kir_get(f, z->mask), found));
    kir_end(f);
    if (z->down) {
        int first = kir_get(f, z->counter);
        range = lowest_bits(z, kir_add(f, first, kir_i32(f, 1)));
    } else {
        int skipped = kir_unary(f, KIR_NOT, lowest_bits(z, z->lowest));
        range = kir_binary(f, KIR_AND, lowest_bits(z, z->end), skipped);
    }
    kir_set(f, z->mask, kir_binary(f, KIR_AND, kir_get(f, z->mask), range));
}

/* k, which was read from a variable or counted, is now where the mask's next
 * bit is; `mask` is the mask's value. */
static void define_index(struct nonzero *z, int mask)
{
    struct kir_func *f = z->f;
    int one = z->down
                  ? mask
                  : kir_binary(f, KIR_AND, mask, kir_sub(f, bits(z, 0), mask));
    struct kir_value v = kir_value_of(KIR_SUB, KIR_I32);

    v.arg[0] = kir_i32(f, MOST_ELEMENTS - 1);
    v.arg[1] = kir_cast(f, KIR_I32, kir_unary(f, KIR_CLZ, one));
    f->value[z->index] = v;
    kir_put_stmt(f, KIR_LET)->value = z->index;
}

/* Takes the statement that made the value out of the block. */
static void drop_let(struct kir_block *block, int value)
{
    struct kir_stmt *last = NULL, *next;

    for (struct kir_stmt *s = block->first; s; s = next) {
        next = s->next;
        if (s->kind == KIR_LET && s->value == value) {
            *(last ? &last->next : &block->first) = next;
            if (!next)
                block->last = last;
            return;
        }
        last = s;
    }
}

static void append_all(struct kir_block *to, const struct kir_block *from)
{
    if (!from->first)
        return;
    if (to->last)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
}

/* The loop's test: is there another bit, and what it asked before. */
static void put_test(struct nonzero *z, struct kir_stmt *made)
{
    struct kir_func *f = z->f;
    struct kir_block rest = {NULL, NULL};
    int mask, more;

    if (z->loop->kind == KIR_WHILE) {
        rest = z->loop->body[0];
        drop_let(&rest, z->index);
    }
    kir_open(f, made, 0);
    mask = kir_get(f, z->mask);
    define_index(z, mask);
    more = kir_binary(f, KIR_NE, mask, bits(z, 0));
    kir_close(f);
    append_all(&made->body[0], &rest);
    made->value = more;
    if (z->loop->kind == KIR_WHILE) {
        struct kir_stmt both = {.kind = KIR_IF};
        kir_open(f, &both, 0);
        made->value = kir_binary(f, KIR_AND, more, z->loop->value);
        kir_close(f);
        append_all(&made->body[0], &both.body[0]);
    }
}

/* The loop's body: what was done where an element is not 0, and the mask
 * without its bit. */
static void put_body(struct nonzero *z, struct kir_stmt *made)
{
    struct kir_func *f = z->f;
    struct kir_block *old = &z->loop->body[z->loop->kind == KIR_WHILE];
    struct kir_block all = {NULL, NULL};
    struct kir_stmt *next;

    kir_open(f, made, 1);
    kir_set(f, z->mask,
            kir_binary(f, KIR_XOR, kir_get(f, z->mask),
                       kir_binary(f, KIR_SHL, bits(z, 1), z->index)));
    kir_close(f);
    for (struct kir_stmt *s = old->first; s; s = next) {
        next = s->next;
        s->next = NULL;
        if (s == z->guard)
            append_all(&all, &s->body[0]);
        else if (s->kind != KIR_SET)
            append_all(&all, &(struct kir_block){s, s});
    }
    append_all(&made->body[1], &all);
}

static struct kir_block build(struct nonzero *z)
{
    struct kir_func *f = z->f;
    struct kir_stmt place = {.kind = KIR_IF}, *made;

    z->mask = kir_variable(f, "nonzero", KIR_U32);
    kir_line(f, z->loop->line);
    kir_open(f, &place, 0);
    put_mask(z);
    made = kir_put_stmt(f, KIR_WHILE);
    kir_close(f);
    put_test(z, made);
    put_body(z, made);
    return place.body[0];
}

static bool change_block(struct kir_func *f, struct kir_block *block)
{
    bool any = false;
    struct kir_stmt *next, *last = NULL;

    for (struct kir_stmt *s = block->first; s; s = next) {
        struct kir_block made = {s, s};
        struct nonzero z = {.f = f, .loop = s, .counter = -1};
        next = s->next;
        if (take_loop(&z, block)) {
            made = build(&z);
            any = true;
        } else {
            for (int k = 0; k < 2; k++)
                any |= change_block(f, &s->body[k]);
        }
        last = kir_replace_stmt(block, last, &made, next);
    }
    return any;
}

bool kir_visit_nonzero(struct kir_module *module)
{
    return vector_change_kernels(module, change_block);
}
