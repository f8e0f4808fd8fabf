"""usage: closed-pipe.py COMMAND...

Runs the command with a pipe as its output that nobody reads any more, and exits as the command does.
"""
import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
sys.exit(subprocess.run(sys.argv[1:], stdout=writer, check=False).returncode)
