#include "examples/tdse/history.h"

#include <hedra_tdse.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first bytes of a packed history. */
static const char MAGIC[8] = "tdse 1\n";

struct head {
    char magic[8];
    struct settings settings;
    int64_t samples, done, lines;
};

enum { PIXELS = HISTORY_WIDTH * HISTORY_HEIGHT };

bool history_init(struct history *h, const struct settings *s)
{
    const int64_t samples = settings_samples(s);
    *h = (struct history){.settings = *s, .samples = samples};
    h->acceleration = calloc((size_t)samples + 1, sizeof *h->acceleration);
    h->level = calloc(PIXELS, 1);
    return h->acceleration && h->level;
}

void history_drop(struct history *h)
{
    free(h->acceleration);
    free(h->level);
}

/* The mean of |psi|^2 over the points of each pixel, on a logarithmic scale. */
static void fill_column(struct history *h, int64_t column, const double *psi,
                        int64_t points)
{
    for (int64_t y = 0; y < HISTORY_HEIGHT; y++) {
        int64_t row = HISTORY_HEIGHT - 1 - y; /* x grows upwards */
        int64_t first = points * row / HISTORY_HEIGHT;
        int64_t end = points * (row + 1) / HISTORY_HEIGHT;
        double sum = 0;
        end = end > first ? end : first + 1;
        for (int64_t i = first; i < end; i++)
            sum += psi[2 * i] * psi[2 * i] + psi[2 * i + 1] * psi[2 * i + 1];
        double log = log10(sum / (double)(end - first) + 1e-300);
        double part = (log - HISTORY_LEAST) / (HISTORY_MOST - HISTORY_LEAST);
        h->level[y * HISTORY_WIDTH + column] =
            (unsigned char)(255 * fmin(fmax(part, 0), 1));
    }
}

void history_add(struct history *h, double acceleration, const double *psi,
                 int64_t points)
{
    h->acceleration[h->done] = acceleration;
    for (int64_t column = 0; column < HISTORY_WIDTH; column++)
        if (h->samples * column / (HISTORY_WIDTH - 1) == h->done)
            fill_column(h, column, psi, points);
}

void *history_pack(const struct history *h, size_t *bytes)
{
    struct head head = {"", h->settings, h->samples, h->done, h->lines};
    const size_t reals = ((size_t)h->samples + 1) * sizeof *h->acceleration;
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    *bytes = sizeof head + reals + PIXELS;
    char *packed = malloc(*bytes);
    if (!packed)
        return NULL;
    memcpy(packed, &head, sizeof head);
    memcpy(packed + sizeof head, h->acceleration, reals);
    memcpy(packed + sizeof head + reals, h->level, PIXELS);
    return packed;
}

bool history_unpack(struct history *h, const void *packed, size_t bytes)
{
    struct head head;
    if (bytes < sizeof head + PIXELS)
        return false;
    memcpy(&head, packed, sizeof head);
    const size_t reals = bytes - sizeof head - PIXELS;
    if (memcmp(head.magic, MAGIC, sizeof MAGIC) != 0 || head.samples < 1 ||
        reals % sizeof *h->acceleration != 0 ||
        reals / sizeof *h->acceleration - 1 != (size_t)head.samples ||
        settings_samples(&head.settings) != head.samples || head.done < 0 ||
        head.done > head.samples || head.lines < 0 ||
        head.lines > head.settings.lines)
        return false;
    if (!history_init(h, &head.settings)) {
        history_drop(h);
        return false;
    }
    h->done = head.done;
    h->lines = head.lines;
    memcpy(h->acceleration, (const char *)packed + sizeof head, reals);
    memcpy(h->level, (const char *)packed + sizeof head + reals, PIXELS);
    return true;
}
