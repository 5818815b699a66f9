#include "tests/runtime/child.h"

#include "tests/runtime/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void run(int (*body)(void), const char *const *environment,
                          int pipe_end)
{
    for (; environment && environment[0]; environment += 2)
        setenv(environment[0], environment[1], 1);
    dup2(pipe_end, STDERR_FILENO);
    close(pipe_end);
    exit(body());
}

struct child child_run(int (*body)(void), const char *const *environment)
{
    struct child child = {.status = -1};
    int end[2];
    if (pipe(end))
        return child;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(end[0]);
        run(body, environment, end[1]);
    }
    close(end[1]);
    size_t used = 0;
    ssize_t n;
    while (used < sizeof child.err - 1 &&
           (n = read(end[0], child.err + used, sizeof child.err - 1 - used)) >
               0)
        used += (size_t)n;
    close(end[0]);
    int status;
    if (pid > 0 && waitpid(pid, &status, 0) == pid)
        child.status =
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return child;
}

static void check_case(const struct child_case *c, int number)
{
    struct child child = child_run(c->body, c->environment);
    if (child.status != c->status)
        fail_msg("case %d: status %d: %s", number, child.status, child.err);
    if (!c->message[0] && child.err[0])
        fail_msg("case %d: not silent: %s", number, child.err);
    for (int k = 0; k < COUNT(c->message) && c->message[k]; k++)
        if (!strstr(child.err, c->message[k]))
            fail_msg("case %d: no '%s' in: %s", number, c->message[k],
                     child.err);
}

void child_check(const struct child_case *cases, int count)
{
    for (int k = 0; k < count; k++)
        check_case(&cases[k], k);
}

/* The device's name may hold blanks, so the numbers are found from the end. */
bool child_read_stats(const struct child *child, const char *region,
                      struct child_stats *stats)
{
    char start[128];
    snprintf(start, sizeof start, "hedra: %s ", region);
    const char *line = strstr(child->err, start);
    if (!line || strstr(line + 1, start))
        return false;
    const char *numbers = line + strcspn(line, "\n");
    for (int words = 6; words > 0 && numbers > line;) {
        numbers--;
        words -= numbers[0] == ' ' && numbers[1] != ' ';
    }
    return sscanf(line, "hedra: %63s %63s", stats->name, stats->where) == 2 &&
           sscanf(numbers, "%d %d %lf %lf %lld %lld", &stats->runs,
                  &stats->kernels, &stats->kernel_seconds,
                  &stats->transfer_seconds, &stats->in, &stats->out) == 6;
}
