/*
 * The polyhedral model of one region, and the stages that turn it into kernels.
 *
 * Private to polyhedral/. A stage takes the value before it and adds its own;
 * nothing that an earlier stage made is changed later. All isl objects
 * reachable from a struct poly are owned by it and freed by poly_free; texts
 * and arrays live in its arena. A stage returns false (or NULL) after a fault;
 * isl runs with ISL_ON_ERROR_CONTINUE, and poly_isl_failed turns isl's last
 * error into a fault.
 *
 * Names of isl tuples: statements S0, S1, …; arrays by poly_array.name.
 * Parameters: the scop's by name; the mapping adds hd_h0… (values of the
 * schedule dimensions outside a kernel), hd_b0… (block) and hd_t0… (thread).
 */
#ifndef HEDRA_POLYHEDRAL_MODEL_POLY_H
#define HEDRA_POLYHEDRAL_MODEL_POLY_H

#include "polyhedral/limits/budget.h"
#include "polyhedral/region.h"
#include "polyhedral/scop/scop.h"

#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

/* What dependences are computed on: a scop array, or a web (the accesses of a
 * privatisable array that exchange values) with `expand` leading dimensions
 * for the iterators of the loops in whose iterations it is private. */
struct poly_array {
    int array; /* into scop->array */
    int expand;
    int rank; /* expand + subscripts after delinearisation */
    const char *name;
    bool local; /* not visible outside the region */
    /* Delinearised: the pitch of each subscript but the first as a product of
     * parameters (scop_expr over PARAM and INT); NULL where the declared
     * extents hold. Dimension k of the array is subscript k - expand: ask
     * access_pitch. */
    const struct scop_expr **pitch;
};

/* A condition on data around an access within its statement's right side, as
 * `c ? A[i] : 0` has it, and whether it must hold or fail. Chained outward;
 * what is outside is evaluated first. The statement's guards are not in it. */
struct poly_condition {
    const struct scop_expr *test;
    bool holds;
    const struct poly_condition *outer;
};

struct poly_access {
    int stmt;  /* into poly->stmt */
    int array; /* into poly->array */
    const struct scop_expr *expr;
    bool write;
    bool certain; /* no guard and no data-dependent condition around it, and
                     exact */
    bool exact;   /* else some subscripts are unknown when compiled: read from
                     memory, or computed in the statement's body */
    isl_map *map; /* S[i…] -> A[…], on the instances that perform it; all that
                     an unknown subscript may be */
    const struct poly_condition *when; /* innermost; NULL: none, or in a body */
    int update;     /* 1 + the enum kir_op of an indivisible update, or 0 */
    isl_map *token; /* S[i…] -> what tells whether it conflicts with another
                       access to the same element (commuting_update.c); NULL: it does */
};

struct poly_stmt {
    const struct scop_stmt *stmt;
    isl_set *domain;              /* named S… */
    bool prologue;                /* runs on the host before any kernel */
    int access_begin, access_end; /* into poly->access */
};

struct part;
struct panels;

struct poly {
    isl_ctx *ctx;
    struct arena *arena;
    struct faults *faults;
    const struct part *part; /* of the region, see rewrite/partition.h … */
    const struct scop *scop; /* … and its scop */
    struct budget *budget;   /* borrowed */
    struct choice *choice;   /* borrowed; NULL: the model decides */
    const struct passes *passes; /* borrowed; NULL: all, without dumps */

    /* Parameter sets. `context`: what the user asserts and what types imply;
     * `type_bounds`: every parameter within its type; `assumed`: what the
     * model relies on and the generated code checks when the region starts. */
    isl_set *context, *type_bounds, *assumed;
    /* per parameter: does an affine expression take its value? Those of
     * unsigned 64-bit types are then assumed to be less than 2^63, since sets
     * hold them as what they are as signed. */
    bool *modelled;

    int stmt_count, access_count, access_cap, array_count, array_cap;
    struct poly_stmt *stmt;
    struct poly_access *access;
    int first_access; /* accesses of the parts before, for numbers in origins */
    struct poly_array *array;
    /* per scop array: the subscript pitches found by delinearisation */
    struct delinear *delinear;
    struct sums *sums; /* sums of parameters that are pitches */

    isl_schedule *original; /* the statements' order in the source */

    /* dependence/dependence.c */
    isl_union_map *flow, *anti_output;

    isl_schedule *schedule; /* schedule.c */
    bool settled;           /* … that of the source, at least in part */
    isl_schedule *gpu_schedule; /* schedule/fusion.c: a GPU's; NULL: the same */
    /* panel.h: the host's, a GPU's; NULL: none. Those of the mapping at hand. */
    struct panels *panels[2];
    const struct panels *in_panels;
    bool split;             /* in pieces of loops (schedule/index_set_split.c) */
};

/* Ways of fusing loops with nothing between them, as CHOICE_FUSE counts them. */
enum fusion {
    FUSION_NONE = 1, /* each strongly connected component has its own */
    FUSION_ISL,      /* isl's default */
    FUSION_PARALLEL, /* where no parallel loop is lost by it */
    FUSION_SHARED    /* the same, and what only reads the same as well */
};

/* Affine expressions (affine.c) -------------------------------------------- */

/* Where an expression is evaluated: inside loops loop[0..depth), the points of
 * `domain` (borrowed; its space is anonymous with `depth` dimensions). In a
 * body, further dimensions are its variables that count: affine_counter of the
 * scop array stands for a loop. */
struct affine_env {
    struct poly *poly;
    isl_set *domain;
    int depth;
    const int *loop;
    const struct scop_expr *culprit; /* set when something is not affine */
};

/* What stands in affine_env.loop for the scalar `array`, and the reverse. */
int affine_counter(int array);
/* The value over the env's domain space; NULL if it is not affine, with
 * env->culprit. Casts and unsigned arithmetic that may wrap are proved not to,
 * or added to poly->assumed, or modelled modulo 2^n. */
isl_pw_aff *affine_value(struct affine_env *env, const struct scop_expr *e);
/* The same for a subscript, whose wrap in 64 bits no address can tell. */
isl_pw_aff *affine_subscript(struct affine_env *env, const struct scop_expr *e);
/* The points of the domain space where `e` is non-zero; NULL as above. */
isl_set *affine_condition(struct affine_env *env, const struct scop_expr *e);
/* The anonymous set space of `depth` dimensions over the scop's parameters. */
isl_space *affine_space(const struct poly *poly, int depth);

/* Assumptions (assumption.c) --------------------------------------------------- */

/* Restrict poly->assumed so that `bad` (a set over any dimensions) is empty.
 * False if that contradicts the context or is too complicated to check. */
bool assume_empty(struct poly *poly, isl_set *bad /* taken */);
/* The set (taken) without the pieces that no values of the parameters reach,
 * such as those beyond their types. */
isl_set *assume_prune(const struct poly *poly, isl_set *set);

/* Stages ------------------------------------------------------------------- */

/* Domains, accesses, original schedule (domain.c). NULL after faults. */
struct poly *poly_model(struct budget *budget /* borrowed */,
                        const struct part *part, struct faults *faults);
void poly_free(struct poly *poly);
/* A stage begins, of the region's limits divided by `share` (budget.h). */
void poly_budget(struct poly *poly, unsigned long share);
/* Did isl reach a limit? Then its error is cleared, for another, cheaper way
 * to be tried. */
bool poly_out_of_budget(struct poly *poly);
/* Has isl failed? What it returns from then on is NULL and means nothing. */
bool poly_isl_lost(const struct poly *poly);
/* If isl failed: appends TOO_COMPLEX or INTERNAL and returns true. */
bool poly_isl_failed(struct poly *poly, const char *stage);

/* Delinearisation (delinearize.c): shapes of linearised pointers. */
bool delinear_analyse(struct poly *poly);
/* The subscripts of an access in the shape found for its array, or NULL if it
 * has none; `count` receives their number. Owned by the caller. */
isl_pw_aff **delinear_subscripts(struct affine_env *env,
                                 const struct scop_expr *access, int *count);
/* Pitches of subscripts 1…count-1 of scop array `array` (NULL: not
 * delinearised). */
const struct scop_expr **delinear_pitch(const struct poly *poly, int array,
                                        int *count);

/* Data flow of one array (dependence/dataflow.c): from its writes to its reads. */
struct isl_union_flow;
struct isl_union_flow *cover_flow(const struct poly *poly, int array);
/* May some read see a value from before the region? */
bool cover_reads_old(struct isl_union_flow *flow);
/* Those of the elements (taken) that lie within the array as declared. */
isl_set *cover_within(struct poly *poly, int array, isl_set *elements);
/* Is every element of the range that the region touches certainly written,
 * and none read before? */
bool cover_is_complete(struct poly *poly, int array);

/* Privatisation by renaming and expansion (dependence/expansion.c): replaces arrays of
 * poly->access by webs. */
bool poly_expand(struct poly *poly);

/* Dependences (dependence/dependence.c): fills flow and anti_output. Large ones are relaxed:
 * more pairs of instances, carried by the same loops. */
bool poly_depend(struct poly *poly);
/* All accesses that pass the filter, as a union map: statements -> arrays. */
isl_union_map *poly_accesses(const struct poly *poly, bool writes,
                             bool certain_only);

/* lhs = lhs op operand, or lhs = lhs op -operand. */
struct update {
    enum kir_op op;
    const struct scop_expr *operand;
    bool negate;
};

/* Is the assignment an update whose operation is associative and commutative,
 * and which a device can do indivisibly? Sums of floats only if `floats`; of
 * their minima and maxima fmin and fmax, which no order changes but for the
 * sign of a zero, which C leaves open. */
bool update_match(const struct scop_expr *lhs, const struct scop_expr *rhs,
                  bool floats, struct update *u);
/* Is it a minimum or maximum of floats written as a choice, lhs < e ? e : lhs
 * and the like? What that makes of NaNs, and of zeros that differ in sign,
 * depends on the order. */
bool update_chooses_float(const struct scop_expr *lhs,
                          const struct scop_expr *rhs);
/* Fills in the accesses' tokens (commuting_update.c). */
void conflict_find(struct poly *poly);
/* An access' map with the token behind the subscripts: two accesses conflict if
 * these maps meet. */
isl_map *poly_conflict_map(const struct poly_access *access);

/* All of them, a map for each pair of statements. */
isl_map_list *poly_dependences(const struct poly *poly);
/* The set (taken) in fewer pieces, as isl_set_coalesce has them, but where isl
 * changes it: 0.25 takes { i : 0 < i <= n + 2 and (i > n or (n - i + 2) mod 3 >
 * 0) } for all of 0 < i <= n + 2, and so does its generator of loops. The
 * pieces are then disjoint, which spares it that. */
isl_set *poly_coalesce(isl_set *set);
/* The set (taken) with its dimensions as parameters PREFIX0, PREFIX1, …. */
isl_set *poly_as_params(isl_set *set, const char *prefix);
/* Are there pairs, for all that isl can tell, whose values of the dimension are
 * not the same? */
bool poly_differ_at(isl_map *pairs, int dim);
/* The place of a loop among those around the statement, -1 if it is not. */
int poly_loop_depth(const struct scop_stmt *stmt, int loop);
/* The pairs of one of these maps (taken) that different iterations of the loop
 * make, all outer iterators being equal; NULL if it is not around both. */
isl_map *poly_carried(const struct poly *poly, isl_map *dependence, int loop);
/* Does the loop carry any of them? */
bool poly_carries(const struct poly *poly, isl_map_list *dependences, int loop);
/* A superset of the dependences (taken) in at most two pieces per pair of
 * statements and loop around both, without existentials, which the order of the
 * source respects too (dependence/approximate.c). */
isl_union_map *poly_relax(const struct poly *poly, isl_union_map *dependences);
/* In the same form, all pairs of accesses to one element: flow, or anti and
 * output dependences. They follow from the exact ones by transitivity. */
isl_union_map *poly_relaxed_conflicts(const struct poly *poly, bool flow);

/* Remarks on every loop: parallel, or what it carries (report/loops.c). */
void poly_explain(struct poly *poly);
/* Warns that the region stays as it is, and why: nothing, or too little, runs in
 * parallel (report/refusal.c). */
void poly_explain_kept(struct poly *poly, bool little);
/* Do only dependences that data tells, and that nothing here looks at, keep
 * these instances (NULL: all) in order? Then that is an error at `loc` about
 * `what`, a region or a nest. */
bool poly_refuse(struct poly *poly, isl_union_set *instances, struct loc loc,
                 const char *what);

/* Does the schedule keep temporaries, if they would have more dimensions than
 * any array of the caller, from outliving the iterations of loops that are
 * sequential anyway (dependence/expansion_lifetime.c)? */
bool poly_keeps_pace(const struct poly *poly);

/* A new schedule (schedule.c): fills poly->schedule. If isl's scheduler finds
 * none within the limit, the order of the source with what is parallel in it.
 */
bool poly_schedule(struct poly *poly);
/* The same for one way of fusing loops; NULL if it has coefficients that no nest
 * asks for, or isl is lost. */
isl_schedule *poly_schedule_fused(struct poly *poly, enum fusion fusion);

/* Fusion (schedule/fusion.c) ---------------------------------------------------------- */

/* Puts another fusion of loops than isl's default in the place of poly->schedule
 * for the host, or in poly->gpu_schedule, where a model of bytes and
 * parallelism expects that to take clearly less time. */
void fuse_choose(struct poly *poly, bool gpu, bool host);
/* What a target is to map: poly->schedule, or the GPU's own. */
isl_schedule *fuse_schedule(const struct poly *poly, bool gpu);
/* Pairs of statements' instances that read the same, the source's order, none
 * of which depends on the other by way of `dependences`. */
isl_union_map *fuse_shared_reads(const struct poly *poly,
                                 isl_union_map *dependences);

/* The instances that are scheduled, all but the prologue's, of the statements
 * from `begin` to before `end`. */
isl_union_set *poly_scheduled(const struct poly *poly, int begin, int end);
/* The order of the source, without the prologue; owned by the caller. */
isl_schedule *poly_source_schedule(const struct poly *poly);
/* The same with the loops that are parallel marked as coincident, nested ones
 * joined to permutable bands. */
isl_schedule *poly_source_bands(struct poly *poly);
/* The dependences between instances below the node that agree on everything
 * outside of it. */
isl_union_map *poly_dependences_at(const struct poly *poly,
                                   isl_schedule_node *node);
/* The same pairs in fewer constraints and pieces, which takes isl less. */
isl_union_map *poly_dependences_briefly(const struct poly *poly,
                                        isl_schedule_node *node);
/* Does none of them go back along any of the members, functions of these
 * instances? False if there are more than `most` pairs of statements, which
 * would take too long to look at. */
bool poly_all_forward(const struct poly *poly, isl_schedule_node *node,
                      isl_multi_union_pw_aff *members, int most);

/* Index set splitting (schedule/index_set_split.c): the schedule (taken) with loops that carry
 * dependences only from or to one of their iterations in pieces, which are
 * coincident; NULL if there are none. The schedule is one of the source's
 * order; of scop->loop, those that are outermost in what was split are marked.
 */
isl_schedule *poly_split(struct poly *poly, isl_schedule *schedule,
                         bool *split);
/* Such a schedule (taken) with nested pieces one after the other rather than in
 * a loop around them: more kernels, of more dimensions. */
isl_schedule *poly_distribute(isl_schedule *schedule);

/* The statement index of a tuple named S<k>; the array index by name. */
int poly_stmt_index(const struct poly *poly, isl_space *space /* taken */);
/* An access as the source has it, in the poly's arena. */
const char *poly_access_text(const struct poly *poly,
                             const struct poly_access *access);

/* Access patterns (cost/access_pattern.c) ----------------------------------------------- */

enum { MAP_MAX_DIMS = 3 };

struct levels_list;
struct map_kernel;
struct map_plan;
struct overlap;
struct mapping;
struct storage;

/* How an access moves over its array along the dimensions of the schedule:
 * those outside of a band, the band's members, and those below. */
struct access_pattern {
    int access; /* into poly->access */
    bool
        known; /* affine with constant coefficients; else nothing below holds */
    int rank, dims;
    int lane;        /* the dimension that is a team's lane; -1: none */
    int64_t *delta;  /* [dims][rank]: subscripts per step of the dimension */
    bool placed;     /* … and is origin the subscripts at schedule 0? */
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
struct access_patterns *access_find(struct poly *poly, isl_schedule_node *band);
/* Which dimensions the kernel's threads are, if it has no team. */
struct access_threads access_threads(const struct map_kernel *kernel);
/* The same for one access, in any kernel. */
struct access_threads access_threads_of(const struct map_kernel *kernel,
                                        const struct access_pattern *p);
/* The same for a copy of rows of `length` elements, row after row. */
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
/* Adds the accesses of the GPU's mapping (NULL: none), whose first kernel has
 * number `first` in the region, to the region's table, with a remark on each if
 * asked (report/accesses.c). */
void access_report(struct poly *poly, const struct mapping *mapping,
                   const struct storage *storage, int first,
                   struct region *region, bool remarks);
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
 * count as often as these typically go round; reads that tiles in shared memory
 * can serve count as served so. */
double access_lane_cost(const struct poly *poly,
                        const struct access_patterns *all, int member,
                        const bool *mapped);

/* Mapping (map/mapping.c) ---------------------------------------------------------- */

/* A subtree of the schedule that becomes one kernel. Its instances for given
 * values h of the schedule dimensions outside are spread over blocks b and
 * threads t by the mapped dimensions f: f = block * b + t on a GPU (one thread
 * a point), block * b <= f < block * (b + 1) on the host. */
struct map_outlook {
    double operations; /* of an iteration */
    struct choice_traffic traffic;
};

struct map_kernel {
    const char *name; /* tuple name of its launches in the host tree */
    isl_union_set *domain;
    int prefix_count;            /* host dimensions hd_h0… */
    isl_union_map *prefix;       /* statements -> [h…] */
    int dims;                    /* mapped dimensions; 0: serial */
    isl_union_map *parallel;     /* statements -> [f0, …], x first */
    int64_t block[MAP_MAX_DIMS]; /* GPU: threads */
    /* GPU: points of a thread along each dimension; those of x in groups of
     * `vector` neighbours, so many times a block's width apart, those of the
     * others neighbours (tile/unroll_jam.c). */
    int64_t each[MAP_MAX_DIMS], vector;
    /* What may be listed as points by a Plan, whose dimensions are all
     * coincident (on the host more than the mapped one): statements ->
     * [f0, …], x first; NULL: nothing. */
    int point_dims;
    isl_union_map *points;
    int team; /* GPU, if not 0: a mapped point is a block of so many threads */
    int turn; /* host: enum kir_turn, of launches that go chunk by chunk */
    int64_t most;          /* in a map_block: the points that it is good for */
    struct map_plan *plan; /* plan/active_points.h; NULL: none */
    struct access_patterns *patterns; /* GPU: of the accesses in it */
    int stage_count; /* arrays kept in shared memory, see tile/shared_tile.c */
    struct map_stage *stage;
    bool ahead; /* … twice: in a loop over tiles the next one is loaded while
                   this one is in use, see tile/double_buffer.c */
    bool jammed;    /* the tree has the marks of tile/unroll_jam.c */
    bool neighbours; /* … and accesses of neighbours at once are worth it */
    int64_t depth;  /* iterations of the loop below MAP_MARK_DEEP in a tile; of
                       a team the most of a lane's innermost loops, if not 0 */
    int hold_count; /* arrays whose elements are in registers between … */
    struct map_hold *hold; /* … MAP_FETCH and MAP_RETURN */
    const char *nests; /* host: the lines of those that it was taken apart into
                          (map/distribution.c); NULL: it was not */
    struct map_outlook *outlook; /* host, of the nest with most loops, if the
                                    model is asked; NULL: none */
    const bool *loose; /* tile/unguarded.c, per poly->stmt: may it run for all of the
                          block's points, there or not? What is not there of
                          tiles is 0 then. NULL: not what moves in order */
    isl_set *full; /* parameters hd_b…: blocks with all points; NULL: unknown */
    struct loc loc;
};

/* Where the elements of a tile lie in shared memory: element (r, c), r counting
 * the rows of all dimensions but the last, at r * pitch + (c ^ (r >> shift &
 * swizzle)); swizzle is 0 or one less than a power of two that divides the
 * rows' length. */
struct map_layout {
    int64_t pitch, swizzle;
    int shift;
};

/* A tile of a read-only array that the threads of a block copy into shared
 * memory before they use it. */
struct map_stage {
    int array;          /* poly array */
    const bool *serves; /* per poly->access: is it a read of the tile? */
    int rank;
    int64_t *size; /* elements of the tile in each dimension */
    /* Neighbours that one access may take, 1: each alone. Tiles begin at, and
     * rows of the layout are, multiples of them. */
    int64_t vector;
    struct map_layout layout;
    isl_pw_aff **offset; /* its first element, a function of the parameters
                            hd_p0…: the schedule dimensions around the tile */
    isl_set *elements;   /* what may be copied: parameters hd_e0… */
    isl_set *whole; /* parameters hd_p0…: all elements of the tile may be;
                       NULL: not simple enough to be asked */
};

/* GPU: kernels first … first + count - 1, which the host's loops launch again
 * and again, as one of a single block (map/single_block.c). */
struct map_block {
    struct map_kernel whole; /* domain, prefix, loc and block; its name is that
                                of its launches in the host tree, and of the
                                marks above what it does */
    int first, count;
};

/* An array of which each point (hd_f…, of one launch) uses one element. */
struct map_hold {
    int array; /* poly array */
    const bool *serves; /* per poly->access: is it one of that element? NULL:
                           all of the array are */
    int rank;
    isl_pw_aff **subscript; /* parameters hd_f…: that element */
    isl_set *points;        /* parameters hd_f…: those that use it */
    bool fresh;             /* it is written before it is read */
};

/* Statements of the GPU's tree, with the kernel's name behind: elements come to
 * registers, and go back. Marks: below, a loop that is worth unrolling is next;
 * all loops are over a thread's points, the number behind being the depth of
 * the first one. */
#define MAP_FETCH "hd_fetch"
#define MAP_RETURN "hd_return"
#define MAP_MARK_DEEP "U"
#define MAP_MARK_POINTS "Q"

struct mapping {
    bool gpu, in_block;
    const struct panels *in_panels; /* the schedule is theirs; NULL: no */
    bool unbarred;  /* for devices that lose barriers: without blocks */
    struct arena *arena;
    bool of_source;      /* in the order of the source, not of poly->schedule */
    isl_schedule *plain; /* transformed; a mark K0, K1, … above kernels */
    isl_schedule *schedule; /* the same with copies to shared memory in it */
    isl_schedule *host;     /* the kernels' launches: K0[h…], … */
    int kernel_count, kernel_cap;
    struct map_kernel *kernel;
    int block_count, block_cap;
    struct map_block *block;
    int overlap_count, overlap_cap;
    struct overlap *overlap; /* loops over time in tiles, tile/overlapped.h */
    const struct levels_list *levels; /* Plans, plan/level_schedule.h; their marks P0, … are
                                         in the trees; borrowed */
};

/* Maps poly->schedule, or that of panels if poly->in_panels; its nests in
 * `levels` get a Plan; NULL after a fault. */
struct mapping *map_region(struct poly *poly, const struct levels_list *levels,
                           bool gpu);
/* Another mapping to a GPU, without panels, for devices that lose barriers;
 * NULL, without a fault, if isl does not make it within a limit. */
struct mapping *map_unbarred(struct poly *poly,
                             const struct levels_list *levels);
/* Frees what promotion gave the kernel. */
void map_forget(struct map_kernel *kernel);
/* Is the node the mark above a kernel? */
bool map_is_kernel(isl_schedule_node *node);
/* Has a subtree that is not mapped yet instances, or something worth a kernel
 * of several threads? Is there no band below the band? */
bool map_has_instances(isl_schedule_node *node);
bool map_has_parallelism(isl_schedule_node *node, bool gpu);
bool map_is_innermost(isl_schedule_node *band);
/* Does no kernel run in parallel, and has none a Plan? (NULL: yes.) */
bool mapping_is_serial(const struct mapping *mapping);
/* Has a nest of it a Plan by levels that is worth making? */
bool mapping_makes_plans(const struct mapping *mapping);
void mapping_free(struct mapping *mapping);

/* Chunks (map/scan_chunk.c) --------------------------------------------------------- */

/* The host's schedule (taken) with what a scan's passes do of the same chunk
 * together: a loop of the driver over the chunks, around the passes. */
isl_schedule *poly_chunk(struct poly *poly, isl_schedule *schedule);
/* Gives the host's kernels that go chunk by chunk their turns. */
void poly_chain(struct poly *poly, struct mapping *mapping);

/* Bands (band.c) ----------------------------------------------------------- */

/* How well the band's member suits the innermost position on the host (vector
 * lanes): accesses of unit stride along it count for it, accesses with large
 * strides against it. For a warp's lanes see access_lane_cost. */
int band_unit_stride_score(const struct poly *poly, isl_schedule_node *band,
                           int member);
/* The same for one access and the iterator along which it moves: 2 for unit
 * stride, 0 if it does not move, less than 0 for other strides. */
int band_access_score(const struct scop_expr *access, int loop);
/* Does the loop's iterator occur in the expression? */
bool band_mentions(const struct scop_expr *e, int loop);
/* Host: the coincident member that is to be the columns of register tiles
 * although another one suits the innermost loop better; -1: none (map/vector_axis.c). */
int rows_columns(const struct poly *poly, isl_schedule_node *band);
/* Host: is the band one of a parallel loop around chains of slow operations, so
 * that the parallel loop is to fill vectors (cost/latency_bound.c)? */
bool latency_is_hidden_by_rows(const struct poly *poly,
                               isl_schedule_node *band);
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
/* Is there a statement of that kind below the node, or is isl lost? */
bool band_any(const struct poly *poly, isl_schedule_node *node,
              bool (*is)(const struct poly *poly, int stmt));
/* The points of the dimensions outside of the node at which something below it
 * is executed. */
isl_set *band_points(isl_schedule_node *node);
/* The node (taken), or its ancestor at that depth of the tree. */
isl_schedule_node *band_rise(isl_schedule_node *node, int depth);

/* Notes in poly->choice, and remarks, if that asks, what tiles of `size`
 * iterations of the band's members ask of caches (cost/cache_traffic.c); `rotated`: the first
 * member's loop is the innermost of the points. */
void tile_predict(struct poly *poly, isl_schedule_node *band,
                  const int64_t *size, bool rotated, struct loc loc);
/* The same numbers alone, and the bytes of the lines that the accesses touch in
 * a box of these sizes. */
enum { CACHE_LINE = 64 };
struct choice_traffic tile_traffic(struct poly *poly, isl_schedule_node *band,
                                   const int64_t *size, bool rotated);
double tile_bytes(const struct poly *poly, const struct access_patterns *all,
                  const int64_t *size);
/* Replaces usual sizes, of members that are not `fixed`, by those for which it
 * predicts far less. */
void tile_choose(struct poly *poly, isl_schedule_node *band, bool rotated,
                 const bool *fixed, int64_t *size);

/* Notes what the band, a kernel's on the host, in tiles of `size` (NULL: none)
 * is expected to ask for, if the choice asks the model (cost/roofline.c). */
void outlook_note(struct poly *poly, struct map_kernel *kernel,
                  isl_schedule_node *band, const int64_t *size, bool rotated);
/* Remarks on that, and on a GPU's kernels, and what limits them. */
void outlook_report(struct poly *poly, const struct mapping *mapping);

/* Gives statements below a host's kernel's innermost band (taken) that never
 * meet in an iteration, or move along other members, bands of their own, in a
 * sequence, which is returned; else the band (map/distribution.c). */
isl_schedule_node *fission_band(struct poly *poly, struct map_kernel *kernel,
                                isl_schedule_node *band);

/* Blocks (map/single_block.c) --------------------------------------------------------- */

enum { BLOCK_THREADS = 512 };

/* Is what is below the node, not mapped yet, worth a block of its own? */
bool block_is_whole(const struct poly *poly, isl_schedule_node *node);
/* How many children of the sequence, from `first` on, are worth one together;
 * 0: they are not. */
int block_run(const struct poly *poly, isl_schedule_node *sequence, int first);
/* The most points of the kernel, which has a dimension, for which one block
 * takes no longer than a launch. */
int64_t block_most(const struct poly *poly, const struct map_kernel *kernel);
/* A group begins; a mapped node (taken) becomes part of it and gets its mark;
 * the group, whose kernels are those since, joins the mapping. */
void block_begin(struct mapping *mapping, struct map_block *block);
isl_schedule_node *block_add(const struct poly *poly, struct map_block *block,
                             isl_schedule_node *node);
void block_end(struct mapping *mapping, struct map_block *block);
/* A remark on it. */
void block_report(struct poly *poly, const struct mapping *mapping,
                  const struct map_block *block);
/* The tree of the host (taken) with a statement B<k>[h…] in front of each: the
 * choice between it and its kernels. */
isl_schedule *block_launches(const struct mapping *mapping,
                             isl_schedule *schedule);
void block_free(struct map_block *block);

/* Teams (team.c) ----------------------------------------------------------- */

/* The threads of the team whose blocks are the band's points; 0: none. */
int team_size(const struct poly *poly, isl_schedule_node *band);
/* Do teams execute some of what is at the node? */
bool team_works_at(const struct poly *poly, isl_schedule_node *node);
/* The depth of the loop over lanes around a statement; -1: the first one's. */
int team_lane_depth(const struct poly *poly, int stmt);
/* Is the statement what a lane does in steps, in the one loop inside of that
 * over lanes? */
bool team_steps(const struct poly *poly, int stmt);
/* Are all accesses to the array in team loops outside of schedule dimension
 * `depth`? */
bool team_holds(const struct poly *poly, int array, int depth);
/* Does the array pass from a team's first thread to its lanes, or back? */
bool team_passes(const struct poly *poly, int array);
/* The elements of a team's array, 1 for others, that a team has for itself. */
int64_t team_elements(const struct scop_array *array);
/* Leaves each thread of the kernel's teams its lane of what is below the band
 * (taken), with barriers (statements hd_barrier…) where others' follow. Returns
 * the node at the band's place. */
isl_schedule_node *team_synchronise(const struct poly *poly,
                                    const struct map_kernel *kernel,
                                    isl_schedule_node *band);

/* Shared memory (tile/shared_tile.c) ------------------------------------------------ */

/* Finds arrays whose tiles are worth keeping in shared memory when the
 * permutable band (taken) runs as a kernel with its first `dims` members
 * mapped. If there are any: tiles the band, puts the statement
 * hd_stage[hd_p…], which copies the tiles, in front of the point band, filters
 * the point band by thread, and records the stages in `kernel`. Returns the
 * node at the band's place. */
isl_schedule_node *promote_band(struct poly *poly, struct map_kernel *kernel,
                                isl_schedule_node *band);
/* The same for a team's band (taken), after team_synchronise: of arrays that
 * lanes read in steps, neighbours far apart, each block's part is copied first,
 * along its rows. */
isl_schedule_node *promote_team(struct poly *poly, struct map_kernel *kernel,
                                isl_schedule_node *band);
/* Its parts, for a band in another form. The stages of tiles with `tile` points
 * along each member; prefix: statements -> the schedule around a tile. */
void promote_find(struct poly *poly, struct map_kernel *kernel,
                  const int64_t *tile, isl_union_map *prefix);
/* A filter above the node (taken): the thread's points. */
isl_schedule_node *promote_thread(struct poly *poly,
                                  const struct map_kernel *kernel,
                                  isl_schedule_node *node);
/* The same with the copy of the stages' tiles in front; prefix: taken. */
isl_schedule_node *promote_copy(struct poly *poly, struct map_kernel *kernel,
                                isl_schedule_node *node, isl_union_map *prefix);
/* The accesses that `serves` names: statements -> elements. */
isl_union_map *promote_served(const struct poly *poly, const bool *serves);
/* Bytes of shared memory that the stage's tile takes, once. */
int64_t promote_stage_bytes(const struct poly *poly,
                            const struct map_stage *stage);
/* The number of the stage whose tile serves the access; -1: none. */
int promote_stage_of(const struct map_kernel *kernel, int access);
/* The kernel's band (taken) with several points to a thread; NULL, and the band
 * is not taken: it is not to be (tile/unroll_jam.c). */
isl_schedule_node *jam_band(struct poly *poly, struct map_kernel *kernel,
                            isl_schedule_node *band);
void jam_free_hold(struct map_hold *hold);
/* Does a register of it stand for the access to the array? */
bool jam_serves(const struct map_hold *hold, int array, int access);
/* How far a thread's point number k along d is from its first one, and the
 * first one from that of the thread before. */
int64_t map_point(const struct map_kernel *kernel, int d, int64_t k);
int64_t map_apart(const struct map_kernel *kernel, int d);
/* Points of a block along mapped dimension d. */
int64_t map_extent(const struct map_kernel *kernel, int d);
/* { [f…] : f = block hd_b + hd_t }, the points of one thread (several: struct
 * map_kernel's `each`); with `whole`, { [f…] : extent hd_b <= f < extent (hd_b
 * + 1) }, those of the block. */
isl_set *map_box(struct poly *poly, const struct map_kernel *kernel,
                 bool whole);
/* `space` (taken) with `count` more parameters PREFIX0, PREFIX1, …. */
isl_space *space_tagged(isl_space *space, const char *prefix, int count);
/* The parameter of that name as a function on the space (taken). */
isl_aff *space_param(isl_local_space *space, const char *name);

/* Fills in the kernel's `ahead`, its stages being known, which are those of a
 * loop over tiles (tile/double_buffer.c). */
void ahead_choose(struct poly *poly, struct map_kernel *kernel);
/* How often the block's threads go round to copy a tile that is all there,
 * `each` neighbours at a time, if each time they take whole rows, or a part of
 * one, or of the only one; else 0. */
int ahead_rounds(const struct map_kernel *kernel, const struct map_stage *stage,
                 int64_t each);
/* The neighbours that they do so with. */
int ahead_each(const struct map_kernel *kernel, const struct map_stage *stage);
enum { AHEAD_MAX_ROUNDS = 32 /* elements of a thread */ };

/* Registers and warps (cost/occupancy.c): registers of 32 bits for an element of a
 * poly array, and for a thread's points, as far as is known before KIR is made;
 * warps that a multiprocessor has room for if threads have `words` registers
 * and blocks `bytes` of shared memory; and warps with which its schedulers have
 * something to issue: each at least two, one of which may wait at a barrier, or
 * more where the points of a thread are too few to fill the time from one sum
 * to the next. */
int64_t resident_element(const struct poly *poly, int array);
int64_t resident_words(const struct poly *poly,
                       const struct map_kernel *kernel);
int64_t resident_warps(const struct map_kernel *kernel, int64_t words,
                       int64_t bytes);
int64_t resident_enough(const struct map_kernel *kernel);
/* Chooses how many points along y a thread of a tile through which loops in
 * order go has, its arrays in registers being known. */
void resident_choose(struct poly *poly, struct map_kernel *kernel);

/* The layout of a tile with the fewest predicted wavefronts for the copy and
 * for all reads below the kernel's band, then of the least memory (tile/shared_layout.c;
 * thesis sec. 2.5.7). `tile`: points of the tile along each band member. */
struct map_layout layout_choose(const struct poly *poly,
                                const struct map_kernel *kernel,
                                const struct map_stage *stage,
                                const int64_t *tile);
/* Rows of a tile: all its dimensions but the last. */
int64_t layout_rows(const struct map_stage *stage);

/* Arrays (storage.c) ------------------------------------------------------- */

/* Where each poly array lives; the same for both mappings, since they share
 * the region's table. */
enum storage_kind {
    STORAGE_UNUSED,
    STORAGE_VALUE,    /* read-only scalar of the caller */
    STORAGE_HOST,     /* scalar written by the prologue */
    STORAGE_USER,     /* a row of the table: the caller's memory */
    STORAGE_TEMP,     /* a row of the table: lives during the region; laid out
                         as the box of the elements that are used */
    STORAGE_VARIABLE, /* a variable of the one thread that uses it */
    STORAGE_LOCAL,    /* an array of a statement's body: memory of the thread */
    STORAGE_TEAM      /* partial results of a team: shared memory, or if it is
                         one thread that thread's */
};

struct storage {
    enum storage_kind *kind; /* per poly array */
    int *row;                /* per poly array, -1 if none */
    int row_count;           /* of arrays; those of Plans follow */
    int plan_count; /* Plans of active points, of the mapping with more */
    bool asks_mode; /* drivers take hd_plan */
};

/* Chooses the storage of every poly array for the given mappings (count of
 * them; an array is a variable only if it can be one in all). */
struct storage *storage_choose(struct poly *poly,
                               struct mapping *const *mapping, int count);
/* Does the schedule use the array's elements one after the other, so that it may
 * become a variable, if what is mapped permits it? */
bool storage_may_contract(const struct poly *poly, isl_schedule *schedule,
                          int array);
/* Does a privatised temporary need memory, one element for each iteration? */
bool storage_expands(const struct poly *poly, const struct storage *storage);
/* Takes the dimensions that privatisation gave to temporaries away again where
 * the mappings use their slices one after the other. What was mapped is to be
 * mapped once more, of the same schedule, if there are any. */
bool storage_fold(struct poly *poly, const struct storage *storage,
                  struct mapping *const *mapping, int count);
/* All accesses to a poly array: statements -> elements. */
isl_union_map *storage_accesses(const struct poly *poly, int array);
/* Are all accesses to a poly array made, whatever data say? */
bool storage_is_certain(const struct poly *poly, int array);
/* The elements of a poly array that are accessed, as a set, whatever values
 * the part's counters have. */
isl_set *storage_elements(struct poly *poly, int array);

/* Gains (map/profit.c) ----------------------------------------------------------- */

/* Do these instances only give scalars of the region's own values that are
 * there already, or outcomes of comparisons? What runs in order behind them
 * gains nothing by it if they run in parallel. */
bool poly_only_prepares(const struct poly *poly, isl_union_set *instances);
/* Does `a` run in parallel what `b` does, and with no more loops in order
 * around it, unless it runs more in parallel? */
bool poly_is_as_parallel(const struct poly *poly, const struct mapping *a,
                         const struct mapping *b);
/* The work (in instructions, see plan_stmt_cost) of the part's instances that a
 * mapping runs in parallel, or that may be the lanes of vectors, without those
 * that only prepare; and of all others. NULL: none of either. What takes too
 * long to find counts as parallel. */
struct gain {
    double parallel, serial;
};
struct gain poly_gain(struct poly *poly, const struct mapping *mapping);

/* Lowering (lower.c) ------------------------------------------------------- */

struct parts;

/* A part as it is to run on one target. */
struct lower_part {
    struct poly *poly;
    const struct mapping *mapping;
    const struct storage *storage;
    const struct levels_list *levels;
    int kernel, plan, block, overlap; /* kernels, Plans, blocks and overlaps of
                                         the parts before, for names */
    int unbarred; /* of the list: the part for devices that lose barriers; 0:
                     the same */
    int func;     /* set: the number of its first kernel in the module */
};

/* Builds the kernels of all parts, those for devices that lose barriers behind
 * the others, `count` in all, and then the driver function in `module`; returns
 * the driver's number, or -1 after a fault. */
int lower_region(const struct parts *parts, struct lower_part *part, int count,
                 const struct region_options *options,
                 struct kir_module *module, const char *driver_name);
/* NAME_ranges (lower/footprint.c), see region.h; its number, or -1 after a fault. There
 * are `rows` of arrays; the Plans' rows are as long as the longer of both
 * targets' parts (NULL: none) needs. */
int lower_ranges(const struct parts *parts, const struct lower_part *gpu,
                 const struct lower_part *host, int rows,
                 const struct region_options *options,
                 struct kir_module *module, const char *name);

/* A picture (picture.c) ---------------------------------------------------- */

/* Draws the region, scheduled and mapped (either mapping may be NULL), at small
 * sizes, or at those of the options. In `arena`; never NULL. */
struct picture *picture_make(struct poly *poly, struct arena *arena,
                             const struct mapping *gpu,
                             const struct mapping *host,
                             const struct region_options *options);

#endif
