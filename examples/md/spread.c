/*
 * example-md --ranks: the same program over ranks of MPI. mpirun kills its
 * ranks upon Ctrl-C, so that it runs in a process group of its own, which a
 * terminal's signals do not reach; they are passed on from here. What mpirun
 * hands to rank 0 as standard input comes from here, too: a letter has the
 * ranks save and end.
 */
#include "examples/md/spread.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* More than a machine starts without running out of memory. */
enum { MOST_RANKS = 1024 };

static void refuse(const struct settings *s)
{
    if (s->ranks > MOST_RANKS)
        give_up("--ranks", "takes up to 1024 ranks: they all run here");
    if (s->device)
        give_up("--ranks", "does not go with --device");
    if (s->folder || s->dump)
        give_up("--ranks", "does not go with -o and --dump: --save a "
                           "checkpoint, and --restart from it without --ranks");
}

/* Puts where the other program is in `path`. */
static void find_program(char *path, size_t room)
{
    static const char name[] = "example-md-ranks";
    const ssize_t length = readlink("/proc/self/exe", path, room - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash + 1 - path) + sizeof name > room)
        give_up("--ranks", "it is not known where this program is");
    memcpy(slash + 1, name, sizeof name);
    if (access(path, X_OK))
        give_up(path, "is not here: it is built where MPI is");
}

static volatile sig_atomic_t starter, is_to_save;
static int input[2]; /* a pipe to rank 0 */

static void pass_on(int number)
{
    const int kept = errno;
    const bool saves = number == SIGINT && is_to_save;
    if (number == SIGINT)
        is_to_save = 0;
    if (!saves || write(input[1], "s", 1) != 1)
        kill((pid_t)starter, number);
    errno = kept;
}

static _Noreturn void begin(char **all)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* when this program is killed */
    dup2(input[0], STDIN_FILENO);
    close(input[0]);
    close(input[1]);
    execvp(all[0], all);
    give_up("mpirun", "cannot be run");
}

/* Runs it, and ends as it ends. Signals wait until they can be passed on. */
static _Noreturn void run(char **all)
{
    static const int passed[] = {SIGINT, SIGTERM, SIGHUP};
    const size_t count = sizeof passed / sizeof *passed;
    const struct sigaction action = {.sa_handler = pass_on},
                           ignored = {.sa_handler = SIG_IGN};
    sigset_t some, old;
    int status = 0;
    sigemptyset(&some);
    for (size_t k = 0; k < count; k++)
        sigaddset(&some, passed[k]);
    sigprocmask(SIG_BLOCK, &some, &old);
    const pid_t child = pipe(input) ? -1 : fork();
    if (child < 0)
        give_up("mpirun", "cannot be run");
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &old, NULL);
        begin(all);
    }
    close(input[0]);
    starter = (sig_atomic_t)child;
    sigaction(SIGPIPE, &ignored, NULL);
    for (size_t k = 0; k < count; k++)
        sigaction(passed[k], &action, NULL);
    sigprocmask(SIG_SETMASK, &old, NULL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

_Noreturn void spread_over_ranks(const struct settings *s, char **argv)
{
    char path[4096], ranks[24];
    int count = 0, at = 0;
    refuse(s);
    while (argv[count])
        count++;
    char **all = malloc((size_t)(count + 4) * sizeof *all);
    if (!all)
        give_up("--ranks", "not enough memory");
    find_program(path, sizeof path);
    snprintf(ranks, sizeof ranks, "%lld", (long long)s->ranks);
    all[at++] = (char[]){"mpirun"};
    all[at++] = (char[]){"-n"};
    all[at++] = ranks;
    all[at++] = path;
    for (int k = 1; k < count; k++)
        all[at++] = argv[k];
    all[at] = NULL;
    is_to_save = s->save != NULL;
    run(all);
}
