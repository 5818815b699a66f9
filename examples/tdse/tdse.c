/*
 * example-tdse: an atom of one dimension in a laser pulse of a few cycles, by
 * <hedra_tdse.h>; see README.md.
 */
#include "examples/tdse/history.h"
#include "examples/tdse/pictures.h"

#include <hedra_tdse.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void check(int status, const struct hedra_error *why, const char *what)
{
    if (status)
        give_up(what, why->text);
}

static double field(void *context, double t)
{
    const struct settings *s = context;
    return s->gauge == HEDRA_TDSE_VELOCITY ? settings_vector(s, t)
                                           : settings_electric(s, t);
}

/* The atom without laser in its ground state, and the absorbing layers: from 0
 * to 1 over the outer fifths of the grid, as the square of the way. */
struct atom {
    struct hedra_tdse_options options;
    double *v, *w, *psi, *shifted;
    double energy;
};

static void atom_init(struct atom *a, const struct settings *s)
{
    struct hedra_error why;
    struct hedra_tdse *t;
    const int64_t n = settings_points(s);
    const double edge = 0.8 * s->half;
    a->v = malloc((size_t)(6 * n) * sizeof *a->v);
    if (!a->v)
        give_up("atom", "out of memory");
    a->w = a->v + n;
    a->psi = a->w + n;
    a->shifted = a->psi + 2 * n;
    a->options = (struct hedra_tdse_options){.n = n,
                                             .x0 = -s->dx * (double)(n / 2),
                                             .dx = s->dx,
                                             .dt = s->dt,
                                             .potential = a->v,
                                             .absorber = a->w};
    for (int64_t i = 0; i < n; i++) {
        double x = a->options.x0 + (double)i * s->dx;
        double way = fmax(fabs(x) - edge, 0) / (s->half - edge);
        a->v[i] = -1 / sqrt(x * x + s->softness * s->softness);
        a->w[i] = way * way;
    }
    check(hedra_tdse_create(&a->options, &t, &why), &why, "atom");
    check(hedra_tdse_ground(t, 1e-13, &a->energy, &why), &why, "ground state");
    hedra_tdse_get(t, a->psi, NULL);
    hedra_tdse_destroy(t);
}

/* |<ground | psi>|^2: in the velocity gauge the ground state is exp(-i A x)
 * times that of the length gauge. */
static double population(const struct atom *a, const struct hedra_tdse *t,
                         double vector_now)
{
    double z[2] = {0, 0};
    for (int64_t i = 0; i < a->options.n; i++) {
        double angle =
            -vector_now * (a->options.x0 + (double)i * a->options.dx);
        a->shifted[2 * i] = a->psi[2 * i] * cos(angle);
        a->shifted[2 * i + 1] = a->psi[2 * i] * sin(angle);
    }
    hedra_tdse_overlap(t, a->shifted, z, NULL);
    return z[0] * z[0] + z[1] * z[1];
}

struct run {
    struct history history;
    struct atom atom;
    struct hedra_tdse *t;
    double *psi;
};

static void begin(struct run *r, const struct settings *s)
{
    struct hedra_error why;
    if (!history_init(&r->history, s))
        give_up("history", "out of memory");
    atom_init(&r->atom, s);
    struct hedra_tdse_options o = r->atom.options;
    o.gauge = (enum hedra_tdse_gauge)s->gauge;
    o.field = field;
    o.context = &r->history.settings;
    check(hedra_tdse_create(&o, &r->t, &why), &why, "laser");
    check(hedra_tdse_set(r->t, r->atom.psi, 0, &why), &why, "ground state");
}

/* The settings come from the file: they are there before the first step asks
 * for the field. */
static void go_on(struct run *r, const char *path)
{
    struct hedra_error why;
    const struct settings *s = &r->history.settings;
    const struct hedra_tdse_options needed = {.field = field,
                                              .context = &r->history.settings};
    struct hedra_tdse_options o;
    void *notes;
    size_t bytes;
    check(hedra_tdse_restart(path, &needed, &r->t, &notes, &bytes, &why), &why,
          path);
    hedra_tdse_describe(r->t, &o);
    if (!history_unpack(&r->history, notes, bytes) ||
        settings_points(s) != o.n || s->dx != o.dx || s->dt != o.dt ||
        s->gauge != (int64_t)o.gauge)
        give_up(path, "is no checkpoint of this program");
    free(notes);
    atom_init(&r->atom, s);
}

static void open_run(struct run *r, const struct settings *given,
                     const char *restart)
{
    if (restart)
        go_on(r, restart);
    else
        begin(r, given);
    r->psi = malloc((size_t)(2 * r->atom.options.n) * sizeof *r->psi);
    if (!r->psi)
        give_up("psi", "out of memory");
}

static void close_run(struct run *r)
{
    hedra_tdse_destroy(r->t);
    history_drop(&r->history);
    free(r->atom.v);
    free(r->psi);
}

static void save(struct run *r, const char *path)
{
    struct hedra_error why;
    size_t bytes;
    void *notes = history_pack(&r->history, &bytes);
    if (!notes)
        give_up(path, "out of memory");
    check(hedra_tdse_save(r->t, path, notes, bytes, &why), &why, path);
    free(notes);
}

static void observe(struct run *r)
{
    const struct hedra_tdse_means m = hedra_tdse_measure(r->t);
    double time;
    hedra_tdse_get(r->t, r->psi, &time);
    history_add(&r->history,
                m.norm *
                    (m.force - settings_electric(&r->history.settings, time)),
                r->psi, r->atom.options.n);
}

static void progress(const struct history *h, bool over)
{
    if (!isatty(STDERR_FILENO))
        return;
    if (over)
        fprintf(stderr, "\r%40s\r", "");
    else
        fprintf(stderr, "\r%3.0f %% of the pulse",
                100 * (double)h->done / (double)h->samples);
}

/* Without the sign of what is printed as 0. */
static double rounded(double value, double unit)
{
    return fabs(value) < unit / 2 ? 0 : value;
}

static void print_line(const struct run *r)
{
    const struct settings *s = &r->history.settings;
    const struct hedra_tdse_means m = hedra_tdse_measure(r->t);
    double time;
    hedra_tdse_get(r->t, NULL, &time);
    const double e = settings_electric(s, time);
    const double a =
        s->gauge == HEDRA_TDSE_VELOCITY ? settings_vector(s, time) : 0;
    progress(&r->history, true);
    printf("%9.2f %9.5f %10.6f %9.4f %9.5f %9.5f %9.6f\n", time,
           rounded(e, 1e-5), m.norm, rounded(m.position, 1e-4),
           rounded(m.velocity, 1e-5), rounded(m.force - e, 1e-5),
           population(&r->atom, r->t, a));
    fflush(stdout);
}

/* Line `line` of the table and all up to it. */
static void advance_to(struct run *r, int64_t line)
{
    struct hedra_error why;
    struct history *h = &r->history;
    const int64_t every = settings_every(&h->settings);
    const int64_t end = h->samples * line / h->settings.lines;
    if (line == 0)
        observe(r);
    while (h->done < end) {
        if (h->done % 64 == 0)
            progress(h, false);
        check(hedra_tdse_step(r->t, every, &why), &why, "step");
        h->done++;
        observe(r);
    }
    print_line(r);
    h->lines = line;
}

static void print_result(const struct run *r)
{
    printf("ground state: energy %.6f\n", r->atom.energy);
    for (int order = 1; order <= 7; order += 2)
        printf("harmonic %d: 10^%.2f\n", order,
               pictures_power(&r->history, order));
}

static void draw(const struct run *r, const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        give_up(folder, strerror(errno));
    if (!pictures_density(&r->history, folder) ||
        !pictures_spectrum(&r->history, r->atom.energy, folder))
        give_up(folder, "the pictures cannot be written");
}

int main(int argc, char **argv)
{
    struct settings given;
    struct files files;
    struct run r;
    settings_parse(argc, argv, &given, &files);
    open_run(&r, &given, files.restart);
    const int64_t lines = r.history.settings.lines;
    const int64_t last = files.stop && files.stop < lines ? files.stop : lines;
    printf("%9s %9s %10s %9s %9s %9s %9s\n", "time", "E", "norm", "<x>", "<v>",
           "<a>", "ground");
    if (!files.restart)
        advance_to(&r, 0);
    while (r.history.lines < last) {
        advance_to(&r, r.history.lines + 1);
        if (files.checkpoint)
            save(&r, files.checkpoint);
    }
    if (last < lines)
        printf("stopped: --restart %s goes on\n", files.checkpoint);
    else
        print_result(&r);
    if (files.folder)
        draw(&r, files.folder);
    close_run(&r);
    return 0;
}
