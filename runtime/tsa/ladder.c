/*
 * The ladder of the paper's sec. 4 on the CPU: naive, vectors, blocks. Each is
 * a step toward stream.c, and is kept for comparison.
 */
#include "runtime/host/host.h"
#include "runtime/tsa/local.h"

#include <stdlib.h>
#include <string.h>

struct sub_step {
    struct hedra_tsa *t;
    const struct tsa_factor *stage;
    unsigned step;                             /* TSA_… */
    int64_t across, block_height, block_width; /* BLOCK */
};

/* One pass over row-major arrays (sec. 4.1) ---------------------------------
 */

static void turn_sites(const struct hedra_tsa *t, char *p_row, int64_t p,
                       char *q_row, int64_t q, struct tsa_turn turn)
{
    double p_re = tsa_load(t, p_row, p), p_im = tsa_load(t, p_row, p + t->half);
    double q_re = tsa_load(t, q_row, q), q_im = tsa_load(t, q_row, q + t->half);
    double a = turn.a, b = turn.b;
    bool imaginary = t->o.imaginary;
    tsa_store(t, p_row, p, a * p_re + b * (imaginary ? q_re : -q_im));
    tsa_store(t, p_row, p + t->half, a * p_im + b * (imaginary ? q_im : q_re));
    tsa_store(t, q_row, q, a * q_re + b * (imaginary ? p_re : -p_im));
    tsa_store(t, q_row, q + t->half, a * q_im + b * (imaginary ? p_im : p_re));
}

/* Pairs (x, y), (x + 1, y) of a row from x = parity on. */
static void naive_x(const struct sub_step *pass, int64_t y, int64_t parity)
{
    const struct hedra_tsa *t = pass->t;
    int64_t nx = t->o.nx, last = t->o.periodic_x ? nx : nx - 1;
    char *row = tsa_row(t, t->rows, y);
    for (int64_t x = parity; x < last; x += 2)
        turn_sites(t, row, x, row, (x + 1) % nx,
                   t->link_x
                       ? tsa_turn_by(t, pass->stage, t->link_x[y * nx + x])
                       : pass->stage->x);
}

static void naive_y(const struct sub_step *pass, int64_t y)
{
    const struct hedra_tsa *t = pass->t;
    int64_t nx = t->o.nx, ny = t->o.ny;
    if (y + 1 == ny && !t->o.periodic_y)
        return;
    char *p = tsa_row(t, t->rows, y), *q = tsa_row(t, t->rows, (y + 1) % ny);
    for (int64_t x = 0; x < nx; x++)
        turn_sites(t, p, x, q, x,
                   t->link_y
                       ? tsa_turn_by(t, pass->stage, t->link_y[y * nx + x])
                       : pass->stage->y);
}

static void naive_phase(const struct sub_step *pass, int64_t y)
{
    const struct hedra_tsa *t = pass->t;
    char *row = tsa_row(t, t->rows, y);
    for (int64_t x = 0; t->potential && x < t->o.nx; x++) {
        struct tsa_turn turn =
            tsa_phase_by(t, pass->stage, t->potential[y * t->o.nx + x]);
        double re = tsa_load(t, row, x), im = tsa_load(t, row, x + t->half);
        tsa_store(t, row, x, turn.a * re + turn.b * im);
        tsa_store(t, row, x + t->half, turn.a * im - turn.b * re);
    }
}

static void naive_rows(const void *context, int64_t begin, int64_t end)
{
    const struct sub_step *pass = context;
    for (int64_t k = begin; k < end; k++)
        switch (pass->step) {
        case TSA_V_BEFORE:
        case TSA_V_AFTER:
            naive_y(pass, 2 * k);
            break;
        case TSA_V_FIRST:
        case TSA_V_LAST:
            naive_y(pass, 2 * k + 1);
            break;
        case TSA_PHASE:
            naive_phase(pass, k);
            break;
        default:
            naive_x(pass, k,
                    pass->step == TSA_H_FIRST || pass->step == TSA_H_LAST);
        }
}

static const unsigned sub_steps[] = {TSA_V_AFTER, TSA_H_AFTER,  TSA_V_FIRST,
                                     TSA_H_FIRST, TSA_PHASE,    TSA_H_LAST,
                                     TSA_V_LAST,  TSA_H_BEFORE, TSA_V_BEFORE};
enum { SUB_STEPS = sizeof sub_steps / sizeof sub_steps[0] };

void tsa_naive(struct hedra_tsa *t, const struct tsa_factor *stage)
{
    const unsigned along_y =
        TSA_V_BEFORE | TSA_V_AFTER | TSA_V_FIRST | TSA_V_LAST;
    const unsigned odd_y = TSA_V_FIRST | TSA_V_LAST;
    struct sub_step pass = {.t = t, .stage = stage};
    for (int k = 0; k < SUB_STEPS; k++) {
        pass.step = sub_steps[k];
        int64_t ny = t->o.ny, pairs = pass.step & odd_y ? ny / 2 : (ny + 1) / 2;
        host_pool_run(t->threads, naive_rows, &pass,
                      pass.step & along_y ? pairs : ny);
    }
}

/* One pass for each sub-step, in vectors (sec. 4.3) -------------------------
 */

static char *row_or_zero(const struct hedra_tsa *t, int64_t y, char *zero)
{
    int64_t ny = t->o.ny;
    if (t->o.periodic_y)
        return tsa_row(t, t->rows, (y + ny) % ny);
    return y < 0 || y >= ny ? zero : tsa_row(t, t->rows, y);
}

static bool is_edge(unsigned step)
{
    return step <= TSA_H_AFTER;
}

static void vector_rows(const void *context, int64_t begin, int64_t end)
{
    const struct sub_step *pass = context;
    const struct hedra_tsa *t = pass->t;
    for (int64_t k = begin; k < end; k++) {
        int64_t y = is_edge(pass->step) ? 2 * k : 2 * k - 1;
        struct tsa_work w = tsa_work_new(t);
        w.only = pass->step;
        w.row[0] = row_or_zero(t, y, t->zero);
        w.row[1] = row_or_zero(t, y + 1, t->zero);
        tsa_side_set(t, pass->stage, y, &w.before);
        w.after = w.before;
        w.y = w.before.y;
        if (is_edge(pass->step)) {
            t->kernels->edge(&w);
        } else {
            tsa_phase_set(t, pass->stage, y, &w);
            t->kernels->middle(&w);
        }
    }
}

void tsa_vector(struct hedra_tsa *t, const struct tsa_factor *stage)
{
    int64_t ny = t->o.ny;
    struct sub_step pass = {.t = t, .stage = stage};
    for (int k = 0; k < SUB_STEPS; k++) {
        pass.step = sub_steps[k];
        if (pass.step == TSA_PHASE && !t->potential)
            continue;
        bool middle = !is_edge(pass.step) && !t->o.periodic_y;
        host_pool_run(t->threads, vector_rows, &pass,
                      middle ? ny / 2 + 1 : (ny + 1) / 2);
    }
}

/* Blocks with halos (sec. 4.6) ----------------------------------------------
 */

enum { HALO = 2, LOCAL_WIDTH = 64, LOCAL_BYTES = 32 << 10, LOCAL_HALF = 48 };

/* A block's columns [x0, x1) and rows [y0, y1), halo included. */
struct lattice_block {
    int64_t x0, x1, y0, y1;
};

/* Between the lattice and a block's buffer: `width` columns from an even one
 * on, 2 * from, which may lie beyond a periodic edge. */
static void copy_columns(const struct hedra_tsa *t, char *buffer, int64_t at,
                         char *row, int64_t from, int64_t width, bool out)
{
    const int64_t sites[2] = {t->even, t->odd};
    for (int part = 0; part < 4; part++) {
        int64_t n = sites[part / 2];
        int64_t count = part < 2 ? (width + 1) / 2 : width / 2;
        for (int64_t j = 0; j < count;) {
            int64_t place = ((from + j) % n + n) % n;
            int64_t run = n - place < count - j ? n - place : count - j;
            char *in = buffer + (size_t)(part * LOCAL_HALF + at + j) * t->size;
            char *there = row + (size_t)(part * t->half + place) * t->size;
            memcpy(out ? there : in, out ? in : there, (size_t)run * t->size);
            j += run;
        }
    }
}

static void block_step(const struct sub_step *pass,
                       const struct lattice_block *b, char *buffer)
{
    const struct hedra_tsa *t = pass->t;
    size_t pitch = 4 * (size_t)LOCAL_HALF * t->size;
    int64_t rows = b->y1 - b->y0, width = b->x1 - b->x0;
    char *zero = buffer + (size_t)rows * pitch;
    for (int phase = 0; phase < 3; phase++)
        for (int64_t r = phase == 1 ? -1 : 0; r < rows; r += 2) {
            struct tsa_work w = tsa_work_new(t);
            w.half = LOCAL_HALF;
            w.even = (width + 1) / 2;
            w.odd = width / 2;
            w.count = (w.even + 15) / 16 * 16;
            w.periodic = false;
            w.row[0] = r < 0 ? zero : buffer + (size_t)r * pitch;
            w.row[1] = r + 1 == rows ? zero : buffer + (size_t)(r + 1) * pitch;
            struct tsa_side *side = phase == 0 ? &w.after : &w.before;
            tsa_side_set(t, pass->stage, b->y0 + r, side);
            if (r < 0 || r + 1 == rows)
                side->y = (struct tsa_turn){1, 0};
            w.y = side->y;
            tsa_phase_set(t, pass->stage, b->y0 + r, &w);
            (phase == 1 ? t->kernels->middle : t->kernels->edge)(&w);
        }
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void run_block(const struct sub_step *pass, int64_t number, char *buffer)
{
    const struct hedra_tsa *t = pass->t;
    int64_t nx = t->o.nx, ny = t->o.ny;
    size_t pitch = 4 * (size_t)LOCAL_HALF * t->size;
    int64_t x0 = number % pass->across * pass->block_width;
    int64_t y0 = number / pass->across * pass->block_height;
    int64_t x1 = sooner(x0 + pass->block_width, nx);
    int64_t y1 = sooner(y0 + pass->block_height, ny);
    struct lattice_block b = {x0 - HALO, x1 + HALO, y0 - HALO, y1 + HALO};
    if (!t->o.periodic_x) {
        b.x0 = later(b.x0, 0);
        b.x1 = sooner(b.x1, nx);
    }
    if (!t->o.periodic_y) {
        b.y0 = later(b.y0, 0);
        b.y1 = sooner(b.y1, ny);
    }
    memset(buffer, 0, (size_t)(b.y1 - b.y0 + 1) * pitch);
    for (int64_t y = b.y0; y < b.y1; y++)
        copy_columns(t, buffer + (size_t)(y - b.y0) * pitch, 0,
                     tsa_row(t, t->rows, (y + ny) % ny), b.x0 / 2, b.x1 - b.x0,
                     false);
    block_step(pass, &b, buffer);
    for (int64_t y = y0; y < y1; y++)
        copy_columns(t, buffer + (size_t)(y - b.y0) * pitch, (x0 - b.x0) / 2,
                     tsa_row(t, t->other, y), x0 / 2, x1 - x0, true);
}

static int64_t local_height(const struct hedra_tsa *t)
{
    return LOCAL_BYTES / (2 * LOCAL_WIDTH * (int64_t)t->size);
}

static void run_blocks(const void *context, int64_t begin, int64_t end)
{
    const struct sub_step *pass = context;
    _Alignas(64) char buffer[2 * LOCAL_BYTES];
    for (int64_t k = begin; k < end; k++)
        run_block(pass, k, buffer);
}

void tsa_block(struct hedra_tsa *t, const struct tsa_factor *stage)
{
    struct sub_step pass = {.t = t, .stage = stage};
    pass.block_width = LOCAL_WIDTH - 2 * HALO;
    pass.block_height = local_height(t) - 2 * HALO;
    pass.across = (t->o.nx + pass.block_width - 1) / pass.block_width;
    int64_t down = (t->o.ny + pass.block_height - 1) / pass.block_height;
    host_pool_run(t->threads, run_blocks, &pass, pass.across * down);
    char *rows = t->rows;
    t->rows = t->other;
    t->other = rows;
}
