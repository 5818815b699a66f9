/* Elements of a program's arrays as values of memories (racer_element.h). */
#include "runtime/device/racer_element.h"

#include <string.h>

/* TYPE(name, type in C, member of union racer_bits) */
#define TYPES                                                                  \
    TYPE(i8, int8_t, i)                                                        \
    TYPE(u8, uint8_t, i)                                                       \
    TYPE(i16, int16_t, i)                                                      \
    TYPE(u16, uint16_t, i)                                                     \
    TYPE(i32, int32_t, i)                                                      \
    TYPE(u32, int32_t, i)                                                      \
    TYPE(i64, int64_t, i)                                                      \
    TYPE(u64, int64_t, i)                                                      \
    TYPE(f32, float, f32)                                                      \
    TYPE(f64, double, f64)

#define TYPE(name, c_type, member)                                             \
    static void load_##name(union racer_bits *to, const void *from,            \
                            int64_t count)                                     \
    {                                                                          \
        const c_type *element = from;                                          \
                                                                               \
        for (int64_t k = 0; k < count; k++)                                    \
            to[k].member = element[k];                                         \
    }                                                                          \
    static void store_##name(void *to, const union racer_bits *from,           \
                             int64_t count)                                    \
    {                                                                          \
        c_type *element = to;                                                  \
                                                                               \
        for (int64_t k = 0; k < count; k++)                                    \
            element[k] = (c_type)from[k].member;                               \
    }
TYPES
#undef TYPE

static const struct racer_element elements[] = {
#define TYPE(name, c_type, member)                                             \
    {#name, sizeof(c_type), load_##name, store_##name},
    TYPES
#undef TYPE
};

const struct racer_element *racer_element_named(const char *name)
{
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k++)
        if (strcmp(elements[k].name, name) == 0)
            return &elements[k];
    return NULL;
}
