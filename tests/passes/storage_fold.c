/* The scheduler leaves the loop over steps outermost; a step's row is used up
 * before the next one, so that one row is enough for all of them. */
void storage_fold(int steps, int n, double a[restrict n], double b[restrict n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        double row[100];
        for (int j = 0; j < 100; j++)
            row[j] = a[j] * 2 + t;
        for (int j = 1; j < 100; j++)
            a[j] = row[j - 1] + row[99 - j];
    }
}
