/* Subscripts that lead into other rows because of integers that a loop of the
 * host counts, or computes: the steps of a loop that ends by a test of data.
 * They are not known when the nest starts. */
#include <stdio.h>

enum { ROWS = 8, COLUMNS = 60, COUNT = ROWS * COLUMNS };

static int a[COUNT], b[COUNT], c[COUNT];

/* Step s reads row s, and writes into the next one by the first row. */
static int from_one(int n, int limit, int (*p)[COLUMNS])
{
    int sum = 0, s;
#pragma hedra
    {
        s = 1;
        while (s < n && sum < limit) {
            for (int i = 0; i < COLUMNS - 1; i++)
                p[0][i + s * COLUMNS + 1] = p[s][i] + i % 7 + 1;
            sum = 0;
            for (int i = 0; i < COLUMNS; i++)
                sum += p[s][i];
            s = s + 1;
        }
    }
    return sum + s;
}

/* The same where step 0 stays in its row, and rows are as long as w says. */
static int from_zero(int n, int limit, int w, int (*p)[w], int (*q)[w])
{
    int sum = 0, s;
#pragma hedra
    {
        s = 0;
        while (s < n && sum < limit) {
            for (int i = 0; i < COLUMNS - 1; i++)
                p[0][i + s * COLUMNS + 1] = q[s][i] + i % 7 + 1;
            for (int i = 1; i < w; i++)
                p[s][i - 1] += p[s][i];
            sum = 0;
            for (int i = 0; i < w; i++)
                sum += p[s][i] & 15;
            s = s + 1;
        }
    }
    return sum + s;
}

/* Behind the end by a counter that begins outside of the region. */
static int of_caller(int n, int s, int limit, int w, int (*p)[w])
{
    int sum = 0;
#pragma hedra
    while (s < n && sum < limit) {
        for (int i = 0; i < 4; i++)
            p[i][s + 1] = p[i + 1][s - w] + 3 * p[i][s];
        sum = 0;
        for (int i = 0; i < 4; i++)
            sum += p[i][s] & 3;
        s++;
    }
    return sum + s;
}

/* An offset that grows, and one that comes back. */
static int by_offset(int n, int limit, int (*p)[ROWS][COLUMNS / ROWS])
{
    int sum = 0, at = 0, round = 0;
#pragma hedra extent(p[8])
    {
        at = 3;
        round = 0;
        do {
            for (int y = 1; y < ROWS; y++)
                for (int x = 0; x < COLUMNS / ROWS; x++)
                    p[0][y][x + at] = p[1][y - 1][x] + y;
            at = at * 2 - round;
            sum = 0;
            for (int x = 0; x < COLUMNS / ROWS; x++)
                sum += p[1][2][x] & 1;
            round++;
        } while (round < n && sum < limit);
    }
    return sum + at;
}

/* Sizes that halve: nothing leaves its row, unless it is too short. */
static int halves(int n, int w, int limit, int (*p)[w], int (*q)[w])
{
    int m, sum = 0;
#pragma hedra
    {
        m = n;
        while (m > 1 && sum < limit) {
            for (int y = 0; y < 4; y++)
                for (int x = 0; x < m / 2; x++) {
                    q[y][x] = p[y][2 * x] + p[y][2 * x + 1];
                    q[y][m / 2 + x] = p[y][2 * x] - p[y][2 * x + 1];
                }
            for (int y = 0; y < 4; y++)
                for (int x = 0; x < m; x++)
                    p[y][x] = q[y][x];
            sum = 0;
            for (int y = 0; y < 4; y++)
                sum += p[y][0] & 7;
            m /= 2;
        }
    }
    return sum + m;
}

/* What is written slides behind the end of its row, into what is read. */
static int slides(int n, int limit, int w, int (*p)[w])
{
    int sum = 0, s;
#pragma hedra
    {
        s = 0;
        while (s < n && sum < limit) {
            for (int i = 0; i < w; i++)
                p[0][i + s] = p[1][i] + i % 5;
            sum = 0;
            for (int i = 0; i < w; i++)
                sum += p[1][i] & 7;
            s++;
        }
    }
    return sum + s;
}

/* A quotient of a negative number rises, and a difference falls: iterations
 * between it and what it begins with are there. */
static int rises(int n, int limit, int w, int (*p)[w])
{
    int sum = 0, m;
#pragma hedra
    {
        m = n;
        while (m < 0 && sum < limit) {
            for (int y = 0; y < 4; y++)
                for (int x = 0; x < m - n; x++)
                    p[y][x] = p[y][x] * 3 + y;
            sum = 0;
            for (int y = 0; y < 4; y++)
                sum += p[y][0] & 7;
            m /= 2;
        }
    }
    return sum + m;
}

static int falls(int n, int limit, int w, int (*p)[w])
{
    int sum = 0, m;
#pragma hedra
    {
        m = n;
        while (m > 0 && sum < limit) {
            for (int y = 0; y < 4; y++)
                for (int x = 0; x < n - m; x++)
                    p[y][x] = p[y][x] * 3 + y;
            sum = 0;
            for (int y = 0; y < 4; y++)
                sum += p[y][0] & 7;
            m = m - 3;
        }
    }
    return sum + m;
}

/* Unsigned counters. */
static int unsigned_steps(unsigned n, int limit, unsigned w, int (*p)[w])
{
    int sum = 0;
    unsigned s;
#pragma hedra
    {
        for (s = 0; s < n; s++) {
            for (unsigned i = 0; i < w; i++)
                p[0][i + s * 10 + 10] = p[0][i + s * 10] + 1;
            for (unsigned i = 0; i < w; i++)
                p[1][i] ^= p[1][w - 1 - i] + 1;
            sum = 0;
            for (unsigned i = 0; i < w; i++)
                sum += p[0][i] & 7;
            if (sum > limit)
                break;
        }
    }
    return sum + (int)s;
}

static void reset(void)
{
    for (int i = 0; i < COUNT; i++) {
        a[i] = i * 7 % 101;
        b[i] = i * 13 % 97;
        c[i] = i * 5 % 89;
    }
}

static void print_sums(int result)
{
    unsigned s = 0, t = 0, u = 0;
    for (int i = 0; i < COUNT; i++) {
        s = s * 31 + (unsigned)a[i];
        t = t * 31 + (unsigned)b[i];
        u = u * 31 + (unsigned)c[i];
    }
    printf("%d %u %u %u\n", result, s, t, u);
    reset();
}

int main(void)
{
    const int endless = 1 << 30;

    reset();
    for (int n = 0; n <= ROWS; n += 4)
        print_sums(from_one(n, endless, (int(*)[COLUMNS])a));
    for (int n = 0; n <= 6; n += 3) {
        print_sums(from_zero(n, endless, COLUMNS, (int(*)[COLUMNS])a,
                             (int(*)[COLUMNS])b));
        print_sums(from_zero(n, endless, COLUMNS, (int(*)[COLUMNS])a,
                             (int(*)[COLUMNS])a));
        print_sums(from_zero(n, endless, COLUMNS - 2, (int(*)[COLUMNS - 2]) a,
                             (int(*)[COLUMNS - 2]) a));
    }
    for (int s = 0; s <= 60; s += 20)
        print_sums(of_caller(s + 18, s, endless, 20, (int(*)[20])(a + 30)));
    for (int n = 1; n < 6; n++)
        print_sums(by_offset(n, endless, (int(*)[ROWS][COLUMNS / ROWS]) a));
    for (int n = 16; n <= 64; n *= 2) {
        print_sums(halves(n, 64, endless, (int(*)[64])a, (int(*)[64])b));
        print_sums(halves(n, 32, endless, (int(*)[32])a, (int(*)[32])b));
    }
    for (int n = 1; n < 40; n += 19)
        print_sums(slides(n, endless, 20, (int(*)[20])a));
    print_sums(rises(-16, endless, 20, (int(*)[20])a));
    print_sums(falls(16, endless, 20, (int(*)[20])a));
    for (unsigned n = 0; n < 40; n += 13)
        print_sums(unsigned_steps(n, endless, 30, (int(*)[30])a));
    return 0;
}
