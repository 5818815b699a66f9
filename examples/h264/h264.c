/*
 * example-h264 IN.y4m OUT.264: an encoder of the Constrained Baseline Profile
 * of H.264 whose loops over macroblocks are nests under `#pragma hedra`. The
 * stream is the same on every device, and without hedrac.
 *
 * This file runs the stages of each frame in their order; each stage has a file
 * of its own, and `encoder.h` tells of all.
 */
#include "encoder.h"
#include "rate.h"
#include "settings.h"
#include "stream.h"
#include "y4m.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* All arrays of the encoder. Those for the host are touched by it between
 * frames, all others stay on the device. */
struct arrays {
    char *store; /* where all of these lie: */
    size_t stored;
    uint8_t *luma, *chroma;    /* the source */
    uint8_t *rec, *rec_chroma; /* the reconstruction */
    uint8_t *ref, *ref_chroma; /* what vectors point to */
    int16_t *six;
    uint8_t *kind, *coded, *pattern, *count, *strength, *on;
    int16_t *mvx, *mvy, *px, *py, *level;
    int *least, *flat, *last, *length;
    /* Of intra coding with a correction of DC: */
    int *base, *base_chroma, *sum, *sum_chroma, *dc, *dc_chroma;
    uint8_t *bottom, *right, *bottom_chroma, *right_chroma;
    uint8_t *mean, *mean_chroma, *mode, *mode_chroma;
    int64_t *at;
    uint32_t *bits;
    /* For the host: */
    uint8_t *samples; /* a frame as it is read */
    uint32_t *out;    /* a frame's bits */
    uint8_t *copy;    /* kinds, or a reconstruction */
    uint8_t *copy_kind, *copy_coded;
    int *cost;
};

struct encoder {
    struct settings s;
    struct sequence q;
    struct arrays a;
    struct rate rate;
    struct y4m in;
    struct output out, recon;
    int my, mx, n, pad;
    int number, idr; /* frame_num, IDR frames so far */
    long frame;
    double error; /* sum of squares over all frames, for --stats */
};

static _Noreturn void give_up(struct encoder *e, const char *what)
{
    if (what)
        fprintf(stderr, "error: %s: %s\n", e->s.in, what);
    output_discard(&e->out);
    if (e->s.recon)
        output_discard(&e->recon);
    exit(1);
}

/* The next `count` elements of the memory that stays on the device; with no
 * memory yet, only counts. */
static void *take(struct arrays *a, size_t count, size_t size)
{
    void *p = a->store ? a->store + a->stored : NULL;

    a->stored += (count * size + 255) / 256 * 256;
    return p;
}

static void take_all(struct encoder *e)
{
    struct arrays *a = &e->a;
    size_t n = (size_t)e->n, pixels = 256 * n;
    size_t bordered =
        (size_t)(16 * e->my + 2 * e->pad) * (size_t)(16 * e->mx + 2 * e->pad);
    size_t half = (size_t)(8 * e->my + e->pad) * (size_t)(8 * e->mx + e->pad);

    a->stored = 0;
    a->luma = take(a, pixels, 1);
    a->chroma = take(a, pixels / 2, 1);
    a->rec = take(a, pixels, 1);
    a->rec_chroma = take(a, pixels / 2, 1);
    a->ref = take(a, 4 * bordered, 1);
    a->ref_chroma = take(a, 2 * half, 1);
    a->six = take(a, bordered, sizeof *a->six);
    a->kind = take(a, n, 1);
    a->coded = take(a, n, 1);
    a->mode = take(a, n, 1);
    a->mode_chroma = take(a, n, 1);
    a->pattern = take(a, n, 1);
    a->count = take(a, COUNTED * n, 1);
    a->strength = take(a, EDGES * n, 1);
    a->on = take(a, n, 1);
    a->mvx = take(a, n, sizeof *a->mvx);
    a->mvy = take(a, n, sizeof *a->mvy);
    a->px = take(a, n, sizeof *a->px);
    a->py = take(a, n, sizeof *a->py);
    a->level = take(a, 16 * BLOCKS * n, sizeof *a->level);
    a->least = take(a, n, sizeof *a->least);
    a->flat = take(a, n, sizeof *a->flat);
    a->last = take(a, n, sizeof *a->last);
    a->length = take(a, n, sizeof *a->length);
    a->at = take(a, n + 1, sizeof *a->at);
    a->bits = take(a, WORDS * n, sizeof *a->bits);
    a->base = take(a, pixels, sizeof *a->base);
    a->base_chroma = take(a, pixels / 2, sizeof *a->base_chroma);
    a->sum = take(a, n, sizeof *a->sum);
    a->sum_chroma = take(a, 8 * n, sizeof *a->sum_chroma);
    a->dc = take(a, 16 * n, sizeof *a->dc);
    a->dc_chroma = take(a, 8 * n, sizeof *a->dc_chroma);
    a->bottom = take(a, 16 * n, 1);
    a->right = take(a, 16 * n, 1);
    a->bottom_chroma = take(a, 16 * n, 1);
    a->right_chroma = take(a, 16 * n, 1);
    a->mean = take(a, n, 1);
    a->mean_chroma = take(a, 8 * n, 1);
}

static void *allocate(struct encoder *e, size_t count, size_t size)
{
    void *p = calloc(count, size);

    if (!p)
        give_up(e, "there is no memory for frames of this size");
    return p;
}

static void allocate_all(struct encoder *e)
{
    struct arrays *a = &e->a;
    size_t n = (size_t)e->n, samples = 384 * n;

    take_all(e);
    a->store = allocate(e, a->stored, 1);
    take_all(e);
    a->samples = allocate(e, samples, 1);
    a->out = allocate(e, WORDS * n + 16, sizeof *a->out);
    a->copy = allocate(e, samples, 1);
    a->copy_kind = allocate(e, n, 1);
    a->copy_coded = allocate(e, n, 1);
    a->cost = allocate(e, (size_t)(8 * e->s.range + 7), sizeof *a->cost);
}

static void free_all(struct arrays *a)
{
    free(a->store);
    free(a->samples);
    free(a->out);
    free(a->copy);
    free(a->copy_kind);
    free(a->copy_coded);
    free(a->cost);
}

/* How much a bit weighs against a difference of samples:
 * 0.92 * 2^((QP - 12) / 6), at least 1. */
static int lambda_of(int qp)
{
    static const int lambda[52] = {
        1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  2,
        2,  2,  2,  3,  3,  3,  4,  4,  5,  5,  6,  7,  7,  8,  9,  10, 12, 13,
        15, 17, 19, 21, 23, 26, 29, 33, 37, 42, 47, 52, 59, 66, 74, 83};

    return lambda[qp];
}

/* Lambda times the bits of each component of a vector. */
static void fill_costs(int range, int lambda, int *cost)
{
    int limit = vector_limit(range);

    for (int v = -limit; v <= limit; v++) {
        int code = v > 0 ? 2 * v - 1 : -2 * v, n = 0;
        while ((code + 1) >> n > 1)
            n++;
        cost[v + limit] = lambda * (2 * n + 1);
    }
}

/* Stages 2 to 4: what stands in the place of the last frame's kinds. */
static void encode_inter(struct encoder *e, int qp)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx, pad = e->pad, range = e->s.range;
    int lambda = lambda_of(qp);

    fill_costs(range, lambda, a->cost);
    reference_luma(my, mx, pad, (void *)a->rec, (void *)a->ref, (void *)a->six);
    reference_chroma(my, mx, pad, (void *)a->rec_chroma, (void *)a->ref_chroma);
    search_whole(my, mx, pad, range, lambda, a->cost, (void *)a->luma,
                 (void *)a->ref, (void *)a->mvx, (void *)a->mvy,
                 (void *)a->least);
    search_quarters(my, mx, pad, range, a->cost, (void *)a->luma,
                    (void *)a->ref, (void *)a->mvx, (void *)a->mvy,
                    (void *)a->least);
    choose_kinds(my, mx, lambda, (void *)a->flat, (void *)a->least,
                 (void *)a->kind, (void *)a->mvx, (void *)a->mvy);
    if (e->s.kinds >= 0)
        random_kinds(my, mx, (unsigned)e->frame, e->s.kinds, (void *)a->kind,
                     (void *)a->mvx, (void *)a->mvy);
    inter_luma(my, mx, pad, qp, (void *)a->kind, (void *)a->mvx, (void *)a->mvy,
               (void *)a->luma, (void *)a->ref, (void *)a->level,
               (void *)a->rec);
    inter_chroma(my, mx, pad, chroma_qp(qp), (void *)a->kind, (void *)a->mvx,
                 (void *)a->mvy, (void *)a->chroma, (void *)a->ref_chroma,
                 (void *)a->level, (void *)a->rec_chroma);
}

/* Stage 5. */
static void encode_intra(struct encoder *e, int qp)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx, chroma = chroma_qp(qp);

    if (e->s.plain) {
        intra_plain_luma(my, mx, qp, (void *)a->kind, (void *)a->mode,
                         (void *)a->luma, (void *)a->level, (void *)a->rec);
        intra_plain_chroma(my, mx, chroma, (void *)a->kind,
                           (void *)a->mode_chroma, (void *)a->chroma,
                           (void *)a->level, (void *)a->rec_chroma);
        return;
    }
    edges_luma(my, mx, (void *)a->kind, (void *)a->rec, (void *)a->bottom,
               (void *)a->right);
    edges_chroma(my, mx, (void *)a->kind, (void *)a->rec_chroma,
                 (void *)a->bottom_chroma, (void *)a->right_chroma);
    before_luma(my, mx, qp, (void *)a->kind, (void *)a->mode, (void *)a->luma,
                (void *)a->level, (void *)a->base, (void *)a->sum);
    before_chroma(my, mx, chroma, (void *)a->kind, (void *)a->mode_chroma,
                  (void *)a->chroma, (void *)a->level, (void *)a->base_chroma,
                  (void *)a->sum_chroma);
    correct_luma(my, mx, qp, (void *)a->kind, (void *)a->mode, (void *)a->luma,
                 (void *)a->base, (void *)a->sum, (void *)a->level,
                 (void *)a->bottom, (void *)a->right, (void *)a->mean,
                 (void *)a->dc);
    correct_chroma(my, mx, chroma, (void *)a->kind, (void *)a->mode_chroma,
                   (void *)a->chroma, (void *)a->base_chroma,
                   (void *)a->sum_chroma, (void *)a->level,
                   (void *)a->bottom_chroma, (void *)a->right_chroma,
                   (void *)a->mean_chroma, (void *)a->dc_chroma);
    after_luma(my, mx, (void *)a->kind, (void *)a->mode, (void *)a->base,
               (void *)a->mean, (void *)a->bottom, (void *)a->right,
               (void *)a->dc, (void *)a->rec);
    after_chroma(my, mx, (void *)a->kind, (void *)a->mode_chroma,
                 (void *)a->base_chroma, (void *)a->mean_chroma,
                 (void *)a->bottom_chroma, (void *)a->right_chroma,
                 (void *)a->dc_chroma, (void *)a->rec_chroma);
}

/* Stages 6 to 8: the bits of the frame. */
static void encode_bits(struct encoder *e, const struct slice *slice)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx, n = e->n, header, words;
    int64_t ends[2];
    uint32_t start[4] = {0};

    count_levels(my, mx, (void *)a->kind, (void *)a->level, (void *)a->count,
                 (void *)a->pattern);
    find_skipped(my, mx, (void *)a->kind, (void *)a->mvx, (void *)a->mvy,
                 (void *)a->pattern, (void *)a->px, (void *)a->py,
                 (void *)a->coded);
    find_last(n, a->coded, a->last);
    code_macroblocks(my, mx, !slice->is_idr, (void *)a->kind, (void *)a->mode,
                     (void *)a->mode_chroma, (void *)a->coded, (void *)a->last,
                     (void *)a->mvx, (void *)a->mvy, (void *)a->px,
                     (void *)a->py, (void *)a->count, (void *)a->pattern,
                     (void *)a->level, (void *)a->bits, (void *)a->length);
    header = stream_slice(&e->q, slice, start);
    find_places(n, header, a->length, a->coded, a->last, a->at, ends);
    words = (int)(ends[0] / 32 + 1);
    join_bits(n, words, a->at, (void *)a->bits, a->out);
    memset(a->out + words, 0, 8 * sizeof *a->out);
    for (int k = 0; k < 4; k++)
        a->out[k] |= start[k];
    stream_end_slice(slice, a->out, ends[0],
                     slice->is_idr ? 0 : (int)(n - 1 - ends[1]), &e->out);
}

static void encode_frame(struct encoder *e, const struct slice *slice)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx, w = e->q.width, h = e->q.height;
    int qp = slice->qp, chroma = chroma_qp(qp);

    input_luma(h, w, my, mx, (void *)a->samples, (void *)a->luma);
    input_chroma(h / 2, w / 2, my, mx, (void *)(a->samples + (size_t)w * h),
                 (void *)a->chroma);
    choose_luma(my, mx, (void *)a->luma, (void *)a->mode, (void *)a->flat);
    choose_chroma(my, mx, (void *)a->chroma, (void *)a->mode_chroma);
    if (slice->is_idr)
        set_kinds(my, mx, INTRA, (void *)a->kind, (void *)a->mvx,
                  (void *)a->mvy);
    else
        encode_inter(e, qp);
    encode_intra(e, qp);
    encode_bits(e, slice);
    if (e->s.deblock) {
        find_strengths(my, mx, (void *)a->kind, (void *)a->mvx, (void *)a->mvy,
                       (void *)a->count, (void *)a->strength, (void *)a->on);
        deblock_luma(my, mx, qp, (void *)a->on, (void *)a->strength,
                     (void *)a->rec);
        deblock_chroma(my, mx, chroma, (void *)a->on, (void *)a->strength,
                       (void *)a->rec_chroma);
    }
}

/* Writes the visible part of a plane of `columns` samples a row. */
static void write_plane(struct encoder *e, const uint8_t *plane, int columns,
                        int h, int w)
{
    for (int i = 0; i < h; i++)
        output_write(&e->recon, plane + (size_t)i * (size_t)columns, (size_t)w);
}

static void write_recon(struct encoder *e)
{
    struct arrays *a = &e->a;
    int w = e->q.width, h = e->q.height;
    uint8_t *chroma = a->copy + 256 * (size_t)e->n;

    copy_bytes(128 * e->n, a->rec_chroma, chroma);
    write_plane(e, a->copy, 16 * e->mx, h, w);
    write_plane(e, chroma, 8 * e->mx, h / 2, w / 2);
    write_plane(e, chroma + 64 * (size_t)e->n, 8 * e->mx, h / 2, w / 2);
}

/* The longest chain of intra macroblocks, each the right or lower neighbour of
 * the one before: the steps that the frame's intra coding takes at least. */
static int longest_chain(struct encoder *e, int *intra, int *coded)
{
    int *chain = calloc((size_t)e->n, sizeof *chain), longest = 0;

    if (!chain)
        give_up(e, "there is no memory for --stats");
    *intra = *coded = 0;
    copy_bytes(e->n, e->a.kind, e->a.copy_kind);
    copy_bytes(e->n, e->a.coded, e->a.copy_coded);
    for (int m = 0; m < e->n; m++) {
        int left = m % e->mx ? chain[m - 1] : 0;
        int above = m >= e->mx ? chain[m - e->mx] : 0;
        *coded += e->a.copy_coded[m];
        if (e->a.copy_kind[m] != INTRA)
            continue;
        *intra += 1;
        chain[m] = 1 + (left > above ? left : above);
        longest = chain[m] > longest ? chain[m] : longest;
    }
    free(chain);
    return longest;
}

static void print_stats(struct encoder *e, const struct slice *slice,
                        long long bytes)
{
    int intra, coded, chain = longest_chain(e, &intra, &coded);
    double error = 0, pixels = (double)e->q.width * e->q.height;

    for (int i = 0; i < e->q.height; i++)
        for (int j = 0; j < e->q.width; j++) {
            int d = e->a.samples[(size_t)i * (size_t)e->q.width + (size_t)j] -
                    e->a.copy[(size_t)i * 16 * (size_t)e->mx + (size_t)j];
            error += d * d;
        }
    e->error += error / pixels;
    printf("%5ld  %c  %2d  %8lld  %6d  %6d  %5d  %7.3f\n", e->frame,
           slice->is_idr ? 'I' : 'P', slice->qp, bytes, intra, e->n - coded,
           chain, 10 * log10(255 * 255 / fmax(error / pixels, 1e-9)));
}

static void encode_next_frames(struct encoder *e)
{
    char why[256] = "";

    while ((!e->s.frames || e->frame < e->s.frames) &&
           y4m_read(&e->in, e->a.samples, why)) {
        bool is_idr = e->frame % e->s.gop == 0;
        long long before = e->out.bytes;
        struct slice slice = {.is_idr = is_idr,
                              .qp = rate_next(&e->rate, is_idr)};

        e->number = is_idr ? 0 : (e->number + 1) % 256;
        e->idr += is_idr;
        slice.number = e->number;
        slice.idr = e->idr;
        encode_frame(e, &slice);
        rate_done(&e->rate, is_idr, 8.0 * (double)(e->out.bytes - before));
        if (e->s.recon || e->s.stats)
            copy_bytes(256 * e->n, e->a.rec, e->a.copy);
        if (e->s.recon)
            write_recon(e);
        if (e->s.stats)
            print_stats(e, &slice, e->out.bytes - before);
        if (e->out.failed || (e->s.recon && e->recon.failed))
            give_up(e, NULL);
        e->frame++;
    }
    if (*why)
        give_up(e, why);
    if (e->frame == 0)
        give_up(e, "there is no frame in it");
}

/* Encodes all frames. Between them all arrays but those for the host stay where
 * the nests run. */
static void encode_frames(struct encoder *e)
{
    char *store = e->a.store;
    size_t bytes = e->a.stored;

    (void)store, (void)bytes; /* without hedrac, what follows is a comment */
#pragma hedra data(store [0:bytes])
    {
        encode_next_frames(e);
    }
}

/* Ends the process if two of the files are the same one. */
static void refuse_same(const char *a, const char *b)
{
    struct stat s, t;

    if (stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev &&
        s.st_ino == t.st_ino && S_ISREG(s.st_mode)) {
        fprintf(stderr, "error: %s and %s are the same file\n", a, b);
        exit(1);
    }
}

static void print_sums(const struct encoder *e)
{
    double frames = (double)e->frame;
    double seconds =
        e->in.rate ? frames * e->in.scale / e->in.rate : frames / 25;

    printf("%ld frames, %lld bytes, %.1f kbit/s, PSNR-Y %.3f dB\n", e->frame,
           e->out.bytes, 8e-3 * (double)e->out.bytes / seconds,
           10 * log10(255 * 255 / fmax(e->error / frames, 1e-9)));
}

int main(int argc, char **argv)
{
    static struct encoder e;
    double per_second;

    settings_parse(argc, argv, &e.s);
    y4m_open(&e.in, e.s.in);
    refuse_same(e.s.in, e.s.out);
    if (e.s.recon)
        refuse_same(e.s.in, e.s.recon);
    output_open(&e.out, e.s.out);
    if (e.s.recon) {
        e.recon.path = NULL;
        output_open(&e.recon, e.s.recon);
    }
    e.my = (e.in.height + 15) / 16;
    e.mx = (e.in.width + 15) / 16;
    e.n = e.my * e.mx;
    e.pad = (e.s.range + 16 + 1) / 2 * 2;
    e.q = (struct sequence){.width = e.in.width,
                            .height = e.in.height,
                            .my = e.my,
                            .mx = e.mx,
                            .rate = e.in.rate,
                            .scale = e.in.scale,
                            .qp = e.s.qp,
                            .deblock = e.s.deblock};
    per_second = e.in.rate ? (double)e.in.rate / e.in.scale : 25;
    rate_begin(&e.rate, e.s.qp, e.s.bitrate, per_second, e.s.gop);
    allocate_all(&e);
    if (e.s.stats)
        printf("frame  .  QP     bytes   intra  skipped chain   PSNR-Y\n");
    stream_begin(&e.q, &e.out);
    encode_frames(&e);
    if (e.s.stats)
        print_sums(&e);
    if (!output_close(&e.out) || (e.s.recon && !output_close(&e.recon)))
        give_up(&e, NULL);
    y4m_close(&e.in);
    free_all(&e.a);
    return 0;
}
