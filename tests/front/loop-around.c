/* A region in a loop: what the next round reads is live. */
void around(int n, int rounds, double *a)
{
    double carried = 0, fresh, tested = 1;
    while (tested > 0) {
        double inner;
        fresh = a[0];
#pragma hedra
        for (int i = 0; i < n; i++) {
            carried += a[i];
            fresh += a[i];
            inner = fresh;
            tested = inner;
        }
    }
    for (int r = 0; r < rounds; r++)
#pragma hedra
        for (int i = 0; i < n; i++) {
            fresh = a[i];
            a[i] = fresh + r;
        }
}
