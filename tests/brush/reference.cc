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
