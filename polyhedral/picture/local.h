/*
 * Private to polyhedral/picture*.c: how a picture is made.
 *
 * A sketch holds what is common to the figures of one region while they are
 * drawn. isl runs under the limits of poly_budget; what it gives up on is
 * left out, named in picture->missing, and never an error of the compiler.
 */
#ifndef HEDRA_POLYHEDRAL_PICTURE_LOCAL_H
#define HEDRA_POLYHEDRAL_PICTURE_LOCAL_H

#include "polyhedral/model/model.h"
#include "polyhedral/picture/picture.h"

struct sketch {
    const struct poly *poly;
    struct arena *arena; /* the region's: poly's goes before the picture does */
    struct picture *picture;
    const struct region_size *given;
    int given_count;
    isl_set *sizes;     /* the parameters at the values of picture->size */
    isl_set **box;      /* per statement: the instances that are drawn, without
                           parameters; NULL: none */
    int points, arrows; /* drawn so far ... */
    int max_points, max_arrows; /* ... and at most */
    int *definition;            /* data.c: by statement and poly array */
};

/* Integer points as rows of `width` cells, in lexicographic order. */
struct rows {
    int width, count, cap, limit;
    bool cut; /* there are more than `limit` */
    int64_t *cell;
};

/* The points of a set without parameters (taken); of a map, the points of its
 * domain and range side by side. Cells live in `arena`. */
struct rows rows_of_set(struct arena *arena, isl_set *set, int limit);
struct rows rows_of_map(struct arena *arena, isl_map *map, int limit);

/* If isl gave up: notes that `what` is missing, and returns true. */
bool sketch_gave_up(struct sketch *s, const char *what);

/* The least or greatest value of a dimension; false if there is none. */
bool sketch_dim_bound(isl_set *set, int dim, bool greatest, int64_t *value);

/* Chooses picture->size (given sizes are followed where the region permits) and
 * fills s->sizes. */
void sketch_choose_sizes(struct sketch *s);
/* Fills picture->window and s->box. */
void sketch_choose_windows(struct sketch *s);
/* The map (taken) at the chosen sizes, without parameters. */
isl_map *sketch_fix_map(const struct sketch *s, isl_map *map);
isl_set *sketch_fix_set(const struct sketch *s, isl_set *set);
/* The point at `at` of the statement's domain, or -1. */
int sketch_find_point(const struct sketch *s, int stmt, const int64_t *at);

/* A text of isl's (taken, may be NULL) in the arena, very long ones cut. */
const char *sketch_keep_text(struct sketch *s, char *text);
/* Fills the domains and dependences (points.c). */
void sketch_points(struct sketch *s);
/* Adds a schedule tree (tree.c). */
void sketch_tree(struct sketch *s, const char *title,
                 isl_schedule *schedule /* kept, may be NULL */);

/* Fills the grids of the kernels of a GPU's plan (grid.c). */
void sketch_grids(struct sketch *s, const struct mapping *mapping);
/* Sets the parameters without a given value to `value`: the sizes, or NULL if
 * the region cannot have them; `size` receives them. */
isl_set *sketch_try_sizes(const struct sketch *s, int64_t value, int64_t *size);

/* Fills the plan of one side (plan.c). */
void sketch_plan(struct sketch *s, enum picture_side side,
                 const struct mapping *mapping);

/* A plan while it is made: what is known of each point of the figures. */
struct plan_values {
    int length;
    const int64_t *at;
};

struct plan_visit {
    int kernel;               /* -1: none */
    struct plan_values time;  /* in the schedule tree */
    struct plan_values where; /* loops around the kernel, then mapped dimensions
                               */
    struct picture_place *place;
};

struct plan_drawing {
    struct sketch *s;
    const struct mapping *mapping;
    enum picture_side side;
    struct picture_plan *plan;
    int *first; /* per statement: its first point in `visit` */
    int count;
    struct plan_visit *visit;
    const struct map_kernel *inside; /* whose tree is walked */
};

/* Begins with a visit for each point, of no kernel; room for launches. */
void plan_begin(struct plan_drawing *d);
/* All points that are drawn. */
isl_union_set *plan_points(const struct sketch *s);
/* Fills in the points' times, and for a kernel what the map (taken) says of
 * where it executes them. */
void plan_read_times(struct plan_drawing *d);
void plan_read_kernel(struct plan_drawing *d, isl_union_map *where, int kernel);
/* Numbers launches and cores, and fills in all places. Sorts the visits. */
void plan_number(struct plan_drawing *d);

/* Rows that begin with `key`, the first `width` cells: the first of them, or
 * -1. */
int rows_find(const struct rows *rows, const int64_t *key, int width);

/* Makes up data (data.c): fills picture->range; the value of an
 * expression as an instance of a statement evaluates it before the nest. */
void sketch_make_up(struct sketch *s);
double sketch_evaluate(const struct sketch *s, int stmt, const int64_t *at,
                       const struct scop_expr *e);
/* A number that depends on both, evenly spread. */
uint64_t picture_mix(uint64_t seed, int64_t value);

/* Fills the plan of what is made at run time (run.c). */
void sketch_run(struct sketch *s, const struct mapping *mapping);

#endif
