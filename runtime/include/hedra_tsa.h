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
 * GPU_… on a device, where the state then stays until something else than steps
 * is asked for. Nothing is printed; a call that fails changes nothing but for
 * what it says.
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

/* Statuses are those of <hedra_error.h>: HEDRA_ERROR_ARGUMENT is a pointer that
 * must not be NULL, HEDRA_ERROR_NO_DEVICE also a variable HEDRA_... of the
 * environment that is not valid. A state that was on a device when it failed is
 * lost: put another one. */

/* Rounding of a and b changes norms by less than 1e-17 of them in a step in
 * double, and by up to 2e-7 in float, where amplitudes of 0.1 stay within 1e-6
 * of double's over 100 steps. */
enum hedra_tsa_real { HEDRA_TSA_FLOAT, HEDRA_TSA_DOUBLE };

/* The ladder of sec. 4 of the paper, and what lies beyond it. All give the same
 * up to rounding: in the tests' lattices within 1e-5 in float and 1e-13 in
 * double. All take all options but for BLOCK, which has neither couplings of
 * their own nor a potential. */
enum hedra_tsa_method {
    HEDRA_TSA_BEST,   /* the fastest: HEDRA_TSA_STREAM */
    HEDRA_TSA_NAIVE,  /* one pass over row-major arrays for each sub-step */
    HEDRA_TSA_VECTOR, /* sites of even and odd x apart, in vectors; one pass for
                         each sub-step (sec. 4.3) */
    HEDRA_TSA_BLOCK,  /* a full step on each block with its halo in cache, from
                         one lattice to another (sec. 4.6) */
    HEDRA_TSA_STREAM, /* several full steps in one pass in place: row pairs at
                         different times follow one another through the cache;
                         the same bits for any `fused` and any threads */
    /* On a device: see options.device. */
    HEDRA_TSA_GPU_NAIVE, /* one pass over row-major arrays for each sub-step
                            (sec. 4.2): plain loops that hedrac compiled. The
                            same bits on every device, the host too; in double
                            those of NAIVE */
    HEDRA_TSA_GPU_STEP   /* several full steps in one launch, from one lattice
                            to another, on strips with their halo in registers
                            and shared memory (sec. 4.5). The same bits on every
                            device, for any number of steps in a launch; the
                            host's threads are none. nx and ny up to 2^30 */
};

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
    /* GPU_…: a device as in HEDRA_DEVICE (hedra.h): "cuda:1", "opencl",
     * "ptxsim", "auto", for GPU_NAIVE "host" too. NULL: what HEDRA_DEVICE says.
     * Read at creation, which opens the device and compiles the kernels of
     * steps; those that observe are compiled when they are first needed. */
    const char *device;
    /* GPU_STEP: rows of a strip, even, up to 2^20; 0: by the lattice's size.
     * The same bits for any of them. */
    int strip_rows;
};

struct hedra_tsa;

/* Measures on this machine what is fastest for a lattice of these options, and
 * puts it there: `fused` of STREAM, `fused` and `strip_rows` of GPU_STEP; of
 * other methods nothing. It makes such a lattice and evolves it some twenty
 * times by 24 steps or 5 of the fourth order, more if they are short: tenths of
 * a second, or seconds if it is large. What it chooses changes no bit of what
 * is computed. On failure, as of hedra_tsa_create or hedra_tsa_step, the
 * options stay as they are. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_tune(struct hedra_tsa_options *options, struct hedra_error *why);

/* Checks the options and makes a lattice whose state is zero; *out is owned by
 * the caller, NULL on failure. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_create(const struct hedra_tsa_options *options,
                 struct hedra_tsa **out, struct hedra_error *why);
/* Frees the lattice; NULL is allowed. */
HEDRA_TSA_API void hedra_tsa_destroy(struct hedra_tsa *tsa);
/* Where it computes: "cuda:0 NVIDIA H200", "host" for all methods but GPU_….
 * Valid as long as the object. */
HEDRA_TSA_API const char *hedra_tsa_device(const struct hedra_tsa *tsa);
/* What it was made with, nx and ny above all, and the method and order that
 * were chosen; the arrays are the object's own and valid as long as it is.
 * `device` is NULL: hedra_tsa_device names it. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_describe(const struct hedra_tsa *tsa,
                   struct hedra_tsa_options *options, struct hedra_error *why);

/* The state, real and imaginary parts in arrays of nx * ny float or double, as
 * options.real says. Amplitudes must be finite. */
HEDRA_TSA_API enum hedra_status hedra_tsa_put(struct hedra_tsa *tsa,
                                              const void *re, const void *im,
                                              struct hedra_error *why);
/* Copies the state to the caller's arrays, of the same form. */
HEDRA_TSA_API enum hedra_status hedra_tsa_get(const struct hedra_tsa *tsa,
                                              void *re, void *im,
                                              struct hedra_error *why);
/* exp(-(r - r0)^2 / 4 sigma^2 + i k (r - r0)), of norm 1: |psi|^2 has the
 * standard deviations sigma. k in radians per lattice constant. On periodic
 * axes the distance is to the nearest image. HEDRA_ERROR_ZERO where nothing of
 * it is on the lattice. */
HEDRA_TSA_API enum hedra_status hedra_tsa_gaussian(struct hedra_tsa *tsa,
                                                   const double centre[2],
                                                   const double sigma[2],
                                                   const double k[2],
                                                   struct hedra_error *why);
/* exp(i k r) / sqrt(nx ny). */
HEDRA_TSA_API enum hedra_status hedra_tsa_plane_wave(struct hedra_tsa *tsa,
                                                     const double k[2],
                                                     struct hedra_error *why);
/* A file of raw numbers in the machine's order: nx * ny real parts, then as
 * many imaginary ones. Saving goes through a temporary file. */
HEDRA_TSA_API enum hedra_status hedra_tsa_load(struct hedra_tsa *tsa,
                                               const char *path,
                                               struct hedra_error *why);
/* Writes such a file; one that is there stays if that fails. */
HEDRA_TSA_API enum hedra_status hedra_tsa_save(const struct hedra_tsa *tsa,
                                               const char *path,
                                               struct hedra_error *why);

/* A checkpoint: the state, the marked one, the couplings, the potential and the
 * options, and `bytes` bytes of the caller's own, `notes` (NULL if there are
 * none). The file appears whole, in place of one of that name, or not at all:
 * then what was there stays. runtime/base/CHECKPOINT.md describes the format.
 */
HEDRA_TSA_API enum hedra_status
hedra_tsa_checkpoint(const struct hedra_tsa *tsa, const char *path,
                     const void *notes, size_t bytes, struct hedra_error *why);
/* Makes a lattice in *out, or NULL there, that goes on where the one that was
 * saved was: with the same bits if the method is the same, on processors of the
 * same instruction set. Of `options` only how to compute is read, from `method`
 * on; NULL: the file's method. The caller's bytes are put in *notes, to be
 * freed with free, and their number in *bytes, unless notes is NULL. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_restart(const char *path, const struct hedra_tsa_options *options,
                  struct hedra_tsa **out, void **notes, size_t *bytes,
                  struct hedra_error *why);

/* Advances by `count` full steps; negative: back in time. After
 * HEDRA_ERROR_NO_MEMORY or DEVICE the state is undefined, after other errors
 * what it was. In imaginary time the potential counts from its least value and
 * the state is scaled by powers of two as it goes, so that any number of steps
 * will do. HEDRA_ERROR_ZERO says that one step made nothing of the state, or
 * more than numbers can be: a shorter step helps. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_step(struct hedra_tsa *tsa, int64_t count, struct hedra_error *why);

/* For those who distribute a lattice over several objects. A full step is made
 * of 1 (order 2) or 5 (order 4) stages; a stage reaches two sites further along
 * either axis. hedra_tsa_pass does stages [first, first + count) of a run of
 * `total` of them (negative: back in time), with the method STREAM: a run in
 * such pieces gives the bits of hedra_tsa_step. The state between pieces is
 * that of no time. Not for imaginary time's normalisation, which is left out.
 */
HEDRA_TSA_API int hedra_tsa_stages(const struct hedra_tsa *tsa);
/* In imaginary time the potential counts from an energy, the origin: the least
 * of the object's (the greatest for a negative step). Objects that share a
 * lattice need the same one: that of the whole. Method STREAM, between runs. */
HEDRA_TSA_API enum hedra_status hedra_tsa_set_origin(struct hedra_tsa *tsa,
                                                     double energy,
                                                     struct hedra_error *why);
/* Does stages [first, first + count) of a run of `total`, as said above. */
HEDRA_TSA_API enum hedra_status hedra_tsa_pass(struct hedra_tsa *tsa,
                                               int64_t first, int64_t count,
                                               int64_t total,
                                               struct hedra_error *why);

/* A rectangle of the state: columns [x, x + width), rows [y, y + height), to or
 * from arrays of width * height numbers. */
struct hedra_tsa_part {
    int64_t x, y, width, height;
};
/* Replaces the rectangle's amplitudes, which must be finite. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_put_part(struct hedra_tsa *tsa, const struct hedra_tsa_part *part,
                   const void *re, const void *im, struct hedra_error *why);
/* Copies the rectangle's amplitudes to the caller's arrays. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_get_part(const struct hedra_tsa *tsa,
                   const struct hedra_tsa_part *part, void *re, void *im,
                   struct hedra_error *why);

struct hedra_tsa_observables {
    double norm;    /* sum of |psi|^2; what follows is divided by it */
    double energy;  /* <H> */
    double mean[2]; /* <x>, <y> */
    double variance[2];
};
/* Sums are in double and in the order of the rows: the same for any number of
 * threads. With GPU_STEP, once it has done steps, they are made on the device
 * in an order that depends on the lattice's size alone, and so is the
 * normalisation in imaginary time: the state stays there, and the device must
 * have doubles. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_observe(const struct hedra_tsa *tsa,
                  struct hedra_tsa_observables *out, struct hedra_error *why);
/* Remembers the present state. */
HEDRA_TSA_API enum hedra_status hedra_tsa_mark(struct hedra_tsa *tsa,
                                               struct hedra_error *why);
/* <remembered | present>; HEDRA_ERROR_ARGUMENT if none was remembered. */
HEDRA_TSA_API enum hedra_status
hedra_tsa_autocorrelation(const struct hedra_tsa *tsa, double *re, double *im,
                          struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
