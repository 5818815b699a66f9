/*
 * example-h264 IN.y4m OUT.264: an encoder of the Constrained Baseline Profile
 * of H.264 whose loops over macroblocks are nests under `#pragma hedra`. The
 * stream is the same on every device, and without hedrac.
 *
 * This file goes through the frames. `frame.c` runs the stages of each in their
 * order; each stage has a file of its own, and `encoder.h` tells of all.
 */
#include "encoder.h"
#include "frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Vectors are no longer, in whole samples, however far the search goes. */
enum { FARTHEST = 64 };

static _Noreturn void give_up(struct encoder *e, const char *what)
{
    if (what)
        fprintf(stderr, "error: %s: %s\n", e->s.in, what);
    output_discard(&e->out);
    if (e->s.recon)
        output_discard(&e->recon);
    exit(1);
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

    frame_take_all(e);
    a->store = allocate(e, a->stored, 1);
    frame_take_all(e);
    a->samples = allocate(e, samples, 1);
    a->out = allocate(e, WORDS * n + 16, sizeof *a->out);
    a->copy = allocate(e, samples, 1);
    a->copy_kind = allocate(e, n, 1);
    a->copy_coded = allocate(e, n, 1);
    a->copy_part = allocate(e, PARTS * n, sizeof *a->copy_part);
    a->cost = allocate(e, (size_t)VECTOR_COSTS(e->reach), sizeof *a->cost);
}

static void free_all(struct arrays *a)
{
    free(a->store);
    free(a->samples);
    free(a->out);
    free(a->copy);
    free(a->copy_kind);
    free(a->copy_coded);
    free(a->copy_part);
    free(a->cost);
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

static void add_parts(struct encoder *e, bool is_idr)
{
    struct arrays *a = &e->a;

    copy_bytes((int)sizeof *a->part * PARTS * e->n, (void *)a->part,
               (void *)a->copy_part);
    for (int k = 0; k < PARTS; k++)
        for (int m = 0; m < e->n; m++)
            e->parts[!is_idr][k] += a->copy_part[k * e->n + m];
}

static void encode_next_frames(struct encoder *e)
{
    char why[256] = "";

    while ((!e->s.frames || e->frame < e->s.frames) &&
           y4m_read(&e->in, e->a.samples, why)) {
        bool is_idr = e->frame % e->s.gop == 0;
        long long before = e->out.bytes;
        struct slice slice = {.is_idr = is_idr, .qp = rate_next(&e->rate)};

        e->number = is_idr ? 0 : (e->number + 1) % 256;
        e->idr += is_idr;
        slice.number = e->number;
        slice.idr = e->idr;
        frame_encode(e, &slice);
        rate_done(&e->rate, is_idr, 8.0 * (double)(e->out.bytes - before));
        if (e->s.bits)
            add_parts(e, is_idr);
        if (e->s.recon || e->s.stats)
            copy_bytes(256 * e->n, e->a.rec, e->a.copy);
        if (e->s.recon)
            write_recon(e);
        if (e->s.stats)
            print_stats(e, &slice, e->out.bytes - before);
        if (!output_flush(&e->out) || (e->s.recon && !output_flush(&e->recon)))
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
static void refuse_same(struct encoder *e, const char *a, const char *b)
{
    struct stat s, t;

    if (stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev &&
        s.st_ino == t.st_ino && S_ISREG(s.st_mode)) {
        fprintf(stderr, "error: %s and %s are the same file\n", a, b);
        give_up(e, NULL);
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

static void print_parts(const struct encoder *e)
{
    static const char *const names[PARTS] = {"skipped",   "kind",    "vector",
                                             "pattern",   "luma DC", "luma",
                                             "chroma DC", "chroma"};

    printf("bits of          I frames     P frames\n");
    for (int k = 0; k < PARTS; k++)
        printf("%-12s %12.0f %12.0f\n", names[k], e->parts[0][k],
               e->parts[1][k]);
}

static void print_times(const struct encoder *e)
{
    for (int k = 0; k < STAGES; k++)
        printf("stage %-10s %.6f s\n", frame_stage_name((enum stage)k),
               e->seconds[k]);
}

static void open_files(struct encoder *e)
{
    y4m_open(&e->in, e->s.in);
    e->my = (e->in.height + 15) / 16;
    e->mx = (e->in.width + 15) / 16;
    e->n = e->my * e->mx;
    if (e->n > STREAM_LARGEST) {
        char why[128];
        snprintf(why, sizeof why,
                 "its frames have %d macroblocks of 16 x 16 samples; wanted "
                 "are %d at most, by the levels of H.264",
                 e->n, STREAM_LARGEST);
        give_up(e, why);
    }
    refuse_same(e, e->s.in, e->s.out);
    if (e->s.recon)
        refuse_same(e, e->s.in, e->s.recon);
    if (!output_open(&e->out, e->s.out) ||
        (e->s.recon && !output_open(&e->recon, e->s.recon)))
        give_up(e, NULL);
    if (e->s.recon)
        refuse_same(e, e->s.out, e->s.recon);
    e->reach = 3 * e->s.range < FARTHEST ? 3 * e->s.range : FARTHEST;
    e->pad = (e->reach + 16 + 1) / 2 * 2;
    e->q = (struct sequence){.width = e->in.width,
                             .height = e->in.height,
                             .my = e->my,
                             .mx = e->mx,
                             .rate = e->in.rate,
                             .scale = e->in.scale,
                             .qp = e->s.qp,
                             .reach = e->reach,
                             .deblock = e->s.deblock};
}

int main(int argc, char **argv)
{
    static struct encoder e;
    double per_second;

    settings_parse(argc, argv, &e.s);
    open_files(&e);
    per_second = e.in.rate ? (double)e.in.rate / e.in.scale : 25;
    rate_begin(&e.rate, e.s.qp, e.s.bitrate, per_second, e.s.gop,
               (double)e.q.width * e.q.height);
    allocate_all(&e);
    if (e.s.stats)
        printf("frame  .  QP     bytes   intra  skipped chain   PSNR-Y\n");
    stream_begin(&e.q, &e.out);
    encode_frames(&e);
    if (e.s.stats)
        print_sums(&e);
    if (e.s.bits)
        print_parts(&e);
    if (e.s.times)
        print_times(&e);
    if (!output_close(&e.out) || (e.s.recon && !output_close(&e.recon)))
        give_up(&e, NULL);
    y4m_close(&e.in);
    free_all(&e.a);
    return 0;
}
