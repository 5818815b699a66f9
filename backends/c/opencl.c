/* OpenCL C 1.2. What the language lacks, atomics on floats, is made of
 * compare-and-swap. */
#include "backends/c/print.h"

enum { FEATURE_ATOMICS_64 = 1 };

#define MINMAX(test, sign)                                                     \
    "return ((a " test " b) | (b != b) | ((a == b) & (int)(" sign              \
    "(as_$U(a) >> $B)))) ? a : b;"

static const struct c_spelling spelling[] = {
    {KIR_ABS, ON_FLOAT, PREC_PRIMARY, "fabs($0.)", NULL},
    {KIR_POPCOUNT, ON_INT, PREC_PRIMARY, "popcount($0.)", NULL},
    {KIR_CLZ, ON_INT, PREC_PRIMARY, "clz($0.)", NULL},
    {KIR_MIN, ON_FLOAT, PREC_PRIMARY, NULL, MINMAX("<", "")},
    {KIR_MAX, ON_FLOAT, PREC_PRIMARY, NULL, MINMAX(">", "1 - ")},
    {KIR_MULADD, ON_F64, PREC_PRIMARY, "fma($0., $1., $2.)", NULL},
    {KIR_MULADD, ON_F32, PREC_PRIMARY, NULL,
     "\n#ifdef FP_FAST_FMAF\n    return fma(a, b, c);\n"
     "#else\n    return a * b + c;\n#endif"},
    {0, 0, 0, NULL, NULL},
};

#define SWAP(prefix, new)                                                      \
    "volatile $q$U *q = (volatile $q$U *)p;\n"                                 \
    "    $U old = *q, seen;\n\n"                                               \
    "    do {\n"                                                               \
    "        seen = old;\n"                                                    \
    "        old = " prefix                                                    \
    "_cmpxchg(q, seen, as_$U(" new "));\n"                                     \
                                   "    } while (old != seen);"
#define SWAP_32(new) NULL, SWAP("atomic", new), 0
#define SWAP_64(new) NULL, SWAP("atom", new), FEATURE_ATOMICS_64
#define CALL_32(name) "atomic_" name "($0., $1.)", NULL, 0
#define CALL_64(name) "atom_" name "($0., $1.)", NULL, FEATURE_ATOMICS_64

static const struct c_atomic atomic[] = {
    {KIR_ADD, ON_I32 | ON_U32, CALL_32("add")},
    {KIR_MIN, ON_I32 | ON_U32, CALL_32("min")},
    {KIR_MAX, ON_I32 | ON_U32, CALL_32("max")},
    {KIR_AND, ON_I32 | ON_U32, CALL_32("and")},
    {KIR_OR, ON_I32 | ON_U32, CALL_32("or")},
    {KIR_XOR, ON_I32 | ON_U32, CALL_32("xor")},
    {KIR_ADD, ON_I64 | ON_U64, CALL_64("add")},
    {KIR_MIN, ON_I64 | ON_U64, CALL_64("min")},
    {KIR_MAX, ON_I64 | ON_U64, CALL_64("max")},
    {KIR_AND, ON_I64 | ON_U64, CALL_64("and")},
    {KIR_OR, ON_I64 | ON_U64, CALL_64("or")},
    {KIR_XOR, ON_I64 | ON_U64, CALL_64("xor")},
    {KIR_ADD, ON_F32, SWAP_32("as_$K(seen) + v")},
    {KIR_MIN, ON_F32, SWAP_32("hdf_min_$S(as_$K(seen), v)")},
    {KIR_MAX, ON_F32, SWAP_32("hdf_max_$S(as_$K(seen), v)")},
    {KIR_ADD, ON_F64, SWAP_64("as_$K(seen) + v")},
    {KIR_MIN, ON_F64, SWAP_64("hdf_min_$S(as_$K(seen), v)")},
    {KIR_MAX, ON_F64, SWAP_64("hdf_max_$S(as_$K(seen), v)")},
    {0, 0, NULL, NULL, 0},
};

static void function(struct c_printer *c)
{
    const int *block = c->f->block;

    buf_printf(&c->out,
               "__kernel __attribute__((reqd_work_group_size(%d, %d, %d)))\n"
               "void %s(",
               block[0], block[1], block[2], c->f->name);
    c_print_kernel(c, "__global const ", "__global ", "restrict ");
}

static void prologue(const struct c_printer *c, struct buf *out)
{
    if (c->uses_type[KIR_F64])
        buf_puts(out, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    if (c->features & FEATURE_ATOMICS_64)
        buf_puts(out,
                 "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                 "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : "
                 "enable\n");
    buf_puts(out, "#pragma OPENCL FP_CONTRACT OFF\n\n");
}

/* PoCL 3.1 loses what stands behind a barrier in a branch if that holds another
 * branch, unless a barrier ends it; and what stands in two branches with
 * barriers, be they alternatives or not, unless a barrier is between them. */
#define BARRIER "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"

static const struct c_dialect dialect = {
    .type = C_TYPES("int", "char", "uchar", "short", "ushort", "int", "uint",
                    "long", "ulong"),
    .suffix_i64 = "L",
    .suffix_u64 = "UL",
    .spelling = spelling,
    .atomic = atomic,
    .math = {"$O($0.)", "$O($0., $1.)", "$O($0., $1., $2.)"},
    .to_float = {"as_float(($U)$0!)", "as_double(($U)$0!)"},
    .from_float = {"as_uint($0.)", "as_ulong($0.)"},
    .index = {"get_group_id(%)", "get_local_id(%)", "get_num_groups(%)"},
    .index_names = "012",
    .space = {[KIR_SHARED] = "__local __attribute__((aligned(16))) ",
              [KIR_LOCAL] = "",
              [KIR_CONSTANT] = "__constant "},
    .pointer = {[KIR_GLOBAL] = "__global ", [KIR_SHARED] = "__local "},
    .vector = C_VECTORS("long", "ulong"),
    .vector_make = {"(", ")"},
    .has_first = true,
    .helper_head = "static",
    .barrier = BARRIER,
    .branch_end = BARRIER,
    .unroll = "#pragma unroll",
    .function = function,
    .prologue = prologue,
};

/* The language has none: kernels have a form without (target_fit). */
static bool refuse_shuffles(const struct kir_module *module,
                            struct faults *faults)
{
    for (int i = 0; i < module->func_count; i++) {
        const struct kir_func *f = module->func[i];
        struct loc loc = {.file = module->source_file, .line = f->line};

        for (int k = 0; k < f->value_count; k++)
            if (f->value[k].op == KIR_SHUFFLE_DOWN) {
                fault_add(faults, FAULT_UNSUPPORTED_TARGET, loc,
                          "a shuffle in kernel '%s' cannot be said in OpenCL "
                          "C: it belongs under `if warps`",
                          f->name);
                return false;
            }
    }
    return true;
}

static bool print(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults)
{
    if (!refuse_shuffles(module, faults))
        return false;
    c_print_module(&dialect, module, options, out);
    return true;
}

const struct target target_opencl = {
    "opencl", ".cl", TARGET_SHARED | TARGET_MATH | TARGET_ATOMIC_F64, print};
