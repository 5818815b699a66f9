/* The device's memory and launches, for the tridiagonal solver. */
#include "runtime/tridiag/gpu_local.h"

#include "runtime/device/device.h"

#include <string.h>

/* The most blocks of a grid in y and z. */
enum { GRID_YZ_MAX = 65535 };

struct gpu_call gpu_call_new(struct tridiag_gpu *gpu, const char *kernel)
{
    struct gpu_call call = {.gpu = gpu, .number = -1};
    for (int k = 0; k < gpu->module->gpu_kernel_count; k++)
        if (strcmp(gpu->module->gpu_kernel[k].name, kernel) == 0)
            call.number = k;
    return call;
}

void gpu_call_buffer(struct gpu_call *call, const struct gpu_array *array)
{
    const struct device_place *place = &array->place;
    int k = call->count++;
    call->array[k] = *array;
    call->value[k].m =
        place->memory ? place->memory + (uint64_t)place->origin : 0;
}

void gpu_call_integer(struct gpu_call *call, int64_t value)
{
    const struct hedra_kernel *kernel =
        &call->gpu->module->gpu_kernel[call->number];
    int k = call->count++;
    if (kernel->signature[k] == 'i')
        call->value[k].i = (int32_t)value;
    else
        call->value[k].l = value;
}

void gpu_call_real(struct gpu_call *call, double value)
{
    int k = call->count++;
    if (call->gpu->real_size == (int)sizeof(float))
        call->value[k].f = (float)value;
    else
        call->value[k].d = value;
}

bool gpu_call_launch(struct gpu_call *call, int64_t x, int64_t y, int64_t z)
{
    struct tridiag_gpu *gpu = call->gpu;
    const struct hedra_kernel *kernel = &gpu->module->gpu_kernel[call->number];
    const struct device_place *place[GPU_MOST_ARGUMENTS];
    const struct hedra_array *array[GPU_MOST_ARGUMENTS];
    if (call->count != (int)strlen(kernel->signature))
        return report_set(&gpu->why, "kernel '%s': %d arguments for \"%s\"",
                          kernel->name, call->count, kernel->signature);
    for (int k = 0; k < call->count; k++) {
        bool buffer = kernel->signature[k] == 'b';
        place[k] = buffer ? &call->array[k].place : NULL;
        array[k] = buffer ? &call->array[k].bounds : NULL;
    }
    if (x > INT32_MAX || y > GRID_YZ_MAX || z > GRID_YZ_MAX)
        return report_set(&gpu->why,
                          "kernel '%s': a grid of %lld x %lld x %lld blocks is "
                          "too large",
                          kernel->name, (long long)x, (long long)y,
                          (long long)z);
    const struct device_launch launch = {.program = gpu->binding->program,
                                         .number = call->number,
                                         .kernel = kernel,
                                         .grid = {x, y, z},
                                         .count = call->count,
                                         .value = call->value,
                                         .place = place,
                                         .array = array};
    if (gpu->device->ops->launch(gpu->device, &launch, &gpu->why))
        return true;
    report_prefix(&gpu->why, "kernel '%s': ", kernel->name);
    return false;
}

static struct gpu_array array_at(const struct gpu_memory *m, int64_t origin,
                                 int size)
{
    return (struct gpu_array){{m->memory, origin, size},
                              {.name = "of the solver",
                               .lo = -origin,
                               .hi = (int64_t)m->size - origin,
                               .element_size = size,
                               .flags = HEDRA_READ | HEDRA_WRITE}};
}

struct gpu_array gpu_elements(const struct gpu_memory *m, int size)
{
    return array_at(m, 0, size);
}

struct gpu_array gpu_numbers(const struct tridiag_gpu *gpu,
                             const struct gpu_memory *m, int64_t first)
{
    return array_at(m, first * (int64_t)gpu_number_size(gpu), gpu->real_size);
}

bool gpu_take(struct tridiag_gpu *gpu, struct gpu_memory *m, int64_t count,
              size_t size)
{
    size_t bytes;
    if (m->memory)
        return true;
    if (__builtin_mul_overflow((size_t)count, size, &bytes))
        return report_set(&gpu->why, "out of memory");
    if (!device_memory_take(gpu->device, bytes, &m->memory, &gpu->why))
        return false;
    m->size = bytes;
    return true;
}

void gpu_give(struct tridiag_gpu *gpu, struct gpu_memory *m)
{
    if (m->memory)
        device_memory_give(gpu->device, m->memory, m->size);
    *m = (struct gpu_memory){0, 0};
}

bool gpu_upload(struct tridiag_gpu *gpu, const struct gpu_memory *m,
                const void *from, size_t size)
{
    return gpu->device->ops->upload(gpu->device, m->memory, 0, from, size,
                                    &gpu->why);
}
