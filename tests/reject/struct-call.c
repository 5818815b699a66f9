/* expect: expression 12 */
struct p {
    int x, y;
};

struct p turned(struct p p);

void f(int n, struct p *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i] = turned(p[i]);
    }
}
