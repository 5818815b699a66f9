/* PageRank by pulling along incoming links until no rank moves much. */
#include <math.h>
#include <stdio.h>

enum { PAGES = 333, LINKS = 2500 };
static int first[PAGES + 1], from[LINKS], links[PAGES];
static double rank[PAGES], fresh[PAGES];

static int make_links(void)
{
    int n = 0;
    for (int p = 0; p < PAGES; p++) {
        first[p] = n;
        for (int l = 0; l < 1 + p * p % 9 && n < LINKS; l++) {
            from[n] = (p * 29 + l * 71 + 3) % PAGES;
            links[from[n]]++;
            n++;
        }
    }
    first[PAGES] = n;
    return n;
}

int main(void)
{
    double change = 1;
    int sweeps = 0;
    make_links();
    for (int p = 0; p < PAGES; p++)
        rank[p] = 1.0 / PAGES;
#pragma hedra
    while (sweeps < 100 && change > 1e-9) {
        change = 0;
        for (int p = 0; p < PAGES; p++) {
            double sum = 0;
            for (int l = first[p]; l < first[p + 1]; l++)
                sum += rank[from[l]] / links[from[l]];
            fresh[p] = 0.15 / PAGES + 0.85 * sum;
        }
        for (int p = 0; p < PAGES; p++) {
            change = fmax(change, fabs(fresh[p] - rank[p]));
            rank[p] = fresh[p];
        }
        sweeps++;
    }
    printf("%d sweeps, change %.17g\n", sweeps, change);
    for (int p = 0; p < PAGES; p += 7)
        printf("%.17g\n", rank[p]);
    return 0;
}
