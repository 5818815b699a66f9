/*
 * Launches of kernels with atomic operations: alone, with private copies of
 * sums, or shared as they are (atomics.h).
 */
#include "runtime/host/atomics.h"

#include "runtime/host/fork.h"
#include "runtime/host/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* What an atomic operation costs, in plain ones, on memory that others seldom
 * use and on lines that they do; as many bytes are lines for a thread. */
enum { ATOMIC_COST = 20, SHARED_COST = 200, BYTES_FOR_EACH = 4096 };

/* Copies of so many bytes in all are little next to waking a thread; larger
 * ones have to have so many blocks for each element. */
enum { FEW_BYTES = 32768, BLOCKS_FOR_EACH = 16 };

static bool is_sum(const struct atomic_launch *l, int k)
{
    return l->kernel->atomics->sums[k] != '-';
}

static int64_t bytes_of(const struct hedra_array *a)
{
    return a->hi > a->lo ? a->hi - a->lo : 0;
}

/* The bytes of the smallest array that the launch may write. */
static int64_t least_bytes(const struct atomic_launch *l)
{
    int64_t least = INT64_MAX;
    for (int k = 0; k < l->count; k++)
        if (l->array[k] && l->array[k]->flags & (HEDRA_WRITE | HEDRA_TEMP) &&
            bytes_of(l->array[k]) < least)
            least = bytes_of(l->array[k]);
    return least;
}

int host_atomics_threads(const struct atomic_launch *l)
{
    int work = l->kernel->atomics->work + 1;
    int64_t few = least_bytes(l) / BYTES_FOR_EACH;
    int quick = (work + ATOMIC_COST + work - 1) / work;
    int slow = (work + SHARED_COST + work - 1) / work;
    return quick <= few ? quick : slow;
}

/* Does it lie as the kernel's elements do, and is its length known? */
static bool may_be_copied(const struct atomic_launch *l, int k)
{
    const struct hedra_array *a = l->array[k];
    int size = l->kernel->atomics->sums[k] - '0';
    return a && !(a->flags & HEDRA_GUESS) && a->element_size == size &&
           a->lo % size == 0 && bytes_of(a) % size == 0 &&
           bytes_of(a) <= INT64_MAX / HOST_POOL_MAX_THREADS / 2;
}

bool host_atomics_copies(const struct atomic_launch *l, int threads)
{
    int64_t bytes = 0, elements = 0, others = threads - 1;
    if (!l->kernel->atomics->sums)
        return false;
    for (int k = 0; k < l->count; k++) {
        if (!is_sum(l, k))
            continue;
        if (!may_be_copied(l, k))
            return false;
        bytes += bytes_of(l->array[k]);
        elements += bytes_of(l->array[k]) / l->array[k]->element_size;
    }
    return bytes * others <= FEW_BYTES ||
           elements * others <= l->blocks / BLOCKS_FOR_EACH;
}

/* Private copies ----------------------------------------------------------- */

enum { LINE = 64 };

/* What one thread at a time adds to: number 0 the arrays, others copies. */
struct private_set {
    atomic_bool taken;
    bool used;
    union hedra_arg *value;
};

struct private_run {
    const struct atomic_launch *launch;
    struct private_set *set;
    union hedra_arg *value; /* of all sets */
    char *memory;           /* of the copies */
    int sets;
};

/* A copy begins at a line of its own. */
static int64_t room_of(const struct hedra_array *a)
{
    return (bytes_of(a) + LINE - 1) / LINE * LINE;
}

static void fill_set(const struct atomic_launch *l, struct private_set *s,
                     char *memory)
{
    memcpy(s->value, l->value, (size_t)l->count * sizeof *s->value);
    for (int k = 0; memory && k < l->count; k++) {
        if (!is_sum(l, k))
            continue;
        s->value[k].p =
            (void *)((uintptr_t)memory - (uintptr_t)l->array[k]->lo);
        memory += room_of(l->array[k]);
    }
}

/* False: there is no memory for the copies. */
static bool make_sets(struct private_run *r)
{
    const struct atomic_launch *l = r->launch;
    size_t bytes = 0, sets = (size_t)r->sets;
    for (int k = 0; k < l->count; k++)
        bytes += is_sum(l, k) ? (size_t)room_of(l->array[k]) : 0;
    if (!host_memory_has((sets - 1) * bytes))
        return false;
    r->set = calloc(sets, sizeof *r->set);
    r->value = calloc(sets * (size_t)l->count, sizeof *r->value);
    r->memory = calloc((sets - 1) * bytes + LINE, 1);
    if (!r->set || !r->value || !r->memory)
        return false;
    char *first = r->memory + (LINE - (uintptr_t)r->memory % LINE) % LINE;
    for (size_t i = 0; i < sets; i++) {
        r->set[i].value = r->value + i * (size_t)l->count;
        fill_set(l, &r->set[i], i ? first + (i - 1) * bytes : NULL);
    }
    return true;
}

/* There are as many sets as threads: one is free. */
static struct private_set *take_set(struct private_run *r)
{
    for (int i = 0;; i = (i + 1) % r->sets)
        if (!atomic_load_explicit(&r->set[i].taken, memory_order_relaxed) &&
            !atomic_exchange_explicit(&r->set[i].taken, true,
                                      memory_order_acquire))
            return &r->set[i];
}

static void run_private(const void *context, int64_t begin, int64_t end)
{
    struct private_run *r = *(struct private_run *const *)context;
    struct private_set *s = take_set(r);
    s->used = true;
    r->launch->kernel->atomics->alone(s->value, begin, end);
    atomic_store_explicit(&s->taken, false, memory_order_release);
}

/* What nothing was added to is left as it is: it may be another thread's. */
static void add_copy(const struct atomic_launch *l, int k, const void *copy)
{
    const struct hedra_array *a = l->array[k];
    int64_t n = bytes_of(a) / a->element_size;
    char *to = (char *)l->value[k].p + a->lo;
    if (l->kernel->atomics->sums[k] == '4') {
        const uint32_t *from = copy;
        for (int64_t i = 0; i < n; i++)
            if (from[i])
                ((uint32_t *)to)[i] += from[i];
    } else {
        const uint64_t *from = copy;
        for (int64_t i = 0; i < n; i++)
            if (from[i])
                ((uint64_t *)to)[i] += from[i];
    }
}

static void add_sets(const struct private_run *r)
{
    const struct atomic_launch *l = r->launch;
    for (int i = 1; i < r->sets; i++)
        for (int k = 0; r->set[i].used && k < l->count; k++)
            if (is_sum(l, k))
                add_copy(l, k, (char *)r->set[i].value[k].p + l->array[k]->lo);
}

/* False: nothing was run. */
static bool run_copies(int threads, const struct atomic_launch *l)
{
    struct private_run run = {.launch = l, .sets = threads}, *r = &run;
    bool made = make_sets(r);
    if (made) {
        host_fork_run(threads, l->kernel, run_private, &r, l->blocks);
        add_sets(r);
    }
    free(run.set);
    free(run.value);
    free(run.memory);
    return made;
}

/* Running ------------------------------------------------------------------ */

static void run_shared(const void *context, int64_t begin, int64_t end)
{
    const struct atomic_launch *l = context;
    l->kernel->host(l->value, begin, end);
}

void host_atomics_run(int threads, const struct atomic_launch *l)
{
    if (threads > 1 && l->blocks > 1) {
        if (host_atomics_copies(l, threads) && run_copies(threads, l))
            return;
        if (threads >= host_atomics_threads(l)) {
            host_fork_run(threads, l->kernel, run_shared, l, l->blocks);
            return;
        }
    }
    l->kernel->atomics->alone(l->value, 0, l->blocks);
}
