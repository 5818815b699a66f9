/*
 * The door of schedule/: schedule trees. It takes a struct poly with its
 * dependences and gives orders of its instances; which subtrees become kernels
 * is map/'s to say.
 *
 *   schedule.c         isl's schedule, or the source's order with what is
 *                      parallel in it
 *   fusion.c           fusion of loops by bytes and parallelism
 *   index_set_split.c  loops in pieces that carry no dependences
 *   panel.c            steps of a factorisation in blocks (panel.h)
 *   panel_access.c     what kernels in such blocks read and write
 *   band.c             changes to one band
 *   node.c             questions about the subtree below a node
 *   contraction.c      arrays whose elements are used one after the other
 */
#ifndef HEDRA_POLYHEDRAL_SCHEDULE_SCHEDULE_H
#define HEDRA_POLYHEDRAL_SCHEDULE_SCHEDULE_H

#include "polyhedral/dependence/dependence.h"
#include "polyhedral/model/model.h"
#include "polyhedral/schedule/panel.h"

/* Ways of fusing loops with nothing between them, as CHOICE_FUSE counts them.
 */
enum fusion {
    FUSION_NONE = 1, /* each strongly connected component has its own */
    FUSION_ISL,      /* isl's default */
    FUSION_PARALLEL, /* where no parallel loop is lost by it */
    FUSION_SHARED    /* the same, and what only reads the same as well */
};

/* An order of a part's instances that one target may map. schedule/ makes it
 * and map/ takes it; the model does not know which one was chosen. */
struct schedule_choice {
    isl_schedule *tree;    /* owned, as the panels are */
    bool of_source;        /* at least in part the order of the source */
    bool split;            /* in pieces of loops (index_set_split.c) */
    struct panels *panels; /* to be mapped in its place; NULL: none */
};

void schedule_choice_free(struct schedule_choice *choice);
/* Returns the choice without panels; the caller frees it. */
struct schedule_choice schedule_choice_copy(const struct schedule_choice *from);

/* A new schedule (schedule.c): fills *choice. If isl's scheduler finds none
 * within the limit, it is the order of the source with what is parallel in it.
 */
bool poly_schedule(const struct poly *poly, struct schedule_choice *choice);
/* Returns isl's schedule for one way of fusing loops; NULL if it has
 * coefficients that no nest asks for, or isl is lost. */
isl_schedule *poly_schedule_fused(const struct poly *poly, enum fusion fusion);

/* Fusion (fusion.c) */

/* Puts another fusion of loops in the place of isl's default, which *host and
 * *gpu are, where a model of bytes and parallelism expects that to take clearly
 * less time. NULL: there is no such target. */
void fusion_choose(const struct poly *poly, struct schedule_choice *gpu,
                   struct schedule_choice *host);
/* Pairs of statements' instances that read the same, the source's order, none
 * of which depends on the other by way of `dependences`. */
isl_union_map *fusion_shared_reads(const struct poly *poly,
                                   isl_union_map *dependences);

/* Orders and dependences (schedule.c) */

/* The instances that are scheduled, all but the prologue's, of the statements
 * from `begin` to before `end`. */
isl_union_set *poly_scheduled(const struct poly *poly, int begin, int end);
/* The order of the source, without the prologue; owned by the caller. */
isl_schedule *poly_source_schedule(const struct poly *poly);
/* Returns the source's order with the loops that are parallel marked as
 * coincident, nested ones joined to permutable bands. */
isl_schedule *poly_source_bands(const struct poly *poly);
/* The dependences between instances below the node that agree on everything
 * outside of it. */
isl_union_map *poly_dependences_at(const struct poly *poly,
                                   isl_schedule_node *node);
/* Returns the same pairs in fewer constraints and pieces, which takes isl less.
 */
isl_union_map *poly_dependences_briefly(const struct poly *poly,
                                        isl_schedule_node *node);
/* Does none of them go back along any of the members, functions of these
 * instances? False if there are more than `most` pairs of statements, which
 * would take too long to look at. */
bool poly_all_forward(const struct poly *poly, isl_schedule_node *node,
                      isl_multi_union_pw_aff *members, int most);

/* Index-set splitting (index_set_split.c) */

/* Index set splitting (schedule/index_set_split.c): the schedule (taken) with
 * loops that carry dependences only from or to one of their iterations in
 * pieces, which are coincident; NULL if there are none. The schedule is one of
 * the source's order; of scop->loop, those that are outermost in what was split
 * are marked.
 */
isl_schedule *poly_split(const struct poly *poly, isl_schedule *schedule,
                         bool *split);
/* Such a schedule (taken) with nested pieces one after the other rather than in
 * a loop around them: more kernels, of more dimensions. */
isl_schedule *poly_distribute(isl_schedule *schedule);

/* Bands (band.c) */

/* How many values member k of the band has at most; INT64_MAX: nothing says. */
int64_t band_extent(const struct poly *poly, isl_schedule_node *band, int k);
/* How well the band's member suits the innermost position on the host (vector
 * lanes): accesses of unit stride along it count for it, accesses with large
 * strides against it. For a warp's lanes see access_lane_cost. */
int band_unit_stride_score(const struct poly *poly, isl_schedule_node *band,
                           int member);
/* The band (taken) with another partial schedule (taken), as permutable as it
 * was; which of its members are coincident. */
isl_schedule_node *band_replace(isl_schedule_node *band,
                                isl_multi_union_pw_aff *partial,
                                const bool *coincident);
/* The band (taken) with its members in the order `order`. */
isl_schedule_node *band_reorder(isl_schedule_node *band, const int *order);
/* A permutable band without coincident members (taken): the first member
 * becomes the sum of all, after which the others are coincident. */
isl_schedule_node *band_wavefront(isl_schedule_node *band);

/* Nodes (node.c) */

/* Is the node the mark above a kernel? */
bool node_is_kernel(isl_schedule_node *node);

/* Does a subtree that is not mapped yet have instances? */
bool node_has_instances(isl_schedule_node *node);
/* Does it have something that is worth a kernel of several threads? */
bool node_has_parallelism(isl_schedule_node *node, bool gpu);
/* Is there no band below the band? */
bool node_is_innermost(isl_schedule_node *band);

/* Is there a statement of that kind below the node, or is isl lost? */
bool node_any(const struct poly *poly, isl_schedule_node *node,
              bool (*is)(const struct poly *poly, int stmt));
/* The points of the dimensions outside of the node at which something below it
 * is executed. */
isl_set *node_points(isl_schedule_node *node);
/* The node (taken), or its ancestor at that depth of the tree. */
isl_schedule_node *node_rise(isl_schedule_node *node, int depth);

/* The threads of the team whose blocks are the band's points; 0: none. */
int node_team_size(const struct poly *poly, isl_schedule_node *band);
/* Do teams execute some of what is at the node? */
bool node_has_team(const struct poly *poly, isl_schedule_node *node);

/* Contraction (contraction.c) */

/* Returns the deepest node that all uses of the array share. */
isl_schedule_node *contraction_node(const struct poly *poly,
                                    isl_schedule *schedule, int array);
/* Returns a map from elements of the array to the schedule dimensions around
 * all that uses them, below the node (taken). */
isl_union_map *contraction_times(const struct poly *poly,
                                 isl_schedule_node *node, int array);
/* Elements -> schedule (taken): is each element used by one thread (the
 * `mapped` outer dimensions) only, and is there a number of outer dimensions
 * whose points are one to one with the elements? */
bool contraction_is_one_at_a_time(isl_union_map *when, int mapped);

/* Does the schedule use the array's elements one after the other, so that it
 * may become a variable, if what is mapped permits it? */
bool contraction_is_possible(const struct poly *poly, isl_schedule *schedule,
                             int array);

/* Returns which of the statements' iterators a member of a band (taken) depends
 * on: bit d % 32 is set if it depends on their number d. */
unsigned band_iterators(isl_union_pw_aff *member);

#endif
