/* A list of active points serves again while what its filter reads stays: under
 * changes of what else the nest reads and writes, of the filter's array in
 * plain C between two runs, in one entry; of a threshold that is a scalar, and
 * of the size; on arrays that are kept on the device, which a region there
 * changes; and of few points and of so many that a device takes the nest. */
/* plans: printed */
#include <stdio.h>

enum { N = 5000 };
static int flag[N];
static double x[N], y[N];
static int made, kept;

static void fill(int every)
{
    for (int i = 0; i < N; i++)
        flag[i] = i % every == 0 ? 1 + i % 3 : 0;
}

static void work(int n, int least)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (flag[i] > least)
            for (int k = 0; k < 40; k++)
                x[i] = x[i] * 0.5 + y[i] + k;
}

/* What is active in one region of a block is changed by the other. */
static void change(int from)
{
#pragma hedra
    for (int i = from; i < N; i++)
        flag[i] = 2 - flag[i];
}

static void show(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] * (1 + i % 7);
    printf("%.17g\n", sum);
}

/* again: was the list made in the run before? */
static void try(int n, int least, int again)
{
    work(n, least);
    made += !again;
    kept += again;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        y[i] = 0.25 * (i % 9);
    fill(50);
    try(N, 0, 0);
    try(N, 0, 1);
    show();
    for (int i = 0; i < N; i++)
        y[i] += 0.5;
    try(N, 0, 1);
    show();
    flag[77] = 1;
    try(N, 0, 0);
    show();
    try(N, 0, 1);
    try(N, 1, 0);
    try(N, 1, 1);
    show();
    try(N - 1000, 1, 0);
    try(N, 1, 0);
    show();
    fill(1);
    try(N, 0, 0);
    try(N, 0, 1);
    show();
    fill(20);
#pragma hedra data(flag, x, y)
    {
        try(N, 0, 0);
        try(N, 0, 1);
        try(N, 0, 1);
        change(100);
        try(N, 0, 0);
        try(N, 0, 1);
    }
    show();
    fill(30);
    try(N, 0, 0);
    show();
    printf("made %d kept %d\n", made, kept);
    return 0;
}
