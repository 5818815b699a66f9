/* k-means until no point moves: assignment in parallel, sums in the order of
 * the points, statements before and after the loop. */
#include <stdio.h>

enum { N = 400, K = 5 };

static float x[N], y[N];
static int home[N];

int main(void)
{
    float cx[K], cy[K], sx[K], sy[K];
    int moved, size[K], rounds = 0;
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i * 37 % 101) / 7;
        y[i] = (float)(i * i % 97) / 5;
    }
#pragma hedra
    {
        for (int i = 0; i < N; i++)
            home[i] = -1;
        for (int k = 0; k < K; k++) {
            cx[k] = x[k * 11];
            cy[k] = y[k * 11];
        }
        for (;;) {
            int was[N];
            for (int i = 0; i < N; i++) {
                float best = 1e30f;
                int at = 0;
                for (int k = 0; k < K; k++) {
                    float dx = x[i] - cx[k], dy = y[i] - cy[k];
                    float d = dx * dx + dy * dy;
                    if (d < best) {
                        best = d;
                        at = k;
                    }
                }
                was[i] = home[i];
                home[i] = at;
            }
            moved = 0;
            for (int i = 0; i < N; i++)
                moved += was[i] != home[i];
            rounds++;
            if (!moved)
                break;
            for (int k = 0; k < K; k++) {
                sx[k] = sy[k] = 0;
                size[k] = 0;
                for (int i = 0; i < N; i++)
                    if (home[i] == k) {
                        sx[k] += x[i];
                        sy[k] += y[i];
                        size[k]++;
                    }
            }
            for (int k = 0; k < K; k++)
                if (size[k]) {
                    cx[k] = sx[k] / (float)size[k];
                    cy[k] = sy[k] / (float)size[k];
                }
        }
        for (int i = 0; i < N; i++)
            x[i] -= cx[0];
    }
    printf("%d rounds\n", rounds);
    for (int k = 0; k < K; k++)
        printf("%d %a %a\n", size[k], cx[k], cy[k]);
    printf("%a\n", x[17]);
}
