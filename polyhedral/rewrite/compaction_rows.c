/*
 * Cursors that go on from one row of a nest to the next:
 *
 *     for (i) for (j) if (p[i][j]) out[k++] = a[i][j];
 *
 * becomes
 *
 *     for (i) { count[i] = 0; for (j) if (p[i][j]) count[i] += 1; }
 *     for (i) { start[i] = k; k += count[i]; }
 *     for (i) for (j) if (p[i][j]) out[start[i]++] = a[i][j];
 *
 * whose rows are independent: the second loop is a scan (scan.c), and start[i]
 * stands for the values that k has (scop_array.cursor), so that no two
 * iterations write one element (model/counter.c). The row is an iteration of
 * the outermost loop that carries the cursor alone. What counts a row is the
 * statement that moves the cursor with all that computes its conditions: these
 * may only read what the rows do not write, besides temporaries of their own,
 * which the first loop gets under other names.
 */
#include "polyhedral/rewrite/build.h"
#include "polyhedral/rewrite/reduction.h"

#include "polyhedral/dependence/dependence.h"
#include "polyhedral/report/report.h"

/* Of so few rows a pass in order over all of them is as good. */
enum { FEW_ROWS = 8, MOST_CURSORS = 4 };

/* One of the loop's cursors, what moves it, and the arrays count and start. */
struct moved {
    const struct scop_expr *cursor;
    int mover, count, start;
};

struct rows {
    struct poly *poly;
    const struct scop_node *node; /* the loop over rows */
    int moved_count;
    struct moved moved[MOST_CURSORS];
    bool *counts;   /* per statement: counting a row needs it */
    int *temporary; /* per array: what stands for it there, -1: itself */
    struct scop_build *b;
};

/* A scalar that each iteration of the loop has for itself? */
static bool is_temporary(const struct rows *r, int array)
{
    const struct scop *scop = r->poly->scop;
    const struct scop_array *a = &scop->array[array];
    int loop = a->scope;
    while (loop >= 0 && loop != r->node->loop)
        loop = scop->loop[loop].parent;
    return a->rank == 0 && loop >= 0;
}

/* Adds to what counts a row whatever in it writes the array. */
static bool add_writers(struct rows *r, int array)
{
    const struct poly *poly = r->poly;
    for (int k = 0; k < poly->stmt_count; k++) {
        if (!reduce_inside(&poly->stmt[k], r->node->loop) ||
            !cursor_writes(poly, k, array))
            continue;
        if (!is_temporary(r, array) || !poly->stmt[k].stmt->lhs)
            return false;
        r->counts[k] = true;
    }
    return true;
}

static const struct moved *find_moved(const struct rows *r, int array)
{
    for (int k = 0; k < r->moved_count; k++)
        if (r->moved[k].cursor->ref == array)
            return &r->moved[k];
    return NULL;
}

/* Does the statement move on whatever the cursor is? */
static bool moves_blindly(const struct rows *r, const struct moved *moved)
{
    const struct scop_stmt *m = r->poly->stmt[moved->mover].stmt;
    for (int k = 0; k < m->guard_count; k++)
        if (scop_expr_reads(m->guard[k], moved->cursor->ref))
            return false;
    return true;
}

/* Adds what computes that which the statement reads. */
static bool add_sources(struct rows *r, int stmt)
{
    const struct poly *poly = r->poly;
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        int array = poly->array[a->array].array;
        const struct moved *moved = find_moved(r, array);
        bool own = moved && stmt == moved->mover &&
                   scop_expr_equal(a->expr, moved->cursor);
        if (!a->write && !own && (moved || !add_writers(r, array)))
            return false;
    }
    return true;
}

static int number_of_counting(const struct rows *r)
{
    int count = 0;
    for (int k = 0; k < r->poly->stmt_count; k++)
        count += r->counts[k];
    return count;
}

/* Finds what counts a row; false if it would not count the same before all
 * rows. */
static bool find_counting(struct rows *r)
{
    int count = r->poly->stmt_count, before = -1;
    for (int k = 0; k < count; k++)
        r->counts[k] = false;
    for (int k = 0; k < r->moved_count; k++)
        r->counts[r->moved[k].mover] = true;
    while (before != number_of_counting(r)) {
        before = number_of_counting(r);
        for (int k = 0; k < count; k++)
            if (r->counts[k] && !add_sources(r, k))
                return false;
    }
    bool blindly = true;
    for (int k = 0; k < r->moved_count; k++)
        blindly &= moves_blindly(r, &r->moved[k]);
    return blindly;
}

/* Do all accesses in the rows name a cursor's memory as the cursor does? */
static bool is_named_alike(const struct rows *r, const struct moved *moved)
{
    const struct poly *poly = r->poly;
    int memory = poly->scop->array[moved->cursor->ref].view_of;
    bool alike = true;
    for (int k = 0; k < poly->access_count && alike; k++) {
        const struct poly_access *a = &poly->access[k];
        int array = poly->array[a->array].array;
        alike = !reduce_inside(&poly->stmt[a->stmt], r->node->loop) ||
                poly->scop->array[array].view_of != memory ||
                scop_expr_equal(a->expr, moved->cursor);
    }
    return alike;
}

/* Do the rows' loops exchange pointers? */
static bool exchanges(const struct scop *scop, const struct scop_node *node)
{
    bool found = node->kind == SCOP_FOR && scop->loop[node->loop].each;
    for (int k = 0; k < node->count && !found; k++)
        found = exchanges(scop, node->child[k]);
    return found;
}

/* Are the cursors all that the loop carries? */
static bool carries_cursors(const struct rows *r, isl_map_list *dependences)
{
    struct poly *poly = r->poly;
    bool alone = !exchanges(poly->scop, r->node);
    int a, b;
    for (int k = 0; k < r->moved_count && alone; k++)
        alone = is_named_alike(r, &r->moved[k]);
    for (int k = 0; k < isl_map_list_n_map(dependences) && alone; k++) {
        isl_map *map =
            reduce_carried(poly, dependences, k, r->node->loop, &a, &b);
        const struct poly_stmt *s = &poly->stmt[a], *t = &poly->stmt[b];
        for (int x = s->access_begin; map && x < s->access_end; x++)
            for (int y = t->access_begin; y < t->access_end && alone; y++) {
                const struct poly_access *from = &poly->access[x];
                alone = find_moved(r, poly->array[from->array].array) ||
                        !explain_conflict(from, &poly->access[y], map);
            }
        isl_map_free(map);
    }
    return alone && !poly_isl_lost(poly);
}

/* The search --------------------------------------------------------------- */

static void add_moved(struct rows *r, const struct cursor *c)
{
    bool known = c->mover < 0;
    for (int k = 0; k < r->moved_count; k++)
        known |= r->moved[k].mover == c->mover;
    if (!known && r->moved_count < MOST_CURSORS)
        r->moved[r->moved_count++] =
            (struct moved){.cursor = c->expr, .mover = c->mover};
}

/* Finds the cursors that the loop moves; false if none is moved in a loop in
 * it: scan.c finds those that are moved in itself. */
static bool find_cursors(struct rows *r)
{
    const struct poly *poly = r->poly;
    bool deep = false;
    r->moved_count = 0;
    for (int k = 0; k < poly->access_count; k++) {
        struct cursor c = {.mover = -1};
        if (reduce_inside(&poly->stmt[poly->access[k].stmt], r->node->loop))
            c = cursor_find(poly, k);
        const struct scop_stmt *m =
            c.mover < 0 ? NULL : &poly->scop->stmt[c.mover];
        int depth = m ? scop_loop_depth(m, r->node->loop) : -1;
        if (depth < 0)
            continue;
        deep |= depth + 1 < m->depth;
        add_moved(r, &c);
    }
    return deep;
}

static bool match(struct rows *r, isl_map_list *dependences,
                  const struct scop_node *node)
{
    r->node = node;
    return strip_may_take(r->poly->scop, node) &&
           strip_trips(node) >= FEW_ROWS && find_cursors(r) &&
           find_counting(r) && carries_cursors(r, dependences);
}

/* The outermost loop over rows: of loops that are not under a condition, nor
 * beside a row's. */
static bool search(struct rows *r, isl_map_list *dependences,
                   const struct scop_node *node)
{
    if (poly_isl_lost(r->poly) || node->kind == SCOP_IF)
        return false;
    bool found = node->kind == SCOP_FOR && match(r, dependences, node);
    for (int k = 0; k < node->count && !found; k++)
        found = search(r, dependences, node->child[k]);
    return found;
}

/* The tree ----------------------------------------------------------------- */

/* Lets the cursor be `by` in the rows: in all statements, or those that count.
 */
static void replace_cursor(struct rows *r, const struct moved *moved, bool all,
                           struct scop_expr *by)
{
    const struct poly *poly = r->poly;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (poly->array[a->array].array == moved->cursor->ref &&
            reduce_inside(&poly->stmt[a->stmt], r->node->loop) &&
            (all || r->counts[a->stmt]) &&
            scop_expr_equal(a->expr, moved->cursor))
            build_replace(r->b, a->expr, by);
    }
}

static void replace_temporaries(struct rows *r)
{
    const struct poly *poly = r->poly;
    struct scop_build *b = r->b;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        int array = poly->array[a->array].array;
        const struct scop_array *old = &poly->scop->array[array];
        if (!r->counts[a->stmt] || !is_temporary(r, array))
            continue;
        if (r->temporary[array] < 0)
            r->temporary[array] =
                build_array(b, arena_printf(b->arena, "%s_counted", old->name),
                            old->type, 0);
        build_replace(b, a->expr,
                      build_access(b, r->temporary[array], 0, NULL));
    }
}

/* Once the loops that count are built, what stands for a temporary is declared
 * in the one whose copy declares that. */
static void declare_temporaries(struct rows *r)
{
    for (int k = 0; k < r->poly->scop->array_count; k++) {
        if (r->temporary[k] < 0)
            continue;
        struct scop_array *made = &r->b->scop->array[r->temporary[k]];
        made->scope = r->b->loop_of[r->poly->scop->array[k].scope];
        made->made = false;
    }
}

static bool holds_counting(const struct rows *r, const struct scop_node *node)
{
    bool found = node->kind == SCOP_STMT && r->counts[node->stmt];
    for (int k = 0; k < node->count && !found; k++)
        found = holds_counting(r, node->child[k]);
    return found;
}

static struct scop_expr *negated(struct scop_build *b, struct scop_expr *test)
{
    struct scop_expr *e =
        scop_expr_new(b->arena, SCOP_NOT, SCOP_I32, 1, test->loc);
    e->arg[0] = test;
    return e;
}

/* Of a subtree what counts. */
static void build_counting(struct rows *r, const struct scop_node *node)
{
    struct scop_build *b = r->b;
    if (!holds_counting(r, node))
        return;
    if (node->kind == SCOP_STMT) {
        build_node(b, node);
    } else if (node->kind == SCOP_FOR) {
        build_open_copy(b, node);
        b->scop->loop[b->loop_of[node->loop]].live_out = false;
        build_counting(r, node->child[0]);
        build_close(b);
        build_unbind(b, 1);
    } else if (node->kind == SCOP_IF) {
        for (int k = 0; k < node->count; k++) {
            struct scop_expr *test = build_copy(b, node->test);
            if (k)
                test = negated(b, test);
            if (!holds_counting(r, node->child[k]))
                continue;
            build_if(b, test);
            build_counting(r, node->child[k]);
            build_endif(b);
        }
    } else {
        for (int k = 0; k < node->count; k++)
            build_counting(r, node->child[k]);
    }
}

/* Opens a loop over the rows, the old iterator bound to the row's; returns the
 * row's number. */
static struct scop_expr *open_rows(struct rows *r)
{
    struct scop_build *b = r->b;
    enum scop_type type = r->poly->scop->loop[r->node->loop].type;
    struct strip strip = {.node = r->node,
                          .type = type == SCOP_I32 ? SCOP_I32 : SCOP_I64};
    int row = build_for(b, r->node->loop, "row", strip.type);
    strip_bind(b, &strip, build_iter(b, row));
    build_while(b, strip_goes_on(b, &strip));
    b->loop_of[r->node->loop] = row;
    return build_iter(b, row);
}

static void close_rows(struct rows *r, int replaced)
{
    build_close(r->b);
    build_unbind(r->b, 1);
    r->b->replaced_count = replaced;
}

static struct scop_expr *element(struct rows *r, int array,
                                 struct scop_expr *row)
{
    return build_access(r->b, array, 1, &row);
}

static void new_arrays(struct rows *r)
{
    struct scop_build *b = r->b;
    for (int k = 0; k < r->moved_count; k++) {
        struct moved *m = &r->moved[k];
        const char *name = r->poly->scop->array[m->cursor->ref].name;
        m->count = build_array(b, arena_printf(b->arena, "%s_count", name),
                               m->cursor->type, 1);
        m->start = build_array(b, arena_printf(b->arena, "%s_start", name),
                               m->cursor->type, 1);
        b->scop->array[m->start].cursor = true;
    }
}

static void count_rows(struct rows *r)
{
    struct scop_build *b = r->b;
    int replaced = b->replaced_count;
    struct scop_expr *row = open_rows(r);
    for (int k = 0; k < r->moved_count; k++) {
        const struct moved *m = &r->moved[k];
        struct scop_expr *own = element(r, m->count, row);
        build_stmt(b, own, build_int(b, own->type, 0), 0, NULL);
        replace_cursor(r, m, false, own);
    }
    replace_temporaries(r);
    build_counting(r, r->node->child[0]);
    declare_temporaries(r);
    close_rows(r, replaced);
}

static void start_rows(struct rows *r)
{
    struct scop_build *b = r->b;
    int replaced = b->replaced_count;
    struct scop_expr *row = open_rows(r);
    for (int k = 0; k < r->moved_count; k++) {
        const struct moved *m = &r->moved[k];
        struct scop_expr *cursor = build_copy(b, m->cursor);
        build_stmt(b, element(r, m->start, row), cursor, 0, NULL);
        build_stmt(b, cursor,
                   build_binary(b, SCOP_ADD, cursor, element(r, m->count, row)),
                   0, NULL);
    }
    close_rows(r, replaced);
}

static void build_rows(struct rows *r)
{
    struct scop_build *b = r->b;
    int replaced = b->replaced_count;
    b->loc = r->node->loc;
    new_arrays(r);
    count_rows(r);
    start_rows(r);
    struct scop_expr *row = open_rows(r);
    for (int k = 0; k < r->moved_count; k++)
        replace_cursor(r, &r->moved[k], true,
                       element(r, r->moved[k].start, row));
    build_node(b, r->node->child[0]);
    close_rows(r, replaced);
}

static void build(struct rows *r, const struct scop_node *node)
{
    struct scop_build *b = r->b;
    bool around = false;
    for (int l = r->node->loop; l >= 0 && node->kind == SCOP_FOR && !around;
         l = r->poly->scop->loop[l].parent)
        around = l == node->loop;
    if (node == r->node) {
        build_rows(r);
    } else if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            build(r, node->child[k]);
    } else if (around) {
        build_open_copy(b, node);
        build(r, node->child[0]);
        build_close(b);
        build_unbind(b, 1);
    } else {
        build_node(b, node);
    }
}

static void remark(const struct rows *r, struct faults *faults)
{
    const struct scop *scop = r->poly->scop;
    struct buf names = {0};
    for (int k = 0; k < r->moved_count; k++)
        buf_printf(&names, "%s'%s'", k ? ", " : "",
                   scop->array[r->moved[k].cursor->ref].name);
    fault_add(faults, FAULT_REDUCTION, r->node->loc,
              "loop '%s' is a scan of %s by rows: its iterations run in "
              "parallel, once to count what each adds and once from what comes "
              "before it",
              scop->loop[r->node->loop].name, names.text);
    buf_free(&names);
}

static struct scop *rows_in(struct poly *poly, bool remarks,
                            struct faults *faults)
{
    const struct scop *scop = poly->scop;
    struct arena *arena = poly->arena;
    struct scop_build b;
    struct rows r = {.poly = poly, .b = &b};
    r.counts = arena_alloc(arena, (size_t)scop->stmt_count + 1);
    r.temporary =
        arena_alloc(arena, sizeof(int) * ((size_t)scop->array_count + 1));
    for (int k = 0; k < scop->array_count; k++)
        r.temporary[k] = -1;
    poly_budget(poly, 4);
    isl_map_list *dependences = poly_dependences(poly);
    bool found = search(&r, dependences, scop->root);
    isl_map_list_free(dependences);
    if (poly_out_of_budget(poly) || poly_isl_lost(poly) || !found)
        return NULL;
    if (remarks)
        remark(&r, faults);
    build_start(&b, scop);
    build(&r, scop->root);
    return build_end(&b);
}

/* Could the statement move a cursor in nested loops, by its look? */
static bool may_move(const struct scop *scop)
{
    for (int k = 0; k < scop->stmt_count; k++) {
        const struct scop_stmt *s = &scop->stmt[k];
        if (s->depth > 1 && s->lhs && !scop_type_is_float(s->lhs->type) &&
            scop_expr_reads(s->rhs, s->lhs->ref))
            return true;
    }
    return false;
}

struct scop *cursor_rows_scop(struct budget *budget, const struct part *part,
                              bool remarks, struct faults *faults)
{
    struct faults apart = {.arena = faults->arena};
    struct scop *scop = NULL;
    if (!may_move(part->scop))
        return NULL;
    struct poly *poly = poly_model(budget, part, &apart);
    if (!poly)
        return NULL;
    if (poly_expand(poly) && poly_depend(poly))
        scop = rows_in(poly, remarks, faults);
    budget_clear(budget);
    poly_free(poly);
    return scop;
}
