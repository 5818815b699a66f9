/* expect: pragma 14 */
/* expect: pragma 17 */
/* expect: pragma 20 */
/* expect: pragma 24 */
#define GO _Pragma("hedra tile(4)")
#define AS(text) _Pragma(#text)
#define OF(text) AS(text)
#define PASTED(a, b) a##b

extern int a[100];

void f(void)
{
    _Pragma("hedra")
    for (int i = 0; i < 100; i++)
        a[i] = i;
    GO
    for (int i = 0; i < 100; i++)
        a[i] = i;
    AS(scop)
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
    OF(PASTED(he, dra))
    for (int i = 0; i < 100; i++)
        a[i] = i;
}
