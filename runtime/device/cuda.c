/*
 * The kind "cuda": NVIDIA's GPUs by the driver's API, whose compiler takes the
 * PTX of a module. Each queue of kind.h is a stream.
 */
#define _GNU_SOURCE /* memmem */
#include "runtime/device/cuda_api.h"
#include "runtime/device/kind.h"
#include "runtime/device/presence.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kernels whose times are still to be read; then all are waited for. */
enum { TIMED = 128 };
enum { LOG_SIZE = 4096 };
enum { GRID_YZ_MAX = 65535 };

struct cuda {
    struct device device;
    struct cuda_api api;
    struct CUctx_st *context;
    struct CUstream_st *stream[DEVICE_QUEUES];
    struct CUevent_st *reached; /* what another queue waits for */
    void **parameter;           /* addresses of a launch's values */
    int parameter_capacity;
    /* device.timed only: the events around each of `timed` launches */
    struct CUevent_st *before[TIMED], *after[TIMED];
    int timed;
    double seconds;
};

struct cuda_program {
    struct CUmod_st *module;
    struct CUfunc_st *function[]; /* one per gpu_kernel */
};

static const char *cuda_text(const struct hedra_module *module)
{
    return module->gpu_kernel_count > 0 ? module->ptx : NULL;
}

/* True if `result` is success; else the report names the call and the error. */
static bool check(const struct cuda *cuda, int result, const char *call,
                  struct report *why)
{
    if (result == 0)
        return true;
    const char *name = NULL, *text = NULL;
    cuda->api.error_name(result, &name);
    cuda->api.error_string(result, &text);
    report_set(why, "%s failed: %s (%d), %s", call,
               name ? name : "unknown error", result,
               text ? text : "unknown to the driver");
    why->lack = result == CUDA_OUT_OF_MEMORY;
    return false;
}

/* The context is current only within an operation: the program may use CUDA
 * itself, in any thread. */
static bool enter(struct cuda *cuda, struct report *why)
{
    return check(cuda, cuda->api.context_push(cuda->context),
                 "cuCtxPushCurrent", why);
}

static void leave(struct cuda *cuda)
{
    struct CUctx_st *ignored;
    cuda->api.context_pop(&ignored);
}

static bool create_events(struct cuda *cuda, struct report *why)
{
    for (int k = 0; k < TIMED; k++)
        if (!check(cuda, cuda->api.event_create(&cuda->before[k], 0),
                   "cuEventCreate", why) ||
            !check(cuda, cuda->api.event_create(&cuda->after[k], 0),
                   "cuEventCreate", why))
            return false;
    return true;
}

static struct CUstream_st *stream_of(const struct cuda *cuda)
{
    return cuda->stream[cuda->device.queue];
}

static bool create_context(struct cuda *cuda, int handle, struct report *why)
{
    if (!check(cuda, cuda->api.context_retain(&cuda->context, handle),
               "cuDevicePrimaryCtxRetain", why) ||
        !enter(cuda, why))
        return false;
    bool good =
        check(cuda, cuda->api.event_create(&cuda->reached, CUDA_EVENT_NO_TIME),
              "cuEventCreate", why) &&
        (!cuda->device.timed || create_events(cuda, why));
    for (int k = 0; k < DEVICE_QUEUES && good; k++)
        good = check(
            cuda,
            cuda->api.stream_create(&cuda->stream[k], CUDA_STREAM_NON_BLOCKING),
            "cuStreamCreate", why);
    leave(cuda);
    return good;
}

static enum device_open open_number(struct cuda *cuda, int number,
                                    struct report *why)
{
    int count = 0, handle = 0;
    int result = cuda->api.init(0);
    if (result == CUDA_NO_DEVICE || result == CUDA_STUB_LIBRARY) {
        check(cuda, result, "cuInit", why);
        return DEVICE_ABSENT;
    }
    if (!check(cuda, result, "cuInit", why) ||
        !check(cuda, cuda->api.device_count(&count), "cuDeviceGetCount", why))
        return DEVICE_FAILED;
    if (number >= count) {
        report_set(why, "there is no cuda:%d: the driver has %d device%s",
                   number, count, count == 1 ? "" : "s");
        return DEVICE_ABSENT;
    }
    char name[128] = "";
    if (!check(cuda, cuda->api.device_get(&handle, number), "cuDeviceGet",
               why) ||
        !check(cuda, cuda->api.device_name(name, sizeof name, handle),
               "cuDeviceGetName", why) ||
        !create_context(cuda, handle, why))
        return DEVICE_FAILED;
    snprintf(cuda->device.name, sizeof cuda->device.name, "cuda:%d %s", number,
             name);
    return DEVICE_OPENED;
}

static enum device_open cuda_open(int number, bool timed,
                                  struct device **device, struct report *why)
{
    if (number == DEVICE_FIRST_GPU && !presence_of_cuda(PRESENCE_DEVICES)) {
        report_set(why, "no GPU of CUDA is there");
        return DEVICE_ABSENT;
    }
    static const char *const libraries[] = {"libcuda.so.1", "libcuda.so", NULL};
    static const struct dynload_row rows[] = {
#define ROW(result, name, symbol, parameters)                                  \
    DYNLOAD_ROW(struct cuda_api, name, symbol)
        CUDA_FUNCTIONS(ROW)
#undef ROW
    };
    struct cuda *cuda =
        (struct cuda *)device_new(sizeof *cuda, &cuda_device, timed, why);
    if (!cuda)
        return DEVICE_FAILED;
    enum device_open result = dynload_open(
        libraries, rows, sizeof rows / sizeof rows[0], &cuda->api, why);
    if (result == DEVICE_OPENED)
        result = open_number(cuda, number < 0 ? 0 : number, why);
    return device_opened(result, &cuda->device, device);
}

static bool get_functions(struct cuda *cuda, struct cuda_program *program,
                          const struct hedra_module *module, struct report *why)
{
    for (int k = 0; k < module->gpu_kernel_count; k++) {
        const char *name = module->gpu_kernel[k].name;
        if (check(cuda,
                  cuda->api.module_function(&program->function[k],
                                            program->module, name),
                  "cuModuleGetFunction", why))
            continue;
        report_prefix(why, "kernel '%s': ", name);
        return false;
    }
    return true;
}

/* The name of the kernel around line `line` of the PTX, into `name`; "" if the
 * line is before the first. */
static void find_entry(const char *ptx, int line, char *name, size_t size)
{
    name[0] = '\0';
    for (; line > 0 && ptx; line--) {
        size_t length = strcspn(ptx, "\n");
        const char *entry = memmem(ptx, length, ".entry ", 7);
        if (entry)
            snprintf(name, size, "%.*s", (int)strcspn(entry + 7, " (\n"),
                     entry + 7);
        ptx = ptx[length] ? ptx + length + 1 : NULL;
    }
}

/* What the driver's compiler said, behind the error's name, and the kernel that
 * it said it of. */
static void report_log(const struct hedra_module *module, const char *log,
                       struct report *why)
{
    struct report error = *why;
    char name[256] = "";
    const char *place = strstr(log, "line ");
    if (place)
        find_entry(module->ptx, atoi(place + 5), name, sizeof name);
    report_set(why, "%s%s%s%s\n%s", name[0] ? "kernel '" : "", name,
               name[0] ? "': " : "", error.text, log);
}

/* The driver compiles the PTX here. */
static bool load_module(struct cuda *cuda, struct cuda_program *program,
                        const struct hedra_module *module, struct report *why)
{
    char log[LOG_SIZE] = "";
    int option[] = {CUDA_JIT_ERROR_LOG, CUDA_JIT_ERROR_LOG_SIZE};
    void *value[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
    int result =
        cuda->api.module_load(&program->module, module->ptx, 2, option, value);
    if (check(cuda, result, "compiling the PTX (cuModuleLoadDataEx)", why))
        return true;
    if (log[0])
        report_log(module, log, why);
    return false;
}

static void *cuda_build(struct device *device,
                        const struct hedra_module *module, struct report *why)
{
    struct cuda *cuda = (struct cuda *)device;
    size_t count = (size_t)module->gpu_kernel_count;
    struct cuda_program *program =
        calloc(1, sizeof *program + count * sizeof program->function[0]);
    if (!program) {
        report_lack(why, "out of memory");
        return NULL;
    }
    if (!enter(cuda, why)) {
        free(program);
        return NULL;
    }
    bool good = load_module(cuda, program, module, why);
    if (good && !get_functions(cuda, program, module, why)) {
        cuda->api.module_unload(program->module);
        good = false;
    }
    leave(cuda);
    if (good)
        return program;
    free(program);
    return NULL;
}

static bool cuda_alloc(struct device *device, size_t size, uint64_t *memory,
                       struct report *why)
{
    struct cuda *cuda = (struct cuda *)device;
    if (!enter(cuda, why))
        return false;
    int result = cuda->api.alloc(memory, size);
    leave(cuda);
    if (result == CUDA_OUT_OF_MEMORY)
        return report_lack(why, "the device has no %zu bytes left", size);
    return check(cuda, result, "cuMemAlloc", why);
}

/* cuMemFree waits for what uses the memory. */
static void cuda_free(struct device *device, uint64_t memory)
{
    struct cuda *cuda = (struct cuda *)device;
    struct report ignored;
    if (!enter(cuda, &ignored))
        return;
    cuda->api.free(memory);
    leave(cuda);
}

static bool cuda_upload(struct device *device, uint64_t memory, size_t offset,
                        const void *host, size_t size, struct report *why)
{
    struct cuda *cuda = (struct cuda *)device;
    if (!enter(cuda, why))
        return false;
    int result = cuda->api.upload(memory + offset, host, size, stream_of(cuda));
    leave(cuda);
    return check(cuda, result, "copying to the device", why);
}

static bool cuda_download(struct device *device, void *host, uint64_t memory,
                          size_t offset, size_t size, struct report *why)
{
    struct cuda *cuda = (struct cuda *)device;
    if (!enter(cuda, why))
        return false;
    int result =
        cuda->api.download(host, memory + offset, size, stream_of(cuda));
    if (result == 0)
        result = cuda->api.stream_wait(stream_of(cuda));
    leave(cuda);
    return check(cuda, result, "copying from the device", why);
}

/* Adds up the times of the launches so far; the streams must have been waited
 * for. */
static void read_events(struct cuda *cuda)
{
    for (int k = 0; k < cuda->timed; k++) {
        float milliseconds = 0;
        if (cuda->api.event_elapsed(&milliseconds, cuda->before[k],
                                    cuda->after[k]) == 0)
            cuda->seconds += 1e-3 * milliseconds;
    }
    cuda->timed = 0;
}

static bool check_grid(const struct device_launch *l, struct report *why)
{
    if (l->grid[0] > INT_MAX || l->grid[1] > GRID_YZ_MAX ||
        l->grid[2] > GRID_YZ_MAX)
        return report_lack(why,
                           "a grid of %lld x %lld x %lld blocks is more than "
                           "the device takes (%d x %d x %d)",
                           (long long)l->grid[0], (long long)l->grid[1],
                           (long long)l->grid[2], INT_MAX, GRID_YZ_MAX,
                           GRID_YZ_MAX);
    return true;
}

static bool set_parameters(struct cuda *cuda, const struct device_launch *l,
                           struct report *why)
{
    if (l->count > cuda->parameter_capacity) {
        void **more = realloc(cuda->parameter, (size_t)l->count * sizeof *more);
        if (!more)
            return report_lack(why, "out of memory");
        cuda->parameter = more;
        cuda->parameter_capacity = l->count;
    }
    for (int k = 0; k < l->count; k++)
        cuda->parameter[k] = &l->value[k];
    return true;
}

static int enqueue(struct cuda *cuda, const struct device_launch *l)
{
    const struct cuda_program *program = l->program;
    const int *block = l->kernel->block;
    return cuda->api.launch(program->function[l->number], (unsigned)l->grid[0],
                            (unsigned)l->grid[1], (unsigned)l->grid[2],
                            (unsigned)block[0], (unsigned)block[1],
                            (unsigned)block[2], 0, stream_of(cuda),
                            cuda->parameter, NULL);
}

static int enqueue_timed(struct cuda *cuda, const struct device_launch *l)
{
    int result = 0;
    if (cuda->timed == TIMED) {
        for (int k = 0; k < DEVICE_QUEUES && !result; k++)
            result = cuda->api.stream_wait(cuda->stream[k]);
        if (result)
            return result;
        read_events(cuda);
    }
    result = cuda->api.event_record(cuda->before[cuda->timed], stream_of(cuda));
    if (!result)
        result = enqueue(cuda, l);
    if (!result)
        result =
            cuda->api.event_record(cuda->after[cuda->timed], stream_of(cuda));
    if (!result)
        cuda->timed++;
    return result;
}

static bool cuda_launch(struct device *device, const struct device_launch *l,
                        struct report *why)
{
    struct cuda *cuda = (struct cuda *)device;
    if (!check_grid(l, why) || !set_parameters(cuda, l, why) ||
        !enter(cuda, why))
        return false;
    int result = device->timed ? enqueue_timed(cuda, l) : enqueue(cuda, l);
    leave(cuda);
    return check(cuda, result, "cuLaunchKernel", why);
}

static bool cuda_follow(struct device *device, int queue, struct report *why)
{
    struct cuda *cuda = (struct cuda *)device;
    if (!enter(cuda, why))
        return false;
    int result = cuda->api.event_record(cuda->reached, cuda->stream[queue]);
    if (result == 0)
        result = cuda->api.stream_follow(stream_of(cuda), cuda->reached, 0);
    leave(cuda);
    return check(cuda, result, "waiting for another stream", why);
}

static bool cuda_wait(struct device *device, struct report *why)
{
    struct cuda *cuda = (struct cuda *)device;
    if (!enter(cuda, why))
        return false;
    int result = cuda->api.stream_wait(stream_of(cuda));
    leave(cuda);
    return check(cuda, result, "execution", why);
}

static double cuda_kernel_seconds(struct device *device)
{
    struct cuda *cuda = (struct cuda *)device;
    struct report ignored;
    if (enter(cuda, &ignored)) {
        read_events(cuda);
        leave(cuda);
    }
    double seconds = cuda->seconds;
    cuda->seconds = 0;
    return seconds;
}

const struct device_ops cuda_device = {
    .name = "cuda",
    .traits = DEVICE_NUMBERED | DEVICE_AUTO,
    .text = cuda_text,
    .open = cuda_open,
    .build = cuda_build,
    .alloc = cuda_alloc,
    .free = cuda_free,
    .upload = cuda_upload,
    .download = cuda_download,
    .launch = cuda_launch,
    .follow = cuda_follow,
    .wait = cuda_wait,
    .kernel_seconds = cuda_kernel_seconds,
};
