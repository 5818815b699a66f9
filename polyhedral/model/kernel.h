/*
 * Kernels as plain data: what the mapping (map/) makes of a schedule, what
 * tile/ adds to it, and where arrays live. The structs stand here, below the
 * folders that fill them, since report/, cost/ and lower/ read them.
 */
#ifndef HEDRA_POLYHEDRAL_MODEL_KERNEL_H
#define HEDRA_POLYHEDRAL_MODEL_KERNEL_H

#include "polyhedral/model/poly.h"

enum { MAP_MAX_DIMS = 3 };

struct access_patterns;
struct levels_list;
struct map_plan;
struct overlap;
struct panels;

/* Tiles in shared memory (tile/shared_tile.c). */
struct kernel_shared {
    int count;
    struct staging_buffer *buffer;
    bool doubled; /* there are two of each: in a loop over tiles the next one is
                     loaded while this one is in use, tile/double_buffer.c */
};

/* Unroll-and-jam and the registers of a thread (tile/unroll_jam.c). */
struct kernel_unroll {
    int64_t depth; /* iterations of the loop below MAP_MARK_DEEP in a tile */
    /* The points of a thread along each dimension; those of x in groups of
     * `vector` neighbours, so many times a block's width apart, those of the
     * others neighbours. */
    int64_t each[MAP_MAX_DIMS], vector;
    bool marked;        /* the tree has the marks of tile/unroll_jam.c */
    bool neighbours;    /* accesses of neighbours at once are worth it */
    int promoted_count; /* arrays in registers between MAP_FETCH, MAP_RETURN */
    struct promoted_array *promoted;
    /* Per poly->stmt, tile/unguarded.c: may the statement run for all of the
     * block's points, also those outside the domain? Elements of tiles outside
     * theirs are 0 then. NULL: none of those that are sequential may. */
    const bool *unguarded;
    isl_set *full; /* parameters hd_b…: blocks with all points; NULL: unknown */
};

/* What the model expects of a nest on the host (cost/roofline.c). */
struct roofline {
    double operations; /* of an iteration */
    bool whole;        /* no loop is below the band that it was asked for */
    struct choice_traffic traffic;
};

/* Blocks that are teams (map/team.c): a mapped point is one, not a thread. */
struct kernel_team {
    int threads;   /* of each team; 0: the kernel has none */
    int64_t depth; /* the most iterations of a lane's innermost loops; 0: not
                      known */
};

/* The points that a Plan may list (plan/active_points.h), with dimensions that
 * are all coincident, on the host more than the mapped one. */
struct kernel_points {
    int dims;
    isl_union_map *map; /* statements -> [f0, …], x first; NULL: none may be */
};

/* What only kernels of the host have. */
struct kernel_host {
    int doacross; /* enum kir_doacross: its launches are part of a pipeline;
                     0: they are not */
    const char *nests; /* lines of the nests that map/distribution.c made of it;
                          NULL: it is one */
    bool crossed;      /* tiles keep the lines of accesses that cross
                          (cost/crossing.c) */
    bool wave;         /* its tiles' loops are a permutable band in order */
    const char *tiles; /* "16 x 32 x 256"; NULL: there are none */
    struct roofline *roofline; /* of the nest with most loops; NULL: the model
                                  is not asked */
};

/* A subtree of the schedule that becomes one kernel. Its instances for given
 * values h of the schedule dimensions outside are spread over blocks b and
 * threads t by the mapped dimensions f: f = block * b + t on a GPU (one thread
 * a point), block * b <= f < block * (b + 1) on the host.
 *
 * map/mapping.c makes it, with one point for each thread. What later passes add
 * is in the structs behind `panels`, and NULL or 0 until they do. */
struct map_kernel {
    const char *name; /* tuple name of its launches in the host tree */
    struct loc loc;
    isl_union_set *domain;
    int prefix_count;            /* host dimensions hd_h0… */
    isl_union_map *prefix;       /* statements -> [h…] */
    int dims;                    /* mapped dimensions; 0: serial */
    isl_union_map *parallel;     /* statements -> [f0, …], x first */
    int64_t block[MAP_MAX_DIMS]; /* GPU: threads */
    struct kernel_points points;
    struct kernel_team team; /* GPU */
    int64_t single_most; /* GPU: the points up to which a single block is good
                            for it (map/single_block.c) */
    struct access_patterns *patterns; /* GPU: of the accesses in it */
    const struct panels *panels;      /* those of the mapping; borrowed */
    struct kernel_shared shared;
    struct kernel_unroll unroll;
    struct map_plan *plan; /* plan/active_points.h; NULL: none */
    struct kernel_host host;
};

/* Where the elements of a tile lie in shared memory: element (r, c), r counting
 * the rows of all dimensions but the last, at r * pitch + (c ^ (r >> shift &
 * swizzle)); swizzle is 0 or one less than a power of two that divides the
 * rows' length. */
struct staging_layout {
    int64_t pitch, swizzle;
    int shift;
};

/* A tile of a read-only array that the threads of a block copy into shared
 * memory before they use it. */
struct staging_buffer {
    int array;          /* poly array */
    const bool *serves; /* per poly->access: is it a read of the tile? */
    int rank;
    int64_t *size; /* elements of the tile in each dimension */
    /* Neighbours that one access may take, 1: each alone. Tiles begin at, and
     * rows of the layout are, multiples of them. */
    int64_t vector;
    struct staging_layout layout;
    isl_pw_aff **offset; /* its first element, a function of the parameters
                            hd_p0…: the schedule dimensions around the tile */
    isl_set *elements;   /* what may be copied: parameters hd_e0… */
    isl_set *whole; /* parameters hd_p0…: all elements of the tile may be;
                       NULL: not simple enough to be asked */
};

/* GPU: kernels first … first + count - 1, which the host's loops launch again
 * and again, as one of a single block (map/single_block.c). */
struct single_block {
    struct map_kernel whole; /* domain, prefix, loc and block; its name is that
                                of its launches in the host tree, and of the
                                marks above what it does */
    int first, count;
};

/* An array of which each point (hd_f…, of one launch) uses one element. */
struct promoted_array {
    int array;          /* poly array */
    const bool *serves; /* per poly->access: is it one of that element? NULL:
                           all of the array are */
    int rank;
    isl_pw_aff **subscript; /* parameters hd_f…: that element */
    isl_set *points;        /* parameters hd_f…: those that use it */
    bool fresh;             /* it is written before it is read */
};

/* Statements of the GPU's tree, with the kernel's name behind: elements come to
 * registers, and go back. Marks: below, a loop that is worth unrolling is next;
 * all loops are over a thread's points, the number behind being the depth of
 * the first one. */
#define MAP_FETCH "hd_fetch"
#define MAP_RETURN "hd_return"
#define MAP_MARK_DEEP "U"
#define MAP_MARK_POINTS "Q"

struct mapping {
    bool gpu, in_block;
    const struct panels *panels; /* whose schedule this is; NULL: no one's;
                                    borrowed */
    bool unbarred; /* for devices that lose barriers: without blocks */
    struct arena *arena;
    bool of_source; /* the host: in the source's order, not in the one chosen */
    isl_schedule *plain;    /* transformed; a mark K0, K1, … above kernels */
    isl_schedule *schedule; /* the same with copies to shared memory in it */
    isl_schedule *host;     /* the kernels' launches: K0[h…], … */
    int kernel_count, kernel_cap;
    struct map_kernel *kernel;
    int single_count, single_cap;
    struct single_block *single;
    int overlap_count, overlap_cap;
    struct overlap *overlap; /* loops over time in tiles, tile/overlapped.h */
    const struct levels_list
        *levels; /* Plans, plan/level_schedule.h; their marks P0, … are
                    in the trees; borrowed */
};

/* Where each poly array lives; the same for both mappings, since they share
 * the region's table. */
enum storage_kind {
    STORAGE_UNUSED,
    STORAGE_VALUE,    /* read-only scalar of the caller */
    STORAGE_HOST,     /* scalar written by the prologue */
    STORAGE_USER,     /* a row of the table: the caller's memory */
    STORAGE_TEMP,     /* a row of the table: lives during the region; laid out
                         as the box of the elements that are used */
    STORAGE_VARIABLE, /* a variable of the one thread that uses it */
    STORAGE_LOCAL,    /* an array of a statement's body: memory of the thread */
    STORAGE_TEAM      /* partial results of a team: shared memory, or if it is
                         one thread that thread's */
};

struct storage {
    enum storage_kind *kind; /* per poly array */
    int *row;                /* per poly array, -1 if none */
    int row_count;           /* of arrays; those of Plans follow */
    int plan_count; /* Plans of active points, of the mapping with more */
    bool asks_mode; /* drivers take hd_plan */
};

/* Returns the number of the staging buffer that serves the access; -1: none. */
int staging_buffer_of(const struct map_kernel *kernel, int access);
/* How far a thread's point number k along d is from its first one, and the
 * first one from that of the thread before. */
int64_t map_point(const struct map_kernel *kernel, int d, int64_t k);
int64_t map_apart(const struct map_kernel *kernel, int d);
/* Points of a block along mapped dimension d. */
int64_t map_extent(const struct map_kernel *kernel, int d);
/* { [f…] : f = block hd_b + hd_t }, the points of one thread (several: struct
 * map_kernel's `each`); with `whole`, { [f…] : extent hd_b <= f < extent (hd_b
 * + 1) }, those of the block. */
isl_set *map_box(const struct poly *poly, const struct map_kernel *kernel,
                 bool whole);

#endif
