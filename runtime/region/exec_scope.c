/*
 * Where regions run: what HEDRA_DEVICE says, or the scope that the calling
 * thread is in (exec.h); what regions say and how they end a process; and the
 * plain nest.
 */
#include "runtime/region/local.h"
#include "runtime/region/ordered.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* The calling thread's scope; NULL: the program's own regions run. */
static _Thread_local struct exec_scope *scope;

static pthread_once_t choice_once = PTHREAD_ONCE_INIT;
static struct device_choice choice;
static bool choice_valid;
static struct report choice_report;

static void read_choice(void)
{
    choice_valid =
        environment_check(&choice_report) &&
        device_choice_parse(getenv("HEDRA_DEVICE"), &choice, &choice_report);
}

const struct device_choice *exec_choice(struct report *why)
{
    pthread_once(&choice_once, read_choice);
    if (choice_valid)
        return &choice;
    report_set(why, "%s", choice_report.text);
    return NULL;
}

bool exec_is_named(void)
{
    struct report ignored;
    return !exec_choice(&ignored) || choice.ops;
}

bool exec_runs_on_host(const struct hedra_module *module, int want)
{
    struct report why;
    struct device *device;
    if (scope || !exec_choice(&why) || want == EXEC_GPU)
        return false;
    if (want == EXEC_HOST || choice.ops)
        return want == EXEC_HOST || choice.ops->traits & DEVICE_IN_PLACE;
    for (int k = 0; device_list[k]; k++)
        if (device_list[k]->traits & DEVICE_AUTO &&
            device_list[k]->text(module) &&
            device_get(device_list[k], DEVICE_FIRST_GPU, &device, &why) !=
                DEVICE_ABSENT)
            return false;
    return true;
}

void exec_scope_enter(struct exec_scope *s)
{
    s->failed = false;
    s->device = NULL;
    scope = s;
}

void exec_scope_leave(void)
{
    scope = NULL;
}

struct exec_scope *exec_scope(void)
{
    return scope;
}

void exec_keep_failure(const struct report *why)
{
    if (!scope->failed)
        report_copy(&scope->why, why);
    scope->failed = true;
}

void exec_say(const struct hedra_module *module, const char *what,
              const char *text)
{
    fprintf(stderr, "hedra: %s:%d: region '%s'%s: %s\n", module->file,
            module->line, module->name, what, text);
}

_Noreturn void exec_die(const char *text)
{
    fprintf(stderr, "hedra: %s\n", text);
    exit(EXEC_FAULT);
}

/* The calling thread's run, where that holds mirror.c's lock. */
static _Thread_local const struct hedra_run *mirrored;

void exec_set_mirrored(const struct hedra_run *run)
{
    mirrored = run;
}

/* Waiting for one's own lock would take for ever. */
void exec_refuse_inside(const char *function)
{
    if (!mirrored)
        return;
    fprintf(stderr,
            "hedra: %s: cannot be called between hedra_begin and hedra_end of "
            "region '%s' on %s\n",
            function, mirrored->module->name, mirrored->device->name);
    exit(EXEC_FAULT);
}

static _Thread_local double seconds_read;

void exec_add_reading(double seconds)
{
    seconds_read += seconds;
}

double exec_take_reading(void)
{
    double seconds = seconds_read;
    seconds_read = 0;
    return seconds;
}

void(hedra_plain)(struct hedra_module *module, enum hedra_reason reason)
{
    CANCEL_OFF;
    struct report why;
    seconds_read = 0;
    exec_refuse_inside("hedra_plain");
    if (!scope && (!exec_choice(&why) || !mirror_drop_all(&why)))
        exec_die(why.text);
    if (scope && !mirror_drop_all(&why))
        exec_keep_failure(&why);
    if (!scope)
        ordered_home_all();
    if (module && stats_enabled())
        module_count_plain(module, reason);
    if (!scope && !stats_enabled()) /* counting needs all calls */
        mirror_watch_kept();
}
