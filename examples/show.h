/*
 * What every example reports, and in which form: results on stdout, where they
 * are the same on every device and machine; device and times on stderr.
 */
#ifndef HEDRA_EXAMPLES_SHOW_H
#define HEDRA_EXAMPLES_SHOW_H

#include <stddef.h>

/* Seconds on a clock that only moves forward. */
double show_now(void);

/* malloc of count * size bytes that ends the program with a sentence if there
 * is no memory. */
void *show_alloc(size_t count, size_t size);

/* The number that command line argument `index` gives, `usual` without one;
 * ends the program with a sentence unless it lies in low ... high. */
int show_argument(int argc, char **argv, int index, int usual, int low,
                  int high);

/* The larger of `error` and the difference of a and b; NaN wins and stays. */
double show_worse(double error, double a, double b);

/* Says whether the region computed what the plain copy computed (`error`: the
 * largest difference, `allowed`: the largest that rounding explains), where it
 * ran and both times in seconds. Returns main's exit status. */
int show_verdict(double error, double allowed, double plain, double region);

/* Writes w pixels in each of h rows, three bytes to a pixel, as a PPM file, and
 * says so; 1, with a sentence, if that cannot be done. */
int show_picture(const char *name, int h, int w, const unsigned char *rgb);

#endif
