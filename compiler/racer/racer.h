/*
 * racersim's command line; the door of this folder.
 *
 *   main     options, files, proofs and runs
 *   layout   graphs laid out on the array
 *   prove    their skeletons, for provers
 */
#ifndef HEDRA_COMPILER_RACER_RACER_H
#define HEDRA_COMPILER_RACER_RACER_H

#include "backends/racer/place/place.h"

/* What the command line says of places. */
struct racer_layout {
    bool place, bounds, print_arch, copies, least;
    struct place_copying copying;
    uint64_t seed;
    int seconds; /* of processor time for the search, 0: no limit */
    const char *page;
    const char *beside; /* the file of a placed graph, or NULL */
    struct place_report report;
    int too_few; /* PEs, with `least` */
    bool searched;            /* the rates are known */
    struct racer_rate wanted; /* before anything was placed */
};

/* Copies of the graph, placed; NULL with faults. */
struct racer_graph *racer_copy_out(struct arena *arena, struct racer_graph *g,
                                   const struct racer_arch *arch,
                                   struct racer_layout *layout,
                                   struct faults *faults);
/* Lays a graph out beside one that has places already, which keeps them; both
 * as one graph, or NULL with faults. */
struct racer_graph *
racer_lay_beside(struct arena *arena, struct racer_graph *first,
                 struct racer_graph *g, const struct racer_arch *arch,
                 struct racer_layout *layout, struct faults *faults);
/* Lays out a graph that is not, balances it, and checks what came out, as it
 * checks one that was laid out before. False with faults. */
bool racer_lay_out(struct arena *arena, struct racer_graph *g,
                   const struct racer_arch *arch,
                   const struct racer_rings *rings, struct racer_layout *layout,
                   struct faults *faults);
/* What was wanted, what came out, and what limits it. */
void racer_print_layout(struct buf *out, const struct racer_arch *arch,
                        const struct racer_layout *layout);

/* Writes the graph's skeleton, as BTOR2 if the path ends with ".btor", else as
 * SMT-LIB. False with a fault. */
bool racer_write_skeleton(struct arena *arena, const struct racer_graph *g,
                          const struct racer_arch *arch, const char *path,
                          struct faults *faults);

#endif
