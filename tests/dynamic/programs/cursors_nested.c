/* Cursors that go on from row to row: each row is counted, and filled where the
 * ones before it end. The last ones run in order: what moves the cursor depends
 * on it, or on what the rows write. */
#include <stdio.h>
#include <string.h>

enum { N = 301, M = 277 };

static int flag[N][M], kind[N], list[N * M], column[N * M];
static float a[N][M], out[3 * N * M + 8], rest[N * M + 8], row[N + 1];
static long count[2];

/* Compressed rows. */
static long compress(int n, int m)
{
    int k = 0;
#pragma hedra
    {
        for (int i = 0; i < n; i++) {
            row[i] = (float)k;
            for (int j = 0; j < m; j++)
                if (a[i][j] > 400) {
                    column[k] = j;
                    out[k] = a[i][j];
                    k++;
                }
        }
        row[n] = (float)k;
    }
    return k;
}

static long triangle(int n, int m)
{
    long k = 7;
#pragma hedra
    for (int i = n - 1; i >= 1; i -= 2) {
        float least = a[i][0];
        for (int j = i % 3; j < m && j < i; j++) {
            float here = a[i][j] - least;
            if (here > 0)
                if (kind[i] != 2 || flag[i][j]) {
                    out[2 * k] = here;
                    out[2 * k + 1] = (float)i;
                    k += 1;
                }
        }
    }
    return k;
}

static long deep(int n, int m)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < 3; l++)
                if (flag[i][j] > l)
                    out[k++] = a[i][j] + (float)l;
    return k;
}

static long both(int n, int m)
{
    long k = 0, l = N * M;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            if (flag[i][j])
                out[k++] = a[i][j];
            else if (a[i][j] > 9)
                rest[--l] = a[i][j];
        if (kind[i] == 1)
            column[i] = (int)(k - l);
    }
    return k * 1000 + l;
}

static long ends(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            if (flag[i][j]) {
                list[count[1]] = i * m + j;
                count[1] += 1;
            }
        row[i] = (float)count[1];
    }
    return count[1];
}

static long peeks(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (flag[i][j]) {
                list[count[1]] = i * m + j;
                count[1] += 1;
                column[i * M + j] = (int)count[j % 2];
            }
    return count[1];
}

static long two_movers(int n, int m)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            if (flag[i][j])
                out[k++] = a[i][j];
        k++;
    }
    return k;
}

static long limited(int n, int m)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (k < 500 && flag[i][j])
                out[k++] = a[i][j];
    return k;
}

static long overwritten(int n, int m)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i][j] > 500)
                a[0][k++ % M] = a[i][j] / 2;
    return k;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        kind[i] = i * 31 % 7 % 5;
        row[i] = 0;
        for (int j = 0; j < M; j++) {
            int q = i * M + j;
            flag[i][j] = q * 79 % 13 % 4;
            a[i][j] = (float)(q * 7919LL % 10007) / 11;
            list[q] = column[q] = 0;
        }
    }
    row[N] = 0;
    memset(out, 0, sizeof out);
    memset(rest, 0, sizeof rest);
    memset(count, 0, sizeof count);
}

static void show(const char *name, int n, int m, long k)
{
    double s = 0;
    unsigned h = 0;
    for (int q = 0; q < 3 * N * M; q++)
        s = s * 0.9375 + out[q];
    for (int q = 0; q < N * M; q++) {
        s = s * 0.9375 + rest[q] + a[q / M][q % M] * 0.01;
        h = h * 31 + (unsigned)list[q] * 7 + (unsigned)column[q];
    }
    for (int i = 0; i <= N; i++)
        s += row[i] * i;
    printf("%s %d %d: %ld %.17g %u\n", name, n, m, k, s, h);
}

int main(void)
{
    static const struct {
        const char *name;
        long (*run)(int n, int m);
    } test[] = {
        {"compress", compress},
        {"triangle", triangle},
        {"deep", deep},
        {"both", both},
        {"ends", ends},
        {"peeks", peeks},
        {"two movers", two_movers},
        {"limited", limited},
        {"overwritten", overwritten},
    };
    static const int sizes[][2] = {
        {0, 5}, {1, 1}, {5, 0}, {40, 33}, {301, 277}};
    for (size_t t = 0; t < sizeof test / sizeof *test; t++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            fill();
            int n = sizes[s][0], m = sizes[s][1];
            show(test[t].name, n, m, test[t].run(n, m));
        }
    return 0;
}
