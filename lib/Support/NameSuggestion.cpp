//===- NameSuggestion.cpp - What a name was meant to be -------------------===//

#include "tenon/Support/NameSuggestion.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace tenon {

std::string suggestion(StringRef name, ArrayRef<StringRef> candidates) {
  StringRef best;
  unsigned bestDistance = static_cast<unsigned>(name.size() + 2) / 3 + (name.size() > 1 ? 1 : 0);
  for (StringRef candidate : candidates) {
    unsigned distance = name.edit_distance_insensitive(candidate, true, bestDistance);
    if (distance < bestDistance && candidate != name) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best.empty() ? "" : ("; did you mean '" + best + "'?").str();
}

} // namespace tenon
