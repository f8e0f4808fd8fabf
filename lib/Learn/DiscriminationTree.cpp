//===- DiscriminationTree.cpp - TTT ---------------------------------------===//

#include "LearnerBase.h"

namespace tenon {

// Until there is a tree, the table: it gives the same final automaton.
std::unique_ptr<Learner> makeDiscriminationTree(Teacher &teacher, std::vector<Letter> letters) {
  return makeObservationTable(teacher, std::move(letters));
}

} // namespace tenon
