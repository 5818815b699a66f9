/*
 * Small pieces of KIR that the files of this folder write with (emit.c): each
 * appends to the function at hand and returns a value.
 */
#ifndef HEDRA_BRUSH_KERNEL_EMIT_H
#define HEDRA_BRUSH_KERNEL_EMIT_H

#include "brush/kernel/local.h"

/* x * y + z */
int emit_fused(struct builder *b, int x, int y, int z);
/* Opens `for 0 <= i < count`; close it with kir_end. */
int emit_counted(struct builder *b, int count, unsigned flags);
/* A loop over the lanes; for one lane there is none. */
void emit_lanes_begin(struct builder *b);
void emit_lanes_end(struct builder *b);
/* A field of a side's pair; `field` is a value. */
int emit_pair_field(struct builder *b, int side, int field);
/* A field of a side's constants for the primitive pair at hand. */
int emit_constant_field(struct builder *b, int side, int field);
/* The powers of exponents of a side's primitive pair; returns by which fraction
 * of B - A its centre P is away from A. */
int emit_side_scalars(struct builder *b, int side);
/* B - A, and with it P - A and P. */
void emit_line(struct builder *b, int side);
void emit_side_vectors(struct builder *b, int side, int fraction,
                       int centre[3]);
/* The factor of a contracted bracket, -1 if it is already in the pair. */
int emit_coefficient(struct builder *b, int side, int combination);
/* That of a combination which is a value, of a side with several. */
int emit_coefficient_at(struct builder *b, int side, int combination);
/* Where the lane finds value `number` of a local buffer: numbers, and values
 * that are. */
int emit_element(struct builder *b, int64_t number);
int emit_element_at(struct builder *b, int number);
/* Number `number`, a value, of a space: read, written, added to (factor < 0:
 * 1); and all of them zeroed. */
int emit_take(struct builder *b, const struct space *s, int number);
void emit_put(struct builder *b, const struct space *s, int number, int value);
void emit_accumulate(struct builder *b, const struct space *s, int number,
                     int factor, int value);
void emit_clear(struct builder *b, const struct space *s);

#endif
