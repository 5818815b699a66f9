/* Cases that clang compiled, from C and from OpenCL C. */
#include "tests/ptxsim/corpus/corpus.h"

#include <math.h>
#include <string.h>

/* lattice ------------------------------------------------------------------ */

enum { WIDTH = 40, HEIGHT = 26, SPINS = WIDTH * HEIGHT };

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1d;
}

static void turn_spins(int colour, double cold, int8_t *spin, uint64_t *state)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = (y + colour) % 2; x < WIDTH; x += 2) {
            int at = y * WIDTH + x;
            int around = spin[y * WIDTH + (x + 1) % WIDTH] +
                         spin[y * WIDTH + (x + WIDTH - 1) % WIDTH] +
                         spin[(y + 1) % HEIGHT * WIDTH + x] +
                         spin[(y + HEIGHT - 1) % HEIGHT * WIDTH + x];
            double draw = (double)(next_random(&state[at]) >> 11) * 0x1p-53;
            double limit = 1;
            for (int k = 0; k < spin[at] * around; k++)
                limit *= cold;
            if (draw < limit)
                spin[at] = (int8_t)-spin[at];
        }
}

void corpus_lattice(struct corpus *c)
{
    int width = WIDTH, height = HEIGHT, n = SPINS;
    int8_t spin[SPINS];
    uint64_t state[SPINS];
    double cold = 0.55;
    int32_t sum = 0;
    struct corpus_shape shape = {{2, HEIGHT, 1}, {32, 1, 1}, 0};

    for (int i = 0; i < SPINS; i++) {
        spin[i] = corpus_random(c) % 3 ? 1 : -1;
        state[i] = corpus_random(c) | 1;
    }
    uint64_t spins = corpus_upload(c, spin, sizeof spin);
    uint64_t states = corpus_upload(c, state, sizeof state);
    for (int turn = 0; turn < 6; turn++) {
        int colour = turn % 2;
        CORPUS_LAUNCH(c, "turn_spins", shape, CORPUS_ARG(width),
                      CORPUS_ARG(height), CORPUS_ARG(colour), CORPUS_ARG(cold),
                      CORPUS_ARG(spins), CORPUS_ARG(states));
        turn_spins(colour, cold, spin, state);
    }
    corpus_check(c, "spins", CORPUS_S8, spins, spin, SPINS);
    corpus_check(c, "states", CORPUS_S64, states, state, SPINS);
    for (int i = 0; i < SPINS; i++)
        sum += spin[i];
    uint64_t out = corpus_upload(c, NULL, sizeof sum);
    CORPUS_LAUNCH(c, "magnetise", CORPUS_LINE(3, 128), CORPUS_ARG(n),
                  CORPUS_ARG(spins), CORPUS_ARG(out));
    corpus_check(c, "magnetise", CORPUS_S32, out, &sum, 1);
}

/* automaton ---------------------------------------------------------------- */

enum { CELLS = 128, RULES = 4, STEPS = 19 };

struct rule {
    unsigned char number;
    int32_t steps;
    double weight[2];
};

static void evolve(struct rule rule, const unsigned char *first,
                   unsigned char *last, double *weight)
{
    static const int base[8] = {1, 3, 9, 27, 81, 243, 729, 2187};
    unsigned char row[CELLS];

    memcpy(row, first, CELLS);
    memset(weight, 0, CELLS * sizeof *weight);
    for (int k = 0; k < rule.steps; k++) {
        for (int i = 0; i < CELLS; i++) {
            unsigned around = (unsigned)row[(i + CELLS - 1) % CELLS] << 2 |
                              (unsigned)row[i] << 1 | row[(i + 1) % CELLS];
            last[i] = rule.number >> around & 1;
            weight[i] += rule.weight[around & 1] * base[around >> 1];
        }
        memcpy(row, last, CELLS);
    }
}

void corpus_automaton(struct corpus *c)
{
    struct rule rule = {.number = 28, .steps = STEPS, .weight = {0.5, -0.25}};
    unsigned char first[RULES][CELLS], last[RULES][CELLS];
    double weight[RULES][CELLS];

    for (int b = 0; b < RULES; b++) {
        struct rule own = rule;
        for (int i = 0; i < CELLS; i++)
            first[b][i] = corpus_random(c) & 1;
        own.number = (unsigned char)(rule.number + b);
        evolve(own, first[b], last[b], weight[b]);
    }
    uint64_t in = corpus_upload(c, first, sizeof first);
    uint64_t out = corpus_upload(c, NULL, sizeof last);
    uint64_t out2 = corpus_upload(c, NULL, sizeof weight);
    CORPUS_LAUNCH(c, "evolve", CORPUS_LINE(RULES, CELLS), CORPUS_ARG(rule),
                  CORPUS_ARG(in), CORPUS_ARG(out), CORPUS_ARG(out2));
    corpus_check(c, "cells", CORPUS_S8, out, last, RULES * CELLS);
    corpus_check(c, "weights", CORPUS_F64, out2, weight, RULES * CELLS);
}

/* image -------------------------------------------------------------------- */

enum { COLUMNS = 37, ROWS = 21, PIXELS = COLUMNS * ROWS };

static int difference(int a, int b)
{
    return a > b ? a - b : b - a;
}

static void edges(struct corpus *c, unsigned char (*in)[4])
{
    int width = COLUMNS, height = ROWS;
    unsigned char want[PIXELS][4] = {{0}};
    struct corpus_shape shape = {{3, 3, 1}, {16, 8, 1}, 0};

    for (int y = 1; y < ROWS - 1; y++)
        for (int x = 1; x < COLUMNS - 1; x++)
            for (int k = 0; k < 4; k++) {
                int at = y * COLUMNS + x, own = in[at][k];
                int sum = difference(own, in[at - 1][k]) +
                          difference(own, in[at + 1][k]) +
                          difference(own, in[at - COLUMNS][k]) +
                          difference(own, in[at + COLUMNS][k]);
                want[at][k] = (unsigned char)(sum < 255 ? sum : 255);
            }
    uint64_t image = corpus_upload(c, in, sizeof want);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "edges", shape, CORPUS_ARG(width), CORPUS_ARG(height),
                  CORPUS_ARG(image), CORPUS_ARG(out));
    corpus_check(c, "edges", CORPUS_S8, out, want, PIXELS * 4);
}

void corpus_image(struct corpus *c)
{
    int n = PIXELS;
    unsigned char in[PIXELS][4];
    float b[PIXELS][4], want[PIXELS][4], share = 0.3f;

    for (int i = 0; i < PIXELS; i++)
        for (int k = 0; k < 4; k++) {
            in[i][k] = (unsigned char)corpus_random(c);
            b[i][k] = (float)corpus_uniform(c, 0, 1);
            want[i][3 - k] =
                (float)in[i][k] / 255.0f * share + b[i][k] * (1 - share);
        }
    edges(c, in);
    uint64_t image = corpus_upload(c, in, sizeof in);
    uint64_t other = corpus_upload(c, b, sizeof b);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "blend", CORPUS_LINE(13, 64), CORPUS_ARG(n),
                  CORPUS_ARG(share), CORPUS_ARG(image), CORPUS_ARG(other),
                  CORPUS_ARG(out));
    corpus_check(c, "blend", CORPUS_F32, out, want, PIXELS * 4);
}

/* product ------------------------------------------------------------------ */

static void vector_product(struct corpus *c)
{
    enum { N = 12, M = 150, THREADS = 64 };
    int m = M;
    double a[N][M], x[M], want[N];

    for (int j = 0; j < M; j++) {
        x[j] = corpus_uniform(c, -1, 1);
        for (int i = 0; i < N; i++)
            a[i][j] = corpus_uniform(c, -1, 1);
    }
    for (int i = 0; i < N; i++) {
        double part[THREADS] = {0};
        for (int j = 0; j < M; j++)
            part[j % THREADS] = fma(a[i][j], x[j], part[j % THREADS]);
        for (int half = THREADS / 2; half > 0; half /= 2)
            for (int k = 0; k < half; k++)
                part[k] += part[k + half];
        want[i] = part[0];
    }
    uint64_t in = corpus_upload(c, a, sizeof a);
    uint64_t in2 = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "vector_product", CORPUS_LINE(N, THREADS), CORPUS_ARG(m),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    corpus_check(c, "vector_product", CORPUS_F64, out, want, N);
}

void corpus_product(struct corpus *c)
{
    enum { N = 24 };
    int n = N;
    double a[N][N], b[N][N], want[N][N];
    struct corpus_shape shape = {{N / 8, N / 8, 1}, {8, 8, 1}, 0};

    vector_product(c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = corpus_uniform(c, -1, 1);
            b[i][j] = corpus_uniform(c, -1, 1);
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            want[i][j] = 0;
            for (int k = 0; k < N; k++)
                want[i][j] = fma(a[i][k], b[k][j], want[i][j]);
        }
    uint64_t in = corpus_upload(c, a, sizeof a);
    uint64_t in2 = corpus_upload(c, b, sizeof b);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "tiled", shape, CORPUS_ARG(n), CORPUS_ARG(in),
                  CORPUS_ARG(in2), CORPUS_ARG(out));
    corpus_check(c, "tiled", CORPUS_F64, out, want, N * N);
}
