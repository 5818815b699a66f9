/* Many regions from several threads at once: built with -fsanitize=thread. */
#include <hedra.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 6, ROUNDS = 300, N = 2000 };

static void step_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    const double *in = arg[0].p;
    double *out = arg[1].p;
    for (int64_t i = begin; i < end; i++)
        out[i] = in[i] + in[N - 1 - i] + arg[2].d;
}

/* Counts by last digits, with other threads and without. */
static void count_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    int *count = arg[0].p;
    for (int64_t i = begin; i < end; i++)
        __atomic_fetch_add(&count[i % 10], 1, __ATOMIC_RELAXED);
}

static void count_alone(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    int *count = arg[0].p;
    for (int64_t i = begin; i < end; i++)
        count[i % 10]++;
}

static const struct hedra_atomics count_atomics = {count_alone, "4", 3};
static const struct hedra_kernel kernels[] = {
    {"step", "bbd", {1, 1, 1}, 1, step_kernel, NULL},
    {"count", "b", {1, 1, 1}, 2, count_kernel, &count_atomics}};

static struct hedra_module modules[] = {
    {HEDRA_ABI, "one", "threads.c", 1, NULL, NULL, NULL, 0, 2, NULL, kernels,
     NULL, 0},
    {HEDRA_ABI, "two", "threads.c", 2, NULL, NULL, NULL, 0, 2, NULL, kernels,
     NULL, 0}};

/* y = reverse sum of x, through a temporary; 1 if it is wrong. */
static int one_region(int round, double *x, double *y)
{
    int count[10] = {0};
    struct hedra_array array[] = {
        {"x", x, 0, N * 8, 8, HEDRA_READ},
        {"t", NULL, 0, N * 8, 8, HEDRA_TEMP},
        {"y", y, 0, N * 8, 8, HEDRA_WRITE | HEDRA_DISCARD},
        {"count", count, 0, sizeof count, 4, HEDRA_READ | HEDRA_WRITE}};
    enum hedra_where where;
    struct hedra_run *run =
        hedra_begin(&modules[round % 2], array, 4, 0, &where);
    if (!run)
        return 1;
    int64_t grid[] = {N, 1, 1}, half[] = {N / 2, 1, 1};
    int failed = hedra_launch(
        run, 0, grid, (union hedra_arg[]){{.b = 0}, {.b = 1}, {.d = round}}, 3);
    failed |= hedra_launch(
        run, 0, half, (union hedra_arg[]){{.b = 1}, {.b = 2}, {.d = 1}}, 3);
    failed |= hedra_launch(run, 1, grid, (union hedra_arg[]){{.b = 3}}, 1);
    hedra_end(run);
    for (int i = 0; i < 10; i++)
        failed |= count[i] != N / 10;
    for (int i = 0; i < N / 2; i++)
        failed |= y[i] != 2 * (x[i] + x[N - 1 - i] + round) + 1;
    return failed;
}

static void *many_regions(void *number)
{
    static char failed;
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    void *result = x && y ? NULL : &failed;
    for (int i = 0; i < N && !result; i++)
        x[i] = i * 3 % 7 + *(int *)number;
    for (int round = 0; round < ROUNDS && !result; round++) {
        if (round % 10 == 0)
            hedra_keep(x, N * sizeof *x);
        if (one_region(round, x, y))
            result = &failed;
        if (round % 10 == 9)
            hedra_release(x, N * sizeof *x);
        hedra_sync(y, N * sizeof *y);
    }
    if (!hedra_device_name()[0])
        result = &failed;
    free(x);
    free(y);
    return result;
}

int main(void)
{
    setenv("HEDRA_DEVICE", "host", 1);
    setenv("HEDRA_THREADS", "4", 1);
    setenv("HEDRA_STATS", "1", 1);
    pthread_t thread[THREADS];
    int number[THREADS], failures = 0;
    for (int k = 0; k < THREADS; k++) {
        number[k] = k;
        if (pthread_create(&thread[k], NULL, many_regions, &number[k]))
            return 2;
    }
    for (int k = 0; k < THREADS; k++) {
        void *result;
        pthread_join(thread[k], &result);
        failures += result != NULL;
    }
    printf("%d of %d threads had wrong results\n", failures, THREADS);
    return failures != 0;
}
