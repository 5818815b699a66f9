/*
 * The text that brush tune writes and brush gen reads: a line for each form,
 * with the path that ran fastest. The first error ends the reading.
 */
#include "brush/library/library.h"

#include "runtime/base/base.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 4 };

static const char head[] = "brush tuned 1";

struct entry {
    const char *precision, *kernel;
    int path, special;
};

struct tuned {
    int count, cap;
    struct entry *entry;
};

const char *tuned_precision(const struct library *l)
{
    return kir_type_name(l->options->type);
}

void tuned_print_head(struct buf *out, const char *where)
{
    buf_printf(out, "%s\n# %s: precision, kernel, path, ns for a quartet\n",
               head, where);
}

void tuned_print(struct buf *out, const struct library *l, int kernel,
                 const char *path, double nanoseconds)
{
    buf_printf(out, "%s %s %s %.1f\n", tuned_precision(l),
               l->kernel[kernel].name, path, nanoseconds);
}

static const struct entry *find(const struct tuned *t, const char *precision,
                                const char *kernel)
{
    for (int i = 0; i < t->count; i++)
        if (strcmp(t->entry[i].precision, precision) == 0 &&
            strcmp(t->entry[i].kernel, kernel) == 0)
            return &t->entry[i];
    return NULL;
}

int tuned_apply(const struct tuned *tuned, struct library *l)
{
    int found = 0;

    for (int i = 0; i < l->forms; i++) {
        const struct entry *e =
            find(tuned, tuned_precision(l), l->kernel[i].name);

        if (!e)
            continue;
        library_set_path(l, i, e->path, e->special);
        found++;
    }
    return found;
}

/* What is wrong with a line, or NULL. */
static const char *take_words(struct arena *arena, struct tuned *t,
                              char *const word[WORDS])
{
    struct entry e = {word[0], word[1], -1, -1};
    bool known = library_path_find(word[2], &e.path, &e.special);
    double ns;

    if (strcmp(word[0], "f64") != 0 && strcmp(word[0], "f32") != 0)
        return arena_printf(arena, "'%s' is neither f64 nor f32", word[0]);
    if (strncmp(word[1], "eri_", 4) != 0)
        return arena_printf(arena, "'%s' is no kernel", word[1]);
    if (!known)
        return arena_printf(arena, "'%s' is no path", word[2]);
    if (!number_parse_all(word[3], &ns) || ns < 0)
        return arena_printf(arena, "'%s' is no time", word[3]);
    if (find(t, e.precision, e.kernel))
        return arena_printf(arena, "%s %s stands there twice", word[0],
                            word[1]);
    ARENA_PUSH(arena, t->entry, t->count, t->cap, e);
    return NULL;
}

static const char *take_line(struct arena *arena, struct tuned *t, char *line)
{
    char *word[WORDS + 1], *rest = NULL;
    int n = 0;

    line[strcspn(line, "#")] = '\0';
    for (char *w = strtok_r(line, " \t\r", &rest); w && n <= WORDS;
         w = strtok_r(NULL, " \t\r", &rest))
        word[n++] = w;
    if (n == 0)
        return NULL;
    if (n != WORDS)
        return "a line has a precision, a kernel, a path and a time";
    return take_words(arena, t, word);
}

const struct tuned *tuned_parse(struct arena *arena, const char *file,
                                const char *text, struct faults *faults)
{
    struct tuned *t = arena_alloc(arena, sizeof *t);
    struct loc loc = {file, 1, 0, 0};
    const char *wrong = NULL;

    if (strncmp(text, head, strlen(head)) != 0 ||
        (text[strlen(head)] != '\n' && text[strlen(head)] != '\r')) {
        fault_add(faults, FAULT_TUNED, loc, "the first line is not '%s'", head);
        return NULL;
    }
    text += strcspn(text, "\n");
    while (*text && !wrong) {
        size_t length = strcspn(++text, "\n");

        loc.line++;
        wrong = take_line(arena, t, arena_strndup(arena, text, length));
        text += length;
    }
    if (wrong)
        fault_add(faults, FAULT_TUNED, loc, "%s", wrong);
    return wrong ? NULL : t;
}
