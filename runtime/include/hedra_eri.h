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

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HEDRA_ERI_API __attribute__((visibility("default")))
#else
#define HEDRA_ERI_API
#endif

enum { HEDRA_ERI_ABI = 4, HEDRA_ERI_SEGMENTS = 8, HEDRA_ERI_MAX_Z = 118 };

/* What kernels are given -------------------------------------------------- */

/* Fields of a shell pair, a row each: component i of A, of B - A, and, for
 * each primitive pair, exp(-alpha beta / zeta |A - B|^2) times, if the pair has
 * one combination of segments, both coefficients; zeta = alpha + beta. Lane k
 * of a batch reads column first + k. */
enum hedra_eri_pair_field {
    HEDRA_ERI_CENTRE = 0,
    HEDRA_ERI_VECTOR = 3,
    HEDRA_ERI_FACTOR = 6
};

/* Columns of a side's constants, a row for each primitive pair, in the order of
 * rising alpha beta / zeta (those that distance lets fall fastest are last; of
 * equals, in the order of the first shell's primitives, then of the second's):
 * beta / zeta, 1 / 2 zeta, 2 zeta, 2 beta, and the product of coefficients for
 * each combination of segments. */
enum hedra_eri_constant {
    HEDRA_ERI_FRACTION,
    HEDRA_ERI_INVERSE,
    HEDRA_ERI_TWICE,
    HEDRA_ERI_TWICE_SECOND,
    HEDRA_ERI_COEFFICIENT
};

/* An item: one bra pair with `width` ket pairs from `first` on, a multiple of
 * the set's lanes each; the integral number n of lane k goes to out[out + n
 * width + k]. */
enum hedra_eri_item {
    HEDRA_ERI_ITEM_BRA,
    HEDRA_ERI_ITEM_FIRST,
    HEDRA_ERI_ITEM_WIDTH,
    HEDRA_ERI_ITEM_OUT,
    HEDRA_ERI_ITEM_ROWS,
    HEDRA_ERI_ITEM
};

/* The lists of primitive quartets, for kernels that do not do all: for each
 * lanes ket pairs of an item (on devices, where there are no lanes: for the
 * item) 1 + n numbers, n being the primitive pairs of the outer side, the first
 * list at the item's ROWS. The first number says how many primitive pairs of
 * the outer side are done, the next ones, how many of the inner side with each.
 */
enum { HEDRA_ERI_ITEM_MOST = 64 }; /* ket pairs of an item on devices */

union hedra_arg;
struct hedra_module;

/* Runs items begin <= i < end. Arguments: items (int64_t), bra pairs, ket
 * pairs, bra constants, ket constants, the class's table (theta^2 and 2
 * pi^(5/2) / (zeta eta sqrt(zeta + eta)) for each primitive quartet, the ket's
 * outermost), the lists of primitive quartets (int64_t), out; then bra stride,
 * ket stride, bra and ket primitive pairs. For devices the same as a region of
 * <hedra.h> whose kernel 0 takes these arguments: a block works on an item of
 * up to HEDRA_ERI_ITEM_MOST ket pairs, a thread on a quartet. If `scratch` is
 * not 0, the region's kernels are parts that run one after the other, and have
 * behind out an array more for what passes between them: of `scratch` elements
 * for each of HEDRA_ERI_ITEM_MOST threads of each item, not initialised. */
struct hedra_eri_kernel {
    void (*run)(const union hedra_arg *arg, int64_t begin, int64_t end);
    int inner; /* the side that is summed over first: 0 the bra, 1 the ket */
    struct hedra_module *device; /* NULL: was not generated */
    int whole; /* does all primitive quartets, and reads no lists */
    int scratch;
};

/* The kernel for one class of a set: numbers of its shells in the order of
 * pairs, the greater kind first, and of equal kinds the greater shell. It has
 * the class's constants in its code and reads neither constants nor table. */
struct hedra_eri_class_kernel {
    int shell[4];
    struct hedra_eri_kernel kernel;
};

/* What a generated set holds ---------------------------------------------- */

/* A form of shells: their segments, which share exponents. */
struct hedra_eri_kind {
    int functions, segments;
    int l[HEDRA_ERI_SEGMENTS];
    int pure;                /* segments of l >= 2 are spherical */
    const double *spherical; /* [function][Cartesian component of all
                                segments], by which pure shells come from
                                Cartesian ones; NULL for others */
};

/* A shell of the basis, wherever it stands. */
struct hedra_eri_shell {
    int kind, primitives;
    const double *exponent;
    const double *coefficient; /* [segment][primitive], of the normalised
                                  function, for unnormalised primitives */
};

/* The shells of an atom of one element. */
struct hedra_eri_element {
    int z, shells;
    const int *shell; /* numbers into the set's shells */
};

/* Kinds ascend; pair (i, j), i >= j, of kinds has the number i (i + 1) / 2 + j,
 * and the kernel of pairs (p, q), p >= q, the number p (p + 1) / 2 + q. */
struct hedra_eri_set {
    int abi; /* HEDRA_ERI_ABI */
    const char *name;
    int element_size; /* of kernels' values: 8 or 4 */
    int lanes;
    int kinds, shells, elements;
    const struct hedra_eri_kind *kind;
    const struct hedra_eri_shell *shell;
    const struct hedra_eri_element *element;
    const struct hedra_eri_kernel *kernel;
    /* Kernels for classes of one primitive quartet, numbered alike; where this
     * is NULL, or run is, the others serve. */
    const struct hedra_eri_kernel *single;
    int class_kernels;
    const struct hedra_eri_class_kernel *class_kernel; /* ascending by shells */
};

/* Molecules --------------------------------------------------------------- */

/* Returns the atomic number of an element's symbol, `length` bytes in upper or
 * lower case, without a zero byte behind them; 0 if there is no such element.
 */
HEDRA_ERI_API int hedra_eri_element_number(const char *symbol, size_t length);

/* Returns the symbol of an element, "H" for 1; z is from 1 to HEDRA_ERI_MAX_Z,
 * which is not checked. Static storage. */
HEDRA_ERI_API const char *hedra_eri_symbol(int z);

/* A molecule as hedra_eri_new takes it. */
struct hedra_eri_molecule {
    int atoms;
    int *z;              /* atomic numbers */
    double (*centre)[3]; /* bohr */
};

/* Reads an XYZ file of one molecule of up to 10^6 atoms, in angstrom (1 bohr =
 * 0.529177210903 angstrom), into arrays of *molecule that
 * hedra_eri_free_molecule frees; columns behind the coordinates are skipped.
 * Whatever is wrong, short memory too, is HEDRA_ERROR_FILE, with "FILE:LINE:
 * error: ..." as the text and nothing to free. */
HEDRA_ERI_API enum hedra_status
hedra_eri_read_xyz(const char *path, struct hedra_eri_molecule *molecule,
                   struct hedra_error *why);

/* Frees the arrays that hedra_eri_read_xyz made and clears the struct, which is
 * the caller's. */
HEDRA_ERI_API void hedra_eri_free_molecule(struct hedra_eri_molecule *molecule);

/* Objects -----------------------------------------------------------------
 *
 * Both functions that make an object return NULL on a failure and say in *why,
 * unless that is NULL, what is wrong: HEDRA_ERROR_ARGUMENT, also for a variable
 * HEDRA_... that is not valid and a set of another HEDRA_ERI_ABI,
 * HEDRA_ERROR_NO_MEMORY, or HEDRA_ERROR_NO_DEVICE if the device that
 * HEDRA_DEVICE names cannot be used or the set has no kernels for it. The
 * caller frees the object; the set must live as long, the other arrays are
 * copied. Functions that take an object do not check for NULL, nor arrays. */

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
 * numbers visitors and hedra_eri_shell_place give; NULL if they are the same.
 * The array is the object's. */
HEDRA_ERI_API const int *hedra_eri_order(const struct hedra_eri *eri);

/* Returns "host", or the device on which quartets are evaluated, as in "cuda:0
 * NVIDIA H200". The text is the object's. */
HEDRA_ERI_API const char *hedra_eri_device(const struct hedra_eri *eri);

/* Returns how many basis functions the molecule has: n of the arrays below. */
HEDRA_ERI_API int hedra_eri_functions(const struct hedra_eri *eri);

/* Returns how many shells the molecule has. */
HEDRA_ERI_API int hedra_eri_shells(const struct hedra_eri *eri);

/* Shell `number` of the molecule. */
struct hedra_eri_place {
    const struct hedra_eri_shell *shell;
    const struct hedra_eri_kind *kind;
    int atom, first_function;
    double centre[3]; /* bohr */
};

/* Returns where a shell stands, from 0 to hedra_eri_shells - 1, which is not
 * checked. What it points to is the object's or the set's. */
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
 * HEDRA_ERROR_NO_MEMORY, or HEDRA_ERROR_NO_DEVICE if the device fails; results
 * are undefined then. Those of a part do the quartets of number 0 <= part <
 * parts, which is not checked: each quartet belongs to one part, and all parts
 * take nearly the same time. */

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
