/*
 * Row sums: loops whose iterations each accumulate over a loop of their own.
 *
 *   for i: { tmp[i] = 0;  for j: tmp[i] += A[i][j] * x[j];
 *            for j: y[j] += A[i][j] * tmp[i]; }
 *
 * A thread for each i reads A along its columns, and there are few of them: a
 * matrix that memory holds has fewer rows than a GPU has threads. A team for
 * each i, its lanes along j, reads neighbours, and there are as many times more
 * threads. What the loop around does besides is taken apart from it where
 * dependences let that happen (loop distribution: Kennedy and Allen, Optimizing
 * Compilers for Modern Architectures, sec. 5.2): to groups of the body's
 * children such that nothing that a group makes is used by one in front of it.
 */
#include "polyhedral/rewrite/build.h"
#include "polyhedral/rewrite/reduction.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/dependence/dependence.h"

#include <string.h>

struct rows_search {
    struct poly *poly;
    isl_map_list *dependences;
    struct rows_loop *rows;
    int *item_of; /* per statement; -1: not in the loop */
    /* Is there a dependence from what item a makes to item b? */
    bool leads[ROWS_MAX_ITEMS][ROWS_MAX_ITEMS];
};

/* Items -------------------------------------------------------------------- */

static void note_item(struct rows_search *s, const struct scop_node *node,
                      int item)
{
    if (node->kind == SCOP_STMT)
        s->item_of[node->stmt] = item;
    for (int k = 0; k < node->count; k++)
        note_item(s, node->child[k], item);
}

static bool writes_update(const struct rows_search *s,
                          const struct reduce_nest *nest, int stmt)
{
    const struct poly_stmt *p = &s->poly->stmt[stmt];
    for (int a = p->access_begin; a < p->access_end; a++)
        for (int k = 0; k < nest->update_count; k++)
            if (s->poly->access[a].array == nest->update[k].array)
                return true;
    return false;
}

/* Is the loop one that a row may be: that carries updates only, none of which
 * depends on what is next to it, with enough iterations for the lanes, and no
 * loop inside? */
static bool may_be_row(const struct rows_search *s, struct reduce_nest *nest)
{
    enum { FEW = 4 * ROWS_LANES };
    const struct scop_node *node = nest->loop[0];
    if (scop_node_has_loop(node->child[0]) || strip_trips(node) < FEW ||
        !strip_may_take(s->poly->scop, node) ||
        !reduce_carries(s->poly, s->dependences, node->loop, nest))
        return false;
    for (int k = 0; k < nest->update_count; k++)
        if (nest->update[k].ordered || nest->update[k].follower_count)
            return false;
    return true;
}

static bool add_item(struct rows_search *s, const struct scop_node *node,
                     int begin, int end, struct reduce_nest *nest)
{
    struct rows_loop *rows = s->rows;
    int item = rows->item_count;
    if (item == ROWS_MAX_ITEMS)
        return false;
    rows->item[item] = (struct rows_item){node, begin, end, item, nest};
    if (!end)
        note_item(s, node, item);
    for (int k = begin; k < end; k++)
        note_item(s, node->child[0]->child[k], item);
    rows->item_count++;
    return true;
}

/* Does one of the statements write what the other one accesses? */
static bool have_in_common(const struct poly *poly, int s, int t)
{
    const struct poly_stmt *a = &poly->stmt[s], *b = &poly->stmt[t];
    for (int x = a->access_begin; x < a->access_end; x++)
        for (int y = b->access_begin; y < b->access_end; y++)
            if (poly->access[x].array == poly->access[y].array &&
                (poly->access[x].write || poly->access[y].write))
                return true;
    return false;
}

/* May the statements of a loop's body that accumulate be in another loop than
 * the others? */
static bool may_part(const struct rows_search *s,
                     const struct reduce_nest *nest,
                     const struct scop_node *body)
{
    bool apart = body->kind == SCOP_SEQ && body->count > 1;
    for (int k = 0; k < body->count && apart; k++)
        apart = body->child[k]->kind == SCOP_STMT;
    for (int a = 0; a < body->count && apart; a++)
        for (int b = 0; b < a && apart; b++) {
            int x = body->child[a]->stmt, y = body->child[b]->stmt;
            apart = writes_update(s, nest, x) == writes_update(s, nest, y) ||
                    !have_in_common(s->poly, x, y);
        }
    return apart;
}

/* A loop that may be a row, those of its statements that do not accumulate
 * apart from those that do. */
static bool add_row(struct rows_search *s, const struct reduce_nest *found)
{
    const struct scop_node *node = found->loop[0], *body = node->child[0];
    struct reduce_nest *nest = arena_alloc(s->poly->arena, sizeof *nest);
    *nest = *found;
    if (!may_part(s, nest, body))
        return add_item(s, node, 0, 0, nest);
    for (int begin = 0, end; begin < body->count; begin = end) {
        bool updates = writes_update(s, nest, body->child[begin]->stmt);
        for (end = begin + 1; end < body->count; end++)
            if (writes_update(s, nest, body->child[end]->stmt) != updates)
                break;
        if (!add_item(s, node, begin, end, updates ? nest : NULL))
            return false;
    }
    return true;
}

static bool add_items(struct rows_search *s, const struct scop_node *node)
{
    if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            if (!add_items(s, node->child[k]))
                return false;
        return true;
    }
    struct reduce_nest nest = {.loop_count = 1, .loop = {node}};
    if (node->kind == SCOP_FOR && may_be_row(s, &nest))
        return add_row(s, &nest);
    return add_item(s, node, 0, 0, NULL);
}

static bool is_any_row(const struct rows_loop *rows)
{
    bool any = false;
    for (int k = 0; k < rows->item_count; k++)
        any |= rows->item[k].nest != NULL;
    return any;
}

/* Dependences -------------------------------------------------------------- */

/* The items of a dependence's ends, if both are in the loop. */
static bool items_of(const struct rows_search *s, int dependence, int *a,
                     int *b)
{
    isl_map *map = isl_map_list_get_map(s->dependences, dependence);
    isl_space *space = isl_map_get_space(map);
    int from =
        poly_stmt_index(s->poly, isl_space_domain(isl_space_copy(space)));
    int to = poly_stmt_index(s->poly, isl_space_range(space));
    isl_map_free(map);
    if (from < 0 || to < 0) /* isl has failed */
        return false;
    *a = s->item_of[from];
    *b = s->item_of[to];
    return *a >= 0 && *b >= 0;
}

/* Must two items stay together since both use what each iteration has for
 * itself? */
static bool share_private(const struct rows_search *s, int a, int b)
{
    const struct poly *poly = s->poly;
    for (int x = 0; x < poly->access_count; x++) {
        const struct poly_array *array = &poly->array[poly->access[x].array];
        if (s->item_of[poly->access[x].stmt] != a ||
            (!array->expand && poly->scop->array[array->array].scope < 0))
            continue;
        for (int y = 0; y < poly->access_count; y++)
            if (s->item_of[poly->access[y].stmt] == b &&
                poly->access[y].array == poly->access[x].array)
                return true;
    }
    return false;
}

static void find_leads(struct rows_search *s)
{
    int count = (int)isl_map_list_n_map(s->dependences), a, b;
    for (int k = 0; k < count; k++)
        if (items_of(s, k, &a, &b))
            s->leads[a][b] = true;
    for (a = 0; a < s->rows->item_count; a++)
        for (b = 0; b < a; b++)
            if (share_private(s, a, b))
                s->leads[a][b] = true;
}

/* Groups ------------------------------------------------------------------- */

static void join(struct rows_loop *rows, int into, int group)
{
    for (int k = 0; k < rows->item_count; k++)
        if (rows->item[k].group == group)
            rows->item[k].group = into;
}

/* Puts an item that leads to one in front of it into a group with that one and
 * all between them. */
static void group_cycles(struct rows_search *s)
{
    struct rows_loop *rows = s->rows;
    for (int a = 0; a < rows->item_count; a++)
        for (int b = 0; b < a; b++)
            for (int k = b; s->leads[a][b] && k < a; k++)
                join(rows, rows->item[b].group, rows->item[k + 1].group);
}

static bool is_simple(const struct rows_loop *rows, int group)
{
    bool simple = true;
    for (int k = 0; k < rows->item_count; k++)
        if (rows->item[k].group == group)
            simple &= !scop_node_has_loop(rows->item[k].node);
    return simple;
}

/* Does the group have rows, and nothing besides but statements? */
static bool may_be_rows(const struct rows_loop *rows, int group)
{
    bool some = false, good = true;
    for (int k = 0; k < rows->item_count; k++) {
        const struct rows_item *item = &rows->item[k];
        if (item->group != group)
            continue;
        some |= item->nest != NULL;
        good &= item->nest || !scop_node_has_loop(item->node);
    }
    return some && good;
}

/* Does the loop around carry anything between items of these groups? */
static bool carries_between(const struct rows_search *s, int x, int y)
{
    const struct rows_loop *rows = s->rows;
    int count = (int)isl_map_list_n_map(s->dependences), a, b;
    bool carries = false;
    for (int k = 0; k < count && !carries; k++) {
        if (!items_of(s, k, &a, &b))
            continue;
        int from = rows->item[a].group, to = rows->item[b].group;
        if ((from != x && from != y) || (to != x && to != y))
            continue;
        isl_map *map = reduce_carried(s->poly, s->dependences, k,
                                      rows->node->loop, &a, &b);
        carries = map != NULL;
        isl_map_free(map);
    }
    return carries;
}

/* Has one of the groups a dependence on one that is between them? */
static bool are_kept_apart(const struct rows_search *s, int x, int y)
{
    const struct rows_loop *rows = s->rows;
    int least = x < y ? x : y, most = x < y ? y : x;
    bool apart = false;
    for (int a = 0; a < rows->item_count; a++)
        for (int b = 0; b < rows->item_count; b++) {
            int from = rows->item[a].group, to = rows->item[b].group;
            bool between = (from == x && to > least && to < most) ||
                           (to == x && from > least && from < most);
            apart |= between && s->leads[a][b];
        }
    return apart;
}

/* Statements that a row's group may hold as well join it: they need no loop,
 * and no launch, of their own. */
static void gather(struct rows_search *s, int group)
{
    struct rows_loop *rows = s->rows;
    for (int x = 0; x < rows->item_count; x++)
        if (x != group && rows->item[x].group == x && is_simple(rows, x) &&
            !are_kept_apart(s, x, group) && !carries_between(s, x, group))
            join(rows, group, x);
}

/* The model ---------------------------------------------------------------- */

/* The band of the loop around the statement at that depth, below the node
 * (taken); NULL if there is none. */
static isl_schedule_node *find_band(isl_schedule_node *node,
                                    const struct poly_stmt *stmt, int depth)
{
    isl_union_set *here = isl_schedule_node_get_domain(node);
    isl_union_set *own = isl_union_set_from_set(isl_set_copy(stmt->domain));
    bool holds = isl_union_set_is_disjoint(here, own) == isl_bool_false;
    isl_union_set_free(here);
    isl_union_set_free(own);
    bool band = isl_schedule_node_get_type(node) == isl_schedule_node_band;
    if (holds && band && isl_schedule_node_get_schedule_depth(node) == depth)
        return node;
    int count = holds ? (int)isl_schedule_node_n_children(node) : 0;
    isl_schedule_node *found = NULL;
    for (int k = 0; k < count && !found; k++)
        found = find_band(isl_schedule_node_get_child(node, k), stmt, depth);
    isl_schedule_node_free(node);
    return found;
}

/* The sectors of the requests of a warp whose lanes are along the dimension,
 * and along the one around it, for what moves in the inner loop. */
static void add_cost(const struct rows_search *s, int item,
                     const struct access_patterns *all)
{
    const struct poly *poly = s->poly;
    struct rows_loop *rows = s->rows;
    for (int k = 0; k < all->count; k++) {
        const struct access_pattern *p = &all->pattern[k];
        struct access_step step = access_step(poly, p, all->first);
        struct access_threads along = {
            {all->first, -1, -1}, {KIR_WARP_LANES, 1, 1}, {1, 1, 1}};
        struct access_threads across = along;
        across.dim[0]--;
        if (!p->known || !(step.far || step.bytes) ||
            s->item_of[poly->access[p->access].stmt] != item ||
            !access_is_user(poly, poly->access[p->access].array))
            continue;
        rows->along += access_served_cost(poly, all, p, &along, false);
        rows->across += access_served_cost(poly, all, p, &across, true);
    }
}

/* The costs of a nest's loop, whose statements are those of the item. */
static bool find_cost(struct rows_search *s, const struct reduce_nest *nest,
                      int item)
{
    const struct poly_stmt *stmt = NULL;
    for (int t = 0; t < s->poly->stmt_count && !stmt; t++)
        if (s->item_of[t] == item)
            stmt = &s->poly->stmt[t];
    int depth = scop_loop_depth(stmt->stmt, nest->loop[0]->loop);
    isl_schedule_node *top =
        isl_schedule_node_child(isl_schedule_get_root(s->poly->original), 0);
    isl_schedule_node *band = find_band(top, stmt, depth);
    if (!band)
        return false;
    add_cost(s, item, access_find(s->poly, band));
    isl_schedule_node_free(band);
    return true;
}

/* More threads are worth twice the sectors: a warp for each of 1,000 rows is a
 * tenth of what a large GPU has at a time, and a thread for each is one of 250.
 * What moves with the lanes is a scattered read otherwise. */
static bool gains(struct rows_search *s)
{
    enum { WORTH = 2 };
    struct rows_loop *rows = s->rows;
    for (int k = 0; k < rows->item_count; k++) {
        const struct rows_item *item = &rows->item[k];
        if (!item->nest || !rows->rows[item->group])
            continue;
        if (!find_cost(s, item->nest, k))
            return false;
    }
    return rows->along <= WORTH * rows->across;
}

/* Numbers the groups as they follow each other. */
static void number_groups(struct rows_loop *rows)
{
    int number[ROWS_MAX_ITEMS], count = 0;
    for (int g = 0; g < rows->item_count; g++)
        for (int k = 0; k < rows->item_count; k++)
            if (rows->item[k].group == g) {
                number[g] = count++;
                break;
            }
    bool is_rows[ROWS_MAX_ITEMS] = {false};
    for (int k = 0; k < rows->item_count; k++) {
        int group = rows->item[k].group;
        rows->item[k].group = number[group];
        is_rows[number[group]] = rows->rows[group];
    }
    memcpy(rows->rows, is_rows, sizeof is_rows);
    rows->group_count = count;
}

/* Is nothing lost if the loop becomes several? */
static bool may_repeat(const struct scop *scop, const struct scop_node *node)
{
    const struct scop_loop *loop = &scop->loop[node->loop];
    return !loop->live_out && !loop->each;
}

/* May the loop be taken apart if each group has a part of what it does? */
static bool may_distribute(const struct scop *scop,
                           const struct scop_node *node)
{
    for (int k = 0; k < scop->array_count; k++)
        if (scop->array[k].scope == node->loop)
            return false;
    return may_repeat(scop, node);
}

static bool find_groups(struct rows_search *s)
{
    struct rows_loop *rows = s->rows;
    bool some = false;
    find_leads(s);
    group_cycles(s);
    for (int g = 0; g < rows->item_count; g++)
        if (may_be_rows(rows, g) && !carries_between(s, g, g)) {
            gather(s, g);
            rows->rows[g] = some = true;
        }
    if (!some)
        return false;
    number_groups(rows);
    return rows->group_count == 1 || may_distribute(s->poly->scop, rows->node);
}

bool rows_match(struct poly *poly, isl_map_list *dependences,
                const struct scop_node *node, struct rows_loop *rows)
{
    struct rows_search s = {
        .poly = poly, .dependences = dependences, .rows = rows};
    *rows = (struct rows_loop){.node = node};
    s.item_of =
        arena_alloc(poly->arena, sizeof(int) * (size_t)(poly->stmt_count + 1));
    for (int k = 0; k < poly->stmt_count; k++)
        s.item_of[k] = -1;
    return add_items(&s, node->child[0]) && is_any_row(rows) &&
           find_groups(&s) && gains(&s) && !poly_isl_lost(poly);
}

/* Split sums --------------------------------------------------------------- */

/* The loops and statements in a sequence: the only loop goes to *sum, and is
 * item 0, the statements item 1. False if there is anything else. */
static bool find_sum(struct rows_search *s, const struct scop_node *node,
                     const struct scop_node **sum)
{
    if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            if (!find_sum(s, node->child[k], sum))
                return false;
        return true;
    }
    bool loop = node->kind == SCOP_FOR;
    note_item(s, node, loop ? 0 : 1);
    if (loop && !*sum)
        *sum = node;
    return *sum == node || node->kind == SCOP_STMT;
}

static bool is_update(const struct reduce_nest *nest, int array)
{
    bool is = false;
    for (int k = 0; k < nest->update_count; k++)
        is |= nest->update[k].array == array;
    return is;
}

/* Does the sum's loop touch, the targets aside, nothing that the statements
 * next to it write, or the other way round? */
static bool is_independent(const struct rows_search *s,
                           const struct reduce_nest *nest)
{
    const struct poly *poly = s->poly;
    for (int x = 0; x < poly->access_count; x++)
        for (int y = 0; y < poly->access_count; y++) {
            const struct poly_access *a = &poly->access[x];
            const struct poly_access *c = &poly->access[y];
            if (a->array == c->array && (a->write || c->write) &&
                s->item_of[a->stmt] == 0 && s->item_of[c->stmt] == 1 &&
                !is_update(nest, a->array))
                return false;
        }
    return true;
}

static bool names_any(const struct poly *poly, const struct scop_node *node,
                      const struct split_loop *split)
{
    bool any = false;
    for (int q = 0; q < split->depth; q++)
        any |= reduce_varies(poly, node->init, split->loop[q]->loop) ||
               scop_expr_mentions(node->cond, split->loop[q]->loop);
    return any;
}

/* The loops over outputs: parallel, and constantly few. */
static const struct scop_node *find_outputs(const struct rows_search *s,
                                            const struct scop_node *node,
                                            struct split_loop *split)
{
    enum { MOST = 4096 };
    int64_t outputs = 1;
    while (node->kind == SCOP_FOR && split->depth < SPLIT_DEPTH) {
        outputs *= strip_trips(node);
        if (outputs > MOST || !may_repeat(s->poly->scop, node) ||
            poly_carries(s->poly, s->dependences, node->loop))
            return NULL;
        split->loop[split->depth++] = node;
        const struct scop_node *inner = strip_only_child(node->child[0]);
        if (inner->kind != SCOP_FOR || !scop_node_has_loop(inner->child[0]))
            return node->child[0];
        node = inner;
    }
    return NULL;
}

bool split_match(struct poly *poly, isl_map_list *dependences,
                 const struct scop_node *node, struct split_loop *split)
{
    enum { FEW = 4 * SPLIT_STEPS };
    struct rows_loop cost = {.node = node};
    struct rows_search s = {
        .poly = poly, .dependences = dependences, .rows = &cost};
    struct reduce_nest nest = {.loop_count = 1};
    *split = (struct split_loop){0};
    s.item_of =
        arena_alloc(poly->arena, sizeof(int) * (size_t)(poly->stmt_count + 1));
    for (int k = 0; k < poly->stmt_count; k++)
        s.item_of[k] = -1;
    const struct scop_node *body = find_outputs(&s, node, split);
    if (!body || !find_sum(&s, body, &nest.loop[0]) || !nest.loop[0] ||
        strip_trips(nest.loop[0]) < FEW ||
        names_any(poly, nest.loop[0], split) || !may_be_row(&s, &nest) ||
        !is_independent(&s, &nest) || !find_cost(&s, &nest, 0))
        return false;
    split->nest = arena_alloc(poly->arena, sizeof nest);
    *split->nest = nest;
    return cost.across <= cost.along && !poly_isl_lost(poly);
}

/* Building ----------------------------------------------------------------- */

void rows_build_body(struct scop_build *b, const struct rows_item *item)
{
    const struct scop_node *body = item->node->child[0];
    if (!item->end)
        build_node(b, body);
    for (int k = item->begin; k < item->end; k++)
        build_node(b, body->child[k]);
}

static void build_item(struct scop_build *b, const struct poly *poly,
                       const struct rows_item *item, bool rows)
{
    if (item->nest && rows) {
        reduce_build_row(b, poly, item);
    } else if (item->end) {
        build_open_copy(b, item->node);
        rows_build_body(b, item);
        build_close(b);
        build_unbind(b, 1);
    } else {
        build_node(b, item->node);
    }
}

void rows_build(struct scop_build *b, const struct poly *poly,
                const struct rows_loop *rows)
{
    for (int g = 0; g < rows->group_count; g++) {
        build_open_copy(b, rows->node);
        for (int k = 0; k < rows->item_count; k++)
            if (rows->item[k].group == g)
                build_item(b, poly, &rows->item[k], rows->rows[g]);
        build_close(b);
        build_unbind(b, 1);
    }
}
