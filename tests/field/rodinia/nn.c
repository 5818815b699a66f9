/* Distances of records to one place, records as structures. */
#include "tests/field/field.h"

typedef struct {
    float lat, lng;
} LatLong;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 4000000);
    LatLong *loc = (LatLong *)field_floats(2 * (size_t)n);
    float *dist = field_zeros(n, sizeof *dist);
    float lat = 0.3f, lng = 0.7f;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        LatLong l = loc[i];
        dist[i] = sqrtf((lat - l.lat) * (lat - l.lat) +
                        (lng - l.lng) * (lng - l.lng));
    }
    field_end();
    field_sum("dist", dist, n * sizeof *dist);
}
