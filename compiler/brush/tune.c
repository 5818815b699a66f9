/* brush tune: a library for each candidate, and a program with all of them that
 * times their kernels. */
#include "compiler/tune/tune.h"
#include "brush/library/library.h"
#include "compiler/brush/brush.h"
#include "compiler/brush/tune_program.h"
#include "compiler/driver/driver.h"
#include "runtime/base/base.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct loc nowhere;

/* What is timed in one precision. */
struct brush_tune {
    struct brush_work *work;
    struct basis *basis;
    struct library *library; /* the kernels' names */
    int candidates;
    /* Per kernel, the best counted ones first; how many are different; their
     * times in nanoseconds, 0: none. */
    struct kernel_candidate (*candidate)[PATH_COUNT];
    int *paths;
    double (*time)[PATH_COUNT];
    const char *folder, *device;
};

/* Electron transfer is left out: it multiplies rounding errors. */
static bool may_be_taken(enum path path)
{
    return path_is_automatic(path) || path_form(path) != FORM_WHOLE;
}

static int compare_candidates(const void *x, const void *y)
{
    const struct kernel_candidate *a = x, *b = y;

    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    return (int)a->path - (int)b->path;
}

/* The candidates of a form: a path for single classes counts as what the form's
 * classes take in the mean if the best general path does the others. */
static void compare(struct brush_tune *t, int form,
                    struct kernel_candidate all[PATH_COUNT])
{
    const struct library *l = t->library;
    struct arena *arena = arena_new();
    struct kernel_candidate few[PATH_COUNT];
    const struct kernel_candidate *general = &all[l->kernel[form].path];
    struct library_class *class;
    double share = library_count(l, form, true) / library_count(l, form, false);
    struct kernel_shape shape;

    library_fewest(arena, l, form, 1, &class);
    shape = library_class_shape(arena, l, form, class);
    kernel_compare(&l->kernel[form].shape, -1, all);
    kernel_compare(&shape, general->path, few);
    for (int p = 0; p < PATH_COUNT; p++)
        if (!path_is_general(p) && kernel_applies(&shape, p)) {
            all[p] = *general;
            all[p].path = p;
            all[p].cost += share * (few[p].cost - few[general->path].cost);
            all[p].total += share * (few[p].total - few[general->path].total);
        }
    arena_free(arena);
}

/* The paths of a kernel to time: first the one that is taken without tuning. */
static void choose(struct brush_tune *t, int form)
{
    struct kernel_candidate all[PATH_COUNT], *to = t->candidate[form];
    const struct library_kernel *k = &t->library->kernel[form];
    int n = 0;

    compare(t, form, all);
    to[n++] = all[k->special < 0 ? (int)k->path : k->special];
    qsort(all, PATH_COUNT, sizeof *all, compare_candidates);
    for (int i = 0; i < PATH_COUNT && n < t->candidates; i++)
        if (isfinite(all[i].total) && may_be_taken(all[i].path) &&
            all[i].path != to[0].path)
            to[n++] = all[i];
    t->paths[form] = n;
}

/* The general path of a candidate, and that for single classes, or -1. */
static enum path paths_of(const struct brush_tune *t, int form, int candidate,
                          int *special)
{
    enum path path = t->candidate[form][candidate].path;

    *special = path_is_general(path) ? -1 : (int)path;
    return *special < 0 ? path : t->library->kernel[form].path;
}

static const char *name_of(const struct brush_tune *t, int form, int candidate)
{
    int special;
    enum path path = paths_of(t, form, candidate, &special);

    return library_path_name(t->work->arena, path, special);
}

static void set_paths(const struct brush_tune *t, struct library *l,
                      int candidate)
{
    for (int i = 0; i < l->forms; i++) {
        int special, c = candidate < t->paths[i] ? candidate : 0;
        enum path path = paths_of(t, i, c, &special);

        library_set_path(l, i, path, special);
    }
    library_complete(t->work->arena, l);
}

/* The files of a candidate: all kernels take their path of this rank. */
static bool add_candidate(struct brush_tune *t, struct library_options *options,
                          int candidate)
{
    struct brush_work *w = t->work;
    struct library_options *own = arena_alloc(w->arena, 2 * sizeof *own);
    struct library *host, *threads;

    own[0] = *options;
    own[0].name = arena_printf(w->arena, "tune_%d", candidate);
    own[1] = own[0];
    own[1].lanes = 1;
    host = library_new(w->arena, t->basis, &own[0], &w->faults);
    threads = library_new(w->arena, t->basis, &own[1], &w->faults);
    set_paths(t, host, candidate);
    set_paths(t, threads, candidate);
    return work_add_library(w, host, threads);
}

static void add_program(struct brush_tune *t)
{
    struct brush_work *w = t->work;
    struct buf *head = &work_add_file(w, "candidates.h")->text;

    for (int c = 0; c < t->candidates; c++)
        buf_printf(head, "#include \"tune_%d.h\"\n", c);
    buf_puts(head,
             "static const struct hedra_eri_set *const candidate[] = {\n");
    for (int c = 0; c < t->candidates; c++)
        buf_printf(head, "    &tune_%d,\n", c);
    buf_puts(head, "};\n");
    buf_puts(&work_add_file(w, "program.c")->text, tune_program);
}

static bool is_source(const char *name)
{
    return strcmp(name + strlen(name) - 2, ".c") == 0;
}

/* Runs a command; what it printed becomes the fault if it fails. */
static bool run(struct brush_tune *t, struct command *c, const char *what)
{
    struct brush_work *w = t->work;
    const char *log = arena_printf(w->arena, "%s/log", t->folder);
    int status = command_run(c, log, false);
    char *text;

    if (status == 0)
        return true;
    text = status < 0 ? NULL : base_read_file(log, NULL);
    fault_add(&w->faults, FAULT_FILE, nowhere, "%s: %.*s", what,
              text ? (int)strcspn(text, "\n") : 64,
              text ? text : strerror(errno));
    free(text);
    return false;
}

static bool compile(struct brush_tune *t, const struct command_places *places,
                    const char *name)
{
    struct arena *arena = t->work->arena;
    struct command c = {.arena = arena};

    command_add_compiler(&c);
    command_add(&c, arena_printf(arena, "-I%s", places->include));
    command_add(&c, "-c");
    command_add(&c, arena_printf(arena, "%s/%s", t->folder, name));
    command_add(&c, "-o");
    command_add(&c, arena_printf(arena, "%s/%s.o", t->folder, name));
    return run(t, &c,
               arena_printf(arena, "the C compiler did not take %s", name));
}

static bool link_program(struct brush_tune *t,
                         const struct command_places *places)
{
    struct brush_work *w = t->work;
    struct command c = {.arena = w->arena};

    command_add_compiler(&c);
    for (int i = 0; i < w->files; i++)
        if (is_source(w->file[i].name))
            command_add(&c, arena_printf(w->arena, "%s/%s.o", t->folder,
                                         w->file[i].name));
    command_add(&c, "-o");
    command_add(&c, arena_printf(w->arena, "%s/program", t->folder));
    command_add_library(&c, places);
    return run(t, &c, "the program cannot be linked");
}

static bool build(struct brush_tune *t)
{
    struct brush_work *w = t->work;
    struct command_places places;

    if (!command_find_places(&places, &w->faults))
        return false;
    for (int i = 0; i < w->files; i++) {
        progress_step(w->progress, "compiling file %d of %d", i + 1, w->files);
        if (is_source(w->file[i].name) && !compile(t, &places, w->file[i].name))
            return false;
    }
    return link_program(t, &places);
}

/* Takes what the program printed. */
static bool take_times(struct brush_tune *t)
{
    struct brush_work *w = t->work;
    const char *text =
        work_read_file(w, arena_printf(w->arena, "%s/log", t->folder));
    int candidate, kernel, length;
    long long femtoseconds;

    if (!text)
        return false;
    t->device = arena_strndup(w->arena, text, strcspn(text, "\n"));
    text += strcspn(text, "\n");
    while (sscanf(text, " %d %d %lld%n", &candidate, &kernel, &femtoseconds,
                  &length) == 3) {
        text += length;
        if (candidate >= 0 && candidate < t->candidates && kernel >= 0 &&
            kernel < t->library->forms)
            t->time[kernel][candidate] = 1e-6 * (double)femtoseconds;
    }
    return true;
}

static bool time_all(struct brush_tune *t)
{
    struct brush_work *w = t->work;
    struct command c = {.arena = w->arena};

    progress_step(w->progress, "timing %d kernels, %d paths each",
                  t->library->forms, t->candidates);
    command_add(&c, arena_printf(w->arena, "%s/program", t->folder));
    command_add(&c, arena_printf(w->arena, "%d", w->options->atoms));
    command_add(&c, "1");
    return run(t, &c, "the kernels cannot be timed") && take_times(t);
}

static void remove_files(struct brush_tune *t)
{
    struct brush_work *w = t->work;

    guard_remove_folder(t->folder);
    work_free_files(w);
    w->files = 0;
}

/* What was counted of a kernel's paths beside what was measured; returns the
 * number of the fastest one, -1 if none was timed. */
static int report_kernel(const struct brush_tune *t, int k)
{
    const double *time = t->time[k];
    int best = -1;

    for (int c = 0; c < t->paths[k]; c++)
        if (time[c] > 0 && (best < 0 || time[c] < time[best]))
            best = c;
    if (best < 0)
        return best;
    number_write(stdout, "%s %s: %s, %.1f ns; %s, %.1f ns, without tuning\n",
                 tuned_precision(t->library), t->library->kernel[k].name,
                 name_of(t, k, best), time[best], name_of(t, k, 0), time[0]);
    for (int c = 0; c < t->paths[k]; c++) {
        const struct kernel_candidate *p = &t->candidate[k][c];

        number_write(stdout,
                     "  %c %-24s %10.1f ns, cost %10.0f, operations %10.0f\n",
                     c == best ? '*' : ' ', name_of(t, k, c), time[c], p->cost,
                     p->total);
    }
    return best;
}

/* Whether costs order a kernel's paths as times do, and whether operations
 * alone would. */
static void rank_kernel(const struct brush_tune *t, int k, double rank[2])
{
    double cost[PATH_COUNT], operations[PATH_COUNT];

    for (int c = 0; c < t->paths[k]; c++) {
        cost[c] = t->candidate[k][c].cost;
        operations[c] = t->candidate[k][c].total;
    }
    rank[0] += rank_correlation(t->work->arena, cost, t->time[k], t->paths[k]);
    rank[1] +=
        rank_correlation(t->work->arena, operations, t->time[k], t->paths[k]);
}

/* The fastest path of each kernel that was timed. */
static void report(struct brush_tune *t, struct buf *out)
{
    double rank[2] = {0, 0};
    int timed = 0;

    for (int k = 0; k < t->library->forms; k++) {
        int best = report_kernel(t, k);

        if (best < 0)
            continue;
        tuned_print(out, t->library, k, name_of(t, k, best), t->time[k][best]);
        rank_kernel(t, k, rank);
        timed++;
    }
    if (timed && t->candidates > 1)
        number_write(
            stdout,
            "%s: rank correlation of a kernel's times with costs %.2f, with "
            "operations alone %.2f, in the mean of %d kernels\n",
            tuned_precision(t->library), rank[0] / timed, rank[1] / timed,
            timed);
}

static bool tune_one(struct brush_work *w, struct basis *basis,
                     enum kir_type type, struct buf *out)
{
    struct library_options options = work_library_options(w, basis, type);
    struct brush_tune t = {
        .work = w, .basis = basis, .candidates = w->options->candidates};
    bool good = true;

    t.library = library_new(w->arena, basis, &options, &w->faults);
    t.folder = t.library ? command_make_folder(&w->faults, "brush") : NULL;
    if (!t.folder)
        return false;
    size_t kernels = (size_t)t.library->forms;
    t.candidate = arena_alloc(w->arena, kernels * sizeof *t.candidate);
    t.paths = arena_alloc(w->arena, kernels * sizeof *t.paths);
    t.time = arena_alloc(w->arena, kernels * sizeof *t.time);
    for (int k = 0; k < t.library->forms; k++)
        choose(&t, k);
    for (int c = 0; good && c < t.candidates; c++)
        good = add_candidate(&t, &options, c);
    add_program(&t);
    good = good && work_write_files(w, t.folder) && build(&t) && time_all(&t);
    remove_files(&t);
    if (good && !out->length)
        tuned_print_head(out, arena_printf(w->arena, "%s on %s",
                                           w->options->basis, t.device));
    if (good)
        report(&t, out);
    return good;
}

void brush_tune(struct brush_work *w)
{
    struct paths paths = {.arena = w->arena};
    struct basis *basis;
    struct buf out = {NULL, 0, 0};
    bool good;

    paths_read(&paths, "the basis set", w->options->basis);
    paths_write(&paths, "what is printed", "-");
    paths_write(&paths, "the output", w->options->output);
    basis = work_check_paths(w, &paths) ? work_read_basis(w) : NULL;
    good = basis != NULL;

    for (int i = 0; good && i < 2; i++) {
        if (!w->options->precision[i])
            continue;
        w->progress = progress_begin();
        good = tune_one(w, basis, i ? KIR_F32 : KIR_F64, &out);
        progress_end(w->progress);
    }
    if (good)
        paths_put(w->options->output, &out, &w->faults);
    buf_free(&out);
}
