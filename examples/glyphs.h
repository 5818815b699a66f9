/* Letters of 5 x 7 dots: rows from the top, the highest of five bits at the
 * left. Those that the plots' labels need. */
#ifndef HEDRA_EXAMPLES_GLYPHS_H
#define HEDRA_EXAMPLES_GLYPHS_H

enum { GLYPH_WIDTH = 5, GLYPH_HEIGHT = 7 };

struct glyph {
    char letter;
    unsigned char row[GLYPH_HEIGHT];
};

extern const struct glyph glyphs[];
extern const int glyph_count;

#endif
