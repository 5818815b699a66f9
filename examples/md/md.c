/*
 * example-md: a Lennard-Jones melt by <hedra_md.h>; see README.md. The log has
 * the names and units of LAMMPS; times go to standard error.
 */
#include "examples/md/settings.h"
#include "examples/plot.h"

#include <hedra_md_file.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What has been measured, for the picture: time; potential, kinetic and total
 * energy. */
struct history {
    int count, capacity;
    double *time, *energy[3];
};

static void check(int status, const struct hedra_error *why, const char *what)
{
    if (status)
        give_up(what, why->text);
}

static void *memory(size_t bytes)
{
    void *made = malloc(bytes);
    if (!made)
        give_up("particles", "not enough memory");
    return made;
}

/* Particles on a lattice. */
static struct hedra_md_data lattice(const struct settings *s)
{
    const int64_t cells[3] = {s->cells, s->cells, s->cells};
    struct hedra_md_data d = {
        .particles = {.count = hedra_md_fcc_count(cells)}};
    struct hedra_md_particles *p = &d.particles;
    struct hedra_error why;
    if (p->count == 0)
        give_up("--fcc", "there are too many particles");
    p->position = memory((size_t)p->count * 3 * sizeof *p->position);
    p->velocity = memory((size_t)p->count * 3 * sizeof *p->velocity);
    check(hedra_md_fcc(cells, s->density, s->temperature, p, d.high, &why),
          &why, "lattice");
    return d;
}

static struct hedra_md *make(const struct settings *s)
{
    const struct hedra_order_options order = {.kind = s->order};
    struct hedra_md_options o = s->md;
    struct hedra_md_data d;
    struct hedra_md *md;
    struct hedra_error why;
    if (s->data)
        check(hedra_md_read_data(s->data, &d, &why), &why, "data");
    else
        d = lattice(s);
    for (int a = 0; a < 3; a++) {
        o.low[a] = d.low[a];
        o.high[a] = d.high[a];
    }
    o.types = d.types;
    o.mass = d.mass;
    o.pair = d.pair;
    o.pairs = d.pairs;
    o.order = &order;
    check(hedra_md_create(&o, &d.particles, &md, &why), &why, "particles");
    hedra_md_data_free(&d);
    return md;
}

static void history_init(struct history *h, const struct settings *s)
{
    h->count = 0;
    h->capacity = (int)(s->steps / s->thermo) + 2;
    h->time = memory((size_t)h->capacity * sizeof *h->time);
    for (int k = 0; k < 3; k++)
        h->energy[k] = memory((size_t)h->capacity * sizeof *h->energy[k]);
}

static void history_drop(struct history *h)
{
    free(h->time);
    for (int k = 0; k < 3; k++)
        free(h->energy[k]);
}

static void progress(const struct settings *s, int64_t step)
{
    if (!isatty(STDERR_FILENO))
        return;
    if (step >= s->steps)
        fprintf(stderr, "\r%40s\r", "");
    else
        fprintf(stderr, "\r%3.0f %% of the steps",
                100 * (double)step / (double)s->steps);
}

static void show(struct hedra_md *md, const struct settings *s,
                 struct history *h)
{
    struct hedra_md_thermo t;
    struct hedra_error why;
    check(hedra_md_measure(md, &t, &why), &why, "energies");
    progress(s, s->steps);
    printf("%8lld %12.8f %12.8f %12.8f %12.8f %12.8f %12.3f\n",
           (long long)t.step, t.temperature, t.potential, t.kinetic, t.total,
           t.pressure, t.volume);
    h->time[h->count] = (double)t.step * s->md.step;
    h->energy[0][h->count] = t.potential;
    h->energy[1][h->count] = t.kinetic;
    h->energy[2][h->count] = t.total;
    h->count++;
}

static void run(struct hedra_md *md, const struct settings *s,
                struct history *h)
{
    struct hedra_error why;
    printf(
        "    Step         Temp       PotEng       KinEng       TotEng        "
        "Press       Volume\n");
    show(md, s, h);
    for (int64_t step = 0; step < s->steps;) {
        const int64_t left = s->steps - step;
        const int64_t more = left < s->thermo ? left : s->thermo;
        progress(s, step);
        check(hedra_md_step(md, more, &why), &why, "steps");
        step += more;
        show(md, s, h);
    }
}

/* What does not depend on the machine goes to standard output. */
static void summary(const struct hedra_md *md)
{
    const struct hedra_md_counts c = hedra_md_counts(md);
    const struct {
        const char *name;
        double seconds;
    } parts[] = {{"Pair", c.pair},
                 {"Neigh", c.neighbour + c.sort},
                 {"Comm", c.ghost},
                 {"Output", c.output},
                 {"Modify", c.modify}};
    double all = 0;
    printf("Neighbor list builds = %lld\nDangerous builds = %lld\n",
           (long long)c.builds, (long long)c.dangerous);
    for (int k = 0; k < 5; k++)
        all += parts[k].seconds;
    fprintf(stderr,
            "%lld particles, %lld ghosts, %.1f neighbours each; "
            "kernels %s, threads %d\n",
            (long long)c.particles, (long long)c.ghosts,
            (double)c.neighbours / (double)c.particles, c.kernels, c.threads);
    for (int k = 0; k < 5; k++)
        fprintf(stderr, "%-8s %9.4f s %6.2f %%\n", parts[k].name,
                parts[k].seconds, 100 * parts[k].seconds / all);
}

static void draw(const struct history *h, const char *folder)
{
    static const char *const name[3] = {"potential", "kinetic", "total"};
    static const struct colour colours[3] = {
        {30, 60, 200}, {200, 30, 40}, {20, 140, 60}};
    char path[4096];
    struct plot p;
    double low = 0, high = 0;
    for (int n = 0; n < h->count; n++)
        for (int k = 0; k < 3; k++) {
            low = fmin(low, h->energy[k][n]);
            high = fmax(high, h->energy[k][n]);
        }
    const double room = 0.05 * (high - low);
    const struct panel panel = {
        120,
        30,
        700,
        420,
        {0, h->time[h->count - 1], "time", 0, false},
        {low - room, high + room, "energy of a particle", 0, false}};
    if (mkdir(folder, 0777) && errno != EEXIST)
        give_up(folder, strerror(errno));
    if (!plot_init(&p, 980, 520))
        give_up("picture", "not enough memory");
    plot_axes(&p, &panel);
    for (int k = 0; k < 3; k++) {
        const double last = h->energy[k][h->count - 1];
        plot_curve(&p, &panel, h->count, h->time, h->energy[k], colours[k]);
        plot_text(
            &p, 890,
            30 + (int)(420 * (high + room - last) / (high - low + 2 * room)),
            name[k]);
    }
    const int length = snprintf(path, sizeof path, "%s/energies.png", folder);
    if (length < 0 || (size_t)length >= sizeof path || !plot_write(&p, path))
        give_up(folder, "energies.png cannot be written");
    plot_drop(&p);
}

int main(int argc, char **argv)
{
    struct settings s;
    struct history h;
    settings_parse(argc, argv, &s);
    struct hedra_md *md = make(&s);
    history_init(&h, &s);
    run(md, &s, &h);
    summary(md);
    if (s.folder)
        draw(&h, s.folder);
    history_drop(&h);
    hedra_md_destroy(md);
}
