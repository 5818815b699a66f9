/*
 * The memory of a run (run_memory.h): one block for all its records, which the
 * module keeps for the next run.
 */
#include "runtime/region/run_memory.h"

#include "runtime/base/first.h"
#include "runtime/device/device.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64 };

/* What a module may keep of the host's memory. Address sanitizers see rows of
 * their own. */
#if defined(__SANITIZE_ADDRESS__)
enum { MOST_SCRATCH = 0 };
#else
enum { MOST_SCRATCH = 1 << 16 };
#endif

FIRST_CODE static size_t round_up(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

FIRST_CODE static int longest_signature(const struct hedra_kernel *kernel,
                                        int count)
{
    size_t most = 0;
    for (int k = 0; k < count; k++) {
        size_t length = strlen(kernel[k].signature);
        most = length > most ? length : most;
    }
    return (int)most;
}

/* Returns the most arguments of any kernel; nothing is known of a module of
 * another version but its name and place. */
FIRST_CODE static int most_arguments(const struct hedra_module *m)
{
    if (m->abi != HEDRA_ABI)
        return 0;
    int gpu = longest_signature(m->gpu_kernel, m->gpu_kernel_count);
    int host = longest_signature(m->host_kernel, m->host_kernel_count);
    return gpu > host ? gpu : host;
}

/* The first run's, in one page of memory with the beginning of its report:
 * each that is touched for the first time takes longer than a short nest. */
static struct {
    alignas(4096) unsigned char block[2048];
    struct report report;
} first;
static atomic_flag is_taken FIRST_DATA = ATOMIC_FLAG_INIT; /* the block */

FIRST_CODE static unsigned char *take_block(size_t size)
{
    if (size <= sizeof first.block && !atomic_flag_test_and_set(&is_taken))
        return first.block;
    return aligned_alloc(ALIGN, size);
}

static void free_memory(struct run_memory *m)
{
    if (!m)
        return;
    doacross_free(&m->doacross);
    free(m->home);
    free(m->scratch);
    if ((unsigned char *)m == first.block)
        atomic_flag_clear(&is_taken);
    else
        free(m);
}

/* Its parts in one block. */
FIRST_CODE static struct run_memory *new_memory(int row_count, int arg_count,
                                                size_t head)
{
    size_t rows = row_count > 0 ? (size_t)row_count : 1;
    size_t args = arg_count > 0 ? (size_t)arg_count : 1;
    struct run_memory *m;
    const size_t size[] = {
        round_up(sizeof *m),
        round_up(head),
        round_up(rows * sizeof *m->place),
        round_up(rows * sizeof *m->reserve),
        round_up(rows * sizeof *m->row_copy),
        round_up(args * sizeof *m->value),
        round_up(args * sizeof *m->arg_place),
        round_up(args * sizeof *m->arg_array),
    };
    enum { PARTS = sizeof size / sizeof *size };
    size_t all = 0, at = 0;
    void *part[PARTS];
    for (int k = 0; k < PARTS; k++)
        all += size[k];
    unsigned char *block = take_block(all);
    if (!block)
        return NULL;
    for (int k = 0; k < PARTS; at += size[k++])
        part[k] = block + at;
    m = part[0];
    *m = (struct run_memory){
        .rows = (int)rows,
        .head = part[1],
        .place = part[2],
        .reserve = part[3],
        .row_copy = part[4],
        .value = part[5],
        .arg_place = part[6],
        .arg_array = part[7],
    };
    return m;
}

FIRST_CODE static _Atomic(struct run_memory *) *
slot_of(const struct hedra_module *module)
{
    if (module->abi != HEDRA_ABI)
        return NULL;
    struct module_state *state = module_state_of(module);
    return state ? &state->spare : NULL;
}

FIRST_CODE struct run_memory *run_memory_take(struct hedra_module *module,
                                              int rows, size_t head)
{
    _Atomic(struct run_memory *) *slot = slot_of(module);
    struct run_memory *m =
        slot ? atomic_exchange_explicit(slot, NULL, memory_order_acquire)
             : NULL;
    if (m && rows <= m->rows)
        return m;
    free_memory(m);
    return new_memory(rows, most_arguments(module), head);
}

FIRST_CODE void run_memory_give(struct hedra_module *module,
                                struct run_memory *memory)
{
    _Atomic(struct run_memory *) *slot = slot_of(module);
    doacross_clear(&memory->doacross);
    if (slot)
        memory = atomic_exchange_explicit(slot, memory, memory_order_acq_rel);
    free_memory(memory);
}

bool run_memory_has_home(struct run_memory *memory)
{
    if (!memory->home)
        memory->home = malloc(RUN_MEMORY_HOME);
    return memory->home;
}

static _Atomic(struct report *) spare_report FIRST_DATA = &first.report;

static void free_report(struct report *report)
{
    if (report != &first.report)
        free(report);
}

FIRST_CODE struct report *run_memory_take_report(void)
{
    struct report *report =
        atomic_exchange_explicit(&spare_report, NULL, memory_order_acquire);
    return report ? report : malloc(sizeof *report);
}

FIRST_CODE void run_memory_give_report(struct report *report)
{
    free_report(
        atomic_exchange_explicit(&spare_report, report, memory_order_acq_rel));
}

/* Plans' rows live longer than the run, and have memory of their own. */
FIRST_CODE static bool is_temporary(const struct hedra_array *a)
{
    return (a->flags & HEDRA_TEMP) && !(a->flags & HEDRA_PLAN_ROW);
}

/* Is there scratch for all the temporary rows, and are there any? */
FIRST_CODE static bool has_scratch(struct run_memory *m,
                                   const struct hedra_array *array, int count)
{
    size_t size = 0;
    for (int k = 0; k < count; k++) {
        const struct hedra_array *a = &array[k];
        if (!is_temporary(a) || a->lo >= a->hi)
            continue;
        size_t length = (size_t)a->hi - (size_t)a->lo;
        if (length > MOST_SCRATCH)
            return false;
        size += round_up(length);
    }
    if (size == 0 || size > MOST_SCRATCH)
        return false;
    if (size > m->scratch_size) {
        free(m->scratch);
        m->scratch = aligned_alloc(ALIGN, size);
        m->scratch_size = m->scratch ? size : 0;
    }
    return m->scratch;
}

FIRST_CODE bool run_memory_take_rows(struct run_memory *m,
                                     struct device *device,
                                     const struct hedra_array *array, int count,
                                     struct report *why)
{
    size_t at = 0;
    m->in_scratch = has_scratch(m, array, count);
    for (int k = 0; k < count; k++)
        if (array[k].flags & HEDRA_TEMP)
            m->place[k] =
                (struct device_place){0, -array[k].lo, array[k].element_size};
    for (int k = 0; k < count; k++) {
        const struct hedra_array *a = &array[k];
        if (!is_temporary(a) || a->lo >= a->hi)
            continue;
        if (m->in_scratch) {
            m->place[k].memory = (uintptr_t)(m->scratch + at);
            at += round_up((size_t)a->hi - (size_t)a->lo);
        } else if (!plan_cache_alloc(device, a, &m->place[k], why)) {
            run_memory_free_rows(m, device, array, count);
            return false;
        }
    }
    return true;
}

FIRST_CODE void run_memory_free_rows(struct run_memory *m,
                                     struct device *device,
                                     const struct hedra_array *array, int count)
{
    for (int k = 0; k < count; k++) {
        const struct hedra_array *a = &array[k];
        if (m->in_scratch && is_temporary(a))
            m->place[k].memory = 0;
        else if (a->flags & HEDRA_TEMP)
            plan_cache_free(device, a, &m->place[k]);
    }
    m->in_scratch = false;
}

/* Frees all spares when the process ends or the library is unloaded. */
__attribute__((destructor)) static void free_spares(void)
{
    for (struct module_state *s = module_first(); s; s = s->next)
        free_memory(atomic_exchange(&s->spare, NULL));
    free_report(atomic_exchange(&spare_report, NULL));
}
