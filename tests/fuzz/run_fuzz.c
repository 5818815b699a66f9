/*
 * run_fuzz: compares generated programs (or given ones) between the plain C
 * compiler and hedrac on each device. Exit status 0 if all is equal, 1 if not,
 * 2 for wrong usage.
 */
#include "tests/fuzz/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 64, TELL_EVERY = 500 };

struct settings {
    struct config config;
    long first, count, batch, jobs;
    double max_refused; /* per cent */
    struct words file, seed;
    const char *probe;
    bool reduce, today;
};

struct crew {
    const struct settings *settings;
    struct tally tally;
    const uint64_t *seed;
    int count;
    int next, workers, told; /* guarded by the tally's lock */
};

static const char usage[] =
    "usage: run_fuzz --generator=PATH --hedrac=PATH [options] [SEED|FILE.c "
    "...]\n"
    "Checks --count generated programs from seed --first, or the seeds or "
    "files\n"
    "given.\n"
    "  --first=N  --count=N  which seeds (default 1, 100)\n"
    "  --today               others each day: the first is yymmdd0000 + N\n"
    "  --batch=N             kernels in one program (default 5)\n"
    "  -jN                   workers (default 2)\n"
    "  --devices=LIST        host, opencl, cuda, ... ; NAME/K: every K-th "
    "seed\n"
    "                        (default host)\n"
    "  --probe=PROGRAM       exits with 77 where HEDRA_DEVICE is not there; "
    "such\n"
    "                        devices are skipped, and if all are, the exit "
    "status\n"
    "                        is 77\n"
    "  --reduce              make the program of each failing SEED small\n"
    "  --max-refused=P       more than P % refused by hedrac is a failure,\n"
    "                        in few programs three standard deviations more\n"
    "  --no-refusals         any refusal is a failure\n"
    "  --forms=K             hedrac prints --explain=html and each --emit of "
    "every\n"
    "                        K-th seed, or of each file\n"
    "  --without=K           each K-th program is compiled without some "
    "passes\n"
    "                        that hedrac --passes calls optional\n"
    "  --limit=S             seconds of processor time for hedrac on one "
    "kernel\n"
    "                        (default 10)\n"
    "  --keep=DIR            where failures are kept (default fuzz-failures)\n"
    "  --cc=PATH             C compiler (default cc)\n"
    "  --judge=PATH          another C compiler: a device that agrees with "
    "its\n"
    "                        plain program is right, and cc is wrong; told "
    "and\n"
    "                        counted, no failure\n"
    "  --cflag=X             to compile and link hedrac's output; repeatable\n"
    "  --hedrac-flag=X       passed to hedrac; repeatable\n"
    "  --include=DIR         where headers are, for all of them; repeatable\n"
    "  --shape=NAME=VALUE    passed to the generator as --NAME=VALUE; "
    "repeatable\n";

static bool parse_devices(struct arena *a, struct config *c, const char *list)
{
    c->device_count = 0;
    char *copy = arena_strdup(a, list);
    for (char *name = strtok(copy, ","); name; name = strtok(NULL, ",")) {
        if (c->device_count == MAX_DEVICES)
            return false;
        char *slash = strchr(name, '/');
        int every = slash ? atoi(slash + 1) : 1;
        if (slash)
            *slash = '\0';
        if (every < 1)
            return false;
        c->device[c->device_count++] = (struct device){name, every};
    }
    return c->device_count > 0;
}

static bool parse_number(const char *text, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return *text && !*end && *number >= 0;
}

static bool parse_option(struct arena *a, struct settings *s, const char *arg)
{
    struct config *c = &s->config;
    const char *v;
    if ((v = option_value(arg, "--generator=")))
        c->generator = v;
    else if ((v = option_value(arg, "--hedrac=")))
        c->hedrac = v;
    else if ((v = option_value(arg, "--cc=")))
        c->cc = v;
    else if ((v = option_value(arg, "--judge=")))
        c->judge = v;
    else if ((v = option_value(arg, "--keep=")))
        c->keep = v;
    else if ((v = option_value(arg, "--cflag=")))
        words_add(a, &c->cflags, v);
    else if ((v = option_value(arg, "--hedrac-flag=")))
        words_add(a, &c->hedrac_flags, v);
    else if ((v = option_value(arg, "--include=")))
        words_add(a, &c->include, arena_printf(a, "-I%s", v));
    else if ((v = option_value(arg, "--shape=")))
        words_add(a, &c->shape, arena_printf(a, "--%s", v));
    else if ((v = option_value(arg, "--devices=")))
        return parse_devices(a, c, v);
    else if ((v = option_value(arg, "--probe=")))
        s->probe = v;
    else if (strcmp(arg, "--today") == 0)
        s->today = true;
    else if (strcmp(arg, "--reduce") == 0)
        s->reduce = true;
    else if ((v = option_value(arg, "--max-refused=")))
        s->max_refused = atof(v);
    else if ((v = option_value(arg, "--limit=")))
        c->limit = atof(v);
    else if ((v = option_value(arg, "--without=")))
        c->without = atoi(v);
    else if ((v = option_value(arg, "--forms=")))
        c->forms = atoi(v);
    else if (strcmp(arg, "--no-refusals") == 0)
        c->refusal_fails = true;
    else if ((v = option_value(arg, "--first=")))
        return parse_number(v, &s->first);
    else if ((v = option_value(arg, "--count=")))
        return parse_number(v, &s->count);
    else if ((v = option_value(arg, "--batch=")))
        return parse_number(v, &s->batch) && s->batch > 0;
    else if ((v = option_value(arg, "-j")))
        return parse_number(v, &s->jobs) && s->jobs > 0 && s->jobs <= MAX_JOBS;
    else
        return false;
    return true;
}

static bool parse_arguments(struct arena *a, struct settings *s, int argc,
                            char **argv)
{
    struct buf again = {0};
    buf_puts(&again, argv[0]);
    for (int i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);
        long seed;
        if (n > 2 && argv[i][0] != '-' && strcmp(argv[i] + n - 2, ".c") == 0) {
            words_add(a, &s->file, argv[i]);
        } else if (parse_number(argv[i], &seed)) {
            words_add(a, &s->seed, argv[i]);
        } else if (parse_option(a, s, argv[i])) {
            bool which = option_value(argv[i], "--first=") ||
                         option_value(argv[i], "--count=") ||
                         option_value(argv[i], "--without=");
            if (!which)
                buf_printf(&again, strpbrk(argv[i], " ;$*") ? " '%s'" : " %s",
                           argv[i]);
        } else {
            fprintf(stderr, "run_fuzz: bad argument '%s'\n%s", argv[i], usage);
            buf_free(&again);
            return false;
        }
    }
    s->config.again = arena_strdup(a, again.text);
    buf_free(&again);
    if (!s->config.hedrac || (!s->config.generator && s->file.count == 0)) {
        fputs(usage, stderr);
        return false;
    }
    return true;
}

/* How far it is: at each batch on a terminal, now and then in a file. */
static void tell_progress(struct crew *crew)
{
    struct tally *t = &crew->tally;
    bool terminal = isatty(2);
    if (!terminal && t->done - crew->told < TELL_EVERY)
        return;
    fprintf(stderr, "%s%d of %d programs, %d refused, %d failures%s",
            terminal ? "\r" : "", t->done, crew->count, t->refused, t->failures,
            terminal ? " " : "\n");
    crew->told = t->done;
}

/* The next batch of seeds; 0 when there is none. */
static int take_batch(struct crew *crew, const uint64_t **seed)
{
    const struct settings *s = crew->settings;
    struct tally *t = &crew->tally;
    pthread_mutex_lock(&t->lock);
    int n = crew->count - crew->next;
    n = n > s->batch ? (int)s->batch : n;
    *seed = crew->seed + crew->next;
    crew->next += n;
    tell_progress(crew);
    pthread_mutex_unlock(&t->lock);
    return n;
}

static void *work(void *argument)
{
    struct crew *crew = argument;
    const struct config *config = &crew->settings->config;
    struct arena *paths = arena_new();
    pthread_mutex_lock(&crew->tally.lock);
    int number = crew->workers++;
    pthread_mutex_unlock(&crew->tally.lock);
    struct checker c = {.config = config, .tally = &crew->tally};
    c.folder = arena_printf(paths, "%s/%d", config->work, number);
    make_folder(c.folder);
    const uint64_t *seed;
    for (int n; (n = take_batch(crew, &seed)) > 0;) {
        c.arena = arena_new();
        check_seeds(&c, seed, n);
        arena_free(c.arena);
    }
    arena_free(paths);
    return NULL;
}

/* Takes the devices that are not there out of the list; false, with a line
 * that says so, if one is there but does not work. */
static bool probe_devices(struct arena *a, struct settings *s)
{
    struct config *c = &s->config;
    int left = 0;
    for (int i = 0; s->probe && i < c->device_count; i++) {
        const char *name = c->device[i].name;
        char *argv[] = {(char *)s->probe, NULL};
        bool plain = is_plain(&c->device[i]);
        char *extra[] = {
            arena_printf(a, "HEDRA_DEVICE=%s", plain ? "host" : name), NULL};
        struct process p =
            process_run(argv, extra, "/dev/null", "/dev/null", 60);
        bool missing = p.end == END_EXIT && p.code == 77;
        if (!missing && (p.end != END_EXIT || p.code != 0)) {
            printf("FAILED: %s does not work: %s\n", name,
                   process_describe(a, p));
            return false;
        }
        if (missing)
            printf("skipped: no %s device\n", name);
        else
            c->device[left++] = c->device[i];
    }
    if (s->probe)
        c->device_count = left;
    return true;
}

static void run_files(struct crew *crew)
{
    const struct config *config = &crew->settings->config;
    struct checker c = {
        .config = config, .tally = &crew->tally, .folder = config->work};
    for (int i = 0; i < crew->settings->file.count; i++) {
        c.arena = arena_new();
        check_file(&c, crew->settings->file.word[i]);
        arena_free(c.arena);
    }
}

static bool run_reductions(struct crew *crew)
{
    const struct config *config = &crew->settings->config;
    struct checker c = {
        .config = config, .tally = &crew->tally, .folder = config->work};
    bool all = true;
    for (int i = 0; i < crew->count; i++)
        all &= reduce_seed(&c, crew->seed[i]);
    return all;
}

/* More refused than three standard deviations above what is permitted, in so
 * few programs? */
static bool refused_too_often(double refused, double most, int total)
{
    double above = refused - most;
    return above > 0 && above * above * total > 9 * most * (100 - most);
}

/* Prints the summary; true if it is good. */
static bool report(const struct crew *crew, double seconds)
{
    const struct settings *s = crew->settings;
    const struct tally *t = &crew->tally;
    int total = t->done > 0 ? t->done : 1;
    if (crew->count && !s->file.count)
        printf("seeds %llu to %llu: ", (unsigned long long)crew->seed[0],
               (unsigned long long)crew->seed[crew->count - 1]);
    double refused = 100.0 * t->refused / total;
    printf("%d programs in %.0f s;", t->done, seconds);
    for (int d = 0; d < s->config.device_count; d++)
        printf(" %d equal on %s (%d regions ran there),", t->compared[d],
               s->config.device[d].name, t->ran[d]);
    printf(" %d failures, %d refused (%.1f %%)\n", t->failures, t->refused,
           refused);
    for (int i = 0; i < t->name_count; i++)
        printf("  refused: %-28s %d\n", t->name[i].name, t->name[i].count);
    printf("  %d regions, of them kept as they were %d, serial %d; hedrac took "
           "%.1f s\n",
           t->regions, t->kept, t->serial, t->hedrac_seconds);
    if (t->faults_of_cc)
        printf("  results that cc has wrong: %d\n", t->faults_of_cc);
    if (t->without)
        printf("  programs compiled without some passes: %d\n", t->without);
    if (t->forms)
        printf("  programs of which each form was printed: %d\n", t->forms);
    if (t->anew)
        printf("  compiled anew after a crash: %d\n", t->anew);
    bool often = refused_too_often(refused, s->max_refused, total);
    if (often)
        printf("FAILED: more than %.1f %% refused\n", s->max_refused);
    bool ran = true;
    for (int d = 0; d < s->config.device_count; d++) {
        /* Few programs need not have a loop that threads could share. */
        bool few = is_plain(&s->config.device[d]) && t->done < 20;
        bool idle =
            t->compared[d] > 0 && t->ran[d] == 0 && t->kept == 0 && !few;
        if (idle)
            printf("FAILED: nothing ran on %s\n", s->config.device[d].name);
        ran &= !idle;
    }
    return ran && t->failures == 0 && !often && t->done > 0;
}

/* yymmdd0000 */
static uint64_t seed_of_day(void)
{
    time_t now = time(NULL);
    struct tm day;
    localtime_r(&now, &day);
    int date = (day.tm_year % 100 * 100 + day.tm_mon + 1) * 100 + day.tm_mday;
    return (uint64_t)date * 10000;
}

static uint64_t *list_seeds(struct arena *a, const struct settings *s,
                            int *count)
{
    *count = s->seed.count ? s->seed.count : (int)s->count;
    uint64_t *seed = arena_alloc(a, (size_t)*count * sizeof *seed);
    uint64_t first = (uint64_t)s->first + (s->today ? seed_of_day() : 0);
    for (int i = 0; i < *count; i++)
        seed[i] = s->seed.count ? strtoull(s->seed.word[i], NULL, 10)
                                : first + (uint64_t)i;
    return seed;
}

static int run_all(struct arena *arena, struct settings *s)
{
    if (s->config.device_count == 0)
        return 77;
    s->config.work = new_work_folder(arena, "hedra-fuzz");
    if (!s->config.work) {
        perror("run_fuzz: cannot make a folder for temporary files");
        return 2;
    }
    if (s->config.without > 0 && !without_read(arena, &s->config)) {
        fputs("run_fuzz: hedrac --passes names no optional pass\n", stderr);
        return 2;
    }
    struct crew crew = {.settings = s};
    pthread_mutex_init(&crew.tally.lock, NULL);
    double begin = seconds_now();
    crew.seed = list_seeds(arena, s, &crew.count);
    bool good = true;
    if (s->reduce) {
        good = run_reductions(&crew);
    } else {
        if (s->file.count)
            run_files(&crew);
        else
            run_threads((int)s->jobs, work, &crew);
        if (isatty(2))
            fputc('\n', stderr);
        good = report(&crew, seconds_now() - begin);
    }
    remove_folder(s->config.work);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct settings s = {.first = 1, .count = 100, .batch = 5, .jobs = 2};
    s.max_refused = 100;
    s.config.cc = "cc";
    s.config.keep = "fuzz-failures";
    s.config.limit = 10;
    s.config.device[s.config.device_count++] = (struct device){"host", 1};
    if (!parse_arguments(arena, &s, argc, argv)) {
        arena_free(arena);
        return 2;
    }
    int status = probe_devices(arena, &s) ? run_all(arena, &s) : 1;
    arena_free(arena);
    return status;
}
