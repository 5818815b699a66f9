#include "compiler/run.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* HEDRAC_INCLUDE_DIR and HEDRAC_LIBRARY_DIR are where hedra.h and libhedra lie
 * in an installed tree, seen from the folder of hedrac; in the build tree it is
 * ../include and ../lib. HEDRAC_LIBRARIES is what libhedra needs. */

struct command {
    struct arena *arena;
    int count, cap;
    char **word;
};

static const struct loc nowhere;

static void add_word(struct command *c, const char *word)
{
    char *copy = arena_strdup(c->arena, word);
    ARENA_PUSH(c->arena, c->word, c->count, c->cap, copy);
}

/* The words of `text`, which blanks separate: $CC may be "ccache gcc". */
static void add_words(struct command *c, const char *text)
{
    while (*(text += strspn(text, " \t"))) {
        size_t length = strcspn(text, " \t");
        add_word(c, arena_strndup(c->arena, text, length));
        text += length;
    }
}

/* The folder of the running hedrac. */
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

static char *folder_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return arena_strdup(arena, ".");
    return arena_strndup(arena, path,
                         slash > path ? (size_t)(slash - path) : 1);
}

/* The call of the C compiler. What the user wrote for hedrac comes after the
 * defaults, so that it prevails. */
static bool build_compiler_call(struct command *c, const struct options *o,
                                const char *source, const char *program,
                                struct faults *faults)
{
    struct arena *arena = faults->arena;
    const char *include =
        find_folder(arena, HEDRAC_INCLUDE_DIR, "../include", "hedra.h");
    const char *library =
        find_folder(arena, HEDRAC_LIBRARY_DIR, "../lib", "libhedra.a");
    if (!include || !library) {
        fault_add(faults, FAULT_FILE, nowhere,
                  "%s is not where hedrac expects"
                  " it, near %s",
                  include ? "libhedra.a" : "hedra.h", own_folder(arena));
        return false;
    }
    const char *cc = getenv("CC");
    add_words(c, cc && cc[strspn(cc, " \t")] ? cc : "cc");
    add_word(c, "-O2");
    add_word(c, "-iquote");
    add_word(c, folder_of(arena, o->input));
    for (int i = 0; i < o->clang_count; i++)
        add_word(c, o->clang[i]);
    add_word(c, arena_printf(arena, "-I%s", include));
    add_word(c, source);
    add_word(c, "-o");
    add_word(c, program);
    add_word(c, arena_printf(arena, "%s/libhedra.a", library));
    add_words(c, HEDRAC_LIBRARIES);
    return true;
}

static void print_command(const struct command *c)
{
    for (int i = 0; i < c->count; i++)
        fprintf(stderr, "%s%s", i ? " " : "", c->word[i]);
    fputc('\n', stderr);
}

/* Runs a command and waits for it, while the signals of the terminal are the
 * child's: its exit status, 128 + n for signal n, or -1 with errno. */
static int run_command(struct command *c, bool verbose)
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
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t child;
    int error =
        posix_spawnp(&child, c->word[0], NULL, &attributes, c->word, environ);
    posix_spawnattr_destroy(&attributes);
    int status = 0;
    while (!error && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            error = errno;
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    if (error) {
        errno = error;
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int build_and_run(const struct options *o, const char *folder,
                         const char *text, size_t length, struct faults *faults)
{
    struct arena *arena = faults->arena;
    const char *source = arena_printf(arena, "%s/program.c", folder);
    const char *program = arena_printf(arena, "%s/program", folder);
    if (!base_write_file(source, text, length)) {
        fault_add(faults, FAULT_FILE, nowhere, "cannot write %s: %s", source,
                  strerror(errno));
        return -1;
    }
    struct command compile = {.arena = arena}, run = {.arena = arena};
    if (!build_compiler_call(&compile, o, source, program, faults))
        return -1;
    int status = run_command(&compile, o->verbose);
    if (status != 0) {
        const char *reason = status < 0 ? strerror(errno) : "it failed";
        fault_add(faults, FAULT_FILE, nowhere,
                  "the C compiler '%s' did not make the program: %s",
                  compile.word[0], reason);
        return -1;
    }
    add_word(&run, program);
    for (int i = 0; i < o->program_argc; i++)
        add_word(&run, o->program_argv[i]);
    status = run_command(&run, o->verbose);
    if (status < 0)
        fault_add(faults, FAULT_FILE, nowhere, "cannot run %s: %s", program,
                  strerror(errno));
    unlink(program);
    return status;
}

int run_program(const struct options *options, const char *text, size_t length,
                struct faults *faults)
{
    const char *base = getenv("TMPDIR");
    if (!base || !*base)
        base = "/tmp";
    char *folder = arena_printf(faults->arena, "%s/hedrac.XXXXXX", base);
    if (!mkdtemp(folder)) {
        fault_add(faults, FAULT_FILE, nowhere, "cannot make a folder in %s: %s",
                  base, strerror(errno));
        return -1;
    }
    int status = build_and_run(options, folder, text, length, faults);
    unlink(arena_printf(faults->arena, "%s/program.c", folder));
    rmdir(folder);
    return status;
}
