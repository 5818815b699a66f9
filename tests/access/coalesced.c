/*
 * access-coalesced MODULES.kir BYTES N M
 *
 * Is the transposition of N × M elements of BYTES, as hedrac compiled it, fully
 * coalesced and free of bank conflicts? The sectors that must move are counted
 * here from the arrays alone: rows of both, in pieces of 32 elements, each
 * touched by one request and no sector of it twice.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/kir_access.h"

/* The sectors of all pieces of 32 elements of `rows` rows of `columns`. */
static struct kir_access_count count_rows(int64_t rows, int64_t columns,
                                          int64_t bytes)
{
    struct kir_access_count c = {0};

    for (int64_t r = 0; r < rows; r++)
        for (int64_t at = 0; at < columns; at += 32) {
            int64_t end = at + 32 < columns ? at + 32 : columns;
            int64_t first = (r * columns + at) * bytes / 32;
            int64_t last = ((r * columns + end) * bytes - 1) / 32;
            c.requests++;
            c.sectors += last - first + 1;
        }
    return c;
}

static int check_global(const struct kir_access *a, int64_t n, int64_t m)
{
    const char *name = a->kernel->buffer[a->buffer].name;
    bool read = a->kind == KIR_ACCESS_LOAD;
    struct kir_access_count want =
        read ? count_rows(n, m, a->bytes) : count_rows(m, n, a->bytes);

    if (strcmp(name, read ? "A" : "B") == 0 &&
        a->count.requests == want.requests && a->count.sectors == want.sectors)
        return 0;
    printf("%s of %s: %lld requests, %lld sectors; should be %lld, %lld\n",
           read ? "load" : "store", name, (long long)a->count.requests,
           (long long)a->count.sectors, (long long)want.requests,
           (long long)want.sectors);
    return 1;
}

static int check(const struct kir_access *a, int count, int64_t bytes,
                 int64_t n, int64_t m)
{
    int bad = 0, global = 0, shared = 0;

    for (int k = 0; k < count; k++) {
        if (a[k].unknown || a[k].bytes != bytes) {
            printf("access %d is not what it should be\n", k);
            bad++;
        } else if (a[k].kernel->buffer[a[k].buffer].space == KIR_GLOBAL) {
            bad += check_global(&a[k], n, m);
            global++;
        } else {
            bad += a[k].count.wavefronts != a[k].count.ideal_wavefronts;
            shared += a[k].count.requests > 0;
        }
    }
    if (global != 2 || shared != 2) {
        printf("%d accesses to global memory, %d to shared\n", global, shared);
        bad++;
    }
    return bad;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    char *text = argc > 4 ? base_read_file(argv[1], NULL) : NULL;
    char *second = text ? strstr(text + 1, "\nmodule ") : NULL;
    int bad = 1, count = 0;

    if (second)
        *second = '\0';
    struct kir_module *m =
        text ? kir_parse(arena, argv[1], text, &faults) : NULL;
    if (m && m->func_count) {
        int64_t size[2] = {atoll(argv[3]), atoll(argv[4])};
        bool known[2] = {true, true};
        struct kir_access_input input = {.scalar = size, .known = known};
        m = kir_optimise(arena, m);
        const struct kir_func *driver = m->func[m->func_count - 1];
        bool right = driver->kind == KIR_HOST && driver->param_count == 2 &&
                     !strcmp(driver->param[0].name, "n");
        struct kir_access *a =
            right ? kir_access_predict(arena, driver, &input, &count) : NULL;
        bad = a ? check(a, count, atoll(argv[2]), size[0], size[1]) : 1;
    }
    free(text);
    arena_free(arena);
    return bad != 0;
}
