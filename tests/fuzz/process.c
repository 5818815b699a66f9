#define _GNU_SOURCE /* prlimit */
#include "tests/fuzz/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WALL_FACTOR = 5 };

void words_add(struct arena *a, struct words *w, const char *word)
{
    char *copy = word ? arena_strdup(a, word) : NULL;
    ARENA_PUSH(a, w->word, w->count, w->capacity, copy);
}

const char *option_value(const char *argument, const char *option)
{
    size_t n = strlen(option);
    return strncmp(argument, option, n) == 0 ? argument + n : NULL;
}

int read_texts(struct arena *a, const struct words *files, struct text **text)
{
    int count = 0;
    *text = arena_alloc(a, (size_t)files->count * sizeof **text);
    for (int i = 0; i < files->count; i++) {
        struct text *t = &(*text)[count];
        char *bytes = base_read_file(files->word[i], &t->length);
        if (!bytes) {
            perror(files->word[i]);
            return 0;
        }
        t->bytes = arena_strndup(a, bytes, t->length);
        count += t->length > 0;
        free(bytes);
    }
    return count;
}

void run_threads(int jobs, void *(*work)(void *), void *argument)
{
    pthread_t *thread = calloc((size_t)jobs, sizeof *thread);
    int started = 0;
    while (thread && started < jobs &&
           pthread_create(&thread[started], NULL, work, argument) == 0)
        started++;
    if (started == 0)
        work(argument);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    free(thread);
}

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The environment with `extra` in front, where getenv finds it first. */
static char **join_environment(char *const extra[])
{
    size_t n = 0, more = 0;
    while (environ[n])
        n++;
    while (extra && extra[more])
        more++;
    char **joined = malloc((n + more + 1) * sizeof *joined);
    if (!joined)
        abort();
    size_t count = 0;
    for (size_t i = 0; i < more; i++)
        joined[count++] = extra[i];
    for (size_t i = 0; i < n; i++) {
        size_t name = strcspn(environ[i], "=") + 1;
        bool replaced = false;
        for (size_t j = 0; j < more; j++)
            replaced |= strncmp(environ[i], extra[j], name) == 0;
        if (!replaced)
            joined[count++] = environ[i];
    }
    joined[count] = NULL;
    return joined;
}

double test_time(void)
{
    const char *text = getenv("HEDRA_TEST_TIME");
    double factor = text ? atof(text) : 1;
    return factor >= 1 ? factor : 1;
}

static int start(pid_t *pid, char *const argv[], char *const extra[],
                 const char *out, const char *err)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, out,
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&files, 2, err,
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
    char **env = join_environment(extra);
    int failed = posix_spawnp(pid, argv[0], &files, &attributes, argv, env);
    free(env);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

struct process process_run(char *const argv[], char *const extra[],
                           const char *out, const char *err, double limit)
{
    pid_t pid;
    limit *= test_time();
    double begin = seconds_now();
    int failed = start(&pid, argv, extra, out, err);
    if (failed)
        return (struct process){END_FAILED, failed, 0};
    rlim_t cpu = (rlim_t)limit + 1;
    prlimit(pid, RLIMIT_CPU, &(struct rlimit){cpu, cpu + 1}, NULL);
    long pause = 200000;
    int status = 0;
    bool late = false;
    while (waitpid(pid, &status, late ? 0 : WNOHANG) == 0) {
        late = seconds_now() - begin > WALL_FACTOR * limit;
        if (late)
            kill(-pid, SIGKILL);
        nanosleep(&(struct timespec){0, pause}, NULL);
        pause = pause < 5000000 ? pause * 2 : pause;
    }
    double seconds = seconds_now() - begin;
    bool spent = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
    if (late || spent)
        return (struct process){END_TIMEOUT, 0, seconds};
    if (WIFSIGNALED(status))
        return (struct process){END_SIGNAL, WTERMSIG(status), seconds};
    return (struct process){END_EXIT, WEXITSTATUS(status), seconds};
}

const char *process_describe(struct arena *a, struct process p)
{
    switch (p.end) {
    case END_EXIT:
        return arena_printf(a, "exit status %d", p.code);
    case END_SIGNAL:
        return arena_printf(a, "signal %d (%s)", p.code, strsignal(p.code));
    case END_TIMEOUT:
        return arena_printf(a, "still running after %.0f s", p.seconds);
    default:
        return arena_printf(a, "not started: %s", strerror(p.code));
    }
}

bool make_folder(const char *path)
{
    char *copy = strdup(path);
    if (!copy)
        return false;
    for (char *p = copy + 1; *p; p++) {
        if (*p != '/')
            continue;
        *p = '\0';
        mkdir(copy, 0777);
        *p = '/';
    }
    bool ok = mkdir(copy, 0777) == 0 || errno == EEXIST;
    free(copy);
    return ok;
}

void remove_folder(const char *path)
{
    DIR *d = opendir(path);
    struct dirent *entry;
    while (d && (entry = readdir(d))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        struct buf name = {0};
        struct stat info;
        buf_printf(&name, "%s/%s", path, entry->d_name);
        if (lstat(name.text, &info) == 0 && S_ISDIR(info.st_mode))
            remove_folder(name.text);
        else
            unlink(name.text);
        buf_free(&name);
    }
    if (d)
        closedir(d);
    rmdir(path);
}

void copy_file(const char *from, const char *to)
{
    size_t length;
    char *text = base_read_file(from, &length);
    if (text && !base_write_file(to, text, length))
        fprintf(stderr, "cannot write %s: %s\n", to, strerror(errno));
    free(text);
}

char *new_work_folder(struct arena *a, const char *prefix)
{
    const char *tmp = getenv("TMPDIR");
    char *path =
        arena_printf(a, "%s/%s-XXXXXX", tmp && *tmp ? tmp : "/tmp", prefix);
    return mkdtemp(path);
}
