/*
 * Cancellation of threads (pthread_cancel) is put off while libhedra works: its
 * locks, its threads and the calling thread's run would be left as they are in
 * the middle of something.
 */
#ifndef HEDRA_RUNTIME_HOST_CANCEL_H
#define HEDRA_RUNTIME_HOST_CANCEL_H

#include <pthread.h>

/* Returns what cancel_back takes. */
static inline int cancel_off(void)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    return old;
}

static inline void cancel_back(const int *old)
{
    pthread_setcancelstate(*old, NULL);
}

/* A declaration: from here to the block's end the calling thread is not
 * cancelled. */
#define CANCEL_OFF                                                             \
    __attribute__((cleanup(cancel_back), unused)) const int cancel_state =     \
        cancel_off()

#endif
