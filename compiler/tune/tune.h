/*
 * The door of tune/. hedrac --tune: measures candidates for the decisions of
 * the mapping (polyhedral/limits/tunable.h) on the device that HEDRA_DEVICE
 * names, and notes the best in the tuning file.
 *
 * What is measured is the user's program: for each round every region gets one
 * candidate, the program is built and run. First it runs checked
 * (HEDRA_TRIAL=check): each region's results are compared with the plain
 * nest's, and a candidate that differs is out. Then it runs timed, several
 * times, the least time counting; on the device ptxsim, where the counts are
 * exact, the checked run's estimate counts instead. A round that fails is
 * repeated with each region alone.
 *
 *   tune.c      the search, round by round
 *   space.c     the candidates of a region, and their order
 *   measure.c   builds and runs the programs of a round
 *   trial.c     one program, built and run in a folder of its own
 *   report.c    what such a program has told
 *   guess.c     asks the model first, and measures where it is to be trusted
 *   model.c     what the model predicts of a region
 *   note.c      notes the best in the tuning file
 *   layouts.c   tries layouts of the arrays of all clauses
 *   file.c      reads and writes the tuning file
 *   lines.c     reads and writes lines "KEY VALUE"
 *   apply.c     what a later compile follows of the file
 *   spearman.c  how well one measure orders things as another does
 */
#ifndef HEDRA_COMPILER_TUNE_TUNE_H
#define HEDRA_COMPILER_TUNE_TUNE_H

#include "compiler/driver/driver.h"
#include "compiler/output/output.h"
#include "compiler/tune/apply.h"
#include "compiler/tune/file.h"
#include "compiler/tune/spearman.h"

/* What the model predicts of a region. */
struct tune_prediction {
    bool known;
    double cost;       /* smaller is better; the unit is the same for all
                          candidates of a region on one kind of device */
    const char *limit; /* "memory" */
};

/* One way to compile all regions. */
struct tune_variant {
    struct arena *arena;   /* what is made lives here */
    bool print, predict;   /* what to do: make the text, predict */
    bool gpu;              /* to predict for: a GPU, or the host */
    struct choice *choice; /* per region: wants in, what the model has out */
    const struct region_size *const *size; /* per region: to predict for */
    const int *size_count;                 /* how many of them */
    bool *kept;                            /* out, per region: stays as it is */
    uint64_t *code; /* out, per region, if printed: a number for its code */
    struct tune_prediction *prediction; /* out, per region */
    struct buf text;                    /* out: the C file; to be freed */
};

struct tune_source {
    int count;
    const struct scop *const *scop;
    const char *const *name; /* of the regions */
    void *context;
    /* False with faults. */
    bool (*compile)(void *context, struct tune_variant *variant,
                    struct faults *faults);
};

/* Tunes; the summary goes to `out`. False with faults. */
bool tune_regions(const struct options *options,
                  const struct tune_source *source, struct progress *progress,
                  struct buf *out, struct faults *faults);

/* The clauses layout of a file. */
struct tune_layouts {
    const char *clauses; /* as unit_layouts has them */
    struct loc loc;
    void *context;
    /* The C file with this layout in place of those, or C's order for "none";
     * NULL: as they are. False with faults. */
    bool (*compile)(void *context, const char *layout, struct buf *text,
                    struct faults *faults);
};

/* Runs the program with each layout in turn, after its regions were tuned, and
 * notes which makes it fastest. The summary goes to `out`. False with faults.
 */
bool tune_layouts(const struct options *options,
                  const struct tune_layouts *source, struct progress *progress,
                  struct buf *out, struct faults *faults);
/* The layout that is noted for these clauses, with a remark at `loc`; NULL:
 * nothing is, or they are the best. */
const char *tune_layouts_noted(const struct tune_file *file,
                               const char *clauses, struct loc loc,
                               const char *device, struct faults *faults);

/* What the model predicts of a region as compiled: on a GPU from the accesses
 * and the sizes given, on the host from the tiles' footprints. */
struct tune_prediction tune_predict(struct arena *arena,
                                    const struct stub_region *region,
                                    const struct choice *choice, bool gpu,
                                    const struct region_size *size, int count);

#endif
