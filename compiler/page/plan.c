/*
 * Plans: time downward, cores to the right, a cell for each point (thesis fig.
 * 2.5). Lines across are launches, the barriers that dependences cross; lines
 * downward separate blocks.
 */
#include "compiler/page/local.h"

enum { LEFT = 96, TOP = 22, MAX_ROWS = 400 };

struct chart {
    const struct page_part *part;
    enum picture_side side;
    const struct picture_plan *plan;
    double cell;
    int rows; /* of time that are drawn */
};

static double cell_size(const struct picture_plan *plan)
{
    double by_time = 520.0 / (plan->time ? plan->time : 1);
    double by_core = 900.0 / (plan->cores ? plan->cores : 1);
    double cell = by_time < by_core ? by_time : by_core;
    return cell > 16 ? 16 : cell < 3 ? 3 : cell;
}

static void put_cell(const struct chart *c, int stmt, int number)
{
    struct buf *out = c->part->out;
    const struct picture_point *point =
        &c->part->picture->domain[stmt].point[number];
    const struct picture_place *place = &point->place[c->side];
    if (place->launch < 0)
        return;
    int time = c->plan->launch[place->launch].begin + place->order;
    if (time >= c->rows)
        return;
    double gap = c->cell > 6 ? 1 : 0.3;
    buf_printf(out,
               "<rect class=\"p c%d\" data-p=\"r%d.%d.%d\" x=\"%.1f\" "
               "y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>",
               stmt % 8, c->part->number, stmt, number,
               LEFT + place->core * c->cell + gap / 2,
               TOP + time * c->cell + gap / 2, c->cell - gap, c->cell - gap);
    page_put_point(out, c->part, stmt, point);
    buf_printf(out, "; time %d, core %d</title></rect>\n", time, place->core);
}

static void put_cells(const struct chart *c)
{
    for (int s = 0; s < c->part->scop->stmt_count; s++)
        for (int k = 0; k < c->part->picture->domain[s].point_count; k++)
            put_cell(c, s, k);
}

static const struct picture_place *find_core(const struct chart *c, int launch,
                                             int core)
{
    for (int s = 0; s < c->part->scop->stmt_count; s++) {
        const struct picture_domain *domain = &c->part->picture->domain[s];
        for (int k = 0; k < domain->point_count; k++) {
            const struct picture_place *place =
                &domain->point[k].place[c->side];
            if (place->launch == launch && place->core == core)
                return place;
        }
    }
    return NULL;
}

/* Lines where one block of the launch ends and the next one begins. */
static void put_blocks(const struct chart *c, int number)
{
    const struct picture_launch *launch = &c->plan->launch[number];
    const struct picture_place *before = find_core(c, number, 0);
    for (int core = 1; before && core < launch->cores; core++) {
        const struct picture_place *here = find_core(c, number, core);
        bool same = here->block[0] == before->block[0] &&
                    here->block[1] == before->block[1] &&
                    here->block[2] == before->block[2];
        if (!same)
            buf_printf(c->part->out,
                       "<line class=\"block\" x1=\"%.1f\" y1=\"%.1f\" "
                       "x2=\"%.1f\" y2=\"%.1f\"/>\n",
                       LEFT + core * c->cell, TOP + launch->begin * c->cell,
                       LEFT + core * c->cell,
                       TOP + (launch->begin + launch->steps) * c->cell);
        before = here;
    }
}

static void put_launches(const struct chart *c)
{
    struct buf *out = c->part->out;
    double labelled = -100;
    for (int k = 0; k < c->plan->launch_count; k++) {
        const struct picture_launch *launch = &c->plan->launch[k];
        double y = TOP + launch->begin * c->cell;
        if (launch->begin >= c->rows)
            return;
        buf_printf(out,
                   "<line class=\"barrier\" x1=\"%d\" y1=\"%.1f\" "
                   "x2=\"%.1f\" y2=\"%.1f\"/>\n",
                   LEFT - 8, y, LEFT + c->plan->cores * c->cell + 4, y);
        if (y - labelled >= 11) {
            buf_printf(out, "<text class=\"launch\" x=\"%d\" y=\"%.1f\">",
                       LEFT - 12, y + 9);
            page_put_launch(out, &c->plan->kernel[launch->kernel],
                            launch->prefix);
            buf_puts(out, "</text>\n");
            labelled = y;
        }
        if (c->side == PICTURE_GPU)
            put_blocks(c, k);
    }
}

static bool is_clipped(const struct chart *c)
{
    bool clipped = false;
    for (int s = 0; s < c->part->scop->stmt_count; s++)
        clipped |= c->part->picture->domain[s].clipped;
    return clipped;
}

/* What was planned, and what it was planned from. */
static void put_run(const struct chart *c)
{
    struct buf *out = c->part->out;
    const struct picture_run *run = &c->part->picture->run;
    buf_printf(out,
               "<figcaption>The Plan that is made when the nest starts, here "
               "for made-up data: of %d points %d are active; ",
               run->points, run->active);
    if (run->levels)
        buf_printf(out, "%d step%s in place of %d. ", run->steps,
                   run->steps == 1 ? "" : "s", run->slices);
    else
        buf_puts(out, "one list has them all. ");
    buf_puts(out, "An element that a filter reads holds one of the values that "
                  "it is compared with, or one more or less.");
    if (run->inspected)
        buf_puts(out, " A subscript that memory holds leads each point to two "
                      "others, by chance.");
    buf_puts(out, " HEDRA_STATS=1 tells of the Plans of a run.");
}

static void put_efficiency(const struct chart *c)
{
    struct buf *out = c->part->out;
    const struct picture_plan *plan = c->plan;
    double area = (double)plan->time * plan->cores;
    struct arena *arena = c->part->arena;
    buf_puts(out, " <span class=\"count\">");
    page_put_words(
        out, arena_printf(arena, "%d points in %d ", plan->points, plan->time));
    page_put_term(out, "time", plan->time == 1 ? "step" : "steps");
    page_put_words(out, arena_printf(arena, " on %d core%s, %d launch%s",
                                     plan->cores, plan->cores == 1 ? "" : "s",
                                     plan->launch_count,
                                     plan->launch_count == 1 ? "" : "es"));
    buf_puts(out, "</span>, hence ");
    page_put_term(out, "eta", "&#951;(P)");
    buf_printf(out,
               " = %.2f %s (eq. 2.9, every point taking as long as "
               "another).",
               area > 0 ? plan->points / area : 0,
               is_clipped(c) ? "for the points drawn" : "at these sizes");
    if (c->rows < plan->time)
        buf_printf(out, " The first %d steps are drawn.", c->rows);
}

static void put_caption(const struct chart *c)
{
    struct buf *out = c->part->out;
    if (c->side == PICTURE_RUN) {
        put_run(c);
        buf_puts(out, " In the figure:");
    } else {
        buf_printf(out,
                   "<figcaption>The plan on the %s:", page_side_name[c->side]);
    }
    put_efficiency(c);
    buf_puts(out, "</figcaption>\n</figure>\n");
}

static void put_plan(const struct page_part *part, enum picture_side side)
{
    static const char *const kind[PICTURE_SIDES] = {
        [PICTURE_GPU] = "gpu", [PICTURE_HOST] = "host", [PICTURE_RUN] = "run"};
    const struct picture_plan *plan = &part->picture->plan[side];
    struct buf *out = part->out;
    struct chart c = {part, side, plan, 0, 0};
    if (!plan->present || plan->time == 0)
        return;
    c.cell = cell_size(plan);
    c.rows = plan->time < MAX_ROWS ? plan->time : MAX_ROWS;
    double width = LEFT + plan->cores * c.cell + 70;
    double height = TOP + c.rows * c.cell + 8;
    buf_printf(out,
               "<figure class=\"plan-%s\">\n<svg role=\"img\" "
               "aria-labelledby=\"r%d-plan-%d\" width=\"%.0f\" "
               "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<title "
               "id=\"r%d-plan-%d\">The plan on time and core: %s</title>\n",
               kind[side], part->number, side, width, height, width, height,
               part->number, side,
               side == PICTURE_RUN ? "made at run time" : page_side_name[side]);
    buf_printf(
        out,
        "<text class=\"axis\" x=\"%d\" y=\"14\">core &#8594;</text>"
        "<text class=\"axis begin\" x=\"4\" y=\"14\">time &#8595;</text>\n",
        LEFT + 22);
    put_launches(&c);
    put_cells(&c);
    buf_puts(out, "</svg>\n");
    put_caption(&c);
}

void page_put_plans(const struct page_part *part)
{
    buf_puts(part->out, "<div class=\"row\">\n");
    for (int side = 0; side < PICTURE_SIDES; side++)
        put_plan(part, (enum picture_side)side);
    buf_puts(part->out, "</div>\n");
}
