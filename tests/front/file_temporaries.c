/* Static numbers at file scope that the whole file only uses behind an
 * assignment are each iteration's own; one that is read before that, whose
 * address is taken, or that other files know, is not. */
static double t, square, carried, pointed;
double known;
static double u[100][5], v[100][5];

double last(void)
{
    return carried + *&pointed;
}

void rows(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        t = 1 / u[i][0];
        square = t * t;
        carried = t + 1;
        pointed = t + 2;
        known = t + 3;
        for (int k = 0; k < 5; k++)
            v[i][k] = t * u[i][k] + square * carried + pointed + known;
    }
}

void again(int n)
{
    for (int i = 0; i < n; i++) {
        t = u[i][1];
        u[i][2] = t;
    }
}
