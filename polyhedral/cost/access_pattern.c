/*
 * Access patterns: how far an access moves in memory when one dimension of a
 * kernel's schedule goes on by one, all others staying, and how many sectors a
 * warp's request therefore touches (thesis sec. 2.5, eq. 2.10: the pattern is
 * the composition of access and plan).
 *
 * The step along dimension d of a statement's instances is the solution v of
 * M v = e_d, M being the rows of its schedule; an access with subscripts A i +
 * c then moves by A v elements.
 */
#include "backends/memory/memory.h"
#include "polyhedral/cost/cost.h"

#include <isl/constraint.h>
#include <isl/val.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Affine functions of a statement's iterators: row by row the coefficients and
 * then the constant. */
struct rows {
    int count, columns;
    int blocks; /* of the first rows those that divide, as numbers of blocks
                   do, are taken for 0 */
    int equal;  /* more rows: what is 0 for all iterators that there are */
    double *at;
    bool affine;
    bool shifted; /* the constants depend on parameters */
};

static double *row_of(const struct rows *r, int k)
{
    return r->at + k * (r->columns + 1);
}

/* The coefficient of column c, or the constant. */
static double coefficient(const struct rows *r, isl_aff *aff, int c)
{
    isl_val *v = c < r->columns
                     ? isl_aff_get_coefficient_val(aff, isl_dim_in, c)
                     : isl_aff_get_constant_val(aff);
    double d = isl_val_get_d(v);
    isl_val_free(v);
    return d;
}

static void read_function(struct rows *r, int k, isl_aff *aff, bool first)
{
    int params = (int)isl_aff_dim(aff, isl_dim_param);
    double *row = row_of(r, k);
    if (k < r->blocks && isl_aff_dim(aff, isl_dim_div))
        return;
    r->affine &= isl_aff_dim(aff, isl_dim_div) == 0;
    r->shifted |= isl_aff_involves_dims(aff, isl_dim_param, 0,
                                        (unsigned)params) != isl_bool_false;
    for (int c = 0; c <= r->columns; c++) {
        double d = coefficient(r, aff, c);
        if (!first && c < r->columns)
            r->affine &= row[c] == d;
        else if (!first)
            r->shifted |= row[c] != d;
        row[c] = d;
    }
}

static isl_stat read_piece(isl_set *set, isl_multi_aff *ma, void *user)
{
    struct rows *r = user;
    bool first = !r->at;
    if (first)
        r->at =
            calloc((size_t)(r->count * (r->columns + 1)) + 1, sizeof *r->at);
    for (int k = 0; k < r->count; k++) {
        isl_aff *aff = isl_multi_aff_get_aff(ma, k);
        read_function(r, k, aff, first);
        isl_aff_free(aff);
    }
    isl_set_free(set);
    isl_multi_aff_free(ma);
    return isl_stat_ok;
}

/* The coefficients of a map (taken); not affine if it is not single-valued,
 * divides, or its pieces differ. */
static struct rows read_rows(isl_map *map, int blocks)
{
    struct rows r = {.blocks = blocks, .affine = true};
    r.columns = (int)isl_map_dim(map, isl_dim_in);
    r.count = (int)isl_map_dim(map, isl_dim_out);
    if (isl_map_is_single_valued(map) != isl_bool_true) {
        r.affine = false;
        isl_map_free(map);
        return r;
    }
    isl_pw_multi_aff *pma = isl_pw_multi_aff_from_map(map);
    isl_pw_multi_aff_foreach_piece(pma, read_piece, &r);
    isl_pw_multi_aff_free(pma);
    r.affine &= r.at != NULL;
    return r;
}

static bool involves(isl_constraint *c, enum isl_dim_type type)
{
    unsigned count = (unsigned)isl_constraint_dim(c, type);
    return isl_constraint_involves_dims(c, type, 0, count) != isl_bool_false;
}

static isl_stat add_equality(isl_constraint *c, void *user)
{
    struct rows *r = user;
    if (isl_constraint_is_equality(c) == isl_bool_true &&
        !involves(c, isl_dim_param) && !involves(c, isl_dim_div)) {
        int rows = r->count + ++r->equal;
        isl_aff *aff = isl_constraint_get_aff(c);
        r->at = realloc(r->at, (size_t)rows * (size_t)(r->columns + 1) *
                                   sizeof *r->at);
        for (int k = 0; k <= r->columns; k++)
            row_of(r, rows - 1)[k] = coefficient(r, aff, k);
        isl_aff_free(aff);
    }
    isl_constraint_free(c);
    return isl_stat_ok;
}

/* Reads the rows of a schedule, which need not tell what the domain does: an
 * iterator that is another one. Its first rows are those around a band. */
static struct rows read_schedule(isl_map *map, int first)
{
    isl_set *domain = isl_map_domain(isl_map_copy(map));
    struct rows r = read_rows(map, first);
    isl_basic_set *hull = isl_set_affine_hull(domain);
    if (r.affine)
        isl_basic_set_foreach_constraint(hull, add_equality, &r);
    isl_basic_set_free(hull);
    return r;
}

/* Linear systems ------------------------------------------------------------
 */

static bool is_zero(double x)
{
    return fabs(x) < 1e-9;
}

static void swap_rows(double *a, double *b, int count)
{
    for (int k = 0; k < count; k++) {
        double t = a[k];
        a[k] = b[k];
        b[k] = t;
    }
}

/* Clears column `c` of m (rows of `width`) outside of row c. */
static bool eliminate(double *m, int rows, int width, int c)
{
    int pivot = c;
    for (int k = c; k < rows; k++)
        if (fabs(m[k * width + c]) > fabs(m[pivot * width + c]))
            pivot = k;
    if (c >= rows || is_zero(m[pivot * width + c]))
        return false;
    if (pivot != c)
        swap_rows(m + pivot * width, m + c * width, width);
    for (int k = 0; k < rows; k++) {
        double f = m[k * width + c] / m[c * width + c];
        for (int j = 0; k != c && j < width; j++)
            m[k * width + j] -= f * m[c * width + j];
    }
    return true;
}

/* The integers v with M v = right, M being the coefficients of `rows` rows of
 * the schedule; false if there are none, or several. */
static bool solve_rows(const struct rows *schedule, int rows,
                       const double *right, double *v)
{
    int n = schedule->columns, width = n + 1;
    double *m = calloc((size_t)(rows * width) + 1, sizeof *m);
    bool good = true;
    for (int k = 0; k < rows; k++) {
        memcpy(m + k * width, row_of(schedule, k), sizeof *m * (size_t)n);
        m[k * width + n] = right[k];
    }
    for (int c = 0; c < n && good; c++)
        good = eliminate(m, rows, width, c);
    for (int k = n; k < rows && good; k++)
        good = is_zero(m[k * width + n]);
    for (int c = 0; c < n && good; c++) {
        double x = m[c * width + n] / m[c * width + c];
        v[c] = rint(x);
        good = is_zero(x - v[c]) && fabs(x) < 1 << 20;
    }
    free(m);
    return good;
}

/* Solves by what the schedule tells, or if that does not do, with what holds
 * for all iterators. */
static bool solve(const struct rows *schedule, const double *right, double *v)
{
    int all = schedule->count + schedule->equal;
    return solve_rows(schedule, schedule->count, right, v) ||
           (schedule->equal && solve_rows(schedule, all, right, v));
}

/* Patterns ------------------------------------------------------------------
 */

/* What the subscripts change by when the iterators change by v, added to
 * `delta`. */
static bool add_move(const struct rows *access, const double *v, int64_t *delta)
{
    for (int k = 0; k < access->count; k++) {
        double sum = 0;
        for (int c = 0; c < access->columns; c++)
            sum += row_of(access, k)[c] * v[c];
        if (!is_zero(sum - rint(sum)) || fabs(sum) > INT32_MAX)
            return false;
        delta[k] += (int64_t)rint(sum);
    }
    return true;
}

static bool depends_on(const struct rows *schedule, int dim)
{
    for (int c = 0; c < schedule->columns; c++)
        if (!is_zero(row_of(schedule, dim)[c]))
            return true;
    return false;
}

/* Where the access is at schedule 0. */
static void find_origin(const struct rows *schedule, const struct rows *access,
                        double *right, double *v, struct access_pattern *p)
{
    for (int k = 0; k < schedule->count + schedule->equal; k++)
        right[k] = -row_of(schedule, k)[schedule->columns];
    p->placed = !schedule->shifted && !access->shifted &&
                solve(schedule, right, v) && add_move(access, v, p->origin);
    for (int k = 0; k < access->count; k++)
        p->origin[k] += (int64_t)row_of(access, k)[access->columns];
}

/* Fills the steps of one access, given its statement's schedule. A dimension
 * along which the statement has one instance moves nothing. */
static void find_steps(const struct poly *poly, const struct rows *schedule,
                       struct access_pattern *p)
{
    struct rows a = read_rows(isl_map_copy(poly->access[p->access].map), 0);
    int dims = schedule->count, rows = dims + schedule->equal;
    double *v = calloc((size_t)schedule->columns + 1, sizeof *v);
    double *right = calloc((size_t)rows + 1, sizeof *right);
    size_t size = sizeof *p->delta * (size_t)(a.count + 1);
    p->rank = a.count;
    p->known = a.affine && schedule->affine;
    p->delta = arena_alloc(poly->arena, size * (size_t)(dims + 1));
    p->origin = arena_alloc(poly->arena, size);
    if (p->known)
        find_origin(schedule, &a, right, v, p);
    for (int d = 0; d < dims && p->known; d++) {
        for (int k = 0; k < rows; k++)
            right[k] = k == d;
        if (depends_on(schedule, d))
            p->known = solve(schedule, right, v) &&
                       add_move(&a, v, p->delta + d * a.count);
    }
    free(right);
    free(v);
    free(a.at);
}

/* The dimension of the schedule that is this iterator, -1 if none is. Between
 * the dimensions of loops there are those that order a sequence. */
static int dimension_of(const struct rows *schedule, int iterator)
{
    for (int d = 0; d < schedule->count && schedule->affine; d++) {
        bool is = iterator >= 0;
        for (int c = 0; c <= schedule->columns && is; c++)
            is = is_zero(row_of(schedule, d)[c] - (c == iterator));
        if (is)
            return d;
    }
    return -1;
}

struct search {
    const struct poly *poly;
    struct access_patterns *all;
};

static isl_stat add_statement(isl_map *map, void *user)
{
    struct search *search = user;
    const struct poly *poly = search->poly;
    struct access_patterns *all = search->all;
    isl_space *space = isl_space_domain(isl_map_get_space(map));
    int stmt = poly_stmt_index(poly, space);
    struct rows schedule = read_schedule(map, all->first);
    for (int k = poly->stmt[stmt].access_begin; k < poly->stmt[stmt].access_end;
         k++) {
        struct access_pattern p = {.access = k};
        p.dims = schedule.count;
        p.lane = dimension_of(&schedule, team_lane_depth(poly, stmt));
        find_steps(poly, &schedule, &p);
        ARENA_PUSH(poly->arena, all->pattern, all->count, all->cap, p);
    }
    free(schedule.at);
    return isl_stat_ok;
}

struct access_patterns *access_find(const struct poly *poly,
                                    isl_schedule_node *band)
{
    struct access_patterns *all = arena_alloc(poly->arena, sizeof *all);
    struct search search = {poly, all};
    all->first = (int)isl_schedule_node_get_schedule_depth(band);
    all->members = (int)isl_schedule_node_band_n_member(band);
    isl_union_map *schedule = isl_union_map_flat_range_product(
        isl_schedule_node_get_prefix_schedule_union_map(band),
        isl_schedule_node_get_subtree_schedule_union_map(band));
    isl_union_map_foreach_map(schedule, add_statement, &search);
    isl_union_map_free(schedule);
    return all;
}

/* Bytes ---------------------------------------------------------------------
 */

bool access_is_user(const struct poly *poly, int array)
{
    return array < poly->scop->array_count &&
           poly->scop->array[array].scope == SCOP_OUTSIDE;
}

int access_last_pitch(const struct poly *poly, int array, int k)
{
    const struct poly_array *pa = &poly->array[array];
    return pa->pitch && k < pa->expand ? pa->expand : pa->rank - 1;
}

const struct scop_expr *access_pitch(const struct poly *poly, int array, int k)
{
    const struct poly_array *pa = &poly->array[array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    if (!pa->pitch)
        return access_is_user(poly, array) ? sa->extent[k] : NULL;
    return k > pa->expand    ? pa->pitch[k - pa->expand]
           : k == pa->expand ? sa->extent[0]
                             : NULL;
}

/* How many elements of the innermost dimension make one of dimension k of the
 * array; false if that is not a constant. */
static bool find_pitch(const struct poly *poly, int array, int k,
                       int64_t *pitch)
{
    *pitch = 1;
    int last = access_last_pitch(poly, array, k);
    for (int j = k + 1; j <= last; j++) {
        const struct scop_expr *e = access_pitch(poly, array, j);
        if (!e || e->op != SCOP_INT || e->ival <= 0 ||
            __builtin_mul_overflow(*pitch, e->ival, pitch))
            return false;
    }
    return true;
}

int access_bytes(const struct poly *poly, const struct access_pattern *p)
{
    int array = poly->access[p->access].array;
    return scop_type_size(poly->scop->array[poly->array[array].array].type);
}

/* `delta` elements in bytes. */
static struct access_step step_of(const struct poly *poly,
                                  const struct access_pattern *p,
                                  const int64_t *delta)
{
    int array = poly->access[p->access].array;
    const struct scop_array *sa = &poly->scop->array[poly->array[array].array];
    struct access_step step = {0};
    for (int k = 0; k < p->rank; k++) {
        int64_t pitch;
        if (delta[k] && !find_pitch(poly, array, k, &pitch))
            step.far = true;
        else if (delta[k])
            step.bytes += delta[k] * pitch;
    }
    step.bytes *= access_bytes(poly, p) * sa->unit;
    return step;
}

bool access_is_shifted(const struct poly *poly, const struct access_pattern *p,
                       const struct access_pattern *q, int dim)
{
    const int64_t *step = p->delta + dim * p->rank;
    int64_t times = 0;
    if (!p->known || !q->known || p->rank == 0 || p->dims != q->dims ||
        poly->access[p->access].array != poly->access[q->access].array ||
        memcmp(p->delta, q->delta,
               sizeof *p->delta * (size_t)(p->dims * p->rank)) != 0)
        return false;
    for (int k = 0; k < p->rank; k++)
        if (step[k])
            times = (q->origin[k] - p->origin[k]) / step[k];
    for (int k = 0; k < p->rank; k++)
        if (q->origin[k] - p->origin[k] != times * step[k])
            return false;
    return times != 0;
}

struct access_step access_step(const struct poly *poly,
                               const struct access_pattern *p, int dim)
{
    return step_of(poly, p, p->delta + dim * p->rank);
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

/* Finds where requests begin: at `start` plus any multiple of `unit`, modulo a
 * sector. Blocks begin at multiples of their sizes; the rest of the schedule
 * begins anywhere. */
static void find_alignment(const struct poly *poly,
                           const struct access_pattern *p,
                           const struct access_threads *t, int64_t *start,
                           int64_t *unit)
{
    struct access_step origin = step_of(poly, p, p->origin);
    int64_t size = access_bytes(poly, p);
    *unit = KIR_SECTOR_BYTES;
    *start = 0;
    for (int d = 0; d < p->dims; d++) {
        struct access_step step = access_step(poly, p, d);
        int64_t times = 1;
        for (int k = 0; k < MAP_MAX_DIMS; k++)
            if (t->dim[k] == d)
                times = t->block[k] * t->apart[k];
        *unit = common_divisor(*unit, step.far ? size : step.bytes * times);
    }
    if (!p->placed || origin.far)
        *unit = common_divisor(*unit, size);
    else
        *start = origin.bytes & (*unit - 1);
}

/* The lanes of a block's first warp. */
static int lane_positions(const struct access_threads *t,
                          int at[KIR_WARP_LANES][MAP_MAX_DIMS])
{
    int64_t threads = 1;
    for (int k = 0; k < MAP_MAX_DIMS; k++)
        threads *= t->block[k];
    int lanes = threads < KIR_WARP_LANES ? (int)threads : KIR_WARP_LANES;
    for (int lane = 0; lane < lanes; lane++) {
        int64_t rest = lane;
        for (int k = 0; k < MAP_MAX_DIMS; k++) {
            at[lane][k] = (int)(rest % t->block[k]);
            rest /= t->block[k];
        }
    }
    return lanes;
}

struct access_cost access_cost(const struct poly *poly,
                               const struct access_pattern *p,
                               const struct access_threads *t)
{
    enum { FAR = 1 << 20 };
    int at[KIR_WARP_LANES][MAP_MAX_DIMS], lanes = lane_positions(t, at);
    int64_t byte[KIR_WARP_LANES] = {0}, start, unit;
    uint32_t mask = (uint32_t)(((uint64_t)1 << lanes) - 1);
    struct kir_access_count c = {0};
    if (!p->known)
        return (struct access_cost){0};
    find_alignment(poly, p, t, &start, &unit);
    for (int k = 0; k < MAP_MAX_DIMS; k++) {
        struct access_step step = {0};
        if (t->dim[k] >= 0)
            step = access_step(poly, p, t->dim[k]);
        for (int lane = 0; lane < lanes; lane++)
            byte[lane] +=
                at[lane][k] * t->apart[k] *
                (step.bytes + (step.far ? FAR * (int64_t)(k + 1) : 0));
    }
    for (int64_t off = start; off < KIR_SECTOR_BYTES; off += unit) {
        int64_t moved[KIR_WARP_LANES];
        for (int lane = 0; lane < lanes; lane++)
            moved[lane] = byte[lane] + off;
        kir_access_add_global(moved, mask, access_bytes(poly, p), &c);
    }
    struct access_cost cost = {true, (double)c.sectors / (double)c.requests,
                               (double)c.ideal_sectors / (double)c.requests};
    return cost;
}

struct access_threads access_threads(const struct map_kernel *kernel)
{
    struct access_threads t;
    for (int k = 0; k < MAP_MAX_DIMS; k++) {
        t.dim[k] = k < kernel->dims
                       ? kernel->patterns->first + kernel->dims - 1 - k
                       : -1;
        t.block[k] = kernel->block[k];
        t.apart[k] = map_apart(kernel, k);
    }
    return t;
}

struct access_threads access_threads_of(const struct map_kernel *kernel,
                                        const struct access_pattern *p)
{
    if (!kernel->team.threads)
        return access_threads(kernel);
    return (struct access_threads){
        {p->lane, -1, -1},
        {p->lane < 0 ? 1 : kernel->team.threads, 1, 1},
        {1, 1, 1}};
}

struct access_cost access_copy_cost(const struct poly *poly, int array,
                                    int64_t length)
{
    enum { FAR = 1 << 20 };
    const struct poly_array *pa = &poly->array[array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    int64_t size = scop_type_size(sa->type), unit = size, pitch;
    struct kir_access_count c = {0};
    if (pa->rank > 1 && find_pitch(poly, array, pa->rank - 2, &pitch))
        unit = common_divisor(KIR_SECTOR_BYTES,
                              common_divisor(pitch, length) * size * sa->unit);
    for (int64_t off = 0; off < KIR_SECTOR_BYTES; off += unit) {
        int64_t byte[KIR_WARP_LANES];
        for (int k = 0; k < KIR_WARP_LANES; k++)
            byte[k] = off + k % length * size * sa->unit + k / length * FAR;
        kir_access_add_global(byte, ~0u, (int)size, &c);
    }
    return (struct access_cost){true, (double)c.sectors / (double)c.requests,
                                (double)c.ideal_sectors / (double)c.requests};
}

/* Choosing lanes ------------------------------------------------------------
 */

static bool is_read_only(const struct poly *poly,
                         const struct access_patterns *all, int array)
{
    for (int k = 0; k < all->count; k++) {
        const struct poly_access *a = &poly->access[all->pattern[k].access];
        if (a->array == array && a->write)
            return false;
    }
    return true;
}

bool access_is_stageable(const struct poly *poly,
                         const struct access_patterns *all, int array)
{
    const struct poly_array *pa = &poly->array[array];
    return pa->rank > 1 && !pa->pitch && is_read_only(poly, all, array);
}

/* How often a thread makes the request, as far as one can say without sizes:
 * a constant number of times along each dimension that is not mapped and moves
 * the access; what does not move it is done once (optimise/promote.c). */
static double times_made(const struct poly *poly,
                         const struct access_patterns *all,
                         const struct access_pattern *p, const bool *mapped)
{
    enum { TRIPS = 32 };
    double times = 1;
    for (int d = all->first; d < p->dims; d++) {
        struct access_step step = access_step(poly, p, d);
        bool serial = d >= all->first + all->members || !mapped[d - all->first];
        if (serial && (step.far || step.bytes))
            times *= TRIPS;
    }
    return times;
}

double access_served_cost(const struct poly *poly,
                          const struct access_patterns *all,
                          const struct access_pattern *p,
                          const struct access_threads *t, bool tiles)
{
    struct access_cost cost = access_cost(poly, p, t);
    double best = access_bytes(poly, p) + 1;
    bool staged = tiles && cost.sectors > best &&
                  access_is_stageable(poly, all, poly->access[p->access].array);
    return staged ? best : cost.sectors;
}

double access_lane_cost(const struct poly *poly,
                        const struct access_patterns *all, int member,
                        const bool *mapped)
{
    struct access_threads t = {
        {all->first + member, -1, -1}, {KIR_WARP_LANES, 1, 1}, {1, 1, 1}};
    double sum = 0;
    for (int k = 0; k < all->count; k++) {
        const struct access_pattern *p = &all->pattern[k];
        if (!p->known || !access_is_user(poly, poly->access[p->access].array))
            continue;
        sum += access_served_cost(poly, all, p, &t, true) *
               times_made(poly, all, p, mapped);
    }
    return sum;
}

/* The coefficient of iterator `loop` in an expression, 0 if it does not occur
 * or not linearly. */
static int64_t iterator_factor(const struct scop_expr *e, int loop)
{
    int64_t a = e->count > 0 ? iterator_factor(e->arg[0], loop) : 0;
    int64_t b = e->count > 1 ? iterator_factor(e->arg[1], loop) : 0;
    switch (e->op) {
    case SCOP_ITER:
        return e->ref == loop;
    case SCOP_CAST:
        return a;
    case SCOP_NEG:
        return -a;
    case SCOP_ADD:
        return a + b;
    case SCOP_SUB:
        return a - b;
    case SCOP_MUL:
        if (e->arg[1]->op == SCOP_INT)
            return a * e->arg[1]->ival;
        return e->arg[0]->op == SCOP_INT ? b * e->arg[0]->ival : 0;
    default:
        return 0;
    }
}

int access_score(const struct scop_expr *access, int loop)
{
    if (access->count == 0)
        return 0;
    for (int k = 0; k < access->count - 1; k++)
        if (scop_expr_mentions(access->arg[k], loop))
            return ACCESS_OTHER_ROW;
    const struct scop_expr *last = access->arg[access->count - 1];
    if (!scop_expr_mentions(last, loop))
        return 0;
    int64_t c = iterator_factor(last, loop);
    return c == 1 || c == -1 ? ACCESS_NEXT : ACCESS_STRIDE;
}

bool access_leaves_line(const struct scop_expr *access, int loop)
{
    enum { FAR = 16 };
    int score = access_score(access, loop);
    if (score != ACCESS_STRIDE)
        return score == ACCESS_OTHER_ROW;
    /* 0: by as much as a variable of the program says. */
    int64_t c = iterator_factor(access->arg[access->count - 1], loop);
    return c == 0 || c >= FAR || c <= -FAR;
}

struct movement {
    const struct poly *poly;
    int stmt, count, loop; /* how many of its iterators, and the last of them */
};

static isl_stat find_loop(isl_pw_aff *pa, void *user)
{
    struct movement *m = user;
    const struct poly *poly = m->poly;
    int stmt = poly_stmt_index(poly, isl_pw_aff_get_domain_space(pa));
    for (int d = 0; stmt == m->stmt && d < poly->stmt[stmt].stmt->depth; d++)
        if (isl_pw_aff_involves_dims(pa, isl_dim_in, (unsigned)d, 1) !=
            isl_bool_false) {
            m->loop = poly->stmt[stmt].stmt->loop[d];
            m->count++;
        }
    isl_pw_aff_free(pa);
    return isl_stat_ok;
}

int access_member_loops(const struct poly *poly, isl_schedule_node *band,
                        int member, int stmt, int *loop)
{
    struct movement m = {poly, stmt, 0, -1};
    isl_multi_union_pw_aff *partial =
        isl_schedule_node_band_get_partial_schedule(band);
    isl_union_pw_aff *upa =
        isl_multi_union_pw_aff_get_union_pw_aff(partial, member);
    upa = isl_union_pw_aff_gist(upa, isl_schedule_node_get_domain(band));
    isl_union_pw_aff_foreach_pw_aff(upa, find_loop, &m);
    isl_union_pw_aff_free(upa);
    isl_multi_union_pw_aff_free(partial);
    *loop = m.loop;
    return m.count;
}
