#pragma once
// Question: how is a matrix of fleets told?

#include <string>
#include <string_view>
#include <vector>

#include "apps/report/compare_report.hpp"  // FleetNames
#include "apps/report/layout.hpp"
#include "core/scenario/scenario.hpp"
#include "sim/matrix.hpp"

namespace broadside {

/// The scenario of an answer: what all fleets of a side have in common but for their units.
Scenario told_scenario(const MatrixQuestion& question);

/// Chances of the attacker to win; of a large matrix the first fleets of each side.
std::string matrix_text(const Matrix& matrix, const FleetNames& names, const Scenario& scenario,
                        const TextStyle& style);
std::string matrix_csv(const Matrix& matrix, const FleetNames& names);  ///< a line for each cell
std::string matrix_markdown(const Matrix& matrix, const FleetNames& names,
                            const Scenario& scenario);
std::string matrix_svg(const Matrix& matrix, const FleetNames& names, const Scenario& scenario);
/// All numbers, attackers x defenders x layers, as NumPy keeps an array (numpy.load):
/// the head of such a file, and the numbers where they stand, since they may be too many for a copy.
std::string matrix_npy_head(const Matrix& matrix);
std::string_view matrix_npy_numbers(const Matrix& matrix);
/// "layers" names the numbers of a cell, "cells" has a list of them for each pair, attackers first.
std::string matrix_json(const Matrix& matrix, const FleetNames& names, const Scenario& scenario);

}  // namespace broadside
