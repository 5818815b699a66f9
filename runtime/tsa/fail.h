/*
 * How functions of hedra_tsa.h fail.
 */
#ifndef HEDRA_RUNTIME_TSA_FAIL_H
#define HEDRA_RUNTIME_TSA_FAIL_H

#include "runtime/include/hedra_error.h"

/* Fills *why, unless NULL, with the sentence for a status; returns that. */
enum hedra_status tsa_tell(struct hedra_error *why, int status);
/* Keeps what is said of a device that failed for the thread's next tsa_tell;
 * HEDRA_ERROR_NO_DEVICE. */
int tsa_fail_device(const char *text);

#endif
