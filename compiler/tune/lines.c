/*
 * Reads and writes lines "KEY VALUE" in a fixed order, the form of the tuning
 * file and of a trial's report. What is wrong is a fault with the line's
 * number, once.
 */
#include "compiler/tune/lines.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool tune_lines_refuse(struct tune_lines *l, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    const char *text = arena_vprintf(l->arena, format, ap);
    va_end(ap);
    if (!l->bad)
        fault_add(l->faults, FAULT_TUNED, (struct loc){l->path, l->line, 0, 0},
                  "%s", text);
    l->bad = true;
    return false;
}

bool tune_lines_next(struct tune_lines *l)
{
    while (*l->at) {
        l->start = l->at;
        l->at += strcspn(l->at, "\n");
        bool blank = l->at == l->start;
        l->at += *l->at == '\n';
        l->line++;
        if (!blank)
            return true;
    }
    l->start = l->at;
    return false;
}

bool tune_lines_is(const struct tune_lines *l, const char *key)
{
    size_t length = strlen(key);
    return strncmp(l->start, key, length) == 0 &&
           strchr(" \n", l->start[length]) && l->start != l->at;
}

const char *tune_lines_take(struct tune_lines *l, const char *key)
{
    if (l->bad)
        return "";
    if (!tune_lines_next(l)) {
        tune_lines_refuse(l, "the file ends where '%s' is expected", key);
        return "";
    }
    if (!tune_lines_is(l, key)) {
        tune_lines_refuse(l, "expected '%s'", key);
        return "";
    }
    const char *value = l->start + strlen(key);
    value += *value == ' ';
    return arena_strndup(l->arena, value, strcspn(value, "\n"));
}

double tune_lines_number(struct tune_lines *l, const char *key)
{
    const char *text = tune_lines_take(l, key);
    double value = -1;
    if (!l->bad && (!number_parse_all(text, &value) || value < 0))
        tune_lines_refuse(l, "'%s' is not the number that '%s' needs", text,
                          key);
    return l->bad ? 0 : value;
}

struct region_size *tune_lines_sizes(struct tune_lines *l, const char *key,
                                     int *count)
{
    const char *text = tune_lines_take(l, key);
    struct region_size *size = NULL;
    int cap = 0;
    *count = 0;
    while (*(text += strspn(text, " "))) {
        size_t name = strcspn(text, "= "), word = strcspn(text, " ");
        struct region_size one = {arena_strndup(l->arena, text, name), 0};
        char *end = NULL;
        errno = 0;
        if (text[name] == '=')
            one.value = strtoll(text + name + 1, &end, 10);
        if (name == 0 || errno || end != text + word || end[-1] == '=') {
            tune_lines_refuse(l, "'%.*s' is no size", (int)word, text);
            return NULL;
        }
        ARENA_PUSH(l->arena, size, *count, cap, one);
        text += word;
    }
    return size;
}
