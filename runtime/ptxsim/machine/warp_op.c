/* What the lanes of a warp tell each other; special registers. */
#include "runtime/ptxsim/machine/exec.h"
#include "runtime/ptxsim/text/text.h"

/* The lanes that an instruction names (operand, all the same in every lane that
 * runs it) must all be here, unless they have exited: the others would read
 * what is not there. False: a finding. */
bool exec_check_members(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                        ptxsim_slot operand, uint32_t mask)
{
    const uint32_t_lane *members = exec_operand(w, operand);

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest);
        uint32_t absent = members[l] & w->alive & ~mask;

        if (!(members[l] >> l & 1)) {
            exec_fault(w, i, PTXSIM_FINDING_MEMBERS, l,
                       "the member mask 0x%08x lacks lane %d, which runs it",
                       (unsigned)members[l], l);
            return false;
        }
        if (absent) {
            exec_fault(w, i, PTXSIM_FINDING_MEMBERS, l,
                       "the member mask 0x%08x names lane %d, which is not "
                       "here",
                       (unsigned)members[l], __builtin_ctz(absent));
            return false;
        }
    }
    return true;
}

/* A result that nobody wants ('_') is given to nobody. */
static void give_results(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                         const uint32_t *result, uint32_t mask)
{
    uint32_t_lane *d;

    if (i->d == PTXSIM_NO_SLOT)
        return;
    d = exec_operand(w, i->d);
    for (; mask; mask &= mask - 1)
        d[__builtin_ctz(mask)] = result[__builtin_ctz(mask)];
}

enum { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

/* c holds the clamp (bits 0 to 4) and the segment mask (bits 8 to 12). */
static inline bool find_source(int mode, uint32_t b, uint32_t c, int lane,
                               int *from)
{
    int by = (int)(b & 31), clamp = (int)(c & 31), segment = (int)(c >> 8 & 31);
    int last = (lane & segment) | (clamp & ~segment);

    switch (mode) {
    case SHFL_UP:
        *from = lane - by;
        return *from >= last;
    case SHFL_DOWN:
        *from = lane + by;
        break;
    case SHFL_BFLY:
        *from = lane ^ by;
        break;
    default:
        *from = (lane & segment) | (by & ~segment);
    }
    return *from <= last;
}

bool exec_shfl_source(const struct ptxsim_warp *w, const struct ptxsim_insn *i,
                      int lane, int *from)
{
    const uint32_t_lane *b = exec_operand(w, i->b);
    const uint32_t_lane *c = exec_operand(w, i->c);

    return find_source(i->mode, b[lane], c[lane], lane, from);
}

HANDLER(exec_shfl)
{
    const uint32_t_lane *a = exec_operand(w, i->a);
    const uint32_t_lane *b = exec_operand(w, i->b);
    const uint32_t_lane *c = exec_operand(w, i->c);
    uint32_t result[PTXSIM_LANES], inside = 0;
    ptxsim_slot second = (ptxsim_slot)i->imm;

    if (i->e != PTXSIM_NO_SLOT && !exec_check_members(w, i, i->e, mask))
        return;
    for (int l = 0; l < PTXSIM_LANES; l++) {
        int from;
        bool good = find_source(i->mode, b[l], c[l], l, &from);

        result[l] = a[good ? from : l];
        inside |= (uint32_t)good << l;
    }
    give_results(w, i, result, mask);
    exec_set_predicate(w, second, inside, mask);
}

enum { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT };

HANDLER(exec_vote)
{
    uint32_t yes;

    if (i->b != PTXSIM_NO_SLOT && !exec_check_members(w, i, i->b, mask))
        return;
    for (uint32_t left = mask; left;) {
        uint32_t members = mask;

        if (i->b != PTXSIM_NO_SLOT)
            members = ((const uint32_t_lane *)exec_operand(
                          w, i->b))[__builtin_ctz(left)] &
                      mask;
        yes = exec_predicate(w, i->a) & members;
        if (i->mode == VOTE_BALLOT) {
            uint32_t_lane *d = exec_operand(w, i->d);

            for (uint32_t rest = members; rest; rest &= rest - 1)
                d[__builtin_ctz(rest)] = yes;
        } else {
            bool truth = i->mode == VOTE_ALL   ? yes == members
                         : i->mode == VOTE_ANY ? yes != 0
                                               : yes == members || !yes;

            exec_set_predicate(w, i->d, truth ? PTXSIM_ALL : 0, members);
        }
        left &= ~members;
    }
}

/* match: mode 0: the lanes of the same value; 1: all members, if all have it.
 */
HANDLER(exec_match)
{
    bool wide = ptx_type_bits((enum ptx_type)i->type) == 64;
    const uint32_t_lane *members = exec_operand(w, i->b);
    const void *a = exec_operand(w, i->a);
    uint32_t result[PTXSIM_LANES] = {0}, all = 0;

    if (!exec_check_members(w, i, i->b, mask))
        return;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest);
        uint32_t same = 0;

        for (uint32_t r = mask & members[l]; r; r &= r - 1) {
            int k = __builtin_ctz(r);
            bool equal = wide ? ((const uint64_t_lane *)a)[k] ==
                                    ((const uint64_t_lane *)a)[l]
                              : ((const uint32_t_lane *)a)[k] ==
                                    ((const uint32_t_lane *)a)[l];

            same |= (uint32_t)equal << k;
        }
        bool whole = same == (mask & members[l]);

        result[l] = i->mode == 0 || whole ? same : 0;
        all |= (uint32_t)whole << l;
    }
    give_results(w, i, result, mask);
    exec_set_predicate(w, (ptxsim_slot)i->imm, all, mask);
}

static uint32_t reduce(const struct ptxsim_insn *i, uint32_t a, uint32_t b)
{
    bool is_signed = i->type == PTX_s32;
    bool below = is_signed ? (int32_t)a < (int32_t)b : a < b;

    switch ((enum ptx_word)i->mode) {
    case PTX_W_add:
        return a + b;
    case PTX_W_min:
        return below ? a : b;
    case PTX_W_max:
        return below ? b : a;
    case PTX_W_and:
        return a & b;
    case PTX_W_or:
        return a | b;
    default:
        return a ^ b;
    }
}

HANDLER(exec_redux)
{
    const uint32_t_lane *a = exec_operand(w, i->a);
    const uint32_t_lane *named = exec_operand(w, i->b);
    uint32_t_lane *d = exec_operand(w, i->d);

    if (!exec_check_members(w, i, i->b, mask))
        return;
    for (uint32_t left = mask; left;) {
        uint32_t members = named[__builtin_ctz(left)] & mask;
        uint32_t rest = members, sum = a[__builtin_ctz(members)];

        left &= ~members;
        for (rest &= rest - 1; rest; rest &= rest - 1)
            sum = reduce(i, sum, a[__builtin_ctz(rest)]);
        for (; members; members &= members - 1)
            d[__builtin_ctz(members)] = sum;
    }
}

/* elect: the lowest lane of the members. */
HANDLER(exec_elect)
{
    const uint32_t_lane *members = exec_operand(w, i->a);
    uint32_t chosen = 0;

    if (!exec_check_members(w, i, i->a, mask))
        return;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest), first = __builtin_ctz(members[l] & mask);

        chosen |= (uint32_t)(first == l) << l;
        if (i->d != PTXSIM_NO_SLOT)
            ((uint32_t_lane *)exec_operand(w, i->d))[l] = (uint32_t)first;
    }
    exec_set_predicate(w, (ptxsim_slot)i->imm, chosen, mask);
}

HANDLER(exec_activemask)
{
    uint32_t_lane *d = exec_operand(w, i->d);

    for (uint32_t rest = mask; rest; rest &= rest - 1)
        d[__builtin_ctz(rest)] = w->active;
}

/* Special registers -------------------------------------------------------- */

/* Time is counted in instructions of the warp, so that it repeats. */
static uint64_t time_of(const struct ptxsim_warp *w)
{
    return w->executed + (uint64_t)(w->slice - w->budget);
}

static uint64_t special_value(const struct ptxsim_warp *w, int number,
                              int dimension, int lane)
{
    const struct ptxsim_block *b = w->block;

    switch ((enum ptx_special)number) {
    case PTX_SPECIAL_tid:
        return w->thread[dimension][lane];
    case PTX_SPECIAL_ntid:
        return (uint64_t)b->launch->block[dimension];
    case PTX_SPECIAL_ctaid:
        return (uint64_t)b->position[dimension];
    case PTX_SPECIAL_nctaid:
        return (uint64_t)b->launch->grid[dimension];
    case PTX_SPECIAL_laneid:
        return (uint64_t)lane;
    case PTX_SPECIAL_warpid:
        return (uint64_t)w->index;
    case PTX_SPECIAL_nwarpid:
        return 32;
    case PTX_SPECIAL_nsmid:
        return 1;
    case PTX_SPECIAL_lanemask_eq:
        return UINT64_C(1) << lane;
    case PTX_SPECIAL_lanemask_le:
        return (UINT64_C(2) << lane) - 1;
    case PTX_SPECIAL_lanemask_lt:
        return (UINT64_C(1) << lane) - 1;
    case PTX_SPECIAL_lanemask_ge:
        return (uint32_t)(PTXSIM_ALL << lane);
    case PTX_SPECIAL_lanemask_gt:
        return (uint32_t)(UINT64_C(0xfffffffe) << lane);
    case PTX_SPECIAL_clock:
    case PTX_SPECIAL_clock64:
    case PTX_SPECIAL_globaltimer:
    case PTX_SPECIAL_globaltimer_lo:
        return time_of(w);
    case PTX_SPECIAL_clock_hi:
    case PTX_SPECIAL_globaltimer_hi:
        return time_of(w) >> 32;
    case PTX_SPECIAL_dynamic_smem_size:
        return (uint64_t)b->launch->dynamic_shared;
    case PTX_SPECIAL_total_smem_size:
        return (uint64_t)b->shared_size;
    default: /* smid, gridid */
        return 0;
    }
}

static bool differs_by_lane(int number)
{
    return number == PTX_SPECIAL_tid || number == PTX_SPECIAL_laneid ||
           (number >= PTX_SPECIAL_lanemask_eq &&
            number <= PTX_SPECIAL_lanemask_gt);
}

HANDLER(exec_special)
{
    bool differs = differs_by_lane(i->mode);
    uint64_t value = special_value(w, i->mode, i->mode2, __builtin_ctz(mask));

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest);

        if (differs)
            value = special_value(w, i->mode, i->mode2, l);
        if (i->wide)
            ((uint64_t_lane *)exec_operand(w, i->d))[l] = value;
        else
            ((uint32_t_lane *)exec_operand(w, i->d))[l] = (uint32_t)value;
    }
}
