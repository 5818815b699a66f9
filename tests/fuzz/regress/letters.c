/* Names with letters outside of ASCII, as such and as \u...., and with $: of
 * iterators, arrays, parameters, functions, members, in clauses. */
#include <stdio.h>
#include <string.h>
struct größen { int länge; float maß; int $x; };
static int grün(int ä) { return ä * 2; }
static float π(float ü) { float ö = ü * 2; return ö + 1; }
static void setze(float *ß, int é, float ñ) { ß[é] = ñ; }
static float сумма(int n, const float *данные)
{
    float итог = 0;
#pragma hedra reassociate
    for (int я = 0; я < n; я++)
        итог += данные[я];
    return итог;
}
void f$2(int größe, float *α, float *b)
{
    int zähler;
#pragma hedra extent(α[größe]) tile(8)
    for (zähler = 0; zähler < größe; zähler++)
        α[zähler] = b[zähler] + grün(zähler) + π(b[zähler]);
    printf("%d\n", zähler);
}
int main(void)
{
    enum { N = 64 };
    static float α[N], β[N], γ[N][N], $d[N];
    static struct größen größen[N];
    static int idx[N];
    for (int i = 0; i < N; i++) β[i] = i, idx[i] = (i * 7) % N;
    f$2(N, α, β);
#pragma scop
    for (int i$ = 0; i$ < N; i$++) {
        int naïve = i$ + 1;
        for (int \u00e4 = 0; ä < N; \u00e4++) {
            γ[i$][ä] = α[i$] * β[ä] + naïve;
        }
        größen[i$].länge = i$ * 3;
        größen[i$].maß = β[i$];
        größen[i$].$x = i$;
        $d[i$] = 1;
    }
#pragma endscop
    int 多;
#pragma hedra
    for (多 = 0; 多 < N - 1; 多 += 3)
        setze(α, 多, β[多 + 1]);
    double s = 0;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) s += γ[i][j] * (i + j);
    for (int i = 0; i < N; i++) s += größen[i].länge + größen[i].maß + größen[i].$x + $d[i] + α[i];
    printf("%.17g %d %g\n", s, 多, сумма(N, α));
    int größe = N; float *zeiger = α;
#pragma hedra data(zeiger[0:größe])
    {
#pragma hedra assume(größe > 3)
        for (int ı = 0; ı < größe; ı++)
            zeiger[ı] += ı > 5 ? β[idx[ı]] : 2;
    }
    printf("%g\n", сумма(N, α));
}
