/*
 * The one-dimensional time-dependent Schroedinger equation by Crank and
 * Nicolson's method, on the tridiagonal solver of <hedra_tridiag.h>; installed
 * as <hedra_tdse.h>.
 *
 *     i d psi / dt = H psi,   H = -1/2 d^2/dx^2 + V(x, t) - i W(x) + laser,
 *
 * in atomic units, for one electron (charge -1), on x_i = x0 + i dx, i = 0 ...
 * n - 1, with psi = 0 beyond both ends; derivatives by central differences. The
 * laser is E(t) x in the length gauge, and -i A(t) d/dx in the velocity gauge
 * with E = -dA/dt (A^2 / 2 is left out, a phase). Both errors, of dt and of dx,
 * are of second order; W = 0 keeps the norm, but for rounding, which is not the
 * same in all steps: some 1e-13 of it in 10^4 of them.
 *
 * A step solves T psi(t + dt) = (2 - T) psi(t) with T = 1 + i dt/2 H(t + dt/2).
 * Since psi(t + dt) = 2 T^-1 psi(t) - psi(t), the explicit half of it costs
 * nothing but a subtraction where the solver writes. Without a laser, T's
 * factors are kept for 32 steps as long as V stays.
 *
 * One thread at a time may use an object. Results do not depend on the
 * number of threads (HEDRA_THREADS).
 */
#ifndef HEDRA_TDSE_H
#define HEDRA_TDSE_H

#include <stddef.h>

#include <hedra_tridiag.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hedra_tdse_gauge {
    HEDRA_TDSE_NO_LASER,
    HEDRA_TDSE_LENGTH,  /* field(t) is E(t) */
    HEDRA_TDSE_VELOCITY /* field(t) is A(t) */
};

/* What an object is made with. Arrays have n elements. */
struct hedra_tdse_options {
    int64_t n; /* 3 or more */
    double x0, dx, dt;
    const double *potential; /* V(x_i); NULL: 0 */
    const double *absorber;  /* W(x_i), 0 or more; NULL: 0 */
    enum hedra_tdse_gauge gauge;
    /* Returns the field at the time t; not called without a laser. */
    double (*field)(void *context, double t);
    void *context; /* the caller's, for both functions */
    /* Puts V(x_i, t) into the n numbers of `potential`, which hold what was put
     * there last; NULL: V stays. Called, as `field` is, with the time in the
     * middle of each step, and with the present time by hedra_tdse_measure. */
    void (*moving)(void *context, double t, double *potential);
};

struct hedra_tdse;

/* Functions ----------------------------------------------------------------
 *
 * Those that can fail return a status and fill *why, unless it is NULL. A NULL
 * pointer and a value that is out of range are HEDRA_ERROR_ARGUMENT, short
 * memory is HEDRA_ERROR_NO_MEMORY. psi is n pairs (real, imaginary) of doubles.
 * Arrays are the caller's and are copied. */

/* Makes an object in *made, which hedra_tdse_destroy frees, or NULL there. psi
 * is 0 and the time 0. A value of V or W that is not finite, a W below 0 and a
 * variable HEDRA_... that is not valid are HEDRA_ERROR_ARGUMENT. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_create(const struct hedra_tdse_options *options,
                  struct hedra_tdse **made, struct hedra_error *why);

/* Frees the object; NULL is allowed. */
HEDRA_TRIDIAG_API void hedra_tdse_destroy(struct hedra_tdse *t);

/* Fills *options with what the object was made with, n above all; the arrays
 * are the object's own, as they are now, and valid as long as it is. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_describe(const struct hedra_tdse *t,
                    struct hedra_tdse_options *options);

/* Sets psi and the time; HEDRA_ERROR_NOT_FINITE if psi is not finite. What
 * hedra_tdse_get gave, given to hedra_tdse_set, goes on with the same bits if
 * neither laser nor V depends on the time; hedra_tdse_save is for all cases. */
HEDRA_TRIDIAG_API enum hedra_status hedra_tdse_set(struct hedra_tdse *t,
                                                   const void *psi, double time,
                                                   struct hedra_error *why);

/* Copies psi and the time to the caller; either may be NULL. */
HEDRA_TRIDIAG_API enum hedra_status hedra_tdse_get(const struct hedra_tdse *t,
                                                   void *psi, double *time);

/* Sets another V from now on: n values, which must be finite. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_set_potential(struct hedra_tdse *t, const double *potential,
                         struct hedra_error *why);

/* Replaces psi by what it is after `steps` steps of dt, 0 or more (J. Crank, P.
 * Nicolson, Proc. Camb. Phil. Soc. 43, 50 (1947); eq. 4 of the tridiagonal
 * solver's paper). HEDRA_ERROR_NOT_FINITE: the field, V or psi has become so;
 * otherwise it fails as hedra_tridiag_solve does. After an error psi is
 * undefined. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_step(struct hedra_tdse *t, int64_t steps, struct hedra_error *why);

/* Of psi: the norm dx sum |psi|^2; and, divided by it, means that do not depend
 * on the gauge:
 *     energy     <velocity^2> / 2 + <V>, without laser and absorber
 *     position   <x>
 *     variance   <(x - position)^2>
 *     velocity   <-i d/dx>, plus A in the velocity gauge
 *     force      <-dV/dx>
 * Without absorber d position / dt is the velocity, and d velocity / dt, the
 * dipole's acceleration, is force - E(t). NaN where the norm is 0, and all of
 * them if t is NULL. */
struct hedra_tdse_means {
    double norm, energy, position, variance, velocity, force;
};

/* Returns the means of psi as it is now; it costs a pass over psi. */
HEDRA_TRIDIAG_API struct hedra_tdse_means
hedra_tdse_measure(const struct hedra_tdse *t);

/* Puts dx sum conj(other) psi, as (real, imaginary), in overlap; `other` is n
 * pairs as psi. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_overlap(const struct hedra_tdse *t, const void *other,
                   double overlap[2], struct hedra_error *why);

/* Sets psi to the ground state of -1/2 d^2/dx^2 + V, at t = 0 if V moves, real,
 * positive and of norm 1, by implicit steps in imaginary time, until the energy
 * changes by less than `tolerance` (above 0; both in hartree); the time becomes
 * 0 and *energy the state's. HEDRA_ERROR_RESIDUAL: the energy still changes
 * after 10^5 steps; HEDRA_ERROR_NOT_FINITE: V at t = 0 is so; otherwise it
 * fails as hedra_tridiag_factor does. After an error psi and the time are what
 * they were. */
HEDRA_TRIDIAG_API enum hedra_status hedra_tdse_ground(struct hedra_tdse *t,
                                                      double tolerance,
                                                      double *energy,
                                                      struct hedra_error *why);

/* Writes a checkpoint: psi, the time, V, W and the options, and `bytes` bytes
 * of the caller's own, `notes` (NULL if there are none). The file appears
 * whole, in place of one of that name, or not at all: then what was there
 * stays, and the status is HEDRA_ERROR_FILE or, if psi is not finite,
 * HEDRA_ERROR_NOT_FINITE. runtime/base/CHECKPOINT.md describes the format. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_save(const struct hedra_tdse *t, const char *path, const void *notes,
                size_t bytes, struct hedra_error *why);

/* Makes an object in *made, or NULL there, that goes on where the one that was
 * saved was: with the same bits on processors of the same instruction set.
 * Everything comes from the file but the functions that the run needs, `field`,
 * `moving` and their context: of `options` these alone are read, and it may be
 * NULL if there are none; one that is needed and missing is
 * HEDRA_ERROR_ARGUMENT. The caller's bytes are put in *notes, to be freed with
 * free, and their number in *bytes, unless notes is NULL. HEDRA_ERROR_FILE,
 * HEDRA_ERROR_DAMAGED or HEDRA_ERROR_FOREIGN says that the file will not do; it
 * is not changed. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_restart(const char *path, const struct hedra_tdse_options *options,
                   struct hedra_tdse **made, void **notes, size_t *bytes,
                   struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
