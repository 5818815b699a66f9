/*
 * The loops of the tridiagonal solver over several blocks at once, a block in
 * each lane of a vector. The tables hold the same functions, compiled for
 * several instruction sets of the host (kernel.inc).
 *
 * With g, h, u for each line of a block between the joint lines w and w + 1,
 *     x_i = g_i - h_i x_w - u_i x_{i+1},
 *     alpha_i = a_i - b_i u_{i-1}, inv_i = 1 / alpha_i, u_i = c_i inv_i,
 *     g_i = inv_i (d_i - b_i g_{i-1}), h_i = -inv_i b_i h_{i-1},
 * begun by g = u = 0 and h = -1 on the joint line w. That is stage RD of Table
 * 1 with each line divided by its pivot: alpha_i, d_i - b_i g_{i-1} and h_i
 * alpha_i are what RD leaves in a_i, d_i and b_i. The last line gives joint
 * line w + 1 what it needs (JD). Stages RU and JU want x of the first line in
 * terms of x_w and x_{w+1}; the same sweep yields it. With L U the block, y^T
 * U = e_1^T means y_1 = 1, y_i = -y_{i-1} u_{i-1} for U of unit diagonal, so
 *     x_1 = sum_i y_i g_i - x_w sum_i y_i h_i - x_{w+1} y_n u_n.
 * Six numbers for each block are all that the joint lines need (enum
 * tridiag_edge), and for a block without lines the start values are right.
 *
 * Nothing is exchanged, so elimination is as good as its elements stay small.
 * Threshold pivoting would take line i as it is where the multiplier |b_i /
 * alpha_{i-1}| is at most TRIDIAG_GROWTH, and a dominant diagonal makes |b_i
 * c_{i-1} / alpha_{i-1}| < |a_i|; either keeps alpha_i below TRIDIAG_GROWTH
 * (|a_i| + |c_{i-1}|), which is the test. h_i and the y_i are the other
 * elements of the factors, those of the columns and rows of joint lines; a
 * dominant diagonal keeps them below 1.
 */
#ifndef HEDRA_RUNTIME_TRIDIAG_KERNEL_H
#define HEDRA_RUNTIME_TRIDIAG_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIDIAG_TYPES = 4, TRIDIAG_MAX_LANES = 16 };

/* How much elements may grow: a power of 2. */
enum { TRIDIAG_GROWTH = 2 };

/* g, h, u of the last line; of the first line sum y g, sum y h, y u. */
enum tridiag_edge {
    TRIDIAG_LAST_G,
    TRIDIAG_LAST_H,
    TRIDIAG_LAST_U,
    TRIDIAG_FIRST_G,
    TRIDIAG_FIRST_H,
    TRIDIAG_FIRST_U,
    TRIDIAG_EDGES
};

/* A row of what a factorisation keeps: inv, inv b, c inv, each in lanes. */
enum { TRIDIAG_KEPT = 3 };

/* Blocks side by side. Line r of lane k is element first[k] + r stride of b, a,
 * c, d and x. */
struct tridiag_strip {
    const void *b, *a, *c, *d;
    void *x;
    int64_t first[TRIDIAG_MAX_LANES], length[TRIDIAG_MAX_LANES];
    int64_t stride;
    int64_t shortest, longest; /* over all lanes of the vector */
    int lanes;                 /* used ones; the others have no lines */
    int over;      /* lines behind each lane's last that may be read: 0 or 1 */
    bool closed;   /* whole systems: the first b and the last c are not read */
    bool reflect;  /* the result is 2 x - d, element by element */
    bool stream;   /* x, which is not d, goes past the caches: every lane begins
                      at a multiple of a vector, and x does not reflect */
    bool adjacent; /* first[k] = first[0] + k, all lengths equal */
    int64_t next, next_count; /* elements that will be wanted soon */
    /* The support values on both sides of each lane; NULL: zeros. */
    const void *left, *right;
    /* A pivot alpha_i is refused unless |alpha_i| > limit |a_i|. */
    double limit;
    double scale; /* a power of 2 that b, a, c and d are multiplied by */
};

/* Functions that compute pivots return the lanes where one was refused or
 * elements grew, a bit each. `edges` has TRIDIAG_EDGES elements for each lane,
 * contiguous; `kept` TRIDIAG_KEPT and `scratch` two vectors for each row up to
 * the longest. */
struct tridiag_kernels {
    int lanes;
    bool streams; /* has stores past the caches */
    uint32_t (*reduce)(const struct tridiag_strip *strip, void *edges);
    /* Of whole systems, writes nothing to x if a pivot is refused or a right-
     * hand side not finite; between joint lines `reduce` has seen to that. */
    uint32_t (*solve)(const struct tridiag_strip *strip, void *scratch);
    uint32_t (*factor)(const struct tridiag_strip *strip, void *kept,
                       void *edges);
    /* With kept factors: edges G of both ends alone, and the solution. */
    void (*reduce_kept)(const struct tridiag_strip *strip, const void *kept,
                        void *edges);
    void (*solve_kept)(const struct tridiag_strip *strip, const void *kept,
                       void *scratch);
};

/* By enum hedra_tridiag_type. */
extern const struct tridiag_kernels tridiag_single[TRIDIAG_TYPES];
extern const struct tridiag_kernels tridiag_base[TRIDIAG_TYPES];
#if defined(__x86_64__)
extern const struct tridiag_kernels tridiag_avx2[TRIDIAG_TYPES];
extern const struct tridiag_kernels tridiag_avx512[TRIDIAG_TYPES];
#endif

/* The widest that this processor has. */
const struct tridiag_kernels *tridiag_widest(int type);

#endif
