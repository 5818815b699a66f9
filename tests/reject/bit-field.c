/* expect: type 10 */
struct p {
    int x : 3;
};

void f(int n, struct p *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i].x = 2;
    }
}
