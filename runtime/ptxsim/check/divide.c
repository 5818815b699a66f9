/*
 * divide: integer divisions and remainders by zero, which on a GPU give some
 * number and in C are undefined.
 */
#include "runtime/ptxsim/check/local.h"
#include "runtime/ptxsim/machine/machine.h"

static bool begin(struct ptxsim_observer *o, struct ptxsim_block *block,
                  void *state)
{
    return true;
}

static bool is_integer_division(const struct ptxsim_insn *i)
{
    return (i->op == PTX_OP_div || i->op == PTX_OP_rem) && i->type != PTX_f32 &&
           i->type != PTX_f64;
}

static bool is_zero(const struct ptxsim_warp *warp, const struct ptxsim_insn *i,
                    int lane)
{
    const void *divisor = exec_operand(warp, i->b);
    int bits = ptx_type_bits(i->type);
    if (bits == 64)
        return ((const uint64_t_lane *)divisor)[lane] == 0;
    uint32_t value = ((const uint32_t_lane *)divisor)[lane];
    return (bits == 16 ? value & 0xffff : value) == 0;
}

static void issue(void *state, const struct ptxsim_warp *warp, int insn,
                  uint32_t present, uint32_t active)
{
    const struct ptxsim_block *block = ptxsim_warp_block(warp);
    const struct ptxsim_insn *i = &block->program->insn[insn];
    if (!is_integer_division(i))
        return;
    for (uint32_t left = active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (is_zero(warp, i, lane))
            check_log_add(state, &(struct check_note){
                                     .kind = PTXSIM_FINDING_DIVIDE,
                                     .insn = insn,
                                     .thread = check_thread(warp, lane),
                                     .space = PTXSIM_GENERIC,
                                     .text = "divides by zero",
                                 });
    }
}

static void end(struct ptxsim_observer *o, const struct ptxsim_block *block,
                void *state)
{
    check_log_hand_in(state, block);
}

const struct ptxsim_observer_ops check_divide_ops = {
    .block_size = sizeof(struct check_log),
    .block_begin = begin,
    .issue = issue,
    .block_end = end,
};
