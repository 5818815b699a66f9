#include "examples/plot.h"

#include "examples/glyphs.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE = 2,
    STEP = (GLYPH_WIDTH + 1) * SIZE,
    RAISE = 4 * SIZE,
    TICK = 6,
    LABEL = 95
};

static const struct colour BLACK = {0, 0, 0}, GREY = {120, 120, 120};

bool plot_init(struct plot *p, int width, int height)
{
    size_t bytes = 3 * (size_t)width * (size_t)height;
    *p = (struct plot){width, height, malloc(bytes)};
    if (p->rgb)
        memset(p->rgb, 255, bytes);
    return p->rgb != NULL;
}

void plot_drop(struct plot *p)
{
    free(p->rgb);
    p->rgb = NULL;
}

bool plot_write(const struct plot *p, const char *path)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)p->width,
                       .height = (png_uint_32)p->height,
                       .format = PNG_FORMAT_RGB};
    bool good = png_image_write_to_file(&image, path, 0, p->rgb, 0, NULL);
    if (!good)
        remove(path);
    return good;
}

static void dot(struct plot *p, int x, int y, struct colour c)
{
    if (x < 0 || y < 0 || x >= p->width || y >= p->height)
        return;
    unsigned char *at = p->rgb + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
    at[0] = c.r;
    at[1] = c.g;
    at[2] = c.b;
}

/* Text --------------------------------------------------------------------- */

/* The letter's upper left corner at (x, y); `up`: turned to the left. */
static void letter(struct plot *p, int x, int y, char which, bool up)
{
    for (int k = 0; k < glyph_count; k++)
        for (int dot_y = 0; dot_y < GLYPH_HEIGHT * SIZE; dot_y++)
            for (int dot_x = 0; dot_x < GLYPH_WIDTH * SIZE; dot_x++) {
                int bit = GLYPH_WIDTH - 1 - dot_x / SIZE;
                if (glyphs[k].letter != which ||
                    !(glyphs[k].row[dot_y / SIZE] >> bit & 1))
                    continue;
                if (up)
                    dot(p, x + dot_y, y - dot_x, BLACK);
                else
                    dot(p, x + dot_x, y + dot_y, BLACK);
            }
}

static int letters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += *text != '^';
    return count;
}

static void write_text(struct plot *p, int x, int y, const char *text, bool up)
{
    int along = -letters(text) * STEP / 2, across = -GLYPH_HEIGHT * SIZE / 2;
    for (; *text; text++) {
        if (*text == '^') {
            across -= RAISE;
            continue;
        }
        if (up)
            letter(p, x + across, y - along, *text, true);
        else
            letter(p, x + along, y + across, *text, false);
        along += STEP;
    }
}

void plot_text(struct plot *p, int x, int y, const char *text)
{
    write_text(p, x, y, text, false);
}

/* Axes --------------------------------------------------------------------- */

static double part_of(const struct axis *a, double value)
{
    return (value - a->from) / (a->to - a->from);
}

static int pixel_x(const struct panel *panel, double value)
{
    return panel->left +
           (int)lrint(part_of(&panel->x, value) * (panel->width - 1));
}

static int pixel_y(const struct panel *panel, double value)
{
    return panel->top + panel->height - 1 -
           (int)lrint(part_of(&panel->y, value) * (panel->height - 1));
}

/* A distance that is 1, 2 or 5 times a power of ten. */
static double round_tick(const struct axis *a, int most)
{
    static const double nice[] = {1, 2, 5, 10};
    double least = fabs(a->to - a->from) / most;
    double power = pow(10, floor(log10(least)));
    for (int k = 0; k < 4; k++)
        if (nice[k] * power >= least)
            return nice[k] * power;
    return 10 * power;
}

static void tick_text(const struct axis *a, double value, double tick,
                      char text[40])
{
    int digits = tick < 1 ? (int)ceil(-log10(tick) - 1e-9) : 0;
    if (a->is_log)
        snprintf(text, 40, "10^%.0f", value);
    else
        snprintf(text, 40, "%.*f", digits, value == 0 ? 0 : value);
}

static void tick_x(struct plot *p, const struct panel *panel, double value,
                   double tick)
{
    char text[40];
    int x = pixel_x(panel, value), y = panel->top + panel->height;
    for (int k = 0; k < TICK; k++)
        dot(p, x, y + k, BLACK);
    tick_text(&panel->x, value, tick, text);
    plot_text(p, x, y + TICK + GLYPH_HEIGHT * SIZE, text);
}

static void tick_y(struct plot *p, const struct panel *panel, double value,
                   double tick)
{
    char text[40];
    int y = pixel_y(panel, value), x = panel->left - 1;
    for (int k = 0; k < TICK; k++)
        dot(p, x - k, y, BLACK);
    tick_text(&panel->y, value, tick, text);
    plot_text(p, x - TICK - (letters(text) + 1) * STEP / 2, y, text);
}

static void
ticks(struct plot *p, const struct panel *panel, const struct axis *a, int room,
      void (*draw)(struct plot *, const struct panel *, double, double))
{
    int most = room / 50 > 4 ? room / 50 : 4;
    double tick = a->tick > 0 ? a->tick : round_tick(a, most);
    if (a->is_log)
        tick = fmax(1, ceil(tick));
    double first = ceil(a->from / tick - 1e-9);
    for (double k = first; k * tick <= a->to + 1e-9 * tick; k++)
        draw(p, panel, k * tick, tick);
}

void plot_axes(struct plot *p, const struct panel *panel)
{
    const int right = panel->left + panel->width;
    const int bottom = panel->top + panel->height;
    for (int x = panel->left - 1; x <= right; x++) {
        dot(p, x, panel->top - 1, BLACK);
        dot(p, x, bottom, BLACK);
    }
    for (int y = panel->top - 1; y <= bottom; y++) {
        dot(p, panel->left - 1, y, BLACK);
        dot(p, right, y, BLACK);
    }
    if (panel->x.label) {
        ticks(p, panel, &panel->x, panel->width, tick_x);
        plot_text(p, panel->left + panel->width / 2, bottom + 45,
                  panel->x.label);
    }
    if (panel->y.label) {
        ticks(p, panel, &panel->y, panel->height, tick_y);
        write_text(p, panel->left - LABEL, panel->top + panel->height / 2,
                   panel->y.label, true);
    }
}

/* What lies on them -------------------------------------------------------- */

static bool is_inside(const struct panel *panel, int x, int y)
{
    return x >= panel->left && x < panel->left + panel->width &&
           y >= panel->top && y < panel->top + panel->height;
}

static void line(struct plot *p, const struct panel *panel, int x0, int y0,
                 int x1, int y1, struct colour colour)
{
    int steps = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);
    for (int k = 0; k <= steps; k++) {
        int x = steps ? x0 + (int)lrint((double)(x1 - x0) * k / steps) : x0;
        int y = steps ? y0 + (int)lrint((double)(y1 - y0) * k / steps) : y0;
        if (is_inside(panel, x, y))
            dot(p, x, y, colour);
    }
}

void plot_curve(struct plot *p, const struct panel *panel, int count,
                const double *x, const double *y, struct colour colour)
{
    const int far = 4 * p->height; /* more than what can be seen */
    int last_x = 0, last_y = 0;
    for (int k = 0; k < count; k++) {
        int at_x = pixel_x(panel, x[k]);
        double part = part_of(&panel->y, y[k]);
        int at_y =
            fabs(part) < 3 ? pixel_y(panel, y[k]) : (part < 0 ? far : -far);
        if (k > 0)
            line(p, panel, last_x, last_y, at_x, at_y, colour);
        last_x = at_x;
        last_y = at_y;
    }
}

void plot_mark(struct plot *p, const struct panel *panel, double x)
{
    int at = pixel_x(panel, x);
    for (int y = panel->top; y < panel->top + panel->height; y++)
        if (y % 6 < 3 && is_inside(panel, at, y))
            dot(p, at, y, GREY);
}

/* From black by violet, red and yellow to white. */
static struct colour heat(unsigned char level)
{
    static const double stop[][3] = {{0, 0, 0},
                                     {70, 10, 110},
                                     {190, 40, 80},
                                     {245, 150, 20},
                                     {255, 255, 220}};
    double at = level / 255.0 * 4;
    int k = at < 4 ? (int)at : 3;
    double c[3];
    for (int i = 0; i < 3; i++)
        c[i] = stop[k][i] + (at - k) * (stop[k + 1][i] - stop[k][i]);
    return (struct colour){(unsigned char)c[0], (unsigned char)c[1],
                           (unsigned char)c[2]};
}

void plot_levels(struct plot *p, const struct panel *panel,
                 const unsigned char *level)
{
    for (int y = 0; y < panel->height; y++)
        for (int x = 0; x < panel->width; x++)
            dot(p, panel->left + x, panel->top + y,
                heat(level[y * panel->width + x]));
}

void plot_scale(struct plot *p, const struct panel *panel)
{
    for (int y = 0; y < panel->height; y++)
        for (int x = 0; x < panel->width; x++) {
            int level = 255 * (panel->height - 1 - y) / (panel->height - 1);
            dot(p, panel->left + x, panel->top + y, heat((unsigned char)level));
        }
}
