/*
 * The door of plan/: the inspectors, which find out when the region runs what
 * its compilation cannot know. It takes nests with conditions on data or
 * unknown subscripts and gives Plans: lists of active points, and levels of
 * points that are independent. lower/ makes the code of both.
 *
 *   filter.c          conditions on data that stand above all of a nest
 *   active_points.c   lists of the points at which a condition holds (stream
 *                     compaction)
 *   active_cost.c     what such a list gains
 *   inspector.c       which dependences an inspector asks memory for
 *   level_schedule.c  levels of points (wavefronts): which nests are to have
 *                     them
 *   level_points.c    the points of such a nest
 *   level_marks.c     marks above these nests in a mapped schedule
 */
#ifndef HEDRA_POLYHEDRAL_PLAN_PLAN_H
#define HEDRA_POLYHEDRAL_PLAN_PLAN_H

#include "polyhedral/plan/active_points.h"
#include "polyhedral/plan/filter.h"
#include "polyhedral/plan/inspector.h"
#include "polyhedral/plan/level_schedule.h"

#endif
