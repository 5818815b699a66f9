/*
 * Host: is the plain nest, as the user's compiler makes it, expected to take no
 * longer than the kernels?
 *
 * The user's compiler vectorises the innermost loop and keeps what it knows in
 * registers, as the kernels' compiler does. So kernels gain where they do what
 * it does not: another loop innermost, along which fewer accesses stride; tiles
 * of sums that stay in registers while a product goes round (KIR's
 * register_tile); several steps of a stencil or of a factorisation together;
 * loops that are fused; and where iterations fill vectors that
 * conditions near the ends of loops, local arrays, errno or the order of
 * extremes keep its vectors from. Where none of that is found, the plain nest
 * runs, and its parallel loops are shared.
 */
#include "polyhedral/cost/plain_nest.h"
#include "polyhedral/dependence/dependence.h"

/* The loop of a statement along which its innermost band moves last. */
struct innermost {
    const struct poly *poly;
    int stmt, loop;
    int count; /* loops in the last member that moves */
};

/* Sets count and loop to those of the band's last member that moves, if any. */
static void look_at_band(struct innermost *m, isl_schedule_node *band)
{
    int loop, count = 0;
    int k = (int)isl_schedule_node_band_n_member(band);
    while (k-- > 0 && !count)
        count = access_member_loops(m->poly, band, k, m->stmt, &loop);
    if (count) {
        m->count = count;
        m->loop = loop;
    }
}

static isl_bool look_at_node(isl_schedule_node *node, void *user)
{
    struct innermost *m = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_set *own =
        isl_union_set_from_set(isl_set_copy(m->poly->stmt[m->stmt].domain));
    if (isl_union_set_is_disjoint(domain, own) == isl_bool_false)
        look_at_band(m, node);
    isl_union_set_free(own);
    isl_union_set_free(domain);
    return isl_bool_true;
}

int plain_nest_innermost(const struct poly *poly, isl_schedule *schedule,
                         int stmt)
{
    struct innermost m = {poly, stmt, -1, 0};
    isl_schedule_foreach_schedule_node_top_down(schedule, look_at_node, &m);
    return m.count == 1 ? m.loop : -1;
}

bool plain_is_short(const struct scop *scop, int loop)
{
    int64_t trips = scop_loop_trips(scop, loop);
    return trips >= 0 && trips < PLAIN_SHORT;
}

/* GCC writes loops out that constantly run no more often (its parameter
 * max-completely-peel-times), and makes vectors along the next loop then. */
static bool is_unrolled(const struct scop *scop, int loop)
{
    enum { PEELED = 16 };
    int64_t trips = scop_loop_trips(scop, loop);
    return trips >= 0 && trips <= PEELED;
}

static int nested_loops(const struct scop_node *body)
{
    int most = 0;
    for (int k = 0; k < body->count; k++) {
        int own = nested_loops(body->child[k]);
        most = own > most ? own : most;
    }
    return most + (body->kind == SCOP_LOOP);
}

/* Of how many loops of the source that may run long is the statement the body?
 * Those that were made of one loop stand where it stood. */
static int source_depth(const struct poly *poly, int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    const struct scop_loop *loop = poly->scop->loop, *last = NULL;
    int depth = s->body && !s->fold ? nested_loops(s->body) : 0;
    for (int d = 0; d < s->depth; d++) {
        const struct scop_loop *own = &loop[s->loop[d]];
        bool part = own->made && last && last->loc.line == own->loc.line &&
                    last->loc.column == own->loc.column;
        depth +=
            !part && (own->made || !plain_is_short(poly->scop, s->loop[d]));
        last = own;
    }
    return depth;
}

int plain_nest_depth(const struct poly *poly)
{
    int most = 0;
    for (int k = 0; k < poly->stmt_count; k++) {
        int own = source_depth(poly, k);
        most = own > most ? own : most;
    }
    return most;
}

bool plain_is_of_caller(const struct poly *poly, const struct poly_access *a)
{
    const struct scop_array *array =
        &poly->scop->array[poly->array[a->array].array];
    return array->rank && array->scope == SCOP_OUTSIDE;
}

int plain_strided_along(const struct poly *poly, int stmt, int loop)
{
    int count = 0;
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++)
        count += plain_is_of_caller(poly, &poly->access[k]) &&
                 access_score(poly->access[k].expr, loop) < 0;
    return count;
}

/* Is there something in the loop under several conditions on data, each of
 * which mostly ends what the plain nest does in an iteration? Vectors do all of
 * it. */
static bool tests_much(const struct poly *poly, int loop)
{
    const struct scop *scop = poly->scop;
    int most = 0;
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        int count = 0;
        for (int g = 0; g < s->guard_count; g++)
            count +=
                scop_expr_count(s->guard[g], plain_is_of_iteration, scop) > 0;
        if (s->depth && scop_loop_inside(scop, s->loop[s->depth - 1], loop))
            most = count > most ? count : most;
    }
    return most > 1;
}

/* Does another loop go innermost, along which fewer accesses stride, or whose
 * iterations fill vectors where those of the source's wait for one another?
 * Loops within a body keep its iterations from that. */
static bool has_better_inside(const struct poly *poly, isl_schedule *schedule,
                              isl_map_list *dependences, int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    if (s->depth < 2)
        return false;
    int source = s->loop[s->depth - 1];
    int loop = plain_nest_innermost(poly, schedule, stmt);
    if (loop < 0 || loop == source || plain_is_short(poly->scop, loop) ||
        is_unrolled(poly->scop, source) || tests_much(poly, source))
        return false;
    int now = plain_strided_along(poly, stmt, loop);
    int before = plain_strided_along(poly, stmt, source);
    bool fills = !s->body || nested_loops(s->body) == 0;
    return now < before ||
           (fills && now == before && poly_carries(poly, dependences, source) &&
            !poly_carries(poly, dependences, loop));
}

/* Does the loop that goes innermost stride in arrays of which each of its
 * iterations has one of its own, in memory? Their elements, which the plain
 * nest has in the first cache, are a whole array apart then. */
static bool strides_in_temporaries(const struct poly *poly,
                                   isl_schedule *schedule)
{
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        const struct poly_array *array = &poly->array[a->array];
        if (array->expand == 0 || array->rank == array->expand || array->turned)
            continue;
        int loop = plain_nest_innermost(poly, schedule, a->stmt);
        int d = loop < 0 ? -1 : scop_loop_depth(poly->stmt[a->stmt].stmt, loop);
        if (d >= 0 && d < array->expand)
            return true;
    }
    return false;
}

/* `outer`: of so many outermost loops each iteration has its own element. */
static int loops_in(const struct scop_stmt *s, const struct scop_expr *access,
                    int outer)
{
    int count = 0;
    for (int d = 0; d < s->depth; d++)
        count += d < outer || scop_expr_mentions(access, s->loop[d]);
    return count;
}

static bool branches(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_LAND || e->op == SCOP_LOR || e->op == SCOP_COND;
}

/* Is it a sum of products into an array of the caller's, of which no operand
 * has all loops? `expands`: temporaries are in memory. */
static bool reuses_operands(const struct poly *poly, int stmt, bool expands)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    bool sums = false;
    if (s->stmt->depth < 3 || s->stmt->body || s->stmt->guard_count ||
        scop_expr_count(s->stmt->rhs, branches, NULL))
        return false;
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        int outer = expands ? poly->array[a->array].expand : 0;
        if (poly->array[a->array].rank == 0)
            continue;
        if (!a->exact || loops_in(s->stmt, a->expr, outer) >= s->stmt->depth)
            return false;
        sums |= !a->write && plain_is_of_caller(poly, a) &&
                scop_expr_equal(a->expr, s->stmt->lhs);
    }
    return sums;
}

/* Is the statement in a kernel whose loops are in tiles? */
static bool is_tiled(const struct poly *poly, const struct mapping *mapping,
                     int stmt)
{
    for (int k = 0; k < mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &mapping->kernel[k];
        isl_union_set *own =
            isl_union_set_from_set(isl_set_copy(poly->stmt[stmt].domain));
        bool apart =
            isl_union_set_is_disjoint(own, kernel->domain) != isl_bool_false;
        isl_union_set_free(own);
        if (!apart)
            return kernel->host.tiles != NULL;
    }
    return false;
}

bool plain_nest_tiles_products(const struct poly *poly,
                               const struct mapping *mapping)
{
    for (int k = 0; k < poly->stmt_count; k++)
        if (reuses_operands(poly, k, false) && is_tiled(poly, mapping, k))
            return true;
    return false;
}

static bool has_rectangular_head(const struct scop *scop, int loop)
{
    const struct scop_node *node = scop->loop[loop].node;
    for (int outer = scop->loop[loop].parent; outer >= 0;
         outer = scop->loop[outer].parent)
        if (scop_expr_mentions(node->init, outer) ||
            scop_expr_mentions(node->cond, outer))
            return false;
    return true;
}

/* Is it a sum of floats in order, to an element of its own for each iteration
 * of the loop around it, of which kernels compute several at once, a row in
 * each lane (KIR's transpose)? To a variable, kernels add one by one, too, but
 * what they add are vectors where functions make it. */
static bool sums_rows(const struct poly *poly, isl_map_list *dependences,
                      int stmt)
{
    const struct poly_stmt *p = &poly->stmt[stmt];
    const struct scop_stmt *s = p->stmt;
    bool sums = false;
    if (s->depth < 2 || s->body || s->guard_count ||
        !scop_type_is_float(s->lhs->type) || isl_set_n_basic_set(p->domain) > 1)
        return false;
    int inner = s->loop[s->depth - 1], outer = s->loop[s->depth - 2];
    if (scop_expr_mentions(s->lhs, inner) ||
        (!s->lhs->count && !plain_calls_functions(poly, inner)))
        return false;
    for (int k = p->access_begin; k < p->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        sums |= !a->write && scop_expr_equal(a->expr, s->lhs);
        if (!a->exact)
            return false;
    }
    return sums && !is_unrolled(poly->scop, inner) &&
           has_rectangular_head(poly->scop, inner) &&
           poly_carries(poly, dependences, inner) &&
           !poly_carries(poly, dependences, outer);
}

/* What a body holds that decides whether its iterations fill vectors. */
struct body {
    const struct scop *scop;
    bool selects; /* a condition on data decides what a local array holds */
    bool rolled;  /* a loop is not known to be short, or short ones are nested
                     and long together */
};

static bool is_element(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_ACCESS && e->count;
}

/* Does the node set the scalar to what it reads from memory? */
static bool loads(const struct scop_node *node, int scalar)
{
    bool found = node->kind == SCOP_SET && node->lhs->ref == scalar &&
                 scop_expr_count(node->rhs, is_element, NULL) > 0;
    for (int k = 0; k < node->count && !found; k++)
        found = loads(node->child[k], scalar);
    return found;
}

static bool is_loaded(const struct scop_expr *e, const void *user)
{
    return e->op == SCOP_ACCESS && (e->count || loads(user, e->ref));
}

/* Is it an element whose place the body, `user`, has from memory? Vectors load
 * such elements one by one. */
static bool is_gathered(const struct scop_expr *e, const void *user)
{
    bool found = false;
    for (int k = 0; e->op == SCOP_ACCESS && k < e->count && !found; k++)
        found = scop_expr_count(e->arg[k], is_loaded, user) > 0;
    return found;
}

static bool is_local_array(const struct scop *scop, const struct scop_expr *e)
{
    return scop->array[e->ref].rank && scop->array[e->ref].scope == SCOP_POINT;
}

/* Up to how many iterations the test says that a loop has; -1: it may have
 * more than few. */
static int64_t short_trips(const struct scop_expr *test)
{
    enum { SHORT = 16 };
    if (!scop_op_is_test(test->op) || test->count != 2 ||
        test->arg[0]->op != SCOP_ACCESS || test->arg[1]->op != SCOP_INT ||
        test->arg[1]->ival < -SHORT || test->arg[1]->ival > SHORT)
        return -1;
    int64_t trips = test->arg[1]->ival;
    return trips < 0 ? -trips : trips > 0 ? trips : 1;
}

/* `trips`: how often loops around the node run it at most. */
static void look_at_body(struct body *b, const struct scop_node *node,
                         bool conditional, int64_t trips)
{
    enum { MANY = 64 };
    b->selects |= conditional && node->kind == SCOP_SET &&
                  is_local_array(b->scop, node->lhs);
    if (node->kind == SCOP_LOOP) {
        int64_t own = short_trips(node->test);
        trips *= own;
        b->rolled |= own < 0 || trips > MANY;
    }
    for (int k = 0; k < node->count && !b->rolled; k++)
        look_at_body(b, node->child[k], conditional || node->kind == SCOP_IF,
                     trips);
}

/* C compilers leave arrays in memory of which a condition decides what they
 * hold, and then vectors stay empty; in kernels that know all subscripts their
 * elements are in registers. */
static bool selects_locally(const struct poly *poly, isl_map_list *dependences,
                            int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    struct body b = {.scop = poly->scop};
    if (!s->body || !s->depth)
        return false;
    look_at_body(&b, s->body, false, 1);
    return b.selects && !b.rolled &&
           !scop_node_count(poly->scop, s->body, is_gathered, s->body) &&
           !poly_carries(poly, dependences, s->loop[s->depth - 1]);
}

/* A condition on a loop's iterator and what does not change in it. */
struct end_test {
    int loop;
};

bool plain_is_data(const struct scop_expr *e, const void *user)
{
    (void)user;
    return (e->op == SCOP_ACCESS && e->count) || e->op == SCOP_CALL ||
           scop_type_is_float(e->type);
}

static bool is_scaled(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_MUL || e->op == SCOP_DIV || e->op == SCOP_REM;
}

/* Is it (x + c) % n? */
static bool is_wrapped(const struct scop_expr *e)
{
    enum { SMALL = 16 };
    return e->op == SCOP_REM && !scop_expr_count(e->arg[0], is_scaled, NULL) &&
           (e->arg[1]->op != SCOP_INT || e->arg[1]->ival >= SMALL);
}

static bool is_end_test(const struct scop_expr *e, const void *user)
{
    const struct end_test *t = user;
    bool test = scop_op_is_test(e->op) && e->count == 2 && e->op != SCOP_LAND &&
                e->op != SCOP_LOR;
    return (test || is_wrapped(e)) && scop_expr_mentions(e, t->loop) &&
           !scop_expr_count(e, plain_is_data, NULL);
}

/* A choice between bounds. */
static bool is_cut(const struct scop_expr *e, const void *user)
{
    return e->op == SCOP_COND && is_end_test(e->arg[0], user);
}

/* Not whether two iterators are equal: that is so in the middle of the loop. */
static bool is_order_test(const struct scop_expr *e, const void *user)
{
    return e->op != SCOP_EQ && e->op != SCOP_NE && is_end_test(e, user);
}

/* In conditions around statements in loops within, where the bounds of these
 * are cut by it, and in the bounds themselves. */
static int end_tests_within(const struct scop *scop,
                            const struct scop_node *node,
                            const struct end_test *test)
{
    int count = 0;
    if (node->kind == SCOP_IF)
        for (int k = 0; k < scop->loop_count && !count; k++)
            count = k != test->loop && scop_loop_inside(scop, k, test->loop) &&
                    scop_expr_mentions(node->test, k) &&
                    scop_expr_count(node->test, is_order_test, test);
    if (node->kind == SCOP_FOR && node->loop != test->loop)
        count += scop_expr_count(node->init, is_cut, test) +
                 scop_expr_count(node->cond, is_cut, test);
    for (int k = 0; k < node->count && node->kind != SCOP_STMT; k++)
        count += end_tests_within(scop, node->child[k], test);
    return count;
}

bool plain_holds_loops(const struct poly *poly, int loop)
{
    struct body b = {.scop = poly->scop};
    for (int k = 0; k < poly->scop->loop_count; k++)
        b.rolled |= k != loop && scop_loop_inside(poly->scop, k, loop) &&
                    scop_loop_trips(poly->scop, k) >= PLAIN_SHORT;
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        if (s->body && scop_loop_depth(s, loop) >= 0)
            look_at_body(&b, s->body, false, 1);
    }
    return b.rolled;
}

/* Do conditions ask whether an iteration is near an end of its loop? Kernels
 * have no branches between the ends (vector/peel.c), and fill vectors there;
 * not in a loop that a kernel does not have, as its grid is made of it, around
 * others. */
static bool asks_for_ends(const struct poly *poly, isl_map_list *dependences,
                          int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    int depth = s->depth, count = 0;
    while (depth > 0 && plain_is_short(poly->scop, s->loop[depth - 1]))
        depth--;
    if (depth == 0)
        return false;
    struct end_test test = {s->loop[depth - 1]};
    bool of_grid = depth == 1 && s->depth > 1;
    if (of_grid || is_unrolled(poly->scop, test.loop))
        return false;
    if (s->body)
        count = scop_node_count(poly->scop, s->body, is_end_test, &test);
    for (int k = 0; k < s->guard_count; k++)
        count += scop_expr_count(s->guard[k], is_end_test, &test);
    count +=
        scop_expr_count(s->lhs, is_end_test, &test) +
        scop_expr_count(s->rhs, is_end_test, &test) +
        end_tests_within(poly->scop, poly->scop->loop[test.loop].node, &test);
    return count && !plain_holds_loops(poly, test.loop) &&
           !poly_carries(poly, dependences, test.loop);
}

static bool is_fused(const struct poly *poly, const struct map_kernel *kernel)
{
    int first = -1;
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        isl_union_set *own =
            isl_union_set_from_set(isl_set_copy(poly->stmt[k].domain));
        bool apart =
            isl_union_set_is_disjoint(own, kernel->domain) != isl_bool_false;
        isl_union_set_free(own);
        if (apart || !s->depth)
            continue;
        if (first >= 0 && s->loop[0] != first)
            return true;
        first = s->loop[0];
    }
    return false;
}

static bool is_asked_for(const struct poly *poly)
{
    for (int k = 0; poly->choice && k < CHOICE_COUNT; k++)
        if (poly->choice->want[k])
            return true;
    return poly->scop->tile_count || poly->scop->plan != SCOP_PLAN_AUTO;
}

/* Are extremes of floats taken apart, without what is found beside them? C
 * compilers keep their order, since they are to expect that a NaN comes. */
static bool takes_extremes(const struct poly *poly)
{
    int floats = 0, others = 0;
    for (int k = 0; k < poly->scop->array_count; k++) {
        const struct scop_array *a = &poly->scop->array[k];
        if (a->made && a->scope == SCOP_REGION)
            ++*(scop_type_is_float(a->type) ? &floats : &others);
    }
    return floats && !others && !poly->scop->reassociate;
}

static bool is_equal(const struct scop_expr *e, const void *user)
{
    return scop_expr_equal(e, user);
}

/* Are extremes taken apart of what another condition admits? C compilers make
 * vectors of a condition or of an extreme, but not of both. */
static bool takes_admitted_extremes(const struct poly *poly)
{
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        int last = s->guard_count - 1;
        if (s->lhs && last > 0 && poly->scop->array[s->lhs->ref].made &&
            scop_expr_count(s->guard[last], is_equal, s->lhs))
            return true;
    }
    return false;
}

/* Are loops taken apart around statements of that depth? What is gained with
 * others is little beside the work of these. */
static bool takes_deepest_apart(const struct poly *poly, int depth)
{
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        for (int d = 0; d < s->depth; d++)
            if (poly->scop->loop[s->loop[d]].made &&
                source_depth(poly, k) >= depth)
                return true;
    }
    return false;
}

/* What the mapping as a whole does that compilers do not. */
static const char *mapping_gain(const struct poly *poly,
                                const struct mapping *mapping, bool of_source,
                                int depth)
{
    if (mapping->overlap_count)
        return "several steps are done while arrays are in the caches";
    if (mapping->panels || poly->scop->blocked)
        return "several steps are done together, in blocks";
    if (is_asked_for(poly))
        return "a clause, an option or the tuning file asks for kernels";
    bool apart = !of_source && takes_deepest_apart(poly, depth);
    if (apart && poly->scop->reassociate)
        return "sums are taken apart, so that they fill vectors";
    if (apart && takes_extremes(poly))
        return "extremes are taken apart, so that they fill vectors";
    if (apart && takes_admitted_extremes(poly))
        return "extremes of what a condition admits are taken apart, so that "
               "they fill vectors";
    for (int k = 0; k < mapping->kernel_count; k++)
        if (mapping->kernel[k].host.crossed)
            return "tiles keep in the caches what strides along one loop and "
                   "is contiguous along another one";
    for (int k = 0; k < mapping->kernel_count; k++)
        if (of_source && is_fused(poly, &mapping->kernel[k]))
            return "loops are fused";
    return NULL;
}

/* In memory a value of each iteration costs more than its vectors save, if
 * these only add and multiply. */
const char *plain_nest_gain(const struct poly *poly,
                            const struct mapping *mapping, bool of_source,
                            bool expands, int depth)
{
    const char *gain = mapping_gain(poly, mapping, of_source, depth);
    if (gain)
        return gain;
    bool strides = expands && strides_in_temporaries(poly, mapping->schedule);
    isl_map_list *dependences = poly_dependences(poly);
    if (!dependences)
        gain = "dependences are not known well enough to tell";
    for (int k = 0; k < poly->stmt_count && !gain; k++)
        if (source_depth(poly, k) < depth)
            gain = NULL;
        else if (!strides &&
                 has_better_inside(poly, mapping->schedule, dependences, k))
            gain = "another loop goes innermost, along which accesses are "
                   "contiguous or iterations independent";
        else if (reuses_operands(poly, k, expands) &&
                 is_tiled(poly, mapping, k))
            gain = "sums of products stay in registers";
        else if (selects_locally(poly, dependences, k))
            gain = "local arrays stay in registers, and iterations fill "
                   "vectors in spite of conditions";
        else if (asks_for_ends(poly, dependences, k))
            gain = "between the ends that conditions ask for, iterations fill "
                   "vectors";
        else if (!expands && (plain_touches_many_rows(poly, dependences, k) ||
                              (poly->stmt[k].stmt->body &&
                               plain_body_touches_many_rows(
                                   poly->scop, poly->stmt[k].stmt->body))))
            gain = "rows of one array are known not to overlap, so that "
                   "iterations fill vectors";
        else if (mapping->kernel_count == 1 &&
                 plain_takes_roots(poly, dependences, k))
            gain = "square roots, which need not set errno, fill vectors";
        else if (plain_takes_functions(poly, dependences, k))
            gain = "functions such as exp fill vectors";
        else if (plain_computes_under_conditions(poly, dependences, k))
            gain = "iterations fill vectors in spite of conditions, since "
                   "floating-point exceptions need not be as in C";
        else if (sums_rows(poly, dependences, k))
            gain = "the sums of several rows fill vectors";
    isl_map_list_free(dependences);
    return gain;
}

bool plain_nest_is_long(const struct poly *poly, int stmt)
{
    const struct scop_node *body = poly->stmt[stmt].stmt->body;
    return body && nested_loops(body) > 1;
}

static bool is_long_kernel(const struct poly *poly,
                           const struct map_kernel *kernel)
{
    for (int k = 0; k < poly->stmt_count; k++) {
        isl_union_set *own =
            isl_union_set_from_set(isl_set_copy(poly->stmt[k].domain));
        bool apart =
            isl_union_set_is_disjoint(own, kernel->domain) != isl_bool_false;
        isl_union_set_free(own);
        if (!apart && !plain_nest_is_long(poly, k))
            return false;
    }
    return true;
}

bool plain_nest_launches_often(const struct mapping *mapping)
{
    for (int k = 0; k < mapping->kernel_count; k++)
        if (mapping->kernel[k].dims && mapping->kernel[k].prefix_count)
            return true;
    return false;
}

bool plain_nest_has_long_kernels(const struct poly *poly,
                                 const struct mapping *mapping)
{
    for (int k = 0; k < mapping->kernel_count; k++)
        if (!mapping->kernel[k].dims ||
            !is_long_kernel(poly, &mapping->kernel[k]))
            return false;
    return mapping->kernel_count > 0;
}
