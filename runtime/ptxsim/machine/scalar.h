/* What the handlers of scalar.c find in insn.mode (exec_real, exec_convert:
 * enum real_round; exec_carry: 1 for .hi) and insn.mode2. */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_SCALAR_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_SCALAR_H

#include "runtime/ptxsim/machine/exec.h"
#include "runtime/ptxsim/machine/real.h"

/* exec_convert: type2 is the source; its register has 64 bits; a rounding to an
 * integral value was asked for. */
enum { CONVERT_FROM_WIDE = 1, CONVERT_INTEGRAL = 2 };

/* testp: insn.mode. */
enum {
    TESTP_FINITE,
    TESTP_INFINITE,
    TESTP_NUMBER,
    TESTP_NOTANUMBER,
    TESTP_NORMAL,
    TESTP_SUBNORMAL
};

#endif
