/*
 * What base.h declares itself: the distance of two words, for suggestions of
 * what a user meant; the clock.
 */
#include "runtime/base/base.h"
#include "runtime/base/first.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

int base_edit_distance(const char *a, const char *b)
{
    enum { ROOM = 64 };
    int d[ROOM][ROOM];
    int n = (int)strnlen(a, ROOM - 1), m = (int)strnlen(b, ROOM - 1);
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            bool swapped =
                i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

FIRST_CODE double base_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
