//===- RandomComponents.cpp - Random sources of components with data ------===//

#include "RandomComponents.h"

namespace tenon::test {
namespace {

enum class Type { Int, Real, Bool, Bits, Range };

struct Variable {
  std::string name;
  Type type;
  bool isArray = false;
};

class ComponentWriter {
public:
  ComponentWriter(RandomSystems &source, bool withComments) : random(source), comments(withComments) {}

  std::string write() {
    text = "const N = 2\nrange R = 0..N\nchannel ci, " + comment() + "di[1..2] : int;\nchannel cr : real;\n" +
           "channel cb : bool;\nchannel cw : bits[4];\nchannel cs : 0..2**2;\nchannel ca : int[3];\n";
    unsigned count = random.between(1, 2);
    std::vector<Variable> ofFirst;
    for (unsigned i = 0; i < count; ++i) {
      random.chance(0.5) ? statements("C" + std::to_string(i)) : automaton("C" + std::to_string(i));
      if (i == 0)
        ofFirst = variables;
    }
    variables = ofFirst;
    text += "||System = (C0" + std::string(count > 1 ? " || p[1..2]:C1" : "") + ").\n";
    observer("observer", "O");
    observer("property", "Q");
    text += "check System satisfies O expect violated;\nrepair C0 in System for Q using approximate;\n";
    return std::move(text);
  }

private:
  std::string comment() {
    if (!comments || !random.chance(0.1))
      return "";
    return random.chance(0.5) ? "/* ; -> } */ " : "// ] ( {\n";
  }

  //===--- Declarations -----------------------------------------------------===//

  static std::string spelled(Type type) {
    switch (type) {
    case Type::Int:
      return "int";
    case Type::Real:
      return "real";
    case Type::Bool:
      return "bool";
    case Type::Bits:
      return "bits[2**2]";
    case Type::Range:
      return "R";
    }
    return "";
  }

  Type anyType() { return static_cast<Type>(random.below(5)); }

  std::string literal(Type type) {
    switch (type) {
    case Type::Int:
      return random.pick<std::string>({"0", "7", "0x1F", "123456789012345678901234567890", "017"});
    case Type::Real:
      return random.pick<std::string>({"0.5", "2.25", "3"});
    case Type::Bool:
      return random.pick<std::string>({"true", "false"});
    case Type::Bits:
    case Type::Range:
      return std::to_string(random.below(3));
    }
    return "";
  }

  void declare(Type type, const std::string &name, bool isArray) {
    text += "  " + comment() + spelled(type) + " " + name;
    if (isArray)
      text += "[N + 1]";
    if (random.chance(0.5))
      text += isArray && random.chance(0.5) ? " = {" + literal(type) + "," + literal(type) + ", " + literal(type) + "}"
                                            : "=" + literal(type);
    text += "; " + comment() + "\n";
    variables.push_back({name, type, isArray});
  }

  void declareAll() {
    variables.clear();
    for (Type type : {Type::Int, Type::Real, Type::Bool, Type::Bits, Type::Range})
      declare(type, "v" + std::to_string(variables.size()), false);
    declare(Type::Int, "a", true);
    if (random.chance(0.5))
      declare(anyType(), "extra", false);
  }

  //===--- Expressions ------------------------------------------------------===//

  std::string variable(Type type) {
    std::vector<std::string> names;
    for (const Variable &v : variables)
      if (v.type == type || (v.type == Type::Range && type == Type::Int))
        names.push_back(qualifier + (v.isArray ? v.name + "[" + std::to_string(random.below(3)) + "]" : v.name));
    return random.pick(names);
  }

  /// Of exactly the type, apart from constants; a range counts as an int.
  std::string value(Type type, unsigned depth = 2) {
    if (type == Type::Range)
      type = Type::Int;
    unsigned choice = depth == 0 ? random.below(2) : random.below(8);
    auto inner = [&] { return comment() + value(type, depth - 1); };
    if (choice == 0)
      return literal(type);
    if (choice <= 2)
      return variable(type);
    if (choice == 3)
      return "(" + inner() + ")";
    if (choice == 4)
      return "(" + condition(depth - 1) + " ? " + inner() + " : " + value(type, depth - 1) + ")";
    if (type == Type::Bool)
      return condition(depth - 1);
    if (type == Type::Bits && choice == 5)
      return "~" + variable(type);
    if (type == Type::Int && choice == 5)
      return random.pick<std::string>({qualifier.empty() ? "f(" + inner() + ")" : "2**70",
                                       "int(" + value(Type::Bits, 0) + "+" + qualifier + "v3)", "N"});
    if (choice == 6)
      return inner() + random.pick<std::string>({"+", " - "}) + variable(type);
    return variable(type) + "*" + (random.chance(0.5) ? "3" : "(2)");
  }

  std::string condition(unsigned depth) {
    static const std::vector<std::string> orders = {"<", "<=", ">", ">=", "==", "!="};
    Type type = random.pick<Type>({Type::Int, Type::Real, Type::Bits});
    std::string compares = variable(type) + random.pick(orders) + value(type, depth == 0 ? 0 : depth - 1);
    if (depth == 0)
      return compares;
    switch (random.below(5)) {
    case 0:
      return "(" + condition(depth - 1) + ") || " + condition(depth - 1);
    case 1:
      return condition(depth - 1) + " && " + comment() + compares;
    case 2:
      return "!(" + condition(depth - 1) + ")";
    case 3:
      return variable(Type::Bool);
    default:
      return compares;
    }
  }

  //===--- Steps --------------------------------------------------------------===//

  std::string communication() {
    static const std::vector<std::pair<std::string, Type>> channels = {{"ci", Type::Int},  {"di[1]", Type::Int},
                                                                       {"cr", Type::Real}, {"cb", Type::Bool},
                                                                       {"cw", Type::Bits}, {"cs", Type::Range}};
    if (random.chance(0.1))
      return random.chance(0.5) ? "ca?a" : "ca!a";
    const auto &[name, type] = random.pick(channels);
    return random.chance(0.5) ? name + "?" + place(type) : name + "!" + value(type);
  }

  std::string place(Type type) {
    std::string outer = std::exchange(qualifier, "");
    std::string result = variable(type == Type::Range ? Type::Int : type);
    qualifier = outer;
    return result;
  }

  void line(unsigned depth, const std::string &what) {
    text += std::string(2 * depth + 2, ' ') + what + random.pick<std::string>({"\n", " ", " " + comment() + "\n"});
  }

  void statement(unsigned depth, bool inLoop) {
    unsigned choice = random.below(depth >= 3 ? 5 : 12);
    Type type = anyType();
    switch (choice) {
    case 0:
    case 1:
      return line(depth, communication() + ";");
    case 2:
      return line(depth, place(type) + random.pick<std::string>({" = ", ":="}) + comment() + value(type) + ";");
    case 3:
      return line(depth, random.pick<std::string>({"go;", "v0++;", "v0 -= 2;", "v3 <<= 1;", "lab[0..1].x;"}));
    case 4:
      return line(depth, random.pick<std::string>({"assume(", "assert("}) + condition(1) + ");");
    case 5:
      line(depth, "if (" + condition(1) + ")");
      statement(depth + 1, inLoop);
      if (random.chance(0.5)) {
        line(depth, "else");
        statement(depth + 1, inLoop);
      }
      return;
    case 6:
      line(depth, "while (" + condition(1) + ") {");
      block(depth + 1, true);
      return line(depth, "}");
    case 7:
      line(depth, "do");
      statement(depth + 1, true);
      return line(depth, "while (" + condition(0) + ");");
    case 8:
      line(depth, "for (int i" + std::to_string(fresh) + " = 0; i" + std::to_string(fresh) + " < 3; i" +
                      std::to_string(fresh) + "++) {");
      ++fresh;
      block(depth + 1, true);
      return line(depth, "}");
    case 9:
      line(depth, "select {");
      block(depth + 1, inLoop);
      line(depth, "or");
      block(depth + 1, inLoop);
      return line(depth, "}");
    case 10:
      return line(depth, inLoop ? random.pick<std::string>({"break;", "continue;"}) : "accept;");
    default:
      return line(depth, random.pick<std::string>({"s(" + value(Type::Int) + ");", "{ ; }", "v0 = t(v0);"}));
    }
  }

  void block(unsigned depth, bool inLoop) {
    for (unsigned count = random.between(1, 3); count > 0; --count)
      statement(depth, inLoop);
  }

  void functions(bool all) {
    text += "  int f(int p) { if (p > 3) return 3; int q = p+1; q += 2; return q*2; }\n";
    if (all)
      text += "  void s(int p) { ci!p; if (p == 0) return; v0 = p; }\n"
              "  int t(int p) { ci?p; return p-1; }\n";
  }

  void statements(const std::string &name) {
    text += comment() + "component " + name + "(K=1) " + comment() + "{\n";
    declareAll();
    functions(true);
    block(0, false);
    text += "  while (true) {\n    go;\n";
    block(1, true);
    text += "  }\n}\n";
  }

  //===--- Automata -----------------------------------------------------------===//

  std::string action() {
    switch (random.below(5)) {
    case 0:
    case 1:
      return communication();
    case 2: {
      Type type = anyType();
      return place(type) + " := " + value(type);
    }
    case 3:
      return "[" + condition(1) + "]";
    default:
      return random.pick<std::string>({"go", "lab[0..1]", "{x, y}.z"});
    }
  }

  std::string reference() {
    return random.pick<std::string>({"S[0]", "S[i+1 - i]", "T", "STOP", "END", "ERROR", "(back -> T)"});
  }

  std::string choice() {
    std::string result = "( ";
    for (unsigned count = random.between(1, 3); count > 0; --count)
      result += (random.chance(0.2) ? "when (i < 2) " : "") + action() + " -> " +
                (random.chance(0.4) ? action() + " -> " : "") + comment() + reference() + " | ";
    return result + (random.chance(0.5) ? "[" + condition(1) + "] -> T | [else] -> S[1] )" : "go -> T )");
  }

  void automaton(const std::string &name) {
    text += comment() + "component " + name + "(K=1) {\n";
    declareAll();
    functions(false);
    text += "} = S[0],\n  S[i:0..1] = " + choice() + ",\n  " + (random.chance(0.5) ? "reject " : "") +
            "T = (ci?v0 -> T | di[k:1..2]?v0 -> S[k-1] | stop -> END)" + (random.chance(0.3) ? " + {extra, ci}" : "") +
            ".\n";
  }

  void observer(const std::string &kind, const std::string &name) {
    qualifier = "C0.";
    text += kind + " " + name + " = A,\n  A = (ci -> B | go -> A),\n  B = ([" + condition(2) + "] -> A | [else] -> " +
            (random.chance(0.5) ? "ERROR" : "E") + "),\n  " + (random.chance(0.5) ? "reject " : "") +
            "E = (go -> A).\n";
    qualifier.clear();
  }

  RandomSystems &random;
  bool comments;
  std::string text;
  std::string qualifier; ///< What stands before a variable's name.
  std::vector<Variable> variables;
  unsigned fresh = 0;
};

} // namespace

std::string randomComponents(RandomSystems &random, bool comments) {
  return ComponentWriter(random, comments).write();
}

} // namespace tenon::test
