"""Copies a report in JSON from standard input to standard output, without its member `run`."""
import json
import sys

report = json.load(sys.stdin)
del report["run"]
json.dump(report, sys.stdout, indent=1)
