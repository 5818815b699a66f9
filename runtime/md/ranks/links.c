/*
 * What ranks of MPI exchange, as the links of a part of a box
 * (hedra_md_part.h): messages between neighbours along an axis, or between all
 * ranks.
 */
#include "runtime/md/ranks/ranks.h"

#include <stdlib.h>
#include <string.h>

static bool room_for(char **at, int64_t *capacity, int64_t bytes)
{
    if (bytes <= *capacity)
        return true;
    free(*at);
    *capacity = bytes + bytes / 4;
    *at = malloc((size_t)*capacity);
    if (!*at)
        *capacity = 0;
    return *at != NULL;
}

/* Waits until MPI is done with what was sent along an axis in a turn. */
static void wait_for_sent(struct hedra_md_mpi *m, int axis, int turn)
{
    for (int side = 0; side < 2; side++)
        MPI_Wait(&m->sent[axis][turn][side], MPI_STATUS_IGNORE);
}

/* Pieces that MPI can count in an int. */
int md_links_piece(int64_t left)
{
    return left < (1 << 30) ? (int)left : 1 << 30;
}

/* To one neighbour and from the other, in pieces: what goes up comes from
 * below. */
static void send_and_receive(const struct hedra_md_mpi *m, int to, int from,
                             const char *out, int64_t bytes, char *in,
                             int64_t received, int tag)
{
    int64_t sent = 0, got = 0;
    while (sent < bytes || got < received) {
        const int out_bytes = md_links_piece(bytes - sent),
                  in_bytes = md_links_piece(received - got);
        MPI_Sendrecv(out_bytes ? out + sent : NULL, out_bytes, MPI_BYTE,
                     out_bytes ? to : MPI_PROC_NULL, tag,
                     in_bytes ? in + got : NULL, in_bytes, MPI_BYTE,
                     in_bytes ? from : MPI_PROC_NULL, tag, m->comm,
                     MPI_STATUS_IGNORE);
        sent += out_bytes;
        got += in_bytes;
    }
}

static double largest(void *context, double number)
{
    const struct hedra_md_mpi *m = context;
    double all;
    MPI_Allreduce(&number, &all, 1, MPI_DOUBLE, MPI_MAX, m->comm);
    return all;
}

static bool exchange(void *context, int axis, const void *const out[2],
                     const int64_t bytes[2], const void *in[2],
                     int64_t received[2], bool known)
{
    struct hedra_md_mpi *m = context;
    const int *next = m->neighbour[axis];
    bool lacks = false;
    for (int side = 0; side < 2 && !known; side++) {
        const int tag = side == 0 ? UP : DOWN;
        received[side] = 0;
        MPI_Sendrecv(&bytes[1 - side], 1, MPI_INT64_T, next[1 - side], tag,
                     &received[side], 1, MPI_INT64_T, next[side], tag, m->comm,
                     MPI_STATUS_IGNORE);
        /* Forces on what goes there come back from there. */
        lacks |= !room_for(&m->in[side], &m->capacity[side],
                           bytes[side] > received[side] ? bytes[side]
                                                        : received[side]);
    }
    for (int turn = 0; turn < 2; turn++)
        wait_for_sent(m, axis, turn);
    /* What one rank has no room for nobody may send. */
    lacks = !known && largest(m, lacks) > 0;
    for (int side = 0; side < 2; side++) { /* from below, then from above */
        const int tag = side == 0 ? UP : DOWN, to = next[1 - side];
        received[side] = lacks ? 0 : received[side];
        send_and_receive(m, to, next[side], out[1 - side],
                         lacks || to == MPI_PROC_NULL ? 0 : bytes[1 - side],
                         m->in[side], received[side], tag);
        in[side] = m->in[side];
    }
    return !lacks;
}

static void begin(void *context, int axis, const void *const out[2],
                  const int64_t bytes[2], void *const in[2],
                  const int64_t received[2])
{
    struct hedra_md_mpi *m = context;
    const int *next = m->neighbour[axis];
    bool is_long = false;
    m->begun.axis = axis;
    for (int side = 0; side < 2; side++) {
        m->begun.out[side] = out[side];
        m->begun.in[side] = in[side];
        m->begun.bytes[side] = bytes[side];
        m->begun.received[side] = received[side];
        is_long |= md_links_piece(bytes[side]) < bytes[side] ||
                   md_links_piece(received[side]) < received[side];
    }
    m->begun.is_put_off = is_long;
    m->begun.turn[axis] = 1 - m->begun.turn[axis];
    for (int side = 0; !is_long && side < 2; side++) { /* from below, up */
        const int tag = side == 0 ? UP : DOWN;
        MPI_Irecv(in[side], (int)received[side], MPI_BYTE, next[side], tag,
                  m->comm, &m->begun.request[side]);
        MPI_Isend(out[1 - side], (int)bytes[1 - side], MPI_BYTE, next[1 - side],
                  tag, m->comm, &m->sent[axis][m->begun.turn[axis]][side]);
    }
}

/* Between all ranks -------------------------------------------------------- */

static int64_t sum_of(const struct hedra_md_mpi *m, const int64_t *bytes)
{
    int64_t sum = 0;
    for (int k = 0; k < m->ranks; k++)
        sum += bytes[k];
    return sum;
}

/* Begins to send and receive what of all messages lies behind `done` bytes of
 * each, as much as MPI can count; false if nothing is left. */
static bool post_all(struct hedra_md_mpi *m, const char *out,
                     const int64_t *bytes, char *in, const int64_t *received,
                     int64_t done, MPI_Request *sent)
{
    bool any = false;
    for (int k = 0; k < m->ranks; k++) {
        const int64_t in_left = received[k] - done, out_left = bytes[k] - done;
        m->all.request[k] = MPI_REQUEST_NULL;
        if (in_left > 0)
            MPI_Irecv(in + done, md_links_piece(in_left), MPI_BYTE, k, ALL,
                      m->comm, &m->all.request[k]);
        if (out_left > 0)
            MPI_Isend(out + done, md_links_piece(out_left), MPI_BYTE, k, ALL,
                      m->comm, &sent[k]);
        any |= in_left > 0 || out_left > 0;
        in += received[k];
        out += bytes[k];
    }
    return any;
}

static void wait_for_all_sent(struct hedra_md_mpi *m, int turn)
{
    for (int k = 0; k < m->ranks; k++)
        MPI_Wait(&m->all.sent[turn][k], MPI_STATUS_IGNORE);
}

static void send_all(struct hedra_md_mpi *m, const char *out,
                     const int64_t *bytes, char *in, const int64_t *received)
{
    const int64_t piece = md_links_piece(INT64_MAX);
    for (int turn = 0; turn < 2; turn++)
        wait_for_all_sent(m, turn);
    for (int64_t done = 0;
         post_all(m, out, bytes, in, received, done, m->all.sent[m->all.turn]);
         done += piece) {
        MPI_Waitall(m->ranks, m->all.request, MPI_STATUSES_IGNORE);
        wait_for_all_sent(m, m->all.turn);
    }
}

static bool exchange_all(void *context, const void *out, const int64_t *bytes,
                         const void **in, int64_t *received, bool known)
{
    struct hedra_md_mpi *m = context;
    const size_t each = sizeof *received;
    bool lacks = false;
    if (!known) {
        MPI_Alltoall(bytes, 1, MPI_INT64_T, received, 1, MPI_INT64_T, m->comm);
        /* Forces on what goes there come back from there. */
        const int64_t sends = sum_of(m, bytes), gets = sum_of(m, received);
        lacks = !room_for(&m->all.in, &m->all.capacity,
                          sends > gets ? sends : gets);
        lacks = largest(m, lacks) > 0;
    }
    if (lacks)
        memset(received, 0, (size_t)m->ranks * each);
    else
        send_all(m, out, bytes, m->all.in, received);
    *in = m->all.in;
    return !lacks;
}

static void begin_all(void *context, const void *out, const int64_t *bytes,
                      void *in, const int64_t *received)
{
    struct hedra_md_mpi *m = context;
    bool is_long = false;
    for (int k = 0; k < m->ranks; k++)
        is_long |= md_links_piece(bytes[k]) < bytes[k] ||
                   md_links_piece(received[k]) < received[k];
    m->all.turn = 1 - m->all.turn;
    m->all.out = out;
    m->all.to = in;
    m->all.bytes = bytes;
    m->all.received = received;
    m->all.is_put_off = is_long;
    if (!is_long)
        post_all(m, out, bytes, in, received, 0, m->all.sent[m->all.turn]);
}

static void end_all(struct hedra_md_mpi *m)
{
    if (m->all.is_put_off)
        send_all(m, m->all.out, m->all.bytes, m->all.to, m->all.received);
    else
        MPI_Waitall(m->ranks, m->all.request, MPI_STATUSES_IGNORE);
    wait_for_all_sent(m, 1 - m->all.turn);
    m->all.to = NULL;
}

/* Of either kind. */
static void end(void *context)
{
    struct hedra_md_mpi *m = context;
    const int axis = m->begun.axis;
    const void *in[2];
    if (m->all.to) {
        end_all(m);
        return;
    }
    if (m->begun.is_put_off)
        exchange(m, axis, m->begun.out, m->begun.bytes, in, m->begun.received,
                 true);
    else
        MPI_Waitall(2, m->begun.request, MPI_STATUSES_IGNORE);
    for (int side = 0; m->begun.is_put_off && side < 2; side++)
        memcpy(m->begun.in[side], in[side], (size_t)m->begun.received[side]);
    wait_for_sent(m, axis, 1 - m->begun.turn[axis]);
}

static void largest_begin(void *context, double number)
{
    struct hedra_md_mpi *m = context;
    m->number.own = number;
    MPI_Iallreduce(&m->number.own, &m->number.all, 1, MPI_DOUBLE, MPI_MAX,
                   m->comm, &m->number.request);
}

static double largest_end(void *context)
{
    struct hedra_md_mpi *m = context;
    MPI_Wait(&m->number.request, MPI_STATUS_IGNORE);
    return m->number.all;
}

static void add(void *context, double *numbers, int64_t count)
{
    const struct hedra_md_mpi *m = context;
    for (int64_t at = 0; at < count;) {
        const int piece = md_links_piece(count - at);
        MPI_Allreduce(MPI_IN_PLACE, numbers + at, piece, MPI_DOUBLE, MPI_SUM,
                      m->comm);
        at += piece;
    }
}

struct hedra_md_links md_links_of(struct hedra_md_mpi *m)
{
    return (struct hedra_md_links){.context = m,
                                   .exchange = exchange,
                                   .largest = largest,
                                   .add = add,
                                   .begin = begin,
                                   .end = end,
                                   .largest_begin = largest_begin,
                                   .largest_end = largest_end,
                                   .exchange_all = exchange_all,
                                   .begin_all = begin_all};
}

void md_links_wait(struct hedra_md_mpi *m)
{
    for (int turn = 0; turn < 2; turn++) {
        wait_for_all_sent(m, turn);
        for (int axis = 0; axis < 3; axis++)
            wait_for_sent(m, axis, turn);
    }
}
