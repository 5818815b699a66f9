/*
 * Delta debugging over a generator's reductions: a reduced kernel is
 * regenerated, so that it is again free of undefined behaviour.
 */
#include "tests/fuzz/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reduction {
    struct checker *c;
    uint64_t seed;
    int edits, tried;
    bool *marked;
    char kind[100], *program; /* of the smallest failing program */
};

/* The generator's output for the seed, with `option` and the reductions given;
 * NULL if there is no such kernel. The caller frees it. */
static char *ask_generator(struct reduction *r, const char *option,
                           const char *drop)
{
    struct arena *a = r->c->arena;
    struct words argv = {0};
    words_add(a, &argv, r->c->config->generator);
    for (int i = 0; i < r->c->config->shape.count; i++)
        words_add(a, &argv, r->c->config->shape.word[i]);
    if (option)
        words_add(a, &argv, option);
    if (drop)
        words_add(a, &argv, arena_printf(a, "--drop=%s", drop));
    words_add(a, &argv, arena_printf(a, "%llu", (unsigned long long)r->seed));
    words_add(a, &argv, NULL);
    const char *out = arena_printf(a, "%s/generator.out", r->c->folder);
    struct process p = process_run(argv.word, NULL, out, "/dev/null", 60);
    return p.end == END_EXIT && p.code == 0 ? base_read_file(out, NULL) : NULL;
}

/* The marked numbers as the generator takes them: "3-17,21". */
static char *drop_list(struct reduction *r)
{
    struct buf list = {0};
    for (int i = 0; i < r->edits; i++) {
        int last = i;
        while (r->marked[i] && last + 1 < r->edits && r->marked[last + 1])
            last++;
        if (r->marked[i])
            buf_printf(&list, "%s%d-%d", list.length ? "," : "", i, last);
        i = last;
    }
    char *copy = arena_strdup(r->c->arena, list.text ? list.text : "");
    buf_free(&list);
    return copy;
}

/* Does the seed fail under the marked reductions as it did at first? */
static bool still_fails(struct reduction *r)
{
    struct checker *c = r->c;
    struct arena *outer = c->arena;
    c->arena = arena_new();
    char *drop = drop_list(r);
    char *program = ask_generator(r, NULL, drop);
    bool fails = program && strcmp(program, r->program) == 0;
    if (program && !fails) {
        int before = c->tally->failures;
        c->drop = drop;
        check_seeds(c, &r->seed, 1);
        c->drop = NULL;
        r->tried++;
        fails =
            c->tally->failures > before && strcmp(c->tally->kind, r->kind) == 0;
    }
    if (fails) {
        free(r->program);
        r->program = program;
    } else {
        free(program);
    }
    arena_free(c->arena);
    c->arena = outer;
    return fails;
}

/* Marks runs of `size` numbers where the failure stays; true if any. */
static bool pass(struct reduction *r, int size)
{
    bool any = false;
    bool *before = malloc((size_t)r->edits);
    for (int at = 0; before && at < r->edits; at += size) {
        memcpy(before, r->marked, (size_t)r->edits);
        bool more = false;
        for (int i = at; i < at + size && i < r->edits; i++) {
            more |= !r->marked[i];
            r->marked[i] = true;
        }
        if (!more)
            continue;
        if (still_fails(r))
            any = true;
        else
            memcpy(r->marked, before, (size_t)r->edits);
        if (isatty(2))
            fprintf(stderr, "\rruns of %d: %d of %d, %d programs tried   ",
                    size, at, r->edits, r->tried);
    }
    free(before);
    return any;
}

static void keep_result(struct reduction *r)
{
    struct checker *c = r->c;
    make_folder(c->config->keep);
    const char *path =
        arena_printf(c->arena, "%s/%llu-reduced.c", c->config->keep,
                     (unsigned long long)r->seed);
    if (!base_write_file(path, r->program, strlen(r->program)))
        perror(path);
    printf("reduced %llu (%s) to %s\n  %s --drop=%s %llu\n",
           (unsigned long long)r->seed, r->kind, path, c->config->generator,
           drop_list(r), (unsigned long long)r->seed);
    fflush(stdout);
}

bool reduce_seed(struct checker *c, uint64_t seed)
{
    struct reduction r = {.c = c, .seed = seed};
    c->quiet = true;
    c->arena = arena_new();
    check_seeds(c, &seed, 1);
    char *edits = ask_generator(&r, "--edits", NULL);
    r.edits = edits ? atoi(edits) : 0;
    r.program = ask_generator(&r, NULL, NULL);
    bool fails = c->tally->failures > 0 && r.program;
    if (fails) {
        memcpy(r.kind, c->tally->kind, sizeof r.kind);
        r.marked = arena_alloc(c->arena, (size_t)r.edits + 1);
        for (int size = r.edits / 2 + 1; size > 1; size /= 2)
            pass(&r, size);
        while (pass(&r, 1))
            continue;
        keep_result(&r);
    } else {
        printf("seed %llu does not fail\n", (unsigned long long)seed);
    }
    free(edits);
    free(r.program);
    arena_free(c->arena);
    c->tally->failures = 0;
    return fails;
}
