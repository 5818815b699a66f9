/*
 * example-h264-clip KIND W H FRAMES: a y4m clip on standard output, for tests
 * and benchmarks: `shapes` that move by parts of samples over a texture,
 * `zoom`, `cells` of a cellular automaton, which hard edges surround, `noise`,
 * `grain`, which is shapes with noise, `still`, and `pan`, flat bars above a
 * texture that moves by 13 samples from frame to frame.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned hash(unsigned a, unsigned b, unsigned c)
{
    unsigned h = a * 2654435761u + b * 2246822519u + c * 3266489917u;

    h = (h ^ (h >> 15)) * 2246822519u;
    return h ^ (h >> 13);
}

static double wave(double y, double x)
{
    return 30 * sin(x * 0.11 + y * 0.05) + 20 * sin(y * 0.23 - x * 0.04) +
           12 * sin(x * 0.7) * sin(y * 0.6);
}

static double shapes(double y, double x, double t, int plane)
{
    double v = 128 + wave(y + 0.35 * t, x - 0.6 * t);

    for (int k = 0; k < 4; k++) {
        double cy = 40 + 37 * k + (1.25 + 0.5 * k) * t * (k % 2 ? -1 : 1);
        double cx = 30 + 55 * k + (2.75 - 0.9 * k) * t;
        double dy = fmod(fabs(y - cy), 160) - 20,
               dx = fmod(fabs(x - cx), 200) - 20;
        if (dy * dy + dx * dx < 200 + 150 * k)
            v = 60 + 45 * k + wave(dy * 2, dx * 2) / 2 + 20 * plane;
    }
    return v;
}

static double cells(int y, int x, int t, int plane)
{
    return hash((unsigned)(y / 6), (unsigned)((x + 2 * t) / 5),
                (unsigned)(t / 4)) %
                   3
               ? 16 + 30 * plane
               : 235;
}

static double pan(int y, int x, int t, int plane)
{
    if (y % 128 < 64)
        return 40 + 60 * (x / 56 % 4) + 10 * plane;
    x += 13 * t;
    return wave(y, x) + 100 +
           60 * (hash((unsigned)(x / 7), (unsigned)(y / 5), 0) % 2);
}

static double sample(const char *kind, int y, int x, int t, int plane, int step)
{
    double noise =
        (double)(hash((unsigned)(y + 16384 * plane), (unsigned)x, (unsigned)t) %
                 256);
    double fy = y * step, fx = x * step, z;

    if (!strcmp(kind, "noise"))
        return noise;
    if (!strcmp(kind, "pan"))
        return pan(y * step, x * step, t, plane);
    if (!strcmp(kind, "cells"))
        return cells(y * step, x * step, t, plane);
    if (!strcmp(kind, "still"))
        return shapes(fy, fx, 0, plane);
    if (!strcmp(kind, "grain"))
        return shapes(fy, fx, t, plane) + noise / 12;
    if (!strcmp(kind, "zoom")) {
        z = 1 + 0.01 * t;
        return 128 + 2 * wave(fy / z, fx / z);
    }
    return shapes(fy, fx, t, plane);
}

static int write_frame(const char *kind, int w, int h, int t)
{
    puts("FRAME");
    for (int plane = 0; plane < 3; plane++) {
        int step = plane ? 2 : 1;
        for (int y = 0; y < h / step; y++)
            for (int x = 0; x < w / step; x++) {
                double v = sample(kind, y, x, t, plane, step);
                putchar((int)(v < 0 ? 0 : v > 255 ? 255 : v + 0.5));
            }
    }
    return ferror(stdout);
}

int main(int argc, char **argv)
{
    int w, h, frames;

    if (argc != 5) {
        fprintf(stderr, "usage: %s KIND W H FRAMES >CLIP.y4m\n", argv[0]);
        return 1;
    }
    w = atoi(argv[2]);
    h = atoi(argv[3]);
    frames = atoi(argv[4]);
    printf("YUV4MPEG2 W%d H%d F25:1 Ip C420jpeg\n", w, h);
    for (int t = 0; t < frames; t++)
        if (write_frame(argv[1], w, h, t))
            return 1;
    return fflush(stdout) != 0;
}
