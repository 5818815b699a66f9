/*
 * Keeps the counts of each region's program until the process ends and then
 * prints them in the forms that were asked for (count_report.h).
 */
#include "runtime/device/count_report.h"

#include "runtime/device/device.h"
#include "runtime/device/environment.h"
#include "runtime/device/module.h"
#include "runtime/device/racer_count.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void (*const show_form[COUNT_FORMS])(FILE *out, const struct show *s) = {
    [COUNT_TABLE] = show_table,
    [COUNT_JSON] = show_json,
    [COUNT_ANNOTATE] = show_annotated,
};

/* The process' counts ------------------------------------------------------ */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct count_request asked;
static bool valid;
static struct report wrong;
static _Atomic bool failed; /* device_run_failed */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct show_region *region; /* in the order in which they came */
static int region_count, region_capacity;

static void read_environment(void)
{
    valid = count_request_parse(getenv("HEDRA_COUNT"), &asked, &wrong);
}

bool count_report_valid(struct report *why)
{
    pthread_once(&once, read_environment);
    return valid || report_set(why, "%s", wrong.text);
}

void device_run_failed(void)
{
    failed = true;
}

bool count_report_asks(enum count_form form)
{
    pthread_once(&once, read_environment);
    return valid && asked.wanted[form];
}

static bool reserve_region(void)
{
    if (region_count < region_capacity)
        return true;
    int capacity = 2 * region_capacity + 8;
    void *larger = realloc(region, (size_t)capacity * sizeof *region);
    if (!larger)
        return false;
    region = larger;
    region_capacity = capacity;
    return true;
}

bool count_report_observe(const char *name, const char *file, int line,
                          const char *ptx, const struct ptxsim_program *program,
                          struct ptxsim_observer **observer, struct report *why)
{
    *observer = NULL;
    if (!count_report_valid(why) || !count_request_any(&asked))
        return valid;
    struct counts *counts = counts_new(program, ptx, asked.arch);
    pthread_mutex_lock(&lock);
    bool good = counts && reserve_region();
    if (good)
        region[region_count++] = (struct show_region){name, file, line, counts};
    pthread_mutex_unlock(&lock);
    if (!good) {
        counts_free(counts);
        return report_set(why, "out of memory for HEDRA_COUNT");
    }
    *observer = counts_observer(counts);
    return true;
}

/* A process has one device, by HEDRA_DEVICE. */
static void print_form(int k, const struct show *s)
{
    const char *path = asked.file[k];
    FILE *out = path ? fopen(path, "w") : stderr;
    if (out && s->count > 0)
        show_form[k](out, s);
    else if (out && k == COUNT_TABLE)
        racer_count_table(out);
    else if (out && k == COUNT_JSON)
        racer_count_json(out);
    if (!out || ferror(out) || (path && fclose(out) != 0))
        fprintf(stderr, "hedra: HEDRA_COUNT: '%s' cannot be written: %s\n",
                path ? path : "stderr", strerror(errno));
}

/* A destructor, as for HEDRA_STATS: regions run by the program's own exit
 * handlers count. */
__attribute__((destructor)) static void print_all(void)
{
    struct report why;
    if (device_forked() || !module_first() || !environment_check(&why))
        return;
    pthread_once(&once, read_environment);
    if (!valid && !failed)
        fprintf(stderr, "hedra: %s\n", wrong.text);
    if (!valid || !count_request_any(&asked))
        return;
    pthread_mutex_lock(&lock);
    struct show s = {region_count, region, asked.arch, asked.resources};
    bool any = region_count > 0 || racer_count_any();
    if (!any && !failed)
        fputs("hedra: HEDRA_COUNT: nothing was counted, for no region ran with "
              "HEDRA_DEVICE=ptxsim or racer\n",
              stderr);
    for (int k = 0; k < COUNT_FORMS && any; k++)
        if (asked.wanted[k])
            print_form(k, &s);
    pthread_mutex_unlock(&lock);
}
