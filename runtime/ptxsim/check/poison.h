/*
 * Poison: registers that hold what was loaded from memory that nothing has
 * written. A load of such memory alone harms nobody (a copy of a structure with
 * holes, a value that is loaded ahead and then not needed): it is its use that
 * does. So a load poisons its register; mov, selp and stores to memory pass the
 * poison on; every other instruction that reads it is the fault, reported at
 * the load. One struct for each warp of a block, zeroed at the start.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_CHECK_POISON_H
#define HEDRA_RUNTIME_PTXSIM_CHECK_POISON_H

#include "runtime/ptxsim/machine/machine.h"

/* Where a value was loaded. */
struct check_load {
    int insn, bytes;
    enum ptxsim_space_kind space;
    uint64_t address[PTXSIM_LANES];
};

struct check_poisoned {
    size_t unit; /* of the register, in the warp's registers */
    uint32_t lanes;
    struct check_load load;
};

struct check_poison {
    struct check_poisoned *value;
    int count, capacity;
};

/* The register that element k of a load's or store's vector (or the whole of
 * it) goes to or comes from; PTXSIM_NO_SLOT or a constant: none. */
ptxsim_slot check_poison_element(const struct ptxsim_program *program,
                                 const struct ptxsim_insn *i, int k);

/* Before element k of a load is made: the lane's register will have a value
 * from nowhere. False: out of memory. */
bool check_poison_add(struct check_poison *p, const struct ptxsim_warp *warp,
                      int lane, const struct ptxsim_request *request, int k);
bool check_poison_has(const struct check_poison *p,
                      const struct ptxsim_warp *warp, ptxsim_slot slot,
                      int lane);

/* Before an instruction is executed: passes poison on. If it is used, the first
 * use: true, with the lanes that do and where it was loaded. False: none. */
bool check_poison_step(struct check_poison *p, const struct ptxsim_warp *warp,
                       const struct ptxsim_insn *i, uint32_t active,
                       uint32_t *lanes, struct check_load *load);
void check_poison_clear(struct check_poison *p);

#endif
