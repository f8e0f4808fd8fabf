//===- AnimateCommand.cpp - tenon animate ---------------------------------===//

#include "Session.h"

#include "tenon/Check/Animation.h"
#include "tenon/Check/Checker.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Support/Output.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SaveAndRestore.h"

#include <iostream>
#include <random>
#include <unistd.h>

using namespace llvm;

namespace tenon::driver {

/// To be explored; of all processes, if there is no definition of that name.
static std::optional<Network> networkOf(Lowering &lowering, StringRef name) {
  Expected<DefinitionRef> definition = findDefinition(lowering.theModel(), name);
  if (definition)
    return lowering.network(*definition);
  consumeError(definition.takeError());
  return lowering.defaultNetwork();
}

static PartsOf partsIn(Lowering &lowering) {
  return [&lowering](const Lts &lts) { return lowering.partsOf(lts); };
}

namespace {

constexpr const char *Help =
    R"(  N [VALUE]       do the action with this number; a value is for what is read from outside
  ACTION [VALUE]  do the action of this name, if only one is called so; for `c?x` the name `c` is enough
  undo [N], u     go back one step, or N
  reset           go back to the beginning
  goto N          go back, or forward within a run that was loaded, to after step N
  next, n         go on with the run that was loaded
  state, s        the states of components, and the variables
  trace, t        the steps done
  set VAR VALUE   begin with another value
  run [N]         do up to N actions (1000) that are not in the menu, the first that is possible each time
  random N [SEED] do N actions by chance
  menu [NAME|off] offer only the actions of a menu; without a name, list the menus
  violation [N]   load the N-th counterexample that 'tenon check' finds (1), and go to its end
  save FILE       write the steps done, so that 'load' or standard input can do them again
  load FILE       do the steps of a file
  quit, q         end
)";

/// Reads commands line by line, and answers.
class Console {
public:
  Console(Session &session, const Frontend &frontend, Lowering &lowering, std::string name,
          std::unique_ptr<Animation> steps, raw_ostream &out)
      : session(session), frontend(frontend), lowering(lowering), system(std::move(name)), animation(std::move(steps)),
        os(out) {}

  /// False if a command failed and nobody is there to correct it.
  bool run();

private:
  /// What a command needs, or why it is refused.
  Error execute(StringRef line);
  Error executeWord(StringRef word, StringRef rest);
  Error takeNamed(StringRef line);
  Error takeNumbered(size_t number, StringRef rest);
  Error take(size_t number, StringRef value);
  Error takeStep(StringRef line);
  Error undo(StringRef count);
  Error goTo(StringRef step);
  Error next();
  Error runUnlisted(StringRef count);
  Error runRandomly(StringRef arguments);
  Error chooseMenu(StringRef name);
  Error loadViolation(StringRef number);
  Error save(StringRef file);
  Error load(StringRef file);

  std::vector<size_t> offered(ArrayRef<Animation::Move> moves) const;
  bool isListed(const Animation::Move &move) const;
  std::string commandOf(size_t step) const;
  void showMoves();
  void showStep(size_t number);
  void showState();
  void showTrace();

  Session &session;
  const Frontend &frontend;
  Lowering &lowering;
  std::string system;
  std::unique_ptr<Animation> animation;
  raw_ostream &os;
  const Menu *menu = nullptr;
  bool isLoading = false;
  std::vector<std::string> plan; ///< Commands of the run that was loaded, one a step.
  bool isOver = false;
};

Error failure(const Twine &message) {
  return createStringError(message.str());
}

Expected<size_t> parseCount(StringRef text, size_t otherwise) {
  size_t count = otherwise;
  if (!text.empty() && text.getAsInteger(10, count))
    return failure("'" + text + "' is no number");
  return count;
}

/// A step or a move, with what it was before it was hidden.
template <typename Event> std::string describe(const Event &event) {
  return event.hiddenAction.empty() ? event.action : event.action + " (" + event.hiddenAction + ")";
}

/// What tells a move from others, in a file of steps.
template <typename Event> std::string describeWithMovers(const Event &event) {
  return describe(event) + " by " + join(event.movers, ", ");
}

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
  if (std::string outcome = animation->outcome(); !outcome.empty())
    os << "  " << outcome << '\n';
  else if (offered(moves).empty())
    os << "  nothing of the menu '" << menu->name << "' is possible; 'run' does other actions\n";
}

void Console::showStep(size_t number) {
  const Counterexample::Step &step = animation->trace()[number];
  os << number + 1 << ": " << describe(step) << "  " << join(step.movers, ", ");
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
  constexpr size_t Most = 1000;
  Expected<size_t> count = parseCount(text, Most);
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
// Runs
//===----------------------------------------------------------------------===//

Error Console::loadViolation(StringRef text) {
  Expected<size_t> number = parseCount(text, 1);
  if (!number)
    return number.takeError();
  CheckOptions options;
  options.language = session.language();
  options.reading = session.options().reading;
  std::vector<CheckResult> results;
  for (StringRef target : {StringRef(), StringRef(system)}) { // The goals of the file; then the default checks.
    if (!results.empty())
      break;
    options.system = target.str();
    results = Checker(lowering, options).run();
    erase_if(results, [&](const CheckResult &result) {
      return result.system != system || (!result.counterexample && result.terminalSets.empty());
    });
  }
  if (*number == 0 || *number > results.size())
    return failure(results.empty()
                       ? Twine("no violation of ") + system + " was found"
                       : "there " + (results.size() == 1
                                         ? Twine("is 1 violation")
                                         : "are " + Twine(static_cast<uint64_t>(results.size())) + " violations"));
  const CheckResult &result = results[*number - 1];
  os << checkKindName(result.kind) << (result.property.empty() ? "" : " " + result.property) << ", "
     << static_cast<uint64_t>(*number) << " of " << static_cast<uint64_t>(results.size()) << '\n';
  const Counterexample &run = result.counterexample ? *result.counterexample : result.terminalSets.front().run;
  if (bool isLiveness = result.kind == CheckKind::Progress || result.kind == CheckKind::Ltl;
      isLiveness && lowering.theModel().findSystem(system)) {
    os << "  found on transition systems, which are animated from now on\n";
    std::optional<Network> network = networkOf(lowering, system);
    if (!network)
      return failure("the system has no transition system");
    animation = animate(std::move(*network), partsIn(lowering));
  }
  std::vector<std::string> own, watchers;
  for (const auto &[component, state] : animation->states())
    own.push_back(component);
  for (const Counterexample::Step &step : run.trace)
    for (const std::string &mover : step.movers)
      if (!is_contained(own, mover))
        watchers.push_back(mover);
  std::string wanted = result.kind == CheckKind::Deadlock                            ? "deadlock"
                       : is_contained(own, result.counterexample ? run.culprit : "") ? "ERROR of " + run.culprit
                                                                                     : "";
  plan.clear();
  if (Error problem = animation->follow(run, watchers, wanted))
    return problem;
  for (size_t i = 0; i < animation->trace().size(); ++i)
    plan.push_back(commandOf(i));
  showTrace();
  return Error::success();
}

/// What does the step again, in this model only.
std::string Console::commandOf(size_t step) const {
  const Animation::Choice &choice = animation->choices()[step];
  return std::to_string(choice.move + 1) + (choice.value.empty() ? "" : " ") + choice.value + " is " +
         describeWithMovers(animation->trace()[step]);
}

Error Console::save(StringRef file) {
  if (file.empty())
    return failure("save needs the name of a file");
  if (Session::isRead(frontend, file))
    return failure("'" + file + "' would be replaced, which is a file that is read");
  return writeOutput(file.str(), [&](raw_ostream &out) {
    for (const Valuation &value : animation->initialChoices())
      out << "set " << value.variable << ' ' << printValue(value.value) << '\n';
    for (size_t i = 0; i < animation->trace().size(); ++i)
      out << commandOf(i) << '\n';
    return Error::success();
  });
}

Error Console::load(StringRef file) {
  if (file.empty())
    return failure("load needs the name of a file");
  constexpr uint64_t Largest = uint64_t(64) << 20;
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(file, status))
    return failure("cannot read '" + file + "': " + error.message());
  if (!sys::fs::is_regular_file(status) || status.getSize() > Largest)
    return failure("'" + file + "' has no steps: it is " +
                   (sys::fs::is_regular_file(status) ? "larger than 64 MiB" : "no regular file"));
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return failure("cannot read '" + file + "': " + buffer.getError().message());
  animation->goBack(0);
  plan.clear();
  for (StringRef line : split((*buffer)->getBuffer(), '\n')) {
    if (line.starts_with("set ")) {
      if (Error problem = execute(line))
        return failure("'" + line + "' of '" + file + "': " + toString(std::move(problem)));
    } else if (!line.split("//").first.trim().empty()) {
      plan.push_back(line.str());
    }
  }
  while (animation->trace().size() < plan.size()) {
    size_t step = animation->trace().size() + 1;
    if (Error problem = next())
      return failure("step " + Twine(static_cast<uint64_t>(step)) + " of '" + file +
                     "': " + toString(std::move(problem)));
  }
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
  if (word == "set")
    return animation->setInitial(rest.split(' ').first, rest.split(' ').second.trim());
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
  std::optional<Network> network = networkOf(lowering, name);
  return network ? animate(std::move(*network), partsIn(lowering)) : nullptr;
}

ExitCode runAnimate(Session &session) {
  const Options &options = session.options();
  Frontend frontend;
  const Model *model = session.load(frontend, options.arguments[0]);
  if (!model)
    return ExitCode::BadInput;
  std::string name = chosenSystem(options, *model);
  if (name != "DEFAULT")
    if (Expected<DefinitionRef> definition = findDefinition(*model, name); !definition)
      return Session::fail(definition.takeError());
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
