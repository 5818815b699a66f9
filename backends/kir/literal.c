/*
 * Kernels for devices in a C file: their text as literals, and the tables that
 * the runtime reads.
 */
#include "backends/kir/kir.h"

#include <string.h>

void literal_put_escaped(struct buf *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n')
            buf_puts(out, "\\n");
        else if (c == '\t')
            buf_puts(out, "\\t");
        else if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '?' && i > 0 && text[i - 1] == '?')
            buf_puts(out, "\\?"); /* no trigraphs */
        else if (c < 0x20 || c >= 0x7f)
            buf_printf(out, "\\%03o", c);
        else
            buf_putc(out, (char)c);
    }
}

void literal_put_lines(struct buf *out, const char *text)
{
    buf_puts(out, *text ? " =" : " = \"\"");
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t length = end ? (size_t)(end + 1 - text) : strlen(text);

        buf_puts(out, "\n    \"");
        literal_put_escaped(out, text, length);
        buf_putc(out, '"');
        text += length;
    }
    buf_puts(out, ";\n\n");
}

void literal_put_kernels(struct buf *out, struct arena *arena, const char *name,
                         const struct kir_module *module)
{
    buf_printf(out, "static const struct hedra_kernel %s[] = {\n", name);
    for (int k = 0; k < module->func_count; k++) {
        const struct kir_func *f = module->func[k];

        buf_printf(out, "    {\"%s\", \"%s\", {%d, %d, %d}, 0, 0, 0},\n",
                   f->name, kir_signature(arena, f), f->block[0], f->block[1],
                   f->block[2]);
    }
    buf_puts(out, "};\n\n");
}
