/*
 * struct poly: the polyhedral model of one part of a region. Other folders see
 * it through model/model.h.
 *
 * Nothing changes it after the analyses (dependence/): which order of its
 * instances is taken is a struct schedule_choice, what becomes of it a struct
 * mapping. All isl objects reachable from a struct poly are owned by it and
 * freed by poly_free; texts and arrays live in its arena.
 */
#ifndef HEDRA_POLYHEDRAL_MODEL_POLY_H
#define HEDRA_POLYHEDRAL_MODEL_POLY_H

#include "polyhedral/limits/limits.h"
#include "polyhedral/scop/scop.h"

#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

/* What dependences are computed on: a scop array, or a web (the accesses of a
 * privatisable array that exchange values) with `expand` dimensions, the leading
 * ones at first, for the iterators of the loops in whose iterations it is
 * private. */
struct poly_array {
    int array; /* into scop->array */
    int expand;
    bool turned; /* those dimensions come last */
    int rank;    /* expand + subscripts after delinearisation */
    const char *name;
    bool local; /* not visible outside the region */
    /* Delinearised: the pitch of each subscript but the first as a product of
     * parameters (scop_expr over PARAM and INT); NULL where the declared
     * extents hold. Dimension k of the array is subscript k - expand: ask
     * access_pitch. */
    const struct scop_expr **pitch;
};

/* A condition on data around an access within its statement's right side, as
 * `c ? A[i] : 0` has it, and whether it must hold or fail. Chained outward;
 * what is outside is evaluated first. The statement's guards are not in it. */
struct poly_condition {
    const struct scop_expr *test;
    bool holds;
    const struct poly_condition *outer;
};

struct poly_access {
    int stmt;  /* into poly->stmt */
    int array; /* into poly->array */
    const struct scop_expr *expr;
    bool write;
    bool certain; /* no guard and no data-dependent condition around it, and
                     exact */
    bool exact;   /* else some subscripts are unknown when compiled: read from
                     memory, or computed in the statement's body */
    bool perhaps; /* exact, under a condition of a body that data may decide */
    bool blind;   /* not exact, and no subscript is known at all */
    bool tested;  /* it is tested when the region starts that subscripts
                     behind the first lie within their extents: where the
                     access is exact, or blind, all, else those that memory
                     holds */
    bool astray;  /* may reach rows that the subscripts do not name: the range
                     of its array is unknown (lower/footprint.c), and nothing
                     keeps iterations apart by them (commuting_update.c) */
    isl_map *map; /* S[i…] -> A[…], on the instances that perform it; all that
                     an unknown subscript may be */
    const struct poly_condition *when; /* innermost; NULL: none, or in a body */
    int update;     /* 1 + the enum kir_op of an indivisible update, or 0 */
    isl_map *token; /* S[i…] -> what tells whether it conflicts with another
                       access to the same element (commuting_update.c); NULL: it
                       does */
};

struct poly_stmt {
    const struct scop_stmt *stmt;
    isl_set *domain;              /* named S… */
    bool prologue;                /* runs on the host before any kernel */
    int access_begin, access_end; /* into poly->access */
};

struct parts;

/* A part of a region (rewrite/partition.h): what lies between the loops that
 * the driver runs. */
struct part {
    struct parts *parts;
    const struct passes *passes; /* theirs */
    /* Arrays have the numbers that they have in the region; loops, statements
     * and further parameters are the part's own. */
    struct scop *scop;
    /* The scop in which bodies of loops are statements, else as the source has
     * it (rewrite/whole_body.h); NULL: none is. */
    const struct scop *whole;
    bool again; /* in a loop: what it leaves, it may find */
    bool alone; /* it is the whole region, and runs once */
    /* Parameters from scop->param_count - counter_count on: integers of the
     * driver that subscripts or bounds read, by array. They may have other
     * values each time that the part runs. */
    int counter_count, counter_cap;
    int *counter;
};

struct poly {
    isl_ctx *ctx;
    struct arena *arena;
    struct faults *faults;
    const struct part *part; /* of the region: rewrite/partition.h */
    const struct scop *scop; /* the part's */
    struct budget *budget;   /* borrowed */
    struct choice *choice;   /* borrowed; NULL: the model decides */
    bool in_order;           /* no loop is parallel: region_options.in_order */
    const struct passes *passes; /* borrowed; NULL: all, without dumps */

    /* Parameter sets. `context`: what the user asserts and what types imply;
     * `type_bounds`: every parameter within its type; `assumed`: what the
     * model relies on and the generated code checks when the region starts;
     * `crossed`: for which the plain nest runs too, as elements may be reached
     * by subscripts of other rows (rows.c). */
    isl_set *context, *type_bounds, *assumed, *crossed;
    /* per parameter: does an affine expression take its value? Those of 64-bit
     * types are then assumed to be within 2^60: sets hold unsigned ones as what
     * they are as signed, and kernels compute in as many bits. */
    bool *modelled;

    int stmt_count, access_count, access_cap, array_count, array_cap;
    struct poly_stmt *stmt;
    struct poly_access *access;
    int first_access; /* accesses of the parts before, for numbers in origins */
    struct poly_array *array;
    /* per scop array: the subscript pitches found by delinearisation */
    struct delinear *delinear;
    struct sums *sums; /* sums of parameters that are pitches */

    isl_schedule *original; /* the statements' order in the source */

    /* dependence/dependence.c */
    isl_union_map *flow, *anti_output;
};

#endif
