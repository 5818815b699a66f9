/*
 * The words of PTX: types, classes of instructions and operations, as ptx.def
 * has them, and how they are spelled.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_TEXT_WORDS_H
#define HEDRA_RUNTIME_PTXSIM_TEXT_WORDS_H

enum ptx_type {
#define PTX_TYPE(name, bits, kind) PTX_##name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_TYPE
    PTX_TYPES
};

enum ptx_class {
#define PTX_CLASS(name, text) PTX_CLASS_##name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_CLASS
    PTX_CLASSES
};

enum ptx_op {
#define PTX_OP(name, class) PTX_OP_##name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_OP
    PTX_OPS
};

/* Names as PTX spells them; of a class, as the tables do. */
const char *ptx_op_name(enum ptx_op op);
const char *ptx_type_name(enum ptx_type type);
const char *ptx_class_name(enum ptx_class class);
int ptx_type_bits(enum ptx_type type);

#endif
