/* Host C: kernels over a range of blocks, in three versions chosen when they
 * run, and the functions that drive kernels. What all texts have in common, and
 * why compilers need it, stands in runtime/include/hedra_kernel.h, which the
 * file around the text includes.
 */
#include "backends/c/atomics.h"
#include "backends/c/guard.h"
#include "backends/c/permute.h"
#include "backends/c/split_kernel.h"
#include "backends/c/vector_width.h"

#include <string.h>

static const char prologue_permute[] = "#if HD_VERSIONS\n"
                                       "#include <immintrin.h>\n"
                                       "#endif\n"
                                       "\n";

enum { FEATURE_ATOMICS = 1, FEATURE_PERMUTE = 2, FEATURE_LANES = 4 };

static const struct c_spelling spelling[] = {
    {KIR_BARRED, ON_PRED, PREC_BITS, "($0.) & hedra_barriers(hdk_run)", NULL},
    {KIR_THREADS, ON_INT, PREC_PRIMARY, "hedra_threads(hdk_run, $0.)", NULL},
    {KIR_MIN, ON_NUMBER, PREC_PRIMARY, "hdf_min_$S($0., $1.)", NULL},
    {KIR_MAX, ON_NUMBER, PREC_PRIMARY, "hdf_max_$S($0., $1.)", NULL},
    {KIR_MULADD, ON_FLOAT, PREC_PRIMARY, "hdf_muladd_$S($M, $0., $1., $2.)",
     NULL},
    {KIR_SQRT, ON_FLOAT, PREC_PRIMARY, "hdf_sqrt$F($0.)", NULL},
    {KIR_ABS, ON_FLOAT, PREC_PRIMARY, "HD_MATH(fabs$F)($0.)", NULL},
    {KIR_ABS, ON_SIGNED, PREC_PRIMARY, "hdf_abs_$S($0.)", NULL},
    {KIR_POPCOUNT, ON_INT, PREC_PRIMARY, "hdf_popcount_$S($0.)", NULL},
    {KIR_CLZ, ON_INT, PREC_PRIMARY, "hdf_clz_$S($0.)", NULL},
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

/* hdk_fma: the level, see HD_FMA in hedra_kernel.h. hdk_alone: whether no other
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
    if (c->alternates)
        c_print_line(c, "%s\n", c->dialect->rounding);
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
    if (c->features & FEATURE_ATOMICS)
        buf_puts(out, "#include <hedra_kernel_atomics.h>\n\n");
    if (c->features & FEATURE_LANES)
        buf_puts(out, "#include <hedra_kernel_lanes.h>\n\n");
    buf_puts(out, c->narrows ? "HD_BEGIN_NARROWS\n" : "HD_BEGIN\n");
    if (c->features & FEATURE_PERMUTE)
        buf_puts(out, prologue_permute);
    buf_putc(out, '\n');
}

static void epilogue(const struct c_printer *c, struct buf *out)
{
    (void)c;
    buf_puts(out, "HD_END\n\n");
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
    .vectors = {"HD_VECTOR($O$F)($0.)", "HD_VECTOR($O$F)($0., $1.)"},
    .written_out = "HD_WRITTEN_OUT",
    .to_float = {"hdf_float_$S(($U)$0!)", "hdf_float_$S(($U)$0!)"},
    .from_float = {"hdf_bits_$S($0.)", "hdf_bits_$S($0.)"},
    .from_integer = "($N)HD_OPAQUE($0.)",
    .from_any = "HD_OPAQUE(($N)HD_OPAQUE($0.))",
    .low_to_double = "hdf_low_f64",
    .select = {"hdf_select_f32", "hdf_select_f64"},
    .magnitude = "HD_OPAQUE(HD_MATH(fabs$F)($0.))",
    .rounded = {"HD_ROUNDED($S, $0.) + $1*", "$0+ + HD_ROUNDED($S, $1.)",
                "HD_ROUNDED($S, $0.) - $1*"},
    .rounding = "HD_ROUNDING",
    .exact_magnitude = "hdf_magnitude_$S($0.)",
    .index = {"hdk_block", "0", "1"},
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
    .lane_feature = FEATURE_LANES,
    .lane_shift = "HD_LANE_SHIFT",
    .lane_copy = {"hedra_to_columns_apart", "hedra_to_rows_apart"},
    .window_sums = "hedra_window_sums",
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
