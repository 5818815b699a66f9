/*
 * The lattice inside: what the files tsa*.c share.
 *
 * A row of the lattice is four arrays of `half` reals, one after another: real
 * and imaginary parts of the sites of even x, then of those of odd x. It is the
 * red-black split of the paper's sec. 4.3, made so that pairs along y lie at
 * the same place in both rows and those of H0 in one row; only H1 pairs a site
 * with the next one's place. Places beyond the row's sites hold zeros. (The
 * naive methods keep sites in order: nx real parts, then as many imaginary
 * ones; `half` is nx then.)
 *
 * A step is cut into *edges* on the row pairs (2k, 2k+1), which carry H0 and
 * V0, and *middles* on the pairs (2k-1, 2k), which carry V1, H1 and P. An
 * unpaired row has a row of zeros as its partner, with a turn of a = 1, b = 0.
 */
#ifndef HEDRA_RUNTIME_TSA_LOCAL_H
#define HEDRA_RUNTIME_TSA_LOCAL_H

#include "runtime/include/hedra_tsa.h"
#include "runtime/region/region.h"
#include "runtime/tsa/fail.h"
#include "runtime/tsa/growth.h"
#include "runtime/tsa/sums.h"

/* Turning pairs by angle V dt / 2 hbar, the same for all of them. */
struct tsa_turn {
    double a, b;
};

/* Tables for lattices with couplings of their own, a table row for each row of
 * the lattice, four arrays of `half` reals in it:
 *   x: H0's a and b for pair j, then H1's (j: odd site j with even site j + 1)
 *   y: a and b of the coupling to the row below, even sites, then odd ones
 *   phase: cos and sin (imaginary time: exp and 0) of even sites, then odd
 * In order, nx values a and then as many b: of the coupling of each site with
 * the next one, with the row below, and of the phase. A row more, of couplings
 * that are none, lies beyond an open edge. */
struct tsa_tables {
    char *x, *y, *phase; /* NULL: uniform, no potential */
    bool away;           /* kept on the device */
};

/* One S2 step's coefficients: a step of length scale * dt. */
enum { TSA_FACTORS = 2, TSA_STAGES = 5 };
struct tsa_factor {
    int number;
    double scale;
    struct tsa_turn x, y;                /* over half of the step */
    struct tsa_turn x_full;              /* H1 H1 as one */
    struct tsa_turn y_with[TSA_FACTORS]; /* V0 of this step and V0 of a next one
                                            with that factor as one */
    struct tsa_tables table;
};

/* H0 and V0, or V0 and H0, of one full step on two rows. */
struct tsa_side {
    bool on;
    struct tsa_turn x, y;
    const void *x_row[2], *y_row; /* tables or NULL */
};

/* What a kernel does to two rows. Tables are used if `links`. */
struct tsa_work {
    void *row[2];
    int64_t half, count; /* places in a row; those to compute, padded */
    int64_t even, odd;   /* sites in a row */
    bool periodic, imaginary, links;
    /* edge: H0 V0 of `before`, then V0 H0 of `after`; `y` is both V0 as one if
     * there are no links */
    struct tsa_side before, after;
    struct tsa_turn y;
    /* middle: V1 H1 P H1 V1 of `before`; `x_full` is both H1 as one if there
     * are neither links nor phases */
    struct tsa_turn x_full;
    const void *phase_row[2];
    unsigned only; /* 0: all; else the sub-steps of TSA_… alone */
};

enum {
    TSA_H_BEFORE = 1, /* edge */
    TSA_V_BEFORE = 2,
    TSA_V_AFTER = 4,
    TSA_H_AFTER = 8,
    TSA_V_FIRST = 16, /* middle */
    TSA_H_FIRST = 32,
    TSA_PHASE = 64,
    TSA_H_LAST = 128,
    TSA_V_LAST = 256
};

/* The kernels for one type of number and one instruction set (rows.inc).
 * `lanes`: of a vector; `half` is a multiple of it and `count + lanes` <= half.
 * Rows are aligned to 64 bytes. */
struct tsa_kernels {
    int lanes;
    void (*edge)(const struct tsa_work *w);
    void (*middle)(const struct tsa_work *w);
};
extern const struct tsa_kernels tsa_base_f32, tsa_base_f64, tsa_avx2_f32,
    tsa_avx2_f64, tsa_avx512_f32, tsa_avx512_f64;
/* The best that this CPU has. */
const struct tsa_kernels *tsa_kernels_choose(int real);

struct hedra_tsa {
    struct hedra_tsa_options o; /* pointers are not valid after creation */
    const struct tsa_kernels *kernels;
    size_t size; /* bytes of a real */
    int threads;
    int64_t even, odd; /* sites of a row */
    int64_t half, count;
    size_t pitch;  /* bytes of a row */
    bool in_order; /* sites lie in order: the naive methods */
    char *rows;    /* ny rows */
    char *other;   /* BLOCK, GPU_STEP: ny rows; else NULL */
    char *halo;    /* STREAM: see stream.c */
    size_t halo_size;
    char *zero; /* a row of zeros for each thread */
    char *mark; /* the remembered state, ny rows, or NULL */
    double *link_x, *link_y, *potential; /* copies, or NULL */
    /* A full step of order 2 is stage[0]; of order 4, five of them. Forward and
     * backward in time. */
    int stage_count, stage[TSA_STAGES];
    struct tsa_factor factor[2][TSA_FACTORS];
    /* Imaginary time. */
    double origin; /* from which the potential counts */
    struct tsa_growth growth;
    bool normal; /* the state's norm is known to be 1 */
    /* GPU_… */
    struct device_choice choice;
    const char *device;  /* its name */
    bool away;           /* rows and other are kept on the device */
    bool strengths_away; /* so are link_x, link_y and potential */
};

static inline char *tsa_row(const struct hedra_tsa *t, char *rows, int64_t y)
{
    return rows + (size_t)y * t->pitch;
}

/* Places of site (x, y)'s parts in a row, in reals. */
static inline int64_t tsa_place(const struct hedra_tsa *t, int64_t x)
{
    if (t->in_order)
        return x;
    return (x & 1) * 2 * t->half + x / 2;
}

/* The turn of a pair coupled by v, in half of the factor's step, and the phase
 * (cos, sin) of a potential u in a whole one; in imaginary time (exp, 0), from
 * the origin. */
struct tsa_turn tsa_turn_by(const struct hedra_tsa *t,
                            const struct tsa_factor *factor, double v);
struct tsa_turn tsa_phase_by(const struct hedra_tsa *t,
                             const struct tsa_factor *factor, double u);
/* The norm; HEDRA_ERROR_ZERO if it is zero or not finite. */
int tsa_norm_now(const struct hedra_tsa *t, double *norm);
/* All numbers of the state times a factor. */
int tsa_scale(struct hedra_tsa *t, double factor);
/* Makes the norm 1; HEDRA_ERROR_ZERO if that cannot be. */
int tsa_normalise(struct hedra_tsa *t);
/* S2 steps [first, end) of a run of `total`; factors are ready. */
int tsa_advance(struct hedra_tsa *t, bool back, int64_t first, int64_t end,
                int64_t total);
/* `count` full steps, and the norm made 1; factors are ready. After
 * HEDRA_ERROR_ZERO the state is what it was. */
int tsa_run_imaginary(struct hedra_tsa *t, int64_t count);
/* The lattice has couplings of its own along x or y. */
bool tsa_has_links(const struct hedra_tsa *t);
enum { TSA_ALIGNMENT = 64 }; /* bytes, of rows */
/* count * size bytes, zeroed and aligned for vectors; NULL if memory is short.
 */
void *tsa_new_rows(int64_t count, size_t size);
void tsa_free_tables(struct tsa_tables *table);
/* Makes the tables of all factors for one direction of time. False if memory is
 * short. */
bool tsa_ready_factors(struct hedra_tsa *t, bool back);
/* The work on two rows, without rows and sides. */
struct tsa_work tsa_work_new(const struct hedra_tsa *t);
/* Fills a side from a factor for rows y0 and y0 + 1 (of the lattice, from -1 to
 * ny - 1: the rows beyond an open edge have no coupling). */
void tsa_side_set(const struct hedra_tsa *t, const struct tsa_factor *factor,
                  int64_t y0, struct tsa_side *side);
void tsa_phase_set(const struct hedra_tsa *t, const struct tsa_factor *factor,
                   int64_t y0, struct tsa_work *w);

/* STREAM: `count` S2 steps with the factors of `stage`. `next` is the factor of
 * the step that will follow in another call, NULL if none: its V0 is done here,
 * as one with the last one's, and that call is `resumed`. */
bool tsa_stream(struct hedra_tsa *t, const struct tsa_factor *const *stage,
                int count, const struct tsa_factor *next, bool resumed);
/* The other methods: one S2 step. */
void tsa_vector(struct hedra_tsa *t, const struct tsa_factor *stage);
void tsa_naive(struct hedra_tsa *t, const struct tsa_factor *stage);
void tsa_block(struct hedra_tsa *t, const struct tsa_factor *stage);
/* Full S2 steps in one pass of STREAM. */
int tsa_stream_depth(const struct hedra_tsa *t);

/* GPU_… (gpu.c). Opens the object's device and builds its kernels;
 * HEDRA_ERROR_NO_DEVICE if that cannot be. */
int tsa_gpu_open(struct hedra_tsa *t);
/* Does `total` S2 steps; factors are ready. */
int tsa_gpu_run(struct hedra_tsa *t, bool back, int64_t total);
/* Makes the host's copy of the rows current, to be read. */
int tsa_gpu_sync(const struct hedra_tsa *t);
/* Brings the state home to be read and written; it is not on the device then.
 */
int tsa_gpu_leave(struct hedra_tsa *t);
/* Drops all that is on the device; a state that was there is lost. */
void tsa_gpu_forget(struct hedra_tsa *t);
/* Keeps the text as tsa_fail_device does, and returns its status. */
int tsa_gpu_fail(const struct report *why);
/* GPU_STEP, of a state that is away (gpu_sums.c): its sums, and all its
 * numbers times a factor. */
int tsa_gpu_sums(const struct hedra_tsa *t, double total[TSA_SUMS]);
int tsa_gpu_scale(struct hedra_tsa *t, double factor);
/* The factor of S2 step number `step`; NULL after the last one. */
const struct tsa_factor *tsa_factor_of(const struct hedra_tsa *t, bool back,
                                       int64_t step, int64_t total);

/* One real of an array of the object's type. */
static inline double tsa_load(const struct hedra_tsa *t, const void *at,
                              int64_t index)
{
    return t->o.real == HEDRA_TSA_FLOAT ? (double)((const float *)at)[index]
                                        : ((const double *)at)[index];
}

static inline void tsa_store(const struct hedra_tsa *t, void *at, int64_t index,
                             double value)
{
    if (t->o.real == HEDRA_TSA_FLOAT)
        ((float *)at)[index] = (float)value;
    else
        ((double *)at)[index] = value;
}

#endif
