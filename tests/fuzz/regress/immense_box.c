/* A tile whose box is larger than 64 bits count. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(uint64_t seed, uint64_t index)
{
    uint64_t z = seed * 0x100000001b3u + index + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
#define FILL_REAL(s, i) \
    ((double)((int64_t)(bits_of(s, i) % 4001) - 2000) / 97.0)
#define FILL_SMALL(s, i) ((int64_t)(bits_of(s, i) % 41) - 20)
#define FILL_WIDE(s, i) ((int64_t)bits_of(s, i))

enum { GUARD = 256 };
static void *guarded_new(size_t bytes)
{
    unsigned char *p = malloc(bytes + 2 * GUARD);
    if (!p)
        abort();
    memset(p, 0xa5, bytes + 2 * GUARD);
    return p + GUARD;
}
static void guarded_end(const char *name, void *data, size_t bytes)
{
    unsigned char *p = (unsigned char *)data - GUARD;
    for (size_t i = 0; i < GUARD; i++) {
        if (p[i] != 0xa5 || p[GUARD + bytes + i] != 0xa5) {
            printf("%s: written outside\n", name);
            break;
        }
    }
    free(p);
}
static void show(const char *name, const void *data, size_t size,
                 size_t count, size_t stride, char kind, int verbose)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *p = (const unsigned char *)data + i * stride;
        uint64_t bits = 0;
        float f;
        double d;
        memcpy(&bits, p, size);
        memcpy(&f, &bits, sizeof f);
        memcpy(&d, &bits, sizeof d);
        if (verbose && kind == 'r')
            printf("%s[%zu] = %a\n", name, i, size == 4 ? f : d);
        else if (verbose)
            printf("%s[%zu] = 0x%llx\n", name, i,
                   (unsigned long long)bits);
        for (size_t b = 0; b < size; b++)
            hash = (hash ^ p[b]) * 0x100000001b3u;
    }
    printf("%s %016llx\n", name, (unsigned long long)hash);
}

/* seed 702 */
void kernel_702(int32_t n, size_t m, long w, double A[17][26], double B[restrict 12], const unsigned short *C, const long *D)
{
    int32_t x0 = 0;
#pragma scop
    for (x0 = (n + 2); (x0 >= ((((m - 2) - 4) / 5) + 2)); --x0) {
        A[x0 + 2][x0 + 1]++;
        A[x0 + 1][x0] = (((x0 != (n - 1)) ? ((((x0 >= (m - 1)) ? 3000000003L : B[3]) > (B[1] + C[((x0 + (3 * m)) + 1) - 51])) ? x0 : B[x0]) : (((unsigned)B[x0]) & ((unsigned)fmin(fmax(A[x0][x0], 0.0), 1073741824.0)))) * (D[x0] * (C[(((x0 + 1) > n) ? (x0 + 1) : n) - 1] ^ C[x0])));
    }
    for (int i = 6; (i <= (m - 2)); ++i) {
        B[3] += (A[i][i - 1] * ((0.5f) + A[((((w - 1) - 7) % 2) + 2)][i]));
        if ((i > (i + n))) {
            if (((i != w) && (i < (n - 2)))) {
                A[i - 1][i + 1] = ((((A[i][i] - A[(((i + (3 * n)) / 5) + 2) + 1][3]) < D[i - 1]) ? C[i] : B[i + 1]) - ((((unsigned)A[i][i + 2]) ^ ((int)B[i])) ^ (((short)A[((((i + i) - 2) % 2) + 1) + 1][i + 1]) % ((int)A[i][((((((3 * i) + n) - w) + 2) / (-4)) + 2)]))));
                A[i][((n - (3 * i)) - 2)] = n;
            } else
                A[3][i - 1] += (m + (m & ((unsigned char)A[i + 2][(((((i - i) - 2) - 6) / 5) + 2)])));
            A[i + 2][m] = A[(((i + m) + n) + 1)][i];
        } else
            A[(((i + m) + 1) / 2) - 10][i] += A[i][((((3 * i) + w) + w) - 2) - 13];
        A[i][(((2 * i) + m) - 2) - 25] *= w;
    }
#pragma endscop
}

static void run_702(int verbose)
{
    double *A = guarded_new(442 * sizeof *A);
    for (uint64_t q = 0; q < 442; q++)
        A[q] = (double)FILL_REAL(13569908065446459903u, q);
    double *B = guarded_new(12 * sizeof *B);
    for (uint64_t q = 0; q < 12; q++)
        B[q] = (double)FILL_REAL(15120543949008544771u, q);
    unsigned short *C = guarded_new(16 * sizeof *C);
    for (uint64_t q = 0; q < 16; q++)
        C[q] = (unsigned short)FILL_SMALL(14153429586211799232u, q);
    long *D = guarded_new(10 * sizeof *D);
    for (uint64_t q = 0; q < 10; q++)
        D[q] = (long)FILL_SMALL(14072302976992293631u, q);
    kernel_702(7, 16, -1, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), (void *)(D + 0));
    show("702 A", A, sizeof(double), 442, sizeof(double), 'r', verbose);
    show("702 B", B, sizeof(double), 12, sizeof(double), 'r', verbose);
    show("702 C", C, sizeof(unsigned short), 16, sizeof(unsigned short), 'i', verbose);
    show("702 D", D, sizeof(long), 10, sizeof(long), 'i', verbose);
    guarded_end("702 A", A, 442 * sizeof *A);
    guarded_end("702 B", B, 12 * sizeof *B);
    guarded_end("702 C", C, 16 * sizeof *C);
    guarded_end("702 D", D, 10 * sizeof *D);
}

static const struct {
    unsigned long long seed;
    void (*run)(int);
} kernels[] = {
    {702, run_702},
};

/* PROGRAM [--verbose] [every [seed]]: each kernel whose place
 * is a multiple of `every`, or that of the seed alone */
int main(int argc, char **argv)
{
    int verbose = argc > 1 && strcmp(argv[1], "--verbose") == 0;
    unsigned long long every = 1, only = 0;
    if (argc > verbose + 1)
        every = strtoull(argv[verbose + 1], NULL, 10);
    if (argc > verbose + 2)
        only = strtoull(argv[verbose + 2], NULL, 10);
    for (int i = 0; i < 1; i++) {
        if (argc > verbose + 2 ? kernels[i].seed != only
                               : kernels[i].seed % every != 0)
            continue;
        kernels[i].run(verbose);
        fflush(stdout);
    }
    return 0;
}
