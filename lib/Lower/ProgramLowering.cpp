//===- ProgramLowering.cpp - Components and systems to programs -----------===//

#include "tenon/Lower/ProgramLowering.h"

#include "ComponentBuilder.h"

#include "tenon/Program/Clean.h"
#include "tenon/Program/Printer.h"

#include "llvm/ADT/STLExtras.h"

using namespace tenon;

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

static Program lowerAutomaton(const ComponentModel &component, const Model &model, TermContext &terms) {
  ComponentBuilder builder(component, model, terms);
  for (const ComponentState &state : component.states) {
    Point point = builder.newPoint();
    builder.suggestName(point, state.name == "STOP" ? "Stop" : state.isEnd ? "End" : state.name, state.range);
    builder.setAccepting(point, state.accepting);
    if (state.isEnd)
      builder.setEnd(point);
  }
  for (Point point = 0; point < component.states.size(); ++point)
    for (const ComponentTransition &transition : component.states[point].transitions)
      builder.addAction(point, transition.action, transition.target == ErrorTarget ? ErrorPoint : transition.target);
  return builder.build(component.states.empty() ? ErrorPoint : 0);
}

Program tenon::lowerComponent(const ComponentModel &component, const Model &model, TermContext &terms,
                              const ProgramOptions &options) {
  Program program =
      component.isAutomaton ? lowerAutomaton(component, model, terms) : lowerBody(component, model, terms);
  if (!options.clean)
    return program;
  std::vector<ProgramVariable> variables = program.variables;
  return cleaned(std::move(program), variables, terms);
}

Program tenon::programOf(const Lts &lts, const std::string &name) {
  Program program;
  program.name = name;
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    ProgramLocation location;
    location.name = "Q" + std::to_string(s);
    location.end = lts.end() == s;
    program.locations.push_back(std::move(location));
    for (const Transition &transition : lts.successors(s)) {
      ProgramAction action;
      action.label = lts.alphabet().label(transition.action);
      program.transitions.push_back(
          {s, action, transition.target == ErrorState ? ErrorLocation : transition.target, {}, {}});
    }
  }
  program.events = lts.alphabet().labels();
  llvm::sort(program.events);
  return program;
}

//===----------------------------------------------------------------------===//
// Labels of a leaf within the system
//===----------------------------------------------------------------------===//

namespace {

/// What a label of a leaf is called in the system: one or several labels.
class LeafLabels {
public:
  LeafLabels(const SystemLeaf &systemLeaf, std::shared_ptr<LabelTable> labelTable,
             llvm::DenseSet<LabelId> &hiddenLabels)
      : leaf(systemLeaf), table(std::move(labelTable)), hidden(hiddenLabels) {}

  llvm::ArrayRef<LabelId> imagesOf(LabelId label) {
    auto [known, isNew] = images.try_emplace(label);
    if (isNew && label == LabelTable::Tau)
      known->second = {label};
    else if (isNew)
      known->second = compute(label);
    return known->second;
  }

  /// Replaces the labels of the program.
  void apply(Program &program) {
    program.channels = imagesOfAll(program.channels);
    program.events = imagesOfAll(program.events);
    std::vector<ProgramTransition> transitions;
    for (const ProgramTransition &transition : program.transitions)
      for (LabelId label : imagesOf(transition.action.label)) {
        transitions.push_back(transition);
        transitions.back().action.label = label;
      }
    program.transitions = std::move(transitions);
  }

private:
  struct Image {
    LabelId label;
    bool isHidden = false;
  };
  using Images = llvm::SmallVector<Image, 1>;

  std::vector<LabelId> imagesOfAll(llvm::ArrayRef<LabelId> labels) {
    std::vector<LabelId> all;
    for (LabelId label : labels)
      llvm::append_range(all, imagesOf(label));
    llvm::sort(all);
    all.erase(llvm::unique(all), all.end());
    return all;
  }

  LabelId prefixed(LabelId prefix, LabelId label) {
    return table->intern((table->text(prefix) + "." + table->text(label)).str());
  }

  llvm::SmallVector<LabelId, 1> compute(LabelId label) {
    Images current{{label}};
    for (const LabelOperation &operation : leaf.operations) {
      Images next;
      for (const Image &image : current)
        apply(operation, image, next);
      current = std::move(next);
    }
    llvm::SmallVector<LabelId, 1> labels;
    for (const Image &image : current) {
      labels.push_back(image.label);
      if (image.isHidden)
        hidden.insert(image.label);
    }
    llvm::sort(labels);
    labels.erase(llvm::unique(labels), labels.end());
    return labels;
  }

  /// Hidden labels keep getting prefixes, so that copies of a composite do not synchronize on them; nothing else can
  /// name them any more.
  void apply(const LabelOperation &operation, const Image &image, Images &next) {
    switch (operation.kind) {
    case LabelOperation::Kind::Prefix:
    case LabelOperation::Kind::Share:
      if (operation.kind == LabelOperation::Kind::Share && image.isHidden) {
        next.push_back(image);
        return;
      }
      for (LabelId prefix : operation.labels)
        next.push_back({prefixed(prefix, image.label), image.isHidden});
      return;
    case LabelOperation::Kind::Relabel: {
      llvm::SmallVector<LabelId, 2> renamed{image.label};
      if (!image.isHidden)
        Relabelling(table, operation.oldToNew).apply(image.label, renamed);
      for (LabelId label : renamed)
        next.push_back({label, image.isHidden});
      return;
    }
    case LabelOperation::Kind::Hide:
    case LabelOperation::Kind::Expose: {
      Hiding hiding{LabelMatcher(table, operation.labels), operation.kind == LabelOperation::Kind::Expose};
      if (image.isHidden || !hiding.hides(image.label)) {
        next.push_back(image);
        return;
      }
      std::string text = (table->text(image.label) + "#" + llvm::Twine(operation.scope)).str();
      next.push_back({table->intern(text), true});
      return;
    }
    }
  }

  const SystemLeaf &leaf;
  std::shared_ptr<LabelTable> table;
  llvm::DenseSet<LabelId> &hidden;
  llvm::DenseMap<LabelId, llvm::SmallVector<LabelId, 1>> images;
};

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

LtsRef lowerProcess(const SystemLeaf &leaf, Lowering &lowering) {
  const Model &model = lowering.theModel();
  switch (leaf.kind) {
  case DefinitionKind::Process:
    return lowering.process(*model.findProcess(leaf.definition), leaf.arguments);
  case DefinitionKind::Import:
    return lowering.import(*model.findImport(leaf.definition));
  case DefinitionKind::Constraint:
    return lowering.constraint(*model.findAssertion(leaf.definition), leaf.arguments);
  case DefinitionKind::Composite:
    return lowering.composite(*model.findComposite(leaf.definition), leaf.arguments);
  case DefinitionKind::Component:
    break;
  }
  llvm_unreachable("components have a leaf of their own kind");
}

/// The channels of a system's components, by the names that the system knows them by.
using SystemChannels = llvm::DenseMap<LabelId, const ChannelModel *>;

SystemChannels channelsOf(const SystemModel &system, const Model &model) {
  llvm::DenseSet<LabelId> hidden;
  SystemChannels channelOf;
  for (const SystemLeaf &leaf : system.leaves) {
    if (!leaf.component)
      continue;
    LeafLabels labels(leaf, model.labels, hidden);
    for (llvm::ArrayRef<uint32_t> channels :
         {llvm::ArrayRef(leaf.component->reads), llvm::ArrayRef(leaf.component->writes)})
      for (uint32_t number : channels)
        for (LabelId label : labels.imagesOf(model.channels[number].label))
          channelOf[label] = &model.channels[number];
  }
  return channelOf;
}

/// The channel of which `label` is a value, such as `enc.3`; null if there is none.
const ChannelModel *channelOfValue(LabelId label, const SystemChannels &channels, const LabelTable &table) {
  llvm::StringRef text = table.text(label);
  for (size_t dot = text.rfind('.'); dot != llvm::StringRef::npos; dot = text.take_front(dot).rfind('.')) {
    LabelId name;
    if (table.lookup(text.take_front(dot), name))
      if (const ChannelModel *channel = channels.lookup(name))
        return channel;
  }
  return nullptr;
}

/// A process that knows values on a channel.
struct ValueLabel {
  const SystemLeaf *leaf;
  LabelId label;
  const ChannelModel *channel;
};

std::optional<ValueLabel> findValueLabel(const SystemModel &system, const SystemChannels &channels,
                                         Lowering &lowering) {
  const Model &model = lowering.theModel();
  llvm::DenseSet<LabelId> hidden;
  for (const SystemLeaf &leaf : system.leaves) {
    LtsRef lts = leaf.component ? nullptr : lowerProcess(leaf, lowering);
    if (!lts)
      continue;
    LeafLabels labels(leaf, model.labels, hidden);
    for (Action action = 1; action <= lts->alphabet().size(); ++action)
      for (LabelId label : labels.imagesOf(lts->alphabet().label(action)))
        if (const ChannelModel *channel = channelOfValue(label, channels, *model.labels))
          return ValueLabel{&leaf, label, channel};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

class SystemLowering {
public:
  SystemLowering(const SystemModel &systemModel, Lowering &theLowering, const ProgramOptions &programOptions)
      : source(systemModel), lowering(theLowering), model(theLowering.theModel()), options(programOptions) {
    result.terms = std::make_shared<TermContext>();
    result.labels = model.labels;
  }

  std::optional<ProgramSystem> run() {
    if (std::optional<ValueLabel> found = findValueLabel(source, channelsOf(source, model), lowering)) {
      lowering.theDiagnostics()
          .error(found->leaf->range, "'" + found->leaf->definition + "' takes part in communications by the label '" +
                                         model.labels->text(found->label) +
                                         "', so the system cannot be checked with constraints over its data")
          .note(found->channel->range, "the channel is declared here")
          .note("a property with the label '" + found->channel->name + "' sees every value");
      return std::nullopt;
    }
    for (const SystemLeaf &leaf : source.leaves)
      if (!(leaf.component ? addComponent(leaf) : addProcess(leaf)))
        return std::nullopt;
    result.hidden.assign(hidden.begin(), hidden.end());
    llvm::sort(result.hidden);
    return std::move(result);
  }

private:
  bool addComponent(const SystemLeaf &leaf) {
    if (!lowering.withinBudget(result.components.size()))
      return false;
    Program program = lowerComponent(*leaf.component, model, *result.terms, options);
    program.name = leaf.name;
    VariableId offset = static_cast<VariableId>(result.variables.size());
    shiftVariables(program, offset);
    for (ProgramVariable &variable : program.variables) {
      variable.name = leaf.name + "." + variable.name;
      variable.component = static_cast<uint32_t>(result.components.size());
      result.variables.push_back(std::move(variable));
    }
    program.variables.clear();
    LeafLabels(leaf, model.labels, hidden).apply(program);
    result.components.push_back(std::move(program));
    return true;
  }

  /// Makes the actions speak of the system's variables.
  void shiftVariables(Program &program, VariableId offset) {
    if (offset == 0)
      return;
    std::vector<Sort> sorts;
    for (const ProgramVariable &variable : program.variables)
      sorts.push_back(variable.sort);
    auto shift = [&](Term &term) {
      if (term)
        term = result.terms->substitute(term,
                                        [&](VariableId id) { return result.terms->variable(id + offset, sorts[id]); });
    };
    for (ProgramTransition &transition : program.transitions) {
      ProgramAction &action = transition.action;
      action.target += action.kind == ActionKind::Read || action.kind == ActionKind::Assign ? offset : 0;
      shift(action.index);
      shift(action.value);
      shift(action.defined);
    }
  }

  bool addProcess(const SystemLeaf &leaf) {
    LtsRef lts = lowerProcess(leaf, lowering);
    if (!lts)
      return false;
    Program program = programOf(*lts, leaf.name);
    LeafLabels(leaf, model.labels, hidden).apply(program);
    result.components.push_back(std::move(program));
    return true;
  }

  const SystemModel &source;
  Lowering &lowering;
  const Model &model;
  ProgramOptions options;
  ProgramSystem result;
  llvm::DenseSet<LabelId> hidden;
};

} // namespace

bool tenon::takesValues(const SystemModel &system, Lowering &lowering, const DefinitionRef *property) {
  const Model &model = lowering.theModel();
  SystemChannels channels = channelsOf(system, model);
  if (findValueLabel(system, channels, lowering))
    return true;
  LtsRef lts = property ? lowering.lts(*property) : nullptr;
  return lts && llvm::any_of(lts->alphabet().labels(),
                             [&](LabelId label) { return channelOfValue(label, channels, *model.labels) != nullptr; });
}

std::string tenon::whyInfinite(const SystemModel &system) {
  for (const SystemLeaf &leaf : system.leaves) {
    if (!leaf.component)
      continue;
    for (const VariableModel &variable : leaf.component->variables) {
      ProgramVariable lowered = variableOf(variable.name, variable.type);
      if (findInfiniteVariable(lowered))
        return "'" + leaf.name + "." + variable.name + "' has too many values (" + printType(lowered) +
               "); it takes a range or a few bits";
    }
  }
  return {};
}

std::string tenon::whyNotExplicit(const SystemModel &system) {
  if (std::string infinite = whyInfinite(system); !infinite.empty())
    return infinite;
  for (const SystemLeaf &leaf : system.leaves) {
    if (!leaf.component)
      continue;
    bool rejects = leaf.component->hasAccept ||
                   llvm::any_of(leaf.component->states, [](const ComponentState &state) { return !state.accepting; });
    if (rejects)
      return "'" + leaf.name + "' does not accept everywhere";
  }
  return {};
}

std::optional<ProgramVariable> tenon::channelType(const Model &model, LabelId label) {
  std::optional<uint32_t> channel = model.findChannel(label);
  if (!channel)
    return std::nullopt;
  return variableOf({}, model.channels[*channel].type);
}

std::optional<ProgramSystem> tenon::lowerSystem(const SystemModel &system, Lowering &lowering,
                                                const ProgramOptions &options) {
  return SystemLowering(system, lowering, options).run();
}

//===----------------------------------------------------------------------===//
// Monitors
//===----------------------------------------------------------------------===//

Monitor tenon::lowerMonitor(const BoundObserver &observer, const SystemModel &system, const ProgramSystem &lowered) {
  std::vector<VariableId> offsets;
  VariableId offset = 0;
  for (const SystemLeaf &leaf : system.leaves) {
    offsets.push_back(offset);
    offset += leaf.component ? static_cast<VariableId>(leaf.component->variables.size()) : 0;
  }
  DataTerms expressions(*lowered.terms, lowered.variables,
                        [&](const VariableRef &variable) { return offsets[variable.component] + variable.variable; });
  Monitor monitor;
  monitor.partial = !observer.isProperty;
  Program &program = monitor.program;
  program.name = observer.name;
  program.events = observer.alphabet;
  for (Location i = 0; i < observer.states.size(); ++i) {
    const ObserverState &state = observer.states[i];
    program.locations.push_back({state.name, !state.rejecting, false, state.range});
    for (const ObserverTransition &transition : state.transitions) {
      Location to = transition.target == ErrorTarget ? ErrorLocation : transition.target;
      ProgramAction action;
      if (!transition.constraint) {
        for (LabelId label : transition.labels) {
          action.label = label;
          program.transitions.push_back({i, action, to, transition.range, {}});
        }
        continue;
      }
      DefinedTerm condition = expressions.lower(*transition.constraint);
      action.kind = ActionKind::Constraint;
      action.value = condition.value;
      action.defined = condition.defined == lowered.terms->boolean(true) ? nullptr : condition.defined;
      program.transitions.push_back(
          {i, action, to, transition.range, transition.isElse ? "else" : sourceText(transition.constraint->range)});
    }
  }
  return monitor;
}

bool tenon::addMonitor(ProgramSystem &lowered, const SystemModel &system, llvm::StringRef property,
                       std::shared_ptr<const BoundObserver> bound, Lowering &lowering) {
  const Model &model = lowering.theModel();
  if (const ObserverModel *unbound = bound ? nullptr : model.findObserver(property)) {
    bound = bindObserver(*unbound, system, model, lowering.theDiagnostics());
    if (!bound)
      return false;
  }
  if (bound) {
    lowered.monitor = lowerMonitor(*bound, system, lowered);
    return true;
  }
  LtsRef process = lowering.lts(*model.findDefinition(property));
  if (!process)
    return false;
  lowered.monitor = monitorOf(*process);
  return true;
}

Monitor tenon::monitorOf(const Lts &property) {
  Monitor monitor;
  monitor.program = programOf(property, property.name());
  return monitor;
}
