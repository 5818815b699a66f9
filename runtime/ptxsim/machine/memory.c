/* Loads, stores, and addresses. */
#include "runtime/ptxsim/machine/access.h"

/* One element of each lane, from memory into a register: MODE is insn.mode. */
enum load_mode {
    LOAD_U8,
    LOAD_S8,
    LOAD_U16,
    LOAD_S16,
    LOAD_32,
    LOAD_64,
    LOAD_U8_64, /* from here on into registers of 64 bits */
    LOAD_S8_64,
    LOAD_U16_64,
    LOAD_S16_64,
    LOAD_U32_64,
    LOAD_S32_64
};

typedef uint8_t memory_u8 __attribute__((may_alias));
typedef int8_t memory_s8 __attribute__((may_alias));
typedef uint16_t memory_u16 __attribute__((may_alias));
typedef int16_t memory_s16 __attribute__((may_alias));
typedef uint32_t memory_u32 __attribute__((may_alias));
typedef int32_t memory_s32 __attribute__((may_alias));
typedef uint64_t memory_u64 __attribute__((may_alias));

#define GATHER(R, M)                                                           \
    do {                                                                       \
        LANE(R) *d = to;                                                       \
        if (mask == PTXSIM_ALL)                                                \
            for (int l = 0; l < PTXSIM_LANES; l++)                             \
                d[l] = (R) * (const M *)(host[l] + at);                        \
        else                                                                   \
            for (uint32_t rest = mask; rest; rest &= rest - 1)                 \
                d[__builtin_ctz(rest)] =                                       \
                    (R) * (const M *)(host[__builtin_ctz(rest)] + at);         \
    } while (0)

static void load_element(void *to, unsigned char *const *host, size_t at,
                         enum load_mode mode, uint32_t mask)
{
    switch (mode) {
    case LOAD_U8:
        GATHER(uint32_t, memory_u8);
        break;
    case LOAD_S8:
        GATHER(int32_t, memory_s8);
        break;
    case LOAD_U16:
        GATHER(uint32_t, memory_u16);
        break;
    case LOAD_S16:
        GATHER(int32_t, memory_s16);
        break;
    case LOAD_32:
        GATHER(uint32_t, memory_u32);
        break;
    case LOAD_64:
        GATHER(uint64_t, memory_u64);
        break;
    case LOAD_U8_64:
        GATHER(uint64_t, memory_u8);
        break;
    case LOAD_S8_64:
        GATHER(int64_t, memory_s8);
        break;
    case LOAD_U16_64:
        GATHER(uint64_t, memory_u16);
        break;
    case LOAD_S16_64:
        GATHER(int64_t, memory_s16);
        break;
    case LOAD_U32_64:
        GATHER(uint64_t, memory_u32);
        break;
    case LOAD_S32_64:
        GATHER(int64_t, memory_s32);
        break;
    }
}

HANDLER(exec_load)
{
    struct lane_access x;
    size_t element = i->bytes / i->width;

    if (!access_prepare(w, i, mask, PTXSIM_LOAD, &x))
        return;
    if (i->flags & PTXSIM_VOLATILE)
        atomic_thread_fence(memory_order_acquire);
    if (i->width == 1) {
        load_element(exec_operand(w, i->d), x.host, 0, (enum load_mode)i->mode,
                     mask);
        return;
    }
    for (size_t k = 0; k < i->width; k++) {
        ptxsim_slot d = w->block->program->vector[(size_t)i->list + k];

        if (d != PTXSIM_NO_SLOT)
            load_element(exec_operand(w, d), x.host, k * element,
                         (enum load_mode)i->mode, mask);
    }
}

#define SCATTER(R, M)                                                          \
    do {                                                                       \
        const LANE(R) *s = from;                                               \
        for (uint32_t rest = mask; rest; rest &= rest - 1)                     \
            *(M *)(host[__builtin_ctz(rest)] + at) =                           \
                (M)s[__builtin_ctz(rest)];                                     \
    } while (0)

/* mode: bytes of an element, + 16: from registers of 64 bits. */
static void store_element(const void *from, unsigned char *const *host,
                          size_t at, int mode, uint32_t mask)
{
    switch (mode) {
    case 1:
        SCATTER(uint32_t, memory_u8);
        break;
    case 2:
        SCATTER(uint32_t, memory_u16);
        break;
    case 4:
        SCATTER(uint32_t, memory_u32);
        break;
    case 1 + 16:
        SCATTER(uint64_t, memory_u8);
        break;
    case 2 + 16:
        SCATTER(uint64_t, memory_u16);
        break;
    case 4 + 16:
        SCATTER(uint64_t, memory_u32);
        break;
    default:
        SCATTER(uint64_t, memory_u64);
        break;
    }
}

/* Lanes in rising order: where several write one place, the highest wins. */
HANDLER(exec_store)
{
    struct lane_access x;
    size_t element = i->bytes / i->width;

    if (!access_prepare(w, i, mask, PTXSIM_STORE, &x))
        return;
    if (i->flags & PTXSIM_VOLATILE)
        atomic_thread_fence(memory_order_release);
    if (i->width == 1) {
        store_element(exec_operand(w, i->b), x.host, 0, i->mode, mask);
        return;
    }
    for (size_t k = 0; k < i->width; k++) {
        ptxsim_slot s = w->block->program->vector[(size_t)i->list + k];

        store_element(exec_operand(w, s), x.host, k * element, i->mode, mask);
    }
}

bool ptxsim_stored(const struct ptxsim_warp *w,
                   const struct ptxsim_request *request, int lane,
                   unsigned char bytes[PTXSIM_ACCESS_MAX])
{
    const struct ptxsim_insn *i = &w->block->program->insn[request->insn];
    unsigned char *host[PTXSIM_LANES];
    size_t element = i->bytes / i->width;

    if (request->kind != PTXSIM_STORE)
        return false;
    host[lane] = bytes;
    for (size_t k = 0; k < i->width; k++) {
        ptxsim_slot s = i->width == 1
                            ? i->b
                            : w->block->program->vector[(size_t)i->list + k];

        store_element(exec_operand(w, s), host, k * element, i->mode,
                      UINT32_C(1) << lane);
    }
    return true;
}

/* mov of a variable's address that is known only as the kernel runs. */
HANDLER(exec_address)
{
    uint64_t value = access_base(w, i);

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest);

        if (i->wide)
            ((uint64_t_lane *)exec_operand(w, i->d))[l] = value;
        else
            ((uint32_t_lane *)exec_operand(w, i->d))[l] = (uint32_t)value;
    }
}

/* isspacep: imm is the window's base; 0: global memory. */
HANDLER(exec_isspacep)
{
    const uint64_t_lane *a = exec_operand(w, i->a);
    uint64_t base = (uint64_t)i->imm;
    uint32_t inside = 0;

    for (int l = 0; l < PTXSIM_LANES; l++)
        inside |= (uint32_t)(base ? a[l] - base < PTXSIM_WINDOW
                                  : a[l] >= PTXSIM_GLOBAL_BASE)
                  << l;
    exec_set_predicate(w, i->d, inside, mask);
}
