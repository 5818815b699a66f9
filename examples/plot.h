/* Plots as PNG files: a white sheet with panels that have axes. */
#ifndef HEDRA_EXAMPLES_PLOT_H
#define HEDRA_EXAMPLES_PLOT_H

#include <stdbool.h>

struct plot {
    int width, height;
    unsigned char *rgb; /* row by row */
};

struct colour {
    unsigned char r, g, b;
};

/* Ticks are `tick` apart and labelled; 0: round distances. `is_log`: values are
 * logarithms, and labels powers of 10. */
struct axis {
    double from, to;
    const char *label;
    double tick;
    bool is_log;
};

/* A rectangle on the sheet, in pixels, and what its edges stand for. */
struct panel {
    int left, top, width, height;
    struct axis x, y;
};

/* False if there is no memory. */
bool plot_init(struct plot *p, int width, int height);
void plot_drop(struct plot *p);
/* False if the file cannot be written; then there is none. */
bool plot_write(const struct plot *p, const char *path);

/* Text with its middle at (x, y); ^ begins what stands higher. */
void plot_text(struct plot *p, int x, int y, const char *text);
/* The frame, ticks with labels, and the axes' labels. */
void plot_axes(struct plot *p, const struct panel *panel);
/* A line through the points; what is outside of the panel is left out. */
void plot_curve(struct plot *p, const struct panel *panel, int count,
                const double *x, const double *y, struct colour colour);
/* A dotted line upwards at x. */
void plot_mark(struct plot *p, const struct panel *panel, double x);
/* Levels from 0 to 255, row by row from the top, one for each pixel of the
 * panel; and the same scale from bottom to top. */
void plot_levels(struct plot *p, const struct panel *panel,
                 const unsigned char *level);
void plot_scale(struct plot *p, const struct panel *panel);

#endif
