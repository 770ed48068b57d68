#pragma once
// A header of the user's own that is called like one of ours.
inline constexpr int kMine = 1;
