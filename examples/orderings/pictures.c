#include "examples/orderings/pictures.h"

#include "examples/orderings/tables.h"
#include "examples/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct box paper_box = {{16, 16, 16}};
static const struct colour colours[ORDERS] = {
    {30, 60, 200}, {200, 30, 40}, {20, 140, 60}, {170, 120, 20}};
static const struct colour GREY = {190, 190, 190}, BLACK = {0, 0, 0};

static void start(struct plot *p, int width, int height)
{
    if (!plot_init(p, width, height))
        give_up("picture", "not enough memory");
}

static void finish(struct plot *p, const char *folder, int number)
{
    char path[4096];
    int length =
        snprintf(path, sizeof path, "%s/figure-%02d.png", folder, number);
    if (length < 0 || (size_t)length >= sizeof path || !plot_write(p, path))
        give_up(path, "cannot be written");
    plot_drop(p);
}

static void line(struct plot *p, const struct panel *panel, double x0,
                 double y0, double x1, double y1, struct colour colour)
{
    plot_curve(p, panel, 2, (const double[]){x0, x1}, (const double[]){y0, y1},
               colour);
}

/* Two pixels wide. */
static void thick(struct plot *p, const struct panel *panel, double x0,
                  double y0, double x1, double y1, struct colour colour)
{
    struct panel shifted = *panel;
    line(p, panel, x0, y0, x1, y1, colour);
    shifted.left++;
    line(p, &shifted, x0, y0, x1, y1, colour);
    shifted = *panel;
    shifted.top++;
    line(p, &shifted, x0, y0, x1, y1, colour);
}

/* Names of the orders in their colours, from the top. */
static void legend(struct plot *p, const struct panel *panel, int orders)
{
    for (int k = 0; k < orders; k++) {
        const int y = panel->top + 20 + 24 * k;
        const struct panel sample = {
            panel->left + panel->width + 15, y, 30, 2, {0, 1, NULL, 0, false},
            {0, 1, NULL, 0, false}};
        thick(p, &sample, 0, 0, 1, 0, colours[k]);
        thick(p, &sample, 0, 1, 1, 1, colours[k]);
        plot_text(p, panel->left + panel->width + 105, y,
                  hedra_order_kind_name(order_kind[k]));
    }
}

/* Paths -------------------------------------------------------------------- */

/* A two-dimensional path with i downwards, on lines between cells. */
static void flat_path(struct plot *p, int left, int side,
                      const struct hedra_order *order)
{
    const int64_t cells = hedra_order_size(order, 0);
    const struct panel panel = {left,
                                40,
                                side,
                                side,
                                {0, (double)cells, NULL, 0, false},
                                {(double)cells, 0, NULL, 0, false}};
    int64_t last[3];
    plot_axes(p, &panel);
    for (int64_t n = 1; n < cells; n++) {
        line(p, &panel, 0, (double)n, (double)cells, (double)n, GREY);
        line(p, &panel, (double)n, 0, (double)n, (double)cells, GREY);
    }
    for (uint64_t n = 0; n < hedra_order_cells(order); n++) {
        int64_t c[3];
        hedra_order_coords(order, n, c);
        if (n > 0)
            thick(p, &panel, (double)last[1] + 0.5, (double)last[0] + 0.5,
                  (double)c[1] + 0.5, (double)c[0] + 0.5, colours[1]);
        last[0] = c[0];
        last[1] = c[1];
    }
}

static void draw_flat(struct plot *p, int left, int side,
                      const struct hedra_order_options *options)
{
    struct hedra_order *order;
    struct hedra_error why;
    if (hedra_order_create(options, &order, &why))
        give_up("path", why.text);
    flat_path(p, left, side, order);
    hedra_order_destroy(order);
}

static void figures_1_and_3(const char *folder)
{
    const struct hedra_order_options
        row = {.kind = HEDRA_ORDER_ROW, .dims = 2, .size = {8, 8}},
        hilbert = {.kind = HEDRA_ORDER_HILBERT_2D, .size = {8, 8}},
        once = {.kind = HEDRA_ORDER_HYBRID,
                .dims = 2,
                .size = {8, 8},
                .tile = {4},
                .outer = &row,
                .inner = &row},
        twice = {.kind = HEDRA_ORDER_MORTON_I, .dims = 2, .size = {8, 8}};
    struct plot p;
    start(&p, 480, 480);
    draw_flat(&p, 40, 400, &hilbert);
    finish(&p, folder, 1);
    start(&p, 1080, 390);
    draw_flat(&p, 30, 320, &row);
    draw_flat(&p, 380, 320, &once);
    draw_flat(&p, 730, 320, &twice);
    finish(&p, folder, 3);
}

/* A cell of 4 x 4 x 4 seen from an edge: i to the right, j into the sheet, k
 * upwards. */
static void seen(const int64_t c[3], double *x, double *y)
{
    *x = (double)c[0] + 0.45 * (double)c[1];
    *y = (double)c[2] + 0.3 * (double)c[1];
}

static void draw_path_3d(const char *folder, int number, int kind)
{
    const struct box box = {{4, 4, 4}};
    const struct panel panel = {30,
                                30,
                                540,
                                500,
                                {-0.3, 4.7, NULL, 0, false},
                                {-0.3, 4.3, NULL, 0, false}};
    struct hedra_order *order = measure_order(kind, &box);
    struct plot p;
    double x[64], y[64];
    start(&p, 600, 560);
    for (int n = 0; n < 64; n++) {
        const int64_t c[3] = {n / 16, n / 4 % 4, n % 4};
        for (int a = 0; a < 3; a++) {
            int64_t d[3] = {c[0], c[1], c[2]};
            double x0, y0, x1, y1;
            if (++d[a] == 4)
                continue;
            seen(c, &x0, &y0);
            seen(d, &x1, &y1);
            line(&p, &panel, x0, y0, x1, y1, GREY);
        }
    }
    for (uint64_t n = 0; n < 64; n++) {
        int64_t c[3];
        hedra_order_coords(order, n, c);
        seen(c, &x[n], &y[n]);
        if (n > 0)
            thick(&p, &panel, x[n - 1], y[n - 1], x[n], y[n], colours[1]);
    }
    hedra_order_destroy(order);
    finish(&p, folder, number);
}

/* Offsets ------------------------------------------------------------------ */

static void figure_5(const char *folder)
{
    struct plot p;
    start(&p, 900, 300);
    for (int n = 0; n < 27; n++) {
        const struct panel cell = {
            40 + n / 9 * 280 + n % 3 * 85, 30 + (2 - n / 3 % 3) * 80, 85, 80,
            {0, 1, NULL, 0, false},        {0, 1, NULL, 0, false}};
        char text[16];
        snprintf(text, sizeof text, "%d",
                 (n / 9 - 1) * 256 + (n / 3 % 3 - 1) * 16 + n % 3 - 1);
        plot_axes(&p, &cell);
        plot_text(&p, cell.left + 42, cell.top + 40, text);
    }
    finish(&p, folder, 5);
}

static void histogram(const char *folder, int number, int64_t g)
{
    const struct hedra_stencil_options block = {.shape = HEDRA_STENCIL_BLOCK,
                                                .g = g};
    const double most = g == 1 ? 300 : 900;
    struct plot p;
    const struct panel panel = {120,
                                30,
                                780,
                                420,
                                {-most, most, "memory offset", 0, false},
                                {0, g == 1 ? 3000 : 1200, "count", 0, false}};
    start(&p, 1080, 520);
    for (int k = 0; k < 3; k++) {
        struct hedra_offsets o =
            measure_offsets(order_kind[k], &paper_box, &block);
        for (int64_t n = 0; n < o.kinds; n++)
            if (fabs((double)o.offset[n]) <= most)
                line(&p, &panel, (double)o.offset[n], 0, (double)o.offset[n],
                     fmin((double)o.count[n], panel.y.to), colours[k]);
        hedra_offsets_free(&o);
    }
    plot_axes(&p, &panel);
    legend(&p, &panel, 3);
    finish(&p, folder, number);
}

/* Bars of each order side by side, for each range from 0. */
static void cumulative(const char *folder, int number, int64_t g)
{
    const struct hedra_stencil_options block = {.shape = HEDRA_STENCIL_BLOCK,
                                                .g = g};
    struct plot p;
    const struct panel panel = {120,
                                30,
                                800,
                                420,
                                {0, 4000, "memory offset", 0, false},
                                {0, 1, "cumulative fraction", 0.2, false}};
    start(&p, 1100, 520);
    for (int k = 0; k < 3; k++) {
        struct hedra_offsets o =
            measure_offsets(order_kind[k], &paper_box, &block);
        for (uint64_t t = 99; t < 4000; t += 100)
            for (int x = 0; x < 5; x++)
                line(&p, &panel, (double)t - 75 + 25 * k + 5 * x, 0,
                     (double)t - 75 + 25 * k + 5 * x,
                     hedra_offsets_within(&o, t), colours[k]);
        hedra_offsets_free(&o);
    }
    plot_axes(&p, &panel);
    legend(&p, &panel, 3);
    finish(&p, folder, number);
}

/* Fig. 14 ------------------------------------------------------------------ */

static void figure_14(const char *folder)
{
    const struct hedra_stencil_options half = {.shape = HEDRA_STENCIL_RADIUS,
                                               .radius = 2.8,
                                               .side = 2.067,
                                               .half = true};
    struct hedra_stencil *stencil = measure_stencil(&half);
    const int32_t(*cell)[3];
    const int64_t count = hedra_stencil_cells(stencil, &cell);
    struct plot p;
    start(&p, 900, 320);
    for (int z = 0; z < 3; z++) {
        const struct panel panel = {30 + 290 * z,
                                    40,
                                    250,
                                    250,
                                    {-2.5, 2.5, NULL, 0, false},
                                    {-2.5, 2.5, NULL, 0, false}};
        for (int64_t n = 0; n < count; n++)
            for (int row = 0; row < 44 && cell[n][2] == z; row++)
                line(&p, &panel, cell[n][0] - 0.44,
                     cell[n][1] - 0.44 + 0.02 * row, cell[n][0] + 0.44,
                     cell[n][1] - 0.44 + 0.02 * row,
                     cell[n][0] || cell[n][1] || z ? colours[0] : BLACK);
        plot_axes(&p, &panel);
        plot_text(&p, panel.left + 125, 20,
                  z == 0   ? "iz = 0"
                  : z == 1 ? "iz = 1"
                           : "iz = 2");
    }
    hedra_stencil_destroy(stencil);
    finish(&p, folder, 14);
}

void pictures_of_paper(const char *folder)
{
    figures_1_and_3(folder);
    draw_path_3d(folder, 2, HEDRA_ORDER_HILBERT);
    draw_path_3d(folder, 4, HEDRA_ORDER_MORTON);
    figure_5(folder);
    histogram(folder, 6, 1);
    histogram(folder, 7, 3);
    cumulative(folder, 8, 1);
    cumulative(folder, 9, 3);
    figure_14(folder);
}

/* Caches ------------------------------------------------------------------- */

void picture_of_caches(const char *folder, const struct figure *figure,
                       const struct misses misses[ORDERS])
{
    enum { FIRST = 4, LAST = 4096 };
    static double x[LAST], y[LAST];
    struct plot p;
    const struct panel panel = {
        120,
        30,
        760,
        420,
        {log10(FIRST), log10(LAST), "cache size c", 1, true},
        {0, 1, "miss rate", 0.2, false}};
    start(&p, 1080, 520);
    for (int k = 0; k < ORDERS; k++) {
        int count = 0;
        for (uint64_t c = FIRST; c <= LAST; c++) {
            x[count] = log10((double)c);
            y[count++] =
                (double)misses_at(&misses[k], c) / (double)misses[k].accesses;
        }
        plot_curve(&p, &panel, count, x, y, colours[k]);
    }
    plot_axes(&p, &panel);
    legend(&p, &panel, ORDERS);
    finish(&p, folder, figure->number);
}
