/* Integers that hold what iterators and parameters make up are followed, so
 * that subscripts stay affine; those that do not are not. */
void known(int n, int m, double *a, double (*b)[m], const int *c)
{
    int at, row, last = 0, sum = 0;
    short narrow;
    unsigned char byte;
#pragma scop
    for (int i = 0; i < n; i++) {
        at = 2 * i;
        a[at] = 1;
        at++;
        a[at] = 2;
        at += n;
        row = at - 1;
        for (int j = 0; j < m; j++) {
            int k = j;
            k += row;
            b[row][j] = a[k];
            sum = sum + 1;
        }
        if (i > 3) {
            at = 7;
            a[at] = 3;
        } else {
            row = 8;
        }
        a[at] = b[row][0];
        if (a[i] > 0)
            at = i;
        a[at] = sum;
        last = at = i;
        narrow = at + n;
        byte = narrow;
        a[narrow] = byte;
        for (int j = 0; j < m; j++) {
            a[at] = last;
            at = j;
        }
        last = c[i];
        a[last] = 5;
    }
#pragma endscop
    a[last] = 0;
}
