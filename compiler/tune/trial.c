/*
 * Builds the user's program in a folder of its own and runs it under
 * HEDRA_TRIAL, checked or timed, with a limit on its time. The folder is noted
 * with the guard (driver/restart.h), so that it goes whatever happens.
 */
#include "compiler/tune/trial.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/driver/driver.h"

static const struct loc nowhere;

static const char *in_folder(const struct tune_trial *t, const char *name)
{
    return arena_printf(t->arena, "%s/%s", t->folder, name);
}

bool tune_trial_open(struct tune_trial *trial, const struct options *options,
                     struct faults *faults)
{
    const char *device = getenv("HEDRA_DEVICE");
    *trial = (struct tune_trial){.arena = faults->arena, .options = options};
    trial->counted = device && strcmp(device, "ptxsim") == 0;
    trial->folder = command_make_folder(faults, "hedrac");
    return trial->folder;
}

void tune_trial_close(struct tune_trial *trial)
{
    guard_remove_folder(trial->folder);
}

/* The first line of what a command has printed that is not empty. */
static const char *first_line(const struct tune_trial *t)
{
    char *text = base_read_file(in_folder(t, "log"), NULL);
    const char *start = text ? text + strspn(text, "\n") : "";
    const char *line = arena_strndup(t->arena, start, strcspn(start, "\n"));
    free(text);
    return line;
}

/* Adds what the command has printed to a fault. */
static void add_log(const struct tune_trial *t, struct faults *faults)
{
    const char *line = first_line(t);
    if (*line)
        fault_hint(faults, faults->last, nowhere, "it printed: %s", line);
}

/* With the user's own command. */
static bool build_by_command(struct tune_trial *t, const char *source,
                             const char *program, struct faults *faults)
{
    struct command c = {.arena = t->arena};
    setenv("HEDRA_SOURCE", source, 1);
    setenv("HEDRA_PROGRAM", program, 1);
    command_add(&c, "/bin/sh");
    command_add(&c, "-c");
    command_add(&c, t->options->tune_build);
    int status = command_run(&c, in_folder(t, "log"), t->options->verbose);
    t->stopped |= status == 128 + SIGINT;
    if (status)
        fault_add(faults, FAULT_FILE, nowhere,
                  "--tune-build has failed, with status %d", status);
    else if (access(program, X_OK) != 0)
        fault_add(faults, FAULT_FILE, nowhere,
                  "--tune-build did not make $HEDRA_PROGRAM");
    else
        return true;
    return false;
}

bool tune_trial_build(struct tune_trial *trial, const char *name,
                      const struct buf *text, struct faults *faults)
{
    const char *source = in_folder(trial, "source.c");
    const char *program = in_folder(trial, name);
    unlink(program);
    if (!base_write_file(source, text->text, text->length)) {
        fault_add(faults, FAULT_FILE, nowhere, "cannot write %s: %s", source,
                  strerror(errno));
        return false;
    }
    bool done = trial->options->tune_build
                    ? build_by_command(trial, source, program, faults)
                    : run_build(trial->options, source, program,
                                in_folder(trial, "log"), faults);
    if (!done)
        add_log(trial, faults);
    return done;
}

/* HEDRA_COUNT for a file of our own, with the GPU that the user may have named.
 */
static void ask_for_counts(const struct tune_trial *t, const char *given)
{
    const char *arch = given ? strstr(given, "arch:") : NULL;
    setenv("HEDRA_COUNT",
           arena_printf(t->arena, "json:%s%s%.*s", tune_trial_counts(t),
                        arch ? "," : "", arch ? (int)strcspn(arch, ",") : 0,
                        arch ? arch : ""),
           1);
}

static int run(struct tune_trial *t, const char *name, bool checked)
{
    struct command c = {.arena = t->arena, .seconds = t->seconds};
    const char *given = getenv("HEDRA_COUNT");
    char *old = given ? arena_strdup(t->arena, given) : NULL;
    unlink(in_folder(t, "report"));
    unlink(tune_trial_counts(t));
    setenv("HEDRA_TRIAL",
           arena_printf(t->arena, "%s:%s", checked ? "check" : "time",
                        in_folder(t, "report")),
           1);
    if (t->counted)
        ask_for_counts(t, old);
    command_add(&c, in_folder(t, name));
    for (int i = 0; i < t->options->program_argc; i++)
        command_add(&c, t->options->program_argv[i]);
    int status = command_run(&c, in_folder(t, "log"), t->options->verbose);
    unsetenv("HEDRA_TRIAL");
    if (old)
        setenv("HEDRA_COUNT", old, 1);
    else
        unsetenv("HEDRA_COUNT");
    return status;
}

/* Has the program ended by itself? Else there is a fault. */
static bool has_ended(struct tune_trial *trial, int status,
                      struct faults *faults)
{
    enum { FAULT_STATUS = 70, SIGNALS = 128 };
    trial->status = status;
    trial->stopped |= status == SIGNALS + SIGINT;
    if (status < 0)
        fault_add(faults, FAULT_FILE, nowhere, "cannot run the program: %s",
                  strerror(errno));
    else if (status == COMMAND_KILLED && trial->seconds > 0)
        fault_add(faults, FAULT_FILE, nowhere,
                  "the program took longer than %.0f s", trial->seconds);
    else if (status > SIGNALS || status == FAULT_STATUS)
        fault_add(faults, FAULT_FILE, nowhere,
                  "the program has failed, with status %d", status);
    else
        return true;
    add_log(trial, faults);
    return false;
}

struct tune_report *tune_trial_run(struct tune_trial *trial, const char *name,
                                   bool checked, struct faults *faults)
{
    if (!has_ended(trial, run(trial, name, checked), faults))
        return NULL;
    return tune_report_read(faults->arena, in_folder(trial, "report"), faults);
}

bool tune_trial_time(struct tune_trial *trial, const char *name,
                     double *seconds, struct faults *faults)
{
    struct command c = {.arena = trial->arena, .seconds = trial->seconds};
    command_add(&c, in_folder(trial, name));
    for (int i = 0; i < trial->options->program_argc; i++)
        command_add(&c, trial->options->program_argv[i]);
    double start = base_clock();
    int status =
        command_run(&c, in_folder(trial, "log"), trial->options->verbose);
    *seconds = base_clock() - start;
    return has_ended(trial, status, faults);
}

const char *tune_trial_counts(const struct tune_trial *trial)
{
    return in_folder(trial, "counts");
}
