/* Pure functions of the unit are evaluated in place. */
static double square(double x)
{
    return x * x;
}

static inline float clamp(float x, float low, float high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

static int largest(int a, int b, int c)
{
    int best = a;
    if (b > best)
        best = b;
    best = c > best ? c : best;
    return best;
}

static double mean(const double *row, int n, int i)
{
    const double *p = row + 1;
    double sum = row[i];
    sum += p[i];
    sum /= n;
    return sum;
}

static double corner(int n, double A[n][n], int i)
{
    return A[i][0] + square(A[0][i]);
}

static unsigned char saturate(int x)
{
    unsigned char y;
    if (x > 255) {
        y = 255;
    } else {
        y = x;
        y++;
    }
    return y;
}

double far_square(double x)
{
    return square(square(x));
}

static void put(float y[], int i)
{
    y[i] = 0;
}

/* A parameter declared as an array is a pointer: this writes elements. */
void called_with_parameter(int n, float y[])
{
#pragma scop
    for (int i = 0; i < n; i++)
        put(y, i);
#pragma endscop
}

void inlined(int n, double *a, float *b, unsigned char *c, double A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        a[i] = square(a[i] + 1) + far_square(2);
        b[i] = clamp(b[i], 0, 1);
        a[largest(i, 3, n)] = mean(a, n, i + 1);
        c[i] = saturate(i + c[i]);
        A[i][i] = corner(n, A, i + 1) + mean(A[i], n, 2);
        a[i] += square(square(a[i]));
    }
#pragma endscop
}
