#pragma once
// Question: how is it told which fleets are never beaten?

#include <string>

#include "apps/report/layout.hpp"
#include "sim/meta.hpp"

namespace broadside {

std::string meta_text(const MetaAnswer& answer, const MetaQuestion& question,
                      const TextStyle& style);
std::string meta_csv(const MetaAnswer& answer, const MetaQuestion& question);
std::string meta_markdown(const MetaAnswer& answer, const MetaQuestion& question);
/// The fleets that are told, against each other.
std::string meta_svg(const MetaAnswer& answer, const MetaQuestion& question);
std::string meta_json(const MetaAnswer& answer, const MetaQuestion& question);

}  // namespace broadside
