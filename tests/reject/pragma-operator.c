/* expect: pragma 11 */
/* expect: pragma 14 */
/* expect: pragma 17 */
#define GO _Pragma("hedra tile(4)")
#define AS(text) _Pragma(#text)

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
}
