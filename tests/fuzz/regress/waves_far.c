/* Sweeps that read their own table at a distance which a parameter holds: it may
 * be what the same rows have just stored. */
#include <stdio.h>
#include <string.h>
static int v[2][40][64];
static void f(int k,int l,int n,int m,int (*restrict v)[40][64]) {
#pragma hedra
  for (int i=1;i<n;i++) for (int j=1;j<m;j++) {
    int s = v[k][i-1][j] > v[k][i][j-1] ? v[k][i-1][j] : v[k][i][j-1];
    v[k][i][j] = s*3%1001 + v[l][i][j-1];
  }
}
static void g(int q, int n, int m, int *restrict d)
{
#pragma hedra
  for (int i = 9; i < n; i++) for (int j = 9; j < m; j++) {
    int s = d[(i-1)*m+j] > d[i*m+j-1] ? d[(i-1)*m+j] : d[i*m+j-1];
    d[i*m+j] = s*3%1001 + d[(i-q)*m+j];
  }
}
static void h(int q, int n, int m, int *restrict d)
{
#pragma hedra
  for (int i = 9; i < n; i++) for (int j = 9; j < m; j++) {
    int s = d[(i-1)*m+j] > d[i*m+j-1] ? d[(i-1)*m+j] : d[i*m+j-1];
    d[i*m+j] = s*3%1001 + d[i*m+j-q];
  }
}
static int d[100*120];
static unsigned sum(void) { unsigned s = 0; for (int k = 0; k < 100*120; k++) s = s*31 + d[k]; return s; }
int main(void)
{
    for (int t = 0; t < 4; t++) {
        memset(v, 0, sizeof v);
        for (int x = 0; x < 64; x++) v[0][0][x] = x % 7, v[1][0][x] = x % 5;
        f(t / 2, t % 2, 18, 40, v);
        printf("%d %d\n", v[0][17][39], v[1][17][39]);
    }
    for (int q = 1; q < 9; q++) {
        for (int k = 0; k < 100*120; k++) d[k] = k * 7 % 11;
        g(q, 90, 100, d); printf("%u\n", sum());
        for (int k = 0; k < 100*120; k++) d[k] = k * 7 % 11;
        h(q, 90, 100, d); printf("%u\n", sum());
    }
}
