#include "tests/bench/kernels/hand.h"

#include "runtime/base/base.h"
#include "tests/polybench/polybench.h"
#include "tests/ptxsim/corpus/corpus.h"

#include <stdlib.h>
#include <string.h>

static const struct corpus_machine *const ops = &corpus_counted;

struct hand {
    void *machine;
    const int *n;
    uint64_t at[PB_MAX_ARRAYS]; /* where the machine has the arrays */
    struct report why;
    bool broken; /* nothing more is done */
};

static void launch(struct hand *h, const char *kernel,
                   struct corpus_shape shape, int count,
                   const struct corpus_arg *arg)
{
    h->broken = h->broken ||
                !ops->launch(h->machine, kernel, shape, count, arg, &h->why);
}

#define LAUNCH(h, kernel, shape, ...)                                          \
    launch(h, kernel, shape,                                                   \
           (int)(sizeof((struct corpus_arg[]){__VA_ARGS__}) /                  \
                 sizeof(struct corpus_arg)),                                   \
           (struct corpus_arg[]){__VA_ARGS__})

static struct corpus_shape shape(int gx, int gy, int bx, int by)
{
    return (struct corpus_shape){
        {(unsigned)gx, (unsigned)gy, 1}, {(unsigned)bx, (unsigned)by, 1}, 0};
}

enum { TILE = 64, SIDE = 32, THREADS = 128 };

static void gemm(struct hand *h)
{
    double alpha = 1.5, beta = 1.2;
    int rows = h->n[0], columns = h->n[1];

    LAUNCH(h, "gemm", shape(columns / TILE, rows / TILE, THREADS, 1),
           CORPUS_ARG(h->n[1]), CORPUS_ARG(h->n[2]), CORPUS_ARG(alpha),
           CORPUS_ARG(beta), CORPUS_ARG(h->at[0]), CORPUS_ARG(h->at[1]),
           CORPUS_ARG(h->at[2]));
}

static void transposition(struct hand *h)
{
    int tiles = h->n[0] / SIDE;

    LAUNCH(h, "transposition", shape(tiles, tiles, SIDE, 8),
           CORPUS_ARG(h->n[0]), CORPUS_ARG(h->at[0]), CORPUS_ARG(h->at[1]));
}

static void jacobi_2d(struct hand *h)
{
    int blocks = (h->n[1] - 2 + SIDE - 1) / SIDE;

    for (int half = 0; half < 2 * h->n[0]; half++)
        LAUNCH(h, "jacobi", shape(blocks, blocks, SIDE, 4), CORPUS_ARG(h->n[1]),
               CORPUS_ARG(h->at[half % 2]), CORPUS_ARG(h->at[1 - half % 2]));
}

static void mvt(struct hand *h)
{
    int blocks = h->n[0] / SIDE;

    LAUNCH(h, "rows_times", shape(blocks, 1, SIDE, 4), CORPUS_ARG(h->n[0]),
           CORPUS_ARG(h->at[0]), CORPUS_ARG(h->at[2]), CORPUS_ARG(h->at[4]));
    LAUNCH(h, "columns_times", shape(blocks, 1, SIDE, 1), CORPUS_ARG(h->n[0]),
           CORPUS_ARG(h->at[1]), CORPUS_ARG(h->at[3]), CORPUS_ARG(h->at[4]));
}

/* Of a square matrix. */
static void atax(struct hand *h)
{
    int n = h->n[0];

    LAUNCH(h, "warp_rows", shape(n / 4, 1, SIDE, 4), CORPUS_ARG(h->n[0]),
           CORPUS_ARG(h->at[3]), CORPUS_ARG(h->at[1]), CORPUS_ARG(h->at[0]));
    LAUNCH(h, "columns_sum", shape(n / SIDE, 1, SIDE, 1), CORPUS_ARG(h->n[0]),
           CORPUS_ARG(h->at[2]), CORPUS_ARG(h->at[3]), CORPUS_ARG(h->at[0]));
}

static void floyd_warshall(struct hand *h)
{
    int tiles = h->n[0] / SIDE, rows = 8;

    for (int round = 0; round < tiles; round++) {
        struct corpus_arg arg[] = {CORPUS_ARG(h->n[0]), CORPUS_ARG(round),
                                   CORPUS_ARG(h->at[0])};

        launch(h, "paths_diagonal", shape(1, 1, SIDE, rows), 3, arg);
        launch(h, "paths_cross", shape(tiles - 1, 2, SIDE, rows), 3, arg);
        launch(h, "paths_others", shape(tiles - 1, tiles - 1, SIDE, rows), 3,
               arg);
    }
}

static void covariance(struct hand *h)
{
    const int *m = &h->n[0], *n = &h->n[1];
    double count = *n, less = count - 1;
    const uint64_t *data = &h->at[0], *cov = &h->at[1], *mean = &h->at[2];

    LAUNCH(h, "column_means", shape(*m / THREADS, 1, THREADS, 1),
           CORPUS_ARG(*m), CORPUS_ARG(*n), CORPUS_ARG(count), CORPUS_ARG(*data),
           CORPUS_ARG(*mean));
    LAUNCH(h, "subtract_means", shape(*m / TILE, *n / TILE, SIDE, 8),
           CORPUS_ARG(*m), CORPUS_ARG(*data), CORPUS_ARG(*mean));
    LAUNCH(h, "covariance", shape(*m / TILE, *m / TILE, THREADS, 1),
           CORPUS_ARG(*m), CORPUS_ARG(*n), CORPUS_ARG(less), CORPUS_ARG(*data),
           CORPUS_ARG(*cov));
}

static const struct {
    const char *name;
    void (*run)(struct hand *h);
} kernel[] = {{"gemm", gemm},
              {"transposition", transposition},
              {"jacobi-2d", jacobi_2d},
              {"mvt", mvt},
              {"atax", atax},
              {"floyd-warshall", floyd_warshall},
              {"covariance", covariance}};

static size_t bytes_of(const struct pb_block *b)
{
    return pb_block_count(b) * pb_type_size(b->type);
}

static bool write_counts(struct hand *h, const char *path)
{
    char *text = corpus_counts(h->machine);
    FILE *f = fopen(path, "w");
    bool good = text && f && fputs(text, f) >= 0;

    if (f)
        good &= fclose(f) == 0;
    free(text);
    return good || report_set(&h->why, "the counts cannot be written");
}

/* The arrays go to the machine and come back. */
static bool run(struct hand *h, const char *ptx, const char *name,
                struct pb_block *array, int count, const char *counts)
{
    bool good = ops->load(h->machine, ptx, &h->why);

    for (int k = 0; good && k < count; k++)
        good =
            ops->alloc(h->machine, bytes_of(&array[k]), &h->at[k], &h->why) &&
            ops->write(h->machine, h->at[k], array[k].data, bytes_of(&array[k]),
                       &h->why);
    for (size_t k = 0; good && k < sizeof kernel / sizeof *kernel; k++)
        if (strcmp(kernel[k].name, name) == 0)
            kernel[k].run(h);
    good = good && !h->broken;
    for (int k = 0; good && k < count; k++)
        good = ops->read(h->machine, h->at[k], array[k].data,
                         bytes_of(&array[k]), &h->why);
    return good && write_counts(h, counts);
}

bool hand_run(const char *ptx, const char *name, const int *n,
              struct pb_block *array, int count, const char *counts)
{
    struct hand h = {.n = n};
    bool good = ops->open(&h.machine, &h.why) == CORPUS_OPENED;

    if (good) {
        good = run(&h, ptx, name, array, count, counts);
        ops->close(h.machine);
    }
    if (!good)
        fprintf(stderr, "%s by hand: %s\n", name, h.why.text);
    return good;
}
