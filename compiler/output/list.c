/* Lists in generated text, which break before they are too long for a line. */
#include "compiler/output/list.h"

#include <string.h>

#include "compiler/source/source.h"

struct list list_begin(struct buf *out)
{
    size_t at = out->length;
    while (at > 0 && out->text[at - 1] != '\n')
        at--;
    int column = (int)(out->length - at);
    return (struct list){out, column, column, false};
}

void list_add(struct list *list, const char *text)
{
    enum { WIDTH = 78 };
    int length = (int)strlen(text);
    if (list->any) {
        bool wrap = list->column + 2 + length > WIDTH;
        buf_printf(list->out, wrap ? ",\n%*s" : ", ", wrap ? list->indent : 0,
                   "");
        list->column = wrap ? list->indent : list->column + 2;
    }
    buf_puts(list->out, text);
    list->column += length;
    list->any = true;
}

void list_printf(struct list *list, const char *format, ...)
{
    struct buf item = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&item, format, ap);
    va_end(ap);
    list_add(list, item.text);
    buf_free(&item);
}

void list_guarded(struct list *list, const char *type, const char *before,
                  const char *text)
{
    struct buf item = {0};
    buf_printf(&item, "(%s)", type);
    null_guard_put(&item, before, text);
    list_add(list, item.text);
    buf_free(&item);
}
