/*
 * What `brush gen` writes of a basis, and how its kernels are called: a set of
 * constants, kernels and tables, all of static storage, which programs hand to
 * hedra_eri_new and need not look into. A part of hedra_eri.h.
 */
#ifndef HEDRA_ERI_SET_H
#define HEDRA_ERI_SET_H

#ifndef HEDRA_ERI_H
#error "hedra_eri_set.h is a part of hedra_eri.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { HEDRA_ERI_ABI = 4, HEDRA_ERI_SEGMENTS = 8 };

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

#ifdef __cplusplus
}
#endif

#endif
