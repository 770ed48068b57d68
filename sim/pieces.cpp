#include "sim/pieces.hpp"

namespace broadside {
namespace {

constexpr const char* kOnlyAPart = "only a part of the answer was worked out";

}  // namespace

InputError only_a_part() { return {kOnlyAPart, "", "put all parts together"}; }
bool is_only_a_part(const InputError& error) { return error.problem == kOnlyAPart; }

}  // namespace broadside
