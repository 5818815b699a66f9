/*
 * A wave packet runs against a wall with two slits. See README.md.
 */
#include "examples/tsa/picture.h"

#include <hedra_tsa.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct settings {
    int64_t nx, ny;
    long steps, frames;
    const char *folder; /* NULL: no pictures */
    const char *device; /* NULL: the host, in several steps at a time */
};

static const char usage[] =
    "usage: tsa [--size WxH] [--steps N] [--frames N] [--device NAME]\n"
    "           [-o FOLDER]\n"
    "Sends a wave packet through a double slit on a lattice of W x H sites\n"
    "(default 768x512), N steps of 0.2 (default: until it has passed), and\n"
    "prints its norm and energy as often as there are frames (default 20).\n"
    "With -o, each frame is also a picture FOLDER/frame-NNN.png: brightness "
    "is\n"
    "the root of the amplitude, colour the phase. --device runs the steps on\n"
    "cuda, opencl, ptxsim or the first GPU that works (auto).\n";

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why);
    exit(1);
}

static void check(int error, const char *what)
{
    if (error == HEDRA_TSA_DEVICE)
        give_up(what, hedra_tsa_device_message());
    if (error)
        give_up(what, hedra_tsa_message(error));
}

static long number(const char *text, const char *option)
{
    char *end;
    errno = 0;
    long value = text ? strtol(text, &end, 10) : 0;
    if (!text || errno || *end || value < 1) {
        fprintf(stderr, "error: %s needs a number above 0\n%s", option, usage);
        exit(2);
    }
    return value;
}

static void size(const char *text, struct settings *s)
{
    char rest;
    long long nx, ny;
    const long long least = 64;
    if (!text || sscanf(text, "%lldx%lld%c", &nx, &ny, &rest) != 2 ||
        nx < least || ny < least) {
        fprintf(stderr, "error: --size needs WxH, each 64 or more\n%s", usage);
        exit(2);
    }
    s->nx = nx;
    s->ny = ny;
}

static struct settings parse(int argc, char **argv)
{
    struct settings s = {.nx = 768, .ny = 512, .frames = 20};
    for (int k = 1; k < argc; k++) {
        const char *option = argv[k];
        if (!strcmp(option, "--help")) {
            fputs(usage, stdout);
            exit(0);
        } else if (!strcmp(option, "--size")) {
            size(argv[++k], &s);
        } else if (!strcmp(option, "--steps")) {
            s.steps = number(argv[++k], option);
        } else if (!strcmp(option, "--frames")) {
            s.frames = number(argv[++k], option);
        } else if (!strcmp(option, "--device") && k + 1 < argc) {
            s.device = argv[++k];
        } else if (!strcmp(option, "-o") && k + 1 < argc) {
            s.folder = argv[++k];
        } else {
            fprintf(stderr, "error: what is '%s'?\n%s", option, usage);
            exit(2);
        }
        if (k >= argc)
            break;
    }
    return s;
}

/* Higher than the band, 4 wide to either side: nothing gets through. */
static double *wall(const struct settings *s, int64_t at, int64_t thickness)
{
    const double height = 12;
    double *potential = calloc((size_t)(s->nx * s->ny), sizeof *potential);
    int64_t width = s->ny / 32, distance = s->ny / 8;
    if (!potential)
        give_up("wall", "out of memory");
    for (int64_t y = 0; y < s->ny; y++) {
        int64_t off = llabs(2 * y + 1 - s->ny); /* twice, from the middle */
        bool open = llabs(off - distance) < width;
        for (int64_t x = at; x < at + thickness && !open; x++)
            potential[y * s->nx + x] = height;
    }
    return potential;
}

static double share_behind(const double *re, const double *im,
                           const struct settings *s, int64_t at)
{
    double share = 0;
    for (int64_t y = 0; y < s->ny; y++)
        for (int64_t x = at; x < s->nx; x++) {
            int64_t k = y * s->nx + x;
            share += re[k] * re[k] + im[k] * im[k];
        }
    return share;
}

static void draw(const struct settings *s, long frame, const double *re,
                 const double *im, const double *potential)
{
    char path[4096];
    struct picture p = {s->nx, s->ny, re, im, potential};
    if ((size_t)snprintf(path, sizeof path, "%s/frame-%03ld.png", s->folder,
                         frame) >= sizeof path)
        give_up(s->folder, "too long a name");
    if (!picture_write(&p, path))
        give_up(path, "cannot be written");
}

static void progress(long done, long of)
{
    if (!isatty(STDERR_FILENO))
        return;
    if (done < of)
        fprintf(stderr, "\rframe %ld of %ld", done, of);
    else
        fprintf(stderr, "\r%40s\r", "");
}

static void run(struct hedra_tsa *t, const struct settings *s, double step,
                int64_t screen, const double *potential)
{
    size_t sites = (size_t)(s->nx * s->ny);
    double *re = malloc(2 * sites * sizeof *re), *im = re + sites;
    if (!re)
        give_up("state", "out of memory");
    printf("%8s %8s %14s %12s %8s %8s %8s\n", "step", "time", "norm", "energy",
           "<x>", "sigma_x", "behind");
    long done = 0;
    for (long frame = 0; frame <= s->frames; frame++) {
        long until = s->steps * frame / s->frames;
        struct hedra_tsa_observables now;
        progress(frame, s->frames);
        check(hedra_tsa_step(t, until - done), "step");
        done = until;
        check(hedra_tsa_observe(t, &now), "observe");
        check(hedra_tsa_get(t, re, im), "get");
        printf("%8ld %8.1f %14.10f %12.7f %8.2f %8.2f %8.4f\n", done,
               (double)done * step, now.norm, now.energy, now.mean[0],
               sqrt(now.variance[0]), share_behind(re, im, s, screen));
        if (s->folder)
            draw(s, frame, re, im, potential);
    }
    free(re);
}

int main(int argc, char **argv)
{
    struct settings s = parse(argc, argv);
    const double step = 0.2, k[2] = {1.2, 0};
    int64_t at = s.nx / 2, thickness = s.nx / 96 + 1;
    double *potential = wall(&s, at, thickness);
    struct hedra_tsa_options o = {.nx = s.nx,
                                  .ny = s.ny,
                                  .real = HEDRA_TSA_DOUBLE,
                                  .step = step,
                                  .vx = 1,
                                  .vy = 1,
                                  .potential = potential,
                                  .method = s.device ? HEDRA_TSA_GPU_STEP
                                                     : HEDRA_TSA_BEST,
                                  .device = s.device};
    double centre[2] = {(double)s.nx / 4, (double)(s.ny - 1) / 2};
    double sigma[2] = {(double)s.nx / 20, (double)s.ny / 8};
    struct hedra_tsa *t;
    if (s.steps == 0) /* to where it began, on the other side */
        s.steps = (long)((double)s.nx / 2 / (2 * sin(k[0]) * step));
    if (s.folder && mkdir(s.folder, 0777) != 0 && errno != EEXIST)
        give_up(s.folder, strerror(errno));
    check(hedra_tsa_create(&o, &t), "lattice");
    check(hedra_tsa_gaussian(t, centre, sigma, k), "packet");
    run(t, &s, step, at + thickness, potential);
    hedra_tsa_destroy(t);
    free(potential);
    return 0;
}
