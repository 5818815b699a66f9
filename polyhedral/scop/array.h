/*
 * The arrays and scalars of a scop. A part of scop.h.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_ARRAY_H
#define HEDRA_POLYHEDRAL_SCOP_ARRAY_H

#include "polyhedral/scop/expr.h"
#include "polyhedral/scop/layout.h"

/* Or a loop id >= 0. SCOP_POINT: declared in the body of a statement, whose
 * points each have their own; never written before it is read but by them. */
enum scop_scope { SCOP_POINT = -3, SCOP_OUTSIDE = -2, SCOP_REGION = -1 };

/* Through how many tables of pointers elements may be reached. */
enum { SCOP_ROWS_MAX = 3 };

/* An array, a pointer's target, one field of an array of structs, or (rank 0) a
 * scalar. The element at (i0, …, ir-1) of array X lies, in units of its type
 * from `base`, at ((i0 · extent1 + i1) · extent2 + …) · unit + offset. */
struct scop_array {
    const char *name; /* unique identifier; "p.x" is written p_x */
    const char *base; /* C expression in the caller: the address, or for rank 0
                         the scalar's own name; NULL if scope != SCOP_OUTSIDE */
    enum scop_type type;
    int rank;
    struct scop_expr **extent; /* rank entries; affine or any integer expression
                                  of parameters; [0] NULL for a pointer of which
                                  neither a clause nor a declaration says it */
    int64_t unit, offset;      /* 1 and 0 but for fields of structs */
    int view_of;               /* lowest index of an array with the same base
                                  object (itself unless fields of structs) */
    int scope;                 /* where declared: SCOP_OUTSIDE, SCOP_REGION,
                                  the innermost loop whose body declares it, or
                                  SCOP_POINT (extents are then constants) */
    bool pointer;              /* may overlap other arrays unless restricted */
    bool restricted;           /* declared restrict */
    bool exposed;     /* no pointer: but some pointer may point to it */
    bool read_only;   /* const, or never written in the region */
    bool injective;   /* the user asserts that its elements which the
                         region reads as subscripts are distinct */
    bool cursor;      /* made: stands for a cursor (counter.c), which
                         writes use as a subscript */
    bool live_in;     /* value before the region may be read */
    bool live_out;    /* value after the region may be read */
    bool made;        /* partial results (rewrite/reduction.h): reused in every
                         iteration around, as large as they must be */
    int team;         /* made, of use only in one iteration of the team
                         loop that its subscripts but the last so many
                         name; the extents of these are constants */
    const char *each; /* of a counter, which the caller declares, 0: C
                         statements that it runs as often as that says
                         after the region ran; NULL: it is none */
    /* Of a scalar that the caller declares, 0: the pointer, C text, that it
     * moves by so many elements after the region ran; NULL: it is none. */
    const char *moves;
    /* NULL, or a table of pointers, C text: the base is its first one, and the
     * region runs if they point to rows that lie pitch[0] elements (a
     * parameter) apart. With more levels they point to tables, and so on: the
     * first rows of two tables that follow each other lie pitch[k] rows of the
     * next level apart, those of the last level pitch[levels - 1] elements. */
    const char *rows;
    int row_levels;
    int pitch[SCOP_ROWS_MAX];
    /* In which order the elements lie while the region runs; NULL: as above. It
     * is declared with as many dimensions as the layout has subscripts. */
    const struct scop_layout *layout;
    int order;     /* with `layout`, if that has tables: the array that holds
                      them */
    bool is_order; /* made: it holds the tables of array `order` and its other
                      views, and no statement uses it */
    struct loc loc;
};

/* Has the array a layout whose tables are to be looked up? Those of curves are
 * not where the box is a cube of 2^m, which the compiler knows. */
bool scop_is_tabled(const struct scop_array *a);
bool scop_is_cube(const struct scop_array *a);

#endif
