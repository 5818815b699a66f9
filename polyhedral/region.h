/*
 * struct region: what the polyhedral layer makes of one scop, ready to be
 * printed and spliced: two KIR modules (for GPUs and for the host) and the
 * table of the arrays that they share.
 *
 * Each module holds its kernels first and then one KIR_HOST function that
 * drives them, named NAME_gpu or NAME_host (NAME is the module's name); the
 * host module ends with the KIR_HOST function NAME_ranges. Everything lives in
 * the arena given to region_compile.
 */
#ifndef HEDRA_POLYHEDRAL_REGION_H
#define HEDRA_POLYHEDRAL_REGION_H

#include "backends/kir/kir.h"
#include "polyhedral/model/model.h"
#include "polyhedral/report/report.h"
#include "polyhedral/scop/scop.h"

enum region_storage {
    REGION_NONE,  /* contracted to values: nothing outside the kernels */
    REGION_VALUE, /* scalar of the caller, only read: passed by value */
    REGION_HOST,  /* scalar of the caller, written on the host before any
                     kernel runs: passed by address to the driver */
    REGION_DEVICE /* a row of the array table */
};

/* The values of enum hedra_array_flags (runtime/include/hedra.h), which this
 * layer does not see; compiler/output/launch_stub.c asserts that they agree. */
enum region_row_flags {
    REGION_READ = 1,
    REGION_WRITE = 2,
    REGION_DISCARD = 4,
    REGION_TEMP = 8,
    REGION_SCHEDULE = 16,
    REGION_LIST = 32,
    REGION_STEPS = 64,
    REGION_STATE = 128,
    REGION_KEEP = 256,
    REGION_INPUT = 512,
    REGION_GUESS = 1024
};

/* A row of the table that hedra_begin takes. */
struct region_row {
    int array; /* index into scop->array; -1: a row of a Plan, TEMP */
    const char *name;
    enum kir_type type;
    unsigned flags; /* enum region_row_flags */
    bool version;   /* a second version of row `of`, as long as that */
    int of;
    bool filled; /* pages that it has not yet may come before the region runs:
                    of all that is touched, or of range `fill` - 1 of
                    NAME_ranges */
    int fill;
    int box; /* 1 + the first of the pairs behind those of fills, of the rows
                that subscripts of tables name; 0: it has one level or none */
};

/* A row, of the elements of which the least and the largest bound what others
 * are touched at. */
struct region_bound {
    int row;
    int64_t unit; /* from one element to the next, in elements */
};

/* What the region takes by value, once, though a pointer may point to it. */
struct region_scalar {
    const char *name, *text; /* an identifier; the object in C */
    int size;                /* in bytes */
};

struct picture;

/* Where the plain nest is expected to take no longer on the host than the
 * kernels: with one thread; or with few of them, with any number if its own
 * loops are shared. */
enum region_plain { REGION_PLAIN_NEVER, REGION_PLAIN_ALONE, REGION_PLAIN_FEW };

struct region {
    const char *name; /* identifier, unique in the file */
    struct arena *arena;
    const struct scop *scop;
    bool kept; /* nothing is gained: the original stays; the rest is empty */

    struct kir_module *gpu, *host;
    int gpu_driver, host_driver, ranges; /* numbers of the KIR_HOST functions,
                                            gpu_driver in `gpu`, others in
                                            `host` */

    enum region_storage *storage; /* per scop array */
    int row_count;
    struct region_row *row;
    int bound_count;
    struct region_bound *bound;
    int fill_count, box_count;
    int scalar_count;
    struct region_scalar *scalar;
    /* What must not overlap when the region runs: rows, and scalars with
     * numbers from row_count on. */
    int pair_count;
    int *pair;               /* 2 * pair_count */
    struct picture *picture; /* NULL without region_options.picture */
    int access_count;
    struct region_access *access;
    int plan_count; /* Plans of active points, of the mapping that has more */
    bool asks_mode; /* drivers have hd_plan */
    /* Per loop of the scop: the host's threads may share its text as it stands;
     * loops around it run as they are. NULL: there is no such loop. */
    const bool *shared;
    /* Per loop: one of these, of whose sums (scop/loop_text.h) threads have
     * copies; NULL with `shared`. */
    const bool *summed;
    /* Per loop, with `shared`: of one whose rows threads run one behind the
     * other, as poly_source_rows has it; else -1. NULL: there is none. */
    const int64_t *ahead;
    bool only_host; /* nothing else of it runs in parallel */
    enum region_plain plain;
    bool costly; /* the host's kernels may take many times as long as the plain
                    nest */
    const char *gain; /* what kernels of the host gain by; NULL: nothing */
    struct region_summary *summary; /* NULL: nobody asks, or it is kept */
};

/*
 * The drivers' parameters: a GLOBAL buffer for each REGION_HOST array in order
 * (host address of the scalar), then scalars: every scop parameter in order as
 * I64, then every REGION_VALUE array in order, in its own type (narrow integers
 * as I32). A driver that makes Plans takes hd_plan, the I32 of hedra_plan_mode,
 * last.
 * NAME_ranges: one GLOBAL buffer of I64, another one if there are bounds, then
 * every scop parameter as I64. At [2k] and [2k+1] the second one has the least
 * and the largest element of bound k, or 0 and -1 as long as that is not known:
 * what then lies in the first one holds for the rows of bounds up to k. It
 * stores, for row k, the touched bytes lo and hi at [2k] and [2k+1], and at
 * [2 * row_count] 1 if everything that the compiler assumed of the parameters
 * (no unsigned wrap, shapes of linearised arrays) holds, else 0: then the plain
 * nest must run. Behind that stand, in pairs as of rows, the `fill_count`
 * ranges of region_row.fill, which the region writes for the most part; their
 * bounds do not matter. Then come `box_count` more pairs: of each row with
 * `box` the least and the largest subscript of each level of its tables.
 */

/* Has the region the clause independent? Then the options are those of a test
 * of it: kernels of the host that do all in C's order, through no pass that is
 * not needed, and note what they access. */
bool region_ask_check(struct arena *arena, const struct scop *scop,
                      struct region_options *options);

/* NULL, with faults, if the scop cannot be taken. Remarks are appended too. */
struct region *region_compile(struct arena *arena, const struct scop *scop,
                              const struct region_options *options,
                              struct faults *faults);

/* Its kernels of the host go from one element that is not 0 to the next
 * (backends/vector/nonzero.c), which was not known when it was compiled: they
 * run, not the plain nest, and what was remarked on that since the list was
 * `before` does not hold. */
void region_prefer_kernels(struct region *region, const char *gain,
                           const struct faults *faults,
                           const struct faults *before);

#endif
