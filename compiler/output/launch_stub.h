/*
 * The C text that launches one compiled region through libhedra.
 *
 * At file scope: the embedded kernels, the tables of runtime/include/hedra.h
 * and the region function, NAME(parameters, values, addresses), which returns 0
 * when the region has run, 1 when the plain nest must run, 2 when it must run
 * with its loops shared (shared_nest.h), and 3 when no arrays overlap. In the
 * user's function: the call, and the final values of iterators. Owns nothing,
 * reads no files, knows no front end.
 */
#ifndef HEDRA_COMPILER_OUTPUT_LAUNCH_STUB_H
#define HEDRA_COMPILER_OUTPUT_LAUNCH_STUB_H

#include "polyhedral/region.h"
#include "runtime/base/base.h"

/* Is the region one of a program that hedrac --tune builds, and must its floats
 * then equal the plain nest's bit by bit? */
enum stub_trial { STUB_TRIAL_NONE, STUB_TRIAL_NEAR, STUB_TRIAL_EXACT };

/* One region with all that was printed for it. A NULL text was left out; then
 * its module is NULL too. */
struct stub_region {
    const struct region *region;
    const struct scop *scop;
    const struct kir_module *gpu, *host; /* as printed */
    const char *ptx, *opencl, *racer;
    const char *gpu_driver; /* target c: the function that drives GPU kernels */
    const char *host_text;  /* target c: kernels and driver for the host, and
                               in any case the function NAME_ranges */
    bool exact;             /* as stub_is_exact says */
    enum stub_trial trial;
    bool checked; /* its kernels test the clause independent */
    bool openmp;  /* it runs without libhedra (openmp.c) */
};

/* Do the region's kernels for the host compute the bits that the plain nest
 * computes? `contracted`: products may be added without rounding them first
 * (exactness.c). */
bool stub_is_exact(struct arena *arena, const struct scop *scop,
                   bool contracted);
/* How results of trials on devices are compared with the plain nest's: of
 * functions that devices round otherwise than libm only nearly. */
enum stub_trial stub_trial_of(const struct stub_region *r);

/* What must stand once before the definitions of the first region. */
void stub_put_prologue(struct buf *out);

/* `optional`: the call may be left out. */
void stub_put_definitions(struct buf *out, const struct stub_region *r,
                          bool optional);

/* "NAME(arguments)", to be evaluated where the region stood. Variables
 * hedraTAG_extent_K hold the values of parameters K that are clauses' texts;
 * hedraTAG_touched, if shared loops have sums that are arrays, gets what
 * shared_sum_row says. */
void stub_put_call(struct buf *out, const struct stub_region *r,
                   const char *tag);

/* Declarations that stub_put_call needs: copies of variables. And statements
 * that give the variables what the copies hold, when the region has run. */
void stub_put_variables(struct buf *out, const struct stub_region *r,
                        const char *tag);
void stub_put_results(struct buf *out, const struct stub_region *r,
                      const char *tag);
/* Statements that give the iterators that are read after the region the values
 * that the nest would have left; nothing if there are none. False if a bound
 * reads memory, which such statements cannot repeat. */
bool stub_put_iterators(struct buf *out, const struct scop *scop,
                        const char *tag);

/* For other texts that run a region (openmp.c) ------------------------------
 */

struct list;

/* Is the array a variable of the caller's to which nothing points, and small?
 * The region then has a copy, hedraTAG_variable_ARRAY: a compiler knows less of
 * a variable whose address leaves the function, also where the plain nest uses
 * it. */
bool stub_is_copied(const struct stub_region *r, int array);
/* Is the row memory of the caller, not of the region alone? */
bool stub_is_of_caller(const struct region_row *row);
/* Is the array's address a parameter of the region function? */
bool stub_takes_address(const struct stub_region *r, int array);
/* "NAME(parameters)\n" of the region function. */
void stub_put_parameters(struct buf *out, const struct stub_region *r);
/* What drivers take behind their first parameter. */
void stub_add_arguments(struct list *list, const struct stub_region *r);

/* Tables of pointers to rows (row_table.c) --------------------------------- */

/* Is the array one of rows whose table is a parameter of the region function?
 */
bool stub_has_rows(const struct stub_region *r, int array);
/* Is the parameter how far rows of a table lie apart? The region function reads
 * that itself, if it has to know it: whether a table is there takes longer to
 * ask than short nests take. */
bool stub_is_pitch(const struct stub_region *r, int param);
/* Reads where the first rows begin, and how far rows lie apart. */
void stub_put_pitches(struct buf *out, const struct stub_region *r);
/* Returns 1 if the rows of a table lie otherwise than the kernels have it. */
void stub_put_tables(struct buf *out, const struct stub_region *r);
/* Where the ranges of a table's pointers begin, level by level. */
int stub_levels_at(const struct stub_region *r, const struct region_row *row);

/* Declarations that the call's arguments need: counters. */
void stub_put_counters(struct buf *out, const struct scop *scop);

#endif
