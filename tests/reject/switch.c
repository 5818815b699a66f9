/* expect: statement 9 */
/* expect: statement 15 */
/* expect: statement 21 */
void f(int n, double *a, const int *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        switch (b[i]) {
        case 0 ... 3:
            a[i] = 1;
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
