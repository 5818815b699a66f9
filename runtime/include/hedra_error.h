/*
 * How the functions of libhedra's families fail: <hedra_tridiag.h>,
 * <hedra_tdse.h>, <hedra_tsa.h>, <hedra_eri.h> and their companions for MPI.
 *
 * A function that can fail returns an enum hedra_status, which is 0 on success,
 * and takes the address of a struct hedra_error as its last argument. The
 * struct is the caller's; it is filled on success too, and the address may be
 * NULL. Nothing is printed.
 */
#ifndef HEDRA_ERROR_H
#define HEDRA_ERROR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HEDRA_ERROR_API __attribute__((visibility("default")))
#else
#define HEDRA_ERROR_API
#endif

enum hedra_status {
    HEDRA_OK,
    HEDRA_ERROR_ARGUMENT,  /* NULL, a size below 1, a value out of range */
    HEDRA_ERROR_TOO_LARGE, /* sizes overflow, or the device's memory */
    HEDRA_ERROR_SIZE,      /* of a lattice: none, or too large for memory */
    HEDRA_ERROR_PERIODIC,  /* a periodic axis needs an even number >= 4 */
    HEDRA_ERROR_VALUE, /* an option, coupling or amplitude of a lattice is out
                          of range, or a coefficient of its step is */
    HEDRA_ERROR_NO_MEMORY,
    HEDRA_ERROR_REVERSE,    /* imaginary time runs forward only */
    HEDRA_ERROR_NOT_FINITE, /* a number of the input, or a result */
    HEDRA_ERROR_PIVOT,      /* a pivot is zero, tiny or not finite */
    HEDRA_ERROR_RESIDUAL,   /* the result is worse than was asked for */
    HEDRA_ERROR_SINGULAR,   /* row exchanges do not help either */
    HEDRA_ERROR_ZERO,    /* a state of norm zero, or whose norm is not finite */
    HEDRA_ERROR_FILE,    /* cannot be read or written, or is of another size */
    HEDRA_ERROR_DAMAGED, /* no checkpoint, or one cut off or changed */
    HEDRA_ERROR_FOREIGN, /* a checkpoint of another kind, version, byte order */
    HEDRA_ERROR_NO_DEVICE /* it cannot be used, or it failed */
};

/* What went wrong, and where: numbers are -1 where they have no meaning. */
struct hedra_error {
    enum hedra_status status;
    int64_t system, row; /* of a tridiagonal system, counted from 0 */
    double residual;     /* the largest one, where it was measured */
    char text[1024];     /* a sentence without newline; "" on success */
};

/* Returns the status in a word or two, "pivot" or "no memory", of static
 * storage; NULL for a number that is no status. */
HEDRA_ERROR_API const char *hedra_status_name(enum hedra_status status);

#ifdef __cplusplus
}
#endif

#endif
