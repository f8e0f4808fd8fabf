//===- RandomC.cpp - Random programs of the C subset ----------------------===//

#include "RandomC.h"

#include <vector>

namespace tenon::test {

namespace {

class Generator {
public:
  Generator(uint32_t seed, const RandomCOptions &settings) : random(seed), options(settings) {}

  std::string program() {
    text = "int g, h = 3;\nint a[3] = {1, 2};\nchar c;\nunsigned u;\nint nondet_int();\n";
    if (options.hasCalls) {
      text += "int get(int p) {\n";
      inFunction = true;
      statements(2, 1);
      text += "  return " + expression(2) + ";\n}\n";
      text += "int put(int b[], int p) {\n  if (" + condition(1) + ")\n    return p;\n  b[p] = " + expression(1) +
              ";\n  return b[0];\n}\n";
      inFunction = false;
    }
    text += "int main() {\n  int x = nondet_int(), y = nondet_int(), i, d[2];\n";
    statements(options.statements, options.depth);
    text += "  assert(" + condition(2) + ");\n  return 0;\n}\n";
    return text;
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }
  std::string oneOf(std::initializer_list<const char *> words) { return *(words.begin() + below(words.size())); }
  std::string variable() {
    return inFunction ? oneOf({"g", "h", "c", "u", "p"}) : oneOf({"g", "h", "x", "y", "x", "y", "c", "u"});
  }
  std::string element() {
    std::string array = inFunction ? "a" : oneOf({"a", "d"});
    return array + "[" + (below(3) ? std::to_string(below(3)) : variable()) + "]";
  }
  std::string place() { return below(3) ? variable() : element(); }

  std::string enclosed(const std::string &operation) {
    return options.hasParentheses || below(3) == 0 ? "(" + operation + ")" : operation;
  }

  std::string call(unsigned depth) {
    if (below(3) == 0)
      return "put(" + oneOf({"a", "d"}) + ", " + expression(depth - 1) + ")";
    return "get(" + expression(depth - 1) + ")";
  }

  std::string expression(unsigned depth) {
    unsigned choice = depth == 0 ? below(4) : below(14);
    switch (choice) {
    case 0:
      return std::to_string(below(5));
    case 1:
    case 2:
      return variable();
    case 3:
      return element();
    case 4:
      return "(" + condition(depth - 1) + " ? " + expression(depth - 1) + " : " + expression(depth - 1) + ")";
    case 5:
      return "-" + variable();
    case 6:
      if (options.hasCalls && !inFunction)
        return call(depth);
      return "(" + condition(depth - 1) + ")";
    case 7:
      if (options.hasEffects)
        return "(" + place() + oneOf({" = ", " += ", " -= "}) + expression(depth - 1) + ")";
      return variable();
    case 8:
      if (options.hasEffects)
        return below(2) ? "(" + place() + oneOf({"++", "--"}) + ")" : "(" + oneOf({"++", "--"}) + place() + ")";
      return variable();
    case 9:
      if (options.hasBits)
        return enclosed(expression(depth - 1) + oneOf({" & ", " | ", " ^ ", " << ", " >> "}) + expression(depth - 1));
      return variable();
    default:
      return enclosed(expression(depth - 1) + oneOf({" + ", " - ", " * ", " / ", " % ", " + ", " - "}) +
                      expression(depth - 1));
    }
  }

  std::string condition(unsigned depth) {
    switch (depth == 0 ? 0 : below(6)) {
    case 1:
      return condition(depth - 1) + oneOf({" && ", " || "}) + condition(depth - 1);
    case 2:
      return "!(" + condition(depth - 1) + ")";
    case 3:
      return expression(depth - 1);
    default:
      return expression(depth ? depth - 1 : 0) + oneOf({" < ", " <= ", " > ", " >= ", " == ", " != "}) +
             expression(depth ? depth - 1 : 0);
    }
  }

  void line(const std::string &statement) { text += std::string(indent, ' ') + statement + "\n"; }

  void statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i)
      statement(depth);
  }

  void body(unsigned depth) {
    indent += 2;
    statements(1 + below(2), depth);
    indent -= 2;
    line("}");
  }

  void statement(unsigned depth) {
    switch (depth == 0 ? below(4) : below(9)) {
    case 0:
      line("assert(" + condition(2) + ");");
      break;
    case 1:
      if (inLoop && below(2))
        line("if (" + condition(1) + ") " + oneOf({"break;", "continue;"}));
      else if (below(3) == 0)
        line("assume(" + condition(1) + ");");
      else
        line(variable() + " = nondet_int();");
      break;
    case 4:
    case 5:
      line("if (" + condition(2) + ") {");
      body(depth - 1);
      if (below(2)) {
        line("else {");
        body(depth - 1);
      }
      break;
    case 6: {
      bool outer = inLoop;
      inLoop = true;
      std::string counter = inFunction ? "h" : "i";
      if (below(2))
        line("for (" + counter + " = 0; " + counter + " < " + std::to_string(below(4)) + "; " + counter + "++) {");
      else
        line("while (" + condition(1) + ") {");
      body(depth - 1);
      inLoop = outer;
      break;
    }
    case 7:
      if (below(4) == 0) {
        line(inFunction ? "return " + expression(1) + ";" : "if (" + condition(1) + ") return 0;");
        break;
      }
      [[fallthrough]];
    default:
      line(place() + oneOf({" = ", " = ", " += ", " *= "}) + expression(2) + ";");
      break;
    }
  }

  std::mt19937 random;
  const RandomCOptions &options;
  std::string text;
  unsigned indent = 2;
  bool inFunction = false, inLoop = false;
};

} // namespace

std::string randomC(uint32_t seed, const RandomCOptions &options) {
  return Generator(seed, options).program();
}

} // namespace tenon::test
