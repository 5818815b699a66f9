/* What executes the corpus: the PTX simulator, plain, checking and counting,
 * and the CUDA driver where there is one, which shows that the expectations are
 * those of the hardware. */
#include "runtime/device/cuda_api.h"
#include "runtime/ptxsim/check/check.h"
#include "runtime/ptxsim/count/count.h"
#include "runtime/ptxsim/ptxsim.h"
#include "tests/ptxsim/corpus/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The simulator ------------------------------------------------------------ */

enum { THREADS = 2 };

struct simulator {
    struct ptxsim_space *space;
    struct ptxsim_program *program;
    struct ptxsim_checks *checks; /* NULL: none */
    struct counts *counts;        /* NULL: none */
    int threads;                  /* of the host */
};

static enum corpus_open sim_open(void **machine, struct report *why)
{
    struct simulator *s = calloc(1, sizeof *s);

    if (s)
        s->space = ptxsim_space_new();
    if (!s || !s->space) {
        free(s);
        report_set(why, "there is not enough memory");
        return CORPUS_FAILED;
    }
    s->threads = THREADS;
    *machine = s;
    return CORPUS_OPENED;
}

/* No kernel of the corpus does anything wrong, so that whatever the checks find
 * is a false alarm. */
static enum corpus_open sim_open_checked(void **machine, struct report *why)
{
    enum corpus_open opened = sim_open(machine, why);
    struct simulator *s = *machine;

    if (opened != CORPUS_OPENED)
        return opened;
    s->checks = ptxsim_checks_new(
        s->space, PTXSIM_CHECK_RACE | PTXSIM_CHECK_BOUNDS | PTXSIM_CHECK_INIT);
    if (s->checks)
        return CORPUS_OPENED;
    report_set(why, "there is not enough memory");
    return CORPUS_FAILED;
}

static bool sim_load(void *machine, const char *ptx, struct report *why)
{
    struct simulator *s = machine;

    s->program = ptxsim_load(s->space, ptx, why);
    return s->program != NULL;
}

static bool sim_alloc(void *machine, size_t size, uint64_t *address,
                      struct report *why)
{
    struct simulator *s = machine;

    return ptxsim_alloc(s->space, size, address, why);
}

static bool sim_write(void *machine, uint64_t address, const void *data,
                      size_t size, struct report *why)
{
    struct simulator *s = machine;
    void *host = ptxsim_host(s->space, address, size);

    if (!host)
        return report_set(why, "%zu bytes at %llx are not allocated", size,
                          (unsigned long long)address);
    memcpy(host, data, size);
    return true;
}

static bool sim_read(void *machine, uint64_t address, void *data, size_t size,
                     struct report *why)
{
    struct simulator *s = machine;
    const void *host = ptxsim_host(s->space, address, size);

    if (!host)
        return report_set(why, "%zu bytes at %llx are not allocated", size,
                          (unsigned long long)address);
    memcpy(data, host, size);
    return true;
}

static bool sim_pack(const struct ptxsim_kernel *kernel, int count,
                     const struct corpus_arg *arg, unsigned char *param,
                     struct report *why)
{
    if (count != kernel->param_count)
        return report_set(why, "%d arguments for %d parameters", count,
                          kernel->param_count);
    for (int i = 0; i < count; i++) {
        if (arg[i].size != (size_t)kernel->param[i].size)
            return report_set(why, "parameter %d has %d bytes, not %zu", i,
                              kernel->param[i].size, arg[i].size);
        memcpy(param + kernel->param[i].offset, arg[i].value, arg[i].size);
    }
    return true;
}

static bool sim_launch(void *machine, const char *name,
                       struct corpus_shape shape, int count,
                       const struct corpus_arg *arg, struct report *why)
{
    struct simulator *s = machine;
    const struct ptxsim_kernel *kernel = ptxsim_find_kernel(s->program, name);
    struct ptxsim_result result;
    unsigned char param[4096] = {0};

    if (!kernel)
        return report_set(why, "the module has no such kernel");
    if ((size_t)kernel->param_size > sizeof param)
        return report_set(why, "%d bytes of parameters", kernel->param_size);
    if (!sim_pack(kernel, count, arg, param, why))
        return false;
    struct ptxsim_launch launch = {.kernel = kernel,
                                   .dynamic_shared = (int)shape.shared,
                                   .param = param,
                                   .threads = s->threads};
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = shape.grid[i];
        launch.block[i] = (int)shape.block[i];
    }
    if (s->checks)
        ptxsim_checks_watch(s->checks, &launch, NULL, 0);
    if (s->counts)
        launch.observer[launch.observers++] = counts_observer(s->counts);
    bool good = ptxsim_run(s->program, &launch, &result, why);
    if (good && result.findings > 0)
        ptxsim_describe(&result.finding[0], why);
    good = good && result.findings == 0;
    ptxsim_result_clear(&result);
    return good;
}

static void sim_close(void *machine)
{
    struct simulator *s = machine;

    ptxsim_checks_free(s->checks);
    counts_free(s->counts);
    ptxsim_unload(s->program);
    ptxsim_space_free(s->space);
    free(s);
}

const struct corpus_machine corpus_ptxsim = {"ptxsim",   sim_open,  sim_load,
                                             sim_alloc,  sim_write, sim_read,
                                             sim_launch, sim_close};

const struct corpus_machine corpus_checked = {
    "checked", sim_open_checked, sim_load,   sim_alloc,
    sim_write, sim_read,         sim_launch, sim_close};

/* Counting ----------------------------------------------------------------- */

enum { COUNTERS = 2 };

/* The same done with different numbers of threads: each must count the same. */
struct counter {
    void *simulator[COUNTERS];
};

static enum corpus_open counter_open(void **machine, struct report *why)
{
    static const int threads[COUNTERS] = {1, 3};
    struct counter *c = calloc(1, sizeof *c);

    if (!c) {
        report_set(why, "there is not enough memory");
        return CORPUS_FAILED;
    }
    *machine = c;
    for (int k = 0; k < COUNTERS; k++) {
        enum corpus_open opened = sim_open(&c->simulator[k], why);

        if (opened != CORPUS_OPENED)
            return opened;
        ((struct simulator *)c->simulator[k])->threads = threads[k];
    }
    return CORPUS_OPENED;
}

static bool counter_load(void *machine, const char *ptx, struct report *why)
{
    struct counter *c = machine;

    for (int k = 0; k < COUNTERS; k++) {
        struct simulator *s = c->simulator[k];

        if (!sim_load(s, ptx, why))
            return false;
        s->counts = counts_new(s->program, ptx, arch_at(0));
        if (!s->counts)
            return report_set(why, "there is not enough memory");
    }
    return true;
}

static bool counter_alloc(void *machine, size_t size, uint64_t *address,
                          struct report *why)
{
    struct counter *c = machine;
    uint64_t other;

    return sim_alloc(c->simulator[0], size, address, why) &&
           sim_alloc(c->simulator[1], size, &other, why) &&
           (other == *address || report_set(why, "addresses differ"));
}

static bool counter_write(void *machine, uint64_t address, const void *data,
                          size_t size, struct report *why)
{
    struct counter *c = machine;

    return sim_write(c->simulator[0], address, data, size, why) &&
           sim_write(c->simulator[1], address, data, size, why);
}

static bool counter_read(void *machine, uint64_t address, void *data,
                         size_t size, struct report *why)
{
    struct counter *c = machine;

    return sim_read(c->simulator[0], address, data, size, why);
}

/* All that was counted, as JSON; NULL: no memory. */
static char *counter_show(const struct simulator *s)
{
    struct show_region region = {"corpus", "corpus", 0, s->counts};
    struct show show = {1, &region, arch_at(0), NULL};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    show_json(out, &show);
    return fclose(out) == 0 ? text : NULL;
}

static bool counter_launch(void *machine, const char *name,
                           struct corpus_shape shape, int count,
                           const struct corpus_arg *arg, struct report *why)
{
    struct counter *c = machine;
    char *text[COUNTERS];

    for (int k = 0; k < COUNTERS; k++)
        if (!sim_launch(c->simulator[k], name, shape, count, arg, why))
            return false;
    for (int k = 0; k < COUNTERS; k++)
        text[k] = counter_show(c->simulator[k]);
    bool same = text[0] && text[1] && strcmp(text[0], text[1]) == 0;
    for (int k = 0; k < COUNTERS; k++)
        free(text[k]);
    return same || report_set(why, "the counts depend on the host's threads");
}

static void counter_close(void *machine)
{
    struct counter *c = machine;

    for (int k = 0; k < COUNTERS; k++)
        sim_close(c->simulator[k]);
    free(c);
}

char *corpus_counts(void *machine)
{
    struct counter *c = machine;

    return counter_show(c->simulator[0]);
}

const struct corpus_machine corpus_counted = {
    "counted",     counter_open, counter_load,   counter_alloc,
    counter_write, counter_read, counter_launch, counter_close};

/* The GPU ------------------------------------------------------------------ */

struct gpu {
    struct cuda_api api;
    struct CUctx_st *context;
    struct CUmod_st *module;
    struct CUstream_st *stream;
};

static bool gpu_check(const struct gpu *g, int result, const char *call,
                      struct report *why)
{
    const char *text = NULL;

    if (result == 0)
        return true;
    g->api.error_string(result, &text);
    return report_set(why, "%s: %s (%d)", call, text ? text : "unknown",
                      result);
}

static enum corpus_open gpu_start(struct gpu *g, struct report *why)
{
    int count = 0, device = 0, result = g->api.init(0);

    if (result == CUDA_NO_DEVICE || result == CUDA_STUB_LIBRARY ||
        (result == 0 && g->api.device_count(&count) == 0 && count == 0)) {
        report_set(why, "there is no GPU");
        return CORPUS_ABSENT;
    }
    return gpu_check(g, result, "cuInit", why) &&
                   gpu_check(g, g->api.device_get(&device, 0), "cuDeviceGet",
                             why) &&
                   gpu_check(g, g->api.context_retain(&g->context, device),
                             "cuDevicePrimaryCtxRetain", why) &&
                   gpu_check(g, g->api.context_push(g->context),
                             "cuCtxPushCurrent", why) &&
                   gpu_check(g, g->api.stream_create(&g->stream, 0),
                             "cuStreamCreate", why)
               ? CORPUS_OPENED
               : CORPUS_FAILED;
}

static enum corpus_open gpu_open(void **machine, struct report *why)
{
    static const char *const library[] = {"libcuda.so.1", NULL};
    static const struct dynload_row row[] = {
#define ROW(result, member, symbol, parameters)                                \
    DYNLOAD_ROW(struct cuda_api, member, symbol)
        CUDA_FUNCTIONS(ROW)
#undef ROW
    };
    struct gpu *g = calloc(1, sizeof *g);
    enum corpus_open opened;

    if (!g) {
        report_set(why, "there is not enough memory");
        return CORPUS_FAILED;
    }
    switch (
        dynload_open(library, row, sizeof row / sizeof *row, &g->api, why)) {
    case DEVICE_ABSENT:
        opened = CORPUS_ABSENT;
        break;
    case DEVICE_FAILED:
        opened = CORPUS_FAILED;
        break;
    default:
        opened = gpu_start(g, why);
    }
    *machine = g;
    if (opened != CORPUS_OPENED)
        free(g);
    return opened;
}

static bool gpu_load(void *machine, const char *ptx, struct report *why)
{
    struct gpu *g = machine;
    char log[2048] = "";
    int option[] = {CUDA_JIT_ERROR_LOG, CUDA_JIT_ERROR_LOG_SIZE};
    void *value[] = {log, (void *)(uintptr_t)(sizeof log - 1)};

    if (gpu_check(g, g->api.module_load(&g->module, ptx, 2, option, value),
                  "cuModuleLoadDataEx", why))
        return true;
    report_prefix(why, "%s: ", log);
    return false;
}

static bool gpu_alloc(void *machine, size_t size, uint64_t *address,
                      struct report *why)
{
    struct gpu *g = machine;

    return gpu_check(g, g->api.alloc(address, size), "cuMemAlloc", why);
}

static bool gpu_write(void *machine, uint64_t address, const void *data,
                      size_t size, struct report *why)
{
    struct gpu *g = machine;

    return gpu_check(g, g->api.upload(address, data, size, g->stream),
                     "cuMemcpyHtoDAsync", why) &&
           gpu_check(g, g->api.stream_wait(g->stream), "cuStreamSynchronize",
                     why);
}

static bool gpu_read(void *machine, uint64_t address, void *data, size_t size,
                     struct report *why)
{
    struct gpu *g = machine;

    return gpu_check(g, g->api.download(data, address, size, g->stream),
                     "cuMemcpyDtoHAsync", why) &&
           gpu_check(g, g->api.stream_wait(g->stream), "cuStreamSynchronize",
                     why);
}

static bool gpu_launch(void *machine, const char *kernel,
                       struct corpus_shape shape, int count,
                       const struct corpus_arg *arg, struct report *why)
{
    struct gpu *g = machine;
    struct CUfunc_st *function;
    void *value[64];

    if (count > (int)(sizeof value / sizeof *value))
        return report_set(why, "%d arguments", count);
    for (int i = 0; i < count; i++)
        value[i] = (void *)(uintptr_t)arg[i].value;
    return gpu_check(g, g->api.module_function(&function, g->module, kernel),
                     "cuModuleGetFunction", why) &&
           gpu_check(g,
                     g->api.launch(function, shape.grid[0], shape.grid[1],
                                   shape.grid[2], shape.block[0],
                                   shape.block[1], shape.block[2], shape.shared,
                                   g->stream, value, NULL),
                     "cuLaunchKernel", why) &&
           gpu_check(g, g->api.stream_wait(g->stream), "cuStreamSynchronize",
                     why);
}

static void gpu_close(void *machine)
{
    struct gpu *g = machine;

    if (g->module)
        g->api.module_unload(g->module);
    free(g);
}

const struct corpus_machine corpus_cuda = {"cuda",     gpu_open,  gpu_load,
                                           gpu_alloc,  gpu_write, gpu_read,
                                           gpu_launch, gpu_close};
