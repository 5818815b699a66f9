/* program LOCALE [FOLDER]: nests, and with a FOLDER whatever else of libhedra
 * reads or prints numbers, in a program that has set LOCALE. Prints bits, and
 * texts; the same in every locale. Exit status 77: there is no such locale. */
#include "tests/locale/nests.h"

#include "h.h"

#include <hedra.h>
#include <hedra_eri.h>
#include <hedra_tdse.h>
#include <hedra_tridiag.h>
#include <hedra_tsa.h>

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct hedra_error failure;

static void print_bits(const char *name, const double *x, int n)
{
    printf("%s", name);
    for (int k = 0; k < n; k++) {
        uint64_t bits;

        memcpy(&bits, &x[k], sizeof bits);
        printf(" %016" PRIx64, bits);
    }
    putchar('\n');
}

static void run_nests(void)
{
    static double a[2][N][N], c[N][N];
    static float f[N];

    for (int i = 0; i < N; i++) {
        f[i] = (float)i;
        for (int j = 0; j < N; j++)
            a[0][i][j] = i * j % 7;
    }
    nests(a, c, f);
    double one = (double)f[N - 1];
    print_bits("stencil", &a[0][5][6], 3);
    print_bits("product", &c[7][8], 3);
    print_bits("exponential", &one, 1);
}

static double field(void *context, double t)
{
    return t > 0.07 ? NAN : 0.5 * t;
}

static struct hedra_tdse *make_tdse(void)
{
    double v[N], psi[2 * N];
    struct hedra_tdse *t = NULL;

    for (int i = 0; i < N; i++) {
        double x = 0.1 * (i - N / 2);
        v[i] = -1 / sqrt(x * x + 2);
        psi[2 * i] = exp(-x * x);
        psi[2 * i + 1] = 0;
    }
    const struct hedra_tdse_options o = {.n = N,
                                         .x0 = -0.05 * N,
                                         .dx = 0.1,
                                         .dt = 0.01,
                                         .potential = v,
                                         .gauge = HEDRA_TDSE_LENGTH,
                                         .field = field};
    if (hedra_tdse_create(&o, &t, NULL) || hedra_tdse_set(t, psi, 0, NULL))
        exit(1);
    return t;
}

static void run_tdse(const char *folder)
{
    struct hedra_tdse *t = make_tdse(), *again = NULL;
    const struct hedra_tdse_options o = {.field = field};
    struct hedra_error why;
    double psi[2 * N], time;
    char path[4096];

    snprintf(path, sizeof path, "%s/tdse", folder);
    if (hedra_tdse_step(t, 5, &why) ||
        hedra_tdse_save(t, path, "note", 5, &why))
        puts(why.text);
    if (hedra_tdse_restart(path, &o, &again, NULL, NULL, &why))
        puts(why.text);
    hedra_tdse_get(again, psi, &time);
    print_bits("tdse", psi, 4);
    print_bits("time", &time, 1);
    hedra_tdse_step(again, 10, &why);
    puts(why.text);
    hedra_tdse_destroy(again);
    hedra_tdse_destroy(t);
}

static void run_tsa(const char *folder)
{
    const struct hedra_tsa_options o = {.nx = 16,
                                        .ny = 8,
                                        .real = HEDRA_TSA_DOUBLE,
                                        .step = 0.01,
                                        .vx = 1.5,
                                        .vy = 0.25};
    const double centre[2] = {7.5, 3.5}, sigma[2] = {2.5, 1.5}, k[2] = {.3, 0};
    double re[16 * 8], im[16 * 8];
    struct hedra_tsa *t = NULL, *again = NULL;
    char path[4096];

    snprintf(path, sizeof path, "%s/tsa", folder);
    if (hedra_tsa_create(&o, &t, NULL) ||
        hedra_tsa_gaussian(t, centre, sigma, k, NULL) ||
        hedra_tsa_step(t, 3, NULL) ||
        hedra_tsa_checkpoint(t, path, NULL, 0, NULL) ||
        hedra_tsa_restart(path, NULL, &again, NULL, NULL, NULL) ||
        hedra_tsa_get(again, re, im, NULL))
        puts("tsa failed");
    print_bits("tsa", re + 60, 4);
    hedra_tsa_destroy(t);
    hedra_tsa_destroy(again);
}

static void run_tridiag(void)
{
    struct hedra_tridiag_problem p = {
        .type = HEDRA_TRIDIAG_DOUBLE, .n = N, .residual_limit = 1e-30};
    double b[N], a[N], c[N], d[N], x[N];
    struct hedra_error why;
    struct hedra_tridiag *t = NULL;

    for (int i = 0; i < N; i++) {
        b[i] = i ? -1.1 : 0;
        a[i] = 2.7;
        c[i] = i < N - 1 ? -1.3 : 0;
        d[i] = 0.1 * i;
    }
    if (hedra_tridiag_create(&p, &t, &why))
        puts(why.text);
    hedra_tridiag_solve(t, b, a, c, d, x, &why);
    puts(why.text);
    hedra_tridiag_destroy(t);
}

static void print_eri(const struct hedra_eri *eri, const char *why)
{
    double value[16] = {0};

    if (!eri) {
        puts(why);
        return;
    }
    if (hedra_eri_fill(eri, 0, value, NULL, &failure))
        puts(failure.text);
    print_bits("integrals", value, 4);
    if (hedra_eri_fill(eri, -1.5, value, NULL, &failure))
        puts(failure.text);
}

/* From a file, and from libcint's arrays: one shell of two primitives. */
static void run_eri(const char *folder)
{
    const int atm[2][6] = {{1, 20, 1}, {1, 23, 1}};
    const int bas[2][8] = {{0, 0, 2, 1, 0, 30, 32}, {1, 0, 2, 1, 0, 30, 32}};
    const double exponent[2] = {1.309756, 0.233136};
    const double factor[2] = {0.4301285, 0.6789135};
    double env[40] = {[25] = 1.4};
    struct hedra_eri_molecule m;
    char path[4096];
    struct hedra_error why;
    struct hedra_error reason;
    struct hedra_eri *eri;

    snprintf(path, sizeof path, "%s/h2.xyz", folder);
    if (hedra_eri_read_xyz(path, &m, &why)) {
        puts(why.text);
        exit(1);
    }
    eri =
        hedra_eri_new(&h, m.atoms, m.z, (const double(*)[3])m.centre, &reason);
    print_eri(eri, reason.text);
    hedra_eri_free(eri);
    hedra_eri_free_molecule(&m);
    for (int k = 0; k < 2; k++) {
        env[30 + k] = exponent[k];
        env[32 + k] =
            factor[k] * 2 * pow(2 * exponent[k], 0.75) / sqrt(sqrt(acos(-1)));
    }
    eri = hedra_eri_new_libcint(&h, atm[0], 2, bas[0], 2, env, 1, &reason);
    print_eri(eri, reason.text);
    hedra_eri_free(eri);
}

int main(int argc, char **argv)
{
    char text[8];

    if (argc < 2 || !setlocale(LC_ALL, argv[1]))
        return 77;
    snprintf(text, sizeof text, "%.1f", 0.5);
    if (strcmp(text, strcmp(argv[1], "C") == 0 ? "0.5" : "0,5") != 0)
        return 77;
    run_nests();
    if (argc < 3)
        return 0;
    run_tdse(argv[2]);
    run_tsa(argv[2]);
    run_tridiag();
    run_eri(argv[2]);
    return 0;
}
