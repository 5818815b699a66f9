/* Host C: kernels over a range of blocks, in three versions chosen when they
 * run, and the functions that drive kernels.
 *
 * The text stands in the user's file, whose compiler flags are not ours: what
 * the kernels need is said by pragmas around them, undone behind them.
 * - GCC: optimised whatever the flags say, no contraction, no errno, no traps
 *   (or it would vectorise no condition on floats). It then makes trunc(x) of
 *   (double)(int)x, and of (double)(0 + (int)x), which is -0 where these are 0;
 *   and GCC 12, whatever the flags say, -(double)y of 0.0 - (double)y for an
 *   integer y, which is -0 where that is 0: HD_OPAQUE stands between. And
 *   GCC 12 takes (double)(float)x for x if both are vectors, as straight-line
 *   code has them: of what narrows, only loops are vectorised. And it takes
 *   s = (int)((unsigned)s * s) in a loop for a product of many: HD_SERIAL keeps
 *   it from vectorising the loop.
 *   And it unrolls a short loop of as many iterations as a vector has elements,
 *   of which it then vectorises a part: HD_ONE_VECTOR keeps it from that.
 * - clang: contraction off per function (a pragma at file scope would outlive
 *   the text). clang cannot optimise what -O0 does not, so versions are made
 *   only when it optimises.
 * - others: plain C99.
 * unroll and jam: GCC takes what HD_SIMD says of a loop's iterations for one
 * around it too, and stores A[i + j] in the wrong order; hedrac jams by itself.
 * loop distribution: GCC 12 takes loops apart whose iterations need each other:
 * at -O3 one over i that writes A[i + j * (n + 1) - 12] for three j, and then
 * A[i + j * n - 11] (it needs no HD_SIMD for that); hedrac distributes.
 * sqrt: to GCC it may set errno, whatever the pragma says, and such a loop is
 * not vectorised; its _Float64 twin, declared const, is the same instruction.
 */
#include "backends/c/atomics.h"
#include "backends/c/guard.h"
#include "backends/c/permute.h"
#include "backends/c/split_kernel.h"
#include "backends/c/vector_width.h"

#include <string.h>

static const char prologue_options[] =
    "#if defined __GNUC__ && !defined __clang__\n"
    "#pragma GCC push_options\n"
    "#pragma GCC optimize(\"O3,fp-contract=off,no-math-errno,"
    "no-trapping-math,no-loop-unroll-and-jam,"
    "no-tree-loop-distribution\")\n";

static const char prologue_narrows[] =
    "#pragma GCC optimize(\"no-tree-slp-vectorize\")\n";

static const char prologue_begin[] =
    "#elif defined __clang__\n"
    "#pragma clang diagnostic push\n"
    "#pragma clang diagnostic ignored \"-Wpass-failed\"\n"
    "#endif\n"
    "\n"
    "#ifndef HD_HOST\n"
    "#define HD_HOST\n"
    "#if defined __clang__\n"
    "#define HD_EXACT _Pragma(\"clang fp contract(off)\")\n"
    "#define HD_SERIAL\n"
    "#define HD_SIMD _Pragma(\"clang loop vectorize(assume_safety)\")\n"
    "#define HD_UNROLL _Pragma(\"clang loop unroll(enable)\")\n"
    "#define HD_WHOLE _Pragma(\"clang loop unroll(full)\")\n"
    "#define HD_ONE_VECTOR\n"
    "#elif defined __GNUC__\n"
    "#define HD_EXACT\n"
    "#define HD_SERIAL __asm__(\"\");\n"
    "#define HD_SIMD _Pragma(\"GCC ivdep\")\n"
    "#define HD_UNROLL _Pragma(\"GCC unroll 8\")\n"
    "#define HD_WHOLE _Pragma(\"GCC unroll 64\")\n"
    "#define HD_ONE_VECTOR _Pragma(\"GCC unroll 1\")\n"
    "#else\n"
    "#ifdef __TINYC__\n"
    "#define HD_EXACT\n"
    "#else\n"
    "#define HD_EXACT _Pragma(\"STDC FP_CONTRACT OFF\")\n"
    "#endif\n"
    "#define HD_SERIAL\n"
    "#define HD_SIMD\n"
    "#define HD_UNROLL\n"
    "#define HD_WHOLE\n"
    "#define HD_ONE_VECTOR\n"
    "#endif\n"
    "\n"
    "#if defined __GNUC__ && !defined __clang__\n"
    "#define HD_OPAQUE(x)                                              \\\n"
    "    __extension__({                                               \\\n"
    "        __typeof__((x) + 0) hdk_x = (x);                          \\\n"
    "        __asm__(\"\" : \"+r\"(hdk_x));                              \\\n"
    "        hdk_x;                                                    \\\n"
    "    })\n"
    "#else\n"
    "#define HD_OPAQUE(x) (x)\n"
    "#endif\n"
    "#if defined __GNUC__ || defined __clang__\n"
    "#define HD_INLINE __attribute__((always_inline, unused))\n"
    "#define HD_MATH(name) __builtin_##name\n"
    "#else\n"
    "#include <math.h>\n"
    "#define HD_INLINE\n"
    "#define HD_MATH(name) name\n"
    "#endif\n"
    "/* noipa: GCC 12 takes a function that stores through restrict pointers\n"
    " * which it loads from memory for one without effects, and drops the\n"
    " * call. */\n"
    "#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 8\n"
    "#define HD_APART __attribute__((noinline, noipa))\n"
    "#elif defined __GNUC__ || defined __clang__\n"
    "#define HD_APART __attribute__((noinline))\n"
    "#else\n"
    "#define HD_APART\n"
    "#endif\n"
    "#if defined __GNUC__ || defined __clang__\n"
    "#define HD_ALIGNED __attribute__((aligned(64)))\n"
    "#else\n"
    "#define HD_ALIGNED\n"
    "#endif\n"
    "/* GCC keeps sums in registers next to memory that it does not know, and "
    "not\n"
    " * next to another array of the function's. */\n"
    "#if defined __GNUC__ || defined __clang__\n"
    "#define HD_PANEL(type, name, count)                               \\\n"
    "    HD_ALIGNED type name##_memory[count];                         \\\n"
    "    type *name = name##_memory;                                   \\\n"
    "    __asm__(\"\" : \"+r\"(name));\n"
    "#else\n"
    "#define HD_PANEL(type, name, count) type name[count];\n"
    "#endif\n"
    "\n"
    "#if defined HD_VERSIONS /* 0: for the processor of the flags alone */\n"
    "#elif defined __x86_64__ && \\\n"
    "    (defined __clang__ ? defined __OPTIMIZE__ : defined __GNUC__)\n"
    "#define HD_VERSIONS 1\n"
    "#else\n"
    "#define HD_VERSIONS 0\n"
    "#endif\n"
    "/* Levels: 2 AVX-512, 1 AVX2 with fused operations, 0 neither, -1 as the\n"
    " * compiler was told: fused operations. */\n"
    "#ifdef __FP_FAST_FMA\n"
    "#define HD_FMA (-1)\n"
    "#else\n"
    "#define HD_FMA 0\n"
    "#endif\n"
    "\n";

static const char prologue_functions[] =
    "#define HD_FUNCTIONS(type, bits, suffix, name)                    \\\n"
    "    static inline HD_INLINE bits hdf_bits_##name(type x)          \\\n"
    "    {                                                             \\\n"
    "        union {                                                   \\\n"
    "            type f;                                               \\\n"
    "            bits u;                                               \\\n"
    "        } v;                                                      \\\n"
    "        v.f = x;                                                  \\\n"
    "        return v.u;                                               \\\n"
    "    }                                                             \\\n"
    "    static inline HD_INLINE type hdf_float_##name(bits x)         \\\n"
    "    {                                                             \\\n"
    "        union {                                                   \\\n"
    "            type f;                                               \\\n"
    "            bits u;                                               \\\n"
    "        } v;                                                      \\\n"
    "        v.u = x;                                                  \\\n"
    "        return v.f;                                               \\\n"
    "    }                                                             \\\n"
    "    static inline HD_INLINE type hdf_muladd_##name(int fma, type a, \\\n"
    "                                                   type b, type c)  \\\n"
    "    {                                                             \\\n"
    "        HD_EXACT                                                  \\\n"
    "        HD_CONTRACT(suffix)                                       \\\n"
    "        return a * b + c;                                         \\\n"
    "    }\n"
    "#if HD_VERSIONS || HD_FMA\n"
    "#define HD_CONTRACT(suffix)                                       \\\n"
    "    if (fma)                                                      \\\n"
    "        return HD_MATH(fma##suffix)(a, b, c);\n"
    "#else\n"
    "#define HD_CONTRACT(suffix) (void)fma;\n"
    "#endif\n"
    "static inline HD_INLINE int32_t hdf_magnitude_i32(int32_t a)\n"
    "{\n"
    "    return a < 0 ? -a : a;\n"
    "}\n"
    "static inline HD_INLINE int64_t hdf_magnitude_i64(int64_t a)\n"
    "{\n"
    "    return a < 0 ? -a : a;\n"
    "}\n"
    "HD_FUNCTIONS(double, uint64_t, , f64)\n"
    "HD_FUNCTIONS(float, uint32_t, f, f32)\n"
    "\n"
    "#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 7 && \\\n"
    "    !defined __STRICT_ANSI__ && defined __x86_64__ && \\\n"
    "    !defined HD_PLAIN_SQRT\n"
    "__extension__ typedef _Float64 hdk_float64;\n"
    "__extension__ typedef _Float32 hdk_float32;\n"
    "static inline HD_INLINE double hdf_sqrt(double x)\n"
    "{\n"
    "    extern hdk_float64 sqrtf64(hdk_float64) __attribute__((const));\n"
    "    return sqrtf64(x);\n"
    "}\n"
    "static inline HD_INLINE float hdf_sqrtf(float x)\n"
    "{\n"
    "    extern hdk_float32 sqrtf32(hdk_float32) __attribute__((const));\n"
    "    return sqrtf32(x);\n"
    "}\n"
    "#elif defined __clang__ && __clang_major__ >= 18\n"
    "#define hdf_sqrt(x) __builtin_elementwise_sqrt(x)\n"
    "#define hdf_sqrtf(x) __builtin_elementwise_sqrt(x)\n"
    "#else\n"
    "#define hdf_sqrt(x) HD_MATH(sqrt)(x)\n"
    "#define hdf_sqrtf(x) HD_MATH(sqrtf)(x)\n"
    "#endif\n"
    "\n";

static const char prologue_kernel[] =
    "#if HD_VERSIONS\n"
    "/* GCC's tuning for some processors prefers shorter vectors. */\n"
    "#if !defined __clang__ && __GNUC__ >= 11\n"
    "#define HD_WIDTH(bits) \",prefer-vector-width=\" #bits\n"
    "#else\n"
    "#define HD_WIDTH(bits)\n"
    "#endif\n"
    "#define HD_AVX512_OF(bits)                                        \\\n"
    "    \"avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,bmi,bmi2\"      \\\n"
    "    HD_WIDTH(bits)\n"
    "#define HD_AVX512 HD_AVX512_OF(512)\n"
    "#define HD_AVX2 \"avx2,fma,bmi,bmi2\" HD_WIDTH(256)\n"
    "#define HD_VERSION(name, version, level, features)                \\\n"
    "    __attribute__((target(features))) static HD_APART void        \\\n"
    "    name##_##version(const union hedra_arg *arg, int64_t begin,   \\\n"
    "                     int64_t end)                                 \\\n"
    "    {                                                             \\\n"
    "        name##_call(level, arg, begin, end);                      \\\n"
    "    }\n"
    "#define HD_CHOOSE(name)                                           \\\n"
    "    if (__builtin_cpu_supports(\"avx512f\") &&                      \\\n"
    "        __builtin_cpu_supports(\"avx512dq\") &&                     \\\n"
    "        __builtin_cpu_supports(\"avx512bw\") &&                     \\\n"
    "        __builtin_cpu_supports(\"avx512vl\")) {                     \\\n"
    "        name##_avx512(arg, begin, end);                           \\\n"
    "        return;                                                   \\\n"
    "    }                                                             \\\n"
    "    if (__builtin_cpu_supports(\"avx2\") &&                         \\\n"
    "        __builtin_cpu_supports(\"fma\")) {                          \\\n"
    "        name##_avx2(arg, begin, end);                             \\\n"
    "        return;                                                   \\\n"
    "    }\n"
    "#define HD_PART_VERSION(name, version, level, features, parameters, ...) "
    "\\\n"
    "    __attribute__((target(features))) static HD_APART void        \\\n"
    "    name##_##version parameters                                   \\\n"
    "    {                                                             \\\n"
    "        name##_body(level, __VA_ARGS__);                          \\\n"
    "    }\n"
    "#define HD_RUN(name, ...)                                         \\\n"
    "    if (hdk_fma > 1)                                              \\\n"
    "        name##_avx512(__VA_ARGS__);                               \\\n"
    "    else if (hdk_fma > 0)                                         \\\n"
    "        name##_avx2(__VA_ARGS__);                                 \\\n"
    "    else                                                          \\\n"
    "        name##_plain(__VA_ARGS__);\n"
    "#else\n"
    "#define HD_VERSION(name, version, level, features)\n"
    "#define HD_CHOOSE(name)\n"
    "#define HD_PART_VERSION(name, version, level, features, parameters, ...)\n"
    "#define HD_RUN(name, ...) name##_plain(__VA_ARGS__);\n"
    "#endif\n"
    "#define HD_KERNEL(name, bits)                                     \\\n"
    "    HD_VERSION(name, avx512, 2, HD_AVX512_OF(bits))               \\\n"
    "    HD_VERSION(name, avx2, 1, HD_AVX2)                            \\\n"
    "    static HD_APART void name(const union hedra_arg *arg,         \\\n"
    "                              int64_t begin, int64_t end)         \\\n"
    "    {                                                             \\\n"
    "        HD_CHOOSE(name)                                           \\\n"
    "        name##_call(HD_FMA, arg, begin, end);                     \\\n"
    "    }\n"
    "#define HD_PART(name, parameters, ...)                            \\\n"
    "    HD_PART_VERSION(name, avx512, 2, HD_AVX512, parameters,       \\\n"
    "                    __VA_ARGS__)                                  \\\n"
    "    HD_PART_VERSION(name, avx2, 1, HD_AVX2, parameters,           \\\n"
    "                    __VA_ARGS__)                                  \\\n"
    "    static HD_APART void name##_plain parameters                  \\\n"
    "    {                                                             \\\n"
    "        name##_body(HD_FMA, __VA_ARGS__);                         \\\n"
    "    }\n"
    "#endif\n"
    "\n";

static const char prologue_atomics[] =
    "#ifndef HD_ATOMIC_READ\n"
    "#if defined __GNUC__ || defined __clang__\n"
    "#define HD_ATOMIC_READ(type, p, old)                              \\\n"
    "    __atomic_load(p, old, __ATOMIC_RELAXED)\n"
    "#define HD_ATOMIC_ADD(type, p, value)                             \\\n"
    "    ((void)__atomic_fetch_add(p, value, __ATOMIC_RELAXED))\n"
    "#define HD_ATOMIC_SWAP(type, p, old, value)                       \\\n"
    "    __atomic_compare_exchange(p, old, value, 1, __ATOMIC_RELAXED, \\\n"
    "                              __ATOMIC_RELAXED)\n"
    "#else\n"
    "#include <stdatomic.h>\n"
    "#define HD_ATOMIC_READ(type, p, old)                              \\\n"
    "    (*(old) = atomic_load((_Atomic type *)(p)))\n"
    "#define HD_ATOMIC_ADD(type, p, value)                             \\\n"
    "    ((void)atomic_fetch_add((_Atomic type *)(p), value))\n"
    "#define HD_ATOMIC_SWAP(type, p, old, value)                       \\\n"
    "    atomic_compare_exchange_weak((_Atomic type *)(p), old, *(value))\n"
    "#endif\n"
    "#endif\n"
    "\n";

static const char epilogue_text[] =
    "#if defined __GNUC__ && !defined __clang__\n"
    "#pragma GCC pop_options\n"
    "#elif defined __clang__\n"
    "#pragma clang diagnostic pop\n"
    "#endif\n";

static const char prologue_permute[] = "#if HD_VERSIONS\n"
                                       "#include <immintrin.h>\n"
                                       "#endif\n"
                                       "\n";

enum { FEATURE_ATOMICS = 1, FEATURE_PERMUTE = 2 };

/* -0 is less than 0, and a NaN gives way to a number. No branch, so that loops
 * are vectorised. */
#define MINMAX(test, sign)                                                     \
    "return ((a " test " b) | (b != b) |\n            ((a == b) & (" sign      \
    "(int)(hdf_bits_$S(a) >> $B)))) ? a : b;"

static const struct c_spelling spelling[] = {
    {KIR_BARRED, ON_PRED, PREC_BITS, "($0.) & hedra_barriers(hdk_run)", NULL},
    {KIR_THREADS, ON_INT, PREC_PRIMARY, "hedra_threads(hdk_run, $0.)", NULL},
    {KIR_MIN, ON_FLOAT, PREC_PRIMARY, NULL, MINMAX("<", "")},
    {KIR_MAX, ON_FLOAT, PREC_PRIMARY, NULL, MINMAX(">", "1 - ")},
    {KIR_MULADD, ON_FLOAT, PREC_PRIMARY, "hdf_muladd_$S($M, $0., $1., $2.)",
     NULL},
    {KIR_SQRT, ON_FLOAT, PREC_PRIMARY, "hdf_sqrt$F($0.)", NULL},
    {KIR_ABS, ON_FLOAT, PREC_PRIMARY, "HD_MATH(fabs$F)($0.)", NULL},
    {0, 0, 0, NULL, NULL},
};

#define SWAP(new)                                                              \
    "$K old, value;\n\n"                                                       \
    "    if (hdk_alone)\n"                                                     \
    "        old = *p;\n"                                                      \
    "    else\n"                                                               \
    "        HD_ATOMIC_READ($K, p, &old);\n"                                   \
    "    do\n"                                                                 \
    "        value = " new ";\n"                                               \
                           "    while (hdk_alone ? (*p = value, 0)\n"          \
                           "                     : !HD_ATOMIC_SWAP($K, p, "    \
                           "&old, &value));"

static const struct c_atomic atomic[] = {
    {KIR_ADD, ON_INT, NULL,
     "if (hdk_alone)\n"
     "        *p = ($K)(($U)*p + ($U)v);\n"
     "    else\n"
     "        HD_ATOMIC_ADD($K, p, v);",
     FEATURE_ATOMICS},
    {KIR_ADD, ON_FLOAT, NULL, SWAP("old + v"), FEATURE_ATOMICS},
    {KIR_MIN, ON_NUMBER, NULL, SWAP("hdf_min_$S(old, v)"), FEATURE_ATOMICS},
    {KIR_MAX, ON_NUMBER, NULL, SWAP("hdf_max_$S(old, v)"), FEATURE_ATOMICS},
    {KIR_AND, ON_INT, NULL, SWAP("old & v"), FEATURE_ATOMICS},
    {KIR_OR, ON_INT, NULL, SWAP("old | v"), FEATURE_ATOMICS},
    {KIR_XOR, ON_INT, NULL, SWAP("old ^ v"), FEATURE_ATOMICS},
    {0, 0, NULL, NULL, 0},
};

/* Which kernels the host can run: see target.h. */
static bool holds(const struct kir_func *f)
{
    if (f->kind == KIR_HOST)
        return true;
    if (f->block[0] != 1 || f->block[1] != 1 || f->block[2] != 1)
        return false;
    for (int i = 0; i < f->value_count; i++)
        if (f->value[i].op == KIR_GRID_SIZE ||
            (f->value[i].op == KIR_BLOCK_INDEX && f->value[i].imm.i != 0))
            return false;
    return true;
}

static bool holds_driver(const struct kir_func *f)
{
    return f->kind == KIR_HOST;
}

/* NAME_call hands a kernel its arguments, each by the member of its type.
 * `form` stands behind the name, `alone` is the argument that says which form
 * it is of a kernel that has two. */
static void print_call(struct c_printer *c, const char *form, const char *alone)
{
    const char *signature = kir_signature(c->arena, c->f);

    buf_printf(&c->out,
               "static inline HD_INLINE void %s%s_call(int hdk_fma,\n"
               "    const union hedra_arg *hdk_arg, int64_t hdk_begin, "
               "int64_t hdk_end)\n{\n",
               c->f->name, form);
    if (!*signature)
        buf_puts(&c->out, "    (void)hdk_arg;\n");
    buf_printf(&c->out, "    %s_body(hdk_fma, %shdk_begin, hdk_end", c->f->name,
               alone);
    for (int i = 0; signature[i]; i++)
        buf_printf(&c->out, "%s hdk_arg[%d].%c", i % 4 ? "," : ",\n       ", i,
                   signature[i] == 'b' ? 'p' : signature[i]);
    buf_printf(&c->out, ");\n}\nHD_KERNEL(%s%s, %d)\n\n", c->f->name, form,
               c_is_stream(c) ? 256 : 512);
}

static void print_each_block(struct c_printer *c)
{
    c_print_line(c, "for (int64_t hdk_block = hdk_begin; "
                    "hdk_block < hdk_end; hdk_block++) {\n");
    c->depth++;
    if (c_looks_up(c, &c->f->body))
        c_print_line(c, "HD_SERIAL\n");
    c_print_body(c);
    c->depth--;
    c_print_line(c, "}\n");
}

static void print_blocks(struct c_printer *c)
{
    const struct kir_stmt *inner = guard_find(c, &c->f->body, -1);

    if (!inner) {
        print_each_block(c);
        return;
    }
    guard_print(c, inner);
    c->depth++;
    print_each_block(c);
    c->depth--;
    c_print_line(c, "} else {\n");
    c->depth++;
    print_each_block(c);
    c->depth--;
    c_print_line(c, "}\n");
}

/* hdk_fma: the level, see HD_FMA in the prologue. hdk_alone: whether no other
 * thread runs blocks of the kernel. */
static void print_kernel(struct c_printer *c)
{
    bool atomics = kir_has_atomics(c->f);

    if (permute_functions(c))
        c->features |= FEATURE_PERMUTE;
    c->contract = "hdk_fma";
    split_kernel_functions(c);
    buf_printf(&c->out,
               "static inline HD_INLINE void %s_body(int hdk_fma,\n"
               "    %sint64_t hdk_begin, int64_t hdk_end",
               c->f->name, atomics ? "int hdk_alone, " : "");
    c_print_parameters(c, 3, "const ", "", "restrict ");
    buf_puts(&c->out, ")\n{\n    HD_EXACT\n    (void)hdk_fma;\n");
    c->depth = 1;
    print_blocks(c);
    buf_puts(&c->out, "}\n");
    print_call(c, "", atomics ? "0, " : "");
    if (atomics) {
        print_call(c, "_alone", "1, ");
        c_print_atomics(c);
    }
}

static void print_driver(struct c_printer *c)
{
    buf_printf(&c->out, "static int %s(struct hedra_run *hdk_run", c->f->name);
    c_print_parameters(c, 1, "const ", "", "");
    buf_puts(&c->out, ")\n{\n    HD_EXACT\n    (void)hdk_run;\n");
    c->depth = 1;
    c_print_body(c);
    buf_puts(&c->out, "    return 0;\n}\n\n");
}

static void function(struct c_printer *c)
{
    if (c->f->kind == KIR_KERNEL)
        print_kernel(c);
    else
        print_driver(c);
}

static bool begin_loop(struct c_printer *c, const struct kir_stmt *s)
{
    if (c->f->kind != KIR_KERNEL || !permute_fits(c->f, s))
        return false;
    buf_puts(&c->out, "#if HD_VERSIONS\n");
    c_print_line(c, "if (hdk_fma > 1)\n    ");
    permute_call(c, s);
    c_print_line(c, "else\n");
    buf_puts(&c->out, "#endif\n");
    c_print_line(c, "{\n");
    return true;
}

static void prologue(const struct c_printer *c, struct buf *out)
{
    buf_puts(out, prologue_options);
    if (c->narrows)
        buf_puts(out, prologue_narrows);
    buf_puts(out, prologue_begin);
    buf_puts(out, prologue_functions);
    buf_puts(out, prologue_kernel);
    if (c->features & FEATURE_ATOMICS)
        buf_puts(out, prologue_atomics);
    if (c->features & FEATURE_PERMUTE)
        buf_puts(out, prologue_permute);
}

static void epilogue(const struct c_printer *c, struct buf *out)
{
    (void)c;
    buf_puts(out, epilogue_text);
}

static const struct c_dialect dialect = {
    .type = C_TYPES("int", "int8_t", "uint8_t", "int16_t", "uint16_t",
                    "int32_t", "uint32_t", "int64_t", "uint64_t"),
    .suffix_i64 = "LL",
    .suffix_u64 = "ULL",
    .spelling = spelling,
    .atomic = atomic,
    .atomic_form = "hdk_alone",
    .math = {"HD_MATH($O$F)($0.)", "HD_MATH($O$F)($0., $1.)",
             "HD_MATH($O$F)($0., $1., $2.)"},
    .to_float = {"hdf_float_$S(($U)$0!)", "hdf_float_$S(($U)$0!)"},
    .from_float = {"hdf_bits_$S($0.)", "hdf_bits_$S($0.)"},
    .from_integer = "($N)HD_OPAQUE($0.)",
    .from_any = "HD_OPAQUE(($N)HD_OPAQUE($0.))",
    .magnitude = "HD_OPAQUE(HD_MATH(fabs$F)($0.))",
    .exact_magnitude = "hdf_magnitude_$S($0.)",
    .index = {"(int32_t)hdk_block", "0", "1"},
    .index_names = "xyz",
    .guards = true,
    .one_base = true,
    .wide_index = "hdk_block", /* there may be more than INT32_MAX */
    .space =
        {[KIR_SHARED] = "", [KIR_LOCAL] = "", [KIR_CONSTANT] = "static const "},
    .pointer = {[KIR_GLOBAL] = "", [KIR_SHARED] = "", [KIR_LOCAL] = ""},
    .helper_head = "static inline HD_INLINE",
    .guard_helpers = true,
    .simd = "HD_SIMD",
    .serial = "HD_SERIAL",
    .unroll = "HD_UNROLL",
    .whole = "HD_WHOLE",
    .one_vector = "HD_ONE_VECTOR",
    .transpose = {"hedra_to_columns", "hedra_to_rows"},
    .begin_loop = begin_loop,
    .begin_run = split_kernel_call,
    .aligned = "HD_ALIGNED ",
    .panel = "HD_PANEL",
    .holds = holds,
    .function = function,
    .prologue = prologue,
    .epilogue = epilogue,
};

static bool print(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults)
{
    struct c_dialect drivers = dialect;

    drivers.holds = holds_driver;
    c_print_module(options->drivers_only ? &drivers : &dialect, module, options,
                   out);
    return true;
}

const struct target target_c = {
    "c", ".c", TARGET_MATH | TARGET_HOST_FUNCS | TARGET_ATOMIC_F64, print};
