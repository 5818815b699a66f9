/* What hedrac does about its own crashes (compiler/driver/crash.h). */
#include "compiler/driver/crash.h"

#include "compiler/driver/restart.h"

#include <stdio.h>
#include <sys/stat.h>

/* struct guard.work and .crashed. */
struct guarded_call {
    struct arena *arena;
    struct options *options;
    crash_work *compile;
};

static int work(void *context, bool again)
{
    const struct guarded_call *call = context;
    call->options->limits.approximate |= again;
    return call->compile(call->arena, call->options);
}

static int report_crash(void *context, const char *how, struct loc where)
{
    const struct guarded_call *call = context;
    struct faults faults = faults_new(call->arena);
    if (!where.file)
        where.file = call->options->input;
    fault_add(&faults, FAULT_INTERNAL, where,
              "hedrac has crashed here (%s); please report it with the source",
              how);
    diag_print(stderr, &faults, &call->options->diag);
    return OPTIONS_EXIT_INTERNAL;
}

/* A C file that is crashed at a second time is begun again without the region.
 */
static bool leave_region(void *context, const char *how, struct loc where)
{
    const struct guarded_call *call = context;
    struct options *o = call->options;
    for (const struct crash *c = o->crash; c; c = c->next)
        if (c->at.line == where.line && c->at.column == where.column)
            return false;
    if (!where.line || !options_is_whole(o) || o->page ||
        options_has_suffix(o->input, ".scop"))
        return false;
    struct crash *crash = arena_alloc(call->arena, sizeof *crash);
    *crash = (struct crash){where, arena_strdup(call->arena, how), o->crash};
    o->crash = crash;
    return true;
}

/* What is said when a crash, which is isl's more often than not, makes hedrac
 * begin anew with less for isl to do. NULL: it does not, as measurements would
 * be lost, the source cannot be read twice, or no less can be asked. */
static const char *again(struct arena *arena, const struct options *options)
{
    struct stat file;
    if (options->tune || options->limits.approximate ||
        stat(options->input, &file) != 0 || !S_ISREG(file.st_mode))
        return NULL;
    return arena_printf(
        arena,
        "%s: note: a crash, of isl in all likelihood: compiling anew with"
        " --approximate-dependences, which asks less of it\n",
        options->input);
}

int crash_guard(struct arena *arena, struct options *options,
                crash_work *compile)
{
    struct guarded_call call = {arena, options, compile};
    struct guard guard = {&call, work, report_crash, again(arena, options),
                          leave_region};
    return guard_run(&guard);
}
