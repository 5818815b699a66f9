/*
 * What a page shows of a graph: what --explain says of it, and the grid.
 */
#ifndef HEDRA_BACKENDS_DATAFLOW_VIEW_H
#define HEDRA_BACKENDS_DATAFLOW_VIEW_H

#include "backends/dataflow/local.h"

void flow_view(struct target_views *views, struct arena *arena,
               const struct kir_func *f, const struct racer_graph *g,
               const struct racer_arch *arch, const char *certificate);
void flow_view_places(struct target_views *views, struct arena *arena,
                      const struct kir_func *f, const struct racer_graph *g,
                      const struct racer_arch *arch,
                      const struct place_report *report);

#endif
