/* Plain C with pragmas of OpenMP: kernels are functions whose blocks threads
 * share, and drivers call them. It needs nothing but the C library, and no
 * OpenMP: a compiler that does not know the pragmas makes a program of one
 * thread.
 *
 * `hdk_row` has the addresses of the first elements of the region's arrays. A
 * doacross loop's kernels follow each other.
 */
#include "backends/c/print.h"

#include <string.h>

enum {
    FEATURE_BITS = 1,
    FEATURE_THREADS = 2,
    FEATURE_MATH = 4,
    FEATURE_APART = 8
};

/* -0 is less than 0, and a NaN gives way to a number. */
#define MINMAX(test, sign)                                                     \
    "return a " test " b || b != b || (a == b && " sign "signbit(a)) ? a : b;"

static const struct c_spelling spelling[] = {
    {KIR_BARRED, ON_PRED, PREC_UNARY, "$0!", NULL},
    {KIR_THREADS, ON_INT, PREC_UNARY, "($T)hdf_threads($0.)", NULL},
    {KIR_MIN, ON_FLOAT, PREC_PRIMARY, NULL, MINMAX("<", "")},
    {KIR_MAX, ON_FLOAT, PREC_PRIMARY, NULL, MINMAX(">", "!")},
    {KIR_MULADD, ON_FLOAT, PREC_SUM, "$0* * $1! + $2*", NULL},
    {KIR_ABS, ON_FLOAT, PREC_PRIMARY, "fabs$F($0.)", NULL},
    {0, 0, 0, NULL, NULL},
};

/* OpenMP's atomic statements are on unsigned numbers, which wrap. */
#define UPDATE(op)                                                             \
    NULL,                                                                      \
        "$U *q = ($U *)p;\n"                                                   \
        "#pragma omp atomic\n    *q " op "= ($U)v;",                           \
        0
#define EXTREME(name)                                                          \
    NULL, "\n#pragma omp critical(hedra)\n    *p = hdf_" name "_$S(*p, v);", 0

static const struct c_atomic atomic[] = {
    {KIR_ADD, ON_INT, UPDATE("+")},
    {KIR_AND, ON_INT, UPDATE("&")},
    {KIR_OR, ON_INT, UPDATE("|")},
    {KIR_XOR, ON_INT, UPDATE("^")},
    {KIR_ADD, ON_FLOAT, NULL, "\n#pragma omp atomic\n    *p += v;", 0},
    {KIR_MIN, ON_NUMBER, EXTREME("min")},
    {KIR_MAX, ON_NUMBER, EXTREME("max")},
    {0, 0, NULL, NULL, 0},
};

static bool launches(const struct kir_block *block, const struct kir_func *f)
{
    bool found = false;

    for (const struct kir_stmt *s = block->first; s && !found; s = s->next)
        found = (s->kind == KIR_LAUNCH && f->module->func[s->kernel] == f) ||
                launches(&s->body[0], f) || launches(&s->body[1], f);
    return found;
}

/* Kernels, as the host's (host.c), and drivers. Compilers would warn of what no
 * driver launches, as it does nothing. */
static bool holds(const struct kir_func *f)
{
    bool launched = false;

    for (int i = 0; i < f->module->func_count && !launched; i++)
        launched = launches(&f->module->func[i]->body, f);
    return f->kind == KIR_HOST || (launched && f->block[0] == 1 &&
                                   f->block[1] == 1 && f->block[2] == 1);
}

static bool has_blocks(const struct kir_func *f)
{
    for (int i = 0; i < f->value_count; i++)
        if (f->value[i].op == KIR_BLOCK_INDEX)
            return true;
    return false;
}

static bool uses_rows(const struct kir_func *f, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == KIR_LAUNCH ||
            (s->kind == KIR_LET && f->value[s->value].op == KIR_FETCH) ||
            uses_rows(f, &s->body[0]) || uses_rows(f, &s->body[1]))
            return true;
    return false;
}

bool c_openmp_drives(const struct kir_func *f)
{
    return uses_rows(f, &f->body);
}

static void note_features(struct c_printer *c)
{
    for (int i = 0; i < c->f->value_count; i++) {
        const struct kir_value *v = &c->f->value[i];
        bool on_float = kir_is_float(v->type);

        if (v->op == KIR_BITCAST &&
            on_float != kir_is_float(c->f->value[v->arg[0]].type))
            c->features |= FEATURE_BITS;
        if (v->op == KIR_THREADS)
            c->features |= FEATURE_THREADS;
        if (on_float &&
            (v->op >= KIR_SQRT || v->op == KIR_ABS || v->op == KIR_MIN ||
             v->op == KIR_MAX || v->op == KIR_FMA))
            c->features |= FEATURE_MATH;
    }
}

static bool passes_twice(const struct kir_stmt *s)
{
    for (int i = 0; i < s->arg_count; i++)
        for (int k = 0; k < i; k++)
            if (s->arg[i].is_buffer && s->arg[k].is_buffer &&
                s->arg[i].id == s->arg[k].id)
                return true;
    return false;
}

/* Does a launch of the kernel pass an array twice? Then the kernel uses other
 * elements by either, but compilers warn of what says `restrict`. */
static bool has_twice(const struct c_printer *c, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_LAUNCH && c->module->func[s->kernel] == c->f &&
             passes_twice(s)) ||
            has_twice(c, &s->body[0]) || has_twice(c, &s->body[1]))
            return true;
    return false;
}

static bool is_restricted(const struct c_printer *c)
{
    bool twice = false;

    for (int i = 0; i < c->module->func_count; i++)
        twice = twice || has_twice(c, &c->module->func[i]->body);
    return c->f->kind == KIR_KERNEL && !twice;
}

/* Parameters behind what stands there already; "void": there are none. */
static void print_head(struct c_printer *c, const char *first)
{
    size_t start;

    buf_printf(&c->out, "%sstatic void %s(%s",
               c->f->kind == KIR_KERNEL ? "HDF_APART\n" : "", c->f->name,
               first);
    start = c->out.length;
    c_print_parameters(c, *first != 0, "const ", "",
                       is_restricted(c) ? "restrict " : "");
    if (!*first && c->out.length == start)
        buf_puts(&c->out, "void");
    buf_puts(&c->out, ")\n{\n");
    c->depth = 1;
}

static void print_kernel(struct c_printer *c)
{
    bool blocks = has_blocks(c->f);

    print_head(c, blocks ? "int64_t hdk_blocks" : "");
    if (blocks) {
        buf_puts(&c->out, "#pragma omp parallel for\n");
        c_print_line(c, "for (int64_t hdk_block = 0; hdk_block < hdk_blocks; "
                        "hdk_block++) {\n");
        c->depth++;
    }
    c_print_body(c);
    if (blocks) {
        c->depth--;
        c_print_line(c, "}\n");
    }
    buf_puts(&c->out, "}\n\n");
}

static void function(struct c_printer *c)
{
    note_features(c);
    if (c->f->kind == KIR_KERNEL) {
        c->features |= FEATURE_APART;
        print_kernel(c);
        return;
    }
    print_head(c, c_openmp_drives(c->f) ? "void *const *hdk_row" : "");
    c_print_body(c);
    buf_puts(&c->out, "}\n\n");
}

/* Is it a number that is more than 0? */
static bool is_positive(const struct c_printer *c, int value)
{
    return kir_is_const(c->f, value) && c->f->value[value].imm.i > 0;
}

static void launch(struct c_printer *c, const struct kir_stmt *s)
{
    const struct kir_func *kernel = c->module->func[s->kernel];
    bool blocks = has_blocks(kernel);
    const char *between = blocks ? ", " : "";

    if (!blocks && !is_positive(c, s->grid[0])) {
        c_print_line(c, "if (");
        c_print_value(c, s->grid[0], PREC_SUM);
        buf_puts(&c->out, " > 0)\n    ");
    }
    c_print_line(c, "%s(", kernel->name);
    if (blocks)
        c_print_value(c, s->grid[0], PREC_ANY);
    for (int i = 0; i < s->arg_count; i++) {
        buf_puts(&c->out, between);
        between = ", ";
        if (s->arg[i].is_buffer)
            buf_printf(&c->out, "hdk_row[%d]", s->arg[i].id);
        else
            c_print_value(c, s->arg[i].id, PREC_ANY);
    }
    buf_puts(&c->out, ");\n");
}

static void fetch(struct c_printer *c, int value)
{
    const struct kir_value *v = &c->f->value[value];

    buf_printf(&c->out, "((const %s *)hdk_row[%d])[", c_type_name(c, v->narrow),
               v->buffer);
    c_print_value(c, v->arg[0], PREC_ANY);
    buf_putc(&c->out, ']');
}

/* Each once in a file, which may hold several modules. */
static const char bits_text[] =
    "#ifndef hdf_bits_f64\n"
    "#define hdf_bits_f64 hdf_bits_f64\n"
    "static inline uint64_t hdf_bits_f64(double x)\n"
    "{\n    uint64_t u;\n    memcpy(&u, &x, sizeof u);\n    return u;\n}\n"
    "static inline uint32_t hdf_bits_f32(float x)\n"
    "{\n    uint32_t u;\n    memcpy(&u, &x, sizeof u);\n    return u;\n}\n"
    "static inline double hdf_float_f64(uint64_t u)\n"
    "{\n    double x;\n    memcpy(&x, &u, sizeof x);\n    return x;\n}\n"
    "static inline float hdf_float_f32(uint32_t u)\n"
    "{\n    float x;\n    memcpy(&x, &u, sizeof x);\n    return x;\n}\n"
    "#endif\n\n";

static const char threads_text[] =
    "#ifndef hdf_threads\n"
    "#ifdef _OPENMP\n"
    "#include <omp.h>\n"
    "#define hdf_threads(most) \\\n"
    "    ((most) < omp_get_max_threads() ? (most) : omp_get_max_threads())\n"
    "#else\n"
    "#define hdf_threads(most) 1\n"
    "#endif\n"
    "#endif\n\n";

/* GCC 12, from -O2 on. */
static const char apart_text[] =
    "#ifndef HDF_APART\n"
    "#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 8\n"
    "/* GCC drops calls that store through restrict pointers from a table. */\n"
    "#define HDF_APART __attribute__((noipa))\n"
    "#else\n"
    "#define HDF_APART\n"
    "#endif\n"
    "#endif\n\n";

static void prologue(const struct c_printer *c, struct buf *out)
{
    if (c->features & FEATURE_APART)
        buf_puts(out, apart_text);
    if (c->features & FEATURE_MATH)
        buf_puts(out, "#include <math.h>\n\n");
    if (c->features & FEATURE_BITS)
        buf_printf(out, "#include <string.h>\n\n%s", bits_text);
    if (c->features & FEATURE_THREADS)
        buf_puts(out, threads_text);
}

static const struct c_dialect dialect = {
    .type = C_TYPES("int", "int8_t", "uint8_t", "int16_t", "uint16_t",
                    "int32_t", "uint32_t", "int64_t", "uint64_t"),
    .suffix_i64 = "LL",
    .suffix_u64 = "ULL",
    .spelling = spelling,
    .atomic = atomic,
    .math = {"$O$F($0.)", "$O$F($0., $1.)", "$O$F($0., $1., $2.)"},
    .to_float = {"hdf_float_$S(($U)$0!)", "hdf_float_$S(($U)$0!)"},
    .from_float = {"hdf_bits_$S($0.)", "hdf_bits_$S($0.)"},
    .index = {"hdk_block", "0", "1"},
    .index_names = "xyz",
    .one_base = true,
    .wide_index = "hdk_block",
    .space =
        {[KIR_SHARED] = "", [KIR_LOCAL] = "", [KIR_CONSTANT] = "static const "},
    .pointer = {[KIR_GLOBAL] = "", [KIR_SHARED] = "", [KIR_LOCAL] = ""},
    .helper_head = "static inline",
    .guard_helpers = true,
    .simd = "#pragma omp simd",
    .simd_sets_nothing = true,
    .launch = launch,
    .fetch = fetch,
    .holds = holds,
    .function = function,
    .prologue = prologue,
};

static bool print(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults)
{
    (void)faults;
    c_print_module(&dialect, module, options, out);
    return true;
}

const struct target target_openmp = {
    "openmp", ".c", TARGET_MATH | TARGET_HOST_FUNCS | TARGET_ATOMIC_F64, print};
