/* Hashes of words of unequal length, and buckets of a table that they fall in.
 */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 200000);
    int *start = field_zeros(n + 1, sizeof *start);
    for (int i = 0; i < n; i++)
        start[i + 1] = start[i] + 1 + (i * 7) % 9;
    char *text = (char *)field_bytes(start[n]);
    uint64_t *hash = field_zeros(n, 8);
    int *bucket = field_zeros(32, sizeof *bucket);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        uint64_t h = 14695981039346656037ull;
        for (int k = start[i]; k < start[i + 1]; k++) {
            h ^= (unsigned char)text[k];
            h *= 1099511628211ull;
        }
        hash[i] = h ^ h >> 29;
        bucket[h % 31]++;
    }
    field_end();
    field_sum("hash", hash, n * 8);
    field_sum("bucket", bucket, 32 * sizeof *bucket);
}
