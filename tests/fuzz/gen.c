/*
 * Kernels: parameters, arrays, and the statements of the regions.
 */
#include "tests/fuzz/nest.h"

static void gen_params(struct kernel *k, int depth)
{
    static const char *const names[] = {"n", "m", "w", "h"};
    static const int least[] = {5, 4, 3, 2}, span[] = {80, 36, 11, 6};
    static const enum type types[] = {TYPE_I32, TYPE_I64, TYPE_U32, TYPE_U64,
                                      TYPE_I16};
    const struct shape *s = k->shape;
    const int weight[] = {s->param_i32, s->param_i64, s->param_u32,
                          s->param_u64, s->param_i16};
    k->param_count = 1 + rng_below(k, 4);
    for (int i = 0; i < k->param_count; i++) {
        struct param *p = &k->param[i];
        p->name = names[i];
        p->type = types[rng_weighted(k, weight, 5)];
        p->spelling = rng_chance(k, 30);
        p->value = least[depth - 1] + rng_below(k, span[depth - 1]);
        if (rng_chance(k, s->param_small))
            p->value = rng_below(k, 4) - type_table[p->type].is_signed;
    }
}

static void gen_extents(struct kernel *k, struct array *a)
{
    bool constant = a->form == FORM_CONSTANT || a->form == FORM_GLOBAL;
    constant |= a->form == FORM_TEMP;
    for (int d = 0; d < a->rank; d++) {
        struct extent *x = &a->extent[d];
        x->param =
            constant || rng_chance(k, 20) ? -1 : rng_below(k, k->param_count);
        x->slack =
            a->form == FORM_TEMP || rng_chance(k, 60) ? 0 : rng_below(k, 3);
    }
}

struct array *new_array(struct kernel *k, enum form form)
{
    static const enum type types[] = {TYPE_F64, TYPE_F32, TYPE_I32, TYPE_I64,
                                      TYPE_U32, TYPE_U64, TYPE_I16, TYPE_U16,
                                      TYPE_I8,  TYPE_U8};
    const struct shape *s = k->shape;
    const int weight[] = {s->type_f64, s->type_f32, s->type_i32, s->type_i64,
                          s->type_u32, s->type_u64, s->type_i16, s->type_u16,
                          s->type_i8,  s->type_u8};
    struct array *a = &k->array[k->array_count];
    a->owner = k->array_count++;
    a->form = form;
    a->type = types[rng_weighted(k, weight, 10)];
    a->spelling = rng_chance(k, 30);
    a->wide = rng_chance(k, s->element_wide);
    a->fill = rng_next(&k->rng);
    return a;
}

static void gen_array(struct kernel *k)
{
    const struct shape *s = k->shape;
    const int rank[] = {s->rank_one, s->rank_two, s->rank_three};
    const int form[] = {s->form_pointer,  s->form_vla,    s->form_rows,
                        s->form_constant, s->form_global, s->form_local,
                        s->form_linear,   s->form_field};
    struct array *a =
        new_array(k, (enum form)rng_weighted(k, form, FORM_FIELD + 1));
    a->rank = 1 + rng_weighted(k, rank, 3);
    if (a->form == FORM_POINTER || a->form == FORM_FIELD)
        a->rank = 1;
    if (a->form == FORM_LINEAR && a->rank == 1)
        a->rank = 2;
    if (a->form == FORM_ROWS && a->rank == 1)
        a->form = FORM_POINTER;
    int number = a->owner;
    a->name = arena_printf(k->arena, "%c", "ABCDEFGH"[number % 8]);
    if (a->form == FORM_GLOBAL)
        a->name = arena_printf(k->arena, "global%d_%llu", number,
                               (unsigned long long)k->seed);
    if (a->form == FORM_FIELD)
        a->name = arena_printf(k->arena, "f%d", number);
    a->restricted = rng_chance(k, s->restrict_pointer);
    a->read_only = rng_chance(k, s->const_pointer);
    a->overlap = a->form == FORM_LINEAR && rng_chance(k, s->linear_overlap);
    gen_extents(k, a);
}

static void gen_scalar(struct kernel *k)
{
    const struct shape *s = k->shape;
    const int form[] = {s->scalar_local, s->scalar_dead, s->scalar_pointer,
                        s->scalar_global};
    struct array *a =
        new_array(k, (enum form)(FORM_LOCAL + rng_weighted(k, form, 4)));
    a->name = a->form == FORM_GLOBAL_SCALAR
                  ? arena_printf(k->arena, "scalar%d_%llu", a->owner,
                                 (unsigned long long)k->seed)
                  : arena_printf(k->arena, "s%d", a->owner);
    a->restricted = rng_chance(k, s->restrict_pointer);
}

/* Lets a plain pointer point into the storage of another of its type. */
static void gen_alias(struct kernel *k)
{
    if (!rng_chance(k, k->shape->alias))
        return;
    for (int i = 1; i < k->array_count; i++) {
        struct array *a = &k->array[i];
        for (int j = 0; j < i; j++) {
            const struct array *b = &k->array[j];
            if (a->content != CONTENT_ANY || b->content != CONTENT_ANY ||
                a->form != FORM_POINTER || b->form != FORM_POINTER ||
                a->type != b->type || b->owner != j || a->owner != i)
                continue;
            k->array[i].restricted = k->array[j].restricted = false;
            a->owner = j;
            a->base = rng_below(k, 6);
        }
    }
}

static int new_temp(struct kernel *k)
{
    if (k->array_count == (int)(sizeof k->array / sizeof *k->array))
        return -1;
    struct array *a = new_array(k, FORM_TEMP);
    a->name = arena_printf(k->arena, "t%d", a->owner);
    return a->owner;
}

void set_assign(struct kernel *k, struct stmt *s, struct expr *lhs,
                struct expr *rhs, enum spelling_of_assign spelling)
{
    s->lhs = lhs;
    s->rhs = rhs;
    s->spelling = spelling;
    k->statements++;
}

/* The element of a temporary array that the loop counts, or the first. */
static struct expr *gen_element(struct kernel *k, int temp,
                                const struct stmt *loop)
{
    struct expr *e = expr_ref(k, OP_ACCESS, temp, k->array[temp].type);
    e->count = 1;
    e->arg[0] = loop
                    ? expr_ref(k, OP_ITER, loop->iter, k->iter[loop->iter].type)
                    : expr_int(k, 0, TYPE_I32);
    e->arg[0]->control = true;
    ARENA_PUSH(k->arena, k->access, k->access_count, k->access_capacity, e);
    return e;
}

int array_of_rank(struct kernel *k, int low, int high)
{
    int start = rng_below(k, k->array_count);
    for (int i = 0; i < k->array_count; i++) {
        int a = (start + i) % k->array_count;
        if (k->array[a].form != FORM_TEMP &&
            k->array[a].content == CONTENT_ANY && k->array[a].rank >= low &&
            k->array[a].rank <= high)
            return a;
    }
    return 0;
}

/* lhs op= value */
static void assign_compound(struct kernel *k, const struct scope *scope,
                            struct stmt *s, int array)
{
    static const enum op any[] = {OP_ADD, OP_ADD, OP_ADD, OP_SUB, OP_MUL};
    static const enum op integer[] = {OP_ADD, OP_SUB, OP_MUL, OP_AND,
                                      OP_OR,  OP_XOR, OP_DIV, OP_REM};
    struct expr *lhs = gen_access(k, scope, array);
    struct expr *value = gen_value(k, scope, k->shape->max_expr - 1);
    bool integers =
        !type_table[lhs->type].is_float && !type_table[value->type].is_float;
    enum op op = integers ? integer[rng_below(k, 8)] : any[rng_below(k, 5)];
    set_assign(k, s, lhs, expr_binary(k, op, expr_copy(k, lhs), value),
               ASSIGN_COMPOUND);
}

/* An element from a weighted sum of its neighbours. */
static void assign_stencil(struct kernel *k, const struct scope *scope,
                           struct stmt *s)
{
    static const double weights[] = {0.2, 0.25, 0.33, 0.5};
    struct expr *lhs = gen_access(k, scope, array_of_rank(k, 1, MAX_RANK));
    struct expr *sum = NULL;
    int terms = 2 + rng_below(k, 3);
    for (int t = 0; t < terms; t++) {
        struct expr *e = expr_copy(k, lhs);
        e->offset[rng_below(k, e->count)] += rng_below(k, 3) - 1;
        sum = sum ? expr_binary(k, OP_ADD, sum, e) : e;
    }
    if (type_table[lhs->type].is_float)
        sum = expr_binary(k, OP_MUL, sum,
                          expr_float(k, weights[rng_below(k, 4)], TYPE_F64));
    else if (rng_chance(k, 50))
        sum = expr_binary(k, OP_DIV, sum, expr_int(k, terms, TYPE_I32));
    set_assign(k, s, lhs, sum, ASSIGN_PLAIN);
}

/* lhs = value op lhs ? value : lhs */
static void assign_extreme(struct kernel *k, const struct scope *scope,
                           struct stmt *s)
{
    struct expr *lhs = gen_access(k, scope, array_of_rank(k, 0, 1));
    struct expr *value = gen_value(k, scope, 1);
    struct expr *test = expr_binary(k, rng_chance(k, 50) ? OP_GT : OP_LT, value,
                                    expr_copy(k, lhs));
    set_assign(k, s, lhs,
               expr_cond(k, test, expr_copy(k, value), expr_copy(k, lhs)),
               ASSIGN_PLAIN);
}

static void gen_assign(struct kernel *k, const struct scope *scope,
                       struct stmt *s)
{
    const struct shape *h = k->shape;
    const int weight[] = {h->store_any,     h->store_reduce, h->store_stencil,
                          h->store_extreme, h->store_step,   h->store_scalar};
    int array = array_of_rank(k, 0, MAX_RANK);
    switch (rng_weighted(k, weight, 6)) {
    case 1:
        assign_compound(k, scope, s,
                        array_of_rank(k, 0, scope->depth > 1 ? 1 : 0));
        return;
    case 2:
        assign_stencil(k, scope, s);
        return;
    case 3:
        assign_extreme(k, scope, s);
        return;
    case 4: {
        struct expr *lhs = gen_access(k, scope, array);
        enum op op = rng_chance(k, 60) ? OP_ADD : OP_SUB;
        set_assign(
            k, s, lhs,
            expr_binary(k, op, expr_copy(k, lhs), expr_int(k, 1, TYPE_I32)),
            ASSIGN_STEP);
        return;
    }
    case 5:
        array = scope->temp_count > 0
                    ? scope->temp[rng_below(k, scope->temp_count)]
                    : array_of_rank(k, 0, 0);
        break;
    default:
        array = array_of_rank(k, 1, MAX_RANK);
        break;
    }
    if (rng_chance(k, h->compound))
        assign_compound(k, scope, s, array);
    else {
        struct expr *lhs = gen_access(k, scope, array);
        set_assign(k, s, lhs, gen_value(k, scope, h->max_expr), ASSIGN_PLAIN);
    }
}

void append_assign(struct kernel *k, const struct scope *scope,
                   struct stmt *block)
{
    struct stmt *s = stmt_new(k, STMT_ASSIGN);
    gen_assign(k, scope, s);
    stmt_append(k, block, s);
}

/* A temporary array: declared, filled by a loop, and mostly read by another. */
static void append_temp_array(struct kernel *k, struct scope *scope,
                              struct stmt *block)
{
    int temp = new_temp(k), count = 2 + rng_below(k, 4);
    if (temp < 0)
        return;
    k->array[temp].rank = 1;
    gen_extents(k, &k->array[temp]);
    k->array[temp].extent[0].least = count;
    struct stmt *decl = stmt_new(k, STMT_DECL);
    struct stmt *loop = gen_counted_loop(k, scope, count, block);
    if (!loop)
        return;
    set_assign(k, decl, gen_element(k, temp, NULL), NULL, ASSIGN_PLAIN);
    block->child[block->count - 1] = decl;
    stmt_append(k, block, loop);
    for (int pass = 0; loop && pass < 2; pass++) {
        struct scope inner = *scope;
        inner.iter[inner.depth++] = loop->iter;
        struct stmt *s = stmt_new(k, STMT_ASSIGN);
        struct expr *value = gen_value(k, &inner, 1);
        struct expr *element = gen_element(k, temp, loop);
        if (pass == 0) {
            set_assign(k, s, element, value, ASSIGN_PLAIN);
        } else {
            struct expr *lhs =
                gen_access(k, &inner, array_of_rank(k, 0, MAX_RANK));
            value = expr_binary(k, OP_MUL, element, value);
            value = expr_binary(k, OP_ADD, expr_copy(k, lhs), value);
            set_assign(k, s, lhs, value, ASSIGN_COMPOUND);
        }
        stmt_append(k, loop, s);
        if (pass == 1 || rng_chance(k, 30))
            break;
        loop = gen_counted_loop(k, scope, count, block);
    }
    scope->temp[scope->temp_count++] = temp;
    scope->temp_size[scope->temp_count - 1] = count;
}

int declare_temp(struct kernel *k, struct scope *scope, struct stmt *block,
                 struct expr *value)
{
    int temp = scope->temp_count < 8 ? new_temp(k) : -1;
    if (temp < 0)
        return -1;
    struct stmt *s = stmt_new(k, STMT_DECL);
    set_assign(k, s, gen_access(k, scope, temp), value, ASSIGN_PLAIN);
    scope->temp_size[scope->temp_count] = 1;
    scope->temp[scope->temp_count++] = temp;
    stmt_append(k, block, s);
    return temp;
}

static void append_temp(struct kernel *k, struct scope *scope,
                        struct stmt *block)
{
    if (scope->temp_count < 8 && scope->depth < 5 &&
        rng_chance(k, k->shape->temp_array)) {
        append_temp_array(k, scope, block);
        return;
    }
    struct expr *value = gen_value(k, scope, k->shape->max_expr - 1);
    declare_temp(k, scope, block, value);
}

static void append_if(struct kernel *k, struct scope scope, struct stmt *block,
                      int depth, bool guard)
{
    struct stmt *s = stmt_new(k, STMT_IF);
    if (guard && knob_chance(k, k->shape->filter))
        s->test = gen_filter(k, &scope);
    else
        s->test =
            guard ? gen_data_condition(k, &scope) : gen_condition(k, &scope);
    int branches = rng_chance(k, k->shape->item_else) ? 2 : 1;
    for (int i = 0; i < branches; i++)
        stmt_append(k, s, stmt_new(k, STMT_BLOCK));
    stmt_append(k, block, s);
    if (!kernel_control_run(k)) {
        block->count--;
        append_assign(k, &scope, block);
        return;
    }
    bool loops = !guard || knob_chance(k, k->shape->filter_loops);
    for (int i = 0; i < branches; i++)
        gen_body(k, scope, s->child[i], loops ? depth - 1 : 0);
}

void append_loop(struct kernel *k, struct scope scope, struct stmt *block,
                 int depth)
{
    struct stmt *loop = gen_loop(k, &scope, block);
    if (!loop) {
        append_assign(k, &scope, block);
        return;
    }
    scope.iter[scope.depth++] = loop->iter;
    gen_body(k, scope, loop, depth - 1);
}

static void append_item(struct kernel *k, struct scope *scope,
                        struct stmt *block, int depth)
{
    const struct shape *h = k->shape;
    bool loops = depth > 0 && scope->depth<5, inside = scope->depth> 0;
    const int weight[] = {loops ? h->item_loop * (inside ? 1 : 3) : 0,
                          inside ? h->item_if : 0,
                          inside ? h->item_guard : 1,
                          h->item_assign,
                          h->item_temp,
                          inside ? h->item_filtered : 0,
                          inside ? h->item_scatter : 0,
                          inside && scope->depth < 5 ? h->item_rows : 0,
                          inside && scope->depth < 5 ? h->item_search : 0,
                          inside ? h->item_reduction : 0,
                          inside && scope->depth < 5 ? h->item_inspected : 0};
    switch (rng_weighted(k, weight, 11)) {
    case 0:
        append_loop(k, *scope, block, depth);
        break;
    case 1:
        append_if(k, *scope, block, depth, false);
        break;
    case 2:
        append_if(k, *scope, block, depth, true);
        break;
    case 3:
        append_assign(k, scope, block);
        break;
    case 4:
        append_temp(k, scope, block);
        break;
    case 5:
        append_filtered(k, scope, block);
        break;
    case 6:
        append_scatter(k, scope, block);
        break;
    case 7:
        append_rows(k, *scope, block);
        break;
    case 8:
        append_search(k, *scope, block);
        break;
    case 9:
        append_reduction(k, scope, block);
        break;
    default:
        append_inspected(k, *scope, block);
        break;
    }
}

/* Appends items to `block`; `depth` more loops may be nested. */
void gen_body(struct kernel *k, struct scope scope, struct stmt *block,
              int depth)
{
    const struct shape *h = k->shape;
    int items = rng_below(k, h->max_items), other = rng_below(k, h->max_items);
    items = 1 + (items < other ? items : other);
    if (k->statements >= h->max_statements)
        items = 0;
    for (int i = 0; i < items; i++)
        append_item(k, &scope, block, depth);
    if (block->count == 0 || block->child[block->count - 1]->kind == STMT_DECL)
        append_assign(k, &scope, block);
}

static void gen_region(struct kernel *k, int depth)
{
    const struct shape *h = k->shape;
    struct stmt *region = stmt_new(k, STMT_REGION);
    const int pragma[] = {h->pragma_hedra, h->pragma_scop};
    region->scop = rng_weighted(k, pragma, 2) == 1;
    if (rng_chance(k, h->clause_tile)) {
        region->tile_count = 1 + rng_below(k, 3);
        for (int i = 0; i < region->tile_count; i++)
            region->tile[i] = 2 + rng_below(k, 7);
    }
    int p = rng_below(k, k->param_count);
    if (rng_chance(k, h->clause_assume) && k->param[p].value > 0)
        region->assume = p;
    region->reassociate = knob_chance(k, h->clause_reassociate);
    region->extents = knob_chance(k, h->clause_extent);
    region->whole = knob_chance(k, h->clause_whole);
    stmt_append(k, k->body, region);
    struct scope scope = {0};
    int nests = 1 + rng_below(k, h->max_nests);
    for (int i = 0; i < nests; i++) {
        if (i > 0 && rng_chance(k, 15))
            append_assign(k, &scope, region);
        if (knob_chance(k, h->converge))
            append_converging(k, region, depth);
        else if (knob_chance(k, h->stencil))
            append_stencil(k, region, depth);
        else if (knob_chance(k, h->cursor))
            append_cursor(k, region, depth);
        else if (knob_chance(k, h->product))
            append_product(k, region, depth);
        else
            append_loop(k, scope, region, depth);
    }
}

bool kernel_generate(struct kernel *k, int attempt)
{
    const struct shape *h = k->shape;
    k->rng = k->seed * 0x2545f4914f6cdd1du + (uint64_t)attempt;
    k->budget = h->budget / 3;
    k->may_wrap = rng_chance(k, h->wrap);
    int depth = 1 + rng_below(k, h->max_depth);
    gen_params(k, depth);
    int arrays = 1 + rng_below(k, h->max_arrays);
    for (int i = 0; i < arrays; i++)
        gen_array(k);
    int scalars = rng_below(k, h->max_scalars + 1);
    for (int i = 0; i < scalars; i++)
        gen_scalar(k);
    gen_contents(k);
    gen_alias(k);
    if (rng_chance(k, 30))
        gen_helper(k);
    k->body = stmt_new(k, STMT_BLOCK);
    int regions = rng_chance(k, h->two_regions) ? 2 : 1;
    for (int i = 0; i < regions; i++)
        gen_region(k, depth);
    return kernel_control_run(k);
}
