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
#include "polyhedral/limits/passes.h"
#include "polyhedral/limits/tunable.h"
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
};

/* What the region takes by value, once, though a pointer may point to it. */
struct region_scalar {
    const char *name, *text; /* an identifier; the object in C */
    int size;                /* in bytes */
};

struct picture;

/* An access to memory in a GPU kernel that runs in parallel, as a full warp
 * makes it, whatever the sizes: polyhedral/cost/access_pattern.c, thesis
 * sec. 2.5. */
struct region_access {
    int number;       /* as in the origins of KIR's accesses (kir_origin) */
    int kernel;       /* number of the function in region->gpu */
    const char *text; /* "A[i][k]" */
    struct loc loc;
    bool write;
    bool known;         /* affine; if not, nothing below holds */
    bool staged;        /* served by a tile in shared memory */
    const char *stride; /* between neighbouring lanes: "8 * n bytes" */
    double direct;      /* sectors per request, the mean over alignments … */
    double sectors;     /* … and as asked for: of the copy if it is staged */
    double ideal;       /* sectors that hold as many bytes in one piece */
    double eta;         /* eta(d(P, Pi)) = ideal / sectors */
    double eta_best;    /* eta(d(Pi)), eq. 2.12: the best over the plans that
                           take one mapped dimension as lanes, and this one */
    double theta;       /* eq. 2.11: the best over the worst of these plans */
};

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
    int scalar_count;
    struct region_scalar *scalar;
    /* What must not overlap when the region runs: rows, and scalars with
     * numbers from row_count on. */
    int pair_count;
    int *pair;               /* 2 * pair_count */
    struct picture *picture; /* NULL without region_options.picture */
    int access_count, access_cap;
    struct region_access *access;
    int plan_count; /* Plans of active points, of the mapping that has more */
    bool asks_mode; /* drivers have hd_plan */
};

/*
 * The drivers' parameters: a GLOBAL buffer for each REGION_HOST array in order
 * (host address of the scalar), then scalars: every scop parameter in order as
 * I64, then every REGION_VALUE array in order, in its own type (narrow integers
 * as I32). A driver that makes Plans takes hd_plan, the I32 of hedra_plan_mode,
 * last.
 * NAME_ranges: one GLOBAL buffer of I64, then every scop parameter as I64. It
 * stores, for row k, the touched bytes lo and hi at [2k] and [2k+1], and at
 * [2 * row_count] 1 if everything that the compiler assumed of the parameters
 * (no unsigned wrap, shapes of linearised arrays) holds, else 0: then the plain
 * nest must run.
 */

/* A size that the user gives as an example, for predictions and pictures: the
 * value of the parameter of that name. */
struct region_size {
    const char *name;
    int64_t value;
};

/* Of what isl does for a region; 0: none. */
struct region_limits {
    unsigned long operations;
    unsigned long seconds; /* of processor time */
    bool approximate;      /* exact dependences are not asked for */
};

struct region_options {
    const char *name;
    enum { CONTRACT_OFF, CONTRACT_ON, CONTRACT_FAST } contract;
    bool gpu, host;      /* which modules to make */
    bool unbarred;       /* may a GPU be a device that loses barriers? */
    bool compile_serial; /* never keep a region */
    /* Plans by levels put points at most `plan_window` slices ahead of the
     * static schedule, if limited; not made for 0. */
    bool plan_limited;
    long plan_window;
    enum scop_plan plan; /* as the clause has it, or the option */
    bool explain;        /* remarks on every loop (they cost time) */
    struct region_limits limits;
    struct choice *choice; /* decisions of the mapping; NULL: the model's */
    const struct passes *passes; /* NULL: all of them, without dumps */
    /* Draw the region, for --explain=html (polyhedral/picture/picture.h): the
     * number of regions that share a page, 0 for no picture. */
    int picture;
    int size_count;
    const struct region_size *size;
};

/* NULL, with faults, if the scop cannot be taken. Remarks are appended too. */
struct region *region_compile(struct arena *arena, const struct scop *scop,
                              const struct region_options *options,
                              struct faults *faults);

#endif
