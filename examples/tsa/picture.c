#include "examples/tsa/picture.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

/* A colour of the given hue (in turns) and brightness, all from 0 to 1. */
static void set_colour(unsigned char *rgb, double hue, double brightness)
{
    for (int k = 0; k < 3; k++) {
        double distance = fabs(fmod(hue + 1 + k / 3.0, 1) - 0.5) * 6 - 1;
        double level = fmin(fmax(distance, 0), 1);
        rgb[k] = (unsigned char)(255 * brightness * (0.35 + 0.65 * level));
    }
}

static void paint(const struct picture *p, int64_t y, double most,
                  unsigned char *row)
{
    for (int64_t x = 0; x < p->nx; x++) {
        int64_t k = y * p->nx + x;
        unsigned char *rgb = row + 3 * x;
        double size = sqrt(hypot(p->re[k], p->im[k]) / most);
        set_colour(rgb, atan2(p->im[k], p->re[k]) / (2 * M_PI), size);
        if (p->potential[k] != 0)
            rgb[0] = rgb[1] = rgb[2] = 160;
    }
}

static double largest(const struct picture *p)
{
    double most = 1e-300;
    for (int64_t k = 0; k < p->nx * p->ny; k++)
        most = fmax(most, hypot(p->re[k], p->im[k]));
    return most;
}

bool picture_write(const struct picture *p, const char *path)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)p->nx,
                       .height = (png_uint_32)p->ny,
                       .format = PNG_FORMAT_RGB};
    unsigned char *pixels = malloc(3 * (size_t)(p->nx * p->ny));
    double most = largest(p);
    if (!pixels)
        return false;
    for (int64_t y = 0; y < p->ny; y++)
        paint(p, y, most, pixels + 3 * y * p->nx);
    bool good = png_image_write_to_file(&image, path, 0, pixels, 0, NULL);
    free(pixels);
    if (!good)
        remove(path);
    return good;
}
