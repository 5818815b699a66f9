/*
 * The part of the OpenCL 1.2 API that opencl.c uses, so that no SDK is
 * needed to build. Handles are opaque pointers; results are cl_int (0:
 * success).
 */
#ifndef HEDRA_RUNTIME_DEVICE_OPENCL_API_H
#define HEDRA_RUNTIME_DEVICE_OPENCL_API_H

#include "runtime/device/dynload.h"

#include <stdint.h>

enum {
    OPENCL_TYPE_CPU = 1 << 1,
    OPENCL_TYPE_GPU = 1 << 2,
    OPENCL_TYPE_ACCELERATOR = 1 << 3,
    /* properties of devices */
    OPENCL_DEVICE_TYPE = 0x1000,
    OPENCL_DEVICE_GROUP_SIZE = 0x1004, /* work items of a group at most */
    OPENCL_DEVICE_SINGLE_CONFIG = 0x101B,
    OPENCL_DEVICE_LOCAL_BYTES = 0x1023,
    OPENCL_DEVICE_NAME = 0x102B,
    OPENCL_DEVICE_DOUBLE_CONFIG = 0x1032,
    OPENCL_CORRECTLY_ROUNDED = 1 << 7, /* in a single config */
    OPENCL_QUEUE_PROFILING = 1 << 1,
    OPENCL_MEM_READ_WRITE = 1,
    OPENCL_BUILD_LOG = 0x1183,
    OPENCL_PROFILING_START = 0x1282,
    OPENCL_PROFILING_END = 0x1283
};
#define OPENCL_TYPE_ALL UINT64_C(0xFFFFFFFF)

/* E(number, name): the errors that a user may meet. */
#define OPENCL_ERRORS(E)                                                       \
    E(-1, CL_DEVICE_NOT_FOUND)                                                 \
    E(-2, CL_DEVICE_NOT_AVAILABLE)                                             \
    E(-3, CL_COMPILER_NOT_AVAILABLE)                                           \
    E(-4, CL_MEM_OBJECT_ALLOCATION_FAILURE)                                    \
    E(-5, CL_OUT_OF_RESOURCES)                                                 \
    E(-6, CL_OUT_OF_HOST_MEMORY)                                               \
    E(-11, CL_BUILD_PROGRAM_FAILURE)                                           \
    E(-13, CL_MISALIGNED_SUB_BUFFER_OFFSET)                                    \
    E(-14, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)                       \
    E(-30, CL_INVALID_VALUE)                                                   \
    E(-33, CL_INVALID_DEVICE)                                                  \
    E(-34, CL_INVALID_CONTEXT)                                                 \
    E(-35, CL_INVALID_QUEUE_PROPERTIES)                                        \
    E(-36, CL_INVALID_COMMAND_QUEUE)                                           \
    E(-38, CL_INVALID_MEM_OBJECT)                                              \
    E(-42, CL_INVALID_BINARY)                                                  \
    E(-43, CL_INVALID_BUILD_OPTIONS)                                           \
    E(-44, CL_INVALID_PROGRAM)                                                 \
    E(-45, CL_INVALID_PROGRAM_EXECUTABLE)                                      \
    E(-46, CL_INVALID_KERNEL_NAME)                                             \
    E(-47, CL_INVALID_KERNEL_DEFINITION)                                       \
    E(-48, CL_INVALID_KERNEL)                                                  \
    E(-49, CL_INVALID_ARG_INDEX)                                               \
    E(-50, CL_INVALID_ARG_VALUE)                                               \
    E(-51, CL_INVALID_ARG_SIZE)                                                \
    E(-52, CL_INVALID_KERNEL_ARGS)                                             \
    E(-53, CL_INVALID_WORK_DIMENSION)                                          \
    E(-54, CL_INVALID_WORK_GROUP_SIZE)                                         \
    E(-55, CL_INVALID_WORK_ITEM_SIZE)                                          \
    E(-61, CL_INVALID_BUFFER_SIZE)                                             \
    E(-63, CL_INVALID_GLOBAL_WORK_SIZE)                                        \
    E(-1001, CL_PLATFORM_NOT_FOUND_KHR)

typedef void opencl_build_callback(void *program, void *data);

/* F(result, member, symbol, parameters) */
#define OPENCL_FUNCTIONS(F)                                                    \
    F(int32_t, platforms, "clGetPlatformIDs", (uint32_t, void **, uint32_t *)) \
    F(int32_t, devices, "clGetDeviceIDs",                                      \
      (void *, uint64_t, uint32_t, void **, uint32_t *))                       \
    F(int32_t, device_info, "clGetDeviceInfo",                                 \
      (void *, uint32_t, size_t, void *, size_t *))                            \
    F(void *, create_context, "clCreateContext",                               \
      (const intptr_t *, uint32_t, void *const *, void *, void *, int32_t *))  \
    F(void *, create_queue, "clCreateCommandQueue",                            \
      (void *, void *, uint64_t, int32_t *))                                   \
    F(int32_t, release_queue, "clReleaseCommandQueue", (void *))               \
    F(int32_t, release_context, "clReleaseContext", (void *))                  \
    F(void *, create_buffer, "clCreateBuffer",                                 \
      (void *, uint64_t, size_t, void *, int32_t *))                           \
    F(int32_t, release_buffer, "clReleaseMemObject", (void *))                 \
    F(int32_t, write_buffer, "clEnqueueWriteBuffer",                           \
      (void *, void *, uint32_t, size_t, size_t, const void *, uint32_t,       \
       void *, void *))                                                        \
    F(int32_t, read_buffer, "clEnqueueReadBuffer",                             \
      (void *, void *, uint32_t, size_t, size_t, void *, uint32_t, void *,     \
       void *))                                                                \
    F(void *, create_program, "clCreateProgramWithSource",                     \
      (void *, uint32_t, const char **, const size_t *, int32_t *))            \
    F(int32_t, build_program, "clBuildProgram",                                \
      (void *, uint32_t, void *const *, const char *, opencl_build_callback *, \
       void *))                                                                \
    F(int32_t, build_info, "clGetProgramBuildInfo",                            \
      (void *, void *, uint32_t, size_t, void *, size_t *))                    \
    F(int32_t, release_program, "clReleaseProgram", (void *))                  \
    F(void *, create_kernel, "clCreateKernel",                                 \
      (void *, const char *, int32_t *))                                       \
    F(int32_t, release_kernel, "clReleaseKernel", (void *))                    \
    F(int32_t, set_argument, "clSetKernelArg",                                 \
      (void *, uint32_t, size_t, const void *))                                \
    F(int32_t, launch, "clEnqueueNDRangeKernel",                               \
      (void *, void *, uint32_t, const size_t *, const size_t *,               \
       const size_t *, uint32_t, void *, void **))                             \
    F(int32_t, marker, "clEnqueueMarkerWithWaitList",                          \
      (void *, uint32_t, void *const *, void **))                              \
    F(int32_t, barrier, "clEnqueueBarrierWithWaitList",                        \
      (void *, uint32_t, void *const *, void **))                              \
    F(int32_t, flush, "clFlush", (void *))                                     \
    F(int32_t, finish, "clFinish", (void *))                                   \
    F(int32_t, event_profile, "clGetEventProfilingInfo",                       \
      (void *, uint32_t, size_t, void *, size_t *))                            \
    F(int32_t, release_event, "clReleaseEvent", (void *))

struct opencl_api {
    OPENCL_FUNCTIONS(DYNLOAD_MEMBER)
};

#endif
