/*
 * Accesses of several elements at once, in dialects with vectors.
 */
#include "backends/c/print.h"

static const char lane_name[] = "xyzw";

/* *(double2 *)&A[i] */
static void print_vector(struct c_printer *c, const struct kir_stmt *s,
                         const char *qualifier)
{
    const struct kir_buffer *b;
    int buffer, index;

    kir_accesses(c->f, s, &buffer, &index);
    b = &c->f->buffer[buffer];
    buf_printf(&c->out, "*(%s%s%s%d *)&", c->dialect->pointer[b->space],
               qualifier, c->dialect->vector[b->type], s->pack);
    c_print_element(c, buffer, index);
}

static void print_loads(struct c_printer *c, const struct kir_stmt *s)
{
    enum kir_type type = c->f->value[s->value].type;
    int first = s->value, lanes = s->pack;

    c_print_line(c, "const %s%d hdv%d = ", c->dialect->vector[type], lanes,
                 first);
    print_vector(c, s, "const ");
    buf_puts(&c->out, ";\n");
    for (int k = 0; k < lanes; k++, s = s->next)
        c_print_line(c, "const %s hd%d = hdv%d.%c;\n", c_type_name(c, type),
                     s->value, first, lane_name[k]);
}

static void print_stores(struct c_printer *c, const struct kir_stmt *s)
{
    enum kir_type type = c->f->buffer[s->buffer].type;
    const char *const *make = c->dialect->vector_make;
    int lanes = s->pack;

    c_print_line(c, "%s", "");
    print_vector(c, s, "");
    buf_printf(&c->out, " = %s%s%d%s(", make[0], c->dialect->vector[type],
               lanes, make[1]);
    for (int k = 0; k < lanes; k++, s = s->next) {
        buf_puts(&c->out, k ? ", " : "");
        c_print_value(c, s->value, PREC_ANY);
    }
    buf_puts(&c->out, ");\n");
}

void c_print_pack(struct c_printer *c, const struct kir_stmt *s)
{
    if (s->pack == KIR_PACKED)
        return;
    if (s->kind == KIR_LET)
        print_loads(c, s);
    else
        print_stores(c, s);
}
