#pragma once
// Question: how are the measurements of `broadside bench` shown, as tables of 100 columns and as
// JSON?

#include <iosfwd>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bench/measurements.hpp"

namespace broadside::bench {

/// What most people want to know.
void write_sentence(std::ostream& out, const Row& row, const BenchOptions& options);

// How fast: a heading, then a row as soon as it is measured.
void write_speed_heading(std::ostream& out, const BenchOptions& options);
void write_speed(std::ostream& out, const Row& row);

/// What a battle takes: instructions, tables, an exact answer.
void write_work(std::ostream& out, const std::vector<Row>& rows);

// The largest fleets, row by row.
void write_large_heading(std::ostream& out, std::uint64_t battles, int threads);
void write_large_row(std::ostream& out, const LargeRow& row);

nlohmann::ordered_json to_json(const Row& row);
nlohmann::ordered_json to_json(const LargeRow& row);

}  // namespace broadside::bench
