#include "tests/brush/reference.h"

#include <libint2.hpp>

#include <cmath>
#include <vector>

struct reference {
    std::vector<libint2::Shell> shell;
    std::vector<int> first;
    std::vector<libint2::ShellPair> pair; /* (i, j) at i n + j */
    libint2::Engine engine;
};

/* The coefficients of a set are for unnormalised primitives, as libint2 keeps
 * them after its own normalisation, which is therefore undone by giving it
 * coefficients of normalised primitives. */
static libint2::Shell make_shell(const hedra_eri_place &p, int segment)
{
    const hedra_eri_shell &s = *p.shell;
    libint2::svector<double> exponents, coefficients;
    int l = p.kind->l[segment];
    double odd = 1;

    for (int i = 2 * l - 1; i > 1; i -= 2)
        odd *= i;
    for (int k = 0; k < s.primitives; k++) {
        double e = s.exponent[k];
        double norm = std::pow(2 * e / M_PI, 0.75) * std::pow(4 * e, 0.5 * l) /
                      std::sqrt(odd);

        exponents.push_back(e);
        coefficients.push_back(s.coefficient[segment * s.primitives + k] /
                               norm);
    }
    return libint2::Shell{exponents,
                          {{l, p.kind->pure && l >= 2, coefficients}},
                          {{p.centre[0], p.centre[1], p.centre[2]}}};
}

reference *reference_new(const hedra_eri *eri, double precision)
{
    reference *r = new reference;
    size_t primitives = 1;
    int l = 0;

    libint2::initialize();
    for (int i = 0; i < hedra_eri_shells(eri); i++) {
        hedra_eri_place p = hedra_eri_shell_place(eri, i);
        int first = p.first_function;

        for (int s = 0; s < p.kind->segments; s++) {
            r->shell.push_back(make_shell(p, s));
            r->first.push_back(first);
            first += (int)r->shell.back().size();
            primitives = std::max(primitives, r->shell.back().nprim());
            l = std::max(l, p.kind->l[s]);
        }
    }
    r->engine = libint2::Engine(libint2::Operator::coulomb, primitives, l, 0);
    r->engine.set_precision(precision);
    for (const auto &a : r->shell)
        for (const auto &b : r->shell)
            r->pair.emplace_back(a, b,
                                 precision > 0 ? std::log(precision) : -1e9);
    return r;
}

void reference_free(reference *r)
{
    delete r;
    libint2::finalize();
}

int reference_shells(const reference *r)
{
    return (int)r->shell.size();
}

int reference_first(const reference *r, int shell)
{
    return r->first[shell];
}

int reference_functions(const reference *r, int shell)
{
    return (int)r->shell[shell].size();
}

const double *reference_compute(reference *r, int a, int b, int c, int d)
{
    const auto &result = r->engine.results();

    r->engine.compute2<libint2::Operator::coulomb, libint2::BraKet::xx_xx, 0>(
        r->shell[a], r->shell[b], r->shell[c], r->shell[d],
        &r->pair[a * r->shell.size() + b], &r->pair[c * r->shell.size() + d]);
    return result[0];
}

/* Adds the integrals of one operator to a matrix. */
static void add_one_electron(const reference *r, libint2::Engine engine,
                             double *matrix)
{
    size_t n = r->first.back() + r->shell.back().size();

    for (size_t a = 0; a < r->shell.size(); a++)
        for (size_t b = 0; b < r->shell.size(); b++) {
            const auto &result = engine.results();
            size_t columns = r->shell[b].size(), number = 0;

            engine.compute(r->shell[a], r->shell[b]);
            for (size_t i = 0; result[0] && i < r->shell[a].size(); i++)
                for (size_t k = 0; k < columns; k++, number++)
                    matrix[(r->first[a] + i) * n + r->first[b] + k] +=
                        result[0][number];
        }
}

void reference_one_electron(const reference *r,
                            const hedra_eri_molecule *molecule, double *overlap,
                            double *core)
{
    std::vector<std::pair<double, std::array<double, 3>>> charges;
    size_t primitives = 1, n = r->first.back() + r->shell.back().size();
    int l = 0;

    for (const auto &s : r->shell) {
        primitives = std::max(primitives, s.nprim());
        l = std::max(l, s.contr[0].l);
    }
    for (int i = 0; i < molecule->atoms; i++) {
        const double *c = molecule->centre[i];

        charges.push_back({(double)molecule->z[i], {c[0], c[1], c[2]}});
    }
    std::fill(overlap, overlap + n * n, 0.0);
    std::fill(core, core + n * n, 0.0);
    libint2::Engine nuclear(libint2::Operator::nuclear, primitives, l, 0);
    nuclear.set_params(charges);
    add_one_electron(
        r, libint2::Engine(libint2::Operator::overlap, primitives, l, 0),
        overlap);
    add_one_electron(
        r, libint2::Engine(libint2::Operator::kinetic, primitives, l, 0), core);
    add_one_electron(r, nuclear, core);
}
