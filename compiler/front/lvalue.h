/*
 * Lvalues and pointers as access paths, and the arrays of the scop that are
 * made of them. Private to front/.
 */
#ifndef HEDRA_COMPILER_FRONT_LVALUE_H
#define HEDRA_COMPILER_FRONT_LVALUE_H

#include "compiler/front/region.h"

enum { DIM_MAX = 12 };

struct dim {
    struct scop_expr *index, *extent; /* extent NULL: open, or by `size` */
    CXType type;                      /* of the array or pointer */
    int64_t size; /* bytes of what it selects, -1: unknown */
    bool after_field;
};

/* Where an lvalue lies, or what a pointer points to. */
struct lvalue {
    struct symbol *root;
    const char *text; /* C text, NULL once an index is not constant */
    const char *base; /* the text when the first subscript came */
    const char *path; /* fields since then, "_x_y" */
    bool indirect, restricted;
    bool bits; /* a member of a union of scalars of one size, which is stored as
                  an unsigned integer of that size */
    CXType type;
    int level; /* array layers of the root's type gone through, -1: fields */
    int count;
    struct dim dim[DIM_MAX];
    int64_t offset; /* bytes, fields after the first subscript */
    bool field_pending;
    CXCursor field; /* the last one; a null cursor: none */
    /* The table of pointers that the base is the first of, NULL: none; through
     * how many such tables, and how many of them have got a subscript; the
     * parameters that their rows lie apart (scop_array.pitch), and where, in
     * elements from the first row, the row with these subscripts begins. */
    const char *rows;
    int row_levels, row_level;
    int pitch[SCOP_ROWS_MAX];
    struct scop_expr *row;
    /* of a pointer: the index that the next subscript adds to */
    struct scop_expr *pending, *pending_extent;
};

/* Paths (lvalue.c) --------------------------------------------------------- */

struct lvalue *lvalue_of(struct front *f, CXCursor c);
struct lvalue *lvalue_pointer(struct front *f, CXCursor c);
/* A member of the structure at p, which has this type with the structure's
 * qualifiers; an element of the array that p is. `c` is where faults lie. */
struct lvalue *lvalue_member(struct front *f, struct lvalue *p, CXCursor field,
                             CXType type, CXCursor c);
struct lvalue *lvalue_element(struct front *f, struct lvalue *p,
                              struct scop_expr *index, CXCursor c);
/* What the pointer with a scalar of its own leads to; a fault that this is not
 * known. */
struct lvalue *carried_held(struct front *f, const struct symbol *s,
                            CXCursor c);
/* The fault that nobody can tell into which array such a pointer leads. */
void carried_refuse(struct front *f, const struct symbol *s, CXCursor c);
/* Do both pointers go by one array? */
bool lvalue_same_base(const struct lvalue *a, const struct lvalue *b);
/* What the pointer variable holds when the region begins. */
struct lvalue *lvalue_held(struct front *f, struct symbol *s, CXCursor c);
/* The pointer p, so many elements further. */
struct lvalue *lvalue_moved(struct front *f, const struct lvalue *p,
                            struct scop_expr *by);
/* What the pointer p leads to; the pointer to the first element of the array
 * p; and to the element, an array, which p is the pointer to the first of. */
struct lvalue *lvalue_target(struct front *f, struct lvalue *p, CXCursor c);
struct lvalue *lvalue_decayed(struct front *f, struct lvalue *p, CXCursor c);
struct lvalue *lvalue_outer(struct front *f, const struct lvalue *p);
/* The type of what the pointer p leads to. */
CXType lvalue_target_type(const struct lvalue *p);
/* Sets the extents of arrays that are parameters, where their declaration says
 * how many elements there are and no clause does. */
void lvalue_parameter_extents(struct front *f);

/* Rows of tables of pointers (param.c) ------------------------------------- */

/* Is p the element of a table of pointers, and stays it the same in the region?
 * No store but one of bytes may change it, as C's rules on types have it. */
bool lvalue_is_row(const struct front *f, const struct lvalue *p);
/* p[i] of such a table as the first row of all + i * pitch: what runs if the
 * rows lie so. Rows with constant subscripts are objects of their own, which
 * must not overlap these. */
struct lvalue *lvalue_row(struct front *f, const struct lvalue *p,
                          struct loc loc);

/* Arrays (array.c) --------------------------------------------------------- */

/* The element: an access, or a parameter if it is an integer that does not
 * change. `written`: it is assigned to. */
struct scop_expr *lvalue_access(struct front *f, const struct lvalue *p,
                                CXCursor c, bool written);
/* b - a, in elements, of pointers into one array; NULL: not known. `apart`: of
 * two variables of the caller it is a parameter, if C has the two in one array
 * where this is asked for; how the bytes in between are rounded, which may be
 * no whole number of elements, or that they are a large one then. */
enum lvalue_apart { LVALUE_EXACT, LVALUE_FLOOR, LVALUE_CEILING };
struct scop_expr *lvalue_distance(struct front *f, const struct lvalue *a,
                                  const struct lvalue *b,
                                  enum lvalue_apart apart, struct loc loc);
/* The scalar, to be assigned to. */
struct scop_expr *front_scalar(struct front *f, struct symbol *s);
/* Records with arrays in them, whose subscript is linearised, become arrays of
 * one dimension; once the region and its clauses are read. */
void array_linearise(struct front *f);
/* Calls the function with each access of the scop, those in subscripts before
 * the access that these are of. */
typedef void array_visitor(struct front *f, struct scop_expr *access);
void array_visit(struct front *f, array_visitor *visit);
/* A scalar that the region sets and its caller declares, which then does `each`
 * as often as it says. */
struct scop_expr *array_counter(struct front *f, const char *each,
                                struct loc loc);
/* A scalar that the region sets: by so many elements its caller moves the
 * pointer after the region. */
struct scop_expr *array_offset(struct front *f, const struct symbol *s,
                               struct loc loc);
/* Gives the arrays their layouts, and these their tables; once the region, its
 * clauses and extents are read. */
void layout_apply(struct front *f);
/* The array that holds the tables of array `of` and its other views. */
int array_order(struct front *f, int of);
/* A fresh local scalar. */
struct scop_expr *array_temporary(struct front *f, const char *name,
                                  enum scop_type type, struct loc loc);

#endif
