/* What the loop counts with is changed when the program moves the pointer. */
/* expect: pointer 6 */
int f(int n, int k, float *p, float **end)
{
#pragma hedra
    do {
        *p++ *= 2;
        n -= 4;
    } while (n > k * k);
    *end = p;
    return n;
}
