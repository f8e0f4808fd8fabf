"""usage: validate.py SCHEMA [INSTANCE...]  (standard input without instances)

Validates JSON against the part of JSON Schema 2020-12 that the schema uses. A keyword that is not known here is an
error, so that nothing of the schema is left unchecked.
"""
import json
import sys

ANNOTATIONS = {"$schema", "title", "description", "$defs"}
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
}


class Validator:
    def __init__(self, root):
        self.root = root
        self.keywords = {
            "$ref": self.ref, "oneOf": self.one_of, "type": self.type, "const": self.const, "enum": self.enum,
            "required": self.required, "properties": self.properties, "additionalProperties": self.additional,
            "items": self.items, "prefixItems": self.prefix_items, "minItems": self.min_items,
            "maxItems": self.max_items, "minimum": self.minimum,
        }

    def errors(self, schema, value, path):
        if schema is True:
            return []
        if schema is False:
            return [f"{path}: is not allowed"]
        found = []
        for keyword, argument in schema.items():
            if keyword in ANNOTATIONS:
                continue
            if keyword not in self.keywords:
                raise SystemExit(f"the schema uses '{keyword}', which this validator does not know")
            found += self.keywords[keyword](argument, value, path, schema)
        return found

    def ref(self, pointer, value, path, _):
        target = self.root
        for step in pointer.lstrip("#/").split("/"):
            target = target[step]
        return self.errors(target, value, path)

    def one_of(self, choices, value, path, _):
        results = [self.errors(choice, value, path) for choice in choices]
        matches = results.count([])
        if matches == 1:
            return []
        nearest = min(results, key=len)
        return [f"{path}: matches {matches} of the {len(choices)} alternatives"] + (nearest if not matches else [])

    def type(self, names, value, path, _):
        names = [names] if isinstance(names, str) else names
        return [] if any(TYPES[name](value) for name in names) else [f"{path}: {value!r} is not of type {names}"]

    def const(self, wanted, value, path, _):
        same = value == wanted and type(value) is type(wanted)
        return [] if same else [f"{path}: {value!r} is not {wanted!r}"]

    def enum(self, wanted, value, path, _):
        return [] if value in wanted else [f"{path}: {value!r} is none of {wanted}"]

    def required(self, names, value, path, _):
        return [f"{path}: '{name}' is missing" for name in names if isinstance(value, dict) and name not in value]

    def properties(self, schemas, value, path, _):
        if not isinstance(value, dict):
            return []
        return [e for name, schema in schemas.items() if name in value
                for e in self.errors(schema, value[name], f"{path}.{name}")]

    def additional(self, schema, value, path, parent):
        if not isinstance(value, dict):
            return []
        return [e for name in value if name not in parent.get("properties", {})
                for e in self.errors(schema, value[name], f"{path}.{name}")]

    def items(self, schema, value, path, parent):
        if not isinstance(value, list):
            return []
        first = len(parent.get("prefixItems", []))
        return [e for i in range(first, len(value)) for e in self.errors(schema, value[i], f"{path}[{i}]")]

    def prefix_items(self, schemas, value, path, _):
        if not isinstance(value, list):
            return []
        return [e for i, (schema, item) in enumerate(zip(schemas, value))
                for e in self.errors(schema, item, f"{path}[{i}]")]

    def min_items(self, least, value, path, _):
        return [f"{path}: has fewer than {least} items"] if isinstance(value, list) and len(value) < least else []

    def max_items(self, most, value, path, _):
        return [f"{path}: has more than {most} items"] if isinstance(value, list) and len(value) > most else []

    def minimum(self, least, value, path, _):
        return [f"{path}: is below {least}"] if isinstance(value, (int, float)) and value < least else []


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        validator = Validator(json.load(file))
    bad = False
    for name in sys.argv[2:] or ["-"]:
        text = sys.stdin.read() if name == "-" else open(name, encoding="utf-8").read()
        errors = validator.errors(validator.root, json.loads(text), "$")
        bad |= bool(errors)
        for error in errors:
            print(f"{name}: {error}")
        if not errors:
            print(f"{name}: valid")
    sys.exit(bad)


main()
