/* The text of tune_program.c.in, the program that brush tune compiles. */
#ifndef HEDRA_COMPILER_BRUSH_TUNE_PROGRAM_H
#define HEDRA_COMPILER_BRUSH_TUNE_PROGRAM_H

extern const char tune_program[];

#endif
