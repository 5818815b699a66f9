/*
 * Private to polyhedral/picture*.c: how a picture is made.
 *
 * A sketch holds what is common to the figures of one region while they are
 * drawn. isl runs under the limits of poly_budget; what it gives up on is
 * left out, named in picture->missing, and never an error of the compiler.
 */
#ifndef HEDRA_POLYHEDRAL_PICTURE_LOCAL_H
#define HEDRA_POLYHEDRAL_PICTURE_LOCAL_H

#include "polyhedral/picture.h"
#include "polyhedral/poly.h"

struct sketch {
    struct poly *poly;
    struct arena *arena; /* the region's: poly's goes before the picture does */
    struct picture *picture;
    const struct region_size *given;
    int given_count;
    isl_set *sizes;     /* the parameters at the values of picture->size */
    isl_set **box;      /* per statement: the instances that are drawn, without
                           parameters; NULL: none */
    int points, arrows; /* drawn so far ... */
    int max_points, max_arrows; /* ... and at most */
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
/* Fills the domains and dependences (picture_points.c). */
void sketch_points(struct sketch *s);
/* Adds a schedule tree (picture_tree.c). */
void sketch_tree(struct sketch *s, const char *title,
                 isl_schedule *schedule /* kept, may be NULL */);

/* Fills the grids of the kernels of a GPU's plan (picture_grid.c). */
void sketch_grids(struct sketch *s, const struct mapping *mapping);
/* Sets the parameters without a given value to `value`: the sizes, or NULL if
 * the region cannot have them; `size` receives them. */
isl_set *sketch_try_sizes(const struct sketch *s, int64_t value, int64_t *size);

/* Fills the plan of one side (picture_plan.c). */
void sketch_plan(struct sketch *s, enum picture_side side,
                 const struct mapping *mapping);

#endif
