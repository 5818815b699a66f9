/*
 * Makes and frees systems that are spread over ranks: the problem is checked,
 * and the ranks agree on it and on where each one's lines lie.
 */
#include "runtime/tridiag/mpi_local.h"

#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/tridiag/local.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

static enum hedra_status check_problem(const struct hedra_tridiag_problem *p,
                                       const void *made,
                                       struct hedra_error *why)
{
    const char *text = NULL;
    if (!p || !made)
        text = "problem or made is NULL";
    else if ((unsigned)p->type > HEDRA_TRIDIAG_COMPLEX_DOUBLE)
        text = "type is no enum hedra_tridiag_type";
    else if (p->n < 1)
        text = "a rank has no lines";
    else if (p->systems > 1 || p->systems < 0 || p->sizes || p->layout)
        text = "over ranks there is one system";
    else if ((unsigned)p->pivoting > HEDRA_TRIDIAG_ALWAYS)
        text = "pivoting is no enum hedra_tridiag_pivoting";
    else if (p->device)
        text = "over ranks the hosts solve: there is no device";
    else if (p->rhs < 0 || p->ld < 0 || (p->ld && p->ld < p->n))
        text = "rhs or ld is negative, or ld smaller than n";
    else if (!(p->pivot_limit >= 0 && p->pivot_limit < 1))
        text = "pivot_limit is not from 0 to 1";
    else if (!(p->residual_limit >= 0 && p->residual_limit < HUGE_VAL))
        text = "residual_limit is negative or not finite";
    return text ? error_argument(why, text) : error_none(why);
}

void tridiag_mpi_reflect(struct hedra_tridiag_mpi *t)
{
    t->reflect = true;
}

enum hedra_status tridiag_mpi_agree(MPI_Comm comm, struct hedra_error *why)
{
    int rank, ranks, first;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    int mine = why->status ? rank : ranks;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm);
    if (first < ranks)
        MPI_Bcast(why, (int)sizeof *why, MPI_BYTE, first, comm);
    return why->status;
}

/* Where each rank's lines end, and whether the problems are one. */
static void share(struct hedra_tridiag_mpi *t, struct hedra_error *why)
{
    const struct hedra_tridiag_problem *p = &t->problem;
    struct {
        double pivot_limit, residual_limit;
        int64_t type, rhs, pivoting;
    } mine = {p->pivot_limit, p->residual_limit, p->type, p->rhs, p->pivoting},
      first = mine;
    int64_t sum = 0;
    MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, t->comm);
    if (mine.pivot_limit != first.pivot_limit || mine.rhs != first.rhs ||
        mine.residual_limit != first.residual_limit ||
        mine.type != first.type || mine.pivoting != first.pivoting)
        error_argument(why, "type, rhs, pivoting, pivot_limit or "
                            "residual_limit differ between ranks");
    MPI_Allgather(&p->n, 1, MPI_INT64_T, t->end, 1, MPI_INT64_T, t->comm);
    for (int k = 0; k < t->ranks; k++) {
        if (k == t->rank)
            t->begin = sum;
        if (__builtin_add_overflow(sum, t->end[k], &sum) ||
            sum > INT64_C(1) << DBL_MANT_DIG) {
            error_set(why, HEDRA_ERROR_TOO_LARGE,
                      "the lines are more than messages can count");
            return;
        }
        t->end[k] = sum;
    }
}

static bool alloc(struct hedra_tridiag_mpi *t)
{
    const size_t ranks = (size_t)t->ranks;
    t->inv = calloc(ranks, sizeof *t->inv);
    t->low = calloc(ranks, sizeof *t->low);
    t->up = calloc(ranks, sizeof *t->up);
    bool made = t->inv && t->low && t->up;
    for (int k = 0; k < SLOTS && made; k++) {
        struct rank_slot *s = &t->slot[k];
        s->x = calloc(ranks, sizeof *s->x);
        for (int way = DOWN; way <= UP; way++)
            s->all[way] = calloc(ranks, LONGEST * sizeof(double));
        made = s->x && s->all[DOWN] && s->all[UP];
    }
    return made;
}

static void make_block(struct hedra_tridiag_mpi *t, struct hedra_error *why)
{
    struct hedra_tridiag_problem block = t->problem;
    block.n--;
    block.systems = block.rhs = block.ld = 0;
    block.residual_limit = 0;
    block.pivoting = HEDRA_TRIDIAG_NEVER;
    if (block.n > 0)
        hedra_tridiag_block_create(&block, &t->block, why);
    if (!why->status && !alloc(t))
        error_no_memory(why);
}

static void set_problem(struct hedra_tridiag_mpi *t,
                        const struct hedra_tridiag_problem *p)
{
    static const size_t size[] = {sizeof(float), sizeof(double),
                                  sizeof(float complex),
                                  sizeof(double complex)};
    t->problem = *p;
    t->size = size[p->type];
    t->problem.systems = 1;
    t->problem.rhs = p->rhs ? p->rhs : 1;
    t->problem.ld = p->ld ? p->ld : p->n;
    if (p->pivot_limit == 0)
        t->problem.pivot_limit = TRIDIAG_PIVOT_LIMIT;
}

enum hedra_status hedra_tridiag_mpi_create(
    MPI_Comm comm, const struct hedra_tridiag_problem *problem,
    struct hedra_tridiag_mpi **made, struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    if (made)
        *made = NULL;
    check_problem(problem, made, &own);
    struct hedra_tridiag_mpi *t = own.status ? NULL : calloc(1, sizeof *t);
    if (!own.status && !t)
        error_no_memory(&own);
    if (t) {
        MPI_Comm_size(comm, &t->ranks);
        MPI_Comm_rank(comm, &t->rank);
        t->comm = MPI_COMM_NULL;
        set_problem(t, problem);
        if (!(t->end = calloc((size_t)t->ranks, sizeof *t->end)))
            error_no_memory(&own);
    }
    if (!tridiag_mpi_agree(comm, &own)) {
        MPI_Comm_dup(comm, &t->comm);
        share(t, &own);
        if (!own.status)
            make_block(t, &own);
        tridiag_mpi_agree(comm, &own);
    }
    if (own.status)
        hedra_tridiag_mpi_destroy(t);
    else
        *made = t;
    if (why)
        *why = own;
    return own.status;
}

void hedra_tridiag_mpi_destroy(struct hedra_tridiag_mpi *t)
{
    CANCEL_OFF;
    if (!t)
        return;
    hedra_tridiag_block_destroy(t->block);
    for (int k = 0; k < SLOTS; k++) {
        free(t->slot[k].x);
        free(t->slot[k].all[DOWN]);
        free(t->slot[k].all[UP]);
    }
    for (int k = 0; k < 3; k++)
        free(t->matrix[k]);
    free(t->inv);
    free(t->low);
    free(t->up);
    free(t->end);
    if (t->comm != MPI_COMM_NULL)
        MPI_Comm_free(&t->comm);
    free(t);
}

void hedra_tridiag_mpi_lines(const struct hedra_tridiag_mpi *t, int64_t *begin,
                             int64_t *total)
{
    CANCEL_OFF;
    *begin = t->begin;
    *total = t->end[t->ranks - 1];
}
