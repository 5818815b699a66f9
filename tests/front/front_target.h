/*
 * The front end as a fuzzer calls it: any bytes are a C file or, if they begin
 * with '(', the text of a scop. It must come back, with faults or without.
 */
#ifndef HEDRA_TESTS_FRONT_TARGET_H
#define HEDRA_TESTS_FRONT_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* How many scops came out; aborts if a scop that the front end made does not
 * pass scop_check, or does not survive being printed and parsed. */
int front_fuzz_one(const uint8_t *data, size_t size);

#endif
