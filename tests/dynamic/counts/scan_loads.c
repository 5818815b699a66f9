/*
 * scan_loads FILE.json: what the simulator counted of hedrac's scan of 2^17
 * floats (HEDRA_COUNT=json). Its lanes do steps that follow each other in
 * memory, but each of the two passes over the elements asks for a sector once;
 * partial results take half as many again (all in all it would be eight times
 * as many if lanes loaded what they need themselves).
 */
#include "runtime/base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

enum { N = 1 << 17, PASSES = 2, SECTOR = 32 };

static double sectors_loaded(const cJSON *kernel)
{
    const cJSON *memory;
    double sectors = 0;
    cJSON_ArrayForEach(memory, cJSON_GetObjectItem(kernel, "memory"))
    {
        const char *space = cJSON_GetObjectItem(memory, "space")->valuestring;
        const char *kind = cJSON_GetObjectItem(memory, "kind")->valuestring;
        if (!strcmp(space, "global") && !strcmp(kind, "load"))
            sectors += cJSON_GetObjectItem(memory, "sectors")->valuedouble;
    }
    return sectors;
}

int main(int argc, char **argv)
{
    char *json = argc > 1 ? base_read_file(argv[1], NULL) : NULL;
    cJSON *root = json ? cJSON_Parse(json) : NULL;
    const cJSON *region, *kernel;
    double sectors = 0;
    const double floor = (double)PASSES * N * sizeof(float) / SECTOR;
    cJSON_ArrayForEach(region, cJSON_GetObjectItem(root, "regions"))
        cJSON_ArrayForEach(kernel, cJSON_GetObjectItem(region, "kernels"))
            sectors += sectors_loaded(kernel);
    printf("sectors loaded: %g, at least %g\n", sectors, floor);
    cJSON_Delete(root);
    free(json);
    return sectors >= floor && sectors <= 1.6 * floor ? 0 : 1;
}
