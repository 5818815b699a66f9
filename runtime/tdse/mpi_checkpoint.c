/*
 * Checkpoints of <hedra_tdse_mpi.h>: rank 0 has the whole grid for as long as
 * the file is written or read, which is that of one rank.
 */
#include "runtime/base/mpi_bytes.h"
#include "runtime/host/host.h"
#include "runtime/tdse/file.h"
#include "runtime/tdse/mpi_local.h"
#include "runtime/tridiag/tridiag.h"
#include "runtime/tridiag/tridiag_mpi.h"

#include <stdlib.h>

enum { TAG = 3, PSI = 0, POTENTIAL, ABSORBER, ARRAYS };

/* Numbers of each array at a point. */
static const int64_t parts[ARRAYS] = {2, 1, 1};

/* The points of all ranks, and rank 0's list of how many each has. */
struct grid_of_ranks {
    MPI_Comm comm;
    int rank, ranks;
    int64_t own, total, *count;
};

static void spread_begin(struct grid_of_ranks *s, MPI_Comm comm, int64_t own,
                         struct hedra_error *why)
{
    *s = (struct grid_of_ranks){.comm = comm, .own = own};
    MPI_Comm_rank(comm, &s->rank);
    MPI_Comm_size(comm, &s->ranks);
    MPI_Allreduce(&own, &s->total, 1, MPI_INT64_T, MPI_SUM, comm);
    if (s->rank == 0)
        s->count = calloc((size_t)s->ranks, sizeof *s->count);
    if (s->rank == 0 && !s->count)
        error_no_memory(why);
    if (!tridiag_mpi_agree(comm, why))
        MPI_Gather(&own, 1, MPI_INT64_T, s->count, 1, MPI_INT64_T, 0, comm);
}

static bool room(double *array[ARRAYS], int64_t points)
{
    bool good = true;
    for (int k = 0; k < ARRAYS; k++) {
        array[k] = tridiag_alloc(parts[k] * points, sizeof(double));
        good = good && array[k];
    }
    return good;
}

static void drop(double *array[ARRAYS])
{
    for (int k = 0; k < ARRAYS; k++)
        free(array[k]);
}

enum way { TO_ROOT, FROM_ROOT };

/* One array, of `numbers` a point, between rank 0's `whole` and every rank's
 * `own`. */
static void move(const struct grid_of_ranks *s, enum way way, int64_t numbers,
                 double *whole, double *own)
{
    const size_t size = (size_t)numbers * sizeof(double);
    if (s->rank > 0) {
        if (way == TO_ROOT)
            mpi_bytes_send(s->comm, own, (size_t)s->own * size, 0, TAG);
        else
            mpi_bytes_receive(s->comm, own, (size_t)s->own * size, 0, TAG);
        return;
    }
    for (int64_t i = 0; i < numbers * s->own; i++)
        if (way == TO_ROOT)
            whole[i] = own[i];
        else
            own[i] = whole[i];
    double *at = whole + numbers * s->own;
    for (int k = 1; k < s->ranks; k++) {
        const size_t bytes = (size_t)s->count[k] * size;
        if (way == TO_ROOT)
            mpi_bytes_receive(s->comm, at, bytes, k, TAG);
        else
            mpi_bytes_send(s->comm, at, bytes, k, TAG);
        at += numbers * s->count[k];
    }
}

/* Writing ------------------------------------------------------------------ */

static void write_all(const struct grid_of_ranks *s, struct tdse_content *own,
                      const char *path, struct hedra_error *why)
{
    double *const mine[ARRAYS] = {own->psi, own->potential, own->absorber};
    double *whole[ARRAYS] = {NULL};
    if (s->rank == 0 && !room(whole, s->total))
        error_no_memory(why);
    if (!tridiag_mpi_agree(s->comm, why))
        for (int k = 0; k < ARRAYS; k++)
            move(s, TO_ROOT, parts[k], whole[k], mine[k]);
    if (!why->status && s->rank == 0) {
        struct tdse_content content = *own;
        content.n = s->total;
        content.psi = whole[PSI];
        content.potential = whole[POTENTIAL];
        content.absorber = whole[ABSORBER];
        tdse_file_write(path, &content, why);
    }
    drop(whole);
    tridiag_mpi_agree(s->comm, why);
}

enum hedra_status hedra_tdse_mpi_save(const struct hedra_tdse_mpi *t,
                                      const char *path, const void *notes,
                                      size_t bytes, struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    struct grid_of_ranks s;
    if (!t)
        return error_argument(why, "the object is NULL");
    struct tdse_content content = tdse_grid_content(&t->grid);
    error_none(&own);
    if (t->rank == 0 && (!path || (bytes > 0 && !notes) || bytes > PTRDIFF_MAX))
        error_argument(&own, "the path or notes is NULL");
    content.notes = (void *)notes;
    content.bytes = (int64_t)bytes;
    spread_begin(&s, t->comm, content.n, &own);
    if (!own.status)
        write_all(&s, &content, path, &own);
    free(s.count);
    return tdse_mpi_tell(&own, why);
}

/* Reading ------------------------------------------------------------------ */

/* To all ranks what rank 0 has read, but for the arrays. */
static void share(const struct grid_of_ranks *s, struct tdse_content *c,
                  struct hedra_error *why)
{
    struct tdse_content first = *c;
    MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, s->comm);
    if (s->rank > 0) {
        *c = first;
        c->psi = c->potential = c->absorber = NULL;
        c->notes = malloc((size_t)c->bytes + 1);
    }
    if (!c->notes)
        error_no_memory(why);
    else if (c->n != s->total)
        error_set(why, HEDRA_ERROR_ARGUMENT,
                  "the ranks have %lld points, the checkpoint %lld",
                  (long long)s->total, (long long)c->n);
    if (!tridiag_mpi_agree(s->comm, why))
        mpi_bytes_share(s->comm, c->notes, (size_t)c->bytes);
}

static void make(const struct grid_of_ranks *s, const struct tdse_content *c,
                 const struct hedra_tdse_options *given,
                 struct hedra_tdse_mpi **made, struct hedra_error *why)
{
    double *const whole[ARRAYS] = {c->psi, c->potential, c->absorber};
    double *own[ARRAYS];
    struct hedra_tdse_options o;
    tdse_content_options(c, given, &o, why);
    if (!room(own, s->own))
        error_no_memory(why);
    if (!tridiag_mpi_agree(s->comm, why)) {
        for (int k = 0; k < ARRAYS; k++)
            move(s, FROM_ROOT, parts[k], whole[k], own[k]);
        o.n = s->own;
        o.potential = own[POTENTIAL];
        o.absorber = own[ABSORBER];
        hedra_tdse_mpi_create(s->comm, &o, made, why);
    }
    if (!why->status)
        hedra_tdse_mpi_set(*made, own[PSI], c->begin, why);
    if (!why->status)
        (*made)->grid.steps = c->steps;
    drop(own);
}

enum hedra_status
hedra_tdse_mpi_restart(MPI_Comm comm, const char *path,
                       const struct hedra_tdse_options *options,
                       struct hedra_tdse_mpi **made, void **notes,
                       size_t *bytes, struct hedra_error *why)
{
    CANCEL_OFF;
    struct tdse_content content = {0};
    struct hedra_error own;
    struct grid_of_ranks s;
    if (made)
        *made = NULL;
    error_none(&own);
    if (!made || !options || options->n < 1 || (notes && !bytes))
        error_argument(&own, "made, options or bytes is NULL, or n below 1");
    spread_begin(&s, comm, own.status ? 0 : options->n, &own);
    if (!own.status && s.rank == 0 && !path)
        error_argument(&own, "the path is NULL");
    else if (!own.status && s.rank == 0)
        tdse_file_read(path, &content, &own);
    if (!tridiag_mpi_agree(comm, &own))
        share(&s, &content, &own);
    if (!own.status)
        make(&s, &content, options, made, &own);
    if (own.status && made) {
        hedra_tdse_mpi_destroy(*made);
        *made = NULL;
    } else if (!own.status && notes) {
        *notes = content.notes;
        *bytes = (size_t)content.bytes;
        content.notes = NULL;
    }
    tdse_content_drop(&content);
    free(s.count);
    return tdse_mpi_tell(&own, why);
}
