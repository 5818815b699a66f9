/*
 * Damaged PTX: the same for the same seed on every machine.
 */
#ifndef HEDRA_TESTS_PTXSIM_FUZZ_DAMAGE_H
#define HEDRA_TESTS_PTXSIM_FUZZ_DAMAGE_H

#include "tests/fuzz/process.h"

/* A random number; *state is any number, and changed. */
uint64_t damage_random(uint64_t *state);

/* `text` with one to eight changes of bytes, tokens, numbers, types, lines or
 * nesting; `other` is a text from which pieces are taken. The caller frees
 * result->text. */
void damage(const struct text *text, const struct text *other, uint64_t seed,
            struct buf *result);

#endif
