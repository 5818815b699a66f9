/* Coefficients of pairs of types, as kernels read them, and mixing. */
#include "runtime/md/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct parameters {
    bool is_given;
    double epsilon, sigma, cutoff;
};

static enum hedra_status check_pair(const struct hedra_md_pair *p, int number,
                                    int types, struct hedra_error *why)
{
    const double cutoff = p->cutoff;
    if (p->a < 1 || p->a > types || p->b < 1 || p->b > types)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "pair[%d] is of types %d and %d, which count from 1 "
                         "to %d",
                         number, p->a, p->b, types);
    if (!(p->epsilon >= 0 && isfinite(p->epsilon)))
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "epsilon of pair %d-%d is %g, not 0 or more", p->a,
                         p->b, p->epsilon);
    if (!(p->sigma > 0 && isfinite(p->sigma)))
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "sigma of pair %d-%d is %g, not above 0", p->a, p->b,
                         p->sigma);
    if (!(cutoff >= 0 && isfinite(cutoff)))
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "the cutoff of pair %d-%d is %g, not above 0, or 0 "
                         "for the options' cutoff",
                         p->a, p->b, cutoff);
    return HEDRA_OK;
}

/* The mean of two lengths by the rule. */
static double mixed(int rule, double a, double b)
{
    return rule == HEDRA_MD_ARITHMETIC ? (a + b) / 2 : sqrt(a * b);
}

static enum hedra_status collect(const struct hedra_md_options *o,
                                 struct parameters *of, struct hedra_error *why)
{
    const int types = o->types;
    const struct parameters unit = {true, 1, 1, o->cutoff};
    for (int k = 0; k < types * types; k++)
        of[k] = o->pair ? (struct parameters){0} : unit;
    for (int n = 0; o->pair && n < o->pairs; n++) {
        const struct hedra_md_pair *p = &o->pair[n];
        const enum hedra_status status = check_pair(p, n, types, why);
        if (status)
            return status;
        const struct parameters given = {true, p->epsilon, p->sigma,
                                         p->cutoff > 0 ? p->cutoff : o->cutoff};
        of[(p->a - 1) * types + p->b - 1] = given;
        of[(p->b - 1) * types + p->a - 1] = given;
    }
    for (int a = 0; a < types; a++)
        if (!of[a * types + a].is_given)
            return error_set(why, HEDRA_ERROR_ARGUMENT,
                             "pair %d-%d is missing: that of each type with "
                             "itself is needed",
                             a + 1, a + 1);
    for (int k = 0; k < types * types; k++) {
        const struct parameters *a = &of[k / types * (types + 1)],
                                *b = &of[k % types * (types + 1)];
        if (!of[k].is_given)
            of[k] = (struct parameters){true, sqrt(a->epsilon * b->epsilon),
                                        mixed(o->mixing, a->sigma, b->sigma),
                                        mixed(o->mixing, a->cutoff, b->cutoff)};
    }
    return HEDRA_OK;
}

static void coefficients(const struct parameters *p, int energy,
                         double c[MD_COEFFICIENTS])
{
    const double s6 = pow(p->sigma, 6), by_c = 1 / p->cutoff;
    const double c6 = pow(by_c, 6);
    c[MD_CUT2] = p->cutoff * p->cutoff;
    c[MD_F12] = 48 * p->epsilon * s6 * s6;
    c[MD_F6] = 24 * p->epsilon * s6;
    c[MD_E12] = 4 * p->epsilon * s6 * s6;
    c[MD_E6] = 4 * p->epsilon * s6;
    c[MD_FC] =
        energy == HEDRA_MD_SMOOTH ? by_c * c6 * (c[MD_F12] * c6 - c[MD_F6]) : 0;
    c[MD_E0] = energy == HEDRA_MD_PLAIN
                   ? 0
                   : -c6 * (c[MD_E12] * c6 - c[MD_E6]) - p->cutoff * c[MD_FC];
}

/* All that was given is finite, what follows from it might not be. */
static enum hedra_status fill(struct md_table *t, const struct parameters *of,
                              int energy, double *cutoff,
                              struct hedra_error *why)
{
    for (int k = 0; k < t->types * t->types; k++) {
        double c[MD_COEFFICIENTS];
        coefficients(&of[k], energy, c);
        for (int n = 0; n < MD_COEFFICIENTS; n++) {
            t->value[n][k] = c[n];
            t->single[n][k] = (float)c[n];
            if (!isfinite(t->single[n][k]))
                return error_set(why, HEDRA_ERROR_ARGUMENT,
                                 "epsilon, sigma or the cutoff of pair %d-%d "
                                 "is too large",
                                 k / t->types + 1, k % t->types + 1);
        }
        *cutoff = fmax(*cutoff, of[k].cutoff);
    }
    return HEDRA_OK;
}

enum hedra_status md_table_fill(struct md_table *t,
                                const struct hedra_md_options *o,
                                double *cutoff, struct hedra_error *why)
{
    const int64_t entries = (int64_t)o->types * o->types;
    struct parameters *of = md_memory(entries, sizeof *of);
    bool has = of != NULL;
    *t = (struct md_table){.types = o->types,
                           .smooth = o->energy == HEDRA_MD_SMOOTH};
    for (int n = 0; n < MD_COEFFICIENTS; n++) {
        t->value[n] = md_memory(entries, sizeof **t->value);
        t->single[n] = md_memory(entries, sizeof **t->single);
        has = has && t->value[n] && t->single[n];
    }
    enum hedra_status status = has ? collect(o, of, why) : error_no_memory(why);
    *cutoff = 0;
    if (!status)
        status = fill(t, of, o->energy, cutoff, why);
    free(of);
    return status;
}

void md_table_free(struct md_table *t)
{
    for (int n = 0; n < MD_COEFFICIENTS; n++) {
        free(t->value[n]);
        free(t->single[n]);
    }
}
