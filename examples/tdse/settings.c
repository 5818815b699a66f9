#include "examples/tdse/settings.h"

#include "examples/decimal.h"

#include <hedra_tdse.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* W/cm^2 of one atomic unit of intensity, and the angular frequency of light of
 * 1 nm in atomic units. */
static const double INTENSITY = 3.50944506e16, NANOMETRE = 45.5633525;
static const double PI = 3.14159265358979323846;

static const char usage[] =
    "usage: example-tdse [OPTION...]\n"
    "An atom of one dimension, V = -1 / sqrt(x^2 + a^2), in a laser pulse of "
    "a\n"
    "few cycles, by Crank and Nicolson's method; in atomic units.\n"
    "  --gauge length|velocity  of the laser (default: length)\n"
    "  --intensity I    at its peak, in W/cm^2 (default: 1e14)\n"
    "  --field E        the same as a field\n"
    "  --wavelength L   in nm (default: 800)\n"
    "  --cycles N       of the pulse, sin^2 (default: 4)\n"
    "  --phase P        of the carrier, in units of pi (default: 0)\n"
    "  --softness A     a (default: the root of 2: energy -1/2)\n"
    "  --half X         the grid is from -X to X (default: 150); its outer\n"
    "                   fifths absorb\n"
    "  --dx D, --dt T   distances and steps (default: 0.1, 0.02)\n"
    "  --quick          400 nm, 2 cycles, a small grid: less than a second\n"
    "  --lines N        of the table (default: 20)\n"
    "  -o FOLDER        draws FOLDER/density.png and FOLDER/spectrum.png\n"
    "  --checkpoint F   after each line, saves all to the file F\n"
    "  --stop N         ends after line N of the table\n"
    "  --restart F      goes on from the file F, which has the settings, and\n"
    "                   saves to it unless --checkpoint names another\n";

_Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why);
    exit(1);
}

static _Noreturn void misuse(const char *option, const char *needs)
{
    fprintf(stderr, "error: %s %s\n%s", option, needs, usage);
    exit(2);
}

static double number(const char *text, const char *option)
{
    char *end;
    errno = 0;
    double value = text ? decimal_read(text, &end) : 0;
    if (!text || errno || end == text || *end || !isfinite(value))
        misuse(option, "needs a number");
    return value;
}

static double positive(const char *text, const char *option)
{
    double value = number(text, option);
    if (!(value > 0))
        misuse(option, "needs a number above 0");
    return value;
}

static int64_t count(const char *text, const char *option)
{
    double value = positive(text, option);
    if (value != floor(value) || value > 10000)
        misuse(option, "needs a whole number up to 10000");
    return (int64_t)value;
}

static int64_t gauge(const char *text)
{
    if (text && strcmp(text, "length") == 0)
        return HEDRA_TDSE_LENGTH;
    if (!text || strcmp(text, "velocity") != 0)
        misuse("--gauge", "is length or velocity");
    return HEDRA_TDSE_VELOCITY;
}

static void quick(struct settings *s)
{
    s->omega = NANOMETRE / 400;
    s->cycles = 2;
    s->half = 60;
    s->dx = 0.2;
    s->dt = 0.05;
}

/* False if the option is none of the physics. */
static bool parse_physics(const char *option, const char *value,
                          struct settings *s)
{
    if (!strcmp(option, "--gauge"))
        s->gauge = gauge(value);
    else if (!strcmp(option, "--intensity"))
        s->field = sqrt(positive(value, option) / INTENSITY);
    else if (!strcmp(option, "--field"))
        s->field = number(value, option);
    else if (!strcmp(option, "--wavelength"))
        s->omega = NANOMETRE / positive(value, option);
    else if (!strcmp(option, "--cycles"))
        s->cycles = positive(value, option);
    else if (!strcmp(option, "--phase"))
        s->phase = number(value, option);
    else if (!strcmp(option, "--softness"))
        s->softness = positive(value, option);
    else if (!strcmp(option, "--half"))
        s->half = positive(value, option);
    else if (!strcmp(option, "--dx"))
        s->dx = positive(value, option);
    else if (!strcmp(option, "--dt"))
        s->dt = positive(value, option);
    else if (!strcmp(option, "--lines"))
        s->lines = count(value, option);
    else
        return false;
    return true;
}

static bool parse_files(const char *option, const char *value,
                        struct files *files)
{
    const char **to = !strcmp(option, "-o")             ? &files->folder
                      : !strcmp(option, "--checkpoint") ? &files->checkpoint
                      : !strcmp(option, "--restart")    ? &files->restart
                                                        : NULL;
    if (!strcmp(option, "--stop")) {
        files->stop = count(value, option);
        return true;
    }
    if (!to)
        return false;
    if (!value)
        misuse(option, "needs a name");
    *to = value;
    return true;
}

static void check(const struct settings *s, const struct files *files,
                  bool has_physics)
{
    if (files->restart && has_physics)
        misuse("--restart", "has the settings from the file");
    if (files->stop && !files->checkpoint && !files->restart)
        misuse("--stop", "needs a --checkpoint to go on from");
    if (s->half / s->dx < 10 || s->half / s->dx > 1e7)
        misuse("--half", "and --dx make too few points, or too many");
    if (s->dt > 0.2 || settings_duration(s) / s->dt > 1e9)
        misuse("--dt", "is up to 0.2, and not too small for the pulse");
    if (settings_samples(s) < s->lines)
        misuse("--lines", "are more than the pulse has samples");
}

void settings_parse(int argc, char **argv, struct settings *s,
                    struct files *files)
{
    bool has_physics = false;
    *s = (struct settings){.gauge = HEDRA_TDSE_LENGTH,
                           .lines = 20,
                           .softness = sqrt(2),
                           .field = sqrt(1e14 / INTENSITY),
                           .omega = NANOMETRE / 800,
                           .cycles = 4,
                           .half = 150,
                           .dx = 0.1,
                           .dt = 0.02};
    *files = (struct files){0};
    for (int k = 1; k < argc; k++) {
        const char *option = argv[k],
                   *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (!strcmp(option, "--help")) {
            fputs(usage, stdout);
            exit(0);
        } else if (!strcmp(option, "--quick")) {
            quick(s);
            has_physics = true;
        } else if (parse_physics(option, value, s)) {
            has_physics = true;
            k++;
        } else if (parse_files(option, value, files)) {
            k++;
        } else {
            misuse(option, "is no option");
        }
    }
    check(s, files, has_physics);
    if (files->restart && !files->checkpoint)
        files->checkpoint = files->restart;
}

/* The pulse ---------------------------------------------------------------- */

double settings_duration(const struct settings *s)
{
    return s->cycles * 2 * PI / s->omega;
}

static bool is_over(const struct settings *s, double t)
{
    return t <= 0 || t >= settings_duration(s);
}

double settings_vector(const struct settings *s, double t)
{
    const double end = settings_duration(s), envelope = sin(PI * t / end);
    const double angle = s->omega * (t - end / 2) + PI * s->phase;
    if (is_over(s, t))
        return 0;
    return -s->field / s->omega * envelope * envelope * sin(angle);
}

double settings_electric(const struct settings *s, double t)
{
    const double end = settings_duration(s), envelope = sin(PI * t / end);
    const double angle = s->omega * (t - end / 2) + PI * s->phase;
    if (is_over(s, t))
        return 0;
    return s->field *
           (envelope * envelope * cos(angle) +
            PI / (end * s->omega) * sin(2 * PI * t / end) * sin(angle));
}

/* Grids -------------------------------------------------------------------- */

int64_t settings_points(const struct settings *s)
{
    return 2 * (int64_t)floor(s->half / s->dx + 0.5) + 1;
}

int64_t settings_every(const struct settings *s)
{
    return (int64_t)floor(0.2 / s->dt + 1e-9);
}

int64_t settings_samples(const struct settings *s)
{
    const double apart = s->dt * (double)settings_every(s);
    return (int64_t)ceil(settings_duration(s) / apart);
}
