/* expect: expression 10 */
struct p {
    int x[2], y;
};

void f(int n, struct p *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        struct p q = {i, 2, 3};
        p[i] = q;
    }
}
