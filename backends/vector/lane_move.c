/*
 * Loops that move elements between lanes, or between rows of memory that lie
 * apart and columns of lanes. They are KIR as any other; printers that have a
 * function for them know them again by their form.
 *
 *   for l = 0 to L move                  for l = 0 to L move
 *     to[l] = l == 0 ? first               for s = 0 to steps
 *                    : from[max(l - 1, 0)]   columns[s L + l] =
 *                                              rows[base + l apart + s]
 *
 * or columns to rows.
 */
#include "backends/vector/wavefront.h"

static int number(struct kir_func *f, int64_t value)
{
    return kir_int(f, KIR_I64, value);
}

static int op(struct kir_func *f, enum kir_op op, int a, int b)
{
    return kir_binary(f, op, a, b);
}

void lane_shift_put(struct kir_func *f, const struct kir_lane_shift *what)
{
    int zero = number(f, 0), lane, is_first, value;

    lane = kir_for(f, zero, number(f, what->lanes), number(f, 1), KIR_FOR_MOVE);
    is_first = op(f, KIR_EQ, lane, zero);
    value = op(f, KIR_MAX, op(f, KIR_ADD, lane, number(f, -1)), zero);
    value = kir_load(f, what->from, value);
    kir_store(f, what->to, lane,
              kir_ternary(f, KIR_SELECT, is_first, what->first, value));
    kir_end(f);
}

void lane_copy_put(struct kir_func *f, const struct kir_lane_copy *what)
{
    int lane, step, row, columns;

    lane = kir_for(f, number(f, 0), number(f, what->lanes), number(f, 1),
                   KIR_FOR_MOVE);
    row = op(f, KIR_ADD, what->base, op(f, KIR_MUL, lane, what->apart));
    step = kir_for(f, number(f, 0), what->steps, number(f, 1), 0);
    columns = op(f, KIR_MUL, step, number(f, what->lanes));
    columns = op(f, KIR_ADD, columns, lane);
    row = op(f, KIR_ADD, row, step);
    if (what->store)
        kir_store(f, what->rows, row, kir_load(f, what->columns, columns));
    else
        kir_store(f, what->columns, columns, kir_load(f, what->rows, row));
    kir_end(f);
    kir_end(f);
}

/* Finding ------------------------------------------------------------------ */

struct move {
    const struct kir_func *f;
    int iter;
};

static const struct kir_value *value_of(const struct move *m, int value)
{
    return &m->f->value[value];
}

static bool is_number(const struct move *m, int value, int64_t number)
{
    return kir_is_const(m->f, value) && value_of(m, value)->imm.i == number;
}

/* The statement of the kind behind values alone, the last in the block. */
static const struct kir_stmt *last_of(const struct kir_block *block,
                                      enum kir_stmt_kind kind)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind != KIR_LET)
            return s->kind == kind && !s->next ? s : NULL;
    return NULL;
}

static bool is_counted(const struct move *m, const struct kir_stmt *loop)
{
    return is_number(m, loop->lo, 0) && is_number(m, loop->step, 1);
}

static int lanes_of(const struct move *m, const struct kir_stmt *loop)
{
    if (!(loop->flags & KIR_FOR_MOVE) || !is_counted(m, loop) ||
        !kir_is_const(m->f, loop->hi))
        return 0;
    return (int)value_of(m, loop->hi)->imm.i;
}

/* Is the value `op` of two operands, one of which is `a`? Returns the other
 * one, or -1. */
static int beside(const struct move *m, int value, enum kir_op op, int a)
{
    const struct kir_value *v = value_of(m, value);

    if (v->op != op)
        return -1;
    return v->arg[0] == a ? v->arg[1] : v->arg[1] == a ? v->arg[0] : -1;
}

static bool is_lane_before(const struct move *m, int value)
{
    const struct kir_value *v = value_of(m, value);
    int k, more;

    if (v->op != KIR_MAX)
        return false;
    k = is_number(m, v->arg[0], 0) ? 1 : 0;
    more = beside(m, v->arg[k], KIR_ADD, m->iter);
    return is_number(m, v->arg[1 - k], 0) && more >= 0 &&
           is_number(m, more, -1);
}

bool kir_find_lane_shift(const struct kir_func *f, const struct kir_stmt *loop,
                         struct kir_lane_shift *what)
{
    struct move m = {f, loop->iter};
    const struct kir_stmt *store = last_of(&loop->body[0], KIR_STORE);
    const struct kir_value *choice, *load;
    int zero;

    what->lanes = lanes_of(&m, loop);
    choice = store ? value_of(&m, store->value) : NULL;
    if (!what->lanes || !choice || choice->op != KIR_SELECT ||
        store->index != m.iter)
        return false;
    load = value_of(&m, choice->arg[2]);
    zero = beside(&m, choice->arg[0], KIR_EQ, m.iter);
    what->to = store->buffer;
    what->from = load->buffer;
    what->first = choice->arg[1];
    what->size = kir_type_size(f->buffer[what->to].type);
    return load->op == KIR_LOAD && zero >= 0 && is_number(&m, zero, 0) &&
           is_lane_before(&m, load->arg[0]) && what->to != what->from &&
           what->size * what->lanes == WAVE_BYTES &&
           f->buffer[what->to].space == KIR_LOCAL &&
           f->buffer[what->from].space == KIR_LOCAL;
}

/* base + lane * apart + step */
static bool take_row(const struct move *m, int index, int step,
                     struct kir_lane_copy *what)
{
    const struct kir_value *sum;
    int row = beside(m, index, KIR_ADD, step);

    if (row < 0 || value_of(m, row)->op != KIR_ADD)
        return false;
    sum = value_of(m, row);
    for (int k = 0; k < 2; k++) {
        what->apart = beside(m, sum->arg[k], KIR_MUL, m->iter);
        what->base = sum->arg[1 - k];
        if (what->apart >= 0)
            return true;
    }
    return false;
}

bool kir_find_lane_copy(const struct kir_func *f, const struct kir_stmt *loop,
                        struct kir_lane_copy *what)
{
    struct move m = {f, loop->iter};
    const struct kir_stmt *steps = last_of(&loop->body[0], KIR_FOR);
    const struct kir_stmt *store =
        steps ? last_of(&steps->body[0], KIR_STORE) : NULL;
    const struct kir_value *load;
    int rows, columns;

    what->lanes = lanes_of(&m, loop);
    if (!what->lanes || !store || !is_counted(&m, steps))
        return false;
    load = value_of(&m, store->value);
    if (load->op != KIR_LOAD)
        return false;
    what->store = f->buffer[store->buffer].space == KIR_GLOBAL;
    what->rows = what->store ? store->buffer : load->buffer;
    what->columns = what->store ? load->buffer : store->buffer;
    rows = what->store ? store->index : load->arg[0];
    columns = what->store ? load->arg[0] : store->index;
    what->steps = steps->hi;
    what->size = kir_type_size(f->buffer[what->rows].type);
    columns = beside(&m, columns, KIR_ADD, m.iter);
    columns = columns < 0 ? -1 : beside(&m, columns, KIR_MUL, steps->iter);
    return columns >= 0 && is_number(&m, columns, what->lanes) &&
           f->buffer[what->columns].space == KIR_LOCAL &&
           f->buffer[what->columns].type == f->buffer[what->rows].type &&
           (what->size == 4 || what->size == 8) &&
           take_row(&m, rows, steps->iter, what);
}
