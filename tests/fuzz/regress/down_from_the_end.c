/* Loops down to below zero, by iterators without a sign, that begin where they
 * end, at the largest value of their type: C makes no iteration, and the model
 * made all that the type has. */
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 70000 };
static int a[SIZE];

static void bytes(uint8_t from)
{
#pragma hedra
    for (uint8_t i = from; i != (uint8_t)-1; i--)
        a[i] += i + 1;
}

static void shorts(uint16_t from)
{
#pragma hedra
    for (uint16_t i = from; i != UINT16_MAX; i--)
        a[i] += i + 2;
}

static void words(uint32_t from)
{
#pragma hedra
    for (uint32_t i = from; i != UINT32_MAX; i--)
        a[i] += (int)i + 3;
}

static void longs(uint64_t from)
{
#pragma hedra
    for (uint64_t i = from; i != UINT64_MAX; i--)
        a[i] += (int)i + 4;
}

static void rows(const uint16_t *restrict last)
{
#pragma hedra
    for (int k = 0; k < 4; k++) {
        uint16_t end = last[k];
        for (uint16_t i = end; i != UINT16_MAX; i--)
            a[i] += k;
    }
}

static void print(const char *what)
{
    unsigned long sum = 0;
    int written = 0;
    for (int i = 0; i < SIZE; i++) {
        written += a[i] != 0;
        sum = sum * 31 + (unsigned)a[i];
        a[i] = 0;
    }
    printf("%s: %d, %lx\n", what, written, sum);
}

int main(void)
{
    static const uint16_t last[] = {7, UINT16_MAX, 0, 65534};
    static const uint64_t from[] = {UINT64_MAX, UINT64_MAX - 1, 0, 7, 254};
    for (int k = 0; k < 5; k++) {
        bytes((uint8_t)from[k]), print("bytes");
        shorts((uint16_t)from[k]), print("shorts");
        words(k == 1 ? 5000 : (uint32_t)from[k]), print("words");
        longs(k == 1 ? 50000 : from[k]), print("longs");
    }
    rows(last), print("rows");
    return 0;
}
