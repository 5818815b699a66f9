/*
 * The door of cost/: models of what a schedule or a kernel costs. They take
 * struct poly, bands and kernels and give numbers; they change neither, but for
 * what they note of their own in a kernel or a choice.
 *
 *   access_pattern.c  how accesses move over memory, and the sectors that warps
 *                     ask for
 *   cache_traffic.c   cache lines that tiles ask for, and which sizes ask for
 *                     fewer
 *   latency_bound.c   loops around chains of slow operations
 *   crossing.c        accesses that stride whichever loop is innermost
 *   occupancy.c       registers, and warps that a multiprocessor has room for
 *   plain_nest.c      whether the host's kernels gain over the plain nest
 *   plain_rows.c      rows of one array that they cannot tell apart
 *   plain_vectors.c   what of it C compilers make no vectors of
 *   roofline.c        time that a nest is expected to take, and what limits it
 */
#ifndef HEDRA_POLYHEDRAL_COST_COST_H
#define HEDRA_POLYHEDRAL_COST_COST_H

#include "polyhedral/model/model.h"

/* Access patterns (access_pattern.c) */

/* How an access moves over its array along the dimensions of the schedule:
 * those outside of a band, the band's members, and those below. */
struct access_pattern {
    int access; /* into poly->access */
    bool
        known; /* affine with constant coefficients; else nothing below holds */
    int rank, dims;
    int lane;        /* the dimension that is a team's lane; -1: none */
    int64_t *delta;  /* [dims][rank]: subscripts per step of the dimension */
    bool placed;     /* is `origin` known, the subscripts at schedule 0? */
    int64_t *origin; /* [rank] */
};

struct access_patterns {
    int first, members; /* the band's first dimension, and how many it has */
    int count, cap;
    struct access_pattern *pattern;
};

/* A distance in memory: far if it is not a constant, as rows of an array whose
 * row length is a parameter. */
struct access_step {
    bool far;
    int64_t bytes;
};

/* Which schedule dimensions (-1: none) are x, y and z of a block of this
 * size. */
struct access_threads {
    int dim[MAP_MAX_DIMS];
    int64_t block[MAP_MAX_DIMS];
    int64_t apart[MAP_MAX_DIMS]; /* points from one thread to the next */
};

/* Sectors of 32 bytes per request of a full warp, the mean over where requests
 * can begin (arrays begin at a sector); ideal: for as many different bytes in
 * one piece. eta(d(P, Pi)) of thesis sec. 2.5.1 is ideal / sectors. */
struct access_cost {
    bool known;
    double sectors, ideal;
};

/* The patterns of all accesses below a band, in the arena. */
struct access_patterns *access_find(const struct poly *poly,
                                    isl_schedule_node *band);
/* Which dimensions the kernel's threads are, if it has no team. */
struct access_threads access_threads(const struct map_kernel *kernel);
/* Which dimensions the threads are for one access, in any kernel. */
struct access_threads access_threads_of(const struct map_kernel *kernel,
                                        const struct access_pattern *p);
/* The cost of a copy of rows of `length` elements, row after row. */
struct access_cost access_copy_cost(const struct poly *poly, int array,
                                    int64_t length);
/* Is the array the caller's memory, in the layout that it declares? The
 * region's own ones become boxes whose sizes the driver computes. */
bool access_is_user(const struct poly *poly, int array);
/* Neighbours along dimension k of the array are the product of access_pitch of
 * the dimensions k + 1 … access_last_pitch elements apart; NULL: a pitch is the
 * size of a temporary's box, which only the driver knows. */
int access_last_pitch(const struct poly *poly, int array, int k);
const struct scop_expr *access_pitch(const struct poly *poly, int array, int k);
/* Bytes of an element. */
int access_bytes(const struct poly *poly, const struct access_pattern *p);
/* Do two accesses to one array differ by some steps of schedule dimension
 * `dim`?
 */
bool access_is_shifted(const struct poly *poly, const struct access_pattern *p,
                       const struct access_pattern *q, int dim);
/* Per step of schedule dimension `dim`. */
struct access_step access_step(const struct poly *poly,
                               const struct access_pattern *p, int dim);
struct access_cost access_cost(const struct poly *poly,
                               const struct access_pattern *p,
                               const struct access_threads *threads);
/* Could a tile of the array be copied to shared memory row by row, whatever the
 * lanes are? It must have rows, and nothing below the band may write it. */
bool access_is_stageable(const struct poly *poly,
                         const struct access_patterns *all, int array);
/* The sectors of one request of a warp, 0 if they are not known; with `tiles`,
 * as tiles in shared memory can serve it. */
double access_served_cost(const struct poly *poly,
                          const struct access_patterns *all,
                          const struct access_pattern *p,
                          const struct access_threads *t, bool tiles);
/* The sectors that one thread's warp asks for if the band's member becomes the
 * lanes: requests along dimensions that run in order (not `mapped`, per member)
 * count as often as these typically iterate; reads that tiles in shared memory
 * can serve count as served so. */
double access_lane_cost(const struct poly *poly,
                        const struct access_patterns *all, int member,
                        const bool *mapped);

/* How well an access suits the innermost position along an iterator: 2 for unit
 * stride, 0 if it does not depend on it, less than 0 for other strides. */
enum { ACCESS_NEXT = 2, ACCESS_OTHER_ROW = -2, ACCESS_STRIDE = -1 };
int access_score(const struct scop_expr *access, int loop);

/* Does it go to another cache line with each iteration of the loop, as where it
 * strides by rows? */
bool access_leaves_line(const struct scop_expr *access, int loop);

/* Along how many loops of the statement does the band's member move? *loop is
 * the innermost of them, if there is one. */
int access_member_loops(const struct poly *poly, isl_schedule_node *band,
                        int member, int stmt, int *loop);

/* Caches (cache_traffic.c, roofline.c, latency_bound.c, crossing.c) */

enum { CACHE_LINE = 64 };

/* Notes in poly->choice, and remarks, if that asks, what tiles of `size`
 * iterations of the band's members ask of caches (cost/cache_traffic.c);
 * `rotated`: the first member's loop is the innermost of the points. */
void cache_traffic_predict(const struct poly *poly, isl_schedule_node *band,
                           const int64_t *size, bool rotated, struct loc loc);
struct choice_traffic cache_traffic_of_band(const struct poly *poly,
                                            isl_schedule_node *band,
                                            const int64_t *size, bool rotated);
double cache_traffic_bytes(const struct poly *poly,
                           const struct access_patterns *all,
                           const int64_t *size);
/* What limits code of such traffic: "memory", "the second cache" or
 * "arithmetic". */
const char *cache_traffic_limit(const struct choice_traffic *traffic);
/* Replaces usual sizes, of members that are not `fixed`, by those for which it
 * predicts far less. */
void cache_traffic_choose(const struct poly *poly, isl_schedule_node *band,
                          bool rotated, const bool *fixed, int64_t *size);

/* Notes what the band, a kernel's on the host, in tiles of `size` (NULL: none)
 * is expected to ask for, if the choice asks the model (cost/roofline.c). */
void roofline_note(const struct poly *poly, struct map_kernel *kernel,
                   isl_schedule_node *band, const int64_t *size, bool rotated);
/* The statement of the domain (kept) with most loops around it; NULL: the
 * domain has none. */
const struct scop_stmt *roofline_deepest(const struct poly *poly,
                                         isl_union_set *domain);

/* What an iteration of a kernel's innermost loops computes and asks for, and
 * what will limit it; `by` is NULL where no model tells. */
struct roofline_limit {
    bool known; /* the numbers are */
    bool whole; /* of the host: they are of all loops together */
    double operations;
    double near, bytes; /* from the host's second cache, and from memory */
    const char *by;
};
struct roofline_limit roofline_limit(const struct poly *poly,
                                     const struct mapping *mapping,
                                     const struct map_kernel *kernel);
/* Remarks on these of all kernels. */
void roofline_report(const struct poly *poly, const struct mapping *mapping);

/* Host: is the band one of a parallel loop around chains of slow operations, so
 * that the parallel loop is to fill vectors (cost/latency_bound.c)? */
bool latency_is_hidden_by_rows(const struct poly *poly,
                               isl_schedule_node *band);
/* Does an access to an array of the caller's stride by rows along the band's
 * member `inner`, and by elements along another one (cost/crossing.c)? */
bool accesses_cross(const struct poly *poly, isl_schedule_node *band,
                    int inner);

/* Host: by what kernels, each on one thread, are expected to take less time
 * than the plain nest (cost/plain_nest.c)? As "sums stay in registers"; NULL:
 * they are not. `of_source`: the poly is of the region as the source has it;
 * `expands`: temporaries have an element for each of its iterations; `depth`:
 * the greatest plain_nest_depth of the region's parts. */
const char *plain_nest_gain(const struct poly *poly,
                            const struct mapping *mapping, bool of_source,
                            bool expands, int depth);
/* Are there tiles of loops around sums of products, so that these stay in
 * registers? */
bool plain_nest_tiles_products(const struct poly *poly,
                               const struct mapping *mapping);
/* The loop of the statement along which its innermost band moves last; -1:
 * none, or several at once. */
int plain_nest_innermost(const struct poly *poly, isl_schedule *schedule,
                         int stmt);
/* In how many loops of the source that may run long is the deepest statement?
 */
int plain_nest_depth(const struct poly *poly);
/* Are kernels launched again and again, by loops around them? */
bool plain_nest_launches_often(const struct mapping *mapping);
/* Is the statement a body in which loops run within loops, so that few of its
 * iterations pay for waking threads? */
bool plain_nest_is_long(const struct poly *poly, int stmt);
/* Do threads share all kernels, whose statements are all such? */
bool plain_nest_has_long_kernels(const struct poly *poly,
                                 const struct mapping *mapping);

/* Occupancy (occupancy.c) */

/* Registers and warps (cost/occupancy.c): registers of 32 bits for an element
 * of a poly array, and for a thread's points, as far as is known before KIR is
 * made; warps that a multiprocessor has room for if threads have `words`
 * registers and blocks `bytes` of shared memory; and warps with which its
 * schedulers have something to issue: each at least two, one of which may wait
 * at a barrier, or more where the points of a thread are too few to fill the
 * time from one sum to the next. */
int64_t occupancy_element(const struct poly *poly, int array);
int64_t occupancy_words(const struct poly *poly,
                        const struct map_kernel *kernel);
int64_t occupancy_warps(const struct map_kernel *kernel, int64_t words,
                        int64_t bytes);
int64_t occupancy_enough(const struct map_kernel *kernel);
/* Chooses how many points along y a thread of a tile through which loops in
 * order go has, its arrays in registers being known. */
void occupancy_choose(const struct poly *poly, struct map_kernel *kernel);

#endif
