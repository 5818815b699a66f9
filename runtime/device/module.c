/*
 * The list of modules that were bound to a device (module.h). It grows only, so
 * that readers need no lock.
 */
#include "runtime/device/module.h"
#include "runtime/base/base.h"
#include "runtime/device/stats.h"
#include "runtime/host/host.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

FIRST_CALLED(pthread_mutex_lock);
FIRST_CALLED(pthread_mutex_unlock);

static pthread_mutex_t build_lock FIRST_DATA = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct module_state *) modules FIRST_DATA;

void module_enter_child(void)
{
    build_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

struct module_state *module_first(void)
{
    return atomic_load_explicit(&modules, memory_order_acquire);
}

_Static_assert(offsetof(struct module_state, again) == 0,
               "generated code takes the state for a struct hedra_again");

FIRST_CODE struct module_state *
module_state_of(const struct hedra_module *module)
{
    return __atomic_load_n(&module->state, __ATOMIC_ACQUIRE);
}

FIRST_CODE struct module_binding *module_find(const struct hedra_module *module,
                                              const struct device *device)
{
    struct module_state *state = module_state_of(module);
    if (!state)
        return NULL;
    struct module_binding *b =
        atomic_load_explicit(&state->binding, memory_order_acquire);
    while (b && b->device != device)
        b = b->next;
    return b;
}

/* Are there texts, as far as somebody will read them? */
__attribute__((noinline)) static bool
copy_texts(const struct hedra_module *module, struct module_state *state)
{
    state->name = strdup(module->name);
    state->file = strdup(module->file);
    if (state->name && state->file)
        return true;
    free(state->name);
    free(state->file);
    return false;
}

FIRST_CODE static struct module_state *
allocate(const struct hedra_module *module)
{
    struct module_state *state = room_take(sizeof *state);
    if (!state || !stats_enabled() || copy_texts(module, state))
        return state;
    room_give(state);
    return NULL;
}

/* Called with build_lock held. */
FIRST_CODE static struct module_state *get_state(struct hedra_module *module)
{
    struct module_state *state = module_state_of(module);
    if (state)
        return state;
    state = allocate(module);
    if (!state)
        return NULL;
    state->line = module->line;
    state->next = atomic_load(&modules);
    atomic_store_explicit(&modules, state, memory_order_release);
    __atomic_store_n(&module->state, state, __ATOMIC_RELEASE);
    return state;
}

FIRST_CODE struct module_state *module_state_make(struct hedra_module *module)
{
    pthread_mutex_lock(&build_lock);
    struct module_state *state = get_state(module);
    pthread_mutex_unlock(&build_lock);
    return state;
}

bool module_say_once(struct hedra_module *module)
{
    struct module_state *state = module_state_make(module);
    return !state || !atomic_exchange(&state->said, true);
}

void module_count_plain(struct hedra_module *module, enum hedra_reason why)
{
    struct module_state *state = module_state_make(module);
    if (state)
        atomic_fetch_add(&state->plain[why], 1);
}

/* Keeps `why` for good. */
__attribute__((noinline)) static struct module_binding *
keep_failure(struct module_binding *b, const struct report *why)
{
    b->why = malloc(sizeof *b->why);
    if (b->why) {
        report_copy(b->why, why);
        return b;
    }
    room_give(b);
    return NULL;
}

/* `why` is used for what is kept, too: it is large. */
FIRST_CODE static struct module_binding *
build(struct hedra_module *module, struct device *device, struct report *why)
{
    struct module_binding *b = room_take(sizeof *b);
    if (!b)
        return NULL;
    b->device = device;
    b->program = device->ops->build(device, module, why);
    return b->program ? b : keep_failure(b, why);
}

FIRST_CODE static struct module_binding *
add_binding(struct hedra_module *module, struct device *device,
            struct report *why)
{
    struct module_state *state = get_state(module);
    struct module_binding *b = state ? build(module, device, why) : NULL;
    if (!b)
        return NULL;
    b->next = atomic_load(&state->binding);
    atomic_store_explicit(&state->binding, b, memory_order_release);
    return b;
}

FIRST_CODE struct module_binding *module_bind(struct hedra_module *module,
                                              struct device *device,
                                              struct report *why)
{
    struct module_binding *b = module_find(module, device);
    if (!b) {
        pthread_mutex_lock(&build_lock);
        b = module_find(module, device);
        if (!b)
            b = add_binding(module, device, why);
        pthread_mutex_unlock(&build_lock);
    }
    if (!b) {
        report_lack(why, "out of memory");
        return NULL;
    }
    if (!b->program) {
        report_copy(why, b->why);
        return NULL;
    }
    return b;
}
