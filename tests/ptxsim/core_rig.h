/* What the tests of the simulator's core share: one space, one module, launches
 * of which a test expects an end or a finding. */
#ifndef HEDRA_TESTS_PTXSIM_CORE_RIG_H
#define HEDRA_TESTS_PTXSIM_CORE_RIG_H

#include "runtime/ptxsim/ptxsim.h"

struct rig {
    struct ptxsim_space *space;
    struct ptxsim_program *program;
    struct report why;
    struct ptxsim_result result; /* of the last launch */
    int threads;                 /* of the host; 0: 1 */
    uint64_t watchdog;
};

/* .version, .target and .address_size, ended by a newline (lines 1 to 3). */
extern const char rig_head[];

/* Loads head + body; the test fails if it cannot. */
void rig_open(struct rig *rig, const char *body);
void rig_close(struct rig *rig);
/* Global memory with these bytes; NULL: zeroes. */
uint64_t rig_memory(struct rig *rig, const void *bytes, size_t size);
/* The host's address of such memory. */
void *rig_bytes(struct rig *rig, uint64_t address, size_t size);
/* Launches `kernel`, whose parameters are .u64, with one-dimensional grid and
 * block; what ptxsim_run answers. */
bool rig_run(struct rig *rig, const char *kernel, int grid, int block,
             int dynamic_shared, const uint64_t *param);
/* … which the test expects to be true; or to end with such a finding, whose
 * description has `text` in it. */
void rig_expect(struct rig *rig, const char *kernel, int grid, int block,
                const uint64_t *param);
void rig_expect_finding(struct rig *rig, const char *kernel, int grid,
                        int block, const uint64_t *param,
                        enum ptxsim_finding_kind kind, const char *text);

#endif
