//===- AnimateCommand.cpp - tenon animate ---------------------------------===//

#include "AnimateConsole.h"

#include "tenon/Lower/ProgramLowering.h"

#include "llvm/Support/SaveAndRestore.h"

#include <iostream>
#include <random>
#include <unistd.h>

using namespace llvm;

namespace tenon::driver {

static constexpr const char *Help =
    R"(  N [VALUE]       do the action with this number; a value is for what is read from outside
  ACTION [VALUE]  do the action of this name, if only one is called so; for `c?x` the name `c` is enough
  undo [N], u     go back one step, or N
  reset           go back to the beginning
  goto N          go back, or forward within a run that was loaded, to after step N
  next, n         go on with the run that was loaded
  state, s        the states of components, and the variables
  trace, t        the steps done
  set VAR VALUE   begin with another value
  run [N]         do up to N actions that are not in the menu, the first that is possible each time; without N
                  until one of the menu is possible, or 20
  random N [SEED] do N actions by chance
  menu [NAME|off] offer only the actions of a menu; without a name, list the menus
  violation [N]   load the N-th counterexample that 'tenon check' finds (1), and go to its end
  save FILE       write the steps done, so that 'load' or standard input can do them again
  load FILE       do the steps of a file
  quit, q         end
)";

namespace {

/// Whether a command begins with this name of an action; then its value is left.
bool consumeName(StringRef &line, StringRef name) {
  StringRef rest = line;
  if (name.empty() || !rest.consume_front(name) || (!rest.empty() && rest.front() != ' '))
    return false;
  line = rest.trim();
  return true;
}

/// The channel of `pay?given` and `pay!4`.
StringRef channelOf(StringRef action) {
  size_t mark = action.find_first_of("?!");
  return action.starts_with("[") || mark == StringRef::npos ? StringRef() : action.take_front(mark);
}

} // namespace

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

bool Console::isListed(const Animation::Move &move) const {
  if (!menu)
    return true;
  const LabelTable &labels = *lowering.theModel().labels;
  return any_of(menu->labels, [&](LabelId label) { return isLabelPrefix(labels.text(label), move.action); });
}

std::vector<size_t> Console::offered(ArrayRef<Animation::Move> moves) const {
  std::vector<size_t> numbers;
  for (auto [number, move] : enumerate(moves))
    if (isListed(move))
      numbers.push_back(number);
  return numbers;
}

void Console::showMoves() {
  std::vector<Animation::Move> moves = animation->moves();
  size_t width = 0;
  for (size_t number : offered(moves))
    width = std::max(width, describe(moves[number]).size());
  for (size_t number : offered(moves)) {
    const Animation::Move &move = moves[number];
    os << right_justify(std::to_string(number + 1), 5) << "  " << left_justify(describe(move), width) << "  "
       << join(move.movers, ", ") << (move.takesValue ? "  takes a value" : "")
       << (move.leadsToError ? "  leads to ERROR" : "") << '\n';
  }
  size_t done = animation->trace().size();
  if (!violated.empty() && done >= plan.size() && isOnPlan(plan.size()))
    os << "  " << violated << (done == plan.size() ? " is violated: " + howViolated : " is violated already") << '\n';
  if (std::string outcome = animation->outcome(); !outcome.empty())
    os << "  " << outcome << '\n';
  else if (offered(moves).empty())
    os << "  nothing of the menu '" << menu->name << "' is possible; 'run' does other actions\n";
}

void Console::showStep(size_t number) {
  const Counterexample::Step &step = animation->trace()[number];
  std::vector<std::string> movers = step.movers;
  if (number < watching.size() && !watching[number].empty() && isOnPlan(number + 1))
    append_range(movers, watching[number]);
  os << number + 1 << ": " << describe(step) << "  " << join(movers, ", ");
  for (const Valuation &value : step.values)
    os << (&value == &step.values.front() ? "  " : ", ") << value.variable << " = " << printValue(value.value);
  os << '\n';
}

void Console::showState() {
  for (const auto &[component, state] : animation->statesWithParts())
    os << "  " << component << ": " << state << '\n';
  for (const Valuation &value : animation->values())
    os << "  " << value.variable << " = " << printValue(value.value) << '\n';
}

void Console::showTrace() {
  for (size_t i = 0; i < animation->trace().size(); ++i)
    showStep(i);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Error Console::take(size_t number, StringRef value) {
  std::vector<Animation::Move> moves = animation->moves();
  if (number == 0 || number > moves.size() || !isListed(moves[number - 1]))
    return failure(moves.empty() ? Twine("nothing is possible here")
                                 : "there is no action " + Twine(static_cast<uint64_t>(number)) + " here");
  if (Error problem = animation->take(number - 1, value))
    return problem;
  showStep(animation->trace().size() - 1);
  return Error::success();
}

/// `N`, `N VALUE`, or what a file of steps has: either with ` is ACTION by COMPONENTS`, which has to be right.
Error Console::takeNumbered(size_t number, StringRef rest) {
  auto [value, wanted] = rest.starts_with("is ") ? std::pair(StringRef(), rest.drop_front(3)) : rest.split(" is ");
  std::vector<Animation::Move> moves = animation->moves();
  std::string found = number > 0 && number <= moves.size() ? describeWithMovers(moves[number - 1]) : "";
  if (!wanted.empty() && found != wanted.trim())
    return failure("action " + Twine(static_cast<uint64_t>(number)) + " is " +
                   (found.empty() ? "not there" : "'" + found + "' here") + ", it should be '" + wanted.trim() +
                   "': the steps are those of another model, or begin elsewhere");
  return take(number, value.trim());
}

/// Of a run that was loaded. Menus are for those who choose.
Error Console::takeStep(StringRef line) {
  SaveAndRestore<const Menu *> all(menu, nullptr);
  SaveAndRestore<bool> loading(isLoading, true);
  line = line.split("//").first.trim();
  auto [word, rest] = line.split(' ');
  size_t number = 0;
  return word.getAsInteger(10, number) ? takeNamed(line) : takeNumbered(number, rest.trim());
}

Error Console::takeNamed(StringRef line) {
  line = line.trim();
  std::vector<Animation::Move> moves = animation->moves();
  std::vector<size_t> found;
  StringRef value;
  for (size_t number : offered(moves)) {
    const Animation::Move &move = moves[number];
    StringRef rest = line;
    if (!consumeName(rest, move.action) && !consumeName(rest, move.hiddenAction) &&
        !consumeName(rest, channelOf(move.action)))
      continue;
    found.push_back(number);
    value = rest;
  }
  if (found.empty())
    return failure("'" + line +
                   (isLoading ? "' is not possible here; a file that is loaded has steps only"
                              : "' is neither possible now nor a command; 'help' lists the commands"));
  if (found.size() > 1)
    return failure("'" + line + "' is possible in several ways; their numbers tell them apart");
  return take(found.front() + 1, value);
}

Error Console::setVariable(StringRef arguments) {
  auto [name, value] = arguments.split(' ');
  if (name.empty() || value.trim().empty())
    return failure("set needs a variable and a value: 'set x 5'");
  return animation->setInitial(name, value.trim());
}

Error Console::undo(StringRef text) {
  Expected<size_t> count = parseCount(text, 1);
  if (!count)
    return count.takeError();
  size_t done = animation->trace().size();
  if (*count > done)
    return failure(done == 0 ? Twine("this is the beginning")
                             : "only " + Twine(static_cast<uint64_t>(done)) + " steps were done");
  animation->goBack(done - *count);
  return Error::success();
}

Error Console::goTo(StringRef text) {
  Expected<size_t> step = text.empty() ? failure("goto needs the number of a step") : parseCount(text, 0);
  if (!step)
    return step.takeError();
  if (*step <= animation->trace().size()) {
    animation->goBack(*step);
    return Error::success();
  }
  if (*step > plan.size())
    return failure("there is no step " + Twine(static_cast<uint64_t>(*step)));
  while (animation->trace().size() < *step)
    if (Error problem = next())
      return problem;
  return Error::success();
}

Error Console::next() {
  size_t done = animation->trace().size();
  if (done >= plan.size())
    return failure(plan.empty() ? "no run was loaded" : "the run that was loaded ends here");
  return takeStep(plan[done]);
}

Error Console::runUnlisted(StringRef text) {
  constexpr size_t Most = 1000, MostShown = 20;
  Expected<size_t> count = parseCount(text, menu ? Most : MostShown);
  if (!count)
    return count.takeError();
  for (size_t i = 0; i < *count; ++i) {
    std::vector<Animation::Move> moves = animation->moves();
    if (menu && !offered(moves).empty())
      break;
    auto possible = find_if(moves, [](const Animation::Move &move) { return !move.takesValue; });
    if (possible == moves.end())
      break;
    if (Error problem = animation->take(static_cast<size_t>(possible - moves.begin())))
      return problem;
    showStep(animation->trace().size() - 1);
    if (text.empty() && i + 1 == *count)
      os << "  these were " << static_cast<uint64_t>(*count) << " actions; 'run N' does N\n";
  }
  return Error::success();
}

Error Console::runRandomly(StringRef arguments) {
  auto [countText, seedText] = arguments.split(' ');
  Expected<size_t> count = parseCount(countText.trim(), 1), seed = parseCount(seedText.trim(), 1);
  if (!count || !seed)
    return joinErrors(count ? Error::success() : count.takeError(), seed ? Error::success() : seed.takeError());
  std::mt19937_64 generator(*seed);
  for (size_t i = 0; i < *count; ++i) {
    std::vector<Animation::Move> moves = animation->moves();
    std::vector<size_t> numbers = offered(moves);
    erase_if(numbers, [&](size_t number) { return moves[number].takesValue; });
    if (numbers.empty())
      break;
    if (Error problem = animation->take(numbers[generator() % numbers.size()]))
      return problem;
    showStep(animation->trace().size() - 1);
  }
  return Error::success();
}

Error Console::chooseMenu(StringRef name) {
  const std::vector<Menu> &menus = lowering.theModel().menus;
  if (name == "off") {
    menu = nullptr;
    return Error::success();
  }
  if (name.empty()) {
    if (menus.empty())
      return failure("the file has no menus");
    for (const Menu &known : menus) {
      os << "  " << known.name << ":";
      for (LabelId label : known.labels)
        os << ' ' << lowering.theModel().labels->text(label);
      os << '\n';
    }
    return Error::success();
  }
  auto found = find_if(menus, [&](const Menu &known) { return known.name == name; });
  if (found == menus.end())
    return failure("there is no menu '" + name + "'");
  menu = &*found;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

Error Console::executeWord(StringRef word, StringRef rest) {
  if (word == "undo" || word == "u")
    return undo(rest);
  if (word == "reset")
    return animation->goBack(0), Error::success();
  if (word == "goto")
    return goTo(rest);
  if (word == "next" || word == "n")
    return next();
  if (word == "state" || word == "s")
    return showState(), Error::success();
  if (word == "trace" || word == "t")
    return showTrace(), Error::success();
  if (word == "set") {
    if (Error problem = setVariable(rest))
      return problem;
    for (const Valuation &value : animation->initialChoices())
      if (value.variable == rest.split(' ').first)
        os << "  " << value.variable << " = " << printValue(value.value) << '\n';
    return Error::success();
  }
  if (word == "run")
    return runUnlisted(rest);
  if (word == "random")
    return runRandomly(rest);
  if (word == "menu")
    return chooseMenu(rest);
  if (word == "violation")
    return loadViolation(rest);
  if (word == "save")
    return save(rest);
  if (word == "load")
    return load(rest);
  if (word == "help" || word == "h")
    return os << Help, Error::success();
  if (word == "quit" || word == "q")
    return isOver = true, Error::success();
  return takeNamed((word + " " + rest).str());
}

Error Console::execute(StringRef line) {
  line = line.split("//").first.trim();
  auto [word, rest] = line.split(' ');
  rest = rest.trim();
  size_t number = 0;
  // An action of the model goes before a command of the same name.
  std::vector<Animation::Move> moves = animation->moves();
  if (any_of(moves, [&](const Animation::Move &move) { return isListed(move) && move.action == line; }))
    return takeNamed(line);
  if (!word.getAsInteger(10, number))
    return takeNumbered(number, rest);
  return executeWord(word, rest);
}

bool Console::run() {
  bool isTerminal = isatty(STDIN_FILENO);
  os << system << ", " << static_cast<uint64_t>(animation->states().size()) << " component"
     << (animation->states().size() == 1 ? "" : "s") << (isTerminal ? "; 'help' lists the commands" : "") << '\n';
  showMoves();
  std::string line;
  bool isGood = true;
  while (!isOver) {
    os << "> ";
    os.flush();
    if (!std::getline(std::cin, line))
      break;
    if (StringRef(line).split("//").first.trim().empty()) {
      os << (isTerminal ? "" : "\n");
      continue;
    }
    if (!isTerminal)
      os << line << '\n';
    size_t before = animation->trace().size();
    bool isDone = true;
    if (Error problem = execute(line)) {
      os << "  " << toString(std::move(problem)) << '\n';
      isDone = isGood = false;
    }
    StringRef word = StringRef(line).trim().split(' ').first;
    bool isElsewhere =
        isDone && (StringRef(line).starts_with("menu ") || is_contained({"set", "violation", "load"}, word));
    if (!isOver && (isElsewhere || animation->trace().size() != before))
      showMoves();
  }
  os << (isOver ? "" : "\n");
  os.flush();
  return isGood || isTerminal;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// The last composite of the file, or DEFAULT.
static std::string chosenSystem(const Options &options, const Model &model) {
  if (options.arguments.size() > 1)
    return options.arguments[1];
  std::string last;
  for (const DefinitionRef &definition : model.definitions)
    if (definition.kind == DefinitionKind::Composite)
      last = model.definitionName(definition).str();
  return last.empty() ? "DEFAULT" : last;
}

static std::unique_ptr<Animation> animationOf(Lowering &lowering, StringRef name) {
  const Model &model = lowering.theModel();
  if (const SystemModel *data = model.findSystem(name); data && !takesValues(*data, lowering)) {
    std::optional<ProgramSystem> system = lowerSystem(*data, lowering);
    return system ? animate(std::move(*system)) : nullptr;
  }
  std::optional<Network> network = lowering.networkNamed(name);
  return network ? animate(std::move(*network), partsIn(lowering)) : nullptr;
}

ExitCode runAnimate(Session &session) {
  const Options &options = session.options();
  Frontend frontend;
  const Model *model = session.load(frontend, options.arguments[0]);
  if (!model)
    return ExitCode::BadInput;
  std::string name = chosenSystem(options, *model);
  if (Error unknown = checkSystemName(*model, name))
    return Session::fail(std::move(unknown));
  Lowering lowering(*model, frontend.diagnosticEngine(), session.budget(), session.language());
  lowering.setMaxStates(options.maxStates);
  std::unique_ptr<Animation> animation = animationOf(lowering, name);
  if (session.printDiagnostics(frontend))
    return ExitCode::BadInput;
  if (!animation)
    return session.undecided(lowering, name);
  bool isGood = Console(session, frontend, lowering, name, std::move(animation), outs()).run();
  return isGood ? ExitCode::Success : ExitCode::BadInput;
}

} // namespace tenon::driver
