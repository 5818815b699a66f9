/* Expressions of the C family, from tables. */
#include "backends/c/print.h"
#include "backends/c/vector_call.h"

#include "runtime/base/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What all dialects share. Signed ADD SUB MUL NEG SHL are computed in the
 * unsigned type, so that they wrap: see print_signed. */
static const struct c_spelling common[] = {
    {KIR_ADD, ON_NUMBER, PREC_SUM, "$0+ + $1*", NULL},
    {KIR_SUB, ON_NUMBER, PREC_SUM, "$0+ - $1*", NULL},
    {KIR_MUL, ON_NUMBER, PREC_PRODUCT, "$0* * $1!", NULL},
    {KIR_DIV, ON_NUMBER, PREC_PRODUCT, "$0* / $1!", NULL},
    {KIR_REM, ON_INT, PREC_PRODUCT, "$0* % $1!", NULL},
    {KIR_NEG, ON_SIGNED | ON_FLOAT, PREC_UNARY, "-$0-", NULL},
    {KIR_NEG, ON_UNSIGNED, PREC_SUM, "0 - $0*", NULL},
    {KIR_ABS, ON_UNSIGNED, PREC_UNARY, "$0!", NULL},
    {KIR_ABS, ON_SIGNED, PREC_PRIMARY, NULL,
     "return a < 0 ? ($K)(0 - ($U)a) : a;"},
    {KIR_MIN, ON_INT, PREC_PRIMARY, NULL, "return b < a ? b : a;"},
    {KIR_MAX, ON_INT, PREC_PRIMARY, NULL, "return a < b ? b : a;"},
    {KIR_AND, ON_INT, PREC_BITS, "$0! & $1!", NULL},
    {KIR_OR, ON_INT, PREC_BITS, "$0! | $1!", NULL},
    {KIR_XOR, ON_INT | ON_PRED, PREC_BITS, "$0! ^ $1!", NULL},
    {KIR_AND, ON_PRED, PREC_BITS, "&", NULL}, /* print_logic */
    {KIR_OR, ON_PRED, PREC_BITS, "|", NULL},
    {KIR_NOT, ON_INT, PREC_UNARY, "~$0!", NULL},
    {KIR_NOT, ON_PRED, PREC_UNARY, "!$0!", NULL},
    /* In steps that compilers know, and vectorise. */
    {KIR_POPCOUNT, ON_I32 | ON_U32, PREC_PRIMARY, NULL,
     "$U x = ($U)a;\n\n"
     "    x -= x >> 1 & 0x55555555u;\n"
     "    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);\n"
     "    x = (x + (x >> 4)) & 0x0f0f0f0fu;\n"
     "    return ($K)(x * 0x01010101u >> 24);"},
    {KIR_POPCOUNT, ON_I64 | ON_U64, PREC_PRIMARY, NULL,
     "$U x = ($U)a;\n\n"
     "    x -= x >> 1 & 0x5555555555555555u;\n"
     "    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);\n"
     "    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;\n"
     "    return ($K)(x * 0x0101010101010101u >> 56);"},
    {KIR_CLZ, ON_I32 | ON_U32, PREC_PRIMARY, NULL,
     "$U x = ($U)a;\n"
     "    int n = 32;\n\n"
     "    for (int step = 16; step; step >>= 1)\n"
     "        if (x >> step) {\n"
     "            x >>= step;\n"
     "            n -= step;\n"
     "        }\n"
     "    return ($K)(n - (x != 0));"},
    {KIR_CLZ, ON_I64 | ON_U64, PREC_PRIMARY, NULL,
     "$U x = ($U)a;\n"
     "    int n = 64;\n\n"
     "    for (int step = 32; step; step >>= 1)\n"
     "        if (x >> step) {\n"
     "            x >>= step;\n"
     "            n -= step;\n"
     "        }\n"
     "    return ($K)(n - (x != 0));"},
    {KIR_SHL, ON_INT, PREC_BITS, "$0! << $1c", NULL},
    {KIR_SHR, ON_INT, PREC_BITS, "$0! >> $1c", NULL},
    {KIR_LT, ON_NUMBER, PREC_COMPARE, "$0+ < $1+", NULL},
    {KIR_LE, ON_NUMBER, PREC_COMPARE, "$0+ <= $1+", NULL},
    {KIR_GT, ON_NUMBER, PREC_COMPARE, "$0+ > $1+", NULL},
    {KIR_GE, ON_NUMBER, PREC_COMPARE, "$0+ >= $1+", NULL},
    {KIR_EQ, ON_NUMBER, PREC_COMPARE, "$0+ == $1+", NULL},
    {KIR_NE, ON_NUMBER, PREC_COMPARE, "$0+ != $1+", NULL},
    {KIR_SELECT, ON_PRED, PREC_ANY, "$0< ? $1< : $2<", NULL},
    {0, 0, 0, NULL, NULL},
};

static const char to_pred[] = "$0+ != 0";
static const char to_number[] = "($N)$0!";
static const char same_bits[] = "($T)$0!";

/* What a template's insertions refer to. */
struct insertion {
    enum kir_op op;
    enum kir_type key, result, narrow;
    const int *arg;
    const char *first; /* text for $0, or NULL */
    bool in_unsigned;  /* operands are wanted in the unsigned type */
    bool plain;        /* small constants need no type: the other has it */
    const char *space; /* $q */
    union kir_imm imm; /* $I */
};

static void print_as(struct c_printer *c, int value, enum c_prec least,
                     bool as_unsigned);

static enum kir_type unsigned_twin(enum kir_type type)
{
    switch (type) {
    case KIR_I32:
    case KIR_F32:
        return KIR_U32;
    case KIR_I64:
    case KIR_F64:
        return KIR_U64;
    default:
        return type;
    }
}

/* Templates ---------------------------------------------------------------- */

/* A count that is not constant is reduced: larger ones have no meaning in KIR,
 * but an operation may run without its result being used. */
static void print_shift_count(struct c_printer *c, int value, enum kir_type key)
{
    if (kir_is_const(c->f, value)) {
        c_print_value(c, value, PREC_UNARY);
        return;
    }
    buf_putc(&c->out, '(');
    c_print_value(c, value, PREC_UNARY);
    buf_printf(&c->out, " & %d)", kir_type_bits(key) - 1);
}

/* The constant of an unsigned type, or of one in whose unsigned twin is
 * computed, as the number near 0 that it is modulo the type's range; false: it
 * is none. */
static bool near_zero(const struct c_printer *c, int value, int64_t *number)
{
    const struct kir_value *v = &c->f->value[value];

    if (!kir_is_const(c->f, value) || !kir_is_integer(v->type))
        return false;
    *number = kir_type_bits(v->type) == 32
                  ? kir_wrap(KIR_I32, (uint64_t)v->imm.i)
                  : v->imm.i;
    return *number <= INT32_MAX &&
           *number >= (kir_is_signed(v->type) ? -INT32_MAX : -C_BELOW_ZERO);
}

/* Prints such a number; a negative one is no conversion that changes a sign. */
static bool print_plain(struct c_printer *c, int value)
{
    bool wide = kir_type_bits(c->f->value[value].type) == 64;
    int64_t number;

    if (!near_zero(c, value, &number))
        return false;
    buf_printf(&c->out, "%" PRId64 "%s", number,
               number >= 0 ? ""
               : wide      ? c->dialect->suffix_u64
                           : "u");
    return true;
}

static void insert_operand(struct c_printer *c, const struct insertion *in,
                           int number, char level)
{
    static const char levels[] = {
        [PREC_ANY] = '.',    [PREC_BITS] = '|',    [PREC_COMPARE] = '<',
        [PREC_SUM] = '+',    [PREC_PRODUCT] = '*', [PREC_UNARY] = '!',
        [PREC_PRIMARY] = '-'};
    int least = PREC_ANY;

    if (number == 0 && in->first) {
        buf_puts(&c->out, in->first);
        return;
    }
    if (level == 'c') {
        print_shift_count(c, in->arg[number], in->key);
        return;
    }
    while (levels[least] != level)
        least++;
    if (in->plain && print_plain(c, in->arg[number]))
        return;
    print_as(c, in->arg[number], (enum c_prec)least, in->in_unsigned);
}

static void insert(struct c_printer *c, struct buf *out, char what,
                   const struct insertion *in)
{
    switch (what) {
    case 'T':
        buf_puts(out, c_type_name(c, in->result));
        break;
    case 'N':
        buf_puts(out, c_type_name(c, in->narrow));
        break;
    case 'K':
        buf_puts(out, c_type_name(c, in->key));
        break;
    case 'U':
        buf_puts(out, c_type_name(c, unsigned_twin(in->key)));
        break;
    case 'O':
        buf_puts(out, kir_op_name(in->op));
        break;
    case 'S':
        buf_puts(out, kir_type_name(in->key));
        break;
    case 'F':
        buf_puts(out, in->key == KIR_F32 ? "f" : "");
        break;
    case 'D':
        buf_puts(out, in->key == KIR_F32 ? "f" : "d");
        break;
    case 'B':
        buf_printf(out, "%d", kir_type_bits(in->key) - 1);
        break;
    case 'M':
        buf_puts(out, c->contract);
        break;
    case 'I':
        buf_printf(out, "%d", (int)in->imm.i);
        break;
    case 'q':
        buf_puts(out, in->space);
        break;
    }
}

static void expand(struct c_printer *c, struct buf *out, const char *text,
                   const struct insertion *in)
{
    for (; *text; text++) {
        if (*text != '$') {
            buf_putc(out, *text);
        } else if (text[1] >= '0' && text[1] <= '2') {
            insert_operand(c, in, text[1] - '0', text[2]);
            text += 2;
        } else {
            insert(c, out, *++text, in);
        }
    }
}

/* Operations --------------------------------------------------------------- */

static const struct c_spelling *row_in(const struct c_spelling *row,
                                       enum kir_op op, enum kir_type key)
{
    for (; row->types; row++)
        if (row->op == op && row->types & 1u << key)
            return row;
    return NULL;
}

static const struct c_spelling *row_of(const struct c_printer *c,
                                       enum kir_op op, enum kir_type key)
{
    const struct c_spelling *row = row_in(c->dialect->spelling, op, key);

    return row ? row : row_in(common, op, key);
}

static void print_call(struct c_printer *c, const struct kir_value *v,
                       const struct insertion *in)
{
    c->helper[C_HELPER_VALUE][v->op][in->key] = true;
    buf_printf(&c->out, "hdf_%s_%s(", kir_op_name(v->op),
               kir_type_name(in->key));
    for (int i = 0; i < kir_op_operands(v->op); i++) {
        if (i)
            buf_puts(&c->out, ", ");
        c_print_value(c, v->arg[i], PREC_ANY);
    }
    buf_putc(&c->out, ')');
}

/* Does the text from there on call a function: is there a word before a
 * parenthesis? */
static bool has_call(const struct buf *out, size_t from)
{
    for (size_t i = from + 1; i < out->length; i++)
        if (out->text[i] == '(' && !strchr(" (!~-*)", out->text[i - 1]))
            return true;
    return false;
}

/* A conjunction or disjunction, both sides of which are evaluated. Where that
 * calls something a cast tells compilers that && and || were not meant. */
static void print_logic(struct c_printer *c, const struct kir_value *v,
                        const char *sign)
{
    static const char cast[] = "(int)";
    const struct kir_value *left = &c->f->value[v->arg[0]];
    bool same = left->op == v->op && c->state[v->arg[0]] == C_FOLDED;
    size_t start = c->out.length, right, length = sizeof cast - 1;

    c_print_value(c, v->arg[0], same ? PREC_BITS : PREC_UNARY);
    buf_printf(&c->out, " %s ", sign);
    right = c->out.length;
    c_print_value(c, v->arg[1], PREC_UNARY);
    if (!has_call(&c->out, right - 1) ||
        strncmp(c->out.text + start, cast, length) == 0)
        return;
    buf_puts(&c->out, cast);
    memmove(c->out.text + start + length, c->out.text + start,
            c->out.length - start - length);
    memcpy(c->out.text + start, cast, length);
}

/* x - 1 for x + -1, and x + 1 for x - -1; false: it is no such sum. */
static bool print_difference(struct c_printer *c, const struct kir_value *v,
                             const struct insertion *in)
{
    int64_t number;

    if ((v->op != KIR_ADD && v->op != KIR_SUB) || !kir_is_integer(v->type) ||
        kir_is_const(c->f, v->arg[0]) || !near_zero(c, v->arg[1], &number) ||
        number >= 0)
        return false;
    insert_operand(c, in, 0, '+');
    buf_printf(&c->out, " %c %" PRId64, v->op == KIR_ADD ? '-' : '+', -number);
    return true;
}

/* A sum or difference of what is to be rounded before; false: it is none. */
static bool print_rounded(struct c_printer *c, int value,
                          const struct insertion *in)
{
    int term = c_rounded_term(c, value);
    bool below = c->f->value[value].op == KIR_SUB;

    if (term < 0)
        return false;
    expand(c, &c->out, c->dialect->rounded[below ? 2 : term], in);
    return true;
}

/* Has the constant operand's type another operand that is none? */
static bool may_be_plain(const struct c_printer *c, const struct kir_value *v,
                         const struct insertion *in)
{
    return (v->op == KIR_ADD || v->op == KIR_SUB || v->op == KIR_MUL) &&
           kir_is_integer(v->type) &&
           (in->in_unsigned || !kir_is_signed(v->type)) &&
           !(kir_is_const(c->f, v->arg[0]) && kir_is_const(c->f, v->arg[1]));
}

/* A driver computes single numbers, and some functions compilers compute. */
bool c_is_vector_function(const struct c_printer *c, int value)
{
    const struct kir_value *v = &c->f->value[value];

    return c->dialect->vectors[0] && c->f->kind == KIR_KERNEL &&
           kir_fills_vectors(v->op, v->type) && !c_is_compilers(c, v);
}

static enum c_prec print_row(struct c_printer *c, int value,
                             struct insertion *in)
{
    const struct kir_value *v = &c->f->value[value];
    bool exact = kir_is_signed(v->type) && c->range[value].exact;
    const struct c_spelling *row = row_of(c, v->op, in->key);
    const int operands = kir_op_operands(v->op);

    if (c_is_vector_function(c, value)) {
        expand(c, &c->out, c->dialect->vectors[operands - 1], in);
        return PREC_PRIMARY;
    }
    if (!row) {
        expand(c, &c->out, c->dialect->math[operands - 1], in);
        return PREC_PRIMARY;
    }
    if (c_print_select(c, v))
        return PREC_PRIMARY;
    in->plain = may_be_plain(c, v, in);
    if (print_difference(c, v, in) || print_rounded(c, value, in))
        return row->prec;
    if (v->type == KIR_PRED && (v->op == KIR_AND || v->op == KIR_OR))
        print_logic(c, v, row->text);
    else if (c->dialect->magnitude && c->from_zero && v->op == KIR_ABS &&
             kir_is_float(v->type))
        expand(c, &c->out, c->dialect->magnitude, in);
    else if (exact && v->op == KIR_ABS && c->dialect->exact_magnitude)
        expand(c, &c->out, c->dialect->exact_magnitude, in);
    else if (row->text)
        expand(c, &c->out, row->text, in);
    else
        print_call(c, v, in);
    return row->prec;
}

static bool is_index_op(const struct kir_value *v)
{
    return v->op >= KIR_BLOCK_INDEX && v->op <= KIR_GRID_SIZE;
}

/* BLOCK_INDEX and its like, as an integer of a type: % is the dimension. */
static void print_index(struct c_printer *c, const struct kir_value *v,
                        enum kir_type type)
{
    buf_printf(&c->out, "(%s)", c_type_name(c, type));
    for (const char *s = c->dialect->index[v->op - KIR_BLOCK_INDEX]; *s; s++)
        buf_putc(&c->out, *s == '%' ? c->dialect->index_names[v->imm.i] : *s);
}

/* Is the value such an index, wider? */
static bool is_wide_index(const struct c_printer *c, const struct kir_value *v)
{
    return v->op == KIR_CAST && v->type == KIR_I64 && v->narrow == KIR_I64 &&
           is_index_op(&c->f->value[v->arg[0]]);
}

void c_print_element(struct c_printer *c, int buffer, int index)
{
    const struct kir_buffer *b = &c->f->buffer[c_buffer_of(c, buffer)];

    c_print_name(c, b->name);
    buf_putc(&c->out, '[');
    if (c->dialect->has_first && b->space == KIR_GLOBAL) {
        c_print_value(c, index, PREC_SUM);
        buf_printf(&c->out, " - hdlo_%s", b->name);
    } else {
        c_print_value(c, index, PREC_ANY);
    }
    buf_putc(&c->out, ']');
}

/* Where element 0 lies, which may not be there. */
static void print_aligned(struct c_printer *c, const struct kir_buffer *b)
{
    if (c->dialect->has_first)
        buf_printf(&c->out,
                   "((size_t)hd_%s - (size_t)hdlo_%s * sizeof(%s)) %% %d == 0",
                   b->name, b->name, c_type_name(c, b->type), KIR_PACK_BYTES);
    else
        buf_printf(&c->out, "(size_t)hd_%s %% %d == 0", b->name,
                   KIR_PACK_BYTES);
}

static bool is_wrapping(const struct c_printer *c, int value)
{
    const struct kir_value *v = &c->f->value[value];

    if (!kir_is_integer(v->type) || !kir_is_signed(v->type) ||
        c->range[value].exact)
        return false;
    return v->op == KIR_SHL ||
           (!c->is_index[value] && (v->op == KIR_ADD || v->op == KIR_SUB ||
                                    v->op == KIR_MUL || v->op == KIR_NEG));
}

/* Might a compiler take what is loaded for what was stored? Not if the function
 * writes nothing there, and what is narrowed is no truncated float. */
static bool may_keep_truncated(const struct kir_buffer *b)
{
    return !(b->read_only && b->no_alias) &&
           kir_loaded_type(b->type) == b->type;
}

/* Might the integer be, or turn out to be once the compiler knows more, a float
 * that was truncated: x in 0 + (int)x? Not if only iterators, parameters and
 * constants are in it; what lies deep counts as if it were. */
static bool has_truncated(const struct c_printer *c, int value, int depth)
{
    enum { DEEP = 6 };
    const struct kir_value *v = &c->f->value[value];

    if (depth == DEEP || kir_is_float(v->type))
        return true;
    switch (v->op) {
    case KIR_CONST:
    case KIR_PARAM:
    case KIR_ITER:
    case KIR_BLOCK_INDEX:
    case KIR_THREAD_INDEX:
    case KIR_GRID_SIZE:
        return false;
    case KIR_GET:
    case KIR_ALIGNED:
        return true;
    case KIR_LOAD:
        return may_keep_truncated(&c->f->buffer[v->buffer]);
    default:
        break;
    }
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (has_truncated(c, v->arg[k], depth + 1))
            return true;
    return false;
}

static enum c_prec print_conversion(struct c_printer *c,
                                    const struct kir_value *v,
                                    struct insertion *in)
{
    enum kir_type from = c->f->value[v->arg[0]].type;

    if (v->op == KIR_CAST) {
        bool test = v->narrow == KIR_PRED;

        if (c->dialect->from_any && kir_is_float(v->type) &&
            kir_is_integer(from) && c->from_zero) {
            expand(c, &c->out, c->dialect->from_any, in);
            return PREC_PRIMARY;
        }
        if (c->dialect->from_integer && kir_is_float(v->type) &&
            kir_is_integer(from) && c->truncates &&
            has_truncated(c, v->arg[0], 0)) {
            expand(c, &c->out, c->dialect->from_integer, in);
            return PREC_UNARY;
        }
        if (c_print_low(c, v))
            return PREC_PRIMARY;
        expand(c, &c->out, test ? to_pred : to_number, in);
        return test ? PREC_COMPARE : PREC_UNARY;
    }
    in->key = kir_is_float(from) ? from : v->type;
    if (kir_is_float(v->type) && !kir_is_float(from)) {
        expand(c, &c->out, c->dialect->to_float[in->key == KIR_F64], in);
        return PREC_PRIMARY;
    }
    if (!kir_is_float(v->type) && kir_is_float(from)) {
        buf_printf(&c->out, "(%s)", c_type_name(c, v->type));
        expand(c, &c->out, c->dialect->from_float[in->key == KIR_F64], in);
        return PREC_UNARY;
    }
    expand(c, &c->out, same_bits, in);
    return PREC_UNARY;
}

static struct insertion insertion_of(const struct c_printer *c,
                                     const struct kir_value *v)
{
    struct insertion in = {.op = v->op,
                           .key = v->type,
                           .result = v->type,
                           .arg = v->arg,
                           .narrow = v->narrow,
                           .imm = v->imm};

    if (v->op >= KIR_LT && v->op <= KIR_NE)
        in.key = c->f->value[v->arg[0]].type;
    if (v->op == KIR_SELECT)
        in.key = KIR_PRED;
    return in;
}

/* The operation itself; `as_unsigned` only for those that wrap. */
static enum c_prec print_operation(struct c_printer *c, int value,
                                   bool as_unsigned)
{
    const struct kir_value *v = &c->f->value[value];
    struct insertion in = insertion_of(c, v);

    switch (v->op) {
    case KIR_CONST:
        return c_print_literal(c, v->type, v->imm);
    case KIR_PARAM:
        c_print_name(c, c->f->param[v->imm.i].name);
        return PREC_PRIMARY;
    case KIR_GET:
        c_print_name(c, c->f->variable[v->imm.i].name);
        return PREC_PRIMARY;
    case KIR_BLOCK_INDEX:
    case KIR_THREAD_INDEX:
    case KIR_GRID_SIZE:
        print_index(c, v, KIR_I32);
        return PREC_UNARY;
    case KIR_WARPS:
        buf_putc(&c->out, c->dialect->warps ? '1' : '0');
        return PREC_PRIMARY;
    case KIR_LOAD:
        c_print_access(c, v->buffer, v->arg[0], v->origin, false);
        return c->f->claim_count ? PREC_UNARY : PREC_PRIMARY;
    case KIR_ALIGNED:
        print_aligned(c, &c->f->buffer[v->buffer]);
        return PREC_COMPARE;
    case KIR_CAST:
        if (c->dialect->wide_index && is_wide_index(c, v) &&
            c->f->value[v->arg[0]].op == KIR_BLOCK_INDEX) {
            buf_puts(&c->out, c->dialect->wide_index);
            return PREC_PRIMARY;
        }
        if (is_wide_index(c, v)) {
            print_index(c, &c->f->value[v->arg[0]], KIR_I64);
            return PREC_UNARY;
        }
        return print_conversion(c, v, &in);
    case KIR_BITCAST:
        return print_conversion(c, v, &in);
    default:
        if (as_unsigned) {
            in.key = unsigned_twin(v->type);
            in.in_unsigned = true;
        }
        return print_row(c, value, &in);
    }
}

static void print_parenthesised(struct c_printer *c, int value,
                                enum c_prec least, bool as_unsigned)
{
    size_t start = c->out.length;

    buf_putc(&c->out, '(');
    if (print_operation(c, value, as_unsigned) >= least) {
        memmove(c->out.text + start, c->out.text + start + 1,
                c->out.length - start);
        c->out.length--;
        return;
    }
    buf_putc(&c->out, ')');
}

/* A value in its own type or, for an operand of arithmetic that wraps, in the
 * unsigned type of the same width. */
static void print_as(struct c_printer *c, int value, enum c_prec least,
                     bool as_unsigned)
{
    const struct kir_value *v = &c->f->value[value];
    union kir_imm imm = {
        .i = kir_wrap(unsigned_twin(v->type), (uint64_t)v->imm.i)};
    bool is_named = v->op == KIR_ITER ||
                    (!kir_is_leaf(v->op) && c->state[value] == C_NAMED);

    as_unsigned = as_unsigned && kir_is_signed(v->type);
    if (as_unsigned && v->op == KIR_CONST) {
        c_print_literal(c, unsigned_twin(v->type), imm);
        return;
    }
    if (!is_named && is_wrapping(c, value)) {
        if (!as_unsigned) {
            buf_printf(&c->out, "(%s)", c_type_name(c, v->type));
            least = PREC_UNARY;
        }
        print_parenthesised(c, value, least, true);
        return;
    }
    if (as_unsigned) {
        buf_printf(&c->out, "(%s)", c_type_name(c, unsigned_twin(v->type)));
        least = PREC_UNARY;
    }
    if (is_named)
        buf_puts(&c->out, c_value_name(c, value));
    else
        print_parenthesised(c, value, least, false);
}

void c_print_value(struct c_printer *c, int value, enum c_prec least)
{
    print_as(c, value, least, false);
}

void c_print_operation(struct c_printer *c, int value)
{
    unsigned char state = c->state[value];

    c->state[value] = C_FOLDED;
    print_as(c, value, PREC_ANY, false);
    c->state[value] = state;
}

/* Atomics and helpers ------------------------------------------------------ */

static const struct c_atomic *atomic_row(const struct c_printer *c,
                                         enum kir_op op, enum kir_type type)
{
    for (const struct c_atomic *row = c->dialect->atomic; row->types; row++)
        if (row->op == op && row->types & 1u << type)
            return row;
    return NULL;
}

static const char *const plane_suffix[C_HELPER_PLANES] = {"", "", "_shared"};

/* "&buffer[index]", taken off the end of what has been printed. */
static const char *address_text(struct c_printer *c, int buffer, int index)
{
    size_t start = c->out.length;
    const char *text;

    buf_putc(&c->out, '&');
    c_print_element(c, buffer, index);
    text = arena_strdup(c->arena, c->out.text + start);
    c->out.length = start;
    c->out.text[start] = '\0';
    return text;
}

/* The helper of an atomic operation may call that of the operation. */
static void need_value_helper(struct c_printer *c, enum kir_op op,
                              enum kir_type type)
{
    c->helper[C_HELPER_VALUE][op][type] |= row_of(c, op, type)->helper != NULL;
}

void c_print_atomic(struct c_printer *c, const struct kir_stmt *s)
{
    const struct kir_buffer *b = &c->f->buffer[s->buffer];
    const struct c_atomic *row = atomic_row(c, s->op, b->type);
    int plane = b->space == KIR_GLOBAL ? C_HELPER_GLOBAL : C_HELPER_SHARED;
    const char *form = c->dialect->atomic_form;
    int arg[] = {s->index, s->value};
    struct insertion in = {.key = b->type, .result = b->type, .arg = arg};

    in.space = c->dialect->pointer[b->space];
    in.first = address_text(c, s->buffer, s->index);
    c->features |= row->features;
    if (row->helper)
        need_value_helper(c, s->op, b->type);
    if (row->text) {
        expand(c, &c->out, row->text, &in);
        return;
    }
    c->helper[plane][s->op][b->type] = true;
    buf_printf(&c->out, "hdf_atomic_%s_%s%s(%s%s%s, ", kir_op_name(s->op),
               kir_type_name(b->type), plane_suffix[plane], form ? form : "",
               form ? ", " : "", in.first);
    c_print_value(c, s->value, PREC_ANY);
    buf_putc(&c->out, ')');
}

static void helper_open(struct c_printer *c, struct buf *out, const char *name,
                        const char *type)
{
    if (c->dialect->guard_helpers)
        buf_printf(out, "#ifndef %s\n#define %s %s\n", name, name, name);
    buf_printf(out, "%s %s %s(", c->dialect->helper_head, type, name);
}

static void helper_close(struct c_printer *c, struct buf *out, const char *body,
                         const struct insertion *in)
{
    buf_puts(out, ")\n{\n    ");
    expand(c, out, body, in);
    buf_puts(out, "\n}\n");
    if (c->dialect->guard_helpers)
        buf_puts(out, "#endif\n");
    buf_putc(out, '\n');
}

static void value_helper(struct c_printer *c, struct buf *out, enum kir_op op,
                         enum kir_type type)
{
    const struct c_spelling *row = row_of(c, op, type);
    const char *word = c_type_name(c, type);
    struct insertion in = {.key = type, .result = type};
    char name[48];

    snprintf(name, sizeof name, "hdf_%s_%s", kir_op_name(op),
             kir_type_name(type));
    helper_open(c, out, name, word);
    for (int i = 0; i < kir_op_operands(op); i++)
        buf_printf(out, "%s%s %c", i ? ", " : "", word, "abc"[i]);
    helper_close(c, out, row->helper, &in);
}

static void atomic_helper(struct c_printer *c, struct buf *out, int plane,
                          enum kir_op op, enum kir_type type)
{
    const char *word = c_type_name(c, type);
    struct insertion in = {.key = type, .result = type};
    char name[64];

    in.space =
        c->dialect->pointer[plane == C_HELPER_GLOBAL ? KIR_GLOBAL : KIR_SHARED];
    snprintf(name, sizeof name, "hdf_atomic_%s_%s%s", kir_op_name(op),
             kir_type_name(type), plane_suffix[plane]);
    helper_open(c, out, name, "void");
    if (c->dialect->atomic_form)
        buf_printf(out, "int %s, ", c->dialect->atomic_form);
    buf_printf(out, "%s%s *p, %s v", in.space, word, word);
    helper_close(c, out, atomic_row(c, op, type)->helper, &in);
}

void c_print_helpers(struct c_printer *c, struct buf *out)
{
    for (int plane = 0; plane < C_HELPER_PLANES; plane++)
        for (int op = 0; op < KIR_OP_COUNT; op++)
            for (int type = 0; type < KIR_TYPE_COUNT; type++)
                if (!c->helper[plane][op][type])
                    continue;
                else if (plane == C_HELPER_VALUE)
                    value_helper(c, out, (enum kir_op)op, (enum kir_type)type);
                else
                    atomic_helper(c, out, plane, (enum kir_op)op,
                                  (enum kir_type)type);
}
