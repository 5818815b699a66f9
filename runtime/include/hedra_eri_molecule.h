/*
 * Elements and the files that molecules come from. A part of hedra_eri.h.
 */
#ifndef HEDRA_ERI_MOLECULE_H
#define HEDRA_ERI_MOLECULE_H

#ifndef HEDRA_ERI_H
#error "hedra_eri_molecule.h is a part of hedra_eri.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { HEDRA_ERI_MAX_Z = 118 };

/* Returns the atomic number of an element's symbol, `length` bytes in upper or
 * lower case, without a zero byte behind them; 0 if there is no such element,
 * or for NULL. */
HEDRA_ERI_API int hedra_eri_element_number(const char *symbol, size_t length);

/* Returns the symbol of an element, "H" for 1; NULL if z is not from 1 to
 * HEDRA_ERI_MAX_Z. Static storage. */
HEDRA_ERI_API const char *hedra_eri_symbol(int z);

/* A molecule as hedra_eri_new takes it. */
struct hedra_eri_molecule {
    int atoms;
    int *z;              /* atomic numbers */
    double (*centre)[3]; /* bohr */
};

/* Reads an XYZ file of one molecule of up to 10^6 atoms, in angstrom (1 bohr =
 * 0.529177210903 angstrom), into arrays of *molecule that
 * hedra_eri_free_molecule frees; columns behind the coordinates are skipped.
 * Whatever is wrong with the file is HEDRA_ERROR_FILE, with "FILE:LINE: error:
 * ..." as the text; HEDRA_ERROR_NO_MEMORY, and HEDRA_ERROR_ARGUMENT for NULL.
 * After an error there is nothing to free. */
HEDRA_ERI_API enum hedra_status
hedra_eri_read_xyz(const char *path, struct hedra_eri_molecule *molecule,
                   struct hedra_error *why);

/* Frees the arrays that hedra_eri_read_xyz made and clears the struct, which is
 * the caller's; NULL is allowed. */
HEDRA_ERI_API void hedra_eri_free_molecule(struct hedra_eri_molecule *molecule);

#ifdef __cplusplus
}
#endif

#endif
