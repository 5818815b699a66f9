/*
 * What a C file that carries kernels for devices is made of: their text as
 * literals, and the tables of runtime/include/hedra.h. Owns nothing.
 */
#ifndef HEDRA_BACKENDS_KIR_LITERAL_H
#define HEDRA_BACKENDS_KIR_LITERAL_H

#include "backends/kir/module.h"

/* `text` as the inside of a C string literal. */
void literal_put_escaped(struct buf *out, const char *text, size_t length);

/* " = …;" behind a declaration `char NAME[]`: `text`, one literal a line. */
void literal_put_lines(struct buf *out, const char *text);

/* "static const struct hedra_kernel NAME[]": the module's functions, all of
 * them kernels for GPUs. */
void literal_put_kernels(struct buf *out, struct arena *arena, const char *name,
                         const struct kir_module *module);

#endif
