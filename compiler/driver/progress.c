/*
 * Shows on a terminal what takes long. A thread waits for the first two
 * seconds, so that short runs show nothing, and is woken by each step; it
 * writes only where stderr is a terminal.
 */
#include "compiler/driver/progress.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { DELAY_SECONDS = 2, TEXT_SIZE = 72 };

struct progress {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char text[TEXT_SIZE];
    bool stale; /* the text is not what is shown */
    bool done;
};

static void *show(void *context)
{
    struct progress *p = context;
    struct timespec start;
    clock_gettime(CLOCK_REALTIME, &start);
    start.tv_sec += DELAY_SECONDS;
    bool shown = false;
    pthread_mutex_lock(&p->lock);
    while (!p->done &&
           pthread_cond_timedwait(&p->changed, &p->lock, &start) != ETIMEDOUT)
        ;
    while (!p->done) {
        if (p->stale) {
            fprintf(stderr, "\r\033[Khedrac: %s", p->text);
            fflush(stderr);
            p->stale = false;
            shown = true;
        }
        pthread_cond_wait(&p->changed, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    if (shown)
        fputs("\r\033[K", stderr);
    return NULL;
}

/* The thread takes no signals: they are for the one that works. */
static int start_thread(struct progress *p)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&p->thread, NULL, show, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

struct progress *progress_begin(void)
{
    if (!isatty(STDERR_FILENO))
        return NULL;
    struct progress *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    if (start_thread(p) != 0) {
        free(p);
        return NULL;
    }
    return p;
}

void progress_step(struct progress *p, const char *format, ...)
{
    if (!p)
        return;
    va_list ap;
    va_start(ap, format);
    pthread_mutex_lock(&p->lock);
    number_vprint(p->text, sizeof p->text, format, ap);
    p->stale = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    va_end(ap);
}

void progress_end(struct progress *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->done = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
