/*
 * The smallest pieces of C text: lines, names, types, literals. What a literal
 * looks like depends on its type alone, not on where it stands.
 */
#include "backends/c/print.h"

#include "runtime/base/base.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void c_print_line(struct c_printer *c, const char *format, ...)
{
    va_list ap;

    for (int i = 0; i < c->depth; i++)
        buf_puts(&c->out, "    ");
    va_start(ap, format);
    buf_vprintf(&c->out, format, ap);
    va_end(ap);
}

const char *c_type_name(struct c_printer *c, enum kir_type type)
{
    c->uses_type[type] = true;
    return c->dialect->type[type];
}

int c_buffer_of(const struct c_printer *c, int buffer)
{
    const struct kir_buffer *all = c->f->buffer, *b = &all[buffer];
    int first = 0;

    if (!c->dialect->one_base || !b->together)
        return buffer;
    while (all[first].together != b->together || all[first].type != b->type)
        first++;
    return first;
}

bool c_is_read_only(const struct c_printer *c, int buffer)
{
    bool written = false;

    for (int i = 0; i < c->f->buffer_count; i++)
        written |= (i == buffer || c_buffer_of(c, i) == buffer) &&
                   !c->f->buffer[i].read_only;
    return !written;
}

void c_print_name(struct c_printer *c, const char *name)
{
    buf_printf(&c->out, "hd_%s", name);
}

const char *c_value_name(const struct c_printer *c, int value)
{
    return c->name[value] ? c->name[value]
                          : arena_printf(c->arena, "hd%d", value);
}

/* Literals ----------------------------------------------------------------- */

static void print_decimal(struct c_printer *c, enum kir_type type, double x)
{
    char text[NUMBER_TEXT];

    number_shortest(text, x, type == KIR_F32);
    buf_puts(&c->out, text);
    if (!strpbrk(text, ".e"))
        buf_puts(&c->out, ".0");
    if (type == KIR_F32)
        buf_putc(&c->out, 'f');
}

/* What is not finite is a quotient: a constant expression in every dialect,
 * where <math.h> may be missing. */
static enum c_prec literal_float(struct c_printer *c, enum kir_type type,
                                 double x)
{
    const char *suffix = type == KIR_F32 ? "f" : "";

    if (isfinite(x)) {
        print_decimal(c, type, x);
        return signbit(x) ? PREC_UNARY : PREC_PRIMARY;
    }
    buf_printf(&c->out, "(%s%s / 0.0%s)",
               isnan(x) ? "0.0"
               : x < 0  ? "-1.0"
                        : "1.0",
               suffix, suffix);
    return PREC_PRIMARY;
}

static enum c_prec literal_signed(struct c_printer *c, enum kir_type type,
                                  int64_t i)
{
    const char *suffix = c->dialect->suffix_i64;

    if (type == KIR_I32 || (i >= -INT32_MAX && i <= INT32_MAX))
        suffix = "";
    if (i == (type == KIR_I32 ? INT32_MIN : INT64_MIN)) {
        buf_printf(&c->out, "(%" PRId64 "%s - 1)", i + 1, suffix);
        return PREC_PRIMARY;
    }
    buf_printf(&c->out, "%" PRId64 "%s", i, suffix);
    return i < 0 ? PREC_UNARY : PREC_PRIMARY;
}

/* Is the number large, with hexadecimal digits of no more than two kinds, as
 * UINT32_MAX and masks are? */
static bool is_mask(int64_t i)
{
    unsigned kinds = 0;

    for (uint64_t rest = (uint64_t)i; rest; rest >>= 4)
        kinds |= 1u << (rest & 15);
    kinds &= kinds - 1;
    return (uint64_t)i > INT32_MAX && (kinds & (kinds - 1)) == 0;
}

static enum c_prec literal_unsigned(struct c_printer *c, enum kir_type type,
                                    int64_t i)
{
    bool narrow = type == KIR_U32;
    const char *suffix = narrow ? "u" : c->dialect->suffix_u64;
    int64_t number = narrow ? kir_wrap(KIR_I32, (uint64_t)i) : i;

    if (number >= -C_BELOW_ZERO && number < -1) {
        buf_printf(&c->out, "%" PRId64 "%s", number, suffix);
        return PREC_UNARY;
    }
    buf_printf(&c->out, is_mask(i) ? "0x%" PRIx64 "%s" : "%" PRIu64 "%s",
               (uint64_t)i, suffix);
    return PREC_PRIMARY;
}

enum c_prec c_print_literal(struct c_printer *c, enum kir_type type,
                            union kir_imm imm)
{
    c->uses_type[type] = true;
    if (kir_is_float(type))
        return literal_float(c, type, imm.f);
    if (type == KIR_U32 || type == KIR_U64)
        return literal_unsigned(c, type, imm.i);
    return literal_signed(c, type, imm.i);
}
