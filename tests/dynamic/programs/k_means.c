/* k-means on integer points: the nearest centre of each, new centres, until no
 * point changes its cluster. */
#include <stdio.h>

enum { POINTS = 900, CLUSTERS = 7, DIMENSIONS = 3 };
static int point[POINTS][DIMENSIONS], centre[CLUSTERS][DIMENSIONS];
static int cluster[POINTS], size[CLUSTERS], sum[CLUSTERS][DIMENSIONS];

int main(void)
{
    int moved = 1, sweeps = 0;
    for (int p = 0; p < POINTS; p++) {
        cluster[p] = -1;
        for (int d = 0; d < DIMENSIONS; d++)
            point[p][d] = (p * (31 + d * 12) + p / 7 * 5) % 1000;
    }
    for (int c = 0; c < CLUSTERS; c++)
        for (int d = 0; d < DIMENSIONS; d++)
            centre[c][d] = point[c * 100][d];
#pragma hedra
    while (moved > 0 && sweeps < 50) {
        moved = 0;
        for (int p = 0; p < POINTS; p++) {
            int best = 0, nearest = 1 << 30;
            for (int c = 0; c < CLUSTERS; c++) {
                int distance = 0;
                for (int d = 0; d < DIMENSIONS; d++)
                    distance += (point[p][d] - centre[c][d]) *
                                (point[p][d] - centre[c][d]);
                if (distance < nearest) {
                    nearest = distance;
                    best = c;
                }
            }
            if (cluster[p] != best)
                moved++;
            cluster[p] = best;
        }
        for (int c = 0; c < CLUSTERS; c++) {
            size[c] = 0;
            for (int d = 0; d < DIMENSIONS; d++)
                sum[c][d] = 0;
        }
        for (int p = 0; p < POINTS; p++) {
            size[cluster[p]]++;
            for (int d = 0; d < DIMENSIONS; d++)
                sum[cluster[p]][d] += point[p][d];
        }
        for (int c = 0; c < CLUSTERS; c++)
            for (int d = 0; d < DIMENSIONS; d++)
                if (size[c] > 0)
                    centre[c][d] = sum[c][d] / size[c];
        sweeps++;
    }
    printf("%d sweeps\n", sweeps);
    for (int c = 0; c < CLUSTERS; c++)
        printf("%d: %d at %d %d %d\n", c, size[c], centre[c][0], centre[c][1],
               centre[c][2]);
    return 0;
}
