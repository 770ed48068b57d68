#pragma once
// Question: does the player want the answer as it stands? Ctrl-C and SIGTERM ask for it; once more,
// or where nobody has looked yet and so nothing is known, they end the program at once.

#include <functional>

namespace broadside::cli {

/// From now on both signals are noted; the function says whether one was. From any thread.
std::function<bool()> stop_when_interrupted();

/// `code`, or where a signal came what a shell makes of it: 130 for Ctrl-C, 143 for SIGTERM.
int unless_interrupted(int code);

/// Says on standard error that the answer is the one so far, if it is.
void tell_if_interrupted();

/// Whether the line on standard error has to be ended by a program that is stopped at once.
void progress_is_shown(bool shown);

}  // namespace broadside::cli
