/* Starts and logs, of one object and of ranks alike (log.h). */
#include "examples/md/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void check(int status, const struct hedra_error *why, const char *what)
{
    if (status)
        give_up(what, why->text);
}

void *memory(size_t bytes)
{
    void *made = malloc(bytes);
    if (!made)
        give_up("particles", "not enough memory");
    return made;
}

static int fail(struct hedra_error *why, enum hedra_status status,
                const char *text)
{
    why->status = status;
    snprintf(why->text, sizeof why->text, "%s", text);
    return status;
}

/* Particles on a lattice. */
static int lattice(const struct settings *s, struct hedra_md_data *d,
                   struct hedra_error *why)
{
    const int64_t cells[3] = {s->cells, s->cells, s->cells};
    struct hedra_md_particles *p = &d->particles;
    *d = (struct hedra_md_data){.particles.count = hedra_md_fcc_count(cells)};
    if (p->count == 0)
        return fail(why, HEDRA_ERROR_TOO_LARGE, "there are too many particles");
    p->position = malloc((size_t)p->count * 3 * sizeof *p->position);
    p->velocity = malloc((size_t)p->count * 3 * sizeof *p->velocity);
    const int status =
        p->position && p->velocity
            ? (int)hedra_md_fcc(cells, s->density, s->temperature, p, d->high,
                                why)
            : fail(why, HEDRA_ERROR_NO_MEMORY, "not enough memory");
    if (status)
        hedra_md_data_free(d);
    return status;
}

int start_read(struct settings *s, struct hedra_md_data *d, const char **what,
               struct hedra_error *why)
{
    *what = s->data ? "data" : s->xyz ? "xyz" : "lattice";
    const int status = s->data  ? (int)hedra_md_read_data(s->data, d, why)
                       : s->xyz ? (int)hedra_md_read_xyz(s->xyz, -1, d, why)
                                : lattice(s, d, why);
    for (int a = 0; a < 3 && !status; a++) {
        s->md.low[a] = d->low[a];
        s->md.high[a] = d->high[a];
        s->md.open[a] = d->open[a];
    }
    return status;
}

struct notes notes_of(const struct settings *s)
{
    struct notes n = {.step = s->md.step,
                      .order = s->order,
                      .thermostat = s->thermostat.kind};
    memcpy(n.low, s->md.low, sizeof n.low);
    memcpy(n.high, s->md.high, sizeof n.high);
    return n;
}

int notes_take(struct settings *s, void *notes, size_t bytes,
               struct hedra_error *why)
{
    struct notes n;
    if (bytes == sizeof n)
        memcpy(&n, notes, sizeof n);
    free(notes);
    if (bytes != sizeof n)
        return fail(why, HEDRA_ERROR_FOREIGN,
                    "it is no checkpoint of this program");
    memcpy(s->md.low, n.low, sizeof n.low);
    memcpy(s->md.high, n.high, sizeof n.high);
    s->md.step = n.step;
    s->order = n.order;
    s->thermostat.kind = n.thermostat;
    return HEDRA_OK;
}

void log_begin(const struct settings *s)
{
    printf(
        "    Step         Temp       PotEng       KinEng       TotEng        "
        "Press       Volume%s%s\n",
        s->thermostat.kind != HEDRA_MD_NVE ? "    Conserved" : "",
        s->moved ? "        Moved" : "");
}

void log_line(const struct settings *s, const struct hedra_md_thermo *t)
{
    log_progress(s, s->steps);
    printf("%8lld %12.8f %12.8f %12.8f %12.8f %12.8f %12.3f",
           (long long)t->step, t->temperature, t->potential, t->kinetic,
           t->total, t->pressure, t->volume);
    if (s->thermostat.kind != HEDRA_MD_NVE)
        printf(" %12.8f", t->conserved);
    if (s->moved)
        printf(" %12.8f", t->moved);
    putchar('\n');
}

void log_end(const struct hedra_md_counts *c, int ranks)
{
    const struct {
        const char *name;
        double seconds;
    } parts[] = {{"Pair", c->pair},
                 {"Neigh", c->neighbour + c->sort},
                 {"Comm", c->ghost},
                 {"Output", c->output},
                 {"Modify", c->modify}};
    double all = 0;
    printf("Neighbor list builds = %lld\nDangerous builds = %lld\n",
           (long long)c->builds, (long long)c->dangerous);
    for (int k = 0; k < 5; k++)
        all += parts[k].seconds;
    fprintf(stderr,
            "%lld particles, %lld ghosts, %.1f neighbours each; "
            "kernels %s, threads %d, ranks %d\n",
            (long long)c->particles, (long long)c->ghosts,
            (double)c->neighbours / (double)c->particles, c->kernels,
            c->threads, ranks);
    for (int k = 0; k < 5; k++)
        fprintf(stderr, "%-8s %9.4f s %6.2f %%\n", parts[k].name,
                parts[k].seconds, 100 * parts[k].seconds / all);
}

void log_progress(const struct settings *s, int64_t step)
{
    if (!isatty(STDERR_FILENO))
        return;
    if (step >= s->steps)
        fprintf(stderr, "\r%40s\r", "");
    else
        fprintf(stderr, "\r%3.0f %% of the steps",
                100 * (double)step / (double)s->steps);
}
