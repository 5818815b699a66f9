/*
 * Checkpoints of <hedra_tsa_mpi.h>: rank 0 has the whole lattice for as long as
 * the file is written or read, in the form that <hedra_tsa.h> has of it.
 */
#include "runtime/base/mpi_bytes.h"
#include "runtime/host/host.h"
#include "runtime/tsa/mpi_local.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 2, TABLES = 3 };

/* An array of the whole lattice, which rank 0 has, and each rank's rectangle of
 * it. */
struct lattice_of_ranks {
    MPI_Comm comm;
    int64_t nx, ny;
    part own;
    size_t size; /* bytes of an element */
};

enum way { TO_ROOT, FROM_ROOT };

static void move_own(const struct lattice_of_ranks *s, enum way way,
                     char *whole, char *own)
{
    const size_t row = (size_t)s->own.width * s->size;
    for (int64_t y = 0; y < s->own.height; y++) {
        char *at =
            whole + (size_t)((s->own.y + y) * s->nx + s->own.x) * s->size;
        if (way == TO_ROOT)
            memcpy(at, own + (size_t)y * row, row);
        else
            memcpy(own + (size_t)y * row, at, row);
    }
}

/* Row by row, since MPI counts in int. */
static void move_row(const struct lattice_of_ranks *s, bool sends, char *at,
                     int64_t width, int rank)
{
    const int bytes = (int)((size_t)width * s->size);
    if (sends)
        MPI_Send(at, bytes, MPI_BYTE, rank, TAG, s->comm);
    else
        MPI_Recv(at, bytes, MPI_BYTE, rank, TAG, s->comm, MPI_STATUS_IGNORE);
}

/* Between `whole` on rank 0, of nx ny elements, and every rank's `own`. */
static void move(const struct lattice_of_ranks *s, enum way way, char *whole,
                 char *own)
{
    int rank, ranks;
    MPI_Comm_rank(s->comm, &rank);
    MPI_Comm_size(s->comm, &ranks);
    if (rank > 0) {
        const size_t row = (size_t)s->own.width * s->size;
        MPI_Send(&s->own, (int)sizeof s->own, MPI_BYTE, 0, TAG, s->comm);
        for (int64_t y = 0; y < s->own.height; y++)
            move_row(s, way == TO_ROOT, own + (size_t)y * row, s->own.width, 0);
        return;
    }
    move_own(s, way, whole, own);
    for (int k = 1; k < ranks; k++) {
        part p;
        MPI_Recv(&p, (int)sizeof p, MPI_BYTE, k, TAG, s->comm,
                 MPI_STATUS_IGNORE);
        for (int64_t y = p.y; y < p.y + p.height; y++)
            move_row(s, way == FROM_ROOT,
                     whole + (size_t)(y * s->nx + p.x) * s->size, p.width, k);
    }
}

/* Memory for an array of the whole lattice on rank 0, if `size` bytes are its
 * elements; NULL on the others. False if memory is short. */
static bool room(const struct lattice_of_ranks *s, size_t size, void **whole)
{
    int rank;
    MPI_Comm_rank(s->comm, &rank);
    *whole = NULL;
    if (rank > 0)
        return true;
    *whole = malloc((size_t)s->nx * (size_t)s->ny * size);
    return *whole != NULL;
}

static int check_rows(const struct lattice_of_ranks *s)
{
    return s->own.width > INT_MAX / (int64_t)sizeof(double) ? HEDRA_ERROR_SIZE
                                                            : HEDRA_OK;
}

/* Writing ------------------------------------------------------------------ */

/* What rank 0 gathers: re, im, and the tables that there are. */
struct gathered {
    void *state, *table[TABLES];
};

static void drop(struct gathered *g)
{
    free(g->state);
    for (int k = 0; k < TABLES; k++)
        free(g->table[k]);
}

static int gather(const struct hedra_tsa_mpi *m, struct gathered *g)
{
    double *const table[TABLES] = {m->link_x, m->link_y, m->potential};
    struct lattice_of_ranks s = {m->comm, m->o.nx, m->o.ny, m->own, m->size};
    const size_t count = sites(m->own);
    const size_t whole = (size_t)s.nx * (size_t)s.ny * m->size;
    char *own = malloc(2 * count * m->size);
    int error = check_rows(&s);
    if (!own || !room(&s, 2 * m->size, &g->state))
        error = HEDRA_ERROR_NO_MEMORY;
    for (int k = 0; k < TABLES; k++)
        if (table[k] && !room(&s, sizeof(double), &g->table[k]))
            error = HEDRA_ERROR_NO_MEMORY;
    if (!error)
        error = hedra_tsa_get(m->inner, own, own + count * m->size, NULL);
    error = tsa_mpi_agree(m->comm, error);
    for (int k = 0; k < 2 && !error; k++)
        move(&s, TO_ROOT,
             g->state ? (char *)g->state + (size_t)k * whole : NULL,
             own + (size_t)k * count * m->size);
    s.size = sizeof(double);
    for (int k = 0; k < TABLES && !error; k++)
        if (table[k])
            move(&s, TO_ROOT, g->table[k], (char *)table[k]);
    free(own);
    return error;
}

/* On rank 0. */
static int write_whole(const struct hedra_tsa_mpi *m, const struct gathered *g,
                       const char *path, const void *notes, size_t bytes)
{
    const size_t whole = (size_t)m->o.nx * (size_t)m->o.ny * m->size;
    struct hedra_tsa_options o = m->o;
    struct hedra_tsa *t;
    o.link_x = g->table[0];
    o.link_y = g->table[1];
    o.potential = g->table[2];
    o.method = HEDRA_TSA_STREAM;
    int error = hedra_tsa_create(&o, &t, NULL);
    if (!error)
        error = hedra_tsa_put(t, g->state, (char *)g->state + whole, NULL);
    if (!error)
        error = hedra_tsa_checkpoint(t, path, notes, bytes, NULL);
    hedra_tsa_destroy(t);
    return error;
}

enum hedra_status hedra_tsa_mpi_checkpoint(const struct hedra_tsa_mpi *m,
                                           const char *path, const void *notes,
                                           size_t bytes,
                                           struct hedra_error *why)
{
    CANCEL_OFF;
    struct gathered g = {NULL, {NULL}};
    int rank;
    if (!m)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    MPI_Comm_rank(m->comm, &rank);
    int error = gather(m, &g);
    if (!error && rank == 0)
        error = write_whole(m, &g, path, notes, bytes);
    drop(&g);
    return tsa_tell(why, tsa_mpi_agree(m->comm, error));
}

/* Reading ------------------------------------------------------------------ */

/* The file's lattice on rank 0, and what every rank has to know of it. */
struct file {
    struct hedra_tsa *whole;
    struct hedra_tsa_options o; /* pointers are NULL but on rank 0 */
    bool has[TABLES];
    void *notes;
    size_t bytes;
};

/* On rank 0. */
static int read_whole(const char *path, struct file *f)
{
    const struct hedra_tsa_options how = {.method = HEDRA_TSA_STREAM};
    int error =
        hedra_tsa_restart(path, &how, &f->whole, &f->notes, &f->bytes, NULL);
    if (error)
        return error;
    error = hedra_tsa_describe(f->whole, &f->o, NULL);
    f->has[0] = f->o.link_x != NULL;
    f->has[1] = f->o.link_y != NULL;
    f->has[2] = f->o.potential != NULL;
    return error;
}

/* To all ranks what rank 0 has read, but for the arrays. */
static int share(MPI_Comm comm, struct file *f)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    const double *const table[TABLES] = {f->o.link_x, f->o.link_y,
                                         f->o.potential};
    mpi_bytes_share(comm, &f->o, sizeof f->o);
    mpi_bytes_share(comm, f->has, sizeof f->has);
    mpi_bytes_share(comm, &f->bytes, sizeof f->bytes);
    f->o.link_x = table[0];
    f->o.link_y = table[1];
    f->o.potential = table[2];
    if (rank > 0)
        f->notes = malloc(f->bytes + 1);
    int error =
        tsa_mpi_agree(comm, f->notes ? HEDRA_OK : HEDRA_ERROR_NO_MEMORY);
    if (!error)
        mpi_bytes_share(comm, f->notes, f->bytes);
    return error;
}

/* This rank's rectangles: of the state, and of the tables that there are. */
static int scatter(const struct lattice_of_ranks *given, struct file *f,
                   struct gathered *own)
{
    struct lattice_of_ranks s = *given;
    const double *const table[TABLES] = {f->o.link_x, f->o.link_y,
                                         f->o.potential};
    const size_t count = sites(s.own);
    const size_t whole = (size_t)s.nx * (size_t)s.ny * s.size;
    void *state = NULL;
    int error = check_rows(&s);
    own->state = malloc(2 * count * s.size);
    if (!own->state || !room(&s, 2 * s.size, &state))
        error = HEDRA_ERROR_NO_MEMORY;
    for (int k = 0; k < TABLES; k++)
        if (f->has[k] && !(own->table[k] = malloc(count * sizeof(double))))
            error = HEDRA_ERROR_NO_MEMORY;
    if (!error && state)
        error = hedra_tsa_get(f->whole, state, (char *)state + whole, NULL);
    error = tsa_mpi_agree(s.comm, error);
    for (int k = 0; k < 2 && !error; k++)
        move(&s, FROM_ROOT, state ? (char *)state + (size_t)k * whole : NULL,
             (char *)own->state + (size_t)k * count * s.size);
    s.size = sizeof(double);
    for (int k = 0; k < TABLES && !error; k++)
        if (f->has[k])
            move(&s, FROM_ROOT, (char *)table[k], own->table[k]);
    free(state);
    return error;
}

static int make(MPI_Comm comm, const struct hedra_tsa_options *given,
                struct file *f, struct hedra_tsa_mpi **out)
{
    struct gathered own = {NULL, {NULL}};
    struct lattice_of_ranks s = {
        .comm = comm,
        .nx = f->o.nx,
        .ny = f->o.ny,
        .size = f->o.real == HEDRA_TSA_FLOAT ? sizeof(float) : sizeof(double)};
    int error = hedra_tsa_mpi_part(comm, s.nx, s.ny, &s.own, NULL);
    error = tsa_mpi_agree(comm, error);
    if (!error)
        error = scatter(&s, f, &own);
    if (!error) {
        f->o.link_x = own.table[0];
        f->o.link_y = own.table[1];
        f->o.potential = own.table[2];
        f->o.fused = given ? given->fused : 0;
        f->o.threads = given ? given->threads : 0;
        error = hedra_tsa_mpi_create(comm, &f->o, out, NULL);
    }
    if (!error)
        error = hedra_tsa_mpi_put(
            *out, own.state, (char *)own.state + sites(s.own) * s.size, NULL);
    drop(&own);
    return error;
}

enum hedra_status hedra_tsa_mpi_restart(MPI_Comm comm, const char *path,
                                        const struct hedra_tsa_options *options,
                                        struct hedra_tsa_mpi **out,
                                        void **notes, size_t *bytes,
                                        struct hedra_error *why)
{
    CANCEL_OFF;
    struct file f = {.whole = NULL};
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (out)
        *out = NULL;
    int error = !out || (notes && !bytes) ? HEDRA_ERROR_ARGUMENT : HEDRA_OK;
    error = tsa_mpi_agree(comm, error);
    if (!error && rank == 0)
        error = read_whole(path, &f);
    error = tsa_mpi_agree(comm, error);
    if (!error)
        error = share(comm, &f);
    if (!error)
        error = make(comm, options, &f, out);
    hedra_tsa_destroy(f.whole);
    if (error && out) {
        hedra_tsa_mpi_destroy(*out);
        *out = NULL;
    }
    if (!error && notes) {
        *notes = f.notes;
        *bytes = f.bytes;
        f.notes = NULL;
    }
    free(f.notes);
    return tsa_tell(why, error);
}
