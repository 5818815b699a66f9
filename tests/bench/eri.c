/* bench-eri: the integrals of a molecule by generated kernels against libint2,
 * on one core, in the same run: every unique quartet of shells whose bound
 * passes 1e-10. libint2 gets prepared shell pairs, its own screening of
 * primitives at double precision, and each quartet of segments once. Behind
 * that f64 against f32, and one thread against two, for integrals and for
 * matrices. Where two threads take more than half of one's time but no more of
 * the processors', other programs had the second core. */
#include "tests/brush/reference.h"

#include "basis_sets.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double THRESHOLD = 1e-10, PRECISION = 2.2e-16;

enum { MAX_FORMS = 1024, SEGMENTS = HEDRA_ERI_SEGMENTS };

/* Quartets whose shells have the same kinds. */
struct form {
    const struct hedra_eri_kind *kind[4];
    int64_t quartets, cap;
    int (*shell)[4];
    double ours, theirs; /* seconds */
};

struct race {
    const struct hedra_eri *eri;
    int *shell_at;   /* per function: the shell that begins there */
    int *segment_at; /* per function: libint2's shell */
    struct form form[MAX_FORMS];
    int forms;
    double last; /* when the last batch was done with */
    double sum;
    bool keep; /* note the quartets */
};

/* Processor time, so that other programs do not count. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct form *find_form(struct race *r, const int shell[4])
{
    const struct hedra_eri_kind *kind[4];
    int at = 0;

    for (int i = 0; i < 4; i++)
        kind[i] = hedra_eri_shell_place(r->eri, shell[i]).kind;
    while (at < r->forms && memcmp(r->form[at].kind, kind, sizeof kind) != 0)
        at++;
    if (at == r->forms) {
        if (++r->forms > MAX_FORMS)
            exit(2);
        memcpy(r->form[at].kind, kind, sizeof kind);
    }
    return &r->form[at];
}

static void note(struct form *f, const int shell[4])
{
    if (f->quartets == f->cap) {
        f->cap = f->cap ? 2 * f->cap : 1024;
        f->shell = realloc(f->shell, (size_t)f->cap * sizeof *f->shell);
        if (!f->shell)
            exit(2);
    }
    memcpy(f->shell[f->quartets++], shell, sizeof *f->shell);
}

static void visit(void *context, const struct hedra_eri_block *b)
{
    struct race *r = context;
    double begin = now();
    struct form *f = NULL;

    for (int q = 0; q < b->quartets && (!f || r->keep); q++) {
        int shell[4] = {r->shell_at[b->bra[0]], r->shell_at[b->bra[1]],
                        r->shell_at[b->ket[q][0]], r->shell_at[b->ket[q][1]]};

        f = f ? f : find_form(r, shell);
        if (r->keep)
            note(f, shell);
    }
    if (!r->keep)
        f->ours += begin - r->last;
    r->sum += ((const double *)b->value)[0];
    r->last = now();
}

/* The segments of a quartet that differ: those of equal shells, and of equal
 * pairs, in one order only. */
static bool is_unique(const int shell[4], const int s[4])
{
    if (shell[0] == shell[1] && s[0] < s[1])
        return false;
    if (shell[2] == shell[3] && s[2] < s[3])
        return false;
    return shell[0] != shell[2] || shell[1] != shell[3] ||
           s[0] * SEGMENTS + s[1] >= s[2] * SEGMENTS + s[3];
}

static double compute_reference(struct race *r, struct reference *reference,
                                const struct form *f, const int shell[4])
{
    int first[4], n[4], total = 1;
    double sum = 0;

    for (int i = 0; i < 4; i++) {
        struct hedra_eri_place p = hedra_eri_shell_place(r->eri, shell[i]);

        first[i] = r->segment_at[p.first_function];
        n[i] = f->kind[i]->segments;
        total *= n[i];
    }
    for (int k = 0; k < total; k++) {
        int s[4] = {k / (n[3] * n[2] * n[1]), k / (n[3] * n[2]) % n[1],
                    k / n[3] % n[2], k % n[3]};
        const double *value;

        if (!is_unique(shell, s))
            continue;
        value = reference_compute(reference, first[0] + s[0], first[1] + s[1],
                                  first[2] + s[2], first[3] + s[3]);
        sum += value ? value[0] : 0;
    }
    return sum;
}

static void run_reference(struct race *r, struct reference *reference)
{
    for (int i = 0; i < r->forms; i++) {
        struct form *f = &r->form[i];
        double begin = now();

        fprintf(stderr, "\rlibint2: form %d of %d ", i + 1, r->forms);
        for (int64_t q = 0; q < f->quartets; q++)
            r->sum += compute_reference(r, reference, f, f->shell[q]);
        f->theirs = now() - begin;
    }
    fprintf(stderr, "\r%40s\r", "");
}

static void print_kind(const struct hedra_eri_kind *k, char *text)
{
    for (int s = 0; s < k->segments; s++)
        *text++ = "spdf"[k->l[s]];
    *text = '\0';
}

static void report(const struct race *r, const char *basis,
                   const struct hedra_eri_counts *counts)
{
    double ours = 0, theirs = 0, integrals = (double)counts->integrals;
    double all = (double)(counts->primitives + counts->primitives_skipped);

    printf("%-24s %10s %12s %12s %8s\n", "class", "quartets", "ns/quartet",
           "libint2", "ratio");
    for (int i = 0; i < r->forms; i++) {
        const struct form *f = &r->form[i];
        double scale = 1e9 / (double)f->quartets;
        char name[4][SEGMENTS + 1], text[64];

        for (int k = 0; k < 4; k++)
            print_kind(f->kind[k], name[k]);
        snprintf(text, sizeof text, "(%s %s|%s %s)", name[0], name[1], name[2],
                 name[3]);
        printf("%-24s %10lld %12.1f %12.1f %8.2f\n", text,
               (long long)f->quartets, f->ours * scale, f->theirs * scale,
               f->theirs / f->ours);
        ours += f->ours;
        theirs += f->theirs;
    }
    printf("all: %.3f s, libint2 %.3f s; %.1f million integrals a second "
           "(checksum %.6g)\n",
           ours, theirs, integrals / ours / 1e6, r->sum);
    printf("%.1f million primitive quartets, %.1f %% of all\n",
           (double)counts->primitives / 1e6,
           100 * (double)counts->primitives / all);
    printf("figure eri-libint2-ratio %.2f x %s\n", theirs / ours,
           strcmp(basis, "sto-3g") == 0 ? "bar >=3.5 goal >=7"
                                        : "bar >=2 goal >=4");
}

static const struct basis_sets *find_basis(const char *name)
{
    for (size_t i = 0; i < sizeof basis_sets / sizeof *basis_sets; i++)
        if (strcmp(basis_sets[i].name, name) == 0)
            return &basis_sets[i];
    fprintf(stderr, "bench-eri: no basis set '%s'\n", name);
    exit(2);
}

static struct hedra_eri *make(const struct hedra_eri_set *set,
                              const struct hedra_eri_molecule *m,
                              const char *threads)
{
    struct hedra_error wrong;
    struct hedra_eri *eri;

    setenv("HEDRA_THREADS", threads, 1);
    eri = hedra_eri_new(set, m->atoms, m->z, (const double(*)[3])m->centre,
                        &wrong);
    if (!eri) {
        fprintf(stderr, "bench-eri: %s\n", wrong.text);
        exit(2);
    }
    return eri;
}

/* The same kernels in other ways: integrals, and matrices from them. */
enum { ONE, SINGLE, TWO, MATRICES_ONE, MATRICES_TWO, WAYS };

/* What passes, and what processors do. */
enum { WALL, WORK, CLOCKS };

struct ways {
    struct hedra_eri *eri[WAYS];
    double *density, *j, *k;
    double least[WAYS][CLOCKS]; /* seconds */
};

static void ignore(void *context, const struct hedra_eri_block *b)
{
    (void)context;
    (void)b;
}

static void read_clocks(double at[CLOCKS])
{
    static const clockid_t clock[CLOCKS] = {CLOCK_MONOTONIC,
                                            CLOCK_PROCESS_CPUTIME_ID};

    for (int i = 0; i < CLOCKS; i++) {
        struct timespec t;

        clock_gettime(clock[i], &t);
        at[i] = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    }
}

static void run_way(struct ways *w, int way)
{
    double begin[CLOCKS], end[CLOCKS];

    read_clocks(begin);
    if (way >= MATRICES_ONE)
        hedra_eri_jk(w->eri[way], THRESHOLD, w->density, w->j, w->k, NULL,
                     NULL);
    else
        hedra_eri_visit(w->eri[way], THRESHOLD, ignore, NULL, NULL, NULL);
    read_clocks(end);
    for (int c = 0; c < CLOCKS; c++)
        w->least[way][c] = fmin(w->least[way][c], end[c] - begin[c]);
}

/* In turn, so that other programs disturb all alike; each twice in a row, as an
 * iteration would, since what is behind one thread's time finds the second core
 * asleep or at another program's work. */
static void time_ways(struct ways *w, int rounds)
{
    for (int i = 0; i < rounds * WAYS; i++) {
        fprintf(stderr, "\rf32, two threads and matrices: %d of %d ", i + 1,
                rounds * WAYS);
        for (int again = 0; again < 2; again++)
            run_way(w, i % WAYS);
    }
    fprintf(stderr, "\r%40s\r", "");
}

static void show_two(const struct ways *w, const char *what, const char *figure,
                     int one, int two)
{
    const double *a = w->least[one], *b = w->least[two];

    printf("%s: one thread %.3f s, two %.3f s; of processors %.3f s and %.3f "
           "s\n",
           what, a[WALL], b[WALL], a[WORK], b[WORK]);
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
        puts("one processor only: two threads are no figure");
    else
        printf("figure %s %.2f x bar >=1.9 goal >=1.9\n", figure,
               a[WALL] / b[WALL]);
}

static void race_ways(const struct basis_sets *basis,
                      const struct hedra_eri_molecule *molecule, int rounds)
{
    struct ways w = {.density = NULL};
    size_t n;

    w.eri[ONE] = w.eri[MATRICES_ONE] = make(basis->f64, molecule, "1");
    w.eri[SINGLE] = make(basis->f32, molecule, "1");
    w.eri[TWO] = w.eri[MATRICES_TWO] = make(basis->f64, molecule, "2");
    n = (size_t)hedra_eri_functions(w.eri[ONE]);
    w.density = calloc(3 * n * n, sizeof *w.density);
    if (!w.density)
        exit(2);
    w.j = w.density + n * n;
    w.k = w.j + n * n;
    for (size_t i = 0; i < n; i++)
        w.density[i * n + i] = 1;
    for (int way = 0; way < WAYS; way++)
        w.least[way][WALL] = w.least[way][WORK] = INFINITY;
    time_ways(&w, rounds);
    for (int way = 0; way < MATRICES_ONE; way++)
        hedra_eri_free(w.eri[way]);
    free(w.density);
    printf("f64 %.3f s, f32 %.3f s of a processor\n", w.least[ONE][WORK],
           w.least[SINGLE][WORK]);
    printf("figure eri-f32-ratio %.2f x bar >=1.7 goal >=1.7\n",
           w.least[ONE][WORK] / w.least[SINGLE][WORK]);
    show_two(&w, "integrals", "eri-two-threads-ratio", ONE, TWO);
    show_two(&w, "with Coulomb and exchange matrices",
             "eri-jk-two-threads-ratio", MATRICES_ONE, MATRICES_TWO);
}

static void index_shells(struct race *r, const struct reference *reference)
{
    size_t n = (size_t)hedra_eri_functions(r->eri);

    r->shell_at = calloc(n, sizeof *r->shell_at);
    r->segment_at = calloc(n, sizeof *r->segment_at);
    if (!r->shell_at || !r->segment_at)
        exit(2);
    for (int i = 0; i < hedra_eri_shells(r->eri); i++)
        r->shell_at[hedra_eri_shell_place(r->eri, i).first_function] = i;
    for (int i = 0; i < reference_shells(reference); i++)
        r->segment_at[reference_first(reference, i)] = i;
}

static void usage(FILE *out)
{
    fputs("usage: bench-eri [--quick] MOLECULE.xyz [BASIS]\n"
          "Races generated integral kernels with libint2, on one core; then f64"
          " with f32,\nand one thread with two, for integrals and for matrices "
          "of them.\n"
          "  --quick  evaluate once, not three times\n",
          out);
}

int main(int argc, char **argv)
{
    static struct race race;
    struct hedra_eri_molecule molecule;
    struct hedra_eri_counts counts;
    struct reference *reference;
    struct hedra_eri *eri;
    const struct basis_sets *basis;
    struct hedra_error why;
    int at = 1, rounds = 3;

    if (at < argc && strcmp(argv[at], "--help") == 0) {
        usage(stdout);
        return 0;
    }
    if (at < argc && strcmp(argv[at], "--quick") == 0) {
        rounds = 1;
        at++;
    }
    if (at >= argc || argc - at > 2) {
        usage(stderr);
        return 2;
    }
    if (hedra_eri_read_xyz(argv[at], &molecule, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    basis = find_basis(at + 1 < argc ? argv[at + 1] : "sto-3g");
    eri = make(basis->f64, &molecule, "1");
    race.eri = eri;
    reference = reference_new(eri, PRECISION);
    index_shells(&race, reference);
    race.keep = true;
    hedra_eri_visit(eri, THRESHOLD, visit, &race, &counts, NULL);
    race.keep = false;
    for (int i = 0; i < rounds; i++) {
        fprintf(stderr, "\rhedra: round %d of %d ", i + 1, rounds);
        race.last = now();
        hedra_eri_visit(eri, THRESHOLD, visit, &race, NULL, NULL);
    }
    for (int i = 0; i < race.forms; i++)
        race.form[i].ours /= rounds;
    run_reference(&race, reference);
    report(&race, basis->name, &counts);
    race_ways(basis, &molecule, rounds);
    for (int i = 0; i < race.forms; i++)
        free(race.form[i].shell);
    free(race.shell_at);
    free(race.segment_at);
    reference_free(reference);
    hedra_eri_free(eri);
    hedra_eri_free_molecule(&molecule);
    return 0;
}
