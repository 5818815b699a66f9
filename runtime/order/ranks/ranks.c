/*
 * Arrays with halos over ranks (hedra_order_mpi.h). The two ends of a message
 * have the same cells in different orderings, so that it has them in row-major
 * order, and each end knows where runs of them lie in its own memory. Messages
 * are persistent requests: they always go between the same buffers.
 */
#include "runtime/order/ranks/ranks.h"

#include "runtime/base/base.h"
#include "runtime/include/hedra_order_mpi.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 27, HERE = 13 };

/* Cells of the rank's array, one after the other, as runs of indices. */
struct run_list {
    uint64_t *start, *length;
    int64_t count, cells;
};

/* What goes to the neighbour in a direction, and comes from there. */
struct way {
    struct run_list sent, received;
    char *out, *in;
};

struct hedra_order_mpi {
    MPI_Comm comm;
    MPI_Datatype element;
    size_t bytes;
    int parts[3], place[3], dims;
    int64_t depth, first[3], size[3];
    struct hedra_order *order;
    struct way way[WAYS];
    MPI_Request request[2 * WAYS];
    int requests;
    bool is_under_way;
};

enum hedra_status order_ranks_agree(MPI_Comm comm, enum hedra_status status,
                                    struct hedra_error *why)
{
    int own = status, all;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MAX, comm);
    if (all != HEDRA_OK && own == HEDRA_OK)
        return error_set(why, (enum hedra_status)all, "another rank fails: %s",
                         hedra_status_name((enum hedra_status)all));
    return own != HEDRA_OK ? status : (enum hedra_status)all;
}

/* Runs --------------------------------------------------------------------- */

static void step_of(int way, int step[3])
{
    step[0] = way / 9 - 1;
    step[1] = way / 3 % 3 - 1;
    step[2] = way % 3 - 1;
}

/* Own cells that go in a direction, or those of the halo that come from there.
 */
static void box_of(const struct hedra_order_mpi *m, const int step[3],
                   bool is_halo, int64_t lo[3], int64_t hi[3])
{
    for (int a = 0; a < 3; a++) {
        const int64_t depth = a < m->dims ? m->depth : 0,
                      end = depth + m->size[a], out = is_halo ? depth : 0;
        lo[a] = step[a] > 0 ? end - depth + out : depth - (step[a] < 0) * out;
        hi[a] = step[a] < 0 ? 2 * depth - out : end + (step[a] > 0) * out;
    }
}

static bool list_runs(const struct hedra_order *order, const int64_t lo[3],
                      const int64_t hi[3], struct run_list *l)
{
    uint64_t last = HEDRA_ORDER_NONE;
    l->cells = (hi[0] - lo[0]) * (hi[1] - lo[1]) * (hi[2] - lo[2]);
    l->start = malloc((size_t)l->cells * sizeof *l->start);
    l->length = malloc((size_t)l->cells * sizeof *l->length);
    if (!l->start || !l->length)
        return false;
    for (int64_t i = lo[0]; i < hi[0]; i++)
        for (int64_t j = lo[1]; j < hi[1]; j++)
            for (int64_t k = lo[2]; k < hi[2]; k++) {
                const uint64_t index = hedra_order_index(order, i, j, k);
                if (l->count > 0 && index == last + 1) {
                    l->length[l->count - 1]++;
                } else {
                    l->start[l->count] = index;
                    l->length[l->count++] = 1;
                }
                last = index;
            }
    return true;
}

static void pack(const struct run_list *l, size_t bytes, const char *array,
                 char *to)
{
    for (int64_t n = 0; n < l->count; n++) {
        const size_t length = l->length[n] * bytes;
        memcpy(to, array + l->start[n] * bytes, length);
        to += length;
    }
}

static void unpack(const struct run_list *l, size_t bytes, const char *from,
                   char *array)
{
    for (int64_t n = 0; n < l->count; n++) {
        const size_t length = l->length[n] * bytes;
        memcpy(array + l->start[n] * bytes, from, length);
        from += length;
    }
}

/* Making ------------------------------------------------------------------- */

static enum hedra_status check(const struct hedra_order_mpi_options *o,
                               struct hedra_error *why)
{
    if (!o)
        return error_argument(why, "options is NULL");
    if (o->order.kind == HEDRA_ORDER_TABLE)
        return error_argument(why, "a TABLE is no ordering of each rank's "
                                   "cells and halo");
    if (o->depth < 1 || o->depth > HEDRA_ORDER_MAX_SIDE || o->bytes < 1 ||
        o->bytes > INT_MAX)
        return error_argument(why, "depth or bytes is below 1, or too large");
    for (int a = 0; a < 3; a++)
        if (o->order.size[a] < 0 || o->order.size[a] > HEDRA_ORDER_MAX_SIDE)
            return error_set(why, HEDRA_ERROR_SIZE,
                             "size[%d] is %" PRId64 ", not 1 to 2^21", a,
                             o->order.size[a]);
    return HEDRA_OK;
}

/* The rank's brick of the box. */
static enum hedra_status choose_brick(struct hedra_order_mpi *m,
                                      const struct hedra_order_mpi_options *o,
                                      struct hedra_error *why)
{
    int64_t cells[3] = {o->order.size[0], o->order.size[1], o->order.size[2]};
    int ranks, rank;
    MPI_Comm_size(m->comm, &ranks);
    MPI_Comm_rank(m->comm, &rank);
    m->dims =
        o->order.dims == 2 || o->order.kind == HEDRA_ORDER_HILBERT_2D ? 2 : 3;
    cells[2] = m->dims == 2 ? 1 : cells[2];
    for (int a = 0; a < m->dims; a++)
        if (cells[a] < 1 || (o->periodic[a] && cells[a] < o->depth))
            return error_set(why, HEDRA_ERROR_SIZE,
                             "along axis %d the box has %" PRId64
                             " cells, which are too few",
                             a, cells[a]);
    const int most = order_ranks_most(cells, o->depth, ranks, m->parts);
    if (most < ranks)
        return error_set(why, HEDRA_ERROR_SIZE,
                         "%d ranks are too many for %" PRId64 " x %" PRId64
                         " x %" PRId64 " cells, of which a brick needs "
                         "%" PRId64 " along an axis that is divided: %d will "
                         "do",
                         ranks, cells[0], cells[1], cells[2], o->depth, most);
    order_ranks_place(m->parts, rank, m->place);
    for (int a = 0; a < 3; a++)
        order_ranks_share(cells[a], m->parts[a], m->place[a], &m->first[a],
                          &m->size[a]);
    return HEDRA_OK;
}

static enum hedra_status make_order(struct hedra_order_mpi *m,
                                    const struct hedra_order_mpi_options *o,
                                    struct hedra_error *why)
{
    struct hedra_order_options local = o->order;
    uint64_t span;
    local.dims = m->dims;
    for (int a = 0; a < 3; a++) {
        local.size[a] = m->size[a] + (a < m->dims ? 2 * m->depth : 0);
        local.leading[a] = 0;
    }
    const enum hedra_status status = hedra_order_create(&local, &m->order, why);
    if (status)
        return status;
    span = hedra_order_span(m->order);
    if (span > (uint64_t)PTRDIFF_MAX / o->bytes)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "a rank's array has more than 63 bits of bytes");
    return HEDRA_OK;
}

static enum hedra_status make_way(struct hedra_order_mpi *m, int n,
                                  struct hedra_error *why)
{
    struct way *w = &m->way[n];
    int step[3];
    int64_t lo[3], hi[3];
    step_of(n, step);
    box_of(m, step, false, lo, hi);
    bool has = list_runs(m->order, lo, hi, &w->sent);
    box_of(m, step, true, lo, hi);
    has = has && list_runs(m->order, lo, hi, &w->received);
    if (has && w->sent.cells > INT_MAX)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "a message has more than 2^31 cells: take more ranks");
    w->out = has ? malloc((size_t)w->sent.cells * m->bytes) : NULL;
    w->in = has ? malloc((size_t)w->received.cells * m->bytes) : NULL;
    return w->out && w->in ? HEDRA_OK : error_no_memory(why);
}

/* What a message carries is told by the direction in which it goes. */
static void make_requests(struct hedra_order_mpi *m, int n, int rank)
{
    struct way *w = &m->way[n];
    MPI_Recv_init(w->in, (int)w->received.cells, m->element, rank, WAYS - 1 - n,
                  m->comm, &m->request[m->requests++]);
    MPI_Send_init(w->out, (int)w->sent.cells, m->element, rank, n, m->comm,
                  &m->request[m->requests++]);
}

/* The neighbour in a direction, or -1. */
static int neighbour(const struct hedra_order_mpi *m, const bool periodic[3],
                     int n)
{
    int at[3];
    step_of(n, at);
    if (n == HERE || (m->dims == 2 && at[2] != 0))
        return -1;
    for (int a = 0; a < 3; a++)
        at[a] += m->place[a];
    return order_ranks_at(m->parts, periodic, at);
}

static enum hedra_status make(struct hedra_order_mpi *m,
                              const struct hedra_order_mpi_options *o,
                              struct hedra_error *why)
{
    enum hedra_status status = choose_brick(m, o, why);
    m->depth = o->depth;
    m->bytes = o->bytes;
    if (!status)
        status = make_order(m, o, why);
    for (int n = 0; n < WAYS && !status; n++)
        if (neighbour(m, o->periodic, n) >= 0)
            status = make_way(m, n, why);
    return status;
}

enum hedra_status
hedra_order_mpi_create(MPI_Comm comm,
                       const struct hedra_order_mpi_options *options,
                       struct hedra_order_mpi **made, struct hedra_error *why)
{
    struct hedra_order_mpi *m = NULL;
    if (made)
        *made = NULL;
    enum hedra_status status =
        made ? check(options, why) : error_argument(why, "made is NULL");
    if (!status && !(m = calloc(1, sizeof *m)))
        status = error_no_memory(why);
    if ((status = order_ranks_agree(comm, status, why))) {
        free(m);
        return status;
    }
    MPI_Comm_dup(comm, &m->comm);
    MPI_Type_contiguous((int)options->bytes, MPI_BYTE, &m->element);
    MPI_Type_commit(&m->element);
    status = order_ranks_agree(m->comm, make(m, options, why), why);
    if (status) {
        hedra_order_mpi_destroy(m);
        return status;
    }
    for (int n = 0; n < WAYS; n++) {
        const int rank = neighbour(m, options->periodic, n);
        if (rank >= 0)
            make_requests(m, n, rank);
    }
    *made = m;
    return error_none(why);
}

void hedra_order_mpi_destroy(struct hedra_order_mpi *m)
{
    if (!m)
        return;
    for (int n = 0; n < m->requests; n++)
        MPI_Request_free(&m->request[n]);
    for (int n = 0; n < WAYS; n++) {
        struct way *w = &m->way[n];
        free(w->sent.start);
        free(w->sent.length);
        free(w->received.start);
        free(w->received.length);
        free(w->out);
        free(w->in);
    }
    hedra_order_destroy(m->order);
    MPI_Type_free(&m->element);
    MPI_Comm_free(&m->comm);
    free(m);
}

const struct hedra_order *hedra_order_mpi_order(const struct hedra_order_mpi *m)
{
    return m->order;
}

void hedra_order_mpi_part(const struct hedra_order_mpi *m, int64_t first[3],
                          int64_t size[3])
{
    memcpy(first, m->first, sizeof m->first);
    memcpy(size, m->size, sizeof m->size);
}

/* Exchanges ---------------------------------------------------------------- */

enum hedra_status hedra_order_mpi_begin(struct hedra_order_mpi *m,
                                        const void *array,
                                        struct hedra_error *why)
{
    if (!m || !array || m->is_under_way)
        return error_argument(why, "spread or array is NULL, or an exchange is "
                                   "under way");
    for (int n = 0; n < WAYS; n++)
        if (m->way[n].out)
            pack(&m->way[n].sent, m->bytes, array, m->way[n].out);
    MPI_Startall(m->requests, m->request);
    m->is_under_way = true;
    return error_none(why);
}

enum hedra_status hedra_order_mpi_end(struct hedra_order_mpi *m, void *array,
                                      struct hedra_error *why)
{
    if (!m || !array || !m->is_under_way)
        return error_argument(why, "spread or array is NULL, or no exchange is "
                                   "under way");
    MPI_Waitall(m->requests, m->request, MPI_STATUSES_IGNORE);
    for (int n = 0; n < WAYS; n++)
        if (m->way[n].in)
            unpack(&m->way[n].received, m->bytes, m->way[n].in, array);
    m->is_under_way = false;
    return error_none(why);
}
