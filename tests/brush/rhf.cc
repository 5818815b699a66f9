// rhf BASIS MOLECULE.xyz: the restricted Hartree-Fock energy with libint2's
// integrals alone, kept in memory: what examples/scf is compared with. Only
// exponents and contraction coefficients are those of the generated set.
#include "tests/brush/reference.h"
extern "C" {
#include "tests/brush/sets.h"
}

#include <Eigen/Dense>

#include <cmath>
#include <cstdio>
#include <deque>
#include <vector>

using Eigen::MatrixXd;

static size_t pair_of(size_t i, size_t k)
{
    return i >= k ? i * (i + 1) / 2 + k : k * (k + 1) / 2 + i;
}

// All (ij|kl), i >= j, k >= l, ij >= kl, by pairs.
static std::vector<double> two_electron(reference *r, size_t n)
{
    size_t pairs = n * (n + 1) / 2;
    std::vector<double> value(pairs * (pairs + 1) / 2);
    int shells = reference_shells(r);

    for (int a = 0; a < shells; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= a; c++)
                for (int d = 0; d <= c; d++) {
                    const int s[4] = {a, b, c, d};
                    const double *v = reference_compute(r, a, b, c, d);
                    int m[4];

                    for (int i = 0; i < 4; i++)
                        m[i] = reference_functions(r, s[i]);
                    for (int q = 0; v && q < m[0] * m[1] * m[2] * m[3]; q++) {
                        size_t f[4];

                        for (int i = 3, rest = q; i >= 0; rest /= m[i--])
                            f[i] = reference_first(r, s[i]) + rest % m[i];
                        value[pair_of(pair_of(f[0], f[1]),
                                      pair_of(f[2], f[3]))] = v[q];
                    }
                }
    return value;
}

// J - K / 2 of a density that counts both spins. Each integral stands for all
// that are equal to it, and is added to one half of what they are added to: the
// other half is the transposed one.
static MatrixXd repulsion(const std::vector<double> &value, const MatrixXd &d)
{
    size_t n = d.rows(), at = 0;
    MatrixXd g = MatrixXd::Zero(n, n);

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            for (size_t k = 0; k <= i; k++)
                for (size_t l = 0; l <= (k == i ? j : k); l++, at++) {
                    double v = value[at] * (i == j ? 0.5 : 1) *
                               (k == l ? 0.5 : 1) *
                               (i == k && j == l ? 0.5 : 1);

                    g(i, j) += 2 * v * d(k, l);
                    g(k, l) += 2 * v * d(i, j);
                    g(i, k) -= 0.5 * v * d(j, l);
                    g(j, l) -= 0.5 * v * d(i, k);
                    g(i, l) -= 0.5 * v * d(j, k);
                    g(j, k) -= 0.5 * v * d(i, l);
                }
    return g + g.transpose();
}

// Pulay's extrapolation (Chem. Phys. Lett. 73, 393 (1980)).
static MatrixXd extrapolate(const std::deque<MatrixXd> &fock,
                            const std::deque<MatrixXd> &error)
{
    int m = (int)fock.size();
    MatrixXd b = MatrixXd::Constant(m + 1, m + 1, -1), sum = 0 * fock[0];
    Eigen::VectorXd right = Eigen::VectorXd::Zero(m + 1), c;

    b(m, m) = 0;
    right(m) = -1;
    for (int i = 0; i < m; i++)
        for (int k = 0; k < m; k++)
            b(i, k) = error[i].cwiseProduct(error[k]).sum();
    c = b.colPivHouseholderQr().solve(right);
    for (int i = 0; i < m; i++)
        sum += c(i) * fock[i];
    return sum;
}

static double nuclear_repulsion(const hedra_eri_molecule &m)
{
    double sum = 0;

    for (int i = 0; i < m.atoms; i++)
        for (int k = 0; k < i; k++)
            sum += m.z[i] * m.z[k] /
                   std::hypot(m.centre[i][0] - m.centre[k][0],
                              m.centre[i][1] - m.centre[k][1],
                              m.centre[i][2] - m.centre[k][2]);
    return sum;
}

static MatrixXd density_of(const MatrixXd &fock, const MatrixXd &overlap,
                           int occupied)
{
    Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(fock, overlap);
    MatrixXd c = solver.eigenvectors().leftCols(occupied);

    return 2 * c * c.transpose();
}

// NaN if it does not converge.
static double solve(const MatrixXd &overlap, const MatrixXd &core,
                    const std::vector<double> &value, int occupied)
{
    MatrixXd d = density_of(core, overlap, occupied);
    std::deque<MatrixXd> fock, error;

    for (int i = 0; i < 60; i++) {
        MatrixXd f = core + repulsion(value, d);
        MatrixXd e = f * d * overlap;

        fock.push_back(f);
        error.push_back(e - e.transpose());
        if (error.back().cwiseAbs().maxCoeff() < 1e-8)
            return 0.5 * d.cwiseProduct(core + f).sum();
        if (fock.size() > 8) {
            fock.pop_front();
            error.pop_front();
        }
        d = density_of(extrapolate(fock, error), overlap, occupied);
    }
    return NAN;
}

int main(int argc, char **argv)
{
    const hedra_eri_set *set = argc == 3 ? find_set(argv[1], false) : nullptr;
    hedra_eri_molecule molecule;
    int electrons = 0;
    struct hedra_error why;

    if (!set) {
        std::fputs("usage: rhf BASIS MOLECULE.xyz\n", stderr);
        return 2;
    }
    if (hedra_eri_read_xyz(argv[2], &molecule, &why)) {
        std::fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    for (int i = 0; i < molecule.atoms; i++)
        electrons += molecule.z[i];
    hedra_eri *eri = hedra_eri_new(set, molecule.atoms, molecule.z,
                                   molecule.centre, nullptr);
    if (!eri)
        return 2;
    reference *r = reference_new(eri, 0);
    int n = hedra_eri_functions(eri);
    MatrixXd overlap(n, n), core(n, n);
    reference_one_electron(r, &molecule, overlap.data(), core.data());
    double energy = solve(overlap, core, two_electron(r, n), electrons / 2);
    std::printf("%.9f\n", energy + nuclear_repulsion(molecule));
    reference_free(r);
    hedra_eri_free(eri);
    hedra_eri_free_molecule(&molecule);
    return std::isnan(energy) ? 1 : 0;
}
