/* The loops of arithmetic for any processor, and the choice among them. */
#define ALU_TABLE alu_base
#if defined(__FP_FAST_FMA) && defined(__FP_FAST_FMAF)
#define ALU_FUSED
#endif
#include "runtime/ptxsim/machine/alu.inc"

ptxsim_handler exec_alu(int number)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return alu_avx2[number];
#endif
    return alu_base[number];
}
