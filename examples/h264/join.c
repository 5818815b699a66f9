/*
 * From the bits of single macroblocks to those of the frame: where each begins
 * is a running sum of lengths. Each then tells the words of the stream that
 * begin in it, the first one also what lies before, and the last one what lies
 * behind, and each word takes its bits from there on.
 */
#include "encoder.h"

void find_last(int n, const uint8_t coded[restrict n], int last[restrict n])
{
    int before = -1;

#pragma hedra
    for (int m = 0; m < n; m++) {
        last[m] = before;
        before = coded[m] ? m : before;
    }
}

void find_places(int n, int start, const int length[restrict n],
                 const uint8_t coded[restrict n], const int last[restrict n],
                 int64_t at[restrict n + 1], int64_t ends[restrict 2])
{
    int64_t sum = start;

#pragma hedra
    {
        for (int m = 0; m < n; m++) {
            at[m] = sum;
            sum += length[m];
        }
        at[n] = sum;
        ends[0] = sum;
        ends[1] = coded[n - 1] ? n - 1 : last[n - 1];
    }
}

void find_owners(int n, int words, const int64_t at[restrict n + 1],
                 int owner[restrict words])
{
#pragma hedra whole independent(m)
    for (int m = 0; m < n; m++) {
        int w = m > 0 ? (int)((at[m] + 31) >> 5) : 0;
        int end = m < n - 1 ? (int)((at[m + 1] + 31) >> 5) : words;

        for (; w < end; w++)
            owner[w] = m;
    }
}

void join_bits(int n, int words, const int64_t at[restrict n + 1],
               const int owner[restrict words],
               const uint32_t bits[restrict n][WORDS],
               uint32_t out[restrict words])
{
#pragma hedra
    for (int w = 0; w < words; w++) {
        int low = owner[w], have = 0;
        const int64_t first = (int64_t)32 * w;
        uint32_t v = 0;

        if (at[0] > first)
            have = at[0] - first < 32 ? (int)(at[0] - first) : 32;
        while (have < 32 && low < n) {
            int b = (int)(first + have - at[low]);
            int left = (int)(at[low + 1] - at[low]) - b;
            if (left <= 0) {
                low++;
                continue;
            }
            uint32_t part = bits[low][b >> 5] << (b & 31);
            int take = 32 - (b & 31);
            take = take > left ? left : take;
            take = take > 32 - have ? 32 - have : take;
            if (take < 32)
                part &= ~(0xffffffffu >> take);
            v |= part >> have;
            have += take;
        }
        out[w] = v;
    }
}

void copy_bytes(int n, const uint8_t from[restrict n], uint8_t to[restrict n])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        to[k] = from[k];
}
