#include "apps/cli/parts.hpp"

#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/file.hpp"
#include "apps/cli/interrupt.hpp"
#include "sim/version.hpp"

namespace broadside::cli {

void add_parts(App& command, PartArgs& args, const char* out_text) {
  command
      .add_option("--part", args.part,
                  "work out part I of N alone, and write it to --out;\nbroadside merge puts all "
                  "parts together")
      ->option_text("I/N")
      ->group("Parts");
  command.add_option("--out", args.out, out_text)->option_text("FILE")->group("Parts");
  command.add_option("--from", args.from, "the parts")->allow_extra_args(false)->group("");
}

std::vector<std::string> question_words(const App& command) {
  // Where the lines of a batch come from is no question: what they say is (PartEnd).
  auto words = command.typed([](const OutlineOption& option) {
    return !option.group.empty() && option.names.front() != "file" && option.group != "Output" &&
           option.group != "Parts" && option.names.front() != "--threads";
  });
  words.insert(words.begin(), command.name());
  return words;
}

std::optional<InputError> check_parts(const PartArgs& args, const OutputArgs& output,
                                      const SamplingArgs& sampling, bool has_out) {
  if (args.part.empty()) {
    if (args.out.empty() || has_out) return std::nullopt;
    return InputError{"--out without --part", "--out " + args.out,
                      "redirect the answer (> FILE), or say which part: --part 1/8"};
  }
  if (const auto number = read_part_number(args.part); !number) return number.error();
  if (args.out.empty())
    return InputError{"there is no file for the part", "--part " + args.part,
                      "--part I/N --out FILE, and all files to broadside merge"};
  if (!sampling.time.empty())
    return InputError{"answers that end by the clock cannot be divided", "--part " + args.part,
                      "--battles or --precision instead of --time"};
  if (output.csv || output.markdown || output.screen.details || !output.svg.empty())
    return InputError{"a part has no form", "--part " + args.part,
                      "--csv, --markdown, --details and --svg are for broadside merge"};
  return std::nullopt;
}

PartHead part_head(const PartArgs& args, const SamplingArgs& sampling) {
  PartHead head{args.words, files_read(), std::string(version()), sampling.seed, 1, 1};
  if (const auto number = read_part_number(args.part)) std::tie(head.part, head.of) = *number;
  return head;
}

std::string same_command_hint(const std::string& out) {
  const std::string part = GrowingFile::part_of(out);
  std::error_code none;
  if (!std::filesystem::exists(part, none)) return "";  // where nothing can be written
  return fmt::format("what there is so far is in {}; the same command goes on", part);
}

Result<std::unique_ptr<Division>> Division::open(const PartArgs& args,
                                                 const SamplingArgs& sampling) {
  std::unique_ptr<Division> division;
  if (args.part.empty() && args.from.empty()) return division;
  division = std::make_unique<Division>();
  if (!args.from.empty()) {
    auto parts = Parts::open(args.from);
    if (!parts) return parts.error();
    if (parts->head().words != args.words)
      return InputError{"these are parts of another question", args.from.front(), ""};
    division->all_ = std::move(parts).value();
    return division;
  }
  division->head_ = part_head(args, sampling);
  division->out_ = args.out;
  try {
    auto writer = PartWriter::open(args.out, division->head_);
    if (!writer) return writer.error();
    division->writer_ = std::move(writer).value();
  } catch (const std::system_error&) {
    division->trouble_ = std::current_exception();
  }
  return division;
}

Result<std::string> Division::known(std::size_t piece) const {
  if (pieces_ == all_->pieces()) return all_->read(piece);
  return InputError{
      fmt::format("the parts have {} pieces and the question {}", all_->pieces(), pieces_), "",
      "parts and merge by the same program"};
}

bool Division::wanted(std::size_t piece) const {
  const Lock lock(writing_);
  if (trouble_ || !head_.holds(piece) || writer_->complete()) return false;
  return !writer_->before() || !writer_->before()->has(piece);
}

void Division::found(std::size_t piece, const std::string& bytes) {
  const Lock lock(writing_);
  if (trouble_) return;
  try {
    writer_->put(piece, bytes);
  } catch (...) {  // a full disk: kept until whoever works beside us has come to an end
    trouble_ = std::current_exception();
  }
}

int Division::end(const InputError& ended, bool json) {
  if (!is_only_a_part(ended) && !trouble_) {
    if (unless_interrupted(kAnswered) == kAnswered) return complain(ended, json);
    std::fputs(fmt::format("broadside: stopped; {}\n", same_command_hint(out_)).c_str(), stderr);
    return unless_interrupted(kAnswered);
  }
  if (!trouble_ && writer_->complete()) {
    tell({fmt::format("part {}/{} was there already: {}", head_.part, head_.of, out_)});
    return kAnswered;
  }
  try {
    if (trouble_) std::rethrow_exception(trouble_);
    writer_->finish({pieces_, 0});
  } catch (const std::system_error& error) {
    return complain({error.what(), "--out " + out_, same_command_hint(out_)}, json, kFailed);
  }
  return kAnswered;
}

}  // namespace broadside::cli
