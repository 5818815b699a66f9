/* C[n - 50][0][0] and C[0][0][0] may be one element, for all that is known: what
 * reads the second must not miss what the first accumulates. */
#include "tests/fuzz/regress/generated.h"

/* seed 314358 */
static long global0_314358[50];
void kernel_314358(int n, int *restrict C_end, unsigned *restrict D)
{
    int C[n - 49][n - 50][n - 50];
    memcpy(C, C_end, sizeof C);
    unsigned char s4 = (unsigned char)FILL_SMALL(4669183964205531173u, 0);
#pragma hedra
    for (int i = 1; (i < n); ++i) {
        C[n - 50][0][0]++;
        global0_314358[(((i + 1) < (i - 1)) ? (i + 1) : (i - 1))] = (D[i] + (s4 & (s4 ^ C[0][0][0])));
    }
    memcpy(C_end, C, sizeof C);
}

static void run_314358(int verbose)
{
    for (uint64_t q = 0; q < 50; q++)
        ((long *)global0_314358)[q] = (long)FILL_SMALL(8145992798823805567u, q);
    int *C = guarded_new(2 * sizeof *C);
    for (uint64_t q = 0; q < 2; q++)
        C[q] = (int)FILL_WIDE(8410491693008976399u, q);
    unsigned *D = guarded_new(51 * sizeof *D);
    for (uint64_t q = 0; q < 51; q++)
        D[q] = (unsigned)FILL_SMALL(4150807366055331175u, q);
    kernel_314358(51, (void *)(C + 0), (void *)(D + 0));
    show("314358 global0_314358", global0_314358, sizeof(long), 50, sizeof(long), 'i', verbose);
    show("314358 C", C, sizeof(int), 2, sizeof(int), 'i', verbose);
    show("314358 D", D, sizeof(unsigned), 51, sizeof(unsigned), 'i', verbose);
    guarded_end("314358 C", C, 2 * sizeof *C);
    guarded_end("314358 D", D, 51 * sizeof *D);
}

GENERATED_MAIN(314358)
