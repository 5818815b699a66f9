/*
 * A libcuda.so.1 for machines without a GPU: the calls that cuda_device.c
 * makes, on the host's memory, with the kernels of cuda.c written in C. It
 * checks what a driver relies on: that a context is current, that addresses and
 * functions are its own, and that nothing is freed twice.
 */
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

struct block {
    char *bytes;
    size_t size;
    struct block *next;
};

typedef void kernel_body(int64_t thread, void **parameter);

struct function {
    const char *name;
    kernel_body *body;
};

static int initialized, context, stream, module;
static _Thread_local int depth; /* of the thread's stack of contexts */
static struct block *blocks;
static int sticky; /* the error that the next wait returns */
static double now; /* of the events' clock, in milliseconds */

/* Whether [address, address + size) is in one allocation. */
static int is_mine(uint64_t address, size_t size)
{
    for (struct block *b = blocks; b; b = b->next) {
        uint64_t start = (uintptr_t)b->bytes;
        if (address >= start && address + size <= start + b->size)
            return 1;
    }
    return 0;
}

static double *at(uint64_t base, int64_t index)
{
    static double nowhere;
    uint64_t address = base + 8 * (uint64_t)index;
    if (is_mine(address, 8))
        return (double *)(uintptr_t)address;
    sticky = ILLEGAL_ADDRESS;
    return &nowhere;
}

static void axpy(int64_t thread, void **p)
{
    int32_t n = *(int32_t *)p[3], i = (int32_t)thread + *(int32_t *)p[4];
    if (i < n)
        *at(*(uint64_t *)p[1], i) +=
            *(double *)p[2] * *at(*(uint64_t *)p[0], i);
}

static void scalars(int64_t thread, void **p)
{
    uint64_t out = *(uint64_t *)p[0];
    *at(out, 0) = *(int32_t *)p[1];
    *at(out, 1) = *(uint32_t *)p[2];
    *at(out, 2) = (double)*(int64_t *)p[3];
    *at(out, 3) = (double)*(uint64_t *)p[4];
    *at(out, 4) = *(float *)p[5];
    *at(out, 5) = *(double *)p[6];
}

static void stray(int64_t thread, void **p)
{
    *at(16, 0) = 1;
}

static struct function functions[] = {
    {"axpy", axpy}, {"scalars", scalars}, {"stray", stray}};

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
    return SUCCESS;
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
    *result = &stream;
    return SUCCESS;
}

int cuStreamSynchronize(void *waited);
int cuStreamSynchronize(void *waited)
{
    REQUIRE_CONTEXT;
    REQUIRE(waited == &stream, INVALID_VALUE);
    return sticky;
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
    REQUIRE(strstr(image, ".version"), INVALID_PTX);
    module = strstr(image, ".entry axpy") != NULL;
    *result = &module;
    return SUCCESS;
}

int cuModuleUnload(void *unloaded);
int cuModuleUnload(void *unloaded)
{
    REQUIRE_CONTEXT;
    return unloaded == &module ? SUCCESS : INVALID_VALUE;
}

int cuModuleGetFunction(void **function, void *from, const char *name);
int cuModuleGetFunction(void **function, void *from, const char *name)
{
    REQUIRE_CONTEXT;
    REQUIRE(from == &module && module, NOT_FOUND);
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++)
        if (strcmp(functions[k].name, name) == 0) {
            *function = &functions[k];
            return SUCCESS;
        }
    return NOT_FOUND;
}

int cuMemAlloc_v2(uint64_t *address, size_t size);
int cuMemAlloc_v2(uint64_t *address, size_t size)
{
    REQUIRE_CONTEXT;
    REQUIRE(size > 0, INVALID_VALUE);
    REQUIRE(size < (size_t)1 << 40, OUT_OF_MEMORY);
    struct block *b = malloc(sizeof *b);
    *b = (struct block){aligned_alloc(256, (size + 255) / 256 * 256), size,
                        blocks};
    blocks = b;
    *address = (uintptr_t)b->bytes;
    return SUCCESS;
}

int cuMemFree_v2(uint64_t address);
int cuMemFree_v2(uint64_t address)
{
    REQUIRE_CONTEXT;
    for (struct block **link = &blocks; *link; link = &(*link)->next)
        if ((uintptr_t)(*link)->bytes == address) {
            struct block *b = *link;
            *link = b->next;
            free(b->bytes);
            free(b);
            return SUCCESS;
        }
    abort();
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, void *on);
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, void *on)
{
    REQUIRE_CONTEXT;
    REQUIRE(on == &stream && is_mine(to, size), INVALID_VALUE);
    memcpy((void *)(uintptr_t)to, from, size);
    return SUCCESS;
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, void *on);
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, void *on)
{
    REQUIRE_CONTEXT;
    REQUIRE(on == &stream && is_mine(from, size), INVALID_VALUE);
    memcpy(to, (void *)(uintptr_t)from, size);
    return SUCCESS;
}

int cuLaunchKernel(struct function *function, unsigned gx, unsigned gy,
                   unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *on, void **parameter, void **extra);
int cuLaunchKernel(struct function *function, unsigned gx, unsigned gy,
                   unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *on, void **parameter, void **extra)
{
    REQUIRE_CONTEXT;
    REQUIRE(on == &stream && gx * gy * gz * bx * by * bz > 0, INVALID_VALUE);
    for (unsigned k = 0; k < gx * bx; k++)
        function->body(k, parameter);
    now += 1;
    return SUCCESS;
}

int cuEventCreate(double **event, unsigned flags);
int cuEventCreate(double **event, unsigned flags)
{
    REQUIRE_CONTEXT;
    *event = calloc(1, sizeof **event);
    return SUCCESS;
}

int cuEventRecord(double *event, void *on);
int cuEventRecord(double *event, void *on)
{
    REQUIRE_CONTEXT;
    *event = now;
    return SUCCESS;
}

int cuEventElapsedTime(float *milliseconds, double *start, double *end);
int cuEventElapsedTime(float *milliseconds, double *start, double *end)
{
    REQUIRE_CONTEXT;
    REQUIRE(*start <= *end, NOT_READY);
    *milliseconds = (float)(*end - *start);
    return SUCCESS;
}
