"""A C file of 500 lines, each with one construct outside of the subset; and the lines that a report must name."""
import sys

CONSTRUCTS = [
    "struct s{n} {{ int x; }};",
    "int f{n}(int x) {{ switch (x) {{ case 1: break; }} return 0; }}",
    "int f{n}(int x) {{ if (x) goto out; out: return 0; }}",
    "double d{n};",
    "int *p{n};",
    "int m{n}[2][2];",
    "int f{n}(int x) {{ return x ? f{n}(x - 1) : 0; }}",
    "int f{n}(int x) {{ while (x) printf(\"%d\", x); return 0; }}",
    "int f{n}(int x) {{ x = 1.5; return x; }}",
    "int f{n}(int x) {{ for (;;) {{ free(0); }} }}",
    "union u{n} {{ int i; char c; }};",
    "int f{n}(int x, ...) {{ return x; }}",
    "int (*f{n})(int);",
    "int t{n}[4] = {{ [2] = 5, 1 }};",
    "int f{n}(a) int a; {{ return (struct s){{ 1 }}.x; }}",
    "int f{n}(int x) {{ return ({{ x; }}); }}",
    "int f{n}(int x) {{ struct {{ unsigned a : 3; }} b; return 0; }}",
    "int f{n}(int x) {{ return sizeof(struct s{n}); }}",
    "int f{n}(int x) {{ return *(&x + 1); }}",
    "#define M{n}(a, b) ((a) + (b))",
]

lines = [CONSTRUCTS[n % len(CONSTRUCTS)].format(n=n) for n in range(500)]
if sys.argv[1] == "file":
    print("\n".join(lines))
else:
    # Standard input is the report.
    reported = {int(text.split(":")[1]) for text in sys.stdin if ": error: " in text and "outside the subset" in text}
    missing = sorted(set(range(1, 501)) - reported)
    print("lines reported:", len(reported), "missing:", missing)
