#include "apps/parts/part_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/bytes.hpp"
#include "sim/version.hpp"

namespace broadside {

constexpr auto fields(Is<PartEnd>, auto& end) { return std::tie(end.pieces, end.input); }

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr std::string_view kBegin = R"({"broadside":"part",)";  ///< of every part file
constexpr std::uint64_t kLast = ~std::uint64_t{0};              ///< number of the last record
constexpr std::uint64_t kMostParts = 1'000'000;
constexpr const char* kAgain = "work that part out again: the same command";

/// What stands before the bytes of a piece.
struct RecordHead {
  std::uint64_t piece = 0, size = 0, sum = 0;
};
static_assert(sizeof(RecordHead) == 24);

std::uint64_t sum_of(std::uint64_t piece, std::string_view bytes) {
  const std::uint64_t numbers[] = {piece, bytes.size()};
  return checksum(bytes, checksum({reinterpret_cast<const char*>(numbers), sizeof numbers}));
}

std::string record(std::uint64_t piece, std::string_view bytes) {
  const RecordHead head{piece, bytes.size(), sum_of(piece, bytes)};
  std::string text(reinterpret_cast<const char*>(&head), sizeof head);
  return text.append(bytes);
}

std::string sum_line(std::string_view line) {
  return fmt::format("checksum {:016x}\n", checksum(line));
}

std::string written(const PartHead& head) {
  Json json;
  json["broadside"] = "part";
  json["format"] = kFormat;
  json["version"] = head.version;
  json["question"] = head.words;
  json["files"] = head.files;
  json["seed"] = head.seed;
  json["part"] = head.part;
  json["of"] = head.of;
  const std::string line = json.dump() + "\n";
  return line + sum_line(line);
}

std::optional<PartHead> head_of(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    if (json.at("format") != kFormat) return std::nullopt;
    PartHead head{json.at("question"), json.at("files"), json.at("version"),
                  json.at("seed"),     json.at("part"),  json.at("of")};
    if (head.of == 0 || head.of > kMostParts || head.part == 0 || head.part > head.of ||
        head.words.empty())
      return std::nullopt;
    return head;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

/// The two lines that a part begins with, and what they say; nothing where they are not whole.
std::optional<PartHead> head_lines(std::istream& file, std::string& line, std::string& sum) {
  for (std::string* one : {&line, &sum}) {
    if (!std::getline(file, *one) || file.eof()) return std::nullopt;
    *one += '\n';
  }
  if (sum != sum_line(line)) return std::nullopt;
  return head_of(line);
}

InputError of_another_program(const PartHead& head, const std::string& path) {
  return {fmt::format("a part of broadside {}", head.version), path,
          fmt::format("this is {}: work all parts out with one program", version())};
}

InputError damaged(const std::string& path) { return {"the part is damaged", path, kAgain}; }

InputError of_another_question(const std::string& path) {
  return {"this file is a part of another question", path,
          "another --out, or remove it: rm " + path};
}

}  // namespace

std::uint64_t checksum(std::string_view bytes, std::uint64_t before) {
  for (const char byte : bytes)
    before = (before ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return before;
}

bool PartHead::same_question(const PartHead& other) const {
  return words == other.words && files == other.files && of == other.of;
}

Result<std::pair<std::uint64_t, std::uint64_t>> read_part_number(const std::string& text) {
  std::uint64_t part = 0, of = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part);
  const bool slash = first.ec == std::errc{} && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, of) : first;
  if (!slash || second.ec != std::errc{} || second.ptr != end || part == 0 || part > of ||
      of > kMostParts)
    return InputError{"not a part of so many", "--part " + text,
                      fmt::format("I/N, from 1/N to N/N and N at most {}: --part 3/8", kMostParts)};
  return std::pair{part, of};
}

Result<PartHead> read_part_head(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return InputError{fmt::format("cannot read the part: {}", std::strerror(errno)), path,
                      "a file that --part wrote"};
  std::string line, sum;
  auto head = head_lines(file, line, sum);
  if (!head) return InputError{"this is no part of an answer", path, "a file that --part wrote"};
  if (head->version != version()) return of_another_program(*head, path);
  return *std::move(head);
}

Result<std::optional<PartReader>> PartReader::open(const std::string& path, bool let_pass) {
  using Opened = Result<std::optional<PartReader>>;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    if (errno == ENOENT) return Opened{std::nullopt};
    return InputError{fmt::format("cannot read the part: {}", std::strerror(errno)), path, ""};
  }
  std::error_code none;
  const std::uint64_t size = std::filesystem::file_size(path, none);
  if (none) return InputError{fmt::format("cannot read the part: {}", none.message()), path, ""};
  PartReader reader;
  reader.path_ = path;
  if (auto error = reader.read_all(file, size, let_pass)) return *std::move(error);
  return Opened{std::move(reader)};
}

std::optional<InputError> PartReader::read_all(std::istream& file, std::uint64_t size,
                                               bool let_pass) {
  std::string begin(std::min<std::uint64_t>(kBegin.size(), size), '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  const bool ours = kBegin.starts_with(begin) && (let_pass || begin.size() == kBegin.size());
  if (!ours) return InputError{"this is no part of an answer", path_, "a file that --part wrote"};
  file.seekg(0);
  // A run that ended before it had written what it is about has left nothing.
  if (!read_head(file)) return let_pass ? std::nullopt : std::optional{damaged(path_)};
  std::string bytes;
  while (!end_ && read_record(file, size, bytes)) {
  }
  if (let_pass) return std::nullopt;
  if (!end_ && whole_bytes_ == size)
    return InputError{"the part is not complete", path_, "let the same command go on with it"};
  if (!end_ || whole_bytes_ != size) return damaged(path_);
  const std::uint64_t first = head_.part - 1;
  const std::uint64_t mine = end_->pieces > first ? (end_->pieces - first - 1) / head_.of + 1 : 0;
  if (places_.size() != mine || (mine > 0 && places_.rbegin()->first >= end_->pieces))
    return damaged(path_);
  return std::nullopt;
}

bool PartReader::read_head(std::istream& file) {
  std::string line, sum;
  auto head = head_lines(file, line, sum);
  if (!head) return false;
  head_ = *std::move(head);
  whole_bytes_ = line.size() + sum.size();
  return true;
}

bool PartReader::read_record(std::istream& file, std::uint64_t size, std::string& bytes) {
  RecordHead head;
  if (!file.read(reinterpret_cast<char*>(&head), sizeof head)) return false;
  const std::uint64_t at = whole_bytes_ + sizeof head;
  if (at > size || head.size > size - at) return false;
  bytes.resize(head.size);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(head.size))) return false;
  if (sum_of(head.piece, bytes) != head.sum) return false;
  if (head.piece == kLast) {
    end_ = from_bytes<PartEnd>(bytes);
    if (!end_) return false;
  } else if (!head_.holds(head.piece) ||
             !places_.emplace(head.piece, Place{at, head.size, head.sum}).second) {
    return false;  // of another part, or twice
  }
  whole_bytes_ = at + head.size;
  return true;
}

Result<std::string> PartReader::read(std::uint64_t piece) const {
  const auto place = places_.find(piece);
  if (place == places_.end()) return damaged(path_);
  std::ifstream file(path_, std::ios::binary);
  std::string bytes(place->second.size, '\0');
  file.seekg(static_cast<std::streamoff>(place->second.at));
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) ||
      sum_of(piece, bytes) != place->second.sum)
    return damaged(path_);
  return bytes;
}

Result<PartWriter> PartWriter::open(const std::string& path, const PartHead& head) {
  const auto belongs = [&](const PartReader& there) {
    return there.head().same_question(head) && there.head().part == head.part &&
           there.head().version == head.version;
  };
  PartWriter writer;
  auto whole = PartReader::open(path, true);
  if (!whole) return whole.error();
  if (whole.value() && (*whole)->whole_bytes() > 0) {
    if (!belongs(**whole)) return of_another_question(path);
    if ((*whole)->end()) {
      writer.before_ = *std::move(whole).value();
      return writer;
    }
  }
  const std::string growing = GrowingFile::part_of(path);
  auto file = std::make_unique<GrowingFile>(path);  // before it is looked at
  auto begun = PartReader::open(growing, true);
  if (!begun) return begun.error();
  std::uint64_t kept = 0;
  if (begun.value() && (*begun)->whole_bytes() > 0) {
    if (!belongs(**begun)) return of_another_question(growing);
    kept = (*begun)->whole_bytes();
    writer.before_ = *std::move(begun).value();
  }
  file->go_on(kept);
  writer.file_ = std::move(file);
  if (kept == 0) writer.file_->append(written(head));
  if (writer.before_ && writer.before_->end()) {  // all but its name
    writer.file_->finish();
    writer.file_.reset();
  }
  return writer;
}

void PartWriter::put(std::uint64_t piece, std::string_view bytes) {
  file_->append(record(piece, bytes));
}

void PartWriter::finish(const PartEnd& end) {
  put(kLast, bytes_of(end));
  file_->finish();
  file_.reset();
}

namespace {

/// A part for each number, by number; what is wrong with them where there is not.
Result<std::vector<PartReader>> in_order(std::vector<std::pair<std::string, PartReader>> parts) {
  const auto& [first_path, first] = parts.front();
  const std::uint64_t of = first.head().of;
  std::vector<std::pair<std::string, PartReader>*> found(of);
  for (auto& one : parts) {
    const auto& [path, part] = one;
    if (part.head().version != version()) return of_another_program(part.head(), path);
    if (!part.head().same_question(first.head()))
      return InputError{fmt::format("this is a part of another question than {}", first_path), path,
                        "parts of one question, divided into as many"};
    if (part.end() != first.end())
      return InputError{fmt::format("what was read is not what it was for {}", first_path), path,
                        "the same lines for all parts"};
    auto& place = found[part.head().part - 1];
    if (place)
      return InputError{fmt::format("part {} of {} stands here twice", part.head().part, of),
                        place->first + " and " + path, "each part once"};
    place = &one;
  }
  constexpr std::uint64_t kMostNamed = 20;
  std::string missing;
  std::uint64_t count = 0;
  for (std::uint64_t p = 0; p < of; ++p)
    if (!found[p] && ++count <= kMostNamed)
      missing += fmt::format("{}{}/{}", count == 1 ? "" : ", ", p + 1, of);
  if (count > kMostNamed) missing += fmt::format(" and {} more", count - kMostNamed);
  if (count > 0)
    return InputError{"not all parts are here", "missing: " + missing, "all files of the question"};
  std::vector<PartReader> ordered;
  for (auto* place : found) ordered.push_back(std::move(place->second));
  return ordered;
}

}  // namespace

Result<Parts> Parts::open(const std::vector<std::string>& paths) {
  std::vector<std::pair<std::string, PartReader>> all;
  for (const std::string& path : paths) {
    auto part = PartReader::open(path, false);
    if (!part) return part.error();
    if (!part.value()) return InputError{"there is no such part", path, "a file that --part wrote"};
    all.emplace_back(path, *std::move(part).value());
  }
  if (all.empty())
    return InputError{"there are no parts", "",
                      "the files that --part wrote: broadside merge *.bs"};
  auto ordered = in_order(std::move(all));
  if (!ordered) return ordered.error();
  Parts parts;
  parts.parts_ = std::move(ordered).value();
  return parts;
}

}  // namespace broadside
