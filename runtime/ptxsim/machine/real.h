/*
 * Floating-point arithmetic in software: every rounding of IEEE 754, exact,
 * with the same bits on every host; and the functions that PTX approximates.
 *
 * No function depends on the rounding mode in force, none needs libm. f32
 * values travel in doubles, which hold them exactly; `single` asks for a result
 * of f32 precision and range. NaN results are all 0x7ff8000000000000.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_REAL_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_REAL_H

#include <stdbool.h>
#include <stdint.h>

/* To nearest even, toward zero, down, up. */
enum real_round { REAL_RN, REAL_RZ, REAL_RM, REAL_RP };

double real_add(double a, double b, enum real_round mode, bool single);
double real_mul(double a, double b, enum real_round mode, bool single);
double real_fma(double a, double b, double c, enum real_round mode,
                bool single);
double real_div(double a, double b, enum real_round mode, bool single);
double real_sqrt(double a, enum real_round mode, bool single);
/* To f32 precision. */
double real_narrow(double a, enum real_round mode);
/* magnitude with a sign. */
double real_from_integer(bool negative, uint64_t magnitude,
                         enum real_round mode, bool single);
/* To an integral value of the same type. */
double real_integral(double a, enum real_round mode);

/* Error below 2^-40 of the result (sin, cos: of 1), for arguments of f32. */
double real_exp2(double a);
double real_log2(double a);
double real_sin(double a);
double real_cos(double a);
double real_tanh(double a);

#endif
