/* Runs the printed forms of a KIR text and compares what they compute, bit for
 * bit, with kir_eval: kir_run FILE DEVICE, where DEVICE is opencl, cuda or
 * ptxsim, or kir_run [--statements=N] FILE COMPILER [FLAG]..., with kernels of
 * more statements as several functions.
 *
 * The text's KIR_HOST functions named run_NAME say what to run: their launches
 * have constant grids and scalars. Arrays 0, 1, 2 of a launch have COUNT
 * elements of the type of the kernel's buffer, filled with numbers that find
 * faults. With a compiler, kernels are tiled (backends/vector/vector.h), and
 * every version of the kernels that this CPU can execute is run. Functions in
 * whose name `approximate` is may give results that differ by some units in the
 * last place on a GPU; every NaN equals every other.
 */
#define _GNU_SOURCE
#include "backends/kir/kir.h"
#include "backends/math/math.h"
#include "backends/optimise/optimise.h"
#include "backends/target.h"
#include "backends/vector/vector.h"
#include "runtime/include/hedra.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PARTS "--statements="

enum { ARRAYS = 10, COUNT = 16384, SPAN = 128, SKIP = 77 };

struct array {
    enum kir_type type;
    bool used, written;
    void *data;
};

struct arrays {
    struct array array[ARRAYS];
};

/* A device runs one launch on the arrays; false if it could not. */
struct device {
    const char *name;
    bool (*holds)(struct device *d, const struct kir_func *kernel);
    bool (*launch)(struct device *d, const struct kir_func *kernel,
                   const struct kir_stmt *launch, struct arrays *arrays);
    const struct kir_func *driver;
    struct kir_module *module;
    double tolerance; /* in units in the last place, approximate_… */
    int version;      /* of C kernels */
    void *library;
    struct hedra_module gpu;
};

static const struct kir_value *constant_of(const struct kir_func *f, int value)
{
    const struct kir_value *v = &f->value[value];

    if (v->op != KIR_CONST) {
        fprintf(stderr, "%s: a launch with an operand that is no constant\n",
                f->name);
        exit(1);
    }
    return v;
}

/* Arrays ------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

static union kir_imm float_element(uint64_t r)
{
    static const double special[] = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.5,
        1e300,
        -1e-300,
        INFINITY,
        -INFINITY,
        NAN,
        0x1p-1074,
        0x1p-140,
        0x1.fffffep127,
        0x1p52,
        0x1p31,
        -0x1p63,
        4503599627370495.5,
        0.49999999999999994,
        1e9,
        -3.0,
    };
    union kir_imm imm;

    if (r % 4 == 0)
        imm.f = special[r / 4 % (sizeof special / sizeof *special)];
    else if (r % 4 == 1)
        imm.f =
            ldexp((double)(int64_t)(r >> 11) - 0x1p52, (int)(r >> 2 & 63) - 80);
    else
        imm.f = (double)(int64_t)(r >> 40) / 4096 - 2048;
    return imm;
}

static union kir_imm integer_element(uint64_t r, enum kir_type type)
{
    static const int64_t special[] = {
        0,         1,         -1,        2,         7,     127,
        -128,      255,       32767,     -32768,    65536, INT32_MAX,
        INT32_MIN, INT64_MAX, INT64_MIN, UINT32_MAX};
    union kir_imm imm;

    if (r % 3 == 0)
        imm.i = special[r / 3 % (sizeof special / sizeof *special)];
    else
        imm.i = (int64_t)(r % 3 == 1 ? r : r >> 50);
    imm.i = kir_wrap(type, (uint64_t)imm.i);
    return imm;
}

static void arrays_fill(struct arrays *a)
{
    for (int k = 0; k < ARRAYS; k++) {
        struct array *array = &a->array[k];
        uint64_t state = (uint64_t)k * 977 + 5;

        if (!array->used)
            continue;
        array->data = calloc(COUNT, (size_t)kir_type_size(array->type));
        for (int64_t i = 0; i < COUNT; i++) {
            uint64_t r = next_random(&state);
            union kir_imm imm = kir_is_float(array->type)
                                    ? float_element(r)
                                    : integer_element(r, array->type);

            kir_write_element(array->type, array->data, i, imm);
        }
    }
}

static void arrays_free(struct arrays *a)
{
    for (int k = 0; k < ARRAYS; k++)
        free(a->array[k].data);
}

static void arrays_declare(struct arrays *a, const struct kir_func *kernel,
                           const struct kir_stmt *launch)
{
    int n = 0;

    for (int i = 0; i < kernel->buffer_count; i++) {
        const struct kir_buffer *b = &kernel->buffer[i];
        struct array *array;

        if (b->space != KIR_GLOBAL)
            continue;
        array = &a->array[launch->arg[n++].id];
        if (array->used && array->type != b->type) {
            fprintf(stderr, "%s: an array of two types\n", kernel->name);
            exit(1);
        }
        array->used = true;
        array->written |= !b->read_only;
        array->type = b->type;
    }
}

/* How far apart two numbers are, in units in the last place. */
static double distance(enum kir_type type, double a, double b)
{
    int digits = type == KIR_F32 ? 24 : 53, exponent;

    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b) ? 0 : INFINITY;
    if (a == b)
        return signbit(a) == signbit(b) ? 0 : INFINITY;
    if (isinf(a) || isinf(b))
        return INFINITY;
    frexp(a, &exponent);
    if (exponent < (type == KIR_F32 ? -125 : -1021))
        exponent = type == KIR_F32 ? -125 : -1021;
    return fabs(a - b) / ldexp(1, exponent - digits);
}

static bool compare_array(const struct array *want, const struct array *got,
                          int number, const struct device *d)
{
    int bad = 0;

    for (int64_t i = 0; i < COUNT; i++) {
        union kir_imm a = kir_read_element(want->type, want->data, i);
        union kir_imm b = kir_read_element(want->type, got->data, i);
        bool equal = kir_is_float(want->type)
                         ? distance(want->type, a.f, b.f) <= d->tolerance
                         : a.i == b.i;

        if (equal || bad++ >= 5)
            continue;
        if (kir_is_float(want->type))
            printf("  array %d [%lld * %d + %lld]: %a, not %a\n", number,
                   (long long)i / SPAN, SPAN, (long long)i % SPAN, b.f, a.f);
        else
            printf("  array %d [%lld * %d + %lld]: %lld, not %lld\n", number,
                   (long long)i / SPAN, SPAN, (long long)i % SPAN,
                   (long long)b.i, (long long)a.i);
    }
    return bad == 0;
}

/* The reference ------------------------------------------------------------ */

static int scalars_of(const struct kir_func *driver,
                      const struct kir_stmt *launch, union kir_imm *scalar)
{
    int n = 0;

    for (int i = 0; i < launch->arg_count; i++)
        if (!launch->arg[i].is_buffer)
            scalar[n++] = constant_of(driver, launch->arg[i].id)->imm;
    return n;
}

static bool eval_launch(struct device *d, const struct kir_func *kernel,
                        const struct kir_stmt *launch, struct arrays *arrays)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_memory buffer[64];
    union kir_imm scalar[64];
    struct kir_eval eval = {.buffer = buffer, .scalar = scalar};
    int64_t grid[3];
    bool good;

    for (int i = 0; i < launch->arg_count; i++)
        if (launch->arg[i].is_buffer)
            buffer[i] = (struct kir_memory){
                arrays->array[launch->arg[i].id].data, COUNT};
    scalars_of(d->driver, launch, scalar);
    for (int i = 0; i < 3; i++)
        grid[i] = constant_of(d->driver, launch->grid[i])->imm.i;
    good = kir_eval_run(kernel, grid, &eval, &faults);
    for (const struct fault *f = faults.first; f; f = f->next)
        fprintf(stderr, "kir_eval: %s\n", f->message);
    arena_free(arena);
    return good;
}

/* C ------------------------------------------------------------------------ */

enum { VERSIONS = 5 };

static const char *const version_suffix[VERSIONS] = {"", "_plain", "_alone",
                                                     "_avx2", "_avx512"};

static bool cpu_has(int version)
{
#ifdef __x86_64__
    if (version == 3)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (version == 4)
        return __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return version < 3;
}

static void *symbol_of(struct device *d, const char *name, int version)
{
    char symbol[160];

    snprintf(symbol, sizeof symbol, "test_%s%s", name, version_suffix[version]);
    return dlsym(d->library, symbol);
}

static bool c_holds(struct device *d, const struct kir_func *kernel)
{
    return symbol_of(d, kernel->name, 0) != NULL;
}

static void set_scalars(const struct kir_func *driver,
                        const struct kir_stmt *launch, const char *signature,
                        union hedra_arg *arg)
{
    for (int i = 0; i < launch->arg_count; i++) {
        const union kir_imm *imm;

        if (signature[i] == 'b')
            continue;
        imm = &constant_of(driver, launch->arg[i].id)->imm;
        if (signature[i] == 'd')
            arg[i].d = imm->f;
        else if (signature[i] == 'f')
            arg[i].f = (float)imm->f;
        else if (signature[i] == 'i' || signature[i] == 'u')
            arg[i].i = (int32_t)imm->i;
        else
            arg[i].l = imm->i;
    }
}

static bool c_launch(struct device *d, const struct kir_func *kernel,
                     const struct kir_stmt *launch, struct arrays *arrays)
{
    char *signature = kir_signature(kernel->module->arena, kernel);
    void *symbol = symbol_of(d, kernel->name, d->version);
    union hedra_arg arg[64];
    hedra_host_kernel run;

    if (!symbol)
        return false;
    memcpy(&run, &symbol, sizeof run);
    set_scalars(d->driver, launch, signature, arg);
    for (int i = 0; signature[i] == 'b'; i++)
        arg[i].p = arrays->array[launch->arg[i].id].data;
    run(arg, 0, constant_of(d->driver, launch->grid[0])->imm.i);
    return true;
}

/* What makes every version of every kernel callable, and uses each driver. */
static const char test_head[] =
    "#include <hedra_kernel.h>\n"
    "#ifdef __clang__\n"
    "#pragma clang diagnostic ignored \"-Wpass-failed\"\n"
    "#endif\n"
    "typedef void test_any(void);\n"
    "#define TEST_VERSION(name, call)                                \\\n"
    "    void name(const union hedra_arg *, int64_t, int64_t);       \\\n"
    "    void name(const union hedra_arg *arg, int64_t begin,        \\\n"
    "              int64_t end)                                      \\\n"
    "    {                                                           \\\n"
    "        call;                                                   \\\n"
    "    }\n"
    "#define TEST_DRIVER(name) extern test_any *const use_##name;    \\\n"
    "    test_any *const use_##name = (test_any *)name;\n";
static const char test_alone[] =
    "TEST_VERSION(test_%s_alone, %s%s(arg, begin, end))\n";
static const char test_kernel[] =
    "TEST_VERSION(test_%s, %s(arg, begin, end))\n"
    "TEST_VERSION(test_%s_plain, %s_call(0, arg, begin, end))\n"
    "#if HD_VERSIONS\n"
    "TEST_VERSION(test_%s_avx2, %s_avx2(arg, begin, end))\n"
    "TEST_VERSION(test_%s_avx512, %s_avx512(arg, begin, end))\n"
    "#endif\n";

static void put_c_text(struct buf *out, const struct kir_module *module,
                       const struct buf *text)
{
    buf_puts(out, test_head);
    buf_write(out, text->text, text->length);
    for (int i = 0; i < module->func_count; i++) {
        const struct kir_func *f = module->func[i];
        const char *n = f->name;
        char mark[160];

        snprintf(mark, sizeof mark, "HD_KERNEL(%s, ", n);
        if (f->kind == KIR_HOST)
            buf_printf(out, "TEST_DRIVER(%s)\n", n);
        if (f->kind == KIR_HOST || !strstr(text->text, mark))
            continue;
        buf_printf(out, test_kernel, n, n, n, n, n, n, n, n);
        buf_printf(out, test_alone, n, n,
                   kir_has_atomics(f) ? "_atomics.alone" : "");
    }
}

static bool run_compiler(char **command)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void *compile(const struct buf *text, char **compiler, int words)
{
    char folder[] = "/tmp/kir_run.XXXXXX", source[64], library[64];
    char *command[32] = {NULL};
    void *handle = NULL;

    if (!mkdtemp(folder) || words > 20)
        return NULL;
    snprintf(source, sizeof source, "%s/k.c", folder);
    snprintf(library, sizeof library, "%s/k.so", folder);
    memcpy(command, compiler, (size_t)words * sizeof *command);
    command[words++] = "-shared";
    command[words++] = "-fPIC";
    command[words++] = "-o";
    command[words++] = library;
    command[words++] = source;
    command[words++] = "-lm";
    if (base_write_file(source, text->text, text->length) &&
        run_compiler(command)) {
        handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
        if (!handle)
            fprintf(stderr, "%s\n", dlerror());
        unlink(library);
        unlink(source);
        rmdir(folder);
    } else {
        fprintf(stderr, "the text stays in %s\n", source);
    }
    return handle;
}

static bool c_open(struct device *d, const struct buf *text, char **compiler,
                   int words)
{
    struct buf unit = {0};

    put_c_text(&unit, d->module, text);
    d->library = compile(&unit, compiler, words);
    d->holds = c_holds;
    d->launch = c_launch;
    buf_free(&unit);
    return d->library != NULL;
}

/* GPUs, through libhedra --------------------------------------------------- */

static bool gpu_holds(struct device *d, const struct kir_func *kernel)
{
    (void)d;
    (void)kernel;
    return true;
}

static struct hedra_kernel *kernel_table(const struct kir_module *module,
                                         int *count)
{
    struct hedra_kernel *table =
        arena_alloc(module->arena, (size_t)module->func_count * sizeof *table);

    *count = 0;
    for (int i = 0; i < module->func_count; i++) {
        const struct kir_func *f = module->func[i];
        struct hedra_kernel *k = &table[*count];

        if (f->kind != KIR_KERNEL)
            continue;
        k->name = f->name;
        k->signature = kir_signature(module->arena, f);
        memcpy(k->block, f->block, sizeof k->block);
        ++*count;
    }
    return table;
}

static int kernel_number(const struct kir_module *module,
                         const struct kir_func *kernel)
{
    int number = 0;

    for (int i = 0; module->func[i] != kernel; i++)
        number += module->func[i]->kind == KIR_KERNEL;
    return number;
}

static int gpu_rows(const struct arrays *arrays, struct hedra_array *row,
                    int *row_of)
{
    int rows = 0;

    for (int i = 0; i < ARRAYS; i++) {
        const struct array *a = &arrays->array[i];
        int size = kir_type_size(a->type);

        if (!a->used)
            continue;
        row_of[i] = rows;
        row[rows++] = (struct hedra_array){"array", a->data,
                                           0,       (int64_t)COUNT * size,
                                           size,    HEDRA_READ | HEDRA_WRITE};
    }
    return rows;
}

static bool gpu_launch(struct device *d, const struct kir_func *kernel,
                       const struct kir_stmt *launch, struct arrays *arrays)
{
    struct hedra_array row[ARRAYS];
    union hedra_arg arg[64];
    int row_of[ARRAYS], rows = gpu_rows(arrays, row, row_of);
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(&d->gpu, row, rows, 1, &where);
    char *signature = kir_signature(kernel->module->arena, kernel);
    int64_t grid[3];

    if (!run)
        return false;
    set_scalars(d->driver, launch, signature, arg);
    for (int i = 0; signature[i] == 'b'; i++)
        arg[i].b = row_of[launch->arg[i].id];
    for (int i = 0; i < 3; i++)
        grid[i] = constant_of(d->driver, launch->grid[i])->imm.i;
    hedra_launch(run, kernel_number(d->module, kernel), grid, arg,
                 launch->arg_count);
    hedra_end(run);
    return true;
}

/* Whether the machine has such a device: the first call of the driver works and
 * counts one. */
static bool gpu_exists(bool cuda)
{
    void *library = dlopen(cuda ? "libcuda.so.1" : "libOpenCL.so.1", RTLD_LAZY);
    int (*init)(unsigned) = NULL, (*devices)(int *) = NULL;
    int (*platforms)(unsigned, void *, unsigned *) = NULL;
    unsigned platform_count = 0;
    int count = 0;

    if (!library)
        return false;
    if (!cuda) {
        *(void **)&platforms = dlsym(library, "clGetPlatformIDs");
        return platforms && platforms(0, NULL, &platform_count) == 0 &&
               platform_count > 0;
    }
    *(void **)&init = dlsym(library, "cuInit");
    *(void **)&devices = dlsym(library, "cuDeviceGetCount");
    return init && devices && init(0) == 0 && devices(&count) == 0 && count > 0;
}

/* libhedra says what is wrong with a text, and ends the process. */
static void gpu_open(struct device *d, const char *name, const struct buf *text)
{
    d->holds = gpu_holds;
    d->launch = gpu_launch;
    d->tolerance = strcmp(name, "ptxsim") == 0 ? 0 : 16;
    d->gpu = (struct hedra_module){.abi = HEDRA_ABI,
                                   .name = d->module->name,
                                   .file = d->module->source_file};
    *(strcmp(name, "opencl") == 0 ? &d->gpu.opencl : &d->gpu.ptx) = text->text;
    d->gpu.gpu_kernel = kernel_table(d->module, &d->gpu.gpu_kernel_count);
    setenv("HEDRA_DEVICE", name, 1);
}

/* Comparing ---------------------------------------------------------------- */

/* All launches of a driver on fresh arrays. */
static bool run_all(struct device *d, struct arrays *arrays)
{
    for (const struct kir_stmt *s = d->driver->body.first; s; s = s->next)
        if (s->kind == KIR_LAUNCH)
            arrays_declare(arrays, d->module->func[s->kernel], s);
    arrays_fill(arrays);
    for (const struct kir_stmt *s = d->driver->body.first; s; s = s->next)
        if (s->kind == KIR_LAUNCH &&
            !d->launch(d, d->module->func[s->kernel], s, arrays))
            return false;
    return true;
}

static bool can_run(struct device *d)
{
    for (const struct kir_stmt *s = d->driver->body.first; s; s = s->next)
        if (s->kind == KIR_LAUNCH && !d->holds(d, d->module->func[s->kernel]))
            return false;
    return true;
}

static bool compare(struct device *d, const struct arrays *want)
{
    struct arrays got = {0};
    bool good = run_all(d, &got);

    for (int i = 0; i < ARRAYS && good; i++)
        if (want->array[i].used)
            good &= compare_array(&want->array[i], &got.array[i], i, d);
    printf("%s %s%s%s\n", good ? "same" : "DIFFERENT", d->driver->name,
           d->library ? " version" : "",
           d->library ? version_suffix[d->version] : "");
    arrays_free(&got);
    return good;
}

static bool has_version(struct device *d, int version)
{
    for (const struct kir_stmt *s = d->driver->body.first; s; s = s->next)
        if (s->kind == KIR_LAUNCH &&
            !symbol_of(d, d->module->func[s->kernel]->name, version))
            return false;
    return cpu_has(version);
}

static int check_driver(struct device *d, const struct kir_func *driver)
{
    struct device eval = {
        .launch = eval_launch, .driver = driver, .module = d->module};
    struct arrays want = {0};
    double tolerance = d->tolerance;
    int bad = 0;

    d->driver = driver;
    if (strncmp(driver->name, "run_", 4) != 0 || !can_run(d))
        return 0;
    if (!strstr(driver->name, "approximate"))
        d->tolerance = 0;
    bad = !run_all(&eval, &want);
    for (d->version = 0; d->version < (d->library ? VERSIONS : 1) && !bad;
         d->version++)
        if (!d->library || has_version(d, d->version))
            bad += !compare(d, &want);
    d->tolerance = tolerance;
    arrays_free(&want);
    return bad;
}

static struct kir_module *read_module(struct arena *arena, const char *path)
{
    struct faults faults = faults_new(arena);
    char *text = base_read_file(path, NULL);
    struct kir_module *module = NULL;

    if (text)
        module = kir_parse(arena, path, text, &faults);
    if (module && !kir_check(module, &faults))
        module = NULL;
    for (const struct fault *f = faults.first; f; f = f->next)
        fprintf(stderr, "%s:%d: %s\n", path, f->loc.line, f->message);
    free(text);
    return module;
}

/* The same for the host's C, with tiles as hedrac makes them. */
static struct kir_module *read_tiled(struct arena *arena, const char *path)
{
    struct faults faults = faults_new(arena);
    struct kir_module *module = read_module(arena, path);

    if (!module)
        return NULL;
    kir_transpose(module);
    kir_wavefront(module);
    kir_register_tile(module, KIR_REGISTER_VECTORS, KIR_PACKING_MODEL, &faults);
    if (kir_check(module, &faults))
        return module;
    for (const struct fault *f = faults.first; f; f = f->next)
        fprintf(stderr, "%s, tiled: %s\n", path, f->message);
    return NULL;
}

static bool print_text(struct kir_module **module, const char *name,
                       int statements, struct buf *text)
{
    struct arena *arena = (*module)->arena;
    const struct target *target = target_find(name);
    struct target_options options = {.statements = statements};
    struct faults faults = faults_new(arena);

    if (kir_asks_warps(*module))
        *module = kir_optimise(
            arena, kir_settle_warps(arena, *module,
                                    target->capabilities & TARGET_WARPS));
    if (!(target->capabilities & TARGET_MATH))
        *module = kir_expand_math(arena, *module);
    return target->print(*module, &options, text, &faults);
}

int main(int argc, char **argv)
{
    int cut = argc > 1 && strncmp(argv[1], PARTS, strlen(PARTS)) == 0;
    int statements = cut ? atoi(argv[1] + strlen(PARTS)) : 0;
    struct arena *arena = arena_new();
    struct kir_module *module, *printed;
    bool cuda, ptxsim, gpu;
    struct buf text = {0};
    struct device d = {0};
    int bad = 0;

    argc -= cut;
    argv += cut;
    module = argc > 2 ? read_module(arena, argv[1]) : NULL;
    if (!module)
        return 1;
    cuda = strcmp(argv[2], "cuda") == 0;
    ptxsim = strcmp(argv[2], "ptxsim") == 0;
    gpu = cuda || ptxsim || strcmp(argv[2], "opencl") == 0;
    printed = gpu ? module : read_tiled(arena, argv[1]);
    if (!printed || !print_text(&printed,
                                cuda || ptxsim ? "ptx"
                                : gpu          ? "opencl"
                                               : "c",
                                statements, &text))
        return 1;
    d.module = gpu ? printed : module;
    if (gpu && !ptxsim && !gpu_exists(cuda)) {
        printf("there is no %s device\n", argv[2]);
        buf_free(&text);
        arena_free(arena);
        return SKIP;
    }
    if (gpu)
        gpu_open(&d, argv[2], &text);
    else if (!c_open(&d, &text, argv + 2, argc - 2))
        return 1;
    for (int i = 0; i < module->func_count; i++)
        if (module->func[i]->kind == KIR_HOST)
            bad += check_driver(&d, module->func[i]);
    buf_free(&text);
    arena_free(arena);
    return bad != 0;
}
