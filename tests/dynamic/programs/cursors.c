/* Cursors: what passes a filter is moved together, in order. Of the places that
 * they tell no two are the same; in the last four they may be, or what is read
 * there counts: these run in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 30011 };

struct item {
    int key;
    double value;
};

static int flag[N], kind[N], list[N], place[N], count[4];
static float a[N], b[N], out[2 * N + 8], rest[N + 8];
static struct item items[N];

static long keys(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 1; i < n; i++)
        if (kind[i] != kind[i - 1])
            list[k++] = i;
    return k;
}

static long several(int n)
{
    long k = 5;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] > 700 && kind[i] != 3) {
            out[k] = a[i] * 2;
            list[k] = i;
            items[k].key = kind[i];
            items[k].value = a[i] + k;
            k++;
        }
    return k;
}

static long apart(int n)
{
    unsigned k = 0;
    size_t l = (size_t)n;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (flag[i])
            out[k++] = a[i];
        else
            rest[--l] = a[i];
    return (long)k * 100000 + (long)l;
}

static long triples(int n)
{
    int k = -1;
#pragma hedra
    for (int i = 0; i < n / 2; i++)
        if (flag[i]) {
            k += 1;
            out[3 * k + 5] = a[i];
            out[3 * k + 3] = b[i];
            out[3 * k + 4] = a[i] - b[i];
        }
    return k;
}

static long pairs(int n)
{
    int k = 0;
#pragma hedra
    for (int i = n - 1; i >= 0; i--)
        if (flag[i]) {
            out[k] = a[i];
            out[k + 1] = b[i];
            a[i] = 0;
            k += 2;
        }
    return k;
}

static long continued(int n)
{
    int k = 0;
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            if (flag[i])
                out[k++] = a[i];
        k = k / 2;
        for (int i = 0; i < n; i++)
            if (kind[i] == 4) {
                out[k++] = b[i];
                place[i] = k;
            }
    }
    return k;
}

static long in_memory(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (flag[i]) {
            list[count[2]] = i;
            count[2] += 1;
        }
    return count[2];
}

static long rounds(int n)
{
    int k = 0, left = 3;
#pragma hedra
    while (left > 0) {
        k = 0;
        for (int i = 0; i < n; i++)
            if (a[i] > 500 * left)
                list[k++] = i;
        left--;
    }
    return k;
}

static long overwritten(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        out[k] = a[i];
        if (flag[i])
            k++;
    }
    return k;
}

static long neighbours(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (flag[i]) {
            out[2 * k] = a[i];
            out[2 * k + 2] = b[i];
            k++;
        }
    return k;
}

static long up_and_down(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (flag[i])
            out[k++] = a[i];
        else if (k > 0)
            k--;
    return k;
}

static long in_place(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (flag[i])
            a[k++] = a[i];
    return k;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        flag[i] = i * 7919 % 13 < 4;
        kind[i] = i * 31 % 7 % 5;
        a[i] = (float)(i * 7919 % 10007) / 3;
        b[i] = (float)(i * 17 % 101) / 7;
        list[i] = place[i] = 0;
        items[i].key = 0;
        items[i].value = 0;
    }
    memset(out, 0, sizeof out);
    memset(rest, 0, sizeof rest);
    memset(count, 0, sizeof count);
}

static void show(const char *name, int n, long k)
{
    double s = 0;
    unsigned h = 0;
    for (int i = 0; i < N; i++) {
        s = s * 0.75 + out[i] + out[N + i] + rest[i] + a[i] * 0.01;
        h = h * 31 + (unsigned)list[i] * 7 + (unsigned)place[i] +
            (unsigned)items[i].key + (unsigned)(items[i].value * 8);
    }
    printf("%s %d: %ld %.17g %u\n", name, n, k, s, h);
}

int main(void)
{
    static const struct {
        const char *name;
        long (*run)(int n);
    } test[] = {
        {"keys", keys},
        {"several", several},
        {"apart", apart},
        {"triples", triples},
        {"pairs", pairs},
        {"continued", continued},
        {"in memory", in_memory},
        {"rounds", rounds},
        {"overwritten", overwritten},
        {"neighbours", neighbours},
        {"up and down", up_and_down},
        {"in place", in_place},
    };
    static const int sizes[] = {0, 1, 33, 4000, 20000};
    for (size_t t = 0; t < sizeof test / sizeof *test; t++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            fill();
            show(test[t].name, sizes[s], test[t].run(sizes[s]));
        }
    return 0;
}
