/*
 * The kind "opencl": devices of OpenCL, which compile a module's OpenCL C. Each
 * queue of kind.h is a command queue.
 */
#include "runtime/base/base.h"
#include "runtime/device/kind.h"
#include "runtime/device/opencl_api.h"
#include "runtime/device/presence.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kernels whose times are still to be read; then all are waited for. */
enum { TIMED = 128 };
enum { LOG_SIZE = 4096 };

struct opencl {
    struct device device;
    struct opencl_api api;
    void *handle, *context, *queue[DEVICE_QUEUES];
    bool has_double, correctly_rounded;
    /* device.timed only: the events of `timed` launches */
    void *event[TIMED];
    int timed;
    double seconds;
};

struct opencl_program {
    void *program;
    void *kernel[]; /* one per gpu_kernel */
};

static const char *opencl_text(const struct hedra_module *module)
{
    return module->gpu_kernel_count > 0 ? module->opencl : NULL;
}

static const char *error_name(int32_t error)
{
    switch (error) {
#define E(number, name)                                                        \
    case number:                                                               \
        return #name;
        OPENCL_ERRORS(E)
#undef E
    default:
        return "unknown error";
    }
}

/* CL_OUT_OF_RESOURCES is none of these: some drivers say it of kernels that
 * access what is not theirs. */
static bool is_lack(int32_t error)
{
    enum { NO_MEMORY = -4, NO_HOST_MEMORY = -6, TOO_LARGE = -61 };
    return error == NO_MEMORY || error == NO_HOST_MEMORY || error == TOO_LARGE;
}

static bool check(int32_t result, const char *call, struct report *why)
{
    if (result == 0)
        return true;
    report_set(why, "%s failed: %s (%d)", call, error_name(result),
               (int)result);
    why->lack = is_lack(result);
    return false;
}

/* All devices of all platforms in the loader's order, malloc'ed; NULL if there
 * is none. */
static void **list_devices(const struct opencl_api *api, int *count)
{
    enum { PLATFORMS = 64 };
    void *platform[PLATFORMS], **list = NULL;
    uint32_t platforms = 0;
    *count = 0;
    if (api->platforms(PLATFORMS, platform, &platforms))
        return NULL;
    for (uint32_t k = 0; k < platforms && k < PLATFORMS; k++) {
        uint32_t more = 0;
        if (api->devices(platform[k], OPENCL_TYPE_ALL, 0, NULL, &more) ||
            more == 0)
            continue;
        void **grown = realloc(list, ((size_t)*count + more) * sizeof *grown);
        if (!grown)
            break;
        list = grown;
        if (api->devices(platform[k], OPENCL_TYPE_ALL, more, list + *count,
                         NULL) == 0)
            *count += (int)more;
    }
    return list;
}

/* 0 if the device does not know the property. */
static uint64_t device_bits(const struct opencl_api *api, void *handle,
                            uint32_t property)
{
    uint64_t bits = 0;
    if (api->device_info(handle, property, sizeof bits, &bits, NULL))
        return 0;
    return bits;
}

/* The list's index of device `number`, or of what DEVICE_FIRST (a GPU if there
 * is one) and DEVICE_FIRST_GPU ask for; -1 with a report if there is none. */
static int choose(const struct opencl_api *api, void *const *list, int count,
                  int number, struct report *why)
{
    const uint64_t gpu = OPENCL_TYPE_GPU | OPENCL_TYPE_ACCELERATOR;
    if (number >= 0 && number < count)
        return number;
    for (int k = 0; number < 0 && k < count; k++)
        if (device_bits(api, list[k], OPENCL_DEVICE_TYPE) & gpu)
            return k;
    if (number == DEVICE_FIRST && count > 0)
        return 0;
    if (number >= 0)
        report_set(why, "there is no opencl:%d: the drivers have %d device%s",
                   number, count, count == 1 ? "" : "s");
    else
        report_set(why, "the drivers have no device");
    return -1;
}

static void *queue_of(const struct opencl *cl)
{
    return cl->queue[cl->device.queue];
}

static bool create_queues(struct opencl *cl, struct report *why)
{
    int32_t result = 0;
    cl->context =
        cl->api.create_context(NULL, 1, &cl->handle, NULL, NULL, &result);
    if (!check(result, "clCreateContext", why))
        return false;
    int made = 0;
    for (; made < DEVICE_QUEUES && result == 0; made++)
        cl->queue[made] = cl->api.create_queue(
            cl->context, cl->handle,
            cl->device.timed ? OPENCL_QUEUE_PROFILING : 0, &result);
    if (check(result, "clCreateCommandQueue", why))
        return true;
    for (int k = 0; k < made - 1; k++)
        cl->api.release_queue(cl->queue[k]);
    cl->api.release_context(cl->context);
    return false;
}

/* PoCL, which runs a block's threads as loops on a CPU, loses some barriers in
 * loops and branches. GPUs keep them, which is what OpenCL asks for where all
 * threads of a block come by; but blocks of kernels that have such barriers
 * need room. */
static bool keeps_barriers(const struct opencl *cl)
{
    enum { MOST_THREADS = 512, MOST_BYTES = 48 * 1024 };
    return (device_bits(&cl->api, cl->handle, OPENCL_DEVICE_TYPE) &
            OPENCL_TYPE_GPU) &&
           device_bits(&cl->api, cl->handle, OPENCL_DEVICE_GROUP_SIZE) >=
               MOST_THREADS &&
           device_bits(&cl->api, cl->handle, OPENCL_DEVICE_LOCAL_BYTES) >=
               MOST_BYTES;
}

static enum device_open open_number(struct opencl *cl, int number,
                                    struct report *why)
{
    int count;
    void **list = list_devices(&cl->api, &count);
    int index = choose(&cl->api, list, count, number, why);
    if (index >= 0)
        cl->handle = list[index];
    free(list);
    if (index < 0)
        return DEVICE_ABSENT;
    char name[128] = "";
    if (!check(cl->api.device_info(cl->handle, OPENCL_DEVICE_NAME, sizeof name,
                                   name, NULL),
               "clGetDeviceInfo", why))
        return DEVICE_FAILED;
    snprintf(cl->device.name, sizeof cl->device.name, "opencl:%d %.*s", index,
             (int)sizeof name - 1, name);
    cl->has_double =
        device_bits(&cl->api, cl->handle, OPENCL_DEVICE_DOUBLE_CONFIG) != 0;
    cl->correctly_rounded =
        device_bits(&cl->api, cl->handle, OPENCL_DEVICE_SINGLE_CONFIG) &
        OPENCL_CORRECTLY_ROUNDED;
    cl->device.loses_barriers = !keeps_barriers(cl);
    cl->device.on_host =
        device_bits(&cl->api, cl->handle, OPENCL_DEVICE_TYPE) & OPENCL_TYPE_CPU;
    return create_queues(cl, why) ? DEVICE_OPENED : DEVICE_FAILED;
}

static enum device_open opencl_open(int number, bool timed,
                                    struct device **device, struct report *why)
{
    if (number == DEVICE_FIRST_GPU &&
        !presence_of_opencl(PRESENCE_VENDORS, PRESENCE_DEVICES)) {
        report_set(why, "the drivers serve the processor alone");
        return DEVICE_ABSENT;
    }
    static const char *const libraries[] = {"libOpenCL.so.1", "libOpenCL.so",
                                            NULL};
    static const struct dynload_row rows[] = {
#define ROW(result, name, symbol, parameters)                                  \
    DYNLOAD_ROW(struct opencl_api, name, symbol)
        OPENCL_FUNCTIONS(ROW)
#undef ROW
    };
    struct opencl *cl =
        (struct opencl *)device_new(sizeof *cl, &opencl_device, timed, why);
    if (!cl)
        return DEVICE_FAILED;
    enum device_open result = dynload_open(
        libraries, rows, sizeof rows / sizeof rows[0], &cl->api, why);
    if (result == DEVICE_OPENED)
        result = open_number(cl, number, why);
    return device_opened(result, &cl->device, device);
}

/* Whether the text has the word `double`. */
static bool uses_double(const char *text)
{
    for (const char *at = text; (at = strstr(at, "double")); at += 6) {
        char before = at > text ? at[-1] : ' ', after = at[6];
        if (!ascii_is_alnum(before) && before != '_' &&
            !ascii_is_alnum(after) && after != '_')
            return true;
    }
    return false;
}

static void report_log(struct opencl *cl, void *program, struct report *why)
{
    size_t size = 0;
    if (cl->api.build_info(program, cl->handle, OPENCL_BUILD_LOG, 0, NULL,
                           &size))
        return;
    char *log = calloc(1, size + 1);
    if (log && cl->api.build_info(program, cl->handle, OPENCL_BUILD_LOG, size,
                                  log, NULL) == 0) {
        struct report error = *why;
        report_set(why, "%s\n%.*s", error.text, LOG_SIZE, log);
    }
    free(log);
}

/* What was asked is C99's arithmetic: divisions and square roots of floats are
 * rounded correctly where the device can. */
static bool build_text(struct opencl *cl, struct opencl_program *program,
                       const char *text, struct report *why)
{
    int32_t result = 0;
    program->program =
        cl->api.create_program(cl->context, 1, &text, NULL, &result);
    if (!check(result, "clCreateProgramWithSource", why))
        return false;
    const char *options = cl->correctly_rounded
                              ? "-cl-std=CL1.2 "
                                "-cl-fp32-correctly-rounded-divide-sqrt"
                              : "-cl-std=CL1.2";
    result = cl->api.build_program(program->program, 1, &cl->handle, options,
                                   NULL, NULL);
    if (check(result, "compiling the OpenCL C (clBuildProgram)", why))
        return true;
    report_log(cl, program->program, why);
    cl->api.release_program(program->program);
    return false;
}

static bool create_kernels(struct opencl *cl, struct opencl_program *program,
                           const struct hedra_module *module,
                           struct report *why)
{
    for (int k = 0; k < module->gpu_kernel_count; k++) {
        const char *name = module->gpu_kernel[k].name;
        int32_t result = 0;
        program->kernel[k] =
            cl->api.create_kernel(program->program, name, &result);
        if (check(result, "clCreateKernel", why))
            continue;
        report_prefix(why, "kernel '%s': ", name);
        while (k-- > 0)
            cl->api.release_kernel(program->kernel[k]);
        cl->api.release_program(program->program);
        return false;
    }
    return true;
}

static void *opencl_build(struct device *device,
                          const struct hedra_module *module, struct report *why)
{
    struct opencl *cl = (struct opencl *)device;
    if (!cl->has_double && uses_double(module->opencl)) {
        report_set(why, "the device has no double precision, which the region "
                        "needs");
        return NULL;
    }
    size_t count = (size_t)module->gpu_kernel_count;
    struct opencl_program *program =
        calloc(1, sizeof *program + count * sizeof program->kernel[0]);
    if (!program) {
        report_lack(why, "out of memory");
        return NULL;
    }
    if (build_text(cl, program, module->opencl, why) &&
        create_kernels(cl, program, module, why))
        return program;
    free(program);
    return NULL;
}

static bool opencl_alloc(struct device *device, size_t size, uint64_t *memory,
                         struct report *why)
{
    struct opencl *cl = (struct opencl *)device;
    int32_t result = 0;
    void *buffer = cl->api.create_buffer(cl->context, OPENCL_MEM_READ_WRITE,
                                         size, NULL, &result);
    if (!check(result, "clCreateBuffer", why)) {
        report_prefix(why, "the device has no room for %zu bytes: ", size);
        why->lack = true;
        return false;
    }
    *memory = (uintptr_t)buffer;
    return true;
}

static void opencl_free(struct device *device, uint64_t memory)
{
    struct opencl *cl = (struct opencl *)device;
    cl->api.release_buffer((void *)(uintptr_t)memory);
}

static bool opencl_upload(struct device *device, uint64_t memory, size_t offset,
                          const void *host, size_t size, struct report *why)
{
    struct opencl *cl = (struct opencl *)device;
    const bool blocking = device->queue == 0;
    return check(cl->api.write_buffer(queue_of(cl), (void *)(uintptr_t)memory,
                                      blocking, offset, size, host, 0, NULL,
                                      NULL),
                 "copying to the device (clEnqueueWriteBuffer)", why);
}

static bool opencl_download(struct device *device, void *host, uint64_t memory,
                            size_t offset, size_t size, struct report *why)
{
    struct opencl *cl = (struct opencl *)device;
    return check(cl->api.read_buffer(queue_of(cl), (void *)(uintptr_t)memory, 1,
                                     offset, size, host, 0, NULL, NULL),
                 "copying from the device (clEnqueueReadBuffer)", why);
}

static size_t letter_size(char letter)
{
    return letter == 'i' || letter == 'u' || letter == 'f' ? 4 : 8;
}

/* A buffer is two arguments: the memory, and the index of the element at its
 * start. */
static int32_t set_arguments(struct opencl *cl, void *kernel,
                             const struct device_launch *l)
{
    uint32_t index = 0;
    int32_t result = 0;
    for (int k = 0; k < l->count && result == 0; k++) {
        const struct device_place *place = l->place[k];
        if (!place) {
            result = cl->api.set_argument(kernel, index++,
                                          letter_size(l->kernel->signature[k]),
                                          &l->value[k]);
            continue;
        }
        void *memory = (void *)(uintptr_t)place->memory;
        int64_t first = -place->origin / place->element_size;
        result = cl->api.set_argument(kernel, index++, sizeof memory, &memory);
        if (result == 0)
            result =
                cl->api.set_argument(kernel, index++, sizeof first, &first);
    }
    return result;
}

static void read_events(struct opencl *cl)
{
    for (int k = 0; k < cl->timed; k++) {
        uint64_t start = 0, end = 0;
        if (cl->api.event_profile(cl->event[k], OPENCL_PROFILING_START,
                                  sizeof start, &start, NULL) == 0 &&
            cl->api.event_profile(cl->event[k], OPENCL_PROFILING_END,
                                  sizeof end, &end, NULL) == 0)
            cl->seconds += 1e-9 * (double)(end - start);
        cl->api.release_event(cl->event[k]);
    }
    cl->timed = 0;
}

static int32_t enqueue(struct opencl *cl, void *kernel,
                       const struct device_launch *l)
{
    size_t local[3], global[3];
    for (int k = 0; k < 3; k++) {
        local[k] = (size_t)l->kernel->block[k];
        global[k] = local[k] * (size_t)l->grid[k];
    }
    if (cl->timed == TIMED) {
        int32_t result = 0;
        for (int k = 0; k < DEVICE_QUEUES && result == 0; k++)
            result = cl->api.finish(cl->queue[k]);
        if (result)
            return result;
        read_events(cl);
    }
    void **event = cl->device.timed ? &cl->event[cl->timed] : NULL;
    int32_t result = cl->api.launch(queue_of(cl), kernel, 3, NULL, global,
                                    local, 0, NULL, event);
    if (event && result == 0)
        cl->timed++;
    /* Nobody waits for other queues than 0 before these shall begin. */
    if (result == 0 && cl->device.queue != 0)
        result = cl->api.flush(queue_of(cl));
    return result;
}

static bool opencl_launch(struct device *device, const struct device_launch *l,
                          struct report *why)
{
    struct opencl *cl = (struct opencl *)device;
    struct opencl_program *program = l->program;
    void *kernel = program->kernel[l->number];
    for (int k = 0; k < 3; k++)
        if (l->grid[k] > INT_MAX)
            return report_lack(why, "a grid of %lld blocks is more than %d",
                               (long long)l->grid[k], INT_MAX);
    return check(set_arguments(cl, kernel, l), "clSetKernelArg", why) &&
           check(enqueue(cl, kernel, l), "clEnqueueNDRangeKernel", why);
}

/* A queue must be flushed before another one may wait for it. */
static bool opencl_follow(struct device *device, int queue, struct report *why)
{
    struct opencl *cl = (struct opencl *)device;
    void *reached = NULL;
    int32_t result = cl->api.marker(cl->queue[queue], 0, NULL, &reached);
    if (result == 0)
        result = cl->api.flush(cl->queue[queue]);
    if (result == 0)
        result = cl->api.barrier(queue_of(cl), 1, &reached, NULL);
    if (reached)
        cl->api.release_event(reached);
    return check(result, "waiting for another queue", why);
}

static bool opencl_wait(struct device *device, struct report *why)
{
    struct opencl *cl = (struct opencl *)device;
    return check(cl->api.finish(queue_of(cl)), "execution (clFinish)", why);
}

static double opencl_kernel_seconds(struct device *device)
{
    struct opencl *cl = (struct opencl *)device;
    read_events(cl);
    double seconds = cl->seconds;
    cl->seconds = 0;
    return seconds;
}

const struct device_ops opencl_device = {
    .name = "opencl",
    .traits = DEVICE_NUMBERED | DEVICE_AUTO,
    .text = opencl_text,
    .open = opencl_open,
    .build = opencl_build,
    .alloc = opencl_alloc,
    .free = opencl_free,
    .upload = opencl_upload,
    .download = opencl_download,
    .launch = opencl_launch,
    .follow = opencl_follow,
    .wait = opencl_wait,
    .kernel_seconds = opencl_kernel_seconds,
};
