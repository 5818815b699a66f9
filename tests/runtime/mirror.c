#include "tests/runtime/unit.h"

#include "runtime/device/device.h"
#include "runtime/region/region.h"

#include <stdlib.h>
#include <string.h>

/* A device whose memory is the host's, that checks bounds, counts what is
 * copied, and fails on demand. */
struct block {
    unsigned char *bytes;
    size_t size;
    struct block *next;
};

static struct fake {
    struct device device;
    struct block *blocks;
    int allocations, live;
    size_t in, out;
    int fail_alloc, fail_upload, fail_download; /* 1: the next one, … */
} fake_a, fake_b;

static bool due(int *countdown)
{
    return *countdown > 0 && --*countdown == 0;
}

static bool fake_alloc(struct device *device, size_t size, uint64_t *memory,
                       struct report *why)
{
    struct fake *fake = (struct fake *)device;
    if (due(&fake->fail_alloc))
        return report_set(why, "no memory on the fake");
    struct block *b = malloc(sizeof *b);
    *b = (struct block){malloc(size), size, fake->blocks};
    memset(b->bytes, 0xEE, size);
    fake->blocks = b;
    fake->allocations++;
    fake->live++;
    *memory = (uintptr_t)b;
    return true;
}

static void fake_free(struct device *device, uint64_t memory)
{
    struct fake *fake = (struct fake *)device;
    struct block **link = &fake->blocks;
    while (*link && (uintptr_t)*link != memory)
        link = &(*link)->next;
    assert_non_null(*link);
    struct block *b = *link;
    *link = b->next;
    free(b->bytes);
    free(b);
    fake->live--;
}

static bool fake_upload(struct device *device, uint64_t memory, size_t offset,
                        const void *host, size_t size, struct report *why)
{
    struct fake *fake = (struct fake *)device;
    struct block *b = (struct block *)(uintptr_t)memory;
    if (due(&fake->fail_upload))
        return report_set(why, "upload failed");
    assert_true(offset <= b->size && size <= b->size - offset);
    memcpy(b->bytes + offset, host, size);
    fake->in += size;
    return true;
}

static bool fake_download(struct device *device, void *host, uint64_t memory,
                          size_t offset, size_t size, struct report *why)
{
    struct fake *fake = (struct fake *)device;
    struct block *b = (struct block *)(uintptr_t)memory;
    if (due(&fake->fail_download))
        return report_set(why, "download failed");
    assert_true(offset <= b->size && size <= b->size - offset);
    memcpy(host, b->bytes + offset, size);
    fake->out += size;
    return true;
}

static bool fake_wait(struct device *device, struct report *why)
{
    return true;
}

static const struct device_ops fake_ops = {
    .name = "fake",
    .alloc = fake_alloc,
    .free = fake_free,
    .upload = fake_upload,
    .download = fake_download,
    .wait = fake_wait,
};

/* A region on a fake device, with its rows' places. */
struct region {
    struct mirror_use use;
    struct stats stats;
    const struct hedra_array *array;
    int count;
    struct device_place place[8];
    struct mirror_copy *copy[8];
    struct report why;
};

static bool region_begin(struct region *r, struct fake *fake,
                         const struct hedra_array *array, int count)
{
    memset(r, 0, offsetof(struct region, why));
    r->use = (struct mirror_use){&fake->device, NULL, &r->stats};
    r->array = array;
    r->count = count;
    mirror_lock();
    bool good = mirror_begin(&r->use, array, count, r->place, r->copy, &r->why);
    if (!good)
        mirror_unlock();
    return good;
}

static bool region_end(struct region *r)
{
    bool good = mirror_end(&r->use, r->array, r->count, r->copy, &r->why);
    mirror_unlock();
    return good;
}

/* Element i of row k, as a kernel would see it. */
static int *element(const struct region *r, int k, int64_t i)
{
    const struct block *b = (const struct block *)(uintptr_t)r->place[k].memory;
    int64_t at = r->place[k].origin + i * (int64_t)sizeof(int);
    assert_true(at >= 0 && (size_t)at + sizeof(int) <= b->size);
    return (int *)(b->bytes + at);
}

static struct hedra_array row(int *base, int64_t first, int64_t end,
                              unsigned flags)
{
    return (struct hedra_array){"x", base, 4 * first, 4 * end, 4, flags};
}

static int data[256];
static struct report why;

static int reset(void **state)
{
    struct fake *fakes[] = {&fake_a, &fake_b};
    for (int k = 0; k < 2; k++)
        *fakes[k] = (struct fake){.device = {.ops = &fake_ops}};
    for (int i = 0; i < COUNT(data); i++)
        data[i] = i;
    return 0;
}

/* Nothing may be left on a device once nothing is kept. */
static int drained(void **state)
{
    device_memory_trim();
    return fake_a.live + fake_b.live;
}

static void test_only_touched(void **state)
{
    struct hedra_array array[] = {
        row(data + 100, -10, 5, HEDRA_READ),
        row(data + 200, 3, 8, HEDRA_WRITE | HEDRA_DISCARD),
        row(data, 20, 20, HEDRA_READ | HEDRA_WRITE),
        {"empty", NULL, 8, 0, 4, HEDRA_WRITE},
        row(data, 10, 12, HEDRA_WRITE)};
    struct region r;
    assert_true(region_begin(&r, &fake_a, array, COUNT(array)));
    assert_int_equal(fake_a.in, 4 * (15 + 2));
    assert_int_equal(*element(&r, 0, -10), 90);
    assert_int_equal(*element(&r, 0, 4), 104);
    assert_int_equal(*element(&r, 4, 11), 11);
    assert_true(r.place[2].memory == 0 && r.place[3].memory == 0);
    for (int i = 3; i < 8; i++)
        *element(&r, 1, i) = -i;
    *element(&r, 4, 11) = 77;
    *element(&r, 0, 0) = 5; /* not written: stays there */
    assert_true(region_end(&r));
    assert_int_equal(fake_a.out, 4 * (5 + 2));
    for (int i = 0; i < COUNT(data); i++)
        assert_int_equal(data[i], i == 11               ? 77
                                  : i >= 203 && i < 208 ? 200 - i
                                                        : i);
    assert_int_equal(r.stats.bytes_in, fake_a.in);
    assert_int_equal(r.stats.bytes_out, fake_a.out);
}

/* What the host changes meanwhile beside what the region changes stays. */
static void test_guessed_range(void **state)
{
    struct hedra_array array[] = {
        row(data, 0, 200, HEDRA_READ | HEDRA_WRITE | HEDRA_GUESS),
        row(data + 150, 0, 20, HEDRA_WRITE | HEDRA_DISCARD)};
    struct region r;
    assert_true(region_begin(&r, &fake_a, array, COUNT(array)));
    assert_int_equal(fake_a.in, 4 * 200);
    *element(&r, 0, 3) = -3;
    *element(&r, 0, 199) = -199;
    *element(&r, 1, 5) = -155;
    data[2] = 1002;
    data[198] = 1198;
    assert_true(region_end(&r));
    assert_int_equal(fake_a.out, 4 * 200);
    for (int i = 0; i < COUNT(data); i++)
        assert_int_equal(data[i], i == 3 || i == 155 || i == 199 ? -i
                                  : i == 2 || i == 198           ? 1000 + i
                                                                 : i);
}

static void test_overlapping_rows_share(void **state)
{
    struct hedra_array array[] = {row(data + 10, 0, 20, HEDRA_READ),
                                  row(data, 0, 20, HEDRA_READ | HEDRA_WRITE),
                                  row(data + 60, 0, 4, HEDRA_READ),
                                  row(data + 25, 0, 10, HEDRA_WRITE)};
    struct region r;
    assert_true(region_begin(&r, &fake_a, array, COUNT(array)));
    assert_int_equal(fake_a.in, 4 * (35 + 4));
    assert_true(r.place[0].memory == r.place[1].memory);
    assert_true(r.place[0].memory == r.place[3].memory);
    assert_true(r.place[0].memory != r.place[2].memory);
    assert_ptr_equal(element(&r, 0, 5), element(&r, 1, 15));
    *element(&r, 1, 15) = -1;
    *element(&r, 3, 9) = -2;
    assert_true(region_end(&r));
    assert_int_equal(data[15], -1);
    assert_int_equal(data[34], -2);
    assert_int_equal(fake_a.out, 4 * (20 + 10));
}

static void test_temporaries(void **state)
{
    struct hedra_array array[] = {
        {"t", NULL, -16, 64, 4, HEDRA_READ | HEDRA_WRITE | HEDRA_TEMP},
        {"u", NULL, 0, 0, 4, HEDRA_WRITE | HEDRA_TEMP}};
    struct region r;
    assert_true(region_begin(&r, &fake_a, array, 2));
    *element(&r, 0, -4) = 1;
    *element(&r, 0, 15) = 2;
    assert_int_equal(r.place[1].memory, 0);
    assert_true(region_end(&r));
    assert_int_equal(fake_a.in + fake_a.out, 0);
}

static void test_blocks_are_reused(void **state)
{
    struct hedra_array array[] = {row(data, 0, 100, HEDRA_READ)};
    struct region r;
    for (int k = 0; k < 5; k++) {
        assert_true(region_begin(&r, &fake_a, array, 1));
        assert_true(region_end(&r));
    }
    assert_int_equal(fake_a.allocations, 1);
    assert_int_equal(fake_a.in, 5 * 400);
    for (int k = 0; k < 200; k++) {
        struct hedra_array other = {"t", NULL, 0, 300 + 500 * k, 4, HEDRA_TEMP};
        assert_true(region_begin(&r, &fake_a, &other, 1));
        assert_true(region_end(&r));
    }
    assert_true(fake_a.live <= 64);
}

static void test_kept(void **state)
{
    struct hedra_array some[] = {row(data, 10, 20, HEDRA_READ | HEDRA_WRITE)};
    struct hedra_array all[] = {row(data, 0, 30, HEDRA_READ)};
    struct region r;
    assert_true(mirror_keep(data, 200, &why));
    assert_true(region_begin(&r, &fake_a, some, 1));
    *element(&r, 0, 10) = -10;
    assert_true(region_end(&r));
    assert_int_equal(fake_a.in, 40);
    assert_int_equal(fake_a.out, 0);
    assert_int_equal(data[10], 10);

    assert_true(region_begin(&r, &fake_a, all, 1));
    assert_int_equal(*element(&r, 0, 10), -10);
    assert_int_equal(*element(&r, 0, 29), 29);
    assert_true(region_end(&r));
    assert_int_equal(fake_a.in, 120);

    assert_true(mirror_sync(data + 5, 24, &why));
    assert_int_equal(data[10], -10);
    assert_int_equal(fake_a.out, 4);
    assert_true(region_begin(&r, &fake_a, some, 1));
    *element(&r, 0, 19) = -19;
    assert_true(region_end(&r));
    assert_int_equal(fake_a.in, 120);
    assert_true(mirror_release(data, 200, &why));
    assert_int_equal(data[19], -19);
    assert_int_equal(fake_a.out, 44);
}

static void test_keep_counts(void **state)
{
    struct hedra_array array[] = {row(data, 0, 10, HEDRA_READ | HEDRA_WRITE)};
    struct region r;
    assert_true(mirror_keep(data, 40, &why));
    assert_true(mirror_keep(data, 40, &why));
    assert_true(mirror_keep(NULL, 0, &why));
    assert_true(region_begin(&r, &fake_a, array, 1));
    *element(&r, 0, 0) = 9;
    assert_true(region_end(&r));
    assert_true(mirror_release(data, 40, &why));
    assert_int_equal(data[0], 0);
    assert_false(mirror_release(data, 36, &why));
    assert_non_null(strstr(why.text, "without hedra_keep"));
    assert_true(mirror_release(data, 40, &why));
    assert_int_equal(data[0], 9);
    assert_false(mirror_release(data, 40, &why));
    assert_false(mirror_keep(data, SIZE_MAX, &why));
}

/* Contents have a number while they stay the same and nobody else can change
 * them. */
static void test_versions(void **state)
{
    struct hedra_array read[] = {row(data, 0, 10, HEDRA_READ)};
    struct hedra_array write[] = {row(data, 3, 4, HEDRA_WRITE)};
    struct hedra_array beside[] = {row(data, 20, 30, HEDRA_WRITE)};
    struct hedra_array beyond[] = {row(data, 5, 15, HEDRA_READ)};
    struct hedra_array nothing[] = {row(data, 5, 5, HEDRA_READ)};
    struct region r;
    assert_int_equal(mirror_version(read, false), 0);
    assert_true(mirror_keep(data, 40, &why));
    uint64_t first = mirror_version(read, false);
    assert_int_not_equal(first, 0);
    assert_int_equal(mirror_version(beyond, false), 0);
    assert_int_equal(mirror_version(nothing, false), 0);
    assert_true(mirror_keep(data + 20, 40, &why));
    assert_true(region_begin(&r, &fake_a, read, 1));
    assert_int_equal(mirror_version(read, true), first);
    assert_true(region_end(&r));
    assert_true(region_begin(&r, &fake_a, beside, 1));
    assert_true(region_end(&r));
    assert_true(mirror_sync(data, 40, &why));
    assert_int_equal(mirror_version(read, false), first);

    assert_true(region_begin(&r, &fake_a, write, 1));
    assert_int_equal(mirror_version(read, true), first);
    assert_true(region_end(&r));
    uint64_t second = mirror_version(read, false);
    assert_int_not_equal(second, first);
    mirror_written(beside, 1);
    assert_int_equal(mirror_version(read, false), second);
    mirror_written(write, 1);
    uint64_t third = mirror_version(read, false);
    assert_int_not_equal(third, second);
    assert_true(mirror_drop_all(&why));
    uint64_t fourth = mirror_version(read, false);
    assert_int_not_equal(fourth, third);
    assert_true(mirror_release(data, 40, &why));
    assert_int_equal(mirror_version(read, false), 0);
    assert_true(mirror_keep(data, 40, &why));
    assert_true(mirror_version(read, false) > fourth);
    assert_true(mirror_release(data, 40, &why));
    assert_true(mirror_release(data + 20, 40, &why));
}

/* A row that reaches beyond the kept range, and one on the host, see what is
 * newer there, and what they write is seen there. */
static void test_beyond_kept(void **state)
{
    struct hedra_array inside[] = {row(data, 2, 8, HEDRA_READ | HEDRA_WRITE)};
    struct hedra_array beyond[] = {row(data, 5, 15, HEDRA_READ | HEDRA_WRITE)};
    struct region r;
    struct stats stats = {0};
    assert_true(mirror_keep(data, 40, &why));
    assert_true(region_begin(&r, &fake_a, inside, 1));
    *element(&r, 0, 7) = -7;
    *element(&r, 0, 2) = -2;
    assert_true(region_end(&r));

    assert_true(region_begin(&r, &fake_a, beyond, 1));
    assert_int_equal(*element(&r, 0, 7), -7);
    *element(&r, 0, 7) = -77;
    assert_true(region_end(&r));
    assert_int_equal(data[7], -77);
    assert_int_equal(data[2], 2);

    assert_true(region_begin(&r, &fake_a, inside, 1));
    assert_int_equal(*element(&r, 0, 7), -77);
    *element(&r, 0, 6) = -6;
    assert_true(region_end(&r));

    assert_true(mirror_bring_home(inside, 1, &stats, &why));
    assert_int_equal(data[6], -6);
    assert_int_equal(data[2], -2);
    data[6] = 66;
    assert_true(region_begin(&r, &fake_a, inside, 1));
    assert_int_equal(*element(&r, 0, 6), 66);
    assert_true(region_end(&r));
    assert_true(mirror_release(data, 40, &why));
    assert_int_equal(data[6], 66);
}

static void test_two_devices(void **state)
{
    struct hedra_array array[] = {row(data, 0, 10, HEDRA_READ | HEDRA_WRITE)};
    struct region r;
    assert_true(mirror_keep(data, 40, &why));
    for (int k = 0; k < 4; k++) {
        assert_true(region_begin(&r, k % 2 ? &fake_b : &fake_a, array, 1));
        assert_int_equal(*element(&r, 0, 3), 3 + k);
        ++*element(&r, 0, 3);
        assert_true(region_end(&r));
    }
    assert_true(mirror_release(data, 40, &why));
    assert_int_equal(data[3], 7);
}

static void test_overlapping_keeps(void **state)
{
    struct hedra_array low[] = {row(data, 0, 15, HEDRA_READ | HEDRA_WRITE)};
    struct hedra_array high[] = {row(data, 5, 20, HEDRA_READ | HEDRA_WRITE)};
    struct region r;
    assert_true(mirror_keep(data, 60, &why));
    assert_true(mirror_keep(data + 5, 60, &why));
    for (int k = 0; k < 6; k++) {
        assert_true(region_begin(&r, &fake_a, k % 2 ? high : low, 1));
        assert_int_equal(*element(&r, 0, 10), 10 + k);
        ++*element(&r, 0, 10);
        assert_true(region_end(&r));
    }
    assert_true(mirror_release(data, 60, &why));
    assert_true(mirror_release(data + 5, 60, &why));
    assert_int_equal(data[10], 16);
}

/* Of ranges one inside the other the outer holds the copy. */
static void test_nested_keeps(void **state)
{
    struct hedra_array part[] = {row(data, 5, 8, HEDRA_READ | HEDRA_WRITE)};
    struct region r;
    assert_true(mirror_keep(data, 400, &why));
    assert_true(mirror_keep(data + 5, 12, &why));
    for (int k = 0; k < 2; k++) {
        assert_true(region_begin(&r, &fake_a, part, 1));
        ++*element(&r, 0, 5);
        assert_true(region_end(&r));
    }
    assert_int_equal(fake_a.in, 12);
    assert_true(mirror_release(data + 5, 12, &why));
    assert_int_equal(fake_a.out, 0);
    assert_true(mirror_release(data, 400, &why));
    assert_int_equal(data[5], 7);
}

/* A failed begin leaves arrays, kept copies and the device as they were. */
static void test_failures(void **state)
{
    struct hedra_array two[] = {
        row(data, 0, 10, HEDRA_READ | HEDRA_WRITE),
        row(data + 100, 0, 10, HEDRA_WRITE | HEDRA_DISCARD)};
    struct region r;
    assert_true(mirror_keep(data + 100, 40, &why));
    fake_a.fail_alloc = 2;
    assert_false(region_begin(&r, &fake_a, two, 2));
    assert_non_null(strstr(r.why.text, "no memory"));
    fake_a.fail_upload = 1;
    assert_false(region_begin(&r, &fake_a, two, 2));
    assert_string_equal(r.why.text, "array 'x': upload failed");
    assert_true(mirror_sync(data + 100, 40, &why));
    assert_int_equal(data[100], 100);
    assert_int_equal(fake_a.out, 0);

    assert_true(region_begin(&r, &fake_a, two, 2));
    *element(&r, 1, 0) = 1;
    fake_a.fail_download = 1;
    assert_false(region_end(&r));
    assert_string_equal(r.why.text, "download failed");
    fake_a.fail_download = 1;
    assert_false(mirror_sync(data + 100, 40, &why));
    assert_true(mirror_release(data + 100, 40, &why));
    assert_int_equal(data[100], 1);
}

/* Waiting blocks are given back before an allocation is said to fail. */
static void test_memory_is_trimmed(void **state)
{
    struct hedra_array small[] = {row(data, 0, 4, HEDRA_READ)};
    struct hedra_array large[] = {row(data, 0, 200, HEDRA_READ)};
    struct region r;
    assert_true(region_begin(&r, &fake_a, small, 1));
    assert_true(region_end(&r));
    fake_a.fail_alloc = 1;
    assert_true(region_begin(&r, &fake_a, large, 1));
    assert_int_equal(fake_a.live, 1);
    assert_true(region_end(&r));
}

static void test_alignment(void **state)
{
    char *odd = (char *)data + 2;
    struct hedra_array bad[] = {{"odd", odd, 0, 8, 4, HEDRA_READ}};
    struct region r;
    assert_false(region_begin(&r, &fake_a, bad, 1));
    assert_non_null(strstr(r.why.text, "'odd'"));
    struct hedra_array mixed[] = {
        {"bytes", (char *)data + 12, 1, 30, 1, HEDRA_READ},
        {"words", data + 4, 0, 16, 8, HEDRA_READ}};
    mixed[1].base = (char *)data + (24 - (uintptr_t)data % 8);
    assert_true(region_begin(&r, &fake_a, mixed, 2));
    for (int k = 0; k < 2; k++)
        assert_int_equal(r.place[k].origin % r.place[k].element_size, 0);
    assert_true(region_end(&r));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, reset, drained)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_only_touched),
        TEST(test_guessed_range),
        TEST(test_overlapping_rows_share),
        TEST(test_temporaries),
        TEST(test_blocks_are_reused),
        TEST(test_kept),
        TEST(test_keep_counts),
        TEST(test_versions),
        TEST(test_beyond_kept),
        TEST(test_two_devices),
        TEST(test_overlapping_keeps),
        TEST(test_nested_keeps),
        TEST(test_failures),
        TEST(test_memory_is_trimmed),
        TEST(test_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
