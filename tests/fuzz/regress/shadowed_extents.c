/* Extents of arrays name variables that other ones hide where the region is, or
 * that hold something else there. What asm writes is no constant. */
#include <stdio.h>

struct sizes {
    int n, m;
};

static double memory[600];
static int columns = 7;

static void hidden(int m, int n)
{
    double(*a)[m] = (double(*)[m])memory;
    {
        int m = 7;
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++)
                a[i][j] = a[i][j] * 2 + m;
    }
}

static void hidden_by_loop(int n, int m, double a[n][m])
{
    for (int m = 3; m < 5; m++) {
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] = a[i][j] * 0.5 + m;
    }
}

static void change(struct sizes *s)
{
    columns = 3;
    s->m = 2;
}

static void changed(struct sizes *s)
{
    double(*a)[columns] = (double(*)[columns])memory;
    double(*b)[s->m] = (double(*)[s->m])(memory + 300);
    change(s);
#pragma hedra
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] += i - j;
#pragma hedra
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 3; j++)
            b[i][j] += i + j;
}

static void written(double *a)
{
    int k = 3;
    __asm__("" : "=r"(k) : "0"(k + 2));
#pragma hedra
    for (int i = 0; i < 50; i++)
        a[i] += k * i;
}

int main(void)
{
    struct sizes s = {20, 9};
    double sum = 0;
    for (int i = 0; i < 600; i++)
        memory[i] = i * 0.5;
    hidden(4, 20);
    hidden(6, 20);
    hidden_by_loop(20, 8, (void *)memory);
    changed(&s);
    written(memory + 400);
    for (int i = 0; i < 600; i++)
        sum += memory[i] * (i % 17);
    printf("%.17g\n", sum);
    return 0;
}
