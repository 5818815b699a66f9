/* CUDA C. nvcc contracts a*b+c unless told otherwise on its command line, so
 * arithmetic on floats is written with the functions that it leaves alone. */
#include "backends/cprint.h"

static const struct c_spelling spelling[] = {
    {KIR_ADD, ON_FLOAT, PREC_PRIMARY, "__$Dadd_rn($0., $1.)", NULL},
    {KIR_SUB, ON_FLOAT, PREC_PRIMARY, "__$Dsub_rn($0., $1.)", NULL},
    {KIR_MUL, ON_FLOAT, PREC_PRIMARY, "__$Dmul_rn($0., $1.)", NULL},
    {KIR_DIV, ON_FLOAT, PREC_PRIMARY, "__$Ddiv_rn($0., $1.)", NULL},
    {KIR_SQRT, ON_FLOAT, PREC_PRIMARY, "__$Dsqrt_rn($0.)", NULL},
    {KIR_FMA, ON_FLOAT, PREC_PRIMARY, "__fma$F_rn($0., $1., $2.)", NULL},
    {KIR_MULADD, ON_FLOAT, PREC_PRIMARY, "__fma$F_rn($0., $1., $2.)", NULL},
    {KIR_ABS, ON_FLOAT, PREC_PRIMARY, "fabs$F($0.)", NULL},
    {KIR_MIN, ON_FLOAT, PREC_PRIMARY, "fmin$F($0., $1.)", NULL},
    {KIR_MAX, ON_FLOAT, PREC_PRIMARY, "fmax$F($0., $1.)", NULL},
    {KIR_COPYSIGN, ON_FLOAT, PREC_PRIMARY, "copysign$F($0., $1.)", NULL},
    {KIR_FMOD, ON_FLOAT, PREC_PRIMARY, "fmod$F($0., $1.)", NULL},
    {KIR_POW, ON_FLOAT, PREC_PRIMARY, "pow$F($0., $1.)", NULL},
    {KIR_ATAN2, ON_FLOAT, PREC_PRIMARY, "atan2$F($0., $1.)", NULL},
    {KIR_HYPOT, ON_FLOAT, PREC_PRIMARY, "hypot$F($0., $1.)", NULL},
#define UNARY(op, name)                                                        \
    {KIR_##op, ON_FLOAT, PREC_PRIMARY, name "$F($0.)", NULL},
    UNARY(FLOOR, "floor") UNARY(CEIL, "ceil") UNARY(TRUNC, "trunc")
    UNARY(RINT, "rint") UNARY(ROUND, "round") UNARY(EXP, "exp")
    UNARY(EXP2, "exp2") UNARY(EXPM1, "expm1") UNARY(LOG, "log")
    UNARY(LOG2, "log2") UNARY(LOG10, "log10") UNARY(LOG1P, "log1p")
    UNARY(SIN, "sin") UNARY(COS, "cos") UNARY(TAN, "tan")
    UNARY(SINH, "sinh") UNARY(COSH, "cosh") UNARY(TANH, "tanh")
    UNARY(ASIN, "asin") UNARY(ACOS, "acos") UNARY(ATAN, "atan")
    UNARY(CBRT, "cbrt") UNARY(ERF, "erf")
#undef UNARY
    {0, 0, 0, NULL, NULL},
};

/* 64-bit integers are unsigned to atomicAdd and to the bitwise ones. */
#define WIDE(name) name "((unsigned long long *)$0., (unsigned long long)$1!)"
#define BITWISE(op, name)                                                      \
    {op, ON_I32 | ON_U32 | ON_U64, name "($0., $1.)", NULL, 0},                \
    {op, ON_I64, WIDE(name), NULL, 0},
#define SWAP_32(call)                                                          \
    "unsigned int *q = (unsigned int *)p;\n"                                   \
    "    unsigned int old = *q, seen;\n\n"                                     \
    "    do {\n"                                                               \
    "        seen = old;\n"                                                    \
    "        old = atomicCAS(q, seen, __float_as_uint(\n"                      \
    "                  " call "f(__uint_as_float(seen), v)));\n"               \
    "    } while (old != seen);"
#define SWAP_64(call)                                                          \
    "unsigned long long *q = (unsigned long long *)p;\n"                       \
    "    unsigned long long old = *q, seen;\n\n"                               \
    "    do {\n"                                                               \
    "        seen = old;\n"                                                    \
    "        old = atomicCAS(q, seen, (unsigned long long)\n"                  \
    "                  __double_as_longlong(" call                             \
    "(__longlong_as_double((long long)seen), v)));\n"                          \
    "    } while (old != seen);"

static const struct c_atomic atomic[] = {
    BITWISE(KIR_ADD, "atomicAdd") BITWISE(KIR_AND, "atomicAnd")
    BITWISE(KIR_OR, "atomicOr") BITWISE(KIR_XOR, "atomicXor")
    {KIR_ADD, ON_FLOAT, "atomicAdd($0., $1.)", NULL, 0},
    {KIR_MIN, ON_INT, "atomicMin($0., $1.)", NULL, 0},
    {KIR_MAX, ON_INT, "atomicMax($0., $1.)", NULL, 0},
    {KIR_MIN, ON_F32, NULL, SWAP_32("fmin"), 0},
    {KIR_MAX, ON_F32, NULL, SWAP_32("fmax"), 0},
    {KIR_MIN, ON_F64, NULL, SWAP_64("fmin"), 0},
    {KIR_MAX, ON_F64, NULL, SWAP_64("fmax"), 0},
    {0, 0, NULL, NULL, 0},
};

static bool holds(const struct kir_func *f)
{
    return f->kind == KIR_KERNEL;
}

static void function(struct cprint *c)
{
    const int *block = c->f->block;

    buf_printf(&c->out,
               "extern \"C\" __global__ void __launch_bounds__(%d)\n%s(",
               block[0] * block[1] * block[2], c->f->name);
    cprint_parameters(c, 0, "const ", "", "__restrict__ ");
    buf_puts(&c->out, ")\n{\n");
    c->depth = 1;
    cprint_body(c);
    buf_puts(&c->out, "}\n\n");
}

static void frame(const struct cprint *c, struct buf *out)
{
    (void)c;
    (void)out;
}

static const struct c_dialect dialect = {
    .type = {[KIR_PRED] = "bool", [KIR_I8] = "signed char",
             [KIR_U8] = "unsigned char", [KIR_I16] = "short",
             [KIR_U16] = "unsigned short", [KIR_I32] = "int",
             [KIR_U32] = "unsigned int", [KIR_I64] = "long long",
             [KIR_U64] = "unsigned long long", [KIR_F32] = "float",
             [KIR_F64] = "double"},
    .suffix_i64 = "LL",
    .suffix_u64 = "ULL",
    .spelling = spelling,
    .atomic = atomic,
    .to_float = {"__uint_as_float(($U)$0!)",
                 "__longlong_as_double((long long)$0!)"},
    .from_float = {"__float_as_uint($0.)", "__double_as_longlong($0.)"},
    .index = {"(int)blockIdx.%", "(int)threadIdx.%", "(int)gridDim.%"},
    .index_names = "xyz",
    .space = {[KIR_SHARED] = "__shared__ ", [KIR_LOCAL] = "",
              [KIR_CONSTANT] = "static __constant__ const "},
    .large_constant = "static const ",
    .pointer = {[KIR_GLOBAL] = "", [KIR_SHARED] = ""},
    .helper_head = "static __device__ __forceinline__",
    .barrier = "__syncthreads();",
    .unroll = "#pragma unroll",
    .holds = holds,
    .function = function,
    .prologue = frame,
    .epilogue = frame,
};

static bool print(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults)
{
    return cprint_module(&dialect, module, options, out, faults);
}

const struct target target_cuda = {
    "cuda", ".cu", TARGET_SHARED | TARGET_MATH | TARGET_ATOMIC_F64, print};
