/*
 * Which kinds of devices there are, and the devices that are open: each is
 * opened once, and what came of it is remembered for good (device.h).
 */
#include "runtime/device/device.h"

#include "runtime/base/base.h"
#include "runtime/base/first.h"
#include "runtime/device/fork.h"
#include "runtime/device/module.h"
#include "runtime/device/stats.h"
#include "runtime/host/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__has_include)
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define HAS_SINGLE_THREADED
#endif
#endif

const struct device_ops *const device_list[] = {&cuda_device,  &opencl_device,
                                                &host_device,  &ptxsim_device,
                                                &racer_device, NULL};

/* What came of opening one device; kept for good. */
struct opening {
    const struct device_ops *ops;
    int number;
    enum device_open result;
    struct device *device;
    bool lack;
    char *why; /* as long as it is; NULL: it opened, or there is no memory */
    int generation; /* of processes, by fork: 0, 1 for a child */
    struct opening *next;
};

static pthread_mutex_t open_lock FIRST_DATA = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct opening *) openings FIRST_DATA;
static _Atomic(void (*)(void)) enter_child_hook;

static bool bad_choice(const char *text, struct report *why)
{
    char valid[256] = "auto";
    for (int k = 0; device_list[k]; k++) {
        size_t used = strlen(valid);
        snprintf(valid + used, sizeof valid - used, ", %s%s",
                 device_list[k]->name,
                 device_list[k]->traits & DEVICE_NUMBERED ? "[:n]" : "");
    }
    return report_set(why, "HEDRA_DEVICE=%s names no device; valid are %s",
                      text, valid);
}

bool device_choice_parse(const char *text, struct device_choice *choice,
                         struct report *why)
{
    *choice = (struct device_choice){NULL, DEVICE_FIRST};
    if (!text || !*text || strcmp(text, "auto") == 0)
        return true;
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    for (int k = 0; device_list[k]; k++) {
        const struct device_ops *ops = device_list[k];
        if (strlen(ops->name) != length || strncmp(ops->name, text, length))
            continue;
        choice->ops = ops;
        if (!text[length])
            return true;
        if ((ops->traits & DEVICE_NUMBERED) &&
            number_whole(text + length + 1, &choice->number))
            return true;
    }
    return bad_choice(text, why);
}

/* In a child of fork: what other threads of the parent were about to do is not
 * done here. */
static void enter_child(void)
{
    device_next_generation();
    open_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    module_enter_child();
    stats_enter_child();
    void (*hook)(void) = atomic_load(&enter_child_hook);
    if (hook)
        hook();
}

void device_at_fork(void (*hook)(void))
{
    atomic_store(&enter_child_hook, hook);
}

bool device_follow(struct device *device, int queue, struct report *why)
{
    return !device->ops->follow || device->ops->follow(device, queue, why);
}

FIRST_CODE static struct opening *find_opening(const struct device_ops *ops,
                                               int number)
{
    struct opening *o = atomic_load_explicit(&openings, memory_order_acquire);
    while (o && (o->ops != ops || o->number != number))
        o = o->next;
    return o;
}

static atomic_bool watching FIRST_DATA;

static void watch(void)
{
    if (!atomic_exchange(&watching, true))
        pthread_atfork(NULL, NULL, enter_child);
}

static bool is_single_threaded(void)
{
#ifdef HAS_SINGLE_THREADED
    return __libc_single_threaded;
#else
    return false;
#endif
}

/* A child of a process of one thread that has opened nothing but the host may
 * use all that there is; and to ask for word of forks touches two pages of
 * libc. */
FIRST_CODE static bool must_watch(const struct device_ops *ops)
{
    struct usual usual;
    return !(ops->traits & DEVICE_IN_PLACE) || !is_single_threaded() ||
           !usual_environment(&usual);
}

/* Keeps the text alone: each page of memory that is the first to be touched
 * takes longer than a short nest. */
FIRST_CODE static void keep_why(struct opening *o, const struct report *why)
{
    if (o->result == DEVICE_OPENED)
        return;
    o->why = strdup(why->text);
    o->lack = why->lack || !o->why;
}

static void tell_why(const struct opening *o, struct report *why)
{
    const char *text = o->why ? o->why : "out of memory";
    memcpy(why->text, text, strlen(text) + 1); /* it was in a report before */
    why->lack = o->lack;
}

/* Called with open_lock held. */
FIRST_CODE static struct opening *open_device(const struct device_ops *ops,
                                              int number, struct report *why)
{
    struct opening *o = room_take(sizeof *o);
    if (!o)
        return NULL;
    o->ops = ops;
    o->number = number;
    if (must_watch(ops))
        watch();
    o->generation = device_generation();
    why->lack = false;
    why->text[0] = '\0';
    o->result = ops->open(number, stats_enabled(), &o->device, why);
    keep_why(o, why);
    o->next = atomic_load(&openings);
    atomic_store_explicit(&openings, o, memory_order_release);
    return o;
}

FIRST_CODE enum device_open device_get(const struct device_ops *ops, int number,
                                       struct device **device,
                                       struct report *why)
{
    struct opening *o = find_opening(ops, number);
    if (!o) {
        pthread_mutex_lock(&open_lock);
        o = find_opening(ops, number);
        if (!o)
            o = open_device(ops, number, why);
        pthread_mutex_unlock(&open_lock);
    }
    if (!o) {
        report_lack(why, "out of memory");
        return DEVICE_FAILED;
    }
    if (!is_single_threaded() && !atomic_load(&watching))
        watch();
    if (o->generation != device_generation() &&
        !(ops->traits & DEVICE_IN_PLACE)) {
        report_lack(why, "it cannot be used in a child of fork, as the parent "
                         "used it before (fork earlier, or exec)");
        return DEVICE_FAILED;
    }
    if (o->result != DEVICE_OPENED)
        tell_why(o, why);
    *device = o->device;
    return o->result;
}
