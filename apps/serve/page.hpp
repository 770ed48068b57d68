#pragma once
// Question: what is in the page's folder?
// Every file is read once, before the first visitor: a path that is asked for is looked up among the
// names that were found and never handed to the file system, so none can lead out of the folder.

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/scenario/result.hpp"

namespace broadside::serve {

struct PageFile {
  std::string type;                                 ///< "text/html; charset=utf-8"
  std::shared_ptr<const std::string> plain;         ///< as it is
  std::shared_ptr<const std::string> brotli, gzip;  ///< compressed beforehand; may be absent
  std::string tag;                                  ///< names the contents: an ETag without quotes
  bool named_by_contents = false;                   ///< "page-0f3a9c1b2d.js": never changes
};

class Page {
 public:
  /// Without any file.
  Page() = default;

  /// All plain files of the folder; links and whatever begins with a dot are left out. "x.br" and
  /// "x.gz" beside "x" are forms of it.
  static Result<Page> read(const std::string& folder);

  /// "/" is "/index.html", "/a/" is "/a/index.html"; nothing where there is no such file.
  const PageFile* find(std::string_view path) const;

  bool empty() const { return files_.empty(); }
  std::size_t size() const { return files_.size(); }

 private:
  std::map<std::string, PageFile, std::less<>> files_;
};

/// By the ending of its name.
std::string_view content_type(std::string_view name);

/// Whether a list of codings ("gzip, br;q=0.5") takes this one.
bool accepts(std::string_view codings, std::string_view coding);

}  // namespace broadside::serve
