/*
 * Writes dependencies in the syntax of make as gcc does: blanks, '#' and '$'
 * in the name of a file are quoted, or they would end it or begin something
 * else.
 */
#include "compiler/driver/make_rule.h"

#include <string.h>

/* A path as make reads it back. Backslashes count only before a blank or a
 * '#', where each must be doubled. */
static void put_path(struct buf *out, const char *path)
{
    for (const char *p = path; *p; p++) {
        if (*p == ' ' || *p == '\t' || *p == '#') {
            for (const char *q = p; q > path && q[-1] == '\\'; q--)
                buf_putc(out, '\\');
            buf_putc(out, '\\');
        } else if (*p == '$') {
            buf_putc(out, '$');
        }
        buf_putc(out, *p);
    }
}

static bool is_repeated(const char *const *file, int index)
{
    for (int i = 0; i < index; i++)
        if (strcmp(file[i], file[index]) == 0)
            return true;
    return false;
}

void depend_put_rule(struct buf *out, const char *target, bool quote,
                     const char *const *file, int count, bool phony)
{
    if (quote)
        put_path(out, target);
    else
        buf_puts(out, target);
    buf_putc(out, ':');
    for (int i = 0; i < count; i++) {
        if (is_repeated(file, i))
            continue;
        buf_puts(out, i == 0 ? " " : " \\\n  ");
        put_path(out, file[i]);
    }
    buf_putc(out, '\n');
    for (int i = 1; phony && i < count; i++) {
        if (is_repeated(file, i))
            continue;
        buf_putc(out, '\n');
        put_path(out, file[i]);
        buf_puts(out, ":\n");
    }
}
