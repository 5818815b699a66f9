#include "compiler/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

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

/* The folder of the running program. */
static char *own_folder(struct arena *arena)
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
    const char *own = own_folder(arena);
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
    fault_add(faults, FAULT_FILE, nowhere,
              "%s is not where it is expected, near %s",
              places->include ? "libhedra.a" : "hedra.h", own_folder(arena));
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

/* Starts the command with the signals of `defaults` as they are by themselves;
 * an error number. */
static int start(const struct command *c, const char *output,
                 const sigset_t *defaults, pid_t *child)
{
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (output) {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                         O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0666);
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO,
                                         STDERR_FILENO);
    }
    int error = posix_spawnp(child, c->word[0], &actions, &attributes, c->word,
                             environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* The child's exit status; -1 with errno. One with a limit is looked at every
 * millisecond. */
static int wait_for(pid_t child, double seconds)
{
    const struct timespec pause = {0, 1000000};
    double begin = base_clock();
    bool killed = false;
    int status = 0;
    pid_t ended = 0;
    while (ended != child) {
        ended = waitpid(child, &status, seconds > 0 && !killed ? WNOHANG : 0);
        if (ended < 0 && errno != EINTR)
            return -1;
        if (ended == 0 && base_clock() - begin > seconds) {
            kill(child, SIGKILL);
            killed = true;
        } else if (ended == 0) {
            nanosleep(&pause, NULL);
        }
    }
    if (killed)
        return COMMAND_KILLED;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int command_run(struct command *c, const char *output, bool verbose)
{
    if (verbose)
        print_command(c);
    char *end = NULL;
    ARENA_PUSH(c->arena, c->word, c->count, c->cap, end);
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    sigset_t defaults;
    sigemptyset(&defaults);
    if (interrupt.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGINT);
    if (quit.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGQUIT);
    pid_t child;
    int error = start(c, output, &defaults, &child);
    int status = error ? -1 : wait_for(child, c->seconds);
    if (!error && status < 0)
        error = errno;
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    errno = error;
    return status;
}

const char *command_make_folder(struct faults *faults, const char *prefix)
{
    const char *base = getenv("TMPDIR");
    char *folder;

    if (!base || !*base)
        base = "/tmp";
    folder = arena_printf(faults->arena, "%s/%s.XXXXXX", base, prefix);
    if (mkdtemp(folder))
        return folder;
    fault_add(faults, FAULT_FILE, nowhere, "cannot make a folder in %s: %s",
              base, strerror(errno));
    return NULL;
}
