/* For includes.c; its own pragmas mark nothing there. */
typedef float element;
enum { LIMIT = 12 };

static element halve(element x)
{
#pragma scop
    x = x * 0.5f;
#pragma endscop
    return x;
}
