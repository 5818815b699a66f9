/*
 * Which loops become register tiles (register_tile.c).
 */
#include "backends/vector/local.h"

#include <string.h>

const struct kir_value *tile_value(const struct register_tile *t, int value)
{
    return &t->f->value[value];
}

/* The columns of a tile. */
int tile_width(const struct register_tile *t)
{
    return t->vectors * t->lanes;
}

/* Marks what is made in the block; false if it is more than loops, conditions
 * and assignments to memory. */
bool tile_mark_made(const struct register_tile *t,
                    const struct kir_block *block, bool *made)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind != KIR_LET && s->kind != KIR_STORE && s->kind != KIR_FOR &&
            s->kind != KIR_IF && s->kind != KIR_COMMENT)
            return false;
        if (s->kind == KIR_LET && tile_value(t, s->value)->op == KIR_GET)
            return false;
        if (s->kind == KIR_LET)
            made[s->value] = true;
        if (s->kind == KIR_FOR)
            made[s->iter] = true;
        if (s->kind == KIR_STORE)
            t->stored[s->buffer] = true;
        if (!tile_mark_made(t, &s->body[0], made) ||
            !tile_mark_made(t, &s->body[1], made))
            return false;
    }
    return true;
}

/* What depends on the row, or is loaded from what rows store. What these store
 * for each other does not change in common steps. */
void tile_mark_different(struct register_tile *t, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET) {
            const struct kir_value *v = tile_value(t, s->value);
            bool differs =
                v->op == KIR_LOAD && t->stored[v->buffer] && !t->ordered;
            for (int k = 0; k < kir_op_operands(v->op); k++)
                differs |= t->differs[v->arg[k]];
            t->differs[s->value] = differs;
        }
        if (s->kind == KIR_FOR)
            t->differs[s->iter] = t->differs[s->lo] || t->differs[s->step];
        tile_mark_different(t, &s->body[0]);
        tile_mark_different(t, &s->body[1]);
    }
}

bool tile_is_one(const struct register_tile *t, int value)
{
    return kir_is_const(t->f, value) && tile_value(t, value)->imm.i == 1;
}

/* The one loop or condition of a block of lets; NULL: there is no such one. */
static struct kir_stmt *only_nested(const struct kir_block *block)
{
    struct kir_stmt *found = NULL;
    for (struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_FOR || s->kind == KIR_IF) {
            if (found)
                return NULL;
            found = s;
        } else if (s->kind != KIR_LET && s->kind != KIR_COMMENT) {
            return NULL;
        }
    }
    return found;
}

/* Does the condition say that there are columns? */
static bool is_guard(const struct register_tile *t, const struct kir_stmt *s,
                     const struct kir_stmt *columns)
{
    const struct kir_value *v = tile_value(t, s->value);
    return !s->body[1].first && v->op == KIR_LT && v->arg[0] == columns->lo &&
           v->arg[1] == columns->hi;
}

static bool find_loops(struct register_tile *t, struct kir_stmt *steps)
{
    struct kir_stmt *s = only_nested(&steps->body[0]);
    t->steps = steps;
    t->guard = NULL;
    if (s && s->kind == KIR_IF) {
        t->guard = s;
        s = only_nested(&s->body[0]);
    }
    t->columns = s;
    return s && s->kind == KIR_FOR && s->flags == KIR_FOR_SIMD &&
           steps->flags == 0 && tile_is_one(t, s->step) &&
           tile_is_one(t, steps->step) &&
           tile_value(t, s->lo)->type == KIR_I64 &&
           tile_value(t, steps->lo)->type == KIR_I64 &&
           (!t->guard || is_guard(t, t->guard, s));
}

/* By how much the value grows from column to column; false: who knows. */
bool tile_stride(const struct register_tile *t, int value, int64_t *stride)
{
    const struct kir_value *v = tile_value(t, value);
    int64_t a = 0, b = 0;
    *stride = value == t->columns->iter;
    if (*stride || !t->in_columns[value])
        return true;
    if (v->op != KIR_ADD && v->op != KIR_SUB)
        return false;
    if (!tile_stride(t, v->arg[0], &a) || !tile_stride(t, v->arg[1], &b))
        return false;
    *stride = v->op == KIR_ADD ? a + b : a - b;
    return true;
}

/* Is it made of the steps' iterator, or loaded? */
static bool is_of_step(const struct register_tile *t, int value)
{
    const struct kir_value *v = tile_value(t, value);
    bool is =
        value == t->steps->iter || (t->inside[value] && v->op == KIR_LOAD);
    for (int k = 0; !is && t->inside[value] && k < kir_op_operands(v->op); k++)
        is = is_of_step(t, v->arg[k]);
    return is;
}

/* In a common step: is it made of the rows' iterator, or loaded? */
static bool is_of_row(const struct register_tile *t, int value)
{
    const struct kir_value *v = tile_value(t, value);
    if (!t->inside[value] || value == t->steps->iter ||
        value == t->columns->iter)
        return false;
    bool is = value == t->rows->iter || v->op == KIR_LOAD;
    for (int k = 0; !is && k < kir_op_operands(v->op); k++)
        is = is_of_row(t, v->arg[k]);
    return is;
}

/* Are the two values, in which nothing is loaded, computed alike? */
static bool is_same(const struct register_tile *t, int a, int b)
{
    const struct kir_value *x = tile_value(t, a), *y = tile_value(t, b);
    if (a == b)
        return true;
    if (!t->inside[a] || !t->inside[b] || x->op != y->op ||
        x->type != y->type || x->narrow != y->narrow || kir_is_leaf(x->op) ||
        x->imm.i != y->imm.i)
        return false;
    for (int k = 0; k < kir_op_operands(x->op); k++)
        if (!is_same(t, x->arg[k], y->arg[k]))
            return false;
    return true;
}

bool tile_is_sum(const struct register_tile *t, const struct kir_value *v)
{
    return v->op == KIR_LOAD && v->buffer == t->buffer &&
           (!t->ordered || is_same(t, v->arg[0], t->index));
}

/* Operations that processors have for vectors, on the stored type. */
static bool is_simple(const struct register_tile *t, const struct kir_value *v)
{
    if (kir_is_float(v->type))
        return v->type == t->f->buffer[t->buffer].type &&
               (v->op == KIR_LOAD ||
                (v->op >= KIR_ADD && v->op <= KIR_SQRT && v->op != KIR_REM));
    return v->type == KIR_I64 && (v->op == KIR_ADD || v->op == KIR_SUB ||
                                  v->op == KIR_MUL || v->op == KIR_NEG);
}

/* A load or store of the columns' loop. What rows need of each other is at the
 * same place for all of them, so that it is none of their sums. */
static bool take_access(struct register_tile *t, int buffer, int index,
                        bool store)
{
    const struct kir_buffer *b = &t->f->buffer[buffer];
    int64_t stride;
    if (store && t->buffer < 0) {
        t->buffer = buffer;
        t->index = index;
        t->lanes = VECTOR_BYTES / kir_type_size(b->type);
        return b->space == KIR_GLOBAL && b->no_alias && kir_is_float(b->type) &&
               t->differs[index] && !is_of_step(t, index) &&
               tile_stride(t, index, &stride) && stride == 1;
    }
    if (buffer == t->buffer && (store || !t->ordered || is_of_row(t, index)))
        return is_same(t, index, t->index);
    return !store && (b->space == KIR_GLOBAL || b->space == KIR_CONSTANT);
}

static bool take_stores(struct register_tile *t, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_STORE &&
             !take_access(t, s->buffer, s->index, true)) ||
            (s->kind == KIR_IF && !take_stores(t, &s->body[0])))
            return false;
    return true;
}

static bool take_loads(struct register_tile *t, const struct kir_block *block,
                       int part)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_FOR || (s->kind == KIR_IF && s->body[1].first))
            return false;
        if (s->kind == KIR_IF &&
            (t->in_columns[s->value] || !take_loads(t, &s->body[0], part)))
            return false;
        if (s->kind != KIR_LET)
            continue;
        const struct kir_value *v = tile_value(t, s->value);
        t->part[s->value] = part;
        if (!is_simple(t, v) ||
            (v->op == KIR_LOAD && !take_access(t, v->buffer, v->arg[0], false)))
            return false;
    }
    return true;
}

/* Is it, or what it is made of, loaded from the sums in another part? */
static bool is_crossing(const struct register_tile *t, int value, int part)
{
    const struct kir_value *v = tile_value(t, value);
    if (!t->in_columns[value] || value == t->columns->iter)
        return false;
    if (tile_is_sum(t, v))
        return t->part[value] != part;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (is_crossing(t, v->arg[k], part))
            return true;
    return false;
}

static void mark_needed(struct register_tile *t, int value)
{
    const struct kir_value *v = tile_value(t, value);
    if (t->needed[value] || !t->inside[value])
        return;
    t->needed[value] = true;
    if (tile_is_sum(t, v) || t->panel_of[value] >= 0)
        return;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        mark_needed(t, v->arg[k]);
}

/* What stores need, all of it of their own part. */
static bool take_values(struct register_tile *t, const struct kir_block *block,
                        int part)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_STORE || s->kind == KIR_IF)
            mark_needed(t, s->value);
        if (s->kind == KIR_STORE && is_crossing(t, s->value, part))
            return false;
        if (s->kind == KIR_IF && !take_values(t, &s->body[0], part))
            return false;
    }
    return true;
}

/* Each condition is a part of its own, and what stands between two. */
static bool take_parts(struct register_tile *t, bool stores)
{
    int part = 0;
    for (struct kir_stmt *s = t->columns->body[0].first; s; s = s->next) {
        struct kir_block one = {s, s};
        struct kir_stmt *next = s->next;
        bool good;
        s->next = NULL;
        part += s->kind == KIR_IF;
        t->whole |= s->kind == KIR_STORE;
        good = stores ? take_values(t, &one, part) : take_loads(t, &one, part);
        part += s->kind == KIR_IF;
        s->next = next;
        if (!good)
            return false;
    }
    return true;
}

/* Loads of the steps outside of the columns' loop. */
static bool loads_others(const struct register_tile *t,
                         const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET && tile_value(t, s->value)->op == KIR_LOAD &&
            tile_value(t, s->value)->buffer == t->buffer)
            return false;
        if (s->kind == KIR_IF && !loads_others(t, &s->body[0]))
            return false;
    }
    return true;
}

static void mark_inner(const struct register_tile *t,
                       const struct kir_stmt *loop, bool *made)
{
    memset(made, 0, sizeof *made * (size_t)t->known);
    made[loop->iter] = true;
    tile_mark_made(t, &loop->body[0], made);
}

/* Are rows that need each other no more than the one nest, whose columns are
 * those of all rows, and whose points do the same in all steps? */
static bool fits_ordered(const struct register_tile *t)
{
    if (only_nested(&t->rows->body[0]) != t->steps || t->ragged)
        return false;
    for (const struct kir_stmt *s = t->columns->body[0].first; s; s = s->next)
        if (s->kind == KIR_IF)
            return false;
    return true;
}

/* Is the statement of the rows' loop steps around columns as above? */
bool tile_fit(struct register_tile *t, struct kir_stmt *s)
{
    if (s->kind != KIR_FOR || !find_loops(t, s))
        return false;
    mark_inner(t, t->steps, t->in_steps);
    mark_inner(t, t->columns, t->in_columns);
    memset(t->needed, 0, sizeof *t->needed * (size_t)t->known);
    for (int k = 0; k < t->known; k++)
        t->panel_of[k] = -1;
    t->buffer = t->index = -1;
    t->whole = false;
    t->ragged = t->differs[t->columns->lo] || t->differs[t->columns->hi];
    /* A tile's columns are the same in all of its rows. */
    t->differs[t->columns->iter] = false;
    tile_mark_different(t, &t->columns->body[0]);
    t->slanted = t->differs[s->lo] || t->differs[s->hi];
    return !t->in_steps[t->columns->lo] && !t->in_steps[t->columns->hi] &&
           take_stores(t, &t->columns->body[0]) && t->buffer >= 0 &&
           take_parts(t, false) && take_parts(t, true) && t->whole &&
           loads_others(t, &s->body[0]) && (!t->ordered || fits_ordered(t));
}

/* What the tiles need but for what is in panels. */
void tile_take_panels(struct register_tile *t)
{
    tile_find_panels(t);
    memset(t->needed, 0, sizeof *t->needed * (size_t)t->known);
    take_parts(t, true);
}
