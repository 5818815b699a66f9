/*
 * Layouts of arrays, measured: the clauses of a file hold for blocks of several
 * regions, and their conversions lie around these, so that what counts is the
 * time of the whole program. It runs as the clauses are written, in C's order,
 * and with each of some kinds in place of all of them; the fastest is noted in
 * the tuning file.
 */
#include "compiler/tune/tune.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/tune/trial.h"

enum { RUNS = 3 };

/* What is no faster than that is not worth a change. */
static const double GAIN = 0.98;

static const char WRITTEN[] = "written", NONE[] = "none";

static const char *const kinds[] = {WRITTEN,
                                    NONE,
                                    "morton",
                                    "hilbert",
                                    "hybrid(row,row,8)",
                                    "hybrid(morton,row,8)",
                                    "hybrid(morton,row,32)",
                                    "hybrid(hilbert,row,8)"};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The least time of some runs; infinite, with a fault, if it cannot be told. */
static double measure(struct tune_trial *trial,
                      const struct tune_layouts *source, const char *kind,
                      struct faults *faults)
{
    struct buf text = {0};
    double least = HUGE_VAL, seconds;
    bool done = source->compile(source->context, kind == WRITTEN ? NULL : kind,
                                &text, faults) &&
                tune_trial_build(trial, "layout", &text, faults);
    buf_free(&text);
    for (int k = 0; k < RUNS && done; k++) {
        done = tune_trial_time(trial, "layout", &seconds, faults);
        least = done && seconds < least ? seconds : least;
    }
    return done ? least : HUGE_VAL;
}

/* Those of all kinds; false with a fault, if the program as it is written has
 * none. Kinds that do not suit all arrays have none. */
static bool measure_all(struct tune_trial *trial,
                        const struct tune_layouts *source,
                        struct progress *progress, double *seconds,
                        struct faults *faults)
{
    double start = base_clock();
    for (int k = 0; k < KINDS && !trial->stopped; k++) {
        if (base_clock() - start > (double)trial->options->tune_seconds)
            break;
        struct faults ignored = faults_new(faults->arena);
        progress_step(progress, "tuning: layout %d of %d, %s", k + 1, KINDS,
                      kinds[k]);
        seconds[k] = measure(trial, source, kinds[k], k ? &ignored : faults);
        if (isinf(seconds[0]))
            return false;
        trial->seconds = 10 * seconds[0] + 5;
    }
    return !trial->stopped;
}

static bool note(const struct options *options,
                 const struct tune_layouts *source, const double *seconds,
                 int best, int measured, struct faults *faults)
{
    struct arena *arena = faults->arena;
    const char *asked = getenv("HEDRA_DEVICE");
    struct buf text = {0};
    struct tune_file *file =
        tune_file_read(arena, options->tuned, true, faults);
    if (!file)
        return false;
    struct tune_entry e = {
        .key = tune_layouts_key(source->clauses),
        .name = arena_printf(arena, "%s:%d: layouts", source->loc.file,
                             source->loc.line),
        .device = file->count ? file->entry[file->count - 1].device
                  : asked     ? asked
                              : "host",
        .limit = "the whole program",
        .layout = kinds[best],
        .seconds = seconds[best],
        .model = seconds[0],
        .measured = measured,
    };
    tune_file_add(arena, file, &e);
    tune_file_print(file, &text);
    bool done = base_write_file(file->path, text.text, text.length);
    if (!done)
        fault_add(faults, FAULT_FILE, (struct loc){0}, "cannot write %s: %s",
                  file->path, strerror(errno));
    buf_free(&text);
    return done;
}

static void summarise(const struct tune_layouts *source, const double *seconds,
                      int best, int measured, struct buf *out)
{
    buf_printf(out, "%s:%d: layouts: %d measured; ", source->loc.file,
               source->loc.line, measured);
    if (best == 0)
        buf_printf(out, "as they are written is the best: %.4g s", seconds[0]);
    else
        buf_printf(out, "%s is the best: %.4g s, as they are written %.4g s",
                   kinds[best], seconds[best], seconds[0]);
    if (best != 1 && !isinf(seconds[1]))
        buf_printf(out, ", in C's order %.4g s", seconds[1]);
    buf_puts(out, ", for the whole program\n");
}

bool tune_layouts(const struct options *options,
                  const struct tune_layouts *source, struct progress *progress,
                  struct buf *out, struct faults *faults)
{
    struct tune_trial trial;
    double seconds[KINDS];
    int best = 0, measured = 0;
    if (!tune_trial_open(&trial, options, faults))
        return false;
    if (trial.counted) {
        buf_printf(out,
                   "%s:%d: layouts are not tried on the simulator, which has "
                   "no clock for the whole program\n",
                   source->loc.file, source->loc.line);
        tune_trial_close(&trial);
        return true;
    }
    for (int k = 0; k < KINDS; k++)
        seconds[k] = HUGE_VAL;
    bool done = measure_all(&trial, source, progress, seconds, faults);
    tune_trial_close(&trial);
    for (int k = 0; k < KINDS; k++) {
        measured += !isinf(seconds[k]);
        if (seconds[k] < seconds[best] && seconds[k] < GAIN * seconds[0])
            best = k;
    }
    done = done && note(options, source, seconds, best, measured, faults);
    if (done)
        summarise(source, seconds, best, measured, out);
    return done;
}

const char *tune_layouts_noted(const struct tune_file *file,
                               const char *clauses, struct loc loc,
                               const char *device, struct faults *faults)
{
    uint64_t key = tune_layouts_key(clauses);
    const struct tune_entry *host =
        tune_file_find(file, key, false, NULL, NULL, 0);
    const struct tune_entry *gpu =
        tune_file_find(file, key, true, device, NULL, 0);
    const struct tune_entry *e = gpu && (!host || gpu > host) ? gpu : host;
    if (!e || !e->layout)
        return NULL;
    fault_add(faults, FAULT_TILED, loc,
              "%s: on %s, the layout %s was the best of %ld measured: %.4g s "
              "for the whole program, and %.4g s as written",
              file->path, e->device, e->layout, e->measured, e->seconds,
              e->model);
    return strcmp(e->layout, WRITTEN) == 0 ? NULL : e->layout;
}
