/*
 * Delinearisation: the shape behind subscripts such as a[(i*n + j)*m + k].
 *
 * A subscript is written as a sum of terms, each a product of an integer, of
 * factors (its stride: parameters, quotients of parameters such as n / 2, or
 * sums of parameters such as (n + 1) that multiply an iterator) and of one
 * affine atom. If the strides of all
 * accesses to a one-dimensional array form a chain in which each divides the
 * one before it (n*m, m, 1), the array has that many dimensions and the ratios
 * (n, m) are the pitches of the inner ones. That every inner subscript stays
 * within its pitch is then proved on the iteration domain, or becomes an
 * assumption on the parameters that is checked when the region starts.
 *
 * Where the strides have a constant factor, as in rgb[3 * (i * w + j) + c], so
 * many elements form a group: one more dimension inside of the others.
 */
#include "polyhedral/model/local.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FACTORS = 4, MAX_TERMS = 64, MAX_STRIDES = 4, MAX_SUMS = 16 };

/* coefficient * factor[0] * … * atom; atom NULL: 1. Factor k is parameter k, or
 * sum k - param_count. */
struct term {
    int64_t coefficient;
    int count;
    int factor[MAX_FACTORS]; /* ascending */
    const struct scop_expr *atom;
};

struct terms {
    struct poly *poly;
    int count;
    bool failed;
    struct term term[MAX_TERMS];
};

/* The sums that occur as factors in the region, each once. */
struct sums {
    int count;
    const struct scop_expr *sum[MAX_SUMS];
};

struct stride {
    int count;
    int factor[MAX_FACTORS];
};

struct delinear {
    bool seen, given_up;
    int64_t group; /* what divides the coefficients of all products with
                      parameters: 0: there are none */
    bool grouped;  /* other terms have multiples of it */
    bool mixed;    /* not all of what is no multiple of it stays below it */
    int count;     /* strides, the longest first, the last is 1 */
    struct stride stride[MAX_STRIDES];
    const struct scop_expr **pitch;
};

static void add_term(struct terms *sum, const struct term *term)
{
    if (sum->count == MAX_TERMS)
        sum->failed = true;
    else
        sum->term[sum->count++] = *term;
}

static bool free_of_iterators(const struct terms *sum)
{
    for (int k = 0; k < sum->count; k++)
        if (sum->term[k].atom)
            return false;
    return true;
}

static void add_factor(struct term *term, int factor)
{
    int at = term->count++;
    for (; at > 0 && term->factor[at - 1] > factor; at--)
        term->factor[at] = term->factor[at - 1];
    term->factor[at] = factor;
}

static void multiply_term(struct terms *out, const struct term *a,
                          const struct term *b)
{
    struct term product = *a;
    if (a->count + b->count > MAX_FACTORS ||
        __builtin_mul_overflow(a->coefficient, b->coefficient,
                               &product.coefficient)) {
        out->failed = true;
        return;
    }
    product.atom = a->atom ? a->atom : b->atom;
    for (int k = 0; k < b->count; k++)
        add_factor(&product, b->factor[k]);
    add_term(out, &product);
}

static void collect(struct terms *out, const struct scop_expr *e, int64_t sign);

static struct terms *terms_new(struct poly *poly)
{
    struct terms *terms = calloc(1, sizeof *terms);
    terms->poly = poly;
    return terms;
}

/* The number of the factor that `e`, a sum of parameters, is; -1 if there are
 * too many, or none that is known. */
static int sum_factor(struct poly *poly, const struct scop_expr *e, bool known)
{
    struct sums *sums = poly->sums;
    for (int k = 0; k < sums->count; k++)
        if (scop_expr_equal(sums->sum[k], e))
            return poly->scop->param_count + k;
    if (known || sums->count == MAX_SUMS)
        return -1;
    sums->sum[sums->count++] = e;
    return poly->scop->param_count + sums->count - 1;
}

/* Is it made of parameters and constants alone? */
static bool is_of_parameters(const struct scop_expr *e)
{
    bool good =
        e->op != SCOP_ITER && e->op != SCOP_ACCESS && e->op != SCOP_CALL;
    for (int k = 0; k < e->count && good; k++)
        good = is_of_parameters(e->arg[k]);
    return good;
}

/* A sum of parameters that multiplies iterators stays one factor; so does one
 * that does not, if it is known from another place. */
static bool keep_sum(struct terms *sum, const struct scop_expr *e, bool known)
{
    struct term term = {1, 1, {0}, NULL};
    if (sum->failed || sum->count < 2 || !free_of_iterators(sum))
        return false;
    term.factor[0] = sum_factor(sum->poly, e, known);
    if (term.factor[0] < 0)
        return false;
    sum->count = 1;
    sum->term[0] = term;
    return true;
}

/* Is it a conversion of integers that changes none that an index of an object
 * could have? Those to char and short may wrap around within one. */
static bool is_neutral(const struct scop_expr *e)
{
    return e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type) &&
           (scop_type_size(e->type) >= 4 || scop_expr_unwidened(e) != e);
}

static const struct scop_expr *without_casts(const struct scop_expr *e)
{
    while (is_neutral(e))
        e = e->arg[0];
    return e;
}

static void collect_product(struct terms *out, const struct scop_expr *e,
                            int64_t sign)
{
    struct terms *a = terms_new(out->poly), *b = terms_new(out->poly);
    collect(a, e->arg[0], 1);
    collect(b, e->arg[1], 1);
    bool constant = free_of_iterators(a) && free_of_iterators(b);
    if (!keep_sum(b, without_casts(e->arg[1]), constant) || !constant)
        keep_sum(a, without_casts(e->arg[0]), constant);
    for (int k = 0; k < a->count; k++)
        a->term[k].coefficient *= sign;
    if (a->failed || b->failed ||
        (!free_of_iterators(a) && !free_of_iterators(b)))
        out->failed = true;
    for (int i = 0; !out->failed && i < a->count; i++)
        for (int j = 0; !out->failed && j < b->count; j++)
            multiply_term(out, &a->term[i], &b->term[j]);
    free(a);
    free(b);
}

/* Appends sign * e to `out`. Conversions are passed through where an index that
 * they changed would lie outside of any object. */
static void collect(struct terms *out, const struct scop_expr *e, int64_t sign)
{
    struct term term = {sign, 0, {0}, NULL};
    e = without_casts(e);
    if (out->failed)
        return;
    switch (e->op) {
    case SCOP_INT:
        if (__builtin_mul_overflow(sign, e->ival, &term.coefficient))
            out->failed = true;
        add_term(out, &term);
        return;
    case SCOP_PARAM:
        term.factor[term.count++] = e->ref;
        add_term(out, &term);
        return;
    case SCOP_NEG:
        collect(out, e->arg[0], -sign);
        return;
    case SCOP_ADD:
    case SCOP_SUB:
        collect(out, e->arg[0], sign);
        collect(out, e->arg[1], e->op == SCOP_SUB ? -sign : sign);
        return;
    case SCOP_MUL:
        collect_product(out, e, sign);
        return;
    default:
        if (e->op == SCOP_CAST && scop_type_is_float(e->arg[0]->type))
            out->failed = true;
        if (is_of_parameters(e))
            term.factor[0] = sum_factor(out->poly, e, false);
        if (is_of_parameters(e) && term.factor[0] >= 0)
            term.count = 1;
        else
            term.atom = e;
        add_term(out, &term);
    }
}

/* Is `a` divisible by `b`? Then `rest` receives the quotient. */
static bool divide_factors(const int *a, int an, const struct stride *b,
                           struct stride *rest)
{
    int j = 0;
    rest->count = 0;
    for (int i = 0; i < an; i++) {
        if (j < b->count && a[i] == b->factor[j])
            j++;
        else
            rest->factor[rest->count++] = a[i];
    }
    return j == b->count;
}

static bool same_stride(const struct stride *a, const struct stride *b)
{
    return a->count == b->count &&
           !memcmp(a->factor, b->factor, sizeof(int) * a->count);
}

/* Keeps the strides sorted by their number of factors, descending. */
static void add_stride(struct delinear *d, const struct term *term)
{
    struct stride s = {term->count, {0}};
    memcpy(s.factor, term->factor, sizeof(int) * term->count);
    for (int k = 0; k < d->count; k++)
        if (same_stride(&d->stride[k], &s))
            return;
    if (d->count == MAX_STRIDES) {
        d->given_up = true;
        return;
    }
    int at = d->count++;
    for (; at > 0 && d->stride[at - 1].count < s.count; at--)
        d->stride[at] = d->stride[at - 1];
    d->stride[at] = s;
}

/* Groups ------------------------------------------------------------------- */

static bool has_groups(const struct delinear *d)
{
    return d->group > 1 && d->grouped && !d->mixed;
}

/* Counts whole groups by a factor of their own. */
static void regroup(struct terms *sum, const struct delinear *d)
{
    struct scop_expr *size = scop_expr_new(sum->poly->arena, SCOP_INT, SCOP_I64,
                                           0, sum->poly->scop->loc);
    size->ival = d->group;
    int factor = sum_factor(sum->poly, size, false);
    int count = sum->count;
    sum->failed |= factor < 0;
    for (int k = 0; k < count && !sum->failed; k++) {
        struct term whole = sum->term[k];
        bool constant = !whole.atom && !whole.count;
        int64_t rest = whole.coefficient % d->group;
        rest += rest < 0 ? d->group : 0;
        if (rest && !constant)
            continue;
        if (whole.count == MAX_FACTORS) {
            sum->failed = true;
            return;
        }
        whole.coefficient = (whole.coefficient - rest) / d->group;
        add_factor(&whole, factor);
        sum->term[k] = whole;
        if (rest)
            add_term(sum, &(struct term){rest, 0, {0}, NULL});
    }
}

/* What products with parameters have in common. */
static void measure(struct delinear *d, const struct terms *sum)
{
    for (int k = 0; k < sum->count; k++) {
        int64_t a = d->group, b = sum->term[k].coefficient;
        if (!sum->term[k].count)
            continue;
        while (b) {
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        d->group = a < 0 ? -a : a;
    }
}

/* The greatest value of an iterator that begins at a constant and ends at one;
 * -1 if it may be negative, or if it is none. */
static int64_t greatest(const struct poly *poly, const struct scop_expr *e)
{
    e = without_casts(e);
    const struct scop_node *node =
        e->op == SCOP_ITER ? poly->scop->loop[e->ref].node : NULL;
    if (!node || node->init->op != SCOP_INT || node->init->ival < 0 ||
        node->step < 0 ||
        (node->cond->op != SCOP_LT && node->cond->op != SCOP_LE))
        return -1;
    const struct scop_expr *at = without_casts(node->cond->arg[0]);
    const struct scop_expr *end = node->cond->arg[1];
    if (at->op != SCOP_ITER || at->ref != e->ref || end->op != SCOP_INT)
        return -1;
    return end->ival - (node->cond->op == SCOP_LT);
}

/* Are the parts of the subscript that are no whole groups within one? */
static void check_groups(struct delinear *d, const struct terms *sum)
{
    int64_t least = 0, most = 0;
    for (int k = 0; k < sum->count && d->group > 1; k++) {
        const struct term *t = &sum->term[k];
        int64_t rest = t->coefficient % d->group;
        if (t->count)
            continue;
        if (t->atom && rest == 0) {
            d->grouped = true;
        } else if (t->atom) {
            int64_t last = greatest(sum->poly, t->atom);
            d->mixed |= last < 0 || last >= d->group || rest != t->coefficient;
            *(rest < 0 ? &least : &most) += d->mixed ? 0 : rest * last;
        } else {
            rest += rest < 0 ? d->group : 0;
            least += rest;
            most += rest;
        }
    }
    d->mixed |= least < 0 || most >= d->group;
}

static void add_strides(struct delinear *d, struct terms *sum)
{
    if (has_groups(d))
        regroup(sum, d);
    d->given_up |= sum->failed;
    for (int k = 0; !sum->failed && k < sum->count; k++)
        if (sum->term[k].atom)
            add_stride(d, &sum->term[k]);
}

/* Does the factor change while the region runs? Rows are not so long then. */
static bool is_of_driver(const struct poly *poly, int factor)
{
    int params = poly->scop->param_count;
    bool found = false;
    for (int k = params - poly->part->counter_count; k < params; k++)
        found |= factor < params
                     ? factor == k
                     : scop_expr_has_param(poly->sums->sum[factor - params], k);
    return found;
}

/* Does the factor bound a loop? */
static bool is_bound(const struct poly *poly, int factor)
{
    bool found = false;
    for (int k = 0; k < poly->scop->loop_count && !found; k++) {
        const struct scop_node *loop = poly->scop->loop[k].node;
        found = loop && loop->cond && scop_expr_has_param(loop->cond, factor);
    }
    return found;
}

/* Which factor of a product of parameters counts rows? One that changes, or
 * else one that bounds no loop. */
static int row_factor(const struct poly *poly, const struct term *term)
{
    int index = 0;
    for (int k = 0; k < term->count; k++)
        if (is_of_driver(poly, term->factor[k]))
            return k;
    while (index < term->count - 1 && is_bound(poly, term->factor[index]))
        index++;
    return index;
}

/* Products of parameters alone, as t * n in a[t * n + j], are places in a
 * dimension, too, if no iterator has told of it. */
static void add_offsets(const struct poly *poly, struct delinear *d,
                        const struct terms *sum)
{
    struct stride rest;
    for (int k = 0; !sum->failed && k < sum->count; k++) {
        const struct term *term = &sum->term[k];
        bool placed = term->atom || term->count < 2;
        for (int s = 0; s < d->count && !placed; s++)
            placed = divide_factors(term->factor, term->count, &d->stride[s],
                                    &rest) &&
                     rest.count < 2;
        if (placed)
            continue;
        struct term row = *term;
        row.count--;
        for (int f = row_factor(poly, term); f < row.count; f++)
            row.factor[f] = row.factor[f + 1];
        add_stride(d, &row);
    }
}

/* Accesses ----------------------------------------------------------------- */

enum scan_step { SCAN_MEASURE, SCAN_CHECK, SCAN_STRIDES, SCAN_OFFSETS };

/* Rows of tables of pointers have the shape that the tables say: they have no
 * groups, and each level has its stride, whatever subscripts are constant. */
static void add_table_strides(const struct poly *poly, int array)
{
    struct delinear *d = &poly->delinear[array];
    const struct scop_array *a = &poly->scop->array[array];
    for (int k = 0; d->seen && a->row_levels > 1 && k < a->row_levels; k++) {
        struct term row = {1, 0, {0}, NULL};
        for (int level = k; level < a->row_levels; level++)
            add_factor(&row, a->pitch[level]);
        add_stride(d, &row);
        d->mixed = true;
    }
}

static void scan_access(struct poly *poly, const struct scop_expr *e,
                        enum scan_step step)
{
    struct delinear *d = &poly->delinear[e->ref];
    struct terms *sum;

    if (poly->scop->array[e->ref].rank != 1 ||
        poly->scop->array[e->ref].scope == SCOP_POINT)
        return;
    d->seen = true;
    sum = terms_new(poly);
    collect(sum, e->arg[0], 1);
    if (sum->failed)
        d->given_up = true;
    else if (step == SCAN_MEASURE)
        measure(d, sum);
    else if (step == SCAN_CHECK)
        check_groups(d, sum);
    else if (step == SCAN_STRIDES)
        add_strides(d, sum);
    else if (!has_groups(d))
        add_offsets(poly, d, sum);
    free(sum);
}

static void scan(struct poly *poly, const struct scop_expr *e,
                 enum scan_step step)
{
    if (e->op == SCOP_ACCESS)
        scan_access(poly, e, step);
    for (int k = 0; k < e->count; k++)
        scan(poly, e->arg[k], step);
}

static void scan_body(struct poly *poly, const struct scop_node *node,
                      enum scan_step step)
{
    const struct scop_expr *part[] = {node->test, node->lhs, node->rhs};
    for (int k = 0; k < 3; k++)
        if (part[k])
            scan(poly, part[k], step);
    for (int k = 0; k < node->count; k++)
        scan_body(poly, node->child[k], step);
}

static void scan_all(struct poly *poly, enum scan_step step)
{
    const struct scop *scop = poly->scop;
    for (int k = 0; k < scop->stmt_count; k++) {
        const struct scop_stmt *stmt = &scop->stmt[k];
        if (stmt->body) {
            scan_body(poly, stmt->body, step);
        } else {
            scan(poly, stmt->lhs, step);
            scan(poly, stmt->rhs, step);
        }
        for (int g = 0; g < stmt->guard_count; g++)
            scan(poly, stmt->guard[g], step);
    }
}

/* The factor as an expression. */
static const struct scop_expr *factor_expr(struct poly *poly, int factor)
{
    int params = poly->scop->param_count;
    if (factor >= params)
        return poly->sums->sum[factor - params];
    struct scop_expr *e =
        scop_expr_new(poly->arena, SCOP_PARAM, poly->scop->param[factor].type,
                      0, poly->scop->loc);
    e->ref = factor;
    return e;
}

/* A chain of divisors ending in 1, each ratio one parameter. */
static void find_shape(struct poly *poly, struct delinear *d)
{
    struct term one = {1, 0, {0}, NULL};
    struct stride ratio;
    if (d->given_up || d->count == 0)
        return;
    add_stride(d, &one);
    if (d->given_up || d->count < 2)
        return;
    d->pitch = arena_alloc(poly->arena, sizeof *d->pitch * d->count);
    for (int k = 1; k < d->count; k++) {
        if (!divide_factors(d->stride[k - 1].factor, d->stride[k - 1].count,
                            &d->stride[k], &ratio) ||
            ratio.count != 1 || is_of_driver(poly, ratio.factor[0])) {
            d->pitch = NULL;
            return;
        }
        d->pitch[k] = factor_expr(poly, ratio.factor[0]);
    }
}

bool delinear_analyse(struct poly *poly)
{
    const struct scop *scop = poly->scop;
    poly->sums = arena_alloc(poly->arena, sizeof *poly->sums);
    poly->delinear = arena_alloc(poly->arena, sizeof *poly->delinear *
                                                  (scop->array_count + 1));
    if (!pass_runs(poly->passes, PASS_DELINEARIZE))
        return true;
    scan_all(poly, SCAN_MEASURE);
    scan_all(poly, SCAN_CHECK);
    for (int k = 0; k < scop->array_count; k++)
        add_table_strides(poly, k);
    scan_all(poly, SCAN_STRIDES);
    scan_all(poly, SCAN_OFFSETS);
    for (int k = 0; k < scop->array_count; k++) {
        struct delinear *d = &poly->delinear[k];
        find_shape(poly, d);
        if (d->pitch)
            fault_add(poly->faults, FAULT_DELINEARISED, scop->array[k].loc,
                      "'%s' is treated as an array of %d dimensions",
                      scop->array[k].name, d->count);
    }
    return true;
}

const struct scop_expr **delinear_pitch(const struct poly *poly, int array,
                                        int *count)
{
    const struct delinear *d = &poly->delinear[array];
    if (!d->pitch)
        return NULL;
    *count = d->count;
    return d->pitch;
}

static isl_pw_aff *term_value(struct affine_env *env, const struct term *term,
                              const struct stride *rest)
{
    isl_local_space *space =
        isl_local_space_from_space(affine_space(env->poly, env->depth));
    isl_val *c = isl_val_int_from_si(env->poly->ctx, (long)term->coefficient);
    isl_pw_aff *value;

    if (rest->count > 1 || (rest->count == 1 && term->atom)) {
        isl_local_space_free(space);
        isl_val_free(c);
        if (!env->culprit)
            env->culprit = term->atom;
        return NULL;
    }
    if (term->atom) {
        isl_local_space_free(space);
        value = affine_value(env, term->atom);
        return value ? isl_pw_aff_scale_val(value, c) : (isl_val_free(c), NULL);
    }
    if (rest->count == 1) {
        isl_local_space_free(space);
        value = affine_value(env, factor_expr(env->poly, rest->factor[0]));
        return value ? isl_pw_aff_scale_val(value, c) : (isl_val_free(c), NULL);
    }
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(space, c));
}

/* Proves or assumes that `bad` (taken) is empty on the domain. */
static bool rule_out(struct affine_env *env, isl_set *bad)
{
    isl_set *here = env->domain ? isl_set_copy(env->domain)
                                : isl_set_universe(isl_set_get_space(bad));
    here = isl_set_intersect_params(here, isl_set_copy(env->poly->context));
    bad = isl_set_intersect(bad, isl_set_copy(here));
    isl_set *left = isl_set_intersect_params(isl_set_copy(bad),
                                             isl_set_copy(env->poly->assumed));
    bool good = isl_set_is_empty(left) == isl_bool_true;
    isl_set_free(left);
    if (!good)
        return assume_inside(env->poly, bad, here);
    isl_set_free(bad);
    isl_set_free(here);
    return true;
}

/* Proves or assumes 0 <= sub < pitch on the domain. */
static bool within_pitch(struct affine_env *env, isl_pw_aff *sub,
                         const struct scop_expr *pitch)
{
    isl_pw_aff *size = affine_value(env, pitch);
    isl_pw_aff *zero = isl_pw_aff_from_aff(isl_aff_zero_on_domain(
        isl_local_space_from_space(affine_space(env->poly, env->depth))));
    return rule_out(env, isl_pw_aff_lt_set(isl_pw_aff_copy(sub), zero)) &&
           rule_out(env, isl_pw_aff_ge_set(isl_pw_aff_copy(sub), size));
}

/* Is a < b on the whole domain? Both are taken. */
static bool is_below(const struct affine_env *env, isl_pw_aff *a, isl_pw_aff *b)
{
    isl_set *bad = isl_pw_aff_ge_set(a, b);
    if (env->domain)
        bad = isl_set_intersect(bad, isl_set_copy(env->domain));
    bad = isl_set_intersect_params(bad, isl_set_copy(env->poly->context));
    bad = isl_set_intersect_params(bad, isl_set_copy(env->poly->assumed));
    bool below = isl_set_is_empty(bad) == isl_bool_true;
    isl_set_free(bad);
    return below;
}

/* a[i * n + n - 1 - j]: an inner subscript in the row before its own, from -n
 * to -1, takes the row along. Below 0 it never is right, so that rows are
 * assumed to be as long as that needs. */
static void borrow(struct affine_env *env, const struct delinear *d,
                   isl_pw_aff **sub)
{
    for (int k = d->count - 1; k > 0; k--) {
        isl_pw_aff *size = affine_value(env, d->pitch[k]);
        isl_pw_aff *zero = isl_pw_aff_from_aff(isl_aff_zero_on_domain(
            isl_local_space_from_space(affine_space(env->poly, env->depth))));
        isl_pw_aff *next = isl_pw_aff_add(isl_pw_aff_copy(sub[k]), size);
        if (is_below(env, isl_pw_aff_copy(sub[k]), isl_pw_aff_copy(zero)) &&
            rule_out(env, isl_pw_aff_lt_set(isl_pw_aff_copy(next),
                                            isl_pw_aff_copy(zero)))) {
            isl_pw_aff_free(sub[k]);
            sub[k] = isl_pw_aff_copy(next);
            sub[k - 1] = isl_pw_aff_add_constant_val(
                sub[k - 1], isl_val_negone(env->poly->ctx));
        }
        isl_pw_aff_free(next);
        isl_pw_aff_free(zero);
    }
}

/* Adds a term to the dimension of the longest stride that divides it. */
static bool place_term(struct affine_env *env, const struct delinear *d,
                       const struct term *term, isl_pw_aff **sub)
{
    struct stride rest;
    for (int k = 0; k < d->count; k++) {
        if (!divide_factors(term->factor, term->count, &d->stride[k], &rest))
            continue;
        isl_pw_aff *value = term_value(env, term, &rest);
        if (!value)
            return false;
        sub[k] = isl_pw_aff_add(sub[k], value);
        return true;
    }
    return false;
}

isl_pw_aff **delinear_subscripts(struct affine_env *env,
                                 const struct scop_expr *access, int *count)
{
    const struct delinear *d = &env->poly->delinear[access->ref];
    struct terms *sum = terms_new(env->poly);
    isl_pw_aff **sub = calloc((size_t)d->count, sizeof *sub);
    bool good = true;

    for (int k = 0; k < d->count; k++)
        sub[k] = isl_pw_aff_from_aff(isl_aff_zero_on_domain(
            isl_local_space_from_space(affine_space(env->poly, env->depth))));
    collect(sum, access->arg[0], 1);
    if (has_groups(d))
        regroup(sum, d);
    good = !sum->failed;
    for (int k = 0; good && k < sum->count; k++)
        good = place_term(env, d, &sum->term[k], sub);
    if (good)
        borrow(env, d, sub);
    for (int k = 1; good && k < d->count; k++)
        good = within_pitch(env, sub[k], d->pitch[k]);
    free(sum);
    *count = d->count;
    if (good)
        return sub;
    if (!env->culprit)
        env->culprit = access->arg[0];
    for (int k = 0; k < d->count; k++)
        isl_pw_aff_free(sub[k]);
    free(sub);
    return NULL;
}
