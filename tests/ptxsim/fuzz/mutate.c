/*
 * mutate: gives damaged PTX to the simulator and runs what it accepts.
 *
 *   mutate [--plain] [--first=N] [--count=N] [-jN] [--limit=SECONDS]
 *          [--memory=MIB] [--keep=FOLDER] FILE.ptx...
 *
 * Whatever the text, loading must end with a program or with a sentence that
 * names a line, and a launch with or without a finding: no crash, no endless
 * loop, no more memory than the limit. Inputs run in child processes, some at a
 * time, so that a crash is one failure; the text that made it is kept. With
 * --plain the files are given as they are: those that once failed.
 */
#include "runtime/ptxsim/check/check.h"
#include "runtime/ptxsim/count/count.h"
#include "runtime/ptxsim/ptxsim.h"
#include "tests/fuzz/process.h"
#include "tests/ptxsim/fuzz/damage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Inputs per child; warp instructions of one warp; bytes of each buffer. */
enum { BATCH = 16, WATCHDOG = 20000, BUFFER = 1 << 16, MAX_JOBS = 64 };
enum { BAD_REPORT = 3 };

/* What a child tells, in memory that it shares with its parent. */
struct account {
    long now; /* the input that it is at */
    long refused, accepted, finished, found;
};

struct state {
    const char *keep;
    struct words files;
    long first, count, jobs, memory;
    double limit;
    bool plain;
    int text_count;
    struct text *text;

    long next, failures;
};

static void make_input(const struct state *s, long number, struct buf *input)
{
    uint64_t state = (uint64_t)number;
    uint64_t a = damage_random(&state), b = damage_random(&state);

    if (s->plain) {
        const struct text *t = &s->text[number - s->first];
        *input = (struct buf){0};
        buf_write(input, t->bytes, t->length);
        buf_putc(input, '\0');
        return;
    }
    damage(&s->text[a % (uint64_t)s->text_count],
           &s->text[b % (uint64_t)s->text_count], (uint64_t)number, input);
}

/* Launching ---------------------------------------------------------------- */

/* Mostly a buffer for parameters of 8 bytes and small numbers for those of 4;
 * sometimes addresses within it, near its end or anywhere, and numbers at the
 * edges. Others are random bytes. */
static void fill_params(const struct ptxsim_kernel *kernel, uint64_t buffer,
                        uint64_t *state, unsigned char *param)
{
    static const int32_t edge[] = {0, -1, 1, 1000, INT32_MAX, INT32_MIN};

    for (int i = 0; i < kernel->param_count; i++) {
        const struct ptxsim_param *p = &kernel->param[i];
        uint64_t r = damage_random(state), address = buffer;
        int32_t number = 40 + i;
        if (r % 8 == 0)
            address = buffer + (r >> 8) % (BUFFER + 64);
        else if (r % 16 == 1)
            address = damage_random(state);
        if (r % 4 == 2)
            number = edge[(r >> 8) % (sizeof edge / sizeof *edge)];
        if (p->size == 8)
            memcpy(param + p->offset, &address, sizeof address);
        else if (p->size == 4)
            memcpy(param + p->offset, &number, sizeof number);
        else
            for (int k = 0; k < p->size; k++)
                param[p->offset + k] = (unsigned char)damage_random(state);
    }
}

/* The kernel's own block if it requires one; else one of a few shapes. */
static void choose_block(const struct ptxsim_kernel *kernel, uint64_t r,
                         int block[3])
{
    static const int shape[][3] = {{64, 1, 1}, {64, 1, 1}, {33, 1, 1},
                                   {1, 1, 1},  {16, 6, 1}, {4, 4, 4},
                                   {256, 1, 1}};
    const int *max = kernel->block_max;
    const int *chosen = shape[r % (sizeof shape / sizeof *shape)];

    if (max[0] && (kernel->block_required || chosen[0] * chosen[1] * chosen[2] >
                                                 max[0] * max[1] * max[2]))
        chosen = max;
    memcpy(block, chosen, 3 * sizeof *block);
}

/* What watches a launch. */
struct watchers {
    struct ptxsim_checks *checks;
    struct counts *counts;
};

static void launch(const struct ptxsim_program *program,
                   const struct ptxsim_kernel *kernel, uint64_t buffer,
                   const struct watchers *watchers, struct account *account)
{
    struct ptxsim_result result;
    struct report why = {.text = ""};
    unsigned char *param = calloc((size_t)kernel->param_size + 1, 1);

    if (!param)
        return;
    uint64_t state = (uint64_t)account->now;
    fill_params(kernel, buffer, &state, param);
    struct ptxsim_launch l = {.kernel = kernel,
                              .grid = {2, 1, 1},
                              .dynamic_shared = 4096,
                              .param = param,
                              .threads = 1,
                              .watchdog = WATCHDOG};
    choose_block(kernel, damage_random(&state), l.block);
    if (watchers->checks)
        ptxsim_checks_watch(watchers->checks, &l, NULL, 0);
    if (watchers->counts)
        l.observer[l.observers++] = counts_observer(watchers->counts);
    if (ptxsim_run(program, &l, &result, &why))
        account->finished++;
    else if (!why.text[0])
        _exit(BAD_REPORT);
    account->found += result.findings > 0;
    ptxsim_result_clear(&result);
    free(param);
}

/* Every second input is run with all checks, every third is counted. */
static void launch_all(struct ptxsim_space *space,
                       const struct ptxsim_program *program, const char *text,
                       uint64_t buffer, struct account *account)
{
    const unsigned all =
        PTXSIM_CHECK_RACE | PTXSIM_CHECK_BOUNDS | PTXSIM_CHECK_INIT;
    struct watchers w = {NULL, NULL};

    if (account->now % 2 == 0)
        w.checks = ptxsim_checks_new(space, all);
    if (account->now % 3 == 0)
        w.counts = counts_new(program, text, arch_find("sm_80"));
    for (int k = 0; k < ptxsim_kernel_count(program); k++)
        launch(program, ptxsim_kernel(program, k), buffer, &w, account);
    counts_free(w.counts);
    ptxsim_checks_free(w.checks);
}

static void try_input(const char *text, struct account *account)
{
    struct ptxsim_space *space = ptxsim_space_new();
    struct report why = {.text = ""};
    uint64_t buffer = 0;

    if (!space || !ptxsim_alloc(space, BUFFER, &buffer, &why))
        _exit(BAD_REPORT);
    struct ptxsim_program *program = ptxsim_load(space, text, &why);
    if (program) {
        account->accepted++;
        launch_all(space, program, text, buffer, account);
        ptxsim_unload(program);
    } else {
        account->refused++;
        if (!strstr(why.text, "PTX line ") && !strstr(why.text, "memory"))
            _exit(BAD_REPORT);
    }
    ptxsim_space_free(space);
}

/* Children ----------------------------------------------------------------- */

/* The child: inputs `from` to `to`; ends the process. */
static _Noreturn void run_batch(const struct state *s, long from, long to,
                                struct account *account)
{
    rlim_t seconds = (rlim_t)(s->limit * test_time()) + 1;
    rlim_t bytes = (rlim_t)s->memory << 20;

    if (bytes)
        setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    for (long number = from; number < to; number++) {
        struct rusage used;
        getrusage(RUSAGE_SELF, &used);
        rlim_t cpu = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
        setrlimit(RLIMIT_CPU, &(struct rlimit){cpu + seconds, RLIM_INFINITY});
        struct buf input;
        account->now = number;
        make_input(s, number, &input);
        try_input(input.text, account);
        buf_free(&input);
    }
    account->now = to;
    exit(0);
}

static void report_failure(struct state *s, long number, int status)
{
    char path[4096];
    struct buf input;

    make_input(s, number, &input);
    snprintf(path, sizeof path, "%s/ptx-%ld.ptx", s->keep, number);
    s->failures++;
    if (isatty(2))
        fputc('\r', stderr);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        printf("input %ld: more than %.0f s", number, s->limit);
    else if (WIFSIGNALED(status))
        printf("input %ld: %s", number, strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == BAD_REPORT)
        printf("input %ld: no sentence that says what is wrong", number);
    else
        printf("input %ld: exit status %d", number, WEXITSTATUS(status));
    make_folder(s->keep);
    if (base_write_file(path, input.text, input.length - 1))
        printf(" (%s)\n", path);
    else
        putchar('\n');
    buf_free(&input);
}

/* A child and the inputs that are its own. */
struct child {
    pid_t pid; /* 0: none */
    long from, to;
    struct account *account;
};

static void start_child(const struct state *s, struct child *c)
{
    c->account->now = c->from;
    fflush(NULL);
    c->pid = fork();
    if (c->pid == 0)
        run_batch(s, c->from, c->to, c->account);
    if (c->pid < 0) {
        perror("mutate: cannot start a process");
        exit(2);
    }
}

/* Gives the child the next inputs, if there are any. */
static void start_next(struct state *s, struct child *c)
{
    long end = s->first + s->count;

    c->pid = 0;
    if (s->next >= end)
        return;
    c->from = s->next;
    c->to = s->next + BATCH < end ? s->next + BATCH : end;
    s->next = c->to;
    if (isatty(2))
        fprintf(stderr, "\r%ld of %ld inputs, %ld failures ",
                c->from - s->first, s->count, s->failures);
    start_child(s, c);
}

/* After a failure a new child goes on with the input behind it. */
static void child_ended(struct state *s, struct child *c, int status)
{
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    long at = c->account->now < c->to ? c->account->now : c->to - 1;

    if (!good)
        report_failure(s, at, status);
    if (good || at + 1 == c->to) {
        start_next(s, c);
        return;
    }
    c->from = at + 1;
    start_child(s, c);
}

static struct account *new_account(void)
{
    struct account *account =
        mmap(NULL, sizeof *account, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (account == MAP_FAILED) {
        perror("mutate");
        exit(2);
    }
    return account;
}

/* Runs all inputs; what the children tell is added up in *sum. */
static void run_children(struct state *s, struct account *sum)
{
    struct child child[MAX_JOBS];
    int status;
    pid_t pid;

    for (long k = 0; k < s->jobs; k++) {
        child[k].account = new_account();
        start_next(s, &child[k]);
    }
    while ((pid = wait(&status)) > 0)
        for (long k = 0; k < s->jobs; k++)
            if (child[k].pid == pid) {
                child_ended(s, &child[k], status);
                break;
            }
    for (long k = 0; k < s->jobs; k++) {
        sum->refused += child[k].account->refused;
        sum->accepted += child[k].account->accepted;
        sum->finished += child[k].account->finished;
        sum->found += child[k].account->found;
        munmap(child[k].account, sizeof *child[k].account);
    }
}

/* The program -------------------------------------------------------------- */

static bool parse_argument(struct arena *a, struct state *s, const char *arg)
{
    const char *v;

    if ((v = option_value(arg, "--first=")))
        s->first = atol(v);
    else if ((v = option_value(arg, "--count=")))
        s->count = atol(v);
    else if ((v = option_value(arg, "--limit=")))
        s->limit = atof(v);
    else if ((v = option_value(arg, "--memory=")))
        s->memory = atol(v);
    else if ((v = option_value(arg, "--keep=")))
        s->keep = v;
    else if (strcmp(arg, "--plain") == 0)
        s->plain = true;
    else if ((v = option_value(arg, "-j")))
        s->jobs = atol(v);
    else if (arg[0] != '-')
        words_add(a, &s->files, arg);
    else
        return false;
    return true;
}

static int run_all(struct state *s)
{
    double begin = seconds_now();
    struct account sum = {0};

    if (s->plain)
        s->count = s->text_count;
    s->next = s->first;
    run_children(s, &sum);
    if (isatty(2))
        fputc('\n', stderr);
    printf("%ld inputs in %.0f s: %ld refused, %ld accepted with %ld launches "
           "to the end and %ld findings, %ld failures\n",
           s->count, seconds_now() - begin, sum.refused, sum.accepted,
           sum.finished, sum.found, s->failures);
    return s->failures == 0 && sum.refused + sum.accepted == s->count &&
                   (s->plain || (sum.refused > 0 && sum.accepted > 0))
               ? 0
               : 1;
}

int main(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct state s = {.keep = "fuzz-failures",
                      .first = 1,
                      .count = 1000,
                      .jobs = 2,
                      .limit = 10,
                      .memory = 2048};
    bool good = true;

    for (int i = 1; i < argc; i++)
        good &= parse_argument(a, &s, argv[i]);
    if (!good || s.jobs < 1 || s.jobs > MAX_JOBS || s.count < 1 ||
        s.files.count == 0) {
        fputs("usage: mutate [--plain] [--first=N] [--count=N] [-jN]\n"
              "              [--limit=SECONDS] [--memory=MIB] [--keep=FOLDER] "
              "FILE.ptx...\n",
              stderr);
        arena_free(a);
        return 2;
    }
    s.text_count = read_texts(a, &s.files, &s.text);
    int status = s.text_count ? run_all(&s) : 2;
    arena_free(a);
    return status;
}
