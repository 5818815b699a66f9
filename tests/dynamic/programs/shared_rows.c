/* Rows of very different lengths, a few of them much longer than the others:
 * sums and extremes of all kinds, in loops of all forms. */
#include <limits.h>
#include <stdio.h>

enum { ROWS = 301, ENTRIES = 9000, PLANES = 3 };
static int begin[ROWS + 1], column[ENTRIES];
static long wide[PLANES][ROWS], sparse[ROWS];
static unsigned bits[ROWS], flags[ROWS], odd[ROWS];
static int least[ROWS], most[ROWS], few[ROWS];
static unsigned long great[ROWS];
static double weight[ENTRIES], real[ROWS], scaled[ROWS];

static void fill(void)
{
    int n = 0;
    for (int r = 0; r < ROWS; r++) {
        int length = r % 100 == 7 ? 1000 : r % 9 == 4 ? 33 + r % 70 : r % 20;
        begin[r] = n;
        for (int k = 0; k < length && n < ENTRIES; k++, n++) {
            column[n] = (r * 37 + k * 53) % ROWS;
            weight[n] = (k % 16 - 8) * 0.25;
        }
        bits[r] = (unsigned)r * 2654435761u;
        scaled[r] = r % 5;
    }
    begin[ROWS] = n;
}

static void integers(void)
{
#pragma hedra
    for (int r = 0; r < ROWS; r++) {
        int low = INT_MAX, high = INT_MIN, count = 0;
        for (int k = begin[r]; k < begin[r + 1]; k++) {
            int c = column[k] * 3 - r;
            low = c < low ? c : low;
            high = c > high ? c : high;
            if (c % 3 == 0)
                count++;
        }
        least[r] = low;
        most[r] = high;
        few[r] = count;
    }
}

static void forms(void)
{
#pragma hedra
    for (int p = 0; p < PLANES; p++)
        for (int r = 0; r < ROWS; r++) {
            long sum = p;
            for (long k = begin[r]; k <= begin[r + 1] - 1; k += 2)
                sum -= (long)column[k] * (r + p);
            wide[p][r] = sum;
        }
#pragma hedra
    for (int r = 0; r < ROWS; r++) {
        unsigned all = ~0u, any = 0, parity = bits[r];
        unsigned last = (unsigned)begin[r + 1];
        for (unsigned k = (unsigned)begin[r]; k < last; k++) {
            unsigned b = bits[column[k]];
            all &= b | 255u;
            any |= b & 3855u;
            parity ^= b;
        }
        flags[r] = all ^ any;
        odd[r] = parity;
    }
}

static void filtered(void)
{
#pragma hedra
    for (int r = 0; r < ROWS; r++) {
        long shift = sparse[r], sum = 0;
        unsigned long top = 0;
        if (bits[r] % 3 != 1) {
            for (int k = begin[r]; k < begin[r + 1]; k++) {
                unsigned long b = bits[column[k]] + (unsigned long)shift;
                sum += shift + column[k];
                top = top < b ? b : top;
            }
        }
        sparse[r] = sum;
        great[r] = top;
    }
}

static void reals(void)
{
#pragma hedra reassociate
    for (int r = 0; r < ROWS; r++) {
        double sum = 1;
        for (int k = begin[r]; k < begin[r + 1]; k++)
            sum += weight[k] * scaled[column[k]];
        real[r] = sum;
    }
}

int main(void)
{
    fill();
    for (int r = 0; r < ROWS; r++)
        sparse[r] = r % 11;
    integers();
    forms();
    filtered();
    reals();
    for (int r = 0; r < ROWS; r++)
        printf("%d %d %d %ld %ld %ld %x %x %ld %lu %g\n", least[r], most[r],
               few[r], wide[0][r], wide[1][r], wide[2][r], flags[r], odd[r],
               sparse[r], great[r], real[r]);
    return 0;
}
