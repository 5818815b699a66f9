/*
 * Panels: operands of register tiles in contiguous memory.
 *
 * For a strip of some steps, what all rows of a nest read along the columns of
 * a tile is copied once,
 *
 *   panel[k - k0][j - j0] = y(k, j)
 *
 * before the first tile that needs it. That pays where neighbours in a row of
 * the panel are none in memory: a vector of it would be gathered element by
 * element, as many accesses as it has lanes, for each tile anew, while a tile
 * makes no more than ROWS sums with it. Columns are then iterated outside of
 * the steps, so that a line is used up before its set has to take others,
 * whatever the distance of the columns is. Where columns are neighbours a panel
 * copies in bursts what would be fetched while sums are made: that pays if the
 * steps' rows are known to be so many bytes apart that all of them fall into
 * the same sets of the first cache.
 *
 * What is packed does not change in the rows' loop. Rows whose steps differ get
 * no panels.
 */
#include "backends/vector/local.h"

static bool is_wanted(const struct register_tile *t, bool model)
{
    return t->packing == KIR_PACKING_ALL ||
           (t->packing == KIR_PACKING_MODEL && model);
}

static void add_panel(struct register_tile *t, int value, bool strided,
                      bool aliased)
{
    if (t->panel_count == TILE_MOST_PANELS)
        return;
    t->panel_of[value] = t->panel_count;
    t->panel[t->panel_count++] =
        (struct tile_panel){value, -1, strided, aliased};
}

/* By how much the value grows from step to step; false: who knows. */
static bool step_stride(const struct register_tile *t, int value,
                        int64_t *stride)
{
    const struct kir_value *v = tile_value(t, value);
    int64_t a = 0, b = 0;
    *stride = value == t->steps->iter;
    if (*stride || !t->in_steps[value] || value == t->columns->iter)
        return true;
    if (v->op == KIR_MUL && kir_is_const(t->f, v->arg[1])) {
        if (!step_stride(t, v->arg[0], &a))
            return false;
        *stride = a * tile_value(t, v->arg[1])->imm.i;
        return true;
    }
    if ((v->op != KIR_ADD && v->op != KIR_SUB) ||
        !step_stride(t, v->arg[0], &a) || !step_stride(t, v->arg[1], &b))
        return false;
    *stride = v->op == KIR_ADD ? a + b : a - b;
    return true;
}

/* Do the steps' rows fall into the same sets of a cache? */
static bool is_aliased(const struct register_tile *t,
                       const struct kir_value *load)
{
    enum { SETS = 4096 }; /* bytes */
    int64_t stride;
    int size = kir_type_size(t->f->buffer[load->buffer].type);
    return step_stride(t, load->arg[0], &stride) && stride != 0 &&
           stride % (SETS / size) == 0;
}

/* Loads that all rows share. What stands under a condition may lie outside of
 * the buffer where that does not hold. */
static void find_loads(struct register_tile *t)
{
    for (const struct kir_stmt *s = t->columns->body[0].first; s; s = s->next) {
        if (s->kind != KIR_LET || !t->needed[s->value])
            continue;
        const struct kir_value *v = tile_value(t, s->value);
        int64_t stride;
        if (v->op != KIR_LOAD || t->differs[s->value] ||
            v->buffer == t->buffer || !t->in_columns[v->arg[0]])
            continue;
        bool strided = !tile_stride(t, v->arg[0], &stride) || stride != 1;
        bool aliased = is_aliased(t, v);
        if (is_wanted(t, strided || aliased))
            add_panel(t, s->value, strided, aliased);
    }
}

void tile_find_panels(struct register_tile *t)
{
    for (int k = 0; k < t->known; k++)
        t->panel_of[k] = -1;
    t->panel_count = 0;
    if (t->slanted)
        return;
    find_loads(t);
    for (int k = 0; k < t->panel_count; k++) {
        struct tile_panel *p = &t->panel[k];
        p->buffer = kir_local(t->f, "panel", tile_value(t, p->value)->type,
                              TILE_STRIP * tile_width(t));
        t->f->buffer[p->buffer].no_alias = true;
    }
}

/* Steps from the strip's first, a loop over which begins. */
static int begin_steps(struct register_tile *t, int end)
{
    int k = kir_for(t->f, t->strip, end, tile_number(t, 1), 0);
    tile_let_all(t, t->steps->iter, k);
    return kir_binary(t->f, KIR_SUB, k, t->strip);
}

static int begin_columns(struct register_tile *t, int j0, unsigned flags)
{
    int one = tile_number(t, 1), width = tile_number(t, tile_width(t));
    int j = kir_for(t->f, tile_number(t, 0), width, one, flags);
    tile_let_all(t, t->columns->iter, kir_binary(t->f, KIR_ADD, j0, j));
    return j;
}

static void put_panel(struct register_tile *t, const struct tile_panel *p,
                      int j0, int end)
{
    struct kir_func *f = t->f;
    int *kept = tile_enter(t), j, k;
    if (p->strided) {
        j = begin_columns(t, j0, 0);
        k = begin_steps(t, end);
    } else {
        k = begin_steps(t, end);
        j = begin_columns(t, j0, KIR_FOR_SIMD);
    }
    int row = kir_binary(f, KIR_MUL, k, tile_number(t, tile_width(t)));
    kir_store(f, p->buffer, kir_binary(f, KIR_ADD, row, j),
              tile_made(t, 0, p->value));
    kir_end(f);
    kir_end(f);
    tile_leave(t, kept);
}

void tile_put_panels(struct register_tile *t, int j0, int end)
{
    for (int k = 0; k < t->panel_count; k++)
        put_panel(t, &t->panel[k], j0, end);
}

int tile_take(struct register_tile *t, int panel, int v, int j)
{
    int width = tile_number(t, tile_width(t));
    int at =
        kir_binary(t->f, KIR_SUB, tile_made(t, 0, t->steps->iter), t->strip);
    at = tile_plus(t, kir_binary(t->f, KIR_MUL, at, width), v * t->lanes);
    return kir_load(t->f, t->panel[panel].buffer,
                    kir_binary(t->f, KIR_ADD, at, j));
}
