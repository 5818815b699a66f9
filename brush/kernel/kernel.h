/*
 * Kernels: the contracted integrals of one form of quartet as a KIR function.
 *
 * The form is the kinds of the four shells; exponents and coefficients of a
 * quartet's class stand in small tables that the kernel loops over (hedra_eri.h
 * describes all that a kernel is given). Per primitive quartet: the Boys
 * function and one of the paths of path.def to [m0|n0], then the contraction,
 * of the bra within the loop over the ket's primitives; behind both loops the
 * horizontal recurrences and, for spherical shells, the transformation. Paths
 * with cuts leave a part of the way to [m0|n0] until one sum or both are done.
 *
 * Some paths serve classes of few primitive quartets alone and have neither
 * loops over them nor sums in memory; they do all of a class's primitive
 * quartets, whatever the lists say. An UNROLLED one is for one class, whose
 * constants stand in the code instead of tables.
 *
 * With `lanes` > 1 a kernel works on that many quartets at once, one bra pair
 * and consecutive ket pairs, in loops marked simd (the host); with lanes == 1 a
 * thread works on one quartet, in blocks of KERNEL_BLOCK threads (GPUs).
 *
 *   kernel.c      functions as a whole
 *   choose.c      the best path of a shape
 *   side.c        the brackets of a side
 *   cost.c        what a kernel executes
 *   primitive.c   the sums of primitives
 *   base.c        what recurrences start from
 *   rolled.c      graphs within loops
 *   unrolled.c    graphs without loops
 *   cut.c         what leaves a sum
 *   horizontal.c  behind the contraction
 *   split.c       kernels as several functions
 *   stage.c       graphs in pieces
 *   emit.c        small pieces of KIR
 */
#ifndef HEDRA_BRUSH_KERNEL_KERNEL_H
#define HEDRA_BRUSH_KERNEL_KERNEL_H

#include "brush/algebra/algebra.h"
#include "runtime/include/hedra_eri.h"

enum {
    KERNEL_BLOCK = HEDRA_ERI_ITEM_MOST,
    KERNEL_BUDGET = 1000,   /* operations of short code */
    KERNEL_COUNTED = 20000, /* of code that is counted at all */
    KERNEL_MOST = 2000,     /* of one function, unless asked otherwise */
    KERNEL_TRUST = 20,      /* a cost is good to a 20th */
    KERNEL_UNROLLED = 16,   /* primitive quartets one behind the other */
    KERNEL_CLASSES = 4      /* with kernels of their own, if not asked for */
};

/* The constants of a class, per side: rows of enum hedra_eri_constant for each
 * primitive pair, in the order that runtime/include/hedra_eri.h gives them. */
struct kernel_constants {
    const double *row[2];
    double classes; /* of the form with as few primitive quartets: so many
                       kernels there are of an UNROLLED path */
};

struct kernel_shape {
    struct shell_kind kind[4]; /* a b | c d */
    enum kir_type type;        /* KIR_F64 or KIR_F32 */
    int lanes;
    int primitives[2]; /* primitive pairs of bra and ket to reckon with; of
                          paths that serve single classes, those there are */
    const struct kernel_constants *constants; /* of the class, if it is one's */
};

/* What a kernel executes for a quartet, on the host for a vector of them:
 * operations on numbers, those of the Boys function included; loads and stores
 * of buffers; loads and stores of values that do not fit into registers, by the
 * size of the file, the one that it is made for first; rounds of loops. And the
 * greatest number of values alive between two statements; the bytes of its
 * code, about. The Boys function is evaluated once for each primitive
 * quartet, on every path. */
enum { KERNEL_VECTORS = 32, KERNEL_FILES = 2 }; /* of AVX-512; and half of it */

struct kernel_work {
    double arithmetic, loads, stores, spills[KERNEL_FILES], loops;
    int live, bytes;
};

/* Counts the work of a kernel that kernel_build made, whose `inner` side is
 * summed over first; O(n r) for n values and r registers. */
void kernel_count(const struct kir_func *f, const struct kernel_shape *shape,
                  int inner, struct kernel_work *work);
/* The work as a number of operations: loads, stores and rounds are weighed by
 * what they cost beside one. */
double kernel_cost(const struct kernel_work *work);

/* Whether the shape is one that a path has kernels for. Those for single
 * classes need the constants of one: SINGLE ones of one primitive quartet,
 * UNROLLED ones of at most KERNEL_UNROLLED. */
bool kernel_applies(const struct kernel_shape *shape, enum path path);

/* One candidate: the operations that it executes for a primitive quartet (Boys
 * function and sums apart) and those among them that are fused; the operations
 * for a primitive pair of the outer side, sums included; those behind both
 * sums, the horizontal recurrences among them; all that stand in the code, but
 * for the horizontal recurrences. */
struct kernel_candidate {
    enum path path;
    int operations, fused, outer, late, size;
    double total;            /* executed for a quartet, with the sums */
    struct kernel_work work; /* 0 for code longer than KERNEL_COUNTED */
    double cost;             /* INFINITY for that */
};

/* All candidates in the order of path.def, those that do not apply with cost
 * and total INFINITY and size 0; returns the number of the best: of the
 * automatic ones whose code is within KERNEL_BUDGET and whose cost is less than
 * a KERNEL_TRUSTth above the least, first those that serve most classes, of
 * these the one with the smallest total; if there is none, the one with the
 * shortest code. The first of equals. UNROLLED paths take part if they are for
 * several primitive quartets and at most KERNEL_CLASSES classes. `general`: of
 * the paths that serve any class, this one alone is chosen from; -1: all. */
int kernel_compare(const struct kernel_shape *shape, int general,
                   struct kernel_candidate candidate[PATH_COUNT]);
/* The best alone, for which less need be counted. */
enum path kernel_choose(const struct kernel_shape *shape, int general);

/* "eri_sp_sp_s_s", in `arena`. */
const char *kernel_name(struct arena *arena, const struct kernel_shape *shape);

/* The side that is summed over first: 0 the bra, 1 the ket. */
int kernel_inner(enum path path);

/* Appends the kernel to the module. As one function, called `name`; with lanes
 * == 1 and most > 0, if its code has more than `most` operations, as several,
 * `name`_part_1 and so on, which are to be run one after the other on the same
 * arguments. Those have one buffer more, behind `out`: scratch, for what passes
 * between them. Returns how many numbers of it a thread needs, 0 if there is
 * none; integrals have the same bits either way. */
int kernel_build(struct kir_module *module, const char *name,
                 const struct kernel_shape *shape, enum path path, int most);

/* The functions that kernel_build would make for threads, in `arena`: the
 * operations that each has, those of the Boys function apart, and what it does,
 * in words. Returns how many. */
struct kernel_function {
    int operations;
    const char *text;
};

int kernel_functions(struct arena *arena, const struct kernel_shape *shape,
                     enum path path, int most,
                     struct kernel_function **function);

#endif
