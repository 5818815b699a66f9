/* Cases of floating-point arithmetic: products, stencils, fractals, roundings
 * and the math library. Compiled without contraction. */
#include "tests/ptxsim/corpus/corpus.h"

#include <math.h>
#include <string.h>

/* gemm --------------------------------------------------------------------- */

#define FILL(c, x, n, low, high)                                               \
    for (int64_t fill = 0; fill < (n); fill++)                                 \
    (x)[fill] = corpus_uniform(c, low, high)

static void gemm_f64(struct corpus *c)
{
    int n = 37, m = 50, depth = 29;
    double *a = corpus_new(c, n * depth, sizeof *a);
    double *b = corpus_new(c, depth * m, sizeof *b);
    double *want = corpus_new(c, n * m, sizeof *want);
    struct corpus_shape shape = {{4, 3, 1}, {16, 16, 1}, 0};

    FILL(c, a, n * depth, -1, 1);
    FILL(c, b, depth * m, -1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < depth; k++)
                want[i * m + j] =
                    fma(a[i * depth + k], b[k * m + j], want[i * m + j]);
    uint64_t left = corpus_upload(c, a, (size_t)(n * depth) * sizeof *a);
    uint64_t right = corpus_upload(c, b, (size_t)(depth * m) * sizeof *b);
    uint64_t out = corpus_upload(c, NULL, (size_t)(n * m) * sizeof *a);
    CORPUS_LAUNCH(c, "gemm_f64", shape, CORPUS_ARG(n), CORPUS_ARG(m),
                  CORPUS_ARG(depth), CORPUS_ARG(left), CORPUS_ARG(right),
                  CORPUS_ARG(out));
    corpus_check(c, "gemm_f64", CORPUS_F64, out, want, n * m);
}

static void gemm_f32(struct corpus *c, const char *kernel, int n, int m,
                     int depth, struct corpus_shape shape)
{
    float *a = corpus_new(c, n * depth, sizeof *a);
    float *b = corpus_new(c, depth * m, sizeof *b);
    float *want = corpus_new(c, n * m, sizeof *want);

    for (int i = 0; i < n * depth; i++)
        a[i] = (float)corpus_uniform(c, -1, 1);
    for (int i = 0; i < depth * m; i++)
        b[i] = (float)corpus_uniform(c, -1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < depth; k++)
                want[i * m + j] =
                    fmaf(a[i * depth + k], b[k * m + j], want[i * m + j]);
    uint64_t left = corpus_upload(c, a, (size_t)(n * depth) * sizeof *a);
    uint64_t right = corpus_upload(c, b, (size_t)(depth * m) * sizeof *b);
    uint64_t out = corpus_upload(c, NULL, (size_t)(n * m) * sizeof *a);
    CORPUS_LAUNCH(c, kernel, shape, CORPUS_ARG(n), CORPUS_ARG(m),
                  CORPUS_ARG(depth), CORPUS_ARG(left), CORPUS_ARG(right),
                  CORPUS_ARG(out));
    corpus_check(c, kernel, CORPUS_F32, out, want, n * m);
}

void corpus_gemm(struct corpus *c)
{
    gemm_f64(c);
    gemm_f32(c, "gemm_f32", 20, 33, 40,
             (struct corpus_shape){{3, 2, 1}, {16, 16, 1}, 0});
    gemm_f32(c, "gemm_vector", 128, 64, 32,
             (struct corpus_shape){{1, 2, 1}, {16, 16, 1}, 0});
}

/* mandelbrot --------------------------------------------------------------- */

#define ESCAPE_TIME(name, type)                                                \
    static int name(type x, type y, int limit, type *last)                     \
    {                                                                          \
        type u = 0, v = 0;                                                     \
        int k = 0;                                                             \
                                                                               \
        for (; k < limit && u * u + v * v <= 4; k++) {                         \
            type next = u * u - v * v + x;                                     \
            v = 2 * u * v + y;                                                 \
            u = next;                                                          \
        }                                                                      \
        *last = u;                                                             \
        return k;                                                              \
    }

ESCAPE_TIME(escape_f32, float)
ESCAPE_TIME(escape_f64, double)

static void numbers(struct corpus *c)
{
    enum { N = 300 };
    int n = N;
    uint32_t steps[N] = {0}, factors[N] = {0};

    for (int i = 0; i < N; i++) {
        uint32_t rest = (uint32_t)i + 1;
        for (uint64_t v = rest; v != 1; v = v % 2 ? 3 * v + 1 : v / 2)
            steps[i]++;
        for (uint32_t p = 2; p <= rest; p++) {
            factors[i] += rest % p == 0;
            while (rest % p == 0)
                rest /= p;
        }
    }
    uint64_t out = corpus_upload(c, NULL, sizeof steps);
    uint64_t out2 = corpus_upload(c, NULL, sizeof factors);
    CORPUS_LAUNCH(c, "numbers", CORPUS_LINE(3, 128), CORPUS_ARG(n),
                  CORPUS_ARG(out), CORPUS_ARG(out2));
    corpus_check(c, "steps", CORPUS_S32, out, steps, N);
    corpus_check(c, "factors", CORPUS_S32, out2, factors, N);
}

static int leave_early(int i, int depth)
{
    int value = 1;

    for (int d = 0; d < 8; d++) {
        if (depth == d)
            return value;
        for (int k = 0; k < d; k++) {
            if (k == depth - 4)
                return value;
            if (((k ^ i) & 1) == 0)
                value += k;
        }
        value *= 3;
    }
    return -value;
}

void corpus_mandelbrot(struct corpus *c)
{
    enum { WIDTH = 45, HEIGHT = 33, N = WIDTH * HEIGHT };
    int width = WIDTH, height = HEIGHT, limit = 200, n = N;
    double step = 0.07, last[N];
    float step_f32 = 0.07f, last_f32[N];
    int32_t count[N], count_f32[N], depth[N], left[N];
    struct corpus_shape shape = {{6, 9, 1}, {8, 4, 1}, 0};

    for (int j = 0; j < HEIGHT; j++)
        for (int i = 0; i < WIDTH; i++) {
            int k = j * WIDTH + i;
            count[k] =
                escape_f64(-2.0 + i * step, -1.25 + j * step, limit, &last[k]);
            count_f32[k] =
                escape_f32(-2.0f + (float)i * step_f32,
                           -1.25f + (float)j * step_f32, limit, &last_f32[k]);
            depth[k] = (int32_t)(corpus_random(c) % 14);
            left[k] = leave_early(k, depth[k]);
        }
    uint64_t counts = corpus_upload(c, NULL, sizeof count);
    uint64_t lasts = corpus_upload(c, NULL, sizeof last);
    CORPUS_LAUNCH(c, "mandelbrot_f64", shape, CORPUS_ARG(width),
                  CORPUS_ARG(height), CORPUS_ARG(step), CORPUS_ARG(limit),
                  CORPUS_ARG(counts), CORPUS_ARG(lasts));
    corpus_check(c, "count_f64", CORPUS_S32, counts, count, N);
    corpus_check(c, "last_f64", CORPUS_F64, lasts, last, N);
    CORPUS_LAUNCH(c, "mandelbrot_f32", shape, CORPUS_ARG(width),
                  CORPUS_ARG(height), CORPUS_ARG(step_f32), CORPUS_ARG(limit),
                  CORPUS_ARG(counts), CORPUS_ARG(lasts));
    corpus_check(c, "count_f32", CORPUS_S32, counts, count_f32, N);
    corpus_check(c, "last_f32", CORPUS_F32, lasts, last_f32, N);

    uint64_t depths = corpus_upload(c, depth, sizeof depth);
    CORPUS_LAUNCH(c, "leave_early", CORPUS_LINE(N / 128 + 1, 128),
                  CORPUS_ARG(n), CORPUS_ARG(depths), CORPUS_ARG(counts));
    corpus_check(c, "leave_early", CORPUS_S32, counts, left, N);
    numbers(c);
}

/* nbody -------------------------------------------------------------------- */

/* rsqrt may be off by two units of f32 (one of f64) in the last place, so that
 * sums of n terms agree to some units of their largest partial sum. */
void corpus_nbody(struct corpus *c)
{
    enum { N = 150 };
    int n = N;
    double body[N][4], potential[N] = {0}, softening = 0.01;
    float narrow[N][4], force[N][3], soft = 0.01f;

    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            narrow[i][k] =
                (float)(body[i][k] = corpus_uniform(c, k < 3 ? -1 : 0, 1));
    for (int i = 0; i < N; i++) {
        double sum[3] = {0};
        for (int k = 0; k < N; k++) {
            double d[3], f[3], r = softening, s = (double)soft;
            for (int j = 0; j < 3; j++) {
                d[j] = body[k][j] - body[i][j];
                f[j] = (double)narrow[k][j] - (double)narrow[i][j];
                r = r + d[j] * d[j];
                s = s + f[j] * f[j];
            }
            potential[i] += body[k][3] / sqrt(r);
            for (int j = 0; j < 3; j++)
                sum[j] += (double)narrow[k][3] * f[j] / (s * sqrt(s));
        }
        for (int j = 0; j < 3; j++)
            force[i][j] = (float)sum[j];
    }
    struct corpus_shape shape = CORPUS_LINE(3, 64);
    shape.shared = 64 * 4 * sizeof(float);
    uint64_t in = corpus_upload(c, narrow, sizeof narrow);
    uint64_t out = corpus_upload(c, NULL, sizeof force);
    CORPUS_LAUNCH(c, "nbody_f32", shape, CORPUS_ARG(n), CORPUS_ARG(soft),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check_near(c, "nbody_f32", CORPUS_F32, out, force, 0, 1, 3 * N, 16,
                      2e-4);
    in = corpus_upload(c, body, sizeof body);
    out = corpus_upload(c, NULL, sizeof potential);
    CORPUS_LAUNCH(c, "nbody_f64", CORPUS_LINE(2, 96), CORPUS_ARG(n),
                  CORPUS_ARG(softening), CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check_near(c, "nbody_f64", CORPUS_F64, out, potential, 0, 1, N, 16,
                      0);
}

/* stencil ------------------------------------------------------------------ */

enum { ROWS = 30, COLUMNS = 70, CELLS = ROWS * COLUMNS };

static double cell(const double *x, int i, int j)
{
    return i < 0 || j < 0 || i >= ROWS || j >= COLUMNS ? 0 : x[i * COLUMNS + j];
}

static int clamp(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

struct weights {
    float w[3][3];
};

static float blurred(const float *x, const struct weights *by, int i, int j)
{
    float sum = 0;

    for (int u = 0; u < 3; u++)
        for (int v = 0; v < 3; v++)
            sum +=
                by->w[u][v] *
                x[clamp(i + u - 1, ROWS) * COLUMNS + clamp(j + v - 1, COLUMNS)];
    return sum;
}

static int alive(const unsigned char *x, int i, int j)
{
    int around = 0;

    for (int u = ROWS - 1; u <= ROWS + 1; u++)
        for (int v = COLUMNS - 1; v <= COLUMNS + 1; v++)
            around += x[(i + u) % ROWS * COLUMNS + (j + v) % COLUMNS];
    around -= x[i * COLUMNS + j];
    return around == 3 || (around == 2 && x[i * COLUMNS + j]);
}

void corpus_stencil(struct corpus *c)
{
    int n = ROWS, m = COLUMNS;
    double x[CELLS], want[CELLS], rate = 0.15;
    float y[CELLS], want_blur[CELLS];
    unsigned char z[CELLS], want_life[CELLS];
    struct weights by = {
        {{0.1f, 0.2f, 0.1f}, {0.05f, 0.3f, -0.1f}, {0.7f, 0, 1e-8f}}};
    struct corpus_shape shape = {{3, 4, 1}, {32, 8, 1}, 0};

    for (int i = 0; i < CELLS; i++) {
        x[i] = corpus_uniform(c, -1, 1);
        y[i] = (float)corpus_uniform(c, -1, 1);
        z[i] = corpus_random(c) % 3 == 0;
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int k = i * COLUMNS + j;
            want[k] = x[k] +
                      rate * (cell(x, i - 1, j) + cell(x, i + 1, j) +
                              cell(x, i, j - 1) + cell(x, i, j + 1) - 4 * x[k]);
            want_blur[k] = blurred(y, &by, i, j);
            want_life[k] = (unsigned char)alive(z, i, j);
        }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof x);
    CORPUS_LAUNCH(c, "heat_f64", shape, CORPUS_ARG(n), CORPUS_ARG(m),
                  CORPUS_ARG(rate), CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "heat_f64", CORPUS_F64, out, want, CELLS);
    in = corpus_upload(c, y, sizeof y);
    CORPUS_LAUNCH(c, "blur_f32", shape, CORPUS_ARG(n), CORPUS_ARG(m),
                  CORPUS_ARG(by), CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "blur_f32", CORPUS_F32, out, want_blur, CELLS);
    in = corpus_upload(c, z, sizeof z);
    CORPUS_LAUNCH(c, "life", shape, CORPUS_ARG(n), CORPUS_ARG(m),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "life", CORPUS_S8, out, want_life, CELLS);
}

/* spmv --------------------------------------------------------------------- */

enum { NODES = 90, EDGES_MAX = NODES * 70 };

struct graph {
    int32_t row[NODES + 1], column[EDGES_MAX];
    double value[EDGES_MAX];
};

static void graph_fill(struct corpus *c, struct graph *g)
{
    int at = 0;

    for (int i = 0; i < NODES; i++) {
        int length = (int)(corpus_random(c) % (i % 9 == 0 ? 70 : 6));
        g->row[i] = at;
        for (int k = 0; k < length; k++) {
            int reach = i + 1 + (int)(corpus_random(c) % 12);
            g->column[at] =
                k == 0 ? reach % NODES
                       : (int32_t)(corpus_random(c) % (uint64_t)(i + 1));
            g->value[at++] = corpus_uniform(c, -1, 1);
        }
    }
    g->row[NODES] = at;
}

static float row_by_warp(const struct graph *g, const float *value,
                         const float *x, int i)
{
    float lane[32] = {0};

    for (int k = g->row[i]; k < g->row[i + 1]; k++) {
        float *sum = &lane[(k - g->row[i]) % 32];
        *sum = fmaf(value[k], x[g->column[k]], *sum);
    }
    for (int half = 16; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] += lane[l + half];
    return lane[0];
}

static void levels(struct corpus *c, const struct graph *g, uint64_t row,
                   uint64_t column)
{
    int n = NODES, changed = 1;
    int32_t level[NODES];

    for (int i = 0; i < NODES; i++)
        level[i] = -1;
    level[0] = 0;
    uint64_t place = corpus_upload(c, level, sizeof level);
    CORPUS_LAUNCH(c, "levels", CORPUS_LINE(1, 64), CORPUS_ARG(n),
                  CORPUS_ARG(row), CORPUS_ARG(column), CORPUS_ARG(place));
    for (int depth = 0; changed; depth++) {
        changed = 0;
        for (int i = 0; i < NODES; i++)
            for (int k = g->row[i]; level[i] == depth && k < g->row[i + 1]; k++)
                if (level[g->column[k]] == -1) {
                    level[g->column[k]] = depth + 1;
                    changed = 1;
                }
    }
    corpus_check(c, "levels", CORPUS_S32, place, level, NODES);
}

void corpus_spmv(struct corpus *c)
{
    struct graph *g = corpus_new(c, 1, sizeof *g);
    int n = NODES;
    double x[NODES], want[NODES] = {0};
    float *value = corpus_new(c, EDGES_MAX, sizeof *value), y[NODES];
    float want_warp[NODES];

    graph_fill(c, g);
    for (int i = 0; i < NODES; i++)
        y[i] = (float)(x[i] = corpus_uniform(c, -1, 1));
    for (int k = 0; k < g->row[NODES]; k++)
        value[k] = (float)g->value[k];
    for (int i = 0; i < NODES; i++) {
        for (int k = g->row[i]; k < g->row[i + 1]; k++)
            want[i] = fma(g->value[k], x[g->column[k]], want[i]);
        want_warp[i] = row_by_warp(g, value, y, i);
    }
    uint64_t row = corpus_upload(c, g->row, sizeof g->row);
    uint64_t column = corpus_upload(c, g->column, sizeof g->column);
    uint64_t values = corpus_upload(c, g->value, sizeof g->value);
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof x);
    CORPUS_LAUNCH(c, "spmv_thread", CORPUS_LINE(3, 32), CORPUS_ARG(n),
                  CORPUS_ARG(row), CORPUS_ARG(column), CORPUS_ARG(values),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "spmv_thread", CORPUS_F64, out, want, NODES);
    values = corpus_upload(c, value, EDGES_MAX * sizeof *value);
    in = corpus_upload(c, y, sizeof y);
    CORPUS_LAUNCH(c, "spmv_warp", CORPUS_LINE(24, 128), CORPUS_ARG(n),
                  CORPUS_ARG(row), CORPUS_ARG(column), CORPUS_ARG(values),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "spmv_warp", CORPUS_F32, out, want_warp, NODES);
    levels(c, g, row, column);
}

/* flush -------------------------------------------------------------------- */

static float flushed(float x)
{
    return fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x;
}

void corpus_flush(struct corpus *c)
{
    enum { N = 2000 };
    int n = N;
    float x[3][N], (*want)[8] = corpus_new(c, N, sizeof *want);
    uint64_t in[3];

    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++)
            x[k][i] = corpus_edge_f32(c);
        in[k] = corpus_upload(c, x[k], sizeof x[k]);
    }
    for (int i = 0; i < N; i++) {
        float a = flushed(x[0][i]), b = flushed(x[1][i]), d = flushed(x[2][i]);
        float row[8] = {flushed(a + b),
                        flushed(a - b),
                        flushed(a * b),
                        flushed(fmaf(a, b, d)),
                        fminf(a, b),
                        fabsf(a),
                        a < b    ? 1
                        : a == b ? 2
                                 : 3,
                        flushed((float)((double)a * 2))};
        if (a == b && signbit(a) != signbit(b))
            row[4] = -0.0f;
        memcpy(want[i], row, sizeof row);
    }
    uint64_t out = corpus_upload(c, NULL, N * sizeof *want);
    CORPUS_LAUNCH(c, "flush", CORPUS_LINE(16, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in[0]), CORPUS_ARG(in[1]), CORPUS_ARG(in[2]),
                  CORPUS_ARG(out));
    corpus_check(c, "flush", CORPUS_F32, out, want, 8 * N);
}
