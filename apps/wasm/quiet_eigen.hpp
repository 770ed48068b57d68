#pragma once
// Question: how does Eigen come into the module without the locales of the C++ library?
//
// Its sparse solver words one message with a string stream, which nobody reads and which brings all
// of them: 160 kB of code. Included before every file that may include Eigen (packages.cmake).

#include <sstream>
#include <string>

namespace std {  // NOLINT: where Eigen looks for it

struct silent_stream {
  template <class T>
  silent_stream& operator<<(const T&) {
    return *this;
  }
  string str() const { return {}; }
};

}  // namespace std

#define ostringstream silent_stream
