"""usage: readback.py [--spoil] TENON MODEL FOLDER

Writes each definition of the model as FSP, reads that back, and compares sizes (by --stats) and systems (by strong
bisimilarity). With --spoil an action is renamed on the way, which must be noticed.
"""
import json
import os
import re
import subprocess
import sys

arguments = sys.argv[1:]
spoil = arguments[0] == "--spoil"
tenon, model, folder = arguments[spoil:]
os.makedirs(folder, exist_ok=True)
written, aut, both = (os.path.join(folder, name) for name in ("written.fsp", "read.aut", "both.fsp"))


def run(*command):
    result = subprocess.run([tenon, *command], capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {result.returncode}\n{result.stderr}")
    return result


def stats(file, name):
    rows = json.loads(run("lts", "--stats", "--format=json", file, name).stdout)["definitions"]
    return {key: value for key, value in rows[0].items() if key not in ("name", "kind")}


rows = json.loads(run("lts", "--stats", "--format=json", model).stdout)["definitions"]
if not rows:
    sys.exit("no definitions")
for row in rows:
    name = row["name"]
    text = run("lts", model, name, "--emit=fsp").stdout
    if spoil:
        text = re.sub(r"\(a\b", "(spoilt", text)
    with open(written, "w", encoding="utf-8") as file:
        file.write(text)
    before, after = stats(model, name), stats(written, name)
    if before != after:
        sys.exit(f"{name} differs when read back: {before} became {after}")
    # Of two texts one goes through .aut, so that both fit into one model.
    run("lts", model, name, "--emit=aut", "-o", aut)
    with open(both, "w", encoding="utf-8") as file:
        file.write(text + f'import Original__ = "{os.path.basename(aut)}"\n')
    if row["kind"] != "import" and "END" not in text:
        difference = run("compare", both, name, "Original__", "--relation=strong")
        if difference.returncode:
            sys.exit(f"{name} differs when read back:\n{difference.stdout}")
