//===- Completion.cpp - Completions for shells ----------------------------===//

#include "OptionEntries.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tenon {

namespace {

/// `text` between single quotes, for any of the shells.
std::string quoted(StringRef text, bool isFish = false) {
  std::string result = "'";
  for (char c : text) {
    if (c == '\'')
      result += isFish ? "\\'" : "'\\''";
    else if (c == '\\' && isFish)
      result += "\\\\";
    else
      result += c;
  }
  return result + "'";
}

bool takesFile(const OptionEntry &option) {
  return option.value == "file";
}

std::string choiceWords(const OptionEntry &option) {
  return join(map_range(option.choices, [](const auto &choice) { return choice.first.str(); }), " ");
}

void writeBash(const ProgramEntry &program, raw_ostream &os) {
  os << "# Completion of " << program.name
     << " for bash: source this file, or put it into bash's folder of completions.\n"
     << "_" << program.name << "() {\n"
     << "  local word=${COMP_WORDS[COMP_CWORD]} previous= option= command=${COMP_WORDS[1]} words= values=\n"
     << "  ((COMP_CWORD == 0)) || previous=${COMP_WORDS[COMP_CWORD-1]}\n"
     << "  COMPREPLY=()\n"
     << "  # An option's '=' is a word of its own to bash.\n"
     << "  if [[ $word == = ]]; then option=$previous word=\n"
     << "  elif [[ $previous == = ]]; then option=${COMP_WORDS[COMP_CWORD-2]}\n"
     << "  elif [[ $previous == -* ]]; then option=$previous\n"
     << "  fi\n"
     << "  if ((COMP_CWORD == 1)); then\n"
     << "    COMPREPLY=($(compgen -W '";
  for (const CommandEntry &entry : program.commands)
    os << entry.command->getName() << ' ';
  os << "--help --version' -- \"$word\"))\n    return\n  fi\n  case $command,$option in\n";
  for (const CommandEntry &entry : program.commands)
    for (const OptionEntry &option : optionEntries(program, *entry.command)) {
      if (option.isFlag || option.isPrefix)
        continue;
      os << "  " << entry.command->getName() << ',' << option.spelling() << ") ";
      if (takesFile(option))
        os << "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n";
      else
        os << "COMPREPLY=($(compgen -W '" << choiceWords(option) << "' -- \"$word\")); return ;;\n";
    }
  os << "  esac\n  case $command in\n";
  for (const CommandEntry &entry : program.commands) {
    os << "  " << entry.command->getName() << ") words='";
    for (const OptionEntry &option : optionEntries(program, *entry.command))
      os << option.spelling() << (option.isFlag || option.isShort() ? "" : "=") << ' ';
    os << "--help' values='" << entry.words << "' ;;\n";
  }
  os << "  esac\n"
     << "  if [[ $word == -* ]]; then\n"
     << "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
     << "    [[ ${COMPREPLY-} != *= ]] || compopt -o nospace\n"
     << "  elif [[ -n $values ]]; then\n"
     << "    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
     << "  else\n"
     << "    local restore=$(shopt -p extglob)\n"
     << "    shopt -s extglob\n"
     << "    compopt -o filenames\n"
     << "    COMPREPLY=($(compgen -d -- \"$word\") $(compgen -f -X '!*.@(" << program.extensions
     << ")' -- \"$word\"))\n"
     << "    $restore\n"
     << "  fi\n"
     << "}\n"
     << "complete -F _" << program.name << ' ' << program.name << '\n';
}

/// A description inside an argument of zsh's `_arguments`.
std::string zshText(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

void writeZshOption(const OptionEntry &option, raw_ostream &os) {
  std::string spec = "*" + option.spelling();
  if (option.isPrefix)
    spec += "-";
  else if (!option.isFlag)
    spec += option.isShort() ? "+" : "=";
  spec += "[" + zshText(option.text) + "]";
  if (!option.isFlag) {
    spec += ":" + zshText(option.value) + ":";
    if (!option.choices.empty()) {
      spec += "((";
      for (const auto &[value, text] : option.choices)
        spec += value.str() + "\\:\"" + zshText(text) + "\" ";
      spec += "))";
    } else if (takesFile(option)) {
      spec += "_files";
    } else {
      spec += " ";
    }
  }
  os << "      " << quoted(spec) << " \\\n";
}

void writeZsh(const ProgramEntry &program, raw_ostream &os) {
  os << "#compdef " << program.name << "\n\n_" << program.name << "() {\n"
     << "  local context state line\n  typeset -A opt_args\n  local -a commands\n  commands=(\n";
  for (const CommandEntry &entry : program.commands)
    os << "    " << quoted((entry.command->getName() + ":" + entry.command->getDescription()).str()) << '\n';
  os << "  )\n  _arguments -C '--help[show the commands and options]' '--version[show the version]' \\\n"
     << "    '1: :->command' '*:: :->arguments'\n"
     << "  case $state in\n"
     << "  command) _describe command commands ;;\n"
     << "  arguments)\n    case $words[1] in\n";
  for (const CommandEntry &entry : program.commands) {
    os << "    " << entry.command->getName() << ")\n      _arguments '--help[show the options]' \\\n";
    for (const OptionEntry &option : optionEntries(program, *entry.command))
      writeZshOption(option, os);
    if (entry.words.empty())
      os << "      " << quoted(("*:file:_files -g \"*.(" + program.extensions + ")\"").str()) << " ;;\n";
    else
      os << "      " << quoted("1:value:(" + entry.words + ")") << " ;;\n";
  }
  os << "    esac ;;\n  esac\n}\n\n_" << program.name << " \"$@\"\n";
}

void writeFish(const ProgramEntry &program, raw_ostream &os) {
  os << "# Completion of " << program.name << " for fish.\n"
     << "complete -c " << program.name << " -n __fish_use_subcommand -f\n";
  for (const CommandEntry &entry : program.commands)
    os << "complete -c " << program.name << " -n __fish_use_subcommand -f -a " << entry.command->getName() << " -d "
       << quoted(entry.command->getDescription(), true) << '\n';
  for (const CommandEntry &entry : program.commands) {
    std::string start = ("complete -c " + program.name + " -n " +
                         quoted(("__fish_seen_subcommand_from " + entry.command->getName()).str(), true))
                            .str();
    if (!entry.words.empty())
      os << start << " -f -a " << quoted(entry.words, true) << '\n';
    for (const OptionEntry &option : optionEntries(program, *entry.command)) {
      os << start << (option.isShort() ? " -s " : " -l ") << option.name << " -d " << quoted(option.text, true);
      if (!option.choices.empty()) {
        std::string words;
        for (const auto &[value, text] : option.choices)
          words += value.str() + "\\t" + quoted(text, true) + " "; // fish takes the quotes off once more
        os << " -x -a " << quoted(words, true);
      } else if (!option.isFlag) {
        os << (takesFile(option) ? " -r" : " -x");
      }
      os << '\n';
    }
  }
}

} // namespace

void writeCompletion(const ProgramEntry &program, Shell shell, raw_ostream &os) {
  switch (shell) {
  case Shell::Bash:
    return writeBash(program, os);
  case Shell::Zsh:
    return writeZsh(program, os);
  case Shell::Fish:
    return writeFish(program, os);
  }
}

} // namespace tenon
