/*
 * Joint line w is the last line of rank w. Whatever goes wrong on a rank, it
 * takes part in all gatherings and tells it in its messages, which all ranks
 * read alike.
 */
#include "runtime/tridiag/mpi_local.h"

#include "runtime/base/base.h"
#include "runtime/base/mpi_bytes.h"
#include "runtime/host/host.h"
#include "runtime/include/hedra_tridiag_block.h"
#include "runtime/tridiag/local.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rank_trouble no_trouble = {HEDRA_OK, -1, -1, -1};

/* Messages to the caller --------------------------------------------------- */

static enum hedra_status tell(const struct hedra_tridiag_mpi *t,
                              struct rank_trouble trouble,
                              struct hedra_error *why)
{
    const long long row = trouble.row;
    if (!why)
        return trouble.status;
    *why = (struct hedra_error){trouble.status, trouble.status ? 0 : -1,
                                trouble.row, trouble.residual, ""};
    switch (trouble.status) {
    case HEDRA_OK:
        break;
    case HEDRA_ERROR_NO_MEMORY:
        snprintf(why->text, sizeof why->text, "rank %d: not enough memory",
                 trouble.rank);
        break;
    case HEDRA_ERROR_NOT_FINITE:
        if (row >= 0)
            snprintf(why->text, sizeof why->text,
                     "an element of line %lld is not finite", row);
        else
            snprintf(why->text, sizeof why->text,
                     "x is not finite, because values overflow");
        break;
    case HEDRA_ERROR_PIVOT:
        snprintf(why->text, sizeof why->text,
                 "the pivot of line %lld is zero, tiny or not finite, or "
                 "elements grow there",
                 row);
        break;
    case HEDRA_ERROR_SINGULAR:
        snprintf(why->text, sizeof why->text,
                 "the matrix is singular, which shows in line %lld", row);
        break;
    case HEDRA_ERROR_RESIDUAL:
        number_print(why->text, sizeof why->text,
                     "the residual %.3g is larger than %.3g", trouble.residual,
                     t->problem.residual_limit);
        break;
    default:
        why->system = -1;
        snprintf(why->text, sizeof why->text,
                 "rank %d: an array is NULL, or no factors are kept",
                 trouble.rank);
    }
    return trouble.status;
}

/* Elements ----------------------------------------------------------------- */

static number element(const struct hedra_tridiag_mpi *t, const void *array,
                      int64_t i)
{
    switch (t->problem.type) {
    case HEDRA_TRIDIAG_FLOAT:
        return ((const float *)array)[i];
    case HEDRA_TRIDIAG_DOUBLE:
        return ((const double *)array)[i];
    case HEDRA_TRIDIAG_COMPLEX_FLOAT:
        return ((const float complex *)array)[i];
    default:
        return ((const number *)array)[i];
    }
}

static void set_element(const struct hedra_tridiag_mpi *t, void *array,
                        int64_t i, number value)
{
    switch (t->problem.type) {
    case HEDRA_TRIDIAG_FLOAT:
        ((float *)array)[i] = (float)creal(value);
        break;
    case HEDRA_TRIDIAG_DOUBLE:
        ((double *)array)[i] = creal(value);
        break;
    case HEDRA_TRIDIAG_COMPLEX_FLOAT:
        ((float complex *)array)[i] = (float complex)value;
        break;
    default:
        ((number *)array)[i] = value;
    }
}

static double size_of(number z)
{
    return fabs(creal(z)) + fabs(cimag(z));
}

static bool is_finite(number z)
{
    return isfinite(creal(z)) && isfinite(cimag(z));
}

static double epsilon_of(const struct hedra_tridiag_mpi *t)
{
    return t->problem.type == HEDRA_TRIDIAG_FLOAT ||
                   t->problem.type == HEDRA_TRIDIAG_COMPLEX_FLOAT
               ? FLT_EPSILON
               : DBL_EPSILON;
}

/* Messages between ranks --------------------------------------------------- */

static int message_length(const struct rank_slot *s)
{
    return HEAD + 2 * (s->is_fresh ? VALUES : 1);
}

/* Sends the three values of one end, or what went wrong, to all ranks. */
static void post(struct hedra_tridiag_mpi *t, struct rank_slot *s, int way,
                 struct rank_trouble trouble, const number value[VALUES])
{
    const int length = message_length(s);
    double *own = s->own[way];
    own[0] = trouble.status;
    own[1] = (double)trouble.row;
    for (int k = 0; HEAD + 2 * k < length; k++) {
        number v = trouble.status ? 0 : value[k];
        own[HEAD + 2 * k] = creal(v);
        own[HEAD + 2 * k + 1] = cimag(v);
    }
    s->is_good = s->is_good && !trouble.status;
    MPI_Iallgather(own, length, MPI_DOUBLE, s->all[way], length, MPI_DOUBLE,
                   t->comm, &s->request[way]);
}

static number value_of(const struct rank_slot *s, int way, int rank, int which)
{
    const double *v = s->all[way] + (size_t)rank * message_length(s) + HEAD;
    return v[2 * which] + I * v[2 * which + 1];
}

/* What the joint line of `rank` gets from both sides. */
static number sum_of(const struct hedra_tridiag_mpi *t,
                     const struct rank_slot *s, int rank, int which)
{
    number sum = value_of(s, DOWN, rank, which);
    return rank + 1 < t->ranks ? sum + value_of(s, UP, rank + 1, which) : sum;
}

/* Waits for the messages; what the first rank that has trouble says. */
static struct rank_trouble hear(const struct hedra_tridiag_mpi *t,
                                struct rank_slot *s)
{
    MPI_Waitall(2, s->request, MPI_STATUSES_IGNORE);
    for (int rank = 0; rank < t->ranks; rank++)
        for (int way = DOWN; way <= UP; way++) {
            const double *head = s->all[way] + (size_t)rank * message_length(s);
            if (head[0] != HEDRA_OK)
                return (struct rank_trouble){(enum hedra_status)head[0],
                                             (int64_t)head[1], rank, -1};
        }
    return no_trouble;
}

/* c of the joint line above, from the rank that owns it. */
static void ask_above(struct hedra_tridiag_mpi *t)
{
    const int up = t->rank > 0 ? t->rank - 1 : MPI_PROC_NULL;
    const int down = t->rank + 1 < t->ranks ? t->rank + 1 : MPI_PROC_NULL;
    t->c_above = 0;
    MPI_Irecv(&t->c_above, 2, MPI_DOUBLE, up, TAG, t->comm, &t->above[0]);
    MPI_Isend(&t->c, 2, MPI_DOUBLE, down, TAG, t->comm, &t->above[1]);
}

/* The system of the joint lines: stage RS ---------------------------------- */

static double joint_limit(const struct hedra_tridiag_mpi *t,
                          const struct rank_slot *s)
{
    double loss = 1;
    for (int w = 0; w < t->ranks; w++) {
        const double left = size_of(sum_of(t, s, w, VALUE_A));
        const double terms = creal(sum_of(t, s, w, VALUE_SIZE));
        if (!(terms <= loss * left))
            loss = left > 0 ? terms / left : HUGE_VAL;
    }
    return tridiag_limit(t->problem.pivot_limit, epsilon_of(t), loss, t->ranks);
}

static struct rank_trouble factor_joints(struct hedra_tridiag_mpi *t,
                                         const struct rank_slot *s)
{
    const double limit = joint_limit(t, s);
    number u = 0, c = 0;
    for (int w = 0; w < t->ranks; w++) {
        number a = sum_of(t, s, w, VALUE_A);
        number b = value_of(s, DOWN, w, VALUE_SIDE), alpha = a - b * u;
        const double most = TRIDIAG_GROWTH * (size_of(a) + size_of(c));
        if (!(size_of(alpha) > limit * size_of(a) && size_of(alpha) < most))
            return (struct rank_trouble){HEDRA_ERROR_PIVOT, t->end[w] - 1, w,
                                         -1};
        t->inv[w] = 1 / alpha;
        t->low[w] = t->inv[w] * b;
        c = w + 1 < t->ranks ? value_of(s, UP, w + 1, VALUE_SIDE) : 0;
        t->up[w] = u = c * t->inv[w];
    }
    return no_trouble;
}

static struct rank_trouble solve_joints(const struct hedra_tridiag_mpi *t,
                                        struct rank_slot *s)
{
    number x = 0;
    for (int w = 0; w < t->ranks; w++)
        s->x[w] = x = t->inv[w] * sum_of(t, s, w, VALUE_D) - t->low[w] * x;
    bool finite = is_finite(x);
    for (int w = t->ranks - 2; w >= 0; w--) {
        s->x[w] = x = s->x[w] - t->up[w] * x;
        finite &= is_finite(x);
    }
    return finite ? no_trouble
                  : (struct rank_trouble){HEDRA_ERROR_NOT_FINITE, -1, 0, -1};
}

/* A right-hand side -------------------------------------------------------- */

static struct rank_trouble block_trouble(const struct hedra_tridiag_mpi *t,
                                         const struct hedra_error *why)
{
    return (struct rank_trouble){
        why->status, why->row >= 0 ? t->begin + why->row : -1, t->rank, -1};
}

static struct hedra_tridiag_lines
block_lines(const struct hedra_tridiag_mpi *t,
            const struct hedra_tridiag_lines *lines)
{
    struct hedra_tridiag_lines block = *lines;
    block.reflect = t->reflect;
    block.no_left = t->rank == 0;
    return block;
}

/* The joint line's own elements; those beyond the system's ends are 0. */
static struct rank_trouble read_joint(struct hedra_tridiag_mpi *t,
                                      const struct hedra_tridiag_lines *lines,
                                      struct rank_trouble trouble)
{
    const int64_t last = t->problem.n - 1;
    t->b = t->a = t->c = 0;
    if (trouble.status)
        return trouble;
    t->a = element(t, lines->a, last);
    if (t->begin + last > 0)
        t->b = element(t, lines->b, last);
    if (t->rank + 1 < t->ranks)
        t->c = element(t, lines->c, last);
    if (is_finite(t->a) && is_finite(t->b) && is_finite(t->c))
        return no_trouble;
    return (struct rank_trouble){HEDRA_ERROR_NOT_FINITE, t->begin + last,
                                 t->rank, -1};
}

/* What became of the ends, which were the type's numbers. */
static void read_ends(const struct hedra_tridiag_mpi *t, const void *ends,
                      number end[3])
{
    for (int k = 0; k < 3; k++)
        end[k] = element(t, ends, k);
}

/* After RD: JD, and away with it. */
static void send_down(struct hedra_tridiag_mpi *t, struct rank_slot *s,
                      struct rank_trouble trouble, const number last[3])
{
    number d = 0;
    if (!trouble.status && s->lines.d)
        d = element(t, s->lines.d, t->problem.n - 1);
    const number value[VALUES] = {d - t->b * last[0], t->a - t->b * last[2],
                                  -t->b * last[1],
                                  size_of(t->a) + size_of(t->b * last[2])};
    const int64_t row = t->begin + t->problem.n - 1;
    if (!trouble.status && !is_finite(value[VALUE_D]))
        trouble =
            (struct rank_trouble){HEDRA_ERROR_NOT_FINITE, row, t->rank, -1};
    if (!trouble.status &&
        !(is_finite(value[VALUE_A]) && is_finite(value[VALUE_SIDE]) &&
          is_finite(value[VALUE_SIZE])))
        trouble = (struct rank_trouble){HEDRA_ERROR_PIVOT, row, t->rank, -1};
    post(t, s, DOWN, trouble, value);
}

/* After RU: JU. */
static void send_up(struct hedra_tridiag_mpi *t, struct rank_slot *s,
                    const number first[3])
{
    struct rank_trouble trouble = no_trouble;
    if (s->is_fresh)
        MPI_Waitall(2, t->above, MPI_STATUSES_IGNORE);
    const number c = t->c_above;
    const number value[VALUES] = {-c * first[0], -c * first[1], -c * first[2],
                                  size_of(c * first[1])};
    if (s->is_good &&
        !(is_finite(value[VALUE_D]) && is_finite(value[VALUE_A]) &&
          is_finite(value[VALUE_SIDE])))
        trouble =
            (struct rank_trouble){HEDRA_ERROR_PIVOT, t->begin, t->rank, -1};
    post(t, s, UP, trouble, value);
}

/* Stages RD, JD, RU and JU. `lines` are those of the rank. */
static void reduce(struct hedra_tridiag_mpi *t, int slot,
                   const struct hedra_tridiag_lines *lines, bool is_fresh,
                   struct rank_trouble trouble)
{
    struct rank_slot *s = &t->slot[slot];
    struct hedra_error why;
    number ends[3], last[3] = {0, -1, 0}, first[3] = {0, 0, -1};
    s->lines = block_lines(t, lines);
    s->is_fresh = is_fresh;
    s->is_good = true;
    if (is_fresh) {
        trouble = read_joint(t, lines, trouble);
        ask_above(t);
    }
    if (!trouble.status && t->block) {
        if (hedra_tridiag_block_down(t->block, slot, &s->lines, ends, &why))
            trouble = block_trouble(t, &why);
        else
            read_ends(t, ends, last);
    }
    send_down(t, s, trouble, last);
    if (t->block && s->is_good) {
        hedra_tridiag_block_up(t->block, slot, ends);
        read_ends(t, ends, first);
    }
    send_up(t, s, first);
}

/* Finds the largest |A x - d|, sum of |a|, |b|, |c| of a line, |x| and |d| of
 * this rank's lines; `above` and `below` are x of the lines around them. */
static void measure_lines(const struct hedra_tridiag_mpi *t,
                          const struct hedra_tridiag_lines *l, number above,
                          number below, double most[4])
{
    for (int64_t i = 0; i < t->problem.n; i++) {
        const bool is_first = t->begin + i == 0;
        const bool is_last = t->begin + i + 1 == t->end[t->ranks - 1];
        number b = is_first ? 0 : element(t, l->b, i);
        number c = is_last ? 0 : element(t, l->c, i), a = element(t, l->a, i);
        number d = element(t, l->d, i), x = element(t, l->x, i);
        number next = i + 1 < t->problem.n ? element(t, l->x, i + 1) : below;
        number sum = b * above + a * x + c * next - d;
        most[0] = fmax(most[0], is_finite(sum) ? size_of(sum) : HUGE_VAL);
        most[1] = fmax(most[1], size_of(a) + size_of(b) + size_of(c));
        most[2] = fmax(most[2], size_of(x));
        most[3] = fmax(most[3], size_of(d));
        above = x;
    }
}

static struct rank_trouble measure(const struct hedra_tridiag_mpi *t,
                                   const struct rank_slot *s)
{
    struct hedra_tridiag_lines lines = s->lines;
    const int up = t->rank > 0 ? t->rank - 1 : MPI_PROC_NULL;
    const int down = t->rank + 1 < t->ranks ? t->rank + 1 : MPI_PROC_NULL;
    number own = element(t, lines.x, 0), below = 0;
    double mine[4] = {0}, most[4];
    if (!lines.a) {
        lines.b = t->matrix[0];
        lines.a = t->matrix[1];
        lines.c = t->matrix[2];
    }
    MPI_Sendrecv(&own, 2, MPI_DOUBLE, up, TAG, &below, 2, MPI_DOUBLE, down, TAG,
                 t->comm, MPI_STATUS_IGNORE);
    measure_lines(t, &lines, t->rank > 0 ? s->x[t->rank - 1] : 0, below, mine);
    MPI_Allreduce(mine, most, 4, MPI_DOUBLE, MPI_MAX, t->comm);
    double residual =
        most[0] == 0 ? 0 : most[0] / (most[1] * most[2] + most[3]);
    return (struct rank_trouble){
        residual <= t->problem.residual_limit ? HEDRA_OK : HEDRA_ERROR_RESIDUAL,
        -1, -1, residual};
}

/* Stages RS and SS, once the messages are here. */
static struct rank_trouble finish(struct hedra_tridiag_mpi *t, int slot)
{
    struct rank_slot *s = &t->slot[slot];
    const int64_t joint = t->problem.n - 1;
    number left, right;
    struct rank_trouble trouble = hear(t, s);
    if (!trouble.status && s->is_fresh)
        trouble = factor_joints(t, s);
    if (!trouble.status)
        trouble = solve_joints(t, s);
    if (trouble.status)
        return trouble;
    number x = s->x[t->rank];
    set_element(t, &left, 0, t->rank > 0 ? s->x[t->rank - 1] : 0);
    set_element(t, &right, 0, x);
    if (t->block)
        hedra_tridiag_block_solve(t->block, slot, &left, &right);
    if (t->reflect)
        x = 2 * x - element(t, s->lines.d, joint);
    set_element(t, s->lines.x, joint, x);
    return t->problem.residual_limit > 0 ? measure(t, s) : no_trouble;
}

/* Calls -------------------------------------------------------------------- */

static const void *shift(const void *array, size_t bytes)
{
    return array ? (const char *)array + bytes : NULL;
}

/* All right-hand sides: one is reduced while the values of the one before are
 * on their way. */
static struct rank_trouble run(struct hedra_tridiag_mpi *t,
                               const struct hedra_tridiag_lines *lines,
                               bool is_fresh, struct rank_trouble given)
{
    struct rank_trouble outcome = no_trouble;
    double residual = -1;
    int64_t k = 0;
    for (; k < t->problem.rhs && !outcome.status; k++) {
        struct hedra_tridiag_lines one = *lines;
        size_t at = (size_t)(k * t->problem.ld) * t->size;
        one.d = shift(lines->d, at);
        one.x = (void *)shift(lines->x, at);
        reduce(t, (int)(k % SLOTS), &one, is_fresh, given);
        if (k > 0)
            outcome = finish(t, (int)((k - 1) % SLOTS));
        residual = fmax(residual, outcome.residual);
    }
    struct rank_trouble last = outcome;
    if (outcome.status)
        hear(t, &t->slot[(k - 1) % SLOTS]);
    else
        last = finish(t, (int)((k - 1) % SLOTS));
    last.residual = fmax(residual, last.residual);
    return last;
}

/* Row exchanges -------------------------------------------------------------
 */

/* All ranks' lines of an array, at rank 0. */
static void collect(const struct hedra_tridiag_mpi *t, const void *own,
                    void *all)
{
    if (t->rank > 0) {
        mpi_bytes_send(t->comm, own, (size_t)t->problem.n * t->size, 0, TAG);
        return;
    }
    memcpy(all, own, (size_t)t->problem.n * t->size);
    for (int k = 1; k < t->ranks; k++)
        mpi_bytes_receive(
            t->comm, (char *)all + (size_t)t->end[k - 1] * t->size,
            (size_t)(t->end[k] - t->end[k - 1]) * t->size, k, TAG);
}

/* Gives all ranks their lines of an array at rank 0; x may be d, and 2 x - d
 * may take its place. */
static void distribute(const struct hedra_tridiag_mpi *t, const void *all,
                       void *own, const void *d, void *x)
{
    const size_t bytes = (size_t)t->problem.n * t->size;
    for (int k = 1; k < t->ranks && t->rank == 0; k++)
        mpi_bytes_send(t->comm,
                       (const char *)all + (size_t)t->end[k - 1] * t->size,
                       (size_t)(t->end[k] - t->end[k - 1]) * t->size, k, TAG);
    if (t->rank > 0)
        mpi_bytes_receive(t->comm, own, bytes, 0, TAG);
    else
        memcpy(own, all, bytes);
    for (int64_t i = 0; i < t->problem.n && t->reflect; i++)
        set_element(t, own, i, 2 * element(t, own, i) - element(t, d, i));
    memcpy(x, own, bytes);
}

/* What rank 0 needs to solve the whole system: b, a, c, and d or x. */
struct whole_system {
    struct hedra_tridiag *solver;
    char *array[4];
    void *own; /* this rank's x */
};

static void whole_new(const struct hedra_tridiag_mpi *t, struct whole_system *w,
                      struct hedra_error *why)
{
    const int64_t total = t->end[t->ranks - 1];
    const struct hedra_tridiag_problem problem = {
        .type = t->problem.type,
        .n = total,
        .pivoting = HEDRA_TRIDIAG_ALWAYS,
        .residual_limit = t->problem.residual_limit};
    *w = (struct whole_system){.own = tridiag_alloc(t->problem.n, t->size)};
    bool made = w->own;
    if (t->rank == 0 && hedra_tridiag_create(&problem, &w->solver, why))
        return;
    for (int k = 0; k < 4 && t->rank == 0 && made; k++)
        made = (w->array[k] = tridiag_alloc(total, t->size));
    if (!made) {
        error_no_memory(why);
        why->system = t->rank;
    }
}

static void whole_free(struct whole_system *w)
{
    hedra_tridiag_destroy(w->solver);
    for (int k = 0; k < 4; k++)
        free(w->array[k]);
    free(w->own);
}

/* All right-hand sides, solved by rank 0 with row exchanges. */
static struct rank_trouble exchange(const struct hedra_tridiag_mpi *t,
                                    const struct hedra_tridiag_lines *lines)
{
    struct hedra_error why;
    struct whole_system w;
    double residual = -1;
    error_none(&why);
    whole_new(t, &w, &why);
    if (!tridiag_mpi_agree(t->comm, &why)) {
        collect(t, lines->b, w.array[0]);
        collect(t, lines->a, w.array[1]);
        collect(t, lines->c, w.array[2]);
    }
    for (int64_t k = 0; k < t->problem.rhs && !why.status; k++) {
        size_t at = (size_t)(k * t->problem.ld) * t->size;
        const void *d = shift(lines->d, at);
        collect(t, d, w.array[3]);
        if (t->rank == 0)
            hedra_tridiag_solve(w.solver, w.array[0], w.array[1], w.array[2],
                                w.array[3], w.array[3], &why);
        MPI_Bcast(&why, (int)sizeof why, MPI_BYTE, 0, t->comm);
        residual = fmax(residual, why.residual);
        if (!why.status)
            distribute(t, w.array[3], w.own, d, (void *)shift(lines->x, at));
    }
    whole_free(&w);
    return (struct rank_trouble){why.status, why.row, (int)why.system,
                                 residual};
}

static bool is_to_exchange(const struct hedra_tridiag_mpi *t,
                           struct rank_trouble trouble)
{
    return t->problem.pivoting == HEDRA_TRIDIAG_IF_BAD &&
           (trouble.status == HEDRA_ERROR_PIVOT ||
            trouble.status == HEDRA_ERROR_RESIDUAL);
}

/* Does what `run` does, and with row exchanges if they are asked for. */
static struct rank_trouble run_exchanged(struct hedra_tridiag_mpi *t,
                                         struct hedra_tridiag_lines lines,
                                         bool is_fresh,
                                         struct rank_trouble given)
{
    const bool always =
        t->problem.pivoting == HEDRA_TRIDIAG_ALWAYS || t->exchanged;
    struct hedra_error why;
    struct rank_trouble trouble = given;
    if (!always) {
        trouble = run(t, &lines, is_fresh, given);
        if (!is_to_exchange(t, trouble))
            return trouble;
    } else {
        error_none(&why);
        why.status = given.status;
        why.row = t->rank;
        if (tridiag_mpi_agree(t->comm, &why))
            return (struct rank_trouble){why.status, -1, (int)why.row, -1};
    }
    if (!is_fresh) {
        lines.b = t->matrix[0];
        lines.a = t->matrix[1];
        lines.c = t->matrix[2];
    }
    return exchange(t, &lines);
}

/* Does what run_exchanged does; x may be d, but a residual needs what d was. */
static struct rank_trouble run_checked(struct hedra_tridiag_mpi *t,
                                       struct hedra_tridiag_lines lines,
                                       bool is_fresh)
{
    struct rank_trouble trouble = no_trouble;
    void *copy = NULL;
    if (!lines.d || !lines.x ||
        (is_fresh && (!lines.b || !lines.a || !lines.c)))
        trouble = (struct rank_trouble){HEDRA_ERROR_ARGUMENT, -1, t->rank, -1};
    else if (t->problem.residual_limit > 0 && lines.d == lines.x) {
        size_t bytes = t->size * (size_t)(t->problem.ld * (t->problem.rhs - 1) +
                                          t->problem.n);
        copy = malloc(bytes);
        if (copy)
            lines.d = memcpy(copy, lines.d, bytes);
        else
            trouble =
                (struct rank_trouble){HEDRA_ERROR_NO_MEMORY, -1, t->rank, -1};
    }
    trouble = run_exchanged(t, lines, is_fresh, trouble);
    free(copy);
    return trouble;
}

/* Copies of the matrix, for residuals and row exchanges. */
static bool keep_matrix(struct hedra_tridiag_mpi *t,
                        const struct hedra_tridiag_lines *lines)
{
    const void *const from[3] = {lines->b, lines->a, lines->c};
    const size_t bytes = (size_t)t->problem.n * t->size;
    for (int k = 0; k < 3; k++) {
        if (!t->matrix[k] && !(t->matrix[k] = malloc(bytes)))
            return false;
        memcpy(t->matrix[k], from[k], bytes);
    }
    return true;
}

/* Instead of factors. */
static struct rank_trouble
keep_for_exchange(struct hedra_tridiag_mpi *t,
                  const struct hedra_tridiag_lines *lines)
{
    struct hedra_error why;
    error_none(&why);
    if (!keep_matrix(t, lines)) {
        error_no_memory(&why);
        why.system = t->rank;
    }
    t->exchanged = !tridiag_mpi_agree(t->comm, &why);
    return (struct rank_trouble){why.status, -1, (int)why.system, -1};
}

static struct rank_trouble factor(struct hedra_tridiag_mpi *t,
                                  const struct hedra_tridiag_lines *given)
{
    struct rank_slot *s = &t->slot[0];
    struct hedra_error why;
    struct rank_trouble trouble = no_trouble;
    number a[3], b[3], last[3] = {0, -1, 0}, first[3] = {0, 0, -1};
    t->factored = t->exchanged = false;
    s->lines = block_lines(t, given);
    s->is_fresh = s->is_good = true;
    if (!given->b || !given->a || !given->c)
        trouble = (struct rank_trouble){HEDRA_ERROR_ARGUMENT, -1, t->rank, -1};
    else if (t->problem.residual_limit > 0 && !keep_matrix(t, given))
        trouble = (struct rank_trouble){HEDRA_ERROR_NO_MEMORY, -1, t->rank, -1};
    trouble = read_joint(t, given, trouble);
    ask_above(t);
    if (!trouble.status && t->block) {
        if (hedra_tridiag_block_factor(t->block, &s->lines, a, b, &why)) {
            trouble = block_trouble(t, &why);
        } else {
            read_ends(t, a, last);
            read_ends(t, b, first);
        }
    }
    send_down(t, s, trouble, last);
    send_up(t, s, first);
    trouble = hear(t, s);
    if (!trouble.status && t->problem.pivoting == HEDRA_TRIDIAG_ALWAYS)
        trouble.status = HEDRA_ERROR_PIVOT;
    else if (!trouble.status)
        trouble = factor_joints(t, s);
    if (trouble.status == HEDRA_ERROR_PIVOT &&
        t->problem.pivoting != HEDRA_TRIDIAG_NEVER)
        trouble = keep_for_exchange(t, given);
    t->factored = !trouble.status;
    return trouble;
}

static enum hedra_status no_object(struct hedra_error *why)
{
    return error_argument(why, "the object is NULL");
}

enum hedra_status hedra_tridiag_mpi_solve(struct hedra_tridiag_mpi *t,
                                          const void *b, const void *a,
                                          const void *c, const void *d, void *x,
                                          struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t)
        return no_object(why);
    struct hedra_tridiag_lines lines = {.b = b, .a = a, .c = c, .d = d, .x = x};
    t->factored = t->exchanged = false;
    if (t->problem.rhs == 1 || t->problem.pivoting == HEDRA_TRIDIAG_ALWAYS)
        return tell(t, run_checked(t, lines, true), why);
    struct rank_trouble trouble = factor(t, &lines);
    lines.b = lines.a = lines.c = NULL;
    return tell(t, trouble.status ? trouble : run_checked(t, lines, false),
                why);
}

enum hedra_status hedra_tridiag_mpi_factor(struct hedra_tridiag_mpi *t,
                                           const void *b, const void *a,
                                           const void *c,
                                           struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t)
        return no_object(why);
    const struct hedra_tridiag_lines lines = {.b = b, .a = a, .c = c};
    return tell(t, factor(t, &lines), why);
}

enum hedra_status hedra_tridiag_mpi_apply(struct hedra_tridiag_mpi *t,
                                          const void *d, void *x,
                                          struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t)
        return no_object(why);
    if (!t->factored)
        return error_argument(why,
                              "hedra_tridiag_mpi_factor has kept no factors");
    const struct hedra_tridiag_lines lines = {.d = d, .x = x};
    return tell(t, run_checked(t, lines, false), why);
}
