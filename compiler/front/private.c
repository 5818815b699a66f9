/*
 * Scalars of which each iteration of a loop has its own, though they are
 * declared outside of it and assigned only where data says so.
 *
 * Either the statements tell: all that use the scalar come after one that
 * assigns to it, under the same conditions or more, or begin by assigning to it
 * themselves, as a loop does whose bounds data gives. Or a clause promises it,
 * private(s), and an assignment comes first. Then the scalar is as if the
 * loop's body declared it.
 */
#include "compiler/front/region.h"

struct uses {
    const struct scop *scop;
    int array;
    int count, first, last;       /* statements that use it */
    const struct scop_node *root; /* the least one that holds all of them */
    bool tested;                  /* by a loop that the driver runs */
};

static bool reads(const struct scop_expr *e, int array)
{
    bool found = e->op == SCOP_ACCESS && e->ref == array;
    for (int k = 0; k < e->count && !found; k++)
        found = reads(e->arg[k], array);
    return found;
}

static bool body_uses(const struct scop_node *node, int array)
{
    const struct scop_expr *const part[] = {node->test, node->lhs, node->rhs};
    bool found = false;
    for (int k = 0; k < 3; k++)
        found |= part[k] && reads(part[k], array);
    for (int k = 0; k < node->count && !found; k++)
        found = body_uses(node->child[k], array);
    return found;
}

static bool stmt_uses(const struct scop_stmt *s, int array)
{
    bool found = s->body ? body_uses(s->body, array)
                         : reads(s->lhs, array) || reads(s->rhs, array);
    for (int k = 0; k < s->guard_count; k++)
        found |= reads(s->guard[k], array);
    return found;
}

/* Is the first use of it in what a point does an assignment that is always
 * made? */
static bool body_sets(const struct scop_node *node, int array)
{
    for (int k = 0; node->kind == SCOP_SEQ && k < node->count; k++)
        if (body_uses(node->child[k], array))
            return body_sets(node->child[k], array);
    return node->kind == SCOP_SET && node->lhs->ref == array &&
           !reads(node->rhs, array);
}

static bool stmt_sets(const struct scop_stmt *s, int array)
{
    for (int k = 0; k < s->guard_count; k++)
        if (reads(s->guard[k], array))
            return false;
    return s->body ? body_sets(s->body, array)
                   : s->lhs->ref == array && !reads(s->rhs, array);
}

/* Statements below the node that use the array; sets `root` where it holds all
 * of them that have been counted. */
static int find_uses(struct uses *u, const struct scop_node *node)
{
    int found = 0;
    if (node->kind == SCOP_STMT &&
        stmt_uses(&u->scop->stmt[node->stmt], u->array)) {
        u->first = u->count++ ? u->first : node->stmt;
        u->last = node->stmt;
        found = 1;
    }
    if (node->kind == SCOP_UNTIL)
        u->tested |= reads(node->test, u->array);
    const struct scop_node *inner = NULL;
    for (int k = 0; k < node->count; k++) {
        int more = find_uses(u, node->child[k]);
        inner = more ? node->child[k] : inner;
        found += more;
        if (more && more < found)
            inner = NULL;
    }
    if (found && !inner)
        u->root = node;
    return found;
}

/* Is the statement done whenever the node is, but for its guards? */
static bool leads_to(const struct scop_node *node, int stmt)
{
    if (node->kind == SCOP_STMT)
        return node->stmt == stmt;
    if (node->kind != SCOP_SEQ)
        return false;
    for (int k = 0; k < node->count; k++)
        if (leads_to(node->child[k], stmt))
            return true;
    return false;
}

/* Does each statement that uses it have the guards of the first one? */
static bool is_guarded_alike(const struct uses *u)
{
    const struct scop_stmt *first = &u->scop->stmt[u->first];
    for (int k = u->first + 1; k <= u->last; k++) {
        const struct scop_stmt *s = &u->scop->stmt[k];
        for (int g = 0; stmt_uses(s, u->array) && g < first->guard_count; g++) {
            bool found = false;
            for (int h = 0; h < s->guard_count && !found; h++)
                found = scop_expr_equal(s->guard[h], first->guard[g]);
            if (!found)
                return false;
        }
    }
    return true;
}

/* Does each statement that uses it assign to it before it reads it? */
static bool all_set(const struct uses *u)
{
    bool good = true;
    for (int k = u->first; k <= u->last && good; k++)
        good = !stmt_uses(&u->scop->stmt[k], u->array) ||
               stmt_sets(&u->scop->stmt[k], u->array);
    return good;
}

/* Does the expression read memory that others than scalars of the function may
 * change? */
static bool reads_memory(const struct scop *scop, const struct scop_expr *e)
{
    bool found =
        e->op == SCOP_ACCESS && (e->count > 0 || scop->array[e->ref].exposed);
    for (int k = 0; k < e->count && !found; k++)
        found = reads_memory(scop, e->arg[k]);
    return found;
}

/* Do the first one's guards keep their values up to the last use? */
static bool guards_are_invariant(const struct uses *u)
{
    const struct scop *scop = u->scop;
    const struct scop_stmt *first = &scop->stmt[u->first];
    for (int k = u->first; k <= u->last; k++) {
        const struct scop_stmt *s = &scop->stmt[k];
        for (int g = 0; g < first->guard_count; g++) {
            bool memory = reads_memory(scop, first->guard[g]);
            bool late = k == u->last && s->depth == first->depth;
            if (memory && (s->body || s->depth != first->depth))
                return false;
            if (!late && !s->body &&
                (reads(first->guard[g], s->lhs->ref) ||
                 (memory && s->lhs->count > 0)))
                return false;
            if (s->body)
                for (int a = 0; a < scop->array_count; a++)
                    if (reads(first->guard[g], a) && body_uses(s->body, a))
                        return false;
        }
    }
    return true;
}

/* The innermost loop around all statements that use it; -1: none. */
static int common_loop(const struct uses *u)
{
    const struct scop_stmt *first = &u->scop->stmt[u->first];
    int depth = first->depth;
    for (int k = u->first; k <= u->last; k++) {
        const struct scop_stmt *s = &u->scop->stmt[k];
        if (!stmt_uses(s, u->array))
            continue;
        depth = s->depth < depth ? s->depth : depth;
        while (depth > 0 && s->loop[depth - 1] != first->loop[depth - 1])
            depth--;
    }
    return depth ? first->loop[depth - 1] : -1;
}

static bool is_candidate(const struct scop *scop, int array)
{
    const struct scop_array *a = &scop->array[array];
    return a->rank == 0 && !a->live_out && !a->exposed && !a->each &&
           !a->read_only &&
           (a->scope == SCOP_OUTSIDE || a->scope == SCOP_REGION);
}

void private_find(struct front *f, int array, bool promised)
{
    struct scop *scop = f->scop;
    struct uses u = {.scop = scop, .array = array};
    if (!is_candidate(scop, array) || !find_uses(&u, scop->root) || u.tested)
        return;
    const struct scop_stmt *first = &scop->stmt[u.first];
    int loop = common_loop(&u);
    if (loop < 0 || !stmt_sets(first, array))
        return;
    bool told =
        leads_to(u.root, u.first) &&
        (!first->guard_count ||
         (is_guarded_alike(&u) && guards_are_invariant(&u)));
    told = first->body ? all_set(&u) : told;
    if (!told && (!promised || first->body))
        return;
    scop->array[array].scope = loop;
    scop->array[array].base = NULL;
    scop->array[array].live_in = false;
}
