/*
 * Ranks of MPI as parts of a box (hedra_md_part.h): the grid of bricks or the
 * stretches of an order, and states that are brought together.
 */
#include "runtime/md/ranks/ranks.h"

#include "runtime/base/base.h"
#include "runtime/base/mpi_bytes.h"
#include "runtime/order/ranks/ranks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bricks --------------------------------------------------------------------
 */

/* A stretch of the order for each rank, if there are cells for it. */
static enum hedra_status make_stretch(const struct hedra_md_mpi *m,
                                      const int64_t cells[3],
                                      struct hedra_md_brick *b,
                                      struct hedra_error *why)
{
    const int64_t all = cells[0] * cells[1] * cells[2];
    if (m->ranks > all)
        return error_set(why, HEDRA_ERROR_SIZE,
                         "%d ranks are too many for %" PRId64 " cells: %" PRId64
                         " will do",
                         m->ranks, all, all);
    b->own = HEDRA_MD_CURVE;
    for (int a = 0; a < 3; a++)
        b->parts[a] = 1;
    b->parts[0] = m->ranks;
    b->place[0] = m->rank;
    return HEDRA_OK;
}

static enum hedra_status make_brick(struct hedra_md_mpi *m,
                                    const struct hedra_md_options *o,
                                    struct hedra_md_brick *b,
                                    struct hedra_error *why)
{
    const bool periodic[3] = {!o->open[0], !o->open[1], !o->open[2]};
    int64_t cells[3];
    int least, parts[3];
    const enum hedra_status status =
        hedra_md_part_cells(o, m->whole, cells, &least, why);
    if (status)
        return status;
    if (m->own == HEDRA_MD_CURVE)
        return make_stretch(m, cells, b, why);
    /* Ghosts in one hop, if that can be. */
    int most = order_ranks_most(cells, least, m->ranks, parts);
    if (most < m->ranks)
        most = order_ranks_most(cells, 1, m->ranks, parts);
    if (most < m->ranks)
        return error_set(why, HEDRA_ERROR_SIZE,
                         "%d ranks are too many for %" PRId64 " x %" PRId64
                         " x %" PRId64 " cells: %d will do",
                         m->ranks, cells[0], cells[1], cells[2], most);
    memcpy(b->parts, parts, sizeof parts);
    order_ranks_place(parts, m->rank, b->place);
    for (int a = 0; a < 3; a++) {
        order_ranks_share(cells[a], parts[a], b->place[a], &b->first[a],
                          &b->cells[a]);
        for (int side = 0; side < 2; side++) {
            int at[3] = {b->place[0], b->place[1], b->place[2]};
            at[a] += side ? 1 : -1;
            const int next = order_ranks_at(parts, periodic, at);
            m->neighbour[a][side] = next >= 0 ? next : MPI_PROC_NULL;
        }
    }
    return HEDRA_OK;
}

/* Making --------------------------------------------------------------------
 */

/* Requests of so many ranks, none of which is under way. */
static MPI_Request *new_requests(int ranks)
{
    MPI_Request *made = malloc((size_t)ranks * sizeof(MPI_Request));
    for (int k = 0; made && k < ranks; k++)
        made[k] = MPI_REQUEST_NULL;
    return made;
}

static void free_object(struct hedra_md_mpi *m)
{
    if (!m)
        return;
    free(m->id);
    free(m->in[0]);
    free(m->in[1]);
    free(m->all.in);
    free(m->all.sent[0]);
    free(m->all.sent[1]);
    free(m->all.request);
    free(m);
}

/* An object without particles; NULL: there is no memory. */
static struct hedra_md_mpi *new_object(MPI_Comm comm, enum hedra_md_own own)
{
    struct hedra_md_mpi *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    for (int k = 0; k < 12; k++)
        m->sent[k / 4][k / 2 % 2][k % 2] = MPI_REQUEST_NULL;
    m->own = own;
    MPI_Comm_rank(comm, &m->rank);
    MPI_Comm_size(comm, &m->ranks);
    m->all.sent[0] = new_requests(m->ranks);
    m->all.sent[1] = new_requests(m->ranks);
    m->all.request = new_requests(m->ranks);
    if (m->all.sent[0] && m->all.sent[1] && m->all.request)
        return m;
    free_object(m);
    return NULL;
}

/* Are numbers the same on all ranks? */
static bool same(MPI_Comm comm, const double *own, int count)
{
    enum { MOST = 20 };
    double low[MOST], high[MOST];
    MPI_Allreduce(own, low, count, MPI_DOUBLE, MPI_MIN, comm);
    MPI_Allreduce(own, high, count, MPI_DOUBLE, MPI_MAX, comm);
    return memcmp(low, high, (size_t)count * sizeof *low) == 0;
}

/* Do all ranks have the same box, kinds and lengths? */
static bool same_options(MPI_Comm comm, const struct hedra_md_options *o)
{
    double own[20] = {o->cutoff, o->skin,   o->step,   (double)o->every,
                      o->types,  o->mixing, o->energy, o->real,
                      o->reach,  o->pairs,  o->list};
    for (int a = 0; a < 3; a++) {
        own[11 + a] = o->low[a];
        own[14 + a] = o->high[a];
        own[17 + a] = o->open[a];
    }
    return same(comm, own, 20);
}

static enum hedra_status check_own(MPI_Comm comm, enum hedra_md_own own,
                                   struct hedra_error *why)
{
    const double number = own;
    if (!same(comm, &number, 1))
        return error_set(why, HEDRA_ERROR_VALUE,
                         "ranks are to own bricks here, and a curve's "
                         "stretches there");
    if (own != HEDRA_MD_BRICKS && own != HEDRA_MD_CURVE)
        return error_argument(why, "own is no enum hedra_md_own");
    return HEDRA_OK;
}

/* All ids on all ranks. */
static enum hedra_status share_ids(struct hedra_md_mpi *m,
                                   const struct hedra_md_particles *p,
                                   int64_t first, struct hedra_error *why)
{
    int has = p->count > 0 && p->id, lacks = p->count > 0 && !p->id, all[2];
    const int own[2] = {has, lacks};
    MPI_Allreduce(own, all, 2, MPI_INT, MPI_MAX, m->comm);
    if (all[0] && all[1])
        return error_argument(why, "some ranks give ids, others do not");
    if (!all[0])
        return HEDRA_OK;
    m->id = malloc((size_t)m->whole * sizeof *m->id);
    const enum hedra_status status = order_ranks_agree(
        m->comm, m->id ? HEDRA_OK : error_no_memory(why), why);
    if (status)
        return status;
    for (int k = 0; k < m->ranks; k++) {
        int64_t range[2] = {first, p->count};
        MPI_Bcast(range, 2, MPI_INT64_T, k, m->comm);
        if (k == m->rank)
            memcpy(m->id + first, p->id, (size_t)p->count * sizeof *m->id);
        for (int64_t at = 0; at < range[1];) {
            const int piece = md_links_piece(range[1] - at);
            MPI_Bcast(m->id + range[0] + at, piece, MPI_INT64_T, k, m->comm);
            at += piece;
        }
    }
    return HEDRA_OK;
}

static enum hedra_status make(struct hedra_md_mpi *m,
                              const struct hedra_md_options *o,
                              const struct hedra_md_particles *p,
                              struct hedra_error *why)
{
    int64_t first = 0;
    struct hedra_md_brick brick = {.whole = 0};
    const struct hedra_md_links links = md_links_of(m);
    enum hedra_status status;
    MPI_Allreduce(&p->count, &m->whole, 1, MPI_INT64_T, MPI_SUM, m->comm);
    MPI_Exscan(&p->count, &first, 1, MPI_INT64_T, MPI_SUM, m->comm);
    if (m->rank == 0)
        first = 0;
    if (m->whole < 1 || m->whole >= INT64_C(1) << 30)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "all ranks give %" PRId64
                         " particles, not 1 to 2^30 - 1",
                         m->whole);
    if ((status = share_ids(m, p, first, why)) ||
        (status =
             order_ranks_agree(m->comm, make_brick(m, o, &brick, why), why)))
        return status;
    brick.whole = m->whole;
    brick.first_row = first;
    brick.id = m->id;
    return hedra_md_part_create(o, &brick, &links, p, &m->md, why);
}

enum hedra_status
hedra_md_mpi_create(MPI_Comm comm, enum hedra_md_own own,
                    const struct hedra_md_options *options,
                    const struct hedra_md_particles *particles,
                    struct hedra_md_mpi **made, struct hedra_error *why)
{
    if (made)
        *made = NULL;
    enum hedra_status status =
        options && particles && made && particles->count >= 0
            ? HEDRA_OK
            : error_argument(why, "options, particles or made is NULL, or "
                                  "there are fewer particles than none");
    if ((status = order_ranks_agree(comm, status, why)) ||
        (status = check_own(comm, own, why)))
        return status;
    if (!same_options(comm, options))
        return error_set(why, HEDRA_ERROR_VALUE,
                         "options differ between ranks, or are not numbers");
    struct hedra_md_mpi *m = new_object(comm, own);
    status = order_ranks_agree(comm, m ? HEDRA_OK : error_no_memory(why), why);
    if (status) {
        free_object(m);
        return status;
    }
    MPI_Comm_dup(comm, &m->comm);
    status = make(m, options, particles, why);
    if (status) {
        hedra_md_mpi_destroy(m);
        return status;
    }
    *made = m;
    return error_none(why);
}

void hedra_md_mpi_destroy(struct hedra_md_mpi *m)
{
    if (!m)
        return;
    md_links_wait(m);
    hedra_md_destroy(m->md);
    MPI_Comm_free(&m->comm);
    free_object(m);
}

/* Running -------------------------------------------------------------------
 */

/* Puts in front of an error whose it is. */
static void name_rank(const struct hedra_md_mpi *m, struct hedra_error *why)
{
    char name[32];
    const size_t n = (size_t)snprintf(name, sizeof name, "rank %d: ", m->rank);
    memmove(why->text + n, why->text, sizeof why->text - n);
    memcpy(why->text, name, n);
    why->text[sizeof why->text - 1] = '\0';
}

enum hedra_status hedra_md_mpi_step(struct hedra_md_mpi *m, int64_t steps,
                                    struct hedra_error *why)
{
    const enum hedra_status status =
        hedra_md_step(m ? m->md : NULL, steps, why);
    if (status && m && why)
        name_rank(m, why);
    return status;
}

enum hedra_status hedra_md_mpi_measure(struct hedra_md_mpi *m,
                                       struct hedra_md_thermo *thermo,
                                       struct hedra_error *why)
{
    return hedra_md_measure(m ? m->md : NULL, thermo, why);
}

enum hedra_status
hedra_md_mpi_set_thermostat(struct hedra_md_mpi *m,
                            const struct hedra_md_thermostat *thermostat,
                            struct hedra_error *why)
{
    return hedra_md_set_thermostat(m ? m->md : NULL, thermostat, why);
}

enum hedra_status hedra_md_mpi_set_balance(struct hedra_md_mpi *m,
                                           int64_t every,
                                           enum hedra_md_balance by,
                                           struct hedra_error *why)
{
    return hedra_md_part_set_balance(m ? m->md : NULL, every, by, why);
}

enum hedra_status hedra_md_mpi_mark(struct hedra_md_mpi *m,
                                    struct hedra_error *why)
{
    return hedra_md_mark(m ? m->md : NULL, why);
}

enum hedra_status hedra_md_mpi_displacement(struct hedra_md_mpi *m,
                                            double *mean,
                                            struct hedra_error *why)
{
    return hedra_md_displacement(m ? m->md : NULL, mean, why);
}

struct hedra_md_counts hedra_md_mpi_counts(const struct hedra_md_mpi *m)
{
    return hedra_md_counts(m ? m->md : NULL);
}

/* States --------------------------------------------------------------------
 */

static void put(const struct hedra_md_mpi *m,
                const struct hedra_md_part_particle *p,
                struct hedra_md_particles *to)
{
    for (int a = 0; a < 3; a++) {
        const int64_t n = 3 * p->row + a;
        to->position[n] = p->position[a];
        if (to->velocity)
            to->velocity[n] = p->velocity[a];
        if (to->force)
            to->force[n] = p->force[a];
        if (to->image)
            to->image[n] = p->image[a];
    }
    if (to->type)
        to->type[p->row] = p->type;
    if (to->id)
        to->id[p->row] = m->id ? m->id[p->row] : p->row + 1;
}

enum hedra_status hedra_md_mpi_get(struct hedra_md_mpi *m,
                                   struct hedra_md_particles *to,
                                   struct hedra_error *why)
{
    if (!m)
        return error_argument(why, "md is NULL");
    const bool good = m->rank > 0 || (to && to->position);
    enum hedra_status status = order_ranks_agree(
        m->comm,
        good ? HEDRA_OK : error_argument(why, "to or its position is NULL"),
        why);
    if (status)
        return status;
    int64_t own = hedra_md_part_get(m->md, NULL), most;
    MPI_Allreduce(&own, &most, 1, MPI_INT64_T, MPI_MAX, m->comm);
    const int64_t room = m->rank == 0 ? most : own;
    struct hedra_md_part_particle *p = malloc((size_t)(room + 1) * sizeof *p);
    status =
        order_ranks_agree(m->comm, p ? HEDRA_OK : error_no_memory(why), why);
    if (status) {
        free(p);
        return status;
    }
    hedra_md_part_get(m->md, p);
    if (m->rank > 0) {
        MPI_Send(&own, 1, MPI_INT64_T, 0, STATE, m->comm);
        mpi_bytes_send(m->comm, p, (size_t)own * sizeof *p, 0, STATE);
    }
    for (int k = 0; k < m->ranks && m->rank == 0; k++) {
        if (k > 0) {
            MPI_Recv(&own, 1, MPI_INT64_T, k, STATE, m->comm,
                     MPI_STATUS_IGNORE);
            mpi_bytes_receive(m->comm, p, (size_t)own * sizeof *p, k, STATE);
        }
        for (int64_t n = 0; n < own; n++)
            put(m, &p[n], to);
    }
    if (m->rank == 0)
        to->count = m->whole;
    free(p);
    return error_none(why);
}

/* Checkpoints ---------------------------------------------------------------
 */

enum hedra_status hedra_md_mpi_save(struct hedra_md_mpi *m, const char *path,
                                    const void *notes, size_t bytes,
                                    struct hedra_error *why)
{
    if (!m)
        return error_argument(why, "md is NULL");
    const int64_t own = hedra_md_part_states(m->md, NULL),
                  room = m->rank == 0 ? m->whole : own;
    struct hedra_md_part_state *all = malloc((size_t)(room + 1) * sizeof *all);
    enum hedra_status status =
        order_ranks_agree(m->comm, all ? HEDRA_OK : error_no_memory(why), why);
    if (status) {
        free(all);
        return status;
    }
    hedra_md_part_states(m->md, all);
    if (m->rank > 0) {
        MPI_Send(&own, 1, MPI_INT64_T, 0, STATE, m->comm);
        mpi_bytes_send(m->comm, all, (size_t)own * sizeof *all, 0, STATE);
    }
    int64_t at = own;
    for (int k = 1; k < m->ranks && m->rank == 0; k++) {
        int64_t count;
        MPI_Recv(&count, 1, MPI_INT64_T, k, STATE, m->comm, MPI_STATUS_IGNORE);
        mpi_bytes_receive(m->comm, all + at, (size_t)count * sizeof *all, k,
                          STATE);
        at += count;
    }
    if (m->rank == 0)
        status = hedra_md_part_save(m->md, all, path, notes, bytes, why);
    free(all);
    status = order_ranks_agree(m->comm, status, why);
    return status ? status : error_none(why);
}

/* The brick of a rank in a box that comes from a file. */
static enum hedra_status choose(void *context,
                                const struct hedra_md_options *options,
                                struct hedra_md_brick *brick,
                                struct hedra_error *why)
{
    struct hedra_md_mpi *m = context;
    const size_t bytes = (size_t)brick->whole * sizeof *m->id;
    m->whole = brick->whole;
    if (brick->id && !(m->id = malloc(bytes)))
        return error_no_memory(why);
    if (brick->id)
        memcpy(m->id, brick->id, bytes);
    return make_brick(m, options, brick, why);
}

enum hedra_status hedra_md_mpi_restart(MPI_Comm comm, enum hedra_md_own own,
                                       const char *path,
                                       const struct hedra_order_options *order,
                                       struct hedra_md_mpi **made, void **notes,
                                       size_t *bytes, struct hedra_error *why)
{
    if (made)
        *made = NULL;
    struct hedra_md_mpi *m = new_object(comm, own);
    enum hedra_status status = HEDRA_OK;
    if (!path || !made || (notes && !bytes))
        status = error_argument(why, "path, made or bytes is NULL");
    else if (!m)
        status = error_no_memory(why);
    if ((status = order_ranks_agree(comm, status, why)) ||
        (status = check_own(comm, own, why))) {
        free_object(m);
        return status;
    }
    MPI_Comm_dup(comm, &m->comm);
    const struct hedra_md_links links = md_links_of(m);
    status = hedra_md_part_restart(path, order, &links, choose, &m->md, notes,
                                   bytes, why);
    if (status) {
        hedra_md_mpi_destroy(m);
        return status;
    }
    *made = m;
    return error_none(why);
}
