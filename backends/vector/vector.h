/*
 * Loops for compilers that vectorise: what the host's C text is made ready
 * with. The passes change the module in place, which is an optimised one for
 * the host, and run behind the optimiser.
 *
 *   peel.c                iterations near a loop's ends, which conditions ask
 * for peel_find.c           what they ask for nonzero.c             loops that
 * act where elements are not 0 window_sum.c          sums of differences at
 * neighbouring places call_always.c         functions of vectors under
 * conditions point_lanes.c         points that iterate until they are done, as
 * lanes transpose.c           rows of memory as vectors of lanes rows_apart.c
 * rows of one buffer, filtered in place index_sum.c           indices as sums,
 * by which rows and cells are compared wavefront.c           neighbouring rows
 * of wavefronts as vectors of lanes wavefront_find.c      what their cells need
 * of each other lane_move.c           elements from lane to lane, and from rows
 * to lanes register_tile.c       rows of points whose sums stay in registers
 *   register_tile_find.c  which loops these are
 *   operand_pack.c        their operands in contiguous memory
 */
#ifndef HEDRA_BACKENDS_VECTOR_VECTOR_H
#define HEDRA_BACKENDS_VECTOR_VECTOR_H

#include "backends/kir/kir.h"

enum {
    KIR_REGISTER_ROWS = 4, /* of a tile */
    KIR_REGISTER_MOST = 8  /* vectors of 64 bytes in each of them */
};

/* In place: takes the module's loops apart, as peel.c describes, where that is
 * possible. Returns whether there was one: the module is to be optimised
 * again. */
bool kir_peel(struct kir_module *module);

/* In place: changes the module's KIR_FOR_ROWS loops, of an optimised module for
 * the host, as register_tile.c describes, where that is possible, with a remark
 * on each: in tiles of `vectors` vectors, with panels as `packing` has it. */
void kir_register_tile(struct kir_module *module, int vectors,
                       enum kir_packing packing, struct faults *faults);

/* hedra_to_columns's HEDRA_TILE_ROWS (runtime/include/hedra.h), as
 * compiler/output/launch_stub.c asserts.
 */
enum { KIR_TILE_ROWS = 16 };

/* In place: changes the module's KIR_FOR_LANES loops, of an optimised module
 * for the host, as transpose.c describes, where that is possible. */
void kir_transpose(struct kir_module *module);

/* In place: marks loops, of an optimised module for the host, whose iterations
 * do not meet where rows are as far apart as rows_apart.c says, behind that
 * question. Returns whether there was one. */
bool kir_mark_rows_apart(struct kir_module *module);

/* In place: lets loops, of an optimised module for the host, go from one
 * element that is not 0 to the next, as nonzero.c describes. Returns whether
 * there was one. */
bool kir_visit_nonzero(struct kir_module *module);

/* In place: lets loops, of an optimised module for the host, that compare a
 * block of bytes with those at neighbouring places make the sums of up to
 * KIR_WINDOW iterations at once, as window_sum.c describes. Returns whether
 * there was one. */
bool kir_sum_windows(struct kir_module *module);

/* HEDRA_WINDOW (runtime/include/hedra_layout.h), as
 * compiler/output/launch_stub.c asserts. */
enum { KIR_WINDOW = 32 };

/* What a KIR_FOR_WINDOW loop makes: element w of buffer `to`, w < places, which
 * is KIR_WINDOW at most, is the sum, in the variable `sum`, of |a[i][j] -
 * b[i][j + w]| over `rows` i and `columns` j, where element (i, j) of a is
 * element first[0] + row[0] * i + j of buffer[0], and that of b the same of
 * [1]. first and row are values. */
struct kir_window {
    int to, sum, places, buffer[2], first[2], row[2];
    int64_t rows, columns;
};

/* False: the loop is no such one, whatever it is marked as. */
bool kir_find_window(const struct kir_func *f, const struct kir_stmt *loop,
                     struct kir_window *what);

/* Lets as many neighbours as vectors have lanes iterate together in the loops
 * over points (KIR_FOR_POINTS) of a module for the host, as point_lanes.c
 * describes, where that is possible. Returns whether there was one. */
bool kir_iterate_points(struct kir_module *module);

/* Is it a power from -1 to 2, of which C compilers make a quotient or a
 * product? */
bool kir_is_product(const struct kir_func *f, const struct kir_value *v);

/* In place: takes calls of such functions, in a module for the host, out of
 * branches, as call_always.c describes, where that is possible. Returns whether
 * there was one. */
bool kir_call_always(struct kir_module *module);

/* In place: changes the module's KIR_FOR_WAVE loops, of an optimised module for
 * the host, as wavefront.c describes, where that is possible. Returns whether
 * there was one. */
bool kir_wavefront(struct kir_module *module);

/* What a KIR_FOR_MOVE loop moves: `lanes` elements of `size` bytes, from buffer
 * `from` to buffer `to` and one lane up; lane 0 gets `first` (a value). */
struct kir_lane_shift {
    int to, from, first, size, lanes;
};

/* Or it copies: element base + lane * apart + step of buffer `rows` is element
 * step * lanes + lane of buffer `columns`, or becomes that (`store`: the other
 * way round), for steps below `steps`. base, apart and steps are values. */
struct kir_lane_copy {
    int rows, columns, base, apart, steps, size, lanes;
    bool store;
};

/* False: the loop is no such one, whatever it is marked as. */
bool kir_find_lane_shift(const struct kir_func *f, const struct kir_stmt *loop,
                         struct kir_lane_shift *what);
bool kir_find_lane_copy(const struct kir_func *f, const struct kir_stmt *loop,
                        struct kir_lane_copy *what);

/* What a KIR_FOR_TRANSPOSE loop copies: `steps` elements of `size` bytes of
 * each of KIR_TILE_ROWS rows that follow each other in buffer `rows` from
 * element `base` (a value; -1: 0), from or (`store`) to buffer `columns`, from
 * its element 0.
 */
struct kir_tile_copy {
    int rows, columns, base, size;
    int64_t steps;
    bool store;
};

/* False: the loop is no such one, whatever it is marked as. */
bool kir_find_tile_copy(const struct kir_func *f, const struct kir_stmt *loop,
                        struct kir_tile_copy *what);

#endif
