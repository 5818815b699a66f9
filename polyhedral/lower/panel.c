/*
 * Lines of panels (panel.h): an innermost loop over steps updates one element,
 * and reads others of the same array. Compilers cannot tell that these are
 * others; here it is known, and the element is in a register meanwhile.
 */
#include "polyhedral/lower/panel.h"
#include "polyhedral/lower/features.h"

#include "polyhedral/schedule/schedule.h"

#include <isl/id.h>

struct lower_panel *lower_panel_new(struct arena *arena)
{
    return arena_alloc(arena, sizeof(struct lower_panel));
}

/* Is the identifier in the expression (taken)? */
static bool mentions(isl_ast_expr *e, isl_id *id)
{
    bool found = false;
    if (isl_ast_expr_get_type(e) == isl_ast_expr_id) {
        isl_id *own = isl_ast_expr_get_id(e);
        found = own == id;
        isl_id_free(own);
    } else if (isl_ast_expr_get_type(e) == isl_ast_expr_op) {
        int count = (int)isl_ast_expr_get_op_n_arg(e);
        for (int k = 0; k < count && !found; k++)
            found = mentions(isl_ast_expr_get_op_arg(e, k), id);
    }
    isl_ast_expr_free(e);
    return found;
}

/* Does what the statement writes stay the same in the loop? Temporaries may
 * have an element for each iteration of the first loops around it. */
static bool is_invariant(struct lower *l, const struct poly_stmt *stmt,
                         isl_ast_node *user, isl_id *iterator)
{
    const struct scop_stmt *s = stmt->stmt;
    isl_ast_expr *call = isl_ast_node_user_get_expr(user);
    int expand = 0;
    for (int k = stmt->access_begin; k < stmt->access_end; k++)
        if (l->poly->access[k].write)
            expand = l->poly->array[l->poly->access[k].array].expand;
    bool still = true;
    for (int d = 0; d < s->depth && still; d++)
        if (d < expand || scop_expr_mentions(s->lhs, s->loop[d]))
            still = !mentions(isl_ast_expr_get_op_arg(call, d + 1), iterator);
    isl_ast_expr_free(call);
    return still;
}

/* The statement that alone is in the loop, if it is such an update. */
static const struct poly_stmt *find_update(struct lower *l, isl_ast_node *loop,
                                           isl_ast_node *body)
{
    if (isl_ast_node_get_type(body) != isl_ast_node_user)
        return NULL;
    const struct poly_stmt *stmt = lower_callee(l, body);
    if (!stmt ||
        !panel_updates_one(l->poly, l->kernel, (int)(stmt - l->poly->stmt)))
        return NULL;
    isl_ast_expr *iterator = isl_ast_node_for_get_iterator(loop);
    isl_id *id = isl_ast_expr_get_id(iterator);
    bool still = is_invariant(l, stmt, body, id);
    isl_id_free(id);
    isl_ast_expr_free(iterator);
    return still ? stmt : NULL;
}

/* The statement is at hand as in the loop's first iteration. */
static void take_first(struct lower *l, isl_ast_node *loop, isl_ast_node *body,
                       const struct poly_stmt *stmt, int first)
{
    isl_ast_expr *iterator = isl_ast_node_for_get_iterator(loop);
    isl_id *id = isl_ast_expr_get_id(iterator);
    int bindings = l->binding_count, count;
    lower_bind(l, isl_id_get_name(id), first);
    l->stmt = stmt;
    l->iter = lower_arguments(l, body, &count);
    l->binding_count = bindings;
    isl_id_free(id);
    isl_ast_expr_free(iterator);
}

static void lower_update(struct lower *l, isl_ast_node *loop,
                         isl_ast_node *body, const struct poly_stmt *stmt)
{
    const struct scop_expr *own = stmt->stmt->lhs;
    int first = lower_ast_expr(l, isl_ast_node_for_get_init(loop));
    int end = lower_loop_end(l, loop);
    kir_if(l->f, kir_binary(l->f, KIR_LT, first, end));
    take_first(l, loop, body, stmt, first);
    int variable = kir_variable(l->f, "hd_own", lower_value_type(own->type));
    kir_set(l->f, variable, lower_load(l, own));
    l->panel->stmt = stmt;
    l->panel->variable = variable;
    lower_plain_for(l, loop);
    l->panel->stmt = NULL;
    take_first(l, loop, body, stmt, first);
    lower_store(l, own, kir_get(l->f, variable));
    kir_end(l->f);
}

bool lower_panel_for(struct lower *l, isl_ast_node *node)
{
    if (!l->kernel || l->block || l->panel->stmt || !l->mapping->panels ||
        isl_ast_node_for_is_degenerate(node) == isl_bool_true)
        return false;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    const struct poly_stmt *stmt = find_update(l, node, body);
    if (stmt)
        lower_update(l, node, body, stmt);
    isl_ast_node_free(body);
    return stmt != NULL;
}
