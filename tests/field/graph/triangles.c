/* Triangles of a graph by merging sorted lists. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 40000), per = 16;
    int *row = malloc((n + 1) * sizeof *row), *col = malloc(n * per * 4);
    long t = 0;
    for (int i = 0; i <= n; i++)
        row[i] = i * per;
    for (int i = 0; i < n * per; i++)
        col[i] = (i / per % 7 + i % per * (n / per)) % n;
    field_begin();
#pragma hedra extent(row[n + 1], col[n * per])
    for (int u = 0; u < n; u++)
        for (int a = row[u]; a < row[u + 1]; a++) {
            int i = row[u], j = row[col[a]];
            while (i < row[u + 1] && j < row[col[a] + 1]) {
                if (col[i] < col[j])
                    i++;
                else if (col[i] > col[j])
                    j++;
                else {
                    t++;
                    i++;
                    j++;
                }
            }
        }
    field_end();
    printf("t %ld\n", t);
}
