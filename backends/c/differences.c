/*
 * Sums of absolute differences of bytes (backends/vector/differences.c), as the
 * functions that a dialect has for them: of a row at a time, into sums that lie
 * side by side, which are added up behind the last row.
 */
#include "backends/c/print.h"

#include "backends/vector/vector.h"

static void print_bytes(struct c_printer *c, const struct kir_bytes *bytes,
                        int count)
{
    buf_printf(&c->out, "hdf_bytes_%d(&", count);
    c_print_element(c, bytes->buffer, bytes->index);
    buf_puts(&c->out, ")");
}

static void print_side(struct c_printer *c, const struct kir_side *side,
                       int count)
{
    buf_puts(&c->out, side->count > 1 ? "hdf_mean(" : "");
    print_bytes(c, &side->bytes[0], count);
    if (side->count > 1) {
        buf_puts(&c->out, ", ");
        print_bytes(c, &side->bytes[1], count);
        buf_puts(&c->out, ")");
    }
}

/* Are as many rows known, and few enough that a compiler writes them out? */
static bool are_few(const struct kir_func *f, const struct kir_stmt *s)
{
    enum { FEW = 16 };

    return kir_is_const(f, s->lo) && kir_is_const(f, s->hi) &&
           f->value[s->hi].imm.i - f->value[s->lo].imm.i <= FEW;
}

/* The statements of a row before its bytes. */
static void print_values(struct c_printer *c, const struct kir_stmt *s,
                         const struct kir_stmt *inner)
{
    const struct kir_stmt *last = NULL;

    for (const struct kir_stmt *k = s->body[0].first; k != inner; k = k->next)
        last = k;
    if (last)
        c_print_run(c, s->body[0].first, last);
}

bool c_print_differences(struct c_printer *c, const struct kir_stmt *s)
{
    struct kir_differences what;

    if (!c->dialect->differences || c->f->claim_count ||
        !kir_find_differences(c->f, s, &what) || !c->is_read[what.variable])
        return false;
    const char *sum = c->f->variable[what.variable].name;
    c_print_line(c, "{\n");
    c->depth++;
    c_print_line(c, "hdf_sums hdk_sums = HD_NO_SUMS;\n");
    if (are_few(c->f, s))
        c_print_line(c, "%s\n", c->dialect->differences);
    c_print_for(c, s);
    c->depth++;
    print_values(c, s, what.inner);
    c_print_line(c, "hdk_sums = hdf_differ(hdk_sums, ");
    print_side(c, &what.side[0], what.count);
    buf_puts(&c->out, ", ");
    print_side(c, &what.side[1], what.count);
    buf_puts(&c->out, ");\n");
    c->depth--;
    c_print_line(c, "}\n");
    c_print_line(c,
                 "hd_%s = (int32_t)((uint32_t)hd_%s + hdf_total(hdk_sums));\n",
                 sum, sum);
    c->depth--;
    c_print_line(c, "}\n");
    return true;
}
