/* Loops whose unsigned iterators begin or end beside the ends of their types,
 * and constants that stand for negative numbers. */
#include <stdint.h>
#include <stdio.h>

/* Ends when it has come below zero. */
static void down(size_t n, int *restrict x)
{
#pragma hedra
    for (size_t i = n - 1; i != (size_t)-1; i--)
        x[i] += (int)i;
}

static void down_bytes(uint8_t n, int *restrict x)
{
#pragma hedra
    for (uint8_t i = n; i != (uint8_t)-1; --i)
        x[i] = x[i] * 2 + i;
}

static void less_one(size_t n, size_t first, int *restrict x)
{
#pragma hedra
    for (size_t i = first; i != n; i++)
        x[i + (size_t)-1] += (int)i;
}

static void beyond(size_t n, int *restrict x)
{
#pragma hedra
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j != n; j++)
            if (j < SIZE_MAX && SIZE_MAX - 2 >= i && i != (size_t)-1)
                x[i] += x[j] % 5;
}

static void wrapped(unsigned n, int *restrict x)
{
#pragma hedra
    for (unsigned i = 0; i < n; i++)
        if (i + 0xffffffffu < 5)
            x[i] = 7;
}

/* Signed iterators that are compared without sign: counting down, blocks of
 * iterations beyond the end must not pass the test below zero. */
static int sum_down(int n, const int *restrict a)
{
    int sum = 0;
#pragma hedra
    for (unsigned x = 0; x <= (unsigned)n; x += 4)
        for (int j = (int)x + 3; j >= x + 2; j--)
            sum += a[j];
    return sum;
}

static void scan_down(unsigned low, int n, const int *restrict a,
                      int *restrict b)
{
    int s = 0;
#pragma hedra
    for (int j = n; j > low; j--) {
        s += a[j];
        b[j] = s;
    }
}

static int greatest_down(size_t low, int n, const int *restrict a)
{
    int best = 0, place = 0;
#pragma hedra
    for (int j = n; j >= low; j -= 3)
        if (a[j] > best) {
            best = a[j];
            place = j;
        }
    return best * 100 + place;
}

/* Begins below zero, which ends it at once. */
static int greatest_up(size_t end, int n, const int *restrict a)
{
    int best = 0;
#pragma hedra
    for (int j = n; j < end; j++)
        best = a[j] > best ? a[j] : best;
    return best;
}

int main(void)
{
    int x[300], y[300] = {0};

    for (int i = 0; i < 300; i++)
        x[i] = i * 31 % 17;
    for (size_t n = 0; n < 90; n += 13) {
        unsigned sum = 0;
        down(n, x);
        down_bytes((uint8_t)(n * 2), x);
        less_one(n + 2, 1, x);
        beyond(n, x);
        wrapped((unsigned)n, x);
        scan_down(2, (int)n + 5, x, y);
        y[0] += sum_down((int)n, x) + greatest_down(3, (int)n + 40, x);
        y[1] += greatest_up(n + 20, 3, x) + 2 * greatest_up(n + 20, -3, x);
        for (int i = 0; i < 300; i++)
            sum = sum * 3 + (unsigned)x[i] * 5 + (unsigned)y[i];
        printf("%u\n", sum);
    }
    return 0;
}
