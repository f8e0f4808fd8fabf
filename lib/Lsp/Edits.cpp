//===- Edits.cpp - A new text as edits of an old one ----------------------===//

#include "Tasks.h"

#include "tenon/Repair/SourceRepair.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon::lsp {

namespace {

/// Reads a unified diff and makes edits of its hunks.
class HunkReader {
public:
  HunkReader(const Snapshot &snapshot, size_t offset, StringRef before) : snapshot(snapshot), offset(offset) {
    for (size_t i = 0; i < before.size(); ++i)
      if (i == 0 || before[i - 1] == '\n')
        starts.push_back(i);
    starts.push_back(before.size());
  }

  json::Array read(StringRef diff) {
    SmallVector<StringRef, 0> lines;
    diff.split(lines, '\n');
    if (!lines.empty() && lines.back().empty())
      lines.pop_back();
    for (StringRef line : drop_begin(lines, std::min<size_t>(2, lines.size())))
      readLine(line);
    finish();
    return std::move(edits);
  }

private:
  void readLine(StringRef line) {
    char kind = line.empty() ? ' ' : line.front();
    if (kind == '@') {
      finish();
      size_t number = 0, count = 0;
      StringRef header = line.drop_while([](char c) { return c != '-'; }).drop_front();
      header.consumeInteger(10, number);
      bool isEmpty = header.consume_front(",") && !header.consumeInteger(10, count) && count == 0;
      first = last = isEmpty ? number : number - 1; // An empty range is named by the line before it.
    } else if (kind == '\\') {
      if (previous == '+' && !added.empty())
        added.pop_back();
    } else if (kind == '-') {
      ++last;
    } else if (kind == '+') {
      added += line.drop_front();
      added += '\n';
    } else {
      finish();
      first = ++last;
    }
    previous = kind;
  }

  void finish() {
    if (first != last || !added.empty())
      edits.push_back(json::Object{{"range", snapshot.locator.range(offset + starts[first], offset + starts[last])},
                                   {"newText", jsonText(added)}});
    first = last;
    added.clear();
  }

  const Snapshot &snapshot;
  size_t offset;
  std::vector<size_t> starts;
  size_t first = 0, last = 0; ///< Lines that are replaced.
  std::string added;
  char previous = ' ';
  json::Array edits;
};

} // namespace

/// Comparing takes time and memory in the product of the lines that differ.
static constexpr size_t MaxProduct = 4000000;

json::Array editsBetween(const Snapshot &snapshot, StringRef after) {
  StringRef before = snapshot.parsed.text();
  if (before == after)
    return {};
  // Whole lines that both begin and end with.
  size_t begin = 0;
  for (size_t i = 0; i < std::min(before.size(), after.size()) && before[i] == after[i]; ++i)
    if (before[i] == '\n')
      begin = i + 1;
  StringRef oldRest = before.drop_front(begin), newRest = after.drop_front(begin);
  size_t common = 0;
  for (size_t i = 1;
       i <= std::min(oldRest.size(), newRest.size()) && oldRest[oldRest.size() - i] == newRest[newRest.size() - i]; ++i)
    if (i == oldRest.size() || oldRest[oldRest.size() - i - 1] == '\n')
      if (i == newRest.size() || newRest[newRest.size() - i - 1] == '\n')
        common = i;
  oldRest = oldRest.drop_back(common);
  newRest = newRest.drop_back(common);
  if ((oldRest.count('\n') + 1) * (newRest.count('\n') + 1) <= MaxProduct)
    return HunkReader(snapshot, begin, oldRest).read(unifiedDiff(oldRest, newRest, "text"));
  return json::Array{
      json::Object{{"range", snapshot.locator.range(begin, begin + oldRest.size())}, {"newText", jsonText(newRest)}}};
}

} // namespace tenon::lsp
