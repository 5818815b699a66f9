/*
 * Marks above the nests of a mapped schedule that a Plan by levels may run, and
 * whether such a Plan is worth making.
 */
#include "polyhedral/plan/plan.h"

#include <isl/id.h>

#include <string.h>

/* The number of the nest whose outermost node this is, -1: of none. */
static int nest_at(const struct levels_list *list, isl_schedule_node *node)
{
    int found = -1;
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if ((type != isl_schedule_node_band && type != isl_schedule_node_mark) ||
        isl_schedule_node_has_parent(node) != isl_bool_true)
        return -1;
    type = isl_schedule_node_get_parent_type(node);
    if (type != isl_schedule_node_domain && type != isl_schedule_node_filter)
        return -1;
    if (isl_schedule_node_get_schedule_depth(node) > 0)
        return -1;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    for (int k = 0; k < list->count; k++)
        if (isl_union_set_is_equal(domain, list->levels[k].domain) ==
            isl_bool_true)
            found = k;
    isl_union_set_free(domain);
    return found;
}

static isl_schedule_node *mark_nest(isl_schedule_node *node, void *user)
{
    const struct mapping *mapping = user;
    const struct levels_list *list = mapping->levels;
    int nest = nest_at(list, node);
    if (nest < 0)
        return node;
    isl_id *id = isl_id_alloc(isl_schedule_node_get_ctx(node),
                              list->levels[nest].name, NULL);
    return isl_schedule_node_insert_mark(node, id);
}

isl_schedule *levels_mark(const struct mapping *mapping, isl_schedule *schedule)
{
    struct mapping copy = *mapping;
    if (!mapping->levels || mapping->levels->count == 0)
        return schedule;
    return isl_schedule_map_schedule_node_bottom_up(schedule, mark_nest, &copy);
}

struct mark_search {
    const char *name;
    bool found;
};

static isl_bool stop_at_mark(isl_schedule_node *node, void *user)
{
    struct mark_search *search = user;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_mark) {
        isl_id *id = isl_schedule_node_mark_get_id(node);
        search->found |= !strcmp(isl_id_get_name(id), search->name);
        isl_id_free(id);
    }
    return search->found ? isl_bool_false : isl_bool_true;
}

bool levels_has_mark(const struct mapping *mapping, const struct levels *v)
{
    struct mark_search search = {v->name, false};
    isl_schedule_foreach_schedule_node_top_down(mapping->plain, stop_at_mark,
                                                &search);
    return search.found;
}

bool levels_is_worth_it(const struct mapping *mapping, const struct levels *v)
{
    enum { HOST_OPERATIONS = 4000 };
    return (mapping->gpu || v->operations >= HOST_OPERATIONS) &&
           levels_has_mark(mapping, v);
}

bool levels_is_inspected(const struct levels *v, bool gpu)
{
    return v->inspection || (gpu && v->dims == 1);
}

bool levels_finds(const struct levels *v, bool gpu)
{
    return !gpu && !v->inspection;
}

bool levels_has_kernel(const struct levels *v, enum levels_kernel which,
                       bool gpu)
{
    if (which == LEVELS_FLAGS || which == LEVELS_TALLY)
        return !levels_finds(v, gpu);
    return gpu || which != LEVELS_RUN;
}

int levels_host_run(const struct levels *v)
{
    enum { LARGE = 1000, FEW = 4, MANY = 64 };
    return v->operations >= LARGE ? FEW : MANY;
}
