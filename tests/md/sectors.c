/*
 * What a warp's access of its own particles costs (Al-Kharusi and Walker, sec.
 * 6.2): each nest reads one coordinate, or the k-th neighbour, of each particle
 * from memory that is laid out in another way. The script beside this counts
 * sectors in the simulator.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void triples(int64_t n, const double triple[restrict n][3],
                    double out[restrict n])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++)
        out[i] = triple[i][1];
}

static void arrays(int64_t n, const double x[restrict n],
                   double out[restrict n])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++)
        out[i] = x[i];
}

static void by_neighbour(int64_t n, int64_t most, int64_t k,
                         const uint32_t across[restrict most][n],
                         uint32_t out[restrict n])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++)
        out[i] = across[k][i];
}

static void by_particle(int64_t n, int64_t most, int64_t k,
                        const uint32_t along[restrict n][most],
                        uint32_t out[restrict n])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++)
        out[i] = along[i][k];
}

/* Zeroed, and aligned as the library's arrays are. */
static void *memory(size_t count, size_t bytes)
{
    void *made = aligned_alloc(64, count * bytes);
    return made ? memset(made, 0, count * bytes) : NULL;
}

int main(void)
{
    enum { N = 4096, MOST = 64 };
    double(*triple)[3] = memory(N, sizeof *triple), *x = memory(N, sizeof *x),
    *out = memory(N, sizeof *out);
    uint32_t(*across)[N] = memory(MOST, sizeof *across),
    (*along)[MOST] = memory(N, sizeof *along),
    *number = memory(N, sizeof *number);
    if (!triple || !x || !out || !across || !along || !number)
        return 1;
    for (uint32_t i = 0; i < N; i++) {
        triple[i][1] = i;
        x[i] = 2.0 * i;
        across[7][i] = 3 * i;
        along[i][7] = 5 * i;
    }
    triples(N, (const double(*)[3])triple, out);
    printf("%g", out[N - 1]);
    arrays(N, x, out);
    printf(" %g", out[N - 1]);
    by_neighbour(N, MOST, 7, (const uint32_t(*)[N])across, number);
    printf(" %u", number[N - 1]);
    by_particle(N, MOST, 7, (const uint32_t(*)[MOST])along, number);
    printf(" %u\n", number[N - 1]);
    free(triple);
    free(x);
    free(out);
    free(across);
    free(along);
    free(number);
    return 0;
}
