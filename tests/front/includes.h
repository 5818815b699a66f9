/* For includes.c. */
typedef float element;
enum { LIMIT = 12 };

static element halve(element x)
{
    x = x * 0.5f;
    return x;
}
