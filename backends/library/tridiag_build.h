/*
 * What the files share that build the tridiagonal solver's kernels as KIR.
 *
 * The stages are those of Table 1 of the paper on the N-shaped partition, in
 * the form of runtime/tridiag/kernel.h: one sweep over each block does RD, JD,
 * RU and JU. A thread has a block: the joint line w and the lines up to the
 * joint line w + 1. A block of threads has consecutive ones. Segments, as many
 * lines of a block as have SEGMENT_BYTES, go between global memory and threads
 * through a tile in shared memory, so that lanes that are neighbours touch
 * neighbouring bytes of global memory, and different banks.
 *
 * A position is a line of a segment, or a part of one: complex numbers are
 * pairs. All arrays are buffers of reals.
 */
#ifndef HEDRA_BACKENDS_LIBRARY_TRIDIAG_BUILD_H
#define HEDRA_BACKENDS_LIBRARY_TRIDIAG_BUILD_H

#include "backends/kir/kir.h"

enum {
    SEGMENT_BYTES = 64,
    TILE_ARRAYS = 4,
    /* Segments of a block that the kernel `solve` holds in shared memory. */
    HELD_SEGMENTS = 8,
    /* Threads of a block; fewer where shared memory holds whole blocks. */
    MANY = 128,
    FEW = 32
};

/* What went wrong: `flags` has, after the least of all, for each level the
 * least block with a bad pivot, joint line that is not finite, joint line whose
 * d is not finite. */
enum { FLAG_PIVOT, FLAG_JOINT, FLAG_RIGHT, FLAGS };

/* The losses stand behind the flags of MOST_LEVELS levels and of the last
 * system: for each level what its joint lines' diagonal elements have lost, as
 * in runtime/tridiag/limit.c, at least LEAST_LOSS, which is what is there
 * before. */
enum {
    MOST_LEVELS = 16,
    LOSSES = 1 + FLAGS * (MOST_LEVELS + 1),
    LEAST_LOSS = 8,
    MOST_LOSS = 1 << 30
};

/* How much elements may grow (runtime/tridiag/kernel.h). */
enum { GROWTH = 2 };

struct number {
    int part[2]; /* values: real, imaginary */
};

struct changing {
    int part[2]; /* variables */
};

struct build {
    struct kir_func *f;
    enum kir_type real;
    int parts;     /* 1, or 2: complex */
    int positions; /* in a segment */
    int lines;     /* in a segment */
    int threads;
    int step;             /* in a tile from a position to the next one */
    int thread, thread64; /* values */
};

/* A new kernel in the module; its name is that of a row of the runtime's. */
struct build build_kernel(struct kir_module *module, enum kir_type real,
                          int parts, const char *name, int threads);

/* Declares the arrays b, a, c of the matrix, which the kernel reads. */
void matrix_declare(const struct build *k, int *array);
/* Declares the arrays inv, invb, invc of the kept factors, which the kernel
 * reads if `read`, else writes. */
void factors_declare(const struct build *k, int *array, bool read);

/* Numbers (tridiag_number.c) ------------------------------------------------*/

int build_real(const struct build *k, double value);

struct number number_constant(const struct build *k, double value);
struct number number_mul(const struct build *k, struct number a,
                         struct number b);
/* c + a b, c - a b */
struct number number_add_mul(const struct build *k, struct number c,
                             struct number a, struct number b);
struct number number_sub_mul(const struct build *k, struct number c,
                             struct number a, struct number b);
struct number number_sub(const struct build *k, struct number a,
                         struct number b);
struct number number_negative(const struct build *k, struct number a);
struct number number_select(const struct build *k, int condition,
                            struct number yes, struct number no);
/* The absolute value, or the sum of those of both parts. */
int number_size(const struct build *k, struct number a);
struct number number_inverse(const struct build *k, struct number a);
int number_is_finite(const struct build *k, struct number a); /* pred */

struct changing changing_new(struct build *k, const char *name,
                             struct number start);
struct number changing_get(const struct build *k, struct changing v);
void changing_set(const struct build *k, struct changing v, struct number a);

/* Line `line`, an i64, of an array of numbers. */
struct number number_load(const struct build *k, int buffer, int line);
void number_store(const struct build *k, int buffer, int line, struct number a);

/* Pivots: `bad` becomes true if one is to be refused or elements grow. */
struct pivot_guard {
    int limit; /* value: for sizes */
    int bad;
};

/* A guard for the system of a level, after what the levels before have noted,
 * of which a thread eliminates `lines` lines, an integer of any type. */
struct pivot_guard guard_new(struct build *k, int flags, int level, int lines);
/* The inverse of the pivot alpha of a line with the diagonal element a, behind
 * one with the upper element c. */
struct number guard_invert(const struct build *k, const struct pivot_guard *g,
                           struct number alpha, struct number a,
                           struct number c);
/* A number that is to stay below GROWTH. */
void guard_growth(const struct build *k, const struct pivot_guard *g,
                  struct number a);
int guard_is_bad(const struct build *k, const struct pivot_guard *g); /* pred */
/* What became of terms of size `terms` in all. */
void guard_note_loss(const struct build *k, int flags, int level, int terms,
                     struct number left);
/* flags[1 + FLAGS level + kind] and flags[0] become at most `number` if the
 * condition holds. */
void guard_note(const struct build *k, int flags, int level, int kind,
                int condition, int number);

/* Blocks (tridiag_tile.c) ---------------------------------------------------*/

/* How a system is cut into blocks, and which of them a launch is for. */
struct block_cut {
    int first, last; /* parameters: joint lines from first to last */
    int blocks;
    int w;   /* the thread's joint line; it may be `before` less than `first` */
    int own; /* pred: this thread is to write what it finds */
    int start, lines; /* i64, i32: the first line, and how many; 0: no block */
    int segments;     /* i32: of the longest block */
    int start_shared, count_shared; /* positions of the block of each thread */
};

/* Declares the parameters; cut_share must follow before tiles are moved.
 * `before`: thread 0 of each block of threads has the
 * block before its own ones, again. */
struct block_cut cut_new(struct build *k, bool before);

/* No thread has a block if something went wrong. */
void cut_stop(struct build *k, struct block_cut *c, int flags);
void cut_share(struct build *k, struct block_cut *c);

/* A tile of `arrays` arrays. */
int tile_new(struct build *k, int arrays);
/* Loads segment `number` (i32) of all blocks of the threads, from `count`
 * arrays of global memory, `offset` (i64, positions) added, into the tile. All
 * threads must be here. */
void tile_load(const struct build *k, const struct block_cut *c, int tile,
               const int *array, const int *offset, int count, int number);
/* tile_store brings a segment back to global memory, by `count` moves from a
 * shared buffer, without the blocks before that of thread `from`. */
struct tile_move {
    int base;          /* i32: where the segment begins in the shared buffer */
    int array, offset; /* of global memory */
};
void tile_store(const struct build *k, const struct block_cut *c, int buffer,
                const struct tile_move *move, int count, int number, int from);
/* Where array `which` of a tile begins; i32. */
int tile_base(const struct build *k, int which);
struct number tile_get(const struct build *k, int tile, int which, int line);
void tile_set(const struct build *k, int tile, int which, int line,
              struct number a);

/* Where systems end that lie one after the other: the first b and the last c of
 * each count as zero. */
struct ends {
    int offset, number, end;
};

struct ends ends_new(struct build *k, const struct block_cut *c);
void ends_mask(const struct build *k, const struct ends *e, int line,
               struct number *b, struct number *c);

/* Kernels -------------------------------------------------------------------*/

void build_reduce(struct kir_module *m, enum kir_type real, int parts);
void build_factor(struct kir_module *m, enum kir_type real, int parts);
void build_reduce_kept(struct kir_module *m, enum kir_type real, int parts);
void build_solve(struct kir_module *m, enum kir_type real, int parts,
                 bool kept);
void build_solve_long(struct kir_module *m, enum kir_type real, int parts,
                      bool kept);
void build_thomas(struct kir_module *m, enum kir_type real, int parts);
void build_thomas_factor(struct kir_module *m, enum kir_type real, int parts);
void build_thomas_kept(struct kir_module *m, enum kir_type real, int parts);
void build_untangle(struct kir_module *m, enum kir_type real, int parts);

#endif
