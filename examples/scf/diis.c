#include "diis.h"

#include "linear.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 8 };

struct diis {
    int n, count; /* count: of all matrices so far */
    double *fock[KEPT], *error[KEPT];
};

struct diis *diis_new(int n)
{
    struct diis *d = calloc(1, sizeof *d);

    if (!d)
        return NULL;
    d->n = n;
    for (int i = 0; i < KEPT; i++) {
        d->fock[i] = malloc((size_t)n * (size_t)n * sizeof(double));
        d->error[i] = malloc((size_t)n * (size_t)n * sizeof(double));
        if (d->fock[i] && d->error[i])
            continue;
        diis_free(d);
        return NULL;
    }
    return d;
}

void diis_free(struct diis *d)
{
    for (int i = 0; d && i < KEPT; i++) {
        free(d->fock[i]);
        free(d->error[i]);
    }
    free(d);
}

/* The coefficients c of least |sum c_i e_i| with sum c_i = 1; the errors are
 * scaled by the newest one's, so that the equations stay well conditioned. */
static bool coefficients(const struct diis *d, int kept, double *c)
{
    double a[(KEPT + 1) * (KEPT + 1)];
    const double *newest = d->error[(d->count - 1) % KEPT];
    double scale = dot(d->n, newest, newest);
    int n = kept + 1;

    for (int i = 0; i < n; i++) {
        c[i] = i == kept;
        for (int j = 0; j < n; j++)
            a[i * n + j] = i == kept || j == kept
                               ? i != j
                               : dot(d->n, d->error[i], d->error[j]) / scale;
    }
    return scale > 0 && solve(n, a, c);
}

void diis_extrapolate(struct diis *d, double *fock, const double *error)
{
    size_t size = (size_t)d->n * (size_t)d->n;
    int at = d->count++ % KEPT, kept = d->count < KEPT ? d->count : KEPT;
    double c[KEPT + 1];

    memcpy(d->fock[at], fock, size * sizeof *fock);
    memcpy(d->error[at], error, size * sizeof *error);
    if (kept < 2 || !coefficients(d, kept, c))
        return;
    memset(fock, 0, size * sizeof *fock);
    for (int i = 0; i < kept; i++)
        for (size_t k = 0; k < size; k++)
            fock[k] += c[i] * d->fock[i][k];
}
