/*
 * The stages of a frame. What they share lies in one piece of memory, which a
 * device keeps from frame to frame.
 */
#include "frame.h"

#include "encoder.h"
#include "intra.h"
#include "pcm.h"

#include <string.h>
#include <time.h>

/* How often vectors are brought to agree; even, so that they end up where they
 * were. */
enum { ROUNDS = 4 };

/* The next `count` elements of the memory that stays on the device; with no
 * memory yet, only counts. */
static void *take(struct arrays *a, size_t count, size_t size)
{
    void *p = a->store ? a->store + a->stored : NULL;

    a->stored += (count * size + 255) / 256 * 256;
    return p;
}

void frame_take_all(struct encoder *e)
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
    a->pcm = take(a, n, 1);
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
    a->sx = take(a, n, sizeof *a->sx);
    a->sy = take(a, n, sizeof *a->sy);
    a->nvx = take(a, n, sizeof *a->nvx);
    a->nvy = take(a, n, sizeof *a->nvy);
    a->level = take(a, 16 * BLOCKS * n, sizeof *a->level);
    a->least = take(a, n, sizeof *a->least);
    a->flat = take(a, n, sizeof *a->flat);
    a->last = take(a, n, sizeof *a->last);
    a->last_pcm = take(a, n, sizeof *a->last_pcm);
    a->length = take(a, n, sizeof *a->length);
    a->part = take(a, PARTS * n, sizeof *a->part);
    a->at = take(a, n + 1, sizeof *a->at);
    a->bits = take(a, WORDS * n, sizeof *a->bits);
    a->owner = take(a, WORDS * n + 16, sizeof *a->owner);
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

const char *frame_stage_name(enum stage stage)
{
    static const char *const names[STAGES] = {
        "input", "modes",  "reference", "search", "quarters",
        "agree", "kinds",  "inter",     "before", "intra",
        "after", "counts", "entropy",   "join",   "deblock"};

    return names[stage];
}

static double seconds_now(void)
{
    struct timespec t;

    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stage_done(struct encoder *e, enum stage stage)
{
    double now = seconds_now();

    e->seconds[stage] += now - e->since;
    e->since = now;
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

/* How much a bit weighs against 16 times the square of a difference:
 * 16 * 0.85 * 2^((QP - 12) / 3). */
static int weight_of_bit(int qp)
{
    static const int weight[52] = {
        1,     1,     1,     2,     2,     3,     3,     4,     5,
        7,     9,     11,    14,    17,    22,    27,    34,    43,
        54,    69,    86,    109,   137,   173,   218,   274,   345,
        435,   548,   691,   870,   1097,  1382,  1741,  2193,  2763,
        3482,  4387,  5527,  6963,  8773,  11053, 13926, 17546, 22107,
        27853, 35092, 44214, 55706, 70185, 88427, 111411};

    return weight[qp];
}

/* Lambda times the bits of each component of a vector, by its difference from
 * the predicted one. */
static void fill_costs(int reach, int lambda, int *cost)
{
    int zero = 2 * vector_limit(reach);

    for (int v = -zero; v <= zero; v++) {
        int code = v > 0 ? 2 * v - 1 : -2 * v, n = 0;
        while ((code + 1) >> n > 1)
            n++;
        cost[v + zero] = lambda * (2 * n + 1);
    }
}

/* Vectors as neighbours have them, where that costs less than it loses. What
 * neighbours predict is what they had in the round before, so that none waits
 * for another. */
static void agree(struct encoder *e)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx;
    int16_t *from[2] = {a->mvx, a->mvy}, *to[2] = {a->nvx, a->nvy};

    for (int round = 0; round < ROUNDS; round++) {
        int16_t *spare[2] = {from[0], from[1]};
        predict_vectors(my, mx, (void *)a->kind, (void *)from[0],
                        (void *)from[1], (void *)a->px, (void *)a->py,
                        (void *)a->sx, (void *)a->sy);
        agree_vectors(my, mx, e->pad, e->reach, a->cost, (void *)a->px,
                      (void *)a->py, (void *)a->sx, (void *)a->sy,
                      (void *)a->luma, (void *)a->ref, (void *)from[0],
                      (void *)from[1], (void *)to[0], (void *)to[1],
                      (void *)a->least);
        for (int k = 0; k < 2; k++) {
            from[k] = to[k];
            to[k] = spare[k];
        }
    }
}

/* Stages 2 to 4: what stands in the place of the last frame's kinds. */
static void encode_inter(struct encoder *e, int qp)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx, pad = e->pad, reach = e->reach;
    int lambda = lambda_of(qp), bit = weight_of_bit(qp);

    fill_costs(reach, lambda, a->cost);
    set_kinds(my, mx, INTER, (void *)a->kind, (void *)a->mvx, (void *)a->mvy);
    reference_luma(my, mx, pad, (void *)a->rec, (void *)a->ref, (void *)a->six);
    reference_chroma(my, mx, pad, (void *)a->rec_chroma, (void *)a->ref_chroma);
    stage_done(e, STAGE_REFERENCE);
    search_whole(my, mx, pad, e->s.range, reach, a->cost, (void *)a->px,
                 (void *)a->py, (void *)a->luma, (void *)a->ref, (void *)a->mvx,
                 (void *)a->mvy, (void *)a->least);
    stage_done(e, STAGE_SEARCH);
    search_quarters(my, mx, pad, reach, a->cost, (void *)a->px, (void *)a->py,
                    (void *)a->luma, (void *)a->ref, (void *)a->mvx,
                    (void *)a->mvy, (void *)a->least);
    stage_done(e, STAGE_QUARTERS);
    agree(e);
    stage_done(e, STAGE_AGREE);
    predict_vectors(my, mx, (void *)a->kind, (void *)a->mvx, (void *)a->mvy,
                    (void *)a->px, (void *)a->py, (void *)a->sx, (void *)a->sy);
    guess_kinds(my, mx, lambda, (void *)a->flat, (void *)a->least,
                (void *)a->kind);
    choose_kinds(my, mx, pad, qp, bit, (void *)a->sx, (void *)a->sy,
                 (void *)a->luma, (void *)a->ref, (void *)a->mode,
                 (void *)a->kind, (void *)a->mvx, (void *)a->mvy);
    if (e->s.kinds >= 0)
        random_kinds(my, mx, (unsigned)e->frame, e->s.kinds, (void *)a->kind,
                     (void *)a->mvx, (void *)a->mvy);
    stage_done(e, STAGE_KINDS);
    inter_luma(my, mx, pad, qp, (void *)a->kind, (void *)a->mvx, (void *)a->mvy,
               (void *)a->luma, (void *)a->ref, (void *)a->level,
               (void *)a->rec);
    inter_chroma(my, mx, pad, chroma_qp(qp), (void *)a->kind, (void *)a->mvx,
                 (void *)a->mvy, (void *)a->chroma, (void *)a->ref_chroma,
                 (void *)a->level, (void *)a->rec_chroma);
    stage_done(e, STAGE_INTER);
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
        stage_done(e, STAGE_INTRA);
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
    stage_done(e, STAGE_BEFORE);
    correct_intra(my, mx, qp, chroma, (void *)a->kind, (void *)a->mode,
                  (void *)a->mode_chroma, (void *)a->luma, (void *)a->chroma,
                  (void *)a->base, (void *)a->base_chroma, (void *)a->sum,
                  (void *)a->sum_chroma, (void *)a->level, (void *)a->bottom,
                  (void *)a->bottom_chroma, (void *)a->right,
                  (void *)a->right_chroma, (void *)a->mean,
                  (void *)a->mean_chroma, (void *)a->dc, (void *)a->dc_chroma);
    stage_done(e, STAGE_INTRA);
    after_luma(my, mx, (void *)a->kind, (void *)a->mode, (void *)a->base,
               (void *)a->mean, (void *)a->bottom, (void *)a->right,
               (void *)a->dc, (void *)a->rec);
    after_chroma(my, mx, (void *)a->kind, (void *)a->mode_chroma,
                 (void *)a->base_chroma, (void *)a->mean_chroma,
                 (void *)a->bottom_chroma, (void *)a->right_chroma,
                 (void *)a->dc_chroma, (void *)a->rec_chroma);
    stage_done(e, STAGE_AFTER);
}

/* Stages 6 and 7: the bits of each macroblock. */
static void encode_bits(struct encoder *e, const struct slice *slice)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx, n = e->n;

    count_levels(my, mx, (void *)a->kind, (void *)a->pcm, (void *)a->level,
                 (void *)a->count, (void *)a->pattern);
    predict_vectors(my, mx, (void *)a->kind, (void *)a->mvx, (void *)a->mvy,
                    (void *)a->px, (void *)a->py, (void *)a->sx, (void *)a->sy);
    find_coded(my, mx, (void *)a->kind, (void *)a->mvx, (void *)a->mvy,
               (void *)a->pattern, (void *)a->sx, (void *)a->sy,
               (void *)a->coded);
    find_last(n, a->coded, a->last);
    stage_done(e, STAGE_COUNTS);
    code_macroblocks(my, mx, !slice->is_idr, (void *)a->kind, (void *)a->mode,
                     (void *)a->mode_chroma, (void *)a->pcm, (void *)a->coded,
                     (void *)a->last, (void *)a->mvx, (void *)a->mvy,
                     (void *)a->px, (void *)a->py, (void *)a->count,
                     (void *)a->pattern, (void *)a->level, (void *)a->bits,
                     (void *)a->length, (void *)a->part);
    stage_done(e, STAGE_ENTROPY);
}

/* Stages 5 to 7, again as long as more macroblocks are found to be too long. */
static void encode_rest(struct encoder *e, const struct slice *slice)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx;

    for (;;) {
        encode_intra(e, slice->qp);
        if (e->pcm)
            pcm_kinds(my, mx, (void *)a->pcm, (void *)a->kind);
        encode_bits(e, slice);
        if (slice->qp > LONG_QP || !mark_long(e->n, a->length, a->pcm))
            return;
        e->pcm = true;
        pcm_luma(my, mx, (void *)a->pcm, (void *)a->luma, (void *)a->kind,
                 (void *)a->mvx, (void *)a->mvy, (void *)a->rec);
        pcm_chroma(my, mx, (void *)a->pcm, (void *)a->chroma,
                   (void *)a->rec_chroma);
    }
}

/* Stage 8: the bits of the frame. */
static void join(struct encoder *e, const struct slice *slice)
{
    struct arrays *a = &e->a;
    int n = e->n, header, words;
    int64_t ends[2];
    uint32_t start[4] = {0};

    header = stream_slice(&e->q, slice, start);
    if (e->pcm) {
        find_last(n, a->pcm, a->last_pcm);
        find_places(n, header, a->length, a->coded, a->last, a->at, ends);
        code_samples(e->my, e->mx, (void *)a->pcm, (void *)a->last_pcm, a->at,
                     (void *)a->luma, (void *)a->chroma, (void *)a->bits,
                     (void *)a->length, (void *)a->part);
    }
    find_places(n, header, a->length, a->coded, a->last, a->at, ends);
    words = (int)(ends[0] / 32 + 1);
    find_owners(n, words, a->at, a->owner);
    join_bits(n, words, a->at, a->owner, (void *)a->bits, a->out);
    memset(a->out + words, 0, 8 * sizeof *a->out);
    for (int k = 0; k < 4; k++)
        a->out[k] |= start[k];
    stream_end_slice(slice, a->out, ends[0],
                     slice->is_idr ? 0 : (int)(n - 1 - ends[1]), &e->out);
    stage_done(e, STAGE_JOIN);
}

void frame_encode(struct encoder *e, const struct slice *slice)
{
    struct arrays *a = &e->a;
    int my = e->my, mx = e->mx, w = e->q.width, h = e->q.height;
    int qp = slice->qp, chroma = chroma_qp(qp);

    e->since = seconds_now();
    if (e->pcm)
        clear_pcm(e->n, a->pcm);
    e->pcm = false;
    input_luma(h, w, my, mx, (void *)a->samples, (void *)a->luma);
    input_chroma(h / 2, w / 2, my, mx, (void *)(a->samples + (size_t)w * h),
                 (void *)a->chroma);
    stage_done(e, STAGE_INPUT);
    choose_luma(my, mx, (void *)a->luma, (void *)a->mode, (void *)a->flat);
    choose_chroma(my, mx, (void *)a->chroma, (void *)a->mode_chroma);
    stage_done(e, STAGE_MODES);
    if (slice->is_idr)
        set_kinds(my, mx, INTRA, (void *)a->kind, (void *)a->mvx,
                  (void *)a->mvy);
    else
        encode_inter(e, qp);
    encode_rest(e, slice);
    join(e, slice);
    if (e->s.deblock) {
        find_strengths(my, mx, (void *)a->kind, (void *)a->pcm, (void *)a->mvx,
                       (void *)a->mvy, (void *)a->count, (void *)a->strength,
                       (void *)a->on);
        deblock_luma(my, mx, qp, (void *)a->on, (void *)a->strength,
                     (void *)a->rec);
        deblock_chroma(my, mx, chroma, (void *)a->on, (void *)a->strength,
                       (void *)a->rec_chroma);
        stage_done(e, STAGE_DEBLOCK);
    }
}
