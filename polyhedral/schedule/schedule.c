/*
 * The new schedule: isl's scheduler with all dependences as validity and
 * coincidence, flow as proximity.
 */
#include "polyhedral/schedule/schedule.h"

#include "polyhedral/dependence/dependence.h"

#include <isl/options.h>
#include <isl/val.h>

#include <stdlib.h>

isl_union_set *poly_scheduled(const struct poly *poly, int begin, int end)
{
    isl_union_set *all = isl_union_set_empty(affine_space(poly, 0));
    for (int k = begin; k < end; k++)
        if (poly->stmt[k].domain && !poly->stmt[k].prologue)
            all =
                isl_union_set_add_set(all, isl_set_copy(poly->stmt[k].domain));
    return all;
}

/* Takes from the map what is known of the parameters anyway: the scheduler took
 * minutes over bounds of types, whose size it has to reckon with. */
static isl_union_map *without_known(const struct poly *poly, isl_union_map *map)
{
    isl_set *known = isl_set_intersect(isl_set_copy(poly->context),
                                       isl_set_copy(poly->type_bounds));
    known = isl_set_intersect(known, isl_set_copy(poly->assumed));
    return isl_union_map_gist_params(map, known);
}

/* The dependences (taken) between instances of the domain. */
static isl_union_map *within(isl_union_map *map, isl_union_set *domain)
{
    map = isl_union_map_intersect_domain(map, isl_union_set_copy(domain));
    return isl_union_map_intersect_range(map, isl_union_set_copy(domain));
}

/* Returns isl's schedule of the domain (taken), which is all that there is, or
 * a part that can be scheduled by itself. */
static isl_schedule *find_schedule(const struct poly *poly,
                                   isl_union_set *domain, bool all,
                                   enum fusion fusion)
{
    isl_union_map *validity = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    validity = without_known(poly, validity);
    isl_union_map *flow = without_known(poly, isl_union_map_copy(poly->flow));
    if (!all) {
        validity = within(validity, domain);
        flow = within(flow, domain);
    }
    if (fusion == FUSION_SHARED)
        flow = isl_union_map_union(
            flow, without_known(poly, fusion_shared_reads(poly, validity)));
    isl_schedule_constraints *constraints =
        isl_schedule_constraints_on_domain(domain);
    constraints = isl_schedule_constraints_set_context(
        constraints, isl_set_copy(poly->context));
    constraints = isl_schedule_constraints_set_proximity(constraints, flow);
    constraints = isl_schedule_constraints_set_coincidence(
        constraints, isl_union_map_copy(validity));
    constraints = isl_schedule_constraints_set_validity(constraints, validity);
    isl_options_set_schedule_serialize_sccs(poly->ctx, fusion == FUSION_NONE);
    isl_options_set_schedule_maximize_coincidence(
        poly->ctx, fusion == FUSION_PARALLEL || fusion == FUSION_SHARED);
    isl_options_set_schedule_outer_coincidence(poly->ctx, 1);
    isl_options_set_schedule_maximize_band_depth(poly->ctx, 1);
    return isl_schedule_constraints_compute_schedule(constraints);
}

/* What is wanted, else what isl does by itself. */
static enum fusion wanted_fusion(const struct poly *poly)
{
    int64_t want = poly->choice ? poly->choice->want[CHOICE_FUSE] : 0;
    return want ? (enum fusion)want : FUSION_ISL;
}

/* Coefficients beyond come from the extremes of types, not from what a nest
 * does: with them 64 bits overflow at sizes that are in use. */
enum { MAX_COEFFICIENT = 1 << 16 };

static bool is_moderate(isl_val *v /* taken */, long most)
{
    v = isl_val_abs(v);
    bool moderate = isl_val_cmp_si(v, most) <= 0;
    isl_val_free(v);
    return moderate;
}

static isl_stat check_piece(isl_set *set, isl_aff *aff, void *user)
{
    static const enum isl_dim_type type[] = {isl_dim_in, isl_dim_param};
    const long most = MAX_COEFFICIENT;
    bool *moderate = user;
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < isl_aff_dim(aff, type[t]); k++)
            *moderate &=
                is_moderate(isl_aff_get_coefficient_val(aff, type[t], k), most);
    *moderate &= is_moderate(isl_aff_get_constant_val(aff), most * most);
    isl_set_free(set);
    isl_aff_free(aff);
    return isl_stat_ok;
}

static isl_stat check_member(isl_pw_aff *member, void *user)
{
    isl_pw_aff_foreach_piece(member, check_piece, user);
    isl_pw_aff_free(member);
    return isl_stat_ok;
}

static isl_bool check_band(isl_schedule_node *node, void *user)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    isl_multi_union_pw_aff *members =
        isl_schedule_node_band_get_partial_schedule(node);
    int count = (int)isl_schedule_node_band_n_member(node);
    for (int k = 0; k < count; k++) {
        isl_union_pw_aff *member =
            isl_multi_union_pw_aff_get_union_pw_aff(members, k);
        isl_union_pw_aff_foreach_pw_aff(member, check_member, user);
        isl_union_pw_aff_free(member);
    }
    isl_multi_union_pw_aff_free(members);
    return isl_bool_true;
}

static bool has_moderate_values(isl_schedule *schedule)
{
    bool moderate = true;
    isl_schedule_foreach_schedule_node_top_down(schedule, check_band,
                                                &moderate);
    return moderate;
}

struct source_bands {
    const struct poly *poly;
    const bool *carries; /* per loop */
};

/* In the order of the source the only member of a band is a loop: that of any
 * statement below, at the band's depth. It is coincident if it carries no
 * dependence. */
static isl_schedule_node *mark_coincident(isl_schedule_node *node, void *user)
{
    const struct source_bands *s = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return node;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    isl_union_set_free(domain);
    bool parallel = true;
    int depth = (int)isl_schedule_node_get_schedule_depth(node);
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(s->poly, isl_set_get_space(set));
        isl_set_free(set);
        parallel &=
            stmt >= 0 && !s->carries[s->poly->stmt[stmt].stmt->loop[depth]];
    }
    isl_set_list_free(list);
    return isl_schedule_node_band_member_set_coincident(node, 0, parallel);
}

isl_schedule *poly_source_schedule(const struct poly *poly)
{
    return isl_schedule_intersect_domain(
        isl_schedule_copy(poly->original),
        poly_scheduled(poly, 0, poly->stmt_count));
}

/* If `brief`, what is above the node is written for its points alone. */
static isl_union_map *dependences_at(const struct poly *poly,
                                     isl_schedule_node *node, bool brief)
{
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    isl_union_set *here = isl_schedule_node_get_domain(node);
    all = isl_union_map_intersect_domain(all, isl_union_set_copy(here));
    all = isl_union_map_intersect_range(all, isl_union_set_copy(here));
    if (isl_schedule_node_get_schedule_depth(node) > 0) {
        isl_multi_union_pw_aff *above =
            isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(node);
        if (brief)
            above =
                isl_multi_union_pw_aff_gist(above, isl_union_set_copy(here));
        all = isl_union_map_eq_at_multi_union_pw_aff(all, above);
    }
    isl_union_set_free(here);
    return all;
}

isl_union_map *poly_dependences_at(const struct poly *poly,
                                   isl_schedule_node *node)
{
    return dependences_at(poly, node, false);
}

isl_union_map *poly_dependences_briefly(const struct poly *poly,
                                        isl_schedule_node *node)
{
    return dependences_at(poly, node, true);
}

bool poly_all_forward(const struct poly *poly, isl_schedule_node *node,
                      isl_multi_union_pw_aff *members, int most)
{
    isl_union_map *all = poly_dependences_at(poly, node);
    if (isl_union_map_n_map(all) > most) {
        isl_union_map_free(all);
        return false;
    }
    isl_union_map *schedule = isl_union_map_from_multi_union_pw_aff(
        isl_multi_union_pw_aff_copy(members));
    all = isl_union_map_apply_domain(all, isl_union_map_copy(schedule));
    all = isl_union_map_apply_range(all, schedule);
    if (isl_union_map_is_empty(all) != isl_bool_false) {
        isl_union_map_free(all);
        return false;
    }
    isl_set *distance = isl_map_deltas(isl_map_from_union_map(all));
    int count = (int)isl_set_dim(distance, isl_dim_set);
    isl_set *forward = isl_set_universe(isl_set_get_space(distance));
    for (int k = 0; k < count; k++)
        forward = isl_set_lower_bound_si(forward, isl_dim_set, (unsigned)k, 0);
    bool result = isl_set_is_subset(distance, forward) == isl_bool_true;
    isl_set_free(distance);
    isl_set_free(forward);
    return result;
}

struct joining {
    const struct poly *poly;
    bool thorough; /* look at distances */
};

/*
 * A loop joins the permutable band directly inside it if it is coincident, for
 * then no dependence at it has a component along it, or if all members commute.
 * (But if one of the band is coincident it stays apart: it may be so only while
 * the loop is invariant.)
 */
static bool may_join(const struct joining *j, isl_schedule_node *node,
                     isl_schedule_node *child, isl_multi_union_pw_aff *members)
{
    enum { MAX_PAIRS = 64 };
    int count = (int)isl_schedule_node_band_n_member(child);
    if (isl_schedule_node_band_member_get_coincident(node, 0) == isl_bool_true)
        return true;
    if (count > 1 &&
        isl_schedule_node_band_get_permutable(child) != isl_bool_true)
        return false;
    for (int k = 0; k < count; k++)
        if (isl_schedule_node_band_member_get_coincident(child, k) ==
            isl_bool_true)
            return false;
    return j->thorough && poly_all_forward(j->poly, node, members, MAX_PAIRS);
}

static isl_schedule_node *join_bands(isl_schedule_node *node, void *user)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return node;
    bool outer =
        isl_schedule_node_band_member_get_coincident(node, 0) == isl_bool_true;
    node = isl_schedule_node_band_set_permutable(node, outer);
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    if (isl_schedule_node_get_type(child) != isl_schedule_node_band) {
        isl_schedule_node_free(child);
        return node;
    }
    int count = (int)isl_schedule_node_band_n_member(child);
    isl_multi_union_pw_aff *all = isl_multi_union_pw_aff_flat_range_product(
        isl_schedule_node_band_get_partial_schedule(node),
        isl_schedule_node_band_get_partial_schedule(child));
    bool join = may_join(user, node, child, all);
    bool *coincident = calloc((size_t)count + 1, sizeof *coincident);
    for (int k = 0; k < count; k++)
        coincident[k] = isl_schedule_node_band_member_get_coincident(
                            child, k) == isl_bool_true;
    isl_schedule_node_free(child);
    if (!join) {
        isl_multi_union_pw_aff_free(all);
        free(coincident);
        return node;
    }
    node = isl_schedule_node_delete(isl_schedule_node_child(node, 0));
    node = isl_schedule_node_delete(isl_schedule_node_parent(node));
    node = isl_schedule_node_insert_partial_schedule(node, all);
    node = isl_schedule_node_band_set_permutable(node, 1);
    node = isl_schedule_node_band_member_set_coincident(node, 0, outer);
    for (int k = 0; k < count; k++)
        node = isl_schedule_node_band_member_set_coincident(node, k + 1,
                                                            coincident[k]);
    free(coincident);
    return node;
}

isl_schedule *poly_source_bands(const struct poly *poly)
{
    isl_map_list *dependences = poly_dependences(poly);
    int count = poly->scop->loop_count;
    bool *carries = calloc((size_t)count + 1, sizeof *carries);
    for (int loop = 0; loop < count; loop++)
        carries[loop] =
            poly->in_order || poly_carries(poly, dependences, loop);
    isl_map_list_free(dependences);
    struct source_bands s = {poly, carries};
    isl_schedule *schedule = isl_schedule_map_schedule_node_bottom_up(
        poly_source_schedule(poly), mark_coincident, &s);
    free(carries);
    struct joining j = {poly, !poly->in_order};
    isl_schedule *joined = isl_schedule_map_schedule_node_bottom_up(
        isl_schedule_copy(schedule), join_bands, &j);
    if (!poly_out_of_budget(poly)) {
        isl_schedule_free(schedule);
        return joined;
    }
    isl_schedule_free(joined);
    j.thorough = false;
    return isl_schedule_map_schedule_node_bottom_up(schedule, join_bands, &j);
}

/* Is a loop around some of what is below the node one that was taken apart? */
static bool is_made(const struct poly *poly, isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    isl_union_set_free(domain);
    bool made = false;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        isl_set_free(set);
        for (int d = 0; stmt >= 0 && d < poly->stmt[stmt].stmt->depth; d++)
            made |= poly->scop->loop[poly->stmt[stmt].stmt->loop[d]].made;
    }
    isl_set_list_free(list);
    return made;
}

/* The schedules (taken; NULL: nothing) of what comes first, and then. */
static isl_schedule *one_after_the_other(isl_schedule *first,
                                         isl_schedule *then)
{
    if (!first || !then)
        return first ? first : then;
    return isl_schedule_sequence(first, then);
}

/* The children of the source's outermost sequence. */
struct children {
    int count;
    isl_union_set **domain; /* NULL: scheduled already */
    bool *made;
};

static struct children find_children(const struct poly *poly,
                                     isl_schedule *source)
{
    struct children c = {0};
    isl_schedule_node *node = isl_schedule_get_root(source);
    node = isl_schedule_node_child(node, 0);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_sequence)
        c.count = (int)isl_schedule_node_n_children(node);
    size_t count = (size_t)c.count + 1;
    c.domain = arena_alloc(poly->arena, sizeof(isl_union_set *) * count);
    c.made = arena_alloc(poly->arena, sizeof(bool) * count);
    for (int k = 0; k < c.count; k++) {
        node = isl_schedule_node_grandchild(node, k, 0);
        c.domain[k] = isl_schedule_node_get_domain(node);
        c.made[k] = is_made(poly, node);
        node = isl_schedule_node_grandparent(node);
    }
    isl_schedule_node_free(node);
    return c;
}

/* Takes those children in front of child `end` that are not scheduled yet, if
 * it needs them; all of them if there is no such child. NULL: there are none.
 */
static isl_union_set *take_needed(const struct poly *poly, struct children *c,
                                  int end)
{
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    isl_union_set *taken = isl_union_set_empty(isl_union_map_get_space(all));
    for (int k = end - 1; k >= 0; k--) {
        bool needed = c->domain[k] && end == c->count;
        if (c->domain[k] && !needed) {
            isl_union_map *to = isl_union_map_intersect_domain(
                isl_union_map_copy(all), isl_union_set_copy(c->domain[k]));
            isl_union_set *later = isl_union_set_union(
                isl_union_set_copy(taken), isl_union_set_copy(c->domain[end]));
            to = isl_union_map_intersect_range(to, later);
            needed = isl_union_map_is_empty(to) != isl_bool_true;
            isl_union_map_free(to);
        }
        if (!needed)
            continue;
        taken = isl_union_set_union(taken, c->domain[k]);
        c->domain[k] = NULL;
    }
    isl_union_map_free(all);
    if (isl_union_set_is_empty(taken) != isl_bool_true)
        return taken;
    isl_union_set_free(taken);
    return NULL;
}

/* What was taken apart as the source has it; the rest as the scheduler has it
 * by itself, as late as may be, so that more of it is together. */
static isl_schedule *schedule_around_rows(const struct poly *poly)
{
    isl_schedule *source = poly_source_bands(poly), *all = NULL;
    struct children c = find_children(poly, source);
    enum fusion fusion =
        (enum fusion)choice_take(poly->choice, CHOICE_FUSE, FUSION_ISL);
    for (int k = 0; k <= c.count && c.count; k++) {
        if (k < c.count && !c.made[k])
            continue;
        isl_union_set *run = take_needed(poly, &c, k);
        if (run)
            all = one_after_the_other(all,
                                      find_schedule(poly, run, false, fusion));
        if (k == c.count)
            break;
        isl_schedule *made = isl_schedule_intersect_domain(
            isl_schedule_copy(source), c.domain[k]);
        c.domain[k] = NULL;
        all = one_after_the_other(all, made);
    }
    if (!all)
        return source;
    isl_schedule_free(source);
    return all;
}

isl_schedule *poly_schedule_fused(const struct poly *poly, enum fusion fusion)
{
    isl_union_set *all = poly_scheduled(poly, 0, poly->stmt_count);
    isl_schedule *schedule = find_schedule(poly, all, true, fusion);
    if (poly_isl_lost(poly) || has_moderate_values(schedule))
        return schedule;
    isl_schedule_free(schedule);
    return NULL;
}

void schedule_choice_free(struct schedule_choice *choice)
{
    isl_schedule_free(choice->tree);
    panel_free(choice->panels);
    *choice = (struct schedule_choice){0};
}

struct schedule_choice schedule_choice_copy(const struct schedule_choice *from)
{
    struct schedule_choice copy = *from;
    copy.tree = isl_schedule_copy(from->tree);
    copy.panels = NULL;
    return copy;
}

/* isl's scheduler can give up: on what it cannot order within the limit, and
 * since it approximates dependences that hold for some remainders only. And to
 * carry dependences it may multiply by the extremes of types, whatever its
 * option for the greatest coefficient says. Or it takes temporaries out of the
 * loops that they belong to. The order of the source is always valid. Loops
 * over partial results have the order that rewrite/reduction.h gave them; next
 * to row sums the scheduler takes the rest.
 */
bool poly_schedule(const struct poly *poly, struct schedule_choice *choice)
{
    isl_schedule *tree = NULL;
    bool made = false, rows = false;
    for (int k = 0; k < poly->scop->loop_count; k++) {
        const struct scop_loop *loop = &poly->scop->loop[k];
        made |= loop->made;
        rows |= loop->team && !loop->made;
    }
    bool source = (made && !rows) || !pass_runs(poly->passes, PASS_SCHEDULER);
    poly_budget(poly, 4);
    if (!source) {
        tree = rows ? schedule_around_rows(poly)
                    : poly_schedule_fused(poly, wanted_fusion(poly));
        source = poly_isl_lost(poly) || !tree;
    }
    if (!source) {
        poly_budget(poly, 4);
        source = !poly_keeps_lifetimes(poly, tree);
        poly_out_of_budget(poly);
    }
    if (source) {
        budget_clear(poly->budget);
        isl_schedule_free(tree);
        poly_budget(poly, 2);
        tree = poly_source_bands(poly);
    }
    *choice =
        (struct schedule_choice){.tree = tree, .of_source = source || rows};
    return !poly_isl_failed(poly, "scheduling");
}
