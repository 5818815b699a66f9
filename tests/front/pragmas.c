/* args: -Wno-deprecated-non-prototype -Wno-invalid-pp-token */
/* Pragmas in many places and shapes; those that are not compiled are not
 * seen. */
#if 0
#pragma scop
#endif
/*
#pragma scop
*/
// #pragma scop
static const char *text = "\
#pragma scop";

void g(const char *);

__attribute__((noinline))
static void first(int n, double *a)
{
    g(text);
    if (n > 2) {
#  pragma  /* odd */ \
    scop
        a[0] = 1;
#pragma endscop /* done */
        a[1] = 2;
    }
#pragma hedra tile(4,  /* a comment */ \
                   5) reassociate, device(host)
    {
        for (int i = 0; i < n; i++)
            a[i] = 3;
    }
#pragma scop
#pragma endscop
}

#define STATIC static
STATIC void second(n, a)
    int n;
    double *a;
{
    #pragma hedra
    // a comment between
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i] = 4;
    first(n, a);
}

void third(int n, double *a)
{
    second(n, a);
}

#define GLOB "/*.c" // not a comment
#define QUOTE '"'
#if 0
#error don't
#endif
void fourth(int n, double *a)
{
    /* before */ #pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = sizeof GLOB + QUOTE;
}
