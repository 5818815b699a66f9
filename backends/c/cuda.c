/* CUDA C. nvcc contracts a*b+c unless told otherwise on its command line, so
 * arithmetic on floats is written with the functions that it leaves alone. */
#include "backends/c/print.h"

static const struct c_spelling spelling[] = {
    {KIR_ADD, ON_FLOAT, PREC_PRIMARY, "__$Dadd_rn($0., $1.)", NULL},
    {KIR_SUB, ON_FLOAT, PREC_PRIMARY, "__$Dsub_rn($0., $1.)", NULL},
    {KIR_MUL, ON_FLOAT, PREC_PRIMARY, "__$Dmul_rn($0., $1.)", NULL},
    {KIR_DIV, ON_FLOAT, PREC_PRIMARY, "__$Ddiv_rn($0., $1.)", NULL},
    {KIR_SQRT, ON_FLOAT, PREC_PRIMARY, "__$Dsqrt_rn($0.)", NULL},
    {KIR_FMA, ON_FLOAT, PREC_PRIMARY, "__fma$F_rn($0., $1., $2.)", NULL},
    {KIR_MULADD, ON_FLOAT, PREC_PRIMARY, "__fma$F_rn($0., $1., $2.)", NULL},
    {KIR_POPCOUNT, ON_I32 | ON_U32, PREC_UNARY, "($K)__popc($0.)", NULL},
    {KIR_POPCOUNT, ON_I64 | ON_U64, PREC_UNARY, "($K)__popcll($0.)", NULL},
    {KIR_CLZ, ON_I32 | ON_U32, PREC_UNARY, "($K)__clz((int)$0!)", NULL},
    {KIR_CLZ, ON_I64 | ON_U64, PREC_UNARY, "($K)__clzll((long long)$0!)", NULL},
    {KIR_ABS, ON_FLOAT, PREC_PRIMARY, "fabs$F($0.)", NULL},
    {KIR_MIN, ON_FLOAT, PREC_PRIMARY, "fmin$F($0., $1.)", NULL},
    {KIR_MAX, ON_FLOAT, PREC_PRIMARY, "fmax$F($0., $1.)", NULL},
    {KIR_SHUFFLE_DOWN, ON_NUMBER, PREC_PRIMARY,
     "__shfl_down_sync(0xffffffffu, $0., $I)", NULL},
    {0, 0, 0, NULL, NULL},
};

/* 64-bit integers are unsigned to atomicAdd and to the bitwise ones. */
#define WIDE(name) name "((unsigned long long *)$0., (unsigned long long)$1!)"
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
    {KIR_ADD, ON_I64, WIDE("atomicAdd"), NULL, 0},
    {KIR_AND, ON_I64, WIDE("atomicAnd"), NULL, 0},
    {KIR_OR, ON_I64, WIDE("atomicOr"), NULL, 0},
    {KIR_XOR, ON_I64, WIDE("atomicXor"), NULL, 0},
    {KIR_ADD, ON_NUMBER, "atomicAdd($0., $1.)", NULL, 0},
    {KIR_AND, ON_INT, "atomicAnd($0., $1.)", NULL, 0},
    {KIR_OR, ON_INT, "atomicOr($0., $1.)", NULL, 0},
    {KIR_XOR, ON_INT, "atomicXor($0., $1.)", NULL, 0},
    {KIR_MIN, ON_INT, "atomicMin($0., $1.)", NULL, 0},
    {KIR_MAX, ON_INT, "atomicMax($0., $1.)", NULL, 0},
    {KIR_MIN, ON_F32, NULL, SWAP_32("fmin"), 0},
    {KIR_MAX, ON_F32, NULL, SWAP_32("fmax"), 0},
    {KIR_MIN, ON_F64, NULL, SWAP_64("fmin"), 0},
    {KIR_MAX, ON_F64, NULL, SWAP_64("fmax"), 0},
    {0, 0, NULL, NULL, 0},
};

static void function(struct c_printer *c)
{
    const int *block = c->f->block;

    buf_printf(&c->out,
               "extern \"C\" __global__ void __launch_bounds__(%d)\n%s(",
               block[0] * block[1] * block[2], c->f->name);
    c_print_kernel(c, "const ", "", "__restrict__ ");
}

static const struct c_dialect dialect = {
    .type = C_TYPES("bool", "signed char", "unsigned char", "short",
                    "unsigned short", "int", "unsigned int", "long long",
                    "unsigned long long"),
    .suffix_i64 = "LL",
    .suffix_u64 = "ULL",
    .spelling = spelling,
    .atomic = atomic,
    .math = {"$O$F($0.)", "$O$F($0., $1.)", "$O$F($0., $1., $2.)"},
    .to_float = {"__uint_as_float(($U)$0!)",
                 "__longlong_as_double((long long)$0!)"},
    .from_float = {"__float_as_uint($0.)", "__double_as_longlong($0.)"},
    .index = {"blockIdx.%", "threadIdx.%", "gridDim.%"},
    .index_names = "xyz",
    .space = {[KIR_SHARED] = "__shared__ __align__(16) ",
              [KIR_LOCAL] = "",
              [KIR_CONSTANT] = "static __constant__ const "},
    .large_constant = "static const ",
    .pointer = {[KIR_GLOBAL] = "", [KIR_SHARED] = ""},
    .vector = C_VECTORS("longlong", "ulonglong"),
    .vector_make = {"make_", ""},
    .helper_head = "static __device__ __forceinline__",
    .barrier = "__syncthreads();",
    .unroll = "#pragma unroll",
    .warps = true,
    .function = function,
};

static bool print(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults)
{
    c_print_module(&dialect, module, options, out);
    return true;
}

const struct target target_cuda = {
    "cuda", ".cu",
    TARGET_SHARED | TARGET_MATH | TARGET_ATOMIC_F64 | TARGET_WARPS, print};
