/*
 * Addresses of an access: from operands to checked host addresses.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_ACCESS_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_ACCESS_H

#include "runtime/ptxsim/machine/exec.h"

/* What an address operand adds to, beside its register: insn.mode2. */
enum address_base {
    BASE_NONE,
    BASE_FRAME,  /* the frame's local variables */
    BASE_DYNAMIC /* behind the static shared memory */
};

struct lane_access {
    uint64_t address[PTXSIM_LANES]; /* as struct ptxsim_request has it */
    unsigned char *host[PTXSIM_LANES];
    enum ptxsim_space_kind space; /* resolved; of the lanes at hand */
    bool silent; /* parameters of device functions: nobody is told */
};

/* Resolves, checks and reports the access of i's lanes: then every lane of mask
 * has the host address of its bytes. False: a finding stopped the launch. */
bool access_prepare(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                    uint32_t mask, enum ptxsim_kind kind,
                    struct lane_access *x);

/* The value of an address operand without its register. */
uint64_t access_base(const struct ptxsim_warp *w, const struct ptxsim_insn *i);

#endif
