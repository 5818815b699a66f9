/* Iterators that wrap around before their loop ends, or at its end: those in
 * larger steps began anew in C, and had ended in the model. */
#include <stddef.h>
#include <stdio.h>

enum { SIZE = 65536 };
static int a[SIZE];

static void bytes_in_threes(unsigned char from, unsigned char to)
{
#pragma hedra
    for (unsigned char i = from; i < to; i += 3)
        a[i] = i + 1;
}

static void bytes_down(unsigned char from, unsigned char to)
{
#pragma hedra
    for (unsigned char i = from; i > to; i -= 3)
        a[i] = i + 1;
}

static void signed_in_threes(signed char from, int to)
{
#pragma hedra
    for (signed char i = from; i < to; i += 3)
        a[i + 128] = i;
}

static void shorts_in_fives(size_t from, size_t to)
{
#pragma hedra
    for (unsigned short i = from; i < to; i += 5)
        a[i] = i + 1;
}

static void bytes_until(unsigned char from, unsigned char to, int most)
{
#pragma hedra
    for (unsigned char i = from; i != to && i < most; i++)
        a[i] = i + 1;
}

static void shorts_to_size(size_t n)
{
#pragma hedra
    for (unsigned short i = 0; i < n; i++)
        a[i] = i + 1;
}

static void down_to_zero(size_t n)
{
#pragma hedra
    for (size_t i = n - 1; i < n; i--)
        a[i] = (int)i + 1;
}

static void shorts_to_zero(unsigned from, size_t n)
{
#pragma hedra
    for (unsigned short i = from; i < n; i--)
        a[i] = i + 1;
}

static void rows_to_zero(unsigned n)
{
#pragma hedra
    for (unsigned i = n - 1; i < n; i--)
        for (unsigned j = i; j <= i; j--)
            a[i * n + j] += i + 2 * j;
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
    static const unsigned char ends[][2] = {{3, 250}, {3, 254}, {4, 254},
                                            {5, 254}, {0, 255}, {1, 255},
                                            {9, 2},   {250, 1}, {250, 249}};
    for (int k = 0; k < 9; k++) {
        bytes_in_threes(ends[k][0], ends[k][1]);
        print("threes");
        bytes_until(ends[k][0], ends[k][1], 300);
        print("until");
        bytes_until(ends[k][1], ends[k][0], 300);
        print("until");
    }
    bytes_down(250, 1), print("down");
    bytes_down(251, 1), print("down");
    bytes_down(9, 2), print("down");
    bytes_down(9, 0), print("down");
    bytes_down(10, 0), print("down");
    signed_in_threes(-100, 90), print("signed");
    signed_in_threes(-100, 126), print("signed");
    signed_in_threes(-101, 127), print("signed");
    shorts_in_fives(7, 65000), print("fives");
    shorts_in_fives(7, 65533), print("fives");
    shorts_in_fives(70000, 65534), print("fives");
    shorts_to_size(1000), print("to size");
    shorts_to_size(65535), print("to size");
    down_to_zero(1000), print("to zero");
    down_to_zero(1), print("to zero");
    down_to_zero(0), print("to zero");
    shorts_to_zero(999, 1000), print("shorts");
    shorts_to_zero(70000, 65535), print("shorts");
    shorts_to_zero(1000, 1000), print("shorts");
    rows_to_zero(50), print("rows");
    rows_to_zero(0), print("rows");
    return 0;
}
