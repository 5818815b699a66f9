/* Functions that give a number and have structures of their own: variables,
 * lists, and what other functions give. Bodies compute them. */
struct vec {
    double x, y;
};

static struct vec moved(struct vec p, double by)
{
    return (struct vec){p.x + by, p.y - by};
}
static double product(struct vec p)
{
    return p.x * p.y;
}
static double of_variable(struct vec p)
{
    struct vec q = {p.y};
    return q.x < 0 ? product(q) : q.x;
}
static double of_value(struct vec p)
{
    return product(moved(p, 1));
}
static double of_list(double x)
{
    return product((struct vec){x, 2});
}

void own_structures(int n, const struct vec *p, double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = of_variable(p[i]) + of_value(p[i]) * of_list(a[i]);
}
