#pragma once
// Question: what do all connections share?

#include <unordered_set>

#include "apps/serve/access_log.hpp"
#include "apps/serve/http/answerers.hpp"
#include "apps/serve/own_names.hpp"
#include "apps/serve/page.hpp"
#include "apps/serve/serve.hpp"

namespace broadside::serve {

class Session;

struct Hall {
  Settings settings;
  OwnNames names;
  Page page;
  AccessLog log;
  Answerers* answerers = nullptr;
  std::unordered_set<Session*> sessions;  ///< all that are open
  bool stopping = false;
};

}  // namespace broadside::serve
