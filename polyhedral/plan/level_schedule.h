/*
 * Plans by levels (thesis sec. 2.6, 2.7, eq. 2.13-2.20). Private to
 * polyhedral/.
 *
 * A nest whose static schedule is a wavefront, one slice of points after the
 * other, though its dependences hold only where filters do (filter.h), gets a
 * Plan that is made when the nest starts:
 *
 *   level(p) = 0 if no statement of p runs, else 1 + the greatest level of the
 *   points q on which p depends, q and p having passed the filters.
 *
 * Points of one level are independent. As many steps are left as the longest
 * chain of dependences that do hold has points, the least that any Plan needs.
 *
 * A point (t, f…) is the schedule's time t, a function of the instance by which
 * every dependence moves forward, and what runs in parallel at that time (a and
 * b of eq. 2.16). Points are numbered row by row in the box of all of them.
 * These kernels make the Plan, on the device where the nest runs:
 *
 *   flags    per point in parallel: does it run, which dependences hold
 *   walk     the slices in order: levels; one block with barriers between
 *            slices, or where slices are long a launch for each of them
 *   count    the points of each level in each column, a run of numbers
 *   scan     prefix sum: where each level's points of each column begin
 *   scatter  the numbers of the points, level by level, in order
 *   step     executes the points of one level: once per level
 *   run      on a GPU, the same for levels one after the other of which none
 *            has more points than one block has threads: the block does them
 *            all, with barriers between them, in one launch
 *
 * With a window of w slices (--plan-window) a point of slice t has a level of
 * t + 1 - w at least: 0 is the static schedule, for which no Plan is made.
 *
 * Where slices have one point, those of a serial loop, or where the subscripts
 * that make the dependences lie in memory (inspector.h), `walk` on a GPU is one
 * block of an inspector. It goes through the points in order, as many at a time
 * as it has threads, and these again until their levels stay. On the host,
 * where a block is one thread, once is enough.
 *
 * On the host `walk` is one thread, and does what `flags` and `count` do, too:
 * points that run are counted, and put on a list, when they are met, and
 * `scatter` goes through this list. There are no columns. Where few points run
 * that is a fraction of what the kernels above would take.
 *
 * On a GPU the points of a level are sorted by what runs there, their kind:
 * threads that stand together then take the same branches.
 *
 * There are no more columns than leave a table of `points` numbers, for each
 * kind. The number
 * of levels comes home after `walk`, and decides: where the Plan saves too
 * little, as for a frame of intra blocks only, the static walk runs instead.
 */
#ifndef HEDRA_POLYHEDRAL_PLAN_LEVEL_SCHEDULE_H
#define HEDRA_POLYHEDRAL_PLAN_LEVEL_SCHEDULE_H

#include "polyhedral/plan/filter.h"

enum {
    LEVELS_MAX_DIMS = 1 + MAP_MAX_DIMS,
    /* A point's flags: bit 0: it runs; then one bit per source; its kind. */
    LEVELS_MAX_SOURCES = 24,
    LEVELS_KIND_AT = 1 + LEVELS_MAX_SOURCES,
    LEVELS_MAX_KINDS = 4,
    LEVELS_THREADS = 256,       /* of the Plan's kernels, per block on a GPU */
    LEVELS_ALL_SLICES = 1 << 30 /* a window without an end */
};

/* The rows of the region's table that a Plan takes, all of 32-bit numbers. */
enum levels_row {
    LEVELS_LEVEL, /* per point */
    LEVELS_FOUND, /* the points that run, in order, where `walk` finds them */
    LEVELS_LIST,  /* per point: its flags; then the points, level by level */
    LEVELS_TABLE, /* per level, kind and column */
    LEVELS_COUNT, /* steps, active points; where each step's points end */
    LEVELS_STATE, /* no memory: what there is of the Plan from earlier runs */
    LEVELS_ROWS
};
enum { LEVELS_STEPS_AT, LEVELS_ACTIVE_AT, LEVELS_ENDS_AT };

enum levels_kernel {
    LEVELS_FLAGS,
    LEVELS_WALK,
    LEVELS_TALLY,
    LEVELS_SCAN,
    LEVELS_SCATTER,
    LEVELS_STEP,
    LEVELS_RUN,
    LEVELS_KERNELS
};

/* Functions of a point take it from the parameters hd_q0, …. */

/* The instances of one statement in a point. */
struct levels_stmt {
    bool visible;      /* writes what other points or the caller see */
    int kind;          /* of points that have it and none before it; -1: it
                          makes no point run that does not run anyhow */
    isl_set *at;       /* the points that have any; NULL: not in the nest */
    isl_pw_aff **iter; /* per loop; NULL: the point does not tell */
    struct filter filter;
};

/* A point q on which p may depend: all dependences that lead to it. */
struct levels_source {
    isl_map *map; /* p -> q, single-valued */
    isl_pw_aff *point[LEVELS_MAX_DIMS];
};

struct levels_dep {
    const struct poly_access *first, *then; /* that make it */
    int source;                             /* into levels->source */
    isl_set *where;
    struct filter from, to; /* at q and at p */
};

/*
 * What is a point, in the order in which they are tried:
 *
 *   band      what the static schedule runs at one time, t, along f…
 *   sequence  the same where statements follow each other in that time, so that
 *             times of count * t + k are theirs
 *   source    an iteration of the source's loops, whose iterators' sum is t,
 *             where the static schedule runs one instance after the other
 */
enum levels_points {
    LEVELS_OF_BAND,
    LEVELS_OF_SEQUENCE,
    LEVELS_OF_SOURCE,
    LEVELS_POINT_KINDS
};

struct levels {
    const char *name; /* of the mark above the nest: P0, … */
    enum levels_points kind;
    bool serial; /* one thread of a GPU runs the static schedule */
    struct loc loc;
    isl_union_set *domain;
    const bool *in;        /* per poly statement: has it instances there? */
    isl_union_map *points; /* statements -> [t, f…] */
    int dims;
    isl_pw_aff *low[LEVELS_MAX_DIMS], *high[LEVELS_MAX_DIMS]; /* of the box */
    struct levels_stmt *stmt; /* per poly statement */
    int kinds;                /* of points */
    int64_t operations; /* of a point, about: loops in it count as several */
    int64_t window;     /* how many slices ahead of its own a point may run */
    int row;            /* the first of LEVELS_ROWS in the region's table */
    bool *input; /* per poly array: read to make the Plan, and not written by
                    the nest */
    bool keep;   /* may it be kept while these stay the same? (region.c) */
    int source_count, dep_count, dep_cap;
    struct levels_source source[LEVELS_MAX_SOURCES];
    struct levels_dep *dep;
    struct inspection *inspection; /* NULL: dependences are as above; else no
                                      sources, and inspector.h holds */
};

/* The dependence that keeps a nest with filters from a Plan. */
struct levels_refusal {
    const struct poly_access *from, *to;
    /* The filter that is not known when the nest starts; NULL: there is none,
     * or if `many` there are several sources, or if `scattered` several points
     * or unknown ones write the element. */
    const struct filter *filter;
    bool many, scattered;
    bool backward;      /* no slice has the source before the target */
    int64_t operations; /* of a point, which are too few; 0: they are not */
};

/* All of a schedule. */
struct levels_list {
    const struct poly *poly;
    isl_schedule *schedule; /* borrowed */
    int64_t window;
    bool asked; /* a Plan need not pay */
    int count, cap;
    struct levels *levels;
    int refusal_count, refusal_cap;
    struct levels_refusal *refusal;
};

/* Returns the nests of the schedule (borrowed while the list is in use) that
 * get a Plan. */
struct levels_list *levels_find(const struct poly *poly, isl_schedule *schedule,
                                const struct region_options *options);
void levels_free(struct levels_list *list);
/* Remarks on them, and on what keeps others from it. */
void levels_report(const struct poly *poly, const struct levels_list *list);
/* Statements -> the points of this kind that the nest below the band has; NULL:
 * it has none. How many dimensions they have. */
isl_union_map *levels_points_of(const struct poly *poly,
                                isl_schedule_node *band,
                                enum levels_points kind);
int levels_point_dims(isl_union_map *points);
/* Is nothing parallel in the band and below it? */
bool levels_is_serial(isl_schedule_node *band);
/* Puts the marks above the nests that the mapping's schedule (taken) still has
 * as such. */
isl_schedule *levels_mark(const struct mapping *mapping,
                          isl_schedule *schedule);
/* Has the mapping the nest's mark? */
bool levels_has_mark(const struct mapping *mapping, const struct levels *v);
/* May the Plan gain something? On the host a step wakes threads and a Plan
 * costs some time for each point: points of few operations do not pay for it,
 * and it is made only if asked for (HEDRA_PLAN=plan). Neither do the rows of
 * sparse matrices, which the loop takes as they lie in memory, and a step here
 * and there. */
bool levels_is_worth_it(const struct mapping *mapping, const struct levels *v);
/* How many points of a step a block of the host executes. */
int levels_host_run(const struct levels *v);
/* Does an inspector walk the points, on this device? */
bool levels_is_inspected(const struct levels *v, bool gpu);
/* Does `walk` find the points that run? */
bool levels_finds(const struct levels *v, bool gpu);
/* Which kernels make the Plan? */
bool levels_has_kernel(const struct levels *v, enum levels_kernel which,
                       bool gpu);
/* Is each element of the array used by one point only, where a nest with a Plan
 * uses it? */
bool levels_keep_apart(const struct poly *poly, const struct levels_list *list,
                       int array);

/* For the inspection of a nest: the points of a statement's instances,
 * S[i…] -> [t, f…]; the pairs of points (q, p), q before p and not the same,
 * between which two accesses make a dependence; is the array of no use outside
 * of single points of the nest? (`in`: per statement.) */
isl_map *levels_points(const struct poly *poly, const struct levels *v,
                       int stmt);
isl_map *levels_depending(const struct poly *poly, const struct levels *v,
                          const struct poly_access *from,
                          const struct poly_access *to);
bool levels_is_private(const struct poly *poly, const struct levels *v,
                       const bool *in, int array);
/* A set or a function (taken) of places of `dims` coordinates, as one of the
 * parameters TAG0, …. */
isl_set *levels_set_at(const struct poly *poly, isl_set *set, const char *tag,
                       int dims);
isl_pw_aff *levels_value_at(const struct poly *poly, isl_pw_aff *value,
                            const char *tag, int dims);

#endif
