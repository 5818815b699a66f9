/*
 * Text as the page has it: HTML escapes, numbers with few digits, names of
 * loops and sides.
 */
#include "compiler/page/local.h"

#include <stdlib.h>
#include <string.h>

const char *const page_side_name[PICTURE_SIDES] = {
    [PICTURE_GPU] = "GPU",
    [PICTURE_HOST] = "host",
    [PICTURE_RUN] = "Plan",
};

/* The length of the UTF-8 sequence at `s`, 0 if it is not one that XML takes.
 */
static size_t sequence_length(const unsigned char *s, size_t left)
{
    if (s[0] < 0x80)
        return s[0] >= 0x20 || s[0] == '\t' || s[0] == '\n';
    size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || length > left)
        return 0;
    for (size_t k = 1; k < length; k++)
        if ((s[k] & 0xc0) != 0x80)
            return 0;
    bool overlong =
        (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool beyond = s[0] == 0xf4 && s[1] > 0x8f;
    bool surrogate = s[0] == 0xed && s[1] > 0x9f;
    bool forbidden = s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe;
    return overlong || beyond || surrogate || forbidden ? 0 : length;
}

void page_put_text_n(struct buf *out, const char *text, size_t length)
{
    for (size_t k = 0; k < length;) {
        const unsigned char *s = (const unsigned char *)text + k;
        size_t n = sequence_length(s, length - k);
        if (n == 0 && *s != '\r')
            buf_puts(out, "\xef\xbf\xbd"); /* U+FFFD */
        else if (*s == '&')
            buf_puts(out, "&amp;");
        else if (*s == '<')
            buf_puts(out, "&lt;");
        else if (*s == '>')
            buf_puts(out, "&gt;");
        else if (*s == '"')
            buf_puts(out, "&quot;");
        else
            buf_write(out, text + k, n);
        k += n ? n : 1;
    }
}

void page_put_text(struct buf *out, const char *text)
{
    page_put_text_n(out, text, strlen(text));
}

void page_printf_text(struct buf *out, const char *format, ...)
{
    struct buf text = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    page_put_text_n(out, text.text ? text.text : "", text.length);
    buf_free(&text);
}

void page_put_point(struct buf *out, const struct page_part *part, int stmt,
                    const struct picture_point *point)
{
    const struct scop_stmt *s = &part->scop->stmt[stmt];
    page_put_text(out, s->name);
    for (int d = 0; d < s->depth; d++) {
        buf_puts(out, d ? ", " : "(");
        page_printf_text(out, "%s=%lld", part->scop->loop[s->loop[d]].name,
                         (long long)point->at[d]);
    }
    buf_puts(out, s->depth ? ")" : "");
}

void page_put_line(const struct page_part *part, int line)
{
    bool shown = line >= part->first_line && line <= part->last_line;
    if (shown)
        buf_printf(part->out, "<a href=\"#r%d-l%d\">", part->number, line);
    if (line)
        buf_printf(part->out, "%d", line);
    buf_puts(part->out, shown ? "</a>" : "");
}

void page_put_sizes(const struct page_part *part, const int64_t *size)
{
    for (int k = 0; k < part->scop->param_count; k++)
        page_printf_text(part->out, "%s%s = %lld", k ? ", " : "",
                         part->scop->param[k].name, (long long)size[k]);
}

void page_put_launch(struct buf *out, const struct picture_kernel *kernel,
                     const int64_t *prefix)
{
    buf_puts(out, kernel->name);
    for (int k = 0; k < kernel->prefix_count; k++)
        buf_printf(out, "%s%lld", k ? "," : "[", (long long)prefix[k]);
    buf_puts(out, kernel->prefix_count ? "]" : "");
}

/* Dark blue to light yellow, its luminance rising all the way. */
static const unsigned char shades[][3] = {
    {54, 42, 122}, {45, 94, 156}, {33, 145, 140}, {94, 190, 98}, {250, 222, 80},
};

enum { SHADES = sizeof shades / sizeof shades[0] };

static void find_shade(int step, int count, int rgb[3])
{
    double at = count > 1 ? (double)step / (count - 1) * (SHADES - 1) : 1.5;
    int k = (int)at < SHADES - 2 ? (int)at : SHADES - 2;
    for (int c = 0; c < 3; c++)
        rgb[c] = (int)(shades[k][c] +
                       (at - k) * (shades[k + 1][c] - shades[k][c]) + 0.5);
}

void page_put_shade(struct buf *out, int step, int count)
{
    int rgb[3];
    find_shade(step, count, rgb);
    buf_printf(out, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

bool page_is_light(int step, int count)
{
    int rgb[3];
    find_shade(step, count, rgb);
    return 299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] > 125000;
}
