/* The tables of ptx.def by name. */
#include "runtime/ptxsim/text/text.h"

#include <string.h>

static const char *const type_name[] = {
#define PTX_TYPE(name, bits, kind) #name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_TYPE
};

static const unsigned char type_bits[] = {
#define PTX_TYPE(name, bits, kind) bits,
#include "runtime/ptxsim/ptx.def"
#undef PTX_TYPE
};

static const char *const op_name[] = {
#define PTX_OP(name, class) #name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_OP
};

static const char *const class_name[] = {
#define PTX_CLASS(name, text) text,
#include "runtime/ptxsim/ptx.def"
#undef PTX_CLASS
};

static const char *const finding_name[] = {
#define PTX_FINDING(name, text) text,
#include "runtime/ptxsim/ptx.def"
#undef PTX_FINDING
};

static const char *const word_name[] = {
    "",
#define PTX_WORD(name, spelling) spelling,
#include "runtime/ptxsim/ptx.def"
#undef PTX_WORD
};

const char *ptx_op_name(enum ptx_op op)
{
    return op_name[op];
}

const char *ptx_type_name(enum ptx_type type)
{
    return type_name[type];
}

int ptx_type_bits(enum ptx_type type)
{
    return type_bits[type];
}

const char *ptx_class_name(enum ptx_class class)
{
    return class_name[class];
}

const char *ptxsim_finding_name(enum ptxsim_finding_kind kind)
{
    return finding_name[kind];
}

const char *ptx_word_name(enum ptx_word word)
{
    return word_name[word];
}

static int find(const char *const *table, int count, const char *name,
                size_t length)
{
    for (int k = 0; k < count; k++)
        if (strlen(table[k]) == length && !memcmp(table[k], name, length))
            return k;
    return -1;
}

enum ptx_type ptx_find_type(const char *name, size_t length)
{
    int k = find(type_name, PTX_TYPES, name, length);

    return k < 0 ? PTX_none : (enum ptx_type)k;
}

/* Cache hints are all one word: "L1::evict_last", "level::cache_hint". */
enum ptx_word ptx_find_word(const char *name, size_t length)
{
    int k = find(word_name + 1, PTX_WORDS - 1, name, length);

    if (k >= 0)
        return (enum ptx_word)(k + 1);
    if (length > 4 && (!memcmp(name, "L1::", 4) || !memcmp(name, "L2::", 4)))
        return PTX_W_hint;
    return PTX_W_none;
}

static const char *next_part(const char *text, size_t *length)
{
    *length = strcspn(text, ".");
    return text;
}

void ptx_split_opcode(struct ptx_text *t, int line, struct ptx_opcode *opcode)
{
    size_t length;
    const char *part = next_part(opcode->text, &length);
    int op = find(op_name, PTX_OPS, part, length);

    if (op < 0)
        ptx_fail(t, line, "the simulator does not know the instruction '%s'",
                 opcode->text);
    opcode->op = (enum ptx_op)op;
    while (part[length] == '.') {
        part = next_part(part + length + 1, &length);
        enum ptx_type type = ptx_find_type(part, length);
        enum ptx_word word = ptx_find_word(part, length);

        if (type != PTX_none && opcode->types < PTX_MAX_TYPES)
            opcode->type[opcode->types++] = (uint8_t)type;
        else if (word != PTX_W_none && opcode->words < PTX_MAX_WORDS)
            opcode->word[opcode->words++] = (uint8_t)word;
        else
            ptx_fail(t, line, "the simulator does not know '.%.*s' in '%s'",
                     (int)length, part, opcode->text);
    }
}
