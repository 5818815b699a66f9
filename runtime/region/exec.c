/*
 * A region from hedra_begin to hedra_end: the device is chosen, arrays are made
 * present, kernels are launched, and what fails is told or ends the process.
 */
#include "runtime/base/base.h"
#include "runtime/device/device.h"
#include "runtime/host/host.h"
#include "runtime/region/ordered.h"
#include "runtime/region/run_plan.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A buffer's address is passed as bits of hedra_arg.m and read as its .p. */
_Static_assert(sizeof(void *) == sizeof(uint64_t), "addresses have 64 bits");

static pthread_once_t plan_once = PTHREAD_ONCE_INIT;
static int plan_mode;

/* The words of the variable stand in this order. */
_Static_assert(HEDRA_PLAN_AUTO == 0 && HEDRA_PLAN_GUARD == 1 &&
                   HEDRA_PLAN_LIST == 2,
               "auto, guard, plan");

static void read_plan_mode(void)
{
    plan_mode = environment_word(ENVIRONMENT_PLAN);
}

int exec_plan_mode(void)
{
    return plan_mode;
}

/* Ends what hedra_begin began; the run may be NULL. */
FIRST_CODE static void free_run(struct hedra_run *run,
                                struct cancel_state cancelled)
{
    if (run) {
        run_memory_give_report(run->why);
        free(run->key);
        free(run->keyed);
        run_memory_give(run->module, run->memory);
    }
    cancel_back(&cancelled);
}

/* The report's text is not cleared: it is large, and regions may be small. */
FIRST_CODE static struct hedra_run *
new_run(struct hedra_module *module, const struct hedra_array *array, int count)
{
    struct run_memory *memory =
        run_memory_take(module, count, sizeof(struct hedra_run));
    if (!memory)
        return NULL;
    struct report *why = run_memory_take_report();
    if (!why) {
        run_memory_give(module, memory);
        return NULL;
    }
    struct hedra_run *run = memory->head;
    memset(run, 0, sizeof *run);
    run->why = why;
    why->text[0] = '\0';
    why->lack = false;
    run->module = module;
    run->array = array;
    run->count = count;
    run->memory = memory;
    memory->home_row = -1;
    run->place = memory->place;
    for (int k = 0; k < count; k++) {
        run->has_plan_rows |= (array[k].flags & HEDRA_PLAN_ROW) != 0;
        run->place[k] = memory->reserve[k] = (struct device_place){0};
        memory->row_copy[k] = NULL;
    }
    return run;
}

/* The host must not compute with bytes that are newer on a device that fails.
 */
static _Noreturn void die_of_loss(const struct hedra_run *run)
{
    exec_say(run->module, " cannot get its kept arrays back", run->why->text);
    exec_leave();
}

/* Does the host have memory for all temporary rows together? The largest one is
 * named. */
FIRST_CODE static bool has_room(struct hedra_run *run)
{
    const struct hedra_array *largest = NULL;
    uint64_t total = 0, most = 0;
    bool fits = true;
    for (int k = 0; k < run->count; k++) {
        const struct hedra_array *a = &run->array[k];
        if (a->lo >= a->hi || !(a->flags & HEDRA_TEMP) ||
            (a->flags & HEDRA_PLAN_ROW))
            continue;
        uint64_t size = (uint64_t)a->hi - (uint64_t)a->lo;
        largest = size > most ? a : largest;
        most = size > most ? size : most;
        fits = fits && !__builtin_add_overflow(total, size, &total);
    }
    if (fits && host_memory_has(total))
        return true;
    return report_lack(run->why,
                       "temporary array '%s': the host has no %llu bytes left",
                       largest->name, (unsigned long long)most);
}

FIRST_CODE static bool begin_in_place(struct hedra_run *run)
{
    for (int k = 0; k < run->count; k++) {
        const struct hedra_array *a = &run->array[k];
        run->place[k] =
            (struct device_place){(uintptr_t)a->base, 0, a->element_size};
    }
    if (!has_room(run) ||
        !run_memory_take_rows(run->memory, run->device, run->array, run->count,
                              run->why))
        return false;
    if (mirror_bring_home(run->array, run->count, &run->stats, run->why))
        return true;
    if (!exec_scope())
        die_of_loss(run);
    run_memory_free_rows(run->memory, run->device, run->array, run->count);
    return false;
}

/* On success the lock stays held until the region's end. */
static bool begin_mirrored(struct hedra_run *run)
{
    run->use = (struct mirror_use){run->device, NULL, &run->stats};
    mirror_lock();
    bool room = !run->device->on_host || has_room(run);
    if (!room) {
        device_memory_trim();
        room = has_room(run);
    }
    if (room && mirror_begin(&run->use, run->array, run->count, run->place,
                             run->memory->row_copy, run->why)) {
        exec_set_mirrored(run);
        return true;
    }
    mirror_unlock();
    return false;
}

/* Readies the run on an opened device; on failure the run can be tried on
 * another. */
FIRST_CODE static bool begin_on(struct hedra_run *run, struct device *device)
{
    run->device = device;
    run->in_place = device->ops->traits & DEVICE_IN_PLACE;
    run->binding = module_bind(run->module, device, run->why);
    if (!run->binding)
        return false;
    return run->in_place ? begin_in_place(run) : begin_mirrored(run);
}

/* HEDRA_DEVICE named it, or the region asked for the host. */
FIRST_CODE static bool begin_named(struct hedra_run *run,
                                   const struct device_ops *ops, int number)
{
    struct device *device;
    if (!ops->text(run->module))
        return report_set(run->why,
                          "was compiled without kernels for device '%s'",
                          ops->name);
    if (device_get(ops, number, &device, run->why) != DEVICE_OPENED) {
        report_prefix(run->why, "device '%s' cannot be used: ", ops->name);
        return false;
    }
    if (begin_on(run, device))
        return true;
    report_prefix(run->why, "on %s: ", device->name);
    return false;
}

/* auto leaves a device that is there but does not work: said once per kind (bit
 * `kind` of `said`) or, for a program that it cannot take, once per region. */
static void say_fallback(const struct hedra_run *run, int kind,
                         const struct device *device)
{
    if (exec_scope())
        return;
    static atomic_uint said;
    struct module_binding *b = device ? module_find(run->module, device) : NULL;
    unsigned bit = 1u << kind;
    if (b ? atomic_exchange(&b->said, true)
          : (atomic_fetch_or(&said, bit) & bit) != 0)
        return;
    char what[256];
    snprintf(what, sizeof what, " falls back from %s",
             device ? device->name : device_list[kind]->name);
    exec_say(run->module, what, run->why->text);
}

static bool begin_auto(struct hedra_run *run, int want)
{
    for (int k = 0; device_list[k]; k++) {
        const struct device_ops *ops = device_list[k];
        struct device *device = NULL;
        if (!(ops->traits & DEVICE_AUTO) || !ops->text(run->module))
            continue;
        enum device_open result =
            device_get(ops, DEVICE_FIRST_GPU, &device, run->why);
        if (result == DEVICE_ABSENT)
            continue;
        if (result == DEVICE_OPENED && begin_on(run, device))
            return true;
        say_fallback(run, k, result == DEVICE_OPENED ? device : NULL);
    }
    if (want == EXEC_GPU)
        return report_set(run->why, "asks for a GPU, and there is none that "
                                    "works and that it was compiled for");
    return begin_named(run, &host_device, DEVICE_FIRST);
}

FIRST_CODE static bool begin(struct hedra_run *run, int want)
{
    const struct device_choice *wanted =
        exec_scope() ? &exec_scope()->choice : exec_choice(run->why);
    if (!wanted)
        return false;
    if (run->module->abi != HEDRA_ABI)
        return report_set(run->why,
                          "was compiled for version %d of the runtime's "
                          "interface, and this is version %d",
                          run->module->abi, HEDRA_ABI);
    if (want == EXEC_HOST)
        return begin_named(run, &host_device, DEVICE_FIRST);
    if (!wanted->ops)
        return begin_auto(run, want);
    if (want == EXEC_GPU && (wanted->ops->traits & DEVICE_IN_PLACE))
        return report_set(run->why, "asks for a GPU, and HEDRA_DEVICE=%s",
                          wanted->ops->name);
    return begin_named(run, wanted->ops, wanted->number);
}

/* Said once for each region. */
static void say_plain(struct hedra_module *module, const char *text)
{
    if (module_say_once(module))
        exec_say(module, " runs as plain C", text);
}

/* The plain nest can do what no device does, and what there is no memory for;
 * but a device that HEDRA_DEVICE names must be one that can be used. */
static void refuse(struct hedra_run *run)
{
    struct hedra_module *module = run->module;
    bool lack = run->why->lack;
    if (exec_scope()) {
        exec_keep_failure(run->why);
        free_run(run, run->cancelled);
        return;
    }
    if (module->abi != HEDRA_ABI || (!lack && exec_is_named())) {
        exec_say(module, "", run->why->text);
        exec_leave();
    }
    say_plain(module, run->why->text);
    hedra_plain(module, lack ? HEDRA_NO_MEMORY : HEDRA_NO_DEVICE);
    free_run(run, run->cancelled);
}

/* A run without memory for itself. */
static void refuse_new(struct hedra_module *module)
{
    if (exec_scope()) {
        struct report why;
        report_lack(&why, "out of memory");
        exec_keep_failure(&why);
        return;
    }
    say_plain(module, "out of memory");
    hedra_plain(module->abi == HEDRA_ABI ? module : NULL, HEDRA_NO_MEMORY);
}

/* Gets the pages of what the region may write of kept ranges, on the host:
 * another device has memory for all of a kept range, too, and the host's may
 * never be touched there. */
FIRST_CODE static void fill_kept(const struct hedra_array *array, int count)
{
    const unsigned flags = HEDRA_WRITE | HEDRA_TEMP | HEDRA_GUESS;
    if (mirror_has_nothing())
        return;
    for (int k = 0; k < count; k++)
        if ((array[k].flags & flags) == HEDRA_WRITE &&
            array[k].hi - array[k].lo >= HEDRA_WORTH_FILLING &&
            mirror_keeps(&array[k]))
            hedra_fill_pages(array[k].base, array[k].lo, array[k].hi);
}

FIRST_CODE struct hedra_run *hedra_begin(struct hedra_module *module,
                                         const struct hedra_array *array,
                                         int count, int want,
                                         enum hedra_where *where)
{
    struct cancel_state cancelled = cancel_off();
    *where = HEDRA_HOST;
    exec_refuse_inside("hedra_begin");
    ordered_check(module, array, count);
    struct choose_call call = {.size = NULL};
    if (!exec_scope() &&
        (choose_by_rounding(module) ||
         choose_before(module, array, count, want, &call, where))) {
        fill_kept(array, count);
        free_run(NULL, cancelled);
        return NULL;
    }
    struct hedra_run *run = new_run(module, array, count);
    if (!run) {
        refuse_new(module);
        free_run(NULL, cancelled);
        return NULL;
    }
    run->cancelled = cancelled;
    run->call = call;
    if (!begin(run, want)) {
        refuse(run);
        return NULL;
    }
    if (run->in_place)
        fill_kept(array, count);
    if (run->in_place && !exec_scope() && choose_in_place(module, where)) {
        run_memory_free_rows(run->memory, run->device, run->array, run->count);
        free_run(run, run->cancelled);
        return NULL;
    }
    *where = run->in_place ? HEDRA_HOST : HEDRA_GPU;
    if (exec_scope())
        exec_scope()->device = run->device->name;
    return run;
}

/* Fills value, arg_place and arg_array; false if the call does not fit the
 * kernel. */
FIRST_CODE static bool bind_arguments(struct hedra_run *run,
                                      const struct hedra_kernel *k,
                                      const union hedra_arg *arg, int count)
{
    if (count != (int)strlen(k->signature))
        return report_set(run->why, "%d arguments for signature \"%s\"", count,
                          k->signature);
    struct run_memory *m = run->memory;
    for (int i = 0; i < count; i++) {
        m->value[i] = arg[i];
        m->arg_place[i] = NULL;
        m->arg_array[i] = NULL;
        if (k->signature[i] != 'b')
            continue;
        if (arg[i].b < 0 || arg[i].b >= run->count)
            return report_set(run->why, "argument %d: no array %lld", i,
                              (long long)arg[i].b);
        const struct hedra_array *a = &run->array[arg[i].b];
        struct device_place *place = &run->place[arg[i].b];
        if ((a->flags & HEDRA_PLAN_ROW) && !place->memory &&
            !run_plan_take_row(run, (int)arg[i].b))
            return false;
        m->arg_place[i] = place;
        m->arg_array[i] = a;
        if (m->home_row == arg[i].b)
            m->home_row = -1;
        m->value[i].m =
            place->memory ? place->memory + (uint64_t)place->origin : 0;
    }
    return true;
}

static bool wait_for_kernels(struct hedra_run *run);

bool exec_schedule(struct hedra_run *run, bool scheduling)
{
    bool timed = run->device->timed && run->device->ops->kernel_seconds;
    if (timed && run->scheduling != scheduling && run->stats.kernels > 0 &&
        !wait_for_kernels(run))
        return false;
    run->scheduling = scheduling;
    return true;
}

static void add_kernel_seconds(struct hedra_run *run, double seconds)
{
    run->stats.kernel_seconds += seconds;
    if (run->scheduling)
        run->stats.scheduler_seconds += seconds;
}

/* Makes the launches that were deferred. */
FIRST_CODE static bool launch_deferred(struct hedra_run *run)
{
    if (run->memory->doacross.launch_count == 0)
        return true;
    double start = run->device->timed ? base_clock() : 0;
    if (!run->device->ops->doacross(run->device, &run->memory->doacross,
                                    run->why))
        return false;
    if (run->device->timed)
        add_kernel_seconds(run, base_clock() - start);
    doacross_clear(&run->memory->doacross);
    return true;
}

/* Defers a launch whose arguments are bound; false if it must be made now. */
static bool defer(struct hedra_run *run, const struct hedra_kernel *k,
                  int64_t blocks, int place, int count)
{
    enum { MOST_CHUNKS = 1024 };
    struct run_memory *m = run->memory;
    if (m->doacross.chunk_count == MOST_CHUNKS &&
        doacross_begins(&m->doacross, place) && !launch_deferred(run))
        return false;
    if (!doacross_add(&m->doacross, k, blocks, place, m->value, count))
        return false;
    run->stats.kernels++;
    return true;
}

/* Does the kernel, whose arguments are bound, write what nobody else has: the
 * caller's memory, or the newest contents of a kept range? */
FIRST_CODE static bool writes_for_good(const struct hedra_run *run,
                                       const struct hedra_kernel *k)
{
    const struct run_memory *m = run->memory;
    for (int i = 0; k->signature[i]; i++) {
        const struct hedra_array *a = m->arg_array[i];
        if (!a || (a->flags & (HEDRA_WRITE | HEDRA_TEMP)) != HEDRA_WRITE)
            continue;
        const struct mirror_copy *copy = m->row_copy[a - run->array];
        if (run->in_place || (copy && mirror_is_kept(copy)))
            return true;
    }
    return false;
}

/* Before the first launch that writes for good, all memory must be there. */
FIRST_CODE static bool secure(struct hedra_run *run,
                              const struct hedra_kernel *k)
{
    if (run->written || !writes_for_good(run, k))
        return true;
    if (run->has_plan_rows && !run_plan_reserve(run))
        return false;
    run->written = true;
    return true;
}

/* Launches a kernel: by its place in a doacross loop (enum hedra_doacross), or
 * at once if that is 0. */
FIRST_CODE static bool launch(struct hedra_run *run, int number,
                              const int64_t grid[3], const union hedra_arg *arg,
                              int count, int place)
{
    const struct hedra_module *m = run->module;
    int kernels = run->in_place ? m->host_kernel_count : m->gpu_kernel_count;
    run->last = NULL;
    if (number < 0 || number >= kernels)
        return report_set(run->why, "no kernel %d", number);
    const struct hedra_kernel *k =
        (run->in_place ? m->host_kernel : m->gpu_kernel) + number;
    run->last = k;
    if (grid[0] <= 0 || grid[1] <= 0 || grid[2] <= 0)
        return true;
    if (!bind_arguments(run, k, arg, count) || !secure(run, k) ||
        !run_plan_count(run, k, grid))
        return false;
    if (place && run->device->ops->doacross && grid[1] == 1 && grid[2] == 1 &&
        defer(run, k, grid[0], place, count))
        return true;
    if (!launch_deferred(run))
        return false;
    struct device_launch l = {
        .program = run->binding->program,
        .number = number,
        .kernel = k,
        .grid = {grid[0], grid[1], grid[2]},
        .count = count,
        .value = run->memory->value,
        .place = run->memory->arg_place,
        .array = run->memory->arg_array,
    };
    bool timed = run->in_place && run->device->timed;
    double start = timed ? base_clock() : 0;
    if (!run->device->ops->launch(run->device, &l, run->why))
        return false;
    if (timed)
        add_kernel_seconds(run, base_clock() - start);
    run->stats.kernels++;
    return true;
}

FIRST_CODE int hedra_launch(struct hedra_run *run, int kernel,
                            const int64_t grid[3], const union hedra_arg *arg,
                            int count)
{
    return hedra_launch_doacross(run, kernel, grid, arg, count, 0);
}

FIRST_CODE int hedra_launch_doacross(struct hedra_run *run, int kernel,
                                     const int64_t grid[3],
                                     const union hedra_arg *arg, int count,
                                     int place)
{
    if (run->failed)
        return 1;
    run->failed = !launch(run, kernel, grid, arg, count, place);
    if (run->failed && run->last)
        report_prefix(run->why, "kernel '%s' (line %d): ", run->last->name,
                      run->last->line);
    return run->failed;
}

int hedra_end_doacross(struct hedra_run *run)
{
    run->failed = run->failed || !launch_deferred(run);
    return run->failed;
}

FIRST_CODE int hedra_barriers(const struct hedra_run *run)
{
    return !run->device->loses_barriers;
}

FIRST_CODE int64_t hedra_threads(const struct hedra_run *run, int64_t most)
{
    int threads = run->device->threads;
    return threads > 0 && threads < most ? threads : most;
}

FIRST_CODE void *hedra_address(struct hedra_run *run, int index)
{
    if (!run->in_place || index < 0 || index >= run->count ||
        !run->place[index].memory)
        return NULL;
    const struct device_place *place = &run->place[index];
    return (void *)(uintptr_t)(place->memory + (uint64_t)place->origin);
}

/* The device reports a fault at the next wait: it may be the last kernel's, or
 * an earlier one's. */
FIRST_CODE static bool wait_for_kernels(struct hedra_run *run)
{
    if (!launch_deferred(run))
        return false;
    if (!run->device->ops->wait(run->device, run->why)) {
        if (run->last)
            report_prefix(run->why,
                          "kernel '%s' (line %d)%s: ", run->last->name,
                          run->last->line,
                          run->stats.kernels > 1 ? " or one before it" : "");
        return false;
    }
    if (run->device->timed && run->device->ops->kernel_seconds)
        add_kernel_seconds(run, run->device->ops->kernel_seconds(run->device));
    return true;
}

/* `offset`: of the element, in bytes from the row's element 0. */
static bool fetch_bytes(struct hedra_run *run, const struct device_place *place,
                        int64_t offset, size_t size, void *value)
{
    int64_t at = place->origin + offset;
    if (run->in_place) {
        memcpy(value, (const char *)(uintptr_t)place->memory + at, size);
        return true;
    }
    double start = run->device->timed ? base_clock() : 0;
    if (!run->device->ops->download(run->device, value, place->memory,
                                    (size_t)at, size, run->why))
        return false;
    if (run->device->timed)
        run->stats.transfer_seconds += base_clock() - start;
    run->stats.bytes_out += (int64_t)size;
    return true;
}

/* Are these bytes of a row of a Plan here since the last kernel that uses it?
 */
static bool is_home(const struct hedra_run *run, int row, int64_t offset,
                    size_t size)
{
    const struct run_memory *m = run->memory;
    return m->home_row == row && offset >= m->home_lo &&
           offset + (int64_t)size <= m->home_hi;
}

/* Drivers ask for one element of a Plan's row after the other while kernels run
 * that do not use it: some come home together. */
bool exec_fetch_row(struct hedra_run *run, int row, int64_t offset, size_t size,
                    void *value)
{
    struct run_memory *m = run->memory;
    const struct hedra_array *a = &run->array[row];
    if (run->in_place || !(a->flags & HEDRA_PLAN_ROW) ||
        size > RUN_MEMORY_HOME || !run_memory_has_home(m))
        return fetch_bytes(run, &run->place[row], offset, size, value);
    if (!is_home(run, row, offset, size)) {
        int64_t most = RUN_MEMORY_HOME, left = a->hi - offset;
        m->home_row = -1;
        m->home_lo = offset;
        m->home_hi = offset + (left < most ? left : most);
        if (!fetch_bytes(run, &run->place[row], offset,
                         (size_t)(m->home_hi - m->home_lo), m->home))
            return false;
        m->home_row = row;
    }
    memcpy(value, m->home + (offset - m->home_lo), size);
    return true;
}

static bool fetch(struct hedra_run *run, int row, int64_t element, void *value)
{
    if (row < 0 || row >= run->count)
        return report_set(run->why, "no array %d to fetch from", row);
    const struct hedra_array *a = &run->array[row];
    int64_t size = a->element_size > 0 ? a->element_size : 1;
    int64_t lo = a->lo / size, hi = a->hi / size;
    memset(value, 0, (size_t)size);
    if (run->failed)
        return false;
    if (a->flags & HEDRA_STATE) {
        run_plan_find(run, row, element, value);
        return true;
    }
    if (element < lo || element >= hi)
        return report_set(run->why,
                          "element %lld of array '%s' to fetch lies outside of "
                          "%lld to %lld",
                          (long long)element, a->name, (long long)lo,
                          (long long)hi - 1);
    if ((a->flags & HEDRA_PLAN_ROW) && !run->place[row].memory)
        return report_set(run->why,
                          "no kernel has used array '%s', to fetch "
                          "from",
                          a->name);
    bool here = is_home(run, row, element * size, (size_t)size);
    if ((here || wait_for_kernels(run)) &&
        exec_fetch_row(run, row, element * size, (size_t)size, value))
        return run_plan_fetched(run, row, element, value);
    report_prefix(run->why, "fetching from array '%s': ", a->name);
    return false;
}

int hedra_fetch(struct hedra_run *run, int row, int64_t element, void *value)
{
    if (!fetch(run, row, element, value))
        run->failed = true;
    return run->failed;
}

bool exec_wait(struct hedra_run *run)
{
    run->failed = run->failed || !wait_for_kernels(run);
    return !run->failed;
}

const char *exec_device(const struct hedra_run *run)
{
    return run->device->name;
}

uint64_t hedra_row_version(struct hedra_run *run, int row)
{
    if (row < 0 || row >= run->count)
        return 0;
    return mirror_version(&run->array[row], !run->in_place);
}

FIRST_CODE static bool finish(struct hedra_run *run)
{
    if (run->failed || !wait_for_kernels(run))
        return false;
    if (run->in_place)
        mirror_written(run->array, run->count);
    return run->in_place || mirror_end(&run->use, run->array, run->count,
                                       run->memory->row_copy, run->why);
}

int hedra_plan_mode(struct hedra_run *run)
{
    pthread_once(&plan_once, read_plan_mode);
    return plan_mode;
}

/* Ends the process for a run that failed, or lets the scope keep what failed,
 * or returns true: the plain nest can run (`may`: the caller has one). */
static bool give_up(struct hedra_run *run, bool may)
{
    bool plain = !exec_scope() && may && run->why->lack && !run->written;
    report_prefix(run->why, "on %s: ", run->device->name);
    if (!exec_scope() && !plain) {
        exec_say(run->module, "", run->why->text);
        exec_leave();
    }
    if (exec_scope())
        exec_keep_failure(run->why);
    else
        say_plain(run->module, run->why->text);
    if (!run->in_place) {
        struct report ignored;
        run->device->ops->wait(run->device, &ignored);
        mirror_abandon(&run->use);
    }
    return plain;
}

FIRST_CODE static bool end_run(struct hedra_run *run, bool may)
{
    struct hedra_module *module = run->module;
    bool good = finish(run), plain = !good && give_up(run, may);
    if (good && run->in_place && !exec_scope())
        choose_end(module, &run->call);
    run_plan_keep(run, good);
    run_plan_free(run);
    if (run->in_place)
        run_memory_free_rows(run->memory, run->device, run->array, run->count);
    if (!run->in_place) {
        exec_set_mirrored(NULL);
        mirror_unlock();
    }
    if (stats_enabled() && !plain) {
        run->stats.runs = 1;
        stats_add(&run->binding->stats, &run->stats);
    }
    if (plain)
        hedra_plain(module, HEDRA_NO_MEMORY);
    free_run(run, run->cancelled);
    if (!exec_scope())
        pthread_testcancel();
    return plain;
}

FIRST_CODE void hedra_end(struct hedra_run *run)
{
    end_run(run, false);
}

FIRST_CODE int hedra_end_or_plain(struct hedra_run *run)
{
    return end_run(run, true);
}
