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

#include "backends/memory/memory.h"
#include "backends/optimise/optimise.h"

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

/* What all accesses of a kind to global memory ask for: A's loads, B's stores.
 */
static int check_global(const struct kir_access_count *sum, bool read,
                        int64_t bytes, int64_t n, int64_t m)
{
    struct kir_access_count want =
        read ? count_rows(n, m, bytes) : count_rows(m, n, bytes);

    if (sum->requests == want.requests && sum->sectors == want.sectors)
        return 0;
    printf("%s: %lld requests, %lld sectors; should be %lld, %lld\n",
           read ? "loads of A" : "stores of B", (long long)sum->requests,
           (long long)sum->sectors, (long long)want.requests,
           (long long)want.sectors);
    return 1;
}

static int check(const struct kir_access *a, int count, int64_t bytes,
                 int64_t n, int64_t m)
{
    struct kir_access_count global[2] = {{0}}; /* loads, stores */
    bool shared[2] = {false};
    int bad = 0;

    for (int k = 0; k < count; k++) {
        const struct kir_buffer *buffer = &a[k].kernel->buffer[a[k].buffer];
        bool read = a[k].kind == KIR_ACCESS_LOAD;
        bool is_global = buffer->space == KIR_GLOBAL;
        if (a[k].unknown || a[k].bytes != bytes ||
            (is_global && strcmp(buffer->name, read ? "A" : "B") != 0)) {
            printf("access %d is not what it should be\n", k);
            bad++;
        } else if (is_global) {
            global[!read].requests += a[k].count.requests;
            global[!read].sectors += a[k].count.sectors;
        } else {
            if (a[k].count.wavefronts != a[k].count.ideal_wavefronts) {
                printf("%s: %lld wavefronts, ideal %lld\n",
                       a[k].origin ? a[k].origin : "shared memory",
                       (long long)a[k].count.wavefronts,
                       (long long)a[k].count.ideal_wavefronts);
                bad++;
            }
            shared[!read] |= a[k].count.requests > 0;
        }
    }
    for (int k = 0; k < 2; k++) {
        bad += check_global(&global[k], k == 0, bytes, n, m);
        if (!shared[k]) {
            printf("nothing goes through shared memory\n");
            bad++;
        }
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
        m = kir_optimise(arena, kir_settle_warps(arena, m, true));
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
