/*
 * example-md: a Lennard-Jones melt by <hedra_md.h>; see README.md. The log has
 * the names and units of LAMMPS; times go to standard error.
 */
#include "examples/md/log.h"
#include "examples/md/pictures.h"
#include "examples/md/spread.h"

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

static struct hedra_md *make(struct settings *s)
{
    const struct hedra_order_options order = {.kind = s->order};
    struct hedra_md_options o;
    struct hedra_md_data d;
    struct hedra_md *md;
    struct hedra_error why;
    const char *what;
    const int status = start_read(s, &d, &what, &why);
    check(status, &why, what);
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

static void show(struct hedra_md *md, const struct settings *s,
                 struct history *h)
{
    struct hedra_md_thermo t;
    struct hedra_error why;
    check(hedra_md_measure(md, &t, &why), &why, "energies");
    log_line(s, &t);
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
    log_begin(s);
    show(md, s, h);
    struct hedra_md_thermo now;
    check(hedra_md_measure(md, &now, &why), &why, "energies");
    for (int64_t step = now.step; step < s->steps && !is_interrupted;) {
        const int64_t left = s->steps - step;
        const int64_t more = left < s->thermo ? left : s->thermo;
        log_progress(s, step);
        check(hedra_md_step(md, more, &why), &why, "steps");
        step += more;
        show(md, s, h);
    }
}

static void save(const struct hedra_md *md, const struct settings *s)
{
    struct hedra_error why;
    const struct notes n = notes_of(s);
    check(hedra_md_save(md, s->save, &n, sizeof n, &why), &why, "checkpoint");
}

/* The order of cells is in the notes, which have to be read for it. */
static struct hedra_md *go_on(struct settings *s)
{
    struct hedra_md *md;
    struct hedra_error why;
    void *notes;
    size_t bytes;
    check(hedra_md_restart(s->restart, NULL, &md, &notes, &bytes, &why), &why,
          "checkpoint");
    check(notes_take(s, notes, bytes, &why), &why, s->restart);
    if (s->order == HEDRA_ORDER_HILBERT)
        return md;
    const struct hedra_order_options order = {.kind = s->order};
    hedra_md_destroy(md);
    check(hedra_md_restart(s->restart, &order, &md, NULL, NULL, &why), &why,
          "checkpoint");
    return md;
}

/* Ways begin where the run does, if its checkpoint has no beginning of them. */
static void mark(struct hedra_md *md)
{
    struct hedra_error why;
    double way;
    if (hedra_md_displacement(md, &way, &why))
        check(hedra_md_mark(md, &why), &why, "displacements");
}

int main(int argc, char **argv)
{
    struct settings s;
    struct history h;
    settings_parse(argc, argv, &s);
    if (s.ranks > 0)
        spread_over_ranks(&s, argv);
    struct hedra_md *md = s.restart ? go_on(&s) : make(&s);
    struct hedra_error why;
    mark(md);
    if (s.device)
        check(hedra_md_set_device(md, s.device, &why), &why, "device");
    history_init(&h, &s);
    run(md, &s, &h);
    const struct hedra_md_counts counts = hedra_md_counts(md);
    log_end(&counts, 1);
    if (s.save)
        save(md, &s);
    if (s.folder)
        pictures_draw(md, &h, &s);
    history_drop(&h);
    hedra_md_destroy(md);
}
