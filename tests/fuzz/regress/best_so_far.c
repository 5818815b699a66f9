/* Loops that keep the best so far, and where it was: of equal ones the first or
 * the last, numbers that are none, zeros with signs, and nothing better than
 * what the variables hold. */
#include <math.h>
#include <stdio.h>

enum { N = 1500 };

static double x[N];
static int key[N];
static unsigned char byte[N];
static int kept = -5, kept_at = -7;

static void first_least(int n, double best, int at)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] < best) {
            best = x[i];
            at = i;
        }
    printf("first least %g at %d\n", best, at);
}

static void last_least(int n, double best, int at)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (best >= x[i]) {
            at = i;
            best = x[i];
        }
    printf("last least %g %d at %d\n", best, signbit(best) != 0, at);
}

static void last_most(int n, int best, int at)
{
#pragma hedra
    for (int i = n - 1; i >= 0; i--)
        if (key[i] > best) {
            best = key[i];
            at = i;
        }
    printf("last most %d at %d\n", best, at);
}

static void equal_most(int n, int best, int at, int other)
{
#pragma hedra
    for (int i = 0; i < n; i += 3)
        if (key[i] >= best && (i & 1)) {
            best = key[i];
            other = 2 * i;
            at = i;
        }
    printf("equal most %d at %d, %d\n", best, at, other);
}

static void wider(int n)
{
    int best = 100, at = -1;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (byte[i] < best) {
            best = byte[i];
            at = i;
        }
    printf("wider %d at %d\n", best, at);
}

/* What is kept is not what is compared. */
static void narrower(int n)
{
    float best = 10000;
    int at = -1;
#pragma hedra
    for (int i = 0; i < n; i++) {
        double d = 1000 + key[i] % 7 - 1e-9 * (i % 8);
        if (d < best) {
            best = d;
            at = i;
        }
    }
    printf("narrower %.9g at %d\n", best, at);
}

/* Where it is so far goes to each iteration. */
static void so_far(int n)
{
    static int rises[N];
    int best = -1, at = -1, sum = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (key[i] > best) {
            best = key[i];
            at = i;
        }
        rises[i] = at;
    }
    for (int i = 0; i < n; i++)
        sum += i * rises[i] % 1000;
    printf("so far %d at %d, %d\n", best, at, sum);
}

static void of_file(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (key[i] > kept) {
            kept = key[i];
            kept_at = i;
        }
    printf("of the file %d at %d\n", kept, kept_at);
}

static void pairs(int n)
{
    double best = 1e30;
    int a = -1, b = -1;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double d = fabs(x[i] - x[j]) + fabs((double)key[i] - key[j]);
            if (d < best) {
                best = d;
                a = i;
                b = j;
            }
        }
    printf("pairs %g of %d, %d\n", best, a, b);
}

/* Variables that the loop uses for something else, too. */
static void used_too(int n)
{
    int best = -1, at = -1, steps = 0, rises[N];
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (key[i] > best) {
            best = key[i];
            at = i;
            steps = steps + 1;
        }
        rises[i] = at;
    }
    printf("used too %d at %d, %d steps, %d\n", best, at, steps, rises[n / 2]);
}

static void most_alone(int n)
{
    int most = 3;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (key[i] > most)
            most = key[i];
    printf("most alone %d\n", most);
}

int main(void)
{
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < N; i++) {
            x[i] = (i * 7919 + turn) % 1009 * .5 - turn;
            if (i % 97 == 5)
                x[i] = NAN;
            if (i % 89 == 7 && turn == 0)
                x[i] = i % 2 ? -0. : 0.;
            key[i] = (i * 613 + turn * 7) % 401;
            byte[i] = (unsigned char)(i * 31 % 251 + turn);
        }
        for (int n = turn; n <= N; n += N - turn - 3) {
            first_least(n, 1e30, -1);
            first_least(n, -1e30, -1);
            first_least(n, NAN, -2);
            last_least(n, 1e30, -1);
            last_least(n, turn ? 1e30 : 0., -1);
            last_least(n, -1e30, -1);
            last_least(n, NAN, -2);
            last_most(n, -1, -1);
            last_most(n, 400, -1);
            equal_most(n, -1, -1, -1);
            equal_most(n, 400, -1, -1);
            equal_most(n, 401, -1, -1);
            wider(n);
            narrower(n);
            so_far(n);
            of_file(n);
            pairs(n / 10);
            used_too(n);
            most_alone(n);
        }
    }
}
