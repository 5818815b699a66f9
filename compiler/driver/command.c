/*
 * Runs commands: words without a shell, in a process group of their own unless
 * they share the terminal, so that an interrupt or a time that runs out ends
 * all that they have started.
 */
#define _GNU_SOURCE /* pipe2 */
#include "compiler/driver/command.h"

#include "compiler/driver/restart.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* HEDRAC_INCLUDE_DIR and HEDRAC_LIBRARY_DIR are where hedra.h and libhedra lie
 * in an installed tree, seen from the folder of the program; in the build tree
 * it is ../include and ../lib. HEDRAC_LIBRARIES is what libhedra needs. */

static const struct loc nowhere;

void command_add(struct command *c, const char *word)
{
    char *copy = arena_strdup(c->arena, word);
    ARENA_PUSH(c->arena, c->word, c->count, c->cap, copy);
}

void command_add_words(struct command *c, const char *text)
{
    while (*(text += strspn(text, " \t"))) {
        size_t length = strcspn(text, " \t");
        command_add(c, arena_strndup(c->arena, text, length));
        text += length;
    }
}

char *command_own_folder(struct arena *arena)
{
    char *path = realpath("/proc/self/exe", NULL);
    if (!path)
        return arena_strdup(arena, ".");
    char *slash = strrchr(path, '/');
    char *folder =
        arena_strndup(arena, path, slash ? (size_t)(slash - path) : 0);
    free(path);
    return folder;
}

/* The folder below which `file` exists, of the two that it may be in. */
static const char *find_folder(struct arena *arena, const char *first,
                               const char *second, const char *file)
{
    const char *own = command_own_folder(arena);
    const char *places[] = {first, second};
    for (int i = 0; i < 2; i++) {
        const char *folder = arena_printf(arena, "%s/%s", own, places[i]);
        if (access(arena_printf(arena, "%s/%s", folder, file), R_OK) == 0)
            return folder;
    }
    return NULL;
}

void command_add_compiler(struct command *c)
{
    const char *cc = getenv("CC");

    command_add_words(c, cc && cc[strspn(cc, " \t")] ? cc : "cc");
    command_add(c, "-O2");
}

bool command_find_places(struct command_places *places, struct faults *faults)
{
    struct arena *arena = faults->arena;

    places->include =
        find_folder(arena, HEDRAC_INCLUDE_DIR, "../include", "hedra.h");
    places->library =
        find_folder(arena, HEDRAC_LIBRARY_DIR, "../lib", "libhedra.a");
    if (places->include && places->library)
        return true;
    fault_add(
        faults, FAULT_FILE, nowhere, "%s is not where it is expected, near %s",
        places->include ? "libhedra.a" : "hedra.h", command_own_folder(arena));
    return false;
}

void command_add_library(struct command *c, const struct command_places *places)
{
    command_add(c, arena_printf(c->arena, "%s/libhedra.a", places->library));
    command_add_words(c, HEDRAC_LIBRARIES);
}

static void print_command(const struct command *c)
{
    for (int i = 0; i < c->count; i++)
        fprintf(stderr, "%s%s", i ? " " : "", c->word[i]);
    fputc('\n', stderr);
}

/* The signals that a user, a build server or a terminal ends programs with, and
 * that of a child's end. */
static void fill_set(sigset_t *set)
{
    static const int end[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    guard_fill_set(set, end, sizeof end / sizeof *end);
}

static bool redirect(const char *output)
{
    int in = open("/dev/null", O_RDONLY);
    int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    return in >= 0 && out >= 0 && dup2(in, STDIN_FILENO) >= 0 &&
           dup2(out, STDOUT_FILENO) >= 0 && dup2(out, STDERR_FILENO) >= 0;
}

/* In the child, which ends with its parent; what fails is written to `told`. A
 * group of its own may print on the terminal all the same. */
static _Noreturn void become(const struct command *c, const char *output,
                             pid_t parent, const sigset_t *mask, int told)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    if (!c->foreground) {
        struct sigaction ignore = {.sa_handler = SIG_IGN};
        setpgid(0, 0);
        sigaction(SIGTTOU, &ignore, NULL);
    }
    if (!output || redirect(output)) {
        sigprocmask(SIG_SETMASK, mask, NULL);
        execvp(c->word[0], c->word);
    }
    int error = errno;
    _exit(write(told, &error, sizeof error) == sizeof error ? EXIT_FAILURE
                                                            : EXIT_SUCCESS);
}

/* An error number. */
static int start(const struct command *c, const char *output,
                 const sigset_t *mask, pid_t *child)
{
    int told[2], error = 0;
    if (pipe2(told, O_CLOEXEC) != 0)
        return errno;
    pid_t parent = getpid();
    *child = fork();
    if (*child == 0)
        become(c, output, parent, mask, told[1]);
    if (*child < 0)
        error = errno;
    else if (!c->foreground)
        setpgid(*child, *child);
    close(told[1]);
    ssize_t length;
    while (*child > 0 && (length = read(told[0], &error, sizeof error)) < 0 &&
           errno == EINTR)
        ;
    close(told[0]);
    if (*child > 0 && error)
        waitpid(*child, NULL, 0);
    return error;
}

/* A child, and what has become of it. */
struct running {
    pid_t child;
    bool foreground, killed;
    int status;
    int passed_on;     /* the signal that is to end both; 0: none */
    int from_terminal; /* that which has reached both */
};

static void send(const struct running *r, int signal)
{
    kill(r->foreground ? r->child : -r->child, signal);
}

/* What the terminal sends has reached the group in the foreground already,
 * which may go on. */
static void pass_on(struct running *r, const siginfo_t *info)
{
    if (r->foreground && info->si_code == SI_KERNEL) {
        r->from_terminal = info->si_signo;
        return;
    }
    r->passed_on = info->si_signo;
    send(r, info->si_signo);
    send(r, SIGCONT);
}

/* The next signal of the set; -1 where `end` comes first, if it is not 0. */
static int next_signal(const sigset_t *set, siginfo_t *info, double end)
{
    if (end == 0)
        return sigwaitinfo(set, info);
    double left = end - base_clock();
    if (left < 0)
        left = 0;
    struct timespec most = {.tv_sec = (time_t)left};
    most.tv_nsec = (long)((left - (double)most.tv_sec) * 1e9);
    return sigtimedwait(set, info, &most);
}

/* Until the child has ended and, where it was made to, its group. */
static void attend(struct running *r, const sigset_t *set, double seconds)
{
    double end = seconds > 0 ? base_clock() + seconds : 0;
    for (pid_t ended = 0; ended != r->child;) {
        siginfo_t info;
        int number = next_signal(set, &info, r->killed ? 0 : end);
        if (number == SIGCHLD) {
            ended = waitpid(r->child, &r->status, WNOHANG);
        } else if (number > 0) {
            pass_on(r, &info);
        } else if (errno == EAGAIN) {
            send(r, SIGKILL);
            r->killed = true;
        }
    }
    if (r->foreground || (!r->killed && !r->passed_on))
        return;
    send(r, SIGKILL);
    while (waitpid(-r->child, NULL, 0) > 0 || errno == EINTR)
        ;
}

/* Ends this program by the signal that it has passed on, or that from the
 * terminal if the child has ended by it, too; its guard removes what is left.
 */
static void follow(const struct running *r)
{
    bool together = r->from_terminal && WIFSIGNALED(r->status) &&
                    WTERMSIG(r->status) == r->from_terminal;
    int number = together ? r->from_terminal : r->passed_on;
    sigset_t one;
    if (!number)
        return;
    sigemptyset(&one);
    sigaddset(&one, number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    raise(number);
}

int command_run(struct command *c, const char *output, bool verbose)
{
    if (verbose)
        print_command(c);
    char *end = NULL;
    ARENA_PUSH(c->arena, c->word, c->count, c->cap, end);
    struct running r = {.foreground = c->foreground};
    sigset_t set, mask;
    fill_set(&set);
    sigprocmask(SIG_BLOCK, &set, &mask);
    /* So that all of a group can be waited for. */
    prctl(PR_SET_CHILD_SUBREAPER, !c->foreground);
    int error = start(c, output, &mask, &r.child);
    if (!error) {
        guard_note_group(c->foreground ? 0 : r.child);
        attend(&r, &set, c->seconds);
        guard_note_group(0);
        follow(&r);
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    errno = error;
    if (error)
        return -1;
    if (r.killed)
        return COMMAND_KILLED;
    return WIFEXITED(r.status) ? WEXITSTATUS(r.status)
                               : 128 + WTERMSIG(r.status);
}

const char *command_make_folder(struct faults *faults, const char *prefix)
{
    const char *base = getenv("TMPDIR");
    char *folder;

    if (!base || !*base)
        base = "/tmp";
    folder = arena_printf(faults->arena, "%s/%s.XXXXXX", base, prefix);
    if (guard_make_folder(folder))
        return folder;
    fault_add(faults, FAULT_FILE, nowhere, "cannot make a folder in %s: %s",
              base, strerror(errno));
    return NULL;
}
