/*
 * What is observed of a lattice that is spread over ranks: sums over each
 * rank's rectangle, with its neighbours' sites that couple to it, added over
 * ranks.
 */
#include "runtime/host/host.h"
#include "runtime/tsa/mpi_local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of an array as doubles. */
static double real_at(const struct hedra_tsa_mpi *m, const void *at, int64_t k)
{
    return m->size == sizeof(float) ? (double)((const float *)at)[k]
                                    : ((const double *)at)[k];
}

/* A rectangle of the state: real parts, then imaginary ones. */
struct view {
    part a;
    const void *re;
};

static double overlap(const struct hedra_tsa_mpi *m, const struct view *p,
                      int64_t px, int64_t py, const struct view *q, int64_t qx,
                      int64_t qy)
{
    int64_t i = (py - p->a.y) * p->a.width + px - p->a.x;
    int64_t j = (qy - q->a.y) * q->a.width + qx - q->a.x;
    return real_at(m, p->re, i) * real_at(m, q->re, j) +
           real_at(m, tsa_mpi_second(p->re, p->a, m->size), i) *
               real_at(m, tsa_mpi_second(q->re, q->a, m->size), j);
}

/* The overlap of site (x, y) with the one dx and dy further on, which may be a
 * neighbour's, or of a whole axis' other end; 0 if there is none. */
static double overlap_next(const struct hedra_tsa_mpi *m, const struct view *v,
                           int64_t x, int64_t y, int dx, int dy)
{
    int64_t nx = x + dx, ny = y + dy;
    if (nx < v->a.width && ny < v->a.height)
        return overlap(m, v, x, y, v, nx, ny);
    const struct message *e = &m->message[tsa_mpi_way_of(dx, dy)];
    if (e->rank != MPI_PROC_NULL) {
        struct view there = {e->received, e->in};
        return overlap(m, v, x, y, &there, nx, ny);
    }
    bool periodic = dx ? m->o.periodic_x && m->parts[X] == 1
                       : m->o.periodic_y && m->parts[Y] == 1;
    return periodic ? overlap(m, v, x, y, v, nx % v->a.width, ny % v->a.height)
                    : 0;
}

enum { SUMS = 6 }; /* |psi|^2, energy, x, y, x^2, y^2 */

static void add_row(const struct hedra_tsa_mpi *m, const struct view *v,
                    int64_t y, double sum[SUMS])
{
    for (int64_t x = 0; x < v->a.width; x++) {
        int64_t site = y * v->a.width + x;
        double weight = overlap(m, v, x, y, v, x, y);
        double gx = (double)(m->own.x + x), gy = (double)(m->own.y + y);
        double vx = m->link_x ? m->link_x[site] : m->o.vx;
        double vy = m->link_y ? m->link_y[site] : m->o.vy;
        sum[0] += weight;
        sum[1] -= 2 * vx * overlap_next(m, v, x, y, 1, 0) +
                  2 * vy * overlap_next(m, v, x, y, 0, 1);
        if (m->potential)
            sum[1] += m->potential[site] * weight;
        sum[2] += weight * gx;
        sum[3] += weight * gy;
        sum[4] += weight * gx * gx;
        sum[5] += weight * gy * gy;
    }
}

enum hedra_status hedra_tsa_mpi_observe(struct hedra_tsa_mpi *m,
                                        struct hedra_tsa_observables *out,
                                        struct hedra_error *why)
{
    CANCEL_OFF;
    MPI_Request request[2 * WAYS];
    double mine[SUMS] = {0}, sum[SUMS];
    if (!m || !out)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    struct view v = {tsa_mpi_whole(m), malloc(2 * sites(m->own) * m->size)};
    int error = v.re ? tsa_mpi_pack(m) : HEDRA_ERROR_NO_MEMORY;
    tsa_mpi_post(m, 2 * m->size, request);
    MPI_Waitall(2 * WAYS, request, MPI_STATUSES_IGNORE);
    if (!error)
        error = hedra_tsa_get(m->inner, (void *)v.re,
                              tsa_mpi_second(v.re, v.a, m->size), NULL);
    for (int64_t y = 0; y < v.a.height && !error; y++)
        add_row(m, &v, y, mine);
    free((void *)v.re);
    error = tsa_mpi_agree(m->comm, error);
    if (error)
        return tsa_tell(why, error);
    MPI_Allreduce(mine, sum, SUMS, MPI_DOUBLE, MPI_SUM, m->comm);
    if (!(sum[0] > 0) || !isfinite(sum[0]))
        return tsa_tell(why, HEDRA_ERROR_ZERO);
    out->norm = sum[0];
    out->energy = sum[1] / sum[0];
    for (int k = 0; k < 2; k++) {
        out->mean[k] = sum[2 + k] / sum[0];
        out->variance[k] = sum[4 + k] / sum[0] - out->mean[k] * out->mean[k];
    }
    return tsa_tell(why, HEDRA_OK);
}

enum hedra_status hedra_tsa_mpi_mark(struct hedra_tsa_mpi *m,
                                     struct hedra_error *why)
{
    CANCEL_OFF;
    return tsa_tell(why,
                    m ? tsa_mpi_agree(m->comm, hedra_tsa_mark(m->inner, NULL))
                      : HEDRA_ERROR_ARGUMENT);
}

enum hedra_status hedra_tsa_mpi_autocorrelation(const struct hedra_tsa_mpi *m,
                                                double *re, double *im,
                                                struct hedra_error *why)
{
    CANCEL_OFF;
    double mine[2], sum[2];
    if (!m)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    int error = hedra_tsa_autocorrelation(m->inner, &mine[0], &mine[1], NULL);
    error = tsa_mpi_agree(m->comm, re && im ? error : HEDRA_ERROR_ARGUMENT);
    if (error)
        return tsa_tell(why, error);
    MPI_Allreduce(mine, sum, 2, MPI_DOUBLE, MPI_SUM, m->comm);
    *re = sum[0];
    *im = sum[1];
    return tsa_tell(why, HEDRA_OK);
}
