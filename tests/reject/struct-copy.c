/* expect: type 10 */
struct p {
    int x, y;
};

void f(int n, struct p *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i] = p[0];
    }
}
