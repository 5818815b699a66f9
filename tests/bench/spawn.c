#include "tests/bench/spawn.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Is `entry` of the environment replaced by one of `env`? */
static bool is_replaced(const char *entry, const char *const *env)
{
    size_t length = strcspn(entry, "=") + 1;
    for (int i = 0; env[i]; i++)
        if (strncmp(entry, env[i], length) == 0)
            return true;
    return false;
}

/* This process' environment with `env` added; the caller frees the list. */
static char **merge_environment(const char *const *env)
{
    int old = 0, added = 0, count = 0;
    while (environ[old])
        old++;
    while (env[added])
        added++;
    char **list = calloc((size_t)(old + added + 1), sizeof *list);
    for (int i = 0; list && i < old; i++)
        if (!is_replaced(environ[i], env))
            list[count++] = environ[i];
    for (int i = 0; list && i < added; i++)
        list[count++] = (char *)env[i];
    return list;
}

static char *read_all(FILE *file)
{
    if (fseek(file, 0, SEEK_END) != 0)
        return NULL;
    long size = ftell(file);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (!text)
        return NULL;
    rewind(file);
    text[fread(text, 1, (size_t)size, file)] = '\0';
    return text;
}

/* Waits for the child, at most until `end` (0: for ever), in steps that are
 * short against what is measured. */
static int wait_child(pid_t child, double end, struct rusage *usage)
{
    struct timespec step = {.tv_nsec = 200000};
    int status;
    bool killed = false;
    for (;;) {
        pid_t got = wait4(child, &status, WNOHANG, usage);
        if (got == child)
            break;
        if (got < 0 && errno != EINTR)
            return SPAWN_FAILED;
        if (end > 0 && !killed && now() > end) {
            kill(child, SIGKILL);
            killed = true;
        }
        nanosleep(&step, NULL);
    }
    if (killed)
        return SPAWN_TIMED_OUT;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void run_into(const char *const *argv, char **env, double limit,
                     FILE *out, FILE *err, struct spawn_result *result)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(out), 1);
    posix_spawn_file_actions_adddup2(&actions, fileno(err), 2);
    pid_t child;
    double start = now();
    int error =
        posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv, env);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        errno = error;
        result->status = error == ENOENT ? SPAWN_NOT_FOUND : SPAWN_FAILED;
        return;
    }
    struct rusage usage = {0};
    result->status = wait_child(child, limit > 0 ? start + limit : 0, &usage);
    result->seconds = now() - start;
    result->cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    result->peak_kib = usage.ru_maxrss;
    result->out = read_all(out);
    result->err = read_all(err);
}

struct spawn_result spawn_run(const char *const *argv, const char *const *env,
                              double limit)
{
    struct spawn_result result = {.status = SPAWN_FAILED};
    FILE *out = tmpfile(), *err = tmpfile();
    char **merged = env ? merge_environment(env) : environ;
    if (out && err && merged)
        run_into(argv, merged, limit, out, err, &result);
    if (env)
        free(merged);
    if (out)
        fclose(out);
    if (err)
        fclose(err);
    if (!result.out)
        result.out = strdup("");
    if (!result.err)
        result.err = strdup("");
    return result;
}

void spawn_free(struct spawn_result *result)
{
    free(result->out);
    free(result->err);
    *result = (struct spawn_result){0};
}
