/*
 * What generated programs begin with (tests/fuzz/print.c), for those that are
 * kept as they were generated: values to fill arrays with, arrays between guard
 * bytes, and a hash of what is in them.
 */
#ifndef HEDRA_TESTS_FUZZ_REGRESS_GENERATED_H
#define HEDRA_TESTS_FUZZ_REGRESS_GENERATED_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(uint64_t seed, uint64_t index)
{
    uint64_t z = seed * 0x100000001b3u + index + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
#define FILL_REAL(s, i) \
    ((double)((int64_t)(bits_of(s, i) % 4001) - 2000) / 97.0)
#define FILL_SMALL(s, i) ((int64_t)(bits_of(s, i) % 41) - 20)
#define FILL_WIDE(s, i) ((int64_t)bits_of(s, i))

enum { GUARD = 256 };
static void *guarded_new(size_t bytes)
{
    unsigned char *p = malloc(bytes + 2 * GUARD);
    if (!p)
        abort();
    memset(p, 0xa5, bytes + 2 * GUARD);
    return p + GUARD;
}
static void guarded_end(const char *name, void *data, size_t bytes)
{
    unsigned char *p = (unsigned char *)data - GUARD;
    for (size_t i = 0; i < GUARD; i++) {
        if (p[i] != 0xa5 || p[GUARD + bytes + i] != 0xa5) {
            printf("%s: written outside\n", name);
            break;
        }
    }
    free(p);
}
static void show(const char *name, const void *data, size_t size,
                 size_t count, size_t stride, char kind, int verbose)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *p = (const unsigned char *)data + i * stride;
        uint64_t bits = 0;
        float f;
        double d;
        memcpy(&bits, p, size);
        memcpy(&f, &bits, sizeof f);
        memcpy(&d, &bits, sizeof d);
        if (verbose && kind == 'r')
            printf("%s[%zu] = %a\n", name, i, size == 4 ? f : d);
        else if (verbose)
            printf("%s[%zu] = 0x%llx\n", name, i,
                   (unsigned long long)bits);
        for (size_t b = 0; b < size; b++)
            hash = (hash ^ p[b]) * 0x100000001b3u;
    }
    printf("%s %016llx\n", name, (unsigned long long)hash);
}

/* PROGRAM [--verbose] [every [seed]]: whether the kernel of that seed is asked
 * for. */
static int generated_runs(int argc, char **argv, unsigned long long seed,
                          int *verbose)
{
    *verbose = argc > 1 && strcmp(argv[1], "--verbose") == 0;
    unsigned long long every = 1, only = seed;
    if (argc > *verbose + 1)
        every = strtoull(argv[*verbose + 1], NULL, 10);
    if (argc > *verbose + 2)
        only = strtoull(argv[*verbose + 2], NULL, 10);
    return argc > *verbose + 2 ? seed == only : seed % every == 0;
}

#define GENERATED_MAIN(seed)                                 \
    int main(int argc, char **argv)                          \
    {                                                        \
        int verbose;                                         \
        if (generated_runs(argc, argv, seed##u, &verbose))   \
            run_##seed(verbose);                             \
        return 0;                                            \
    }

#endif
