# The lit suites: everything that a user of the command line can see. See docs/contributing.md.
import os
import shutil

import lit.formats

config.name = "tenon"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".fsp", ".lts", ".c"]
config.excludes = ["Inputs", "unit", "bench", "fuzz"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.tenon_test_dir

# `tenon` and `tenon-opt` are those of this build.
config.environment["PATH"] = os.pathsep.join([config.tenon_tools_dir, config.environment["PATH"]])
config.environment["LC_ALL"] = "C.UTF-8"
for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TENON_CORPUS", "TENON_SOURCE_DIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

# The longer name first: substitutions are applied in order, to plain text.
expect_exit = "sh " + os.path.join(config.test_source_root, "expect-exit.sh")
config.substitutions += [
    ("%expect_exit", expect_exit),
    ("%tenon-error", expect_exit + " 2 tenon"),
    ("%corpus", config.tenon_corpus),
    ("%examples", os.path.join(config.tenon_source_dir, "examples")),
    ("%build", os.path.dirname(config.tenon_tools_dir)),
    ("%docs", os.path.join(config.tenon_source_dir, "docs")),
    ("%python", config.tenon_python + " -B"),
]
for name, path in config.test_tools.items():
    config.substitutions.append((r"(?<![\w/.%-])" + name + r"(?![\w/.-])", path))

if os.path.isdir(config.tenon_corpus):
    config.available_features.add("corpus")
if config.tenon_sanitize in ("ON", "1", "TRUE"):
    config.available_features.add("sanitizer")
if shutil.which("spin") and shutil.which("cc"):
    config.available_features.add("spin")
if shutil.which("chromium") and shutil.which("node"):
    config.available_features.add("browser")
if shutil.which("node") and os.path.isdir(os.path.join(config.tenon_source_dir, "tools/vscode/node_modules")):
    config.available_features.add("vscode-packages")
config.available_features.update(shell for shell in ("fish", "zsh") if shutil.which(shell))
if shutil.which("dot"):
    config.available_features.add("graphviz")
