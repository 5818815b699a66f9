/*
 * The part of the CUDA driver API that cuda.c uses, so that no SDK is
 * needed to build. Results are CUresult (0: success); handles are opaque.
 */
#ifndef HEDRA_RUNTIME_DEVICE_CUDA_API_H
#define HEDRA_RUNTIME_DEVICE_CUDA_API_H

#include "runtime/device/dynload.h"

#include <stdint.h>

struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;

enum {
    CUDA_OUT_OF_MEMORY = 2,
    CUDA_STUB_LIBRARY = 34,
    CUDA_NO_DEVICE = 100,
    CUDA_INVALID_DEVICE = 101
};
enum { CUDA_STREAM_NON_BLOCKING = 1, CUDA_EVENT_NO_TIME = 2 };
/* CUjit_option */
enum { CUDA_JIT_ERROR_LOG = 5, CUDA_JIT_ERROR_LOG_SIZE = 6 };

/* F(result, member, symbol, parameters) */
#define CUDA_FUNCTIONS(F)                                                      \
    F(int, init, "cuInit", (unsigned))                                         \
    F(int, error_name, "cuGetErrorName", (int, const char **))                 \
    F(int, error_string, "cuGetErrorString", (int, const char **))             \
    F(int, device_count, "cuDeviceGetCount", (int *))                          \
    F(int, device_get, "cuDeviceGet", (int *, int))                            \
    F(int, device_name, "cuDeviceGetName", (char *, int, int))                 \
    F(int, context_retain, "cuDevicePrimaryCtxRetain",                         \
      (struct CUctx_st **, int))                                               \
    F(int, context_push, "cuCtxPushCurrent_v2", (struct CUctx_st *))           \
    F(int, context_pop, "cuCtxPopCurrent_v2", (struct CUctx_st **))            \
    F(int, stream_create, "cuStreamCreate", (struct CUstream_st **, unsigned)) \
    F(int, stream_wait, "cuStreamSynchronize", (struct CUstream_st *))         \
    F(int, stream_follow, "cuStreamWaitEvent",                                 \
      (struct CUstream_st *, struct CUevent_st *, unsigned))                   \
    F(int, module_load, "cuModuleLoadDataEx",                                  \
      (struct CUmod_st **, const void *, unsigned, int *, void **))            \
    F(int, module_unload, "cuModuleUnload", (struct CUmod_st *))               \
    F(int, module_function, "cuModuleGetFunction",                             \
      (struct CUfunc_st **, struct CUmod_st *, const char *))                  \
    F(int, alloc, "cuMemAlloc_v2", (uint64_t *, size_t))                       \
    F(int, free, "cuMemFree_v2", (uint64_t))                                   \
    F(int, upload, "cuMemcpyHtoDAsync_v2",                                     \
      (uint64_t, const void *, size_t, struct CUstream_st *))                  \
    F(int, download, "cuMemcpyDtoHAsync_v2",                                   \
      (void *, uint64_t, size_t, struct CUstream_st *))                        \
    F(int, launch, "cuLaunchKernel",                                           \
      (struct CUfunc_st *, unsigned, unsigned, unsigned, unsigned, unsigned,   \
       unsigned, unsigned, struct CUstream_st *, void **, void **))            \
    F(int, event_create, "cuEventCreate", (struct CUevent_st **, unsigned))    \
    F(int, event_record, "cuEventRecord",                                      \
      (struct CUevent_st *, struct CUstream_st *))                             \
    F(int, event_elapsed, "cuEventElapsedTime",                                \
      (float *, struct CUevent_st *, struct CUevent_st *))

struct cuda_api {
    CUDA_FUNCTIONS(DYNLOAD_MEMBER)
};

#endif
