#include "tests/bench/memory.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* More than any cache holds. */
enum { MOST_THREADS = 16, COPIED = 128 << 20 };

/* What one thread copies, when all are to begin, and when it began and ended:
 * who waits for all of them may himself wait for a processor. */
struct copy {
    char *from, *to;
    pthread_barrier_t *all;
    double begin, end;
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "error: no %s to measure the memory's bandwidth\n", what);
    exit(2);
}

static void *copy(void *given)
{
    struct copy *c = given;
    pthread_barrier_wait(c->all);
    c->begin = seconds();
    memcpy(c->to, c->from, COPIED);
    c->end = seconds();
    return NULL;
}

/* Seconds in which all threads copy, each its own. */
static double copy_once(struct copy c[], int threads)
{
    pthread_t thread[MOST_THREADS];
    pthread_barrier_t all;
    pthread_barrier_init(&all, NULL, (unsigned)threads);
    for (int k = 0; k < threads; k++) {
        c[k].all = &all;
        if (pthread_create(&thread[k], NULL, copy, &c[k]) != 0)
            give_up("threads");
    }
    double begin = 0, end = 0;
    for (int k = 0; k < threads; k++) {
        pthread_join(thread[k], NULL);
        begin = k == 0 || c[k].begin < begin ? c[k].begin : begin;
        end = k == 0 || c[k].end > end ? c[k].end : end;
    }
    pthread_barrier_destroy(&all);
    return end - begin;
}

double bench_copy_bandwidth(int threads, int turns)
{
    struct copy c[MOST_THREADS];
    double best = 0;
    if (threads > MOST_THREADS)
        give_up("so many threads");
    for (int k = 0; k < threads; k++) {
        c[k] = (struct copy){.from = malloc(COPIED), .to = malloc(COPIED)};
        if (!c[k].from || !c[k].to)
            give_up("memory");
        memset(c[k].from, 1, COPIED);
        memset(c[k].to, 2, COPIED);
    }
    for (int k = 0; k < turns; k++) {
        double rate = 2. * COPIED * threads / copy_once(c, threads);
        best = rate > best ? rate : best;
    }
    for (int k = 0; k < threads; k++) {
        free(c[k].from);
        free(c[k].to);
    }
    return best;
}
