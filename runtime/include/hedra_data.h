/*
 * Ranges of memory that are kept on devices between regions: what #pragma hedra
 * data becomes, and what programs may call by themselves.
 *
 * The three functions end the process with a message and exit(70) on a
 * hedra_release without hedra_keep, on bytes that a device does not give back,
 * where there is no memory, and between hedra_begin and hedra_end of the
 * thread's region on a device with memory of its own. `size` is in bytes; 0 is
 * nothing. A part of hedra.h.
 */
#ifndef HEDRA_DATA_H
#define HEDRA_DATA_H

#ifndef HEDRA_H
#error "hedra_data.h is a part of hedra.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Begins #pragma hedra data: until the matching hedra_release, of the same base
 * and size, the bytes [base, base + size) stay on the device between regions
 * and are copied back only by hedra_release or hedra_sync; the program, whose
 * memory it stays, must not touch them in between, nor free them. A range may
 * be kept several times, and ranges may overlap. */
HEDRA_API void hedra_keep(void *base, size_t size);

/* Ends one hedra_keep of the same range and copies the bytes back. */
HEDRA_API void hedra_release(void *base, size_t size);

/* Makes the host's copy of [base, base + size) current: it may be read, not
 * changed, until the next region that writes it. Bytes outside of kept ranges
 * are current already. */
HEDRA_API void hedra_sync(void *base, size_t size);

#ifdef __cplusplus
}
#endif

#endif
