/* Loops that add to variables, of which threads that share the loops have
 * copies: all operations and types, arrays and pointers; and what looks like a
 * sum, but is read, or set otherwise, or has another operation. */
#include <stdio.h>

enum { N = 600, BINS = 24 };

static int key[N];
static unsigned global[3][BINS];
static long total;

static int next(int v) /* more than a nest can be without */
{
    while (v > 40)
        v = v % 2 ? v / 3 : v - 17;
    return v;
}

static void operations(int n, unsigned char *restrict bytes,
                       unsigned short *restrict words,
                       long long *restrict large, int *restrict one)
{
    enum { MASK = 7 };
    long long sum = 5;
    unsigned set = 1u << 30, odd = 9, left = ~0u;
    short down = 100;
#pragma hedra
    for (int i = 0; i < n; i++) {
        int v = key[i];
        while (v > 40)
            v = v % 2 ? v / 3 : v - 17;
        bytes[v & MASK]++;
        words[v & 15] = words[v & 15] + v;
        large[v & 3] -= (long long)v * v;
        (*one)++;
        sum = v + sum;
        set |= 1u << (v & 15);
        odd ^= (unsigned)v * 77;
        left &= ~(1u << (v & 29));
        if (v & 1)
            --down;
        else
            down -= v;
    }
    printf("%lld %u %u %u %d\n", sum, set, odd, left, down);
}

static void of_the_file(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int v = key[i];
        while (v > 20)
            v -= 7;
        global[v % 3][v]++;
        total += v;
    }
}

static void no_sums(int n, int *restrict run, int *restrict place)
{
    int seen = 0, both = 3, last = 0, rounded = 0;
    _Bool any = 0;
#pragma hedra extent(place[48], run[n])
    for (int i = 0; i < n; i++) {
        int v = key[i];
        while (v > 40)
            v -= 11;
        seen++;
        run[i] = seen; /* it is read */
        both += v;
        both ^= v;
        rounded += v * 0.37;
        any += v == 3;
        place[v] += 1;
        place[(v + 1) % 41]++;
        if (v == 5)
            last = i;
        last += v;
    }
    printf("%d %d %d %d\n", both, rounded, any, last);
}

static void with_calls(int n)
{
    long sum = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        sum += next(key[i]);
    printf("%ld\n", sum);
}

/* In kernels of one thread these are no atomic operations, and no vectors, whose
 * lanes would meet. */
static void again_and_again(int n, int *restrict bins)
{
    int i;
#pragma hedra extent(bins[BINS])
    for (int t = 0; t < 5; t++) {
        int all = 0;
        for (i = t; i < n; i += 2) {
            int v = key[i];
            while (v > 20)
                v -= 9;
            bins[v]++;
            all += v;
        }
        bins[21] += all & 3;
    }
}

/* Sums around a loop that threads share anyway. */
static void around_others(int n, int *restrict bins)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < BINS; j++)
            bins[j] += 5;
}

/* A number other than 0 is 1, so that these are no sums. */
static void truths(int n, _Bool *restrict some)
{
    _Bool odd = 0, all = 1, any = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        int v = key[i] | 2;
        while (v > 30)
            v -= 28;
        odd ^= 2;
        all &= v & 2;
        any |= v & 4;
        some[v & 7] ^= v & 6;
    }
    printf("%d %d %d %d\n", odd, all, any, some[2] + 2 * some[6]);
}

static void extents(int n, int m)
{
    enum { HALF = 6 };
    int bins[3][m * HALF];
    for (int k = 0; k < m * HALF; k++)
        bins[1][k] = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        bins[1][key[i] % HALF + HALF]++;
    printf("%d %d\n", bins[1][HALF], bins[1][2 * HALF - 1]);
}

int main(void)
{
    unsigned char bytes[8] = {250};
    unsigned short words[16] = {0};
    long long large[4] = {1, 2, 3, 4};
    int one = 7, run[N], place[48] = {0}, bins[BINS] = {0};
    for (int i = 0; i < N; i++)
        key[i] = i * 37 % 101;
    operations(N, bytes, words, large, &one);
    of_the_file(N);
    no_sums(N, run, place);
    with_calls(N);
    again_and_again(N, bins);
    around_others(N, bins);
    _Bool some[8] = {0};
    truths(N - 1, some);
    extents(N, 2);
    for (int i = 0; i < 8; i++)
        printf("%d %d %lld %d\n", bytes[i], words[i], large[i % 4], one);
    for (int i = 0; i < BINS; i++)
        printf("%u %u %u %d %d\n", global[0][i], global[1][i], global[2][i],
               place[i], bins[i]);
    printf("%ld %d\n", total, run[N - 1]);
}
