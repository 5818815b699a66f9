/*
 * bench-kernels: hedrac's kernels for GPUs beside kernels tuned by hand
 * (kernels/hand.c), both in the simulator, on the same data. What is counted is
 * the same on every machine.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/base.h"
#include "tests/bench/bench.h"
#include "tests/bench/counts.h"
#include "tests/bench/kernels/hand.h"
#include "tests/polybench/polybench.h"

static const char about[] =
    "Counts, in the simulator, what hedrac's kernels ask of a GPU over what\n"
    "kernels tuned by hand ask that do the same: sectors of global memory,\n"
    "wavefronts of shared memory, warp instructions; and the conflicts of\n"
    "banks, the share of fused operations where they are allowed, registers\n"
    "and spills where ptxas is, and occupancy; and the instructions at sizes\n"
    "that no block divides over those at the next one. Needs a clang that\n"
    "writes PTX.\n"
    "Exits with 1 if a result is wrong or a ratio is above what it was.\n";

enum { SKIPPED = 77 };

/* The bars of all kernels; and of each the most that is let pass, a little
 * above what was measured last. */
static const double sector_bar = 1.15, wavefront_bar = 1.15,
                    instruction_bar = 1.3, fused_bar = 0.8, odd_bar = 1.5;

static const struct race {
    const char *name, *size; /* the values of the kernel's parameters */
    double sectors, wavefronts, instructions, conflicts; /* 0: none */
    const char *odd;  /* a size at which blocks are not full; NULL: not asked */
    double any_order; /* sums may be made in any order (--reassociate): by how
                         much of the largest element results may differ */
} races[] = {
    {"gemm", "256,256,256", 1.05, 1.05, 1.19, 0, "255,255,255", 0},
    {"transposition", "512", 1, 1, 1.27, 0, NULL, 0},
    {"jacobi-2d", "2,514", 1.1, 0, 1.2, 0, "2,515", 0},
    {"mvt", "512", 1, 1, 0.75, 0, "511", 0},
    {"atax", "512,512", 1.05, 0, 1.3, 0, "511,511", 1e-12},
    {"floyd-warshall", "256", 1.11, 1.1, 1, 0, "255", 0},
    {"covariance", "256,256", 1.15, 1, 1.3, 0, "255,255", 0},
};

struct workplace {
    const struct bench_options *options;
    char folder[256];
    char *ptx; /* hand.c's */
    const char *ptxas;
};

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (!f)
        return NULL;
    ssize_t length = getdelim(&text, &size, '\0', f);
    fclose(f);
    return length > 0 ? text : NULL;
}

/* A clang that writes PTX, or NULL. */
static const char *find_clang(void)
{
    static const char *const names[] = {"clang-20", "clang-19", "clang-18",
                                        "clang-17", "clang"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct bench_command c = {0};
        struct spawn_result result;
        bench_add(&c, names[k], "--print-targets", NULL);
        bool good = bench_call(&c, NULL, true, &result) &&
                    strstr(result.out, "nvptx64");
        spawn_free(&result);
        if (good)
            return names[k];
    }
    return NULL;
}

static bool compile_hand(struct workplace *w, const char *clang)
{
    char path[300];
    struct bench_command c = {0};
    bench_file(path, sizeof path, w->folder, "hand.ptx");
    bench_add(&c, clang, "--target=nvptx64-nvidia-cuda", "-nogpulib", "-S",
              "-O3", "-march=sm_80", "-std=c11", "-ffreestanding",
              "-ffp-contract=off", "-o", path,
              HEDRA_SOURCE_DIR "/tests/bench/kernels/hand.c", NULL);
    w->ptx = bench_do(&c, NULL) ? read_text(path) : NULL;
    return w->ptx != NULL;
}

/* Where ptxas is, or NULL. */
static const char *find_ptxas(void)
{
    static const char *const places[] = {"ptxas", "/usr/local/cuda/bin/ptxas"};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        struct bench_command c = {0};
        struct spawn_result result;
        bench_add(&c, places[k], "--version", NULL);
        bool there = bench_call(&c, NULL, true, &result);
        spawn_free(&result);
        if (there)
            return places[k];
    }
    return NULL;
}

/* Programs ----------------------------------------------------------------- */

static void source_of(const char *name, char *path, size_t size)
{
    const char *folder = strcmp(name, "transposition") == 0
                             ? "tests/bench/kernels"
                             : "tests/polybench/kernels";
    snprintf(path, size, "%s/%s/%s.c", HEDRA_SOURCE_DIR, folder, name);
}

/* What ptxas says of the kernels goes to the file "registers". */
static bool ask_ptxas(const struct workplace *w, const struct race *race,
                      const char *contraction, const char *source)
{
    char ptx[300], said[300];
    struct bench_command hedrac = {0}, ptxas = {0};
    bench_file(ptx, sizeof ptx, w->folder, "kernels.ptx");
    bench_file(said, sizeof said, w->folder, "registers");
    bench_add(&hedrac, w->options->hedrac, contraction, "-std=gnu11",
              "-I" HEDRA_SOURCE_DIR, source, "--emit=ptx", "-o", ptx, NULL);
    if (race->any_order > 0)
        bench_add(&hedrac, "--reassociate", NULL);
    bench_add(&ptxas, w->ptxas, "-v", "-arch=sm_80", ptx, "-o", "/dev/null",
              NULL);
    if (!bench_do(&hedrac, NULL))
        return false;
    struct spawn_result result;
    bool good = bench_call(&ptxas, NULL, false, &result);
    FILE *f = good ? fopen(said, "w") : NULL;
    good = f && fputs(result.err, f) >= 0 && fputs(result.out, f) >= 0;
    if (f)
        good &= fclose(f) == 0;
    spawn_free(&result);
    return good;
}

static bool build(const struct workplace *w, const struct race *race,
                  const char *contraction, const char *program)
{
    char source[512], text[300];
    struct bench_command hedrac = {0}, cc = {0};
    source_of(race->name, source, sizeof source);
    bench_file(text, sizeof text, w->folder, "program.hedra.c");
    bench_add(&hedrac, w->options->hedrac, contraction, "-std=gnu11",
              "-I" HEDRA_SOURCE_DIR, source, "-o", text, NULL);
    if (race->any_order > 0)
        bench_add(&hedrac, "--reassociate", NULL);
    bench_add(&cc, "cc", "-std=gnu11", "-O1", "-w", "-ffp-contract=off",
              "-I" HEDRA_SOURCE_DIR, text, POLYBENCH_LIBRARY, "-o", program,
              NULL);
    bench_add_library(&cc);
    return bench_do(&hedrac, NULL) && bench_do(&cc, NULL) &&
           (!w->ptxas || ask_ptxas(w, race, contraction, source));
}

/* hedrac's kernels, counted; the arrays are left in the file `dump`. */
static bool count_hedrac(const struct workplace *w, const char *size,
                         const char *program, const char *dump,
                         struct bench_counts *counts)
{
    char file[300], said[300], count[1000];
    struct bench_command run = {0};
    bench_file(file, sizeof file, w->folder, "counts.json");
    bench_file(said, sizeof said, w->folder, "registers");
    snprintf(count, sizeof count, "HEDRA_COUNT=json:%s%s%s", file,
             w->ptxas ? ",ptxas:" : "", w->ptxas ? said : "");
    const char *const env[] = {"HEDRA_DEVICE=ptxsim", "HEDRA_CHECK=none", count,
                               NULL};
    bench_add(&run, program, "--size", size, "--dump", dump, NULL);
    return bench_do(&run, env) && bench_read_counts(file, counts);
}

/* The kernels by hand on the same data, whose results must be those in `dump`.
 */
static bool count_hand(const struct workplace *w, const struct race *race,
                       const char *program, const char *dump,
                       struct bench_counts *counts)
{
    char fresh[300], file[300], mine[300];
    struct bench_command run = {0};
    struct pb_block array[PB_MAX_ARRAYS];
    int n[PB_MAX_PARAMS] = {0}, used = 0, count;
    bench_file(fresh, sizeof fresh, w->folder, "fresh");
    bench_file(mine, sizeof mine, w->folder, "by-hand");
    bench_file(file, sizeof file, w->folder, "hand.json");
    for (const char *at = race->size; at; used++) {
        n[used] = atoi(at);
        at = strchr(at, ',');
        at = at ? at + 1 : NULL;
    }
    bench_add(&run, program, "--idle", "--size", race->size, "--dump", fresh,
              NULL);
    if (!bench_do(&run, NULL) ||
        (count = pb_dump_read(fresh, array, PB_MAX_ARRAYS)) < 0)
        return false;
    bool good = hand_run(w->ptx, race->name, n, array, count, file) &&
                pb_dump_write(mine, array, count) &&
                bench_read_counts(file, counts);
    for (int k = 0; k < count; k++)
        free(array[k].data);
    return good && pb_dump_compare(mine, dump, race->any_order, stderr) == 0;
}

/* Figures ------------------------------------------------------------------ */

static double ratio(double ours, double theirs)
{
    return theirs > 0 ? ours / theirs : ours > 0 ? INFINITY : 0;
}

static void print_row(const char *who, const struct bench_counts *c)
{
    printf("%-16s %8.0f %12.0f %12.0f %10.0f %13.0f %9.0f %%", who, c->kernels,
           c->sectors, c->wavefronts, c->conflicts, c->instructions,
           100 * c->occupancy);
    if (c->registers > 0)
        printf(" %10.0f %8.0f", c->registers, c->spilled);
    printf("\n");
}

static bool figure(const char *kernel, const char *what, double value,
                   double bar, double limit)
{
    char name[64];
    snprintf(name, sizeof name, "kernels-%s-%s", kernel, what);
    bench_figure(name, value, "x", '<', bar, 1);
    if (value <= limit)
        return true;
    fprintf(stderr, "%s was at most %g\n", name, limit);
    return false;
}

static bool judge(const struct race *race, const struct bench_counts *ours,
                  const struct bench_counts *hand)
{
    bool good =
        figure(race->name, "sectors", ratio(ours->sectors, hand->sectors),
               sector_bar, race->sectors);
    if (hand->wavefronts > 0)
        good &= figure(race->name, "wavefronts",
                       ratio(ours->wavefronts, hand->wavefronts), wavefront_bar,
                       race->wavefronts);
    good &= figure(race->name, "instructions",
                   ratio(ours->instructions, hand->instructions),
                   instruction_bar, race->instructions);
    char name[64];
    snprintf(name, sizeof name, "kernels-%s-conflicts", race->name);
    bench_figure(name, ours->conflicts, "wavefronts", '<', 0, 0);
    good &= ours->conflicts <= race->conflicts && ours->spilled == 0;
    return good;
}

/* The share of float instructions that are fused, where contraction is
 * allowed. */
static bool race_fused(const struct workplace *w, const struct race *race)
{
    char program[300], dump[300];
    struct bench_counts counts;
    bench_file(program, sizeof program, w->folder, "fused");
    bench_file(dump, sizeof dump, w->folder, "fused.dump");
    if (!build(w, race, "-ffp-contract=on", program) ||
        !count_hedrac(w, race->size, program, dump, &counts))
        return false;
    double share = ratio(counts.fused, counts.floats);
    bench_figure("kernels-gemm-fused", share, "of f64", '>', fused_bar, 1);
    return true;
}

/* The instructions of the kernels where blocks are not full over those where
 * they are. */
static bool race_odd(const struct workplace *w, const struct race *race,
                     const char *program, const struct bench_counts *even)
{
    char dump[300];
    struct bench_counts odd;
    if (!race->odd)
        return true;
    bench_file(dump, sizeof dump, w->folder, "odd.dump");
    return count_hedrac(w, race->odd, program, dump, &odd) &&
           figure(race->name, "odd",
                  ratio(odd.instructions, even->instructions), odd_bar,
                  odd_bar);
}

static bool run_race(const struct workplace *w, const struct race *race)
{
    char program[300], dump[300];
    struct bench_counts ours, hand;
    bench_file(program, sizeof program, w->folder, race->name);
    bench_file(dump, sizeof dump, w->folder, "dump");
    bench_progress("%s", race->name);
    if (!build(w, race, "-ffp-contract=off", program) ||
        !count_hedrac(w, race->size, program, dump, &ours) ||
        !count_hand(w, race, program, dump, &hand))
        return false;
    bench_progress("%s", "");
    printf("%s %s\n%-16s %8s %12s %12s %10s %13s %11s%s\n", race->name,
           race->size, "", "kernels", "sectors", "wavefronts", "conflicts",
           "instructions", "occupancy", w->ptxas ? "  registers  spilled" : "");
    print_row("  hedrac", &ours);
    print_row("  by hand", &hand);
    return judge(race, &ours, &hand) & race_odd(w, race, program, &ours) &
           (strcmp(race->name, "gemm") != 0 || race_fused(w, race));
}

int main(int argc, char **argv)
{
    struct bench_options options = bench_parse(argc, argv, about);
    struct workplace w = {.options = &options, .ptxas = find_ptxas()};
    const char *clang = find_clang();
    bool some = false, right = true;
    if (!clang) {
        printf("no clang that writes PTX is here\n");
        return SKIPPED;
    }
    bench_make_folder(w.folder, sizeof w.folder);
    bool good = compile_hand(&w, clang);
    for (size_t k = 0; good && k < sizeof races / sizeof *races; k++) {
        if (options.kernel && strcmp(options.kernel, races[k].name) != 0)
            continue;
        some = true;
        right &= run_race(&w, &races[k]);
    }
    free(w.ptx);
    bench_remove(w.folder);
    if (good && !some)
        fprintf(stderr, "error: there is no such kernel\n");
    return good && right && some ? 0 : 1;
}
