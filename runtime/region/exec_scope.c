/*
 * Where regions run: what HEDRA_DEVICE says, or the scope that the calling
 * thread is in (exec.h); what regions say and how they end a process; and the
 * plain nest.
 */
#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/region/local.h"
#include "runtime/region/ordered.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* The calling thread's scope; NULL: the program's own regions run. */
static _Thread_local struct exec_scope *scope;

static pthread_once_t choice_once FIRST_DATA = PTHREAD_ONCE_INIT;
static struct device_choice choice FIRST_DATA;
static atomic_bool choice_valid FIRST_DATA;
static struct report choice_report;

__attribute__((noinline)) static void read_unusual(void)
{
    choice_valid =
        environment_check(&choice_report) &&
        device_choice_parse(getenv("HEDRA_DEVICE"), &choice, &choice_report);
}

FIRST_CODE static void read_choice(void)
{
    struct usual usual;
    if (!usual_environment(&usual)) {
        read_unusual();
        return;
    }
    choice.ops = usual.host ? &host_device : NULL;
    choice.number = DEVICE_FIRST;
    choice_valid = true;
}

/* Without a report, which is large: what is called below it would touch pages
 * of the stack that nobody had before. */
FIRST_CODE static bool has_choice(void)
{
    if (!choice_valid)
        pthread_once(&choice_once, read_choice);
    return choice_valid;
}

FIRST_CODE const struct device_choice *exec_choice(struct report *why)
{
    if (has_choice())
        return &choice;
    report_set(why, "%s", choice_report.text);
    return NULL;
}

bool exec_is_named(void)
{
    return !has_choice() || choice.ops;
}

__attribute__((noinline)) static bool
has_no_device(const struct hedra_module *module)
{
    struct report why;
    struct device *device;
    for (int k = 0; device_list[k]; k++)
        if (device_list[k]->traits & DEVICE_AUTO &&
            device_list[k]->text(module) &&
            device_get(device_list[k], DEVICE_FIRST_GPU, &device, &why) !=
                DEVICE_ABSENT)
            return false;
    return true;
}

FIRST_CODE static bool is_for_host(const struct hedra_module *module)
{
    for (int k = 0; device_list[k]; k++)
        if (device_list[k]->traits & DEVICE_AUTO &&
            device_list[k]->text(module))
            return has_no_device(module);
    return true;
}

FIRST_CODE bool exec_runs_on_host(const struct hedra_module *module, int want)
{
    if (scope || !has_choice() || want == EXEC_GPU)
        return false;
    if (want == EXEC_HOST || choice.ops)
        return want == EXEC_HOST || choice.ops->traits & DEVICE_IN_PLACE;
    return is_for_host(module);
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

FIRST_CODE struct exec_scope *exec_scope(void)
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

/* The exit status of BSD's EX_SOFTWARE. */
enum { EXEC_FAULT = 70 };

_Noreturn void exec_leave(void)
{
    device_run_failed();
    exit(EXEC_FAULT);
}

_Noreturn void exec_die(const char *text)
{
    fprintf(stderr, "hedra: %s\n", text);
    exec_leave();
}

/* The calling thread's run, where that holds mirror.c's lock. */
static _Thread_local const struct hedra_run *mirrored;

FIRST_CODE void exec_set_mirrored(const struct hedra_run *run)
{
    mirrored = run;
}

/* Waiting for one's own lock would take for ever. */
FIRST_CODE void exec_refuse_inside(const char *function)
{
    if (!mirrored)
        return;
    fprintf(stderr,
            "hedra: %s: cannot be called between hedra_begin and hedra_end of "
            "region '%s' on %s\n",
            function, mirrored->module->name, mirrored->device->name);
    exec_leave();
}

static _Thread_local double seconds_read;

void exec_add_reading(double seconds)
{
    seconds_read += seconds;
}

FIRST_CODE double exec_take_reading(void)
{
    double seconds = seconds_read;
    seconds_read = 0;
    return seconds;
}

__attribute__((noinline)) static void leave_devices(void)
{
    struct report why;
    exec_refuse_inside("hedra_plain");
    if (!scope && (!exec_choice(&why) || !mirror_drop_all(&why)))
        exec_die(why.text);
    if (scope && !mirror_drop_all(&why))
        exec_keep_failure(&why);
    if (!scope)
        ordered_home_all();
}

FIRST_CODE void(hedra_plain)(struct hedra_module *module,
                             enum hedra_reason reason)
{
    CANCEL_OFF;
    seconds_read = 0;
    if (scope || mirrored || !has_choice() || !mirror_has_nothing() ||
        ordered_has_any())
        leave_devices();
    if (module && stats_enabled())
        module_count_plain(module, reason);
    if (!scope && !stats_enabled()) /* counting needs all calls */
        mirror_watch_kept();
}
