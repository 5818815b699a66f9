/* The options of example-md. */
#include "examples/md/settings.h"

#include "examples/decimal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: example-md [OPTION...]\n"
    "A Lennard-Jones melt: particles on a face-centred cubic lattice, with\n"
    "random velocities, at constant energy unless there is a thermostat. In\n"
    "Lennard-Jones units.\n"
    "  --data FILE      particles of a data file of LAMMPS instead\n"
    "  --xyz FILE       those of the last frame of an extended XYZ file\n"
    "  --restart FILE   goes on from a checkpoint, up to --steps; of the "
    "other\n"
    "                   options only --device, --ranks, --own, --balance and\n"
    "                   those of output are read\n"
    "  --fcc N          cells of the lattice along each axis (default: 10)\n"
    "  --density D      of particles (default: 0.8442)\n"
    "  --temperature T  at the start (default: 1.44)\n"
    "  --steps N        (default: 100)\n"
    "  --step T         the time of one (default: 0.005)\n"
    "  --thermo N       steps between lines of the log (default: 20)\n"
    "  --order KIND     of cells: row, column, morton, morton_i or hilbert\n"
    "                   (default: hilbert)\n"
    "  --list full|half each particle's neighbours, or each pair once\n"
    "  --real double|mixed\n"
    "  --energy plain|shift|smooth  of pairs at the cutoff\n"
    "  --cutoff R       (default: 2.5)\n"
    "  --skin R         (default: 0.3)\n"
    "  --every N        rebuilds lists each N steps, unchecked (default: when\n"
    "                   something has moved by half the skin)\n"
    "  --thermostat rescale|berendsen|langevin|nose-hoover\n"
    "  --target T       its temperature (default: that at the start)\n"
    "  --time T         of its relaxation (default: 0.5)\n"
    "  --seed N         of langevin (default: 1)\n"
    "  --device NAME    has steps run on cuda, opencl, host or ptxsim, as "
    "kernels\n"
    "                   (default: the host's own loops)\n"
    "  --ranks N        spreads the box over N ranks of MPI\n"
    "  --own bricks|curve  what each of them owns: a brick of cells, or a\n"
    "                   stretch of all cells in their order (default: "
    "bricks)\n"
    "  --balance N      at each N-th build of lists borders between ranks "
    "move\n"
    "                   so that all have as much work (default: they stay)\n"
    "  --column moved   adds a column to the log: the share of particles that\n"
    "                   have left their cells since they were sorted\n"
    "  --dump FILE      adds a frame of extended XYZ for each line of the log\n"
    "  --save FILE      writes a checkpoint at the end, or upon Ctrl-C\n"
    "  -o FOLDER        draws energies.png, displacement.png (the mean square "
    "of\n"
    "                   the particles' ways), rdf.png (their distribution) "
    "and\n"
    "                   slab.png (a layer, coloured by place in the order)\n";

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
    const double value = decimal_read(text, &end);
    if (errno || end == text || *end || !isfinite(value) || value < 0)
        misuse(option, "needs a number, 0 or more");
    return value;
}

static int64_t count(const char *text, const char *option)
{
    const double value = number(text, option);
    if (value != floor(value) || value < 1 || value > 1e9)
        misuse(option, "needs a whole number from 1 to 10^9");
    return (int64_t)value;
}

/* The number of a word in a list that ends with NULL. */
static int word(const char *text, const char *option, const char *const *list)
{
    for (int k = 0; list[k]; k++)
        if (strcmp(text, list[k]) == 0)
            return k;
    misuse(option, "has another value");
}

static int order(const char *text)
{
    static const int kinds[] = {HEDRA_ORDER_ROW, HEDRA_ORDER_COLUMN,
                                HEDRA_ORDER_MORTON, HEDRA_ORDER_MORTON_I,
                                HEDRA_ORDER_HILBERT};
    for (int k = 0; k < 5; k++)
        if (strcmp(text, hedra_order_kind_name(kinds[k])) == 0)
            return kinds[k];
    misuse("--order", "is row, column, morton, morton_i or hilbert");
}

/* False if the option is none of the numbers. */
static bool parse_number(const char *option, const char *value,
                         struct settings *s)
{
    const struct {
        const char *name;
        double *real;
        int64_t *whole;
    } all[] = {{"--fcc", NULL, &s->cells},
               {"--density", &s->density, NULL},
               {"--temperature", &s->temperature, NULL},
               {"--steps", NULL, &s->steps},
               {"--step", &s->md.step, NULL},
               {"--thermo", NULL, &s->thermo},
               {"--cutoff", &s->md.cutoff, NULL},
               {"--skin", &s->md.skin, NULL},
               {"--every", NULL, &s->md.every},
               {"--target", &s->thermostat.temperature, NULL},
               {"--time", &s->thermostat.time, NULL},
               {"--seed", NULL, &s->seed},
               {"--ranks", NULL, &s->ranks},
               {"--balance", NULL, &s->balance}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (strcmp(option, all[k].name) != 0)
            continue;
        if (all[k].real)
            *all[k].real = number(value, option);
        else
            *all[k].whole = count(value, option);
        return true;
    }
    return false;
}

/* False if the option is none of the files and names. */
static bool parse_name(const char *option, const char *value,
                       struct settings *s)
{
    const struct {
        const char *name, **to;
    } all[] = {{"--device", &s->device}, {"--data", &s->data},
               {"--xyz", &s->xyz},       {"--restart", &s->restart},
               {"--save", &s->save},     {"--dump", &s->dump},
               {"-o", &s->folder}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strcmp(option, all[k].name) == 0) {
            *all[k].to = value;
            return true;
        }
    return false;
}

static void parse_word(const char *option, const char *value,
                       struct settings *s)
{
    static const char *const lists[] = {"full", "half", NULL},
                             *const columns[] = {"moved", NULL},
                             *const owns[] = {"bricks", "curve", NULL},
                             *const reals[] = {"double", "mixed", NULL},
                             *const energies[] = {"plain", "shift", "smooth",
                                                  NULL},
                             *const thermostats[] = {"none",        "rescale",
                                                     "berendsen",   "langevin",
                                                     "nose-hoover", NULL};
    if (strcmp(option, "--column") == 0)
        s->moved = word(value, option, columns) == 0;
    else if (strcmp(option, "--order") == 0)
        s->order = order(value);
    else if (strcmp(option, "--own") == 0)
        s->own = word(value, option, owns);
    else if (strcmp(option, "--list") == 0)
        s->md.list = word(value, option, lists);
    else if (strcmp(option, "--real") == 0)
        s->md.real = word(value, option, reals);
    else if (strcmp(option, "--energy") == 0)
        s->md.energy = word(value, option, energies);
    else if (strcmp(option, "--thermostat") == 0)
        s->thermostat.kind = word(value, option, thermostats);
    else if (!parse_name(option, value, s))
        misuse(option, "is no option");
}

void settings_parse(int argc, char **argv, struct settings *s)
{
    *s = (struct settings){.cells = 10,
                           .density = 0.8442,
                           .temperature = 1.44,
                           .order = HEDRA_ORDER_HILBERT,
                           .steps = 100,
                           .thermo = 20,
                           .seed = 1,
                           .thermostat = {.temperature = -1, .time = 0.5},
                           .md = {.cutoff = 2.5, .skin = 0.3, .step = 0.005}};
    for (int k = 1; k < argc; k++) {
        const char *option = argv[k];
        if (strcmp(option, "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        }
        const char *value = k + 1 < argc ? argv[++k] : NULL;
        if (!value)
            misuse(option, "is unknown, or needs a value");
        if (!parse_number(option, value, s))
            parse_word(option, value, s);
    }
    if (s->thermostat.temperature < 0)
        s->thermostat.temperature = s->temperature;
    s->thermostat.seed = (uint64_t)s->seed;
    if ((s->data != NULL) + (s->xyz != NULL) + (s->restart != NULL) > 1)
        misuse("--data", "goes with neither --xyz nor --restart");
    if (s->balance > 0 && s->ranks == 0)
        misuse("--balance", "needs --ranks");
    if (s->own && s->ranks == 0)
        misuse("--own", "needs --ranks");
}
