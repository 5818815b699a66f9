/*
 * Executes a kernel: once over its control alone, to find which elements it can
 * touch, and then with data, to find and repair what C leaves undefined.
 */
#include "tests/fuzz/nest.h"

#include <string.h>

enum { MAX_REPAIR_RUNS = 60, MAX_SETTLE_RUNS = 4 };

static void exec_stmt(struct interp *x, struct stmt *s);

static bool step_taken(struct interp *x)
{
    if (++x->steps > x->kernel->budget)
        x->bad = true;
    return !x->bad;
}

static void exec_children(struct interp *x, struct stmt *s)
{
    for (int i = 0; i < s->count && !x->bad && !x->jump; i++)
        exec_stmt(x, s->child[i]);
}

/* Is there another iteration? What is unknown is taken to hold. */
static bool goes_on(struct interp *x, struct stmt *s)
{
    struct value v = eval_expr(x, s->cond);
    x->unsure += !v.known; /* from now on */
    return !v.known || value_true(v);
}

static void exec_for(struct interp *x, struct stmt *s)
{
    struct iter *it = &x->kernel->iter[s->iter];
    struct value v = eval_as(x, s->init, it->type);
    it->value = v.i;
    bool first = s->form == LOOP_DO;
    while (step_taken(x) && (first || goes_on(x, s))) {
        first = false;
        s->visits++;
        exec_children(x, s);
        bool ends = x->jump == STMT_BREAK;
        x->jump = 0;
        if (ends)
            return;
        enum type type = type_promote(it->type);
        struct value next = value_convert(
            (struct value){true, TYPE_I64, it->value + s->step, 0}, type);
        next = value_convert(next, it->type);
        if (next.i != it->value + s->step && !x->kernel->may_wrap)
            x->bad = true;
        it->value = next.i;
    }
}

/* A jump of a branch that may not have been taken is no jump. */
static void exec_if(struct interp *x, struct stmt *s)
{
    struct value test = eval_expr(x, s->test);
    x->unsure += !test.known;
    for (int branch = 0; branch < s->count; branch++) {
        if (test.known && value_true(test) != (branch == 0))
            continue;
        exec_stmt(x, s->child[branch]);
        x->unsure += !test.known && x->jump; /* from now on */
        if (!test.known)
            x->jump = 0;
    }
    x->unsure -= !test.known;
}

/* The cursor moves, for all that a run without data knows. */
static void move_cursor(struct interp *x, struct stmt *s, struct array *a)
{
    int64_t to[2];
    x->control++;
    for (x->side = 0; x->side < 2; x->side++) {
        struct value v = eval_as(x, s->rhs, a->type);
        to[x->side] = v.i;
        x->bad |= !v.known;
    }
    x->side = 0;
    x->control--;
    bool joins = x->unsure || a->rank;
    a->side[0] = joins && a->side[0] < to[0] ? a->side[0] : to[0];
    a->side[1] = joins && a->side[1] > to[1] ? a->side[1] : to[1];
    x->bad |= to[0] > to[1];
}

bool expr_bumps(const struct expr *e)
{
    bool bumps = e->bump != NULL;
    for (int i = 0; i < e->count; i++)
        bumps |= expr_bumps(e->arg[i]);
    return bumps;
}

static void exec_assign(struct interp *x, struct stmt *s)
{
    struct array *a = &x->kernel->array[s->lhs->ref];
    if (!s->rhs) {
        for (int64_t i = 0; x->with_data && i < a->elements; i++)
            a->cell[i].defined = false;
        return;
    }
    bool bumps = s->bump && expr_bumps(s->lhs);
    if (bumps && s->bump_first)
        exec_assign(x, s->bump);
    struct value v = eval_as(x, s->rhs, a->type);
    int64_t at = eval_address(x, s->lhs);
    if (x->with_data)
        x->kernel->array[a->owner].cell[at] = (struct cell){v.i, v.d, true};
    else if (a->content == CONTENT_CURSOR)
        move_cursor(x, s, a);
    if (bumps && !s->bump_first)
        exec_assign(x, s->bump);
}

static void exec_stmt(struct interp *x, struct stmt *s)
{
    if (!step_taken(x))
        return;
    switch (s->kind) {
    case STMT_BLOCK:
    case STMT_REGION:
        exec_children(x, s);
        break;
    case STMT_FOR:
        exec_for(x, s);
        break;
    case STMT_IF:
        exec_if(x, s);
        break;
    case STMT_ASSIGN:
    case STMT_DECL:
        exec_assign(x, s);
        break;
    case STMT_BREAK:
    case STMT_CONTINUE:
        x->jump = s->kind;
        break;
    }
}

static void reset_visits(struct stmt *s)
{
    s->visits = 0;
    for (int i = 0; i < s->count; i++)
        reset_visits(s->child[i]);
}

static struct interp run(struct kernel *k, bool with_data)
{
    struct interp x = {.kernel = k, .with_data = with_data};
    for (int i = 0; i < k->iter_count; i++)
        k->iter[i].value = 0;
    for (int i = 0; i < k->array_count; i++) {
        k->array[i].side[0] = k->array[i].start;
        k->array[i].side[1] = k->array[i].start + k->array[i].limit - 1;
    }
    reset_visits(k->body);
    exec_stmt(&x, k->body);
    return x;
}

bool kernel_control_run(struct kernel *k)
{
    for (int i = 0; i < k->access_count; i++) {
        for (int d = 0; d < MAX_RANK; d++) {
            k->access[i]->min[d] = INT64_MAX;
            k->access[i]->max[d] = INT64_MIN;
        }
    }
    return !run(k, false).bad;
}

/* Subscripts that span more than an array of this rank should become
 * constants; those that start far from zero are moved to its neighbourhood,
 * neighbours in a stencil staying apart. True if subscripts or bounds may have
 * other values now. */
static bool settle_subscripts(struct kernel *k)
{
    static const int64_t span[MAX_RANK] = {1500, 90, 20};
    bool changed = false;
    for (int i = 0; i < k->access_count; i++) {
        struct expr *e = k->access[i];
        const struct array *a = &k->array[e->ref];
        for (int d = 0; d < a->rank; d++) {
            if (e->min[d] > e->max[d])
                continue;
            bool is_signed = type_table[e->arg[d]->type].is_signed;
            bool negative = a->form == FORM_POINTER && is_signed &&
                            a->content == CONTENT_ANY;
            int64_t low = e->min[d] + e->offset[d];
            if (e->max[d] - e->min[d] > span[a->rank - 1]) {
                e->arg[d] = expr_int(k, (int)(k->seed % 3), TYPE_I32);
                e->offset[d] = 0;
                changed = true;
            } else if (low > 8 || low < (negative ? -6 : 0)) {
                int64_t shift = e->offset[d] + 1;
                e->offset[d] =
                    -e->min[d] + (shift > 0 && shift < 6 ? shift : 0);
                changed |= a->content != CONTENT_ANY;
            }
        }
    }
    return changed;
}

static void settle_extents(struct kernel *k, int64_t low[], int64_t need[][3])
{
    for (int i = 0; i < k->array_count; i++) {
        low[i] = 0;
        for (int d = 0; d < MAX_RANK; d++)
            need[i][d] = 1;
    }
    for (int i = 0; i < k->access_count; i++) {
        const struct expr *e = k->access[i];
        for (int d = 0; d < k->array[e->ref].rank; d++) {
            if (e->min[d] > e->max[d])
                continue;
            if (need[e->ref][d] < e->max[d] + e->offset[d] + 1)
                need[e->ref][d] = e->max[d] + e->offset[d] + 1;
            if (low[e->ref] > e->min[d] + e->offset[d])
                low[e->ref] = e->min[d] + e->offset[d];
        }
    }
    for (int i = 0; i < k->array_count; i++) {
        struct array *a = &k->array[i];
        for (int d = 0; d < a->rank; d++) {
            struct extent *x = &a->extent[d];
            int64_t least = need[i][d] > x->least ? need[i][d] : x->least;
            if (a->overlap && d > 0)
                least = (least + 1) / 2;
            int64_t of_param = x->param >= 0 ? k->param[x->param].value : 0;
            x->value = least + x->slack;
            if (x->param >= 0 && of_param > least && of_param < least + 8)
                x->value = of_param;
            if (a->content != CONTENT_ANY && d > 0)
                x->value = x->least;
            x->add = x->value - of_param;
        }
    }
}

/* Fields of one array of structs have one extent. */
static void settle_fields(struct kernel *k)
{
    int64_t most = 0;
    for (int i = 0; i < k->array_count; i++) {
        if (k->array[i].form == FORM_FIELD &&
            k->array[i].extent[0].value > most)
            most = k->array[i].extent[0].value;
    }
    for (int i = 0; i < k->array_count; i++) {
        if (k->array[i].form == FORM_FIELD)
            k->array[i].extent[0].value = most;
    }
}

/* The rows of an index array have their length from the start, for its numbers
 * to be known; those of a permutation are distinct up to its limit. */
static bool fits_content(const struct array *a, const int64_t need[])
{
    for (int d = 1; a->content != CONTENT_ANY && d < a->rank; d++) {
        if (need[d] > a->extent[d].value)
            return false;
    }
    return a->content != CONTENT_PERM || a->elements <= a->limit;
}

static bool settle_storage(struct kernel *k)
{
    int64_t low[24], need[24][3];
    settle_extents(k, low, need);
    settle_fields(k);
    for (int i = 0; i < k->array_count; i++) {
        struct array *a = &k->array[i];
        a->elements = 1;
        for (int d = 0; d < a->rank; d++)
            a->elements *= a->extent[d].value;
        if (a->overlap) {
            int64_t last = 0;
            for (int d = 0; d < a->rank; d++)
                last = last * (d > 0 ? a->extent[d].value : 0) + need[i][d] - 1;
            a->elements = last + 1;
        }
        if (a->elements > k->shape->max_elements || !fits_content(a, need[i]))
            return false;
        if (a->owner == i)
            a->base = -low[i];
        a->elements += a->owner == i ? a->base : 0;
    }
    for (int i = 0; i < k->array_count; i++) {
        struct array *a = &k->array[i], *owner = &k->array[a->owner];
        if (a->owner == i)
            continue;
        if (a->base + low[i] < 0)
            a->base = -low[i];
        if (owner->elements < a->base + a->elements)
            owner->elements = a->base + a->elements;
    }
    for (int i = 0; i < k->array_count; i++) {
        if (k->array[i].owner == i)
            k->array[i].cell = arena_alloc(
                k->arena, (size_t)k->array[i].elements * sizeof(struct cell));
    }
    return true;
}

static void fill_arrays(struct kernel *k)
{
    for (int i = 0; i < k->array_count; i++) {
        struct array *a = &k->array[i];
        for (int64_t e = 0; a->owner == i && e < a->elements; e++)
            a->cell[e] = array_fill(a, e);
    }
}

static bool repair(struct kernel *k)
{
    for (int n = 0; n < MAX_REPAIR_RUNS; n++) {
        fill_arrays(k);
        struct interp x = run(k, true);
        if (x.bad)
            return false;
        if (x.repairs == 0)
            return true;
    }
    return false;
}

static void mark_expr(struct kernel *k, const struct expr *e)
{
    if (e->op == OP_ACCESS)
        k->array[e->ref].used = true;
    if (e->op == OP_HELPER)
        k->helper[e->ref].used = true;
    for (int i = 0; i < e->count; i++)
        mark_expr(k, e->arg[i]);
}

static void mark_used(struct kernel *k, const struct stmt *s)
{
    const struct expr *part[] = {s->init, s->cond, s->test, s->lhs, s->rhs};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        if (part[i])
            mark_expr(k, part[i]);
    }
    if (s->lhs)
        k->array[s->lhs->ref].written = true;
    if (s->kind == STMT_FOR)
        k->iter[s->iter].used = true;
    if (s->kind == STMT_DECL)
        k->array[s->lhs->ref].declared = true;
    if (s->bump)
        mark_used(k, s->bump);
    for (int i = 0; i < s->count; i++)
        mark_used(k, s->child[i]);
}

static void clear_marks(struct kernel *k)
{
    for (int i = 0; i < k->array_count; i++)
        k->array[i].used = k->array[i].written = k->array[i].declared = false;
    for (int i = 0; i < k->iter_count; i++)
        k->iter[i].used = false;
    for (int i = 0; i < k->helper_count; i++)
        k->helper[i].used = false;
}

bool kernel_settle(struct kernel *k)
{
    clear_marks(k);
    mark_used(k, k->body);
    for (int i = 0; i < k->array_count; i++)
        k->array[k->array[i].owner].used |= k->array[i].used;
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (a->form == FORM_TEMP && a->used && !a->declared)
            return false;
    }
    k->budget = k->shape->budget;
    if (!kernel_control_run(k))
        return false;
    for (int n = 0; settle_subscripts(k); n++) {
        if (n == MAX_SETTLE_RUNS || !kernel_control_run(k))
            return false;
    }
    return settle_storage(k) && repair(k);
}
