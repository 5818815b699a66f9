/* Quotients that stay the same are computed before the nest, also where no
 * iteration would: what traps there, as that of the least number by -1 does,
 * must not. The nests below ask for no such quotient. */
#include <limits.h>
#include <stdio.h>

static int a[400];
static long long b[400];
static double c[300][100];

static void in_bound(int n, int x, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < x / m; j++)
            a[j] += i;
}

static void in_subscript(int n, int x, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (m > 0)
            a[i + x / m] += i;
}

static void in_test(int n, long long x, long long m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (i < x % m)
            b[i] = i;
}

static void of_negative(int n, int x, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = x % m; j < x / m; j++)
            a[j + 100] += i + j;
}

static void in_product(int n, int x, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < x / m; k++)
                c[i][j] += c[100 + i][k] * c[200 + k][j];
}

static void print(const char *name)
{
    long long sum = 0;
    for (int i = 0; i < 400; i++)
        sum = (sum * 31 + a[i] + 7 * b[i] + (int)c[i / 4][i / 4]) % 1000003;
    printf("%s %lld\n", name, sum);
}

int main(void)
{
    volatile int least = INT_MIN, one = -1, zero = 0;
    volatile long long least_long = LLONG_MIN;
    in_bound(0, least, one);
    in_bound(0, least, zero);
    in_bound(9, 300, 7);
    print("in_bound");
    in_subscript(9, least, one);
    in_subscript(9, least, zero);
    in_subscript(9, 300, 7);
    print("in_subscript");
    in_test(0, least_long, one);
    in_test(0, least_long, zero);
    in_test(100, 300, 77);
    print("in_test");
    of_negative(0, least, one);
    of_negative(5, -60, one);
    of_negative(5, -60, -7);
    of_negative(5, -60, 7);
    print("of_negative");
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 100; j++)
            c[i][j] = (i * 7 + j) % 10;
    in_product(0, least, one);
    in_product(100, -80, one);
    in_product(90, 300, 4);
    print("in_product");
    return 0;
}
