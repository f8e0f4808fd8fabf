"""usage: compare-violations.py TENON MODEL N LENGTH

Verifies a broken model by every rule, both sides, kinds of learning and encodings: each must find a violation of the known
length, with exit code 1, a trace that replays, and no assumption.
"""
import json
import subprocess
import sys

tenon, model, scale, length = sys.argv[1:]
ways = [["--method=direct"], ["--method=symmetric"], ["--method=nway"],
        ["--method=circular"], ["--method=circular", "--encoding=binary"]]
for side in ("M1", "M2"):
    ways.append(["--method=asym-sat", f"--assume={side}"])
    for refinement in ("on", "off"):
        ways.append(["--method=asym-learn", f"--assume={side}", f"--alphabet-refinement={refinement}"])

bad = False
for way in ways:
    run = subprocess.run([tenon, "verify", model, f"-DN={scale}", "--system=SYS", "--property=P", "--certify",
                          "--format=json"] + way, capture_output=True, text=True)
    result = json.loads(run.stdout)["results"][0]
    found = (run.returncode, result["verdict"], len(result.get("trace", [])), result.get("certified"),
             result.get("assumptions", []))
    if found != (1, "violated", int(length), True, []):
        print(" ".join(way), "gives", found)
        bad = True
print("not all are right" if bad else "all violated, all as short as the direct trace")
sys.exit(bad)
