"""usage: pairs.py TENON MODEL

The model's comments say which pairs are equivalent: `// P Q: trace weak` means that P and Q are equivalent by these
relations and by no other. Each is asked both ways.
"""
import re
import subprocess
import sys

tenon, model = sys.argv[1:]
relations = ["trace", "weak", "branching", "strong"]
bad = asked = 0
for line in open(model, encoding="utf-8"):
    pair = re.match(r"// (\w+) (\w+):(.*)", line)
    if not pair:
        continue
    wanted = pair[3].split()
    assert all(relation in relations for relation in wanted), line
    for relation in relations:
        for left, right in ((pair[1], pair[2]), (pair[2], pair[1])):
            code = subprocess.run([tenon, "compare", model, left, right, f"--relation={relation}"],
                                  stdout=subprocess.DEVNULL, check=False).returncode
            asked += 1
            if code != (0 if relation in wanted else 1):
                print(f"{left} and {right} by {relation}: exit code {code}")
                bad += 1
print(f"{asked} comparisons, {bad} wrong")
sys.exit(bad != 0)
