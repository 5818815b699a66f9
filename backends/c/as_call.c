/*
 * Loops that are printed as calls of functions of libhedra: tiles and lanes
 * that are turned or moved, and windows of sums. What such a loop does is found
 * by its form (vector/vector.h); where it has another one it is a loop.
 */
#include "backends/c/print.h"
#include "backends/vector/vector.h"

#include <inttypes.h>

static void print_first(struct c_printer *c, int buffer, int index)
{
    buf_putc(&c->out, '&');
    if (index >= 0)
        c_print_element(c, buffer, index);
    else
        buf_printf(&c->out, "hd_%s[0]",
                   c->f->buffer[c_buffer_of(c, buffer)].name);
}

/* The loop as a call; false: it is none that a function does. */
static bool print_transpose(struct c_printer *c, const struct kir_stmt *s)
{
    struct kir_tile_copy t;
    if (!(s->flags & KIR_FOR_TRANSPOSE) || !c->dialect->transpose[0] ||
        !kir_find_tile_copy(c->f, s, &t))
        return false;
    c_print_line(c, "%s(", c->dialect->transpose[t.store]);
    print_first(c, t.store ? t.rows : t.columns, t.store ? t.base : -1);
    buf_puts(&c->out, ", ");
    print_first(c, t.store ? t.columns : t.rows, t.store ? -1 : t.base);
    buf_printf(&c->out, ", %d, %" PRId64 ");\n", t.size, t.steps);
    return true;
}

static bool print_shift(struct c_printer *c, const struct kir_stmt *s)
{
    struct kir_lane_shift m;
    if (!c->dialect->lane_shift || !kir_find_lane_shift(c->f, s, &m))
        return false;
    c->features |= c->dialect->lane_feature;
    c_print_line(c, "%s(%d, %s, ", c->dialect->lane_shift, m.size,
                 c_type_name(c, c->f->buffer[m.to].type));
    print_first(c, m.to, -1);
    buf_puts(&c->out, ", ");
    print_first(c, m.from, -1);
    buf_puts(&c->out, ", ");
    c_print_value(c, m.first, PREC_ANY);
    buf_puts(&c->out, ");\n");
    return true;
}

/* A loop that moves lanes as a call; false: it is none that a function does. */
static bool print_move(struct c_printer *c, const struct kir_stmt *s)
{
    struct kir_lane_copy m;
    if (!(s->flags & KIR_FOR_MOVE))
        return false;
    if (print_shift(c, s))
        return true;
    if (!c->dialect->lane_copy[0] || !kir_find_lane_copy(c->f, s, &m))
        return false;
    c_print_line(c, "%s(", c->dialect->lane_copy[m.store]);
    print_first(c, m.store ? m.rows : m.columns, m.store ? m.base : -1);
    buf_puts(&c->out, ", ");
    print_first(c, m.store ? m.columns : m.rows, m.store ? -1 : m.base);
    buf_puts(&c->out, ", ");
    c_print_value(c, m.apart, PREC_ANY);
    buf_printf(&c->out, ", %d, %d, ", m.size, m.lanes);
    c_print_value(c, m.steps, PREC_ANY);
    buf_puts(&c->out, ");\n");
    return true;
}

/* The same of a loop over a window of sums. */
static bool print_window(struct c_printer *c, const struct kir_stmt *s)
{
    struct kir_window what;
    if (!c->dialect->window_sums || !kir_find_window(c->f, s, &what))
        return false;
    c_print_line(c, "%s(", c->dialect->window_sums);
    print_first(c, what.to, -1);
    for (int k = 0; k < 2; k++) {
        buf_puts(&c->out, ", ");
        print_first(c, what.buffer[k], what.first[k]);
        buf_puts(&c->out, ", ");
        c_print_value(c, what.row[k], PREC_ANY);
    }
    buf_printf(&c->out, ", %" PRId64 ", %" PRId64 ", ", what.rows,
               what.columns);
    c_print_value(c, what.places, PREC_ANY);
    buf_puts(&c->out, ");\n");
    return true;
}

bool c_print_as_call(struct c_printer *c, const struct kir_stmt *s)
{
    return print_transpose(c, s) || print_move(c, s) || print_window(c, s);
}
