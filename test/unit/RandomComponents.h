//===- RandomComponents.h - Random sources of components with data --------===//

#ifndef TENON_TEST_RANDOMCOMPONENTS_H
#define TENON_TEST_RANDOMCOMPONENTS_H

#include "RandomSystems.h"

namespace tenon::test {

/// A legal text: channels, components in both forms, a composite of all, an observer and a property over their
/// variables, goals. Every name is declared, every type fits, all arithmetic is linear. `comments` puts comments
/// between the tokens.
std::string randomComponents(RandomSystems &random, bool comments = false);

} // namespace tenon::test

#endif // TENON_TEST_RANDOMCOMPONENTS_H
