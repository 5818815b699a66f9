/* expect: expression 15 */
struct p {
    int x, y;
};

static struct p turned(struct p p)
{
    return (struct p){p.y, p.x};
}

void f(int n, struct p *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i] = turned(p[i]);
    }
}
