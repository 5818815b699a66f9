/*
 * bench-ptxsim: what the PTX simulator makes of a core, against the same
 * computation in C in the same run; and what loading and memory cost. One host
 * thread; seconds are the processor's.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/base/base.h"
#include "runtime/ptxsim/ptxsim.h"
#include "tests/bench/bench.h"

static const char about[] =
    "Measures the PTX simulator on one thread: lane instructions per second\n"
    "on straight-line f64 code and on nvcc's matrix product with shared\n"
    "memory, each against C; the time to load 1e5 instructions; the memory of\n"
    "a launch over that of its data. Best of 5 turns (2 with --quick). Exits\n"
    "with 1 if a result is wrong.\n";

/* A function NAME that runs BODY with the processor's fused multiply-add where
 * it has one, and without otherwise. */
#if defined __x86_64__
#define BOTH_PROCESSORS(name, body, parameters, arguments)                     \
    __attribute__((target("avx2,fma"))) static void name##_fused parameters    \
    {                                                                          \
        body arguments;                                                        \
    }                                                                          \
                                                                               \
    static void name parameters                                                \
    {                                                                          \
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))   \
            name##_fused arguments;                                            \
        else                                                                   \
            body arguments;                                                    \
    }
#else
#define BOTH_PROCESSORS(name, body, parameters, arguments)                     \
    static void name parameters                                                \
    {                                                                          \
        body arguments;                                                        \
    }
#endif

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void give_up(const char *what, const struct report *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why->text);
    exit(2);
}

/* A program in its own space, ready to run its one kernel. */
struct simulation {
    struct ptxsim_space *space;
    struct ptxsim_program *program;
    struct ptxsim_launch launch;
};

static void simulation_start(struct simulation *s, const char *ptx,
                             const char *kernel)
{
    struct report why = {.text = "there is not enough memory"};

    *s = (struct simulation){.space = ptxsim_space_new()};
    if (!s->space || !(s->program = ptxsim_load(s->space, ptx, &why)))
        give_up(kernel, &why);
    s->launch.kernel = ptxsim_find_kernel(s->program, kernel);
    s->launch.threads = 1;
    if (!s->launch.kernel) {
        report_set(&why, "there is no such kernel");
        give_up(kernel, &why);
    }
}

static void *simulation_alloc(struct simulation *s, size_t size,
                              uint64_t *address)
{
    struct report why;

    if (!ptxsim_alloc(s->space, size, address, &why))
        give_up("alloc", &why);
    return ptxsim_host(s->space, *address, size);
}

/* One run: its processor seconds and warp instructions. */
static double simulation_run(struct simulation *s, uint64_t *instructions)
{
    struct report why;
    struct ptxsim_result result;
    double begin = cpu_seconds();

    if (!ptxsim_run(s->program, &s->launch, &result, &why))
        give_up(s->launch.kernel->name, &why);
    *instructions = result.warp_instructions;
    ptxsim_result_clear(&result);
    return cpu_seconds() - begin;
}

static void simulation_end(struct simulation *s)
{
    ptxsim_unload(s->program);
    ptxsim_space_free(s->space);
}

/* What a race found. */
struct outcome {
    double rate;     /* lane instructions per second */
    double slowdown; /* simulator's seconds over C's */
    bool right;
};

/* Straight-line code ------------------------------------------------------- */

enum { VALUES = 8, ROUNDS = 64 };

/* One round on the values: two oscillators with the steps v7 and v6 = -v7,
 * which stay bounded, and what is computed of them. FMA: d = a * c + e; TWO:
 * d = a op c. */
#define STRAIGHT(FMA, TWO)                                                     \
    FMA(0, 6, 1, 0)                                                            \
    FMA(2, 6, 3, 2)                                                            \
    TWO("mul", *, 4, 0, 2)                                                     \
    FMA(1, 7, 0, 1)                                                            \
    FMA(3, 7, 2, 3)                                                            \
    TWO("add", +, 5, 4, 1)                                                     \
    TWO("sub", -, 4, 5, 3)                                                     \
    TWO("mul", *, 5, 4, 5)

static char *straight_ptx(void)
{
    struct buf b = {0};

    buf_puts(&b, ".version 7.0\n.target sm_70\n.address_size 64\n"
                 ".visible .entry straight(.param .u64 data)\n{\n"
                 ".reg .b64 %a<4>;\n.reg .b32 %r<4>;\n.reg .f64 %v<8>;\n"
                 "ld.param.u64 %a1, [data];\nmov.u32 %r1, %ctaid.x;\n"
                 "mov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n"
                 "mad.lo.u32 %r1, %r1, %r2, %r3;\n"
                 "mul.wide.u32 %a2, %r1, 64;\nadd.u64 %a1, %a1, %a2;\n");
    for (int k = 0; k < VALUES; k++)
        buf_printf(&b, "ld.global.f64 %%v%d, [%%a1+%d];\n", k, 8 * k);
    for (int round = 0; round < ROUNDS; round++) {
#define FMA(d, a, c, e)                                                        \
    buf_puts(&b, "fma.rn.f64 %v" #d ", %v" #a ", %v" #c ", %v" #e ";\n");
#define TWO(name, op, d, a, c)                                                 \
    buf_puts(&b, name ".rn.f64 %v" #d ", %v" #a ", %v" #c ";\n");
        STRAIGHT(FMA, TWO)
#undef FMA
#undef TWO
    }
    for (int k = 0; k < VALUES; k++)
        buf_printf(&b, "st.global.f64 [%%a1+%d], %%v%d;\n", 8 * k, k);
    buf_puts(&b, "ret;\n}\n");
    return b.text;
}

/* The same in C. `inline` into functions for several processors. */
static inline __attribute__((always_inline)) void
straight_body(double (*data)[VALUES], int threads)
{
    for (int i = 0; i < threads; i++) {
        double *v = data[i];
        for (int round = 0; round < ROUNDS; round++) {
#define FMA(d, a, c, e) v[d] = __builtin_fma(v[a], v[c], v[e]);
#define TWO(name, op, d, a, c) v[d] = v[a] op v[c];
            STRAIGHT(FMA, TWO)
#undef FMA
#undef TWO
        }
    }
}

BOTH_PROCESSORS(straight_c, straight_body,
                (double (*data)[VALUES], int threads), (data, threads))

static void straight_fill(double (*data)[VALUES], int threads)
{
    for (int i = 0; i < threads; i++)
        for (int k = 0; k < VALUES; k++)
            data[i][k] = k == 6 ? -0.5 : k == 7 ? 0.5 : sin(i + 10 * k);
}

static struct outcome race_straight(int blocks, int turns)
{
    enum { BLOCK = 256 };
    int threads = blocks * BLOCK;
    size_t size = (size_t)threads * VALUES * sizeof(double);
    struct simulation s;
    struct outcome o = {.right = true};
    double best = INFINITY, best_c = INFINITY;
    double(*in_c)[VALUES] = malloc(size), (*in_sim)[VALUES];
    char *ptx = straight_ptx();
    uint64_t address, instructions = 0;

    if (!in_c)
        exit(2);
    simulation_start(&s, ptx, "straight");
    in_sim = simulation_alloc(&s, size, &address);
    s.launch.param = &address;
    for (int k = 0; k < 3; k++) {
        s.launch.grid[k] = k ? 1 : blocks;
        s.launch.block[k] = k ? 1 : BLOCK;
    }
    for (int turn = 0; turn < turns; turn++) {
        straight_fill(in_sim, threads);
        straight_fill(in_c, threads);
        best = fmin(best, simulation_run(&s, &instructions));
        double begin = cpu_seconds();
        straight_c(in_c, threads);
        best_c = fmin(best_c, cpu_seconds() - begin);
        o.right &= memcmp(in_sim, in_c, size) == 0;
    }
    o.rate = (double)instructions * 32 / best;
    o.slowdown = best / best_c;
    simulation_end(&s);
    free(in_c);
    free(ptx);
    return o;
}

/* The matrix product ------------------------------------------------------- */

static inline __attribute__((always_inline)) void
product_body(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] =
                    __builtin_fma(a[i * n + k], b[k * n + j], c[i * n + j]);
}

BOTH_PROCESSORS(product_c, product_body,
                (int n, const double *a, const double *b, double *c),
                (n, a, b, c))

struct product_param {
    int32_t n, m, depth;
    uint64_t a, b, c;
};

/* n is a multiple of the kernel's tile, 16. */
static struct outcome race_product(int n, int turns)
{
    static const char path[] =
        HEDRA_SOURCE_DIR "/tests/ptxsim/corpus/kernels/gemm.nvcc.ptx";
    size_t count = (size_t)n * (size_t)n, size = count * sizeof(double);
    char *ptx = base_read_file(path, NULL);
    struct simulation s;
    struct product_param p = {n, n, n, 0, 0, 0};
    struct outcome o = {.right = true};
    double best = INFINITY, best_c = INFINITY, *want = malloc(size);
    uint64_t instructions = 0;

    if (!ptx || !want) {
        perror(path);
        exit(2);
    }
    simulation_start(&s, ptx, "gemm_f64");
    double *a = simulation_alloc(&s, size, &p.a);
    double *b = simulation_alloc(&s, size, &p.b);
    double *c = simulation_alloc(&s, size, &p.c);
    for (size_t i = 0; i < count; i++) {
        a[i] = sin((double)i);
        b[i] = cos((double)i);
    }
    s.launch.param = &p;
    for (int k = 0; k < 3; k++) {
        s.launch.grid[k] = k < 2 ? n / 16 : 1;
        s.launch.block[k] = k < 2 ? 16 : 1;
    }
    for (int turn = 0; turn < turns; turn++) {
        best = fmin(best, simulation_run(&s, &instructions));
        memset(want, 0, size);
        double begin = cpu_seconds();
        product_c(n, a, b, want);
        best_c = fmin(best_c, cpu_seconds() - begin);
        o.right &= memcmp(c, want, size) == 0;
    }
    o.rate = (double)instructions * 32 / best;
    o.slowdown = best / best_c;
    simulation_end(&s);
    free(want);
    free(ptx);
    return o;
}

/* Loading ------------------------------------------------------------------ */

/* So many instructions of a dozen forms, with branches, on 1000 registers of
 * each kind. */
static char *long_ptx(int instructions)
{
    struct buf b = {0};

    buf_puts(&b, ".version 7.0\n.target sm_70\n.address_size 64\n"
                 ".visible .entry long_code(.param .u64 p)\n{\n"
                 ".reg .pred %p<1000>;\n.reg .b32 %r<1000>;\n"
                 ".reg .b64 %a<1000>;\n.reg .f64 %v<1000>;\n");
    for (int i = 0; i < instructions; i++) {
        int d = i % 1000, x = i * 7 % 1000, y = i * 13 % 1000;
        switch (i % 8) {
        case 0:
            buf_printf(&b, "ld.global.f64 %%v%d, [%%a%d+%d];\n", d, x, 8 * y);
            break;
        case 1:
            buf_printf(&b, "mul.rn.f64 %%v%d, %%v%d, %%v%d;\n", d, x, y);
            break;
        case 2:
            buf_printf(&b,
                       "fma.rn.f64 %%v%d, %%v%d, %%v%d, 0d3FF8000000000000"
                       ";\n",
                       d, x, y);
            break;
        case 3:
            buf_printf(&b, "mad.lo.s32 %%r%d, %%r%d, %d, %%r%d;\n", d, x, i, y);
            break;
        case 4:
            buf_printf(&b, "setp.lt.s32 %%p%d, %%r%d, %%r%d;\n", d, x, y);
            break;
        case 5:
            buf_printf(&b, "@%%p%d bra L%d;\n", i % 1000, i + 3);
            break;
        case 6:
            buf_printf(&b, "mul.wide.s32 %%a%d, %%r%d, 8;\n", d, x);
            break;
        default:
            buf_printf(&b, "st.global.f64 [%%a%d], %%v%d;\n", x, y);
        }
        if (i % 8 == 7)
            buf_printf(&b, "L%d:\n", i + 1);
    }
    buf_puts(&b, "ret;\n}\n");
    return b.text;
}

static double time_loading(int instructions, int turns)
{
    char *ptx = long_ptx(instructions);
    double best = INFINITY;

    for (int turn = 0; turn < turns; turn++) {
        struct simulation s;
        double begin = cpu_seconds();
        simulation_start(&s, ptx, "long_code");
        best = fmin(best, cpu_seconds() - begin);
        simulation_end(&s);
    }
    free(ptx);
    return best;
}

/* Memory ------------------------------------------------------------------- */

static long resident_bytes(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    long size = 0, pages = 0;

    if (!f || fscanf(f, "%ld %ld", &size, &pages) != 2) {
        perror("/proc/self/statm");
        exit(2);
    }
    fclose(f);
    return pages * sysconf(_SC_PAGESIZE);
}

/* The growth of resident memory in a process that runs the straight-line
 * kernel, over the bytes of its array. */
static double measure_memory(int blocks)
{
    double *ratio = mmap(NULL, sizeof *ratio, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 1;

    if (ratio == MAP_FAILED) {
        perror("mmap");
        exit(2);
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char *ptx = straight_ptx();
        size_t size = (size_t)blocks * 256 * VALUES * sizeof(double);
        struct rusage used;
        struct simulation s;
        uint64_t address, instructions;
        double before = (double)resident_bytes();
        simulation_start(&s, ptx, "straight");
        memset(simulation_alloc(&s, size, &address), 0, size);
        s.launch.param = &address;
        for (int k = 0; k < 3; k++) {
            s.launch.grid[k] = k ? 1 : blocks;
            s.launch.block[k] = k ? 1 : 256;
        }
        simulation_run(&s, &instructions);
        getrusage(RUSAGE_SELF, &used);
        *ratio = ((double)used.ru_maxrss * 1024 - before) / (double)size;
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        fputs("error: the process for the memory failed\n", stderr);
        exit(2);
    }
    double result = *ratio;
    munmap(ratio, sizeof *ratio);
    return result;
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    int turns = o.repeat ? o.repeat : o.quick ? 2 : 5;

    bench_progress("memory");
    double memory = measure_memory(o.quick ? 512 : 4096);
    bench_progress("loading");
    double seconds = time_loading(100000, turns);
    bench_progress("straight-line code");
    struct outcome straight = race_straight(o.quick ? 200 : 1000, turns);
    bench_progress("matrix product");
    struct outcome product = race_product(o.quick ? 128 : 256, turns);
    bench_progress("%s", "");

    printf("%-24s %16s %14s\n", "kernel", "lane instr. / s", "seconds / C's");
    printf("%-24s %16.3g %14.1f %s\n", "straight-line f64", straight.rate,
           straight.slowdown, straight.right ? "" : "WRONG");
    printf("%-24s %16.3g %14.1f %s\n", "gemm, shared memory", product.rate,
           product.slowdown, product.right ? "" : "WRONG");
    bench_figure("ptxsim-straight-f64", straight.rate, "lane-instructions/s",
                 '>', 100e6, 1e9);
    bench_figure("ptxsim-gemm-shared", product.rate, "lane-instructions/s", '>',
                 30e6, 300e6);
    bench_figure("ptxsim-load-1e5", seconds, "s", '<', 1, 0.2);
    bench_figure("ptxsim-memory-over-data", memory, "times", '<', 1.5, 1.1);
    return straight.right && product.right ? 0 : 1;
}
