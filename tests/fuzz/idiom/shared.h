/*
 * What the programs of idiomgen include: types, macros and functions as headers
 * of real programs have them, and what fills and prints arrays.
 */
#ifndef HEDRA_TESTS_FUZZ_IDIOM_SHARED_H
#define HEDRA_TESTS_FUZZ_IDIOM_SHARED_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double real;
typedef uint16_t half_word;
typedef struct {
    float x, y;
    int tag;
} point;
struct cell {
    short kind;
    double mass;
    unsigned char mark;
};

#define MIN2(a, b) ((a) < (b) ? (a) : (b))
#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define AT(a, pitch, i, j) ((a)[(i) * (pitch) + (j)])
#define FOR(type, i, low, high) for (type i = (low); i < (high); ++i)
#define DOWN(type, i, low, high) for (type i = (high)-1; i >= (low); --i)
#define SQUARE(x) ((x) * (x))
#define IS_ODD(x) (((x)&1) != 0)

struct link {
    struct link *next;
    double value;
};

static inline int clamp_to(int x, int low, int high)
{
    if (x < low)
        return low;
    return x > high ? high : x;
}

static inline double blend(double a, double b)
{
    return 0.5 * (a + b);
}

/* Where x is among the first n, or n. */
static inline int find_first(const int *a, int n, int x)
{
    for (int k = 0; k < n; k++)
        if (a[k] == x)
            return k;
    return n;
}

static inline double sum_of(const double *a, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k];
    return sum;
}

/* Programs without some of these call none of them in vain. */
static inline uint64_t mixed(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Values that keep what arithmetic makes of them in range. */
#define FILL_INT(seed, k) ((int64_t)(mixed(seed, k) % 60001) - 30000)
#define FILL_SMALL(seed, k) ((int64_t)(mixed(seed, k) % 19) - 9)
#define FILL_REAL(seed, k)                                                     \
    ((double)((int64_t)(mixed(seed, k) % 8001) - 4000) / 67)
#define FILL_BELOW(seed, k, n) ((int64_t)(mixed(seed, k) % (n)))
#define FILL_ORDER(k, n) ((int64_t)(((k)*7 + 3) % (n)))

static inline void print_array(const char *name, const void *data, size_t size,
                               size_t count, size_t stride, int is_float,
                               int verbose)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t k = 0; k < count; k++) {
        const unsigned char *p = (const unsigned char *)data + k * stride;
        uint64_t bits = 0;
        memcpy(&bits, p, size);
        for (size_t b = 0; b < size; b++)
            hash = (hash ^ p[b]) * 0x100000001b3u;
        if (verbose && is_float) {
            double d = 0;
            float f = 0;
            memcpy(size == 4 ? (void *)&f : (void *)&d, p, size);
            printf("%s[%zu] = %a\n", name, k, size == 4 ? f : d);
        } else if (verbose) {
            printf("%s[%zu] = %#llx\n", name, k, (unsigned long long)bits);
        }
    }
    printf("%s %016llx\n", name, (unsigned long long)hash);
}

#endif
