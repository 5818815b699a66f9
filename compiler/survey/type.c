/*
 * Questions on C's types: which are pointers, structures or integers, and what
 * type a scop has for an arithmetic one of the target.
 */
#include "compiler/survey/syntax.h"

bool type_is_bool(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_Bool;
}

bool type_is_pointer(CXType type)
{
    switch (clang_getCanonicalType(type).kind) {
    case CXType_Pointer:
    case CXType_ConstantArray:
    case CXType_VariableArray:
    case CXType_IncompleteArray:
        return true;
    default:
        return false;
    }
}

static bool integer_type(CXType type, bool is_signed, enum scop_type *result)
{
    static const enum scop_type by_size[9][2] = {
        [1] = {SCOP_U8, SCOP_I8},
        [2] = {SCOP_U16, SCOP_I16},
        [4] = {SCOP_U32, SCOP_I32},
        [8] = {SCOP_U64, SCOP_I64},
    };
    long long size = clang_Type_getSizeOf(type);
    if (size != 1 && size != 2 && size != 4 && size != 8)
        return false;
    *result = by_size[size][is_signed];
    return true;
}

bool type_arithmetic(CXType type, enum scop_type *result)
{
    switch (type.kind) {
    case CXType_Float:
        *result = SCOP_F32;
        return true;
    case CXType_Double:
        *result = SCOP_F64;
        return true;
    case CXType_Enum:
        return type_arithmetic(
            clang_getCanonicalType(
                clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type))),
            result);
    case CXType_Bool:
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
        return integer_type(type, false, result);
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_WChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
        return integer_type(type, true, result);
    default:
        return false;
    }
}

bool type_is_integer(CXType type)
{
    enum scop_type scalar;
    CXType canonical = clang_getCanonicalType(type);
    return !clang_isVolatileQualifiedType(canonical) &&
           type_arithmetic(canonical, &scalar) && !scop_type_is_float(scalar);
}

bool type_is_record(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_Record;
}

static enum CXVisitorResult add_member(CXCursor field, CXClientData data)
{
    struct children *list = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    if (clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(type)))
        clang_Type_visitFields(type, add_member, list);
    else
        ARENA_PUSH(list->arena, list->at, list->count, list->cap, field);
    return CXVisit_Continue;
}

struct children type_members(struct arena *arena, CXType type)
{
    struct children list = {.arena = arena};
    clang_Type_visitFields(clang_getCanonicalType(type), add_member, &list);
    return list;
}
