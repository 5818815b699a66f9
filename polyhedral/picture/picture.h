/*
 * struct picture: one region at small sizes, as plain data for a reader's eyes:
 * points, arrows, times and trees.
 *
 * Everything is read off the isl objects that the region was compiled with:
 * domains, dependences, the final schedule trees and the mappings, under fixed
 * values of the parameters. Nothing here depends on isl. All of it lives in the
 * arena of the region; texts are in isl's notation.
 *
 * A Plan that is made when the program runs (plan/active_points.h,
 * plan/level_schedule.h) depends on data, which is made up for the picture: see
 * picture_value.
 *
 * Figures are limited, so that a browser bears them: each loop shows a window
 * of its iterations; all pictures of one page share PICTURE_PAGE_POINTS points
 * and PICTURE_PAGE_ARROWS arrows, of which a region has a quarter at most. What
 * is left out is said by the fields `clipped` and `missing`.
 */
#ifndef HEDRA_POLYHEDRAL_PICTURE_PICTURE_H
#define HEDRA_POLYHEDRAL_PICTURE_PICTURE_H

#include "polyhedral/scop/scop.h"
#include "runtime/base/base.h"

enum {
    PICTURE_AXES = 3, /* of a figure; of blocks and threads */
    PICTURE_PAGE_POINTS = 6000,
    PICTURE_PAGE_ARROWS = 12000,
    PICTURE_MAX_CELLS = 20000, /* of one grid */
    PICTURE_SUBSCRIPTS = 8     /* of an element that filters read; more are not
                                  told apart */
};

/* PICTURE_RUN: the Plans made at run time, of made-up data; the same ones on
 * all devices. */
enum picture_side { PICTURE_GPU, PICTURE_HOST, PICTURE_RUN, PICTURE_SIDES };

/* The part of a loop's iterations that the figures show. */
struct picture_window {
    bool used;         /* some statement lies in the loop */
    bool fixed;        /* a single value, since the nest is too deep to draw */
    int64_t low, high; /* of the loop at these sizes */
    int64_t first, last; /* shown; first > last: none */
};

/* When and where a side executes a point. */
struct picture_place {
    int launch; /* into picture_plan.launch; -1: no kernel executes it */
    int core;   /* in the launch: the thread of a GPU, the chunk of the host;
                   of a Plan made at run time the place in the list */
    int order;  /* among what the core executes in the launch */
    int64_t block[PICTURE_AXES], thread[PICTURE_AXES]; /* x first */
};

struct picture_point {
    int64_t *at; /* the iterators, outermost first; picture_domain.depth */
    struct picture_place place[PICTURE_SIDES];
};

/* The instances of one statement. */
struct picture_domain {
    int depth;
    bool prologue;   /* runs on the host before all kernels: not drawn */
    bool clipped;    /* there are more points than these */
    const char *set; /* for all parameters */
    int point_count;
    struct picture_point *point; /* in lexicographic order */
};

/* Points of the source's and the sink's domain: the sink waits for the source.
 */
struct picture_arrow {
    int from, to;
};

struct picture_dependence {
    int source, sink; /* statements */
    bool flow;        /* a value moves; else memory is used again */
    bool clipped;     /* there are more arrows between the points drawn */
    const char *relation;
    int arrow_count;
    struct picture_arrow *arrow;
};

/* An array of which the blocks of a kernel keep a tile in shared memory. */
struct picture_tile {
    int array; /* of the scop */
    int rank;
    int64_t *size;
    int64_t bytes;
};

/* The blocks of one launch of a GPU kernel, at sizes that make several of them:
 * which threads have something to execute. */
struct picture_grid {
    bool present;
    bool clipped;    /* these are the first blocks only */
    int64_t *size;   /* per scop parameter */
    int64_t *prefix; /* the launch */
    int64_t low[PICTURE_AXES], high[PICTURE_AXES]; /* mapped dimensions shown;
                        of three, the last is at one value */
    int cell_count;
    int64_t *cell; /* threads with points: x and y of each, by columns */
};

struct picture_kernel {
    const char *name;            /* in the trees: K0, K1, … */
    int dims;                    /* mapped; 0: one thread */
    int prefix_count;            /* loops of the host around it */
    int64_t block[PICTURE_AXES]; /* points of a block */
    const char *parallel;        /* statements -> mapped dimensions, x first */
    int tile_count;
    struct picture_tile *tile;
    struct loc loc;
    struct picture_grid grid;
};

/* One launch of a kernel, the time between two horizontal barriers of the plan
 * (thesis sec. 2.4.1), as far as the points drawn take part in it. */
struct picture_launch {
    int kernel;      /* into picture_plan.kernel */
    int64_t *prefix; /* values of the host's loops around it */
    int begin;       /* time of its first step, from 0 */
    int steps;       /* the most that one core executes */
    int cores, points;
};

/* The plan of one side: time × core (thesis fig. 2.5). */
struct picture_plan {
    bool present;
    bool serial; /* no kernel runs in parallel */
    int kernel_count;
    struct picture_kernel *kernel;
    int launch_count;
    struct picture_launch *launch;
    int time, cores, points; /* T, I and the points of eq. 2.9 */
};

/* The Plans made at run time: what they have of the nests that get them. */
struct picture_run {
    bool inspected; /* subscripts that memory holds are made up, too */
    bool levels;    /* points wait for each other; else there is one list */
    int points, active;
    int steps, slices; /* of the Plans, and of the static schedule */
};

/* The least and the greatest value that an array's elements have in made-up
 * data. */
struct picture_range {
    bool known;
    int64_t low, high;
};

/* A node of a schedule tree. */
struct picture_node {
    const char *kind;  /* "band", "filter", … */
    const char *text;  /* its schedule, set or name; may be empty */
    const char *flags; /* of a band: "permutable, coincident 1 0"; or empty */
    int child_count;
    struct picture_node *child;
};

struct picture_tree {
    const char *title;
    struct picture_node root;
};

struct picture {
    /* What is drawn: the region's, or where that is in parts or has loops taken
     * apart, one part's. All below is by its numbers. */
    const struct scop *scop;
    int64_t *size;       /* per scop parameter */
    int64_t *typical;    /* sizes as in use, if the region can have them */
    bool sizes_hold;     /* some values of the parameters were found */
    const char *missing; /* what isl gave up on, or NULL */
    const char *context; /* what holds of the parameters */
    struct picture_window *window; /* per scop loop */
    struct picture_domain *domain; /* per scop statement */
    int dependence_count, dependence_cap;
    struct picture_dependence *dependence;
    struct picture_plan plan[PICTURE_SIDES];
    struct picture_run run; /* with plan[PICTURE_RUN] */
    /* The dependences that hold of the made-up data, between the points that
     * plan[PICTURE_RUN] executes. */
    int held_count, held_cap;
    struct picture_dependence *held;
    struct picture_range *range; /* per scop array */
    int tree_count, tree_cap;
    struct picture_tree *tree;
};

/* The made-up value of an element, by the subscripts of the source: one of the
 * integers of the array's range. */
int64_t picture_value(const struct picture *picture, int array, int count,
                      const int64_t *at);
/* An operator of scop.h on values, about as C has it: without conversions
 * between integers, and of a function its first operand. */
double picture_operate(const struct scop_expr *e, double a, double b);

struct mapping;
struct poly;
struct schedule_choice;
struct region_options;

/* Draws the region, scheduled and mapped (either mapping may be NULL), at small
 * sizes, or at those of the options. In `arena`; never NULL. */
struct picture *picture_make(const struct poly *poly, struct arena *arena,
                             const struct schedule_choice *order,
                             const struct mapping *gpu,
                             const struct mapping *host,
                             const struct region_options *options);

#endif
