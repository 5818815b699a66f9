/*
 * Which loops over rows are wavefronts (wavefront.c): what the cells of their
 * columns load and store.
 */
#include "backends/vector/wavefront.h"

const struct kir_value *wave_value(const struct wave *w, int value)
{
    return &w->f->value[value];
}

/* The loops ---------------------------------------------------------------- */

static bool is_one(const struct wave *w, int value)
{
    return kir_is_const(w->f, value) && wave_value(w, value)->imm.i == 1;
}

static void mark_inside(const struct wave *w, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            w->inside[s->value] = true;
        if (s->kind == KIR_FOR)
            w->inside[s->iter] = true;
        mark_inside(w, &s->body[0]);
        mark_inside(w, &s->body[1]);
    }
}

/* The one statement beside values in the block; NULL: there are others. */
static const struct kir_stmt *only(const struct kir_block *block)
{
    const struct kir_stmt *found = NULL;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET || s->kind == KIR_COMMENT)
            continue;
        if (found)
            return NULL;
        found = s;
    }
    return found;
}

static bool find_loops(struct wave *w)
{
    const struct kir_stmt *s = only(&w->rows->body[0]);

    w->guard = NULL;
    if (s && s->kind == KIR_IF && !s->body[1].first && !w->inside[s->value]) {
        w->guard = s;
        s = only(&s->body[0]);
    }
    if (!s || s->kind != KIR_FOR || s->flags || !is_one(w, s->step) ||
        !is_one(w, w->rows->step) || w->inside[s->lo] || w->inside[s->hi])
        return false;
    w->columns = s;
    w->view = (struct index_view){w->f, w->inside, 2, {w->rows->iter, s->iter}};
    return wave_value(w, s->iter)->type == KIR_I64 &&
           wave_value(w, w->rows->iter)->type == KIR_I64;
}

/* Places ------------------------------------------------------------------- */

/* An index as base + row * by_row + column * by_column. */
struct form {
    struct index_sum at, by_row;
    int64_t by_column;
};

static bool has_factor(const struct index_sum *sum, int value)
{
    for (int k = 0; k < sum->count; k++)
        for (int i = 0; i < sum->term[k].count; i++)
            if (sum->term[k].factor[i] == value)
                return true;
    return false;
}

static bool take_form(const struct wave *w, int index, struct form *form)
{
    struct index_sum rest = index_sum_of(&w->view, index), by_column;

    form->at = rest;
    return rest.known &&
           index_take_stride(&rest, w->rows->iter, &form->by_row) &&
           index_take_stride(&rest, w->columns->iter, &by_column) &&
           !has_factor(&form->by_row, w->columns->iter) &&
           index_is_number(&by_column, &form->by_column);
}

/* a - b, if that is a number. */
static bool differ_by(const struct index_sum *a, const struct index_sum *b,
                      int64_t *by)
{
    struct index_sum rest = index_plus(*a, b, -1);

    return index_is_number(&rest, by);
}

static bool same_sum(const struct index_sum *a, const struct index_sum *b)
{
    int64_t by;

    return differ_by(a, b, &by) && by == 0;
}

static bool may_overlap(const struct wave *w, int a, int b)
{
    const struct kir_buffer *p = &w->f->buffer[a], *q = &w->f->buffer[b];

    return a != b && p->space == KIR_GLOBAL && q->space == KIR_GLOBAL &&
           (!p->no_alias || !q->no_alias);
}

static struct wave_state *state_of(struct wave *w, int buffer)
{
    for (int k = 0; k < w->state_count; k++)
        if (w->state[k].place.buffer == buffer)
            return &w->state[k];
    return NULL;
}

/* Stores ------------------------------------------------------------------- */

/* What the columns' loop stores, one element for each row. */
struct row_store {
    int buffer;
    struct index_sum at;
};

struct finding {
    struct wave *w;
    int row_store_count;
    struct row_store row_store[WAVE_MOST_STATES];
    bool *set;     /* per variable: by each cell, up to here */
    bool *changed; /* per variable: in the columns' loop */
};

static struct row_store *row_store_of(struct finding *d, int buffer)
{
    for (int k = 0; k < d->row_store_count; k++)
        if (d->row_store[k].buffer == buffer)
            return &d->row_store[k];
    return NULL;
}

static bool take_row_store(struct finding *d, int buffer,
                           const struct form *form)
{
    struct row_store *r = row_store_of(d, buffer);
    int64_t apart;

    if (!index_is_number(&form->by_row, &apart) || apart == 0 ||
        state_of(d->w, buffer))
        return false;
    if (r)
        return same_sum(&r->at, &form->at);
    if (d->row_store_count == WAVE_MOST_STATES)
        return false;
    d->row_store[d->row_store_count++] = (struct row_store){buffer, form->at};
    return true;
}

static bool take_state(struct finding *d, const struct kir_stmt *s,
                       const struct form *form)
{
    struct wave *w = d->w;
    enum kir_type type = w->f->buffer[s->buffer].type;
    int size = kir_type_size(type);

    if (w->state_count == WAVE_MOST_STATES || state_of(w, s->buffer) ||
        row_store_of(d, s->buffer) || size < 4 ||
        (w->state_count && kir_type_size(w->state[0].type) != size))
        return false;
    struct wave_state *state = &w->state[w->state_count++];
    *state =
        (struct wave_state){.place = {s->buffer, s->index, form->by_row, -1},
                            .store = s,
                            .type = type,
                            .at = form->at,
                            .last = -1,
                            .up = -1,
                            .diagonal = -1};
    for (int k = 0; k < WAVE_KINDS; k++)
        state->load[k] = -1;
    return true;
}

static bool take_store(struct finding *d, const struct kir_stmt *s, bool each)
{
    struct form form;

    if (d->w->f->buffer[s->buffer].space != KIR_GLOBAL ||
        !take_form(d->w, s->index, &form))
        return false;
    if (form.by_column == 0)
        return take_row_store(d, s->buffer, &form);
    return each && form.by_column == 1 && form.by_row.count > 0 &&
           take_state(d, s, &form);
}

/* `each`: do all cells come here? */
static bool take_stores(struct finding *d, const struct kir_block *block,
                        bool each)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_SET)
            d->changed[s->variable] = true;
        if (s->kind == KIR_STORE ? !take_store(d, s, each)
            : s->kind == KIR_IF  ? !take_stores(d, &s->body[0], false) ||
                                      !take_stores(d, &s->body[1], false)
                                : s->kind != KIR_LET && s->kind != KIR_SET &&
                                      s->kind != KIR_COMMENT)
            return false;
    }
    return true;
}

/* Loads -------------------------------------------------------------------- */

/* Does a load take what the cell `up` rows and `left` columns before stored? */
static bool is_from(const struct wave_state *state, const struct form *form,
                    int up, int left)
{
    struct index_sum at = index_plus(form->at, &state->place.pitch, up);
    int64_t by;

    return same_sum(&form->by_row, &state->place.pitch) &&
           differ_by(&at, &state->at, &by) && by == -left;
}

static bool take_turned(struct wave *w, int value, const struct form *form)
{
    const struct kir_value *v = wave_value(w, value);

    if (w->turned_count == WAVE_MOST_TURNED)
        return false;
    w->kind[value] = WAVE_TURNED;
    w->which[value] = w->turned_count;
    w->turned[w->turned_count++] =
        (struct wave_place){v->buffer, v->arg[0], form->by_row, -1};
    return true;
}

static bool take_state_load(struct wave *w, struct wave_state *state, int value,
                            const struct form *form, bool each)
{
    enum wave_kind kind = is_from(state, form, 0, 1)   ? WAVE_LEFT
                          : is_from(state, form, 1, 0) ? WAVE_UP
                          : is_from(state, form, 1, 1) ? WAVE_DIAGONAL
                                                       : WAVE_PLAIN;

    if (kind == WAVE_PLAIN)
        return each &&
               (is_from(state, form, 0, 0) || is_from(state, form, 0, -1) ||
                is_from(state, form, -1, 0)) &&
               take_turned(w, value, form);
    w->kind[value] = (int)kind;
    w->which[value] = (int)(state - w->state);
    if (each)
        state->load[kind] = value;
    return true;
}

/* `behind`: a buffer that the cell has stored to already, per buffer. */
static bool take_load(struct finding *d, int value, bool each,
                      const bool *behind)
{
    struct wave *w = d->w;
    const struct kir_value *v = wave_value(w, value);
    struct wave_state *state = state_of(w, v->buffer);
    struct row_store *row = row_store_of(d, v->buffer);
    struct form form;
    bool known = take_form(w, v->arg[0], &form);

    w->kind[value] = WAVE_PLAIN;
    if (state)
        return known && take_state_load(w, state, value, &form, each) &&
               (w->kind[value] != WAVE_TURNED || !behind[v->buffer]);
    if (row)
        return known && same_sum(&row->at, &form.at);
    for (int k = 0; k < w->state_count; k++)
        if (may_overlap(w, v->buffer, w->state[k].place.buffer))
            return false;
    for (int k = 0; k < d->row_store_count; k++)
        if (may_overlap(w, v->buffer, d->row_store[k].buffer))
            return false;
    if (known && each && form.by_column == 1 && form.by_row.count > 0)
        take_turned(w, value, &form);
    return true;
}

/* Loads of the columns' loop, and of variables, which are each cell's own. */
static bool take_loads(struct finding *d, const struct kir_block *block,
                       bool each, bool *behind)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_STORE)
            behind[s->buffer] = true;
        if (s->kind == KIR_SET && each)
            d->set[s->variable] = true;
        if (s->kind == KIR_IF && (!take_loads(d, &s->body[0], false, behind) ||
                                  !take_loads(d, &s->body[1], false, behind)))
            return false;
        if (s->kind != KIR_LET)
            continue;
        const struct kir_value *v = wave_value(d->w, s->value);
        if (v->op == KIR_LOAD  ? !take_load(d, s->value, each, behind)
            : v->op == KIR_GET ? d->changed[v->imm.i] && !d->set[v->imm.i]
                               : !(kir_op_properties(v->op) & P_PURE))
            return false;
    }
    return true;
}

/* Values of the rows' loop are made again wherever they are needed. */
static bool are_rows_plain(struct finding *d, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind != KIR_LET)
            continue;
        const struct kir_value *v = wave_value(d->w, s->value);
        if (v->op == KIR_GET ? d->changed[v->imm.i]
            : v->op == KIR_LOAD
                ? state_of(d->w, v->buffer) || row_store_of(d, v->buffer)
                : !(kir_op_properties(v->op) & P_PURE))
            return false;
    }
    return true;
}

/* Is a variable that cells change read by something else? */
static bool reads_changed(const struct finding *d,
                          const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s == d->w->columns)
            continue;
        if (s->kind == KIR_LET && wave_value(d->w, s->value)->op == KIR_GET &&
            d->changed[wave_value(d->w, s->value)->imm.i])
            return true;
        if (reads_changed(d, &s->body[0]) || reads_changed(d, &s->body[1]))
            return true;
    }
    return false;
}

/* Cells need the one to the left, and all cells load what they need of others:
 * it is there for lanes that begin. */
static bool is_chain(const struct wave *w)
{
    bool left = false, up = false;

    for (int k = 0; k < w->state_count; k++) {
        const int *load = w->state[k].load;
        left |= load[WAVE_LEFT] >= 0;
        up |= load[WAVE_UP] >= 0;
        if (load[WAVE_DIAGONAL] >= 0 && load[WAVE_UP] < 0)
            return false;
    }
    for (int v = 0; v < w->known; v++)
        if (w->kind[v] != WAVE_PLAIN && w->kind[v] != WAVE_TURNED &&
            w->state[w->which[v]].load[w->kind[v]] < 0)
            return false;
    return left && up;
}

/* The chain ---------------------------------------------------------------- */

/* Cycles from a value to what is made of it, as processors have them. */
static int latency_of(const struct kir_value *v)
{
    enum { FLOAT = 4, PRODUCT = 3, DIVISION = 13 };

    if (v->op == KIR_DIV || v->op == KIR_REM || v->op == KIR_SQRT)
        return DIVISION;
    if (v->op == KIR_CAST || v->op == KIR_BITCAST || v->op == KIR_NOT)
        return 0;
    if (v->op == KIR_SELECT)
        return 1;
    if (kir_is_float(v->type))
        return FLOAT;
    return v->op == KIR_MUL ? PRODUCT : 1;
}

/* Per value and variable: cycles from what the cell to the left stored; -1: it
 * does not need that. */
struct chain {
    struct wave *w;
    int *value, *variable;
};

static int chain_of(const struct chain *c, int value)
{
    const struct kir_value *v = wave_value(c->w, value);
    int most = -1;

    if (c->w->kind[value] == WAVE_LEFT)
        return 0;
    if (v->op == KIR_GET)
        return c->variable[v->imm.i];
    for (int k = 0;
         c->w->kind[value] == WAVE_PLAIN && k < kir_op_operands(v->op); k++)
        most = c->value[v->arg[k]] > most ? c->value[v->arg[k]] : most;
    return most < 0 ? -1 : most + latency_of(v);
}

/* The longest chain to what the block stores for others; `each`: all cells come
 * here. What a condition changes needs the condition, too. */
static int follow_chain(const struct chain *c, const struct kir_block *block,
                        int condition, bool each)
{
    int longest = 0, own;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        int *value = &c->value[s->value], *variable = &c->variable[s->variable];
        if (s->kind == KIR_LET)
            *value = chain_of(c, s->value);
        if (s->kind == KIR_SET) {
            own = *value > condition ? *value : condition;
            own += condition >= 0;
            *variable = each || own > *variable ? own : *variable;
        }
        if (s->kind == KIR_STORE && state_of(c->w, s->buffer) &&
            *value > longest)
            longest = *value;
        for (int k = 0; s->kind == KIR_IF && k < 2; k++) {
            own = *value > condition ? *value : condition;
            own = follow_chain(c, &s->body[k], own, false);
            longest = own > longest ? own : longest;
        }
    }
    return longest;
}

static int *new_numbers(const struct wave *w, int count)
{
    int *number = arena_alloc(w->scratch, sizeof *number * (size_t)(count + 1));

    for (int k = 0; k < count; k++)
        number[k] = -1;
    return number;
}

/* Is the chain, which lanes run side by side, longer than it takes to turn rows
 * into columns and back? Measured: a cell of the longest of three operations
 * gains by it if one buffer is turned, and not if there are two; one of nine
 * does not if there are three. */
static bool pays_for_turning(struct wave *w)
{
    enum { LEAST = 2, TURN = 3 };
    struct chain c = {w, new_numbers(w, w->known),
                      new_numbers(w, w->f->variable_count)};
    int longest = follow_chain(&c, &w->columns->body[0], -1, true);

    return longest >= LEAST + TURN * (w->state_count + w->turned_count);
}

/* What lanes need ---------------------------------------------------------- */

static void need(struct wave *w, int value)
{
    const struct kir_value *v = wave_value(w, value);

    if (!w->inside[value] || w->needed[value])
        return;
    w->needed[value] = true;
    if (w->kind[value] == WAVE_PLAIN)
        for (int k = 0; k < kir_op_operands(v->op); k++)
            need(w, v->arg[k]);
}

static void need_block(struct wave *w, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        const struct wave_state *state =
            s->kind == KIR_STORE ? state_of(w, s->buffer) : NULL;
        if (s->kind == KIR_SET || s->kind == KIR_IF || s->kind == KIR_STORE)
            need(w, s->value);
        if (s->kind == KIR_STORE && !state)
            need(w, s->index);
        need_block(w, &s->body[0]);
        need_block(w, &s->body[1]);
    }
}

static bool *new_flags(const struct wave *w, int count)
{
    bool *flag = arena_alloc(w->scratch, sizeof *flag * (size_t)(count + 1));

    for (int k = 0; k < count; k++)
        flag[k] = false;
    return flag;
}

bool wave_find(struct wave *w)
{
    struct finding d = {.w = w};
    const struct kir_block *body;

    w->inside = new_flags(w, w->known);
    w->needed = new_flags(w, w->known);
    d.set = new_flags(w, w->f->variable_count);
    d.changed = new_flags(w, w->f->variable_count);
    w->kind = arena_alloc(w->scratch, sizeof *w->kind * (size_t)w->known);
    w->which = arena_alloc(w->scratch, sizeof *w->which * (size_t)w->known);
    for (int k = 0; k < w->known; k++)
        w->kind[k] = WAVE_PLAIN;
    w->inside[w->rows->iter] = true;
    mark_inside(w, &w->rows->body[0]);
    if (!find_loops(w))
        return false;
    body = &w->columns->body[0];
    if (!take_stores(&d, body, true) || w->state_count == 0 ||
        !take_loads(&d, body, true, new_flags(w, w->f->buffer_count)) ||
        !are_rows_plain(&d, &w->rows->body[0]) ||
        (w->guard && !are_rows_plain(&d, &w->guard->body[0])) ||
        reads_changed(&d, &w->f->body) || !is_chain(w) || !pays_for_turning(w))
        return false;
    w->lanes = WAVE_BYTES / kir_type_size(w->state[0].type);
    need_block(w, body);
    return true;
}
