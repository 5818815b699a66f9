/*
 * The list of modules that were bound to a device (module.h). It grows only, so
 * that readers need no lock.
 */
#include "runtime/device/module.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t build_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct module_state *) modules;

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

struct module_state *module_state_of(const struct hedra_module *module)
{
    return __atomic_load_n(&module->state, __ATOMIC_ACQUIRE);
}

struct module_binding *module_find(const struct hedra_module *module,
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

/* A program's first states: its first call of malloc may take longer than many
 * nests, and a program need not have called it. */
static struct early_state {
    struct module_state state;
    char text[96]; /* name and file */
} early[4];

/* Returns NULL where none is left, or the texts are too long. */
static struct module_state *take_early(const struct hedra_module *module)
{
    static size_t taken;
    size_t name = strlen(module->name) + 1, file = strlen(module->file) + 1;
    if (taken == sizeof early / sizeof *early ||
        name + file > sizeof early->text)
        return NULL;
    struct early_state *e = &early[taken++];
    e->state.name = memcpy(e->text, module->name, name);
    e->state.file = memcpy(e->text + name, module->file, file);
    return &e->state;
}

static struct module_state *allocate(const struct hedra_module *module)
{
    struct module_state *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    state->name = strdup(module->name);
    state->file = strdup(module->file);
    if (state->name && state->file)
        return state;
    free(state->name);
    free(state->file);
    free(state);
    return NULL;
}

/* Called with build_lock held. */
static struct module_state *get_state(struct hedra_module *module)
{
    struct module_state *state = module_state_of(module);
    if (state)
        return state;
    state = take_early(module);
    if (!state)
        state = allocate(module);
    if (!state)
        return NULL;
    state->line = module->line;
    state->next = atomic_load(&modules);
    atomic_store_explicit(&modules, state, memory_order_release);
    __atomic_store_n(&module->state, state, __ATOMIC_RELEASE);
    return state;
}

struct module_state *module_state_make(struct hedra_module *module)
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

static struct module_binding *build(struct hedra_module *module,
                                    struct device *device)
{
    struct module_binding *b = calloc(1, sizeof *b);
    struct report *why = malloc(sizeof *why);
    if (!b || !why) {
        free(b);
        free(why);
        return NULL;
    }
    b->device = device;
    b->program = device->ops->build(device, module, why);
    if (b->program)
        free(why);
    else
        b->why = why;
    return b;
}

static struct module_binding *add_binding(struct hedra_module *module,
                                          struct device *device)
{
    struct module_state *state = get_state(module);
    struct module_binding *b = state ? build(module, device) : NULL;
    if (!b)
        return NULL;
    b->next = atomic_load(&state->binding);
    atomic_store_explicit(&state->binding, b, memory_order_release);
    return b;
}

struct module_binding *module_bind(struct hedra_module *module,
                                   struct device *device, struct report *why)
{
    struct module_binding *b = module_find(module, device);
    if (!b) {
        pthread_mutex_lock(&build_lock);
        b = module_find(module, device);
        if (!b)
            b = add_binding(module, device);
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
