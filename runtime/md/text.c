/* Lines and words of files of particles (text.h). */
#include "runtime/md/text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum hedra_status text_open(struct text *t, const char *path,
                            struct hedra_error *why)
{
    size_t length;
    t->path = path;
    t->why = why;
    t->line = 0;
    t->bytes = t->next = base_read_file(path, &length);
    if (!t->bytes)
        return errno == ENOMEM ? error_no_memory(why)
                               : error_set(why, HEDRA_ERROR_FILE, "%s: %s",
                                           path, strerror(errno));
    t->end = t->bytes + length;
    return memchr(t->bytes, 0, length)
               ? text_refuse(t, "the file has bytes of value 0: it is no text")
               : HEDRA_OK;
}

void text_close(struct text *t)
{
    free(t->bytes);
    t->bytes = NULL;
}

enum hedra_status text_refuse(const struct text *t, const char *format, ...)
{
    char what[512];
    va_list list;
    va_start(list, format);
    number_vprint(what, sizeof what, format, list);
    va_end(list);
    error_set(t->why, HEDRA_ERROR_DAMAGED, "%s:%" PRId64 ": %s", t->path,
              t->line, what);
    if (t->why)
        t->why->row = t->line;
    return HEDRA_ERROR_DAMAGED;
}

char *text_line(struct text *t)
{
    char *at = t->next;
    if (at >= t->end)
        return NULL;
    char *stop = memchr(at, '\n', (size_t)(t->end - at));
    t->next = stop ? stop + 1 : t->end;
    if (stop)
        *stop = 0;
    t->line++;
    return at;
}

void text_split(struct text *t, char *at)
{
    t->words = 0;
    t->comment = t->mark ? strchr(at, t->mark) : NULL;
    if (t->comment)
        *t->comment++ = 0;
    while (true) {
        while (ascii_is_space(*at))
            *at++ = 0;
        if (!*at)
            return;
        if (t->words <= TEXT_FIELDS)
            t->word[t->words] = at;
        t->words++;
        while (*at && !ascii_is_space(*at))
            at++;
    }
}

bool text_advance(struct text *t)
{
    char *line = text_line(t);
    if (line)
        text_split(t, line);
    return line != NULL;
}

bool text_advance_full(struct text *t)
{
    do
        if (!text_advance(t))
            return false;
    while (t->words == 0);
    return true;
}

bool text_says(const struct text *t, int first, const char *a, const char *b)
{
    return t->words == first + (b ? 2 : 1) && !strcmp(t->word[first], a) &&
           (!b || !strcmp(t->word[first + 1], b));
}

bool text_is_whole(const char *word, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(word, &end, 10);
    return end != word && !*end && !errno;
}

enum hedra_status text_whole(const struct text *t, int k, int64_t least,
                             int64_t most, const char *what, int64_t *value)
{
    if (!text_is_whole(t->word[k], value) || *value < least || *value > most)
        return text_refuse(
            t, "%s is '%.40s', not a whole number from %" PRId64 " to %" PRId64,
            what, t->word[k], least, most);
    return HEDRA_OK;
}

enum hedra_status text_real(const struct text *t, int k, const char *what,
                            double *value)
{
    if (!number_parse_all(t->word[k], value) || !isfinite(*value))
        return text_refuse(t, "%s is '%.40s', not a number", what, t->word[k]);
    return HEDRA_OK;
}
