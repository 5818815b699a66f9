/* Writing checkpoints leaves the process's umask alone: what another thread
 * creates meanwhile is as private as the mask says, and so is a new checkpoint;
 * one that is replaced keeps its permissions. The argument is how many files
 * the other thread makes; as few meet the moment at which a mask is changed,
 * calls of umask are counted, too. */
#define _GNU_SOURCE
#include "runtime/include/hedra_tsa.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_bool done;
static const char checkpoint[] = "checkpoint-mask.ck";
static const char other[] = "checkpoint-mask.x";

static atomic_int calls;

/* In place of libc's. */
mode_t umask(mode_t mask)
{
    atomic_fetch_add(&calls, 1);
    return (mode_t)syscall(SYS_umask, mask);
}

static int mode_of(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? (int)(s.st_mode & 0777) : -1;
}

/* How many checkpoints had a wrong mode. */
static void *write_checkpoints(void *wrong)
{
    struct hedra_tsa_options options = {
        .nx = 4, .ny = 4, .step = 0.1, .vx = 1, .vy = 1, .threads = 1};
    struct hedra_tsa *t;
    if (hedra_tsa_create(&options, &t, NULL))
        exit(2);
    for (int i = 0; !atomic_load(&done); i++) {
        bool kept = i % 2;
        if (kept)
            chmod(checkpoint, 0604);
        else
            unlink(checkpoint);
        if (hedra_tsa_checkpoint(t, checkpoint, NULL, 0, NULL))
            exit(2);
        *(int *)wrong += mode_of(checkpoint) != (kept ? 0604 : 0640);
    }
    hedra_tsa_destroy(t);
    return NULL;
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 20000;
    int wrong_checkpoints = 0, wrong_files = 0;
    pthread_t writer;
    syscall(SYS_umask, 027);
    if (pthread_create(&writer, NULL, write_checkpoints, &wrong_checkpoints))
        return 2;
    for (long k = 0; k < count; k++) {
        unlink(other);
        int fd = open(other, O_CREAT | O_WRONLY, 0666);
        struct stat s;
        if (fd < 0 || fstat(fd, &s) != 0)
            return 2;
        wrong_files += (s.st_mode & 0777) != 0640;
        close(fd);
    }
    atomic_store(&done, true);
    pthread_join(writer, NULL);
    unlink(checkpoint);
    unlink(other);
    printf("%d checkpoints and %d of %ld other files with a wrong mode, %d"
           " calls of umask\n",
           wrong_checkpoints, wrong_files, count, atomic_load(&calls));
    return wrong_checkpoints || wrong_files || atomic_load(&calls);
}
