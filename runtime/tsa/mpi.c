/*
 * A rank's rectangle is one object, the inner lattice, which knows nothing of
 * its neighbours: after a pass, what lies within `reach` of a neighbour is
 * wrong. On each such side a frame, an object of its own, covers three times
 * the reach: halo, rim and as much behind it. It gets the rectangle's sites
 * before the pass and the halo's when they have come; of what comes out the rim
 * is right and goes back. Links and potentials of the halo come once.
 */
#include "runtime/host/host.h"
#include "runtime/tsa/mpi_local.h"
#include "runtime/tsa/norm.h"
#include "runtime/tsa/packet.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALO = 2, DEPTH = 4, LEAST = 4 };

/* The grid of ranks --------------------------------------------------------
 */

static int64_t border(int64_t n, int parts, int place)
{
    int64_t pairs = (n + 1) / 2;
    return place == parts ? n : 2 * (pairs * place / parts);
}

/* Rectangles need so many sites along an axis that is divided. */
static bool is_wide(int64_t n, int parts)
{
    return parts == 1 || n / parts >= LEAST + 2;
}

/* The grid of ranks whose borders are the shortest in all; of equals the one
 * whose rectangles have the longest rows. False if there is none. */
static bool find_place(MPI_Comm comm, int64_t nx, int64_t ny, int parts[2],
                       int place[2])
{
    int size, rank;
    double least = HUGE_VAL;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    for (int px = 1; px <= size; px++) {
        int py = size / px;
        double length = (px - 1.0) * (double)ny + (py - 1.0) * (double)nx;
        if (size % px || !is_wide(nx, px) || !is_wide(ny, py) ||
            length >= least)
            continue;
        least = length;
        parts[X] = px;
        parts[Y] = py;
        place[X] = rank % px;
        place[Y] = rank / px;
    }
    return isfinite(least);
}

enum hedra_status hedra_tsa_mpi_part(MPI_Comm comm, int64_t nx, int64_t ny,
                                     struct hedra_tsa_part *out,
                                     struct hedra_error *why)
{
    CANCEL_OFF;
    const int64_t most = INT64_C(1) << 40;
    int parts[2], place[2];
    if (!out)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    if (nx < 1 || ny < 1 || nx > most || ny > most / nx ||
        !find_place(comm, nx, ny, parts, place))
        return tsa_tell(why, HEDRA_ERROR_SIZE);
    int64_t x = border(nx, parts[X], place[X]);
    int64_t y = border(ny, parts[Y], place[Y]);
    *out = (part){x, y, border(nx, parts[X], place[X] + 1) - x,
                  border(ny, parts[Y], place[Y] + 1) - y};
    return tsa_tell(why, HEDRA_OK);
}

/* The rank dx and dy places away, MPI_PROC_NULL if there is none. */
static int neighbour(const struct hedra_tsa_mpi *m, int dx, int dy)
{
    const int step[2] = {dx, dy};
    const bool periodic[2] = {m->o.periodic_x, m->o.periodic_y};
    int at[2];
    for (int k = 0; k < 2; k++) {
        at[k] = m->place[k] + step[k];
        if (step[k] && m->parts[k] == 1)
            return MPI_PROC_NULL;
        if ((at[k] < 0 || at[k] >= m->parts[k]) && !periodic[k])
            return MPI_PROC_NULL;
        at[k] = (at[k] + m->parts[k]) % m->parts[k];
    }
    return at[Y] * m->parts[X] + at[X];
}

int tsa_mpi_way_of(int dx, int dy)
{
    return 3 * (dy + 1) + dx + 1;
}

/* Along one axis of length n: what is sent, and received, in direction d. */
static void along(int64_t n, int64_t reach, int d, int64_t sent[2],
                  int64_t received[2])
{
    sent[0] = d > 0 ? n - reach : 0;
    sent[1] = d ? reach : n;
    received[0] = d < 0 ? -reach : d > 0 ? n : 0;
    received[1] = sent[1];
}

static bool ready_messages(struct hedra_tsa_mpi *m)
{
    for (int way = 0; way < WAYS; way++) {
        int dx = way % 3 - 1, dy = way / 3 - 1;
        struct message *e = &m->message[way];
        int64_t sx[2], sy[2], rx[2], ry[2];
        e->rank = dx || dy ? neighbour(m, dx, dy) : MPI_PROC_NULL;
        if (e->rank == MPI_PROC_NULL)
            continue;
        along(m->own.width, m->reach, dx, sx, rx);
        along(m->own.height, m->reach, dy, sy, ry);
        e->sent = (part){sx[0], sy[0], sx[1], sy[1]};
        e->received = (part){rx[0], ry[0], rx[1], ry[1]};
        size_t bytes = 2 * sizeof(double) * (size_t)(sx[1] * sy[1]);
        if (bytes > INT_MAX) /* MPI counts in int */
            return false;
        e->out = malloc(bytes);
        e->in = malloc(bytes);
        if (!e->out || !e->in)
            return false;
    }
    return true;
}

/* Rectangles ----------------------------------------------------------------
 */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static part meet(part a, part b)
{
    int64_t x = later(a.x, b.x), y = later(a.y, b.y);
    int64_t width = sooner(a.x + a.width, b.x + b.width) - x;
    int64_t height = sooner(a.y + a.height, b.y + b.height) - y;
    if (width <= 0 || height <= 0)
        return (part){x, y, 0, 0};
    return (part){x, y, width, height};
}

static part within(part a, part frame)
{
    return (part){a.x - frame.x, a.y - frame.y, a.width, a.height};
}

part tsa_mpi_whole(const struct hedra_tsa_mpi *m)
{
    return (part){0, 0, m->own.width, m->own.height};
}

/* Copies `a` between arrays that hold the rectangles to_part and from_part. */
static void copy_part(void *to, part to_part, const void *from, part from_part,
                      part a, size_t size)
{
    for (int64_t y = a.y; y < a.y + a.height; y++) {
        int64_t i = (y - to_part.y) * to_part.width + a.x - to_part.x;
        int64_t j = (y - from_part.y) * from_part.width + a.x - from_part.x;
        memcpy((char *)to + (size_t)i * size,
               (const char *)from + (size_t)j * size, (size_t)a.width * size);
    }
}

/* Messages ------------------------------------------------------------------
 */

/* Sends what is in `out`, `size` bytes a site, and receives as much. */
void tsa_mpi_post(struct hedra_tsa_mpi *m, size_t size,
                  MPI_Request request[2 * WAYS])
{
    for (int way = 0; way < WAYS; way++) {
        const struct message *e = &m->message[way];
        int back = WAYS - 1 - way, count = 0;
        request[way] = request[WAYS + way] = MPI_REQUEST_NULL;
        if (e->rank == MPI_PROC_NULL)
            continue;
        count = (int)(sites(e->sent) * size);
        MPI_Irecv(e->in, count, MPI_BYTE, e->rank, back, m->comm,
                  &request[way]);
        MPI_Isend(e->out, count, MPI_BYTE, e->rank, way, m->comm,
                  &request[WAYS + way]);
    }
}

int tsa_mpi_agree(MPI_Comm comm, int error)
{
    int all;
    MPI_Allreduce(&error, &all, 1, MPI_INT, MPI_MAX, comm);
    return all;
}

/* An array of the rank's rectangle, of doubles, with the halo around it: of
 * `wide`. NULL: no memory, or `own` is NULL. */
static double *extend(struct hedra_tsa_mpi *m, const double *own, part wide)
{
    MPI_Request request[2 * WAYS];
    double *all = own ? calloc(sites(wide), sizeof *all) : NULL;
    for (int way = 0; way < WAYS; way++) {
        struct message *e = &m->message[way];
        if (e->rank == MPI_PROC_NULL)
            continue;
        memset(e->out, 0, sites(e->sent) * sizeof(double));
        if (own)
            copy_part(e->out, e->sent, own, tsa_mpi_whole(m), e->sent,
                      sizeof(double));
    }
    tsa_mpi_post(m, sizeof(double), request);
    MPI_Waitall(2 * WAYS, request, MPI_STATUSES_IGNORE);
    if (!all)
        return NULL;
    copy_part(all, wide, own, tsa_mpi_whole(m), tsa_mpi_whole(m),
              sizeof(double));
    for (int way = 0; way < WAYS; way++) {
        const struct message *e = &m->message[way];
        if (e->rank != MPI_PROC_NULL)
            copy_part(all, wide, e->in, e->received, e->received,
                      sizeof(double));
    }
    return all;
}

/* Making --------------------------------------------------------------------
 */

/* A lattice of the rectangle `a`, with the couplings in arrays of `wide`. */
static int make_lattice(const struct hedra_tsa_mpi *m, part a, part wide,
                        const double *const value[3], struct hedra_tsa **out)
{
    struct hedra_error own;
    struct hedra_tsa_options o = m->o;
    double *piece[3] = {NULL, NULL, NULL};
    int error = HEDRA_OK;
    for (int k = 0; k < 3 && !error; k++) {
        if (!value[k])
            continue;
        piece[k] = malloc(sites(a) * sizeof(double));
        if (piece[k])
            copy_part(piece[k], a, value[k], wide, a, sizeof(double));
        else
            error = HEDRA_ERROR_NO_MEMORY;
    }
    o.nx = a.width;
    o.ny = a.height;
    o.periodic_x = m->o.periodic_x && m->parts[X] == 1;
    o.periodic_y = m->o.periodic_y && m->parts[Y] == 1;
    o.link_x = piece[0];
    o.link_y = piece[1];
    o.potential = piece[2];
    o.method = HEDRA_TSA_STREAM;
    if (!error)
        error = hedra_tsa_create(&o, out, &own);
    if (error == HEDRA_ERROR_NO_DEVICE)
        tsa_fail_device(own.text);
    for (int k = 0; k < 3; k++)
        free(piece[k]);
    return error;
}

static bool has_neighbour(const struct hedra_tsa_mpi *m, int dx, int dy)
{
    return m->message[tsa_mpi_way_of(dx, dy)].rank != MPI_PROC_NULL;
}

/* The rectangle with the halo, as far as there are neighbours. */
static part widened(const struct hedra_tsa_mpi *m)
{
    int64_t r = m->reach;
    int64_t left = has_neighbour(m, -1, 0) ? r : 0;
    int64_t top = has_neighbour(m, 0, -1) ? r : 0;
    int64_t right = has_neighbour(m, 1, 0) ? r : 0;
    int64_t bottom = has_neighbour(m, 0, 1) ? r : 0;
    return (part){-left, -top, m->own.width + left + right,
                  m->own.height + top + bottom};
}

static void add_frame(struct hedra_tsa_mpi *m, part covers, part right)
{
    m->frame[m->frame_count++] = (struct frame){NULL, covers, right};
}

static void choose_frames(struct hedra_tsa_mpi *m)
{
    int64_t r = m->reach, w = m->own.width, h = m->own.height;
    part wide = widened(m);
    if (has_neighbour(m, 0, -1))
        add_frame(m, (part){wide.x, -r, wide.width, 3 * r}, (part){0, 0, w, r});
    if (has_neighbour(m, 0, 1))
        add_frame(m, (part){wide.x, h - 2 * r, wide.width, 3 * r},
                  (part){0, h - r, w, r});
    if (has_neighbour(m, -1, 0))
        add_frame(m, (part){-r, wide.y, 3 * r, wide.height},
                  (part){0, 0, r, h});
    if (has_neighbour(m, 1, 0))
        add_frame(m, (part){w - 2 * r, wide.y, 3 * r, wide.height},
                  (part){w - r, 0, r, h});
}

/* Chooses as many stages of a pass as the options ask for (DEPTH if they leave
 * it open) and the smallest rectangle of any rank allows. */
static void choose_depth(struct hedra_tsa_mpi *m)
{
    int64_t asked = m->o.fused ? m->o.fused : DEPTH, room = asked, all;
    if (m->parts[X] > 1)
        room = sooner(room, m->own.width / (2 * HALO));
    if (m->parts[Y] > 1)
        room = sooner(room, m->own.height / (2 * HALO));
    MPI_Allreduce(&room, &all, 1, MPI_INT64_T, MPI_MIN, m->comm);
    m->depth = (int)all;
    m->reach = HALO * all;
}

static int make_lattices(struct hedra_tsa_mpi *m,
                         const struct hedra_tsa_options *o)
{
    part wide = widened(m);
    const double *given[3] = {o->link_x, o->link_y, o->potential};
    const double *value[3];
    size_t largest = sites(m->own);
    int error = HEDRA_OK;
    for (int k = 0; k < 3; k++) {
        value[k] = extend(m, given[k], wide);
        if (given[k] && !value[k])
            error = HEDRA_ERROR_NO_MEMORY;
    }
    choose_frames(m);
    if (!error)
        error = make_lattice(m, tsa_mpi_whole(m), wide, value, &m->inner);
    for (int k = 0; k < m->frame_count && !error; k++) {
        struct frame *f = &m->frame[k];
        error = make_lattice(m, f->covers, wide, value, &f->lattice);
        if (sites(f->covers) > largest)
            largest = sites(f->covers);
    }
    double **copy[3] = {&m->link_x, &m->link_y, &m->potential};
    for (int k = 0; k < 3 && !error; k++)
        if (given[k] && (*copy[k] = malloc(sites(m->own) * sizeof(double))))
            memcpy(*copy[k], given[k], sites(m->own) * sizeof(double));
        else if (given[k])
            error = HEDRA_ERROR_NO_MEMORY;
    m->scratch = malloc(2 * largest * m->size);
    for (int k = 0; k < 3; k++)
        free((void *)value[k]);
    return error || m->scratch ? error : HEDRA_ERROR_NO_MEMORY;
}

/* What the whole lattice's strengths mean for imaginary time. */
static int settle_growth(struct hedra_tsa_mpi *m,
                         const struct hedra_tsa_options *o)
{
    enum { COUNT = 4 };
    const struct tsa_strengths own =
        tsa_strengths_of(o, (int64_t)sites(m->own));
    const double mine[COUNT] = {own.x, own.y, -own.low, own.high};
    double all[COUNT];
    MPI_Allreduce(mine, all, COUNT, MPI_DOUBLE, MPI_MAX, m->comm);
    const struct tsa_strengths s = {all[0], all[1], -all[2], all[3]};
    const double origin = tsa_origin(o, &s);
    int error = hedra_tsa_set_origin(m->inner, origin, NULL);
    for (int k = 0; k < m->frame_count && !error; k++)
        error = hedra_tsa_set_origin(m->frame[k].lattice, origin, NULL);
    m->growth = tsa_growth_of(o, &s);
    return error;
}

/* Whether what ranks have in common is the same on all of them. */
static bool same_options(MPI_Comm comm, const struct hedra_tsa_options *o)
{
    const double reals[] = {o->step, o->vx, o->vy};
    enum { REALS = sizeof reals / sizeof *reals };
    const int64_t integers[] = {o->nx,
                                o->ny,
                                o->real,
                                o->periodic_x,
                                o->periodic_y,
                                o->imaginary,
                                o->order ? o->order : 2,
                                o->fused,
                                o->link_x != NULL,
                                o->link_y != NULL,
                                o->potential != NULL};
    enum { INTEGERS = sizeof integers / sizeof *integers };
    int64_t own[REALS + INTEGERS], low[REALS + INTEGERS],
        high[REALS + INTEGERS];
    memcpy(own, reals, sizeof reals);
    memcpy(own + REALS, integers, sizeof integers);
    MPI_Allreduce(own, low, REALS + INTEGERS, MPI_INT64_T, MPI_MIN, comm);
    MPI_Allreduce(own, high, REALS + INTEGERS, MPI_INT64_T, MPI_MAX, comm);
    return memcmp(low, high, sizeof low) == 0;
}

/* What is wrong, the same on all ranks. */
static int check_options(MPI_Comm comm, const struct hedra_tsa_options *o,
                         part *own)
{
    int error = tsa_mpi_agree(comm, o ? HEDRA_OK : HEDRA_ERROR_ARGUMENT);
    if (error)
        return error;
    if (!same_options(comm, o) || o->fused < 0)
        return HEDRA_ERROR_VALUE;
    error = hedra_tsa_mpi_part(comm, o->nx, o->ny, own, NULL);
    if ((o->periodic_x && (o->nx % 2 || o->nx < 4)) ||
        (o->periodic_y && (o->ny % 2 || o->ny < 4)))
        error = HEDRA_ERROR_PERIODIC;
    return error;
}

enum hedra_status hedra_tsa_mpi_create(MPI_Comm comm,
                                       const struct hedra_tsa_options *options,
                                       struct hedra_tsa_mpi **out,
                                       struct hedra_error *why)
{
    CANCEL_OFF;
    if (out)
        *out = NULL;
    part own;
    int error = check_options(comm, out ? options : NULL, &own);
    if (error)
        return tsa_tell(why, error);
    struct hedra_tsa_mpi *m = calloc(1, sizeof *m);
    error = tsa_mpi_agree(comm, m ? HEDRA_OK : HEDRA_ERROR_NO_MEMORY);
    if (error) {
        free(m);
        return tsa_tell(why, error);
    }
    MPI_Comm_dup(comm, &m->comm);
    m->o = *options;
    m->own = own;
    m->size = options->real == HEDRA_TSA_FLOAT ? sizeof(float) : sizeof(double);
    find_place(m->comm, m->o.nx, m->o.ny, m->parts, m->place);
    choose_depth(m);
    error = tsa_mpi_agree(comm,
                          ready_messages(m) ? HEDRA_OK : HEDRA_ERROR_NO_MEMORY);
    if (!error)
        error = tsa_mpi_agree(comm, make_lattices(m, options));
    if (!error)
        error = tsa_mpi_agree(comm, settle_growth(m, options));
    if (error) {
        hedra_tsa_mpi_destroy(m);
        return tsa_tell(why, error);
    }
    *out = m;
    return tsa_tell(why, HEDRA_OK);
}

void hedra_tsa_mpi_destroy(struct hedra_tsa_mpi *m)
{
    CANCEL_OFF;
    if (!m)
        return;
    hedra_tsa_destroy(m->inner);
    for (int k = 0; k < m->frame_count; k++)
        hedra_tsa_destroy(m->frame[k].lattice);
    for (int way = 0; way < WAYS; way++) {
        free(m->message[way].out);
        free(m->message[way].in);
    }
    free(m->scratch);
    free(m->link_x);
    free(m->link_y);
    free(m->potential);
    MPI_Comm_free(&m->comm);
    free(m);
}

/* Steps ---------------------------------------------------------------------
 */

char *tsa_mpi_second(const void *first, part a, size_t size)
{
    return (char *)first + sites(a) * size;
}

/* Moves the rectangle `a` from one lattice to another. */
static int move_part(const struct hedra_tsa_mpi *m, struct hedra_tsa *to,
                     part to_part, const struct hedra_tsa *from, part from_part,
                     part a)
{
    part source = within(a, from_part), target = within(a, to_part);
    void *re = m->scratch, *im = tsa_mpi_second(re, a, m->size);
    int error = hedra_tsa_get_part(from, &source, re, im, NULL);
    return error ? error : (int)hedra_tsa_put_part(to, &target, re, im, NULL);
}

int tsa_mpi_pack(struct hedra_tsa_mpi *m)
{
    int error = HEDRA_OK;
    for (int way = 0; way < WAYS && !error; way++) {
        const struct message *e = &m->message[way];
        if (e->rank != MPI_PROC_NULL)
            error = hedra_tsa_get_part(m->inner, &e->sent, e->out,
                                       tsa_mpi_second(e->out, e->sent, m->size),
                                       NULL);
    }
    return error;
}

/* What has come, as far as the frame covers it. */
static int unpack(const struct hedra_tsa_mpi *m, const struct frame *f)
{
    int error = HEDRA_OK;
    for (int way = 0; way < WAYS && !error; way++) {
        const struct message *e = &m->message[way];
        if (e->rank == MPI_PROC_NULL)
            continue;
        part a = meet(e->received, f->covers), target = within(a, f->covers);
        if (sites(a) == 0)
            continue;
        void *re = m->scratch, *im = tsa_mpi_second(re, a, m->size);
        copy_part(re, a, e->in, e->received, a, m->size);
        copy_part(im, a, tsa_mpi_second(e->in, e->received, m->size),
                  e->received, a, m->size);
        error = hedra_tsa_put_part(f->lattice, &target, re, im, NULL);
    }
    return error;
}

static int pass(struct hedra_tsa_mpi *m, int64_t first, int64_t count,
                int64_t total)
{
    MPI_Request request[2 * WAYS];
    part all = tsa_mpi_whole(m);
    int error = tsa_mpi_pack(m);
    tsa_mpi_post(m, 2 * m->size, request);
    for (int k = 0; k < m->frame_count && !error; k++) {
        const struct frame *f = &m->frame[k];
        error = move_part(m, f->lattice, f->covers, m->inner, all,
                          meet(all, f->covers));
    }
    if (!error)
        error = hedra_tsa_pass(m->inner, first, count, total, NULL);
    MPI_Waitall(2 * WAYS, request, MPI_STATUSES_IGNORE);
    for (int k = 0; k < m->frame_count && !error; k++) {
        const struct frame *f = &m->frame[k];
        error = unpack(m, f);
        if (!error)
            error = hedra_tsa_pass(f->lattice, first, count, total, NULL);
        if (!error)
            error =
                move_part(m, m->inner, all, f->lattice, f->covers, f->right);
    }
    return error;
}

/* The norm of all ranks' `count` numbers at `at`, none where memory is short.
 */
static double norm_of_all(const struct hedra_tsa_mpi *m, const void *at,
                          int64_t count)
{
    struct tsa_norm mine = {{0}}, all;
    double own = tsa_norm_largest(at, m->size, count, 0), largest;
    MPI_Allreduce(&own, &largest, 1, MPI_DOUBLE, MPI_MAX, m->comm);
    tsa_norm_add(&mine, at, m->size, count, largest);
    MPI_Allreduce(mine.digit, all.digit, TSA_NORM_DIGITS, MPI_INT64_T, MPI_SUM,
                  m->comm);
    return tsa_norm_value(&all, largest);
}

/* Scales the state to norm 1, or by a power of two near to that; *norm is what
 * it was. The same on all ranks, and on one lattice to the bit. */
static int scale(struct hedra_tsa_mpi *m, bool exactly, double *norm)
{
    const int64_t count = (int64_t)sites(m->own);
    char *re = malloc(2 * (size_t)count * m->size);
    int error = re ? hedra_tsa_get(m->inner, re,
                                   tsa_mpi_second(re, m->own, m->size), NULL)
                   : HEDRA_ERROR_NO_MEMORY;
    *norm = norm_of_all(m, re, error ? 0 : 2 * count);
    error = tsa_mpi_agree(m->comm, error);
    if (!error && (!(*norm > 0) || !isfinite(*norm)))
        error = HEDRA_ERROR_ZERO;
    const double factor =
        error || exactly ? 1 / sqrt(*norm) : tsa_growth_scale(*norm);
    if (!error && factor != 1) {
        tsa_norm_scale(re, m->size, 2 * count, factor);
        error = hedra_tsa_put(m->inner, re, tsa_mpi_second(re, m->own, m->size),
                              NULL);
    }
    free(re);
    return tsa_mpi_agree(m->comm, error);
}

static int normalise(struct hedra_tsa_mpi *m)
{
    double norm;
    int error = scale(m, true, &norm);
    m->normal = !error;
    return error;
}

/* Stages [first, end) of a run of `total`. */
static int advance(struct hedra_tsa_mpi *m, int64_t first, int64_t end,
                   int64_t total)
{
    int error = HEDRA_OK;
    for (int64_t done = first; done < end && !error; done += m->depth)
        error = tsa_mpi_agree(
            m->comm, pass(m, done, sooner(m->depth, end - done), total));
    return error;
}

/* Does `count` steps of imaginary time as imaginary.c does them. */
static int run_imaginary(struct hedra_tsa_mpi *m, int64_t count)
{
    const struct tsa_growth *g = &m->growth;
    const int64_t stages = hedra_tsa_stages(m->inner);
    double norm, decay = g->down;
    int error = m->normal ? HEDRA_OK : scale(m, false, &norm);
    m->normal = false;
    for (int64_t done = 0, steps; done < count && !error; done += steps) {
        steps = tsa_growth_steps(g, decay, count - done);
        error =
            advance(m, done * stages, (done + steps) * stages, count * stages);
        if (error || done + steps == count)
            break;
        error = scale(m, false, &norm);
        decay = error ? decay : tsa_growth_decay(g, norm, steps);
    }
    /* a rank that is sent numbers which are not finite does not take them */
    if (error == HEDRA_ERROR_VALUE)
        error = HEDRA_ERROR_ZERO;
    return error ? error : normalise(m);
}

static int step_imaginary(struct hedra_tsa_mpi *m, int64_t count)
{
    const bool risky = count > 0 && tsa_growth_is_risky(&m->growth);
    const size_t bytes = sites(m->own) * m->size;
    char *copy = NULL;
    int error = HEDRA_OK;
    if (risky && !(copy = malloc(2 * bytes)))
        error = HEDRA_ERROR_NO_MEMORY;
    if (copy)
        error = hedra_tsa_get(m->inner, copy, copy + bytes, NULL);
    error = tsa_mpi_agree(m->comm, error);
    if (!error)
        error = run_imaginary(m, count);
    if (error == HEDRA_ERROR_ZERO && copy)
        hedra_tsa_put(m->inner, copy, copy + bytes, NULL);
    free(copy);
    return error;
}

enum hedra_status hedra_tsa_mpi_step(struct hedra_tsa_mpi *m, int64_t count,
                                     struct hedra_error *why)
{
    CANCEL_OFF;
    if (!m)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    if (count < 0 && m->o.imaginary)
        return tsa_tell(why, HEDRA_ERROR_REVERSE);
    if (count < -INT64_MAX / 8 || count > INT64_MAX / 8)
        return tsa_tell(why, HEDRA_ERROR_VALUE);
    if (m->o.imaginary)
        return tsa_tell(why, step_imaginary(m, count));
    const int64_t total = count * hedra_tsa_stages(m->inner);
    return tsa_tell(why, advance(m, 0, total < 0 ? -total : total, total));
}

/* States --------------------------------------------------------------------
 */

enum hedra_status hedra_tsa_mpi_put(struct hedra_tsa_mpi *m, const void *re,
                                    const void *im, struct hedra_error *why)
{
    CANCEL_OFF;
    if (!m)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    m->normal = false;
    return tsa_tell(
        why, tsa_mpi_agree(m->comm, hedra_tsa_put(m->inner, re, im, NULL)));
}

enum hedra_status hedra_tsa_mpi_get(const struct hedra_tsa_mpi *m, void *re,
                                    void *im, struct hedra_error *why)
{
    CANCEL_OFF;
    return tsa_tell(why, m ? hedra_tsa_get(m->inner, re, im, NULL)
                           : HEDRA_ERROR_ARGUMENT);
}

/* The rank's rectangle of a packet, or of a plane wave. */
static int put_packet(struct hedra_tsa_mpi *m, const double *centre,
                      const double *sigma, const double k[2])
{
    const int64_t n[2] = {m->o.nx, m->o.ny};
    const bool periodic[2] = {m->o.periodic_x, m->o.periodic_y};
    const size_t count = sites(m->own);
    struct tsa_amplitude *factor[2];
    char *re = malloc(2 * count * m->size);
    char *im = re ? re + count * m->size : NULL;
    int error = tsa_packet_new(n, periodic, centre, sigma, k, factor);
    if (!re && !error)
        error = HEDRA_ERROR_NO_MEMORY;
    for (size_t i = 0; i < count && !error; i++) {
        const int64_t width = m->own.width, at = (int64_t)i;
        const struct tsa_amplitude a =
            tsa_packet_at(factor, m->own.x + at % width, m->own.y + at / width);
        if (m->size == sizeof(float)) {
            ((float *)re)[i] = (float)a.re;
            ((float *)im)[i] = (float)a.im;
        } else {
            ((double *)re)[i] = a.re;
            ((double *)im)[i] = a.im;
        }
    }
    if (!error)
        error = hedra_tsa_put(m->inner, re, im, NULL);
    free(factor[0]);
    free(factor[1]);
    free(re);
    return error;
}

static int set_packet(struct hedra_tsa_mpi *m, const double *centre,
                      const double *sigma, const double *k, bool complete)
{
    int error =
        tsa_mpi_agree(m->comm, complete ? put_packet(m, centre, sigma, k)
                                        : HEDRA_ERROR_ARGUMENT);
    return error ? error : normalise(m);
}

enum hedra_status hedra_tsa_mpi_gaussian(struct hedra_tsa_mpi *m,
                                         const double centre[2],
                                         const double sigma[2],
                                         const double k[2],
                                         struct hedra_error *why)
{
    CANCEL_OFF;
    return tsa_tell(why,
                    m ? set_packet(m, centre, sigma, k, centre && sigma && k)
                      : HEDRA_ERROR_ARGUMENT);
}

enum hedra_status hedra_tsa_mpi_plane_wave(struct hedra_tsa_mpi *m,
                                           const double k[2],
                                           struct hedra_error *why)
{
    CANCEL_OFF;
    return tsa_tell(why,
                    m ? set_packet(m, NULL, NULL, k, k) : HEDRA_ERROR_ARGUMENT);
}
