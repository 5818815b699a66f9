/* The device `ptxsim`: the CUDA device's PTX, executed by the simulator. */
#include "runtime/device/count_report.h"
#include "runtime/device/kind.h"
#include "runtime/host/host.h"
#include "runtime/ptxsim/check/check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct simulator {
    struct device device;
    struct ptxsim_space *space;
    struct ptxsim_checks *checks; /* HEDRA_CHECK */
    int threads;
    /* build may run beside a launch, and both use the space. */
    pthread_mutex_t lock;
};

struct simulator_program {
    struct ptxsim_program *program;
    const char *ptx;
    struct ptxsim_observer *counts;       /* NULL: nobody asks */
    const struct ptxsim_kernel *kernel[]; /* one per gpu_kernel */
};

static const char *simulator_text(const struct hedra_module *module)
{
    return module->gpu_kernel_count > 0 ? module->ptx : NULL;
}

static enum device_open simulator_open(int number, bool timed,
                                       struct device **device,
                                       struct report *why)
{
    int threads = host_pool_size(getenv("HEDRA_THREADS"), why);
    struct simulator *s;
    unsigned checks;

    if (threads == 0 || !count_report_valid(why) ||
        !ptxsim_check_parse(getenv("HEDRA_CHECK"), &checks, why))
        return DEVICE_FAILED;
    s = calloc(1, sizeof *s);
    if (s)
        s->space = ptxsim_space_new();
    if (s && s->space)
        s->checks = ptxsim_checks_new(s->space, checks);
    if (!s || !s->checks) {
        if (s)
            ptxsim_space_free(s->space);
        free(s);
        report_lack(why, "out of memory");
        return DEVICE_FAILED;
    }
    pthread_mutex_init(&s->lock, NULL);
    s->device.ops = &ptxsim_device;
    s->device.timed = timed;
    s->device.on_host = true;
    s->threads = threads;
    snprintf(s->device.name, sizeof s->device.name, "ptxsim, %d thread%s",
             threads, threads == 1 ? "" : "s");
    *device = &s->device;
    return DEVICE_OPENED;
}

static bool find_kernels(struct simulator_program *p,
                         const struct hedra_module *module, struct report *why)
{
    for (int k = 0; k < module->gpu_kernel_count; k++) {
        const struct hedra_kernel *kernel = &module->gpu_kernel[k];

        p->kernel[k] = ptxsim_find_kernel(p->program, kernel->name);
        if (!p->kernel[k])
            return report_set(why, "the PTX has no kernel '%s'", kernel->name);
        if (p->kernel[k]->param_count != (int)strlen(kernel->signature))
            return report_set(why, "kernel '%s' has %d parameters, not %zu",
                              kernel->name, p->kernel[k]->param_count,
                              strlen(kernel->signature));
    }
    return true;
}

static void *simulator_build(struct device *device,
                             const struct hedra_module *module,
                             struct report *why)
{
    struct simulator *s = (struct simulator *)device;
    size_t count = (size_t)module->gpu_kernel_count;
    struct simulator_program *p =
        calloc(1, sizeof *p + count * sizeof p->kernel[0]);
    bool good = false;

    if (!p) {
        report_lack(why, "out of memory");
        return NULL;
    }
    p->ptx = module->ptx;
    pthread_mutex_lock(&s->lock);
    p->program = ptxsim_load(s->space, module->ptx, why);
    if (p->program)
        good = find_kernels(p, module, why) &&
               count_report_observe(module->name, module->file, module->line,
                                    module->ptx, p->program, &p->counts, why);
    if (!good)
        ptxsim_unload(p->program);
    pthread_mutex_unlock(&s->lock);
    if (good)
        return p;
    free(p);
    return NULL;
}

static bool simulator_alloc(struct device *device, size_t size,
                            uint64_t *memory, struct report *why)
{
    struct simulator *s = (struct simulator *)device;
    bool good;

    pthread_mutex_lock(&s->lock);
    good = ptxsim_alloc(s->space, size, memory, why);
    if (good && !ptxsim_checks_track(s->checks, *memory, size, why)) {
        ptxsim_free(s->space, *memory);
        good = false;
    }
    pthread_mutex_unlock(&s->lock);
    return good;
}

static void simulator_free(struct device *device, uint64_t memory)
{
    struct simulator *s = (struct simulator *)device;

    pthread_mutex_lock(&s->lock);
    ptxsim_checks_forget(s->checks, memory);
    ptxsim_free(s->space, memory);
    pthread_mutex_unlock(&s->lock);
}

/* Host addresses hold while nobody frees: as the caller's lock sees to. */
static void *host_bytes(struct simulator *s, uint64_t address, size_t size)
{
    void *host;

    pthread_mutex_lock(&s->lock);
    host = ptxsim_host(s->space, address, size);
    pthread_mutex_unlock(&s->lock);
    return host;
}

static bool simulator_upload(struct device *device, uint64_t memory,
                             size_t offset, const void *host, size_t size,
                             struct report *why)
{
    struct simulator *s = (struct simulator *)device;
    void *to = host_bytes(s, memory + offset, size);

    if (!to)
        return report_set(why, "copying beyond an allocation");
    memcpy(to, host, size);
    ptxsim_checks_wrote(s->checks, memory + offset, size);
    return true;
}

static bool simulator_download(struct device *device, void *host,
                               uint64_t memory, size_t offset, size_t size,
                               struct report *why)
{
    struct simulator *s = (struct simulator *)device;
    void *from = host_bytes(s, memory + offset, size);
    uint64_t first, unwritten;

    if (!from)
        return report_set(why, "copying beyond an allocation");
    unwritten =
        ptxsim_checks_unwritten(s->checks, memory + offset, size, &first);
    if (unwritten)
        return report_set(why,
                          "%llu of the %zu bytes that are copied back were "
                          "never written, first that at %p [uninitialised]",
                          (unsigned long long)unwritten, size,
                          (void *)((char *)host + (first - memory - offset)));
    memcpy(host, from, size);
    return true;
}

/* The values, each where the kernel has its parameter. */
static unsigned char *pack_parameters(const struct ptxsim_kernel *kernel,
                                      const struct device_launch *l)
{
    unsigned char *packed = calloc(1, (size_t)kernel->param_size + 1);

    for (int k = 0; packed && k < l->count; k++) {
        const struct ptxsim_param *p = &kernel->param[k];
        size_t size = sizeof l->value[k];

        memcpy(packed + p->offset, &l->value[k],
               (size_t)p->size < size ? (size_t)p->size : size);
    }
    return packed;
}

/* The launch's arrays, for the checks; returns how many. */
static int list_rows(const struct device_launch *l, struct ptxsim_row *row)
{
    int rows = 0;

    for (int k = 0; k < l->count; k++) {
        const struct hedra_array *a = l->array[k];
        uint64_t zero = l->value[k].m;

        if (a && l->place[k]->memory)
            row[rows++] = (struct ptxsim_row){
                .name = a->name,
                .lo = zero + (uint64_t)a->lo,
                .hi = zero + (uint64_t)a->hi,
                .zero = zero,
                .element_size = l->place[k]->element_size,
                .written = a->flags & (HEDRA_WRITE | HEDRA_TEMP),
            };
    }
    return rows;
}

/* Runs it under the checks; what they find fails it. */
static bool run_checked(struct simulator *s, const struct simulator_program *p,
                        struct ptxsim_launch *launch,
                        const struct ptxsim_row *row, int rows,
                        struct report *why)
{
    struct ptxsim_result result;
    bool good;

    pthread_mutex_lock(&s->lock);
    ptxsim_checks_watch(s->checks, launch, row, rows);
    good = ptxsim_run(p->program, launch, &result, why);
    pthread_mutex_unlock(&s->lock);
    if (result.finding_count > 0)
        good = ptxsim_check_show(&result, p->ptx, row, rows, why);
    ptxsim_result_clear(&result);
    return good;
}

static bool simulator_launch(struct device *device,
                             const struct device_launch *l, struct report *why)
{
    struct simulator *s = (struct simulator *)device;
    const struct simulator_program *p = l->program;
    const struct ptxsim_kernel *kernel = p->kernel[l->number];
    struct ptxsim_launch launch = {.kernel = kernel, .threads = s->threads};
    unsigned char *param = pack_parameters(kernel, l);
    struct ptxsim_row *row = calloc((size_t)l->count + 1, sizeof *row);
    bool good = false;

    for (int k = 0; k < 3; k++) {
        launch.grid[k] = l->grid[k];
        launch.block[k] = l->kernel->block[k];
    }
    launch.param = param;
    if (p->counts)
        launch.observer[launch.observers++] = p->counts;
    if (param && row)
        good = run_checked(s, p, &launch, row, list_rows(l, row), why);
    else
        report_lack(why, "out of memory");
    free(row);
    free(param);
    return good;
}

static bool simulator_wait(struct device *device, struct report *why)
{
    return true;
}

const struct device_ops ptxsim_device = {
    .name = "ptxsim",
    .traits = DEVICE_EXACT,
    .text = simulator_text,
    .open = simulator_open,
    .build = simulator_build,
    .alloc = simulator_alloc,
    .free = simulator_free,
    .upload = simulator_upload,
    .download = simulator_download,
    .launch = simulator_launch,
    .wait = simulator_wait,
};
