/* A process that waits for the one that works (compiler/driver/restart.h). */
#define _GNU_SOURCE /* nftw */
#include "compiler/driver/restart.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the worker notes; a text is complete before what says that it is there.
 */
struct notes {
    char file[PATH_MAX], folder[PATH_MAX];
    volatile int line, column;
    volatile sig_atomic_t has_folder, delivers;
    volatile pid_t group; /* that the worker waits for; 0: none */
};

static struct notes *notes; /* NULL: there is no guard */

/* So that no test passes by what is left out. */
static bool is_fatal(void)
{
    const char *wanted = getenv("HEDRAC_CRASH");
    return wanted && strstr(wanted, "fatal");
}

void guard_note_place(struct loc where)
{
    if (!notes)
        return;
    snprintf(notes->file, sizeof notes->file, "%s",
             where.file ? where.file : "");
    notes->line = where.line;
    notes->column = where.column;
}

void guard_crash_if_wanted(struct loc where)
{
    const char *wanted = getenv("HEDRAC_CRASH");
    if (notes && wanted && where.line && atoi(wanted) == where.line)
        raise(SIGSEGV);
}

void guard_note_delivery(void)
{
    if (notes)
        notes->delivers = true;
}

void guard_note_group(pid_t group)
{
    if (notes)
        notes->group = group;
}

static int remove_one(const char *path, const struct stat *s, int type,
                      struct FTW *walk)
{
    (void)s;
    (void)type;
    (void)walk;
    remove(path);
    return 0;
}

static void remove_tree(const char *path)
{
    enum { OPEN_FOLDERS = 8 };
    nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

bool guard_make_folder(char *path)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    bool made = mkdtemp(path);
    int reason = errno;
    if (made && notes && strlen(path) < sizeof notes->folder) {
        strcpy(notes->folder, path);
        notes->has_folder = true;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return made;
}

void guard_remove_folder(const char *path)
{
    remove_tree(path);
    if (notes)
        notes->has_folder = false;
}

/* How the worker ends --------------------------------------------------------
 */

static bool is_crash(int signal)
{
    static const int crash[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                                SIGABRT, SIGSYS, SIGKILL};
    for (size_t k = 0; k < sizeof crash / sizeof *crash; k++)
        if (signal == crash[k])
            return true;
    return false;
}

/* NULL: it did not crash. */
static const char *crash_of(int status)
{
    if (WIFSIGNALED(status) && is_crash(WTERMSIG(status)))
        return WTERMSIG(status) == SIGKILL ? "killed, as for want of memory"
                                           : strsignal(WTERMSIG(status));
    bool short_of_memory = WIFEXITED(status) &&
                           WEXITSTATUS(status) == BASE_EXIT_MEMORY &&
                           !notes->delivers;
    return short_of_memory ? "out of memory" : NULL;
}

/* The worker has left a core if one was wanted. */
static _Noreturn void end_by(int signal)
{
    struct rlimit none = {0, 0};
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t one;
    setrlimit(RLIMIT_CORE, &none);
    sigaction(signal, &plain, NULL);
    sigemptyset(&one);
    sigaddset(&one, signal);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    raise(signal);
    enum { SIGNALS = 128 };
    _exit(SIGNALS + signal);
}

/* The two processes ----------------------------------------------------------
 */

void guard_fill_set(sigset_t *set, const int *signal, size_t count)
{
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    for (size_t k = 0; k < count; k++) {
        struct sigaction now;
        if (sigaction(signal[k], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(set, signal[k]);
    }
}

/* The signals that the guard takes in: what ends programs, by a crash or not,
 * and the end of the worker. */
static void fill_set(sigset_t *set)
{
    static const int end[] = {SIGTERM, SIGINT, SIGHUP,  SIGQUIT, SIGSEGV,
                              SIGBUS,  SIGFPE, SIGABRT, SIGILL};
    guard_fill_set(set, end, sizeof end / sizeof *end);
}

/* The worker ends with its guard. 0 in the worker. */
static pid_t start(const sigset_t *mask)
{
    pid_t guard = getpid(), worker = fork();
    if (worker != 0)
        return worker;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guard)
        _exit(EXIT_FAILURE);
    sigprocmask(SIG_SETMASK, mask, NULL);
    return 0;
}

/* Passes signals on until the worker has ended; its status. */
static int attend(pid_t worker, const sigset_t *set)
{
    for (;;) {
        siginfo_t info;
        int status, number = sigwaitinfo(set, &info);
        if (number == SIGCHLD) {
            if (waitpid(worker, &status, WNOHANG) == worker)
                return status;
        } else if (number > 0 && info.si_code != SI_KERNEL) {
            kill(worker, number);
        }
    }
}

/* What the worker's end means for the caller; -1: it is to begin again. */
static int settle(const struct guard *g, int status, bool again)
{
    const char *how = crash_of(status);
    if (notes->group)
        kill(-notes->group, SIGKILL);
    notes->group = 0;
    if (notes->has_folder)
        remove_tree(notes->folder);
    notes->has_folder = false;
    if (!how && WIFSIGNALED(status))
        end_by(WTERMSIG(status));
    if (!how)
        return WEXITSTATUS(status);
    bool repeats = g->again && !notes->delivers &&
                   !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    if (repeats && !again) {
        fputs(g->again, stderr);
        return -1;
    }
    struct loc where = {.file = *notes->file ? notes->file : NULL,
                        .line = notes->line,
                        .column = notes->column};
    if (repeats && !is_fatal() && g->leave(g->context, how, where))
        return -1;
    return g->crashed(g->context, how, where);
}

int guard_run(const struct guard *guard)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t set, mask;
    int code = -1;
    notes = mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (notes == MAP_FAILED)
        notes = NULL;
    sigaction(SIGCHLD, &plain, NULL);
    fill_set(&set);
    for (int k = 0; code < 0; k++) {
        sigprocmask(SIG_BLOCK, &set, &mask);
        pid_t worker = notes ? start(&mask) : -1;
        if (worker <= 0) {
            sigprocmask(SIG_SETMASK, &mask, NULL);
            return guard->work(guard->context, k > 0);
        }
        code = settle(guard, attend(worker, &set), k > 0);
        sigprocmask(SIG_SETMASK, &mask, NULL);
    }
    return code;
}

void guard_keep_memory(void)
{
#ifdef __GLIBC__
    enum { STEP = 32 << 20, KEPT = 1 << 30 };
    mallopt(M_TOP_PAD, STEP);
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, STEP);
#endif
}
