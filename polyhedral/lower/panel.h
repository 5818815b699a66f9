/*
 * Private to panel.c and access.c: the element that a loop of a panel keeps in
 * a variable.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_PANEL_H
#define HEDRA_POLYHEDRAL_LOWER_PANEL_H

struct poly_stmt;

struct lower_panel {
    const struct poly_stmt *stmt; /* that writes the element; NULL: none does */
    int variable;
};

#endif
