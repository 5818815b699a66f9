/* stops: the array overlaps 'x', which has the layout morton */
static double a[40][24];

static void twice(int n, double x[n][24], int depth)
{
#pragma hedra data(x) layout(x : morton)
    {
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 24; j++)
                x[i][j] = x[i][j] * 0.5 + 1;
        if (depth > 0)
            twice(n / 2, a + 1, depth - 1);
    }
}

int main(void)
{
    twice(40, a, 1);
    return 0;
}
