/*
 * Iteration domains: the statements that share their outermost loop in one
 * figure, points at their iterators' values, dependences as arrows (thesis
 * fig. 2.1); the same points coloured by the time at which a side executes them
 * (fig. 2.2).
 *
 * Two iterators run to the right and upward; in figures of three the innermost
 * one goes to the back. Statements of one figure lie a little apart. One that
 * stands before or after a loop lies before or behind that loop's values.
 */
#include "compiler/page/local.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 34, LEFT = 46 };

struct figure_panel {
    const struct page_part *part;
    int number; /* in the region */
    int stmt_count;
    int *stmt;
    int *aside; /* per entry of `stmt`: how many of its depth come before it */
    int alike;  /* the most statements of one depth */
    int base;   /* loops around the axes, which are fixed */
    int axes;
    int64_t first[PICTURE_AXES], last[PICTURE_AXES]; /* with what lies around */
    double width, height;
};

struct spot {
    double x, y;
};

/* Pixels between neighbours along the axes, the third to the back; room for
 * `alike` statements beside each other. */
static struct spot step_along(const struct figure_panel *p, int axis)
{
    static const struct spot steps[PICTURE_AXES + 1][PICTURE_AXES] = {
        {{0, 0}},
        {{30, 0}},
        {{34, 0}, {0, -34}},
        {{86, 0}, {0, -32}, {13.5, -9}},
    };
    struct spot step = steps[p->axes][axis];
    int more = p->alike > 4 ? 3 : p->alike - 1;
    if (p->axes == 3 && axis == 0)
        step.x += 50 * more;
    if (p->axes == 2) {
        step.x += axis == 0 ? 12 * more : 0;
        step.y -= axis == 1 ? 12 * more : 0;
    }
    return step;
}

/* How far a statement lies aside of the one before it. */
static struct spot step_aside(const struct figure_panel *p)
{
    struct spot step = step_along(p, 0);
    double room = p->alike > 1 ? step.x / p->alike : 0;
    if (p->axes == 3)
        return (struct spot){room, 0};
    room *= 0.85;
    room = room > 15 ? 15 : room;
    return p->axes == 1 ? (struct spot){0, -20} : (struct spot){room, -room};
}

static double radius_of(const struct figure_panel *p)
{
    return p->axes == 3 ? 4.5 : p->alike > 2 ? 5.5 : 7;
}

static int stmt_depth(const struct figure_panel *p, int stmt)
{
    return p->part->scop->stmt[stmt].depth;
}

/* Does the statement precede every deeper one of the panel that shares all of
 * its loops? */
static bool stands_before(const struct figure_panel *p, int stmt)
{
    const struct scop_stmt *s = &p->part->scop->stmt[stmt];
    for (int k = 0; k < p->stmt_count; k++) {
        const struct scop_stmt *t = &p->part->scop->stmt[p->stmt[k]];
        if (t->depth > s->depth && p->stmt[k] < stmt &&
            memcmp(t->loop, s->loop, sizeof(int) * (size_t)s->depth) == 0)
            return false;
    }
    return true;
}

/* A statement's coordinate along an axis. */
static int64_t coordinate(const struct figure_panel *p, int stmt,
                          const struct picture_point *point, int axis)
{
    int d = p->base + axis;
    if (d < stmt_depth(p, stmt))
        return point->at[d];
    return stands_before(p, stmt) ? p->first[axis] : p->last[axis];
}

/* The values of the axis, with one more on the side where a statement lies
 * that is not in the loop. */
static void set_range(struct figure_panel *p, int axis)
{
    const struct page_part *part = p->part;
    bool some = false, before = false, after = false;
    int d = p->base + axis;
    for (int k = 0; k < p->stmt_count; k++) {
        const struct scop_stmt *s = &part->scop->stmt[p->stmt[k]];
        if (d >= s->depth) {
            before |= stands_before(p, p->stmt[k]);
            after |= !stands_before(p, p->stmt[k]);
            continue;
        }
        const struct picture_window *w = &part->picture->window[s->loop[d]];
        if (!w->used)
            continue;
        p->first[axis] =
            !some || w->first < p->first[axis] ? w->first : p->first[axis];
        p->last[axis] =
            !some || w->last > p->last[axis] ? w->last : p->last[axis];
        some = true;
    }
    p->first[axis] -= before;
    p->last[axis] += after;
}

static struct spot place(const struct figure_panel *p, const int64_t *at)
{
    struct spot spot = {LEFT, p->height - MARGIN};
    for (int k = 0; k < p->axes; k++) {
        struct spot step = step_along(p, k);
        spot.x += (double)(at[k] - p->first[k]) * step.x;
        spot.y += (double)(at[k] - p->first[k]) * step.y;
    }
    return spot;
}

/* Where a point is drawn: statements of one depth a little aside of one
 * another. */
static struct spot place_point(const struct figure_panel *p, int index,
                               const struct picture_point *point)
{
    int64_t at[PICTURE_AXES] = {0};
    for (int k = 0; k < p->axes; k++)
        at[k] = coordinate(p, p->stmt[index], point, k);
    struct spot spot = place(p, at), aside = step_aside(p);
    spot.x += aside.x * p->aside[index];
    spot.y += aside.y * p->aside[index];
    return spot;
}

static void set_size(struct figure_panel *p)
{
    struct spot aside = step_aside(p);
    p->width = LEFT + MARGIN + (p->alike - 1) * aside.x;
    p->height = 2 * MARGIN - (p->alike - 1) * aside.y;
    for (int k = 0; k < p->axes; k++) {
        struct spot step = step_along(p, k);
        p->width += (double)(p->last[k] - p->first[k]) * step.x;
        p->height -= (double)(p->last[k] - p->first[k]) * step.y;
    }
}

static int panel_index(const struct figure_panel *p, int stmt)
{
    for (int k = 0; k < p->stmt_count; k++)
        if (p->stmt[k] == stmt)
            return k;
    return -1;
}

/* The names of the loops at one axis: "i", or "i, k" where they differ. */
static void put_axis_name(const struct figure_panel *p, int axis)
{
    struct buf *out = p->part->out;
    const struct scop *scop = p->part->scop;
    int d = p->base + axis, count = 0;
    for (int k = 0; k < p->stmt_count; k++) {
        const struct scop_stmt *s = &scop->stmt[p->stmt[k]];
        bool known = d >= s->depth;
        for (int j = 0; j < k && !known; j++) {
            const struct scop_stmt *t = &scop->stmt[p->stmt[j]];
            known = d < t->depth && strcmp(scop->loop[t->loop[d]].name,
                                           scop->loop[s->loop[d]].name) == 0;
        }
        if (known)
            continue;
        buf_puts(out, count++ ? ", " : "");
        page_put_text(out, scop->loop[s->loop[d]].name);
    }
}

static bool is_value(const struct figure_panel *p, int axis, int64_t value)
{
    for (int k = 0; k < p->stmt_count; k++) {
        const struct scop_stmt *s = &p->part->scop->stmt[p->stmt[k]];
        int d = p->base + axis;
        const struct picture_window *w =
            d < s->depth ? &p->part->picture->window[s->loop[d]] : NULL;
        if (w && w->used && value >= w->first && value <= w->last)
            return true;
    }
    return false;
}

/* An axis with its values and its name. */
static void put_axis(const struct figure_panel *p, int axis)
{
    static const struct spot off[PICTURE_AXES] = {{0, 20}, {-18, 4}, {12, 6}};
    struct buf *out = p->part->out;
    int64_t at[PICTURE_AXES] = {p->first[0], p->first[1], p->first[2]};
    struct spot aside = {0, 0};
    if (axis == 2) {
        at[0] = p->last[0];
        aside.x = (p->alike - 1) * step_aside(p).x;
    }
    for (int64_t v = p->first[axis]; v <= p->last[axis]; v++) {
        at[axis] = v;
        struct spot spot = place(p, at);
        bool sparse =
            p->last[axis] - p->first[axis] > 12 && (v - p->first[axis]) % 2;
        if (is_value(p, axis, v) && !sparse)
            buf_printf(out,
                       "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%lld"
                       "</text>",
                       spot.x + aside.x + off[axis].x, spot.y + off[axis].y,
                       (long long)v);
    }
    struct spot spot = place(p, at);
    static const struct spot name[PICTURE_AXES] = {
        {20, 20}, {-18, -14}, {20, 0}};
    buf_printf(out, "<text class=\"axis\" x=\"%.1f\" y=\"%.1f\">",
               spot.x + aside.x + name[axis].x, spot.y + name[axis].y);
    put_axis_name(p, axis);
    buf_puts(out, "</text>\n");
}

/* A line between two corners of the box, given by bits: 1 << axis for the end
 * of an axis. */
static void put_edge(const struct figure_panel *p, int64_t value, int from,
                     int to)
{
    struct spot spot[2];
    for (int end = 0; end < 2; end++) {
        int64_t at[PICTURE_AXES];
        for (int k = 0; k < PICTURE_AXES; k++)
            at[k] = (end ? to : from) >> k & 1 ? p->last[k] : p->first[k];
        if (p->axes == 3)
            at[0] = value;
        spot[end] = place(p, at);
    }
    buf_printf(p->part->out,
               "<line class=\"edge\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
               "y2=\"%.1f\"/>\n",
               spot[0].x, spot[0].y, spot[1].x, spot[1].y);
}

/* The frame of two axes; of three, one for each value of the first. */
static void put_axes(const struct figure_panel *p)
{
    static const int frame[4][2] = {{0, 2}, {2, 6}, {6, 4}, {4, 0}};
    if (p->axes == 1)
        put_edge(p, 0, 0, 1);
    for (int k = 0; p->axes == 2 && k < 2; k++)
        put_edge(p, 0, 0, 1 << k);
    for (int64_t v = p->first[0]; p->axes == 3 && v <= p->last[0]; v++)
        for (int k = 0; k < 4; k++)
            put_edge(p, v, frame[k][0], frame[k][1]);
    for (int k = 0; k < p->axes; k++)
        put_axis(p, k);
}

/* "time 3, launch 1, block 0, core 5" */
static void put_when(const struct figure_panel *p, enum picture_side side,
                     const struct picture_point *point)
{
    struct buf *out = p->part->out;
    const struct picture_plan *plan = &p->part->picture->plan[side];
    const struct picture_place *place = &point->place[side];
    if (!plan->present || place->launch < 0)
        return;
    const struct picture_launch *launch = &plan->launch[place->launch];
    const struct picture_kernel *kernel = &plan->kernel[launch->kernel];
    buf_printf(out, "; %s: time %d, launch %d of %s", page_side_name[side],
               launch->begin + place->order, place->launch, kernel->name);
    if (side == PICTURE_GPU && kernel->dims)
        buf_printf(out, ", block %lld %lld %lld, thread %lld %lld %lld",
                   (long long)place->block[0], (long long)place->block[1],
                   (long long)place->block[2], (long long)place->thread[0],
                   (long long)place->thread[1], (long long)place->thread[2]);
    else
        buf_printf(out, ", core %d", place->core);
}

static void put_point(const struct figure_panel *p, int index, int number,
                      int side)
{
    struct buf *out = p->part->out;
    int stmt = p->stmt[index];
    const struct picture_point *point =
        &p->part->picture->domain[stmt].point[number];
    const struct picture_plan *plan =
        side >= 0 ? &p->part->picture->plan[side] : NULL;
    struct spot spot = place_point(p, index, point);
    buf_printf(out, "<circle class=\"p c%d\" data-p=\"r%d.%d.%d\"", stmt % 8,
               p->part->number, stmt, number);
    int time = -1;
    if (plan && point->place[side].launch >= 0) {
        time = plan->launch[point->place[side].launch].begin +
               point->place[side].order;
        buf_puts(out, " style=\"fill:");
        page_put_shade(out, time, plan->time);
        buf_puts(out, "\"");
    } else if (side == PICTURE_RUN) {
        buf_puts(out, " style=\"fill:none;stroke:#999\"");
    }
    buf_printf(out, " cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>", spot.x,
               spot.y, radius_of(p));
    page_put_point(out, p->part, stmt, point);
    put_when(p, PICTURE_GPU, point);
    put_when(p, PICTURE_HOST, point);
    put_when(p, PICTURE_RUN, point);
    buf_puts(out, "</title></circle>");
    if (time >= 0 && radius_of(p) > 6)
        buf_printf(out, "<text class=\"n %s\" x=\"%.1f\" y=\"%.1f\">%d</text>",
                   page_is_light(time, plan->time) ? "dark" : "light", spot.x,
                   spot.y + 2.6, time);
    buf_puts(out, "\n");
}

static void put_points(const struct figure_panel *p, int side)
{
    for (int k = 0; k < p->stmt_count; k++)
        for (int i = 0; i < p->part->picture->domain[p->stmt[k]].point_count;
             i++)
            put_point(p, k, i, side);
}

/* A line that ends at the rims of the points, or an arc if there are others in
 * between. False: they are too close for one. */
static bool put_arrow(const struct figure_panel *p,
                      const struct picture_dependence *d,
                      const struct picture_arrow *arrow)
{
    const double MOST = 36; /* pixels: arcs stay within the margins */
    struct buf *out = p->part->out;
    const struct picture *picture = p->part->picture;
    double rim = radius_of(p) + 1;
    struct spot a = place_point(p, panel_index(p, d->source),
                                &picture->domain[d->source].point[arrow->from]);
    struct spot b = place_point(p, panel_index(p, d->sink),
                                &picture->domain[d->sink].point[arrow->to]);
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    if (length < 2 * rim)
        return false;
    double bend = length > 1.5 * step_along(p, 0).x ? 0.13 : 0;
    if (bend * length > MOST)
        bend = MOST / length;
    double ux = dx / length, uy = dy / length;
    struct spot c = {(a.x + b.x) / 2 - dy * bend, (a.y + b.y) / 2 + dx * bend};
    a.x += ux * rim;
    a.y += uy * rim;
    b.x -= ux * (rim + 3);
    b.y -= uy * (rim + 3);
    buf_printf(out,
               "<path class=\"a %s\" data-a=\"r%d.%d.%d r%d.%d.%d\" "
               "marker-end=\"url(#r%d-%s)\" d=\"M%.1f %.1f",
               d->flow ? "flow" : "reuse", p->part->number, d->source,
               arrow->from, p->part->number, d->sink, arrow->to,
               p->part->number, d->flow ? "flow" : "reuse", a.x, a.y);
    if (bend > 0)
        buf_printf(out, "Q%.1f %.1f ", c.x, c.y);
    else
        buf_puts(out, "L");
    buf_printf(out, "%.1f %.1f\"/>\n", b.x, b.y);
    return true;
}

/* The number of arrows of `count` dependences that are drawn; those that are
 * not are added to *hidden. */
static int put_arrows(const struct figure_panel *p, int count,
                      const struct picture_dependence *list, bool flow,
                      int *hidden)
{
    int drawn = 0;
    for (int k = 0; k < count; k++) {
        const struct picture_dependence *d = &list[k];
        if (d->flow != flow || panel_index(p, d->source) < 0 ||
            panel_index(p, d->sink) < 0)
            continue;
        for (int i = 0; i < d->arrow_count; i++)
            if (put_arrow(p, d, &d->arrow[i]))
                drawn++;
            else
                ++*hidden;
    }
    return drawn;
}

/* The arrows that join the panel to others, and those that lack since a region
 * may show no more. */
static void put_other_arrows(const struct figure_panel *p)
{
    const struct picture *picture = p->part->picture;
    int others = 0;
    bool lacking = false;
    for (int k = 0; k < picture->dependence_count; k++) {
        const struct picture_dependence *d = &picture->dependence[k];
        bool from = panel_index(p, d->source) >= 0;
        bool to = panel_index(p, d->sink) >= 0;
        lacking |= d->clipped && (from || to);
        others += from != to ? d->arrow_count : 0;
    }
    if (others)
        buf_printf(p->part->out, " %d more lead to or from other statements.",
                   others);
    if (lacking)
        buf_puts(p->part->out, " Not all arrows are drawn: they are too many.");
}

static int count_points(const struct figure_panel *p)
{
    int count = 0;
    for (int k = 0; k < p->stmt_count; k++)
        count += p->part->picture->domain[p->stmt[k]].point_count;
    return count;
}

static void begin_figure(const struct figure_panel *p, const char *kind,
                         const char *title)
{
    struct buf *out = p->part->out;
    buf_printf(
        out,
        "<figure class=\"%s axes%d\">\n<svg role=\"img\" "
        "aria-labelledby=\"r%d-f%d-%s\" width=\"%.0f\" height=\"%.0f\" "
        "viewBox=\"0 0 %.0f %.0f\">\n<title id=\"r%d-f%d-%s\">%s</title>\n",
        kind, p->axes, p->part->number, p->number, kind, p->width, p->height,
        p->width, p->height, p->part->number, p->number, kind, title);
}

static void put_key(const struct figure_panel *p)
{
    struct buf *out = p->part->out;
    buf_puts(out, "<p class=\"key\">");
    for (int k = 0; k < p->stmt_count; k++) {
        const struct scop_stmt *s = &p->part->scop->stmt[p->stmt[k]];
        buf_printf(out, "<span class=\"dot b%d\"></span> ", p->stmt[k] % 8);
        page_put_text(out, s->name);
        if (s->loc.line) {
            buf_puts(out, " (line ");
            page_put_line(p->part, s->loc.line);
            buf_puts(out, ")");
        }
        buf_puts(out, k + 1 < p->stmt_count ? ", " : "");
    }
    buf_puts(out, "</p>\n");
}

/* What is not in the figure. */
static void put_limits(const struct figure_panel *p)
{
    struct buf *out = p->part->out;
    const struct scop *scop = p->part->scop;
    bool clipped = false;
    for (int k = 0; k < p->stmt_count; k++)
        clipped |= p->part->picture->domain[p->stmt[k]].clipped;
    if (!clipped)
        return;
    buf_puts(out, " Only part of the iterations is drawn");
    for (int loop = 0, count = 0; loop < scop->loop_count; loop++) {
        const struct picture_window *w = &p->part->picture->window[loop];
        bool here = false;
        for (int k = 0; k < p->stmt_count; k++)
            for (int d = 0; d < scop->stmt[p->stmt[k]].depth; d++)
                here |= scop->stmt[p->stmt[k]].loop[d] == loop;
        if (!here || !w->used || (w->first == w->low && w->last == w->high))
            continue;
        page_printf_text(out, "%s %s = %lld", count++ ? "," : ":",
                         scop->loop[loop].name, (long long)w->first);
        if (w->last > w->first)
            buf_printf(out, " to %lld", (long long)w->last);
        buf_printf(out, " of %lld to %lld", (long long)w->low,
                   (long long)w->high);
    }
    buf_puts(out, ".");
}

static void put_domain(const struct figure_panel *p)
{
    struct buf *out = p->part->out;
    const struct picture *picture = p->part->picture;
    int count = picture->dependence_count, hidden = 0;
    begin_figure(p, "domain", "Iterations and dependences");
    put_axes(p);
    int reuse = put_arrows(p, count, picture->dependence, false, &hidden);
    int flow = put_arrows(p, count, picture->dependence, true, &hidden);
    put_points(p, -1);
    buf_printf(out,
               "</svg>\n<figcaption>Iterations and dependences: <span "
               "class=\"count\">%d points, %d arrows for values, %d for memory"
               "</span>.",
               count_points(p), flow, reuse);
    if (hidden)
        buf_printf(out, " %d join points that touch.", hidden);
    put_other_arrows(p);
    put_limits(p);
    buf_puts(out, "</figcaption>\n</figure>\n");
}

static void put_slices(const struct figure_panel *p, enum picture_side side)
{
    struct buf *out = p->part->out;
    const struct picture_plan *plan = &p->part->picture->plan[side];
    if (!plan->present || plan->time == 0)
        return;
    begin_figure(p, side == PICTURE_GPU ? "slices-gpu" : "slices-host",
                 side == PICTURE_GPU ? "Slices of equal time on the GPU"
                                     : "Slices of equal time on the host");
    put_axes(p);
    put_points(p, side);
    buf_printf(out,
               "</svg>\n<figcaption>Slices on the %s: what has one colour is "
               "executed at the same time <span class=\"ramp\"></span> 0 to "
               "%d.</figcaption>\n</figure>\n",
               page_side_name[side], plan->time - 1);
}

/* Does a Plan made at run time execute points of the panel? */
static bool is_planned(const struct figure_panel *p)
{
    const struct picture *picture = p->part->picture;
    for (int k = 0; k < p->stmt_count; k++)
        for (int i = 0; i < picture->domain[p->stmt[k]].point_count; i++)
            if (picture->domain[p->stmt[k]]
                    .point[i]
                    .place[PICTURE_RUN]
                    .launch >= 0)
                return true;
    return false;
}

/* Draws these points under the Plan that is made when the program runs, with
 * the dependences that hold then. */
static void put_run(const struct figure_panel *p)
{
    struct buf *out = p->part->out;
    const struct picture *picture = p->part->picture;
    const struct picture_plan *plan = &picture->plan[PICTURE_RUN];
    int hidden = 0;
    if (!plan->present || !is_planned(p))
        return;
    begin_figure(p, "slices-run", "Times by the Plan made at run time");
    put_axes(p);
    int drawn =
        put_arrows(p, picture->held_count, picture->held, false, &hidden) +
        put_arrows(p, picture->held_count, picture->held, true, &hidden);
    put_points(p, PICTURE_RUN);
    buf_printf(out,
               "</svg>\n<figcaption>By the Plan that is made when the nest "
               "starts, for made-up data: times <span class=\"ramp\"></span> 0 "
               "to %d, and the dependences that hold then, <span "
               "class=\"count\">%d arrows</span>; points without colour have "
               "nothing to do.</figcaption>\n</figure>\n",
               plan->time - 1, drawn);
}

/* The arrow heads, shared by the figures of a region. */
static void put_heads(const struct page_part *part)
{
    static const char *const kinds[] = {"flow", "reuse"};
    buf_puts(part->out, "<svg class=\"heads\" width=\"0\" height=\"0\" "
                        "aria-hidden=\"true\"><defs>");
    for (int k = 0; k < 2; k++)
        buf_printf(part->out,
                   "<marker id=\"r%d-%s\" class=\"%s\" viewBox=\"0 0 6 6\" "
                   "refX=\"3\" refY=\"3\" markerWidth=\"5\" "
                   "markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L6 3L0 "
                   "6z\"/></marker>",
                   part->number, kinds[k], kinds[k]);
    buf_puts(part->out, "</defs></svg>\n");
}

static void set_aside(struct figure_panel *p, int index)
{
    int before = 0;
    for (int k = 0; k < index; k++)
        before += stmt_depth(p, p->stmt[k]) == stmt_depth(p, p->stmt[index]);
    p->aside[index] = before;
    p->alike = before + 1 > p->alike ? before + 1 : p->alike;
}

/* The statements of the panel that begins with statement `first`; false if
 * that belongs to an earlier one or has no loop around it. */
static bool gather_panel(struct figure_panel *p, int first)
{
    const struct scop *scop = p->part->scop;
    const struct scop_stmt *s = &scop->stmt[first];
    if (s->depth == 0 || p->part->picture->domain[first].prologue)
        return false;
    p->stmt_count = p->alike = 0;
    p->base = 0;
    for (int k = 0; k < scop->stmt_count; k++) {
        const struct scop_stmt *t = &scop->stmt[k];
        if (t->depth == 0 || t->loop[0] != s->loop[0])
            continue;
        if (k < first)
            return false;
        p->stmt[p->stmt_count++] = k;
        set_aside(p, p->stmt_count - 1);
        p->base = t->depth - PICTURE_AXES > p->base ? t->depth - PICTURE_AXES
                                                    : p->base;
    }
    p->axes = 0;
    for (int k = 0; k < p->stmt_count; k++) {
        int depth = scop->stmt[p->stmt[k]].depth - p->base;
        p->axes = depth > p->axes ? depth : p->axes;
    }
    for (int k = 0; k < p->axes; k++)
        set_range(p, k);
    set_size(p);
    return count_points(p) > 0;
}

/* Statements that no figure shows, and why. */
static void put_others(const struct page_part *part)
{
    struct buf *out = part->out;
    int count = 0;
    for (int k = 0; k < part->scop->stmt_count; k++) {
        const struct picture_domain *domain = &part->picture->domain[k];
        const struct scop_stmt *s = &part->scop->stmt[k];
        if (s->depth > 0 && domain->point_count > 0)
            continue;
        buf_puts(out, count++ ? "; " : "<p>Not drawn: ");
        page_put_text(out, s->name);
        if (s->loc.line) {
            buf_puts(out, " (line ");
            page_put_line(part, s->loc.line);
            buf_puts(out, ")");
        }
        buf_puts(out, domain->prologue  ? ", which the host computes first"
                      : s->depth == 0   ? ", outside of loops"
                      : domain->clipped ? ", for which there is no room"
                                        : ", without points here");
    }
    buf_puts(out, count ? ".</p>\n" : "");
}

void page_put_figures(const struct page_part *part)
{
    struct buf *out = part->out;
    size_t room = sizeof(int) * (size_t)(part->scop->stmt_count + 1);
    struct figure_panel p = {
        .part = part,
        .stmt = arena_alloc(part->arena, room),
        .aside = arena_alloc(part->arena, room),
    };
    put_heads(part);
    for (int k = 0; k < part->scop->stmt_count; k++) {
        if (!gather_panel(&p, k))
            continue;
        p.number++;
        buf_printf(out, "<div class=\"panel\">\n");
        put_key(&p);
        buf_puts(out, "<div class=\"row\">\n");
        put_domain(&p);
        put_slices(&p, PICTURE_GPU);
        put_slices(&p, PICTURE_HOST);
        put_run(&p);
        buf_puts(out, "</div>\n</div>\n");
    }
    put_others(part);
}
