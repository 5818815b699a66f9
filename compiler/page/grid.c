/*
 * Grids: the blocks of one launch of each GPU kernel, one below the other,
 * filled where threads have points.
 */
#include "compiler/page/local.h"

enum { LEFT = 30, TOP = 24 };

struct grid_frame {
    const struct page_part *part;
    const struct picture_kernel *kernel;
    const struct picture_grid *grid;
    int64_t begin[2], end[2]; /* whole blocks along x and y */
    double cell;
};

static int64_t floor_to(int64_t a, int64_t block)
{
    return (a / block - (a % block < 0)) * block;
}

static void set_frame(struct grid_frame *f)
{
    for (int k = 0; k < 2; k++) {
        int64_t block = k < f->kernel->dims ? f->kernel->block[k] : 1;
        int64_t low = k < f->kernel->dims ? f->grid->low[k] : 0;
        int64_t high = k < f->kernel->dims ? f->grid->high[k] : 0;
        f->begin[k] = floor_to(low, block);
        f->end[k] = floor_to(high, block) + block;
    }
    double wide = 420.0 / (double)(f->end[0] - f->begin[0]);
    double high = 420.0 / (double)(f->end[1] - f->begin[1]);
    f->cell = wide < high ? wide : high;
    f->cell = f->cell > 9 ? 9 : f->cell < 0.7 ? 0.7 : f->cell;
}

/* A thread is as high as it is wide, but one row alone is higher. */
static double cell_height(const struct grid_frame *f)
{
    return f->kernel->dims == 1 ? 16 : f->cell;
}

static int block_of(const struct grid_frame *f, const int64_t *cell)
{
    int64_t bx = (cell[0] - f->begin[0]) / f->kernel->block[0];
    int64_t by =
        f->kernel->dims > 1 ? (cell[1] - f->begin[1]) / f->kernel->block[1] : 0;
    return (int)((bx + by) % 2);
}

/* The cells of every other block as one path; runs of a column are joined. */
static void put_cells(const struct grid_frame *f, int parity)
{
    struct buf *out = f->part->out;
    const struct picture_grid *grid = f->grid;
    double high = cell_height(f);
    buf_printf(out, "<path class=\"cells t%d\" d=\"", parity);
    for (int k = 0, run; k < grid->cell_count; k += run) {
        const int64_t *cell = &grid->cell[2 * k];
        int here = block_of(f, cell);
        for (run = 1; k + run < grid->cell_count; run++) {
            const int64_t *next = &grid->cell[2 * (k + run)];
            if (next[0] != cell[0] || next[1] != cell[1] + run ||
                block_of(f, next) != here)
                break;
        }
        if (here == parity)
            buf_printf(out, "M%.1f %.1fh%.1fv%.1fh-%.1fz",
                       LEFT + (double)(cell[0] - f->begin[0]) * f->cell,
                       TOP + (double)(cell[1] - f->begin[1]) * high, f->cell,
                       run * high, f->cell);
    }
    buf_puts(out, "\"/>\n");
}

/* The rims of blocks, and the dimensions' values where they begin. */
static void put_rims(const struct grid_frame *f)
{
    struct buf *out = f->part->out;
    double high = cell_height(f);
    double right = LEFT + (double)(f->end[0] - f->begin[0]) * f->cell;
    double bottom = TOP + (double)(f->end[1] - f->begin[1]) * high;
    int64_t wide = f->kernel->block[0];
    for (int64_t x = f->begin[0]; x <= f->end[0]; x += wide) {
        double at = LEFT + (double)(x - f->begin[0]) * f->cell;
        buf_printf(out,
                   "<line class=\"block\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" "
                   "y2=\"%.1f\"/><text class=\"tick\" x=\"%.1f\" y=\"%d\">%lld"
                   "</text>\n",
                   at, TOP, at, bottom, at, TOP - 5, (long long)x);
    }
    int64_t tall = f->kernel->dims > 1 ? f->kernel->block[1] : 1;
    for (int64_t y = f->begin[1]; y <= f->end[1]; y += tall) {
        double at = TOP + (double)(y - f->begin[1]) * high;
        buf_printf(out,
                   "<line class=\"block\" x1=\"%d\" y1=\"%.1f\" x2=\"%.1f\" "
                   "y2=\"%.1f\"/>",
                   LEFT, at, right, at);
        if (f->kernel->dims > 1)
            buf_printf(out,
                       "<text class=\"launch\" x=\"%d\" y=\"%.1f\">%lld</text>",
                       LEFT - 4, at + 4, (long long)y);
        buf_puts(out, "\n");
    }
}

static void put_caption(const struct grid_frame *f)
{
    struct buf *out = f->part->out;
    const struct picture_grid *grid = f->grid;
    int64_t threads = 1;
    for (int k = 0; k < 2; k++)
        threads *= f->end[k] - f->begin[k];
    buf_puts(out, "<figcaption>");
    page_put_launch(out, f->kernel, grid->prefix);
    if (f->part->scop->param_count) {
        buf_puts(out, " at ");
        page_put_sizes(f->part, grid->size);
    }
    buf_puts(out, ": ");
    int64_t blocks = 1;
    for (int k = 0; k < f->kernel->dims && k < 2; k++) {
        int64_t count = (f->end[k] - f->begin[k]) / f->kernel->block[k];
        buf_printf(out, "%s%lld", k ? " &#215; " : "", (long long)count);
        blocks *= count;
    }
    buf_printf(
        out,
        " block%s%s; <span class=\"count\">%d of %lld threads</span> (%d "
        "%%) have points.",
        blocks == 1 ? "" : "s", grid->clipped ? ", the first ones" : "",
        grid->cell_count, (long long)threads,
        (int)(100.0 * grid->cell_count / (double)threads + 0.5));
    if (f->kernel->dims == 3)
        buf_printf(out, " Shown at z = %lld.", (long long)grid->low[2]);
    buf_puts(out, "</figcaption>\n</figure>\n");
}

static void put_grid(const struct page_part *part, int number)
{
    struct buf *out = part->out;
    struct grid_frame f = {.part = part};
    f.kernel = &part->picture->plan[PICTURE_GPU].kernel[number];
    f.grid = &f.kernel->grid;
    if (!f.grid->present)
        return;
    set_frame(&f);
    double width = LEFT + (double)(f.end[0] - f.begin[0]) * f.cell + 20;
    double height = TOP + (double)(f.end[1] - f.begin[1]) * cell_height(&f) + 6;
    buf_printf(out,
               "<figure class=\"grid\">\n<svg role=\"img\" "
               "aria-labelledby=\"r%d-grid-%d\" width=\"%.0f\" height=\"%.0f\" "
               "viewBox=\"0 0 %.0f %.0f\">\n<title id=\"r%d-grid-%d\">Blocks "
               "of a launch of %s</title>\n",
               part->number, number, width, height, width, height, part->number,
               number, f.kernel->name);
    put_cells(&f, 0);
    put_cells(&f, 1);
    put_rims(&f);
    buf_puts(out, "</svg>\n");
    put_caption(&f);
}

void page_put_grids(const struct page_part *part)
{
    const struct picture_plan *plan = &part->picture->plan[PICTURE_GPU];
    buf_puts(part->out, "<div class=\"row\">\n");
    for (int k = 0; k < plan->kernel_count; k++)
        put_grid(part, k);
    buf_puts(part->out, "</div>\n");
}
