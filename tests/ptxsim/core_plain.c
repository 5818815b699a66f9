/* Linked with --wrap=exec_alu: the loops for any processor, whatever the host
 * has. */
#include "runtime/ptxsim/machine/alu.h"

ptxsim_handler __wrap_exec_alu(int number);

ptxsim_handler __wrap_exec_alu(int number)
{
    return alu_base[number];
}
