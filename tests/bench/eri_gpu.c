/* bench-eri-gpu: integrals in STO-3G on a device, f64 and f32, for the
 * molecules of the BRUSH thesis, and Coulomb and exchange matrices from them.
 *
 * Each molecule is done by a child, whose HEDRA_STATS say what each class's
 * kernel takes; the operations of a quartet are those that the PTX simulator
 * counts. Shares of the peak are those of an H200. */
#include "tests/bench/bench.h"

#include "sto_3g.h"
#include "sto_3g_f32.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static _Thread_local struct hedra_error failure;

static const double THRESHOLD = 1e-10;
/* Operations a second, f64 and f32. */
static const double PEAK[2] = {34e12, 67e12};

enum { MAX_CLASSES = 32, NAME = 64 };

/* One class of quartets; seconds and operations are for one evaluation. */
struct class_row {
    char name[NAME];
    double quartets, integrals, seconds, operations;
};

struct result {
    struct class_row row[MAX_CLASSES];
    int rows;
    double matrices; /* seconds of a call of hedra_eri_jk */
    double digest;   /* of it, in the kernel that adds */
    double runs;     /* evaluations in all */
    char device[NAME];
};

/* The child ---------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "bench-eri-gpu: %s\n", why);
    exit(1);
}

/* Blocks come from several threads. */
struct census {
    const struct hedra_eri *eri;
    const struct hedra_eri_set *set;
    int *kind_at;
    _Atomic int64_t quartets[MAX_CLASSES], integrals[MAX_CLASSES];
};

static int number(int p, int q)
{
    return p >= q ? p * (p + 1) / 2 + q : q * (q + 1) / 2 + p;
}

static void visit(void *context, const struct hedra_eri_block *b)
{
    struct census *c = context;
    int p = number(c->kind_at[b->bra[0]], c->kind_at[b->bra[1]]);
    int q = number(c->kind_at[b->ket[0][0]], c->kind_at[b->ket[0][1]]);
    int k = number(p, q);

    c->quartets[k] += b->quartets;
    c->integrals[k] +=
        (int64_t)b->quartets * b->n[0] * b->n[1] * b->n[2] * b->n[3];
}

static void put_kind(const struct hedra_eri_kind *k)
{
    for (int s = 0; s < k->segments; s++)
        putchar("spdf"[k->l[s]]);
}

/* As kernels are named: eri_sp_sp_s_s. */
static void print_class(const struct census *c, int p, int q)
{
    int k = number(p, q), pair[2] = {p, q};

    if (!c->quartets[k])
        return;
    printf("class eri");
    for (int side = 0; side < 2; side++) {
        int i = 0;

        while ((i + 1) * (i + 2) / 2 <= pair[side])
            i++;
        putchar('_');
        put_kind(&c->set->kind[i]);
        putchar('_');
        put_kind(&c->set->kind[pair[side] - i * (i + 1) / 2]);
    }
    printf(" %lld %lld\n", (long long)c->quartets[k],
           (long long)c->integrals[k]);
}

static void take_census(const struct hedra_eri *eri,
                        const struct hedra_eri_set *set)
{
    static struct census c;
    int pairs = set->kinds * (set->kinds + 1) / 2;

    if (pairs * (pairs + 1) / 2 > MAX_CLASSES)
        give_up("the set has too many classes");
    c.eri = eri;
    c.set = set;
    c.kind_at = calloc((size_t)hedra_eri_functions(eri), sizeof *c.kind_at);
    if (!c.kind_at)
        give_up("memory is short");
    for (int i = 0; i < hedra_eri_shells(eri); i++) {
        struct hedra_eri_place p = hedra_eri_shell_place(eri, i);

        c.kind_at[p.first_function] = (int)(p.kind - set->kind);
    }
    if (hedra_eri_visit(eri, THRESHOLD, visit, &c, NULL, &failure))
        give_up(failure.text);
    for (int p = 0; p < pairs; p++)
        for (int q = 0; q <= p; q++)
            print_class(&c, p, q);
    free(c.kind_at);
}

/* The fastest of `repeat` calls after one that loads the kernels. */
static double time_matrices(const struct hedra_eri *eri, int repeat)
{
    size_t n = (size_t)hedra_eri_functions(eri);
    double *m = calloc(3 * n * n, sizeof *m), best = INFINITY;

    if (!m)
        give_up("memory is short");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            m[i * n + k] = exp(-0.5 * fabs((double)i - (double)k));
    for (int i = 0; i <= repeat; i++) {
        double begin = now();

        if (hedra_eri_jk(eri, THRESHOLD, m, m + n * n, m + 2 * n * n, NULL,
                         &failure))
            give_up(failure.text);
        if (i > 0)
            best = fmin(best, now() - begin);
    }
    free(m);
    return best;
}

static int run_child(bool narrow, const char *path, int repeat)
{
    const struct hedra_eri_set *set = narrow ? &sto_3g_f32 : &sto_3g;
    struct hedra_eri_molecule m;
    struct hedra_eri *eri;
    struct hedra_error wrong;
    struct hedra_error why;

    if (hedra_eri_read_xyz(path, &m, &why))
        give_up(why.text);
    eri =
        hedra_eri_new(set, m.atoms, m.z, (const double(*)[3])m.centre, &wrong);
    if (!eri)
        give_up(wrong.text);
    printf("device %s\n", hedra_eri_device(eri));
    printf("matrices %.9f\n", time_matrices(eri, repeat));
    take_census(eri, set);
    hedra_eri_free(eri);
    hedra_eri_free_molecule(&m);
    return 0;
}

/* The parent --------------------------------------------------------------- */

static struct class_row *find_row(struct result *r, const char *name)
{
    for (int i = 0; i < r->rows; i++)
        if (strcmp(r->row[i].name, name) == 0)
            return &r->row[i];
    return NULL;
}

static void take_output(struct result *r, char *text)
{
    char *rest = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        struct class_row *row = &r->row[r->rows];

        sscanf(line, "matrices %lf", &r->matrices);
        sscanf(line, "device %63[^\n]", r->device);
        if (r->rows < MAX_CLASSES &&
            sscanf(line, "class %63s %lf %lf", row->name, &row->quartets,
                   &row->integrals) == 3)
            r->rows++;
    }
}

/* HEDRA_STATS: a row ends with kernels, seconds in them and three numbers. */
static void take_stats(struct result *r, char *text)
{
    char *rest = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        struct class_row *row;
        char name[NAME], *end = line + strlen(line);

        if (sscanf(line, "hedra: %63s", name) != 1)
            continue;
        for (int word = 0; word < 4 && end > line; word++) {
            while (end > line && end[-1] == ' ')
                end--;
            while (end > line && end[-1] != ' ')
                end--;
        }
        row = find_row(r, name);
        if (row)
            row->seconds = atof(end) / r->runs;
        else if (strncmp(name, "eri_digest", 10) == 0)
            r->digest = atof(end) / (r->runs - 1);
    }
}

/* The operations of a quartet of each class, from HEDRA_COUNT's file. */
static void take_operations(struct result *r, const char *path)
{
    static char line[1 << 16];
    FILE *f = fopen(path, "r");

    while (f && fgets(line, sizeof line, f)) {
        const char *flops = strstr(line, "\"flops\": ");
        char name[NAME] = "";
        struct class_row *row;

        sscanf(line, " {\"name\": \"%63[^\"]", name);
        row = find_row(r, name);
        if (flops && row)
            row->operations = atof(flops + 9) / row->quartets / r->runs;
    }
    if (f)
        fclose(f);
}

/* Runs a child; `env` beyond what this process has. */
static bool spawn_child(bool narrow, const char *path, int repeat,
                        const char *const *env, struct result *r)
{
    char program[512] = "", number_text[16];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    const char *kernel = narrow ? "f32-child" : "f64-child";
    const char *argv[] = {program, "--kernel", kernel,      "--size",
                          path,    "--repeat", number_text, NULL};
    struct spawn_result result;
    bool good;

    program[length > 0 ? length : 0] = '\0';
    snprintf(number_text, sizeof number_text, "%d", repeat);
    memset(r, 0, sizeof *r);
    r->runs = repeat + 2;
    result = spawn_run(argv, env, 3600);
    good = result.status == 0;
    if (good) {
        take_output(r, result.out);
        take_stats(r, result.err);
    } else {
        printf("%s", result.err ? result.err : "the child cannot be run\n");
    }
    spawn_free(&result);
    return good;
}

/* The operations of quartets, counted with water. */
static bool count_operations(bool narrow, const char *water, struct result *r)
{
    char folder[256], file[512], variable[600];
    const char *env[] = {"HEDRA_DEVICE=ptxsim", variable, NULL};
    bool good;

    bench_make_folder(folder, sizeof folder);
    bench_file(file, sizeof file, folder, "counts");
    snprintf(variable, sizeof variable, "HEDRA_COUNT=json:%s", file);
    bench_progress("counting operations");
    good = spawn_child(narrow, water, 1, env, r);
    bench_progress("%s", "");
    if (good)
        take_operations(r, file);
    bench_remove(folder);
    return good;
}

static double print_result(const char *name, bool narrow, struct result *r,
                           struct result *counted, double *share)
{
    double seconds = 0, operations = 0;

    printf("\n%s, %s, on %s\n%-18s %11s %9s %9s %9s %9s %9s %7s\n", name,
           narrow ? "f32" : "f64", r->device, "class", "quartets", "flop each",
           "kernel ms", "Mquart./s", "Gint./s", "GFLOP/s", "% peak");
    for (int i = 0; i < r->rows; i++) {
        struct class_row *row = &r->row[i];
        struct class_row *same = find_row(counted, row->name);
        double all = same ? same->operations * row->quartets : 0;
        double rate = row->seconds > 0 ? 1 / row->seconds : 0;

        printf("%-18s %11.0f %9.0f %9.3f %9.2f %9.3f %9.1f %7.2f\n", row->name,
               row->quartets, same ? same->operations : 0, 1e3 * row->seconds,
               1e-6 * row->quartets * rate, 1e-9 * row->integrals * rate,
               1e-9 * all * rate, 100 * all * rate / PEAK[narrow]);
        seconds += row->seconds;
        operations += all;
    }
    *share = seconds > 0 ? 100 * operations / seconds / PEAK[narrow] : 0;
    printf("all classes: %.3f ms in kernels, %.2f %% of the peak; adding to "
           "matrices: %.3f ms; a call: %.3f ms\n",
           1e3 * seconds, *share, 1e3 * r->digest, 1e3 * r->matrices);
    return 1e3 * seconds;
}

/* Beside the program, as in the bundle, or in the source. */
static const char *molecule_path(char *path, size_t size, const char *name)
{
    char program[400] = "";
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    program[length > 0 ? length : 0] = '\0';
    *(strrchr(program, '/') ? strrchr(program, '/') : program) = '\0';
    snprintf(path, size, "%s/molecules/%s.xyz", program, name);
    if (access(path, R_OK) != 0)
        snprintf(path, size, "%s/examples/scf/molecules/%s.xyz",
                 HEDRA_SOURCE_DIR, name);
    return path;
}

/* The thesis took 655 ms for the largest, in f32; of f64 there is a goal alone.
 */
static void figures(bool narrow, double milliseconds, double share)
{
    if (milliseconds <= 0)
        return;
    bench_figure(narrow ? "eri-c100h202-f32" : "eri-c100h202-f64", milliseconds,
                 "ms", '<', narrow ? 655 : 60, narrow ? 20 : 60);
    bench_figure(narrow ? "eri-peak-f32" : "eri-peak-f64", share, "%", '>', 25,
                 25);
}

static bool run_precision(const struct bench_options *o, bool narrow)
{
    static const char *const names[] = {"coronene", "sucrose",  "c30h62",
                                        "c60h122",  "c100h202", NULL};
    static struct result result, counted;
    double milliseconds = 0, share = 0;
    char path[512];

    if (!count_operations(narrow, molecule_path(path, sizeof path, "water"),
                          &counted))
        return false;
    for (int i = 0; names[i]; i++) {
        const char *name = o->size ? o->size : names[i];
        const char *env[] = {"HEDRA_STATS=1", NULL};

        bench_progress("%s, %s", name, narrow ? "f32" : "f64");
        if (!spawn_child(narrow, molecule_path(path, sizeof path, name),
                         o->repeat ? o->repeat : 5, env, &result))
            return false;
        bench_progress("%s", "");
        milliseconds = print_result(name, narrow, &result, &counted, &share);
        if (o->size || o->quick)
            return true;
    }
    figures(narrow, milliseconds, share);
    return true;
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(
        argc, argv,
        "Evaluates integrals in STO-3G on the device of HEDRA_DEVICE.\n"
        "  --kernel f64|f32  in one precision only\n"
        "  --size NAME       one molecule: water, benzene, coronene, sucrose,\n"
        "                    c30h62, c60h122 or c100h202\n"
        "  --quick           coronene only");
    const char *kernel = o.kernel ? o.kernel : "";
    bool good = true;

    if (strstr(kernel, "-child") && o.size && o.repeat)
        return run_child(strncmp(kernel, "f32", 3) == 0, o.size, o.repeat);
    for (int narrow = 0; good && narrow < 2; narrow++)
        if (!*kernel || strcmp(kernel, narrow ? "f32" : "f64") == 0)
            good = run_precision(&o, narrow);
    return good ? 0 : 1;
}
