/*
 * The checks of HEDRA_CHECK, what a kernel does that no run on a GPU would
 * show; the door of this folder.
 *
 *   bounds   accesses outside of the arrays that the launch was given
 *   check    what is asked for, and the observers of a launch
 *   divide   integer divisions by zero
 *   init     reads of memory that nothing has written
 *   log      notes of what a block did, until it ends
 *   poison   registers that hold such values
 *   race     accesses that nothing orders
 *   shadow   a sparse array beside a space of addresses
 *   show     findings as diagnostics
 *
 * The checks are observers of a launch; what they find does not stop it and is
 * in the launch's result. (What the simulator cannot go on after, such as an
 * access outside of all memory, it finds itself, with or without checks.)
 *
 * bounds: an access outside of the arrays that the launch was given, though
 *   inside some allocation, and a write to an array that is only read.
 * init: a read of shared, local or tracked global memory that nothing has
 *   written, if the value is used for more than a copy. An element counts if
 * any of its bytes was never written. So does a shuffle from a lane that does
 * not take part in it. race: two accesses of the same place by different
 * threads of a launch, one of them a write and not both atomic, that nothing
 * orders. divide: an integer division or remainder by zero.
 *
 * What orders two accesses is what PTX promises since Volta, not how the
 * simulator happens to run them: within a block bar.sync (barriers of some
 * warps order those), within a warp bar.warp.sync; the lanes of a warp are
 * threads like others, so that two instructions of one warp race if no
 * bar.warp.sync is between. Lanes that store to the same place in one
 * instruction race if their values differ. Accesses that are volatile, relaxed,
 * acquire or release count as atomic. Threads of different blocks are never
 * ordered, but where a kernel has both fences and atomics whose results it uses
 * (or volatile or acquiring loads), it is trusted to order its blocks and only
 * races within blocks are looked for. A place loaded through the read-only path
 * (ld.global.nc) must not be written in the launch at all.
 *
 * Memory: for race 88 bytes for each element that a running block has touched
 * and 72 for each element of global memory that the launch has touched; for
 * init a bit for each byte.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_CHECK_CHECK_H
#define HEDRA_RUNTIME_PTXSIM_CHECK_CHECK_H

#include "runtime/ptxsim/ptxsim.h"

/* HEDRA_CHECK: words of race, bounds, init, divide, all, none, separated by
 * commas; what is not named is off. NULL or "": bounds. False with a report
 * that lists what is valid. *mask: enum ptxsim_check. */
bool ptxsim_check_parse(const char *text, unsigned *mask, struct report *why);

/* An array that a launch was given: bytes lo <= address < hi of global memory.
 * Rows may overlap. */
struct ptxsim_row {
    const char *name;
    uint64_t lo, hi;
    uint64_t zero; /* the address of element 0; may lie outside */
    int element_size;
    bool written; /* stores and atomics are allowed */
};

struct ptxsim_checks;

/* For one space, used by one launch at a time. NULL: out of memory. */
struct ptxsim_checks *ptxsim_checks_new(struct ptxsim_space *space,
                                        unsigned mask);
void ptxsim_checks_free(struct ptxsim_checks *checks);

/* For init: bytes of an allocation are tracked from ptxsim_checks_track, which
 * says that nothing was written there, to ptxsim_checks_forget. Kernels mark
 * what they write themselves. Without init all of them do nothing. */
bool ptxsim_checks_track(struct ptxsim_checks *checks, uint64_t address,
                         uint64_t size, struct report *why);
void ptxsim_checks_forget(struct ptxsim_checks *checks, uint64_t address);
void ptxsim_checks_wrote(struct ptxsim_checks *checks, uint64_t address,
                         uint64_t size);
/* How many tracked bytes of the range were never written; *first: the address
 * of the first of them. */
uint64_t ptxsim_checks_unwritten(const struct ptxsim_checks *checks,
                                 uint64_t address, uint64_t size,
                                 uint64_t *first);

/* Adds the observers to a launch. The rows must stay valid until it is done;
 * NULL: no rows are known, so that every allocation may be accessed. */
void ptxsim_checks_watch(struct ptxsim_checks *checks,
                         struct ptxsim_launch *launch,
                         const struct ptxsim_row *row, int rows);

/* The findings as diagnostics: for each a line "FILE:LINE: error: ..." and
 * notes that quote the PTX. Addresses in global memory are said as elements of
 * the rows. What does not fit into the report is counted. The report is
 * replaced; false, as report_set. */
bool ptxsim_check_show(const struct ptxsim_result *result, const char *ptx,
                       const struct ptxsim_row *row, int rows,
                       struct report *report);

#endif
