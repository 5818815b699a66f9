/*
 * atom and red. Lanes take turns in rising order; global memory is also shared
 * with other host threads, and other blocks' lanes may come between.
 */
#include "runtime/ptxsim/machine/atomic.h"
#include "runtime/ptxsim/machine/access.h"
#include "runtime/ptxsim/machine/real.h"
#include "runtime/ptxsim/text/text.h"

static uint32_t flush(uint32_t bits)
{
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

/* In global memory f32 additions flush subnormal numbers, in shared memory they
 * do not: so the ISA. */
static uint32_t add_single(uint32_t old, uint32_t b, bool flushes)
{
    old = flushes ? flush(old) : old;
    b = flushes ? flush(b) : b;
    float sum =
        (float)real_add(f32_of_bits(old), f32_of_bits(b), REAL_RN, true);
    uint32_t bits = bits_of_f32(sum);
    bits = flushes ? flush(bits) : bits;
    return sum != sum ? 0x7fffffff : bits;
}

static uint64_t add_double(uint64_t old, uint64_t b)
{
    return bits_of_f64(
        real_add(f64_of_bits(old), f64_of_bits(b), REAL_RN, false));
}

static int64_t sign_extend(uint64_t a, bool wide)
{
    return wide ? (int64_t)a : (int32_t)(uint32_t)a;
}

static uint64_t combine(const struct ptxsim_insn *i, uint64_t old, uint64_t b,
                        uint64_t c, bool global)
{
    bool wide = i->bytes == 8;
    bool is_signed = i->type == PTX_s32 || i->type == PTX_s64;
    bool below =
        is_signed ? sign_extend(b, wide) < sign_extend(old, wide) : b < old;

    switch ((enum atomic_mode)i->mode) {
    case ATOMIC_ADD:
        if (i->type == PTX_f32)
            return add_single((uint32_t)old, (uint32_t)b, global);
        return i->type == PTX_f64 ? add_double(old, b) : old + b;
    case ATOMIC_MIN:
        return below ? b : old;
    case ATOMIC_MAX:
        return below ? old : b;
    case ATOMIC_INC:
        return old >= b ? 0 : old + 1;
    case ATOMIC_DEC:
        return old == 0 || old > b ? b : old - 1;
    case ATOMIC_AND:
        return old & b;
    case ATOMIC_OR:
        return old | b;
    case ATOMIC_XOR:
        return old ^ b;
    case ATOMIC_CAS:
        return old == b ? c : old;
    case ATOMIC_EXCH:
        break;
    }
    return b;
}

/* The value before. */
static uint64_t update(const struct ptxsim_insn *i, unsigned char *host,
                       uint64_t b, uint64_t c, bool global)
{
    if (i->bytes == 8) {
        uint64_t *p = (uint64_t *)(void *)host;
        uint64_t old = __atomic_load_n(p, __ATOMIC_SEQ_CST);

        while (!__atomic_compare_exchange_n(
            p, &old, combine(i, old, b, c, global), false, __ATOMIC_SEQ_CST,
            __ATOMIC_SEQ_CST))
            continue;
        return old;
    }
    uint32_t *p = (uint32_t *)(void *)host;
    uint32_t old = __atomic_load_n(p, __ATOMIC_SEQ_CST);

    while (!__atomic_compare_exchange_n(
        p, &old, (uint32_t)combine(i, old, b, c, global), false,
        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        continue;
    return old;
}

static uint64_t lane_bits(const void *from, int lane, bool wide)
{
    return wide ? ((const uint64_t_lane *)from)[lane]
                : ((const uint32_t_lane *)from)[lane];
}

HANDLER(exec_atomic)
{
    struct lane_access x;
    bool wide = i->bytes == 8, returns = i->flags & PTXSIM_RETURNS;
    const void *b = exec_operand(w, i->b), *c = b;

    if (!access_prepare(w, i, mask, returns ? PTXSIM_ATOMIC : PTXSIM_REDUCE,
                        &x))
        return;
    if (i->mode == ATOMIC_CAS)
        c = exec_operand(w, i->c);
    returns &= i->d != PTXSIM_NO_SLOT;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest);
        uint64_t old =
            update(i, x.host[l], lane_bits(b, l, wide), lane_bits(c, l, wide),
                   x.address[l] >= PTXSIM_GLOBAL_BASE);

        if (returns && wide)
            ((uint64_t_lane *)exec_operand(w, i->d))[l] = old;
        else if (returns)
            ((uint32_t_lane *)exec_operand(w, i->d))[l] = (uint32_t)old;
    }
}
