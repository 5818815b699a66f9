/* A program's first region touches few pages that nobody touched before: the
 * system gives each, which takes longer than many nests do. Counted by the
 * program itself, run anew several times, as pages of code lie otherwise each
 * time; the median counts. */
#include "tests/runtime/host_region.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TURNS = 15, MOST_PLAIN = 1, MOST_KERNELS = 3 };

static long faults(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return use.ru_minflt;
}

static void run_plain(void)
{
    if (hedra_first(&module, 0, 0))
        hedra_plain_done(&module);
}

static void run_kernels(void)
{
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(&module, NULL, 0, 0, &where);
    if (run)
        hedra_end(run);
}

/* The clock's pages are not the region's: most programs have read it. */
static int count(const char *what)
{
    void (*run)(void) = strcmp(what, "plain") == 0 ? run_plain : run_kernels;
    struct timespec now;
    if (run == run_plain)
        module.plain = HEDRA_PLAIN_TIMED | HEDRA_PLAIN_EXACT | HEDRA_PLAIN_FEW;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long before = faults();
    before = faults();
    run();
    long own = faults() - before;
    return own < 255 ? (int)own : 255;
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int median(const char *self, const char *what)
{
    int own[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
        pid_t child = fork();
        if (child == 0) {
            execl(self, self, what, (char *)NULL);
            _exit(255);
        }
        int status;
        waitpid(child, &status, 0);
        own[turn] = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
    }
    qsort(own, TURNS, sizeof *own, compare);
    printf("%s: %d pages\n", what, own[TURNS / 2]);
    return own[TURNS / 2];
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return count(argv[1]);
    clearenv();
    setenv("HEDRA_DEVICE", "host", 1);
    setenv("HEDRA_THREADS", "1", 1);
    int plain = median(argv[0], "plain");
    int kernels = median(argv[0], "kernels");
    return plain > MOST_PLAIN || kernels > MOST_KERNELS;
}
