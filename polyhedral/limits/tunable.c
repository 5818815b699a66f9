/*
 * Choices as values and as text (tunable.h): a value is the one that is wanted,
 * or the model's, which is noted; the rows and ranges come from tunable.def.
 */
#include "polyhedral/limits/limits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct choice_row choice_rows[CHOICE_COUNT] = {
#define CHOICE(name, spelling, target, least, most, help)                      \
    {spelling, CHOICE_##target, least, most, help},
#include "polyhedral/limits/tunable.def"
#undef CHOICE
};

int64_t choice_take(struct choice *choice, enum choice_name name, int64_t model)
{
    if (!choice)
        return model;
    if (!choice->model[name])
        choice->model[name] = model;
    return choice->want[name] ? choice->want[name] : model;
}

void choice_print(const int64_t want[CHOICE_COUNT], struct buf *out)
{
    bool any = false;
    buf_puts(out, "");
    for (int k = 0; k < CHOICE_COUNT; k++) {
        if (!want[k])
            continue;
        buf_printf(out, "%s%s=%lld", any ? " " : "", choice_rows[k].spelling,
                   (long long)want[k]);
        any = true;
    }
}

static int find_row(const char *name, size_t length)
{
    for (int k = 0; k < CHOICE_COUNT; k++)
        if (strlen(choice_rows[k].spelling) == length &&
            strncmp(choice_rows[k].spelling, name, length) == 0)
            return k;
    return -1;
}

const char *choice_parse(struct arena *arena, const char *text,
                         int64_t want[CHOICE_COUNT])
{
    memset(want, 0, sizeof *want * CHOICE_COUNT);
    while (*(text += strspn(text, " "))) {
        size_t word = strcspn(text, " "), name = strcspn(text, "= ");
        int k = find_row(text, name);
        char *end = NULL;
        errno = 0;
        if (k < 0)
            return arena_printf(arena, "'%.*s' is no choice", (int)name, text);
        long long value =
            text[name] == '=' ? strtoll(text + name + 1, &end, 10) : 0;
        if (errno || end != text + word || value < choice_rows[k].least ||
            value > choice_rows[k].most)
            return arena_printf(arena, "'%.*s': expected %lld to %lld",
                                (int)word, text,
                                (long long)choice_rows[k].least,
                                (long long)choice_rows[k].most);
        if (want[k])
            return arena_printf(arena, "'%.*s' comes twice", (int)name, text);
        want[k] = value;
        text += word;
    }
    return NULL;
}
