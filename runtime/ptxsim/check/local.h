/*
 * What the checks share: notes of what a block did, kept in its state while it
 * runs and handed in as findings when it ends, so that the findings are the
 * same for every number of host threads.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_CHECK_LOCAL_H
#define HEDRA_RUNTIME_PTXSIM_CHECK_LOCAL_H

#include "runtime/ptxsim/check/check.h"
#include "runtime/ptxsim/machine/machine.h"

#include <stdatomic.h>

/* Different ones of a block; more only count where they are found again. */
enum { CHECK_NOTES = 16 };

struct check_note {
    enum ptxsim_finding_kind kind;
    int insn, thread; /* thread: linear in the block */
    enum ptxsim_space_kind space;
    uint64_t address;
    int size;
    const char *text; /* static */
    bool has_other;
    int other_insn, other_thread;
    int64_t other_block;
    uint64_t count;
};

struct check_log {
    int count;
    struct check_note note[CHECK_NOTES];
};

/* Adds the note (whose count is ignored), or counts it if one of the same kind
 * and instructions is there. */
void check_log_add(struct check_log *log, const struct check_note *note);
/* Hands the notes in: from an observer's block_end. */
void check_log_hand_in(const struct check_log *log,
                       const struct ptxsim_block *block);

/* %tid of a thread of the block by its linear number. */
void check_thread_index(const struct ptxsim_block *block, int thread,
                        int index[3]);
/* The linear number of a lane's thread. */
int check_thread(const struct ptxsim_warp *warp, int lane);

/* The smallest element, in bytes, with which the function and those that it
 * calls access the space: all their accesses to it are aligned to that. */
int check_granule(const struct ptxsim_program *program, int function,
                  enum ptxsim_space_kind space);

/* Tracked memory: an allocation and a bit for each of its bytes, set once it is
 * written. */
struct check_tracked {
    uint64_t base, size;
    _Atomic unsigned char *written;
};

/* Each check's observer knows the whole. */
struct check_observer {
    struct ptxsim_observer base;
    struct ptxsim_checks *checks;
};

struct ptxsim_checks {
    unsigned mask;
    struct ptxsim_space *space;
    struct check_tracked *tracked; /* by rising base */
    int tracked_count, tracked_capacity;
    /* of the launch that is watched */
    const struct ptxsim_program *program;
    const struct ptxsim_row *row;
    int rows;
    struct check_race *race; /* race.c; NULL between launches */
    struct check_observer bounds, init, races, divide;
};

extern const struct ptxsim_observer_ops check_bounds_ops, check_init_ops,
    check_race_ops, check_divide_ops;

/* The index of the last tracked memory with base <= address; -1: none. */
int check_below(const struct ptxsim_checks *c, uint64_t address);
/* The tracked memory that holds [address, address + size), NULL if none. */
const struct check_tracked *check_find_tracked(const struct ptxsim_checks *c,
                                               uint64_t address, uint64_t size);

#endif
