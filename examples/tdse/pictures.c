#include "examples/tdse/pictures.h"

#include "examples/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

static bool save(const struct plot *p, const char *folder, const char *name)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && (size_t)length < sizeof path && plot_write(p, path);
}

static void draw_field(struct plot *p, const struct panel *place,
                       const struct settings *s)
{
    enum { POINTS = HISTORY_WIDTH };
    double t[POINTS], e[POINTS];
    struct panel panel = *place;
    const double most = s->field != 0 ? fabs(s->field) : 1;
    panel.x = (struct axis){0, settings_duration(s), "time", 0, false};
    panel.y = (struct axis){-1.1 * most, 1.1 * most, "E(t)", 0, false};
    for (int k = 0; k < POINTS; k++) {
        t[k] = panel.x.to * k / (POINTS - 1);
        e[k] = settings_electric(s, t[k]);
    }
    plot_axes(p, &panel);
    plot_curve(p, &panel, POINTS, t, e, (struct colour){20, 60, 180});
}

bool pictures_density(const struct history *h, const char *folder)
{
    const struct settings *s = &h->settings;
    const double half = s->dx * (double)(settings_points(s) / 2);
    const struct panel map = {110,
                              40,
                              HISTORY_WIDTH,
                              HISTORY_HEIGHT,
                              {0, settings_duration(s), NULL, 0, false},
                              {-half, half, "x", 0, false}};
    const struct panel scale = {
        970,
        40,
        25,
        HISTORY_HEIGHT,
        {0, 1, NULL, 0, false},
        {HISTORY_LEAST, HISTORY_MOST, "|psi|^2", 2, true}};
    const struct panel field = {110,
                                440,
                                HISTORY_WIDTH,
                                110,
                                {0, 1, NULL, 0, false},
                                {0, 1, NULL, 0, false}};
    struct plot p;
    if (!plot_init(&p, 1010, 630))
        return false;
    plot_levels(&p, &map, h->level);
    plot_axes(&p, &map);
    plot_scale(&p, &scale);
    plot_axes(&p, &scale);
    draw_field(&p, &field, s);
    bool good = save(&p, folder, "density.png");
    plot_drop(&p);
    return good;
}

double pictures_power(const struct history *h, double order)
{
    const struct settings *s = &h->settings;
    const double apart = s->dt * (double)settings_every(s);
    double re = 0, im = 0;
    for (int64_t k = 0; k <= h->done; k++) {
        double window = sin(PI * (double)k / (double)h->samples);
        double value = h->acceleration[k] * window * window * apart;
        double angle = order * s->omega * apart * (double)k;
        re += value * cos(angle);
        im -= value * sin(angle);
    }
    return log10(re * re + im * im + 1e-300);
}

bool pictures_spectrum(const struct history *h, double energy,
                       const char *folder)
{
    enum { POINTS = 800 };
    const struct settings *s = &h->settings;
    const double up = s->field * s->field / (4 * s->omega * s->omega);
    const double cutoff = (-energy + 3.17 * up) / s->omega;
    const double last = fmin(fmax(10, 2 * ceil(cutoff)), 400);
    double order[POINTS], power[POINTS], most = -300, least = 300;
    struct panel panel = {130,
                          40,
                          POINTS,
                          460,
                          {0, last, "harmonic order", 0, false},
                          {0, 1, "|a(omega)|^2", 0, true}};
    struct plot p;
    for (int k = 0; k < POINTS; k++) {
        order[k] = last * k / (POINTS - 1);
        power[k] = pictures_power(h, order[k]);
        most = fmax(most, power[k]);
        least = fmin(least, power[k]);
    }
    if (!plot_init(&p, 970, 580))
        return false;
    panel.y.to = ceil(most);
    panel.y.from = fmax(floor(least), panel.y.to - 20);
    if (panel.y.from >= panel.y.to)
        panel.y.from = panel.y.to - 1;
    plot_mark(&p, &panel, cutoff);
    plot_text(&p, panel.left + (int)(cutoff / last * panel.width), 25,
              "cutoff");
    plot_axes(&p, &panel);
    plot_curve(&p, &panel, POINTS, order, power, (struct colour){160, 20, 40});
    bool good = save(&p, folder, "spectrum.png");
    plot_drop(&p);
    return good;
}
