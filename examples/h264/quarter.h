/*
 * Samples between samples: which two of the planes of `reference_luma` a vector
 * averages, by 4 * (vertical quarters) + (horizontal quarters), and how far
 * right and down the sample of each lies (table 8-12 of clause 8.4.2.2.1).
 */
#ifndef HEDRA_EXAMPLES_H264_QUARTER_H
#define HEDRA_EXAMPLES_H264_QUARTER_H

static const int first_plane[16] = {0, 0, 1, 0, 0, 1, 1, 1,
                                    2, 2, 3, 3, 0, 2, 3, 2};
static const int first_right[16] = {0, 0, 0, 1, 0, 0, 0, 0,
                                    0, 0, 0, 0, 0, 0, 0, 1};
static const int first_down[16] = {0, 0, 0, 0, 0, 0, 0, 0,
                                   0, 0, 0, 0, 1, 0, 0, 0};
static const int second_plane[16] = {0, 1, 1, 1, 2, 2, 3, 2,
                                     2, 3, 3, 2, 2, 1, 1, 1};
static const int second_right[16] = {0, 0, 0, 0, 0, 0, 0, 1,
                                     0, 0, 0, 1, 0, 0, 0, 0};
static const int second_down[16] = {0, 0, 0, 0, 0, 0, 0, 0,
                                    0, 0, 0, 0, 0, 1, 1, 1};

#endif
