/*
 * Leaves out what has no effect, and numbers the rest anew.
 *
 * A statement is live if it is seen outside (a store to global memory, an
 * atomic, a barrier, a launch, a WHILE, which may not end), or if a live
 * statement needs it: the value of an operand, the statement around it, every
 * SET of a variable and every STORE to a SHARED or LOCAL buffer that is read.
 * Before that, a SET or STORE is removed if a later one of its block overwrites
 * it and nothing reads in between.
 */
#include "backends/optimise/local.h"

/* Statements are numbered from 1 in the order of the text. */
struct dead_node {
    const struct kir_stmt *stmt;
    int parent;  /* the statement around it, 0 for none */
    int sibling; /* the previous SET of the variable, STORE to the buffer */
    bool live, killed;
};

struct dead {
    const struct kir_func *in;
    struct kir_func *out;
    struct arena *scratch;
    struct effects *effects;

    int node_count, node_cap;
    struct dead_node *node;
    int *defined_by;           /* of each value: LET or FOR */
    int *set_of, *store_to;    /* of each variable, buffer: the last */
    bool *is_read, *is_loaded; /* of each variable, buffer */
    int *work, work_count, work_cap;

    /* of each item: the SET or STORE that follows in this block with nothing
     * that reads it in between; valid if its stamp is `block` */
    int *later, *later_stamp, block;

    int at; /* copying: the last statement visited */
    int *value_map, *variable_map, *buffer_map;
};

/* Overwritten sets and stores ------------------------------------------------
 */

static int later_of(const struct dead *d, int item)
{
    return d->later_stamp[item] == d->block ? d->later[item] : 0;
}

static void set_later(struct dead *d, int item, int node)
{
    d->later[item] = node;
    d->later_stamp[item] = d->block;
}

static void reads(struct dead *d, int count, const int *item)
{
    for (int i = 0; i < count; i++)
        set_later(d, item[i], 0);
}

static void kill_store(struct dead *d, int number)
{
    const struct kir_stmt *s = d->node[number].stmt;
    int item = s->kind == KIR_SET ? effects_variable(d->effects, s->variable)
                                  : d->effects->class_of[s->buffer];
    int later = later_of(d, item);
    const struct kir_stmt *t = later ? d->node[later].stmt : NULL;

    if (t && (s->kind == KIR_SET ||
              (t->buffer == s->buffer && t->index == s->index)))
        d->node[number].killed = true;
    else
        set_later(d, item, number);
}

static void kill_before(struct dead *d, int number)
{
    const struct kir_stmt *s = d->node[number].stmt;
    const struct effects *e = d->effects;
    const struct kir_value *v;
    int item;

    switch (s->kind) {
    case KIR_SET:
    case KIR_STORE:
        kill_store(d, number);
        break;
    case KIR_LET:
        v = &d->in->value[s->value];
        item = v->op == KIR_GET    ? effects_variable(e, (int)v->imm.i)
               : v->op == KIR_LOAD ? e->class_of[v->buffer]
                                   : -1;
        if (item >= 0)
            set_later(d, item, 0);
        break;
    case KIR_ATOMIC:
        set_later(d, e->class_of[s->buffer], 0);
        break;
    case KIR_BARRIER:
        reads(d, e->barrier_count, e->barrier);
        break;
    case KIR_LAUNCH:
        reads(d, e->launch_count, e->launch);
        break;
    case KIR_FOR:
    case KIR_WHILE:
    case KIR_IF:
        reads(d, effects_of(e, s)->reads.count, effects_of(e, s)->reads.item);
        break;
    case KIR_COMMENT:
        break;
    }
}

/* Numbering ------------------------------------------------------------------
 */

static void number_block(struct dead *d, const struct kir_block *block,
                         int parent)
{
    int count = 0, cap = 0, *child = NULL;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        struct dead_node node = {.stmt = s, .parent = parent};
        int number = d->node_count;

        ARENA_PUSH(d->scratch, d->node, d->node_count, d->node_cap, node);
        ARENA_PUSH(d->scratch, child, count, cap, number);
        if (s->kind == KIR_LET)
            d->defined_by[s->value] = number;
        if (s->kind == KIR_FOR)
            d->defined_by[s->iter] = number;
        number_block(d, &s->body[0], number);
        number_block(d, &s->body[1], number);
    }
    d->block++;
    while (count > 0)
        kill_before(d, child[--count]);
}

/* Lists each variable's SETs and each SHARED or LOCAL buffer's STOREs. */
static void list_stores(struct dead *d)
{
    for (int i = 1; i < d->node_count; i++) {
        const struct kir_stmt *s = d->node[i].stmt;
        int *last;

        if (d->node[i].killed || (s->kind != KIR_SET && s->kind != KIR_STORE))
            continue;
        last = s->kind == KIR_SET ? &d->set_of[s->variable]
                                  : &d->store_to[s->buffer];
        d->node[i].sibling = *last;
        *last = i;
    }
}

/* Marking --------------------------------------------------------------------
 */

static void mark(struct dead *d, int number)
{
    if (number == 0 || d->node[number].live || d->node[number].killed)
        return;
    d->node[number].live = true;
    ARENA_PUSH(d->scratch, d->work, d->work_count, d->work_cap, number);
}

static void mark_list(struct dead *d, int last)
{
    for (int i = last; i; i = d->node[i].sibling)
        mark(d, i);
}

static void mark_value(struct dead *d, int value)
{
    if (value >= 0)
        mark(d, d->defined_by[value]);
}

static void mark_buffer(struct dead *d, int buffer)
{
    if (!d->is_loaded[buffer])
        mark_list(d, d->store_to[buffer]);
    d->is_loaded[buffer] = true;
}

static void mark_let(struct dead *d, int value)
{
    const struct kir_value *v = &d->in->value[value];

    for (int i = 0; i < kir_op_operands(v->op); i++)
        mark_value(d, v->arg[i]);
    if (v->op == KIR_LOAD)
        mark_buffer(d, v->buffer);
    if (v->op == KIR_GET && !d->is_read[v->imm.i]) {
        d->is_read[v->imm.i] = true;
        mark_list(d, d->set_of[v->imm.i]);
    }
}

static void mark_needs(struct dead *d, const struct dead_node *node)
{
    const struct kir_stmt *s = node->stmt;

    mark(d, node->parent);
    if (s->kind == KIR_LET) {
        mark_let(d, s->value);
        return;
    }
    mark_value(d, s->value);
    mark_value(d, s->index);
    mark_value(d, s->lo);
    mark_value(d, s->hi);
    mark_value(d, s->step);
    if (s->kind == KIR_ATOMIC)
        mark_buffer(d, s->buffer);
    if (s->kind != KIR_LAUNCH)
        return;
    for (int i = 0; i < 3; i++)
        mark_value(d, s->grid[i]);
    for (int i = 0; i < s->arg_count; i++)
        if (!s->arg[i].is_buffer)
            mark_value(d, s->arg[i].id);
}

/* Is nothing left of the kernel? */
static bool is_idle(const struct kir_func *kernel)
{
    const struct kir_stmt *s = kernel->body.first;

    while (s && s->kind == KIR_COMMENT)
        s = s->next;
    return !s;
}

static bool is_seen_outside(const struct dead *d, const struct kir_stmt *s)
{
    switch (s->kind) {
    case KIR_STORE:
        return d->in->buffer[s->buffer].space == KIR_GLOBAL;
    case KIR_ATOMIC:
    case KIR_BARRIER:
    case KIR_WHILE:
        return true;
    case KIR_LAUNCH:
        return !is_idle(d->in->module->func[s->kernel]);
    default:
        return false;
    }
}

static void mark_all(struct dead *d)
{
    for (int i = 1; i < d->node_count; i++)
        if (is_seen_outside(d, d->node[i].stmt))
            mark(d, i);
    while (d->work_count > 0)
        mark_needs(d, &d->node[d->work[--d->work_count]]);
}

/* Copying --------------------------------------------------------------------
 */

static int new_value(void *dead, int value)
{
    struct dead *d = dead;
    const struct kir_value *v;

    if (value < 0)
        return value;
    v = &d->in->value[value];
    if (v->op == KIR_PARAM)
        return d->out->param[v->imm.i].value;
    if (kir_is_leaf(v->op) && v->op != KIR_ITER)
        return kir_add_value(d->out, v);
    return d->value_map[value];
}

static int copy_variable(struct dead *d, int variable)
{
    int *to = &d->variable_map[variable];

    if (*to < 0)
        *to = kir_variable(d->out, d->in->variable[variable].name,
                           d->in->variable[variable].type);
    return *to;
}

static int copy_buffer(struct dead *d, int buffer)
{
    int *to = &d->buffer_map[buffer];

    if (*to < 0)
        *to = kir_buffer_like(d->out, &d->in->buffer[buffer]);
    return *to;
}

static const char *copy_text(struct dead *d, const char *text)
{
    return text ? arena_strdup(d->out->module->arena, text) : NULL;
}

static void copy_let(struct dead *d, int value)
{
    struct kir_value v = d->in->value[value];

    for (int i = 0; i < kir_op_operands(v.op); i++)
        v.arg[i] = new_value(d, v.arg[i]);
    if (v.op == KIR_GET)
        v.imm.i = copy_variable(d, (int)v.imm.i);
    if (v.op == KIR_LOAD || v.op == KIR_ALIGNED)
        v.buffer = copy_buffer(d, v.buffer);
    v.origin = copy_text(d, v.origin);
    d->value_map[value] = kir_put_value(d->out, &v);
}

static void copy_block(struct dead *d, const struct kir_block *block);

static void copy_stmt(struct dead *d, const struct kir_stmt *s)
{
    struct kir_stmt *t = kir_put_stmt(d->out, s->kind), fields = *s;

    fields.next = NULL;
    fields.body[0] = fields.body[1] = (struct kir_block){NULL, NULL};
    *t = fields;
    t->text = copy_text(d, s->text);
    t->origin = copy_text(d, s->origin);
    t->value = new_value(d, s->value);
    t->index = new_value(d, s->index);
    t->lo = new_value(d, s->lo);
    t->hi = new_value(d, s->hi);
    t->step = new_value(d, s->step);
    if (s->kind == KIR_SET)
        t->variable = copy_variable(d, s->variable);
    if (s->kind == KIR_STORE || s->kind == KIR_ATOMIC)
        t->buffer = copy_buffer(d, s->buffer);
    if (s->kind == KIR_FOR)
        t->iter = d->value_map[s->iter] =
            kir_add_value(d->out, &d->in->value[s->iter]);
    for (int i = 0; i < 2; i++) {
        kir_open(d->out, t, i);
        copy_block(d, &s->body[i]);
        kir_close(d->out);
        if (s->kind == KIR_WHILE && i == 0)
            t->value = new_value(d, s->value);
    }
}

/* Statements are met in the order of their numbers, those of a block that is
 * not copied are passed over one by one. */
static void skip_block(struct dead *d, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        d->at++;
        skip_block(d, &s->body[0]);
        skip_block(d, &s->body[1]);
    }
}

static void copy_block(struct dead *d, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        const struct dead_node *node = &d->node[++d->at];

        kir_line(d->out, s->line);
        if (s->kind == KIR_COMMENT) {
            kir_comment(d->out, s->text);
        } else if (!node->live) {
            skip_block(d, &s->body[0]);
            skip_block(d, &s->body[1]);
        } else if (s->kind == KIR_LET) {
            copy_let(d, s->value);
        } else if (s->kind == KIR_LAUNCH) {
            kir_launch_like(d->out, kir_put_stmt(d->out, KIR_LAUNCH), s,
                            new_value, d);
        } else {
            copy_stmt(d, s);
        }
    }
}

static int *new_map(struct dead *d, int count)
{
    int *map = arena_alloc(d->scratch, (size_t)count * sizeof *map);

    for (int i = 0; i < count; i++)
        map[i] = -1;
    return map;
}

static void copy(struct dead *d, struct kir_module *module)
{
    const struct kir_func *in = d->in;

    d->out = kir_func_new(module, in->kind, in->name, in->block[0],
                          in->block[1], in->block[2]);
    d->out->line = in->line;
    d->out->comment = in->comment;
    d->out->doacross = in->doacross;
    d->value_map = new_map(d, in->value_count);
    d->variable_map = new_map(d, in->variable_count);
    d->buffer_map = new_map(d, in->buffer_count);
    for (int i = 0; i < in->buffer_count; i++)
        if (in->buffer[i].space == KIR_GLOBAL)
            copy_buffer(d, i);
    for (int i = 0; i < in->param_count; i++)
        kir_param(d->out, in->param[i].name, in->param[i].type);
    copy_block(d, &in->body);
}

void optimise_dead(struct arena *scratch, const struct kir_func *in,
                   struct kir_module *out)
{
    struct dead d = {.in = in, .scratch = scratch};
    size_t items, values = (size_t)in->value_count,
                  variables = (size_t)in->variable_count,
                  buffers = (size_t)in->buffer_count;

    d.effects = effects_new(scratch, in);
    items = (size_t)d.effects->item_count;
    d.later = arena_alloc(scratch, items * sizeof *d.later);
    d.later_stamp = arena_alloc(scratch, items * sizeof *d.later_stamp);
    d.defined_by = arena_alloc(scratch, values * sizeof *d.defined_by);
    d.set_of = arena_alloc(scratch, variables * sizeof *d.set_of);
    d.store_to = arena_alloc(scratch, buffers * sizeof *d.store_to);
    d.is_read = arena_alloc(scratch, variables * sizeof *d.is_read);
    d.is_loaded = arena_alloc(scratch, buffers * sizeof *d.is_loaded);
    ARENA_PUSH(scratch, d.node, d.node_count, d.node_cap,
               (struct dead_node){0});
    number_block(&d, &in->body, 0);
    list_stores(&d);
    mark_all(&d);
    copy(&d, out);
}
