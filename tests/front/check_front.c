/*
 * check_front [--refresh] FILE...: runs the front end alone on each file.
 *
 * A file that holds lines "expect: FAULT LINE" must be refused with exactly
 * these errors, in their order, and in C each with a remedy. Any other must be
 * taken without a word, and its regions, printed one after the other, must be
 * the text of the file beside it whose name ends in .scop; --refresh writes
 * that file instead. What is printed must pass scop_check, and parse back to
 * the same.
 *
 * "args: ..." in a file gives arguments for clang. Files *.scop themselves are
 * texts of scops.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/front/front.h"

enum { ARGS_MAX = 16 };

struct check {
    struct arena *arena;
    const char *name; /* in its folder, which is the current one */
    const char *text;
    struct faults faults;
    struct buf out;
    bool refresh;
};

static void complain(const struct check *c, const char *what)
{
    fprintf(stderr, "%s: %s\n", c->name, what);
}

static void show_faults(const struct check *c)
{
    for (const struct fault *f = c->faults.first; f; f = f->next)
        fprintf(stderr, "%s:%d:%d: %s [%s]\n",
                f->loc.file ? f->loc.file : c->name, f->loc.line, f->loc.column,
                f->message, fault_name(f->kind));
}

/* Running ------------------------------------------------------------------ */

static int split_args(const struct check *c, const char *arg[ARGS_MAX])
{
    const char *line = strstr(c->text, "args:");
    int count = 0;
    if (!line)
        return 0;
    line += strlen("args:");
    char *copy = arena_strndup(c->arena, line, strcspn(line, "*\n"));
    for (char *word = strtok(copy, " "); word && count < ARGS_MAX;
         word = strtok(NULL, " "))
        arg[count++] = word;
    return count;
}

static bool round_trips(struct check *c, const struct scop *scop,
                        const char *text)
{
    struct buf again = {0};
    const struct scop *copy = scop_parse(c->arena, "printed", text, &c->faults);
    bool same = copy && scop_check(copy, &c->faults);
    if (same) {
        scop_print(copy, &again);
        same = strcmp(again.text, text) == 0;
    }
    buf_free(&again);
    if (!same)
        complain(c, "the printed scop does not parse back to itself");
    return same && scop_check(scop, &c->faults);
}

static bool put_scop(struct check *c, const struct scop *scop)
{
    struct buf text = {0};
    if (!scop)
        return false;
    scop_print(scop, &text);
    buf_puts(&c->out, text.text);
    bool good = round_trips(c, scop, text.text);
    buf_free(&text);
    return good;
}

static bool run_c(struct check *c)
{
    const char *arg[ARGS_MAX];
    int count = split_args(c, arg);
    struct unit *unit = unit_open(c->arena, c->name, 0, count, arg, &c->faults);
    bool good = unit != NULL;
    for (int k = 0; unit && k < unit_region_count(unit); k++)
        good &= put_scop(c, front_region(unit, k, &c->faults));
    unit_close(unit);
    return good;
}

static bool run_scop(struct check *c)
{
    const struct scop *scop =
        scop_parse(c->arena, c->name, c->text, &c->faults);
    return scop && scop_check(scop, &c->faults) && put_scop(c, scop);
}

/* Judging ------------------------------------------------------------------ */

/* An error in C tells what to write instead, but those that are clang's. */
static bool tells_remedies(struct check *c)
{
    bool good = true;
    for (const struct fault *f = c->faults.first; f; f = f->next) {
        if (fault_severity(f->kind) != FAULT_ERROR || f->hint ||
            f->kind == FAULT_CLANG)
            continue;
        complain(c, arena_printf(c->arena, "no remedy: %s", f->message));
        good = false;
    }
    return good;
}

static bool is_refused_as_expected(struct check *c)
{
    static const char mark[] = "expect:";
    const struct fault *f = c->faults.first;
    bool good = true;
    for (const char *p = c->text; (p = strstr(p, mark)); p++) {
        char name[64];
        int line;
        if (sscanf(p + strlen(mark), "%63s %d", name, &line) != 2) {
            complain(c, "a line 'expect:' without fault and line");
            return false;
        }
        while (f && fault_severity(f->kind) != FAULT_ERROR)
            f = f->next;
        if (!f || strcmp(fault_name(f->kind), name) != 0 ||
            f->loc.line != line) {
            fprintf(stderr, "%s: expected %s in line %d\n", c->name, name,
                    line);
            good = false;
        }
        f = f ? f->next : NULL;
    }
    while (f && fault_severity(f->kind) != FAULT_ERROR)
        f = f->next;
    if (f)
        complain(c, "more errors than expected");
    if (!good || f)
        show_faults(c);
    return good && !f;
}

static bool is_taken_as_expected(struct check *c)
{
    size_t stem = strlen(c->name) - strlen(".c");
    const char *path = arena_printf(c->arena, "%.*s.scop", (int)stem, c->name);
    if (c->faults.first) {
        show_faults(c);
        return false;
    }
    if (c->refresh) {
        if (base_write_file(path, c->out.text, c->out.length))
            return true;
        complain(c, strerror(errno));
        return false;
    }
    char *expected = base_read_file(path, NULL);
    bool same = expected && c->out.text && !strcmp(expected, c->out.text);
    if (!same)
        fprintf(stderr, "%s: differs from %s; the regions are\n%s", c->name,
                path, c->out.text ? c->out.text : "(none)\n");
    free(expected);
    return same;
}

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static bool check_file(const char *name, bool refresh)
{
    char *text = base_read_file(name, NULL);
    struct check c = {
        .arena = arena_new(), .name = name, .text = text, .refresh = refresh};
    c.faults = faults_new(c.arena);
    bool good = false;
    if (!text) {
        complain(&c, strerror(errno));
    } else {
        bool taken = ends_in(name, ".scop") ? run_scop(&c) : run_c(&c);
        if (strstr(text, "expect:") && taken)
            complain(&c, "was not refused");
        else if (strstr(text, "expect:"))
            good = is_refused_as_expected(&c) &&
                   (!ends_in(name, ".c") || tells_remedies(&c));
        else
            good = is_taken_as_expected(&c) && taken;
    }
    buf_free(&c.out);
    arena_free(c.arena);
    free(text);
    return good;
}

/* Places in faults and scops name the file as it was given: by its name alone,
 * so that they are the same wherever the tree lies. */
static bool check_path(const char *path, bool refresh)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return check_file(path, refresh);
    char *folder = strndup(path, (size_t)(slash - path) + 1);
    char *back = getcwd(NULL, 0);
    bool good =
        folder && back && chdir(folder) == 0 && check_file(slash + 1, refresh);
    if (!back || chdir(back) != 0)
        good = false;
    free(folder);
    free(back);
    if (!good)
        fprintf(stderr, "FAILED %s\n", path);
    return good;
}

int main(int argc, char **argv)
{
    bool refresh = argc > 1 && strcmp(argv[1], "--refresh") == 0, good = true;
    if (argc < 2 + refresh) {
        fprintf(stderr, "usage: check_front [--refresh] FILE...\n");
        return 2;
    }
    for (int k = 1 + refresh; k < argc; k++)
        good &= check_path(argv[k], refresh);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
