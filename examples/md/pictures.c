#include "examples/md/pictures.h"

#include "examples/plot.h"

#include <hedra_md_observe.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BINS = 200, SIDE = 420, SLAB_CELLS = 32 };

static const struct colour colours[3] = {
    {30, 60, 200}, {200, 30, 40}, {20, 140, 60}};

static void begin(struct plot *p)
{
    if (!plot_init(p, 980, 520))
        give_up("picture", "not enough memory");
}

static void end(struct plot *p, const struct settings *s, const char *name)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", s->folder, name);
    if (length < 0 || (size_t)length >= sizeof path || !plot_write(p, path))
        give_up(s->folder, "a picture cannot be written");
    plot_drop(p);
}

static struct panel panel_of(struct axis x, struct axis y)
{
    return (struct panel){120, 30, 700, SIDE, x, y};
}

static void draw_energies(const struct history *h, const struct settings *s)
{
    static const char *const name[3] = {"potential", "kinetic", "total"};
    double low = 0, high = 0;
    struct plot p;
    for (int n = 0; n < h->count; n++)
        for (int k = 0; k < 3; k++) {
            low = fmin(low, h->energy[k][n]);
            high = fmax(high, h->energy[k][n]);
        }
    const double room = 0.05 * (high - low), last = h->time[h->count - 1];
    const struct panel panel =
        panel_of((struct axis){h->time[0], last, "time", 0, false},
                 (struct axis){low - room, high + room, "energy of a particle",
                               0, false});
    begin(&p);
    plot_axes(&p, &panel);
    for (int k = 0; k < 3; k++) {
        const double at = h->energy[k][h->count - 1];
        plot_curve(&p, &panel, h->count, h->time, h->energy[k], colours[k]);
        plot_text(
            &p, 890,
            30 + (int)(SIDE * (high + room - at) / (high - low + 2 * room)),
            name[k]);
    }
    end(&p, s, "energies.png");
}

static void draw_curve(int count, const double *x, const double *y,
                       const char *of_x, const char *of_y,
                       const struct settings *s, const char *name)
{
    double high = 1e-9;
    struct plot p;
    for (int n = 0; n < count; n++)
        high = fmax(high, y[n]);
    const struct panel panel =
        panel_of((struct axis){x[0], x[count - 1], of_x, 0, false},
                 (struct axis){0, 1.05 * high, of_y, 0, false});
    begin(&p);
    plot_axes(&p, &panel);
    plot_curve(&p, &panel, count, x, y, colours[0]);
    end(&p, s, name);
}

/* Up to half of the box, and no further than 5. */
static void draw_rdf(const struct hedra_md *md, const struct settings *s,
                     const double side[3])
{
    double g[BINS], r[BINS], radius = 5;
    struct hedra_error why;
    for (int a = 0; a < 3; a++)
        radius = fmin(radius, side[a] / 2);
    if (hedra_md_rdf(md, 0, 0, radius, BINS, g, &why))
        give_up("distribution", why.text);
    for (int k = 0; k < BINS; k++)
        r[k] = (k + 0.5) * radius / BINS;
    draw_curve(BINS, r, g, "distance", "g", s, "rdf.png");
}

/* A particle's disc of the picture, in a level by its place in the order. */
static void draw_disc(unsigned char *level, const double x[2], double scale,
                      unsigned char shade)
{
    const int radius = (int)fmax(1, 0.45 * scale);
    const int row = SIDE - 1 - (int)(x[1] * scale),
              column = (int)(x[0] * scale);
    for (int i = -radius; i <= radius; i++)
        for (int j = -radius; j <= radius; j++)
            if (i * i + j * j <= radius * radius && row + i >= 0 &&
                row + i < SIDE && column + j >= 0 && column + j < SIDE)
                level[(row + i) * SIDE + column + j] = shade;
}

static struct hedra_order *make_order(const struct settings *s)
{
    const struct hedra_order_options o = {
        .kind = s->order,
        .dims = 3,
        .size = {SLAB_CELLS, SLAB_CELLS, SLAB_CELLS}};
    struct hedra_order *order;
    struct hedra_error why;
    if (hedra_order_create(&o, &order, &why))
        give_up("order", why.text);
    return order;
}

/* Particles of a layer of the box, the darker the earlier in the order. */
static void draw_slab(const struct hedra_md_particles *particles,
                      const struct settings *s, const double low[3],
                      const double side[3])
{
    static unsigned char level[SIDE * SIDE];
    struct hedra_order *order = make_order(s);
    const double scale = SIDE / fmax(side[0], side[1]);
    const struct panel panel = {120,
                                30,
                                SIDE,
                                SIDE,
                                {0, SIDE / scale, "x", 0, false},
                                {0, SIDE / scale, "y", 0, false}};
    struct plot p;
    memset(level, 255, sizeof level);
    for (int64_t n = 0; n < particles->count; n++) {
        double x[3];
        int64_t cell[3];
        for (int a = 0; a < 3; a++) {
            x[a] = particles->position[3 * n + a] - low[a];
            cell[a] = (int64_t)(x[a] / side[a] * SLAB_CELLS);
            cell[a] = cell[a] < 0 ? 0 : cell[a];
            cell[a] = cell[a] < SLAB_CELLS ? cell[a] : SLAB_CELLS - 1;
        }
        const double share =
            (double)hedra_order_index(order, cell[0], cell[1], cell[2]) /
            (double)hedra_order_span(order);
        if (x[2] < 1)
            draw_disc(level, x, scale, (unsigned char)(220 * share));
    }
    begin(&p);
    plot_levels(&p, &panel, level);
    plot_axes(&p, &panel);
    end(&p, s, "slab.png");
    hedra_order_destroy(order);
}

void pictures_draw(const struct hedra_md *md, const struct history *h,
                   const struct settings *s)
{
    struct hedra_md_particles p = {.count = hedra_md_counts(md).particles};
    struct hedra_error why;
    double side[3];
    if (mkdir(s->folder, 0777) && errno != EEXIST)
        give_up(s->folder, strerror(errno));
    p.position = malloc(3 * (size_t)p.count * sizeof *p.position);
    if (!p.position)
        give_up("picture", "not enough memory");
    if (hedra_md_get(md, &p, &why))
        give_up("picture", why.text);
    for (int a = 0; a < 3; a++)
        side[a] = s->md.high[a] - s->md.low[a];
    draw_energies(h, s);
    draw_curve(h->count, h->time, h->way, "time", "mean square of the way", s,
               "displacement.png");
    draw_rdf(md, s, side);
    draw_slab(&p, s, s->md.low, side);
    free(p.position);
}
