// broadside merge: the parts of a question become the answer to it, to the byte.
//
// Parts carry their question. Most commands are asked it again with the pieces of all parts at hand,
// so that nothing is worked out twice and every form of the answer is there; the lines of a batch are
// put in their order.

#include <algorithm>
#include <memory>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/batch_answer.hpp"
#include "apps/cli/batch_lines.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/file.hpp"
#include "apps/cli/output.hpp"
#include "apps/parts/part_file.hpp"
#include "apps/report/brief.hpp"

namespace broadside::cli {
namespace {

struct MergeArgs {
  std::vector<std::string> files, forms;  ///< forms: what was typed about the form of the answer
  std::string out;
  OutputArgs output;
};

int merge_lines(const MergeArgs& args, const PartHead& head) {
  const bool json = args.output.screen.json;
  for (const std::string& form : args.forms)
    if (form != "--json=true")
      return complain({"the answers of a batch have the form that they were asked for in", form,
                       "leave it out, or give it to every broadside batch --part"},
                      json);
  const auto parts = Parts::open(args.files);
  if (!parts) return complain(parts.error(), json);
  const bool csv =
      std::find(head.words.begin(), head.words.end(), "--csv=true") != head.words.end();
  bool failed = false;
  try {
    Answers answers = args.out.empty() ? Answers() : Answers(args.out);
    answers.go_on(0);
    if (csv) answers.write(answers_csv_head());
    for (std::uint64_t piece = 0; piece < parts->pieces(); ++piece) {
      const auto bytes = parts->read(piece);
      if (!bytes) return complain(bytes.error(), json);
      const auto line = from_bytes<LineAnswer>(bytes.value());
      if (!line) return complain({"a part is not that of a batch", "", ""}, json);
      failed |= line->failed;
      answers.write(line->text);
    }
    answers.finish();
  } catch (const std::system_error& error) {
    if (args.out.empty()) throw;
    return complain({error.what(), "--out " + args.out, "the parts are as they were"}, json,
                    kFailed);
  }
  return failed ? kFailed : kAnswered;
}

int run_merge(const MergeArgs& args) {
  const bool json = args.output.screen.json;
  if (const auto error = check_output(args.output)) return complain(*error, json);
  if (args.files.empty())
    return complain({"there are no parts", "", "the files that --part wrote: broadside merge *.bs"},
                    json);
  auto head = read_part_head(args.files.front());
  if (!head) return complain(head.error(), json);
  if (head->words.front() == "batch") return merge_lines(args, *head);
  give_files(std::move(head->files));
  std::vector<std::string> words = std::move(head->words);
  words.insert(words.end(), args.forms.begin(), args.forms.end());
  if (!args.out.empty()) words.push_back("--out=" + args.out);
  for (const std::string& file : args.files) words.push_back("--from=" + file);
  return run_words(std::move(words), json);
}

void add_merge(App& app, Action& chosen) {
  auto args = std::make_shared<MergeArgs>();
  auto* command = app.add_subcommand("merge", "The answer, from all parts of it (--part)");
  command->add_option("files", args->files, "what --part I/N has written, for each I")
      ->option_text("FILE ...");
  command
      ->add_option("--out", args->out,
                   "of a matrix: all numbers, for NumPy; of a batch: its\nlines")
      ->option_text("FILE");
  add_output(*command, args->output);
  command->footer(
      "Prints what the command would have without --part, to the byte. Parts that are\n"
      "missing, damaged or of another question are named, and nothing is printed. The\n"
      "same command with the same --part goes on where it was ended.\n"
      "\n"
      "Examples:\n"
      "  broadside matrix \"2 dn\" \"5 cr\" ws --part 1/2 --out m1.bs\n"
      "  broadside matrix \"2 dn\" \"5 cr\" ws --part 2/2 --out m2.bs\n"
      "  broadside merge m1.bs m2.bs");
  command->callback([args, command, &chosen] {
    args->forms =
        command->typed([](const OutlineOption& option) { return option.group == "Output"; });
    chosen = [args] { return run_merge(*args); };
  });
}

const Subcommand kMerge{42, add_merge};

}  // namespace
}  // namespace broadside::cli
