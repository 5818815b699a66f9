/*
 * A libcuda.so.1 for machines without a GPU: the calls that cuda_device.c
 * makes. Memory and kernels are the PTX simulator's. It checks what a driver
 * relies on: that a context is current, that addresses, streams and functions
 * are its own, and that nothing is freed twice.
 *
 * Streams do what a driver may make of them, as FAKE_CUDA says:
 *     early   everything is done when it is enqueued, as with copies of memory
 *             that is not page-locked (the default)
 *     late    a stream does nothing before it is waited for, and others only
 *             what it waits for by events
 *     ahead   when a stream is waited for, all others first run as far as
 *             events let them
 * so that a result that depends on more than what streams and events order
 * differs in one of them.
 *
 * A clock of its own tells how long it would take: a kernel 1 ms, a copy
 * COPY_TIME, each kind one at a time, beside the others.
 */
#include "runtime/ptxsim/ptxsim.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    INVALID_CONTEXT = 201,
    INVALID_PTX = 218,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700
};

enum { STREAMS = 8 };
enum engine { UP, DOWN, KERNELS, ENGINES, RECORD = ENGINES, WAIT };

/* In milliseconds. */
static const double copy_time = 0.25, kernel_time = 1;

struct function {
    const struct ptxsim_program *program;
    const struct ptxsim_kernel *kernel;
};

/* A time at which an event was recorded: a wait is for the last one before it.
 */
struct record {
    int stream;
    bool done;
    double time;
    struct record *next; /* of all there ever were */
};

struct event {
    struct record *last;
};

struct operation {
    int kind;
    double issued; /* when the host enqueued it */
    const void *from;
    void *to;
    uint64_t address;
    size_t size;
    struct ptxsim_launch launch;
    const struct ptxsim_program *program;
    struct record *record;
    struct operation *next;
};

struct stream {
    struct operation *first, *last;
    double clock;
};

static int initialized, context;
static _Thread_local int depth; /* of the thread's stack of contexts */
static struct ptxsim_space *space;
static struct stream streams[STREAMS];
static int stream_count;
static struct record *records;
static int sticky;                    /* the error that the next wait returns */
static double host, engines[ENGINES]; /* clocks */
static double busy;                   /* the sum of what everything took */

/* Operations --------------------------------------------------------------- */

static void copy(const struct operation *o)
{
    void *mine = ptxsim_host(space, o->address, o->size);
    if (!mine)
        sticky = ILLEGAL_ADDRESS;
    else if (o->kind == UP)
        memcpy(mine, o->from, o->size);
    else
        memcpy(o->to, mine, o->size);
}

static void run_kernel(struct operation *o)
{
    struct ptxsim_result result;
    struct report why;
    if (!ptxsim_run(o->program, &o->launch, &result, &why))
        sticky = ILLEGAL_ADDRESS;
    ptxsim_result_clear(&result);
    free((void *)o->launch.param);
}

static double later(double a, double b)
{
    return a > b ? a : b;
}

static void take_time(struct stream *s, int engine, double issued)
{
    const double time = engine == KERNELS ? kernel_time : copy_time;
    const double start = later(later(s->clock, engines[engine]), issued);
    s->clock = engines[engine] = start + time;
    busy += time;
}

static void run_first(int index);

/* An event that was never recorded holds nobody up. */
static void await(struct stream *s, const struct record *record)
{
    while (record && !record->done)
        run_first(record->stream);
    if (record)
        s->clock = later(s->clock, record->time);
}

static void run_first(int index)
{
    struct stream *s = &streams[index];
    struct operation *o = s->first;
    if (o->kind == WAIT)
        await(s, o->record);
    s->first = o->next;
    if (o->kind == KERNELS)
        run_kernel(o);
    else if (o->kind == UP || o->kind == DOWN)
        copy(o);
    if (o->kind < ENGINES)
        take_time(s, o->kind, o->issued);
    if (o->kind == RECORD) {
        o->record->done = true;
        o->record->time = later(s->clock, o->issued);
    }
    free(o);
}

static void run_stream(int index)
{
    while (streams[index].first)
        run_first(index);
}

static void run_all(void)
{
    for (int k = stream_count; k-- > 0;)
        run_stream(k);
}

static bool mode(const char *name)
{
    const char *given = getenv("FAKE_CUDA");
    return strcmp(given ? given : "early", name) == 0;
}

static int enqueue(void *on, struct operation o)
{
    struct stream *s = on;
    const int index = (int)(s - streams);
    struct operation *made = malloc(sizeof *made);
    *made = o;
    made->issued = host;
    made->next = NULL;
    if (s->first)
        s->last->next = made;
    else
        s->first = made;
    s->last = made;
    if (mode("early")) {
        run_stream(index);
        if (o.kind == UP || o.kind == DOWN)
            host = later(host, s->clock);
    }
    return SUCCESS;
}

static bool is_stream(const void *on)
{
    for (int k = 0; k < stream_count; k++)
        if (on == &streams[k])
            return true;
    return false;
}

/* The milliseconds that passed, and those that everything took, one after the
 * other. */
void fake_cuda_times(double *passed, double *taken);
void fake_cuda_times(double *passed, double *taken)
{
    *passed = host;
    *taken = busy;
}

/* The driver --------------------------------------------------------------- */

#define REQUIRE(condition, error)                                              \
    do {                                                                       \
        if (!(condition))                                                      \
            return error;                                                      \
    } while (0)
#define REQUIRE_CONTEXT REQUIRE(initialized &&depth > 0, INVALID_CONTEXT)

int cuInit(unsigned flags);
int cuInit(unsigned flags)
{
    initialized = 1;
    if (!space)
        space = ptxsim_space_new();
    return space ? SUCCESS : OUT_OF_MEMORY;
}

int cuGetErrorName(int error, const char **name);
int cuGetErrorName(int error, const char **name)
{
    static const struct {
        int error;
        const char *name;
    } names[] = {{INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
                 {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
                 {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED"},
                 {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"},
                 {INVALID_PTX, "CUDA_ERROR_INVALID_PTX"},
                 {NOT_FOUND, "CUDA_ERROR_NOT_FOUND"},
                 {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"}};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (names[k].error == error) {
            *name = names[k].name;
            return SUCCESS;
        }
    *name = NULL;
    return INVALID_VALUE;
}

int cuGetErrorString(int error, const char **text);
int cuGetErrorString(int error, const char **text)
{
    *text = "said by the fake driver";
    return SUCCESS;
}

int cuDeviceGetCount(int *count);
int cuDeviceGetCount(int *count)
{
    REQUIRE(initialized, NOT_INITIALIZED);
    *count = 1;
    return SUCCESS;
}

int cuDeviceGet(int *device, int number);
int cuDeviceGet(int *device, int number)
{
    REQUIRE(initialized && number == 0, INVALID_VALUE);
    *device = 7;
    return SUCCESS;
}

int cuDeviceGetName(char *name, int size, int device);
int cuDeviceGetName(char *name, int size, int device)
{
    REQUIRE(device == 7, INVALID_VALUE);
    snprintf(name, (size_t)size, "Fake");
    return SUCCESS;
}

int cuDevicePrimaryCtxRetain(void **result, int device);
int cuDevicePrimaryCtxRetain(void **result, int device)
{
    REQUIRE(device == 7, INVALID_VALUE);
    *result = &context;
    return SUCCESS;
}

int cuCtxPushCurrent_v2(void *pushed);
int cuCtxPushCurrent_v2(void *pushed)
{
    REQUIRE(pushed == &context, INVALID_CONTEXT);
    depth++;
    return SUCCESS;
}

int cuCtxPopCurrent_v2(void **popped);
int cuCtxPopCurrent_v2(void **popped)
{
    REQUIRE_CONTEXT;
    *popped = &context;
    depth--;
    return SUCCESS;
}

int cuStreamCreate(void **result, unsigned flags);
int cuStreamCreate(void **result, unsigned flags)
{
    REQUIRE_CONTEXT;
    REQUIRE(stream_count < STREAMS, OUT_OF_MEMORY);
    *result = &streams[stream_count++];
    return SUCCESS;
}

int cuStreamSynchronize(void *waited);
int cuStreamSynchronize(void *waited)
{
    REQUIRE_CONTEXT;
    REQUIRE(is_stream(waited), INVALID_VALUE);
    struct stream *s = waited;
    for (int k = stream_count; k-- > 0 && mode("ahead");)
        if (s != &streams[k])
            run_stream(k);
    run_stream((int)(s - streams));
    host = later(host, s->clock);
    return sticky;
}

int cuStreamWaitEvent(void *on, struct event *event, unsigned flags);
int cuStreamWaitEvent(void *on, struct event *event, unsigned flags)
{
    REQUIRE_CONTEXT;
    REQUIRE(is_stream(on), INVALID_VALUE);
    return enqueue(on, (struct operation){.kind = WAIT, .record = event->last});
}

/* Options 5 and 6: the error log and its size. */
int cuModuleLoadDataEx(void **result, const void *image, unsigned count,
                       int *option, void **value);
int cuModuleLoadDataEx(void **result, const void *image, unsigned count,
                       int *option, void **value)
{
    REQUIRE_CONTEXT;
    const char *bad = strstr(image, "no.such.instruction");
    if (bad) {
        int line = 1;
        for (const char *c = image; c < bad; c++)
            line += *c == '\n';
        REQUIRE(count == 2 && option[0] == 5 && option[1] == 6, INVALID_VALUE);
        snprintf(value[0], (uintptr_t)value[1],
                 "ptxas application ptx input, line %d; error: unknown\n",
                 line);
        return INVALID_PTX;
    }
    struct report why;
    *result = ptxsim_load(space, image, &why);
    return *result ? SUCCESS : INVALID_PTX;
}

int cuModuleUnload(void *unloaded);
int cuModuleUnload(void *unloaded)
{
    REQUIRE_CONTEXT;
    ptxsim_unload(unloaded);
    return SUCCESS;
}

int cuModuleGetFunction(void **function, void *from, const char *name);
int cuModuleGetFunction(void **function, void *from, const char *name)
{
    REQUIRE_CONTEXT;
    const struct ptxsim_kernel *kernel = ptxsim_find_kernel(from, name);
    REQUIRE(kernel, NOT_FOUND);
    struct function *made = malloc(sizeof *made);
    *made = (struct function){from, kernel};
    *function = made;
    return SUCCESS;
}

int cuMemAlloc_v2(uint64_t *address, size_t size);
int cuMemAlloc_v2(uint64_t *address, size_t size)
{
    REQUIRE_CONTEXT;
    REQUIRE(size > 0, INVALID_VALUE);
    struct report why;
    return size < (size_t)1 << 40 && ptxsim_alloc(space, size, address, &why)
               ? SUCCESS
               : OUT_OF_MEMORY;
}

int cuMemFree_v2(uint64_t address);
int cuMemFree_v2(uint64_t address)
{
    REQUIRE_CONTEXT;
    run_all();
    if (!ptxsim_free(space, address))
        abort();
    return SUCCESS;
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, void *on);
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, void *on)
{
    REQUIRE_CONTEXT;
    REQUIRE(is_stream(on) && ptxsim_host(space, to, size), INVALID_VALUE);
    return enqueue(on,
                   (struct operation){
                       .kind = UP, .from = from, .address = to, .size = size});
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, void *on);
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, void *on)
{
    REQUIRE_CONTEXT;
    REQUIRE(is_stream(on) && ptxsim_host(space, from, size), INVALID_VALUE);
    return enqueue(on,
                   (struct operation){
                       .kind = DOWN, .to = to, .address = from, .size = size});
}

static void *pack(const struct ptxsim_kernel *kernel, void **parameter)
{
    char *packed = calloc(1, (size_t)kernel->param_size + 1);
    for (int k = 0; k < kernel->param_count; k++)
        memcpy(packed + kernel->param[k].offset, parameter[k],
               (size_t)kernel->param[k].size);
    return packed;
}

int cuLaunchKernel(struct function *function, unsigned gx, unsigned gy,
                   unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *on, void **parameter, void **extra);
int cuLaunchKernel(struct function *function, unsigned gx, unsigned gy,
                   unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *on, void **parameter, void **extra)
{
    REQUIRE_CONTEXT;
    REQUIRE(is_stream(on) && gx * gy * gz * bx * by * bz > 0, INVALID_VALUE);
    struct operation o = {.kind = KERNELS, .program = function->program};
    o.launch =
        (struct ptxsim_launch){.kernel = function->kernel,
                               .grid = {gx, gy, gz},
                               .block = {(int)bx, (int)by, (int)bz},
                               .dynamic_shared = (int)shared,
                               .param = pack(function->kernel, parameter)};
    return enqueue(on, o);
}

int cuEventCreate(struct event **event, unsigned flags);
int cuEventCreate(struct event **event, unsigned flags)
{
    REQUIRE_CONTEXT;
    *event = calloc(1, sizeof **event);
    return SUCCESS;
}

int cuEventRecord(struct event *event, void *on);
int cuEventRecord(struct event *event, void *on)
{
    REQUIRE_CONTEXT;
    REQUIRE(is_stream(on), INVALID_VALUE);
    struct record *made = malloc(sizeof *made);
    *made = (struct record){.stream = (int)((struct stream *)on - streams),
                            .next = records};
    event->last = records = made;
    return enqueue(on, (struct operation){.kind = RECORD, .record = made});
}

int cuEventElapsedTime(float *milliseconds, struct event *start,
                       struct event *end);
int cuEventElapsedTime(float *milliseconds, struct event *start,
                       struct event *end)
{
    REQUIRE_CONTEXT;
    REQUIRE(start->last && end->last, INVALID_VALUE);
    REQUIRE(start->last->done && end->last->done, NOT_READY);
    *milliseconds = (float)(end->last->time - start->last->time);
    return SUCCESS;
}
