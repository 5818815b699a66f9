/*
 * Panels: operands of register tiles in contiguous memory.
 *
 * For a strip of some steps, what all rows of a nest read along the columns of
 * a tile is copied once,
 *
 *   panel[k - k0][j - j0] = y(k, j)
 *
 * before the first tile that needs it, and what each row of a tile computes for
 * a step from something else than columns, before the tile's steps:
 *
 *   own[r][k - k0] = x(i0 + r, k)
 *
 * The model packs y where neighbours in a row of the panel are none in memory:
 * a vector of it is then gathered element by element, for each tile anew, at
 * as many accesses as it has lanes, while a tile does no more than ROWS sums
 * with it. Columns go round outside of the steps, so that a line is used up
 * before its set has to take others, whatever the distance of the columns. Where
 * they are neighbours a panel saves nothing but the steps' other pages, and the
 * tiles that the caches are given have few of these: it stays out. x is worth it
 * if it is computed: once for a strip, in vectors, instead of once for each
 * step, as a scalar that then fills a vector.
 *
 * Nothing that is packed changes in the rows' loop.
 */
#include "backends/kir_register_local.h"

static bool is_wanted(const struct rows *t, bool model)
{
    return t->packing == KIR_PACKING_ALL ||
           (t->packing == KIR_PACKING_MODEL && model);
}

static void add_panel(struct rows *t, int value, bool each_row, bool strided)
{
    if (t->panel_count == ROWS_MOST_PANELS)
        return;
    t->panel_of[value] = t->panel_count;
    t->panel[t->panel_count++] =
        (struct rows_panel){value, -1, each_row, strided};
}

/* Loads that all rows share. What stands under a condition may lie outside of
 * the buffer where that does not hold. */
static void find_shared(struct rows *t)
{
    for (const struct kir_stmt *s = t->columns->body[0].first; s; s = s->next) {
        if (s->kind != KIR_LET || !t->needed[s->value])
            continue;
        const struct kir_value *v = rows_value(t, s->value);
        int64_t slope;
        if (v->op != KIR_LOAD || t->differs[s->value] ||
            v->buffer == t->buffer || !t->in_columns[v->arg[0]])
            continue;
        bool strided = !rows_slope(t, v->arg[0], &slope) || slope != 1;
        if (is_wanted(t, strided))
            add_panel(t, s->value, false, strided);
    }
}

static bool uses(const struct kir_func *f, const struct kir_block *block,
                 int value)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        const struct kir_value *v =
            s->kind == KIR_LET ? &f->value[s->value] : NULL;
        for (int k = 0; v && k < kir_op_operands(v->op); k++)
            if (v->arg[k] == value)
                return true;
        if (s->kind == KIR_STORE && s->value == value)
            return true;
        if (s->kind == KIR_IF && uses(f, &s->body[0], value))
            return true;
    }
    return false;
}

/* What a step computes for a row and columns use. */
static void find_own(struct rows *t, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s == t->guard)
            find_own(t, &s->body[0]);
        if (s->kind != KIR_LET || !t->needed[s->value])
            continue;
        const struct kir_value *v = rows_value(t, s->value);
        if (kir_is_float(v->type) && !kir_is_leaf(v->op) &&
            t->differs[s->value] &&
            uses(t->f, &t->columns->body[0], s->value) &&
            is_wanted(t, v->op != KIR_LOAD))
            add_panel(t, s->value, true, false);
    }
}

void rows_find_panels(struct rows *t)
{
    for (int k = 0; k < t->known; k++)
        t->panel_of[k] = -1;
    t->panel_count = 0;
    find_shared(t);
    find_own(t, &t->steps->body[0]);
    for (int k = 0; k < t->panel_count; k++) {
        struct rows_panel *p = &t->panel[k];
        p->buffer = kir_local(t->f, p->each_row ? "own" : "panel",
                              rows_value(t, p->value)->type,
                              ROWS_STRIP * (p->each_row ? ROWS : rows_width(t)));
    }
}

bool rows_have_shared(const struct rows *t)
{
    for (int k = 0; k < t->panel_count; k++)
        if (!t->panel[k].each_row)
            return true;
    return false;
}

/* Steps from the strip's first, a loop over which begins. */
static int begin_steps(struct rows *t, int end, unsigned flags)
{
    int one = rows_number(t, 1);
    int k = kir_for(t->f, t->strip, end, one, flags);
    rows_let_all(t, t->steps->iter, k);
    return kir_binary(t->f, KIR_SUB, k, t->strip);
}

static int begin_columns(struct rows *t, int j0, unsigned flags)
{
    int one = rows_number(t, 1), width = rows_number(t, rows_width(t));
    int j = kir_for(t->f, rows_number(t, 0), width, one, flags);
    rows_let_all(t, t->columns->iter, kir_binary(t->f, KIR_ADD, j0, j));
    return j;
}

static void put_shared(struct rows *t, const struct rows_panel *p, int j0,
                       int end)
{
    struct kir_func *f = t->f;
    int *kept = rows_enter(t), j, k;
    if (p->strided) {
        j = begin_columns(t, j0, 0);
        k = begin_steps(t, end, 0);
    } else {
        k = begin_steps(t, end, 0);
        j = begin_columns(t, j0, KIR_FOR_SIMD);
    }
    int row = kir_binary(f, KIR_MUL, k, rows_number(t, rows_width(t)));
    kir_store(f, p->buffer, kir_binary(f, KIR_ADD, row, j),
              rows_made(t, 0, p->value));
    kir_end(f);
    kir_end(f);
    rows_leave(t, kept);
}

void rows_put_shared(struct rows *t, int j0, int end)
{
    for (int k = 0; k < t->panel_count; k++)
        if (!t->panel[k].each_row)
            put_shared(t, &t->panel[k], j0, end);
}

void rows_put_own(struct rows *t, int end)
{
    for (int k = 0; k < t->panel_count; k++)
        for (int r = 0; t->panel[k].each_row && r < ROWS; r++) {
            int *kept = rows_enter(t);
            int at = begin_steps(t, end, KIR_FOR_SIMD);
            kir_store(t->f, t->panel[k].buffer,
                      rows_plus(t, at, r * ROWS_STRIP),
                      rows_made(t, r, t->panel[k].value));
            kir_end(t->f);
            rows_leave(t, kept);
        }
}

void rows_take_step(struct rows *t, int k)
{
    t->at = t->panel_count ? kir_binary(t->f, KIR_SUB, k, t->strip) : -1;
    for (int p = 0; p < t->panel_count; p++)
        for (int r = 0; t->panel[p].each_row && r < ROWS; r++)
            rows_let(t, r, t->panel[p].value,
                     kir_load(t->f, t->panel[p].buffer,
                              rows_plus(t, t->at, r * ROWS_STRIP)));
}

int rows_take_shared(struct rows *t, int panel, int v, int j)
{
    int width = rows_number(t, rows_width(t));
    int row = kir_binary(t->f, KIR_MUL, t->at, width);
    int at = kir_binary(t->f, KIR_ADD, rows_plus(t, row, v * t->lanes), j);
    return kir_load(t->f, t->panel[panel].buffer, at);
}
