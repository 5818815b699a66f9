/* switch: on data and on counters, with values of several types, several labels
 * for a case, a default at the end, in front and in the midst, blocks and
 * declarations in cases, in nests and in loops of a point. */
#include <stdio.h>

enum shape { ROUND, SQUARE, FLAT, OTHER = 7 };
struct item {
    enum shape shape;
    double size;
};

static void area(int n, const struct item *items, double *out)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        switch (items[i].shape) {
        case ROUND:
            out[i] = 3.14159 * items[i].size * items[i].size;
            break;
        case SQUARE: {
            double edge = items[i].size * 2;
            out[i] = edge * edge;
            break;
        }
        case FLAT:
            break;
        default:
            out[i] = -1;
        }
    }
}

/* The value changes in the case that it chose. */
static void rotate(int n, unsigned char *state, int *counts)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        switch (state[i]) {
        case 0:
        case 4:
            state[i] = 1;
            counts[i]++;
            break;
        default:
            state[i] = 9;
            break;
        case 1:
            state[i] = 0;
            counts[i] += 2;
            break;
        case 9:
            state[i] = 4;
        }
}

/* On a counter, which the polyhedral model takes. */
static void colour(int n, int m, int *restrict x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            switch ((i + j) % 3) {
            case 0:
                x[i * m + j] = 5;
                break;
            case 1:
                x[i * m + j] -= j;
                break;
            default:
                x[i * m + j] += i;
            }
}

/* A small machine in each point. */
static void interpret(int n, int length, const char *restrict code,
                      long *restrict out)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        long a = i, b = 1;
        for (int at = 0; at < length; at++) {
            if (code[at] == 'h')
                break;
            switch (code[at]) {
            case '+':
                a += b;
                break;
            case '*':
                a *= 3;
                b++;
                break;
            case 's': {
                long t = a;
                a = b;
                b = t % 1000;
                break;
            }
            default:
                b--;
            }
        }
        out[i] = a - b;
    }
}

int main(void)
{
    static struct item items[70];
    static double areas[70];
    static unsigned char state[70];
    static int counts[70], x[9 * 11];
    static long out[70];
    double sum = 0;
    long total = 0;

    for (int i = 0; i < 70; i++) {
        items[i] = (struct item){i % 5 == 4 ? OTHER : (enum shape)(i % 5), i};
        areas[i] = i;
        state[i] = i % 11;
    }
    area(70, items, areas);
    for (int k = 0; k < 4; k++)
        rotate(70, state, counts);
    colour(9, 11, x);
    interpret(70, 12, "++*s+*-s*+h+", out);
    for (int i = 0; i < 70; i++) {
        sum += areas[i] * (i + 1);
        total = total * 3 % 1000003 + state[i] + counts[i] * 7 + out[i];
    }
    for (int i = 0; i < 99; i++)
        total = total * 3 % 1000003 + x[i];
    printf("%.17g %ld\n", sum, total);
    return 0;
}
