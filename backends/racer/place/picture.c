/*
 * The grid as a page: PEs with what lies in them, REs and links darker the more
 * of their words are used, the routes of a value brought out by a click on it,
 * those of rings at once. Of a run also how full PEs were, by a slider, and how
 * far elements were displaced.
 */
#include "backends/racer/place/local.h"

#include <inttypes.h>
#include <string.h>

enum { PE_SIZE = 54, RE_SIZE = 18, EDGE = 40, MOST_NAMES = 6 };

struct page {
    struct buf *out;
    const struct racer_graph *g;
    struct fabric *f;
    int lane, side, block;
    int *words;                    /* [link] */
    int *used;                     /* [cell] 1: passed, 2: computes */
    bool *ring;                    /* [value]: does it go round in a ring? */
    const struct place_busy *busy; /* NULL: there was no run */
    bool part;                     /* the grid is a part of another page */
    int from[2], to[2];            /* what of it is drawn, across and down */
};

/* Marks what a value goes into, but for what lies behind `end`. */
static void mark_behind(const struct racer_use *uses, const int *begin,
                        const struct racer_node *node,
                        const struct racer_node *end, bool *marked)
{
    for (int k = 0; k < node->output_count && node != end; k++) {
        const struct racer_value *value = node->output[k];

        for (int u = value ? begin[value->index] : 0;
             value && u < begin[value->index + 1]; u++)
            if (!marked[uses[u].node->index]) {
                marked[uses[u].node->index] = true;
                mark_behind(uses, begin, uses[u].node, end, marked);
            }
    }
}

/* Marks values that a node takes, and those that they come from, as far as
 * these lie behind the merge. */
static void mark_before(const struct racer_node *node,
                        const struct racer_node *merge, const bool *behind,
                        bool *marked)
{
    for (int k = 0; k < node->operand_count; k++) {
        const struct racer_value *value = node->operand[k].value;

        if (!value || marked[value->index] || !behind[value->node->index])
            continue;
        marked[value->index] = true;
        if (value->node != merge)
            mark_before(value->node, merge, behind, marked);
    }
}

/* What goes round: what lies behind the merge and before the switch that closes
 * it, and what that gives back. */
static void find_rings(struct page *p, struct arena *arena,
                       const struct racer_rings *rings)
{
    int *begin;
    const struct racer_use *uses = racer_uses(arena, p->g, &begin);
    size_t nodes = (size_t)p->g->node_count;
    size_t values = (size_t)p->g->value_count;

    for (int r = 0; r < rings->count; r++) {
        const struct racer_ring *ring = &rings->ring[r];
        bool *behind = arena_alloc(arena, nodes * sizeof *behind);
        bool *marked = arena_alloc(arena, values * sizeof *marked);
        int width = ring->closes->output_count / 2;

        behind[ring->merge->index] = true;
        mark_behind(uses, begin, ring->merge, ring->closes, behind);
        mark_before(ring->closes, ring->merge, behind, marked);
        for (size_t v = 0; v < values; v++)
            p->ring[v] = p->ring[v] || marked[v];
        for (int k = 0; k < width; k++) {
            const struct racer_value *back =
                ring->closes->output[ring->side * width + k];

            if (back)
                p->ring[back->index] = true;
        }
    }
}

/* The middle of a cell along one side of the page. */
static int along_pe(const struct page *p, int pe)
{
    int lanes = p->f->arch->fabric == RACER_THESIS
                    ? (pe / p->block + 1) * p->lane * RE_SIZE
                    : 0;

    return EDGE + lanes + pe * PE_SIZE + PE_SIZE / 2;
}

static int along_re(const struct page *p, int re)
{
    int pitch = p->block * p->side + p->lane, within = re % pitch;
    int before = EDGE + re / pitch * (p->lane * RE_SIZE + p->block * PE_SIZE);

    if (within < p->lane)
        return before + within * RE_SIZE + RE_SIZE / 2;
    within -= p->lane;
    return before + p->lane * RE_SIZE + within * PE_SIZE / p->side +
           PE_SIZE / p->side / 2;
}

static int length(const struct page *p, int pes)
{
    return along_pe(p, pes - 1) + PE_SIZE / 2 + EDGE +
           (p->f->arch->fabric == RACER_THESIS ? p->lane * RE_SIZE : 0);
}

/* A port lies on the page's edge. */
static int middle(const struct page *p, int cell, bool row)
{
    const struct cell *at = &p->f->cell[cell];
    int n = row ? at->row : at->column;
    int most = row ? p->f->rows : p->f->columns;

    if (at->kind == CELL_RE)
        return along_re(p, n);
    if (n < 0)
        return EDGE / 2;
    return n >= most ? length(p, most) - EDGE / 2 : along_pe(p, n);
}

static void put_text(struct buf *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<' || *text == '&')
            buf_puts(out, *text == '<' ? "&lt;" : "&amp;");
        else
            buf_putc(out, *text);
}

static bool is_drawn(const struct page *p, int cell)
{
    int x = middle(p, cell, false), y = middle(p, cell, true);

    return x >= p->from[0] && x <= p->to[0] && y >= p->from[1] && y <= p->to[1];
}

/* The grid as a whole, or the rectangle around what is used. */
static void set_frame(struct page *p)
{
    for (int d = 0; d < 2; d++) {
        int most = length(p, d ? p->f->rows : p->f->columns);

        p->from[d] = p->part ? most : 0;
        p->to[d] = p->part ? 0 : most;
        for (int k = 0; k < p->f->cell_count && p->part; k++) {
            int at = middle(p, k, d);

            if (!p->used[k])
                continue;
            p->from[d] = at - EDGE < p->from[d] ? at - EDGE : p->from[d];
            p->to[d] = at + EDGE > p->to[d] ? at + EDGE : p->to[d];
        }
    }
}

/* Follows all routes, and draws them; a route that leaves the array ends. */
static void draw_routes(struct page *p, struct arena *arena, bool draw)
{
    int *begin;
    const struct racer_use *uses = racer_uses(arena, p->g, &begin);

    for (int v = 0; v < p->g->value_count; v++)
        for (int u = begin[v]; u < begin[v + 1]; u++) {
            const struct racer_route *route =
                uses[u].node->operand[uses[u].operand].route;
            int cell =
                route ? fabric_cell(p->f, route->row, route->column) : -1;

            if (draw && cell >= 0 && route->count)
                buf_printf(
                    p->out,
                    "<polyline class=\"route%s\" data-v=\"%d\" points=\"%d,%d",
                    p->ring[v] ? " ring" : "", v, middle(p, cell, false),
                    middle(p, cell, true));
            for (int k = 0; cell >= 0 && k < route->count; k++) {
                int link = fabric_hop(p->f, cell, route->hop[k]);

                cell = link < 0 ? -1 : p->f->link[link].to;
                if (cell < 0)
                    continue;
                if (draw)
                    buf_printf(p->out, " %d,%d", middle(p, cell, false),
                               middle(p, cell, true));
                else
                    p->words[link] += racer_type_words(p->g->value[v]->type);
                p->used[cell] |= 1;
            }
            if (draw && route && route->count)
                buf_printf(p->out,
                           "\"><title>%s: %d registers</title>"
                           "</polyline>\n",
                           p->g->value[v]->name, route->stages);
        }
}

/* What lies in the cell, a name a line. */
static void draw_names(struct page *p, int cell, int x, int y)
{
    const struct cell *at = &p->f->cell[cell];
    int count = 0;

    for (int n = 0; n < p->g->node_count && count < MOST_NAMES; n++) {
        const struct racer_node *node = p->g->node[n];

        for (int k = 0; k < node->place_count; k++) {
            const struct racer_value *value =
                node->output_count ? node->output[0] : NULL;

            if (node->place[k].row != at->row ||
                node->place[k].column != at->column)
                continue;
            buf_printf(p->out, "<text x=\"%d\" y=\"%d\" data-v=\"%d\">", x + 3,
                       y + 9 * ++count, value ? value->index : -1);
            put_text(p->out, node->kind == RACER_OP
                                 ? racer_op_name(node->op)
                                 : racer_kind_name(node->kind));
            buf_putc(p->out, ' ');
            put_text(p->out, value ? value->name : racer_memory_name(node));
            buf_puts(p->out, "</text>\n");
        }
    }
}

static void put_share(struct buf *out, const struct racersim_share *share)
{
    buf_printf(out, ": used %d.%d %%, blocked %d.%d %%, starved %d.%d %%",
               share->used / 10, share->used % 10, share->blocked / 10,
               share->blocked % 10, share->starved / 10, share->starved % 10);
}

static void draw_cells(struct page *p)
{
    static const char *const kinds[] = {"pe", "re", "port"};

    for (int k = 0; k < p->f->cell_count; k++) {
        const struct cell *cell = &p->f->cell[k];
        int width = cell->kind == CELL_RE   ? RE_SIZE - 4
                    : cell->kind == CELL_PE ? PE_SIZE - 6
                                            : 14;
        int x = middle(p, k, false) - width / 2;
        int y = middle(p, k, true) - width / 2;

        if ((cell->kind == CELL_PORT && !p->used[k]) || !is_drawn(p, k))
            continue;
        buf_printf(p->out,
                   "<rect class=\"%s%s u%d\" x=\"%d\" y=\"%d\" width=\"%d\""
                   " height=\"%d\"",
                   kinds[cell->kind], cell->plain ? " plain" : "", p->used[k],
                   x, y, width, width);
        if (cell->kind == CELL_PE && !p->part)
            buf_printf(p->out, " data-p=\"%d\"",
                       cell->row * p->f->columns + cell->column);
        if (cell->kind == CELL_PE && p->busy) {
            int pe = cell->row * p->f->columns + cell->column;

            buf_printf(p->out, "><title>%d values", p->busy->values[pe]);
            if (p->busy->values[pe])
                put_share(p->out, &p->busy->pe[pe]);
            buf_puts(p->out, "</title></rect>\n");
        } else {
            buf_puts(p->out, "/>\n");
        }
        if (p->used[k] & 2)
            draw_names(p, k, x, y);
    }
}

static void draw_links(struct page *p)
{
    int most = p->f->arch->factor[RACER_FACTOR_words];

    for (int k = 0; k < p->f->link_count; k++) {
        const struct link *link = &p->f->link[k];
        int across = link->hop.way % 2 ? 0 : link->hop.way ? -3 : 3;
        int down = link->hop.way % 2 ? link->hop.way == 1 ? 3 : -3 : 0;

        if (!p->words[k])
            continue;
        buf_printf(p->out,
                   "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\""
                   " stroke=\"hsl(%d,80%%,45%%)\"><title>%d of %d words",
                   middle(p, link->from, false) + across,
                   middle(p, link->from, true) + down,
                   middle(p, link->to, false) + across,
                   middle(p, link->to, true) + down,
                   120 - 120 * p->words[k] / most, p->words[k], most);
        if (p->busy) {
            buf_puts(p->out, ", of all words' slots");
            put_share(p->out, &p->busy->share[k]);
        }
        buf_puts(p->out, "</title></line>\n");
    }
}

static const char style[] =
    "<style>body{font:14px sans-serif}svg{font:8px monospace}"
    ".pe{fill:#eee;stroke:#333}.plain{stroke-dasharray:3 2}.re{fill:#f7f7f7;"
    "stroke:#bbb}.port{fill:#9cf;stroke:#036}.u1{fill:#fe9}.u2,.u3{fill:#9d9}"
    "line{stroke-width:2}.route{fill:none;stroke:#d0d;stroke-width:0;"
    "pointer-events:none}.route.ring{stroke:#04c;stroke-width:1.5;"
    "stroke-opacity:.6}.route.on{stroke:#d0d;stroke-width:3;stroke-opacity:.7}"
    ".bar{background:#9bd;height:12px;display:inline-block}"
    "input{width:600px}"
    "text{cursor:pointer}</style>\n";

static const char script[] =
    "<script>document.querySelectorAll('text').forEach(t=>t.onclick=()=>"
    "document.querySelectorAll('.route').forEach(r=>r.classList.toggle('on',"
    "r.dataset.v==t.dataset.v&&!r.classList.contains('on'))))</script>\n";

static const char slide[] =
    "<script>const slider=document.querySelector('input'),pe={};"
    "document.querySelectorAll('[data-p]').forEach(r=>pe[r.dataset.p]=r);"
    "function show(){const t=times[slider.value];"
    "document.querySelector('output').textContent=t[0];"
    "for(const p in pe){const f=t[1].charCodeAt(p)-97;"
    "pe[p].style.fill=f<0||f>10?'':'hsl('+(f<6?120:24*(10-f))+',70%,'+"
    "(95-8*Math.min(f,6))+'%)'}}slider.oninput=show;show()</script>\n";

/* The slider, and what it shows: a letter for each PE, 'a' for one that is
 * empty to 'k' for one that is full, '-' for one that holds nothing. */
static void put_times(struct buf *out, const struct place_times *times)
{
    buf_printf(out,
               "<p>How full PEs are, from empty (white) to as full as full"
               " speed wants (green) to jammed (red), from cycle"
               " <output>0</output> on:<br><input type=\"range\" min=\"0\""
               " max=\"%d\" value=\"0\"></p>\n<script>const times=[",
               times->frames - 1);
    for (int k = 0; k < times->frames; k++) {
        const unsigned char *full =
            times->full + (size_t)k * (size_t)times->pes;

        buf_printf(out, "%s[%" PRId64 ",'", k ? ",\n" : "", times->cycle[k]);
        for (int p = 0; p < times->pes; p++)
            buf_putc(out, full[p] == PLACE_NOTHING ? '-' : 'a' + full[p]);
        buf_puts(out, "']");
    }
    buf_puts(out, "]</script>\n");
}

static void put_distances(struct buf *out, const struct place_times *times)
{
    int64_t most = 0;

    for (int k = 0; k < RACERSIM_DISTANCES; k++)
        most = times->distance[k] > most ? times->distance[k] : most;
    if (most)
        buf_puts(out, "<h2>Displacement of elements</h2>\n<table>\n");
    for (int k = 0; k < RACERSIM_DISTANCES && most; k++)
        if (times->distance[k])
            buf_printf(
                out,
                "<tr><td>up to %" PRId64 "<td>%" PRId64
                "<td><span class=\"bar\" style=\"width:%dpx\"></span>\n",
                INT64_C(1) << k, times->distance[k],
                1 + (int)(400.0 * (double)times->distance[k] / (double)most));
    if (most)
        buf_puts(out, "</table>\n");
}

static struct page page_of(struct arena *arena, struct buf *out,
                           const struct racer_graph *g,
                           const struct racer_arch *arch,
                           const struct racer_rings *rings)
{
    struct page p = {.out = out,
                     .g = g,
                     .f = fabric_new(arena, arch),
                     .lane = arch->factor[RACER_FACTOR_lane],
                     .side = arch->factor[RACER_FACTOR_side],
                     .block = arch->factor[RACER_FACTOR_block]};

    p.words = arena_alloc(arena, (size_t)p.f->link_count * sizeof(int) + 1);
    p.used = arena_alloc(arena, (size_t)p.f->cell_count * sizeof(int));
    p.ring = arena_alloc(arena, (size_t)g->value_count * sizeof *p.ring);
    find_rings(&p, arena, rings);
    draw_routes(&p, arena, false);
    for (int n = 0; n < g->node_count; n++)
        for (int k = 0; k < g->node[n]->place_count; k++) {
            int cell = fabric_cell(p.f, g->node[n]->place[k].row,
                                   g->node[n]->place[k].column);

            if (cell >= 0)
                p.used[cell] |= 2;
        }
    return p;
}

static void draw_grid(struct page *p, struct arena *arena)
{
    set_frame(p);
    buf_printf(p->out,
               "<svg class=\"array\" width=\"%d\" height=\"%d\""
               " viewBox=\"%d %d %d %d\">\n",
               p->to[0] - p->from[0], p->to[1] - p->from[1], p->from[0],
               p->from[1], p->to[0] - p->from[0], p->to[1] - p->from[1]);
    draw_cells(p);
    draw_links(p);
    draw_routes(p, arena, true);
    buf_puts(p->out, "</svg>\n");
}

void place_picture(struct arena *arena, struct buf *out,
                   const struct racer_graph *g, const struct racer_arch *arch,
                   const struct racer_rings *rings)
{
    struct page p = page_of(arena, out, g, arch, rings);

    p.part = true;
    draw_grid(&p, arena);
}

void place_page(struct arena *arena, struct buf *out,
                const struct racer_graph *g, const struct racer_arch *arch,
                const struct racer_rings *rings,
                const struct place_report *report,
                const struct place_times *times, const struct place_busy *busy)
{
    struct page p = page_of(arena, out, g, arch, rings);

    p.busy = busy;
    buf_printf(out,
               "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
               "<title>%s</title>\n%s</head><body>\n<h1>%s</h1>\n<pre>",
               g->name, style, g->name);
    place_print(out, arch, report);
    buf_printf(out,
               "</pre>\n<p>Green: computes; yellow: passes on; links from green"
               " (little used) to red (full), a pointer on one or on a PE tells"
               " how much, and of a run, how much of its slots was used,"
               " blocked by what lies behind, or starved. Blue: goes round in a"
               " ring. A click on a name shows its routes.</p>\n");
    if (times && times->frames)
        put_times(out, times);
    draw_grid(&p, arena);
    if (times)
        put_distances(out, times);
    buf_printf(out, "%s%s</body></html>\n", script,
               times && times->frames ? slide : "");
}
