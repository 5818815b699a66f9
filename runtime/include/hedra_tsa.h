/*
 * Trotter-Suzuki evolution of a wave function on a tight-binding lattice;
 * installed as <hedra_tsa.h>.
 *
 * The lattice has nx columns and ny rows; site (x, y) is element y * nx + x of
 * every array here. Its Hamiltonian couples neighbours by -V and adds the
 * site's potential U:
 *     (H psi)(p) = U(p) psi(p) - sum over neighbours q of V(p,q) psi(q)
 * A full step of the second order (H. De Raedt, Ann. Rev. Comp. Physics IV,
 * 1996) applies exact evolutions of disjoint pairs of sites, each over half of
 * the step, dt/2:
 *     V0 H0 V1 H1 P H1 V1 H0 V0
 * V: pairs along y, H: pairs along x; 0, 1: pairs start at even, odd
 * coordinates; P: the phases of the potential over dt. A pair (p, q) becomes
 *     p' = a p + i b q,  q' = a q + i b p,
 *     a = cos(V dt / 2 hbar), b = sin(V dt / 2 hbar)
 * (Bederian and Dente, "Boosting quantum evolutions using Trotter-Suzuki
 * algorithms on GPUs", eqs. 4-6). The fourth order composes five such steps
 * (Suzuki). In imaginary time cosh and sinh take the place of cos and i sin.
 *
 * Lengths are in lattice constants, energies in units of hbar over the unit of
 * time. An object may be used by one thread at a time; different ones by
 * different threads. It computes on the host's threads, or with the methods
 * GPU_... on a device, where the state then stays until something else than
 * steps is asked for. Nothing is printed; a call that fails changes nothing but
 * for what it says.
 */
#ifndef HEDRA_TSA_H
#define HEDRA_TSA_H

#include "hedra_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HEDRA_TSA_API __attribute__((visibility("default")))
#else
#define HEDRA_TSA_API
#endif

/* Rounding of a and b changes norms by less than 1e-17 of them in a step in
 * double, and by up to 2e-7 in float, where amplitudes of 0.1 stay within 1e-6
 * of double's over 100 steps. */
enum hedra_tsa_real { HEDRA_TSA_FLOAT, HEDRA_TSA_DOUBLE };

/* The ladder of sec. 4 of the paper, and what lies beyond it. All give the same
 * up to rounding: in the tests' lattices within 1e-5 in float and 1e-13 in
 * double. All take all options but for BLOCK, which has neither couplings of
 * their own nor a potential. */
enum hedra_tsa_method {
    HEDRA_TSA_BEST,  /* the fastest: HEDRA_TSA_STREAM */
    HEDRA_TSA_NAIVE, /* one pass over row-major arrays for each sub-step */
    /* One pass for each sub-step, in vectors, with sites of even and of odd x
     * apart (sec. 4.3). */
    HEDRA_TSA_VECTOR,
    /* A full step on each block with its halo in cache, from one lattice to
     * another (sec. 4.6). */
    HEDRA_TSA_BLOCK,
    /* Several full steps in one pass in place: row pairs at different times
     * follow one another through the cache. It has the same bits for any
     * `fused` and any threads. */
    HEDRA_TSA_STREAM,
    /* On a device (options.device): one pass over row-major arrays for each
     * sub-step (sec. 4.2), plain loops that hedrac compiled. It has the same
     * bits on every device, the host too; in double those of NAIVE. */
    HEDRA_TSA_GPU_NAIVE,
    /* On a device other than the host's threads: several full steps in one
     * launch, from one lattice to another, on strips with their halo in
     * registers and shared memory (sec. 4.5). It has the same bits on every
     * device, for any number of steps in a launch. nx and ny up to 2^30. */
    HEDRA_TSA_GPU_STEP
};

/* What a lattice is made with. */
struct hedra_tsa_options {
    int64_t nx, ny;
    int real;    /* enum hedra_tsa_real */
    double step; /* dt / hbar */
    double vx, vy;
    /* Couplings of (x, y) with (x + 1, y), and with (x, y + 1), nx * ny each,
     * instead of vx and vy; the last of an open axis is not read. The on-site
     * potential. Each may be NULL; they are copied. */
    const double *link_x, *link_y, *potential;
    bool periodic_x, periodic_y; /* else open */
    bool imaginary; /* exp(-H t), normalised after every call of step */
    int order;      /* 2 (or 0) or 4 */
    int method;     /* enum hedra_tsa_method */
    /* STREAM: full steps (S2 steps in the fourth order) in one pass, 0: by the
     * row's size and that of the processor's second cache. GPU_STEP: at most so
     * many in one launch, 0: what is fastest. Its kernels do four in float, two
     * in double, with couplings of their own or a potential; and one, for what
     * is left. */
    int fused;
    int threads; /* 0: HEDRA_THREADS, or all CPUs */
    /* GPU_...: a device as in HEDRA_DEVICE (hedra.h): "cuda:1", "opencl",
     * "ptxsim", "auto", for GPU_NAIVE "host" too. NULL: what HEDRA_DEVICE says.
     * Read at creation, which opens the device and compiles the kernels of
     * steps; those that observe are compiled when they are first needed. */
    const char *device;
    /* GPU_STEP: rows of a strip, even, up to 2^20; 0: by the lattice's size.
     * The same bits for any of them. */
    int strip_rows;
};

struct hedra_tsa;

/* Functions ----------------------------------------------------------------
 *
 * Those that can fail return a status of <hedra_error.h> and fill *why, unless
 * it is NULL. HEDRA_ERROR_ARGUMENT is a pointer that must not be NULL;
 * HEDRA_ERROR_VALUE a number that is out of range or not finite;
 * HEDRA_ERROR_NO_MEMORY; HEDRA_ERROR_NO_DEVICE a device that cannot be used or
 * failed, with the methods GPU_... (a state that was on it is lost: put another
 * one). These are not repeated below. Arrays are the caller's and are copied;
 * `re` and `im` are real and imaginary parts of nx * ny amplitudes, float or
 * double as options.real says. */

/* Measures on this machine what is fastest for a lattice of these options, and
 * puts it there: `fused` of STREAM, `fused` and `strip_rows` of GPU_STEP; of
 * other methods nothing. It makes such a lattice and evolves it some twenty
 * times by 24 steps or 5 of the fourth order, more if they are short: tenths of
 * a second, or seconds if it is large. What it chooses changes no bit of what
 * is computed. It fails as hedra_tsa_create or hedra_tsa_step; the options stay
 * as they are then. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_tune(struct hedra_tsa_options *options, struct hedra_error *why);

/* Checks the options and makes a lattice whose state is zero in *out, which
 * hedra_tsa_destroy frees, or NULL there. HEDRA_ERROR_SIZE: there are no sites,
 * or more than 2^40; HEDRA_ERROR_PERIODIC: a periodic axis has not an even
 * number of sites, 4 or more; HEDRA_ERROR_NO_DEVICE, too: a variable HEDRA_...
 * of the environment is not valid. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_create(const struct hedra_tsa_options *options,
                 struct hedra_tsa **out, struct hedra_error *why);

/* Frees the lattice; NULL is allowed. */
HEDRA_TSA_API void hedra_tsa_destroy(struct hedra_tsa *tsa);

/* Returns where it computes: "cuda:0 NVIDIA H200", or "host" for all methods
 * but GPU_.... The text is the object's. */
HEDRA_TSA_API const char *hedra_tsa_device(const struct hedra_tsa *tsa);

/* Fills *options with what the lattice was made with, nx and ny above all, and
 * the method and order that were chosen; the arrays are the object's own and
 * valid as long as it is. `device` is NULL: hedra_tsa_device names it. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_describe(const struct hedra_tsa *tsa,
                   struct hedra_tsa_options *options, struct hedra_error *why);

/* Replaces the state. Amplitudes must be finite. */
HEDRA_TSA_API enum hedra_status hedra_tsa_put(struct hedra_tsa *tsa,
                                              const void *re, const void *im,
                                              struct hedra_error *why);

/* Copies the state to the caller's arrays. */
HEDRA_TSA_API enum hedra_status hedra_tsa_get(const struct hedra_tsa *tsa,
                                              void *re, void *im,
                                              struct hedra_error *why);

/* Sets the state to exp(-(r - r0)^2 / 4 sigma^2 + i k (r - r0)), of norm 1,
 * with r0 = (centre[0], centre[1]): |psi|^2 has the standard deviations
 * sigma[2], above 0, both in lattice constants; k[2] is in radians per lattice
 * constant. On periodic axes the distance is to the nearest image.
 * HEDRA_ERROR_ZERO: nothing of it is on the lattice. */
HEDRA_TSA_API enum hedra_status hedra_tsa_gaussian(struct hedra_tsa *tsa,
                                                   const double centre[2],
                                                   const double sigma[2],
                                                   const double k[2],
                                                   struct hedra_error *why);

/* Sets the state to exp(i k r) / sqrt(nx ny), with k[2] in radians per lattice
 * constant. */
HEDRA_TSA_API enum hedra_status hedra_tsa_plane_wave(struct hedra_tsa *tsa,
                                                     const double k[2],
                                                     struct hedra_error *why);

/* Advances by `count` full steps of `step`, negative: back in time, by the
 * pairs of eqs. 4 and 5. After HEDRA_ERROR_NO_MEMORY or HEDRA_ERROR_NO_DEVICE
 * the state is undefined, after other errors what it was. HEDRA_ERROR_REVERSE:
 * imaginary time does not go back. In imaginary time the potential counts from
 * its least value and the state is scaled by powers of two as it goes, so that
 * any number of steps will do. HEDRA_ERROR_ZERO says that one step made nothing
 * of the state, or more than numbers can be: a shorter step helps. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_step(struct hedra_tsa *tsa, int64_t count, struct hedra_error *why);

/* What is observed of a state. */
struct hedra_tsa_observables {
    double norm;    /* sum of |psi|^2; what follows is divided by it */
    double energy;  /* <H> */
    double mean[2]; /* <x>, <y> */
    double variance[2];
};

/* Observes the present state; HEDRA_ERROR_ZERO if its norm is 0 or not finite,
 * and *out is not written then. Sums are in double and in the order of the
 * rows: the same for any number of threads. With GPU_STEP, once it has done
 * steps, they are made on the device in an order that depends on the lattice's
 * size alone, and so is the normalisation in imaginary time: the state stays
 * there, and the device must have doubles. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_observe(const struct hedra_tsa *tsa,
                  struct hedra_tsa_observables *out, struct hedra_error *why);

/* Remembers the present state, in place of one that was remembered. */
HEDRA_TSA_API enum hedra_status hedra_tsa_mark(struct hedra_tsa *tsa,
                                               struct hedra_error *why);

/* Puts <remembered | present> in *re and *im; HEDRA_ERROR_ARGUMENT, too, if no
 * state was remembered. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_autocorrelation(const struct hedra_tsa *tsa, double *re, double *im,
                          struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#include "hedra_tsa_file.h"
#include "hedra_tsa_part.h"

#endif
