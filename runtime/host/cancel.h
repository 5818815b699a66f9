/*
 * Cancellation of threads (pthread_cancel) is put off while libhedra works: its
 * locks, its threads and the calling thread's run would be left as they are in
 * the middle of something. errno is put back, since the loops that libhedra
 * stands for leave it alone.
 */
#ifndef HEDRA_RUNTIME_HOST_CANCEL_H
#define HEDRA_RUNTIME_HOST_CANCEL_H

#include <errno.h>
#include <pthread.h>

/* What cancel_back puts back. */
struct cancel_state {
    int cancel, error;
};

static inline struct cancel_state cancel_off(void)
{
    struct cancel_state old = {.error = errno};
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old.cancel);
    return old;
}

static inline void cancel_back(const struct cancel_state *old)
{
    pthread_setcancelstate(old->cancel, NULL);
    errno = old->error;
}

/* A declaration: from here to the block's end the calling thread is not
 * cancelled. */
#define CANCEL_OFF                                                             \
    __attribute__((cleanup(cancel_back), unused))                              \
    const struct cancel_state cancel_state = cancel_off()

#endif
