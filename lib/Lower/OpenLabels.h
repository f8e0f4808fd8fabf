//===- OpenLabels.h - How a component uses a channel ------------*- C++ -*-===//

#ifndef TENON_LIB_LOWER_OPENLABELS_H
#define TENON_LIB_LOWER_OPENLABELS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tenon {

/// What is behind the label of a communication that can still be joined.
enum class ChannelMark : char {
  Write = '!',
  Read = '?',
  Fail = '%',   ///< A read that only another component can cause, not the environment: the value is out of range.
  Joined = '=', ///< A writer and a reader within the component have met; other users are outside.
};

/// `ch.v.!1` taken apart. A label with several parts for the value (an array) counts them.
struct OpenLabel {
  ChannelMark mark = ChannelMark::Write;
  llvm::StringRef base;    ///< `ch.v`
  llvm::StringRef channel; ///< `ch`
};

inline std::string openLabel(llvm::StringRef base, ChannelMark mark, unsigned valueParts) {
  return (base + ".").str() + static_cast<char>(mark) + std::to_string(valueParts);
}

inline std::optional<OpenLabel> parseOpenLabel(llvm::StringRef text) {
  auto [base, mark] = text.rsplit('.');
  unsigned parts;
  if (mark.size() < 2 || !llvm::StringRef("!?%=").contains(mark[0]) || mark.substr(1).getAsInteger(10, parts))
    return std::nullopt;
  llvm::StringRef channel = base;
  for (unsigned i = 0; i < parts; ++i)
    channel = channel.rsplit('.').first;
  return OpenLabel{static_cast<ChannelMark>(mark[0]), base, channel};
}

} // namespace tenon

#endif // TENON_LIB_LOWER_OPENLABELS_H
