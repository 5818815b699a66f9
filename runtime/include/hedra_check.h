/*
 * The clause independent, tested: what kernels call that hedrac
 * --check-independent writes. Such a kernel runs in one thread, in C's order. A
 * part of hedra.h.
 */
#ifndef HEDRA_CHECK_H
#define HEDRA_CHECK_H

#ifndef HEDRA_H
#error "hedra_check.h is a part of hedra.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A loop whose iterations shall not meet, by the name of its iterator. *run and
 * *at are the kernel's, and tell in which run of the loop and in which
 * iteration it is; *at is INT64_MIN outside of the loop. */
struct hedra_claim {
    const char *loop;
    const int64_t *run, *at;
};

struct hedra_check; /* what one call of a kernel has accessed */

/* Begins a test. `file`, of which lines are told, and the `count` claims must
 * stay until its end. A process without the memory ends with exit(70). */
HEDRA_API struct hedra_check *
hedra_check_begin(const char *file, int count, const struct hedra_claim *claim);

/* Notes an access, in that line, to element `index` of the array that begins at
 * `base`, of elements of 1, 2, 4 or 8 bytes, and returns its address. `text` is
 * the access in C, which begins with the array's name. */
HEDRA_API void *hedra_check_access(struct hedra_check *check, const void *base,
                                   int64_t index, int size, int write, int line,
                                   const char *text);

/* Ends the test. Where iterations met, the process ends, too, with exit(70),
 * after messages that name file, line, array and both iterations. */
HEDRA_API void hedra_check_end(struct hedra_check *check);

#ifdef __cplusplus
}
#endif

#endif
