/*
 * The memory system's arithmetic: one request of a warp.
 */
#include "backends/memory/memory.h"

/* Adds `key` to the `n` different ones in `seen`; their number then. */
static int add_distinct(int64_t *seen, int n, int64_t key)
{
    for (int k = n - 1; k >= 0; k--)
        if (seen[k] == key)
            return n;
    seen[n] = key;
    return n + 1;
}

static bool is_active(uint32_t mask, int lane)
{
    return mask >> lane & 1;
}

void kir_access_add_global(const int64_t *at, uint32_t mask, int bytes,
                           struct kir_access_count *count)
{
    int64_t sector[KIR_WARP_LANES], place[KIR_WARP_LANES];
    int sectors = 0, places = 0, lanes = 0;

    for (int k = 0; k < KIR_WARP_LANES; k++) {
        if (!is_active(mask, k))
            continue;
        lanes++;
        places = add_distinct(place, places, at[k]);
        sectors = add_distinct(sector, sectors, at[k] >> 5);
    }
    if (lanes == 0)
        return;
    count->requests++;
    count->lanes += lanes;
    count->sectors += sectors;
    count->ideal_sectors +=
        (places * bytes + KIR_SECTOR_BYTES - 1) / KIR_SECTOR_BYTES;
}

_Static_assert(KIR_SECTOR_BYTES == 1 << 5, "a sector's number is address >> 5");

/* Passes for the lanes first … last - 1: the most words that lie in one bank;
 * unless they are `apart`, lanes that want the same word get it together. */
static int wavefronts_of(const int64_t *at, uint32_t mask, int bytes, int first,
                         int last, bool apart)
{
    int64_t word[2 * KIR_WARP_LANES];
    int words = 0, in_bank[KIR_BANKS] = {0}, most = 0;

    for (int k = first; k < last; k++)
        for (int b = 0; is_active(mask, k) && b < bytes; b += KIR_BANK_BYTES) {
            int64_t w = (at[k] + b) / KIR_BANK_BYTES;
            if (apart)
                word[words++] = w;
            else
                words = add_distinct(word, words, w);
        }
    for (int k = 0; k < words; k++) {
        int n = ++in_bank[word[k] % KIR_BANKS];
        most = n > most ? n : most;
    }
    return most;
}

void kir_access_add_shared(const int64_t *at, uint32_t mask, int bytes,
                           bool atomic, struct kir_access_count *count)
{
    int parts = bytes > KIR_BANK_BYTES ? bytes / KIR_BANK_BYTES : 1;
    int width = KIR_WARP_LANES / parts;

    if (mask == 0)
        return;
    count->requests++;
    count->lanes += __builtin_popcount(mask);
    for (int p = 0; p < parts; p++) {
        int n =
            wavefronts_of(at, mask, bytes, p * width, (p + 1) * width, atomic);
        count->wavefronts += n;
        count->ideal_wavefronts += n > 0;
    }
}
