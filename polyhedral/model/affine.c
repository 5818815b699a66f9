/*
 * Typed C expressions to piecewise quasi-affine functions.
 *
 * Signed arithmetic is exact (overflow is undefined in C). Unsigned arithmetic
 * and narrowing conversions wrap: see affine_wrap for the three answers.
 */
#include "polyhedral/model/model.h"

#include <isl/val.h>

/* Quotients by what is no constant, and divisors up to which others may occur,
 * as in (i - 2) % n. */
enum { LEAST_QUOTIENT = -2, LARGEST_QUOTIENT = 3, TINY_SIZE = 16 };

isl_space *affine_space(const struct poly *poly, int depth)
{
    const struct scop *scop = poly->scop;
    isl_space *space = isl_space_set_alloc(
        poly->ctx, (unsigned)scop->param_count, (unsigned)depth);
    for (int k = 0; k < scop->param_count; k++)
        space = isl_space_set_dim_name(space, isl_dim_param, (unsigned)k,
                                       scop->param[k].name);
    return space;
}

static isl_local_space *env_local_space(struct affine_env *env)
{
    return isl_local_space_from_space(affine_space(env->poly, env->depth));
}

static isl_pw_aff *env_constant(struct affine_env *env, int64_t value)
{
    isl_val *v = isl_val_int_from_si(env->poly->ctx, (long)value);
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(env_local_space(env), v));
}

static isl_pw_aff *not_affine(struct affine_env *env, const struct scop_expr *e)
{
    if (!env->culprit)
        env->culprit = e;
    return NULL;
}

/* 2^exponent. */
static isl_val *power_of_two(isl_ctx *ctx, int exponent)
{
    return isl_val_2exp(isl_val_int_from_si(ctx, exponent));
}

static void type_bounds(isl_ctx *ctx, enum scop_type type, isl_val **low,
                        isl_val **high)
{
    int bits = 8 * scop_type_size(type);
    bool is_signed = scop_type_is_signed(type);
    *low = is_signed ? isl_val_neg(power_of_two(ctx, bits - 1))
                     : isl_val_zero(ctx);
    *high = isl_val_sub_ui(power_of_two(ctx, is_signed ? bits - 1 : bits), 1);
}

/* value mod 2^bits, for signed types shifted to [-2^(bits-1), 2^(bits-1)). */
static isl_pw_aff *wrap_modulo(isl_pw_aff *value, enum scop_type type)
{
    isl_ctx *ctx = isl_pw_aff_get_ctx(value);
    int bits = 8 * scop_type_size(type);
    if (!scop_type_is_signed(type))
        return isl_pw_aff_mod_val(value, power_of_two(ctx, bits));
    value = isl_pw_aff_add_constant_val(value, power_of_two(ctx, bits - 1));
    value = isl_pw_aff_mod_val(value, power_of_two(ctx, bits));
    return isl_pw_aff_add_constant_val(
        value, isl_val_neg(power_of_two(ctx, bits - 1)));
}

int affine_counter(int array)
{
    return -1 - array;
}

static enum scop_type dim_type(const struct affine_env *env, int k)
{
    const struct scop *scop = env->poly->scop;
    int loop = env->loop[k];
    return loop < 0 ? scop->array[affine_counter(loop)].type
                    : scop->loop[loop].type;
}

isl_set *affine_within_type(isl_set *set, int k, enum scop_type type)
{
    isl_val *low, *high;
    type_bounds(isl_set_get_ctx(set), type, &low, &high);
    set = isl_set_lower_bound_val(set, isl_dim_set, (unsigned)k, low);
    return isl_set_upper_bound_val(set, isl_dim_set, (unsigned)k, high);
}

/* `set` where every iterator of the env is within its type. */
static isl_set *within_types(struct affine_env *env, isl_set *set)
{
    for (int k = 0; k < env->depth; k++)
        set = affine_within_type(set, k, dim_type(env, k));
    return set;
}

/* The domain of the env as far as it is known. */
static isl_set *known_domain(struct affine_env *env, isl_set *set)
{
    struct poly *poly = env->poly;
    if (env->domain)
        set = isl_set_intersect(set, isl_set_copy(env->domain));
    set = within_types(env, set);
    set = isl_set_intersect_params(set, isl_set_copy(poly->context));
    set = isl_set_intersect_params(set, isl_set_copy(poly->type_bounds));
    return isl_set_intersect_params(set, isl_set_copy(poly->assumed));
}

/* The points where `value` is further below (above) the range of `type` than
 * `periods` times 2^bits. */
static isl_set *beyond(struct affine_env *env, isl_pw_aff *value,
                       enum scop_type type, unsigned periods, bool above)
{
    isl_ctx *ctx = env->poly->ctx;
    isl_val *low, *high;
    type_bounds(ctx, type, &low, &high);
    isl_val *far =
        isl_val_mul_ui(power_of_two(ctx, 8 * scop_type_size(type)), periods);
    isl_val *edge = above ? isl_val_add(high, far) : isl_val_sub(low, far);
    isl_val_free(above ? low : high);
    isl_pw_aff *bound =
        isl_pw_aff_from_aff(isl_aff_val_on_domain(env_local_space(env), edge));
    value = isl_pw_aff_copy(value);
    return above ? isl_pw_aff_gt_set(value, bound)
                 : isl_pw_aff_lt_set(value, bound);
}

/* As above, but that no sum comes near the upper end of unsigned 64-bit types,
 * since parameters are passed as signed. */
static isl_set *out_of_range(struct affine_env *env, isl_pw_aff *value,
                             enum scop_type type, unsigned periods, bool above)
{
    isl_set *set = beyond(env, value, type, periods, above);
    return above && type == SCOP_U64 ? isl_set_subtract(set, isl_set_copy(set))
                                     : set;
}

/* Assumes that there are no such points, unless there would be none at all. */
static bool assume_useful(struct affine_env *env, isl_set *bad)
{
    isl_set *all = isl_set_universe(isl_set_get_space(bad));
    return assume_inside(env->poly, bad, known_domain(env, all));
}

/* A multiple in unsigned 64 bits may leave them: unless parameters are assumed
 * to be small enough, modulo 2^64. */
static isl_pw_aff *wrap_multiple(struct affine_env *env, isl_pw_aff *value)
{
    isl_set *bad = known_domain(env, beyond(env, value, SCOP_U64, 0, true));
    if (isl_set_is_empty(bad) == isl_bool_true) {
        isl_set_free(bad);
        return value;
    }
    return assume_useful(env, bad) ? value : wrap_modulo(value, SCOP_U64);
}

/* Is the value of every known point of an iterator within one period of the
 * range of `type`? */
static bool wraps_once(struct affine_env *env, isl_pw_aff *value,
                       enum scop_type type)
{
    isl_set *far = isl_set_union(out_of_range(env, value, type, 1, false),
                                 out_of_range(env, value, type, 1, true));
    far = known_domain(env, far);
    bool once = isl_set_is_empty(far) == isl_bool_true;
    isl_set_free(far);
    return once;
}

/* value mod 2^bits without a division, where it wraps once: loops over such
 * points get the bounds that they need. */
static isl_pw_aff *wrap_once(struct affine_env *env, isl_pw_aff *value,
                             enum scop_type type)
{
    isl_val *period = power_of_two(env->poly->ctx, 8 * scop_type_size(type));
    isl_set *below = out_of_range(env, value, type, 0, false);
    isl_set *above = out_of_range(env, value, type, 0, true);
    isl_pw_aff *up = isl_pw_aff_intersect_domain(isl_pw_aff_copy(value),
                                                 isl_set_copy(below));
    isl_pw_aff *down = isl_pw_aff_intersect_domain(isl_pw_aff_copy(value),
                                                   isl_set_copy(above));
    up = isl_pw_aff_add_constant_val(up, isl_val_copy(period));
    down = isl_pw_aff_add_constant_val(down, isl_val_neg(period));
    value = isl_pw_aff_subtract_domain(value, isl_set_union(below, above));
    return isl_pw_aff_union_add(value, isl_pw_aff_union_add(up, down));
}

/*
 * `value` as C's conversion to `type` leaves it. In order: nothing to do where
 * the domain proves it in range; an assumption on the parameters, checked when
 * the region starts, under which it is in range; one period more or less; the
 * exact modulo. Signed 64-bit values are exact.
 */
static isl_pw_aff *affine_wrap(struct affine_env *env, isl_pw_aff *value,
                               enum scop_type type)
{
    if (!value || type == SCOP_I64)
        return value;
    isl_set *bad = isl_set_union(out_of_range(env, value, type, 0, false),
                                 out_of_range(env, value, type, 0, true));
    bad = known_domain(env, bad);
    if (isl_set_is_empty(bad) == isl_bool_true) {
        isl_set_free(bad);
        return value;
    }
    if (assume_useful(env, bad))
        return value;
    return wraps_once(env, value, type) ? wrap_once(env, value, type)
                                        : wrap_modulo(value, type);
}

static isl_pw_aff *from_condition(isl_set *set)
{
    return set ? isl_set_indicator_function(set) : NULL;
}

/* Is `value` >= 0 on the whole domain? */
static bool known_non_negative(struct affine_env *env, isl_pw_aff *value)
{
    isl_set *negative =
        isl_pw_aff_lt_set(isl_pw_aff_copy(value), env_constant(env, 0));
    if (env->domain)
        negative = isl_set_intersect(negative, isl_set_copy(env->domain));
    negative =
        isl_set_intersect_params(negative, isl_set_copy(env->poly->context));
    bool known = isl_set_is_empty(negative) == isl_bool_true;
    isl_set_free(negative);
    return known;
}

static isl_stat take_constant(isl_set *domain, isl_aff *aff, void *user)
{
    isl_val **v = user;
    isl_set_free(domain);
    *v = isl_aff_get_constant_val(aff);
    isl_aff_free(aff);
    return isl_stat_ok;
}

/* If `value` is one constant on its whole domain, *v receives it. */
static bool constant_of(isl_pw_aff *value, isl_val **v)
{
    isl_pw_aff *c = isl_pw_aff_coalesce(isl_pw_aff_copy(value));
    if (isl_pw_aff_n_piece(c) == 1 && isl_pw_aff_is_cst(c) == isl_bool_true)
        isl_pw_aff_foreach_piece(c, take_constant, v);
    isl_pw_aff_free(c);
    return *v != NULL;
}

/* The points where the quotient of a by b > 0, toward zero, is q. */
static isl_set *quotient_is(isl_pw_aff *a, isl_pw_aff *b, int q)
{
    isl_ctx *ctx = isl_pw_aff_get_ctx(a);
    isl_pw_aff *low = isl_pw_aff_scale_val(
        isl_pw_aff_copy(b), isl_val_int_from_si(ctx, q > 0 ? q : q - 1));
    isl_pw_aff *high = isl_pw_aff_scale_val(
        isl_pw_aff_copy(b), isl_val_int_from_si(ctx, q < 0 ? q : q + 1));
    isl_set *above = q > 0 ? isl_pw_aff_ge_set(isl_pw_aff_copy(a), low)
                           : isl_pw_aff_gt_set(isl_pw_aff_copy(a), low);
    isl_set *below = q < 0 ? isl_pw_aff_le_set(isl_pw_aff_copy(a), high)
                           : isl_pw_aff_lt_set(isl_pw_aff_copy(a), high);
    return isl_set_intersect(above, below);
}

/* Are there no such points, or none unless b is tiny, which is then assumed not
 * to be? */
static bool can_exclude(struct affine_env *env, isl_set *points, isl_pw_aff *b)
{
    isl_set *large =
        isl_pw_aff_gt_set(isl_pw_aff_copy(b), env_constant(env, TINY_SIZE));
    large = isl_set_intersect(large, isl_set_copy(points));
    bool tiny = isl_set_is_empty(large) == isl_bool_true;
    isl_set_free(large);
    if (!tiny || isl_set_is_empty(points) == isl_bool_true) {
        isl_set_free(points);
        return tiny;
    }
    return assume_empty(env->poly, points);
}

/* Division and remainder by what is no constant, such as the size of a domain
 * that wraps around: affine where the dividend is within a few divisors. */
static isl_pw_aff *divide_by_size(struct affine_env *env,
                                  const struct scop_expr *e, isl_pw_aff *a,
                                  isl_pw_aff *b)
{
    isl_set *rest = known_domain(
        env, isl_set_universe(affine_space(env->poly, env->depth)));
    isl_pw_aff *result = NULL;
    for (int q = LEAST_QUOTIENT; q <= LARGEST_QUOTIENT; q++) {
        isl_val *v = isl_val_int_from_si(env->poly->ctx, q);
        isl_set *piece = isl_set_intersect(
            quotient_is(a, b, q),
            isl_pw_aff_gt_set(isl_pw_aff_copy(b), env_constant(env, 0)));
        if (isl_set_is_disjoint(piece, rest) == isl_bool_true) {
            isl_set_free(piece);
            isl_val_free(v);
            continue;
        }
        rest = isl_set_subtract(rest, isl_set_copy(piece));
        isl_pw_aff *value = env_constant(env, q);
        if (e->op == SCOP_REM)
            value = isl_pw_aff_sub(
                isl_pw_aff_copy(a),
                isl_pw_aff_scale_val(isl_pw_aff_copy(b), isl_val_copy(v)));
        isl_val_free(v);
        value = isl_pw_aff_intersect_domain(value, piece);
        result = result ? isl_pw_aff_union_add(result, value) : value;
    }
    if (!can_exclude(env, rest, b))
        result = isl_pw_aff_free(result);
    isl_pw_aff_free(a);
    isl_pw_aff_free(b);
    return result ? result : not_affine(env, e);
}

/* Division and remainder of C by a constant: toward zero, and the dividend's
 * sign. A negative divisor -c: a / -c = -(a / c), a % -c = a % c. */
static isl_pw_aff *divide(struct affine_env *env, const struct scop_expr *e,
                          isl_pw_aff *a, isl_pw_aff *b)
{
    isl_val *divisor = NULL;
    if (!constant_of(b, &divisor))
        return divide_by_size(env, e, a, b);
    isl_pw_aff_free(b);
    if (isl_val_is_zero(divisor)) {
        isl_val_free(divisor);
        isl_pw_aff_free(a);
        return not_affine(env, e);
    }
    bool negative = isl_val_is_neg(divisor);
    divisor = isl_val_abs(divisor);
    bool positive_dividend = known_non_negative(env, a);
    isl_pw_aff *d = isl_pw_aff_from_aff(
        isl_aff_val_on_domain(env_local_space(env), isl_val_copy(divisor)));
    isl_pw_aff *result;
    if (e->op == SCOP_REM) {
        negative = false;
        if (positive_dividend) {
            isl_pw_aff_free(d);
            result = isl_pw_aff_mod_val(a, isl_val_copy(divisor));
        } else {
            result = isl_pw_aff_tdiv_r(a, d);
        }
    } else if (positive_dividend) {
        result = isl_pw_aff_floor(isl_pw_aff_div(a, d));
    } else {
        result = isl_pw_aff_tdiv_q(a, d);
    }
    isl_val_free(divisor);
    return negative ? isl_pw_aff_neg(result) : result;
}

static isl_pw_aff *multiply(struct affine_env *env, const struct scop_expr *e,
                            isl_pw_aff *a, isl_pw_aff *b)
{
    if (isl_pw_aff_is_cst(a) == isl_bool_true ||
        isl_pw_aff_is_cst(b) == isl_bool_true)
        return isl_pw_aff_mul(a, b);
    isl_pw_aff_free(a);
    isl_pw_aff_free(b);
    return not_affine(env, e);
}

/* a << k and a >> k by a constant: a 2^k and floor(a / 2^k). */
static isl_pw_aff *shift(struct affine_env *env, const struct scop_expr *e,
                         isl_pw_aff *a, isl_pw_aff *b)
{
    isl_val *amount = NULL;
    isl_pw_aff *result = NULL;
    bool fits = constant_of(b, &amount) && isl_val_is_nonneg(amount) &&
                isl_val_cmp_si(amount, 8 * scop_type_size(e->type)) < 0;
    isl_pw_aff_free(b);
    if (!fits) {
        isl_pw_aff_free(a);
        isl_val_free(amount);
        return not_affine(env, e);
    }
    isl_val *factor = isl_val_2exp(amount);
    if (e->op == SCOP_SHL)
        result = isl_pw_aff_scale_val(a, factor);
    else
        result = isl_pw_aff_floor(isl_pw_aff_scale_down_val(a, factor));
    return result;
}

/* a & (2^k - 1) is a modulo 2^k, of negative numbers too; what a & -2^k leaves
 * of a is the rest. */
static isl_pw_aff *mask(struct affine_env *env, const struct scop_expr *e,
                        isl_pw_aff *a, isl_pw_aff *b)
{
    isl_val *bits = NULL;
    if (constant_of(a, &bits)) {
        isl_pw_aff_free(a);
        a = b;
    } else if (constant_of(b, &bits)) {
        isl_pw_aff_free(b);
    } else {
        isl_pw_aff_free(a);
        isl_pw_aff_free(b);
        return not_affine(env, e);
    }
    bool clears = isl_val_is_neg(bits) == isl_bool_true;
    bool small = isl_val_cmp_si(bits, INT32_MAX) <= 0 &&
                 isl_val_cmp_si(bits, INT32_MIN) >= 0;
    int64_t value = small ? isl_val_get_num_si(bits) : 0;
    uint64_t size = clears ? -(uint64_t)value : (uint64_t)value + 1;
    isl_val_free(bits);
    if (!small || (size & (size - 1))) {
        isl_pw_aff_free(a);
        return not_affine(env, e);
    }
    isl_pw_aff *rest = isl_pw_aff_mod_val(
        isl_pw_aff_copy(a), isl_val_int_from_ui(env->poly->ctx, size));
    if (clears)
        return isl_pw_aff_sub(a, rest);
    isl_pw_aff_free(a);
    return rest;
}

/* Points where the condition holds take `then`, the others `otherwise`; each
 * side is evaluated knowing which it is. */
static isl_pw_aff *conditional(struct affine_env *env,
                               const struct scop_expr *e)
{
    isl_set *yes = affine_condition(env, e->arg[0]);
    if (!yes)
        return NULL;
    isl_set *no = isl_set_complement(isl_set_copy(yes));
    struct affine_env side = *env;
    isl_set *whole =
        env->domain ? isl_set_copy(env->domain)
                    : isl_set_universe(affine_space(env->poly, env->depth));
    side.domain = isl_set_intersect(isl_set_copy(whole), isl_set_copy(yes));
    isl_pw_aff *a = affine_value(&side, e->arg[1]);
    isl_set_free(side.domain);
    side.domain = isl_set_intersect(whole, isl_set_copy(no));
    isl_pw_aff *b = affine_value(&side, e->arg[2]);
    isl_set_free(side.domain);
    env->culprit = side.culprit;
    if (!a || !b) {
        isl_pw_aff_free(a);
        isl_pw_aff_free(b);
        isl_set_free(yes);
        isl_set_free(no);
        return NULL;
    }
    a = isl_pw_aff_intersect_domain(a, yes);
    b = isl_pw_aff_intersect_domain(b, no);
    return isl_pw_aff_coalesce(isl_pw_aff_union_add(a, b));
}

/* The constant; `ival` holds the larger ones of unsigned 64 bits as negative
 * numbers. */
static isl_pw_aff *integer(struct affine_env *env, const struct scop_expr *e)
{
    isl_pw_aff *value = env_constant(env, e->ival);
    return e->type == SCOP_U64 && e->ival < 0
               ? isl_pw_aff_add_constant_val(value,
                                             power_of_two(env->poly->ctx, 64))
               : value;
}

/* An operand of `e`; in sums and products modulo 2^64 what stands for a
 * negative number is taken for it. */
static isl_pw_aff *operand(struct affine_env *env, const struct scop_expr *e,
                           int k)
{
    bool modular =
        e->type == SCOP_U64 &&
        (e->op == SCOP_ADD || e->op == SCOP_SUB || e->op == SCOP_MUL);
    return modular && e->arg[k]->op == SCOP_INT
               ? env_constant(env, e->arg[k]->ival)
               : affine_value(env, e->arg[k]);
}

static isl_pw_aff *leaf(struct affine_env *env, const struct scop_expr *e)
{
    int position = -1;
    enum isl_dim_type kind = isl_dim_set;

    if (e->op == SCOP_INT)
        return integer(env, e);
    if (e->op == SCOP_PARAM) {
        position = e->ref;
        kind = isl_dim_param;
        env->poly->modelled[position] = true;
    }
    for (int k = 0; e->op == SCOP_ITER && k < env->depth; k++)
        if (env->loop[k] == e->ref)
            position = k;
    for (int k = 0; e->op == SCOP_ACCESS && k < env->depth; k++)
        if (env->loop[k] == affine_counter(e->ref))
            position = k;
    if (position < 0)
        return not_affine(env, e);
    return isl_pw_aff_from_aff(
        isl_aff_var_on_domain(env_local_space(env), kind, (unsigned)position));
}

/* A narrower view of e's own operands: one level of affine_value. */
static isl_pw_aff *operate(struct affine_env *env, const struct scop_expr *e)
{
    isl_pw_aff *a = operand(env, e, 0), *b = NULL;
    if (!a)
        return NULL;
    switch (e->op) {
    case SCOP_CAST:
        return affine_wrap(env, a, e->type);
    case SCOP_NEG:
        a = isl_pw_aff_neg(a);
        break;
    case SCOP_BITNOT: /* -a - 1 */
        a = isl_pw_aff_sub(env_constant(env, -1), a);
        break;
    default:
        b = operand(env, e, 1);
        if (!b) {
            isl_pw_aff_free(a);
            return NULL;
        }
    }
    switch (e->op) {
    case SCOP_ADD:
        a = isl_pw_aff_add(a, b);
        break;
    case SCOP_SUB:
        a = isl_pw_aff_sub(a, b);
        break;
    case SCOP_MUL:
        a = multiply(env, e, a, b);
        break;
    case SCOP_DIV:
    case SCOP_REM:
        return divide(env, e, a, b);
    case SCOP_SHL:
    case SCOP_SHR:
        a = shift(env, e, a, b);
        break;
    case SCOP_AND:
        a = mask(env, e, a, b);
        break;
    default:
        break;
    }
    if (a && e->type == SCOP_U64 && (e->op == SCOP_MUL || e->op == SCOP_SHL))
        a = wrap_multiple(env, a);
    return scop_type_is_signed(e->type) ? a : affine_wrap(env, a, e->type);
}

isl_pw_aff *affine_value(struct affine_env *env, const struct scop_expr *e)
{
    if (scop_type_is_float(e->type))
        return not_affine(env, e);
    switch (e->op) {
    case SCOP_INT:
    case SCOP_PARAM:
    case SCOP_ITER:
    case SCOP_ACCESS:
        return leaf(env, e);
    case SCOP_COND:
        return conditional(env, e);
    case SCOP_CAST:
        if (scop_type_is_float(e->arg[0]->type))
            return not_affine(env, e);
        return operate(env, e);
    case SCOP_NEG:
    case SCOP_BITNOT:
    case SCOP_ADD:
    case SCOP_SUB:
    case SCOP_MUL:
    case SCOP_DIV:
    case SCOP_REM:
    case SCOP_SHL:
    case SCOP_SHR:
    case SCOP_AND:
        return operate(env, e);
    case SCOP_NOT:
    case SCOP_LT:
    case SCOP_LE:
    case SCOP_GT:
    case SCOP_GE:
    case SCOP_EQ:
    case SCOP_NE:
    case SCOP_LAND:
    case SCOP_LOR:
        return from_condition(affine_condition(env, e));
    default:
        return not_affine(env, e);
    }
}

static isl_set *compare(enum scop_op op, isl_pw_aff *a, isl_pw_aff *b)
{
    switch (op) {
    case SCOP_LT:
        return isl_pw_aff_lt_set(a, b);
    case SCOP_LE:
        return isl_pw_aff_le_set(a, b);
    case SCOP_GT:
        return isl_pw_aff_gt_set(a, b);
    case SCOP_GE:
        return isl_pw_aff_ge_set(a, b);
    case SCOP_EQ:
        return isl_pw_aff_eq_set(a, b);
    default:
        return isl_pw_aff_ne_set(a, b);
    }
}

/* Is `e` an unsigned constant that `other`, an iterator or parameter, never
 * comes near? */
static bool is_beyond(const struct scop_expr *e, const struct scop_expr *other)
{
    return e->op == SCOP_INT && e->type == SCOP_U64 && e->ival < 0 &&
           (other->op == SCOP_ITER || other->op == SCOP_PARAM);
}

static isl_set *compare_beyond(struct affine_env *env,
                               const struct scop_expr *e)
{
    bool right = e->arg[1]->op == SCOP_INT;
    bool less = e->op == SCOP_LT || e->op == SCOP_LE;
    bool equal = e->op == SCOP_EQ || e->op == SCOP_NE;
    bool holds = equal ? e->op == SCOP_NE : less == right;
    isl_space *space = affine_space(env->poly, env->depth);
    return holds ? isl_set_universe(space) : isl_set_empty(space);
}

/* The right side of && knows that the left holds, that of || that it does
 * not. */
static isl_set *logical(struct affine_env *env, const struct scop_expr *e)
{
    isl_set *a = affine_condition(env, e->arg[0]);
    if (!a)
        return NULL;
    struct affine_env right = *env;
    isl_set *reach = e->op == SCOP_LAND ? isl_set_copy(a)
                                        : isl_set_complement(isl_set_copy(a));
    if (env->domain)
        reach = isl_set_intersect(reach, isl_set_copy(env->domain));
    right.domain = reach;
    isl_set *b = affine_condition(&right, e->arg[1]);
    isl_set_free(reach);
    env->culprit = right.culprit;
    if (!b) {
        isl_set_free(a);
        return NULL;
    }
    return e->op == SCOP_LAND ? isl_set_intersect(a, b) : isl_set_union(a, b);
}

isl_set *affine_condition(struct affine_env *env, const struct scop_expr *e)
{
    isl_pw_aff *a, *b;
    isl_set *set;

    switch (e->op) {
    case SCOP_LAND:
    case SCOP_LOR:
        return logical(env, e);
    case SCOP_NOT:
        set = affine_condition(env, e->arg[0]);
        return set ? isl_set_complement(set) : NULL;
    case SCOP_LT:
    case SCOP_LE:
    case SCOP_GT:
    case SCOP_GE:
    case SCOP_EQ:
    case SCOP_NE:
        if (is_beyond(e->arg[1], e->arg[0]) || is_beyond(e->arg[0], e->arg[1]))
            return compare_beyond(env, e);
        a = affine_value(env, e->arg[0]);
        b = a ? affine_value(env, e->arg[1]) : NULL;
        if (!a || !b) {
            isl_pw_aff_free(a);
            return NULL;
        }
        return compare(e->op, a, b);
    default:
        a = affine_value(env, e);
        if (!a)
            return NULL;
        return isl_pw_aff_ne_set(a, env_constant(env, 0));
    }
}

/* Only the value modulo 2^64 matters where a sum is an address: 64-bit unsigned
 * sums, and conversions to 64 bits, are taken as if they did not wrap. */
isl_pw_aff *affine_extent(const struct poly *poly,
                          const struct scop_expr *extent)
{
    size_t count = (size_t)poly->scop->param_count;
    struct poly own = *poly;
    struct affine_env env = {&own, NULL, 0, NULL, NULL};
    own.modelled = calloc(count + 1, sizeof *own.modelled);
    own.assumed = isl_set_copy(poly->assumed);
    isl_pw_aff *size = affine_value(&env, extent);
    bool more = isl_set_is_equal(own.assumed, poly->assumed) != isl_bool_true;
    for (size_t k = 0; k < count; k++)
        more |= poly->scop->param[k].type == SCOP_U64 && own.modelled[k] &&
                !poly->modelled[k];
    isl_set_free(own.assumed);
    free(own.modelled);
    return more ? isl_pw_aff_free(size) : size;
}

isl_pw_aff *affine_subscript(struct affine_env *env, const struct scop_expr *e)
{
    isl_pw_aff *a, *b;
    if (scop_type_is_float(e->type) || scop_type_size(e->type) != 8)
        return affine_value(env, e);
    if (e->op == SCOP_INT)
        return env_constant(env, e->ival);
    if (e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type))
        return affine_subscript(env, e->arg[0]);
    if (e->op == SCOP_NEG) {
        a = affine_subscript(env, e->arg[0]);
        return a ? isl_pw_aff_neg(a) : NULL;
    }
    if (e->op != SCOP_ADD && e->op != SCOP_SUB && e->op != SCOP_MUL)
        return affine_value(env, e);
    a = affine_subscript(env, e->arg[0]);
    b = a ? affine_subscript(env, e->arg[1]) : NULL;
    if (!b) {
        isl_pw_aff_free(a);
        return NULL;
    }
    if (e->op == SCOP_MUL)
        return multiply(env, e, a, b);
    return e->op == SCOP_ADD ? isl_pw_aff_add(a, b) : isl_pw_aff_sub(a, b);
}
