#include "tests/bench/cusparse.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

typedef double complex number;

/* What is called of libcuda and libcusparse. */
struct api {
    int (*init)(unsigned);
    int (*device)(int *, int);
    int (*retain)(void **, int);
    int (*enter)(void *);
    int (*alloc)(uint64_t *, size_t);
    int (*release)(uint64_t);
    int (*upload)(uint64_t, const void *, size_t);
    int (*download)(void *, uint64_t, size_t);
    int (*wait)(void);
    int (*create)(void **);
    int (*destroy)(void *);
    int (*size)(void *, int, int, uint64_t, uint64_t, uint64_t, uint64_t, int,
                size_t *);
    int (*solve)(void *, int, int, uint64_t, uint64_t, uint64_t, uint64_t, int,
                 uint64_t);
};

enum { B, A, C, D, WORK, ARRAYS };

struct cusparse_system {
    struct api api;
    void *handle;
    int n;
    uint64_t array[ARRAYS];
};

static bool find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    *(void **)function = symbol;
    return symbol != NULL;
}

static bool load(struct api *api)
{
    static const char *const names[] = {"libcusparse.so", "libcusparse.so.12",
                                        "libcusparse.so.11"};
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW), *cusparse = NULL;
    for (int k = 0; k < 3 && !cusparse; k++)
        cusparse = dlopen(names[k], RTLD_NOW);
    return cuda && cusparse && find(cuda, "cuInit", &api->init) &&
           find(cuda, "cuDeviceGet", &api->device) &&
           find(cuda, "cuDevicePrimaryCtxRetain", &api->retain) &&
           find(cuda, "cuCtxSetCurrent", &api->enter) &&
           find(cuda, "cuMemAlloc_v2", &api->alloc) &&
           find(cuda, "cuMemFree_v2", &api->release) &&
           find(cuda, "cuMemcpyHtoD_v2", &api->upload) &&
           find(cuda, "cuMemcpyDtoH_v2", &api->download) &&
           find(cuda, "cuCtxSynchronize", &api->wait) &&
           find(cusparse, "cusparseCreate", &api->create) &&
           find(cusparse, "cusparseDestroy", &api->destroy) &&
           find(cusparse, "cusparseZgtsv2_nopivot_bufferSizeExt", &api->size) &&
           find(cusparse, "cusparseZgtsv2_nopivot", &api->solve);
}

static bool open_device(struct cusparse_system *s)
{
    int device;
    void *context;
    const struct api *api = &s->api;
    return api->init(0) == 0 && api->device(&device, 0) == 0 &&
           api->retain(&context, device) == 0 && api->enter(context) == 0 &&
           api->create(&s->handle) == 0;
}

static bool fill(struct cusparse_system *s, const number *const from[3])
{
    const struct api *api = &s->api;
    const size_t bytes = (size_t)s->n * sizeof(number);
    const uint64_t *at = s->array;
    size_t work;
    for (int k = 0; k < WORK; k++)
        if (api->alloc(&s->array[k], bytes) ||
            (k < D && api->upload(s->array[k], from[k], bytes)))
            return false;
    return api->size(s->handle, s->n, 1, at[B], at[A], at[C], at[D], s->n,
                     &work) == 0 &&
           api->alloc(&s->array[WORK], work > 0 ? work : 1) == 0;
}

struct cusparse_system *cusparse_new(int n, const number *b, const number *a,
                                     const number *c, const char **why)
{
    const number *const from[] = {b, a, c};
    struct cusparse_system *s = calloc(1, sizeof *s);
    *why = "libcusparse is not here";
    if (s && load(&s->api)) {
        s->n = n;
        *why = "libcusparse does not work";
        if (open_device(s) && fill(s, from))
            return s;
    }
    cusparse_free(s);
    return NULL;
}

void cusparse_free(struct cusparse_system *s)
{
    for (int k = 0; s && k < ARRAYS; k++)
        if (s->array[k])
            s->api.release(s->array[k]);
    if (s && s->handle)
        s->api.destroy(s->handle);
    free(s);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double cusparse_solve(struct cusparse_system *s, const number *d, number *x)
{
    const struct api *api = &s->api;
    const uint64_t *at = s->array;
    const size_t bytes = (size_t)s->n * sizeof *d;
    if (api->upload(at[D], d, bytes) || api->wait())
        return -1;
    double begin = now();
    if (api->solve(s->handle, s->n, 1, at[B], at[A], at[C], at[D], s->n,
                   at[WORK]) ||
        api->wait())
        return -1;
    double time = now() - begin;
    return x && api->download(x, at[D], bytes) ? -1 : time;
}
