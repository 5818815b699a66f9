/* Rows of unequal length: the greatest valid entry, where it is, and whether a
 * forbidden value ends the row early. */
#include <limits.h>
#include <stdio.h>

enum { ROWS = 260, ENTRIES = 4000 };
static long begin[ROWS + 1];
static short entry[ENTRIES];
static int most[ROWS], where[ROWS];
static unsigned char broken[ROWS];

int main(void)
{
    long n = 0;
    for (int r = 0; r < ROWS; r++) {
        begin[r] = n;
        for (int k = 0; k < r * r % 31 && n < ENTRIES; k++)
            entry[n++] = (short)((r * 37 + k * 53) % 401 - 150);
    }
    begin[ROWS] = n;
#pragma hedra
    for (int r = 0; r < ROWS; r++) {
        int best = INT_MIN, at = -1;
        broken[r] = 0;
        for (long k = begin[r]; k < begin[r + 1]; k++) {
            if (entry[k] < 0)
                continue;
            if (entry[k] == 200) {
                broken[r] = 1;
                break;
            }
            if (entry[k] > best) {
                best = entry[k];
                at = (int)(k - begin[r]);
            }
        }
        most[r] = best;
        where[r] = at;
    }
    for (int r = 0; r < ROWS; r++)
        printf("%d@%d%s%c", most[r], where[r], broken[r] ? "!" : "",
               r % 8 == 7 ? '\n' : ' ');
    printf("\n");
    return 0;
}
