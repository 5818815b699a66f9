/* expect: call 18 */
/* expect: expression 19 */
/* A structure that is returned in the midst, and one that may not be. */
struct pair {
    double a, b;
};

static struct pair sorted(struct pair p)
{
    if (p.a < p.b)
        return p;
    return (struct pair){p.b, p.a};
}
void f(int n, struct pair *x, struct pair *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        x[i] = sorted(y[i]);
        y[i] = i > 3 ? x[i] : y[i];
    }
}
