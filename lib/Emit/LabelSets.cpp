//===- LabelSets.cpp - Sets of labels in short form -----------------------===//

#include "tenon/Emit/LabelSets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <vector>

using namespace llvm;

namespace tenon {

namespace {

/// First parts with the same rests.
struct Group {
  std::vector<StringRef> heads;
  std::string rest;
};

bool isNumber(StringRef part) {
  int64_t value;
  return !part.getAsInteger(10, value);
}

bool follows(StringRef part, StringRef next) {
  int64_t a, b;
  return !part.getAsInteger(10, a) && !next.getAsInteger(10, b) && b == a + 1;
}

std::string braced(ArrayRef<std::string> items) {
  return items.size() == 1 ? items.front() : "{" + join(items, ", ") + "}";
}

std::string headsOf(ArrayRef<StringRef> heads) {
  std::vector<std::string> items;
  for (size_t i = 0, last; i < heads.size(); i = last + 1) {
    for (last = i; last + 1 < heads.size() && follows(heads[last], heads[last + 1]);)
      ++last;
    if (!isNumber(heads[i]))
      items.push_back(heads[i].str());
    else
      items.push_back(("[" + heads[i] + (last > i ? ".." + heads[last] : Twine()) + "]").str());
  }
  return braced(items);
}

void addHead(std::vector<Group> &groups, StringRef head, const std::string &rest) {
  auto same = find_if(groups, [&](const Group &group) { return group.rest == rest; });
  if (same == groups.end())
    groups.push_back({{head}, rest});
  else
    same->heads.push_back(head);
}

std::string compact(ArrayRef<StringRef> labels) {
  std::vector<Group> groups;
  for (size_t i = 0, next; i < labels.size(); i = next) {
    StringRef head = labels[i].split('.').first;
    std::vector<StringRef> tails;
    for (next = i; next < labels.size() && labels[next].split('.').first == head; ++next)
      if (labels[next].size() == head.size())
        addHead(groups, head, "");
      else
        tails.push_back(labels[next].drop_front(head.size() + 1));
    if (!tails.empty())
      addHead(groups, head, compact(tails));
  }
  std::vector<std::string> items;
  for (const Group &group : groups) {
    bool needsDot = !group.rest.empty() && group.rest.front() != '[';
    items.push_back(headsOf(group.heads) + (needsDot ? "." : "") + group.rest);
  }
  return braced(items);
}

} // namespace

std::string compactSet(ArrayRef<std::string> labels) {
  if (labels.empty())
    return "{}";
  return compact(std::vector<StringRef>(labels.begin(), labels.end()));
}

} // namespace tenon
