/*
 * Races on the host inside of one program: contestants take turns, so that
 * whatever else the machine does slows all of them down, and the shortest time
 * of each counts. Before its turn each waits until the threads of the one
 * before have gone to sleep: those of OpenMP (GCC's for some 5 ms) keep asking
 * for work after a loop, on the processors that the next contestant needs.
 */
#ifndef HEDRA_TESTS_BENCH_DYNAMIC_RACE_H
#define HEDRA_TESTS_BENCH_DYNAMIC_RACE_H

#include <time.h>

static inline double race_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void race_wait(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
}

/* Runs the statement; `best` keeps the shortest time, in seconds. */
#define RACE_TIME(best, statement)                                             \
    do {                                                                       \
        race_wait();                                                           \
        double begin = race_now();                                             \
        statement;                                                             \
        double taken = race_now() - begin;                                     \
        if ((best) == 0 || taken < (best))                                     \
            (best) = taken;                                                    \
    } while (0)

#endif
