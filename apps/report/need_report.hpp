#pragma once
// Question: how is it told what more must be brought?

#include <string>

#include "apps/report/layout.hpp"
#include "sim/need.hpp"

namespace broadside {

std::string need_text(const NeedAnswer& answer, const TextStyle& style);
std::string need_csv(const NeedAnswer& answer);
std::string need_markdown(const NeedAnswer& answer);
std::string need_svg(const NeedAnswer& answer, const std::string& title);
std::string need_json(const NeedAnswer& answer, const Scenario& scenario);

}  // namespace broadside
