/* Two threads run one region at the same time, each with arrays of its own that
 * it changes now and then: neither may take the other's list of active points.
 */
#include <pthread.h>
#include <stdio.h>

enum { N = 2000, ROUNDS = 12 };

struct work {
    int flag[N], number;
    double x[N];
};
static struct work work[2];

static void step(int n, const int *restrict flag, double *restrict x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (flag[i])
            for (int k = 0; k < 40; k++)
                x[i] = x[i] * 0.5 + k;
}

static void *run(void *argument)
{
    struct work *w = argument;
    for (int k = 0; k < ROUNDS; k++) {
        if (k % 3 == 0)
            for (int i = 0; i < N; i++)
                w->flag[i] = (i + k) % (13 + 4 * w->number) == 0;
        step(N, w->flag, w->x);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[2];
    for (int k = 0; k < 2; k++) {
        work[k].number = k;
        pthread_create(&thread[k], NULL, run, &work[k]);
    }
    for (int k = 0; k < 2; k++) {
        double sum = 0;
        pthread_join(thread[k], NULL);
        for (int i = 0; i < N; i++)
            sum += work[k].x[i] * (1 + i % 7);
        printf("%.17g\n", sum);
    }
    return 0;
}
