/*
 * The part of the choice between a region's kernels and its plain nest that
 * generated code does by itself, since a nest may take less time than a call
 * does; and loops of the plain nest that threads share for their sums. A part
 * of hedra.h.
 */
#ifndef HEDRA_CHOOSE_H
#define HEDRA_CHOOSE_H

#ifndef HEDRA_H
#error "hedra_choose.h is a part of hedra.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's: how many ranges are kept on devices (hedra_keep), and one more
 * as long as it does not know the environment, or has to count plain nests.
 * 0: hedra_plain has nothing to do. */
HEDRA_API extern int hedra_watch;

/* What region functions go by. Threads may be in the way of each other. */
struct hedra_again {
    int calls;      /* so many more calls run the plain nest */
    unsigned sizes; /* whose parameters have this number */
    int small;      /* calls that have little to do: 1 run it, too; -1 go on to
                       ask; 0: nobody knows yet */
};

/* Returns 1 if the runtime has said that the plain nest is to run in so many
 * calls, as it stands, which is right whatever the arguments are. Returns 0 if
 * the runtime is to be asked: always where threads share loops, since arrays
 * that did not overlap in the last call may do so in this one. `sizes` is a
 * number for the magnitudes of the parameters that say how often loops of the
 * region run: the runtime is asked, too, when they change. */
static inline int hedra_again(const struct hedra_module *module, unsigned sizes)
{
#ifdef __GNUC__
    struct hedra_again *known =
        (struct hedra_again *)__atomic_load_n(&module->state, __ATOMIC_ACQUIRE);
    if (!known)
        return 0;
    int left = __atomic_load_n(&known->calls, __ATOMIC_RELAXED);
    if (left > 0 && __atomic_load_n(&hedra_watch, __ATOMIC_RELAXED) == 0 &&
        __atomic_load_n(&known->sizes, __ATOMIC_RELAXED) == sizes) {
        __atomic_store_n(&known->calls, left - 1, __ATOMIC_RELAXED);
        return 1;
    }
    __atomic_store_n(&known->calls, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&known->sizes, sizes, __ATOMIC_RELAXED);
#else
    (void)module;
    (void)sizes;
#endif
    return 0;
}

/* Returns how often a loop runs in hedrac's estimate. */
static inline double hedra_trips(double trips)
{
    return trips > 0 ? trips : 0;
}

/* hedra_small of a call that has little to do, if nothing else is known. */
HEDRA_API int hedra_small_call(struct hedra_module *module, int want);

/* Is the plain nest to run as it stands since the call has so little to do, as
 * `small` says, that neither kernels nor threads can gain? Returns 1 if so, and
 * counts the nest as hedra_plain does: on the host (`want` as of hedra_begin),
 * where kernels and the plain nest are not timed, or the plain nest is expected
 * to be faster. What it returns does not depend on other calls. */
static inline int hedra_small(struct hedra_module *module, int small, int want)
{
    if (!small)
        return 0;
#ifdef __GNUC__
    struct hedra_again *known =
        (struct hedra_again *)__atomic_load_n(&module->state, __ATOMIC_ACQUIRE);
    int told = known ? __atomic_load_n(&known->small, __ATOMIC_RELAXED) : 0;
    if (told < 0)
        return 0;
    if (told && __atomic_load_n(&hedra_watch, __ATOMIC_RELAXED) == 0)
        return 1;
#endif
    return hedra_small_call(module, want);
}

/* What a region asks before it looks at its arrays: is its plain nest to run as
 * it stands, whatever they hold? Returns 1 if so: where hedrac expects the
 * plain nest to be faster, its loops are not shared, the module runs on the
 * host (`want` as of hedra_begin), and its calls have not taken long yet: then
 * hedra_plain_done says what this one takes, and how many of the next need not
 * ask. Counts the nest as hedra_plain does. `sizes` as in hedra_again, which
 * such calls may go by next. The process ends with a message and exit(70) if
 * the environment is not valid. */
HEDRA_API int hedra_first(struct hedra_module *module, unsigned sizes,
                          int want);

/* What a nest without kernels asks whose author says that threads may share its
 * loop: returns 1 if they are to, in this call, 0 if it is to run as it stands.
 * first, end, step: as of hedra_share. Whether sharing it pays is timed by how
 * often the loop runs; hedra_plain_done follows. Counts the nest as hedra_plain
 * does. The process ends with a message and exit(70) if the environment is not
 * valid. */
HEDRA_API int hedra_promised(struct hedra_module *module, int64_t first,
                             int64_t end, int64_t step);

/* Are bytes lo <= offset < hi from two addresses different memory?
 * hedra_overlap for two arrays, of which one is written, where the plain nest
 * runs in any case. */
static inline int hedra_apart(const void *a, int64_t a_lo, int64_t a_hi,
                              const void *b, int64_t b_lo, int64_t b_hi)
{
    const uintptr_t a_base = (uintptr_t)a, b_base = (uintptr_t)b;
    return a_lo >= a_hi || b_lo >= b_hi ||
           a_base + (uintptr_t)a_lo >= b_base + (uintptr_t)b_hi ||
           b_base + (uintptr_t)b_lo >= a_base + (uintptr_t)a_hi;
}

/* Gets the pages that the system has not given yet for bytes lo <= offset < hi
 * from `base`, which the nest fills: it writes them, or parts of them that lie
 * close to each other. Does so as the variable HEDRA_PAGES
 * says. Never fails: what is not granted comes when it is touched. */
HEDRA_API void hedra_fill_pages(void *base, int64_t lo, int64_t hi);

/* Does it for a range that is worth it: of so many bytes at least. */
enum { HEDRA_WORTH_FILLING = 256 << 10 };
static inline void hedra_fill(void *base, int64_t lo, int64_t hi)
{
    if (hi - lo >= HEDRA_WORTH_FILLING)
        hedra_fill_pages(base, lo, hi);
}

/* Tells the compiler that a loop which begins with `first` in the source, and
 * counts up, begins no lower where it runs in part: conditions such as y > 0
 * cost more where y may be negative. */
static inline void hedra_no_less(int64_t iterator, int64_t first)
{
#ifdef __GNUC__
    if (iterator < first)
        __builtin_unreachable();
#else
    (void)iterator;
    (void)first;
#endif
}

/* Returns hedra_again's number for one more parameter: how many bits it has. */
static inline unsigned hedra_size(unsigned sizes, int64_t parameter)
{
#ifdef __GNUC__
    return sizes * 65 +
           (unsigned)__builtin_clzll((unsigned long long)parameter | 1);
#else
    (void)parameter;
    return sizes;
#endif
}

/* A nest that has no kernels only has to tell that it runs where something is
 * kept. */
#ifdef __GNUC__
#define hedra_plain(module, why)                                               \
    ((why) != HEDRA_KEPT || __atomic_load_n(&hedra_watch, __ATOMIC_RELAXED)    \
         ? hedra_plain(module, why)                                            \
         : (void)0)
#endif

/* Integers that a loop only adds to, or the like: all bytes from `from` to
 * before `to` behind variable[variable], of `size` bytes each. */
enum hedra_sum_kind {
    HEDRA_SUM_ADD, /* modulo 2^n */
    HEDRA_SUM_OR,
    HEDRA_SUM_XOR,
    HEDRA_SUM_AND
};
struct hedra_sum {
    int variable;
    enum hedra_sum_kind kind;
    int size; /* 1, 2, 4 or 8 */
    int64_t from, to;
};

/* hedra_share with so many `variables`, for a loop whose iterations meet in the
 * `count` sums alone: threads have copies of these, which are combined at the
 * end. One thread runs the loop if they are many more than its iterations. */
HEDRA_API void hedra_share_sums(hedra_loop loop, void *const *variable,
                                int64_t first, int64_t end, int64_t step,
                                struct hedra_note *note, int variables,
                                const struct hedra_sum *sum, int count);

/* Numbers in which a loop keeps the best so far, and what belongs to it, of
 * `size` bytes behind variable[variable]; the first of them is the best. */
struct hedra_pick {
    int variable;
    int size; /* at most 16 */
};

/* hedra_share with so many `variables`, for a loop whose iterations meet in the
 * `count` picks alone: threads have copies of these, which begin with what the
 * program's hold. better(a, b): is *a better than *b? Of equal ones the loop
 * keeps the first or, if `last`, the last one. */
HEDRA_API void hedra_share_picks(hedra_loop loop, void *const *variable,
                                 int64_t first, int64_t end, int64_t step,
                                 int variables, const struct hedra_pick *pick,
                                 int count,
                                 int (*better)(const void *, const void *),
                                 int last);

/* Rows of a loop, which threads run one behind the other; NULL where one thread
 * runs them all. */
struct hedra_rows;

/* As hedra_loop, of a loop whose iterations are rows: with `rows`, the function
 * runs one row, and asks hedra_row_part for each part of its columns. */
typedef void (*hedra_row_loop)(void *const *variable, int64_t from, int64_t to,
                               struct hedra_rows *rows);

/* hedra_share for rows whose columns need those of the rows before up to
 * `ahead` columns behind their own, and nothing else of other rows. step > 0.
 */
HEDRA_API void hedra_share_rows(hedra_row_loop loop, void *const *variable,
                                int64_t first, int64_t end, int64_t step,
                                int64_t ahead);

/* Before columns from `at` on, of a loop that goes on to before `end` in steps:
 * returns where the next part of them ends, when that may run. step > 0. */
HEDRA_API int64_t hedra_row_part(struct hedra_rows *rows, int64_t at,
                                 int64_t end, int64_t step);

/* Says that the row is done up to before column `end`, where a part ends. */
HEDRA_API void hedra_row_done(struct hedra_rows *rows, int64_t end);

#ifdef __cplusplus
}
#endif

#endif
