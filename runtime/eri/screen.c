/* Which primitive quartets matter. A primitive charge distribution
 *   c (r - A)^a (r - B)^b exp(-alpha |r - A|^2 - beta |r - B|^2)
 * is, with rho the distance from P and d the greater one of |PA| and |PB|, at
 * most c K (rho + d)^l exp(-zeta rho^2), l = l_a + l_b, and that is at most
 *   c K exp(-zeta' rho^2) sum over n of binomial(l, n) d^(l - n) m_n
 * where zeta' = zeta / 2 and m_n = (n / (e zeta))^(n / 2) is the maximum of
 * rho^n exp(-(zeta - zeta') rho^2); for l = 0, zeta' = zeta. The repulsion of
 * such a Gaussian with itself is known, and by Cauchy and Schwarz the product
 * of two such numbers' roots, a reach each, bounds the integral. Components of
 * Cartesian and of spherical functions are all at most r^l of the axis-aligned
 * one. */
#include "runtime/eri/local.h"

#include <math.h>
#include <stdlib.h>

struct eri_primitive eri_primitive_of(const struct hedra_eri *eri,
                                      const struct eri_class *c, int k)
{
    const struct hedra_eri_shell *a = &eri->set->shell[c->type[0]];
    const struct hedra_eri_shell *b = &eri->set->shell[c->type[1]];
    int i = c->order[k] / b->primitives, j = c->order[k] % b->primitives;

    return (struct eri_primitive){
        a->exponent[i],     b->exponent[j],     a->exponent[i] + b->exponent[j],
        a->coefficient + i, b->coefficient + j, a->primitives,
        b->primitives};
}

#define EULER 2.71828182845904523536

struct ranked_primitive {
    double decay;
    int number;
};

static int compare_ranks(const void *x, const void *y)
{
    const struct ranked_primitive *a = x, *b = y;

    if (a->decay != b->decay)
        return a->decay < b->decay ? -1 : 1;
    return a->number - b->number;
}

bool eri_screen_order(const struct hedra_eri *eri, struct eri_class *c)
{
    struct ranked_primitive *rank = calloc((size_t)c->primitives, sizeof *rank);

    if (!rank)
        return false;
    for (int k = 0; k < c->primitives; k++)
        c->order[k] = k;
    for (int k = 0; k < c->primitives; k++) {
        struct eri_primitive p = eri_primitive_of(eri, c, k);

        rank[k] = (struct ranked_primitive){p.alpha * p.beta / p.zeta, k};
    }
    qsort(rank, (size_t)c->primitives, sizeof *rank, compare_ranks);
    for (int k = 0; k < c->primitives; k++)
        c->order[k] = rank[k].number;
    free(rank);
    return true;
}

/* The greatest of (rho + d)^l exp(-(zeta - zeta') rho^2), or more. */
static double polynomial(int l, double d, double zeta)
{
    double sum = 0, binomial = 1;

    for (int n = 0; n <= l; n++) {
        double root = sqrt(n / (EULER * zeta)), term = binomial;

        for (int i = 0; i < n; i++)
            term *= root;
        for (int i = n; i < l; i++)
            term *= d;
        sum += term;
        binomial *= (double)(l - n) / (n + 1);
    }
    return sum;
}

static double reach_of(const struct eri_primitive *p, double square, int l)
{
    double zeta = l ? p->zeta / 2 : p->zeta;
    double greater = p->alpha > p->beta ? p->alpha : p->beta;

    return polynomial(l, greater / p->zeta * sqrt(square), p->zeta) *
           exp(-p->alpha * p->beta / p->zeta * square) *
           sqrt(2 * pow(PI, 2.5) / (zeta * zeta * sqrt(2 * zeta)));
}

/* The greatest of all combinations of segments. */
static double primitive_reach(const struct hedra_eri *eri,
                              const struct eri_class *c, int k, double square)
{
    const struct hedra_eri_set *set = eri->set;
    const struct hedra_eri_kind *a = &set->kind[set->shell[c->type[0]].kind];
    const struct hedra_eri_kind *b = &set->kind[set->shell[c->type[1]].kind];
    struct eri_primitive p = eri_primitive_of(eri, c, k);
    double most = 0;

    for (int i = 0; i < a->segments; i++)
        for (int j = 0; j < b->segments; j++)
            most = fmax(most, fabs(p.a[i * p.a_step] * p.b[j * p.b_step]) *
                                  reach_of(&p, square, a->l[i] + b->l[j]));
    return most;
}

static double distance_squared(const struct hedra_eri *eri, const int shell[2])
{
    const double *a = eri->place[shell[0]].centre;
    const double *b = eri->place[shell[1]].centre;
    double sum = 0;

    for (int i = 0; i < 3; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

void eri_screen_pairs(const struct hedra_eri *eri, struct eri_class *c)
{
    int lanes = eri->set->lanes, n = c->primitives;

    for (int i = 0; i < c->count; i++) {
        double square = distance_squared(eri, c->shell[i]), most = 0;
        double *reach = c->reach + (int64_t)i * n;
        double *reaches = c->reaches + (int64_t)(i / lanes) * n;

        for (int k = n - 1; k >= 0; k--) {
            most = fmax(most, primitive_reach(eri, c, k, square));
            reach[k] = most;
            reaches[k] = fmax(reaches[k], most);
        }
    }
}

int eri_screen_size(const struct eri_screen *s)
{
    return 1 + (s->kernel->inner ? s->bra : s->ket)->primitives;
}

/* The reach of a side's primitive pair, for all ket pairs in question. */
static double reach_at(const struct eri_screen *s, bool ket, int k)
{
    int n = s->ket->primitives;
    double most = 0;

    if (!ket)
        return s->bra->reach[(int64_t)s->pair * s->bra->primitives + k];
    for (int i = s->group; i < s->group + s->groups; i++)
        most = fmax(most, s->ket->reaches[(int64_t)i * n + k]);
    return most;
}

/* Reaches fall with k, so that no number is above the one before it. */
int64_t eri_screen_list(const struct eri_screen *s, int64_t *list)
{
    int inner = s->kernel->inner, all = s->bra->primitives * s->ket->primitives;
    int last = 0, n = (inner ? s->ket : s->bra)->primitives;
    double least = s->kernel->whole ? 0 : s->negligible / all;
    int64_t sum = 0;

    for (int i = 0; i + 1 < eri_screen_size(s); i++) {
        double outer = reach_at(s, !inner, i);

        while (n > 0 && outer * reach_at(s, inner, n - 1) < least)
            n--;
        list[1 + i] = n;
        sum += n;
        last = n ? i + 1 : last;
    }
    list[0] = last;
    return sum;
}
