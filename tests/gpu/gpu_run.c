/*
 * run: the program at the top of the GPU bundle. Runs every kernel of the
 * bundle on the device that HEDRA_DEVICE names (cuda if it is not set),
 * compares the hashes of all arrays with the reference, and prints a table.
 *
 * Beside it lie bin/KERNEL, the programs, and ref/KERNEL.SIZE, what the plain
 * program printed for --hash. The device's times come from HEDRA_STATS.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/bench/spawn.h"

static const char usage[] =
    "usage: run [--size NAME] [--repeat K] [--limit SECONDS] [KERNEL...]\n"
    "Runs the kernels (default: all) at each size of the bundle, or at one, K\n"
    "times (default 3), and exits with 1 if any result is wrong or missing, "
    "or\n"
    "takes longer than SECONDS (default 300). HEDRA_DEVICE chooses the device\n"
    "(default: cuda).\n";

enum { MAX_CASES = 256, NAME = 64 };

struct options {
    const char *size, *repeat;
    double limit;
    char **kernel; /* NULL-terminated; empty: all */
};

struct test_case {
    char kernel[NAME], size[NAME];
};

/* What one run told. Times are for one call. */
struct measured {
    double operations, bytes, call_seconds;
    double kernel_seconds, transfer_seconds;
    bool on_device; /* some region ran on the device that was asked for */
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {.repeat = "3", .limit = 300};
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        } else if (strcmp(argv[i], "--size") == 0 && *value) {
            o.size = value;
        } else if (strcmp(argv[i], "--repeat") == 0 && atoi(value) > 0) {
            o.repeat = value;
        } else if (strcmp(argv[i], "--limit") == 0 && atof(value) > 0) {
            o.limit = atof(value);
        } else {
            fputs(usage, stderr);
            exit(2);
        }
    }
    o.kernel = argv + i;
    return o;
}

static bool is_chosen(const struct options *o, const struct test_case *c)
{
    if (o->size && strcmp(o->size, c->size) != 0)
        return false;
    for (int i = 0; o->kernel[i]; i++)
        if (strcmp(o->kernel[i], c->kernel) == 0)
            return true;
    return !o->kernel[0];
}

static int compare_cases(const void *a, const void *b)
{
    const struct test_case *x = a, *y = b;
    int order = strcmp(y->size, x->size);
    return order ? order : strcmp(x->kernel, y->kernel);
}

/* The chosen cases: the files of ref/, named KERNEL.SIZE. */
static int list_cases(const struct options *o, struct test_case *list)
{
    int count = 0;
    DIR *folder = opendir("ref");
    for (struct dirent *e; folder && (e = readdir(folder));) {
        struct test_case c;
        if (count == MAX_CASES ||
            sscanf(e->d_name, "%63[^.].%63s", c.kernel, c.size) != 2)
            continue;
        if (is_chosen(o, &c))
            list[count++] = c;
    }
    if (folder)
        closedir(folder);
    qsort(list, (size_t)count, sizeof *list, compare_cases);
    return count;
}

/* The lines of `text` that begin with `word`, joined; the caller frees them. */
static char *pick_lines(const char *text, const char *word)
{
    char *picked = calloc(strlen(text) + 1, 1), *end = picked;
    size_t length = strlen(word);
    while (picked && *text) {
        size_t line = strcspn(text, "\n") + 1;
        if (!text[line - 1])
            line--;
        if (strncmp(text, word, length) == 0) {
            memcpy(end, text, line);
            end += line;
        }
        text += line;
    }
    return picked;
}

static double find_number(const char *text, const char *word)
{
    char *lines = pick_lines(text, word);
    double value = lines ? strtod(lines + strlen(word), NULL) : 0;
    free(lines);
    return value;
}

/* Adds one row of HEDRA_STATS: it ends with runs, kernels, kernel seconds,
 * transfer seconds and two counts of bytes. */
static void add_stats_row(char *row, const char *device, struct measured *m)
{
    const char *word[64];
    int count = 0;
    char *save;
    for (char *w = strtok_r(row, " ", &save); w && count < 64;
         w = strtok_r(NULL, " ", &save))
        word[count++] = w;
    double runs = count > 6 ? atof(word[count - 6]) : 0;
    if (runs <= 0)
        return;
    m->kernel_seconds += atof(word[count - 4]) / runs;
    m->transfer_seconds += atof(word[count - 3]) / runs;
    size_t length = strcspn(device, ":");
    for (int i = 1; i < count - 6; i++)
        m->on_device |= strncmp(word[i], device, length) == 0;
}

static void read_stats(const char *text, const char *device, struct measured *m)
{
    char *rows = pick_lines(text, "hedra: "), *save;
    for (char *row = rows ? strtok_r(rows, "\n", &save) : NULL; row;
         row = strtok_r(NULL, "\n", &save))
        add_stats_row(row, device, m);
    free(rows);
}

static char *read_reference(const struct test_case *c)
{
    char path[2 * NAME + 8];
    snprintf(path, sizeof path, "ref/%s.%s", c->kernel, c->size);
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 4096);
    if (file && text && fread(text, 1, 4095, file) == 0)
        *text = '\0';
    if (file)
        fclose(file);
    return text;
}

/* Runs a case: "right", or what is wrong with it. */
static const char *run_case(const struct options *o, const struct test_case *c,
                            const char *device, struct measured *m)
{
    char program[NAME + 8], env_device[NAME + 16];
    snprintf(program, sizeof program, "bin/%s", c->kernel);
    snprintf(env_device, sizeof env_device, "HEDRA_DEVICE=%.63s", device);
    const char *const env[] = {env_device, "HEDRA_STATS=1", NULL};
    const char *const argv[] = {program,    "--size",  c->size,
                                "--repeat", o->repeat, "--time",
                                "--cost",   "--hash",  NULL};
    struct spawn_result r = spawn_run(argv, env, o->limit);
    char *expected = read_reference(c), *actual = pick_lines(r.out, "hash ");
    *m = (struct measured){
        .operations = find_number(r.out, "operations "),
        .bytes = find_number(r.out, "bytes "),
        .call_seconds = find_number(r.out, "time "),
    };
    read_stats(r.err, device, m);
    const char *verdict = "right";
    if (r.status == SPAWN_TIMED_OUT)
        verdict = "TIMEOUT";
    else if (r.status != 0)
        verdict = "FAILED";
    else if (!expected || !actual || !*expected ||
             strcmp(expected, actual) != 0)
        verdict = "WRONG";
    else if (!m->on_device)
        verdict = "ELSEWHERE";
    if (r.status != 0 && *r.err)
        fprintf(stderr, "%s %s:\n%s", c->kernel, c->size, r.err);
    free(expected);
    free(actual);
    spawn_free(&r);
    return verdict;
}

static void print_row(const struct test_case *c, const char *verdict,
                      const struct measured *m)
{
    double s = m->kernel_seconds;
    printf("%-15s %-10s %-9s", c->kernel, c->size, verdict);
    if (strcmp(verdict, "right") == 0 && s > 0)
        printf(" %11.4f %11.4f %11.4f %8.1f %9.1f", 1e3 * s,
               1e3 * m->transfer_seconds, 1e3 * m->call_seconds,
               m->bytes / s * 1e-9, m->operations / s * 1e-9);
    putchar('\n');
    fflush(stdout);
}

/* Goes to the folder of this program, where bin/ and ref/ are. */
static bool enter_own_folder(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    return chdir(*path ? path : "/") == 0;
}

int main(int argc, char **argv)
{
    static struct test_case list[MAX_CASES];
    struct options o = parse_options(argc, argv);
    const char *device = getenv("HEDRA_DEVICE");
    if (!device || !*device)
        device = "cuda";
    int count = enter_own_folder() ? list_cases(&o, list) : 0;
    if (count == 0) {
        fputs("error: no such kernel and size beside this program\n", stderr);
        return 2;
    }
    printf("%-15s %-10s %-9s %11s %11s %11s %8s %9s\n", "kernel", "size",
           "result", "kernel ms", "transfer ms", "call ms", "GB/s", "GFLOP/s");
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        struct measured m;
        const char *verdict = run_case(&o, &list[i], device, &m);
        print_row(&list[i], verdict, &m);
        wrong += strcmp(verdict, "right") != 0;
    }
    printf("%d of %d right on %s\n", count - wrong, count, device);
    return wrong ? 1 : 0;
}
