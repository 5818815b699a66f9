/*
 * Writes what is not made by nests: headers, NAL units with their emulation
 * prevention bytes, and files.
 */
#include "stream.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { NAL_P = 0x41, NAL_IDR = 0x65, NAL_SPS = 0x67, NAL_PPS = 0x68 };

bool output_open(struct output *out, const char *path)
{
    *out = (struct output){.file = fopen(path, "wb")};
    if (out->file)
        out->path = path;
    else
        fprintf(stderr, "error: %s: cannot be written: %s\n", path,
                strerror(errno));
    return out->file;
}

/* Keeps a failure, of which the first is told. */
static void fail(struct output *out)
{
    if (!out->failed)
        fprintf(stderr, "error: %s: cannot be written: %s\n", out->path,
                strerror(errno));
    out->failed = true;
}

void output_write(struct output *out, const void *bytes, size_t count)
{
    if (out->failed)
        return;
    if (fwrite(bytes, 1, count, out->file) != count)
        fail(out);
    out->bytes += (long long)count;
}

bool output_flush(struct output *out)
{
    if (!out->failed && fflush(out->file) != 0)
        fail(out);
    return !out->failed;
}

bool output_close(struct output *out)
{
    if (fclose(out->file) != 0)
        fail(out);
    out->file = NULL;
    return !out->failed;
}

void output_discard(struct output *out)
{
    struct stat s;

    if (out->file)
        fclose(out->file);
    out->file = NULL;
    if (out->path && stat(out->path, &s) == 0 && S_ISREG(s.st_mode))
        remove(out->path);
}

/* Bits, from the highest of each word on. */
static int put(uint32_t *word, int at, int n, uint32_t v)
{
    for (int k = n - 1; k >= 0; k--, at++)
        word[at / 32] |= (v >> k & 1) << (31 - at % 32);
    return at;
}

static int put_ue(uint32_t *word, int at, uint32_t v)
{
    int n = 0;

    while ((v + 1) >> n > 1)
        n++;
    at = put(word, at, n, 0);
    return put(word, at, n + 1, v + 1);
}

static int put_se(uint32_t *word, int at, int v)
{
    return put_ue(word, at, (uint32_t)(v > 0 ? 2 * v - 1 : -2 * v));
}

/* Writes whole bytes of `word` as a NAL unit. */
static void write_nal(int header, const uint32_t *word, size_t count,
                      struct output *out)
{
    uint8_t bytes[4096] = {0, 0, 0, 1, (uint8_t)header};
    size_t n = 5;
    int zeros = 0;

    for (size_t k = 0; k < count; k++) {
        uint8_t byte = (uint8_t)(word[k / 4] >> (24 - 8 * (k % 4)));
        if (zeros == 2 && byte <= 3) {
            bytes[n++] = 3;
            zeros = 0;
        }
        bytes[n++] = byte;
        zeros = byte == 0 ? zeros + 1 : 0;
        if (n > sizeof bytes - 2) {
            output_write(out, bytes, n);
            n = 0;
        }
    }
    output_write(out, bytes, n);
}

/* The trailing bits: a one, then zeros to a whole byte. */
static void end_nal(int header, uint32_t *word, int at, struct output *out)
{
    at = put(word, at, 1, 1);
    write_nal(header, word, ((size_t)at + 7) / 8, out);
}

/* The lowest level (table A-1) that allows frames of this size and rate, keeps
 * one of them as a reference, and allows vectors that are so long. */
static int level_of(const struct sequence *s)
{
    static const struct {
        int level, frame, rate;
    } levels[] = {
        {10, 99, 1485},       {11, 396, 3000},      {12, 396, 6000},
        {13, 396, 11880},     {21, 792, 19800},     {22, 1620, 20250},
        {30, 1620, 40500},    {31, 3600, 108000},   {32, 5120, 216000},
        {40, 8192, 245760},   {42, 8704, 522240},   {50, 22080, 589824},
        {51, 36864, 983040},  {52, 36864, 2073600}, {60, 139264, 4177920},
        {61, 139264, 8355840}};
    double blocks = (double)s->my * s->mx;
    double rate = blocks * (s->rate ? (double)s->rate / s->scale : 25);
    double longer = s->my > s->mx ? s->my : s->mx;

    for (size_t k = 0; k < sizeof levels / sizeof levels[0]; k++)
        if (blocks <= levels[k].frame && rate <= levels[k].rate &&
            (s->reach < 64 || levels[k].level > 10) &&
            longer * longer <= 8.0 * levels[k].frame)
            return levels[k].level;
    return 62;
}

static int put_vui(const struct sequence *s, uint32_t *word, int at)
{
    at = put(word, at, 4, 0); /* shape, overscan, signal, chroma */
    at = put(word, at, 1, 1); /* timing */
    at = put(word, at, 32, (uint32_t)s->scale);
    at = put(word, at, 32, 2 * (uint32_t)s->rate);
    at = put(word, at, 1, 1);   /* at a fixed rate */
    return put(word, at, 4, 0); /* no buffers, structure, restrictions */
}

void stream_begin(const struct sequence *s, struct output *out)
{
    uint32_t sps[16] = {0}, pps[16] = {0};
    int right = (16 * s->mx - s->width) / 2, low = (16 * s->my - s->height) / 2;
    int at = put(sps, 0, 8, 66);

    at = put(sps, at, 8, 0xc0);
    at = put(sps, at, 8, (uint32_t)level_of(s));
    at = put_ue(sps, at, 0);
    at = put_ue(sps, at, 4); /* frame_num has 8 bits */
    at = put_ue(sps, at, 2); /* frames are shown as they are coded */
    at = put_ue(sps, at, 1); /* reference */
    at = put(sps, at, 1, 0);
    at = put_ue(sps, at, (uint32_t)s->mx - 1);
    at = put_ue(sps, at, (uint32_t)s->my - 1);
    at = put(sps, at, 2, 3); /* whole frames */
    at = put(sps, at, 1, right > 0 || low > 0);
    if (right > 0 || low > 0) {
        at = put_ue(sps, at, 0);
        at = put_ue(sps, at, (uint32_t)right);
        at = put_ue(sps, at, 0);
        at = put_ue(sps, at, (uint32_t)low);
    }
    at = put(sps, at, 1, s->rate > 0);
    if (s->rate > 0)
        at = put_vui(s, sps, at);
    end_nal(NAL_SPS, sps, at, out);

    at = put_ue(pps, 0, 0);
    at = put_ue(pps, at, 0);
    at = put(pps, at, 2, 0); /* CAVLC */
    at = put_ue(pps, at, 0); /* one group of slices */
    at = put_ue(pps, at, 0);
    at = put_ue(pps, at, 0);
    at = put(pps, at, 3, 0); /* no weights */
    at = put_se(pps, at, s->qp - 26);
    at = put_se(pps, at, 0);
    at = put_se(pps, at, 0);
    at = put(pps, at, 3, 4); /* slices say whether they are deblocked */
    end_nal(NAL_PPS, pps, at, out);
}

int stream_slice(const struct sequence *sequence, const struct slice *slice,
                 uint32_t *word)
{
    int at = put_ue(word, 0, 0);

    at = put_ue(word, at, slice->is_idr ? 7 : 5);
    at = put_ue(word, at, 0);
    at = put(word, at, 8, (uint32_t)slice->number);
    if (slice->is_idr) {
        at = put_ue(word, at, (uint32_t)slice->idr % 2);
        at = put(word, at, 2, 0);
    } else {
        at = put(word, at, 3, 0);
    }
    at = put_se(word, at, slice->qp - sequence->qp);
    at = put_ue(word, at, sequence->deblock ? 0 : 1);
    if (sequence->deblock) {
        at = put_se(word, at, 0);
        at = put_se(word, at, 0);
    }
    return at;
}

void stream_end_slice(const struct slice *slice, uint32_t *word,
                      long long count, int skipped, struct output *out)
{
    uint32_t *from = word + count / 32;
    int at = (int)(count % 32);

    if (skipped > 0)
        at = put_ue(from, at, (uint32_t)skipped);
    at = put(from, at, 1, 1);
    write_nal(slice->is_idr ? NAL_IDR : NAL_P, word,
              (size_t)(count / 32) * 4 + ((size_t)at + 7) / 8, out);
}
