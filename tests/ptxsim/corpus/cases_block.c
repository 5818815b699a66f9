/* Cases of threads that work together: reductions, scans, sorts, atomics,
 * votes, barriers. Sums of floating-point numbers follow the kernels' order. */
#include "tests/ptxsim/corpus/corpus.h"

#include <string.h>

enum { LANES = 32 };

/* reduce ------------------------------------------------------------------- */

/* The pairwise sum as a tree of shuffles or of shared memory makes it: n is a
 * power of 2; x is used up. */
static double tree_f64(double *x, int n)
{
    for (int half = n / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            x[i] += x[i + half];
    return x[0];
}

static float tree_f32(float *x, int n)
{
    for (int half = n / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            x[i] += x[i + half];
    return x[0];
}

static void expect_sum_f64(const double *x, int n, int blocks, int threads,
                           double *out)
{
    for (int b = 0; b < blocks; b++) {
        double part[LANES] = {0};
        for (int w = 0; w < threads / LANES; w++) {
            double lane[LANES];
            for (int l = 0; l < LANES; l++) {
                lane[l] = 0;
                for (int i = b * threads + w * LANES + l; i < n;
                     i += blocks * threads)
                    lane[l] += x[i];
            }
            part[w] = tree_f64(lane, LANES);
        }
        out[b] = tree_f64(part, LANES);
    }
}

static void reduce_f64(struct corpus *c)
{
    int n = 5001, blocks = 5, threads = 192, whole = 0;
    double *x = corpus_new(c, n, sizeof *x), want[5], sum = 0;

    for (int i = 0; i < n; i++)
        x[i] = corpus_uniform(c, -1, 1);
    uint64_t in = corpus_upload(c, x, (size_t)n * sizeof *x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "sum_f64", CORPUS_LINE(blocks, threads), CORPUS_ARG(in),
                  CORPUS_ARG(n), CORPUS_ARG(out));
    expect_sum_f64(x, n, blocks, threads, want);
    corpus_check(c, "sum_f64", CORPUS_F64, out, want, blocks);

    for (int i = 0; i < n; i++)
        sum += x[i] = (double)(whole = (int)(corpus_random(c) % 2001) - 1000);
    in = corpus_upload(c, x, (size_t)n * sizeof *x);
    out = corpus_upload(c, NULL, sizeof sum);
    CORPUS_LAUNCH(c, "add_f64", CORPUS_LINE((n + 95) / 96, 96), CORPUS_ARG(in),
                  CORPUS_ARG(n), CORPUS_ARG(out));
    corpus_check(c, "add_f64", CORPUS_F64, out, &sum, 1);
}

static void reduce_f32(struct corpus *c)
{
    enum { N = 1000, BLOCKS = 4, THREADS = 256 };
    int n = N;
    float x[BLOCKS * THREADS] = {0}, want[BLOCKS];

    for (int i = 0; i < N; i++)
        x[i] = (float)corpus_uniform(c, -1, 1);
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    struct corpus_shape shape = CORPUS_LINE(BLOCKS, THREADS);
    shape.shared = THREADS * sizeof(float);
    CORPUS_LAUNCH(c, "sum_f32", shape, CORPUS_ARG(in), CORPUS_ARG(n),
                  CORPUS_ARG(out));
    for (int b = 0; b < BLOCKS; b++)
        want[b] = tree_f32(x + b * THREADS, THREADS);
    corpus_check(c, "sum_f32", CORPUS_F32, out, want, BLOCKS);
}

void corpus_reduce(struct corpus *c)
{
    int n = 777;
    int64_t *x = corpus_new(c, n, sizeof *x), least = INT64_MAX;
    uint32_t *u = corpus_new(c, n, sizeof *u), most = 0;

    reduce_f64(c);
    reduce_f32(c);
    for (int i = 0; i < n; i++) {
        x[i] = corpus_edge_s64(c);
        u[i] = (uint32_t)corpus_random(c) >> 1;
        least = x[i] < least ? x[i] : least;
        most = u[i] > most ? u[i] : most;
    }
    int64_t start = INT64_MAX;
    uint64_t in = corpus_upload(c, x, (size_t)n * sizeof *x);
    uint64_t out = corpus_upload(c, &start, sizeof start);
    CORPUS_LAUNCH(c, "min_s64", CORPUS_LINE(1, 128), CORPUS_ARG(in),
                  CORPUS_ARG(n), CORPUS_ARG(out));
    corpus_check(c, "min_s64", CORPUS_S64, out, &least, 1);
    in = corpus_upload(c, u, (size_t)n * sizeof *u);
    out = corpus_upload(c, NULL, sizeof most);
    CORPUS_LAUNCH(c, "max_u32", CORPUS_LINE(7, 128), CORPUS_ARG(in),
                  CORPUS_ARG(n), CORPUS_ARG(out));
    corpus_check(c, "max_u32", CORPUS_S32, out, &most, 1);
}

/* transpose ---------------------------------------------------------------- */

void corpus_transpose(struct corpus *c)
{
    static const char *const kernel[] = {"transpose_naive", "transpose_shared",
                                         "transpose_padded"};
    int n = 70, m = 101;
    float *x = corpus_new(c, n * m, sizeof *x);
    float *want = corpus_new(c, n * m, sizeof *want);
    double *wide = corpus_new(c, n * m, sizeof *wide);
    double *want_wide = corpus_new(c, n * m, sizeof *want_wide);
    struct corpus_shape shape = {{4, 3, 1}, {32, 8, 1}, 0};

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            wide[i * m + j] = corpus_edge_f64(c);
            x[i * m + j] = (float)(i * 1000 + j);
            want[j * n + i] = x[i * m + j];
            want_wide[j * n + i] = wide[i * m + j];
        }
    uint64_t in = corpus_upload(c, x, (size_t)(n * m) * sizeof *x);
    for (int k = 0; k < 3; k++) {
        uint64_t out = corpus_upload(c, NULL, (size_t)(n * m) * sizeof *x);
        CORPUS_LAUNCH(c, kernel[k], shape, CORPUS_ARG(n), CORPUS_ARG(m),
                      CORPUS_ARG(in), CORPUS_ARG(out));
        corpus_check(c, kernel[k], CORPUS_F32, out, want, n * m);
    }
    in = corpus_upload(c, wide, (size_t)(n * m) * sizeof *wide);
    uint64_t out = corpus_upload(c, NULL, (size_t)(n * m) * sizeof *wide);
    CORPUS_LAUNCH(c, "transpose_f64", shape, CORPUS_ARG(n), CORPUS_ARG(m),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "transpose_f64", CORPUS_F64, out, want_wide, n * m);
}

/* histogram ---------------------------------------------------------------- */

/* Each rank of a value must have been given out exactly once. */
static void check_ranks(struct corpus *c, const unsigned char *data, int n,
                        const uint32_t *count, uint64_t address)
{
    uint32_t *rank = corpus_new(c, n, sizeof *rank), first[256], ok = 1,
             one = 1;
    unsigned char *seen = corpus_new(c, n, 1);

    first[0] = 0;
    for (int v = 1; v < 256; v++)
        first[v] = first[v - 1] + count[v - 1];
    corpus_download(c, address, rank, (size_t)n * sizeof *rank);
    for (int i = 0; i < n; i++) {
        if (rank[i] >= count[data[i]] || seen[first[data[i]] + rank[i]])
            ok = 0;
        else
            seen[first[data[i]] + rank[i]] = 1;
    }
    corpus_check(c, "ranks", CORPUS_S32, corpus_upload(c, &ok, sizeof ok), &one,
                 1);
}

void corpus_histogram(struct corpus *c)
{
    int n = 4096, words = n / 4;
    unsigned char *data = corpus_new(c, n, 1);
    uint32_t count[256] = {0};
    uint64_t sum[256] = {0};

    for (int i = 0; i < n; i++) {
        data[i] = (unsigned char)(corpus_random(c) % (i % 3 ? 256 : 5));
        count[data[i]]++;
        sum[data[i]] += (uint64_t)i << 20;
    }
    uint64_t in = corpus_upload(c, data, (size_t)n);
    uint64_t out = corpus_upload(c, NULL, sizeof count);
    CORPUS_LAUNCH(c, "histogram_shared", CORPUS_LINE(3, 160), CORPUS_ARG(in),
                  CORPUS_ARG(n), CORPUS_ARG(out));
    corpus_check(c, "histogram_shared", CORPUS_S32, out, count, 256);

    struct corpus_shape shape = CORPUS_LINE(1, 96);
    shape.shared = sizeof count;
    out = corpus_upload(c, NULL, sizeof count);
    CORPUS_LAUNCH(c, "histogram_vector", shape, CORPUS_ARG(in),
                  CORPUS_ARG(words), CORPUS_ARG(out));
    corpus_check(c, "histogram_vector", CORPUS_S32, out, count, 256);

    uint64_t sums = corpus_upload(c, NULL, sizeof sum);
    uint64_t arrivals = corpus_upload(c, NULL, sizeof count);
    uint64_t rank = corpus_upload(c, NULL, (size_t)n * sizeof(uint32_t));
    CORPUS_LAUNCH(c, "histogram_global", CORPUS_LINE(17, 256), CORPUS_ARG(in),
                  CORPUS_ARG(n), CORPUS_ARG(sums), CORPUS_ARG(arrivals),
                  CORPUS_ARG(rank));
    corpus_check(c, "sums", CORPUS_S64, sums, sum, 256);
    corpus_check(c, "arrivals", CORPUS_S32, arrivals, count, 256);
    check_ranks(c, data, n, count, rank);
}

/* scan --------------------------------------------------------------------- */

/* A block's scan in the kernel's order: x has `threads` elements. */
#define BLOCK_SCAN(name, type)                                                 \
    static void name##_warps(type *x, int n)                                   \
    {                                                                          \
        for (int offset = 1; offset < LANES; offset *= 2)                      \
            for (int i = n - 1; i >= 0; i--)                                   \
                if (i % LANES >= offset)                                       \
                    x[i] += x[i - offset];                                     \
    }                                                                          \
                                                                               \
    static void name(type *x, int threads)                                     \
    {                                                                          \
        type total[LANES] = {0};                                               \
                                                                               \
        name##_warps(x, threads);                                              \
        for (int w = 0; w < threads / LANES; w++)                              \
            total[w] = x[w * LANES + LANES - 1];                               \
        name##_warps(total, LANES);                                            \
        for (int i = LANES; i < threads; i++)                                  \
            x[i] = total[i / LANES - 1] + x[i];                                \
    }

BLOCK_SCAN(block_scan_f32, float)
BLOCK_SCAN(block_scan_f64, double)

static void scan_integers(struct corpus *c)
{
    enum { N = 3000, THREADS = 256, BLOCKS = 12 };
    int n = N, blocks = BLOCKS;
    uint32_t x[N], want[N], sum = 0;
    uint64_t none = 0;

    for (int i = 0; i < N; i++)
        want[i] = sum += x[i] = (uint32_t)corpus_random(c) >> 8;
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    uint64_t sums = corpus_upload(c, NULL, BLOCKS * sizeof *x);
    CORPUS_LAUNCH(c, "scan_u32", CORPUS_LINE(BLOCKS, THREADS), CORPUS_ARG(in),
                  CORPUS_ARG(n), CORPUS_ARG(out), CORPUS_ARG(sums));
    CORPUS_LAUNCH(c, "scan_u32", CORPUS_LINE(1, 32), CORPUS_ARG(sums),
                  CORPUS_ARG(blocks), CORPUS_ARG(sums), CORPUS_ARG(none));
    CORPUS_LAUNCH(c, "scan_add_u32", CORPUS_LINE(BLOCKS, THREADS),
                  CORPUS_ARG(n), CORPUS_ARG(out), CORPUS_ARG(sums));
    corpus_check(c, "scan_u32", CORPUS_S32, out, want, N);
}

void corpus_scan(struct corpus *c)
{
    enum { N = 700, THREADS = 512, BLOCKS = 2 };
    int n = N;
    float x[BLOCKS * THREADS] = {0};
    double y[BLOCKS * THREADS] = {0};

    scan_integers(c);
    for (int i = 0; i < N; i++) {
        y[i] = corpus_uniform(c, -1, 1);
        x[i] = (float)y[i];
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof x);
    CORPUS_LAUNCH(c, "scan_f32", CORPUS_LINE(BLOCKS, THREADS), CORPUS_ARG(in),
                  CORPUS_ARG(n), CORPUS_ARG(out));
    uint64_t in_wide = corpus_upload(c, y, sizeof y);
    uint64_t out_wide = corpus_upload(c, NULL, sizeof y);
    CORPUS_LAUNCH(c, "scan_f64", CORPUS_LINE(BLOCKS, THREADS),
                  CORPUS_ARG(in_wide), CORPUS_ARG(n), CORPUS_ARG(out_wide));
    for (int b = 0; b < BLOCKS; b++) {
        block_scan_f32(x + b * THREADS, THREADS);
        block_scan_f64(y + b * THREADS, THREADS);
    }
    corpus_check(c, "scan_f32", CORPUS_F32, out, x, N);
    corpus_check(c, "scan_f64", CORPUS_F64, out_wide, y, N);
}

/* bitonic ------------------------------------------------------------------ */

static void sort_integers(int32_t *x, int n)
{
    for (int i = 1; i < n; i++) {
        int32_t value = x[i];
        int j = i;
        for (; j > 0 && x[j - 1] > value; j--)
            x[j] = x[j - 1];
        x[j] = value;
    }
}

/* By key, then by value. */
static void sort_pairs(float *key, int16_t *value, int n)
{
    for (int i = 1; i < n; i++) {
        float k = key[i];
        int16_t v = value[i];
        int j = i;
        for (;
             j > 0 && (key[j - 1] > k || (key[j - 1] == k && value[j - 1] > v));
             j--) {
            key[j] = key[j - 1];
            value[j] = value[j - 1];
        }
        key[j] = k;
        value[j] = v;
    }
}

static void bitonic_pairs(struct corpus *c)
{
    enum { N = 512 };
    float key[N];
    int16_t value[N];

    for (int i = 0; i < N; i++) {
        key[i] = (float)(corpus_random(c) % 100) - 50;
        value[i] = (int16_t)(N - i);
    }
    uint64_t keys = corpus_upload(c, key, sizeof key);
    uint64_t values = corpus_upload(c, value, sizeof value);
    for (int size = 2; size <= N; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2)
            CORPUS_LAUNCH(c, "sort_step", CORPUS_LINE(N / 128, 128),
                          CORPUS_ARG(size), CORPUS_ARG(stride),
                          CORPUS_ARG(keys), CORPUS_ARG(values));
    sort_pairs(key, value, N);
    corpus_check(c, "keys", CORPUS_F32, keys, key, N);
    corpus_check(c, "values", CORPUS_S16, values, value, N);
}

void corpus_bitonic(struct corpus *c)
{
    enum { THREADS = 128, BLOCKS = 3, N = 2 * THREADS * BLOCKS };
    int32_t x[N];

    for (int i = 0; i < N; i++)
        x[i] = (int32_t)corpus_edge_s64(c);
    uint64_t place = corpus_upload(c, x, sizeof x);
    struct corpus_shape shape = CORPUS_LINE(BLOCKS, THREADS);
    shape.shared = 2 * THREADS * sizeof *x;
    CORPUS_LAUNCH(c, "sort_shared", shape, CORPUS_ARG(place));
    for (int b = 0; b < BLOCKS; b++)
        sort_integers(x + b * 2 * THREADS, 2 * THREADS);
    corpus_check(c, "sort_shared", CORPUS_S32, place, x, N);
    bitonic_pairs(c);
}
