/*
 * What can be asked of a struct poly whatever its stage: whether isl has failed
 * or reached a limit, which statement a tuple names, and how the source writes
 * an access.
 */
#include "polyhedral/model/model.h"

#include <string.h>

void poly_budget(const struct poly *poly, unsigned long share)
{
    budget_stage(poly->budget, share);
}

bool poly_out_of_budget(const struct poly *poly)
{
    if (!budget_spent(poly->budget))
        return false;
    budget_clear(poly->budget);
    return true;
}

bool poly_isl_lost(const struct poly *poly)
{
    return isl_ctx_last_error(poly->ctx) != isl_error_none;
}

bool poly_isl_failed(const struct poly *poly, const char *stage)
{
    enum isl_error error = isl_ctx_last_error(poly->ctx);
    if (error == isl_error_none)
        return false;
    if (budget_spent(poly->budget)) {
        budget_report(poly->budget, poly->faults, poly->scop->loc, stage);
    } else {
        fault_add(poly->faults, FAULT_INTERNAL, poly->scop->loc,
                  "isl failed while %s: %s (%s:%d)", stage,
                  isl_ctx_last_error_msg(poly->ctx)
                      ? isl_ctx_last_error_msg(poly->ctx)
                      : "no message",
                  isl_ctx_last_error_file(poly->ctx)
                      ? isl_ctx_last_error_file(poly->ctx)
                      : "?",
                  isl_ctx_last_error_line(poly->ctx));
    }
    budget_clear(poly->budget);
    return true;
}

int poly_stmt_index(const struct poly *poly, isl_space *space)
{
    const char *name = isl_space_get_tuple_name(space, isl_dim_set);
    int found = -1;
    for (int k = 0; name && k < poly->stmt_count; k++)
        if (!strcmp(poly->scop->stmt[k].name, name))
            found = k;
    isl_space_free(space);
    return found;
}

const char *poly_access_text(const struct poly *poly,
                             const struct poly_access *access)
{
    struct buf text = {0};
    scop_print_access(poly->scop, access->expr, &text);
    const char *copy = arena_strdup(poly->arena, text.text);
    buf_free(&text);
    return copy;
}
