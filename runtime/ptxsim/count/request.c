/*
 * Sectors, lines, wavefronts and turns of one request of a warp (request.h).
 */
#include "runtime/ptxsim/count/request.h"

#include "runtime/ptxsim/count/cache.h"

#include <stdbool.h>
#include <string.h>

/* The lanes of a mask, lowest first. */
#define EACH_LANE(lane, mask)                                                  \
    for (uint32_t left = (mask), lane;                                         \
         left && (lane = (uint32_t)__builtin_ctz(left), true);                 \
         left &= left - 1)

/* Lines touched so far, with a bit for each byte. */
struct touched {
    struct request_traffic *traffic;
    uint64_t lowest, highest; /* of the lines' numbers */
    uint64_t byte[REQUEST_LINES][2];
};

static void begin(struct touched *t, struct request_traffic *traffic)
{
    t->traffic = traffic;
    t->lowest = UINT64_MAX;
    t->highest = 0;
    traffic->line_count = 0;
}

static int new_line(struct touched *t, uint64_t number)
{
    int k = t->traffic->line_count++;
    t->traffic->line[k].number = number;
    t->byte[k][0] = t->byte[k][1] = 0;
    if (number < t->lowest)
        t->lowest = number;
    if (number > t->highest)
        t->highest = number;
    return k;
}

/* Neighbouring lanes mostly touch the line touched last, or one beyond all. */
static int line_of(struct touched *t, uint64_t number)
{
    if (number < t->lowest || number > t->highest)
        return new_line(t, number);
    for (int k = t->traffic->line_count - 1; k >= 0; k--)
        if (t->traffic->line[k].number == number)
            return k;
    return new_line(t, number);
}

/* Within 64 bytes: what is aligned to its size crosses no such boundary. */
static void touch(struct touched *t, uint64_t address, int bytes)
{
    int k = line_of(t, address / CACHE_LINE);
    unsigned at = (unsigned)(address % CACHE_LINE);
    uint64_t mask = bytes < 64 ? (UINT64_C(1) << bytes) - 1 : ~UINT64_C(0);
    t->byte[k][at / 64] |= mask << at % 64;
}

/* Mostly all or none. */
static int bits_of(uint64_t mask)
{
    return mask == 0 ? 0 : ~mask ? __builtin_popcountll(mask) : 64;
}

static void add_up(struct touched *t)
{
    struct request_traffic *out = t->traffic;
    int bytes = 0;
    out->sectors = 0;
    for (int k = 0; k < out->line_count; k++) {
        const uint64_t *byte = t->byte[k];
        unsigned sectors = 0;
        for (int s = 0; s < CACHE_SECTORS; s++)
            if ((uint32_t)(byte[s / 2] >> s % 2 * 32))
                sectors |= 1u << s;
        out->line[k].sectors = sectors;
        out->sectors += cache_sectors(sectors);
        bytes += bits_of(byte[0]) + bits_of(byte[1]);
    }
    out->ideal = (bytes + CACHE_SECTOR - 1) / CACHE_SECTOR;
}

void request_global(const uint64_t *address, uint32_t active, int bytes,
                    struct request_traffic *out)
{
    struct touched t;
    begin(&t, out);
    EACH_LANE(lane, active)
    touch(&t, address[lane], bytes);
    add_up(&t);
}

void request_local(const uint64_t *offset, uint32_t active, int bytes,
                   uint64_t base, struct request_traffic *out)
{
    struct touched t;
    begin(&t, out);
    for (int done = 0; done < bytes; done += 4)
        EACH_LANE(lane, active)
        {
            uint64_t at = offset[lane] + (uint64_t)done;
            touch(&t, base + at / 4 * CACHE_LINE + 4 * lane + at % 4,
                  bytes < 4 ? bytes : 4);
        }
    add_up(&t);
}

enum { BANKS = 32, BANK_BYTES = 4 };

/* The words that a group's lanes touch, by bank: `count` of bank b; each lane
 * has up to 8 words. */
struct banks {
    int count[BANKS];
    uint64_t word[BANKS][REQUEST_LANES];
};

/* Adds a word; without `shared` even if it is there already. */
static int add_word(struct banks *b, uint64_t word, bool shared)
{
    int bank = (int)(word % BANKS), n = b->count[bank];
    for (int k = 0; shared && k < n; k++)
        if (b->word[bank][k] == word)
            return n;
    b->word[bank][n] = word;
    return b->count[bank] = n + 1;
}

static int group_wavefronts(const uint64_t *offset, uint32_t group, int bytes,
                            bool shared)
{
    struct banks banks;
    int most = 0;
    memset(banks.count, 0, sizeof banks.count);
    EACH_LANE(lane, group)
    {
        uint64_t first = offset[lane] / BANK_BYTES;
        uint64_t last = (offset[lane] + (uint64_t)bytes - 1) / BANK_BYTES;
        for (uint64_t word = first; word <= last; word++) {
            int depth = add_word(&banks, word, shared);
            if (depth > most)
                most = depth;
        }
    }
    return most;
}

static struct request_banks in_groups(const uint64_t *offset, uint32_t active,
                                      int bytes, bool shared)
{
    int groups = bytes <= BANK_BYTES ? 1 : bytes / BANK_BYTES;
    int lanes = REQUEST_LANES / groups;
    uint32_t first = lanes < 32 ? (UINT32_C(1) << lanes) - 1 : UINT32_MAX;
    struct request_banks out = {0, 0};
    for (int g = 0; g < groups; g++) {
        uint32_t group = active & first << g * lanes;
        if (!group)
            continue;
        out.wavefronts += group_wavefronts(offset, group, bytes, shared);
        out.ideal++;
    }
    return out;
}

struct request_banks request_shared(const uint64_t *offset, uint32_t active,
                                    int bytes)
{
    return in_groups(offset, active, bytes, true);
}

struct request_banks request_shared_atomic(const uint64_t *offset,
                                           uint32_t active, int bytes)
{
    return in_groups(offset, active, bytes, false);
}

int request_turns(const uint64_t *address, uint32_t active)
{
    int most = 0;
    while (active) {
        uint64_t at = address[__builtin_ctz(active)];
        int lanes = 0;
        EACH_LANE(lane, active)
        if (address[lane] == at) {
            lanes++;
            active &= ~(UINT32_C(1) << lane);
        }
        if (lanes > most)
            most = lanes;
    }
    return most;
}

int request_distinct(const uint64_t *address, uint32_t active)
{
    int count = 0;
    while (active) {
        uint64_t at = address[__builtin_ctz(active)];
        EACH_LANE(lane, active)
        if (address[lane] == at)
            active &= ~(UINT32_C(1) << lane);
        count++;
    }
    return count;
}
