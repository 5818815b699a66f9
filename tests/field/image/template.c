/* Where in each of some strips a pattern of 12 rows of 32 bytes is found best,
 * and how well: strips have different widths, the last one ends with the
 * memory, and the first places count less. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    enum { ROWS = 12, COLUMNS = 32 };
    int n = field_size(argc, argv, 60, 4000), width = COLUMNS + n % 64 + 40;
    unsigned char(*strip)[ROWS][width] =
        (void *)field_bytes((size_t)n * ROWS * width);
    unsigned char(*pattern)[COLUMNS] = (void *)field_bytes(ROWS * COLUMNS);
    int(*found)[2] = field_zeros(n, sizeof *found);
    field_begin();
#pragma hedra whole
    for (int i = 0; i < n; i++) {
        int best = 1 << 30, at = -1, end = width - COLUMNS - i % 50 % width;
        for (int x = i % 7; x <= end; x++) {
            int s = 0;
            for (int a = 0; a < ROWS; a++)
                for (int b = 0; b < COLUMNS; b++)
                    s += abs(strip[i][a][x + b] - pattern[a][b]);
            if (x < 3)
                s = s * 3 / 4;
            if (s < best) {
                best = s;
                at = x;
            }
        }
        found[i][0] = at;
        found[i][1] = best;
    }
    field_end();
    field_sum("found", found, (size_t)n * sizeof *found);
}
