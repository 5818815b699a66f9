/* Loops that end early: behind where they end there may be no memory, and there
 * may be more than they know of. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static int first(int n, const int *x, int value)
{
    int at = -1;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] == value) {
            at = i;
            break;
        }
    return at;
}

static long letter(unsigned long n, const char *s, int c)
{
    unsigned long i;
    long at = -1;
#pragma hedra
    for (i = 0; i <= n; i++)
        if (s[i] == c) {
            at = (long)i;
            break;
        }
    return at;
}

/* A sum of two neighbours, of unlike types. */
static int pair(int n, const double *x, const short *y)
{
    int at = -1;
#pragma hedra
    for (int i = 1; i < n; i++)
        if (x[i] + y[i - 1] > 100) {
            at = i;
            break;
        }
    return at;
}

static int returned(int n, const float *x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] < 0)
            return i;
    return -1;
}

/* The array ends where the loop does, whatever its bound. */
static int of_table(int n, int value)
{
    static int table[100];
    int at = -1;
    for (int i = 0; i < 100; i++)
        table[i] = i * 3;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (table[i] == value) {
            at = i;
            break;
        }
    return at;
}

/* What is called may end the program, and write what is read. */
static int told, *watched;

static void tell(int i)
{
    told += i;
    watched[i + 1] = 0;
    if (i > 900)
        exit(printf("told %d\n", told) < 0);
}

static void calls(int n, const int *x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > 990)
            tell(i);
}

/* A guard keeps the second read from what is not there. */
static int both(int n, const int *x, const int *y)
{
    int at = -1;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > 0x02000000 && y[i] > 10) {
            at = i;
            break;
        }
    return at;
}

int main(void)
{
    size_t page = 4096, size = 16 * page;
    char *begin = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED || mprotect(begin + size, size, PROT_NONE))
        return 1;
    memset(begin, 1, size);
    char *end = begin + size;
    for (int k = 1; k < 3000; k += k < 140 ? 1 : 97) {
        int *x = (int *)end - k;
        float *f = (float *)end - k;
        double *d = (double *)end - k;
        x[k - 1] = 5;
        printf("%d ", first(100000, x, 5) - k);
        x[k / 2] = 77;
        printf("%d ", first(100000, x, 77));
        x[k / 2] = x[k - 1] = 0x01010101;
        end[-1] = 'e';
        printf("%ld ", letter(100000, end - k, 'e'));
        printf("%ld ", letter(-1ul, end - k, 'e') - k);
        end[-1] = 1;
        f[k - 1] = -1;
        printf("%d ", returned(100000, f) - k);
        f[k - 1] = 1;
        d[k - 1] = 1000;
        printf("%d\n", k > 1 ? pair(100000, d, (short *)begin) : 0);
        memset(end - 8, 1, 8);
        x[k - 1] = 0x03000000;
        printf("%d %d\n", both(k, x, (int *)end - 1 - (k - 1)),
               both(k - 1, x, (int *)(end + 8)));
        x[k - 1] = 0x01010101;
    }
    printf("%d %d %d\n", of_table(1 << 30, 297), of_table(1 << 30, 99),
           of_table(100, 5));
    watched = (int *)begin;
    for (int i = 0; i < 1000; i++)
        watched[i] = i < 100 ? i : 890 + i % 105;
    fflush(stdout);
    calls(1 << 30, watched);
    return 1;
}
