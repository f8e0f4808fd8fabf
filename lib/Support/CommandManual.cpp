//===- CommandManual.cpp - Manual pages ------------------------------------===//

#include "tenon/Support/CommandManual.h"

#include "OptionEntries.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tenon {

const CommandEntry *ProgramEntry::find(StringRef wanted) const {
  auto found = find_if(commands, [&](const CommandEntry &entry) { return entry.command->getName() == wanted; });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<OptionEntry> optionEntries(const ProgramEntry &program, const cl::SubCommand &command) {
  std::vector<OptionEntry> entries;
  for (auto &registered : cl::getRegisteredOptions(const_cast<cl::SubCommand &>(command))) {
    const cl::Option &option = *registered.second;
    if (!option.hasArgStr() || !is_contained(option.Categories, program.category))
      continue;
    OptionEntry entry;
    entry.name = option.ArgStr;
    entry.text = option.HelpStr;
    entry.isCommon = option.Subs.contains(&cl::SubCommand::getAll());
    entry.isPrefix = option.getFormattingFlag() == cl::Prefix;
    entry.isFlag = option.getValueExpectedFlag() == cl::ValueOptional;
    entry.value = option.ValueStr.empty() ? "value" : option.ValueStr;
    for (const OptionChoices &choices : optionChoices())
      if (choices.option == &option)
        for (unsigned k = 0; k < choices.values->getNumOptions(); ++k)
          entry.choices.push_back({choices.values->getOption(k), choices.values->getDescription(k)});
    entries.push_back(std::move(entry));
  }
  sort(entries, [](const OptionEntry &a, const OptionEntry &b) { return a.name < b.name; });
  return entries;
}

namespace {

std::string pageName(const ProgramEntry &program, const CommandEntry *command) {
  return command ? (program.name + "-" + command->command->getName()).str() : program.name.str();
}

/// Text as roff reads it: no command, no escape, and hyphens that stay hyphens when copied.
std::string roff(StringRef text) {
  std::string result;
  if (text.starts_with(".") || text.starts_with("'"))
    result += "\\&";
  for (char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

class ManPage {
public:
  ManPage(const ProgramEntry &program, raw_ostream &os) : program(program), os(os) {}

  void write(const CommandEntry *command) {
    std::string name = pageName(program, command);
    os << ".TH \"" << roff(StringRef(name).upper()) << "\" 1 \"\" \"" << program.name << ' ' << program.version
       << "\" \"User Commands\"\n";
    os << ".SH NAME\n"
       << roff(name) << " \\- " << roff(command ? command->command->getDescription() : program.summary) << '\n';
    os << ".SH SYNOPSIS\n.B " << roff(program.name) << '\n';
    if (command)
      os << ".B " << roff(command->command->getName()) << '\n';
    os << (command ? "[\\fIoptions\\fR] " + roff(command->arguments)
                   : "\\fIcommand\\fR [\\fIoptions\\fR] \\fIarguments\\fR")
       << '\n';
    if (!command)
      writeCommands();
    std::vector<OptionEntry> options =
        optionEntries(program, command ? *command->command : *program.commands.front().command);
    if (command && any_of(options, [](const OptionEntry &option) { return !option.isCommon; }))
      writeOptions("OPTIONS", options, false);
    writeOptions("OPTIONS OF ALL COMMANDS", options, true);
    writeExitStatus();
    writeSeeAlso(command);
  }

private:
  void writeCommands() {
    os << ".SH COMMANDS\n";
    for (const CommandEntry &entry : program.commands)
      os << ".TP\n\\fB" << roff(entry.command->getName()) << "\\fR " << roff(entry.arguments) << '\n'
         << roff(entry.command->getDescription()) << ".\n";
  }

  void writeOptions(StringRef title, ArrayRef<OptionEntry> options, bool isCommon) {
    os << ".SH " << title << '\n';
    for (const OptionEntry &option : options) {
      if (option.isCommon != isCommon)
        continue;
      os << ".TP\n\\fB" << roff(option.spelling()) << "\\fR";
      if (!option.isFlag)
        os << (option.isPrefix ? "" : option.isShort() ? " " : "=") << "\\fI" << roff(option.value) << "\\fR";
      os << '\n' << roff(option.text) << ".\n";
      if (option.choices.empty())
        continue;
      os << ".RS\n";
      for (const auto &[value, text] : option.choices)
        os << ".TP\n\\fB" << roff(value) << "\\fR\n" << roff(text) << '\n';
      os << ".RE\n";
    }
  }

  void writeExitStatus() {
    os << ".SH EXIT STATUS\n";
    for (StringRef line : split(program.exitStatus, '\n')) {
      auto [code, text] = line.split(' ');
      os << ".TP\n\\fB" << code << "\\fR\n" << roff(text) << '\n';
    }
  }

  void writeSeeAlso(const CommandEntry *command) {
    os << ".SH SEE ALSO\n";
    std::vector<std::string> pages;
    if (command)
      pages.push_back(pageName(program, nullptr));
    for (const CommandEntry &entry : program.commands)
      if (&entry != command)
        pages.push_back(pageName(program, &entry));
    for (const std::string &page : pages)
      os << ".BR " << roff(page) << " (1)" << (&page == &pages.back() ? "" : ",") << '\n';
  }

  const ProgramEntry &program;
  raw_ostream &os;
};

} // namespace

std::string manPageName(const ProgramEntry &program, const CommandEntry *command) {
  return pageName(program, command) + ".1";
}

void writeManPage(const ProgramEntry &program, const CommandEntry *command, raw_ostream &os) {
  ManPage(program, os).write(command);
}

} // namespace tenon
