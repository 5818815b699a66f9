/* The public functions of include/hedra_tridiag.h: arguments, memory, messages.
 */
#include "runtime/tridiag/batch.h"
#include "runtime/tridiag/gpu.h"

#include "runtime/device/device.h"
#include "runtime/host/host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Systems up to this length are solved side by side in lanes if there are
 * several. */
enum { SHORT = 2048 };

/* Messages ----------------------------------------------------------------- */

static enum hedra_status fine(struct hedra_error *why, double residual)
{
    if (why)
        *why = (struct hedra_error){HEDRA_OK, -1, -1, residual, ""};
    return HEDRA_OK;
}

enum hedra_status tridiag_tell(const struct hedra_tridiag *t,
                               const struct tridiag_outcome *o,
                               struct hedra_error *why)
{
    const struct tridiag_trouble *trouble = &o->trouble;
    const long long row = trouble->row, system = o->system;
    switch (trouble->status) {
    case HEDRA_OK:
        return fine(why, o->residual);
    case HEDRA_ERROR_NO_MEMORY:
        return error_no_memory(why);
    case HEDRA_ERROR_NOT_FINITE:
        if (trouble->array == 'x')
            error_set(
                why, trouble->status,
                "system %lld: x is not finite, because d is not or because "
                "values overflow",
                system);
        else
            error_set(why, trouble->status,
                      "system %lld: %c of line %lld is not finite", system,
                      trouble->array, row);
        break;
    case HEDRA_ERROR_PIVOT:
        error_set(
            why, trouble->status,
            "system %lld: the pivot of line %lld is zero, tiny or not finite, "
            "or elements grow there%s",
            system, row,
            t->problem.pivoting == HEDRA_TRIDIAG_NEVER
                ? "; pivoting = HEDRA_TRIDIAG_IF_BAD solves such systems with "
                  "row exchanges"
                : "");
        break;
    case HEDRA_ERROR_NO_DEVICE:
        return error_set(why, trouble->status, "%s", tridiag_gpu_text(t->gpu));
    case HEDRA_ERROR_RESIDUAL:
        error_set(why, trouble->status,
                  "system %lld: the residual %.3g is larger than %.3g", system,
                  trouble->residual, t->problem.residual_limit);
        break;
    default:
        error_set(
            why, trouble->status,
            "system %lld: the matrix is singular, which shows in line %lld",
            system, row);
    }
    if (why) {
        why->system = o->system;
        why->row = trouble->row;
        why->residual = trouble->residual;
    }
    return trouble->status;
}

/* What is asked for -------------------------------------------------------- */

static bool is_within(double value, double below)
{
    return value >= 0 && value < below;
}

/* Whether a device other than the host is asked for. */
static bool wants_device(const struct hedra_tridiag_problem *p)
{
    return p->device && strcmp(p->device, "host") != 0;
}

static const char *check_numbers(const struct hedra_tridiag_problem *p)
{
    if ((unsigned)p->type >= TRIDIAG_TYPES)
        return "type is no enum hedra_tridiag_type";
    if (p->n < 1)
        return "n is below 1";
    if (p->systems < 0 || p->rhs < 0 || p->ld < 0)
        return "systems, rhs or ld is negative";
    if ((unsigned)p->layout > HEDRA_TRIDIAG_INTERLEAVED)
        return "layout is no enum hedra_tridiag_layout";
    if ((unsigned)p->pivoting > HEDRA_TRIDIAG_ALWAYS)
        return "pivoting is no enum hedra_tridiag_pivoting";
    if (!is_within(p->delta, HUGE_VAL))
        return "delta is negative or not finite";
    if (!is_within(p->pivot_limit, 1))
        return "pivot_limit is not from 0 to 1";
    if (!is_within(p->residual_limit, HUGE_VAL))
        return "residual_limit is negative or not finite";
    if (p->levels < 0 || p->levels > HEDRA_TRIDIAG_MAX_LEVELS)
        return "levels is not from 0 to HEDRA_TRIDIAG_MAX_LEVELS";
    if (p->blocks && p->levels == 0)
        return "blocks needs levels";
    if (p->joint && !p->blocks)
        return "joint needs blocks";
    if (p->device_memory < 0)
        return "device_memory is negative";
    if (wants_device(p) && p->pivoting == HEDRA_TRIDIAG_ALWAYS)
        return "no device exchanges rows: HEDRA_TRIDIAG_ALWAYS needs the host";
    return NULL;
}

static const char *check_blocks(const struct hedra_tridiag_problem *p,
                                int64_t smallest)
{
    int64_t n = smallest;
    for (int k = 0; p->blocks && k < p->levels; k++) {
        if (p->blocks[k] < 1 || p->blocks[k] > n / 2)
            return "blocks is not from 1 to half of the unknowns of its level";
        n = p->blocks[k] + 1;
    }
    if (!p->joint)
        return NULL;
    if (smallest != p->n)
        return "joint needs systems of one size";
    if (p->joint[0] != 0 || p->joint[p->blocks[0]] != p->n - 1)
        return "joint does not begin with 0 and end with n - 1";
    for (int64_t w = 0; w < p->blocks[0]; w++)
        if (p->joint[w] >= p->joint[w + 1])
            return "joint does not ascend";
    return NULL;
}

/* Elements of one right-hand side in *elements; false if they, or bytes of all
 * right-hand sides, are too many for 63 bits. */
static bool count_elements(const struct hedra_tridiag_problem *p,
                           int64_t *elements)
{
    int64_t all, bytes, systems = p->systems ? p->systems : 1;
    const int64_t rhs = p->rhs ? p->rhs : 1;
    const int64_t size = (int64_t)tridiag_scalar[p->type].size;
    *elements = 0;
    if (p->sizes && p->layout == HEDRA_TRIDIAG_CONTIGUOUS) {
        for (int64_t s = 0; s < systems; s++)
            if (__builtin_add_overflow(*elements, p->sizes[s], elements))
                return false;
    } else if (__builtin_mul_overflow(p->n, systems, elements)) {
        return false;
    }
    int64_t ld = p->ld ? p->ld : *elements;
    return !__builtin_mul_overflow(ld, rhs - 1, &all) &&
           !__builtin_add_overflow(all, *elements, &all) &&
           !__builtin_mul_overflow(all, 4 * size, &bytes);
}

static enum hedra_status check_problem(const struct hedra_tridiag_problem *p,
                                       int64_t *elements,
                                       struct hedra_error *why)
{
    const char *text = check_numbers(p);
    if (text)
        return error_argument(why, text);
    int64_t smallest = p->n;
    for (int64_t s = 0; p->sizes && s < (p->systems ? p->systems : 1); s++) {
        if (p->sizes[s] < 1 || p->sizes[s] > p->n)
            return error_set(why, HEDRA_ERROR_ARGUMENT,
                             "sizes[%lld] is not from 1 to n", (long long)s);
        smallest = p->sizes[s] < smallest ? p->sizes[s] : smallest;
    }
    if ((text = check_blocks(p, smallest)))
        return error_argument(why, text);
    if (!count_elements(p, elements))
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "the arrays are larger than 63 bits can count");
    if (p->ld && p->ld < *elements)
        return error_argument(why, "ld is smaller than one right-hand side");
    return HEDRA_OK;
}

/* Objects ------------------------------------------------------------------ */

/* A copy of `count` numbers in *copy; NULL stays NULL. */
static bool copy_numbers(const int64_t *from, int64_t count,
                         const int64_t **copy)
{
    *copy = NULL;
    if (!from)
        return true;
    int64_t *made = tridiag_alloc(count, sizeof *from);
    if (made)
        memcpy(made, from, (size_t)count * sizeof *from);
    *copy = made;
    return made != NULL;
}

static bool copy_problem(struct hedra_tridiag *t,
                         const struct hedra_tridiag_problem *p)
{
    struct hedra_tridiag_problem *own = &t->problem;
    *own = *p;
    own->systems = p->systems ? p->systems : 1;
    own->rhs = p->rhs ? p->rhs : 1;
    own->ld = p->ld ? p->ld : t->elements;
    bool copied = copy_numbers(p->sizes, own->systems, &own->sizes);
    copied &= copy_numbers(p->blocks, own->levels, &own->blocks);
    copied &= copy_numbers(p->joint, own->blocks ? own->blocks[0] + 1 : 0,
                           &own->joint);
    if (!copied || !own->sizes || own->layout == HEDRA_TRIDIAG_INTERLEAVED)
        return copied;
    int64_t *offset = tridiag_alloc(own->systems, sizeof *offset);
    for (int64_t s = 1; offset && s < own->systems; s++)
        offset[s] = offset[s - 1] + own->sizes[s - 1];
    t->offset = offset;
    return offset != NULL;
}

static size_t scratch_size(const struct hedra_tridiag *t)
{
    size_t most = 0;
    if (t->in_lanes)
        return tridiag_rows_size(tridiag_widest(t->problem.type),
                                 t->means.scalar, t->problem.n, 2);
    for (int64_t s = 0; s < t->problem.systems; s++) {
        size_t size =
            tridiag_nested_scratch(&t->problem, tridiag_system_size(t, s));
        most = size > most ? size : most;
        if (!t->problem.sizes)
            break;
    }
    return most;
}

static bool make_pieces(struct hedra_tridiag *t)
{
    struct tridiag_means *m = &t->means;
    int nested_pool = t->side_by_side ? m->threads : 1;
    if (!tridiag_pieces_init(&t->nested_pool, nested_pool) ||
        !tridiag_pieces_init(&m->scratch, m->threads))
        return false;
    const size_t size = scratch_size(t);
    for (int k = 0; k < nested_pool && !t->in_lanes; k++) {
        struct tridiag_nested *nested =
            tridiag_nested_new(&t->problem, t->problem.n, false);
        if (!nested)
            return false;
        tridiag_pieces_give(&t->nested_pool, nested);
    }
    for (int k = 0; k < m->threads; k++) {
        void *piece = tridiag_alloc(1, size);
        if (!piece)
            return false;
        tridiag_pieces_give(&m->scratch, piece);
    }
    return true;
}

static bool init(struct hedra_tridiag *t,
                 const struct hedra_tridiag_problem *problem, int threads)
{
    struct tridiag_means *m = &t->means;
    m->type = problem->type;
    m->scalar = &tridiag_scalar[problem->type];
    m->threads = threads;
    m->cache = tridiag_cache_size(threads);
    m->limit =
        problem->pivot_limit > 0 ? problem->pivot_limit : TRIDIAG_PIVOT_LIMIT;
    if (!copy_problem(t, problem))
        return false;
    t->in_lanes = t->problem.systems > 1 && t->problem.n <= SHORT &&
                  t->problem.levels == 0;
    t->side_by_side = t->problem.systems > 1 && t->problem.systems >= threads;
    /* With a device the host has work only if rows are to be exchanged. */
    return (wants_device(problem) &&
            problem->pivoting == HEDRA_TRIDIAG_NEVER) ||
           make_pieces(t);
}

static enum hedra_status open_gpu(struct hedra_tridiag *t,
                                  struct hedra_error *why)
{
    enum hedra_status status;
    struct report report;
    if (!wants_device(&t->problem))
        return HEDRA_OK;
    t->gpu = tridiag_gpu_new(t, &status, &report);
    t->problem.device = NULL; /* the caller's */
    return t->gpu ? HEDRA_OK : error_set(why, status, "%s", report.text);
}

enum hedra_status
hedra_tridiag_create(const struct hedra_tridiag_problem *problem,
                     struct hedra_tridiag **made, struct hedra_error *why)
{
    CANCEL_OFF;
    int64_t elements = 0;
    struct report report;
    if (!made)
        return error_argument(why, "made is NULL");
    *made = NULL;
    if (!problem)
        return error_argument(why, "problem is NULL");
    enum hedra_status status = check_problem(problem, &elements, why);
    if (status)
        return status;
    if (!environment_check(&report))
        return error_argument(why, report.text);
    int threads = host_pool_size(getenv("HEDRA_THREADS"), &report);
    struct hedra_tridiag *t = calloc(1, sizeof *t);
    if (!t)
        return error_no_memory(why);
    t->elements = elements;
    if (!init(t, problem, threads)) {
        hedra_tridiag_destroy(t);
        return error_no_memory(why);
    }
    if ((status = open_gpu(t, why))) {
        hedra_tridiag_destroy(t);
        return status;
    }
    *made = t;
    return fine(why, -1);
}

void hedra_tridiag_destroy(struct hedra_tridiag *t)
{
    CANCEL_OFF;
    if (!t)
        return;
    tridiag_gpu_free(t->gpu);
    tridiag_batch_forget(t);
    tridiag_pieces_drop(&t->nested_pool, tridiag_nested_free);
    tridiag_pieces_drop(&t->means.scratch, free);
    free((void *)t->problem.sizes);
    free((void *)t->problem.blocks);
    free((void *)t->problem.joint);
    free(t->offset);
    free(t);
}

int hedra_tridiag_levels(const struct hedra_tridiag *t)
{
    int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS];
    if (t && t->gpu)
        return tridiag_gpu_levels(t->gpu);
    if (!t || t->in_lanes)
        return 0;
    return tridiag_plan(&t->problem, t->problem.n, blocks);
}

int64_t hedra_tridiag_blocks(const struct hedra_tridiag *t, int level)
{
    int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS];
    if (t && t->gpu)
        return tridiag_gpu_blocks(t->gpu, level);
    if (!t || t->in_lanes || level < 0 ||
        level >= tridiag_plan(&t->problem, t->problem.n, blocks))
        return 0;
    return blocks[level];
}

/* Solving ------------------------------------------------------------------ */

static struct tridiag_outcome run(struct hedra_tridiag *t,
                                  enum tridiag_action action,
                                  const struct tridiag_arrays *arrays)
{
    return t->gpu ? tridiag_gpu_run(t, action, arrays)
                  : tridiag_batch_run(t, action, arrays);
}

/* Before the host reads arrays that a device may have newer copies of. */
static enum hedra_status bring_home(const struct hedra_tridiag *t,
                                    const struct tridiag_arrays *arrays,
                                    struct hedra_error *why)
{
    if (!t->gpu || tridiag_gpu_bring_home(t, arrays, false))
        return HEDRA_OK;
    return error_set(why, HEDRA_ERROR_NO_DEVICE, "%s",
                     tridiag_gpu_text(t->gpu));
}

static enum hedra_status apply(struct hedra_tridiag *t,
                               enum tridiag_action action,
                               struct tridiag_arrays arrays,
                               struct hedra_error *why)
{
    const size_t size = t->means.scalar->size;
    void *copy = NULL;
    const bool anew = t->gpu && action == TRIDIAG_SOLVE &&
                      t->problem.pivoting != HEDRA_TRIDIAG_NEVER &&
                      tridiag_gpu_spoils(t->gpu);
    if ((t->problem.residual_limit > 0 || anew) && arrays.d == arrays.x) {
        int64_t all = t->problem.ld * (t->problem.rhs - 1) + t->elements;
        enum hedra_status status = bring_home(t, &arrays, why);
        if (status)
            return status;
        if (!(copy = tridiag_alloc(all, size)))
            return error_no_memory(why);
        arrays.d = memcpy(copy, arrays.d, (size_t)all * size);
    }
    struct tridiag_outcome outcome = run(t, action, &arrays);
    free(copy);
    return tridiag_tell(t, &outcome, why);
}

static enum hedra_status factor(struct hedra_tridiag *t,
                                struct tridiag_arrays arrays,
                                struct hedra_error *why)
{
    t->factored = t->any_exchanged = false;
    if (!tridiag_batch_keep(t))
        return error_no_memory(why);
    if (t->problem.pivoting != HEDRA_TRIDIAG_ALWAYS) {
        struct tridiag_outcome outcome = run(t, TRIDIAG_FACTOR, &arrays);
        if (outcome.trouble.status)
            return tridiag_tell(t, &outcome, why);
    }
    for (int64_t s = 0; s < t->problem.systems; s++)
        t->any_exchanged |= t->exchanged[s];
    if (t->any_exchanged || t->problem.residual_limit > 0 ||
        t->problem.pivoting == HEDRA_TRIDIAG_ALWAYS) {
        enum hedra_status status = bring_home(t, &arrays, why);
        if (status)
            return status;
        if (!tridiag_batch_keep_matrix(t, &arrays))
            return error_no_memory(why);
    }
    t->factored = true;
    return fine(why, -1);
}

enum hedra_status hedra_tridiag_solve(struct hedra_tridiag *t, const void *b,
                                      const void *a, const void *c,
                                      const void *d, void *x,
                                      struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !b || !a || !c || !d || !x)
        return error_argument(why, "the object or an array is NULL");
    struct tridiag_arrays arrays = {b, a, c, d, x};
    const bool streams = t->gpu && tridiag_gpu_streams(t->gpu);
    if (t->problem.rhs == 1 || streams ||
        t->problem.pivoting == HEDRA_TRIDIAG_ALWAYS)
        return apply(t, TRIDIAG_SOLVE, arrays, why);
    enum hedra_status status = factor(t, arrays, why);
    if (status)
        return status;
    arrays.b = arrays.a = arrays.c = NULL;
    return apply(t, TRIDIAG_APPLY, arrays, why);
}

enum hedra_status hedra_tridiag_factor(struct hedra_tridiag *t, const void *b,
                                       const void *a, const void *c,
                                       struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !b || !a || !c)
        return error_argument(why, "the object or an array is NULL");
    if (t->gpu && tridiag_gpu_streams(t->gpu))
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "device_memory does not hold the factors");
    return factor(t, (struct tridiag_arrays){b, a, c, NULL, NULL}, why);
}

enum hedra_status hedra_tridiag_apply(struct hedra_tridiag *t, const void *d,
                                      void *x, struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !d || !x)
        return error_argument(why, "the object or an array is NULL");
    if (!t->factored)
        return error_argument(why, "hedra_tridiag_factor has kept no factors");
    return apply(t, TRIDIAG_APPLY,
                 (struct tridiag_arrays){NULL, NULL, NULL, d, x}, why);
}

enum hedra_status hedra_tridiag_tune(enum hedra_tridiag_type type,
                                     double *delta, struct hedra_error *why)
{
    CANCEL_OFF;
    if (!delta || (unsigned)type >= TRIDIAG_TYPES)
        return error_argument(why, "delta is NULL or type is no enum "
                                   "hedra_tridiag_type");
    if (!tridiag_tune(type, delta))
        return error_no_memory(why);
    return fine(why, -1);
}

enum hedra_status hedra_tridiag_tune_device(enum hedra_tridiag_type type,
                                            const char *device, double *delta,
                                            struct hedra_error *why)
{
    CANCEL_OFF;
    struct report report;
    if (!delta || !device || (unsigned)type >= TRIDIAG_TYPES)
        return error_argument(why, "delta or device is NULL or type is no enum "
                                   "hedra_tridiag_type");
    if (!tridiag_gpu_tune(type, device, delta, &report))
        return error_set(why, HEDRA_ERROR_NO_DEVICE, "%s", report.text);
    return fine(why, -1);
}

void tridiag_reflect(struct hedra_tridiag *t)
{
    t->reflect = true;
}

int tridiag_threads(const struct hedra_tridiag *t)
{
    return t->means.threads;
}
