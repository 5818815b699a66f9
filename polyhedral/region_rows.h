/*
 * What the parts of a region have become, and the rows of the region's table
 * that they share. Private to region.c and region_rows.c.
 *
 * Rows have numbers in this order: arrays, second versions of overlapped tiles,
 * Plans by levels, Plans of active points. Each region_number_ function counts
 * on from the row that it is given and returns the next.
 */
#ifndef HEDRA_POLYHEDRAL_REGION_ROWS_H
#define HEDRA_POLYHEDRAL_REGION_ROWS_H

#include "polyhedral/lower/lower.h"
#include "polyhedral/region.h"
#include "polyhedral/rewrite/rewrite.h"
#include "polyhedral/schedule/schedule.h"

/* Remarks that were made together: those behind `before`, up to `last`. */
struct remarks {
    struct faults before;
    const struct fault *last;
};

/* What one part has become, and what it is made of. */
struct stages {
    struct part *part;
    struct budget *budget;
    struct faults *faults;
    int first_access; /* accesses of the parts before */
    bool of_source;   /* the whole region, which no rewrite has changed but to
                         keep bodies whole */
    const struct part *source; /* the whole region before all rewrites; NULL:
                                  there are other parts */
    bool *shared; /* per loop: threads may share its text; NULL: none is */
    bool *summed; /* as region.summed */
    int64_t *ahead; /* as region.ahead */
    bool covered; /* although rewritten: all deepest statements are in loops
                     that threads may share */
    const struct poly *poly;
    struct poly *model; /* the same, for the analyses; owned */
    /* For the host and for a GPU; where they are the same, so are the trees. */
    struct schedule_choice host_order, gpu_order;
    struct mapping *gpu, *host;
    struct mapping *unbarred; /* a GPU's if it loses barriers; NULL: the same */
    struct storage *storage;
    struct levels_list *levels;
    /* On its order, on its kernels, and on all since its dependences are
     * known. */
    struct remarks on_order, on_kernels, on_plan;
};

/* Gives every array that is memory its row: one for all parts if it is shared.
 * Returns how many there are. */
int region_number_rows(const struct parts *parts, const struct stages *s);
/* Gives Plans by levels their rows. */
int region_number_plans(const struct parts *parts, const struct stages *s,
                        int rows);
/* Gives second versions (tile/overlapped.h) their rows. */
int region_number_versions(const struct parts *parts, const struct stages *s,
                           int row);
/* Fills region->row; `first`: of the Plans of active points. What region_fills
 * finds of rows goes to `fills`, which has room for each row. */
void region_fill_rows(struct region *region, const struct parts *parts,
                      const struct stages *s, int first,
                      struct lower_fills *fills);
/* Fills region->bound. */
void region_fill_bounds(struct region *region,
                        const struct lower_bounds *bounds);
/* Fills region->storage. */
void region_fill_storage(struct region *region, const struct parts *parts,
                         const struct stages *s);
/* Fills region->pair with rows of the caller's memory of which one is written
 * and which C does not promise to be distinct objects. */
void region_fill_pairs(struct region *region, const struct scop *scop);
/* Fills region->scalar, and adds the pairs of what is taken by value. */
void region_fill_scalars(struct region *region, const struct scop *scop);

/* Finds elements of the array of which a part writes most of what lies in
 * memory between the first and the last one, whatever data say, unless the
 * parameters are in fill->sparse (region_fill.c). False: there are none, and
 * nothing is to be freed. */
bool region_fills(const struct poly *poly, int array, struct lower_fill *fill);
void region_free_fill(struct lower_fill *fill);

#endif
