/*
 * Which loops share a nest: fusion and distribution by a model.
 *
 * isl's scheduler joins loops along which values flow, also where that takes
 * parallel loops away: a vertical stencil behind a horizontal one is then
 * parallel along one dimension instead of two. It leaves apart what only reads
 * the same. Other ways (enum fusion) are scheduled where they can differ, and
 * for each target the time that nests take is estimated, for loops of a typical
 * length, from two numbers:
 *
 * - bytes from memory: of each array the box that a nest touches, once.
 * Accesses that move alike share a box if the schedule keeps them a constant
 * distance apart, or on the host if what runs between them fits into the second
 * cache; what nests have in common comes from memory again. Lines that are
 * written are read before.
 * - parallelism: a GPU with fewer threads than fill it moves bytes more slowly
 *   in proportion; so does the host's single thread, and loops without vectors
 *   take longer for each point. Threads of the host that have pieces of rows
 *   move bytes more slowly, too. Each nest is a launch.
 *
 * What is not clearly better than isl's default does not take its place.
 */
#include "polyhedral/schedule/schedule.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/dependence/dependence.h"

#include <math.h>
#include <stdlib.h>

/* Iterations of a loop, of all in a region of single loops, and of those that
 * run between two uses of a line by a thread of the host. */
enum { TYPICAL = 1024, TYPICAL_SINGLE = 1 << 20, CHUNK = 32 };
enum { WINDOW_BYTES = 512 * 1024 /* half of a second cache */ };
enum { MAX_STATEMENTS = 24 };

/* How much longer memory takes for pieces of rows than for rows at least: each
 * is in another page, and begins before the processor has seen where it goes.
 * (Four times as long if they are only written.) */
static const double PIECES = 1.25;

/* Of another way's time, if it is to be taken. */
static const double MARGIN = 0.85;

/* Bytes a second, launches and points in seconds; how many threads it takes to
 * reach the bandwidth, and what part of it a single one has. */
struct machine {
    double bandwidth, launch, point, scalar_point, threads, single;
};
static const struct machine host_machine = {20e9, 5e-6, 1e-10, 5e-10, 8, 0.25};
static const struct machine gpu_machine = {2e12,  4e-6,  1e-12,
                                           1e-12, 65536, 1. / 65536};

struct weight {
    double bytes, seconds, launches;
    int nests;
};

struct scale {
    const struct poly *poly;
    bool gpu;
    double trips;
    struct weight sum;
    int *nest; /* per array: the number of the nest that uses it, 0: none, -1:
                  several */
    bool *variable; /* per array: may it be a variable? */
    bool *again;    /* per array: is that nest in a loop? */
};

/* Bytes ---------------------------------------------------------------------
 */

struct nest {
    const struct scale *scale;
    const struct access_patterns *all;
    int chunked; /* the dimension of which a thread takes CHUNK at once */
    bool *late;  /* per statement: is it as far from the others along one of
                    the band's members as a parameter says? */
};

static isl_stat look_at_piece(isl_set *set, isl_aff *aff, void *user)
{
    bool *late = user;
    unsigned count = (unsigned)isl_aff_dim(aff, isl_dim_param);
    *late |=
        isl_aff_involves_dims(aff, isl_dim_param, 0, count) != isl_bool_false;
    isl_set_free(set);
    isl_aff_free(aff);
    return isl_stat_ok;
}

static isl_stat look_at_statement(isl_pw_aff *pa, void *user)
{
    struct nest *n = user;
    int stmt = poly_stmt_index(n->scale->poly, isl_pw_aff_get_domain_space(pa));
    if (stmt >= 0)
        isl_pw_aff_foreach_piece(pa, look_at_piece, &n->late[stmt]);
    isl_pw_aff_free(pa);
    return isl_stat_ok;
}

static void find_late(struct nest *n, isl_schedule_node *band)
{
    const struct poly *poly = n->scale->poly;
    isl_multi_union_pw_aff *members =
        isl_schedule_node_band_get_partial_schedule(band);
    n->late = arena_alloc(poly->arena, (size_t)poly->stmt_count);
    for (int k = 0; k < (int)isl_schedule_node_band_n_member(band); k++) {
        isl_union_pw_aff *member =
            isl_multi_union_pw_aff_get_union_pw_aff(members, k);
        isl_union_pw_aff_foreach_pw_aff(member, look_at_statement, n);
        isl_union_pw_aff_free(member);
    }
    isl_multi_union_pw_aff_free(members);
}

/* Elements of the box along subscript r; `window`: in a chunk. */
static double extent(const struct nest *n, const struct access_pattern *p,
                     int r, bool window)
{
    const struct poly *poly = n->scale->poly;
    const struct poly_array *array =
        &poly->array[poly->access[p->access].array];
    const struct scop_array *declared = &poly->scop->array[array->array];
    double sum = 1;
    for (int d = n->all->first; d < p->dims; d++) {
        double trips = window && d == n->chunked ? CHUNK : n->scale->trips;
        sum += fabs((double)p->delta[d * p->rank + r]) * (trips - 1);
    }
    int k = r - array->expand;
    bool fixed = !array->pitch && k >= 0 && k < declared->rank &&
                 declared->extent[k] && declared->extent[k]->op == SCOP_INT;
    return fixed ? fmin(sum, (double)declared->extent[k]->ival) : sum;
}

static double box_bytes(const struct nest *n, const struct access_pattern *p,
                        bool window)
{
    double bytes = access_bytes(n->scale->poly, p);
    for (int r = 0; r < p->rank; r++)
        bytes *= p->known ? extent(n, p, r, window) : n->scale->trips;
    return bytes;
}

static bool is_alike(const struct nest *n, const struct access_pattern *a,
                     const struct access_pattern *b)
{
    const struct poly_access *access = n->scale->poly->access;
    int first = n->all->first;
    if (!a->known || !b->known ||
        access[a->access].array != access[b->access].array ||
        a->dims != b->dims || a->rank != b->rank)
        return false;
    for (int k = first * a->rank; k < a->dims * a->rank; k++)
        if (a->delta[k] != b->delta[k])
            return false;
    return true;
}

/* Do the accesses, which are alike, touch elements in common? */
static bool do_meet(const struct nest *n, const struct access_pattern *a,
                    const struct access_pattern *b)
{
    const struct poly_access *access = n->scale->poly->access;
    if (access[a->access].stmt == access[b->access].stmt)
        return true;
    isl_set *x = isl_map_range(isl_map_copy(access[a->access].map));
    isl_set *y = isl_map_range(isl_map_copy(access[b->access].map));
    bool apart = isl_set_is_disjoint(x, y) == isl_bool_true;
    isl_set_free(x);
    isl_set_free(y);
    return !apart;
}

static bool is_variable(const struct nest *n, const struct access_pattern *p)
{
    return n->scale->variable[n->scale->poly->access[p->access].array];
}

/* Is what the access touches counted with an earlier one? */
static bool is_shared(const struct nest *n, int which, bool far)
{
    const struct poly_access *access = n->scale->poly->access;
    const struct access_pattern *p = &n->all->pattern[which];
    for (int k = 0; k < which; k++) {
        const struct access_pattern *q = &n->all->pattern[k];
        bool near =
            n->late[access[p->access].stmt] == n->late[access[q->access].stmt];
        if ((far || near) && is_alike(n, p, q) && do_meet(n, p, q))
            return true;
    }
    return false;
}

/* Is one of the accesses that share its box a write? */
static bool is_written(const struct nest *n, const struct access_pattern *p)
{
    for (int k = 0; k < n->all->count; k++) {
        const struct access_pattern *q = &n->all->pattern[k];
        if ((p == q || is_alike(n, p, q)) &&
            n->scale->poly->access[q->access].write)
            return true;
    }
    return false;
}

static double nest_bytes(const struct nest *n)
{
    double window = 0, sum = 0;
    for (int k = 0; k < n->all->count; k++)
        if (!is_variable(n, &n->all->pattern[k]) && !is_shared(n, k, true))
            window += box_bytes(n, &n->all->pattern[k], true);
    bool far = !n->scale->gpu && window <= WINDOW_BYTES;
    for (int k = 0; k < n->all->count; k++) {
        const struct access_pattern *p = &n->all->pattern[k];
        if (is_variable(n, p) || is_shared(n, k, far))
            continue;
        double bytes = box_bytes(n, p, false);
        sum += is_written(n, p) ? 2 * bytes : bytes;
    }
    return sum;
}

/* Nests ---------------------------------------------------------------------
 */

static int coincident_members(isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band), sum = 0;
    bool permutable =
        isl_schedule_node_band_get_permutable(band) == isl_bool_true;
    for (int k = 0; k < count; k++) {
        bool is = isl_schedule_node_band_member_get_coincident(band, k) ==
                  isl_bool_true;
        if (!is && !permutable)
            break;
        sum += is;
    }
    return sum;
}

/* Is there no parallel loop along which accesses have unit stride? */
static isl_bool has_no_vectors(isl_schedule_node *node, void *user)
{
    const struct scale *s = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    for (int k = 0; k < (int)isl_schedule_node_band_n_member(node); k++)
        if (isl_schedule_node_band_member_get_coincident(node, k) ==
                isl_bool_true &&
            band_unit_stride_score(s->poly, node, k) > 0)
            return isl_bool_false;
    return isl_bool_true;
}

static bool is_operation(const struct scop_expr *e, const void *user)
{
    (void)user;
    return scop_type_is_float(e->type) && e->count > 0 &&
           e->op != SCOP_ACCESS && e->op != SCOP_CAST;
}

/* How many times as long as a short statement's a point of the statement takes:
 * what moves data alone is as long as few operations of floating point. */
static double point_length(const struct scop_stmt *stmt)
{
    const double few = 4;
    double count = stmt->body || !stmt->rhs
                       ? 0
                       : scop_expr_count(stmt->rhs, is_operation, NULL);
    return fmax(1, count / few);
}

/* The points of the node, in those of short statements. */
static double count_points(const struct scale *s, isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    double sum = 0;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(s->poly, isl_set_get_space(set));
        double length = stmt < 0 ? 1 : point_length(s->poly->stmt[stmt].stmt);
        sum += length * pow(s->trips, (double)isl_set_dim(set, isl_dim_set));
        isl_set_free(set);
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
    return sum;
}

static void note_arrays(struct scale *s, const struct access_patterns *all,
                        bool again)
{
    for (int k = 0; k < all->count; k++) {
        int array = s->poly->access[all->pattern[k].access].array;
        bool other = s->nest[array] && s->nest[array] != s->sum.nests;
        s->nest[array] = other ? -1 : s->sum.nests;
        s->again[array] |= again;
    }
}

/* Do the host's threads have pieces of rows for themselves, one below the
 * other, as no other loop is parallel than that along the rows? */
static bool takes_pieces(const struct scale *s, isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    bool along = false, across = false, others = false;
    for (int k = 0; k < count; k++) {
        bool is_row = band_unit_stride_score(s->poly, band, k) > 0;
        if (isl_schedule_node_band_member_get_coincident(band, k) !=
            isl_bool_true)
            others |= !is_row;
        else if (is_row)
            along = true;
        else
            across = true;
    }
    return !s->gpu && along && others && !across;
}

/* A nest with `dims` parallel loops, that runs so many times. */
static void weigh_nest(struct scale *s, isl_schedule_node *band, int dims,
                       double rounds)
{
    const struct machine *m = s->gpu ? &gpu_machine : &host_machine;
    struct nest n = {s, access_find(s->poly, band), 0, NULL};
    n.chunked = n.all->first;
    find_late(&n, band);
    double bytes = nest_bytes(&n);
    double bandwidth = m->bandwidth / (takes_pieces(s, band) ? PIECES : 1);
    double threads = dims ? pow(s->trips, dims < MAP_MAX_DIMS ? dims : 3) : 1;
    double part = dims ? fmin(1, threads / m->threads) : m->single;
    bool vectors = isl_schedule_node_every_descendant(band, has_no_vectors,
                                                      s) == isl_bool_false;
    double points =
        count_points(s, band) / rounds * (vectors ? m->point : m->scalar_point);
    s->sum.nests++;
    note_arrays(s, n.all, rounds > 1);
    s->sum.launches += rounds;
    s->sum.bytes += rounds * bytes;
    s->sum.seconds +=
        rounds * (m->launch + (bytes / bandwidth + points) / part);
}

static void weigh(struct scale *s, isl_schedule_node *node /* taken */,
                  double rounds);

static void weigh_children(struct scale *s, isl_schedule_node *node,
                           double rounds)
{
    for (int k = 0; k < (int)isl_schedule_node_n_children(node); k++)
        weigh(s, isl_schedule_node_get_child(node, k), rounds);
}

/* A wavefront is parallel along all loops but one, along which it iterates:
 * of tiles on the host, of points on a GPU. */
static void weigh_band(struct scale *s, isl_schedule_node *band, double rounds)
{
    int dims = coincident_members(band);
    int count = (int)isl_schedule_node_band_n_member(band);
    bool wave = count > 1 &&
                isl_schedule_node_band_get_permutable(band) == isl_bool_true;
    if (dims > 0 || !node_has_parallelism(band, s->gpu))
        weigh_nest(s, band, dims, rounds);
    else if (wave)
        weigh_nest(s, band, s->gpu ? 0 : 1, rounds);
    else
        weigh_children(s, band, rounds * pow(s->trips, count));
}

static void weigh(struct scale *s, isl_schedule_node *node, double rounds)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        weigh_band(s, node, rounds);
    else
        weigh_children(s, node, rounds);
    isl_schedule_node_free(node);
}

/* Scalars that iterations have for themselves are variables, and temporaries
 * whose elements the schedule uses one by one. */
static bool may_be_variable(const struct poly *poly, isl_schedule *schedule,
                            int array)
{
    const struct poly_array *a = &poly->array[array];
    bool temporary = array >= poly->scop->array_count ||
                     poly->scop->array[array].scope != SCOP_OUTSIDE;
    return a->local &&
           (a->rank == a->expand ||
            (temporary && contraction_is_possible(poly, schedule, array)));
}

static struct scale weigh_schedule(const struct poly *poly,
                                   isl_schedule *schedule, bool gpu)
{
    struct scale s = {.poly = poly, .gpu = gpu, .trips = TYPICAL_SINGLE};
    size_t arrays = (size_t)poly->array_count + 1;
    s.nest = arena_alloc(poly->arena, sizeof *s.nest * arrays);
    s.variable = arena_alloc(poly->arena, arrays);
    s.again = arena_alloc(poly->arena, arrays);
    for (int k = 0; k < poly->array_count; k++)
        s.variable[k] = may_be_variable(poly, schedule, k);
    for (int k = 0; k < poly->stmt_count; k++)
        if (poly->stmt[k].stmt->depth > 1)
            s.trips = TYPICAL;
    weigh(&s, isl_schedule_get_root(schedule), 1);
    return s;
}

/* Does it take the uses of a temporary of the region apart that are a variable
 * when they are together, or a slice that all iterations of a loop share? It
 * would be memory there, and would be so on all targets. */
static bool tears(const struct scale *other, const struct scale *usual)
{
    for (int k = 0; k < other->poly->array_count; k++)
        if (other->poly->array[k].local && other->nest[k] < 0 &&
            usual->nest[k] >= 0 && (usual->variable[k] || usual->again[k]))
            return true;
    return false;
}

/* Candidates ----------------------------------------------------------------
 */

/* Several statements in a band that is not parallel along all of its members:
 * one of them may be so by itself. */
static isl_bool loses_nothing(isl_schedule_node *node, void *user)
{
    (void)user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    int count = (int)isl_schedule_node_band_n_member(node), dims = 0;
    for (int k = 0; k < count; k++)
        dims += isl_schedule_node_band_member_get_coincident(node, k) ==
                isl_bool_true;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool several = isl_union_set_n_set(domain) > 1;
    isl_union_set_free(domain);
    return several && dims > 0 && dims < count ? isl_bool_false : isl_bool_true;
}

static isl_bool is_no_set(isl_schedule_node *node, void *user)
{
    (void)user;
    return isl_schedule_node_get_type(node) == isl_schedule_node_set
               ? isl_bool_false
               : isl_bool_true;
}

static bool any_node(isl_schedule *schedule,
                     isl_bool (*is_not)(isl_schedule_node *node, void *user))
{
    isl_schedule_node *root = isl_schedule_get_root(schedule);
    bool any = isl_schedule_node_every_descendant(root, is_not, NULL) ==
               isl_bool_false;
    isl_schedule_node_free(root);
    return any;
}

static bool is_same(isl_schedule *a, isl_schedule *b)
{
    return a && b && isl_schedule_plain_is_equal(a, b) != isl_bool_false;
}

/* Has isl failed? Then what is there already is to do. */
static bool is_lost(const struct poly *poly)
{
    bool lost = poly_isl_lost(poly);
    if (lost)
        budget_clear(poly->budget);
    return lost;
}

/* Returns another schedule than the usual one; NULL: there is none. */
static isl_schedule *find_candidate(const struct poly *poly,
                                    isl_schedule *usual, enum fusion fusion)
{
    poly_budget(poly, 8);
    isl_schedule *other = poly_schedule_fused(poly, fusion);
    bool good = other && poly_keeps_lifetimes(poly, other);
    good &= !is_lost(poly);
    if (good && !is_same(other, usual))
        return other;
    isl_schedule_free(other);
    return NULL;
}

/* "fused as …: 2 nests ask memory for 25.2 MB and take 1.26 ms". */
static const char *describe(const struct poly *poly, enum fusion fusion,
                            const struct weight *weight)
{
    static const char *const how[] = {
        [FUSION_ISL] = "as isl's scheduler has it",
        [FUSION_PARALLEL] = "only where no parallel loop is lost",
        [FUSION_SHARED] = "where no parallel loop is lost, or they read the "
                          "same"};
    return arena_printf(
        poly->arena, "fused %s: %d nest%s, %.3g MB from memory, %.3g ms",
        how[fusion], weight->nests, weight->nests > 1 ? "s" : "",
        weight->bytes / 1e6, weight->seconds * 1e3);
}

static void remark(const struct poly *poly, bool gpu,
                   const struct weight *usual, const struct weight *other,
                   enum fusion fusion, bool taken, const char *against)
{
    bool alike = usual->nests == other->nests && usual->bytes == other->bytes;
    if (alike || !poly->choice || !poly->choice->predict)
        return;
    const char *first = describe(poly, FUSION_ISL, usual);
    const char *second = describe(poly, fusion, other);
    poly->faults->about = gpu ? FAULT_ABOUT_GPU : FAULT_ABOUT_HOST;
    fault_add(poly->faults, FAULT_FUSED, poly->scop->loc,
              "on %s loops are %s; not %s (expected at typical sizes)%s",
              gpu ? "a GPU" : "the host", taken ? second : first,
              taken ? first : second, against ? against : "");
    poly->faults->about = FAULT_ABOUT_ALL;
}

struct way {
    enum fusion fusion;
    isl_schedule *schedule;
};

/* On a GPU launches in loops that stay in order are not made more: what isl
 * joins too much there the stages behind this one take apart again, or do in
 * blocks. Elsewhere much is to be gained by them. NULL: nothing is against the
 * other way. */
static const char *find_objection(const struct scale *other,
                                  const struct scale *usual)
{
    enum { MORE = 8, GAIN = 4 };
    double more = other->sum.launches - usual->sum.launches;
    if (other->gpu && more > 0 &&
        (more > MORE || other->sum.seconds > usual->sum.seconds / GAIN))
        return ": that would be more launches";
    return tears(other, usual) ? ": a temporary would have to be in memory"
                               : NULL;
}

/* Returns the way that is best for the target; NULL: the usual one. */
static const struct way *judge(const struct poly *poly, bool gpu,
                               isl_schedule *tree, const struct way *way,
                               int count)
{
    const struct way *best = NULL;
    struct scale usual = weigh_schedule(poly, tree, gpu);
    double least = MARGIN * usual.sum.seconds;
    for (int k = 0; k < count; k++) {
        struct scale other = weigh_schedule(poly, way[k].schedule, gpu);
        bool faster = other.sum.seconds < least;
        const char *against = faster ? find_objection(&other, &usual) : NULL;
        bool better = faster && !against;
        remark(poly, gpu, &usual.sum, &other.sum, way[k].fusion, better,
               against);
        if (better) {
            best = &way[k];
            least = other.sum.seconds;
        }
    }
    return best;
}

/* Puts the way (NULL: none) in the place of what the target has. */
static void take(struct schedule_choice *target, const struct way *way)
{
    if (!way)
        return;
    isl_schedule_free(target->tree);
    target->tree = isl_schedule_copy(way->schedule);
}

/* Fills `way`, of two at most; returns how many there are. */
static int find_ways(const struct poly *poly, isl_schedule *usual,
                     struct way *way)
{
    int count = 0, found = 0;
    if (any_node(usual, loses_nothing))
        way[count++].fusion = FUSION_PARALLEL;
    if (any_node(usual, is_no_set))
        way[count++].fusion = FUSION_SHARED;
    for (int k = 0; k < count; k++) {
        way[found] = way[k];
        way[found].schedule = find_candidate(poly, usual, way[k].fusion);
        if (found && is_same(way[0].schedule, way[found].schedule))
            isl_schedule_free(way[found].schedule);
        else
            found += way[found].schedule != NULL;
    }
    return found;
}

void fusion_choose(const struct poly *poly, struct schedule_choice *gpu,
                   struct schedule_choice *host)
{
    struct way way[2];
    const struct schedule_choice *any = host ? host : gpu;
    if (!any || any->of_source || poly->stmt_count < 2)
        return;
    if (poly->stmt_count > MAX_STATEMENTS ||
        (poly->choice && poly->choice->want[CHOICE_FUSE])) {
        choice_take(poly->choice, CHOICE_FUSE, FUSION_ISL);
        return;
    }
    isl_schedule *usual = any->tree;
    int found = find_ways(poly, usual, way);
    poly_budget(poly, 4);
    const struct way *on_gpu =
        gpu ? judge(poly, true, usual, way, found) : NULL;
    const struct way *on_host =
        host ? judge(poly, false, usual, way, found) : NULL;
    if (!is_lost(poly)) {
        const struct way *first = on_gpu ? on_gpu : on_host;
        choice_take(poly->choice, CHOICE_FUSE,
                    first ? first->fusion : FUSION_ISL);
        take(gpu, on_gpu);
        take(host, on_host);
    }
    for (int k = 0; k < found; k++)
        isl_schedule_free(way[k].schedule);
}

/* What reads the same -------------------------------------------------------
 */

struct parties {
    const struct poly *poly;
    int *of; /* per statement: the number of its weakly connected component */
};

static isl_stat unite(isl_map *map, void *user)
{
    struct parties *p = user;
    isl_space *space = isl_map_get_space(map);
    int a = poly_stmt_index(p->poly, isl_space_domain(isl_space_copy(space)));
    int b = poly_stmt_index(p->poly, isl_space_range(space));
    for (int k = 0, from = a < 0 ? -1 : p->of[a];
         b >= 0 && k < p->poly->stmt_count; k++)
        if (p->of[k] == from)
            p->of[k] = p->of[b];
    isl_map_free(map);
    return isl_stat_ok;
}

static bool is_read_of(const struct poly *poly, int access, int array)
{
    const struct poly_access *a = &poly->access[access];
    return !a->write && a->exact && a->array == array &&
           poly->array[array].rank > 0 && !poly->stmt[a->stmt].prologue;
}

isl_union_map *fusion_shared_reads(const struct poly *poly,
                                   isl_union_map *dependences)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    size_t size = sizeof(int) * (size_t)poly->stmt_count;
    struct parties p = {poly, arena_alloc(poly->arena, size)};
    for (int k = 0; k < poly->stmt_count; k++)
        p.of[k] = k;
    isl_union_map_foreach_map(dependences, unite, &p);
    for (int a = 0; a < poly->access_count; a++)
        for (int b = a + 1; b < poly->access_count; b++) {
            const struct poly_access *x = &poly->access[a];
            const struct poly_access *y = &poly->access[b];
            if (!is_read_of(poly, a, x->array) ||
                !is_read_of(poly, b, x->array) ||
                p.of[x->stmt] == p.of[y->stmt])
                continue;
            isl_map *both = isl_map_apply_range(
                isl_map_copy(x->map), isl_map_reverse(isl_map_copy(y->map)));
            all = isl_union_map_add_map(all, both);
        }
    return all;
}
