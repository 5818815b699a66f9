/*
 * Tridiagonal systems by the N-shaped partition method (Lutsyshyn, Navarrete,
 * Bauer 2023); installed as <hedra_tridiag.h>.
 *
 *     b_i x_{i-1} + a_i x_i + c_i x_{i+1} = d_i,   i = 0 ... n - 1,
 *
 * real or complex, in float or double. b_0 and c_{n-1} are never read. Joint
 * lines, the first and the last among them, part a system into blocks; one pass
 * over the blocks leaves a tridiagonal system of the joint lines alone, which
 * is solved by the same method, or by Thomas' on the last level; a second pass
 * solves each block between the two values that are then known.
 *
 * The method does not pivot. It is stable for matrices that are diagonally
 * dominant and in practice for those of implicit schemes such as Crank and
 * Nicolson's. Where it is not, which pivots that are zero, tiny or not finite
 * tell, and elements that grow, the system is solved once more with row
 * exchanges, by one thread; or, if `pivoting` says so, an error tells the line.
 *
 * An object holds the partition and the memory for it, no reference to any
 * array of the caller. One thread at a time may use an object; different
 * objects may be used at the same time. Work is shared by the host's threads,
 * as many as HEDRA_THREADS said when the object was made, or done by a device,
 * a GPU for one. Results do not depend on how many threads they are. Nothing is
 * printed and no function ends the process.
 *
 *     struct hedra_tridiag_problem problem = {
 *         .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE, .n = n};
 *     struct hedra_error why;
 *     struct hedra_tridiag *t;
 *     if (hedra_tridiag_create(&problem, &t, &why) ||
 *         hedra_tridiag_solve(t, b, a, c, d, x, &why))
 *         fprintf(stderr, "%s\n", why.text);
 *     hedra_tridiag_destroy(t);
 */
#ifndef HEDRA_TRIDIAG_H
#define HEDRA_TRIDIAG_H

#include "hedra_error.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HEDRA_TRIDIAG_API __attribute__((visibility("default")))
#else
#define HEDRA_TRIDIAG_API
#endif

/* Complex numbers are pairs (real, imaginary), as C's and C++'s own are. */
enum hedra_tridiag_type {
    HEDRA_TRIDIAG_FLOAT,
    HEDRA_TRIDIAG_DOUBLE,
    HEDRA_TRIDIAG_COMPLEX_FLOAT,
    HEDRA_TRIDIAG_COMPLEX_DOUBLE
};

/* Where element i of system s lies in b, a, c, d and x. */
enum hedra_tridiag_layout {
    HEDRA_TRIDIAG_CONTIGUOUS, /* at i + the sizes of systems 0 ... s - 1 */
    HEDRA_TRIDIAG_INTERLEAVED /* at i systems + s */
};

enum hedra_tridiag_pivoting {
    /* Systems with a bad pivot, with elements that grow or with a bad residual
     * are solved by Gaussian elimination with row exchanges, as by LAPACK's
     * gtsv. */
    HEDRA_TRIDIAG_IF_BAD,
    HEDRA_TRIDIAG_NEVER, /* such systems are an error */
    HEDRA_TRIDIAG_ALWAYS /* all systems are solved with row exchanges */
};

enum { HEDRA_TRIDIAG_MAX_LEVELS = 16 };

/* What is to be solved. Fields that are 0 or NULL mean the first value named.*/
struct hedra_tridiag_problem {
    enum hedra_tridiag_type type;
    int64_t n;            /* unknowns of each system, 1 or more */
    int64_t systems;      /* 1, or how many */
    const int64_t *sizes; /* all n, or of each system, from 1 to n */
    enum hedra_tridiag_layout layout;
    int64_t rhs; /* 1, or how many right-hand sides each system has */
    /* All elements of one right-hand side of all systems, or elements from one
     * right-hand side to the next. */
    int64_t ld;

    /* The partition, as chosen by the library or by hand. Level 0 has
     * blocks[0] blocks, from 1 to n / 2, and so a reduced system of blocks[0] +
     * 1 lines, which level 1 parts into blocks[1], and so on; the last reduced
     * system is solved by Thomas' method. If `levels` alone is given, the
     * blocks follow from eq. 8 of the paper. `joint` has the blocks[0] + 1
     * joint lines of level 0: 0, ascending numbers, n - 1. */
    int levels;
    const int64_t *blocks;
    const int64_t *joint;
    /* The library's choice, or the delta of eq. 7, blocks = delta sqrt(n), that
     * hedra_tridiag_tune measured. */
    double delta;

    enum hedra_tridiag_pivoting pivoting;
    /* A pivot p of line i is refused unless |p| > pivot_limit |a_i|: 1e-4, or
     * from 0 on (exclusive) to 1; in reduced systems it is larger, by what
     * their lines have lost to cancellation. Refused, too, are |p| >= 4 (|a_i|
     * + |c_{i-1}|) and other elements of the factors that are 4 times as large
     * as with a dominant diagonal they can be. */
    double pivot_limit;
    /* Not measured, or the largest accepted max |A x - d| / (max_i (|b_i| +
     * |a_i| + |c_i|) max |x| + max |d|) of any system and right-hand side. */
    double residual_limit;

    /* NULL or "host": the host's threads. Else where to solve: "cuda",
     * "opencl", with ":n" for another than the first, "ptxsim", or "auto", the
     * first GPU that works. */
    const char *device;
    /* All that the device has, or bytes of its memory that are to be enough for
     * the arrays of a call and what the object keeps. */
    int64_t device_memory;
};

/* On a device arrays are the host's all the same: they are copied there and
 * back in each call, but for what the program keeps there between calls with
 * hedra_keep of <hedra.h>. Kernels follow on each other without a word from the
 * host; reduced systems and factors stay where they are. Contiguous systems of
 * a batch are solved as one, interleaved ones by a thread each if they are
 * many. Blocks are chosen for GPUs, unless `levels`, `blocks` or `delta` say
 * otherwise; arrays that begin at multiples of 64 bytes are the fastest.
 *
 * If device_memory does not hold the arrays, contiguous systems go through it
 * in chunks of blocks, from the host and back, once for each of the two passes;
 * longer blocks keep the reduced systems small. A chunk is copied while another
 * one is worked on; where the arrays are page-locked (CUDA's cuMemHostRegister,
 * for one) copies go both ways at once. Then nothing can be factored,
 * several right-hand sides are solved one by one, and HEDRA_ERROR_TOO_LARGE
 * says that not even a chunk would fit.
 *
 * Bad pivots are found on the device and reported as on the host. What
 * `pivoting` and `residual_limit` ask for beyond that is done by the host with
 * the arrays brought home; HEDRA_TRIDIAG_ALWAYS is refused. Results on
 * different devices differ by rounding; on the same device they do not. */
struct hedra_tridiag;

/* Functions ----------------------------------------------------------------
 *
 * Those that can fail return a status and fill *why, unless `why` is NULL;
 * why->status is HEDRA_OK on success. A NULL pointer and a value that is out of
 * range are HEDRA_ERROR_ARGUMENT, short memory is HEDRA_ERROR_NO_MEMORY.
 *
 * b, a and c have the elements of all systems, as `layout` orders them; d and x
 * have as many for each right-hand side, `ld` elements apart. All arrays are
 * the caller's, of the problem's type, and are not kept. */

/* Makes an object in *made, which hedra_tridiag_destroy frees, or NULL there;
 * copies what `problem` points to. A variable HEDRA_... that is not valid is
 * HEDRA_ERROR_ARGUMENT. HEDRA_ERROR_TOO_LARGE: the arrays' bytes overflow 63
 * bits, or device_memory holds no chunk. HEDRA_ERROR_NO_DEVICE: the device
 * cannot be used. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_create(const struct hedra_tridiag_problem *problem,
                     struct hedra_tridiag **made, struct hedra_error *why);

/* Frees the object; NULL is allowed. */
HEDRA_TRIDIAG_API void hedra_tridiag_destroy(struct hedra_tridiag *t);

/* Solves all systems by the stages of Table 1 of the paper, nested as in eq. 6.
 * x may be d; otherwise no arrays may overlap. Several right-hand sides replace
 * what hedra_tridiag_factor kept. On the host x of a system that no cache holds
 * is written past the caches, a tenth less to move, if it is not d and begins
 * at a multiple of 64 bytes.
 *
 * HEDRA_ERROR_NOT_FINITE, HEDRA_ERROR_PIVOT (if `pivoting` is
 * HEDRA_TRIDIAG_NEVER), HEDRA_ERROR_SINGULAR and HEDRA_ERROR_RESIDUAL are of
 * the system why->system and, where it is known, the line why->row; the others'
 * x is undefined then, and d is untouched if x is not d. HEDRA_ERROR_NO_DEVICE:
 * the device failed. why->residual is the largest residual where
 * residual_limit asks for it. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_solve(struct hedra_tridiag *t, const void *b, const void *a,
                    const void *c, const void *d, void *x,
                    struct hedra_error *why);

/* Factors all systems and keeps in the object what hedra_tridiag_apply, called
 * as often as wanted, solves them with: three elements for each unknown, three
 * more for a residual_limit or if rows of a system are to be exchanged. Fails
 * as hedra_tridiag_solve does, and keeps nothing then; HEDRA_ERROR_TOO_LARGE:
 * device_memory does not hold the factors. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_factor(struct hedra_tridiag *t, const void *b, const void *a,
                     const void *c, struct hedra_error *why);

/* Solves with the factors that hedra_tridiag_factor keeps, for `rhs` right-hand
 * sides d; x may be d. Fails as hedra_tridiag_solve does; HEDRA_ERROR_ARGUMENT,
 * too, if no factors are kept. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_apply(struct hedra_tridiag *t, const void *d, void *x,
                    struct hedra_error *why);

/* Returns how often the largest system is partitioned; 0, also for NULL, is
 * Thomas' method alone. */
HEDRA_TRIDIAG_API int hedra_tridiag_levels(const struct hedra_tridiag *t);

/* Returns into how many blocks level `level`, counted from 0, is parted; 0 if
 * there is no such level. */
HEDRA_TRIDIAG_API int64_t hedra_tridiag_blocks(const struct hedra_tridiag *t,
                                               int level);

/* Measures *delta = sqrt(alpha / beta) of eq. 7 on this machine, in some
 * milliseconds: alpha is the time that a process needs for a line of its block,
 * beta the time for a line of Thomas' method. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_tune(enum hedra_tridiag_type type, double *delta,
                   struct hedra_error *why);

/* Measures *delta on a device, as `device` of struct hedra_tridiag_problem
 * names it: the times are those of a thread there, by the clock. Whatever fails
 * on the device is HEDRA_ERROR_NO_DEVICE. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_tune_device(enum hedra_tridiag_type type, const char *device,
                          double *delta, struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
