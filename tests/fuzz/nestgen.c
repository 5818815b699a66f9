/*
 * nestgen: prints a C program of random affine loop nests, one kernel for each
 * seed. The same seed, shape and edits give the same text everywhere.
 */
#include "tests/fuzz/nest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 400, EXIT_UNFIT = 3 };

enum action { PROGRAM, EXPECTED, EDITS };

struct job {
    enum action action;
    struct shape shape;
    const char *drop;
    uint64_t *seed;
    int count, capacity;
    struct arena *arena;
};

static const struct {
    const char *name, *help;
    int value;
    size_t place;
} knobs[] = {
#define KNOB(name, value, help)                                                \
    {#name, help, value, offsetof(struct shape, name)},
#include "tests/fuzz/shape.def"
#undef KNOB
};
enum { KNOBS = sizeof knobs / sizeof *knobs };

static void print_usage(FILE *out)
{
    fputs("usage: nestgen [options] SEED|FIRST-LAST...\n"
          "Prints a C program with a random kernel for each seed.\n"
          "  --expect       print the lines that the program must print\n"
          "  --edits        print how many reductions apply to the seed\n"
          "  --drop=LIST    apply these reductions (numbers and ranges, "
          "comma-separated);\n"
          "                 exit status 3 if no valid kernel remains\n"
          "  --KNOB=VALUE   change the shape:\n",
          out);
    for (int i = 0; i < KNOBS; i++)
        fprintf(out, "    %-16s %6d  %s\n", knobs[i].name, knobs[i].value,
                knobs[i].help);
}

static void shape_reset(struct shape *shape)
{
    for (int i = 0; i < KNOBS; i++)
        *(int *)((char *)shape + knobs[i].place) = knobs[i].value;
}

static bool shape_set(struct shape *shape, const char *option)
{
    const char *equals = strchr(option, '=');
    for (int i = 0; equals && i < KNOBS; i++) {
        size_t n = (size_t)(equals - option);
        char *end;
        long value = strtol(equals + 1, &end, 10);
        if (strlen(knobs[i].name) != n || strncmp(knobs[i].name, option, n))
            continue;
        *(int *)((char *)shape + knobs[i].place) = (int)value;
        return *end == '\0' && end != equals + 1;
    }
    return false;
}

static bool add_seeds(struct job *job, const char *text)
{
    char *end;
    unsigned long long first = strtoull(text, &end, 10), last = first;
    if (end != text && *end == '-') {
        text = end + 1;
        last = strtoull(text, &end, 10);
    }
    if (end == text || *end)
        return false;
    for (uint64_t s = first; s <= last; s++)
        ARENA_PUSH(job->arena, job->seed, job->count, job->capacity, s);
    return true;
}

static bool parse_arguments(struct job *job, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (strcmp(a, "--expect") == 0)
            job->action = EXPECTED;
        else if (strcmp(a, "--edits") == 0)
            job->action = EDITS;
        else if (strncmp(a, "--drop=", 7) == 0)
            job->drop = a + 7;
        else if (strncmp(a, "--", 2) == 0 ? !shape_set(&job->shape, a + 2)
                                          : !add_seeds(job, a)) {
            fprintf(stderr, "nestgen: bad argument '%s'\n", a);
            return false;
        }
    }
    return job->count > 0;
}

/* The kernel of the seed: the first attempt that can be made clean. */
static struct kernel *make_kernel(struct job *job, uint64_t seed)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct kernel *k = arena_alloc(job->arena, sizeof *k);
        k->arena = job->arena;
        k->shape = &job->shape;
        k->seed = seed;
        if (kernel_generate(k, attempt) && kernel_settle(k))
            return k;
    }
    return NULL;
}

static bool apply_drops(struct kernel *k, const char *drop)
{
    int count = kernel_count_edits(k);
    bool *marked = arena_alloc(k->arena, (size_t)count * sizeof *marked);
    while (*drop) {
        char *end;
        long first = strtol(drop, &end, 10), last = first;
        if (*end == '-')
            last = strtol(end + 1, &end, 10);
        for (long i = first; i <= last; i++) {
            if (i >= 0 && i < count)
                marked[i] = true;
        }
        if (end == drop)
            return false;
        drop = *end == ',' ? end + 1 : end;
    }
    kernel_apply_edits(k, marked);
    return kernel_settle(k);
}

static int write_all(struct job *job, struct buf *out)
{
    if (job->action == PROGRAM)
        print_prelude(out);
    for (int i = 0; i < job->count; i++) {
        struct kernel *k = make_kernel(job, job->seed[i]);
        if (!k) {
            fprintf(stderr, "nestgen: no kernel for seed %llu\n",
                    (unsigned long long)job->seed[i]);
            return EXIT_FAILURE;
        }
        if (job->action == EDITS)
            buf_printf(out, "%d\n", kernel_count_edits(k));
        if (job->drop && !apply_drops(k, job->drop))
            return EXIT_UNFIT;
        if (job->action == PROGRAM)
            print_kernel(k, out);
        else if (job->action == EXPECTED)
            print_expected(k, out);
    }
    if (job->action == PROGRAM)
        print_main(job->seed, job->count, out);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct job job = {.arena = arena_new()};
    shape_reset(&job.shape);
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        print_usage(stdout);
        arena_free(job.arena);
        return EXIT_SUCCESS;
    }
    if (!parse_arguments(&job, argc, argv)) {
        print_usage(stderr);
        arena_free(job.arena);
        return EXIT_FAILURE;
    }
    struct buf out = {0};
    int status = write_all(&job, &out);
    if (status == EXIT_SUCCESS && out.length)
        fwrite(out.text, 1, out.length, stdout);
    buf_free(&out);
    arena_free(job.arena);
    if (fflush(stdout) || ferror(stdout))
        status = EXIT_FAILURE;
    return status;
}
