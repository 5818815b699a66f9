/*
 * Races on the host: contestants take turns, so that whatever else the machine
 * does slows all of them down, and the shortest time of each counts. Other load
 * comes and goes, though, and may leave one of them alone at the right moment:
 * the race goes on until each has come close to its shortest time several
 * times.
 */
#ifndef HEDRA_TESTS_BENCH_DYNAMIC_RACE_H
#define HEDRA_TESTS_BENCH_DYNAMIC_RACE_H

#include <stdbool.h>
#include <time.h>

enum { RACE_SAME = 4, RACE_LEAST = 15, RACE_MOST = 20000 };
/* How close; and no race ends before, or goes on after so many seconds. */
#define RACE_CLOSE 1.02
#define RACE_SECONDS_LEAST 0.3
#define RACE_SECONDS_MOST 15.0

/* What a contestant has taken: the shortest times, in order. */
struct race_times {
    int rounds;
    double best[RACE_SAME];
};

static inline double race_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Until the threads of the contestant before have gone to sleep: those of
 * OpenMP (GCC's for some 5 ms) keep asking for work after a loop, on the
 * processors that the next one needs. */
static inline void race_wait(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
}

static inline void race_note(struct race_times *t, double taken)
{
    int at = t->rounds < RACE_SAME ? t->rounds : RACE_SAME;
    t->rounds++;
    while (at > 0 && taken < t->best[at - 1]) {
        if (at < RACE_SAME)
            t->best[at] = t->best[at - 1];
        at--;
    }
    if (at < RACE_SAME)
        t->best[at] = taken;
}

static inline bool race_settled(const struct race_times *t)
{
    return t->rounds >= RACE_SAME &&
           t->best[RACE_SAME - 1] <= RACE_CLOSE * t->best[0];
}

/* Another round, of contestants that have all had as many? */
static inline bool race_goes_on(const struct race_times *t, int contestants,
                                double begin)
{
    double taken = race_now() - begin;
    bool settled = t->rounds >= RACE_LEAST && taken >= RACE_SECONDS_LEAST;
    for (int k = 0; k < contestants; k++)
        settled = settled && race_settled(&t[k]);
    return !settled && t->rounds < RACE_MOST &&
           (taken < RACE_SECONDS_MOST || t->rounds < RACE_LEAST);
}

/* Runs the statement as a contestant's turn. */
#define RACE_TIME(times, statement)                                            \
    do {                                                                       \
        double race_begin = race_now();                                        \
        statement;                                                             \
        race_note((times), race_now() - race_begin);                           \
    } while (0)

#endif
