/* Temporaries of the points of Plans, in regions whose other nests access other
 * arrays: what a point computes for itself alone keeps no point in the Plan,
 * and its inspector follows it. */
/* steps: printed */
#include <stdio.h>

enum { N = 45, M = 38, LONG = 900, ROUNDS = 40 };
static unsigned char flag[N][M];
static double value[N][M], beside[N][M], chain[LONG], twice[LONG];
static int level[N][M], depth[LONG], back[LONG], less[LONG];

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int longest_path(void)
{
    int most = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int top = i > 0 ? level[i - 1][j] : 0;
            int before = j > 0 ? level[i][j - 1] : 0;
            level[i][j] = flag[i][j] == 1 ? 1 + larger(top, before) : 0;
            most = larger(most, level[i][j]);
        }
    return most;
}

static int place(int i)
{
    return larger(back[i] - less[i], 0);
}

static int longest_chain(void)
{
    int most = 0;
    for (int i = 1; i < LONG; i++) {
        depth[i] = 1 + (place(i) < i ? depth[place(i)] : 0);
        most = larger(most, depth[i]);
    }
    return most;
}

static void paths(void)
{
#pragma hedra
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                double top = 3, before = 5;
                if (i > 0 && flag[i - 1][j] == 1)
                    top = value[i - 1][j];
                if (j > 0 && flag[i][j - 1] == 1)
                    before = value[i][j - 1];
                if (flag[i][j] == 1)
                    value[i][j] = 1 + 0.5 * top + 0.25 * before;
            }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                beside[i][j] = i + j;
    }
}

static void chains(void)
{
#pragma hedra
    {
        for (int i = 1; i < LONG; i++) {
            int at = back[i] - less[i];
            double sum = i;
            if (at < 0)
                at = 0;
            if (at < i)
                for (int k = 0; k < ROUNDS; k++)
                    sum = sum * 0.5 + chain[at] * k;
            chain[i] = sum * 0.125;
        }
        for (int i = 0; i < LONG; i++)
            twice[i] = less[i] * 2;
    }
}

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            flag[i][j] = (unsigned char)((i * 7 + j * j * 13 + i * j) % 3);
    for (int i = 0; i < LONG; i++) {
        less[i] = i * 7 % 5;
        back[i] = i * 37 % (i + 1);
    }
    paths();
    chains();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += (value[i][j] + beside[i][j]) * (1 + (i * 31 + j) % 7);
    for (int i = 0; i < LONG; i++)
        sum += (chain[i] + twice[i]) * (1 + i * 31 % 7);
    printf("%.17g\nsteps %d\n", sum, longest_path() + longest_chain());
    return 0;
}
