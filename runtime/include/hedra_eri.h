/*
 * Two-electron integrals over contracted Gaussian functions, by the kernels
 * that `brush gen` writes; installed as <hedra_eri.h>.
 *
 * A set is what was generated from one basis: constants, kernels, tables, all
 * of static storage. A struct hedra_eri is a molecule in that basis: shell
 * pairs, their Cauchy-Schwarz bounds, and nothing global. Different objects may
 * be used by different threads; one object, by several threads at once in the
 * functions that take it as const. Work is shared by the host's threads, as
 * many as HEDRA_THREADS said when the object was made.
 *
 * Quartets are evaluated where HEDRA_DEVICE (<hedra.h>) says when the object is
 * made: on a GPU, or on what executes its programs, a thread works on a
 * quartet, if the set was generated for that (`brush gen --target
 * c,ptx,opencl`); else a vector lane does. With auto, a set that was not, and a
 * machine without a GPU, mean the host. Shell pairs stay on the device as long
 * as the object lives. Integrals on devices differ from the host's by rounding.
 *
 * Units are atomic. Functions are ordered by atom, shell, segment (s before p
 * of an SP shell) and component: Cartesian ones by falling powers of x, then y,
 * the axis-aligned one of unit norm (<xy|xy> = 1/3); spherical ones by m from
 * -l to l, of unit norm; p as x, y, z. These are libint2's standard ones.
 * Integrals are (ab|cd) in chemists' notation: a and b belong to electron 1.
 */
#ifndef HEDRA_ERI_H
#define HEDRA_ERI_H

#include "hedra_error.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HEDRA_ERI_API __attribute__((visibility("default")))
#else
#define HEDRA_ERI_API
#endif

#include "hedra_eri_molecule.h"
#include "hedra_eri_set.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Objects -----------------------------------------------------------------
 *
 * Both functions that make an object return NULL on a failure and say in *why,
 * unless that is NULL, what is wrong: HEDRA_ERROR_ARGUMENT, also for a variable
 * HEDRA_... that is not valid and a set of another HEDRA_ERI_ABI,
 * HEDRA_ERROR_NO_MEMORY, or HEDRA_ERROR_NO_DEVICE if the device that
 * HEDRA_DEVICE names cannot be used or the set has no kernels for it. The
 * caller frees the object; the set must live as long, the other arrays are
 * copied. */

struct hedra_eri;

/* Makes an object for a molecule of `atoms` atoms, 0 or more, with atomic
 * numbers z[atoms] and centres centre[atoms][3] in bohr. Runs a kernel once for
 * each pair of shells, for the bounds (M. Haeser, R. Ahlrichs, J. Comput. Chem.
 * 10, 104 (1989)). An element that is not in the set, a centre that is not
 * finite and a NULL pointer are HEDRA_ERROR_ARGUMENT. */
HEDRA_ERI_API struct hedra_eri *hedra_eri_new(const struct hedra_eri_set *set,
                                              int atoms, const int *z,
                                              const double (*centre)[3],
                                              struct hedra_error *why);

/* Frees the object, of either function; NULL is allowed. */
HEDRA_ERI_API void hedra_eri_free(struct hedra_eri *eri);

/* Makes an object for the molecule and the basis of libcint's arrays (Q. Sun,
 * J. Comput. Chem. 36, 1664 (2015)): natm rows of 6 numbers in atm, nbas rows
 * of 8 in bas, and env, as PySCF's mol._atm, mol._bas and mol._env have them.
 * Exponents and coefficients are those of env; of the set only the kernels are
 * used, so its shells must have the angular momenta of these: any basis of s
 * and p works with the kernels of 6-31G. Shells of an atom with equal exponents
 * become one where the set has such shells (sp). `spherical`: the functions are
 * those of int2e_sph, else of int2e_cart; as the set's, if l >= 2 occurs.
 *
 * hedra_eri_fill, hedra_eri_fill_packed, hedra_eri_jk and hedra_eri_jk_part
 * then number functions as libcint does. It is HEDRA_ERROR_ARGUMENT, too, if
 * the set has no kernels for a shell, places in env are negative, numbers there
 * are not finite, or env asks for another operator (PTR_RANGE_OMEGA). */
HEDRA_ERI_API struct hedra_eri *
hedra_eri_new_libcint(const struct hedra_eri_set *set, const int *atm, int natm,
                      const int *bas, int nbas, const double *env,
                      int spherical, struct hedra_error *why);

/* Returns the caller's number of each of the object's n functions, whose own
 * numbers visitors and hedra_eri_shell_place give; NULL if they are the same,
 * and for NULL. The array is the object's. */
HEDRA_ERI_API const int *hedra_eri_order(const struct hedra_eri *eri);

/* Returns "host", or the device on which quartets are evaluated, as in "cuda:0
 * NVIDIA H200"; "host" for NULL. The text is the object's. */
HEDRA_ERI_API const char *hedra_eri_device(const struct hedra_eri *eri);

/* Returns how many basis functions the molecule has: n of the arrays below; 0
 * for NULL. */
HEDRA_ERI_API int hedra_eri_functions(const struct hedra_eri *eri);

/* Returns how many shells the molecule has; 0 for NULL. */
HEDRA_ERI_API int hedra_eri_shells(const struct hedra_eri *eri);

/* Shell `number` of the molecule. */
struct hedra_eri_place {
    const struct hedra_eri_shell *shell;
    const struct hedra_eri_kind *kind;
    int atom, first_function;
    double centre[3]; /* bohr */
};

/* Returns where a shell stands, from 0 to hedra_eri_shells - 1; zeroes for
 * other numbers and for NULL. What it points to is the object's or the set's.
 */
HEDRA_ERI_API struct hedra_eri_place
hedra_eri_shell_place(const struct hedra_eri *eri, int number);

/* Integrals ----------------------------------------------------------------
 *
 * Values are in hartree. `threshold` is what the bound of a quartet of shells,
 * sqrt((ab|ab)(cd|cd)), must reach; quartets below it count as 0. What
 * primitive quartets are left out of an integral sums up to less than threshold
 * / 1000. The arrays and *counts, which may be NULL, are the caller's.
 *
 * The functions return HEDRA_ERROR_ARGUMENT if the threshold is not a number,
 * the object, the visitor or an array other than j and k is NULL, or there is
 * no such part; HEDRA_ERROR_NO_MEMORY; or HEDRA_ERROR_NO_DEVICE if the device
 * fails. Results are undefined then. Functions ..._part do the quartets of part
 * number `part`, 0 <= part < parts: each quartet belongs to one part, and all
 * parts take nearly the same time. */

/* Some quartets of shells of one form and bra. Integral (i j|k l) of quartet q,
 * counted from the shells' first functions, is value[(((i n[1] + j) n[2] + k)
 * n[3] + l) stride + q], a double or a float as the set's. */
struct hedra_eri_block {
    int quartets, stride;
    int n[4];            /* functions of the shells */
    int bra[2];          /* first functions of both shells */
    const int (*ket)[2]; /* per quartet */
    const void *value;
};

/* Called from several threads at once; the block is gone when it returns. */
typedef void (*hedra_eri_visitor)(void *context,
                                  const struct hedra_eri_block *block);

struct hedra_eri_counts {
    int64_t quartets, integrals; /* evaluated, of shells as in the set */
    int64_t skipped;             /* quartets below the threshold */
    int64_t primitives, primitives_skipped; /* of what was evaluated, in lanes
                                               that hold nothing too */
};

/* Evaluates every quartet of shells that differs under the eightfold symmetry
 * and reaches the threshold, and gives all of them to the visitor, with
 * `context`. */
HEDRA_ERI_API enum hedra_status
hedra_eri_visit(const struct hedra_eri *eri, double threshold,
                hedra_eri_visitor visitor, void *context,
                struct hedra_eri_counts *counts, struct hedra_error *why);

/* Evaluates those quartets of hedra_eri_visit that belong to one part. */
HEDRA_ERI_API enum hedra_status
hedra_eri_visit_part(const struct hedra_eri *eri, double threshold, int part,
                     int parts, hedra_eri_visitor visitor, void *context,
                     struct hedra_eri_counts *counts, struct hedra_error *why);

/* Writes all integrals to an array of n^4 elements, n functions: (ij|kl) is
 * value[((i n + j) n + k) n + l]. */
HEDRA_ERI_API enum hedra_status hedra_eri_fill(const struct hedra_eri *eri,
                                               double threshold, double *value,
                                               struct hedra_eri_counts *counts,
                                               struct hedra_error *why);

/* Writes those integrals that differ under the eightfold symmetry to an array
 * of m (m + 1) / 2 elements, m = n (n + 1) / 2: (ij|kl) is value[p (p + 1) / 2
 * + q] for p = i (i + 1) / 2 + j and q = k (k + 1) / 2 + l, where i >= j, k >=
 * l and p >= q. */
HEDRA_ERI_API enum hedra_status
hedra_eri_fill_packed(const struct hedra_eri *eri, double threshold,
                      double *value, struct hedra_eri_counts *counts,
                      struct hedra_error *why);

/* Makes the Coulomb and exchange matrices of a symmetric density D without
 * storing integrals (J. Almloef, K. Faegri, K. Korsell, J. Comput. Chem. 3, 385
 * (1982)): J_ij = sum (ij|kl) D_kl, K_ij = sum (ik|jl) D_kl, all of them
 * row-major n x n. j or k may be NULL. On a device an element of D that is not
 * finite is HEDRA_ERROR_NOT_FINITE.
 *
 * On the host sums are added in an order that depends on its threads. On a
 * device they are integers, multiples of B / 2^61 with B a bound of any sum, to
 * which what a quartet adds to an element is rounded: the result has the same
 * bits however the device orders the work. Of f32 integrals the sums over one
 * quartet are in f32. */
HEDRA_ERI_API enum hedra_status
hedra_eri_jk(const struct hedra_eri *eri, double threshold,
             const double *density, double *j, double *k,
             struct hedra_eri_counts *counts, struct hedra_error *why);

/* Makes what the quartets of one part add to the matrices of hedra_eri_jk; the
 * sum over all parts is the whole. */
HEDRA_ERI_API enum hedra_status
hedra_eri_jk_part(const struct hedra_eri *eri, double threshold, int part,
                  int parts, const double *density, double *j, double *k,
                  struct hedra_eri_counts *counts, struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
