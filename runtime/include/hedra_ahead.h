/*
 * A part of hedra.h: what loops of the user's need that look ahead. hedrac
 * writes such a loop in the place of one that tests something in each iteration
 * and does nothing where that does not hold: before a block of iterations runs,
 * it asks of all of them at once. HEDRA_AHEAD is defined where that is worth
 * it: where the compiler optimises, and is one that the loop is written for;
 * HEDRA_AHEAD_PAGES where memory may be read, too, of which only the processor
 * says that it is there.
 */
#ifndef HEDRA_AHEAD_H
#define HEDRA_AHEAD_H

#ifndef HEDRA_H
#error "hedra_ahead.h is a part of hedra.h, which is to be included"
#endif

#if defined __GNUC__ && defined __OPTIMIZE__ && defined __BYTE_ORDER__ &&      \
    !defined __cplusplus
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HEDRA_AHEAD
#endif
#endif

#if defined HEDRA_AHEAD && !defined __SANITIZE_ADDRESS__ &&                    \
    !defined __SANITIZE_THREAD__
#define HEDRA_AHEAD_PAGES
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||     \
    __has_feature(thread_sanitizer) ||                                         \
    __has_feature(undefined_behavior_sanitizer)
#undef HEDRA_AHEAD_PAGES
#endif
#endif
#endif

/* Where processors contract products and sums, a compiler may do so in one text
 * and not in another one: loops whose tests have both look ahead elsewhere. */
#if !defined __FP_FAST_FMA && !defined __FP_FAST_FMAF && !defined __FMA__ &&   \
    !defined __ARM_FEATURE_FMA
#ifdef HEDRA_AHEAD
#define HEDRA_AHEAD_EXACT
#endif
#ifdef HEDRA_AHEAD_PAGES
#define HEDRA_AHEAD_PAGES_EXACT
#endif
#endif

#ifdef HEDRA_AHEAD

/* Around lines that the user did not write, in which names and types of the
 * user's stand: compilers need not warn of them. */
#define HEDRA_QUIET                                                            \
    _Pragma("GCC diagnostic push")                                             \
        _Pragma("GCC diagnostic ignored \"-Wshadow\"")                         \
            _Pragma("GCC diagnostic ignored \"-Wconversion\"")                 \
                _Pragma("GCC diagnostic ignored \"-Wsign-conversion\"")        \
                    _Pragma("GCC diagnostic ignored \"-Wsign-compare\"")
#define HEDRA_NO_LONGER_QUIET _Pragma("GCC diagnostic pop")

/* Iterations of a block. Pages have this size or a multiple of it. */
#define HEDRA_BLOCK 64
#define HEDRA_PAGE 4096

/* How many iterations are left, as the loop's comparison has its operands. */
#define HEDRA_LEFT(iterator, bound)                                            \
    ((uint64_t)(__typeof__((iterator) + (bound)))(bound) -                     \
     (uint64_t)(__typeof__((iterator) + (bound)))(iterator))

/* Is that a block at least? A loop that is over may seem to have some left. */
#define HEDRA_BLOCKS_LEFT(iterator, bound)                                     \
    ((int64_t)HEDRA_LEFT(iterator, bound) >= HEDRA_BLOCK)

/* Where an iterator of type unsigned may begin a block: that it does not wrap
 * around in it compilers are told by a condition. */
#define HEDRA_LAST_BLOCK (0xffffffffu - HEDRA_BLOCK)

/* Keeps from a compiler what it knows of a value. */
#define HEDRA_HIDE(value) __asm__("" : "+r"(value))

/* What a loop keeps from block to block, and from run to run: how many blocks
 * run before it asks again, and the logarithm of what that will be next. */
struct hedra_ahead {
    unsigned wait, shift;
};

/* Does the loop go on by blocks, with so many iterations left? *take: so many
 * run at once; 0: the next block is to be asked of. */
static inline int hedra_ahead_goes(struct hedra_ahead *ahead, uint64_t left,
                                   uint64_t *take)
{
    const uint64_t blocks = left / HEDRA_BLOCK, wait = ahead->wait;
    *take = wait * HEDRA_BLOCK;
    if (blocks == 0)
        return 0;
    ahead->wait -= (unsigned)(blocks < wait ? blocks : wait);
    return blocks > wait;
}

/* Notes whether there is something to do in the block: after some where there
 * is, the next one is asked of later, up to 64 blocks. */
static inline int hedra_ahead_hit(struct hedra_ahead *ahead, int any)
{
    if (any) {
        ahead->wait = (1u << ahead->shift) - 1;
        ahead->shift += ahead->shift < 6;
    } else {
        ahead->shift -= ahead->shift > 0;
    }
    return any;
}

/* One byte for each iteration, 0 or 1. */
union hedra_flags {
    unsigned char flag[HEDRA_BLOCK];
    uint64_t word[HEDRA_BLOCK / 8];
};

static inline uint64_t hedra_flag_bits(const union hedra_flags *flags)
{
    uint64_t bits = 0;
    for (int k = 0; k < HEDRA_BLOCK / 8; k++)
        bits |= (flags->word[k] * 0x0102040810204080u >> 56) << 8 * k;
    return bits;
}

/* Do the bits repeat, so that a processor knows what comes next? */
static inline int hedra_bits_repeat(uint64_t bits)
{
    int repeat = 0;
    for (int k = 1; k <= 8; k++)
        repeat |= (bits ^ bits >> k) << k == 0;
    return repeat;
}

/* Is it better to go from one bit to the next than to run all iterations of the
 * block: are they few, or such that a processor does not know what comes next?
 */
static inline int hedra_ahead_list(struct hedra_ahead *ahead, uint64_t bits)
{
    if (__builtin_popcountll(bits) <= 12 ||
        (__builtin_popcountll(bits ^ bits << 1) > 6 &&
         !hedra_bits_repeat(bits))) {
        ahead->shift -= ahead->shift > 0;
        return 1;
    }
    return !hedra_ahead_hit(ahead, 1);
}

/* Where the iterations 0, 1 and the last one of a block access memory. */
struct hedra_span {
    uintptr_t at[3];
};

/* Do addresses move by the same from iteration to iteration? */
static inline int hedra_span_is_even(const struct hedra_span *s)
{
    return s->at[2] - s->at[0] == (s->at[1] - s->at[0]) * (HEDRA_BLOCK - 1);
}

/* Do the block's accesses of a_size and b_size bytes never meet? */
static inline int hedra_spans_apart(const struct hedra_span *a, size_t a_size,
                                    const struct hedra_span *b, size_t b_size)
{
    const uintptr_t a_lo = a->at[0] < a->at[2] ? a->at[0] : a->at[2];
    const uintptr_t b_lo = b->at[0] < b->at[2] ? b->at[0] : b->at[2];
    const uintptr_t a_hi = a->at[0] + a->at[2] - a_lo + a_size;
    const uintptr_t b_hi = b->at[0] + b->at[2] - b_lo + b_size;
    return hedra_span_is_even(a) && hedra_span_is_even(b) &&
           (a_hi <= b_lo || b_hi <= a_lo);
}

/* How many of the next `take` iterations access nothing but the page in which
 * the first one does? Where addresses move by less than a page, upward. */
static inline uint64_t hedra_span_in_page(const struct hedra_span *s,
                                          size_t size, uint64_t take)
{
    const uintptr_t step = s->at[1] - s->at[0];
    const uintptr_t room = HEDRA_PAGE - s->at[0] % HEDRA_PAGE;
    if (!hedra_span_is_even(s) || step > HEDRA_PAGE || room < size)
        return 1;
    if (step > 0 && (room - size) / step + 1 < take)
        take = (room - size) / step + 1;
    return take;
}

#endif

#endif
