/* The array's extents say that the second loop, a sum taken apart into chunks,
 * has no iteration: a kernel without points. Kept as it was generated. */
#include "tests/fuzz/regress/generated.h"
#define FILL_INDEX(s, i, n) ((int64_t)(bits_of(s, i) % n))
#define FILL_ROWS(s, i, n) ((int64_t)(i * n + bits_of(s, i) % (n + 1)))
#define FILL_PERM(i, n) ((int64_t)((i * 31 + 7) % n))

/* seed 500031 */
static short idx5_500031[1];
static unsigned long perm6_500031[1];
static unsigned long row7_500031[31];
void kernel_500031(uint32_t n, uint32_t m, size_t A[restrict n - 26][n - 23][n - 27], int8_t *s1_end, const unsigned short flag4[restrict 31][96])
{
    int8_t s1 = *s1_end;
#pragma hedra
    {
        for (unsigned long i = (n + 1); (i >= 1); i = i - 1) {
            long t8 = 105u;
            for (unsigned long j = row7_500031[i]; (j < row7_500031[i + 1]); j++) {
                t8 += (flag4[i + 2][j] - (s1 - (0.10000000149011612f)));
            }
            A[0][4][0] += t8;
        }
        for (int i = ((3 * n) + (3 * n)); (i < 8); i++) {
            s1 += (!perm6_500031[idx5_500031[i] - 1]);
            A[(((i + 1) > n) ? (i + 1) : n) + 1][(((i - 2) < m) ? (i - 2) : m)][i] = s1;
        }
    }
    *s1_end = s1;
}

static void run_500031(int verbose)
{
    size_t *A = guarded_new(10 * sizeof *A);
    for (uint64_t q = 0; q < 10; q++)
        A[q] = (size_t)FILL_SMALL(17922669837309851242u, q);
    int8_t *s1 = guarded_new(1 * sizeof *s1);
    for (uint64_t q = 0; q < 1; q++)
        s1[q] = (int8_t)FILL_SMALL(6503614573548036357u, q);
    unsigned short *flag4 = guarded_new(2976 * sizeof *flag4);
    for (uint64_t q = 0; q < 2976; q++)
        flag4[q] = (unsigned short)FILL_INDEX(7950271118091667878u, q, 4u);
    for (uint64_t q = 0; q < 1; q++)
        ((short *)idx5_500031)[q] = (short)FILL_INDEX(4637993715885821443u, q, 27u);
    for (uint64_t q = 0; q < 1; q++)
        ((unsigned long *)perm6_500031)[q] = (unsigned long)FILL_PERM(q, 89u);
    for (uint64_t q = 0; q < 31; q++)
        ((unsigned long *)row7_500031)[q] = (unsigned long)FILL_ROWS(9655847576591824820u, q, 2u);
    kernel_500031(28, 55, (void *)(A + 0), (void *)(s1 + 0), (void *)(flag4 + 0));
    show("500031 A", A, sizeof(size_t), 10, sizeof(size_t), 'i', verbose);
    show("500031 s1", s1, sizeof(int8_t), 1, sizeof(int8_t), 'i', verbose);
    show("500031 flag4", flag4, sizeof(unsigned short), 2976, sizeof(unsigned short), 'i', verbose);
    show("500031 idx5_500031", idx5_500031, sizeof(short), 1, sizeof(short), 'i', verbose);
    show("500031 perm6_500031", perm6_500031, sizeof(unsigned long), 1, sizeof(unsigned long), 'i', verbose);
    show("500031 row7_500031", row7_500031, sizeof(unsigned long), 31, sizeof(unsigned long), 'i', verbose);
    guarded_end("500031 A", A, 10 * sizeof *A);
    guarded_end("500031 s1", s1, 1 * sizeof *s1);
    guarded_end("500031 flag4", flag4, 2976 * sizeof *flag4);
}

/* Something that runs, for the tests want to see that the device is used. */
static void ramp(int n, int a[restrict 500])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = 3 * i;
}

int main(int argc, char **argv)
{
    static int a[500];
    int verbose;
    int asked = generated_runs(argc, argv, 500031, &verbose);
    ramp(500, a);
    show("ramp", a, sizeof a[0], 500, sizeof a[0], 'i', verbose);
    if (asked)
        run_500031(verbose);
    return 0;
}
