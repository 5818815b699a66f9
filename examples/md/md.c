/*
 * example-md: a Lennard-Jones melt by <hedra_md.h>; see README.md. The log has
 * the names and units of LAMMPS; times go to standard error.
 */
#include "examples/md/pictures.h"

#include <hedra_md_file.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal)
{
    (void)signal;
    is_interrupted = 1;
}

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

static struct hedra_md *make(struct settings *s)
{
    const struct hedra_order_options order = {.kind = s->order};
    struct hedra_md_options o;
    struct hedra_md_data d;
    struct hedra_md *md;
    struct hedra_error why;
    if (s->data)
        check(hedra_md_read_data(s->data, &d, &why), &why, "data");
    else if (s->xyz)
        check(hedra_md_read_xyz(s->xyz, -1, &d, &why), &why, "xyz");
    else
        d = lattice(s);
    for (int a = 0; a < 3; a++) {
        s->md.low[a] = d.low[a];
        s->md.high[a] = d.high[a];
        s->md.open[a] = d.open[a];
    }
    o = s->md;
    o.types = d.types;
    o.mass = d.mass;
    o.pair = d.pair;
    o.pairs = d.pairs;
    o.order = &order;
    check(hedra_md_create(&o, &d.particles, &md, &why), &why, "particles");
    hedra_md_data_free(&d);
    check(hedra_md_set_thermostat(md, &s->thermostat, &why), &why,
          "thermostat");
    check(hedra_md_mark(md, &why), &why, "displacements");
    return md;
}

static void history_init(struct history *h, const struct settings *s)
{
    h->count = 0;
    h->capacity = (int)(s->steps / s->thermo) + 2;
    h->time = memory((size_t)h->capacity * sizeof *h->time);
    h->way = memory((size_t)h->capacity * sizeof *h->way);
    for (int k = 0; k < 3; k++)
        h->energy[k] = memory((size_t)h->capacity * sizeof *h->energy[k]);
}

static void history_drop(struct history *h)
{
    free(h->time);
    free(h->way);
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
    printf("%8lld %12.8f %12.8f %12.8f %12.8f %12.8f %12.3f", (long long)t.step,
           t.temperature, t.potential, t.kinetic, t.total, t.pressure,
           t.volume);
    if (s->thermostat.kind != HEDRA_MD_NVE)
        printf(" %12.8f", t.conserved);
    putchar('\n');
    h->time[h->count] = (double)t.step * s->md.step;
    h->energy[0][h->count] = t.potential;
    h->energy[1][h->count] = t.kinetic;
    h->energy[2][h->count] = t.total;
    check(hedra_md_displacement(md, &h->way[h->count], &why), &why,
          "displacements");
    h->count++;
    if (s->dump)
        check(hedra_md_write(md, HEDRA_MD_XYZ, s->dump, true, &why), &why,
              "dump");
}

static void run(struct hedra_md *md, const struct settings *s,
                struct history *h)
{
    struct hedra_error why;
    if (s->save)
        signal(SIGINT, interrupt);
    printf(
        "    Step         Temp       PotEng       KinEng       TotEng        "
        "Press       Volume%s\n",
        s->thermostat.kind != HEDRA_MD_NVE ? "    Conserved" : "");
    show(md, s, h);
    struct hedra_md_thermo now;
    check(hedra_md_measure(md, &now, &why), &why, "energies");
    for (int64_t step = now.step; step < s->steps && !is_interrupted;) {
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

/* What a restart has to know beside the run itself. */
struct notes {
    double low[3], high[3], step;
    int order, thermostat;
};

static void save(const struct hedra_md *md, const struct settings *s)
{
    struct hedra_error why;
    struct notes n = {.step = s->md.step,
                      .order = s->order,
                      .thermostat = s->thermostat.kind};
    memcpy(n.low, s->md.low, sizeof n.low);
    memcpy(n.high, s->md.high, sizeof n.high);
    check(hedra_md_save(md, s->save, &n, sizeof n, &why), &why, "checkpoint");
}

/* The order of cells is in the notes, which have to be read for it. */
static struct hedra_md *go_on(struct settings *s)
{
    struct hedra_md *md;
    struct hedra_error why;
    struct notes n;
    void *notes;
    size_t bytes;
    check(hedra_md_restart(s->restart, NULL, &md, &notes, &bytes, &why), &why,
          "checkpoint");
    if (bytes != sizeof n)
        give_up(s->restart, "is no checkpoint of this program");
    memcpy(&n, notes, sizeof n);
    free(notes);
    memcpy(s->md.low, n.low, sizeof n.low);
    memcpy(s->md.high, n.high, sizeof n.high);
    s->md.step = n.step;
    s->thermostat.kind = n.thermostat;
    if (n.order == HEDRA_ORDER_HILBERT)
        return md;
    const struct hedra_order_options order = {.kind = n.order};
    s->order = n.order;
    hedra_md_destroy(md);
    check(hedra_md_restart(s->restart, &order, &md, NULL, NULL, &why), &why,
          "checkpoint");
    return md;
}

int main(int argc, char **argv)
{
    struct settings s;
    struct history h;
    settings_parse(argc, argv, &s);
    struct hedra_md *md = s.restart ? go_on(&s) : make(&s);
    struct hedra_error why;
    if (s.device)
        check(hedra_md_set_device(md, s.device, &why), &why, "device");
    history_init(&h, &s);
    run(md, &s, &h);
    summary(md);
    if (s.save)
        save(md, &s);
    if (s.folder)
        pictures_draw(md, &h, &s);
    history_drop(&h);
    hedra_md_destroy(md);
}
