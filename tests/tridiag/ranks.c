/*
 * The solver over MPI against LAPACK, which every rank asks for the whole
 * system: all types, any parting of the lines, several right-hand sides, kept
 * factors; and errors, which are the same on all ranks.
 */
#include "tests/tridiag/ranks_rig.h"

#include "runtime/include/hedra_tridiag_mpi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {
    struct rig_system whole;
    int64_t begin, n;
    size_t size;
};

static const void *own(const struct part *p, const void *array)
{
    return (const char *)array + (size_t)p->begin * p->size;
}

static struct part part_new(int type, enum rig_matrix matrix, int64_t n,
                            enum parting parting)
{
    struct part p = {rig_system_new(type, matrix, n), border(parting, n, rank),
                     0, rig_size(type)};
    p.n = border(parting, n, rank + 1) - p.begin;
    return p;
}

static struct hedra_tridiag_mpi *
solver_new(const struct part *p, struct hedra_tridiag_problem problem)
{
    struct hedra_error why;
    struct hedra_tridiag_mpi *t;
    int64_t begin, total;
    problem.type = (enum hedra_tridiag_type)p->whole.type;
    problem.n = p->n;
    if (hedra_tridiag_mpi_create(MPI_COMM_WORLD, &problem, &t, &why)) {
        complain("create", why.text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    hedra_tridiag_mpi_lines(t, &begin, &total);
    if (begin != p->begin || total != p->whole.n)
        complain("lines", "others than were given");
    return t;
}

static void check(const struct part *p, const void *x, const void *lapack,
                  const char *what)
{
    const int type = p->whole.type;
    double worst = 0, largest = 0;
    char text[200];
    for (int64_t i = 0; i < p->whole.n; i++)
        largest = fmax(largest, cabs(rig_get(type, lapack, i)));
    for (int64_t i = 0; i < p->n; i++) {
        double error =
            cabs(rig_get(type, x, i) - rig_get(type, own(p, lapack), i));
        worst = error > worst || error != error ? error : worst;
    }
    if (worst <= rig_tolerance[type] * largest)
        return;
    snprintf(text, sizeof text, "%s, n = %lld, own %lld: differs by %g",
             rig_type_name[type], (long long)p->whole.n, (long long)p->n,
             worst / largest);
    complain(what, text);
}

static void check_one(const struct part *p, const void *lapack)
{
    const struct rig_system *w = &p->whole;
    struct hedra_error why;
    struct hedra_tridiag_mpi *t =
        solver_new(p, (struct hedra_tridiag_problem){.residual_limit = 1e-4});
    char *x = rig_alloc(w->type, p->n);
    enum hedra_status status = hedra_tridiag_mpi_solve(
        t, own(p, w->b), own(p, w->a), own(p, w->c), own(p, w->d), x, &why);
    want_ok(status, &why, "solve");
    if (!(why.residual >= 0 && why.residual <= rig_tolerance[w->type]))
        complain("solve", "a wrong residual");
    check(p, x, lapack, "solve");
    memcpy(x, own(p, w->d), (size_t)p->n * p->size);
    status = hedra_tridiag_mpi_solve(t, own(p, w->b), own(p, w->a),
                                     own(p, w->c), x, x, &why);
    want_ok(status, &why, "in place");
    check(p, x, lapack, "in place");
    free(x);
    hedra_tridiag_mpi_destroy(t);
}

/* RHS right-hand sides, each a multiple of the first, by factors. */
enum { RHS = 3, PAD = 2 };

static void check_many(const struct part *p, const void *lapack)
{
    const struct rig_system *w = &p->whole;
    const int64_t ld = p->n + PAD;
    struct hedra_error why;
    struct hedra_tridiag_mpi *t = solver_new(
        p, (struct hedra_tridiag_problem){.rhs = RHS, .ld = ld, .delta = 0.7});
    char *d = rig_alloc(w->type, RHS * ld), *x = rig_alloc(w->type, RHS * ld);
    for (int64_t k = 0; k < RHS * ld; k++)
        rig_set(w->type, d, k,
                k % ld < p->n ? (double)(k / ld + 1) *
                                    rig_get(w->type, own(p, w->d), k % ld)
                              : NAN);
    enum hedra_status status = hedra_tridiag_mpi_factor(
        t, own(p, w->b), own(p, w->a), own(p, w->c), &why);
    want_ok(status, &why, "factor");
    for (int round = 0; round < 3; round++) {
        bool solve = round == 2;
        status = solve ? hedra_tridiag_mpi_solve(t, own(p, w->b), own(p, w->a),
                                                 own(p, w->c), d, x, &why)
                       : hedra_tridiag_mpi_apply(t, d, round ? d : x, &why);
        want_ok(status, &why, "apply");
        char *from = round == 1 ? d : x;
        for (int64_t k = 0; k < RHS * ld; k++)
            if (k % ld < p->n) {
                double complex v = rig_get(w->type, from, k);
                rig_set(w->type, from, k, v / (double)(k / ld + 1));
            }
        for (int k = 0; k < RHS; k++)
            check(p, from + (size_t)(k * ld) * p->size, lapack, "apply");
        for (int64_t k = 0; round == 1 && k < RHS * ld; k++)
            rig_set(w->type, d, k,
                    k % ld < p->n ? (double)(k / ld + 1) *
                                        rig_get(w->type, own(p, w->d), k % ld)
                                  : NAN);
    }
    free(d);
    free(x);
    hedra_tridiag_mpi_destroy(t);
}

static void check_results(void)
{
    const int64_t sizes[] = {ranks, 2 * ranks + 1, 100, 1000, 20011};
    for (int type = 0; type < RIG_TYPES; type++)
        for (int matrix = 0; matrix < RIG_MATRICES; matrix++)
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
                for (int parting = 0; parting < PARTINGS; parting++) {
                    struct part p = part_new(type, (enum rig_matrix)matrix,
                                             sizes[k], (enum parting)parting);
                    void *lapack = rig_lapack(&p.whole);
                    check_one(&p, lapack);
                    check_many(&p, lapack);
                    free(lapack);
                    rig_system_free(&p.whole);
                }
}

/* As large as it gets only once: every rank holds the whole system. */
static void check_large(void)
{
    struct part p = part_new(HEDRA_TRIDIAG_COMPLEX_DOUBLE, RIG_IMPLICIT,
                             ranks == 4 ? 3000000 : 300000, EQUAL);
    void *lapack = rig_lapack(&p.whole);
    check_one(&p, lapack);
    free(lapack);
    rig_system_free(&p.whole);
}

/* Errors ------------------------------------------------------------------- */

static void refuse_problem(struct hedra_tridiag_problem problem,
                           enum hedra_status wanted, const char *what)
{
    struct hedra_error why;
    struct hedra_tridiag_mpi *t;
    enum hedra_status status =
        hedra_tridiag_mpi_create(MPI_COMM_WORLD, &problem, &t, &why);
    want(status, &why, wanted, -1, what);
    if (t)
        complain(what, "an object was made");
}

static void check_problems(void)
{
    const enum hedra_status bad = HEDRA_ERROR_ARGUMENT;
    const int one = ranks - 1; /* that differs */
    const struct hedra_tridiag_problem good = {.type = HEDRA_TRIDIAG_DOUBLE,
                                               .n = 10};
    struct hedra_tridiag_problem p = good;
    struct hedra_error why;
    struct hedra_tridiag_mpi *t;
    p.n = rank == one ? 0 : 10;
    refuse_problem(p, bad, "no lines");
    p.n = rank == one ? -1 : 10;
    refuse_problem(p, bad, "negative");
    p = good;
    p.systems = rank == one ? 2 : 1;
    refuse_problem(p, bad, "systems");
    p = good;
    p.pivoting = rank == one ? HEDRA_TRIDIAG_ALWAYS + 1 : HEDRA_TRIDIAG_NEVER;
    refuse_problem(p, bad, "pivoting");
    p = good;
    p.device = rank == one ? "host" : NULL;
    refuse_problem(p, bad, "device");
    p = good;
    p.levels = 1;
    const int64_t blocks = rank == one ? 6 : 2;
    p.blocks = &blocks;
    refuse_problem(p, bad, "blocks");
    p = good;
    p.delta = rank == one ? -1 : 1;
    refuse_problem(p, bad, "delta");
    p = good;
    p.n = INT64_MAX / (rank == one ? 3 : 5);
    refuse_problem(p, HEDRA_ERROR_TOO_LARGE, "too large");
    want(hedra_tridiag_mpi_create(MPI_COMM_WORLD, rank == one ? NULL : &good,
                                  &t, &why),
         &why, bad, -1, "NULL");
    if (ranks == 1)
        return;
    p = good;
    p.rhs = rank == one ? 2 : 1;
    refuse_problem(p, bad, "rhs");
    p = good;
    p.type = rank == one ? HEDRA_TRIDIAG_FLOAT : HEDRA_TRIDIAG_DOUBLE;
    refuse_problem(p, bad, "type");
    p = good;
    p.pivoting = rank == one ? HEDRA_TRIDIAG_IF_BAD : HEDRA_TRIDIAG_NEVER;
    refuse_problem(p, bad, "pivoting");
    p = good;
    p.residual_limit = rank == one ? 1 : 2;
    refuse_problem(p, bad, "residual_limit");
}

/* Solves with one element of `array` changed, in a line of the system. */
static void spoil(const char *what, char array, int64_t row, double value,
                  enum hedra_status wanted, int64_t wanted_row)
{
    struct part p = part_new(HEDRA_TRIDIAG_DOUBLE, RIG_DOMINANT, 5000, RISING);
    struct rig_system *w = &p.whole;
    struct hedra_error why;
    struct hedra_tridiag_mpi *t = solver_new(
        &p, (struct hedra_tridiag_problem){.pivoting = HEDRA_TRIDIAG_NEVER});
    void *arrays[] = {w->b, w->a, w->c, w->d};
    void *changed = arrays[strchr("bacd", array) - "bacd"];
    rig_set(w->type, changed, row, value);
    if (array == 'a') {
        rig_set(w->type, w->b, row, 0);
        rig_set(w->type, w->c, row, 0);
    }
    enum hedra_status status =
        hedra_tridiag_mpi_solve(t, own(&p, w->b), own(&p, w->a), own(&p, w->c),
                                own(&p, w->d), (void *)own(&p, w->x), &why);
    want(status, &why, wanted, wanted_row, what);
    status = hedra_tridiag_mpi_factor(t, own(&p, w->b), own(&p, w->a),
                                      own(&p, w->c), &why);
    if (array == 'd') {
        want_ok(status, &why, "factor");
        status = hedra_tridiag_mpi_apply(t, own(&p, w->d),
                                         (void *)own(&p, w->x), &why);
    }
    want(status, &why, wanted, wanted_row, what);
    if (array != 'd')
        want(hedra_tridiag_mpi_apply(t, own(&p, w->d), (void *)own(&p, w->x),
                                     &why),
             &why, HEDRA_ERROR_ARGUMENT, -1, "apply without factors");
    hedra_tridiag_mpi_destroy(t);
    rig_system_free(w);
}

static void check_spoilt(void)
{
    const int64_t joint = border(RISING, 5000, ranks) - 1;
    const int64_t middle = border(RISING, 5000, ranks / 2) + 2;
    const enum hedra_status infinite = HEDRA_ERROR_NOT_FINITE;
    spoil("d is not a number", 'd', middle, NAN, infinite, middle);
    spoil("d of a joint line", 'd', joint, INFINITY, infinite, joint);
    spoil("a is not a number", 'a', middle, NAN, infinite, middle);
    spoil("a of a joint line", 'a', joint, NAN, infinite, joint);
    spoil("b is infinite", 'b', middle, INFINITY, infinite, middle);
    spoil("c is infinite", 'c', middle, -INFINITY, infinite, middle);
    spoil("a pivot is zero", 'a', middle, 0, HEDRA_ERROR_PIVOT, middle);
    spoil("a joint line's pivot", 'a', joint, 0, HEDRA_ERROR_PIVOT, joint);
    if (ranks == 1)
        return;
    const int64_t first = border(RISING, 5000, ranks - 1);
    spoil("b of a block's first line", 'b', first, NAN, infinite, first);
    spoil("c of an inner joint line", 'c', first - 1, NAN, infinite, first - 1);
    spoil("c of a block's last line", 'c', 4998, NAN, infinite, 4998);
}

/* Lines that need exchanges, in blocks and on joint lines; without them there
 * is no answer. */
static void check_exchanged(int type, double energy)
{
    struct part p = part_new(type, RIG_DOMINANT, 3000, RISING);
    const struct rig_system *w = &p.whole;
    for (int64_t i = 0; i < w->n; i++) {
        rig_set(type, w->b, i, 1);
        rig_set(type, w->a, i, energy * sin(11.0 * (double)i));
        rig_set(type, w->c, i, 1);
    }
    void *lapack = rig_lapack(w);
    check_one(&p, lapack);
    check_many(&p, lapack);
    for (int k = 0; k < 4; k++) {
        const bool never = k % 2, keeps = k / 2;
        const struct hedra_tridiag_problem problem = {
            .pivoting = never ? HEDRA_TRIDIAG_NEVER : HEDRA_TRIDIAG_ALWAYS};
        const void *b = own(&p, w->b), *a = own(&p, w->a), *c = own(&p, w->c);
        struct hedra_error why;
        struct hedra_tridiag_mpi *t = solver_new(&p, problem);
        void *x = (void *)own(&p, w->x);
        enum hedra_status status =
            keeps ? hedra_tridiag_mpi_factor(t, b, a, c, &why)
                  : hedra_tridiag_mpi_solve(t, b, a, c, own(&p, w->d), x, &why);
        if (keeps && !status)
            status = hedra_tridiag_mpi_apply(t, own(&p, w->d), x, &why);
        if (never) {
            want(status, &why, HEDRA_ERROR_PIVOT, why.row, "growth");
        } else {
            want_ok(status, &why, "row exchanges");
            check(&p, x, lapack, "row exchanges");
        }
        hedra_tridiag_mpi_destroy(t);
    }
    free(lapack);
    rig_system_free(&p.whole);
}

/* Neumann's Laplacian. */
static void check_singular(int type, int64_t n)
{
    struct part p = part_new(type, RIG_DOMINANT, n, RISING);
    struct rig_system *w = &p.whole;
    for (int64_t i = 0; i < n; i++) {
        rig_set(type, w->b, i, -1);
        rig_set(type, w->a, i, i > 0 && i < n - 1 ? 2 : 1);
        rig_set(type, w->c, i, -1);
    }
    for (int pivoting = 0; pivoting <= HEDRA_TRIDIAG_NEVER; pivoting++) {
        struct hedra_error why;
        struct hedra_tridiag_mpi *t = solver_new(
            &p, (struct hedra_tridiag_problem){
                    .pivoting = (enum hedra_tridiag_pivoting)pivoting});
        enum hedra_status status = hedra_tridiag_mpi_solve(
            t, own(&p, w->b), own(&p, w->a), own(&p, w->c), own(&p, w->d),
            (void *)own(&p, w->x), &why);
        want(status, &why,
             pivoting == HEDRA_TRIDIAG_NEVER ? HEDRA_ERROR_PIVOT
                                             : HEDRA_ERROR_SINGULAR,
             why.row, "Neumann");
        hedra_tridiag_mpi_destroy(t);
    }
    rig_system_free(w);
}

static void check_calls(void)
{
    struct part p =
        part_new(HEDRA_TRIDIAG_COMPLEX_FLOAT, RIG_IMPLICIT, 3000, EQUAL);
    struct rig_system *w = &p.whole;
    struct hedra_error why;
    struct hedra_tridiag_mpi *t =
        solver_new(&p, (struct hedra_tridiag_problem){.residual_limit = 1e-30});
    const void *b = own(&p, w->b), *a = own(&p, w->a), *c = own(&p, w->c);
    const void *d = own(&p, w->d);
    void *x = (void *)own(&p, w->x);
    const enum hedra_status bad = HEDRA_ERROR_ARGUMENT;
    want(hedra_tridiag_mpi_solve(t, b, rank == 0 ? NULL : a, c, d, x, &why),
         &why, bad, -1, "NULL a");
    want(hedra_tridiag_mpi_solve(t, b, a, c, rank == 0 ? NULL : d, x, &why),
         &why, bad, -1, "NULL d");
    want(hedra_tridiag_mpi_factor(t, rank == 0 ? NULL : b, a, c, &why), &why,
         bad, -1, "NULL b");
    want(hedra_tridiag_mpi_solve(t, b, a, c, d, x, &why), &why,
         HEDRA_ERROR_RESIDUAL, -1, "residual");
    want_ok(hedra_tridiag_mpi_factor(t, b, a, c, &why), &why, "factor");
    want(hedra_tridiag_mpi_apply(t, d, x, &why), &why, HEDRA_ERROR_RESIDUAL, -1,
         "residual of kept factors");
    want(hedra_tridiag_mpi_apply(t, d, rank == 0 ? NULL : x, &why), &why, bad,
         -1, "NULL x");
    if (hedra_tridiag_mpi_solve(NULL, b, a, c, d, x, &why) != bad ||
        hedra_tridiag_mpi_solve(t, b, a, c, d, x, NULL) != HEDRA_ERROR_RESIDUAL)
        complain("NULL", "no error");
    hedra_tridiag_mpi_destroy(t);
    hedra_tridiag_mpi_destroy(NULL);
    rig_system_free(w);
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    check_results();
    check_large();
    check_problems();
    check_spoilt();
    for (int type = 0; type < RIG_TYPES; type++) {
        check_exchanged(type, 0);
        check_exchanged(type, 1e-3);
        check_singular(type, 100);
        check_singular(type, 100000);
    }
    check_calls();
    return ranks_end();
}
