/* What threads and processes of the program may do around regions: be
 * cancelled, end, fork, take signals; and launches of more blocks than 32 bits
 * count. */
#include "tests/runtime/unit.h"

#include "tests/runtime/child.h"

#include <hedra.h>

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N = 20000, WRONG = 4, PLAIN = 5 };

static void twice_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    const double *in = arg[0].p;
    double *out = arg[1].p;
    for (int64_t i = begin; i < end; i++)
        out[i] = 2 * in[i];
}

static atomic_int foreign; /* blocks that another thread than main ran */
static pthread_t main_thread;

static void slow_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    if (!pthread_equal(pthread_self(), main_thread))
        atomic_fetch_add(&foreign, (int)(end - begin));
    nanosleep(&(struct timespec){0, 2000000 * (end - begin)}, NULL);
}

static _Atomic int64_t blocks_run, last_block;

static void count_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    atomic_fetch_add(&blocks_run, end - begin);
    if (end > atomic_load(&last_block))
        atomic_store(&last_block, end);
}

/* Faults in a thread of the pool. */
static void fault_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    slow_kernel(arg, begin, end);
    if (atomic_load(&foreign) > 0 &&
        !pthread_equal(pthread_self(), main_thread))
        raise(SIGSEGV);
}

static void sleep_for(double seconds)
{
    time_t whole = (time_t)seconds;
    struct timespec left = {whole, (long)(1e9 * (seconds - (double)whole))};
    while (nanosleep(&left, &left) != 0)
        ;
}

static int ready[2]; /* the pipe of a program that waits for a signal */

static void tell_ready(void)
{
    (void)!write(ready[1], "", 1);
}

/* Takes a minute for each part of the blocks, and tells when it has begun. */
static void endless_kernel(const union hedra_arg *arg, int64_t begin,
                           int64_t end)
{
    tell_ready();
    sleep_for(60);
}

enum { TWICE, SLOW, COUNT_BLOCKS, FAULT, ENDLESS };
static const struct hedra_kernel table[] = {
    {"twice", "bb", {1, 1, 1}, 11, twice_kernel, NULL},
    {"slow", "b", {1, 1, 1}, 12, slow_kernel, NULL},
    {"count", "b", {1, 1, 1}, 13, count_kernel, NULL},
    {"fault", "b", {1, 1, 1}, 14, fault_kernel, NULL},
    {"endless", "b", {1, 1, 1}, 15, endless_kernel, NULL},
};
static struct hedra_module module = {HEDRA_ABI, "region", "p.c", 10, NULL,
                                     NULL,      NULL,     0,     5,  NULL,
                                     table,     NULL,     0};

static double in[N], out[2][N];

static void run_kernel(int kernel, int64_t blocks, double *to)
{
    struct hedra_array array[] = {
        {"in", in, 0, sizeof in, 8, HEDRA_READ},
        {"out", to, 0, sizeof in, 8, HEDRA_READ | HEDRA_WRITE}};
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(&module, array, 2, 0, &where);
    union hedra_arg arg[] = {{.b = 0}, {.b = 1}};
    hedra_launch(run, kernel, (int64_t[]){blocks, 1, 1}, arg,
                 kernel == TWICE ? 2 : 1);
    hedra_end(run);
}

/* Twice in a row: 1 if the results are right. */
static int runs_well(void)
{
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < N; i++)
            in[i] = i + round;
        run_kernel(TWICE, N, out[0]);
        for (int i = 0; i < N; i++)
            if (out[0][i] != 2 * in[i])
                return 0;
    }
    return 1;
}

static void start(void)
{
    main_thread = pthread_self();
    alarm(60);
}

static void *many_regions(void *ignored)
{
    for (;;)
        run_kernel(TWICE, N, out[1]);
    return ignored;
}

/* The thread ends at the end of a region, and nothing is left locked. */
static int cancel(void)
{
    enum { TIMES = 300 };
    start();
    for (int k = 0; k < TIMES; k++) {
        pthread_t thread;
        pthread_create(&thread, NULL, many_regions, NULL);
        sleep_for(1e-4 + 3e-6 * k);
        pthread_cancel(thread);
        pthread_join(thread, NULL);
        run_kernel(TWICE, N, out[0]);
    }
    return runs_well() ? 0 : WRONG;
}

static int threads_of_process(void)
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *d; tasks && (d = readdir(tasks));)
        count += d->d_name[0] != '.';
    if (tasks)
        closedir(tasks);
    return count;
}

/* Threads end when there is nothing to do, and are there again. */
static int idle(void)
{
    start();
    for (int round = 0; round < 2; round++) {
        atomic_store(&foreign, 0);
        run_kernel(SLOW, 16, out[0]);
        if (atomic_load(&foreign) == 0 || threads_of_process() < 2)
            return WRONG;
        for (int k = 0; threads_of_process() > 1; k++) {
            sleep_for(0.05);
            if (k == 200)
                return WRONG;
        }
    }
    return runs_well() ? 0 : WRONG;
}

static int end_of_main(void)
{
    start();
    run_kernel(SLOW, 8, out[0]);
    pthread_exit(NULL);
}

static void *sleep_long(void *ignored)
{
    sleep_for(60);
    return ignored;
}

/* The program's own thread takes it. */
static int terminated(void)
{
    start();
    run_kernel(SLOW, 8, out[0]);
    pthread_t thread;
    pthread_create(&thread, NULL, sleep_long, NULL);
    if (fork() == 0) {
        sleep_for(0.05);
        kill(getppid(), SIGTERM);
        _exit(0);
    }
    pthread_exit(NULL);
}

/* What SIGTERM must end at once. In the middle of a kernel of minutes, by all
 * threads of the pool. */
static void inside_nest(void)
{
    run_kernel(ENDLESS, 20, out[0]);
}

static void *nest_of_thread(void *ignored)
{
    inside_nest();
    return ignored;
}

/* The same, where the nest is another thread's, and main has left. */
static void inside_nest_without_main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nest_of_thread, NULL);
    pthread_exit(NULL);
}

/* Between nests, where main has left and another thread sleeps. */
static void without_main(void)
{
    pthread_t thread;
    run_kernel(SLOW, 8, out[0]);
    pthread_create(&thread, NULL, sleep_long, NULL);
    tell_ready();
    pthread_exit(NULL);
}

/* 0 if SIGTERM ends a process that runs `program` within a second, whatever the
 * machine's speed: nothing has to be done for that. */
static int ends_at_once(void (*program)(void))
{
    enum { MILLISECONDS = 1000, WAIT = 5 };
    char byte;
    int status = 0;
    if (pipe(ready) != 0)
        return WRONG;
    pid_t pid = fork();
    if (pid == 0) {
        start();
        program();
        _exit(WRONG);
    }
    bool is_there = read(ready[0], &byte, 1) == 1;
    sleep_for(0.05);
    kill(pid, SIGTERM);
    for (int k = 0; k < MILLISECONDS / WAIT; k++) {
        if (waitpid(pid, &status, WNOHANG) == pid)
            return is_there && WIFSIGNALED(status) &&
                           WTERMSIG(status) == SIGTERM
                       ? 0
                       : WRONG;
        sleep_for(WAIT / 1000.0);
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return WRONG;
}

static int ends_inside_nest(void)
{
    return ends_at_once(inside_nest);
}

static int ends_inside_nest_without_main(void)
{
    return ends_at_once(inside_nest_without_main);
}

static int ends_without_main(void)
{
    return ends_at_once(without_main);
}

static atomic_int handled;

static void handle(int number)
{
    if (pthread_equal(pthread_self(), main_thread))
        atomic_fetch_add(&handled, 1);
    else
        atomic_store(&handled, -1000);
}

static void *send_signals(void *ignored)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    for (int k = 0; k < 20; k++) {
        kill(getpid(), SIGUSR1);
        sleep_for(1e-3);
    }
    return ignored;
}

/* Handlers run in threads of the program's own. */
static int handlers(void)
{
    pthread_t thread;
    start();
    signal(SIGUSR1, handle);
    run_kernel(SLOW, 8, out[0]);
    pthread_create(&thread, NULL, send_signals, NULL);
    for (int k = 0; k < 10; k++)
        run_kernel(SLOW, 8, out[0]);
    pthread_join(thread, NULL);
    return atomic_load(&handled) > 0 ? 0 : WRONG;
}

static void end_well(int number)
{
    _exit(PLAIN);
}

static int handled_fault(void)
{
    start();
    signal(SIGSEGV, end_well);
    for (int k = 0; k < 100; k++)
        run_kernel(FAULT, 16, out[0]);
    return 0;
}

static int status_of(pid_t pid)
{
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Children of a process whose other threads run regions at the time, and
 * children of those. */
static int forks(void)
{
    pthread_t thread[2];
    int status = 0;
    start();
    for (int k = 0; k < 2; k++)
        pthread_create(&thread[k], NULL, many_regions, NULL);
    for (int k = 0; k < 20 && !status; k++) {
        sleep_for(1e-3);
        pid_t pid = fork();
        if (pid == 0) {
            alarm(60);
            pid_t inner = runs_well() ? fork() : -1;
            if (inner == 0)
                exit(runs_well() ? 0 : WRONG);
            exit(inner < 0 ? WRONG : status_of(inner));
        }
        status = status_of(pid);
    }
    for (int k = 0; k < 2; k++) {
        pthread_cancel(thread[k]);
        pthread_join(thread[k], NULL);
    }
    return status || runs_well() ? status : WRONG;
}

static void run_at_exit(void)
{
    if (!runs_well())
        _exit(WRONG);
}

static int at_exit(void)
{
    start();
    atexit(run_at_exit);
    return runs_well() ? 0 : WRONG;
}

static int many_blocks(void)
{
    static const int64_t sizes[] = {(INT64_C(1) << 31) + 3,
                                    (INT64_C(1) << 32) + 1};
    start();
    for (int k = 0; k < COUNT(sizes); k++) {
        atomic_store(&blocks_run, 0);
        atomic_store(&last_block, 0);
        run_kernel(COUNT_BLOCKS, sizes[k], out[0]);
        if (blocks_run != sizes[k] || last_block != sizes[k])
            return WRONG;
    }
    return 0;
}

/* A Plan's list without memory is noticed before anything is written. */
static int giant_list(void)
{
    struct hedra_array array[] = {
        {"in", in, 0, sizeof in, 8, HEDRA_READ},
        {"out", out[0], 0, sizeof in, 8, HEDRA_READ | HEDRA_WRITE},
        {"list", NULL, 0, INT64_C(1) << 50, 4, HEDRA_TEMP | HEDRA_LIST}};
    enum hedra_where where;
    start();
    for (int i = 0; i < N; i++)
        in[i] = 3;
    for (int k = 0; k < 2; k++) {
        struct hedra_run *run = hedra_begin(&module, array, 3, 0, &where);
        union hedra_arg arg[] = {{.b = 0}, {.b = 1}};
        if (!hedra_launch(run, TWICE, (int64_t[]){N, 1, 1}, arg, 2) ||
            !hedra_end_or_plain(run) || out[0][5] != 0)
            return WRONG;
    }
    return PLAIN;
}

#define ON_HOST                                                                \
    {                                                                          \
        "HEDRA_DEVICE", "host", "HEDRA_THREADS", "3"                           \
    }
static const struct child_case cases[] = {
    {cancel, ON_HOST, 0, {NULL}},
    {idle, ON_HOST, 0, {NULL}},
    {end_of_main, ON_HOST, 0, {NULL}},
    {terminated, ON_HOST, 128 + SIGTERM, {NULL}},
    {ends_inside_nest, ON_HOST, 0, {NULL}},
    {ends_inside_nest_without_main, ON_HOST, 0, {NULL}},
    {ends_without_main, ON_HOST, 0, {NULL}},
    {handlers, ON_HOST, 0, {NULL}},
    {handled_fault, ON_HOST, PLAIN, {NULL}},
    {forks, ON_HOST, 0, {NULL}},
    {at_exit, ON_HOST, 0, {NULL}},
    {many_blocks, ON_HOST, 0, {NULL}},
    {giant_list,
     ON_HOST,
     PLAIN,
     {"p.c:10: region 'region' runs as plain C", "temporary array 'list'",
      "1125899906842624"}},
};

static void test_cases(void **state)
{
    child_check(cases, COUNT(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
