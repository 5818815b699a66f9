/*
 * Sums up what regions did and prints a line for each at exit (stats.h).
 */
#include "runtime/device/stats.h"

#include "runtime/base/base.h"
#include "runtime/base/first.h"
#include "runtime/device/environment.h"
#include "runtime/device/fork.h"
#include "runtime/device/module.h"
#include "runtime/host/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once FIRST_DATA = PTHREAD_ONCE_INIT;
static atomic_bool is_read FIRST_DATA;
static bool enabled FIRST_DATA;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

FIRST_CODE static void read_environment(void)
{
    struct usual usual;
    enabled =
        !usual_environment(&usual) && environment_word(ENVIRONMENT_STATS) == 1;
    atomic_store_explicit(&is_read, true, memory_order_release);
}

FIRST_CODE bool stats_enabled(void)
{
    if (!atomic_load_explicit(&is_read, memory_order_acquire))
        pthread_once(&once, read_environment);
    return enabled;
}

void stats_enter_child(void)
{
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

void stats_add(struct stats *total, const struct stats *one)
{
    pthread_mutex_lock(&lock);
    total->runs += one->runs;
    total->kernels += one->kernels;
    total->bytes_in += one->bytes_in;
    total->bytes_out += one->bytes_out;
    total->kernel_seconds += one->kernel_seconds;
    total->transfer_seconds += one->transfer_seconds;
    total->plans += one->plans;
    total->kept += one->kept;
    total->lists += one->lists;
    total->points += one->points;
    total->active += one->active;
    total->lanes += one->lanes;
    total->scheduler_seconds += one->scheduler_seconds;
    total->levels.made += one->levels.made;
    total->levels.kept += one->levels.kept;
    total->levels.walked += one->levels.walked;
    total->levels.steps += one->levels.steps;
    total->levels.slices += one->levels.slices;
    total->levels.active += one->levels.active;
    total->levels.points += one->levels.points;
    total->levels.lanes += one->levels.lanes;
    pthread_mutex_unlock(&lock);
}

static void print_row(const struct module_state *m,
                      const struct module_binding *b)
{
    char place[256];
    snprintf(place, sizeof place, "%s:%d", m->file, m->line);
    const struct stats *s = &b->stats;
    number_write(stderr,
                 "hedra: %-20s %-24s %-32.32s %8lld %9lld %12.6f %12.6f %14lld "
                 "%14lld\n",
                 m->name, place, b->device->name, (long long)s->runs,
                 (long long)s->kernels, s->kernel_seconds, s->transfer_seconds,
                 (long long)s->bytes_in, (long long)s->bytes_out);
}

static void print_plans(const char *name, const struct stats *s)
{
    char eta[32] = "";
    if (s->plans == 0)
        return;
    if (s->lanes > 0)
        number_print(eta, sizeof eta, ", eta %.3f",
                     (double)s->active / (double)s->lanes);
    number_write(
        stderr,
        "hedra: %-20s Plans: %lld made, %lld kept, %lld walked; %lld of "
        "%lld points active (%.1f %%), %.0f points a step%s; scheduler: "
        "%.6f s of "
        "kernels\n",
        name, (long long)(s->plans - s->kept), (long long)s->kept,
        (long long)s->lists, (long long)s->active, (long long)s->points,
        s->points ? 100.0 * (double)s->active / (double)s->points : 0,
        (double)s->active / (double)s->plans, eta, s->scheduler_seconds);
}

static double ratio(int64_t a, int64_t b)
{
    return b > 0 ? (double)a / (double)b : 0;
}

static void print_levels(const char *name, const struct stats *s)
{
    char eta[32] = "";
    if (s->levels.made + s->levels.kept == 0)
        return;
    if (s->levels.lanes > 0)
        number_print(eta, sizeof eta, ", eta %.3f",
                     ratio(s->levels.active, s->levels.lanes));
    number_write(
        stderr,
        "hedra: %-20s Plans by levels: %lld made, %lld kept, %lld walked; "
        "%lld steps for %lld of the static schedule, %lld of %lld points "
        "active, %.1f points a step%s; scheduler: %.6f of %.6f s in "
        "kernels\n",
        name, (long long)s->levels.made, (long long)s->levels.kept,
        (long long)s->levels.walked, (long long)s->levels.steps,
        (long long)s->levels.slices, (long long)s->levels.active,
        (long long)s->levels.points, ratio(s->levels.active, s->levels.steps),
        eta, s->scheduler_seconds, s->kernel_seconds);
}

static void print_plain(const struct module_state *m)
{
    static const char *const reason[HEDRA_REASONS] = {
        [HEDRA_ASSUMED] = "sizes not as assumed",
        [HEDRA_OVERLAPS] = "arrays overlap",
        [HEDRA_NO_DEVICE] = "no device",
        [HEDRA_NO_MEMORY] = "no memory",
        [HEDRA_CHOSEN] = "chosen",
        [HEDRA_ROUNDING] = "rounding mode"};
    char place[256], device[64];
    snprintf(place, sizeof place, "%s:%d", m->file, m->line);
    for (int k = 0; k < HEDRA_REASONS; k++) {
        long long runs = atomic_load(&m->plain[k]);
        if (runs == 0)
            continue;
        snprintf(device, sizeof device, "plain C: %s", reason[k]);
        fprintf(stderr, "hedra: %-20s %-24s %-32s %8lld\n", m->name, place,
                device, runs);
    }
}

/* A destructor rather than an exit handler, so that regions run by the
 * program's own exit handlers count. The newest module comes first in the list,
 * the oldest on paper. */
__attribute__((destructor)) static void print_all(void)
{
    if (device_forked() || !stats_enabled() || !module_first())
        return;
    pthread_mutex_lock(&lock);
    fprintf(stderr, "hedra: %-20s %-24s %-32s %8s %9s %12s %12s %14s %14s\n",
            "region", "where", "device", "runs", "kernels", "kernel s",
            "transfer s", "bytes in", "bytes out");
    int count = 0;
    for (struct module_state *m = module_first(); m; m = m->next)
        count++;
    while (count-- > 0) {
        struct module_state *m = module_first();
        for (int k = 0; k < count; k++)
            m = m->next;
        for (struct module_binding *b = m->binding; b; b = b->next)
            if (b->stats.runs > 0) {
                print_row(m, b);
                print_plans(m->name, &b->stats);
                print_levels(m->name, &b->stats);
            }
        print_plain(m);
    }
    pthread_mutex_unlock(&lock);
}
