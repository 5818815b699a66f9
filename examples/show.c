#include "show.h"

#include <hedra.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double show_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void *show_alloc(size_t count, size_t size)
{
    void *p = calloc(count, size);

    if (!p) {
        fprintf(stderr, "no memory for %zu elements of %zu bytes\n", count,
                size);
        exit(1);
    }
    return p;
}

int show_argument(int argc, char **argv, int index, int usual, int low,
                  int high)
{
    char *end;
    long value;

    if (index >= argc)
        return usual;
    value = strtol(argv[index], &end, 10);
    if (*end || end == argv[index] || value < low || value > high) {
        fprintf(stderr, "%s: argument %d is '%s', not a number of %d to %d\n",
                argv[0], index, argv[index], low, high);
        exit(2);
    }
    return (int)value;
}

double show_worse(double error, double a, double b)
{
    double d = fabs(a - b);

    return isnan(error) || error >= d ? error : d;
}

int show_verdict(double error, double allowed, double plain, double region)
{
    fprintf(stderr, "device        %s\n", hedra_device_name());
    fprintf(stderr, "plain C       %9.2f ms\n", 1e3 * plain);
    fprintf(stderr, "with hedrac   %9.2f ms, transfers included\n",
            1e3 * region);
    if (!(error <= allowed)) {
        printf("wrong: differs from the plain program by %g\n", error);
        return 1;
    }
    printf("right: the same as the plain program\n");
    return 0;
}

int show_picture(const char *name, int h, int w, const unsigned char *rgb)
{
    size_t bytes = (size_t)h * (size_t)w * 3;
    FILE *f = fopen(name, "wb");

    if (!f) {
        perror(name);
        return 1;
    }
    fprintf(f, "P6\n%d %d\n255\n", w, h);
    int failed = fwrite(rgb, 1, bytes, f) != bytes;
    if (fclose(f) || failed) {
        fprintf(stderr, "%s: cannot be written\n", name);
        return 1;
    }
    fprintf(stderr, "the picture is in %s\n", name);
    return 0;
}
