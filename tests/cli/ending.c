/* ending HEDRAC FOLDER [COUNT]: how hedrac ends by a signal or by a crash,
 * COUNT times each (2 without it).
 *
 * What hedrac starts inherits the writing end of a pipe, so that the pipe ends
 * when the last of them has: that is how an orphan is seen. Its folders are
 * made in FOLDER, in which nothing may be left. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* MARK: what all that hedrac starts has open, and the program writes to. */
enum { LIMIT_SECONDS = 60, CRASHED = 3, MARK = 9 };

static const char *hedrac, *folder;
static char output[4096];
static int failures;

static void fail(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
    printf("; it printed:\n%s\n", output);
    failures++;
}

static void pause_for(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds};
    t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
    nanosleep(&t, NULL);
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0)
        exit(2);
}

/* A run of hedrac; `open` is the reading end of what it prints. */
struct call {
    pid_t pid;
    int open;
};

static struct call start(char *const *words, void (*prepare)(void))
{
    int end[2];
    if (pipe(end) != 0)
        exit(2);
    struct call c = {fork(), end[0]};
    if (c.pid == 0) {
        dup2(end[1], STDOUT_FILENO);
        dup2(end[1], STDERR_FILENO);
        dup2(end[1], MARK);
        close(end[0]);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        /* nohup and shells' background jobs leave them ignored. */
        signal(SIGHUP, SIG_DFL);
        signal(SIGINT, SIG_DFL);
        if (prepare)
            prepare();
        execv(hedrac, words);
        _exit(127);
    }
    close(end[1]);
    return c;
}

/* Reads what is printed until the last process has ended. */
static bool read_all(struct call *c)
{
    size_t used = 0;
    struct pollfd p = {.fd = c->open, .events = POLLIN};
    ssize_t n = -1;
    while (poll(&p, 1, LIMIT_SECONDS * 1000) > 0) {
        char part[512];
        n = read(c->open, part, sizeof part);
        if (n <= 0)
            break;
        size_t rest = sizeof output - 1 - used;
        size_t take = (size_t)n < rest ? (size_t)n : rest;
        memcpy(output + used, part, take);
        used += take;
    }
    output[used] = '\0';
    close(c->open);
    return n == 0;
}

/* Waits for the text that the program prints. */
static bool await_start(const struct call *c)
{
    struct pollfd p = {.fd = c->open, .events = POLLIN};
    char text[8] = "";
    return poll(&p, 1, LIMIT_SECONDS * 1000) > 0 &&
           read(c->open, text, sizeof text - 1) > 0;
}

/* Names what is left in the folder but the C compiler's own files. */
static void check_folder(const char *what)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (strncmp(e->d_name, "hedrac.", 7) == 0)
            fail("%s: %s/%s is left", what, folder, e->d_name);
    if (d)
        closedir(d);
}

/* hedrac must end by `signal`, with all that it has started. */
static void check_signal(struct call *c, int signal, const char *what)
{
    int status = 0;
    bool ended = read_all(c);
    if (!ended) {
        fail("%s: an orphan goes on", what);
        kill(c->pid, SIGKILL);
    }
    waitpid(c->pid, &status, 0);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != signal)
        fail("%s: status %#x, not that of %s", what, (unsigned)status,
             strsignal(signal));
    check_folder(what);
}

static const int ends[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
enum { ENDS = sizeof ends / sizeof *ends };

/* At various moments: hedrac reads, cc compiles, the program runs. */
static void test_signals(char *const *words, const char *name, int count)
{
    for (int k = 0; k < count * ENDS; k++) {
        char what[128];
        int number = ends[k % ENDS];
        double delay = 0.02 + 0.61803398875 * k - (int)(0.61803398875 * k);
        bool late = k / ENDS % 2;
        struct call c = start(words, NULL);
        snprintf(what, sizeof what, "%s, %s after %s%.2f s", name,
                 strsignal(number), late ? "its start and " : "", delay);
        if (late && !await_start(&c))
            fail("%s: the program does not start", what);
        pause_for(late ? delay / 10 : delay);
        kill(c.pid, number);
        check_signal(&c, number, what);
    }
}

static void ignore_hangup(void)
{
    signal(SIGHUP, SIG_IGN);
}

/* What nohup ignores stays ignored, by the program too. */
static void test_nohup(char *const *words)
{
    struct call c = start(words, ignore_hangup);
    if (!await_start(&c))
        fail("nohup: the program does not start");
    kill(c.pid, SIGHUP);
    pause_for(0.2);
    if (waitpid(c.pid, NULL, WNOHANG) != 0)
        fail("nohup: hedrac has ended by SIGHUP");
    kill(c.pid, SIGTERM);
    check_signal(&c, SIGTERM, "nohup");
}

/* The program does not outlive a hedrac that is killed. */
static void test_kill(char *const *words)
{
    char command[512];
    struct call c = start(words, NULL);
    if (!await_start(&c))
        fail("SIGKILL: the program does not start");
    kill(c.pid, SIGKILL);
    if (!read_all(&c))
        fail("SIGKILL: the program goes on");
    waitpid(c.pid, NULL, 0);
    snprintf(command, sizeof command, "rm -rf '%s'/hedrac.*", folder);
    if (system(command) != 0)
        exit(2);
}

static void check_crash(struct call *c, const char *place, const char *what)
{
    int status = 0;
    if (!read_all(c))
        fail("%s: an orphan goes on", what);
    waitpid(c->pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != CRASHED)
        fail("%s: status %#x, not exit status 3", what, (unsigned)status);
    if (!strstr(output, place))
        fail("%s: %s is not named", what, place);
    if (access("out.c", F_OK) == 0)
        fail("%s: an output is there", what);
    check_folder(what);
}

static void shrink_stack(void)
{
    struct rlimit small = {128 << 10, 128 << 10};
    setrlimit(RLIMIT_STACK, &small);
}

/* A stack that is too small: both attempts crash. */
static void test_stack(void)
{
    char *const words[] = {(char *)hedrac, "deep.c", "-o", "out.c", NULL};
    struct call c = start(words, shrink_stack);
    check_crash(&c, "deep.c:3:", "a small stack");
}

/* SIGSEGV and its like, sent by hand: to both attempts, or while it tunes. */
static void test_crashes(char *const *words, const char *name)
{
    static const int crash[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS};
    for (size_t k = 0; k < sizeof crash / sizeof *crash; k++) {
        char what[64];
        struct call c = start(words, NULL);
        snprintf(what, sizeof what, "%s, %s", name, strsignal(crash[k]));
        if (!await_start(&c))
            fail("%s: the program does not start", what);
        kill(c.pid, crash[k]);
        check_crash(&c, "slow.c:5:", what);
    }
}

static void write_sources(void)
{
    write_file("slow.c",
               "#include <unistd.h>\n"
               "static float a[100];\nint main(void)\n{\n"
               "#pragma hedra\n    for (int i = 0; i < 100; i++)\n"
               "        a[i] = i;\n    return write(9, \"runs\", 4) != 4 ||"
               " pause();\n}\n");
    FILE *f = fopen("deep.c", "w");
    if (!f)
        exit(2);
    fputs("void f(float *restrict a, float *restrict b, int n)\n{\n", f);
    fputs("#pragma hedra\n    for (int i = 0; i < n; i++)\n        b[i] =", f);
    for (int k = 0; k < 20000; k++)
        fputs(" a[i] +", f);
    fputs(" a[i];\n}\n", f);
    fclose(f);
}

int main(int argc, char **argv)
{
    int count = argc > 3 ? atoi(argv[3]) : 2;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (argc < 3 || chdir(argv[2]) != 0)
        return 2;
    hedrac = argv[1];
    folder = argv[2];
    setenv("TMPDIR", folder, 1);
    setenv("HEDRA_DEVICE", "host", 1);
    write_sources();
    char *const run[] = {argv[1], "--run", "slow.c", NULL};
    char *const tune[] = {argv[1], "--tune", "slow.c", NULL};
    test_signals(run, "--run", count);
    test_signals(tune, "--tune", count);
    test_nohup(run);
    test_kill(run);
    test_crashes(run, "--run");
    test_stack();
    printf("%d failures\n", failures);
    return failures > 0;
}
