/*
 * example-h264-tables: checks the tables of the encoder by what must be true of
 * any such table. The words of each code and those that the standard leaves
 * unused are no prefixes of each other and leave nothing over: the sum of
 * 2^-length is 1 (Kraft's equality). The rest are permutations, and factors of
 * the quantiser that undo those of scaling.
 */
#include "codes.h"
#include "transform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word of `length` bits. */
struct word {
    int length;
    unsigned bits;
};

/* Of each code that is not complete: what no word begins with. */
static const struct {
    const char *table;
    int row, count;
    struct word unused[2];
} exceptions[] = {
    {"coeff_token", 0, 1, {{15, 0}}},
    {"coeff_token", 1, 1, {{13, 0}}},
    {"coeff_token", 2, 1, {{10, 0}}},
    /* The words for one and two levels of which two and three are ones. */
    {"coeff_token", 3, 2, {{6, 2}, {6, 7}}},
    {"total_zeros", 0, 1, {{9, 0}}},
    {"run_before", 6, 1, {{11, 0}}},
};

enum { MOST = 80 };

static int failed;

static void wrong(const char *table, int row, const char *what)
{
    fprintf(stderr, "error: row %d of %s %s\n", row, table, what);
    failed = 1;
}

static int is_prefix(struct word a, struct word b)
{
    return a.length <= b.length && b.bits >> (b.length - a.length) == a.bits;
}

/* Checks `count` words and the exceptions of that row, all of which have up to
 * 16 bits. */
static void check_words(const char *table, int row, struct word word[MOST],
                        int count)
{
    unsigned sum = 0;

    for (size_t k = 0; k < sizeof exceptions / sizeof *exceptions; k++)
        if (!strcmp(exceptions[k].table, table) && exceptions[k].row == row)
            for (int i = 0; i < exceptions[k].count; i++)
                word[count++] = exceptions[k].unused[i];
    for (int k = 0; k < count; k++) {
        if (word[k].length > 16 || word[k].bits >> word[k].length)
            wrong(table, row, "has bits beyond a word's length");
        for (int i = 0; i < count; i++)
            if (i != k && is_prefix(word[i], word[k]))
                wrong(table, row, "has a word that another one begins with");
        sum += 1U << (16 - word[k].length);
    }
    if (sum != 1U << 16)
        wrong(table, row, "is not complete");
}

/* Checks a row of `n` places, of which `used` are words; the others have a
 * length of 0. */
static void check_row(const char *table, int row, int n, int used,
                      const uint8_t *length, const uint8_t *bits)
{
    struct word word[MOST];
    int count = 0;

    for (int k = 0; k < n; k++)
        if (length[k] > 0)
            word[count++] = (struct word){length[k], bits[k]};
        else if (bits[k] != 0)
            wrong(table, row, "has bits without a length");
    if (count != used)
        wrong(table, row, "has another number of words");
    check_words(table, row, word, count);
}

/* Is each of the numbers below n in the table once? */
static void check_permutation(const char *table, int n, const int *number)
{
    int seen[MOST] = {0};

    for (int k = 0; k < n; k++)
        if (number[k] < 0 || number[k] >= n || seen[number[k]]++)
            wrong(table, k,
                  "is no number of the permutation, or is there twice");
}

/* A coefficient is multiplied by quant_factor / 2^15 and by scale_factor / 2^6,
 * and by the square of what the transform does to its size: 16, 25 or 20. These
 * together are 1, to the nearest factor. */
static void check_factors(void)
{
    static const int square[3] = {16, 25, 20};

    for (int qp = 0; qp < 6; qp++)
        for (int k = 0; k < 16; k++) {
            int step = scale_factor[qp][k] * square[factor_class(k)];
            if (abs(quant_factor[qp][k] * step - (1 << 21)) > step / 2)
                wrong("quant_factor", qp, "does not undo scale_factor");
        }
}

int main(void)
{
    int pattern[48];

    for (int row = 0; row < 5; row++) /* 1 + min(levels, 3) words each */
        check_row("coeff_token", row, 68, row < 4 ? 62 : 14, token_length[row],
                  token_bits[row]);
    for (int row = 0; row < 18; row++)
        check_row("total_zeros", row, 16, row < 15 ? 16 - row : 19 - row,
                  zeros_length[row], zeros_bits[row]);
    for (int row = 0; row < 7; row++)
        check_row("run_before", row, 15, row < 6 ? row + 2 : 15,
                  run_length[row], run_bits[row]);
    for (int k = 0; k < 48; k++)
        pattern[k] = pattern_code[k];
    check_permutation("pattern_code", 48, pattern);
    check_permutation("zigzag", 16, zigzag);
    check_factors();
    return failed;
}
