/*
 * Names of parameters, arrays and loops for the generated texts: made of
 * letters of ASCII from what the source has, each of the first two given once.
 */
#include "compiler/front/region.h"

#include <ctype.h>
#include <string.h>

struct name {
    const char *text;
    int number;
    struct name *next; /* in its bucket */
};

/* FNV-1a. */
static struct name **bucket_of(struct name_table *names, const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return &names->bucket[hash % NAME_BUCKETS];
}

int *name_find(struct name_table *names, const char *text)
{
    for (struct name *n = *bucket_of(names, text); n; n = n->next)
        if (strcmp(n->text, text) == 0)
            return &n->number;
    return NULL;
}

void name_add(struct arena *arena, struct name_table *names, const char *text,
              int number)
{
    struct name **bucket = bucket_of(names, text);
    struct name *n = arena_alloc(arena, sizeof *n);
    *n = (struct name){text, number, *bucket};
    *bucket = n;
}

/* The number of the letter at *s, in UTF-8, which *s goes behind. */
static unsigned take_letter(const char **s)
{
    unsigned char c = (unsigned char)*(*s)++;
    unsigned number = c < 0xc0   ? c
                      : c < 0xe0 ? c & 0x1fu
                      : c < 0xf0 ? c & 0xfu
                                 : c & 7u;
    while (c >= 0xc0 && ((unsigned char)**s & 0xc0) == 0x80)
        number = number << 6 | ((unsigned char)*(*s)++ & 0x3fu);
    return number;
}

const char *front_plain(struct front *f, const char *name)
{
    struct buf plain = {0};
    while (*name) {
        unsigned letter = take_letter(&name);
        if (letter >= 0x80)
            buf_printf(&plain, "u%04x", letter);
        else
            buf_putc(&plain, letter == '$' ? 'S' : (char)letter);
    }
    name = arena_strndup(f->arena, plain.text ? plain.text : "", plain.length);
    buf_free(&plain);
    return name;
}

const char *front_name(struct front *f, const char *text)
{
    struct buf name = {0};
    text = front_plain(f, text);
    bool gap = false;
    for (const char *s = text; *s && name.length < 40; s++) {
        bool good = isalnum((unsigned char)*s) || *s == '_';
        if (good && gap && name.length)
            buf_putc(&name, '_');
        if (good && name.length == 0 && isdigit((unsigned char)*s))
            buf_putc(&name, '_');
        if (good)
            buf_putc(&name, *s);
        gap = !good;
    }
    if (name.length == 0)
        buf_puts(&name, "x");
    const char *result = arena_strdup(f->arena, name.text);
    int *last = name_find(&f->arrays.names, result);
    while (name_find(&f->arrays.names, result))
        result = arena_printf(f->arena, "%s_%d", name.text, ++*last);
    name_add(f->arena, &f->arrays.names, result, 1);
    buf_free(&name);
    return result;
}
