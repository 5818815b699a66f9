/*
 * What the programs of tests/field share: sizes, data that are the same in
 * every run, the time of the marked part, and sums over the bytes of results.
 *
 * Results go to standard output, "time WALL CPU" in seconds to standard error.
 * A program without an argument has its MINI size, with "large" the size of the
 * benchmark, with a number that one.
 */
#ifndef HEDRA_TESTS_FIELD_FIELD_H
#define HEDRA_TESTS_FIELD_FIELD_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline int field_size(int argc, char **argv, int mini, int large)
{
    if (argc < 2)
        return mini;
    return strcmp(argv[1], "large") == 0 ? large : atoi(argv[1]);
}

static double field_wall, field_cpu;

static inline double field_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The marked part begins; it may be in several pieces, whose times add up. */
static inline void field_begin(void)
{
    field_wall -= field_clock(CLOCK_MONOTONIC);
    field_cpu -= field_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static inline void field_stop(void)
{
    field_cpu += field_clock(CLOCK_PROCESS_CPUTIME_ID);
    field_wall += field_clock(CLOCK_MONOTONIC);
}

static inline void field_print(void)
{
    fprintf(stderr, "time %.9f %.9f\n", field_wall, field_cpu);
}

static inline void field_end(void)
{
    field_stop();
    field_print();
}

static unsigned field_seed = 12345;

/* At least 0 and below 1, in steps that a float has. */
static inline float field_random(void)
{
    field_seed = field_seed * 1664525u + 1013904223u;
    return (float)(field_seed >> 8) * (1.f / 16777216);
}

/* Arrays; a program that gets none ends. */
static inline void *field_zeros(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p)
        exit(3);
    return p;
}

static inline float *field_floats(size_t count)
{
    float *p = field_zeros(count, sizeof *p);
    for (size_t i = 0; i < count; i++)
        p[i] = field_random();
    return p;
}

static inline double *field_doubles(size_t count)
{
    double *p = field_zeros(count, sizeof *p);
    for (size_t i = 0; i < count; i++)
        p[i] = field_random();
    return p;
}

static inline int *field_ints(size_t count, int below)
{
    int *p = field_zeros(count, sizeof *p);
    for (size_t i = 0; i < count; i++)
        p[i] = (int)(field_random() * (float)below);
    return p;
}

static inline unsigned char *field_bytes(size_t count)
{
    unsigned char *p = field_zeros(count, 1);
    for (size_t i = 0; i < count; i++)
        p[i] = (unsigned char)(field_random() * 256);
    return p;
}

/* Prints a sum over all bytes, so that one wrong bit is seen. */
static inline void field_sum(const char *name, const void *data, size_t size)
{
    const unsigned char *byte = data;
    uint64_t sum = 1469598103934665603u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ byte[i]) * 1099511628211u;
    printf("%s %016llx\n", name, (unsigned long long)sum);
}

/* For results of exp and its like, whose last digits differ by library. */
static inline void field_near(const char *name, const float *data, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(data[i]);
    printf("%s %.3g\n", name, sum);
}

static inline void field_near_doubles(const char *name, const double *data,
                                      size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(data[i]);
    printf("%s %.3g\n", name, sum);
}

#endif
