/* bench-tridiag-ranks N REPEAT: what bench-tridiag runs by mpirun. Each rank
 * has its share of a Crank-Nicolson system of N unknowns; prints the
 * nanoseconds per unknown of the fastest solution, from when the first rank
 * begins until the last one is done. */
#include <hedra_tridiag_mpi.h>

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double complex number;

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 2);
    exit(2);
}

static number *numbers(int64_t n)
{
    number *made = aligned_alloc(64, (size_t)(n + 4) / 4 * 64);
    if (!made)
        stop("not enough memory");
    return made;
}

struct arrays {
    int64_t n;
    number *b, *a, *c, *d, *x;
};

/* Lines `begin` to `begin` + n - 1 of bench-tridiag's system. */
static struct arrays arrays_new(int64_t begin, int64_t n)
{
    struct arrays s = {n,          numbers(n), numbers(n),
                       numbers(n), numbers(n), numbers(n)};
    const double r = 0.8;
    for (int64_t k = 0; k < n; k++) {
        double i = (double)(begin + k), v = 0.1 * sin(0.01 * i);
        s.b[k] = s.c[k] = -I * r / 2;
        s.a[k] = 1 + I * (r + v);
        s.d[k] = cexp(-I * 0.03 * i) / (1 + 1e-6 * i);
        s.x[k] = 0;
    }
    return s;
}

static double race(struct hedra_tridiag_mpi *t, const struct arrays *s)
{
    struct hedra_error why;
    double mine, slowest;
    MPI_Barrier(MPI_COMM_WORLD);
    mine = MPI_Wtime();
    if (hedra_tridiag_mpi_solve(t, s->b, s->a, s->c, s->d, s->x, &why))
        stop(why.text);
    mine = MPI_Wtime() - mine;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int64_t n = argc == 3 ? atoll(argv[1]) : 0;
    const int repeat = argc == 3 ? atoi(argv[2]) : 0;
    if (n < ranks || repeat < 1)
        stop("usage: bench-tridiag-ranks N REPEAT, N not below the ranks");
    const int64_t begin = n * rank / ranks, end = n * (rank + 1) / ranks;
    const struct arrays s = arrays_new(begin, end - begin);
    const struct hedra_tridiag_problem problem = {
        .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE, .n = s.n};
    struct hedra_error why;
    struct hedra_tridiag_mpi *t;
    if (hedra_tridiag_mpi_create(MPI_COMM_WORLD, &problem, &t, &why))
        stop(why.text);
    double best = race(t, &s);
    for (int k = 1; k < repeat; k++)
        best = fmin(best, race(t, &s));
    if (rank == 0)
        printf("%.6f\n", best * 1e9 / (double)n);
    hedra_tridiag_mpi_destroy(t);
    number *const all[] = {s.b, s.a, s.c, s.d, s.x};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
    MPI_Finalize();
    return 0;
}
