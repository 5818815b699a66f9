/* Kernels that test the clause independent: what libhedra is told of each
 * access to the program's arrays (hedra_check.h). */
#include "backends/c/print.h"

static void print_quoted(struct c_printer *c, const char *text)
{
    buf_putc(&c->out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buf_putc(&c->out, '\\');
        buf_putc(&c->out, *text);
    }
    buf_putc(&c->out, '"');
}

void c_print_claims_begin(struct c_printer *c)
{
    const struct kir_func *f = c->f;

    if (!f->claim_count)
        return;
    c_print_line(c, "const struct hedra_claim hdk_claim[] = {\n");
    for (int i = 0; i < f->claim_count; i++)
        c_print_line(c, "    {\"%s\", &hd_%s, &hd_%s},\n", f->claim[i].loop,
                     f->variable[f->claim[i].run].name,
                     f->variable[f->claim[i].at].name);
    c_print_line(c, "};\n");
    c_print_line(c, "struct hedra_check *const hdk_check =\n");
    c_print_line(c, "    hedra_check_begin(");
    print_quoted(c, c->module->source_file);
    buf_printf(&c->out, ", %d, hdk_claim);\n", f->claim_count);
}

void c_print_claims_end(struct c_printer *c)
{
    if (c->f->claim_count)
        c_print_line(c, "hedra_check_end(hdk_check);\n");
}

void c_print_access(struct c_printer *c, int buffer, int index,
                    const char *origin, bool write)
{
    const struct kir_buffer *b = &c->f->buffer[buffer];
    const char *type = c_type_name(c, b->type);
    int line = 0;
    size_t digits = 0;

    if (!c->f->claim_count || !origin) {
        c_print_element(c, buffer, index);
        return;
    }
    for (; origin[digits] >= '0' && origin[digits] <= '9'; digits++)
        line = 10 * line + (origin[digits] - '0');
    buf_printf(&c->out, "*(%s%s *)hedra_check_access(hdk_check, ",
               write ? "" : "const ", type);
    c_print_name(c, b->name);
    buf_puts(&c->out, ", ");
    c_print_value(c, index, PREC_ANY);
    buf_printf(&c->out, ", sizeof(%s), %d, %d, ", type, write, line);
    print_quoted(c, origin + digits + (origin[digits] == ' '));
    buf_putc(&c->out, ')');
}
