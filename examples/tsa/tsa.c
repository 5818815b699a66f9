/*
 * A wave packet runs against a wall with two slits. See README.md.
 */
#include "examples/tsa/picture.h"

#include <hedra_tsa.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct hedra_error wrong;

struct settings {
    int64_t nx, ny;
    long steps, frames;
    const char *folder; /* NULL: no pictures */
    const char *device; /* NULL: the host, in several steps at a time */
    const char *checkpoint, *restart; /* files, or NULL */
    long stop; /* the frame to end after; 0: the last one */
};

/* What a checkpoint holds beside the lattice. */
struct notes {
    char mark[8];
    int64_t steps, frames, frame; /* `frame` was done */
};

static const char mark[8] = "tsa-run";

static const char usage[] =
    "usage: tsa [--size WxH] [--steps N] [--frames N] [--device NAME]\n"
    "           [-o FOLDER] [--checkpoint FILE [--stop FRAME]]\n"
    "       tsa --restart FILE [--device NAME] [-o FOLDER] [--stop FRAME]\n"
    "Sends a wave packet through a double slit on a lattice of W x H sites\n"
    "(default 768x512), N steps of 0.2 (default: until it has passed), and\n"
    "prints its norm and energy as often as there are frames (default 20).\n"
    "With -o, each frame is also a picture FOLDER/frame-NNN.png: brightness "
    "is\n"
    "the root of the amplitude, colour the phase. --device runs the steps on\n"
    "cuda, opencl, ptxsim or the first GPU that works (auto).\n"
    "--checkpoint saves all to FILE after each frame, and --stop ends after "
    "one\n"
    "of them; --restart goes on from FILE, which has the settings, and saves "
    "to\n"
    "it unless --checkpoint names another.\n";

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why);
    exit(1);
}

static void check(enum hedra_status error, const char *what)
{
    if (error)
        give_up(what, wrong.text);
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

static _Noreturn void misuse(const char *option, const char *why)
{
    fprintf(stderr, "error: %s %s\n%s", option, why, usage);
    exit(2);
}

/* Where the name that the option wants belongs; NULL: it wants none. */
static const char **name_of(const char *option, struct settings *s)
{
    return !strcmp(option, "--device")       ? &s->device
           : !strcmp(option, "-o")           ? &s->folder
           : !strcmp(option, "--checkpoint") ? &s->checkpoint
           : !strcmp(option, "--restart")    ? &s->restart
                                             : NULL;
}

static void check_settings(struct settings *s, bool has_physics)
{
    if (s->restart && has_physics)
        misuse("--restart", "has size, steps and frames from the file");
    if (s->restart && !s->checkpoint)
        s->checkpoint = s->restart;
    if (s->stop && !s->checkpoint)
        misuse("--stop", "needs a --checkpoint to go on from");
}

static struct settings parse(int argc, char **argv)
{
    struct settings s = {.nx = 768, .ny = 512, .frames = 20};
    bool has_physics = false;
    for (int k = 1; k < argc; k++) {
        const char *option = argv[k];
        const char **name = name_of(option, &s);
        if (!strcmp(option, "--help")) {
            fputs(usage, stdout);
            exit(0);
        }
        const char *value = k + 1 < argc ? argv[++k] : NULL;
        if (!strcmp(option, "--size"))
            size(value, &s);
        else if (!strcmp(option, "--steps"))
            s.steps = number(value, option);
        else if (!strcmp(option, "--frames"))
            s.frames = number(value, option);
        else if (!strcmp(option, "--stop"))
            s.stop = number(value, option);
        else if (!name)
            misuse(option, "is no option");
        else if (!(*name = value))
            misuse(option, "needs a name");
        has_physics |= !name && strcmp(option, "--stop");
    }
    check_settings(&s, has_physics);
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

/* A lattice with its wall, and what has been done on it. */
struct run {
    struct hedra_tsa *t;
    double *potential;
    int64_t screen; /* the wall's far side */
    long first;     /* frame that comes next */
};

static const double step = 0.2;

static void save(const struct run *r, const struct settings *s, long frame)
{
    struct notes notes = {
        .steps = s->steps, .frames = s->frames, .frame = frame};
    memcpy(notes.mark, mark, sizeof mark);
    check(
        hedra_tsa_checkpoint(r->t, s->checkpoint, &notes, sizeof notes, &wrong),
        s->checkpoint);
}

static void run(const struct run *r, const struct settings *s)
{
    size_t sites = (size_t)(s->nx * s->ny);
    double *re = malloc(2 * sites * sizeof *re), *im = re + sites;
    if (!re)
        give_up("state", "out of memory");
    printf("%8s %8s %14s %12s %8s %8s %8s\n", "step", "time", "norm", "energy",
           "<x>", "sigma_x", "behind");
    long done = r->first ? s->steps * (r->first - 1) / s->frames : 0;
    long last = s->stop && s->stop < s->frames ? s->stop : s->frames;
    for (long frame = r->first; frame <= last; frame++) {
        long until = s->steps * frame / s->frames;
        struct hedra_tsa_observables now;
        progress(frame, s->frames);
        check(hedra_tsa_step(r->t, until - done, &wrong), "step");
        done = until;
        check(hedra_tsa_observe(r->t, &now, &wrong), "observe");
        check(hedra_tsa_get(r->t, re, im, &wrong), "get");
        printf("%8ld %8.1f %14.10f %12.7f %8.2f %8.2f %8.4f\n", done,
               (double)done * step, now.norm, now.energy, now.mean[0],
               sqrt(now.variance[0]), share_behind(re, im, s, r->screen));
        if (s->folder)
            draw(s, frame, re, im, r->potential);
        if (s->checkpoint)
            save(r, s, frame);
    }
    progress(s->frames, s->frames);
    if (last < s->frames)
        printf("stopped: --restart %s goes on\n", s->checkpoint);
    free(re);
}

static int method(const struct settings *s)
{
    return s->device ? HEDRA_TSA_GPU_STEP : HEDRA_TSA_BEST;
}

static void begin(struct run *r, struct settings *s)
{
    const double k[2] = {1.2, 0};
    struct hedra_tsa_options o = {.nx = s->nx,
                                  .ny = s->ny,
                                  .real = HEDRA_TSA_DOUBLE,
                                  .step = step,
                                  .vx = 1,
                                  .vy = 1,
                                  .potential = r->potential,
                                  .method = method(s),
                                  .device = s->device};
    double centre[2] = {(double)s->nx / 4, (double)(s->ny - 1) / 2};
    double sigma[2] = {(double)s->nx / 20, (double)s->ny / 8};
    if (s->steps == 0) /* to where it began, on the other side */
        s->steps = (long)((double)s->nx / 2 / (2 * sin(k[0]) * step));
    check(hedra_tsa_create(&o, &r->t, &wrong), "lattice");
    check(hedra_tsa_gaussian(r->t, centre, sigma, k, &wrong), "packet");
}

static void go_on(struct run *r, struct settings *s)
{
    const struct hedra_tsa_options how = {.method = method(s),
                                          .device = s->device};
    struct hedra_tsa_options o;
    struct notes notes;
    size_t bytes;
    void *given;
    check(hedra_tsa_restart(s->restart, &how, &r->t, &given, &bytes, &wrong),
          s->restart);
    if (bytes == sizeof notes)
        memcpy(&notes, given, sizeof notes);
    free(given);
    check(hedra_tsa_describe(r->t, &o, &wrong), s->restart);
    if (bytes != sizeof notes || memcmp(notes.mark, mark, sizeof mark) ||
        notes.frames < 1 || notes.frame < 0 || notes.frame > notes.frames ||
        notes.steps < 1 || notes.steps > INT32_MAX || o.nx < 64 || o.ny < 64)
        give_up(s->restart, "is no checkpoint of this program");
    s->nx = o.nx;
    s->ny = o.ny;
    s->steps = (long)notes.steps;
    s->frames = (long)notes.frames;
    r->first = (long)notes.frame + 1;
}

int main(int argc, char **argv)
{
    struct settings s = parse(argc, argv);
    struct run r = {.t = NULL};
    if (s.restart)
        go_on(&r, &s);
    int64_t at = s.nx / 2, thickness = s.nx / 96 + 1;
    r.screen = at + thickness;
    r.potential = wall(&s, at, thickness);
    if (!s.restart)
        begin(&r, &s);
    if (s.folder && mkdir(s.folder, 0777) != 0 && errno != EEXIST)
        give_up(s.folder, strerror(errno));
    run(&r, &s);
    hedra_tsa_destroy(r.t);
    free(r.potential);
    return 0;
}
