/*
 * Short forms of the builder for integers. They add nothing to kir_int and
 * kir_binary but brevity, so that each file that builds KIR has not its own.
 */
#include "backends/kir/kir.h"

int kir_i32(struct kir_func *f, int64_t value)
{
    return kir_int(f, KIR_I32, value);
}

int kir_i64(struct kir_func *f, int64_t value)
{
    return kir_int(f, KIR_I64, value);
}

int kir_add(struct kir_func *f, int a, int b)
{
    return kir_binary(f, KIR_ADD, a, b);
}

int kir_sub(struct kir_func *f, int a, int b)
{
    return kir_binary(f, KIR_SUB, a, b);
}

int kir_mul(struct kir_func *f, int a, int b)
{
    return kir_binary(f, KIR_MUL, a, b);
}

int kir_less(struct kir_func *f, int a, int b)
{
    return kir_binary(f, KIR_LT, a, b);
}

int kir_select(struct kir_func *f, int condition, int yes, int no)
{
    return kir_ternary(f, KIR_SELECT, condition, yes, no);
}

int kir_flag(struct kir_func *f, const char *name)
{
    int value = kir_param(f, name, KIR_I32);

    return kir_binary(f, KIR_NE, value, kir_i32(f, 0));
}

int kir_offset(struct kir_func *f, int value, int64_t more)
{
    return more ? kir_add(f, value, kir_i64(f, more)) : value;
}
