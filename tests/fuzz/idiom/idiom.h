/*
 * idiomgen: random programs in the idioms of people, for run_fuzz: pointers
 * into rows, counters of all types, slices that may overlap, macros, records,
 * early exits, plain code between regions. No program has undefined behaviour:
 * each value is generated with its range, and each subscript with the values of
 * its iterators, which are known.
 *
 * A program is made of pieces (piece.c), nests that are independent of each
 * other but for the arrays that they share; a reduction leaves pieces out.
 */
#ifndef HEDRA_TESTS_FUZZ_IDIOM_IDIOM_H
#define HEDRA_TESTS_FUZZ_IDIOM_IDIOM_H

#include "runtime/base/base.h"

enum {
    MAX_ARRAYS = 24,
    MAX_RANK = 3,
    MAX_ITERS = 6,
    MAX_TEMPS = 6,
    MAX_PIECES = 12,
    MAX_SIZES = 4
};

enum type { I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, TYPES };

/* A C expression and what its value lies between. `text` is a primary
 * expression or in parentheses. */
struct ex {
    const char *text;
    enum type type;
    long double low, high;
};

/* A size that loops end at: its text, and its value. */
struct size {
    const char *text;
    int value;
};

enum home {
    HOME_GLOBAL,  /* a static array of the file */
    HOME_MATRIX,  /* a parameter T a[n][m] */
    HOME_POINTER, /* a parameter T *a, subscripts are linearised by hand */
    HOME_RECORDS, /* a field of an array of records */
    HOME_SLICE    /* a pointer into a buffer that several share */
};

struct array {
    const char *name, *field; /* field: ".x", or "" */
    enum type type;
    enum home home;
    int rank;
    struct size dim[MAX_RANK];
    const char *buffer; /* HOME_SLICE: what it points into, at `offset` */
    int offset;
    bool index; /* holds numbers from 0 to below `limit`, and is only read */
    bool order; /* … each once */
    int limit;
};

struct iter {
    const char *name;
    enum type type;
    int low, high; /* of all its values */
};

struct temp {
    const char *name;
    enum type type;
    long double low, high;
};

struct gen {
    struct arena *arena;
    uint64_t seed, state;
    struct buf *out; /* where statements go: those of the nest … */
    struct buf *nest, *before, *after; /* … or what stands around the region */
    int results;                       /* of scalars, which `after` stores */
    int injective; /* the array that the region must say so of, or -1 */
    bool whole;    /* loops leave out no iteration */
    bool extents;  /* the region must say how long what pointers point to is */
    const char
        *reach; /* so much of what a pointer of the nest leads to; NULL */
    bool team;     /* there are loops of OpenMP, too */
    int indent;
    int size_count, array_count, iter_count, temp_count, names;
    struct size size[MAX_SIZES];
    struct array array[MAX_ARRAYS];
    struct iter iter[MAX_ITERS];
    struct temp temp[MAX_TEMPS];
    bool written[MAX_ARRAYS]; /* by the nest: read more seldom */
};

/* value.c: chance, types and expressions. */
uint64_t gen_bits(struct gen *g);
int gen_pick(struct gen *g, int n); /* 0 … n - 1 */
bool gen_chance(struct gen *g, int percent);
const char *gen_text(struct gen *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *gen_name(struct gen *g, const char *stem); /* a new one */
const char *type_spelling(struct gen *g, enum type t);
const char *type_name(enum type t); /* one spelling, always the same */
int type_bytes(enum type t);
bool type_is_float(enum type t);
/* Between what the elements of arrays of the type lie. */
void type_range(enum type t, long double *low, long double *high);
struct ex ex_constant(struct gen *g, enum type t);
struct ex ex_binary(struct gen *g, char op, struct ex a, struct ex b);
struct ex ex_compare(struct gen *g, struct ex a, struct ex b);
struct ex ex_choose(struct gen *g, struct ex test, struct ex a, struct ex b);
/* A random expression, of reads of arrays, iterators, temporaries, constants.
 */
struct ex ex_value(struct gen *g, int depth);
struct ex ex_test(struct gen *g);
/* Made to fit between the values of elements of the type. */
struct ex ex_fit(struct gen *g, struct ex e, enum type t);
/* An integer of small values. */
struct ex ex_small(struct gen *g, struct ex e, int modulus);
struct ex ex_cast(struct gen *g, struct ex e, enum type t);

/* place.c: arrays and subscripts. */
void gen_arrays(struct gen *g);
/* A subscript below the dimension; `plain`: one iterator's, if one fits. */
const char *gen_subscript(struct gen *g, const struct array *a, int d);
/* The element with these subscripts. */
const char *gen_element(struct gen *g, int array, const char *const *subscript);
/* A random element that may be read; false: there is no array to read. */
bool gen_read(struct gen *g, struct ex *value);
int gen_array_of(struct gen *g, bool (*fits)(const struct array *), int rank);
int64_t array_elements(const struct array *a);

/* piece.c */
void gen_line(struct gen *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *gen_comment(struct gen *g);
/* Opens a loop over low … high - 1, the size less `less`; its iterator. */
struct iter *gen_loop(struct gen *g, int low, struct size s, int less);
void gen_close(struct gen *g); /* the loop, with its iterator */
void gen_piece(struct gen *g);

/* team.c: a loop that threads of OpenMP share, which sets elements of the row
 * of an array for it, team_SEED. */
void gen_shared(struct gen *g, int row);

/* body.c: statements of a point. */
void gen_body(struct gen *g, int array, const char *const *subscript);

#endif
