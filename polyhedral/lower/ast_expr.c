/*
 * isl's expressions in KIR: those of its loops and conditions, and functions
 * and sets of parameters, which isl makes expressions of.
 */
#include "polyhedral/lower/tiles.h"

#include "polyhedral/rewrite/rewrite.h"

#include <isl/id.h>
#include <isl/val.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lower_bind(struct lower *l, const char *name, int value)
{
    struct binding binding = {arena_strdup(l->poly->arena, name), value};
    ARENA_PUSH(l->poly->arena, l->binding, l->binding_count, l->binding_cap,
               binding);
}

/* The value of an AST identifier: a loop's iterator, a mapped index, a host
 * dimension or a parameter of the scop. */
int lower_name(struct lower *l, const char *name)
{
    const struct scop *scop = l->poly->scop;
    for (int k = l->binding_count - 1; k >= 0; k--)
        if (!strcmp(l->binding[k].name, name))
            return l->binding[k].value;
    if (!strncmp(name, "hd_h", 4))
        return lower_source(l, SOURCE_HOST_DIM, atoi(name + 4), 0);
    if (!l->kernel && !strncmp(name, "hd_o", 4))
        return kir_get(l->f, l->overlapped->resume[atoi(name + 4)]);
    for (int k = 0; k < scop->param_count; k++)
        if (!strcmp(scop->param[k].name, name))
            return lower_source(l, SOURCE_PARAM, k, 0);
    fault_add(l->poly->faults, FAULT_INTERNAL, scop->loc,
              "the schedule names '%s', which nothing defines", name);
    l->failed = true;
    return kir_int(l->f, KIR_I64, 0);
}

static int expr_arg(struct lower *l, isl_ast_expr *expr, int k)
{
    return lower_ast_expr(l, isl_ast_expr_get_op_arg(expr, k));
}

/* A constant of the AST; one that does not fit in 64 bits (a bound of an
 * unsigned 64-bit type) makes the region fail. */
static int64_t integer(struct lower *l, isl_ast_expr *expr)
{
    isl_val *v = isl_ast_expr_get_val(expr);
    int64_t value = 1;
    if (isl_val_cmp_si(v, INT64_MAX) <= 0 &&
        isl_val_cmp_si(v, INT64_MIN) >= 0) {
        value = isl_val_get_num_si(v);
    } else if (!l->failed) {
        struct loc loc = l->poly->scop->loc;
        struct fault *fault =
            fault_add(l->poly->faults, FAULT_TOO_COMPLEX, loc,
                      "this region needs integers of more than 64 bits");
        fault_hint(l->poly->faults, fault, loc,
                   "use signed types for iterators and subscripts, or keep "
                   "unsigned differences from becoming negative");
        l->failed = true;
    }
    isl_val_free(v);
    return value;
}

/* Division and remainder by a constant: floored, which agrees with the forms
 * that promise a non-negative dividend. */
static int divide(struct lower *l, isl_ast_expr *expr, bool remainder)
{
    int a = expr_arg(l, expr, 0);
    isl_ast_expr *divisor = isl_ast_expr_get_op_arg(expr, 1);
    int result;
    if (isl_ast_expr_get_type(divisor) == isl_ast_expr_int) {
        int64_t d = integer(l, divisor);
        isl_ast_expr_free(divisor);
        result =
            remainder ? kir_floor_mod(l->f, a, d) : kir_floor_div(l->f, a, d);
    } else {
        int b = lower_ast_expr(l, divisor);
        result = kir_binary(l->f, remainder ? KIR_REM : KIR_DIV, a, b);
    }
    return result;
}

static int nary(struct lower *l, isl_ast_expr *expr, enum kir_op op)
{
    int count = (int)isl_ast_expr_get_op_n_arg(expr);
    int result = expr_arg(l, expr, 0);
    for (int k = 1; k < count; k++)
        result = kir_binary(l->f, op, result, expr_arg(l, expr, k));
    return result;
}

static int condition_arg(struct lower *l, isl_ast_expr *expr, int k)
{
    return kir_cast(l->f, KIR_PRED, expr_arg(l, expr, k));
}

static int logical(struct lower *l, isl_ast_expr *expr, enum kir_op op)
{
    int count = (int)isl_ast_expr_get_op_n_arg(expr);
    int result = condition_arg(l, expr, 0);
    for (int k = 1; k < count; k++)
        result = kir_binary(l->f, op, result, condition_arg(l, expr, k));
    return result;
}

static int lower_ast_op(struct lower *l, isl_ast_expr *expr)
{
    int a, b, c;
    switch (isl_ast_expr_get_op_type(expr)) {
    case isl_ast_op_and:
    case isl_ast_op_and_then:
        return logical(l, expr, KIR_AND);
    case isl_ast_op_or:
    case isl_ast_op_or_else:
        return logical(l, expr, KIR_OR);
    case isl_ast_op_max:
        return nary(l, expr, KIR_MAX);
    case isl_ast_op_min:
        return nary(l, expr, KIR_MIN);
    case isl_ast_op_add:
        return nary(l, expr, KIR_ADD);
    case isl_ast_op_sub:
        return nary(l, expr, KIR_SUB);
    case isl_ast_op_mul:
        return nary(l, expr, KIR_MUL);
    case isl_ast_op_minus:
        return kir_unary(l->f, KIR_NEG, expr_arg(l, expr, 0));
    case isl_ast_op_div:
        return nary(l, expr, KIR_DIV);
    case isl_ast_op_fdiv_q:
    case isl_ast_op_pdiv_q:
        return divide(l, expr, false);
    case isl_ast_op_pdiv_r:
    case isl_ast_op_zdiv_r:
        return divide(l, expr, true);
    case isl_ast_op_cond:
    case isl_ast_op_select:
        a = condition_arg(l, expr, 0);
        b = expr_arg(l, expr, 1);
        c = expr_arg(l, expr, 2);
        return kir_ternary(l->f, KIR_SELECT, a, b, c);
    case isl_ast_op_eq:
        return nary(l, expr, KIR_EQ);
    case isl_ast_op_le:
        return nary(l, expr, KIR_LE);
    case isl_ast_op_lt:
        return nary(l, expr, KIR_LT);
    case isl_ast_op_ge:
        return nary(l, expr, KIR_GE);
    case isl_ast_op_gt:
        return nary(l, expr, KIR_GT);
    default:
        fault_add(l->poly->faults, FAULT_INTERNAL, l->poly->scop->loc,
                  "an operation of isl's AST that is not known");
        l->failed = true;
        return kir_int(l->f, KIR_I64, 0);
    }
}

/* After an error of isl its objects are NULL: what is built no longer matters,
 * but it must stay well-formed. */
bool lower_is_lost(struct lower *l)
{
    l->failed |= poly_isl_lost(l->poly);
    return l->failed;
}

int lower_ast_expr(struct lower *l, isl_ast_expr *expr)
{
    int value;
    if (lower_is_lost(l)) {
        isl_ast_expr_free(expr);
        return kir_int(l->f, KIR_I64, 0);
    }
    switch (isl_ast_expr_get_type(expr)) {
    case isl_ast_expr_int:
        value = kir_int(l->f, KIR_I64, integer(l, expr));
        break;
    case isl_ast_expr_id: {
        isl_id *id = isl_ast_expr_get_id(expr);
        value = lower_name(l, isl_id_get_name(id));
        isl_id_free(id);
        break;
    }
    case isl_ast_expr_op:
        value = lower_ast_op(l, expr);
        break;
    default: /* isl failed: poly_isl_failed tells */
        l->failed = true;
        value = kir_int(l->f, KIR_I64, 0);
    }
    isl_ast_expr_free(expr);
    return value;
}

/* A build that knows all parameters of what it is to print: isl 0.25 takes the
 * dividend of a remainder for one of the context's expressions that is never
 * negative where they differ in a parameter that the context lacks alone. */
static isl_ast_build *build_from(isl_set *context, isl_space *params)
{
    context = isl_set_align_params(context, params);
    return isl_ast_build_from_context(context);
}

/* The iterators that it prints are the members of bands, whose values bounds,
 * marks and unrolled points (unroll_jam.c) compare, also those with a stride:
 * isl divides these by it if it may. */
isl_ast_build *lower_ast_build(struct lower *l, isl_set *context)
{
    enum { NAMES = 32 };
    isl_ctx *ctx = l->poly->ctx;
    isl_options_set_ast_build_scale_strides(ctx, 0);
    isl_id_list *names = isl_id_list_alloc(ctx, NAMES);
    for (int k = 0; k < NAMES; k++) {
        char name[16];
        snprintf(name, sizeof name, "hd_c%d", k);
        names = isl_id_list_add(names, isl_id_alloc(ctx, name, NULL));
    }
    isl_ast_build *build = isl_ast_build_from_context(context);
    return isl_ast_build_set_iterators(build, names);
}

/* What holds of the parameters. Before the driver runs, nothing is known of the
 * scalars that it computes. */
static isl_set *known_to_driver(const struct lower *l)
{
    return isl_set_copy(l->known && !l->kernel ? l->known : l->poly->context);
}

isl_ast_expr *lower_pw_aff_expr(struct lower *l, isl_pw_aff *pa)
{
    isl_set *context =
        isl_set_intersect(known_to_driver(l), isl_set_copy(l->poly->assumed));
    isl_set *defined = isl_set_intersect(isl_pw_aff_domain(isl_pw_aff_copy(pa)),
                                         isl_set_copy(context));
    bool nowhere = isl_set_is_empty(defined) == isl_bool_true;
    isl_set_free(defined);
    if (nowhere) {
        isl_set_free(context);
        isl_pw_aff_free(pa);
        return isl_ast_expr_from_val(isl_val_zero(l->poly->ctx));
    }
    pa = isl_pw_aff_gist_params(pa, isl_set_copy(context));
    isl_ast_build *build = build_from(context, isl_pw_aff_get_space(pa));
    isl_ast_expr *expr = isl_ast_build_expr_from_pw_aff(build, pa);
    isl_ast_build_free(build);
    return expr;
}

int lower_pw_aff(struct lower *l, isl_pw_aff *pa)
{
    return lower_ast_expr(l, lower_pw_aff_expr(l, pa));
}

/* What both imply together is made explicit first: isl 0.25 reads memory that
 * it has freed where two of its cuts find that in a simplification. */
isl_ast_expr *lower_params_expr(struct lower *l, isl_set *set)
{
    isl_set *known = isl_set_copy(l->known ? l->known : l->poly->context);
    isl_set *context = known_to_driver(l);
    set = isl_set_intersect_params(set, isl_set_copy(known));
    set = isl_set_detect_equalities(set);
    set = isl_set_gist_params(set, known);
    isl_ast_build *build = build_from(context, isl_set_get_space(set));
    isl_ast_expr *expr = isl_ast_build_expr_from_set(build, set);
    isl_ast_build_free(build);
    return expr;
}

int lower_params_test(struct lower *l, isl_set *set)
{
    int value = lower_ast_expr(l, lower_params_expr(l, set));
    return kir_cast(l->f, KIR_PRED, value);
}

/* 1 past the last value of the iterator: isl writes it <= x or it < x. */
int lower_loop_end(struct lower *l, isl_ast_node *node)
{
    isl_ast_expr *cond = isl_ast_node_for_get_cond(node);
    enum isl_ast_expr_op_type op = isl_ast_expr_get_op_type(cond);
    int end = expr_arg(l, cond, 1);
    isl_ast_expr_free(cond);
    if (op == isl_ast_op_le)
        end = kir_binary(l->f, KIR_ADD, end, kir_int(l->f, KIR_I64, 1));
    return end;
}

/* NULL: no statement of that name (or none, after an error of isl). */
const struct poly_stmt *lower_find_statement(struct lower *l, const char *name)
{
    for (int k = 0; name && k < l->poly->stmt_count; k++)
        if (!strcmp(l->poly->scop->stmt[k].name, name))
            return &l->poly->stmt[k];
    return NULL;
}

/* The name of the statement that a user node is an instance of. */
isl_id *lower_callee_id(__isl_keep isl_ast_node *node)
{
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    isl_ast_expr *callee = isl_ast_expr_get_op_arg(call, 0);
    isl_id *id = isl_ast_expr_get_id(callee);
    isl_ast_expr_free(callee);
    isl_ast_expr_free(call);
    return id;
}

bool lower_is_call(isl_ast_node *node, const char *name)
{
    if (isl_ast_node_get_type(node) != isl_ast_node_user)
        return false;
    isl_id *id = lower_callee_id(node);
    bool is = id && !strncmp(isl_id_get_name(id), name, strlen(name));
    isl_id_free(id);
    return is;
}

int *lower_arguments(struct lower *l, isl_ast_node *node, int *count)
{
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    *count = (int)isl_ast_expr_get_op_n_arg(call) - 1;
    int *arg = arena_alloc(l->poly->arena, sizeof(int) * (size_t)(*count + 1));
    for (int k = 0; k < *count; k++)
        arg[k] = expr_arg(l, call, k + 1);
    isl_ast_expr_free(call);
    return arg;
}

const struct poly_stmt *lower_callee(struct lower *l, isl_ast_node *node)
{
    isl_id *id = lower_callee_id(node);
    const struct poly_stmt *stmt = lower_find_statement(l, isl_id_get_name(id));
    isl_id_free(id);
    return stmt;
}

/* Where the piece holds, subscripts may lead into other rows. */
struct crossing {
    struct lower *l;
    int stay; /* the test that they do not */
};

static isl_stat lower_crossing(isl_basic_set *piece, void *user)
{
    struct crossing *c = user;
    int leave = lower_params_test(c->l, isl_set_from_basic_set(piece));
    c->stay = kir_binary(c->l->f, KIR_AND, c->stay,
                         kir_unary(c->l->f, KIR_NOT, leave));
    return isl_stat_ok;
}

/* Is a parameter of 64 bits so far from the ends of its type that sums and
 * multiples of it, and iterations that a grid has behind the last one, do not
 * reach them? */
static int lower_moderate(struct lower *l, int param, enum scop_type type)
{
    struct kir_func *f = l->f;
    int64_t most = (int64_t)1 << 60;
    int64_t least = scop_type_is_signed(type) ? -most : 0;
    return kir_binary(f, KIR_AND,
                      kir_binary(f, KIR_LE, kir_int(f, KIR_I64, least), param),
                      kir_binary(f, KIR_LE, param, kir_int(f, KIR_I64, most)));
}

int lower_assumed(struct lower *l, const struct poly *poly, const int *param)
{
    struct crossing c = {l, lower_params_test(l, isl_set_copy(poly->assumed))};
    isl_set_foreach_basic_set(poly->crossed, lower_crossing, &c);
    int holds = c.stay;
    for (int k = 0; k < l->poly->part->parts->scop->param_count; k++)
        if (poly->modelled[k] && scop_type_size(poly->scop->param[k].type) == 8)
            holds = kir_binary(
                l->f, KIR_AND, holds,
                lower_moderate(l, param[k], poly->scop->param[k].type));
    return holds;
}
