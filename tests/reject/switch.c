/* expect: statement 10 */
/* expect: statement 18 */
/* expect: statement 24 */
/* expect: statement 30 */
void f(int n, double *a, const int *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        switch (b[i]) {
        case 0 ... 3:
            a[i] = 1;
            break;
        }
        switch (i) {
        case 0:
            a[i] = 1;
            /* no break: goes on */
        case 1:
            a[i] += 1;
            break;
        }
        switch (b[i]) {
        case 2:
            if (a[i] > 0)
                break;
            a[i] = 1;
            break;
        }
        switch (b[i]) {
            a[i] = 2;
        }
    }
}
