/*
 * Basis sets: what a file in Gaussian-94 or NWChem format says, as plain data.
 *
 * Owns the reading of both formats and the checks of what stands in them;
 * knows nothing of normalisation (brush/algebra/shell.h) and of integrals.
 * Everything lives in the arena given. A file with an error gives NULL and
 * faults of kind FAULT_BASIS with file and line.
 */
#ifndef HEDRA_BRUSH_BASIS_BASIS_H
#define HEDRA_BRUSH_BASIS_BASIS_H

#include "runtime/base/base.h"
#include "runtime/include/hedra_eri.h"

enum {
    BASIS_MAX_Z = HEDRA_ERI_MAX_Z,
    BASIS_MAX_L = 3, /* f */
    BASIS_MAX_PRIMITIVES = 32,
    BASIS_MAX_SEGMENTS = 8
};

/* Functions that share exponents: one segment for each contraction, so that
 * an SP shell has the segments l = 0 and l = 1, and a generally contracted
 * shell several of one l. */
struct basis_shell {
    int primitives;
    double *exponent; /* bohr^-2, > 0, as written times the scale squared */
    int segments;
    int l[BASIS_MAX_SEGMENTS];
    double *coefficient[BASIS_MAX_SEGMENTS]; /* of normalised primitives */
    int line;
};

struct basis_element {
    int shells, shell_cap;
    struct basis_shell *shell; /* in the order of the file */
};

struct basis {
    const char *file;
    bool pure; /* l >= 2: spherical (2l + 1 functions), else Cartesian */
    struct basis_element element[BASIS_MAX_Z + 1]; /* by atomic number */
    bool there[BASIS_MAX_Z + 1]; /* the file has shells of it, asked for or not
                                  */
    /* Electrons that the file's effective core potential replaces, which the
     * set is without; 0: there is none, -1: how many is unknown. */
    int core[BASIS_MAX_Z + 1];
};

enum basis_form { BASIS_FORM_OF_FILE, BASIS_SPHERICAL, BASIS_CARTESIAN };

struct basis_options {
    const bool *wanted; /* by atomic number; NULL: all that the file has */
    enum basis_form form;
};

/* Reads `text`, the contents of `file`; `options` may be NULL. NWChem's format
 * is known by its word BASIS; comments begin with ! or #. Every shell of every
 * element asked for is in the set; shells of others are skipped unjudged.
 * `pure` is what the options say, or else NWChem's keyword or a line
 * "spherical" or "cartesian" before the first element; Cartesian if nothing
 * does, with a warning if that makes a difference. NULL with faults if anything
 * is wrong; warnings (FAULT_BASIS_WARNING) of what a set cannot hold, above all
 * of effective core potentials. */
struct basis *basis_parse(struct arena *arena, const char *file,
                          const char *text, const struct basis_options *options,
                          struct faults *faults);

#endif
