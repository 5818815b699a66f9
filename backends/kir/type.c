/*
 * Types and the table of operations, which is made of kir.def: what an
 * operation is called, what it takes and what it gives.
 */
#include "backends/kir/kir.h"

const struct kir_for_flag kir_for_flag[] = {
    {KIR_FOR_SIMD, "simd"},
    {KIR_FOR_UNROLL, "unroll"},
    {KIR_FOR_WHOLE, "whole"},
    {KIR_FOR_LANES, "lanes"},
    {KIR_FOR_TRANSPOSE, "transpose"},
    {KIR_FOR_ROWS, "rows"},
    {KIR_FOR_ROWS_IN_ORDER, "ordered"},
    {KIR_FOR_WAVE, "wave"},
    {KIR_FOR_MOVE, "move"},
    {KIR_FOR_POINTS, "points"},
    {KIR_FOR_WINDOW, "window"},
    {0, NULL},
};

const char *const kir_doacross_name[] = {
    [KIR_BEFORE] = "before", [KIR_ORDERED] = "ordered", [KIR_AFTER] = "after"};

const struct kir_op_info kir_op_table[KIR_OP_COUNT] = {
#define KIR(name, operands, types, properties, text)                           \
    [KIR_##name] = {text, operands, types, properties},
#include "backends/kir/kir.def"
#undef KIR
};

/* size in bytes, bits of a number, and the properties asked below */
static const struct {
    const char *name;
    int size, bits;
    bool is_value, is_float, is_signed;
    enum kir_type loaded;
} types[KIR_TYPE_COUNT] = {
    [KIR_PRED] = {"pred", 1, 1, true, false, false, KIR_PRED},
    [KIR_I8] = {"i8", 1, 8, false, false, true, KIR_I32},
    [KIR_U8] = {"u8", 1, 8, false, false, false, KIR_I32},
    [KIR_I16] = {"i16", 2, 16, false, false, true, KIR_I32},
    [KIR_U16] = {"u16", 2, 16, false, false, false, KIR_I32},
    [KIR_I32] = {"i32", 4, 32, true, false, true, KIR_I32},
    [KIR_U32] = {"u32", 4, 32, true, false, false, KIR_U32},
    [KIR_I64] = {"i64", 8, 64, true, false, true, KIR_I64},
    [KIR_U64] = {"u64", 8, 64, true, false, false, KIR_U64},
    [KIR_F32] = {"f32", 4, 32, true, true, true, KIR_F32},
    [KIR_F64] = {"f64", 8, 64, true, true, true, KIR_F64},
};

bool kir_is_float(enum kir_type type)
{
    return types[type].is_float;
}

bool kir_is_signed(enum kir_type type)
{
    return types[type].is_signed;
}

int kir_type_size(enum kir_type type)
{
    return types[type].size;
}

int kir_type_bits(enum kir_type type)
{
    return types[type].bits;
}

const char *kir_type_name(enum kir_type type)
{
    return types[type].name;
}

bool kir_is_value_type(enum kir_type type)
{
    return types[type].is_value;
}

bool kir_is_integer(enum kir_type type)
{
    return types[type].is_value && !types[type].is_float && type != KIR_PRED;
}

enum kir_type kir_loaded_type(enum kir_type type)
{
    return types[type].loaded;
}

const char *kir_op_name(enum kir_op op)
{
    return kir_op_table[op].text;
}

unsigned kir_op_properties(enum kir_op op)
{
    return kir_op_table[op].properties;
}

int kir_op_operands(enum kir_op op)
{
    return kir_op_table[op].operands;
}

bool kir_fills_vectors(enum kir_op op, enum kir_type type)
{
    switch (op) {
    case KIR_EXP:
    case KIR_LOG:
    case KIR_POW:
    case KIR_SIN:
    case KIR_COS:
        return kir_is_float(type);
    case KIR_EXP2:
    case KIR_LOG2:
    case KIR_TANH:
    case KIR_ERF:
    case KIR_ATAN:
    case KIR_ATAN2:
    case KIR_HYPOT:
        return type == KIR_F32;
    default:
        return false;
    }
}

bool kir_is_leaf(enum kir_op op)
{
    return kir_op_table[op].operands == 0 && op != KIR_GET && op != KIR_ALIGNED;
}

static bool rule_allows(enum kir_type_rule rule, enum kir_type type)
{
    switch (rule) {
    case T_ARITH:
    case T_TEST:
        return kir_is_integer(type) || kir_is_float(type);
    case T_INT:
    case T_SHIFT:
        return kir_is_integer(type);
    case T_BITS:
        return kir_is_integer(type) || type == KIR_PRED;
    case T_FLOAT:
        return kir_is_float(type);
    case T_SPECIAL:
        break;
    }
    return false;
}

bool kir_result_type(enum kir_op op, const enum kir_type *arg,
                     enum kir_type *result)
{
    const struct kir_op_info *info = &kir_op_table[op];

    if (op == KIR_SELECT) {
        *result = arg[1];
        return arg[0] == KIR_PRED && arg[1] == arg[2] &&
               kir_is_value_type(arg[1]);
    }
    if (op == KIR_BLOCK_INDEX || op == KIR_THREAD_INDEX ||
        op == KIR_GRID_SIZE) {
        *result = KIR_I32;
        return true;
    }
    if (info->operands == 0 || !rule_allows(info->rule, arg[0]))
        return false;
    *result = info->rule == T_TEST ? KIR_PRED : arg[0];
    if (info->rule == T_SHIFT)
        return arg[1] == KIR_I32;
    for (int i = 1; i < info->operands; i++)
        if (arg[i] != arg[0])
            return false;
    return true;
}

bool kir_can_convert(enum kir_op op, enum kir_type from, enum kir_type to)
{
    if (!kir_is_value_type(from))
        return false;
    if (op == KIR_BITCAST)
        return kir_is_value_type(to) && from != KIR_PRED && to != KIR_PRED &&
               kir_type_bits(from) == kir_type_bits(to);
    return kir_is_value_type(to) || from == KIR_I32;
}

bool kir_can_atomic(enum kir_op op, enum kir_type type)
{
    switch (op) {
    case KIR_ADD:
    case KIR_MIN:
    case KIR_MAX:
    case KIR_AND:
    case KIR_OR:
    case KIR_XOR:
        return type != KIR_PRED && kir_is_value_type(type) &&
               rule_allows(kir_op_table[op].rule, type);
    default:
        return false;
    }
}
